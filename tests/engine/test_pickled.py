"""A game that was pickled plays as it did, and finds out again what its texts mean when it is asked."""

from __future__ import annotations

import pickle

import pytest

from interpreter.engine.playout import Picker, game_seed, play_random
from interpreter.matches.match import Game, replay
from interpreter.players.table_player import TablePlayer
from tests.loaded import game_of

GAMES = [("red_flag_over_paris", ("solo_commune",)), ("vive_la_revolution", ()), ("revolution", ())]
SOME = [*GAMES[::2], pytest.param(GAMES[1], marks=pytest.mark.parts)]


@pytest.fixture(params=SOME, ids=lambda param: "+".join((param[0], *param[1])))
def pair(request: pytest.FixtureRequest) -> tuple[Game, Game]:
    name, variants = request.param
    game = game_of(name, *variants)
    game.program.code(False)
    return game, pickle.loads(pickle.dumps(game))


@pytest.mark.parts
def test_the_same_matches(pair: tuple[Game, Game]) -> None:
    one, other = (play_random(game, 5, 1, record=True) for game in pair)
    assert one.choices and (one.choices, one.scores, one.work) == (other.choices, other.scores, other.work)
    assert pair[1].program._analysis is None
    matches = [replay(game, game_seed(5, 1), one.choices) for game in pair]
    assert matches[0].snapshot() == matches[1].snapshot() and matches[0].log() == matches[1].log()


@pytest.mark.parts
def test_tables_are_read_when_somebody_plays_by_them(pair: tuple[Game, Game]) -> None:
    bots = [[(bot.id, bot.seat, sorted(bot.tables)) for bot in game.bots] for game in pair]
    assert bots[0] == bots[1]
    if bots[0]:
        played = [play_random(game, 2, 1, True, pickers(game)) for game in pair]
        assert played[0].choices == played[1].choices


def pickers(game: Game) -> list[Picker | None]:
    tables = {bot.seat for bot in game.bots}
    return [TablePlayer(game, seat).pick if seat in tables else None for seat in game.seats]


@pytest.mark.parts
def test_what_was_kept_is_not_made_again(pair: tuple[Game, Game]) -> None:
    """Not even when its texts are asked for something: tables that were kept go on with the same code."""
    _, again = pair
    code = again.program.code(False)
    again.program.queries()
    assert again.program.code(False) is code
