"""Sides: which seat is on which, and games that a side wins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interpreter import load
from interpreter.engine.playout import play_random
from interpreter.matches.match import Game
from interpreter.support.errors import RulebookError

FILES = {
    "game.yaml": """
id: camps
title: Camps
seats: {from: 2, to: 4, id: p, title: Player}
sides: [{id: hawks, title: Hawks}, {id: doves, title: Doves}]
""",
    "pieces.yaml": """
pieces: [{id: dove, noun: {one: dove, many: doves}, supply: 2, start: {cage: 2}}]
boxes: [{id: cage, title: Cage}]
""",
    "vocabulary.yaml": """
variables:
  - {id: banner, is: side, for: seat}
  - {id: praise, is: number, for: side}
  - {id: cheered, is: {list: side}}
words:
  - {say: "{seat} march(es) for {side}", when: side of seat is side}
  - say: "cheer {side}"
    do: |
      raise praise of side
      add side to cheered
""",
    "sequence.yaml": """
start: |
  for each seat, as s:
    as s:
      choose a side, to join
      set your banner to side
      cheer your side
  WHAT
side: banner of seat
score: number of (seats where it marches for side of seat)
""",
}


def game(folder: Path, what: str, *, players: int = 3, **changed: str) -> Game:
    for name, text in FILES.items():
        text = changed.get(name.removesuffix(".yaml"), text)
        (folder / name).write_text(text.replace("WHAT", what.replace("\n", "\n  ")))
    return load(folder, players=players)


def ended(game: Game, *answers: str) -> Any:
    match = game.start()
    for answer in answers:
        match.choose(answer)
    return match.outcome()


ENDS: dict[str, tuple[list[str], str | None]] = {
    "winners are Hawks": (["p1", "p3"], "hawks"),
    "winners are hawks": (["p1", "p3"], "hawks"),
    "winner is the other side of Hawks": (["p2"], "doves"),
    "winners are the other side of side of p2": (["p1", "p3"], "hawks"),
    "winners are sides with the highest praise of it": (["p1", "p3"], "hawks"),
    "winners are Hawks or Doves": (["p1", "p2", "p3"], None),
    "winners are sides where praise of it is 9": ([], None),
    "winners are first of (sides in cheered where it is not side of p1)": (["p2"], "doves"),
    "winners are seats where it marches for Doves": (["p2"], None),
    "winners are side of (the only one of seats where doves in cage is 1)": ([], None),
    "winners are (Hawks if doves in cage is 2, otherwise Doves)": (["p1", "p3"], "hawks"),
}


@pytest.mark.parametrize("said", ENDS)
def test_winners(said: str, tmp_path: Path) -> None:
    outcome = ended(game(tmp_path, f'end the game, {said}, because "it"'), "hawks", "doves", "hawks")
    assert (outcome.winners, outcome.side, outcome.reason) == (*ENDS[said], "it")
    assert outcome.scores == {"p1": 2, "p2": 1, "p3": 2}


def test_a_change_of_sides_counts_at_the_end(tmp_path: Path) -> None:
    text = "for each side, as s: cheer s\nset banner of p2 to Hawks\nend the game, winners are Hawks"
    outcome = ended(game(tmp_path, text, players=2), "hawks", "doves")
    assert (outcome.winners, outcome.side) == (["p1", "p2"], "hawks")


def test_what_people_and_programs_read(tmp_path: Path) -> None:
    made = game(tmp_path, "end the game, winners are Doves", players=2)
    match = made.start()
    assert match.decision is not None
    assert [(option.key, option.text) for option in match.decision.options] == [("hawks", "Hawks"), ("doves", "Doves")]
    match.choose("doves")
    match.choose("hawks")
    assert match.log()[-1] == "The game is over, won by Doves (end)"
    assert match.view("p1")["variables"] == {
        "banner": {"p1": "doves", "p2": "hawks"},
        "praise": {"hawks": 1, "doves": 1},
        "cheered": ["doves", "hawks"],
    }
    assert {play_random(made, 1, index).side for index in range(20)} == {"doves"}


REFUSED = {
    'sequence | start: "end the game, winners are Hawks"': "on which side is a seat? let sequence.yaml say so, "
    "as in `side: team of seat`",
    "sequence | {start: stop, side: cheered}": "a side is needed here, and this is a set of sides",
    "sequence | {start: stop, side: side of seat}": "on which side a seat is, is explained by itself",
    "sequence | {start: set praise of the other side to 1}": "`to` can't stand here; expected `of`",
    "sequence | {start: set praise of the other seat of p1 to 1}": "`the other … of` is said of sides; of seats, "
    "`the opponent of`",
    "sequence | {start: set praise of p1 to 1}": "a side is needed here, and this is a seat",
    "game | {id: t, title: T, seats: [{id: p1, title: P}]}": "there are no sides in this game: list them under "
    "`sides` in game.yaml",
}


@pytest.mark.parametrize("change", REFUSED)
def test_mistakes(change: str, tmp_path: Path) -> None:
    name, _, text = change.partition(" | ")
    with pytest.raises(RulebookError) as raised:
        game(tmp_path, "stop", players=1 if name == "game" else 2, **{name: text})
    assert REFUSED[change] in {problem.message for problem in raised.value.problems}


def test_a_wrong_side_is_not_also_reported_as_explained_by_itself(tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as raised:
        game(tmp_path, "stop", sequence="{start: set praise of side of p1 to 1, side: cheered}")
    (problem,) = raised.value.problems
    assert problem.message == "a side is needed here, and this is a set of sides"


@pytest.mark.parametrize(
    ("winners", "sides", "advice"),
    [
        ("winners are players", "{id: hawks, title: Hawks}", "say `winner is hawks`"),
        ("winner is p1", FILES["game.yaml"].partition("sides: [")[2][:-2], "`winner is side of SEAT`"),
        ("winner is side of p1", "{id: hawks, title: Hawks}", ""),
        ("nobody wins", "{id: hawks, title: Hawks}", ""),
    ],
)
def test_seats_that_win_instead_of_their_side_are_warned_of(
    winners: str, sides: str, advice: str, tmp_path: Path
) -> None:
    changed = {
        "game": f"id: camps\ntitle: Camps\nseats: {{from: 2, to: 4, id: p, title: Player}}\nsides: [{sides}]\n",
        "sequence": f"start: end the game, {winners}\nside: hawks\n",
        "vocabulary": 'words: [{say: "{seat} march(es) for {side}", when: side of seat is side}]',
    }
    warned = [problem.message for problem in game(tmp_path, "", players=3, **changed).warnings]
    assert [advice in message for message in warned] == ([True] if advice else [])
