"""The words that players read, at 1,000 random positions of the shipped games: no code and no ids."""

from __future__ import annotations

import pytest

from tests.presentation.test_boards import GAMES
from tests.presentation.test_seat_boards import check_words

pytestmark = pytest.mark.parts

POSITIONS = 250


@pytest.mark.parametrize("name", GAMES)
def test_no_text_for_people_is_an_identifier_at_many_positions(name: str) -> None:
    checked, seed = 0, 1000
    while checked < POSITIONS:
        checked += check_words(name, 20 if name == "liberte" else 3, seed)
        seed += 1
