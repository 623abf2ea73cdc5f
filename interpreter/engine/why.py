"""Explanations for unavailable options: find the part of the rules that excludes an option by evaluating them in parts.

Nothing of this runs during play. It is derived from the typed tree on demand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.errors import Where
from interpreter.language.checking.doable import permission, untried
from interpreter.language.checking.sight import Secret
from interpreter.language.ir.expressions import (
    And,
    ArgBest,
    Conditional,
    Const,
    Exists,
    Expr,
    Filter,
    InOrder,
    Meet,
    Or,
    Playable,
    Prefer,
    TermCall,
    Variable,
    WouldChange,
)
from interpreter.language.ir.statements import Block, Choose, Either
from interpreter.language.ir.types import CARD, SEAT, Local
from interpreter.language.lowered.game import Function, LoweredDecision
from interpreter.language.lowered.instructions import Set
from interpreter.language.lowered.values import Constant, Register, Value
from interpreter.language.lowering.expressions import Bindings
from interpreter.rulebook.labels import slug

DEEPEST = 12
"""Largest number of vocabulary words and events through which a reason is followed."""
WAYS_OUT = ("stop", "none")


@dataclass(frozen=True, slots=True)
class Ground:
    """A part of the rules that excludes an option.

    Attributes:
        kind: `not_so`, `not_among`, `no_such` or `cannot` (about `words`); `no_event`; `no_label` (`words` is the key);
            or `no_way_out`, `not_offered` or `other_question` (about the decision itself).
        words: Wording of the rules, or the key.
        where: Place of the rule.
        line: The line of the file there.
    """

    kind: str
    words: str = ""
    where: Where | None = None
    line: str | None = None


@dataclass(frozen=True, slots=True)
class _Names:
    """Values of a text's names, and assignments to evaluate first."""

    known: Bindings
    before: tuple[Set, ...] = ()

    def bound(self, name: Local, value: Value) -> _Names:
        register = Register(name.type)
        return _Names({**self.known, name: register}, (*self.before, Set(register, value)))


