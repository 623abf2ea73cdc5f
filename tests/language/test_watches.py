"""Watched conditions: tested after every change of what they depend on, wherever it happens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interpreter import load
from interpreter.matches.match import Game
from interpreter.playtest.scenarios.scenario_runner import GameCache, play_scenarios
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from interpreter.support.errors import RulebookError

FILES = {
    "game.yaml": "id: w\ntitle: W\nseats: [{id: red, title: Red}, {id: blue, title: Blue}]\n",
    "map.yaml": "noun: {one: town, many: towns}\nspaces: [{id: north, title: N}, {id: south, title: S}]\n",
    "pieces.yaml": """
pieces:
  - {id: crow, supply: 4, start: {nest: 4}}
  - {id: jay, supply: 1, start: {south: 1}}
  - {id: owl, supply: 4, start: {nest: 4}, states: [asleep, awake]}
boxes: [{id: nest, title: Nest}]
captured to: nest
""",
    "tracks.yaml": """
tracks:
  - {id: heat, title: Heat, between: [0, 9]}
  - {id: fear, title: Fear, between: [0, 9], when: [{raised to: 2, do: raise heat by 2}]}
""",
    "zones.yaml": """
zones:
  - {id: deck, title: Deck, face: nobody, starts with: [main], when empty: raise heat by 5}
  - {id: pile, title: Pile, face: everyone}
""",
    "cards/main.yaml": """
deck: main
title: Main
cards:
  - {id: ant, title: Ant, event: raise count by 2}
  - {id: bee, title: Bee}
""",
    "vocabulary.yaml": """
variables:
  - {id: count, is: number}
  - {id: told, is: number}
  - {id: seen, is: {list: space}}
flags: [{id: burnt, of: space}]
words:
  - {say: "all is lost", when: number of (towns with crows) is 2}
  - say: "fly {n} crows"
    do: |
      repeat n times: move 1 crow from nest to north
  - say: grow
    do: |
      for each town:
        raise count
  - {say: grow twice, do: grow}
