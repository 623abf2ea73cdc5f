"""Languages: their sentences, and questions in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.presentation.language_files import spoken_languages
from interpreter.presentation.log_lines import HOLES, LogRenderer
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import check_phrases, find_placeholders, phrase_texts
from interpreter.presentation.speech import DEFAULT_LANGUAGE, ENGLISH, SENTENCES, load_catalog
from interpreter.rulebook.log_entries import ENTRY_KINDS, EntryKind
from interpreter.support.errors import RulebookError
from tests.loaded import book_of, game_of

SAMPLE = Path(__file__).parent.parent / "cli" / "market"


@pytest.mark.parametrize("lang", [DEFAULT_LANGUAGE, *spoken_languages(SENTENCES)])
def test_languages_have_the_sentences_that_english_has(lang: str) -> None:
    sentences = load_catalog(lang).sentences
    assert not [*check_phrases(sentences, ENGLISH.sentences, lang)]
    worded = {name for name, said in ENGLISH.sentences.items() if any(map(has_words, phrase_texts(said)))}
    assert worded - sentences.keys() == set()


def has_words(text: str) -> bool:
    """True if a sentence has words besides its holes."""
    return any(letter.isalpha() for letter in re.sub(r"\{\w+\}", "", text))


@pytest.mark.parametrize("kind", ENTRY_KINDS.values(), ids=[each.__name__ for each in ENTRY_KINDS])
def test_each_log_entry_has_a_sentence(kind: EntryKind) -> None:
    """Its holes are fields of the entry, of types that have texts."""
    renderer = LogRenderer(game_of(SAMPLE).speaker(), None)
    filled = {HOLES.get(field.type, name) for name, field in kind.fields.items() if field.type in renderer.texts}
    filled |= {"text"} if kind.name == "tell" else set()  # the sentence with its values
    assert {
        hole for text in phrase_texts(ENGLISH.sentences[kind.sentence]) for hole in find_placeholders(text)
    } <= filled


def test_what_is_asked_is_asked_in_the_language() -> None:
    match = game_of(SAMPLE).start(3)
    english, russian = match.decision, match.question(load_catalog("ru"))
    assert english is not None and russian is not None
    assert english == match.question(ENGLISH) == match.question(load_catalog("en"))
    assert (english.prompt, russian.prompt) == ("choose a stall to sell", "Ваш выбор (sell):")
    assert [option.key for option in english.options] == [option.key for option in russian.options]
    told = {option.text: other.text for option, other in zip(english.options, russian.options, strict=True)}
    assert told["Cheese"] == "Сыр" and told["stop"] == "достаточно"


def test_a_label_may_have_a_name_besides_that_of_the_thing_with_its_id() -> None:
    """Else what is chosen to do has the name of what is done with."""
    names = Names(book_of("red_flag_over_paris"), "ru")
    assert (names.title_of("momentum"), names.label("momentum", "")) == ("Особая шкала", "особая шкала")
    assert (names.title_of("discard"), names.label("discard", "")) == ("Стопка сброса", "сбросить")
    assert names.label("hand", "") == "Рука"


def test_a_language_without_sentences_has_its_names_in_english_ones() -> None:
    match = game_of(SAMPLE).start(3)
    decision = match.decision
    assert decision is not None
    french = match.question(load_catalog("fr"))
    assert french is not None and french.prompt == decision.prompt
    assert match.log(speech=load_catalog("fr")) == match.log()


def test_a_phrase_has_the_form_that_goes_with_the_number() -> None:
    russian = load_catalog("ru")
    assert [russian.say("some_cards", count=count) for count in (1, 2, 5, 21)] == [
        "1 карта",
        "2 карты",
        "5 карт",
        "21 карта",
    ]
    polish = load_catalog("pl", {"some_cards": {"one": "karta", "few": "{count} karty", "other": "kart: {count}"}})
    assert [polish.say("some_cards", count=count) for count in (1, 3, 5)] == ["karta", "3 karty", "kart: 5"]
    assert load_catalog("fr").say("some_cards", count=0) == "0 cards" and polish.say("everyone") == "everyone"


def test_a_phrase_with_a_mistake_is_refused() -> None:
    for wrong in ("{count.real}", "{count!r}", "{count:9}", "{0}", "{", "{cards}"):
        with pytest.raises(RulebookError):
            load_catalog("de", {"some_cards": wrong})
