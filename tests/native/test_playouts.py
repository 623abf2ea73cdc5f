"""Positions handed over to machine code, and what is played from there: the same as Python plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.engine.driver import answer, play
from interpreter.engine.native_playouts import NativePlayouts
from interpreter.engine.playout import Picker, Playout, play_out
from interpreter.engine.state import EFFECT_WORK_LIMIT, State
from interpreter.language.execution.executable import NativeUnavailableError
from interpreter.matches.match import Game, Match
from interpreter.players.base import SeatMatch
from interpreter.players.table_player import TablePlayer
from interpreter.support.errors import BudgetError
from tests.engine.test_endless import ASK, ENDLESS, HEAVY, TIDY, whole_game
from tests.loaded import game_of
from tests.native.comparing import by_tables, only_some

GAMES = (
    ("red_flag_over_paris", None),
    ("liberte", 3),
    ("vive_la_revolution", 4),
    ("vive_la_revolution", 10),
    ("revolution", None),
    ("tests/games/kuhn", None),
    ("tests/games/line_of_four", None),
    ("tests/games/sealed_bid", None),
    ("tests/language/sample", None),
)
QUICK = (GAMES[0], *GAMES[4:6], GAMES[-1])
EVERY, SELDOM = 7, 31
"""Decisions from one position that is looked at to the next, in short games and in long ones."""
SHARED = ("v", "z", "stack", "pc", "random", "work", "ends", "muted", "turns", "opener", "result")
ASK_TWICE = """  - say: ask twice
    do: |
      choose a town, to see
      let sort be realm of town
      choose a town, to like
      raise count by 1
      if sort is north: raise count by 2
"""


def plain(value: Any) -> Any:
    """The same with every list as a tuple, and with the types of what is in them."""
    if isinstance(value, list | tuple):
        return tuple(map(plain, value))
    return value


def content(state: State) -> dict[str, Any]:
    """All that play depends on."""
    found = {name: plain(getattr(state, name)) for name in SHARED}
    return {
        **found,
        "options": plain(state.options) if state.is_waiting else (),
        "seat": state.is_waiting and state.seat,
    }


def pickers(game: Game, tables: dict[str, str]) -> list[Picker | None]:
    return [TablePlayer(game, seat).pick if seat in tables else None for seat in game.seats]


def positions(game: Game, seed: int = 3) -> Iterator[tuple[Match, State]]:
    """Those of a random match, each as a search draws it for the seat that decides."""
    match, random = game.start(seed), Random(seed)
    while (decision := match.decision) is not None:
        if match.decisions % (EVERY if match.decisions < SELDOM else SELDOM) == 0:
            yield match, SeatMatch(match, decision.seat, random).sampler().draw_state(random.getrandbits(64))
        match.choose(random.randrange(len(decision.options)))


def some_way_into(game: Game, decisions: int = 20) -> State:
    match, random = game.start(5), Random(5)
    while match.decision is not None and match.decisions < decisions:
        match.choose(random.randrange(len(match.decision.options)))
    seat = match.game.seats[match.state.seat]
    return SeatMatch(match, seat, random).sampler().draw_state(random.getrandbits(64))


@pytest.mark.parametrize(("name", "players"), only_some(GAMES, QUICK))
def test_playouts_end_alike(name: str, players: int | None) -> None:
    """From positions all over a match, by chance and by tables: outcome, work, and all that the end is made of."""
    game = game_of(name, players=players)
    tables = by_tables(game)
    native = {by: NativePlayouts(game, tables if by else ()) for by in ({False, True} if tables else {False})}
    seen = 0
    for number, (_, state) in enumerate(positions(game)):
        before = content(state)
        for by_table, machine in native.items():
            machine.load_state(state)
            assert content(machine.current_state()) == before
            most = (5000, 9)[number % 2]
            found = machine.play_out(11, number, 2, most)
            assert content(machine.current_state()) == before
            for at, playout in enumerate(found, number):
                end = state.copy()
                wanted = play_out(game, end, 11, at, pickers(game, tables) if by_table else None, most)
                assert playout == wanted
                assert (wanted.reason is None) == end.is_waiting
                seen += not end.is_waiting
            machine._machine.play_out(number + 1, 1, most)
            assert content(machine.current_state()) == content(end)
    assert seen


@pytest.mark.parametrize(("name", "players"), only_some(GAMES, QUICK))
def test_answers_lead_to_the_same_positions(name: str, players: int | None) -> None:
    """Answer by answer to the end, and back into another memory on the way."""
    game = game_of(name, players=players)
    native, other = NativePlayouts(game), NativePlayouts(game)
    random, answers = Random(9), 0
    state = game.start(4).state.copy()
    state.log, state.uses = None, []
    code = game.program.code(False)
    native.load_state(state)
    while state.is_waiting:
        assert (native.decision, native.seat, list(native.options)) == (state.decision, state.seat, list(state.options))
        option = random.randrange(len(state.options))
        state.work = EFFECT_WORK_LIMIT
        answer(state, code, state.options[option])
        native.answer(option)
        answers += 1
        if answers > SELDOM and state.is_waiting and answers % EVERY:
            continue
        back = native.current_state()
        assert content(back) == content(state)
        if back.is_waiting and not random.randrange(5):
            other.load_state(back)
            assert content(other.current_state()) == content(state)
            assert other.play_out(1, 0, 1) == [play_out(game, back, 1, 0)]
    assert native.decision is None
    assert native.options == ()


@pytest.mark.parts
def test_truth_values_are_told_apart() -> None:
    """Test that Python's truth values are truth values again when they are read back."""
    game = game_of("red_flag_over_paris")
    native, state = NativePlayouts(game), some_way_into(game)
    native.load_state(state)
    assert [
        type(value) for value in native.current_state().v if value is not None and not isinstance(value, list | tuple)
    ] == [type(value) for value in state.v if value is not None and not isinstance(value, list | tuple)]


