"""A game as executable Python code, run in one namespace with its constants, the helpers and the card functions."""

from __future__ import annotations

import linecache
import marshal
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from interpreter.language.backends.python.helpers import NAMES, card_functions
from interpreter.language.coverage_points import CoverageItem
from interpreter.language.execution.executable import (
    CodeKey,
    DecisionInfo,
    FramedRoutine,
    PlayableTest,
    SegmentCode,
    SourceLocation,
)
from interpreter.language.symbols import Symbols
from interpreter.rulebook.log_entries import ENTRY_CLASSES

NAME = "q"
"""Name of a function that is linked to a game's code."""


class NamedConstants:
    """Values named `K0`, `K1`, … in the generated source; equal values share a name."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self._names: dict[str, str] = {}

    def name_of(self, value: Any) -> str:
        """Return the name of a value, added if it is new."""
        key = f"{type(value).__name__}{value!r}"
        if key not in self._names:
            self._names[key] = f"K{len(self._names)}"
            self.values[self._names[key]] = value
        return self._names[key]

    def extended(self) -> NamedConstants:
        """Return a copy, to which others can be added."""
        other = NamedConstants()
        other.values = dict(self.values)
        other._names = dict(self._names)
        return other


@dataclass(slots=True)
class CompiledGame:
    """A compiled game.

    Attributes:
        constants: Constants named in the code.
        sources: Source by title and kind.
        code: Code objects, in order.
        terms: Vocabulary terms that are defined.
        linked: Number of linked routines.
        frames: Suspendable routines by number.
        routines: The routine of each segment.
        events: The routine of each card's event, by card.
        tests: By card, the name of the test whether a seat can play the event.
        permitted: By card, the name of the test whether the event's conditions hold.
        decisions: As in `LoweredGame`, and so are the other attributes.
    """

    constants: NamedConstants = field(default_factory=NamedConstants)
    sources: dict[CodeKey, str] = field(default_factory=dict)
    code: list[CodeType] = field(default_factory=list)
    terms: set[int] = field(default_factory=set)
    linked: int = 0
    frames: dict[int, FramedRoutine] = field(default_factory=dict)
    routines: list[int | None] = field(default_factory=list)
    events: Sequence[int | None] = ()
    tests: Sequence[str] = ()
    permitted: Sequence[str] = ()
    decisions: Sequence[DecisionInfo] = ()
    places: Sequence[SourceLocation] = ()
    items: Sequence[CoverageItem] = ()
    points: int = 0
    tries: bool = False

    def extended(self) -> CompiledGame:
        """Return a copy, to which more can be added."""
        other = copy(self)
        other.constants = self.constants.extended()
        other.sources = dict(self.sources)
        other.code = self.code[:]
        other.terms = set(self.terms)
        other.frames = dict(self.frames)
        other.routines = self.routines[:]
        return other


class PythonCode:
    """A game that can be run. It can be pickled, with bytecode that only the same version of Python accepts.

    Attributes:
        segments: Segments by number.
        playable: By card, the test whether a seat can play the event.
        events: The routine of each card's event, by card.
        score: A function of a seat.
        decisions: Decisions by number.
        places: Source positions that work is charged to, by number.
        tries: True if the rules ask whether an event would change something, which can depend on future random events.
        items: Coverage items.
        reached: A byte for each coverage point: 1 if it was reached in this process since it was last cleared.
    """

    def __init__(self, symbols: Symbols, compiled: CompiledGame) -> None:
        self.symbols = symbols
        self.compiled = compiled
        self._base: PythonCode | None = None
        self._namespace: dict[str, Any] = {**NAMES, **ENTRY_CLASSES, **card_functions(symbols)}
        sizes = (0 if event is None else compiled.frames[event].name_count for event in compiled.events)
        self._namespace["EVENT_SIZES"] = tuple(sizes)
        self.reached = self._namespace["REACHED"] = bytearray(compiled.points)
        self._namespace["noted"] = _noting(self.reached)
        self._run(compiled.code)
        self.playable: tuple[PlayableTest, ...] = tuple(self._namespace[name] for name in compiled.tests)
        self._namespace["PLAYABLE"] = self.playable
        self._namespace["PERMITTED"] = tuple(self._namespace[name] for name in compiled.permitted)
        self.score: Callable[[Any, list[Any], list[list[int]], int], int] = self._namespace["score"]

    def _run(self, code: Sequence[CodeType]) -> None:
        compiled = self.compiled
        self._namespace.update(compiled.constants.values)
        for each in code:
            exec(each, self._namespace)
        numbers = range(len(compiled.routines))
        self.segments: list[SegmentCode] = [
            self._namespace.get(f"s{number}", self._namespace["s0"]) for number in numbers
        ]
        self.events = compiled.events
        self.tries = compiled.tries
        self.decisions = compiled.decisions
        self.places = compiled.places

    def extended(self, compiled: CompiledGame) -> PythonCode:
        """Return a copy that also has the code compiled since; this one stays unchanged."""
        other = object.__new__(PythonCode)
        other.__dict__.update(self.__dict__, compiled=compiled, _namespace=dict(self._namespace), _base=self)
        other._run(compiled.code[len(self.compiled.code) :])
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        base, compiled = self._base, copy(self.compiled)
        before = 0 if base is None else len(base.compiled.code)
        compiled.code = []
        return _unpickled, (self.symbols, compiled, [marshal.dumps(each) for each in self.compiled.code[before:]], base)

    @property
    def items(self) -> Sequence[CoverageItem]:
        """Coverage items."""
        return self.compiled.items

    def begin(self, routine: int) -> tuple[int, int]:
        """Return the first segment of a suspendable routine, and the number of names in its frame."""
        framed = self.compiled.frames[routine]
        return framed.first_segment, framed.name_count

    def has_segment(self, number: int) -> bool:
        """Return True if a segment of this number exists."""
        return 0 < number < len(self.segments)

    def card_slots(self, segment: int) -> tuple[int, ...]:
        """Return the slots that hold cards in the frame of a segment's routine."""
        routine = self.compiled.routines[segment] if self.has_segment(segment) else None
        return () if routine is None else self.compiled.frames[routine].card_slots

    def routine_title(self, segment: int) -> str:
        """Return the title of the rule to which a segment of a routine with decisions belongs."""
        routine = self.compiled.routines[segment]
        return "" if routine is None else self.compiled.frames[routine].title

    def define_function(self, code: CodeType) -> Callable[..., Any]:
        """Return the function that some code defines as `NAME`, linked to the game's own functions."""
        self._namespace.update(self.compiled.constants.values)
        exec(code, self._namespace)
        made: Callable[..., Any] = self._namespace.pop(NAME)
        return made

    def sources(self) -> Mapping[CodeKey, str]:
        """Return the source of each rule, by title and kind."""
        return self.compiled.sources


