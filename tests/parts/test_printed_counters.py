"""Counters by the real typst: every text of at least 6 points, colour up to the bleed, sides that meet."""

from __future__ import annotations

import pytest

from interpreter.printing.layouts import load_layout
from interpreter.printing.pieces.counter_sheets import CounterSheets
from interpreter.printing.typesetter import typeset
from interpreter.rulebook.source.files import installed_games
from tests.loaded import book_of
from tests.parts.test_printed import SMALLEST, WHITE, letter_sizes, light, of, part, squeezed, texts

pytestmark = pytest.mark.parts


def sheets_of(game: str) -> tuple[CounterSheets, list[bytes], bytes]:
    kit = of(book_of(game), parts=("counters",))
    assert kit.counters is not None
    return kit.counters, typeset(kit, "png"), typeset(kit, "pdf")[0]


@pytest.mark.parametrize("game", installed_games())
def test_counters_can_be_read_and_their_sides_meet(game: str) -> None:
    counters, pictures, pdf = sheets_of(game)
    assert len(pictures) == 2 * len(counters.pages)
    assert min(letter_sizes(pdf))[0] > SMALLEST
    bleed, words = load_layout("counters").bleed, texts(pdf)
    for at, page in enumerate(counters.pages):
        front, back = (light(picture) for picture in pictures[2 * at : 2 * at + 2])
        for spot in page.spots:
            assert squeezed(spot.front.title) in words[2 * at] and squeezed(spot.back.title) in words[2 * at + 1]
            for picture, x, y in ((front, spot.x, spot.y), (back, spot.back_x, spot.back_y)):
                left, top = x - bleed + 0.2, y - bleed + 0.2
                corner = part(picture, left, top, left + 1, top + 1)
                assert corner.max() < WHITE and corner.max() - corner.min() < 0.02
