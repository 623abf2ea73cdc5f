"""Endless play is stopped and its rule named: in an effect, in a game that plays itself, in events that are only tried.

A match that people play is never stopped for its length.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter import load, play
from interpreter.engine.driver import DECISION_WORK, GAME_WORK_LIMIT
from interpreter.engine.playout import play_random
from interpreter.engine.state import EFFECT_WORK_LIMIT
from interpreter.lab.playtest_document import make_playtest_document
from interpreter.lab.result_documents import to_json
from interpreter.language.checking.cost_model import UNIT
from interpreter.language.execution.executable import Backend
from interpreter.matches.match import Game
from interpreter.playtest.run.runner import ENDLESS_GAMES, PlaytestPlan, run_playtest
from interpreter.playtest.store.result_store import Store
from interpreter.playtest.store.run_identity import terms_of
from interpreter.support.errors import BudgetError
from tests.language.cases import sample_with, start
from tests.loaded import game_of

DUST = f"  - say: dust\n    means: {'sum of (' * 8}uses of elm{') over towns' * 8}\n"
HEAVY = "  if count < 0 and dust > 0: raise count\n" * 40
DEEPER = HEAVY.replace("  if", "    if")
"""Counts for much work and makes little, so that a game need not be long to be stopped."""


def whole_game(folder: Path, text: str, words: str = "") -> Game:
    """The sample game with another course."""
    lines = "".join(f"  {line}\n" for line in text.splitlines())
    edits = [
        ("sequence.yaml", "start: play the sample\n", f"start: |\n{lines}"),
        ("vocabulary.yaml", "words:\n", f"words:\n{DUST}{words}"),
    ]
    return load(sample_with(folder, (), edits))


def named(game: Game, error: BudgetError) -> str:
    """The line that an error names."""
    (problem,) = error.problems
    assert problem.code == "budget" and problem.message.startswith("in `")
    line = Path(problem.where.file).read_text(encoding="utf-8").splitlines()[problem.where.line - 1]
    assert problem.excerpt == line
    return line.strip()


TIDY = """  - say: tidy up
    do: |
      repeat 50 times:
        for each town: lower uses of town
"""
ASK = """  - say: ask around
    do: |
      for each seat, as s:
        as s:
          choose a town, to see
          tidy up