""",
}
END = 'end the game, winner is red, because "seen"'


def indented(text: str, depth: int) -> str:
    return "".join(f"{' ' * depth}{line}\n" for line in text.splitlines())


def watched(folder: Path, text: str, *watches: tuple[str, str]) -> Game:
    said = "".join(f"  - when: {when}\n    do: |\n{indented(do, 6)}" for when, do in watches)
    files = FILES | {
        "sequence.yaml": f"start: |\n{indented(text, 2)}score: count + 10 * told + 100 * heat\nwatch:\n{said}"
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(content)
    return load(folder)


def ended(folder: Path, text: str, *watches: tuple[str, str]) -> Any:
    outcome = watched(folder, text, *watches).start().outcome()
    assert outcome is not None
    return outcome.reason, outcome.scores["red"]


@pytest.mark.parametrize(
    ("when", "text", "score"),
    [
        ("count > 1", "repeat 9 times: raise count", 2),
        ("count > 1", "grow\ngrow", 2),
        ("count > 2", "for each seat: grow twice", 3),
        ("count > 1", "as red: carry out the event of ant\nraise count by 5", 2),
        ("heat > 1", "raise fear by 5\nraise count", 200),
        ("heat is 5", "draw 3 cards from deck to pile\nraise count", 500),
        ("deck has no cards", "move cards in deck to pile\nraise count", 0),
        ("number of cards in pile is 1", "repeat 2 times: draw 1 card from deck to pile\nraise count", 0),
        ("crows in north is 2", "fly 3 crows\nraise count", 0),
        ("all is lost", "fly 2 crows\nmove 1 crow from north to south\nraise count", 0),
        (
            "awake owls in north is 1",
            "move 2 owls from nest to north\nmake 1 asleep owl in north awake\nraise count",
            0,
        ),
        ("north has a jay", "raise count\nmove the piece on south to north\nraise count", 1),
        ("some town is empty", "move 1 crow from nest to north\ncapture the piece on north\nraise count", 0),
        ("north is burnt", "raise count\nmake towns burnt\nraise count", 1),
        ("south is in seen", "for each town: add town to seen\nraise count", 0),
        ("number of seen > 1", "set seen to towns\nraise count", 0),
        ("count is 3", "let n be 0\nwhile n < 5:\n  raise n\n  raise count", 3),
        ("heat is 1", "must raise heat\nraise count", 100),
    ],
)
def test_it_is_seen_at_once(when: str, text: str, score: int, tmp_path: Path) -> None:
    assert ended(tmp_path, text, (when, END)) == ("seen", score)


@pytest.mark.parametrize("piece", ["the jay on south", "the piece on south"])
def test_a_single_piece_ends_a_loop_by_its_move(piece: str, tmp_path: Path) -> None:
    assert ended(tmp_path, f"while south has jays: move {piece} to north", ("heat > 8", END)) == ("done", 0)


def test_it_is_not_looked_for_before(tmp_path: Path) -> None:
    assert ended(tmp_path, "raise heat\nraise told", ("count is 0", END)) == ("done", 110)


def test_what_it_does_may_be_more(tmp_path: Path) -> None:
    assert ended(tmp_path, "repeat 5 times: raise count", ("count > 2", "raise told")) == ("done", 35)


def test_it_does_not_start_inside_itself(tmp_path: Path) -> None:
    assert ended(tmp_path, "raise count\nraise count", ("count > 0", "grow")) == ("done", 6)
    assert ended(tmp_path, "raise count\nraise count", ("count > 0", "grow\nstop")) == ("done", 6)


def test_one_sees_what_another_does(tmp_path: Path) -> None:
    watches = ("count > 0", "raise told"), ("told > 1", END)
    assert ended(tmp_path, "raise count\nraise count\nraise count", *watches) == ("seen", 22)


def test_somebody_decides_on_the_way(tmp_path: Path) -> None:
    game = watched(
        tmp_path,
        "as red:\n  choose a number from 1 to 3, as n\n  raise count by n\n  raise told",
        ("count > 1", END),
    )
    for answer, reason in (("1", "done"), ("3", "seen")):
        match = game.start()
        match.choose(answer)
        outcome = match.outcome()
        assert outcome is not None
        assert outcome.reason == reason


def test_scenarios_are_watched(tmp_path: Path) -> None:
    game = watched(tmp_path, "stop", ("count > 4", END))
    (tmp_path / "scenarios").mkdir()
    said = (
        "- {name: n, given: {variables: {count: 4}, begin: raise count}, then: [{over: {reason: seen, winner: red}}]}\n"
    )
    (tmp_path / "scenarios" / "all.yaml").write_text(said)
    verdicts = list(play_scenarios(GameCache(game), load_scenarios(game.rulebook)))
    assert [verdict.has_passed for verdict in verdicts] == [True]


def test_rounds_without_end_may_rely_on_it(tmp_path: Path) -> None:
    text = "for each seat, again and again: raise count"
    assert ended(tmp_path, text, ("count > 6", END)) == ("seen", 7)


def test_a_variant_changes_it(tmp_path: Path) -> None:
    watched(tmp_path, "repeat 9 times: raise count", ("count > 1", END))
    (tmp_path / "variants").mkdir()
    change = "change: [{at: watch/1/when, to: count > 3}]\nadd: {watch: [{when: count is 3, do: raise told}]}\n"
    (tmp_path / "variants" / "later.yaml").write_text(f"id: later\ntitle: Later\nfor: w\n{change}")
    outcome = load(tmp_path, ["later"]).start().outcome()
    assert outcome is not None
    assert outcome.scores["red"] == 14


MISTAKES = {
    ("1 is 1", END): ("never-changes", "nothing that this looks at ever changes"),
    ("count", "raise told"): ("wrong-type", "a condition is needed here, and this is a number"),
    ("count > 1", "draw 1 card from deck to your hand"): (
        "nobody-acts",
        "nobody acts here, so there is no `you`: say `of SEAT`; statements may stand under `as SEAT:` instead",
    ),
}


@pytest.mark.parametrize("watch", MISTAKES)
def test_mistakes(watch: tuple[str, str], tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as raised:
        watched(tmp_path, "stop", watch)
    (problem,) = raised.value.problems
    assert (problem.code, problem.message) == MISTAKES[watch]
    assert problem.excerpt is not None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("the pile is empty", "the pile has no cards"),
        ("no cards are left in deck", "deck has no cards"),
        ("two towns have crows", "at least 2 towns have crows"),
        ("one town has two crows", "some town has 2 crows"),
        ("you are red", "there is a seat where it is red"),
    ],
)
def test_everyday_conditions_get_a_suggestion(typed: str, meant: str, tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as raised:
        watched(tmp_path, "raise count", (typed, "stop"))
    assert [problem.wordings for problem in raised.value.problems] == [(meant,)]
