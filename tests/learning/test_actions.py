"""Actions have numbers, which follow from the rules, and matches go on by them; what an end is worth to each seat."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import load
from interpreter.learning.episode import DEFAULT_RANGE, ActionSpace, Episode, is_zero_sum, min_reward, rewards
from interpreter.matches.match import Game
from interpreter.rulebook.source.files import installed_games
from interpreter.support.errors import MissingExtraError, PlayError, require_extra
from tests.learning.courses import courses, small_game
from tests.loaded import game_of, players_of

GAMES = [(game, players) for game in installed_games() for players in sorted({*players_of(game)})]


def test_a_pair_has_one_action() -> None:
    game = load(Path(__file__).parents[1] / "games" / "breakthrough")
    actions = ActionSpace(game)
    assert actions.names[:2] == ("pair a1-a1", "pair a1-b1") and len(actions) == 64 * 64
    course = Episode(game, actions, game.new_state(6, logged=False))
    course.take(actions.names.index("pair b2-c3"))
    assert course.seat == 1 and "pair c7-b6" in {actions.names[action] for action in course.legal_actions}


@pytest.mark.parametrize(
    ("name", "players"),
    [pytest.param(*each, marks=pytest.mark.parts if each[1] == max(players_of(each[0])) > 2 else ()) for each in GAMES],
)
def test_each_option_has_its_action(name: str, players: int) -> None:
    game = game_of(name, players=players)
    actions = ActionSpace(game)
    assert len(set(actions.names)) == len(actions) < 200
    course, match, random = Episode(game, actions, game.new_state(6, logged=False)), game.start(6), Random(6)
    while (decision := match.decision) is not None:
        assert course.seat is not None and game.seats[course.seat] == decision.seat
        keys = [actions.names[action].split(" ", 1)[-1] for action in course.legal_actions]
        assert keys == [option.key for option in decision.options]
        at = random.randrange(len(keys))
        course.take(list(course.legal_actions)[at])
        match.choose(at)
    assert course.seat is None and course.state.result is not None
    assert sum(map(len, course.history)) == match.decisions


@pytest.mark.parts
def test_equal_rules_have_equal_numbers() -> None:
    first, again = (ActionSpace(load("liberte", players=4)) for _ in range(2))
    assert (first.names, first.digest) == (again.names, again.digest)
    other = ActionSpace(game_of("liberte", "first_edition", players=4))
    assert other.digest != first.digest


@pytest.mark.parts
def test_the_order_of_actions() -> None:
    """Ways, labels, things in the order of the files, numbers."""
    names = ActionSpace(game_of("red_flag_over_paris")).names
    assert names[:4] == ("yes", "no", "stop", "label available_cube")
    kinds = list(dict.fromkeys(name.split(" ")[0] for name in names[3:]))
    assert kinds == ["label", "seat", "space", "card"]
    cards = [name for name in names if name.startswith("card ")]
    assert cards == [f"card {card}" for card in game_of("red_flag_over_paris").card_ids]
    assert ActionSpace(game_of("tests/cli/crews", players=4)).names == ("yes", "no", "number 0", "number 1", "number 2")


@pytest.mark.parametrize(
    ("ends", "least", "most"),
    [("-2 to 3", -2, 3), ("1 to height", 1, 1 + DEFAULT_RANGE), ("height to 5", 5 - DEFAULT_RANGE, 5)],
)
def test_numbers_go_as_far_as_the_rules_say(tmp_path: Path, ends: str, least: int, most: int) -> None:
    game = numbers_game(tmp_path, ends)
    numbers = [int(name.split()[1]) for name in ActionSpace(game).names if name.startswith("number ")]
    assert numbers == list(range(least, most + 1))


def test_a_number_that_has_no_action(tmp_path: Path) -> None:
    game = numbers_game(tmp_path, "90 to 90 + height * 25")
    with pytest.raises(PlayError) as caught:
        Episode(game, ActionSpace(game), game.new_state(1, logged=False))
    assert caught.value.message == "no action represents 191, which is on offer in the choice of a number to bid"


def numbers_game(folder: Path, ends: str) -> Game:
    text = f'set height to 5\nas one: choose a number from {ends}, to bid\nend the game, nobody wins, because "bid"'
    return small_game(folder, text)


def test_what_is_not_on_offer() -> None:
    game = game_of("revolution")
    actions = ActionSpace(game)
    course = Episode(game, actions, game.new_state(1, logged=False))
    for action, said in ((actions.names.index("stop"), "`stop`"), (-1, "`action -1`"), (10**6, "`action 1000000`")):
        with pytest.raises(PlayError, match=f"^.*{said} is not on offer; on offer: "):
            course.take(action)


@pytest.mark.parametrize(
    ("seats", "result", "expected"),
    [
        (2, ((1,), "end", None), [-1, 1]),
        (2, ((0, 1), "end", None), [0, 0]),
        (2, ((), "end", None), [0, 0]),
        (4, ((2,), "end", None), [-1 / 3, -1 / 3, 1, -1 / 3]),
        (4, ((0, 3), "end", None), [1 / 3, -1 / 3, -1 / 3, 1 / 3]),
        (3, ((0, 2), "end", 1), [1, -1, 1]),
        (1, ((0,), "end", None), [1]),
        (1, ((), "end", None), [-1]),
        (3, None, [0, 0, 0]),
    ],
)
def test_what_an_end_is_worth(seats: int, result: Any, expected: list[float]) -> None:
    state = game_of("revolution").new_state(1, logged=False)
    state.result = result
    assert rewards(state, seats) == pytest.approx(expected)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_rewards_add_up_where_that_is_said(name: str, players: int) -> None:
    game = game_of(name, players=players)
    actions = ActionSpace(game)
    for seed in range(3):
        *_, end = courses(game, actions, seed)
        worth = rewards(end.state, players)
        assert min_reward(game) - 1e-9 <= min(worth) <= max(worth) <= 1
        assert not is_zero_sum(game) or sum(worth) == pytest.approx(0)
    assert is_zero_sum(game) == (not game.rulebook.sides)


def test_a_library_that_is_missing_is_named() -> None:
    with pytest.raises(MissingExtraError) as caught:
        require_extra("learn", "json", "no_such_library")
    assert str(caught.value) == "no_such_library: error: not installed; this does it: pip install 'cahier[learn]'"
