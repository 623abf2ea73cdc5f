"""A match played once more by rules that were changed since."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import load
from interpreter.matches.loading import RuleReplay, replay_with_rules

MARKET = Path(__file__).parents[1] / "cli" / "market"
SALE = "      choose a stall, or stop, to sell\n"
EARLY = '      if number of cards in deck is 2: end the game, nobody wins, because "early"\n'
ENDLESS = "      while day > 0: raise day\n"

Changed = Callable[..., RuleReplay]


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """A match of some choices, by rules of which some text was exchanged."""

    def play(old: str, new: str, *choices: str) -> RuleReplay:
        shutil.copytree(MARKET, tmp_path / "market")
        match = load(MARKET).start(3)
        for choice in choices:
            match.choose(choice)
        path = tmp_path / "market" / "sequence.yaml"
        rules = path.read_text("utf-8")
        assert old in rules
        path.write_text(rules.replace(old, new), "utf-8")
        again = replay_with_rules(match, load(tmp_path / "market"))
        assert match.choices == list(choices)
        return again

    return play


def test_choices_that_can_be_made_are_made(changed: Changed) -> None:
    again = changed("repeat 2 times", "repeat 3 times", "fruit", "fish", "stop")
    assert again.failure is None and again.match.choices == ["fruit", "fish", "stop"]
    assert "repeat 3 times" in str(again.match.game.rulebook.words[-1].body)


@pytest.mark.parametrize(
    ("old", "new", "cause", "told"),
    [
        (SALE, SALE.replace("stall", "south stall"), "not_on_offer", "south"),
        (SALE, EARLY + SALE, "over", ""),
        (SALE, "      as p2: choose a stall, to see\n" + SALE, "other_seat", "p2"),
        (SALE, SALE + ENDLESS, "stuck", "sequence.yaml:"),
    ],
)
def test_up_to_the_first_that_can_not_be(changed: Changed, old: str, new: str, cause: str, told: str) -> None:
    again = changed(old, new, "fruit", "fish", "stop")
    assert again.failure is not None and again.match.choices == ["fruit"]
    missed = again.failure
    assert (missed.number, missed.seat, missed.choice, missed.cause) == (2, "p1", "fish", cause)
    assert told in missed.explanation
