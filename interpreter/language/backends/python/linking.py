"""A program of the intermediate language made callable: its source run in one namespace with its constants, the helpers
and the functions of cards."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

from interpreter.errors import Problem, RulebookError, Where
from interpreter.language import log
from interpreter.language.backends.python.cards import card_functions
from interpreter.language.backends.python.constants import Constants
from interpreter.language.backends.python.helpers import NAMES
from interpreter.language.backends.python.printer import print_function, print_segment
from interpreter.language.lowered.program import Framed, Function, Lowered, Segment
from interpreter.language.parts import OVER, DecisionInfo, Place, Run, Test
from interpreter.language.symbols import Symbols

STATE = ("v", "z")
MATCH = ("m", "v", "z")


class Code:
    """A lowered game that can be called. `segments` by number; `playable` tells by card whether a seat can play its
    event; `score` is of a seat. `slots` tell by what a segment returns to ask a decision where in the frame its answer
    goes; `seat_slots`, by the decision's number, where the seat that decides stands."""

    def __init__(self, symbols: Symbols, lowered: Lowered) -> None:
        """Raises RulebookError for a text that is nested too deeply."""
        self._book = symbols.rulebook
        self.lowered = lowered
        self._constants = Constants()
        self._sources: dict[str, str] = {}
        self._namespace: dict[str, Any] = {**NAMES, **log.NAMES, **card_functions(symbols)}
        self.segments: list[Run] = []
        self._link()
        sizes = (0 if event is None else self._framed(event).names for event in lowered.events)
        self._namespace["EVENT_SIZES"] = tuple(sizes)
        tests = {id(test): test for test in lowered.playable}
        linked = {key: self.function(test, name=f"p{at}") for at, (key, test) in enumerate(tests.items())}
        self.playable: tuple[Test, ...] = tuple(linked[id(test)] for test in lowered.playable)
        self._namespace["PLAYABLE"] = self.playable
        self.score: Callable[[list[Any], list[list[int]], int], int] = self.function(lowered.score, name="score")

    def beside(self, lowered: Lowered) -> Code:
        """The same code with what `lowered` has more than this one; this one is left as it is."""
        other = copy(self)
        other.lowered = lowered
        other._constants = self._constants.beside()
        other._sources = dict(self._sources)
        other._namespace = dict(self._namespace)
        other.segments = self.segments[:]
        other._link()
        return other

    # -- what the outside may ask

    @property
    def decisions(self) -> Sequence[DecisionInfo]:
        return self.lowered.decisions

    @property
    def places(self) -> Sequence[Place]:
        """What is charged for its work."""
        return self.lowered.places

    def begin(self, routine: int) -> tuple[int, int]:
        """Where a routine with decisions begins: its first segment, and how many names its frame has."""
        framed = self._framed(routine)
        return framed.entry, framed.names

    def has_segment(self, number: int) -> bool:
        return 0 < number < len(self.segments)

    def card_slots(self, segment: int) -> tuple[int, ...]:
        """The places in the frame of a segment's routine that keep cards."""
        found = self.lowered.segments[segment] if self.has_segment(segment) else None
        return () if found is None else self._framed(found.routine).card_slots

    def function(self, function: Function, first: Sequence[str] = STATE, name: str = "q") -> Callable[..., Any]:
        """A function made callable where the game's own are at hand; `first` is what it gets before its arguments."""
        self._run(print_function(name, first, function, self._constants), function.title)
        made: Callable[..., Any] = self._namespace.pop(name)
        return made

    def sources(self) -> dict[str, str]:
        """The source of each rule, by its title."""
        return self._sources

    # -- linking

    def _link(self) -> None:
        """Make callable what is not yet."""
        lowered = self.lowered
        for word, term in lowered.terms.items():
            if f"t{word}" not in self._namespace:
                self._run(print_function(f"t{word}", STATE, term, self._constants), term.title)
        for number, routine in enumerate(lowered.routines):
            if isinstance(routine, Function) and f"r{number}" not in self._namespace:
                self._run(print_function(f"r{number}", MATCH, routine, self._constants), routine.title)
        frames = {number: each.names for number, each in enumerate(lowered.routines) if isinstance(each, Framed)}
        chains: dict[int, list[tuple[int, Segment]]] = {}
        for number in range(len(self.segments), len(lowered.segments)):
            segment = lowered.segments[number]
            if segment is not None:
                chains.setdefault(segment.routine, []).append((number, segment))
        for chain, segments in chains.items():
            source = "".join(print_segment(at, segment, self._constants, frames) for at, segment in segments)
            self._run(source, "the end" if chain < 0 else self._framed(chain).title)
        new = range(len(self.segments), len(lowered.segments))
        self.segments += [self._namespace.get(f"s{number}", self._namespace["s0"]) for number in new]
        self.slots = [*(info.slot for info in reversed(lowered.decisions)), OVER]  # these numbers count from the end
        self.seat_slots = [info.seat_slot for info in lowered.decisions]

    def _framed(self, routine: int) -> Framed:
        framed = self.lowered.routines[routine]
        assert isinstance(framed, Framed)
        return framed

    def _run(self, source: str, title: str) -> None:
        """Run generated source; a traceback shows it under the name of its rule."""
        self._sources[title] = source
        name = f"<{self._book.id}: {title}>"
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        self._namespace.update(self._constants.values)
        try:
            exec(compile(source, name, "exec"), self._namespace)
        except (SyntaxError, RecursionError, MemoryError):
            raise RulebookError(Problem(self._where(title), "too-deep", f"`{title}` is nested too deeply")) from None

    def _where(self, title: str) -> Where:
        texts = self.lowered.texts
        return texts[title].where if title in texts else Where(self._book.folder)


def run_printed(function: Function) -> Callable[[int], Any]:
    """A function of one number, which looks at no match, made callable."""
    constants = Constants()
    source = print_function("q", (), function, constants)
    namespace = {**NAMES, **constants.values}
    exec(compile(source, "<table>", "exec"), namespace)
    made: Callable[[int], Any] = namespace["q"]
    return made
