"""Untrusted games in machine code.

Endless play is stopped with the same message as in Python, anything too large for machine code is reported, and memory
stays under its cap.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter import load
from interpreter.engine.native_games import match_limits, prepare_native
from interpreter.engine.state import State
from interpreter.language.backends.wasm.machine.machine import WasmMachine
from interpreter.language.backends.wasm.module import WasmModule
from interpreter.language.backends.wasm.sizes import MEMORY, PAGE
from interpreter.language.execution.executable import CodeKey, NotCompilableError
from interpreter.matches.loading import game_of_rulebook
from interpreter.matches.match import Game
from interpreter.playtest.run.runner import PlaytestPlan, PlaytestResult, run_playtest
from interpreter.support.errors import CahierError
from tests.engine.test_endless import ASK, ENDLESS, QUICK, TIDY, whole_game
from tests.language.cases import sample_with
from tests.language.test_bodies import game_with_bodies
from tests.language.test_hostile_texts import PLAYED, TENTH, WORDS, with_words
from tests.loaded import REPO, book_of
from tests.native.comparing import differences, document, only_some
from tests.native.ends import by_python, different_ends

ONE_OF_THEM = """start: |
  let text be random one of cards in all_cases
  as red: carry out the event of text
  end the game, winner is red, because "done"
"""
GAMES = 8
CREWS = REPO / "tests" / "cli" / "crews"


def game_of_texts(folder: Path, texts: list[str], edits: tuple[tuple[str, str, str], ...] = ()) -> Path:
    """The sample game, in which one of some texts is carried out, settled by chance, and nothing else is done."""
    start = ("sequence.yaml", "start: play the sample\n", ONE_OF_THEM)
    return sample_with(folder, texts, (start, *edits))


@pytest.fixture
def little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """An effect may take a tenth of the usual work."""
    for limit in (
        "state.EFFECT_WORK_LIMIT",
        "driver.EFFECT_WORK_LIMIT",
        "playout.EFFECT_WORK_LIMIT",
        "native_games.EFFECT_WORK_LIMIT",
        "faults.MAX_EXTRA_WORK",
    ):
        monkeypatch.setattr(f"interpreter.engine.{limit}", TENTH)


@pytest.mark.parts
@pytest.mark.usefixtures("little_work")
@pytest.mark.parametrize(
    "text",
    [
        "while count >= 0: set count to ways through Birch in 8",
        "repeat 1000000 times: set count to number of (towns where factorial of 10 > 2)",
    ],
)
def test_each_call_of_a_word_that_uses_itself_is_charged(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls, count = 0, State.call_count

    def counted(state: State, depth: int) -> int:
        nonlocal calls
        calls += 1
        return count(state, depth)

    monkeypatch.setattr(State, "call_count", counted)
    game = game_with_bodies(tmp_path, [text], ("sequence.yaml", "start: play the sample\n", ONE_OF_THEM))
    error = by_python(game, 1, 0)
    assert "this goes on without end and was stopped" in str(error)
    assert TENTH / 2 < calls < TENTH * 1.2
    assert different_ends(game, 1, 1) == ([], 1, 0)


@pytest.mark.parametrize(("spared", "ends"), [(0, ([], 0, 0)), (1, ([], 0, 1))])
def test_machine_code_stops_a_word_that_uses_itself_at_the_call_at_which_python_has_no_work_left(
    spared: int, ends: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = ("sequence.yaml", "start: play the sample\n", ONE_OF_THEM)
    game = game_with_bodies(tmp_path, ["set count to ways through Birch in 8 + factorial of 10"], course)
    end = by_python(game, 1, 0)
    assert not isinstance(end, CahierError)
    for place in ("state", "driver", "native_games"):
        monkeypatch.setattr(f"interpreter.engine.{place}.EFFECT_WORK_LIMIT", end["work"] - spared)
    assert different_ends(game, 1, 1) == ends


def stops(result: PlaytestResult) -> object:
    return document(result)["stopped"]


@pytest.mark.parts
@pytest.mark.usefixtures("little_work")
def test_hostile_texts(tmp_path: Path) -> None:
    """Whatever a text does, both backends end alike: stopped, or at the same state."""
    folder = game_of_texts(tmp_path, [text for _, text in PLAYED.values()])
    game = load(with_words(folder, "".join(WORDS)))
    found, stopped, alone = different_ends(game, 2, GAMES)
    assert (found, alone) == ([], 0)
    assert stopped > 2
    results = [run_playtest(PlaytestPlan(game, 2, 5, backend=backend)) for backend in ("python", "native")]
    assert document(results[0]) == document(results[1])
    assert stops(results[0])


@pytest.mark.parts
@pytest.mark.usefixtures("little_work")
@pytest.mark.parametrize("name", only_some(ENDLESS, QUICK - {"a loop in a loop"}))
def test_games_without_end(name: str, tmp_path: Path) -> None:
    game = whole_game(tmp_path, ENDLESS[name], TIDY + ASK)
    one, other = (run_playtest(PlaytestPlan(game, 1, 1, backend=backend)) for backend in ("python", "native"))
    assert document(one) == document(other)
    assert stops(other)


@pytest.mark.parts
def test_trials_of_each_other(tmp_path: Path) -> None:
    """Test that the rule named does not depend on the depth of calls at which it was played."""
    texts = [f"if event of case_{other} would change something: raise count" for other in (1, 2, 0)]
    game = load(game_of_texts(tmp_path, texts))

    def deeper(depth: int) -> Any:
        return deeper(depth - 1) if depth else str(by_python(game, 2, 0))

    assert len({deeper(depth) for depth in range(7)}) == 1
    one, other = (run_playtest(PlaytestPlan(game, 2, 9, backend=backend)) for backend in ("python", "native"))
    assert document(one) == document(other)
    assert stops(other)


@pytest.mark.parts
@pytest.mark.usefixtures("little_work")
def test_trials_without_end(tmp_path: Path) -> None:
    idle = '  - {id: idle_choice, title: I, strength: 1, event: "repeat 9 times: choose a town, to look"}\n'
    slow = ("cards/main.yaml", "event: raise count by 1}", 'event: "while count >= 0: raise count"}')
    texts = ["if event of ant would change something: raise count"]
    texts += ["while count >= 0:\n  if event of idle_choice would change something: raise count\n  raise count"]
    more = ("cards/main.yaml", "  - id: bee\n", f"{idle}  - id: bee\n")
    game = load(game_of_texts(tmp_path, texts, (slow, more)))
    one, other = (run_playtest(PlaytestPlan(game, 1, 2, backend=backend)) for backend in ("python", "native"))
    assert document(one) == document(other)
    assert stops(other)


def seats(tmp_path: Path, number: int) -> Game:
    """A game for so many."""
    folder = tmp_path / "crews"
    for file in sorted(CREWS.rglob("*.yaml")):
        text = file.read_text(encoding="utf-8").replace("to: 10", f"to: {number}")
        (folder / file.relative_to(CREWS)).parent.mkdir(parents=True, exist_ok=True)
        (folder / file.relative_to(CREWS)).write_text(text, encoding="utf-8")
    return load(folder, players=number)


def test_many_seats(tmp_path: Path) -> None:
    """As many as a game may have."""
    assert differences(seats(tmp_path, 50), 1, 4) == ([], 0)


def large(tmp_path: Path, cards: int) -> Path:
    """The sample game with many cards, all alike, that go from hand to hand."""
    texts = [
        "move cards in deck to discard\nmove cards in discard to bottom of deck\nshuffle deck",
        "draw 500 cards from deck to hand of each seat\nmove cards in your hand to pit",
        "set picked to cards in deck\nadd ant to picked\nset picked to cards in pit",
        "choose a card in deck, or none, as c\nmove c to your hand",
    ]
    twins = f"  - {{id: twin, title: Twin, strength: 2, copies: {cards}}}\n"
    return game_of_texts(tmp_path, texts, (("cards/main.yaml", "  - id: bee\n", f"{twins}  - id: bee\n"),))


@pytest.mark.parts
def test_many_cards(tmp_path: Path) -> None:
    game = load(large(tmp_path, 1100))
    found, _, alone = different_ends(game, 3, 12)
    assert (found, alone) == ([], 0)


@pytest.mark.parts
def test_a_text_that_gets_too_long_is_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not when all of it is written."""
    written = 0
    functions = WasmModule._functions

    def counted(module: WasmModule) -> Iterator[tuple[CodeKey, str]]:
        nonlocal written
        for each in functions(module):
            written += 1
            yield each

    monkeypatch.setattr(WasmModule, "_functions", counted)
    monkeypatch.setattr("interpreter.language.backends.wasm.module.MOST_TEXT", 20_000)
    with pytest.raises(NotCompilableError, match="too long"):
        prepare_native(game_of_rulebook(book_of("red_flag_over_paris")))  # not one that other tests play
    assert 0 < written < 30


