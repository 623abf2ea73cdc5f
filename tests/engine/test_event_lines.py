"""Playability of events: an event is possible if one of its lines is; `only if` and `must` end it.

An event may be played if its conditions hold.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.matches.match import Match
from interpreter.rulebook.model import Text
from interpreter.rulebook.scenarios.given import GivenPosition
from interpreter.support.errors import Location

FILES = {
    "game.yaml": "id: b\ntitle: B\nseats: [{id: red, title: Red}, {id: blue, title: Blue}]\n",
    "map.yaml": "spaces: [{id: north, title: N}, {id: south, title: S}]\n",
    "vocabulary.yaml": """
variables: [{id: tally, is: number}, {id: purse, is: number}, {id: found, is: number}]
flags: [{id: lit, of: space}]
words:
  - say: "put out a light in {area: spaces}"
    do: |
      choose a lit space in area, to put_out
      make space not lit
  - {say: "perhaps light a lamp", do: "choose a space where it is not lit, or stop, to kindle\\nmake space lit"}
  - {say: "pay {n}", do: "must lower tally by n\\nlower purse by n"}
  - {say: "spend {n}", do: "only if purse >= n\\nlower purse by n"}
  - {say: gain, do: raise tally by 10}
""",
    "zones.yaml": "zones: [{id: deck, title: Deck, face: everyone, starts with: [main]}]\n",
    "sequence.yaml": "start: stop\nscore: tally\n",
}
SEEN = "if event of X can be played: set found to 1\nif event of X can be played: carry out the event of X"


def begun(folder: Path, event: str, begin: str = SEEN) -> Match:
    (folder / "cards").mkdir()
    lines = "".join(f"      {line}\n" for line in event.split("; "))
    card = f"deck: main\ntitle: M\ncards:\n  - id: x\n    title: X\n    event: |\n{lines}"
    for name, content in {**FILES, "cards/main.yaml": card}.items():
        (folder / name).write_text(content)
    return load(folder).stage(GivenPosition(begin=Text(begin, Location("begin")), turn="red"))


@pytest.mark.parametrize(
    ("event", "playable", "tally"),
    [
        ("put out a light in spaces", False, 0),
        ("put out a light in spaces; gain", True, 10),
        ("put out a light in spaces; put out a light in north", False, 0),
        ("put out a light in spaces; put out a light in north; gain", True, 10),
        ("must put out a light in spaces; gain", False, 0),
        ("must put out a light in (spaces where tally is 0); gain", False, 0),
        ("only if tally > 0; gain", False, 0),
        ("put out a light in spaces; only if tally > 0; gain", False, 0),
        ("put out a light in spaces; only if tally is 0; gain", True, 10),
        ("spend 1; gain", False, 0),  # the condition of a phrase can't be skipped
        ("put out a light in spaces; spend 1; gain", False, 0),
        ("choose a lit space, to put_out; make space not lit; gain", False, 0),  # the rest of the block is skipped
        ("repeat 2 times: put out a light in spaces; gain", True, 10),
        ("as the opponent: put out a light in spaces; gain", True, 10),
        ("if tally is 0: put out a light in spaces; gain", True, 10),
        ("if tally > 0: gain; put out a light in spaces", False, 0),
        ("if tally is 0:;   put out a light in spaces;   stop; gain", False, 0),
        ("if tally is 0:;   put out a light in spaces;   gain; otherwise:;   put out a light in spaces", True, 10),
        ("let n be 10; put out a light in spaces; raise tally by n", True, 10),
        ('either "a":;   put out a light in spaces; or "b":;   put out a light in north; gain', True, 10),
        ('note X as "x"; put out a light in spaces; gain', True, 10),
    ],
)
def test_lines_of_an_event(event: str, playable: bool, tally: int, tmp_path: Path) -> None:
    match = begun(tmp_path, event)
    outcome = match.outcome()
    assert outcome is not None
    variables = match.view("red")["variables"]
    assert (variables["found"] == 1, variables["tally"]) == (playable, tally)


@pytest.mark.parametrize(
    ("event", "permitted"),
    [
        ("put out a light in spaces", True),  # nothing to choose is no condition
        ("choose a lit space, to put_out; make space not lit", True),
        ("put out a light in spaces; put out a light in north", True),
        ('either "a":;   put out a light in spaces; or "b":;   put out a light in north', True),
        ('either "a":;   only if tally > 0;   gain; or "b":;   only if tally > 1;   gain', False),
        ("play this event only if tally > 0; gain", False),
        ("play this event only if tally is 0; put out a light in spaces", True),
        ("to play this event, first put out a light in spaces; gain", False),
        ("must put out a light in spaces; gain", False),
        ("spend 1; gain", False),
        ("put out a light in spaces; only if tally > 0; gain", True),  # only a condition at the beginning counts
        ("if tally is 0:;   put out a light in spaces", True),
        ("gain", True),
    ],
)
def test_conditions_of_an_event(event: str, permitted: bool, tmp_path: Path) -> None:
    found = "if event of X may be played: set found to 1\nif event of X may not be played: set purse to 1"
    variables = begun(tmp_path, event, found).view("red")["variables"]
    assert (variables["found"], variables["purse"]) == ((1, 0) if permitted else (0, 1))


def test_a_failing_condition_is_told_and_nothing_to_choose_is_not(tmp_path: Path) -> None:
    begin = 'either "play":\n  only if event of X may be played\n  gain\nor "rest":\n  stop\nor "wait":\n  stop'
    event = "play this event only if tally > 0; put out a light in spaces"
    reason = begun(tmp_path, event, begin).why_not("play", "red")
    assert reason is not None and "tally > 0" in reason.text and "lit" not in reason.text


def test_an_option_has_to_begin(tmp_path: Path) -> None:
    begin = 'either "x":\n  put out a light in spaces\n  gain\nor "y":\n  raise tally'
    assert begun(tmp_path, "gain", begin).view("red")["variables"]["tally"] == 1


def test_an_event_is_an_option_if_one_of_its_lines_can_be_done(tmp_path: Path) -> None:
    match = begun(tmp_path, "put out a light in spaces; gain", 'may "play": carry out the event of X')
    assert match.decision is not None
    match.choose("yes")
    assert match.view("red")["variables"]["tally"] == 10