def _unpickled(symbols: Symbols, compiled: CompiledGame, code: list[bytes], base: PythonCode | None) -> PythonCode:
    compiled.code = [marshal.loads(each) for each in code]
    if base is not None:
        compiled.code[:0] = base.compiled.code
        return base.extended(compiled)
    for key, source in compiled.sources.items():
        register_source(symbols.rulebook.id, key, source)
    return PythonCode(symbols, compiled)


class LinkedFunction:
    """A function linked to a game's code, available as `call`. It can be pickled as the code can."""

    __slots__ = ("_code", "_own", "call")

    def __init__(self, code: PythonCode, own: CodeType) -> None:
        """Link the function that the code object `own` defines as `NAME`."""
        self._code = code
        self._own = own
        self.call = code.define_function(own)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled_function, (self._code, marshal.dumps(self._own))


def _unpickled_function(code: PythonCode, own: bytes) -> LinkedFunction:
    return LinkedFunction(code, marshal.loads(own))


def _noting(reached: bytearray) -> Callable[[Any, int, int], Any]:
    def noted(holds: Any, held: int, failed: int) -> Any:
        """Return a condition, and record which of two coverage points it reaches."""
        reached[held if holds else failed] = 1
        return holds

    return noted


def register_source(game: str, key: CodeKey, source: str) -> str:
    """Register the source of a rule for tracebacks, and return the file name used for it."""
    name = f"<{game}: {key}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    return name
