"""Settings that determine the results of a run."""

from __future__ import annotations

import hashlib
import json

import pytest

from interpreter.playtest.run.runner import PlaytestPlan, run_playtest
from interpreter.playtest.store.chunk_data import Places, encode_tally
from interpreter.playtest.store.run_identity import terms_of
from interpreter.support.formats import RESULTS_VERSION
from tests.loaded import game_of

MARKET, BIDS = "tests/cli/market", "tests/games/sealed_bid"
GIVEN = {
    (MARKET, "random"): ("0.15", "431d666ba91f"),
    (MARKET, "search:20"): ("0.15", "0784e30016bb"),
    (BIDS, "random"): ("0.15", "40d3f510cddd"),
    (BIDS, "search:20"): ("0.15", "65800b60081b"),
}
"""The version, and a hash of what the first games of a seed came to."""


@pytest.mark.parametrize("player", ["random", "search:20"])
@pytest.mark.parametrize("name", [MARKET, BIDS])
def test_who_changes_what_a_seed_gives_says_so(name: str, player: str) -> None:
    """If this fails, `RESULTS_VERSION` in formats.py needs a new number, and the new figures go in here."""
    game = game_of(name)
    tally = run_playtest(PlaytestPlan(game, 7, 20, seated={game.seats[0]: player}, backend="python")).tally
    text = json.dumps(encode_tally(tally, Places(name)))
    assert (RESULTS_VERSION, hashlib.sha256(text.encode()).hexdigest()[:12]) == GIVEN[name, player]


def test_terms() -> None:
    game = game_of(MARKET, players=3)
    assert terms_of(game, {"p2": "search:20"}, 7).facts == {
        "results": RESULTS_VERSION,
        "game": "market",
        "variants": [],
        "players": 3,
        "rules": game.rulebook.digest,
        "seated": {"p1": "random", "p2": "search:20", "p3": "random"},
        "seed": 7,
    }