@pytest.mark.parts
def test_a_position_of_another_game() -> None:
    crews, revolution = "tests/cli/crews", game_of("revolution")
    with pytest.raises(NativeUnavailableError, match="another game"):
        NativePlayouts(revolution).load_state(some_way_into(game_of(crews), 0))
    with pytest.raises(NativeUnavailableError, match="another game"):
        NativePlayouts(game_of(crews, players=4)).load_state(some_way_into(game_of(crews, players=5), 0))
    with pytest.raises(NativeUnavailableError, match="another game"):
        NativePlayouts(revolution).load_state(some_way_into(game_of("revolution", "single_highest")))


def test_where_nobody_decides() -> None:
    game = game_of("tests/games/kuhn")
    native = NativePlayouts(game)
    state = some_way_into(game, 0)
    play(state, game.program.code(False), [1, 2])
    with pytest.raises(NativeUnavailableError, match="nobody decides"):
        native.load_state(state)
    for use in (native.current_state, lambda: native.decision, lambda: native.play_out(1, 0, 1)):
        with pytest.raises(NativeUnavailableError, match="play stands at no position"):
            use()


def test_an_option_that_is_not_on_offer() -> None:
    game = game_of("tests/games/kuhn")
    native = NativePlayouts(game)
    native.load_state(some_way_into(game, 0))
    for option in (-1, 2, 10**20):
        with pytest.raises(IndexError, match=f"no option {option}"):
            native.answer(option)


@pytest.mark.parts
def test_a_text_that_is_not_in_the_game() -> None:
    """Test that the text which begins a staged position is linked for Python only."""
    game = game_of("red_flag_over_paris")
    pieces = {"cube": {"commune": {"starting": 1, "press": 3}}}
    given = {"pieces": pieces, "turn": "commune", "begin": "place up to 2 cubes in Press"}
    match = game.stage(given, seed=7)
    native = NativePlayouts(match.game)
    with pytest.raises(NativeUnavailableError, match="a text that machine code does not have"):
        native.load_state(match.state)


@pytest.mark.parametrize("number", only_some([2**51, -(2**51), 2**63, -(2**63) - 1, 10**30], (2**51, -(2**63) - 1)))
def test_large_numbers(number: int) -> None:
    """Rules that let a number grow on and on are played by Python from some point on."""
    game = game_of("tests/language/sample")
    native, symbols = NativePlayouts(game), game.program.symbols
    for change in (number, (1, number)):
        state = some_way_into(game, 2)
        state.v[symbols.variable_base["count" if change is number else "picked"]] = change
        with pytest.raises(NativeUnavailableError, match=r"too large|can't have"):
            native.load_state(state)
    state = some_way_into(game, 2)
    state.stack[-1][-1] = 4 * number
    with pytest.raises(NativeUnavailableError, match=r"too large|can't have"):
        native.load_state(state)
    state = some_way_into(game, 2)
    state.v[symbols.variable_base["count"]] = 2**51 - 1
    native.load_state(state)
    assert content(native.current_state()) == content(state)


