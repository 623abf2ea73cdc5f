"""Games worth watching."""

from __future__ import annotations

from pathlib import Path

from interpreter.engine.playout import play_random
from interpreter.lab.notable_games import NotableGame, find_notable_games
from tests.cli.command import REPO
from tests.loaded import game_of

SEED, GAMES = 4, 12
MARKET = Path(__file__).parents[1] / "cli" / "market"


def test_the_closest_game_is_won_by_the_fewest_points() -> None:
    market = game_of(MARKET, players=3)
    leads = []
    for index in range(GAMES):
        played = play_random(market, SEED, index)
        others = [score for seat, score in played.scores.items() if seat not in played.winners]
        if others:
            leads.append((min(played.scores[seat] for seat in played.winners) - max(others), index))
    least, index = min(pair for pair in leads if pair[0] >= 0)  # some games are won with fewer points
    found = find_notable_games(market, SEED, GAMES, jobs=1)
    assert found.games == GAMES and found.closest == NotableGame(index, least)


def test_a_comeback_is_one_whose_winner_was_behind() -> None:
    liberte = game_of(REPO / "rules" / "liberte", players=3)
    found = find_notable_games(liberte, SEED, 4, jobs=1)
    assert found.comeback is not None and found.comeback.points > 0
    shared = find_notable_games(liberte, SEED, 4, jobs=2)
    assert (shared.closest, shared.comeback) == (found.closest, found.comeback)


def test_without_scores_nothing_is_found() -> None:
    found = find_notable_games(game_of("tests/games/hex"), SEED, GAMES, jobs=1)
    assert (found.games, found.closest, found.comeback) == (0, None, None)
