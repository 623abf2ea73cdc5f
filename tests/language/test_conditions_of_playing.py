"""Conditions at the beginning of a text: of a card, for playing it; of an option, for choosing it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.support.errors import RulebookError
from tests.language.cases import found, sample_with, start

PLAYED = """
if event of X can be played:
  carry out the event of X
otherwise:
  set count to 9
"""


def count_after(folder: Path, event: str, *keys: str) -> int:
    """Return the value of the counter after the event was carried out, or 9 if it can't be played."""
    asks = PLAYED.strip().replace("X", "case_1")
    match = start(load(sample_with(folder, [asks, event])), 0)
    for key in keys:
        match.choose(key)
    return int(found(match, "count"))


@pytest.mark.parametrize(
    ("event", "count"),
    [
        ("play this event only if 1 is 1\nraise count", 1),
        ("play this event only if 1 is 2\nraise count", 9),
        ("play this event only if 1 is 1\nplay this event only if 1 is 2\nraise count", 9),
        ("to play this event, first move 2 of your pawns from alder to birch\nraise count", 1),
        ("to play this event, first move 3 of your pawns from alder to birch\nraise count", 9),
        ("play this event only if 1 is 1\nto play this event, first choose a closed town\nraise count", 1),
        ("play this event only if 1 is 1\nto play this event, first choose a burnt town\nraise count", 9),
    ],
)
def test_an_event_is_played_only_so(tmp_path: Path, event: str, count: int) -> None:
    assert count_after(tmp_path, event) == count


@pytest.mark.parametrize(("pawns", "keys"), [(2, "go stay"), (3, "stay")])
def test_an_option_is_on_offer_if_it_can_be_taken(tmp_path: Path, pawns: int, keys: str) -> None:
    event = f"""either "go":
  if you can, move {pawns} of your pawns from alder to birch
or "stay":
  raise count
or "stay on":
  raise count by 2
"""
    match = start(load(sample_with(tmp_path, [event])), 0)
    assert found(match, "asked").replace("stay_on", "").split() == keys.split()


@pytest.mark.parametrize(
    "event",
    [
        "raise count\nplay this event only if 1 is 1",
        "raise count\nto play this event, first choose a town",
        "if 1 is 1:\n  play this event only if 1 is 1",
        'may "do":\n  to play this event, first choose a town',
        "if you can, choose a town",
        'may "do":\n  raise count\n  if you can, choose a town',
    ],
)
def test_what_stands_elsewhere_is_refused(tmp_path: Path, event: str) -> None:
    with pytest.raises(RulebookError) as caught:
        load(sample_with(tmp_path, [event]))
    (problem,) = caught.value.problems
    assert problem.code == "not-first" and "goes to the beginning" in problem.message


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("for each town, to go next: raise count", "nobody chooses the order"),
        ("for each seat, in player order, in the order you choose: raise count", "does not go together"),
        ("for each seat, as you, in the order you choose: raise count", "does not go together"),
        ("if alder is coast and/or birch is coast: raise count", "`and/or` joins two sets"),
    ],
)
def test_what_does_not_go_together(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(RulebookError, match=message):
        load(sample_with(tmp_path, [line]))


@pytest.mark.parts
def test_a_phrase_has_no_conditions_of_playing(tmp_path: Path) -> None:
    """They are said of a card."""
    words = ("vocabulary.yaml", "words:\n", "words:\n  - {say: act, do: play this event only if 1 is 1}\n")
    with pytest.raises(RulebookError, match="goes to the beginning of a card's event"):
        load(sample_with(tmp_path, edits=[words]))