class Inquiry:
    """Explainer for the current decision of a state, which must have a log.

    If `seat` is given, no reason is reported that would reveal to this seat the faces of hidden cards or the values of
    hidden variables.
    """

    def __init__(self, rules: Rules, state: State, seat: int | None = None) -> None:
        self._rules = rules
        self._state = state.copy()  # evaluation may draw at random, which must change nothing
        self._seat = seat
        self._queries = rules.program.queries(logged=True)

    def why_not(self, key: str) -> tuple[Ground, ...]:
        """Explain why no option has this key: at least one ground, each the consequence of the next.

        The key must not be that of an available option.
        """
        decision = self._rules.program.lowered(True).decisions[self._state.asked]
        return tuple(dict.fromkeys(self._grounds(decision, key)))

    def why_unplayable(self, card: int, seat: int) -> tuple[Ground, ...]:
        """Explain, as `why_not` does, why a seat can't play the event of a card. It must be unplayable."""
        cannot = Playable(Const(card, type=CARD), Const(seat, type=SEAT))
        return tuple(dict.fromkeys(self._unplayable(cannot, _Names({}), 0)))

    def _grounds(self, decision: LoweredDecision, key: str) -> list[Ground]:
        info, asked, names = decision.info, decision.asking, _Names(dict(decision.names))
        if isinstance(asked, Either):
            labels = [slug(label) for label in info.labels]
            if key not in labels:
                return [Ground("no_label", key)]
            return self._undoable(asked.options[labels.index(key)][1], names)
        value = self._value(info.type.kind, key) if info.kind == "choose" else None
        if isinstance(asked, Choose) and value is not None:
            found = self._absent(asked.options, value, names, 0)
            return found or [Ground("not_offered")]
        if info.kind == "choose" and key in WAYS_OUT:
            return [Ground("no_way_out")]
        return [Ground("other_question")]

    def _value(self, kind: str, key: str) -> int | None:
        """Return the number of the thing of a kind that has this key."""
        if kind == "number":
            return int(key) if key.isdecimal() else None
        shown = self._rules.program.symbols.shown
        ids = shown["place" if kind in ("space", "box") else kind]
        return ids.index(key) if key in ids else None

    def _undoable(
        self, block: Block, names: _Names, depth: int = 0, event: bool = False, permitted: bool = False
    ) -> list[Ground]:
        """Explain why statements can't be begun, or an event can't or may not be played. No trials are run."""
        test = self._queries.doable.test(block, event)
        named, condition = permission(test) if permitted else test
        for name, value in named:
            names = names.bound(name, self._value_of(value, names))
        return self._false(untried(condition) if event else condition, names, depth)

    def _absent(self, things: Expr, value: Any, names: _Names, depth: int) -> list[Ground]:
        """Explain why a thing is not in a set."""
        if self._is_hidden(things, names):
            return self._told("not_among", things)
        if isinstance(things, Filter | Meet | ArgBest | Prefer | InOrder):
            base = things.left if isinstance(things, Meet) else things.things
            if isinstance(things, InOrder) or value not in self._asked(base, names):
                return self._absent(base, value, names, depth)
            if isinstance(things, Filter):
                why = self._false(things.condition, names.bound(things.it, Constant(value)), depth)
                return why or self._told("not_among", things)
            if isinstance(things, Meet):
                return self._absent(things.right, value, names, depth)
        if isinstance(things, Conditional):
            asked = things.yes if self._asked(things.condition, names) else things.no
            return self._absent(asked, value, names, depth) or self._told("not_among", things)
        own = self._told("not_among", things)
        if isinstance(things, TermCall) and depth < DEEPEST:
            body, inner = self._opened(things, names)
            return own + self._absent(body, value, inner, depth + 1)
        return own

    def _false(self, condition: Expr, names: _Names, depth: int) -> list[Ground]:
        """Explain why a condition is false."""
        must = condition.said is not None and condition.said.words.startswith("must ")
        own = self._told("cannot" if must else "not_so", condition)
        if depth >= DEEPEST or self._is_hidden(condition, names):
            return own
        if isinstance(condition, And):
            part = next((arg for arg in condition.parts if not self._asked(arg, names)), None)
            inner = [] if part is None else self._false(part, names, depth)
            return own + inner if must else inner or own
        if isinstance(condition, Or) and condition.said is None:
            return self._false(max(condition.parts, key=lambda arg: self._reached(arg, names)), names, depth)
        if isinstance(condition, Conditional) and self._asked(condition.condition, names):
            return own + self._false(replace(condition.yes, said=None), names, depth)
        if isinstance(condition, Exists):
            return own + self._told("no_such", condition.things)
        if isinstance(condition, TermCall):
            body, inner_names = self._opened(condition, names)
            return own + self._false(body, inner_names, depth + 1)
        if isinstance(condition, Playable):
            return own + self._unplayable(condition, names, depth)
        return own

    def _unplayable(self, condition: Playable, names: _Names, depth: int) -> list[Ground]:
        """Explain why the event of a card can't be played."""
        routines = self._rules.program.routines
        event = routines.event[self._asked(condition.card, names)]
        if event is None:
            return [Ground("no_event")]
        routine = routines.all[event]
        inner = _Names({}, names.before).bound(routine.you, self._value_of(condition.you, names))
        return self._undoable(routine.body, inner, depth + 1, event=True, permitted=condition.permitted)

    def _reached(self, condition: Expr, names: _Names) -> int:
        """Return the number of conjuncts that hold before the first that doesn't."""
        if not isinstance(condition, And) or not self._asked(condition.left, names):
            return 0
        return 1 + self._reached(condition.right, names)

    def _opened(self, term: TermCall, names: _Names) -> tuple[Expr, _Names]:
        """Return the body of a vocabulary word, and the values of its parameters."""
        word = self._rules.program.analysis.terms.term(term.word)
        inner = _Names({}, names.before)
        for name, arg in zip(word.arguments, term.args, strict=True):
            inner = inner.bound(name, self._value_of(arg, names))
        return word.body, inner

    def _told(self, kind: str, expr: Expr) -> list[Ground]:
        if expr.said is None:
            return []
        where = expr.said.where
        return [Ground(kind, expr.said.words.removeprefix("and "), where, expr.said.text.excerpt(where))]

    def _value_of(self, expr: Expr, names: _Names) -> Value:
        return self._queries.value(expr, names.known)

    def _asked(self, expr: Expr, names: _Names) -> Any:
        """Return the current value of an expression."""
        question = Function("a question", (), names.before, self._value_of(expr, names))
        state = self._state
        return self._queries.linked(question, ("m", "v", "z", "f"))(state, state.v, state.z, state.stack[-1])

    def _is_hidden(self, expr: Expr, names: _Names) -> bool:
        """Return True if an expression depends on card faces or variables that the seat can't see."""
        if self._seat is None:
            return False
        variables = self._rules.program.symbols.variables

        def is_secret(look: Secret) -> bool:
            if isinstance(look, Playable | WouldChange):
                return False
            if isinstance(look, Variable):
                return variables[look.variable].visible != "everyone"
            return not self._sees_into(look.parts[0], names)

        return self._rules.program.analysis.secrets.first_in(expr, is_secret) is not None

    def _sees_into(self, zone: Expr, names: _Names) -> bool:
        """Return True if the seat knows all cards of one or several zones."""
        try:
            found = self._asked(zone, names)
        except KeyError:  # the zone depends on a bound name of the set
            return False
        zones: Sequence[int] = found if isinstance(found, (list, tuple)) else [found]
        known, sees = self._rules.constants.known, 1 << (self._seat or 0)
        return all(self._state.v[known + card] & sees for number in zones for card in self._state.z[number])
