"""An auction of fifteen cards, told in German: its cards, its questions, and how little its author has to write."""

from __future__ import annotations

import shutil
from pathlib import Path

import yaml

from interpreter.language.analysis import Analysis
from interpreter.presentation.names import Names
from interpreter.presentation.saying.card_texts import check_phrasebook, make_card_translator
from interpreter.presentation.speech import load_catalog
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.building.translated_texts import untranslated_titles
from tests.loaded import book_of, game_of

HERE = Path(__file__).parent
SALON = HERE / "salon"
CARDS: dict[str, str] = yaml.safe_load((HERE / "salon_in_german.yaml").read_text("utf-8"))


def test_all_cards_read_as_a_german_rulebook_prints_them() -> None:
    book = book_of(SALON)
    names = Names(book, "de")
    texts = make_card_translator(book, names)
    assert texts is not None and check_phrasebook(Analysis(book), "de") == ()
    assert untranslated_titles(book, "de") == {}
    told = {names.localize(card.title): "\n".join(texts.translate(card.event)) for card in book.cards if card.event}
    assert told == {title: text.removesuffix("\n") for title, text in CARDS.items()}


def test_what_it_is_about_is_one_text_or_one_for_all(tmp_path: Path) -> None:
    assert Names(book_of(SALON), "de").localize(book_of(SALON).about).startswith("Fünfzehn Gemälde kommen")
    shutil.copytree(SALON, tmp_path / "salon")
    text = tmp_path / "salon" / "text" / "de.yaml"
    text.write_text(text.read_text("utf-8").replace("about:\n  all: ", "about: "), "utf-8")
    book = load_rulebook(str(tmp_path / "salon"))
    assert book.about["de"].startswith("Fünfzehn")


def test_questions_and_the_log_are_the_programs_own_german() -> None:
    match = game_of(SALON).start(1)
    decision = match.question(load_catalog("de"))
    assert decision is not None and decision.prompt == "Wähle (bieten): eine Zahl"
    match.choose("3")
    assert "Kunsthandlung 1 wählt (bieten): 3" in match.log(speech=load_catalog("de"))


def test_the_file_has_the_games_texts_alone(tmp_path: Path) -> None:
    from cli.author.translate import translate_game

    shutil.copytree(SALON, tmp_path / "salon")
    file = tmp_path / "salon" / "text" / "de.yaml"
    file.unlink()
    assert translate_game(str(tmp_path / "salon"), "de", None) == 0
    sections = yaml.safe_load(file.read_text("utf-8"))
    assert sections.keys() == {"names", "labels", "about", "nouns", "words"}
    assert sum(map(len, sections.values())) == 54
