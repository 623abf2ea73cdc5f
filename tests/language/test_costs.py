"""Names in costs: the singular or plural of a number's name; how they are paid otherwise is in `things.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.support.errors import RulebookError
from tests.language.cases import found, sample_with, start

COINS = ("vocabulary.yaml", "  - {id: wood,", "  - {id: coins, is: number, for: seat}\n  - {id: wood,")


def test_the_other_number_of_a_name_means_the_same(tmp_path: Path) -> None:
    texts = [
        "gain 1 coin and 2 woods\npay 1 coin, 1 wood",
        "gain 2 coins\nif you can pay 1 coin and 1 wood: gain 1 coin\nif you can't pay 3 coin: gain 5 woods",
        'gain 1 coin\neither "both":\n  pay 1 coin and 1 wood\n  raise count\nor "one":\n  pay 1 coin',
    ]
    game = load(sample_with(tmp_path, texts, [COINS], "things"))
    ends = [start(game, at) for at in range(len(texts))]
    assert [(found(end, "coins.p1"), found(end, "wood.p1")) for end in ends] == [(0, 1), (2, 5), (0, 0)]
    assert found(ends[2], "count") == 0


def test_a_value_of_a_column_may_have_the_name_of_a_number(tmp_path: Path) -> None:
    column = ("map.yaml", "{wet: flag}", "{wet: flag, yields: {is: [wood, clay], optional: true}}")
    texts = [
        "gain 2 wood and 1 coin",
        "gain 3 wood\npay 1 wood, 0 coins",
        "gain 1 wood\nif you can pay 1 wood: gain 1 coin",
    ]
    game = load(sample_with(tmp_path, texts, [COINS, column], "things"))
    ends = [start(game, at) for at in range(len(texts))]
    assert [(found(end, "coins.p1"), found(end, "wood.p1")) for end in ends] == [(1, 2), (0, 2), (1, 1)]


@pytest.mark.parametrize(
    ("text", "declared", "message", "meant"),
    [
        ("gain 1 coin and 2 coins", "", "`coins` is named twice: add the numbers up", None),
        (
            "let coin be 3\ngain 1 coin",
            "",
            "`coin` is a name of this text here, and could also mean the number `coins`",
            None,
        ),
        (
            "gain 1 elm",
            "  - {id: elms, is: number}\n",
            "`elm` is a space here, and could also mean the number `elms`",
            None,
        ),
        (
            "pay 1 bus",
            "  - {id: bu, is: number}\n  - {id: buses, is: number}\n",
            "`bus` can mean the numbers `buses` and `bu`: write the name",
            "`buses` or `bu`",
        ),
        ("gain 1 spots", "", "`spots` is not a name in this game", "`spot`"),
    ],
)
def test_two_readings_are_named(text: str, declared: str, message: str, meant: str | None, tmp_path: Path) -> None:
    file, old, new = COINS
    with pytest.raises(RulebookError) as caught:
        load(sample_with(tmp_path, [text], [(file, old, declared + new)], "things"))
    (problem,) = caught.value.problems
    assert problem.message == message
    assert meant is None or problem.suggestion == meant
