"""Explanations for unavailable options: find the part of the rules that excludes an option by evaluating them in parts.

None of this runs during play; explanations are derived from the typed tree on demand.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.engine.queried_position import QueriedPosition
from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.language.execution.executable import PAIR_SIGN, DecisionInfo
from interpreter.language.ir import expressions as ir
from interpreter.language.ir.statements import Block, Choose, Either, Statement
from interpreter.language.ir.types import CARD, SEAT
from interpreter.language.queries import NameValues, Queries
from interpreter.rulebook.text import slug
from interpreter.support.errors import Location

MAX_DEPTH = 12
"""Largest number of vocabulary words and events through which a reason is followed."""
WAYS_OUT = ("stop", "none")


@dataclass(frozen=True, slots=True)
class RuleGround:
    """A part of the rules that excludes an option.

    Attributes:
        kind: `not_so`, `not_among`, `no_such` or `cannot` (about `words`); `no_event`; `no_label` (`words` is the key);
            or `no_way_out`, `not_offered`, `chosen_already` or `other_question` (about the decision itself).
        words: Wording of the rules, or the key.
        where: Place of the rule.
        line: The line of the file there.
        condition: The condition or set itself.
        names: Values of its names.
    """

    kind: str
    words: str = ""
    where: Location | None = None
    line: str | None = None
    condition: ir.Expr | None = field(default=None, compare=False, repr=False)
    names: NameValues | None = field(default=None, compare=False, repr=False)


class OptionExplainer:
    """Explainer for the current decision of a state, which must have a log.

    If `seat` is given, no reason is reported that would reveal to this seat the faces of hidden cards or the values of
    hidden variables.
    """

    def __init__(self, rules: Rules, state: State, seat: int | None, queries: Queries) -> None:
        self._rules = rules
        self._state = state.copy()  # evaluation may draw at random, which must change nothing
        self._queries = queries
        self._position = QueriedPosition(rules, self._state, queries, None if seat is None else 1 << seat)

    def why_not(self, key: str) -> tuple[RuleGround, ...]:
        """Explain why no option has this key: at least one ground, each the consequence of the next.

        The key must not be that of an available option.
        """
        decision = self._rules.program.lowered(True).decisions[self._state.decision]
        return tuple(dict.fromkeys(self._grounds(decision.info, decision.asking, key)))

    def why_unplayable(self, card: int, seat: int) -> tuple[RuleGround, ...]:
        """Explain, as `why_not` does, why a seat can't play the event of a card. It must be unplayable."""
        cannot = ir.IsPlayable(ir.Const(card, type=CARD), ir.Const(seat, type=SEAT))
        return tuple(dict.fromkeys(self._why_unplayable(cannot, NameValues(), 0)))

    def _grounds(self, info: DecisionInfo, asked: Statement, key: str) -> list[RuleGround]:
        names = self._queries.names_at(self._state.decision)
        if isinstance(asked, Either):
            labels = [slug(label) for label in info.labels]
            if key not in labels:
                return [RuleGround("no_label", key)]
            return self._why_infeasible(asked.options[labels.index(key)][1], names)
        if isinstance(asked, Choose) and isinstance(asked.options, ir.Pairs):
            return self._why_no_pair(info, asked.options, key, names)
        if isinstance(asked, Choose) and isinstance(asked.options, ir.Subsets):
            return self._why_no_subset(asked.options.things, key, names)
        value = self._number_of(info.type.kind, key) if info.kind == "choose" else None
        if isinstance(asked, Choose) and value is not None:
            return self._why_no_member(asked, value, names) or [RuleGround("not_offered")]
        if info.kind == "choose" and key in WAYS_OUT:
            return [RuleGround("no_way_out")]
        return [RuleGround("other_question")]

    def _why_no_member(self, asked: Choose, value: int, names: NameValues) -> list[RuleGround]:
        """Explain why a thing is not on offer; if several are chosen, it may be chosen already."""
        if asked.pick_of is None:
            return self._why_absent(asked.options, value, names, 0)
        things, chosen = asked.pick_of.options, ir.Ref(asked.pick_of.name, type=asked.pick_of.name.type)
        if not self._position.is_hidden(things, names) and value in self._position.value(chosen, names):
            return [RuleGround("chosen_already")]
        return self._why_absent(things, value, names, 0)

    def _why_no_pair(self, info: DecisionInfo, pairs: ir.Pairs, key: str, names: NameValues) -> list[RuleGround]:
        """Explain why a pair is not on offer: its first thing, or else its second one."""
        parts = key.split(PAIR_SIGN)
        if len(parts) != len(info.parts):
            return [RuleGround("no_way_out" if key in WAYS_OUT else "other_question")]
        first, second = map(self._number_of, info.parts, parts)
        if first is None or second is None:
            return [RuleGround("other_question")]
        if first not in self._position.value(pairs.things, names):
            return self._why_absent(pairs.things, first, names, 0) or [RuleGround("not_offered")]
        inner = self._queries.bind_value(pairs.it, first, names)
        return self._why_absent(pairs.seconds, second, inner, 0) or [RuleGround("not_offered")]

    def _why_no_subset(self, things: ir.Expr, key: str, names: NameValues) -> list[RuleGround]:
        """Explain why a subset is not on offer: its first member that can't be chosen, or else their number."""
        members = [self._number_of(things.type.kind, part) for part in key.split(PAIR_SIGN)]
        if None in members:
            return [RuleGround("no_way_out" if key in WAYS_OUT else "other_question")]
        there = self._position.value(things, names)
        missing = next((member for member in members if member not in there), None)
        grounds = [] if missing is None else self._why_absent(things, missing, names, 0)
        return grounds or [RuleGround("not_offered")]

    def _number_of(self, kind: str, key: str) -> int | None:
        """Return the number of the thing of a kind that has this key."""
        if kind == "number":
            return int(key) if key.isdecimal() else None
        shown = self._rules.program.symbols.labels
        return shown[kind].index(key) if key in shown[kind] else None

    def _why_infeasible(
        self, block: Block, names: NameValues, depth: int = 0, event: bool = False, permitted: bool = False
    ) -> list[RuleGround]:
        """Explain why statements can't be begun, or an event can't or may not be played. No trials are run."""
        named, condition = self._queries.untried(block, event, permitted)
        for name, value in named:
            names = self._queries.bind(name, value, names)
        return self._why_false(condition, names, depth)

    def _why_absent(self, things: ir.Expr, value: Any, names: NameValues, depth: int) -> list[RuleGround]:
        """Explain why a thing is not in a set."""
        if self._position.is_hidden(things, names):
            return self._ground_at("not_among", things, names)
        if isinstance(things, ir.Filter | ir.Intersection | ir.ArgBest | ir.Prefer | ir.InOrder):
            base = things.left if isinstance(things, ir.Intersection) else things.things
            if isinstance(things, ir.InOrder) or value not in self._position.value(base, names):
                return self._why_absent(base, value, names, depth)
            if isinstance(things, ir.Filter | ir.Prefer):
                inner = self._queries.bind_value(things.it, value, names)
                why = self._why_false(things.condition, inner, depth)
                return why or self._ground_at("not_among", things, names)
            if isinstance(things, ir.Intersection):
                return self._why_absent(things.right, value, names, depth)
        if isinstance(things, ir.Conditional):
            asked = things.yes if self._position.value(things.condition, names) else things.no
            return self._why_absent(asked, value, names, depth) or self._ground_at("not_among", things, names)
        own = self._ground_at("not_among", things, names)
        if isinstance(things, ir.TermCall) and depth < MAX_DEPTH:
            body, inner = self._expanded_word(things, names)
            return own + self._why_absent(body, value, inner, depth + 1)
        return own

    def _why_false(self, condition: ir.Expr, names: NameValues, depth: int) -> list[RuleGround]:
        """Explain why a condition is false."""
        must = condition.source_range is not None and condition.source_range.words.startswith("must ")
        own = self._ground_at("cannot" if must else "not_so", condition, names)
        if depth >= MAX_DEPTH or self._position.is_hidden(condition, names):
            return own
        if isinstance(condition, ir.And):
            part = next((arg for arg in condition.parts if not self._position.value(arg, names)), None)
            inner = [] if part is None else self._why_false(part, names, depth)
            return own + inner if must else inner or own
        if isinstance(condition, ir.Or) and condition.source_range is None:
            return self._why_false(
                max(condition.parts, key=lambda arg: self._holding_conjuncts(arg, names)), names, depth
            )
        if isinstance(condition, ir.Conditional) and self._position.value(condition.condition, names):
            return own + self._why_false(replace(condition.yes, source_range=None), names, depth)
        if isinstance(condition, ir.Exists):
            return own + self._ground_at("no_such", condition.things, names)
        if isinstance(condition, ir.TermCall):
            body, inner_names = self._expanded_word(condition, names)
            return own + self._why_false(body, inner_names, depth + 1)
        if isinstance(condition, ir.IsPlayable):
            return own + self._why_unplayable(condition, names, depth)
        return own

    def _why_unplayable(self, condition: ir.IsPlayable, names: NameValues, depth: int) -> list[RuleGround]:
        """Explain why the event of a card can't be played."""
        routines = self._rules.program.routines
        event = routines.event[self._position.value(condition.card, names)]
        if event is None:
            return [RuleGround("no_event")]
        routine = routines.all[event]
        inner = self._queries.bind_arguments([routine.you], [condition.you], names)
        return self._why_infeasible(routine.body, inner, depth + 1, event=True, permitted=condition.permitted)

    def _holding_conjuncts(self, condition: ir.Expr, names: NameValues) -> int:
        """Return the number of conjuncts that hold before the first that doesn't."""
        if not isinstance(condition, ir.And) or not self._position.value(condition.left, names):
            return 0
        return 1 + self._holding_conjuncts(condition.right, names)

    def _expanded_word(self, term: ir.TermCall, names: NameValues) -> tuple[ir.Expr, NameValues]:
        """Return the body of a vocabulary word, and the values of its parameters."""
        word = self._rules.program.analysis.terms.term(term.word)
        return word.body, self._queries.bind_arguments(word.all_parameters, term.args, names)

    def _ground_at(self, kind: str, expr: ir.Expr, names: NameValues) -> list[RuleGround]:
        if expr.source_range is None:
            return []
        where = expr.source_range.where
        words = expr.source_range.words.removeprefix("and ")
        return [RuleGround(kind, words, where, expr.source_range.text.excerpt(where), expr, names)]