@pytest.mark.parts
def test_what_is_nested_too_deeply_is_told(tmp_path: Path) -> None:
    """Be it to be played or to be shown."""
    end = 'end the game, winner is red, because "done"'
    game = whole_game(tmp_path, f"if {' and '.join(['number of cards in deck > 0'] * 250)}: {end}\n{end}")
    game.native_code(match_limits(game))
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit // 2)
    try:
        for made in (game.native_code, game.native_rules):
            with pytest.raises(NotCompilableError, match="nested too deeply"):
                made(match_limits(game))
    finally:
        sys.setrecursionlimit(limit)


def test_memory_never_grows(tmp_path: Path) -> None:
    """Test that the memory of a game is fixed before it is played: at most the cap plus its constants."""
    game = load(large(tmp_path, 1100))
    prepare_native(game)
    machine = game.program.machine()
    assert isinstance(machine, WasmMachine)
    memory = machine._memory
    pages = memory.type(machine._store).limits
    assert pages.min == pages.max
    assert pages.max * PAGE <= 2 * MEMORY
    before = memory.size(machine._store)
    list(different_ends(game, 4, 5))
    assert memory.size(machine._store) == before


@pytest.mark.parts
def test_a_large_state(tmp_path: Path) -> None:
    """Many values: what is copied for each event that is tried, too."""
    folder = large(tmp_path, 400)
    path = folder / "vocabulary.yaml"
    text = path.read_text(encoding="utf-8")
    more = "variables:\n  - {id: seen_with, is: number, for: [card, card]}\n"
    path.write_text(text.replace("variables:\n", more, 1), encoding="utf-8")
    game = load(folder)
    found, _, alone = different_ends(game, 3, 2)
    assert (found, alone) == ([], 0)
