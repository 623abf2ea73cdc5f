"""Players by name and of others' making: what they get, what they can't get at, what is said when they fail."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import pytest

from interpreter import load, play
from interpreter.engine.match import Match
from interpreter.engine.state import State
from interpreter.errors import PlayError
from interpreter.players.base import Player, Seated, make_player
from interpreter.players.seat import SeatMatch

ROOT = Path(__file__).parents[2]
MOST_SEEN = 100_000
HIDING = ["tests/games/kuhn", "red_flag_over_paris", "vive_la_revolution"]


class First:
    """Takes the first option; notes what it was given."""

    def __init__(self, argument: str = "") -> None:
        self.argument = argument

    def choose(self, match: SeatMatch) -> Any:
        return match.options[0]


class Answers:
    """Answers with whatever it was made with, or raises it."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, match: SeatMatch) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


# -- what a player gets


def rummaged(thing: Any, seen: dict[int, Any]) -> None:
    """All that can be reached from a thing by public attributes, items, and methods that give something of a match."""
    waiting = deque([thing])
    while waiting and len(seen) < MOST_SEEN:
        one = waiting.popleft()
        if id(one) in seen or isinstance(one, (str, int, float, bool, bytes, type, ModuleType, type(None))):
            continue
        seen[id(one)] = one
        if isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, (list, tuple, set, frozenset)):
            waiting += list(one)
        elif isinstance(one, (FunctionType, BuiltinFunctionType)):
            continue
        elif isinstance(one, MethodType):
            if one.__name__ in ("view", "log", "determinize", "imagine", "copy", "snapshot", "outcome", "is_over"):
                try:
                    waiting.append(one())
                except TypeError:
                    continue
        else:
            for name in dir(one):
                if not name.startswith("_"):
                    try:
                        waiting.append(getattr(one, name))
                    except Exception:
                        continue


@pytest.mark.parametrize("name", HIDING)
def test_a_player_that_rummages_finds_no_true_state(name: str) -> None:
    match, random = load(name).start(5), Random(5)
    for _ in range(9):
        if match.decision is not None and name not in HIDING[0]:
            match.choose(random.randrange(len(match.decision.options)))
    assert match.decision is not None
    seen: dict[int, Any] = {}
    rummaged(SeatMatch(match, match.decision.seat, Random(1)), seen)
    states = [one for one in seen.values() if isinstance(one, (Match, State))]
    assert len(states) >= 2  # the imagined ones
    assert not [one for one in states if one is match or one is match.state or one in match.past]
    for part in (match.state.v, match.state.z, match.state.stack, match.state.log, match.choices, *match.state.z):
        assert id(part) not in seen


@pytest.mark.parametrize("name", HIDING)
def test_what_is_found_names_hidden_cards_by_chance_only(name: str) -> None:
    """Over many imagined matches a hidden zone of the true match is no more often right than others are."""
    match = load(name).start(6)
    assert match.decision is not None
    seat = SeatMatch(match, match.decision.seat, Random(1))
    true = [sorted(cards) for cards in match.state.z]
    right = sum([sorted(cards) for cards in seat.imagine().z] == true for _ in range(60))
    assert right < 50


def test_what_a_seat_match_tells_is_what_the_seat_knows() -> None:
    match = load("red_flag_over_paris").start(5)
    assert match.decision is not None
    name = match.decision.seat
    seat = SeatMatch(match, name, Random(1))
    assert (seat.seat, seat.decision, seat.options) == (name, match.decision, match.decision.options)
    assert (seat.view(), seat.log()) == (match.view(name), match.log(name))
    assert seat.determinize().view(name) == match.view(name)
    assert isinstance(seat.random.random(), float)


# -- players by name


