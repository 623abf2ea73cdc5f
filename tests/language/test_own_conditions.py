"""A game's own conditions: turned round, and asked of every and of some things."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.support.errors import RulebookError

FILES = {
    "game.yaml": "id: c\ntitle: C\nseats: [{id: red, title: Red}, {id: blue, title: Blue}]\n",
    "map.yaml": "noun: {one: town, many: towns}\nattributes: {size: number}\n"
    "spaces: [{id: north, title: N, size: 1}, {id: south, title: S, size: 2}, {id: west, title: W, size: 2}]\n",
    "vocabulary.yaml": """
variables: [{id: wealth, is: number, for: seat}, {id: count, is: number}]
words:
  - {say: "{seat} can buy {town}", when: wealth of seat >= size of town}
  - {say: "{town} is large", when: size of town > 1}
  - {say: "{seat} is large", when: wealth of seat > 0}
  - {say: "{town} is wanted", when: size of town is wealth of you + 1}
  - {say: "{town} match(es) {other_town: town}", when: size of town is size of other_town}
  - {say: ["{seat} has a wish for {town}", "{seat} has a wish"], when: wealth of seat is size of town}
""",
}


def holds(folder: Path, condition: str) -> bool:
    start = f"start: |\n  set wealth of blue to 1\n  as red:\n    if {condition}: raise count\nscore: count\n"
    for name, text in {**FILES, "sequence.yaml": start}.items():
        (folder / name).write_text(text)
    outcome = load(folder).start().outcome()
    assert outcome is not None
    return bool(outcome.scores["red"])


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ("blue can buy north", True),
        ("blue can not buy south", True),
        ("blue can't buy south and blue can’t buy west", True),
        ("blue cannot buy north", False),
        ("you cannot buy north", True),
        ("every town is large", False),
        ("every town where size of it > 1 is large", True),
        ("some town is large", True),
        ("some town is not large", True),
        ("every town is not large", False),
        ("number of large towns is 2", True),
        ("north is in large towns", False),
        ("every large town is large", True),
        ("there is a large wanted town", False),
        ("some wanted town is not large", True),
        ("number of large seats is 1", True),
        ("every large seat can buy north", True),
        ("some town matches south", True),
        ("every town matches north", False),
        ("some town does not match north", True),
        ("every seat can buy north", False),
        ("some seat can buy north", True),
        ("some seat can't buy north", True),
        ("every other seat can buy north", True),
        ("every seat has a wish for south", False),
        ("there is a town where it is large and there are no towns where not (it is large or size of it is 1)", True),
        ("there is no town where it is large", False),
        ("not (there are towns where size of it > 9) and there is another seat", True),
        ("number of (towns where some seat has a wish) is 1", True),
        ("number of (towns where it is large and every seat cannot buy it) is 2", True),
    ],
)
def test_conditions(condition: str, value: bool, tmp_path: Path) -> None:
    assert holds(tmp_path, condition) == value


MISTAKES = {
    "every seat is wanted": ("wrong-type", "{town} of `{town} is wanted` is a space, and this is a seat"),
    "number of wanted seats is 1": ("wrong-type", "a seat can't be `wanted`; this game says `TOWN is wanted`"),
    "every town can buy north": ("wrong-type", "{seat} of `{seat} can buy {town}` is a seat, and this is a space"),
}


@pytest.mark.parametrize("condition", MISTAKES)
def test_mistakes(condition: str, tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as raised:
        holds(tmp_path, condition)
    (problem,) = raised.value.problems
    assert (problem.code, problem.message) == MISTAKES[condition]
