"""Red Flag Over Paris in Russian: every event is read in it, and says what the rules say."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from interpreter.language.analysis import Analysis
from interpreter.presentation.names import Names
from interpreter.presentation.saying.card_texts import CardTranslator, check_phrasebook, make_card_translator
from interpreter.presentation.speech import load_catalog
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Card, Text
from interpreter.rulebook.scenarios.given import GivenPosition, GivenZone
from interpreter.rulebook.source.files import find_folder
from interpreter.support.errors import Location
from tests.loaded import book_of, game_of

GAME = "red_flag_over_paris"
VARIANTS = ("censor", "russian_edition", "solo_versailles", "solo_commune")


@pytest.fixture(scope="module")
def texts() -> CardTranslator:
    game = game_of(GAME)
    found = make_card_translator(game.rulebook, Names(game.rulebook, "ru"), lambda: game.program.analysis)
    assert found is not None
    return found


def cards() -> list[Card]:
    return [card for card in book_of(GAME).cards if card.event]


def test_every_line_of_every_event_is_said() -> None:
    assert len(cards()) == 53
    assert check_phrasebook(game_of(GAME).program.analysis, "ru") == ()


def test_a_reason_why_a_card_cannot_be_played_is_that_of_the_card_in_the_language(texts: CardTranslator) -> None:
    """The game's own words come first, then the card's own condition, and not what it is made of."""
    here = Location("somewhere")
    hand = GivenZone("hand", ("commune",), ("general_espivent", "conciliation", "le_figaro"), here)
    begin = Text("choose a card in your hand where event of it can be played, or none", here, ((1, 1),))
    match = game_of(GAME).stage(GivenPosition(zones=(hand,), turn="commune", begin=begin))
    told = {
        card: match.why_not(card, "commune", load_catalog("ru"), texts.translate_part)
        for card in hand.cards
        if card != "le_figaro"
    }
    said = {card: None if reason is None else reason.text for card, reason in told.items()}
    assert said == {
        "general_espivent": "нет контроля над областью: Роялисты",
        "conciliation": "не выполнено: «понизить свой уровень особой шкалы на 1»",
    }


def test_the_order_of_two_objectives_is_asked_as_such() -> None:
    begin = Text("order the objectives", Location("somewhere"), ((1, 1),))
    question = game_of(GAME).stage(GivenPosition(turn="commune", begin=begin)).question(load_catalog("ru"))
    assert question is not None and question.prompt == "Чья цель разыгрывается первой?"


@pytest.mark.parts
@pytest.mark.parametrize(
    "variant", [pytest.param(each, marks=pytest.mark.parts if each == "solo_versailles" else ()) for each in VARIANTS]
)
def test_variants_stop_nothing(variant: str) -> None:
    assert check_phrasebook(Analysis(book_of(GAME, variant)), "ru") == ()


@pytest.mark.parametrize("card", cards(), ids=lambda card: card.id)
def test_numbers_and_places_are_those_of_the_rules(texts: CardTranslator, card: Card) -> None:
    assert card.event is not None
    said = "\n".join(texts.translate(card.event))
    assert set(re.findall(r"\d+", card.event)) <= set(re.findall(r"\d+", said))
    assert not re.search("[A-Za-z{}]", said)
    for space in book_of(GAME).map.spaces:
        stem = space.title["ru"][:4]
        assert (space.title["en"] in card.event) == bool(re.search(rf"\b{stem}", said)), (space.id, said)


@pytest.mark.parametrize(
    ("card", "lines"),
    [
        (
            "les_cantinieres",
            ["Разместить до 2 кубов в военных областях, где вы присутствуете; можно брать и кубы, удалённые из игры."],
        ),
        (
            "aux_barricades",
            [
                "Возвести укрепление или баррикаду в одной из военных областей, где контроль принадлежит вам, и там же "
                "по желанию разместить 1 куб."
            ],
        ),
        ("walery_wroblewski", ["Разместить до 2 кубов на Бют-о-Кай и/или в Форте Исси."]),
        (
            "otto_von_bismarck",
            [
                "Повысить Вмешательство Пруссии на 1.",
                "Можно выбрать «показать свою руку»:",
                "  Этот вариант доступен, только если Вмешательство Пруссии меньше 3.",
                "  Показать сопернику свою руку.",
                "  Повысить Вмешательство Пруссии на 1.",
            ],
        ),
        (
            "general_lullier",
            [
                "Разместить до 3 кубов в областях фортов.",
                "Соперник может повысить свой уровень особой шкалы на 1.",
            ],
        ),
        (
            "freemason_parade",
            [
                "Чтобы разыграть это событие, нужно сначала убрать 1 свой куб в одной из военных областей.",
                "Убрать до 3 кубов соперника из военных областей, но не больше 2 из каждой.",
            ],
        ),
    ],
)
def test_cards(texts: CardTranslator, card: str, lines: list[str]) -> None:
    event = next(each.event for each in cards() if each.id == card)
    assert event is not None and list(texts.translate(event)) == lines


@pytest.mark.parts
def test_a_card_does_not_print_what_its_event_tells(tmp_path: Path) -> None:
    """Test that a sentence to players, alone in a branch or with others, is no line of a translated card."""
    folder = tmp_path / "paris"
    shutil.copytree(find_folder(GAME), folder)
    path = folder / "cards" / "strategy.yaml"
    start = "    event: |\n      move up to 2 of your cubes from Paris spaces"
    told = start.replace(
        "move",
        'tell "so much: {points of paul_cluseret}"\n      if Press has your cubes:\n        tell "so"\n      move',
    )
    text = path.read_text("utf-8")
    assert text.count(start) == 1
    path.write_text(text.replace(start, told), encoding="utf-8")
    analysis = Analysis(load_rulebook(folder))
    assert check_phrasebook(analysis, "ru") == ()
    found = {}
    for each in (analysis, game_of(GAME).program.analysis):
        book = each.rulebook
        (event,) = [card.event for card in book.cards if card.id == "paul_cluseret"]
        translator = make_card_translator(book, Names(book, "ru"), lambda: each)  # noqa: B023
        assert event is not None and translator is not None
        found[book.folder] = translator.translate(event)
    first, other = found.values()
    assert list(first) == list(other)
