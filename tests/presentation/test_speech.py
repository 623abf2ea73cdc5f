"""Languages: their sentences, and questions in them."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

from interpreter.presentation.speech import ENGLISH, languages, speech_in
from tests.loaded import game_of

SAMPLE = Path(__file__).parent.parent / "cli" / "market"


def holes(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("lang", languages())
def test_languages_have_the_sentences_that_english_has(lang: str) -> None:
    """A question has a purpose that any language may say."""
    for name, text in speech_in(lang).sentences.items():
        assert holes(text) <= holes(ENGLISH.sentences[name]) | ({"purpose"} if name.startswith("ask_") else set()), name


def test_what_is_asked_is_asked_in_the_language() -> None:
    match = game_of(SAMPLE).start(3)
    english, russian = match.decision, match.question(speech_in("ru"))
    assert english is not None and russian is not None
    assert english == match.question(ENGLISH) == match.question(speech_in("en"))
    assert (english.prompt, russian.prompt) == ("choose a stall to sell", "Ваш выбор (sell):")
    assert [option.key for option in english.options] == [option.key for option in russian.options]
    told = {option.text: other.text for option, other in zip(english.options, russian.options, strict=True)}
    assert told["Cheese"] == "Сыр" and told["stop"] == "достаточно"


def test_a_language_without_sentences_has_its_names_in_english_ones() -> None:
    match = game_of(SAMPLE).start(3)
    decision = match.decision
    assert decision is not None
    french = match.question(speech_in("fr"))
    assert french is not None and french.prompt == decision.prompt
    assert match.log(speech=speech_in("fr")) == match.log()
