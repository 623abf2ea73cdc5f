"""Secrets between seats."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.matches.match import Match
from interpreter.matches.takeback import has_secrets
from tests.engine.test_takeback import market
from tests.loaded import game_of

OPEN = """
zones:
- {id: deck, title: Deck, face: nobody, starts with: [luck]}
- {id: hand, title: Hand, for: seat, face: everyone}
- {id: discard, title: Discard, face: everyone}
"""


def open_market(folder: Path, line: str) -> Match:
    return market(folder, f"{line}\nas first of seats:\n  choose a stall", zones=OPEN)


def test_zones_into_which_only_some_seats_see() -> None:
    match = game_of("tests/cli/market").start(3)
    assert has_secrets(match, ["p1", "p2"])
    assert not has_secrets(match, ["p1"])
    assert not has_secrets(game_of("revolution").start(3), ["royalist", "jacobin"])


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        ("shuffle deck", False),
        ("reveal cards in deck to everyone", False),
        ("reveal cards in deck to first of seats", True),
        ("as first of seats:\n  choose a card in deck", True),
    ],
)
def test_cards_that_were_shown_to_some_alone(line: str, secret: bool, tmp_path: Path) -> None:
    match = open_market(tmp_path, line)
    if "choose" in line:
        match.choose(0)
    assert has_secrets(match, ["p1", "p2"]) == secret
