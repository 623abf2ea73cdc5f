"""Numbers of the rules: how they are listed, and how a mark names one in a text."""

from __future__ import annotations

import pytest

from interpreter.rulebook.numbers import RulesNumber, RulesNumbers, UnknownMarkError
from tests.loaded import REPO, game_of

TURN = "words/play the market/do"


@pytest.fixture(scope="module")
def numbers() -> RulesNumbers:
    return RulesNumbers(game_of(REPO / "tests/cli/market").rulebook)


def test_single_values_and_numbers_in_texts_are_listed(numbers: RulesNumbers) -> None:
    """Titles and other texts for players have none, and each is found again by what names it."""
    found = list(numbers)
    assert RulesNumber("tracks/day/gives/light/3", None, 3) in found
    assert [number for number in found if number.path.startswith("words/play")] == [
        RulesNumber(TURN, "draw {} card", 1),
        RulesNumber(TURN, "repeat {} times:", 2),
        RulesNumber(TURN, "> {}:", 0),
    ]
    assert not any("title" in number.path for number in found) and len(found) == 23
    for number in found:
        if number.mark is not None:
            text, (start, end) = numbers.find(number.path, number.mark)
            assert text[start:end] == str(number.value)


def test_a_mark_may_cross_lines_and_say_more_than_it_needs(numbers: RulesNumbers) -> None:
    text, (start, end) = numbers.find(TURN, "shuffle deck draw {} card from")
    assert text[:start].endswith("shuffle deck\ndraw ") and text[end:].startswith(" card from")


@pytest.mark.parametrize(
    ("path", "mark", "message", "suggestion"),
    [
        (
            TURN,
            "{}",
            "this fits 3 places of `words/play the market/do`; mark more of the text; its numbers are: draw {}",
            None,
        ),
        (
            TURN,
            "raw {} card",
            "`words/play the market/do` has no number in such a text; its numbers are: draw {} card",
            "draw {} card",
        ),
        ("cards/sun/event", "at {}", "`cards/sun/event` has no number in such a text; it has no numbers", None),
        ("cards/sum/event", "at {}", "there is no `cards/sum`", "cards/sun/event"),
        ("tracks/day/start", "{}", "`tracks/day/start` isn't a text; write tracks/day/start=1,2,3", None),
        ("cards/sun/nothing", "{}", "there is no `cards/sun/nothing`", None),
    ],
)
def test_a_mark_that_names_no_number(
    numbers: RulesNumbers, path: str, mark: str, message: str, suggestion: str | None
) -> None:
    with pytest.raises(UnknownMarkError) as caught:
        numbers.find(path, mark)
    assert caught.value.message.startswith(message)
    assert caught.value.suggestion == suggestion