"""
ENDLESS = {
    "a small loop inside": f"while count >= 0:\n  raise count\n  repeat 50 times: raise uses of elm\n{HEAVY}",
    "a phrase inside": f"raise count\nwhile count >= 0:\n  raise count\n  tidy up\n{HEAVY}",
    "a loop in a loop": f"for each town:\n  while count >= 0:\n    tidy up\n    repeat 2 times: raise count\n{DEEPER}",
    "past a track's end": f"while day < 9:\n  raise day\n  ask around\n{HEAVY}",
    "after something else": f"ask around\ntidy up\nwhile day < 9:\n  ask around\n  raise day\n{HEAVY}",
    "again and again": f"""for each seat, again and again, as s:
  if day > 9: leave the loop
  as s: ask around
{HEAVY}""",
}


QUICK = {"a loop in a loop", "past a track's end", "again and again"}


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.parts) for name in ENDLESS]
)
def test_what_goes_on_is_named(name: str, tmp_path: Path) -> None:
    """Not the small loops that it is made of, each of which does end."""
    game = whole_game(tmp_path, ENDLESS[name], TIDY + ASK)
    with pytest.raises(BudgetError) as caught:
        play_random(game, 1, 0)
    line = named(game, caught.value)
    assert line.startswith("for each seat, again" if "again" in name else "while"), line
    with pytest.raises(BudgetError) as other:
        play(game, {}, 1)
    assert other.value.problems == caught.value.problems


@pytest.mark.parts
def test_in_a_playtest(tmp_path: Path) -> None:
    game = whole_game(tmp_path, ENDLESS["past a track's end"], TIDY + ASK)
    result = run_playtest(PlaytestPlan(game, 1, 2))
    (stopped,) = to_json(make_playtest_document(result))["stopped"]
    assert (stopped["code"], stopped["games"], stopped["first_game"]) == ("budget", 2, 0)
    assert stopped["file"].endswith("sequence.yaml") and stopped["message"].startswith("in `the game`")


@pytest.mark.parts
def test_a_match_is_not_stopped(tmp_path: Path) -> None:
    """Only an effect is: what the same game that plays itself is stopped for, people may go on with."""
    game = whole_game(tmp_path, f"while day < 9:\n  as red: choose a town, to see\n  raise day\n{HEAVY * 4}")
    match, limited = game.start(1), game.start(1, limited=True)
    with pytest.raises(BudgetError) as caught:
        while True:
            limited.choose(0)
    assert named(game, caught.value) == "while day < 9:"
    done = 0
    while done < GAME_WORK_LIMIT + EFFECT_WORK_LIMIT:
        match.choose(0)
        done += EFFECT_WORK_LIMIT - match.state.work
    assert match.decision is not None and match.decisions > limited.decisions


@pytest.mark.parts
def test_the_longest_games() -> None:
    """Test that the limit allows thirty times the work of any shipped game, and is reached soon.

    A unit of work is at most a hundred steps, and a slow step takes two microseconds in Python.
    """
    for name, players in (("liberte", 6), ("vive_la_revolution", 10), ("red_flag_over_paris", 2), ("revolution", 2)):
        game = game_of(name, players=players)
        for index in range(2):
            played = play_random(game, 1, index)
            assert played.decisions * DECISION_WORK < played.work < GAME_WORK_LIMIT / 30
    assert GAME_WORK_LIMIT * UNIT <= 10**9
    assert GAME_WORK_LIMIT / DECISION_WORK <= 200_000


MANY_LOOKS = f"choose a town where {'sum of (' * 6}uses of elm{') over towns' * 6} < 9, to see"


@pytest.mark.parametrize("done", [MANY_LOOKS, "look about"], ids=["in a loop", "in a phrase"])
def test_what_is_offered_counts(done: str, tmp_path: Path) -> None:
    """A choice whose options take long to work out counts for more than a decision, also in a phrase without loops."""
    words = f"  - say: look about\n    do: {MANY_LOOKS}\n"
    played = play_random(whole_game(tmp_path, f"repeat 3 times:\n  as red: {done}", words), 1, 0)
    assert played.decisions == 3
    assert played.work > 1.5 * 3 * DECISION_WORK


def test_trials_count(tmp_path: Path) -> None:
    """Work that is done on a copy of the table is work, too."""
    text = "if event of cat would change something: raise count"
    tried = start(load(sample_with(tmp_path / "a", [text])), 0).state.work
    simple = start(load(sample_with(tmp_path / "b", [text.replace("would change something", "can be played")])), 0)
    assert tried < simple.state.work - 10


@pytest.mark.parts
def test_trials_without_end(tmp_path: Path) -> None:
    """An event that is tried may go on without end, or be tried without end."""
    slow = ("cards/main.yaml", "event: raise count by 1}", 'event: "while count >= 0: raise count"}')
    texts = ["if event of ant would change something: raise count"]
    game = load(sample_with(tmp_path / "a", texts, [slow]))
    with pytest.raises(BudgetError) as caught:
        start(game, 0)
    assert "while count >= 0" in named(game, caught.value)
    texts = ["while count >= 0:\n  if event of idle_choice would change something: raise count\n  raise count"]
    idle = '  - {id: idle_choice, title: I, strength: 1, event: "repeat 9 times: choose a town, to look"}\n'
    game = load(sample_with(tmp_path / "b", texts, [("cards/main.yaml", "  - id: bee\n", f"{idle}  - id: bee\n")]))
    with pytest.raises(BudgetError) as caught:
        start(game, 0)
    (problem,) = caught.value.problems
    assert problem.message.startswith("whether the event of idle_choice would change something")
    assert problem.excerpt is not None and "choose a town, to look" in problem.excerpt


def test_the_one_line_of_play_that_changes_something(tmp_path: Path) -> None:
    """It is found among many."""
    event = "choose a number from 1 to 50, as aa\n      choose a number from 1 to 50, as bb\n"
    event += "      if aa is 2 and bb is 7: make elm burnt\n"
    picky = f"  - id: picky\n    title: P\n    strength: 1\n    event: |\n      {event}"
    texts = ["raise count\nif event of picky would change something: raise count"]
    game = load(sample_with(tmp_path, texts, [("cards/main.yaml", "  - id: bee\n", f"{picky}  - id: bee\n")]))
    match = start(game, 0)
    assert match.view("red")["variables"]["count"] == 2


@pytest.mark.parts
def test_a_hopeless_run_counts_the_same_games_whoever_plays_them(tmp_path: Path) -> None:
    game = whole_game(tmp_path, "while count < 9000: raise count\nas red: choose a number from 0 to count, as m")
    backends: tuple[Backend, ...] = ("python", "auto")
    ways = [(jobs, backend) for jobs in (1, 3) for backend in backends]
    for first in (0, 5):
        listed: list[list[str]] = [[] for _ in ways]
        for (jobs, backend), lines in zip(ways, listed, strict=True):
            result = run_playtest(PlaytestPlan(game, 1, 3000, first, jobs, backend=backend), write_csv=lines.append)
            assert result.is_endless and [games for _, games, _ in result.tally.stop_reasons()] == [ENDLESS_GAMES]
        assert {"".join(lines) for lines in listed} == {"".join(listed[0])}
    for jobs in (3, 1):
        with Store(str(tmp_path / "x.store"), [terms_of(game, {}, 1)]) as store:
            assert run_playtest(PlaytestPlan(game, 1, 3000, jobs=jobs), store=store).tally.games == ENDLESS_GAMES


PASSING = """
id: passing
title: Passing
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
map: {noun: {one: cell, many: cells}, grid: {columns: 2, rows: 2}}
pieces: [{id: stone, owner: seat, supply: 4, room: {all: 1}, start: {each: {bowl: 4}}}]
boxes: [{id: bowl, title: Bowl, for: seat}]
start: |
  players take turns, beginning with red: place a stone
words:
  - say: place a stone
    turn: true
    do: |
      if stones in your bowl is 5: end the game, nobody wins, because "never"
"""
FORCED = """
      choose a cell without stones, to place
      move 1 of your stones from your bowl to cell
"""
WISHED = """
      choose a cell, to place
      if cell has no stones: move 1 of your stones from your bowl to cell
"""


@pytest.mark.parametrize(("rest", "most_turns"), [(FORCED, 13_000), (WISHED, 70_000)])
def test_turns_in_which_all_pass_are_stopped_soon_and_said_to_be_turns(
    rest: str, most_turns: int, tmp_path: Path
) -> None:
    """Without a decision, or with one that changes nothing: within a second, by both backends in the same turn."""
    (tmp_path / "game.yaml").write_text(PASSING + rest.lstrip("\n"), encoding="utf-8")
    game = load(tmp_path)
    messages = set()
    backends: tuple[Backend, ...] = ("python", "auto")
    for backend in backends:
        result = run_playtest(PlaytestPlan(game, 1, 1, backend=backend))
        (stopped,) = to_json(make_playtest_document(result))["stopped"]
        messages.add(stopped["message"])
    (message,) = messages
    turn = re.search(r"stopped in turn (\d+): say when the game ends, for instance once all", message)
    assert turn is not None and int(turn[1]) < most_turns