def test_players_by_name() -> None:
    game = load("tests/games/kuhn")
    for name in ("random", "search", "search:5", "search:0.5s", "search:2s"):
        assert make_player(name, game, "elder", 1)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("serach:5", "did you mean search?"),
        ("nobody", "there is no player of this name; the players are: random, table, search"),
        ("table", "there are no tables for seat elder"),
        ("random:3", "`random` takes nothing behind a colon"),
        ("search:", "behind the colon"),
        ("search:0", "behind the colon"),
        ("search:-5", "behind the colon"),
        ("search:5.5", "behind the colon"),
        ("search:0s", "behind the colon"),
        ("search:1h", "behind the colon"),
        ("search:99999999999999999999", "behind the colon"),
        ("search:٣", "behind the colon"),
        ("\x1b[31m", "there is no player of this name"),
    ],
)
def test_a_name_that_is_none(name: str, said: str) -> None:
    with pytest.raises(PlayError) as caught:
        make_player(name, load("tests/games/kuhn"), "elder", 1)
    told = caught.value.problems[0].render()
    assert said in told and "elder" in told and "\x1b" not in told


class Entry:
    """An entry point as a package would bring it."""

    def __init__(self, name: str, loaded: Any) -> None:
        self.name = name
        self._loaded = loaded

    def load(self) -> Any:
        if isinstance(self._loaded, Exception):
            raise self._loaded
        return self._loaded


@pytest.fixture
def brought(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let a package bring players along."""

    def bring(**players: Any) -> None:
        entries = [Entry(name, loaded) for name, loaded in players.items()]
        monkeypatch.setattr(metadata, "entry_points", lambda group: entries if group == "cahier.players" else [])

    return bring


def test_a_package_brings_a_player(brought: Callable[..., None]) -> None:
    brought(first=First)
    game = load("tests/games/kuhn")
    player = make_player("first:a:b", game, "elder", 1)
    assert isinstance(player, First) and player.argument == "a:b"
    match = play(game, {"elder": "first", "younger": "first:x"}, seed=3)
    assert match.choices == ["bet", "call"]
    with pytest.raises(PlayError, match="the players are: random, table, search, first"):
        make_player("second", game, "elder", 1)


@pytest.mark.parametrize(
    ("loaded", "said"),
    [
        (ImportError("no such module"), "it can't be made: ImportError: no such module"),
        (lambda argument: 1 / 0, "it can't be made: ZeroDivisionError: division by zero"),
        (lambda argument: object(), "it has no `choose`"),
    ],
)
def test_a_package_brings_something_else(brought: Callable[..., None], loaded: Any, said: str) -> None:
    brought(first=loaded)
    with pytest.raises(PlayError, match=re.escape(f"seat elder can't be played by `first`: {said}")):
        make_player("first", load("tests/games/kuhn"), "elder", 1)


# -- players that fail


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (ValueError("lost"), "seat elder: the player `Answers` failed: ValueError: lost"),
        (RecursionError(), "seat elder: the player `Answers` failed: RecursionError"),
        ("raise", "seat elder, played by `Answers`: `raise` is not on offer to elder; on offer: bet, check"),
        (7, "seat elder, played by `Answers`: option 7 is not on offer"),
        (-1, "seat elder, played by `Answers`: option -1 is not on offer"),
        (None, "seat elder, played by `Answers`: `None` is not on offer"),
        (True, "seat elder, played by `Answers`: `True` is not on offer"),
        ([0], "seat elder, played by `Answers`: `[0]` is not on offer"),
    ],
)
def test_a_player_that_fails_leaves_the_match_as_it_is(answer: Any, said: str) -> None:
    match = load("tests/games/kuhn").start(3)
    before = match.snapshot()
    with pytest.raises(PlayError) as caught:
        Seated(match.game, "elder", Answers(answer), 1).answer(match)
    assert said in caught.value.problems[0].message
    assert match.snapshot() == before
    match.choose("bet")


def test_an_answer_is_an_option_a_key_or_an_index() -> None:
    game = load("tests/games/kuhn")
    for answer in ("check", 1):
        assert play(game, {"elder": Answers(answer), "younger": Answers(1)}, 3).choices == ["check", "check"]


def test_a_seat_that_there_is_not() -> None:
    players: dict[str, str | Player] = {"eldar": "random"}
    with pytest.raises(PlayError, match="there is no seat `eldar`"):
        play(load("tests/games/kuhn"), players)
