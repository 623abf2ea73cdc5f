"""Games that are too long to be played to their ends in CI."""

from __future__ import annotations

from typing import Any

import pytest

LONGEST = "liberte"


def long_game(game: str) -> Any:
    """A game as a case of a test that plays it to its end: the longest one is left to the exhaustive tests."""
    return pytest.param(game, marks=pytest.mark.exhaustive) if game == LONGEST else game
