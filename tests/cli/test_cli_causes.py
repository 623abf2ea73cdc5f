"""Root causes first: what follows from a mistake is counted under it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.check.check import render_problems
from interpreter.support.errors import Location, Problem
from tests.cli.command import Cahier

VARIANT = "id: other\ntitle: Other\nfor: supermarket\nchange: [{at: game/title, to: Other}]\n"
SCENARIO = "- {name: NAME, variants: [other], given: {begin: stop}, then: [over: {winner: nobody}]}\n"


@pytest.fixture
def renamed(folder: Path) -> Path:
    """The small game with a variant of another game, which three scenarios ask for."""
    market = folder / "market"
    for name, text in (("variants/other", VARIANT), *((f"scenarios/s{n}", SCENARIO) for n in (1, 2, 3))):
        path = market / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text.replace("NAME", name), encoding="utf-8")
    return market


def test_scenarios_of_a_variant_that_is_refused_follow_from_it(cahier: Cahier, renamed: Path) -> None:
    done = cahier("check", "market")
    assert done.returncode == 2 and done.stderr.count("error:") == 1
    places = ", ".join(f"market/scenarios/s{number}.yaml:1" for number in (1, 2, 3))
    assert f"    3 more follow from it: {places}\n1 mistake; 3 more follow from it\n" in done.stderr


def test_json_has_an_entry_for_each_and_says_what_it_follows_from(cahier: Cahier, renamed: Path) -> None:
    entries = json.loads(cahier("check", "market", "--json").stdout)
    assert [entry.get("follows") for entry in entries] == [None, *["market/variants/other.yaml:3:6"] * 3]


def test_texts_with_a_value_that_is_gone_follow_from_the_things_that_have_it(cahier: Cahier, folder: Path) -> None:
    board = folder / "market" / "map.yaml"
    board.write_text(board.read_text("utf-8").replace("[north, south]", "[north]"), encoding="utf-8")
    done = cahier("check", "market")
    assert "market/map.yaml:8:54: error: `south` isn't a value of `side`; it is one of north" in done.stderr
    assert done.stderr.count("error:") == 1
    assert "    1 more follows from it: market/cards/luck.yaml:8\n1 mistake; 1 more follows from it\n" in done.stderr


def same(number: int) -> list[Problem]:
    line = "raise fmae"
    places = [Location("a.yaml", row, 7) for row in range(1, number + 1)]
    return [Problem(where, "unknown-name", "`fmae` is not a name", None, line, 4) for where in places]


@pytest.mark.parametrize(
    ("number", "messages", "said"), [(3, 3, "3 mistakes"), (4, 1, "1 mistake; 3 more follow from it")]
)
def test_the_same_of_the_same_word_is_one_mistake_if_there_are_many(number: int, messages: int, said: str) -> None:
    lines, counted = render_problems(same(number))
    assert (len(lines), counted) == (messages, said)


def test_the_same_of_other_words_is_none_of_them() -> None:
    other = [
        Problem(Location("a.yaml", row, 1), "syntax", "this can't stand here", None, f"w{row}", 2) for row in range(9)
    ]
    assert render_problems(other)[1] == "9 mistakes"
