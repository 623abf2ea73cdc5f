"""Pages of whole kits are well filled."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.playtest import find_examples
from interpreter.presentation.names import Names
from interpreter.presentation.speech import load_catalog
from interpreter.printing.kit import PARTS, Kit, make_kit
from interpreter.printing.layouts import card_grid, paper_named
from interpreter.printing.print_job import PrintJob
from interpreter.printing.typesetter import typeset
from interpreter.rulebook.source.files import installed_games
from interpreter.support.errors import printable
from tests.loaded import book_of
from tests.parts.test_printed import WHITE, light

pytestmark = pytest.mark.parts

RESOLUTION = 25.4
"""One pixel a millimetre."""
BANDS = 20
"""Number of bands into which each half of a page is divided."""
NOTE = 0.1
"""Share of a page that says only why it is left empty."""


def kit_of(game: str, lang: str, paper: str) -> Kit:
    book, sheet, speech = book_of(game), paper_named(paper), load_catalog(lang)
    names = Names(book, lang, printable)
    examples = find_examples(book, names, speech).examples
    return make_kit(PrintJob(book, names, speech, sheet, card_grid("poker", sheet), examples=examples), PARTS)


def share_used(page: Any) -> float:
    """The share of the bands of a page on which there is anything."""
    height, width = page.shape
    halves = (page[:, : width // 2], page[:, width // 2 :])
    bands = [half[at * height // BANDS : (at + 1) * height // BANDS] for half in halves for at in range(BANDS)]
    return float(sum(band.min() < WHITE for band in bands) / len(bands))


def fronts(kit: Kit) -> list[float]:
    """The shares that are used of the pages of a kit, without the cover, blank pages and the backs of pieces."""
    assert kit.counters is not None
    shares = [share_used(light(page)) for page in typeset(kit, "png", RESOLUTION)]
    sheets = 0 if kit.counters.is_below_cards else len(kit.counters.pages)
    if kit.cards is not None:
        sheets += -(-len(kit.cards.faces) // kit.cards.grid.capacity)
    plain, on_both_sides = shares[2 : -2 * sheets], shares[-2 * sheets :: 2]
    if plain[-1] <= NOTE:
        plain.pop()
    return [share for share in (*plain, *on_both_sides) if share]


@pytest.mark.parametrize(
    ("game", "lang", "paper", "least"),
    [
        ("red_flag_over_paris", "en", "a4", 0.5),
        ("liberte", "en", "a4", 0.5),
        ("vive_la_revolution", "en", "a4", 0.4),  # the places beside the map have no room on another page
        ("revolution", "en", "a4", 0.5),
        ("red_flag_over_paris", "ru", "letter", 0.5),
    ],
)
def test_no_page_is_half_empty(game: str, lang: str, paper: str, least: float) -> None:
    assert min(fronts(kit_of(game, lang, paper))) >= least


def test_all_games_are_looked_at() -> None:
    assert set(installed_games()) == {"red_flag_over_paris", "liberte", "vive_la_revolution", "revolution"}
