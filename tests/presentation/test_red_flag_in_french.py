"""Red Flag Over Paris in French, by a file that lies beside the game: every event is read in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.language.analysis import Analysis
from interpreter.presentation.names import Names
from interpreter.presentation.saying.card_texts import check_phrasebook, make_card_translator
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Card
from interpreter.rulebook.overlays.language_overlays import apply_language
from tests.loaded import book_of

GAME = "red_flag_over_paris"
FRENCH = Path(__file__).parent / "red_flag.fr.yaml"


@pytest.fixture(scope="module")
def said() -> dict[str, list[str]]:
    """The lines of each card."""
    book = load_rulebook(GAME)
    assert not apply_language(book, str(FRENCH)).warnings
    analysis = Analysis(book)
    assert check_phrasebook(analysis, "fr") == ()
    texts = make_card_translator(book, Names(book, "fr"), lambda: analysis)
    assert texts is not None
    return {card.id: list(texts.translate(card.event)) for card in book.cards if card.event}


def cards() -> list[Card]:
    return [card for card in book_of(GAME).cards if card.event]


@pytest.mark.parametrize("card", cards(), ids=lambda card: card.id)
def test_numbers_are_those_of_the_rules_and_words_go_with_each_other(said: dict[str, list[str]], card: Card) -> None:
    assert card.event is not None
    text = "\n".join(said[card.id])
    assert set(re.findall(r"\d+", card.event)) <= set(re.findall(r"\d+", text))
    assert not re.search(r"[{}«]\w|\b(?:de les?|à les?|si il)\b|\b(?:d[eu]|l[ea]|au) [aeiouéè]", text, re.IGNORECASE)
    assert not re.search(r"\b(?:the|of|your|one|up to)\b", text)


@pytest.mark.parametrize(
    ("card", "lines"),
    [
        (
            "aux_barricades",
            [
                "Ériger une fortification ou une barricade dans l’une des zones militaires où vous avez le contrôle, "
                "et y placer jusqu’à 1 cube."
            ],
        ),
        ("gaston_cremieux", ["Placer jusqu’à 3 cubes dans les Républicains et/ou les Mouvements sociaux."]),
        (
            "otto_von_bismarck",
            [
                "Augmenter la Collaboration prussienne de 1.",
                "Au choix « montrer votre main » :",
                "  Cela ne se peut que si la Collaboration prussienne vaut moins de 3.",
                "  Montrer votre main à l’adversaire.",
                "  Augmenter la Collaboration prussienne de 1.",
            ],
        ),
        (
            "raoul_rigault",
            [
                "Regarder la main de l’adversaire.",
                "Regarder l’objectif de l’adversaire.",
                "Si vous voulez, retirer 1 cube adverse de l’une des zones de Paris.",
                "Si vous voulez, retirer 1 cube adverse de l’Église catholique.",
            ],
        ),
        (
            "freemason_parade",
            [
                "Pour jouer cet événement, il faut d’abord retirer 1 de vos cubes de l’une des zones militaires.",
                "Retirer jusqu’à 3 cubes adverses des zones militaires, au plus 2 par zone.",
            ],
        ),
    ],
)
def test_cards(said: dict[str, list[str]], card: str, lines: list[str]) -> None:
    assert said[card] == lines
