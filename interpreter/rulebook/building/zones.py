"""Building of the zones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter.rulebook.building.ids import NO_SIDES, IdTable, named_fields
from interpreter.rulebook.building.vocabulary import kept_for, nouns_in_use
from interpreter.rulebook.model import Zone
from interpreter.rulebook.source.nodes import YamlMapping, YamlNode

_OWNERS = ("seat", "side", "space")
"""Kinds of things that each can have a zone of their own, beside the values of columns."""


def read_zones(node: YamlMapping, columns: Mapping[str, Sequence[str]], names: IdTable) -> tuple[Zone, ...]:
    """Return the zones, and report decks that begin in none. `columns` are those that list their values."""
    columns = {name: values for name, values in columns.items() if name not in nouns_in_use(names)}
    found = []
    begun: dict[str, YamlNode] = {}
    unclear = node.damaged
    for item in node.mappings("zones"):
        before = len(names.problems)
        per = _kept_for(item, columns, names)
        if len(names.problems) == before:
            per = _with_owner(item, per, names)
        decks = []
        for deck in item.list_items("starts with"):
            if not names.check_reference(deck, deck.data, "deck"):
                unclear = True
                continue
            if deck.data in begun:
                message = f"`{deck.data}` already begins in another zone, in line {begun[deck.data].line}"
                names.problems.add(deck, "deck-twice", message)
                continue
            begun[deck.data] = deck
            decks.append(deck.data)
        if decks and per:
            message = f"each {' and '.join(per)} has a zone of its own here, so a deck can't begin in it"
            names.problems.add(item.keys["starts with"], "deck-for-seats", message)
        found.append(
            Zone(
                **named_fields(item),
                per=per,
                face=item.data["face"],
                starts_with=tuple(decks),
                when_empty=item.get_text("when empty"),
                holds=item.get_text("holds"),
            )
        )
    for name, declared in names.of_kind("deck").items():
        if name not in begun and "zones" not in names.incomplete_kinds and not unclear:
            message = f"no zone starts with the deck `{name}`: its cards would be nowhere"
            names.problems.add(declared.spot, "deck-nowhere", message)
    return tuple(found)


def _kept_for(item: YamlMapping, columns: Mapping[str, Sequence[str]], names: IdTable) -> tuple[str, ...]:
    """Return the kinds of things, or the columns, that each have such a zone."""
    nodes, before = item.one_or_several("for"), len(names.problems)
    per = tuple(kept_for(each, _OWNERS, columns, names, "zone") for each in nodes)
    for kind, each in zip(per, nodes, strict=True) if len(names.problems) == before else ():
        if kind == "space" and not names.of_kind("space") and "map" not in names.incomplete_kinds:
            names.problems.add(each, "no-spaces", "there are no spaces in this game")
        if kind == "side" and not names.has_sides:
            names.problems.add(each, "unknown-kind", NO_SIDES)
    if len(set(per)) < len(per):
        names.problems.add(nodes[-1], "twice", f"a zone is kept for two different things, not for each {per[0]} twice")
        return per[:1]
    return per


def _with_owner(item: YamlMapping, per: tuple[str, ...], names: IdTable) -> tuple[str, ...]:
    """Return what a zone is kept for; with the seats if it needs them, and nothing else says whose it is.

    Such a zone is reported, and one that states what only a zone of its own can.
    """
    if item.data["face"] in ("owner", "others") and "seat" not in per and item.damaged:
        return per or ("seat",)  # whose it is may be written wrong
    if item.data["face"] in ("owner", "others") and "seat" not in per:
        message = f"the zone has no owner: `face: {item.data['face']}` needs `for: seat`"
        names.problems.add(item.values["face"], "needs-seat", message)
        per = per or ("seat",)
    for key in ("when empty", "holds"):
        if key in item.values and per not in ((), ("seat",), ("space",)):
            message = (
                f"a zone `for: {', '.join(per)}` can't have `{key}`: only one of all, of each seat or each space can"
            )
            names.problems.add(item.keys[key], "not-kept", message)
    return per
