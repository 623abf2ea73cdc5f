"""A game as Python code that can be called: run in one namespace with its constants, the helpers and the functions of
cards."""

from __future__ import annotations

import linecache
import marshal
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from interpreter.language import log
from interpreter.language.backends.python.card_functions import card_functions
from interpreter.language.backends.python.helpers import NAMES
from interpreter.language.backends.python.named_constants import NamedConstants
from interpreter.language.executable import OVER, DecisionInfo, Framed, Place, PlayableTest, SegmentCode, SourceKey
from interpreter.language.points import Item
from interpreter.language.symbols import Symbols

NAME = "q"
"""What a function beside a game's code is called."""


@dataclass(slots=True)
class Compiled:
    """A compiled game: `code` in order, its source by title and kind, and the constants that it names.
    `words` of the vocabulary are there, and so many `linked` routines; `frames` are those with decisions, `routines`
    the ones that the segments belong to. `events` are the routines of cards, by card, and `tests` the names of the
    functions that tell whether a seat can play them, `permitted` of those that tell whether their conditions hold.
    `tries`, `items` and `points` as of LoweredGame."""

    constants: NamedConstants = field(default_factory=NamedConstants)
    sources: dict[SourceKey, str] = field(default_factory=dict)
    code: list[CodeType] = field(default_factory=list)
    words: set[int] = field(default_factory=set)
    linked: int = 0
    frames: dict[int, Framed] = field(default_factory=dict)
    routines: list[int | None] = field(default_factory=list)
    events: Sequence[int | None] = ()
    tests: Sequence[str] = ()
    permitted: Sequence[str] = ()
    decisions: Sequence[DecisionInfo] = ()
    places: Sequence[Place] = ()
    items: Sequence[Item] = ()
    points: int = 0
    tries: bool = False

    def beside(self) -> Compiled:
        """The same, to which more can be added."""
        other = copy(self)
        other.constants = self.constants.beside()
        other.sources = dict(self.sources)
        other.code = self.code[:]
        other.words = set(self.words)
        other.frames = dict(self.frames)
        other.routines = self.routines[:]
        return other


class Code:
    """A game that can be called. `segments` by number; `playable` tells by card whether a seat can play its event,
    `events` which routine that is; `score` is of a seat; `decisions`, and `places`, which are charged for their work,
    by number. `tries`: whether it is asked anywhere if an event would change something, which can be a matter of the
    chances to come. `slots` tell by what a segment returns to ask a decision where in the frame its answer goes;
    `seat_slots`, by the same, where the seat that decides stands. `items` are what can happen, and `reached` has a byte
    for each point by which that is known: 1, once it was carried out in this process, until somebody clears it.

    It can be pickled, with instructions that only the same version of Python takes.
    """

    def __init__(self, symbols: Symbols, compiled: Compiled) -> None:
        self.symbols = symbols
        self.compiled = compiled
        self._base: Code | None = None
        self._namespace: dict[str, Any] = {**NAMES, **log.NAMES, **card_functions(symbols)}
        sizes = (0 if event is None else compiled.frames[event].names for event in compiled.events)
        self._namespace["EVENT_SIZES"] = tuple(sizes)
        self.reached = self._namespace["REACHED"] = bytearray(compiled.points)
        self._namespace["noted"] = _noting(self.reached)
        self._run(compiled.code)
        self.playable: tuple[PlayableTest, ...] = tuple(self._namespace[name] for name in compiled.tests)
        self._namespace["PLAYABLE"] = self.playable
        self._namespace["PERMITTED"] = tuple(self._namespace[name] for name in compiled.permitted)
        self.score: Callable[[list[Any], list[list[int]], int], int] = self._namespace["score"]

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
        self.slots = [*(info.slot for info in reversed(self.decisions)), OVER]  # these numbers count from the end
        self.seat_slots = [*(info.seat_slot for info in reversed(self.decisions)), OVER]

    def beside(self, compiled: Compiled) -> Code:
        """The same code with what has been compiled since; this one is left as it is."""
        other = object.__new__(Code)
        other.__dict__.update(self.__dict__, compiled=compiled, _namespace=dict(self._namespace), _base=self)
        other._run(compiled.code[len(self.compiled.code) :])
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        base, compiled = self._base, copy(self.compiled)
        before = 0 if base is None else len(base.compiled.code)
        compiled.code = []
        return _unpickled, (self.symbols, compiled, [marshal.dumps(each) for each in self.compiled.code[before:]], base)

    @property
    def items(self) -> Sequence[Item]:
        return self.compiled.items

    def begin(self, routine: int) -> tuple[int, int]:
        """Where a routine with decisions begins: its first segment, and how many names its frame has."""
        framed = self.compiled.frames[routine]
        return framed.entry, framed.names

    def has_segment(self, number: int) -> bool:
        return 0 < number < len(self.segments)

    def card_slots(self, segment: int) -> tuple[int, ...]:
        """The places in the frame of a segment's routine that keep cards."""
        routine = self.compiled.routines[segment] if self.has_segment(segment) else None
        return () if routine is None else self.compiled.frames[routine].card_slots

    def called(self, code: CodeType) -> Callable[..., Any]:
        """The function that some code defines as `NAME`, which can use all that the game's own can."""
        self._namespace.update(self.compiled.constants.values)
        exec(code, self._namespace)
        made: Callable[..., Any] = self._namespace.pop(NAME)
        return made

    def sources(self) -> Mapping[SourceKey, str]:
        """The source of each rule, by its title and kind."""
        return self.compiled.sources


def _unpickled(symbols: Symbols, compiled: Compiled, code: list[bytes], base: Code | None) -> Code:
    compiled.code = [marshal.loads(each) for each in code]
    if base is not None:
        compiled.code[:0] = base.compiled.code
        return base.beside(compiled)
    for key, source in compiled.sources.items():
        show(symbols.rulebook.id, key, source)
    return Code(symbols, compiled)


class CodeFunction:
    """A function beside a game's code, to be had as `call`. It can be pickled as the code can."""

    __slots__ = ("_code", "_own", "call")

    def __init__(self, code: Code, own: CodeType) -> None:
        """`own` defines the function, as `NAME`."""
        self._code = code
        self._own = own
        self.call = code.called(own)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled_function, (self._code, marshal.dumps(self._own))


def _unpickled_function(code: Code, own: bytes) -> CodeFunction:
    return CodeFunction(code, marshal.loads(own))


def _noting(reached: bytearray) -> Callable[[Any, int, int], Any]:
    def noted(holds: Any, held: int, failed: int) -> Any:
        """A condition; notes at which of two points it comes out."""
        reached[held if holds else failed] = 1
        return holds

    return noted


def show(game: str, key: SourceKey, source: str) -> str:
    """Let tracebacks show the source of a rule. Returns the file name that it has there."""
    name = f"<{game}: {key}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    return name
