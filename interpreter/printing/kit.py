"""The printed kit of a game as typed data, part by part, independent of typesetting."""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter.printing.aids import AidSheets, aid_sheets
from interpreter.printing.board import BoardSheets, board_sheets
from interpreter.printing.cards import CardSheets, card_sheets
from interpreter.printing.cover import CoverPage, cover_page
from interpreter.printing.layouts import Paper
from interpreter.printing.pieces.counter_sheets import CounterSheets, counter_sheets
from interpreter.printing.print_job import PrintedPart, PrintJob
from interpreter.printing.rules import RulesSheets, rules_sheets
from interpreter.support.errors import Location, Problem, RulebookError

PARTS = ("cover", "rules", "board", "counters", "cards", "aids")
"""Parts of a kit. Each is a field of `Kit` and has a template of its name."""


@dataclass(frozen=True, slots=True)
class Kit:
    """The requested parts of a game; missing parts are None.

    Attributes:
        empty: Words on a page that is empty because the sheets behind it have backs.
        pictures: Contents of files by name.
        fonts: Families of the game's own fonts, the preferred ones first.
        font_files: Contents of these fonts' files.
    """

    title: str
    language: str
    legend: str
    empty: str
    low_ink: bool
    paper: Paper
    pictures: dict[str, bytes]
    fonts: tuple[str, ...]
    font_files: tuple[bytes, ...]
    cover: CoverPage | None
    rules: RulesSheets | None
    board: BoardSheets | None
    counters: CounterSheets | None
    cards: CardSheets | None
    aids: AidSheets | None

    @property
    def parts(self) -> dict[str, PrintedPart]:
        """The parts that there are, by name."""
        found: dict[str, PrintedPart | None] = {
            "cover": self.cover,
            "rules": self.rules,
            "board": self.board,
            "counters": self.counters,
            "cards": self.cards,
            "aids": self.aids,
        }
        return {name: part for name, part in found.items() if part is not None}


def make_kit(job: PrintJob, parts: tuple[str, ...]) -> Kit:
    """Return the requested parts of a game. Raise RulebookError if the game has none of them."""
    rules = rules_sheets(job) if "rules" in parts else None
    cards = card_sheets(job) if "cards" in parts else None
    counters = counter_sheets(job, None if cards is None else cards.last_rows) if "counters" in parts else None
    if cards is not None and counters is not None and counters.is_below_cards:
        cards = replace(cards, shared=cards.last_rows)
    found = Kit(
        job.names.localize(job.book.title),
        job.speech.lang.partition("-")[0],
        job.speech.say("printed_legend"),
        job.speech.say("printed_empty"),
        job.low_ink,
        job.paper,
        {each.name: each.content for each in job.style.pictures},
        tuple(dict.fromkeys(each.family for each in job.style.fonts)),
        tuple(each.content for each in job.style.fonts),
        cover_page(job) if "cover" in parts else None,
        rules,
        board_sheets(job) if "board" in parts else None,
        counters,
        cards,
        aid_sheets(job, has_aims=rules is None) if "aids" in parts else None,
    )
    if not found.parts:
        message = f"there is nothing to print: the game has no {' and no '.join(parts)}"
        if "aids" in parts:
            message += " (tables may come with a variant: --variant)"
        raise RulebookError(Problem(Location(job.book.folder), "nothing-to-print", message))
    return found
