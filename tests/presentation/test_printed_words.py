"""Words as they are printed: titles of what a column can say, and what is to be known of special words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter import load
from interpreter.presentation.names import Names
from interpreter.presentation.printed_cards import render_card
from interpreter.rulebook.build import load_rulebook
from interpreter.support.errors import CahierError, RulebookError
from tests.language.cases import SAMPLE, sample_with

TITLED = ("map.yaml", "realm: [north, south]", "realm: {is: [north, south], titles: {north: Far North, south: South}}")
GLOSSARY = """
glossary:
  burn: {en: the town is lost, ru: город потерян}
  town: |
    a place
    of note
"""


def with_glossary(folder: Path, *texts: str) -> Path:
    game = sample_with(folder, texts)
    with (game / "vocabulary.yaml").open("a") as vocabulary:
        vocabulary.write(GLOSSARY)
    return game


@pytest.mark.parametrize(
    "event", ["choose a Far North town", "set count to number of South towns", "if alder is Far North: raise count"]
)
def test_a_text_may_use_the_title_of_a_value(tmp_path: Path, event: str) -> None:
    assert load(sample_with(tmp_path, [event], [TITLED])).id == load(SAMPLE).id


def test_a_title_means_its_value(tmp_path: Path) -> None:
    game = sample_with(tmp_path, ["choose a Far North town"], [TITLED])
    with pytest.raises(RulebookError, match="Far North"):
        load(sample_with(tmp_path / "other", ["choose a far north town"], [TITLED]))
    assert load(game).rulebook.map.all_attributes["realm"].printed_value("north") == "Far North"
    assert load(SAMPLE).rulebook.map.all_attributes["realm"].printed_value("north") == "north"


def test_a_title_for_no_value_is_refused(tmp_path: Path) -> None:
    wrong = (TITLED[0], TITLED[1], "realm: {is: [north, south], titles: {nroth: North}}")
    with pytest.raises(CahierError) as caught:
        load_rulebook(sample_with(tmp_path, edits=[wrong]))
    (problem,) = caught.value.problems
    assert problem.message == "`nroth` isn't one of the values of `realm`" and problem.suggestion == "north"


def notes(game: Path, card: str, lang: str = "en", variants: tuple[str, ...] = ()) -> tuple[str, ...]:
    book = load_rulebook(game, variants=variants)
    (found,) = (each for each in book.cards if each.id == card)
    deck = next(deck for deck in book.decks if deck.id == found.deck)
    return render_card(found, deck, Names(book, lang), None, book.glossary).notes


def test_a_card_has_a_line_for_each_special_word_in_it(tmp_path: Path) -> None:
    game = with_glossary(tmp_path, 'may "burn": choose a town', "set count to number of towns", "raise count")
    assert notes(game, "case_0") == ("burn: the town is lost", "town: a place of note")
    assert notes(game, "case_1") == ("town: a place of note",)  # also with an s
    assert notes(game, "case_2") == ()
    assert notes(game, "case_0", "ru") == ("город потерян", "town: a place of note")


def test_a_word_that_no_card_says_is_told(tmp_path: Path) -> None:
    told = load_rulebook(with_glossary(tmp_path, "set count to number of towns")).warnings
    assert [(each.code, each.message) for each in told] == [("idle-gloss", "no event of a card has the word `burn`")]


@pytest.mark.parametrize(
    ("changes", "english", "russian", "german"),
    [
        ([], "burn: the town is lost", "город потерян", "Brand: die Stadt ist verloren"),
        (
            [{"at": "glossary/burn/en", "line": "the town is lost", "to": "the town is ours"}],
            "burn: the town is ours",
            "burn: the town is ours",
            "burn: the town is ours",
        ),
        (
            [{"at": "glossary/burn", "to": {"en": "the town is ours", "ru": "город наш"}}],
            "burn: the town is ours",
            "город наш",
            "burn: the town is ours",
        ),
        (
            [{"at": "glossary/burn/ru", "to": "города нет"}],
            "burn: the town is lost",
            "города нет",
            "Brand: die Stadt ist verloren",
        ),
    ],
)
def test_a_variant_changes_a_note_and_no_translation_tells_the_old_one(
    changes: list[dict[str, str]], english: str, russian: str, german: str, tmp_path: Path
) -> None:
    game = with_glossary(tmp_path, 'may "burn": choose a city')
    (game / "text").mkdir()
    (game / "text" / "de.yaml").write_text("glossary: {burn: 'Brand: die Stadt ist verloren'}\n")
    variant = tmp_path / "mine.yaml"
    variant.write_text(json.dumps({"id": "mine", "title": "Mine", "for": load_rulebook(game).id, "change": changes}))
    found = [notes(game, "case_0", lang, (str(variant),))[0] for lang in ("en", "ru", "de")]
    assert found == [english, russian, german]
