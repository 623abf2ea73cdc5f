"""From a rulebook to a program: its texts analysed, lowered and linked."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cached_property

from interpreter.errors import Problem
from interpreter.language.analysis import Analysis
from interpreter.language.checking.doable import Doable, untried
from interpreter.language.diagnostics import Diagnostics
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.types import Local
from interpreter.language.lowering.emit import emit
from interpreter.language.lowering.flow import Flow
from interpreter.language.lowering.linking import Code
from interpreter.language.lowering.suspension import Suspension
from interpreter.language.lowering.terms import Lowering
from interpreter.rulebook.model import Rulebook, Text


class Program:
    """A rulebook that can be played: lowered without a log for quick play, and with one; both make the same matches."""

    def __init__(self, rulebook: Rulebook) -> None:
        """Raises RulebookError with every mistake in the texts."""
        self.rulebook = rulebook
        self.analysis = Analysis(rulebook)
        self.symbols = self.analysis.symbols
        self.routines = self.analysis.routines
        self._codes: dict[bool, Code] = {}

    def code(self, logged: bool) -> Code:
        """The lowered game, made when first asked for."""
        if logged not in self._codes:
            diagnostics = Diagnostics(self.rulebook)
            lowered = diagnostics.attempt(self.rulebook.start, self._lower, logged)
            diagnostics.stop_if_wrong()
            assert lowered is not None
            self._codes[logged] = lowered
        return self._codes[logged]

    def beside(self) -> Program:
        """The same program, to whose code with a log more routines can be linked; this one is left as it is."""
        other = copy(self)
        other.routines = self.routines.beside()
        other._codes = {**self._codes, True: self.code(True).beside(other.routines)}
        return other

    @cached_property
    def holds(self) -> dict[int, tuple[int, Callable[..., bool]]]:
        """By the number of a zone: its owner, and what is known of each card there, a function `(v, z, owner, it)`."""
        found = {}
        for holds in self.analysis.holds:
            condition = self._function(holds.condition, {holds.owner: "owner", holds.it: "it"})
            for owner, zone in enumerate(holds.zones):
                found[zone] = owner, condition
        return found

    @cached_property
    def certain(self) -> list[tuple[Callable[..., bool], frozenset[int] | None]]:
        """What holds at every decision, as functions `(v, z)`, with the zones that each looks into (None: any)."""
        return [(self._function(certain.condition, {}), certain.reads) for certain in self.analysis.certain]

    @cached_property
    def warnings(self) -> tuple[Problem, ...]:
        """What may be amiss in the texts although they can be carried out."""
        return self.analysis.warnings()

    def text_of(self, title: str) -> Text | None:
        """The text of the phrase, event, condition or value of that title."""
        texts = {term.title: term.text for term in self.analysis.terms.all.values()}
        texts |= {routine.title: routine.text for routine in self.routines.all}
        return texts.get(title)

    def _function(self, condition: Expr, names: dict[Local, str]) -> Callable[..., bool]:
        code = self.code(False)
        body = code.flow.lowering.truth(condition, names)
        return code.function(f"def q({', '.join(('v', 'z', *names.values()))}):\n    return bool({body})\n")

    def _lower(self, logged: bool) -> Code:
        analysis = self.analysis
        lowering = Lowering(self.symbols, analysis.terms.term, analysis.weights)
        doable = Doable(self.symbols, self.routines)
        suspension = Suspension(self.symbols, self.routines)
        added, weights = analysis.resolver.added, analysis.weights
        flow = Flow(self.symbols, lowering, doable, self.routines, suspension, added, weights, logged)
        emit(flow)
        others = self._playable(lowering, doable)
        score = "0" if analysis.score is None else lowering.truth(analysis.score, {analysis.score_seat: "seat"})
        others.append(("score", f"def score(v, z, seat):\n    return {score}\n"))
        code = Code(self.rulebook, flow)
        code.link(others)
        return code

    def _playable(self, lowering: Lowering, doable: Doable) -> list[tuple[str, str]]:
        """For each event, and for none, after its title, the source of the test whether it can be carried out."""
        found = [("no event", "def pNone(v, z, you):\n    return False\n")]
        for event in dict.fromkeys(self.routines.event):
            if event is not None:
                routine = self.routines.all[event]
                lines = [f"def p{event}(v, z, you):"]
                env = {routine.you: "you"}
                named, condition = doable.test(routine.body, event=True)
                doable.check_together(routine.body)
                self.analysis.weights.check(condition, routine.body)
                for name, value in named:
                    text = lowering.code(value, env)
                    env[name] = lowering.fresh()
                    lines.append(f"    {env[name]} = {text}")
                test = lowering.truth(untried(condition), env)
                found.append((routine.title, "\n".join([*lines, f"    return {test}", ""])))
        return found
