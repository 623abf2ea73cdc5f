"""Conditions with a tail that takes `and` and `or`: both readings that a warning writes out can be put in its place."""

from __future__ import annotations

import re
from operator import eq
from pathlib import Path

import pytest

from interpreter.matches.match import Game
from tests.language.cases import loaded

TWO_WAYS = [
    (
        "if {}: raise count",
        "there is no card in your hand where strength of it > 2 and (day is 2 or count > 3)",
        "there is no card in your hand where (strength of it > 2 and (day is 2 or count > 3))",
        "(there is no card in your hand where strength of it > 2) and (day is 2 or count > 3)",
    ),
    (
        "if {}: raise count",
        "there is a town where it is coast and it has pawns or count > 2 and day is 1",
        "there is a town where (it is coast and it has pawns or count > 2 and day is 1)",
        "(there is a town where it is coast and it has pawns) or count > 2 and day is 1",
    ),
    (
        "if day is 2 and {}: raise count",
        "there are at least 2 towns where it is coast and day is 3 or count is 2",
        "there are at least 2 towns where (it is coast and day is 3 or count is 2)",
        "(there are at least 2 towns where it is coast) and day is 3 or count is 2",
    ),
    (
        "choose a town where worth of it > 1 or {}",
        "there is no town where it has your pawns and worth of it > 2",
        "there is no town where (it has your pawns and worth of it > 2)",
        "(there is no town where it has your pawns) and worth of it > 2",
    ),
    (
        "if {}: raise count",
        "count is number of towns where it is coast and day is 2",
        "count is number of towns where (it is coast and day is 2)",
        "(count is number of towns where it is coast) and day is 2",
    ),
    (
        "only if {}",
        "spot is not in towns where it is coast and day is 2",
        "spot is not in towns where (it is coast and day is 2)",
        "(spot is not in towns where it is coast) and day is 2",
    ),
    (
        "if {}: raise count",
        "there is another player who is strong in alder and day is 2",
        "there is another player where (it is strong in alder and day is 2)",
        "(there is another player who is strong in alder) and day is 2",
    ),
    (
        "if {}: raise count",
        "there is a town whose worth is 2 and day is 2",
        "there is a town where (worth of it is 2 and day is 2)",
        "(there is a town whose worth is 2) and day is 2",
    ),
    (
        "if not {}: raise count",
        "there is a town that you hold or day is 2",
        "there is a town where (you hold it or day is 2)",
        "(there is a town that you hold) or day is 2",
    ),
    (
        "while count < 2 and {}: raise count",
        "there is a town, preferably it is coast and day is 1",
        "there is a town, preferably (it is coast and day is 1)",
        "(there is a town, preferably it is coast) and day is 1",
    ),
    (
        "set count to (1 if {}, otherwise 3)",
        "some town is in towns where it is coast or day is 2",
        "some town is in towns where (it is coast or day is 2)",
        "(some town is in towns where it is coast) or day is 2",
    ),
]
CLEAR = [
    "if there is a town where it is coast and it has pawns: raise count",
    "if there is a town where day is 2 and it is coast: raise count",
    "if there is a town where red is strong in it and red is strong: raise count",
    "if there is a town where (it is coast and day is 2): raise count",
    "if (there is a town where it is coast) and day is 2: raise count",
    "if there is a town that has pawns and it is coast: raise count",
    "choose a town where it is coast and day is 2",
    "for each town where it is coast or day is 2: raise count",
    "if every town where it is coast and day is 2 has pawns: raise count",
    "set count to number of towns where it is coast and day is 2",
    "choose a card in deck where strength of it > 1 and there is no town where it is coast and worth of it > 2",
]


def doubts_of(game: Game) -> list[str]:
    return [problem.message for problem in game.warnings if problem.code == "reads-two-ways"]


def meanings_of(game: Game) -> list[str]:
    """Return the typed tree of each case, as text."""
    routines = game.program.routines
    return [
        re.sub(r"Location\(.*?\)", "", repr(routines.all[number].body))
        for card, number in zip(game.card_ids, routines.event, strict=True)
        if number is not None and card.startswith("case_")
    ]


def test_both_readings_can_be_written(tmp_path: Path) -> None:
    """The first one is how the line is read; the other one is read differently; and neither is doubted."""
    first, as_read, otherwise = (
        loaded(tmp_path / str(at), [case[0].format(case[at]) for case in TWO_WAYS]) for at in (1, 2, 3)
    )
    assert doubts_of(first) == [
        f"this can be read in two ways: write `{taken}`, as it is read now, or `{other}`"
        for _, _, taken, other in TWO_WAYS
    ]
    assert doubts_of(as_read) == doubts_of(otherwise) == []
    assert meanings_of(first) == meanings_of(as_read)
    assert not any(map(eq, meanings_of(first), meanings_of(otherwise)))


@pytest.mark.parametrize("line", CLEAR)
def test_what_can_be_meant_in_one_way_only_is_not_doubted(line: str, tmp_path: Path) -> None:
    assert doubts_of(loaded(tmp_path, [line])) == []