@pytest.mark.parts
def test_words_in_frames(tmp_path: Path) -> None:
    """A decision in between keeps one of the values of an attribute."""
    game = whole_game(tmp_path, "as red: ask twice", ASK_TWICE)
    native = NativePlayouts(game)
    match = game.start(1)
    native.load_state(match.state)
    for option in (1, 0):
        match.choose(option)
        native.answer(option)
        assert content(native.current_state()) == content(match.state)
        if match.decision is not None:
            other = NativePlayouts(game)
            other.load_state(native.current_state())
            assert content(other.current_state()) == content(match.state)
    assert native.current_state().v[game.program.symbols.variable_base["count"]] == 3


def test_choices_among_words(tmp_path: Path) -> None:
    lines = "as red:\n  choose one of realm of alder, or stop, as sort, to say\n  if sort is north: raise count by 2"
    game = whole_game(tmp_path, lines)
    native = NativePlayouts(game)
    match = game.start(1)
    native.load_state(match.state)
    match.choose(0)
    native.answer(0)
    assert content(native.current_state()) == content(match.state)


@pytest.mark.parts
@pytest.mark.parametrize("name", only_some(["past a track's end", "again and again"], ["past a track's end"]))
def test_playouts_without_end(name: str, tmp_path: Path) -> None:
    """Machine code says which it has stopped; Python has the words for that. Those before their end are as ever."""
    game = whole_game(tmp_path, ENDLESS[name], TIDY + ASK)
    native = NativePlayouts(game)
    state = game.start(1).state.copy()
    state.log = None
    native.load_state(state)
    assert native.play_out(1, 0, 2, max_decisions=10**9) == [0, 1]
    with pytest.raises(BudgetError):
        play_out(game, state.copy(), 1, 0, max_decisions=10**9)
    assert native.play_out(1, 0, 2, max_decisions=4) == [
        play_out(game, state.copy(), 1, at, max_decisions=4) for at in range(2)
    ]


def test_phrases_within_phrases(tmp_path: Path) -> None:
    """Test that the number of active phrases is handed over, too: both backends stop at the same one."""
    dig = "  - say: dig\n    do: |\n      choose a town, to see\n      dig\n      raise count\n"
    game = whole_game(tmp_path, "as red: dig", dig)
    native, code = NativePlayouts(game), game.program.code(False)
    state = some_way_into(game, 150)
    native.load_state(state)
    with pytest.raises(BudgetError):
        while True:
            answer(state, code, state.options[0])
            native.answer(0)
            assert content(native.current_state())["stack"] == content(state)["stack"]
    with pytest.raises(NativeUnavailableError, match="stopped"):
        native.answer(0)


@pytest.mark.parts
def test_an_answer_without_end(tmp_path: Path) -> None:
    course = f"as red: choose a town, to see\nwhile count >= 0:\n  raise count\n{HEAVY}"
    game = whole_game(tmp_path, course)
    native = NativePlayouts(game)
    state = game.start(1).state
    native.load_state(state)
    with pytest.raises(NativeUnavailableError, match="stopped"):
        native.answer(0)
    with pytest.raises(NativeUnavailableError, match="play stands at no position"):
        native.answer(0)
    native.load_state(state)
    assert len(native.options) > 1


def test_without_the_quick_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wasmtime that has it under another name is called as everybody does."""
    from wasmtime import _ffi

    game = game_of("tests/games/line_of_four")
    state = some_way_into(game, 4)
    quick = NativePlayouts(game)
    quick.load_state(state)
    wanted = quick.play_out(1, 0, 5), quick.play_out(1, 0, 5, 0)
    monkeypatch.delattr(_ffi, "wasmtime_func_call_unchecked")
    slow = NativePlayouts(game)
    slow.load_state(state)
    assert (slow.play_out(1, 0, 5), slow.play_out(1, 0, 5, 0)) == wanted
    assert all(isinstance(playout, Playout) for playout in wanted[0])
    slow.answer(0)
    quick.answer(0)
    assert content(slow.current_state()) == content(quick.current_state())


@pytest.mark.parts
def test_a_stopped_call_without_the_quick_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from wasmtime import _ffi

    monkeypatch.delattr(_ffi, "wasmtime_func_call_unchecked")
    test_an_answer_without_end(tmp_path)
