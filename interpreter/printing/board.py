"""Boards for print: the map, and the places beside it."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.printing.places.map_sheet import MapSheet, map_sheet
from interpreter.printing.places.mats import Mat, make_mats
from interpreter.printing.print_job import PrintJob, TextOverflow
from interpreter.support.errors import Location, Problem


@dataclass(frozen=True, slots=True)
class BoardSheets:
    """The map of a game, and the places beside it.

    Attributes:
        starts_note: Explanation of the marks for pieces that begin somewhere.
        glue: Words for the strip on which a sheet is glued, with a hole for the sheet's name.
        card: Width and height of a card in millimetres; None if some of the cards are counters.
    """

    map: MapSheet | None
    mats: tuple[Mat, ...]
    shared_title: str
    starts_note: str
    glue: str
    card: tuple[float, float] | None

    def explain(self, overflow: TextOverflow) -> Problem:
        """Return the problem of a space or box whose text doesn't fit."""
        spaces = () if self.map is None else self.map.spaces
        where = next((space.where for space in spaces if space.id == overflow.id), Location(overflow.id))
        return Problem(where, "too-long", f"the text in `{overflow.id}` is {overflow}; shorten it")


def board_sheets(job: PrintJob) -> BoardSheets | None:
    """Return the map and the places beside it; None if the game has neither."""
    board, mats = map_sheet(job.book, job.names, job.paper), make_mats(job)
    if board is None and not mats:
        return None
    say = job.speech.say
    has_counters = any(deck.id in job.book.player_texts.forms for deck in job.book.decks)
    return BoardSheets(
        board,
        mats,
        say("printed_table" if board is None else "printed_shared"),
        say("printed_starts"),
        say("printed_glue", sheet="{sheet}"),
        None if has_counters else (job.cards.width, job.cards.height),
    )
