"""Games worth watching."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.engine.playout import play_random
from interpreter.lab.notable_games import NotableGame, find_notable_games, find_notable_records
from interpreter.playtest import PlaytestPlan, read_records, run_playtest
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


@pytest.mark.parametrize(("folder", "players", "games"), [(MARKET, 3, GAMES), (REPO / "rules" / "liberte", 3, 2)])
def test_records_of_the_same_games_show_the_same(folder: Path, players: int, games: int, tmp_path: Path) -> None:
    game = game_of(folder, players=players)
    lines: list[str] = []
    run_playtest(PlaytestPlan(game, SEED, games, 0, 1), lines.append)
    (tmp_path / "games.jsonl").write_text("".join(lines), "utf-8")
    watched = find_notable_games(game, SEED, games, jobs=1)
    recorded = find_notable_records(game, read_records(str(tmp_path / "games.jsonl")))
    assert watched.closest or watched.comeback
    assert (recorded.games, recorded.closest, recorded.comeback) == (games, watched.closest, watched.comeback)
