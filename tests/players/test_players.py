"""Players by name and of others' making: what they get, what they can't get at, what is said when they fail."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import play
from interpreter.players.base import Player, RandomPlayer, SeatMatch
from interpreter.players.lineup import make_player
from interpreter.players.playing import SeatedPlayer
from interpreter.presentation.questions import Option
from interpreter.support.errors import PlayError
from interpreter.support.halt import Halt
from tests.loaded import game_of

ROOT = Path(__file__).parents[2]
HIDING = ["tests/games/kuhn", "red_flag_over_paris", "vive_la_revolution"]


class First:
    """Takes the first option; notes what it was given."""

    def __init__(self, argument: str = "") -> None:
        self.argument = argument

    def choose(self, match: SeatMatch) -> Any:
        return match.options[0]


class Unspeakable(BaseException):
    """A failure that can't even say what it is."""

    def __str__(self) -> str:
        raise ValueError


class Answers:
    """Answers with whatever it was made with, or raises it."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, match: SeatMatch) -> Any:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


# -- objects passed to a player


@pytest.mark.parametrize("name", HIDING)
def test_what_is_found_names_hidden_cards_by_chance_only(name: str) -> None:
    """Over many imagined matches a hidden zone of the true match is no more often right than others are."""
    match = game_of(name).start(6)
    assert match.decision is not None
    seat = SeatMatch(match, match.decision.seat, Random(1))
    true = [sorted(cards) for cards in match.state.z]
    right = sum([sorted(cards) for cards in seat.sampler().draw_state(word).z] == true for word in range(60))
    assert right < 50


def test_what_a_seat_match_tells_is_what_the_seat_knows() -> None:
    match = game_of("red_flag_over_paris").start(5)
    assert match.decision is not None
    name = match.decision.seat
    seat = SeatMatch(match, name, Random(1))
    assert (seat.seat, seat.decision, seat.options) == (name, match.decision, match.decision.options)
    assert (seat.view(), seat.log()) == (match.view(name), match.log(name))
    assert seat.determinize().view(name) == match.view(name)
    assert isinstance(seat.random.random(), float)


def test_a_seat_match_can_not_be_moved_to_another_seat() -> None:
    seat = SeatMatch(game_of("tests/games/kuhn").start(5), "elder", Random(1))
    for name, other in (("seat", "younger"), ("random", Random(2)), ("game", None)):
        with pytest.raises(AttributeError):
            setattr(seat, name, other)


@pytest.mark.parametrize("name", HIDING)
def test_whatever_is_done_to_what_a_player_gets_the_match_stays(name: str) -> None:
    match = game_of(name).start(5)
    assert match.decision is not None
    before, key = match.snapshot(), match.decision.options[0].key
    seat = SeatMatch(match, match.decision.seat, Random(1))
    for state in (seat.sampler().draw_state(1), seat.determinize().state):
        for part in (state.v, state.z, state.stack, state.options, state.uses):
            assert isinstance(part, list)
            part.clear()
    seat.view().clear()
    seat.log().clear()
    seat.determinize().choices.clear()
    assert match.snapshot() == before
    assert len(seat.sampler().draw_state(1).options) == len(match.decision.options)
    match.choose(key)


def test_the_generator_of_a_player_does_not_tell_the_seed() -> None:
    """Its state leads back to the number that it was seeded with, and that would lead to the seed of the match."""
    game = game_of("tests/games/kuhn")
    state = SeatedPlayer(game, "elder", First(), 12345).seat_match(game.start(1)).random.getstate()
    assert state != Random(12345).getstate()
    assert state == SeatedPlayer(game, "elder", First(), 12345).seat_match(game.start(2)).random.getstate()


# -- players by name


def test_players_by_name() -> None:
    game = game_of("tests/games/kuhn")
    for name in (
        "random",
        "search",
        "search:5",
        "search:0.5s",
        "search:2s",
        "search:5x2",
        "search:1sx64",
        "search:60s/game",
        "search:60sx2/game",
        "easy",
        "club",
        "strong",
        "steady",
        "beginner",
    ):
        assert make_player(name, game, "elder")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("serach:5", "did you mean search?"),
        ("nobody", "there is no player of this name; the players are: random, table, search, easy, club, strong"),
        ("table", "there are no tables for seat elder"),
        ("random:3", "`random` takes nothing after a colon"),
        ("steady:3", "`steady` takes nothing after a colon"),
        ("club:3", "`club` takes nothing after a colon"),
        ("stong", "did you mean strong?"),
        ("ai", "did you mean search?"),
        ("human", "no person can play here; the players are: random"),
        ("search:", "after the colon"),
        ("search:0", "after the colon"),
        ("search:-5", "after the colon"),
        ("search:5.5", "after the colon"),
        ("search:0s", "after the colon"),
        ("search:1h", "after the colon"),
        ("search:5x0", "after the colon"),
        ("search:5x65", "after the colon"),
        ("search:x2", "after the colon"),
        ("search:60/game", "`60s/game` for a whole match"),
        ("search:60s/gamex2", "after the colon"),
        ("search:0x2", "after the colon"),
        ("search:99999999999999999999", "after the colon"),
        ("search:٣", "after the colon"),
        ("\x1b[31m", "there is no player of this name"),
    ],
)
def test_a_name_that_is_none(name: str, said: str) -> None:
    with pytest.raises(PlayError) as caught:
        make_player(name, game_of("tests/games/kuhn"), "elder")
    told = caught.value.problems[0].render()
    assert said in told and "elder" in told and "\x1b" not in told


@pytest.mark.parametrize(
    ("name", "seat", "said"),
    [
        ("deputy", "p1", "the tables of `deputy` are played as `table`\n    did you mean table?"),
        ("bot", "p1", "did you mean table?"),
    ],
)
def test_a_bot_is_a_table(name: str, seat: str, said: str) -> None:
    with pytest.raises(PlayError) as caught:
        make_player(name, game_of("rules/liberte"), seat)
    assert said in caught.value.problems[0].render()


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
    game = game_of("tests/games/kuhn")
    player = make_player("first:a:b", game, "elder")
    assert isinstance(player, First) and player.argument == "a:b"
    match = play(game, {"elder": "first", "younger": "first:x"}, seed=3)
    assert match.choices == ["bet", "call"]
    with pytest.raises(PlayError, match=r"the players are: random, table, search, easy, .*, equilibrium, first"):
        make_player("second", game, "elder")


@pytest.mark.parametrize(
    ("loaded", "said"),
    [
        (ImportError("no such module"), "it can't be made: ImportError: no such module"),
        (lambda argument: 1 / 0, "it can't be made: ZeroDivisionError: division by zero"),
        (lambda argument: sys.exit(3), "it can't be made: SystemExit: 3"),
        (lambda argument: object(), "it has no `choose`"),
        (lambda argument: RandomPlayer(), "a QuickPlayer sees all; one from a package has `choose`"),
    ],
)
def test_a_package_brings_something_else(brought: Callable[..., None], loaded: Any, said: str) -> None:
    brought(first=loaded)
    with pytest.raises(PlayError, match=re.escape(f"seat elder can't be played by `first`: {said}")):
        make_player("first", game_of("tests/games/kuhn"), "elder")


# -- players that fail


def test_control_c_is_no_failure_of_a_player() -> None:
    """But where it is not Python that makes a KeyboardInterrupt of it, as in the command, it was the player itself."""
    match = game_of("tests/games/kuhn").start(3)
    seated = SeatedPlayer(match.game, "elder", Answers(KeyboardInterrupt()), 1)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            seated.answer(match)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with pytest.raises(PlayError, match="the player `Answers` failed: KeyboardInterrupt"):
            seated.answer(match)
    finally:
        signal.signal(signal.SIGINT, before)


def test_what_ends_a_run_from_outside_is_no_failure_of_a_player() -> None:
    match = game_of("tests/games/kuhn").start(3)
    with pytest.raises(Halt):
        SeatedPlayer(match.game, "elder", Answers(Halt()), 1).answer(match)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (ValueError("lost"), "seat elder: the player `Answers` failed: ValueError: lost"),
        (RecursionError(), "seat elder: the player `Answers` failed: RecursionError"),
        (SystemExit(0), "seat elder: the player `Answers` failed: SystemExit: 0"),
        (GeneratorExit(), "seat elder: the player `Answers` failed: GeneratorExit"),
        (Unspeakable(), "seat elder: the player `Answers` failed: Unspeakable"),
        ("raise", "seat elder, played by `Answers`: `raise` is not on offer to elder; on offer: bet, check"),
        (7, "seat elder, played by `Answers`: option 7 is not on offer"),
        (-1, "seat elder, played by `Answers`: option -1 is not on offer"),
        (None, "seat elder, played by `Answers`: `None` is not on offer"),
        (True, "seat elder, played by `Answers`: `True` is not on offer"),
        ([0], "seat elder, played by `Answers`: `[0]` is not on offer"),
        ("x" * 10**6, f"seat elder, played by `Answers`: `{'x' * 64}…` is not on offer"),
        (Option("raise", "bet", 0), "seat elder, played by `Answers`: `raise` is not on offer"),
    ],
)
def test_a_player_that_fails_leaves_the_match_as_it_is(answer: Any, said: str) -> None:
    match = game_of("tests/games/kuhn").start(3)
    before = match.snapshot()
    with pytest.raises(PlayError) as caught:
        SeatedPlayer(match.game, "elder", Answers(answer), 1).answer(match)
    assert said in caught.value.problems[0].message
    assert match.snapshot() == before
    match.choose("bet")


class Preparing(First):
    """Needs the game before the match begins."""

    game: Any = None

    def prepare(self, game: Any) -> None:
        self.game = game
        if self.argument:
            raise ValueError(self.argument)


def test_whoever_prepares_is_given_the_game_and_may_fail() -> None:
    game, player = game_of("tests/games/kuhn"), Preparing()
    play(game, {"elder": player}, 3)
    assert player.game is game
    with pytest.raises(PlayError, match="seat elder: the player `Preparing` failed: ValueError: too large"):
        play(game, {"elder": Preparing("too large")}, 3)


def test_an_answer_is_an_option_a_key_or_an_index() -> None:
    game = game_of("tests/games/kuhn")
    for answer in ("check", 1):
        assert play(game, {"elder": Answers(answer), "younger": Answers(1)}, 3).choices == ["check", "check"]


def test_a_seat_that_there_is_not() -> None:
    players: dict[str, str | Player] = {"eldar": "random"}
    with pytest.raises(PlayError, match="there is no seat `eldar`"):
        play(game_of("tests/games/kuhn"), players)
