"""Texts of cards in other languages, as commands show them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.command import Cahier

ISLES = Path(__file__).parents[1] / "presentation" / "isles"
CARDS = """
deck: voyage
title: Voyages
cards:
  - id: calm
    title: Calm
    event: |
      sail up to 2 boats
      visit Dove
  - id: lull
    title: Lull
    event: visit Alder
"""


@pytest.fixture
def isles(folder: Path) -> Path:
    """The isles with two cards."""
    shutil.copytree(ISLES, folder / "isles")
    (folder / "isles" / "cards").mkdir()
    (folder / "isles" / "cards" / "voyage.yaml").write_text(CARDS.lstrip())
    return folder / "isles"


def test_a_card_is_shown_in_the_language(cahier: Cahier, isles: Path) -> None:
    done = cahier("show", "isles", "cards", "calm", "--lang", "ru")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Calm (calm)\n    Провести до 2 лодок.\n    visit Dove\n"
    assert "sail up to 2 boats" in cahier("show", "isles", "cards", "calm").stdout
    assert "Посетить Ольху." in cahier("show", "isles", "cards", "--lang", "ru").stdout


@pytest.mark.parts
def test_lines_that_stay_english_are_counted_and_listed(cahier: Cahier, isles: Path) -> None:
    counted = cahier("check", "isles")
    assert counted.returncode == 0 and "in English" not in counted.stderr
    assert "ru: 1 line of cards in English" in counted.stdout
    listed = cahier("check", "isles", "--lang", "ru")
    assert listed.returncode == 0
    assert listed.stderr.endswith(
        "isles/cards/voyage.yaml:8:7: warning: in ru this is said in English: `dove` has no form for: one acc\n"
        "          visit Dove\n"
        "          ^^^^^^^^^^\n"
    )
    assert cahier("check", "isles", "--lang", "ru", "--strict").returncode == 1
    unknown = cahier("check", "isles", "--lang", "xx")
    assert unknown.returncode == 2 and "--lang xx: error: the game has no names in this language" in unknown.stderr


@pytest.mark.parts
def test_a_mistake_stops_only_its_language(cahier: Cahier, isles: Path) -> None:
    (isles / "text" / "de.yaml").write_text("names: {alder: Erle}\n")
    path = isles / "text" / "ru.yaml"
    path.write_text(path.read_text("utf-8").replace("{guest, acc}", "{gest, acc}"), "utf-8")
    for words in (("check", "isles"), ("show", "isles", "cards", "--lang", "ru"), ("play", "isles", "--lang", "ru")):
        done = cahier(*words)
        assert done.returncode == 2
        assert "isles/text/ru.yaml:49:30: error: there is no hole {gest} here; there are: {guest}" in done.stderr
        assert "did you mean `{guest}`?" in done.stderr
    assert cahier("show", "isles", "cards", "--lang", "de").returncode == 0
    assert cahier("play", "isles").returncode == 0


def test_a_section_of_another_shape_is_told(cahier: Cahier, isles: Path) -> None:
    (isles / "text" / "de.yaml").write_text("names: {}\nwords: {linger: [1]}\nnouns: {boat: {one: 1}}\n")
    done = cahier("check", "isles")
    assert done.returncode == 2
    assert "isles/text/de.yaml:2:17: error:" in done.stderr and "isles/text/de.yaml:3:21: error:" in done.stderr


def test_words_for_somebody_elses_game_are_laid_over_it(cahier: Cahier, isles: Path) -> None:
    """Test that words for things that the game lacks are reported and stop nothing."""
    Path("own.ru.yaml").write_text(
        'language: ru\nfor: isles\nnames: {}\nwords: {"visit {goal}": "заехать {goal, to}", "row {n}": "грести {n}"}\n',
        "utf-8",
    )
    done = cahier("show", "isles", "cards", "lull", "--lang", "./own.ru.yaml")
    assert (done.returncode, done.stderr) == (0, "") and "Заехать на Ольху." in done.stdout
    listed = cahier("check", "isles", "--lang", "./own.ru.yaml")
    assert listed.returncode == 0
    assert "warning: no word of this game is written `row {n}`" in listed.stderr


@pytest.mark.parts
def test_a_person_reads_cards_in_the_language(cahier: Cahier) -> None:
    done = cahier("play", "red_flag_over_paris", "--seed", "3", "--seat", "commune=human", "--lang", "ru")
    assert done.returncode == 0
    assert "        Разместить до 2 кубов на Бют-о-Кай и/или в Форте Исси.\n" in done.stdout


def test_special_words_are_told_under_a_card_and_once_under_all(cahier: Cahier) -> None:
    one = cahier("show", "vive_la_revolution", "cards", "nine_of_clubs").stdout
    assert one.count("~ storm: ") == 1 and one.index("storm 2 barricades") < one.index("~ storm: ")
    everything = cahier("show", "vive_la_revolution", "cards").stdout
    assert everything.count("~ storm: ") == 1 and everything.index("~ storm: ") > everything.rindex("Traitor")


def test_why_a_card_cannot_be_played_is_told_in_the_language(cahier: Cahier, isles: Path) -> None:
    (isles / "cards" / "voyage.yaml").write_text(
        "deck: voyage\ntitle: Voyages\ncards:\n"
        "  - {id: calm, title: Calm, event: play this event only if you lead on Alder}\n"
        "  - {id: lull, title: Lull, event: sail up to 1 boat}\n"
    )
    game = isles / "game.yaml"
    start = (
        "start: |\n  draw 2 cards from deck to hand of Reed\n  as Reed:\n"
        "    choose a card in your hand where event of it can be played, or none, as chosen\n"
    )
    game.write_text(game.read_text().replace("start: |\n  draw 1 card from deck to hand of each seat\n", start))
    for lang, why in (
        ("ru", "не выполнено: «вы впереди на Ольхе»"),
        ("en", "boats of the opponent of seat in island` is not so"),
    ):
        done = cahier("play", "isles", "--seed", "3", "--lang", lang)
        assert f"{why})" in " ".join(done.stdout.split()), done.stdout + done.stderr
