"""Settings that all parts of a printed kit share, and the faults that typesetting finds in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from interpreter.language.bot_programs import ResolvedBot, resolve_bots
from interpreter.presentation.board.track_yields import TrackYields, find_track_yields
from interpreter.presentation.names import Names
from interpreter.presentation.saying.printed_texts import PrintedTexts
from interpreter.presentation.speech import MessageCatalog
from interpreter.printing.examples import PrintedExample
from interpreter.printing.layouts import Paper, PieceGrid
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.print_style import PrintStyle
from interpreter.support.errors import Problem


@dataclass(frozen=True)
class PrintJob:
    """A game to print, in a language, on a paper.

    Attributes:
        cards: Positions of cards on their sheets.
        style: Pictures, icons and borders of the game.
        low_ink: True for outlines in place of filled areas.
        examples: Examples of play, already told in the language.
    """

    book: Rulebook
    names: Names
    speech: MessageCatalog
    paper: Paper
    cards: PieceGrid
    style: PrintStyle = field(default_factory=PrintStyle)
    low_ink: bool = False
    examples: tuple[PrintedExample, ...] = ()

    @cached_property
    def texts(self) -> PrintedTexts:
        """The texts of the rules in the job's language. Raises RulebookError if they have mistakes."""
        return PrintedTexts(self.book, self.names)

    @cached_property
    def yields(self) -> TrackYields:
        """The seats for which the rules ask what tracks give. Raises RulebookError if they have mistakes."""
        return find_track_yields(self.texts.analysis)

    @cached_property
    def bots(self) -> tuple[ResolvedBot, ...]:
        """The tables of the bots with the meaning of their rows. Raises RulebookError if they have mistakes."""
        return resolve_bots(self.texts.analysis)


@dataclass(frozen=True, slots=True)
class TextOverflow:
    """A text that doesn't fit at its smallest size.

    Attributes:
        id: Id of the text within its part.
        over: Missing room in millimetres.
        size: Smallest size in points.
    """

    id: str
    over: float
    size: float

    def __str__(self) -> str:
        return f"{self.over:.1f} mm too long at the smallest size, {self.size:.2g} points"


class PrintedPart(Protocol):
    """A part of a kit: a dataclass whose fields are passed to the part's template as JSON."""

    def explain(self, overflow: TextOverflow) -> Problem:
        """Return the problem of a text of this part that doesn't fit."""
