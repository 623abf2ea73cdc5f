"""Cover page of a kit: printing, cutting, and the things that the players need besides it."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.printing.pieces.supplies import supplies_needed
from interpreter.printing.print_job import PrintJob, TextOverflow
from interpreter.support.errors import Location, Problem


@dataclass(frozen=True, slots=True)
class CoverList:
    """A list with a heading, numbered if its order matters."""

    title: str
    items: tuple[str, ...]
    numbered: bool


@dataclass(frozen=True, slots=True)
class CoverPage:
    """The cover page, with a ruler and the crosses that show if both sides of a sheet meet.

    Attributes:
        imprint: Author, version and licence.
        ruler: Label of the ruler.
        back: Text on the back of the page; empty if backs are printed beyond a fold.
    """

    about: str
    imprint: str
    lists: tuple[CoverList, ...]
    ruler: str
    back: str

    def explain(self, overflow: TextOverflow) -> Problem:
        """Return the problem of a text that doesn't fit."""
        return Problem(Location("about"), "too-long", f"a text on the cover page is {overflow}; shorten it")


def cover_page(job: PrintJob) -> CoverPage:
    """Return the cover page for the job's paper, cards and backs."""
    book, names, speech = job.book, job.names, job.speech
    imprint = (names.safe(part) for part in (book.imprint.author, book.imprint.version, book.imprint.licence) if part)
    is_folded = job.cards.fold is not None
    pages = {} if is_folded else {"pages": "{pages}"}  # filled by the template
    turned = "printed_fold" if is_folded else "printed_short_edge" if job.cards.flipped else "printed_long_edge"
    steps = speech.say("printed_scale"), speech.say(turned, **pages), speech.say("printed_paper")
    lists = (
        CoverList(speech.say("printed_how"), (*steps, *_number_of_players(job)), numbered=True),
        CoverList(
            speech.say("printed_cutting"),
            tuple(speech.say(f"printed_cut_{step}") for step in ("groups", "first", "then", "knife")),
            numbered=True,
        ),
        CoverList(speech.say("printed_need"), supplies_needed(book, names), numbered=False),
    )
    return CoverPage(
        names.localize(book.about),
        " · ".join(imprint),
        tuple(each for each in lists if each.items),
        speech.say("printed_ruler"),
        "" if is_folded else speech.say("printed_back"),
    )


def _number_of_players(job: PrintJob) -> tuple[str, ...]:
    """Return for how many players the kit is, if other numbers can play, too."""
    low, high = job.book.players
    number = len(job.book.seats)
    return () if low == high else (job.speech.say("printed_players", number=number, low=low, high=high),)
