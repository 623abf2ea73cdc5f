"""The lowering of one game while it grows: its segments, and the facts about routines and decisions that go with them.

A routine in which nobody decides and nothing ends becomes one plain function. Any other becomes a chain of
*segments*, functions `(m, v, z, f)` of the match, its state and the routine's frame, that each return the number of
the next segment, or the number of a decision after having put the options into the match. A frame is a list of plain
values: where to go on in this routine, the acting seat, then its names. So a match can be copied and saved in the
middle of any effect.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from interpreter.errors import Where
from interpreter.language.checking.doable import Doable
from interpreter.language.checking.weights import Weights
from interpreter.language.ir.statements import Routine, Statement
from interpreter.language.lowering.desugar import desugared
from interpreter.language.lowering.suspension import Suspension
from interpreter.language.lowering.terms import Lowering
from interpreter.language.parts import DecisionInfo
from interpreter.language.routines import Routines
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import Text


class Place(NamedTuple):
    """What is charged for its work: where it stands, and the title and text of its rule."""

    where: Where
    title: str
    text: Text


@dataclass(slots=True)
class Flow:
    """`added`: the kinds of things that are added to lists. `logged`: with the instructions that write the log.

    `segments` are sources by number, `sources` a source a routine; `places` are what a segment names when it goes on
    for too long. `routine_at` tells whose segment a number is, `card_slots` where the frame of a routine keeps cards.
    """

    symbols: Symbols
    lowering: Lowering
    doable: Doable
    routines: Routines
    suspension: Suspension
    added: set[str]
    weights: Weights
    logged: bool
    segments: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    decisions: list[DecisionInfo] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    entries: dict[int, int] = field(default_factory=dict)
    frame_size: dict[int, int] = field(default_factory=dict)
    card_slots: dict[int, tuple[int, ...]] = field(default_factory=dict)
    routine_at: dict[int, int] = field(default_factory=dict)

    def beside(self, routines: Routines) -> Flow:
        """A lowering that goes on from here with more routines, and leaves this one as it is."""
        return replace(
            self,
            lowering=self.lowering.beside(),
            doable=Doable(self.symbols, routines),
            routines=routines,
            suspension=self.suspension.beside(routines),
            added=set(self.added),
            segments=self.segments[:],
            sources=self.sources[:],
            decisions=self.decisions[:],
            places=self.places[:],
            entries=dict(self.entries),
            frame_size=dict(self.frame_size),
            card_slots=dict(self.card_slots),
            routine_at=dict(self.routine_at),
        )

    def begin(self, number: int) -> tuple[int, int]:
        """Where a routine with decisions begins: its first segment, and the size of its frame."""
        return self.entries[number], self.frame_size[number]

    def call_name(self, number: int) -> str:
        """What the function of a routine without decisions is called."""
        return f"r{number}"

    def place_number(self, where: Where, routine: Routine) -> int:
        self.places.append(Place(where, routine.title, routine.text))
        return len(self.places) - 1

    def desugared(self, statement: Statement) -> list[Statement]:
        return desugared(statement, self.symbols, self.routines)
