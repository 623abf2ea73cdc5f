"""The forms of core.lark as templates speak of them: what each of their parts is called."""

from __future__ import annotations

PARTS: dict[str, tuple[str, ...]] = {
    "opponent_of": ("seat",),
    "of": ("thing", "owner"),
    "parens": ("value",),
    "count": ("set",),
    "add": ("left", "right"),
    "sub": ("left", "right"),
    "mul": ("left", "right"),
    "neg": ("value",),
    "not_e": ("condition",),
    "is_": ("left", "right"),
    "is_not": ("left", "right"),
    "there_is": ("thing",),
    "there_is_no": ("thing",),
    "raise_by": ("cell", "number"),
    "lower_by": ("cell", "number"),
    "reveal": ("cards", "seat"),
    "move_all": ("pieces", "source", "target"),
    "shuffle": ("zone",),
    "stop": (),
}
"""By rule, the parts from left to right; one without a name is not spoken of."""
CONDITIONS = frozenset({"not_e", "there_is", "there_is_no"})
"""Those that are conditions."""
OTHER_FORMS: dict[str, tuple[str, ...]] = {
    "of_thing": ("thing", "owner"),
    "in_place": ("thing", "place"),
    "of_enemy": ("thing",),
    "where": ("set", "condition"),
    "with": ("set", "thing"),
    "without": ("set", "thing"),
    "exactly": ("thing",),
    "at_least": ("thing",),
    "at_most": ("thing",),
    "top_card": ("card", "zone"),
    "or_set": ("left", "right"),
    "and_e": ("left", "right"),
    "is_so": ("thing", "adjective"),
    "is_not_so": ("thing", "adjective"),
    "or_e": ("left", "right"),
    "ge": ("left", "right"),
    "le": ("left", "right"),
    "gt": ("left", "right"),
    "lt": ("left", "right"),
    "has": ("place", "thing"),
    "has_not": ("place", "thing"),
    "draw": ("cards", "source", "target"),
    "move_pieces": ("pieces", "source", "target"),
    "move_cards": ("cards", "target"),
    "choose": ("thing",),
    "choose_or_none": ("thing",),
    "choose_or_stop": ("thing",),
    **{f"only_if{place}": ("condition",) for place in ("", "_event", "_option")},
    **{f"must{place}": ("statement",) for place in ("", "_event", "_option")},
    "if_": ("condition",),
    "otherwise_if": ("condition",),
    "otherwise": (),
    "either": ("label",),
    "either_or": ("label",),
    "may": ("label",),
    "as_seat": ("seat",),
    "as_seat_may": ("seat", "label"),
    "repeat": ("number",),
}
"""Forms that are put together in another way than by the parts of one rule, and what templates of them speak of."""
SIGNS = {">=": "ge", "<=": "le", ">": "gt", "<": "lt"}
"""Comparisons as they are written, and their forms."""
