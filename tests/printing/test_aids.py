"""Aids for players before typesetting: rules of tracks and rows of tables in words, aims and endings."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from interpreter.presentation.names import Names
from interpreter.presentation.speech import load_catalog
from interpreter.printing.aids import AidSheets, ending_box
from interpreter.rulebook.text import standalone_text
from tests.loaded import book_of
from tests.printing.test_sheets import of


def aids_of(game: str, *variants: str, lang: str = "en") -> AidSheets:
    found = of(game, *variants, lang=lang, parts=("aids",)).aids
    assert found is not None
    return found


def test_endings_leave_out_what_they_say_in_brackets_about_a_match() -> None:
    box = aids_of("red_flag_over_paris").endings
    assert box is not None and [note.word for note in box.notes][:3] == ["Commune", "Versailles", ""]
    assert box.notes[2].about == "The Commune wins: it has more political VP than Versailles military VP"


def test_endings_with_other_values_of_a_match_are_named() -> None:
    book = book_of("red_flag_over_paris")
    told = {
        "tiebreak": {"en": standalone_text(["The tie (really) goes to {winners}"])},
        "glory": {"en": standalone_text(["Glory (for {winners})"])},
        "dead_heat": {"en": standalone_text(["A dead heat: {winners (all)}"])},
    }
    open_ = replace(book, player_texts=replace(book.player_texts, endings=told))
    box = ending_box(open_, Names(open_, "ru"), load_catalog("ru"), has_aims=False)
    assert box is not None and [note.about for note in box.notes] == [
        "Glory",
        "Как ещё может кончиться игра, см. в правилах: по условиям при равенстве, полное равенство",
    ]


@pytest.mark.parts
def test_aims_are_printed_once() -> None:
    kit = of("red_flag_over_paris", parts=("rules", "aids"))
    assert kit.rules is not None and kit.aids is not None and kit.aids.endings is not None
    assert all(seat.goals for seat in kit.rules.seats)
    assert kit.aids.endings.title == "Endings"
    assert not any(note.word for note in kit.aids.endings.notes)


@pytest.mark.parts
def test_rows_are_sentences() -> None:
    (deputy,) = aids_of("liberte").bots
    action, play, *_ = deputy.tables
    assert [(row.text, row.taken) for row in action.rows] == [
        ("if you have fewer than 2 cards in your hand:", "take"),
        ("if there are cards in your hand that are playable:", "play"),
        ("if cards remain:", "take"),
        ("otherwise:", "pass"),
    ]
    assert [row.text for row in play.rows][-2:] == ["your highest following for its colour", "the highest value"]


def test_computed_values_and_conditions_of_rows_are_explained() -> None:
    (deputy,) = aids_of("liberte").bots
    assert deputy.definitions is not None and deputy.definitions.title == "What the rows mean"
    meanings = {note.word: note.about for note in deputy.definitions.notes}
    assert meanings["following of the player for the faction"] == (
        "number of (provinces where the player stands for the faction in it)"
    )
    assert "the player stands for the parties in the province" in meanings, "one that an explanation mentions"
    assert not any("otherwise" in about for about in meanings.values())


def test_a_chain_of_conditions_is_explained_case_by_case() -> None:
    (rebel, _) = aids_of("vive_la_revolution").bots
    assert rebel.definitions is not None
    (cases,) = [note.cases for note in rebel.definitions.notes if note.word == "worth of the card for the player"]
    assert cases[7:9] == ("if the card is sow unrest: 3", "if the card is spreading sedition: 1")
    assert cases[0].startswith("if the card is wild: 100 if ") and cases[0].endswith(", otherwise 0")
    assert cases[-1] == "otherwise: −1"
    (side,) = [note for note in rebel.definitions.notes if note.word == "true side of the player"]
    assert "; otherwise the player's side of the character" in side.about and not side.cases, "a few are a sentence"


def test_how_tables_are_read_is_said_once_for_each_kind() -> None:
    (rebel, _) = aids_of("vive_la_revolution").bots
    assert [rule.kind for rule in rebel.reading] == ["first", "keep"]
    assert rebel.reading[0].how == "the first row that holds"


def test_the_only_row_of_a_table_has_no_condition() -> None:
    (rebel, _) = aids_of("vive_la_revolution").bots
    rows = {table.title: [(row.text, row.taken) for row in table.rows] for table in rebel.tables}
    assert rows["Louis Blanc"] == [("", "yes")]
    assert rows["Alexandre Ledru-Rollin"][-1] == ("otherwise:", "no")


def test_values_of_seats_have_their_titles_in_sentences() -> None:
    (rebel, _) = aids_of("vive_la_revolution").bots
    rows = {table.title: [row.text for row in table.rows] for table in rebel.tables}
    assert rows["Whom to accuse"] == ["that player's announced side is Rebels"]


def test_a_row_that_a_language_cannot_say_is_a_whole_english_sentence() -> None:
    (deputy,) = aids_of("liberte", lang="de").bots
    assert deputy.reading[0].how == "die erste Zeile, die zutrifft"
    assert [row.text for row in deputy.tables[0].rows][-2:] == ["if cards remain:", "sonst:"]


def test_a_variant_changes_the_note_on_a_special_word() -> None:
    plain, varied = (aids_of("red_flag_over_paris", *variants).notes for variants in ((), ("censor",)))
    assert plain is not None and varied is not None
    about, other = ({note.word: note.about for note in box.notes}["op"] for box in (plain, varied))
    assert "out of the game" in about and "out of the game" not in other and "under the discard pile" in other


def test_rules_of_tracks_have_titles_in_place_of_ids() -> None:
    board = of("red_flag_over_paris", parts=("board",)).board
    assert board is not None
    lines = [line for mat in board.mats for track in mat.tracks for rule in track.rules for line in rule.lines]
    assert "Move all cubes from Cubes under Prussian Collaboration 1 to your pool." in lines
    assert not any("_" in line for line in lines)


def test_marks_of_tracks_are_in_words() -> None:
    board = of("liberte", parts=("board",)).board
    assert board is not None
    assert ("inferred: first and last step",) in [track.marks for mat in board.mats for track in mat.tracks]


LATIN = re.compile("[A-Za-z]")


@pytest.mark.parametrize("variant", ["solo_commune", "solo_versailles"])
def test_tables_of_a_variant_are_told_in_another_language(variant: str) -> None:
    (bot,) = aids_of("red_flag_over_paris", variant, lang="ru").bots
    said = [bot.title, *(rule.how for rule in bot.reading)]
    said += [text for table in bot.tables for text in (table.title, table.answers)]
    said += [text for table in bot.tables for row in table.rows for text in (row.text, row.taken, row.mark)]
    assert bot.definitions is not None
    said += [text for note in bot.definitions.notes for text in (note.word, note.about, *note.cases)]
    assert [text for text in said if LATIN.search(text)] == []
    assert {"ваш перевес в ней равен 0", "меньше всего ваших фишек в ней"} <= {*said}
    assert "число фишек игрока в области − число фишек соперника игрока в области" in said
    assert any("областей, такая, что она — цель одного из игроков и" in text for text in said)
    assert any("области, которую игрок контролирует" in text for text in said)


def test_tables_and_meanings_in_german() -> None:
    (bot,) = aids_of("revolution", lang="de").bots
    said = [(table.title, [row.text for row in table.rows]) for table in bot.tables]
    assert said == [
        (
            "Welches Plättchen",
            [
                "wenn es nicht nummeriert ist und mindestens ein Bezirk für dich sicher ist",
                "wenn es nummeriert ist",
                "möglichst hoch: seine Aussicht",
                "möglichst niedrig: sein Wert",
            ],
        ),
        (
            "Wohin damit",
            [
                "wenn das genommene Plättchen nicht nummeriert ist und du ihn kontrollierst",
                "möglichst hoch: der Gewinn des genommenen Plättchens auf ihm",
                "möglichst niedrig: die Zahl der Lücken neben ihm",
            ],
        ),
    ]
    assert bot.definitions is not None
    meanings = {note.word: note.about for note in bot.definitions.notes}
    assert meanings["wenn der Bezirk leer ist"] == "das heißt, wenn auf dem Stapel des Bezirks keine Plättchen sind"
    assert meanings["Aussicht des Plättchens"].startswith("höchster Wert bei den Bezirken, die leer sind (jeweils")
    assert meanings["Drohung der Person gegen den Bezirk"] == (
        "Summe der höchsten Werte, so viele wie die Zahl der Lücken neben dem Bezirk, "
        "bei den Plättchen im Vorrat der Person (jeweils der Wert)"
    )
    assert meanings["Gewinn des Plättchens auf dem Bezirk"].startswith(
        "Summe über den Bezirk und die an den Bezirk angrenzenden Bezirke (jeweils (der Stand bei (deinem Vorsprung auf"
    )
    assert meanings["Preis des Bezirks"].startswith(
        "4, wenn die Fahne der Gegenseite zum Stapel des Bezirks gehört; 3, wenn"
    )


@pytest.mark.parts
def test_meanings_that_a_language_lacks_are_in_one_language() -> None:
    (deputy,) = aids_of("liberte", lang="de").bots
    assert deputy.definitions is not None
    assert not any("wenn" in note.word + note.about for note in deputy.definitions.notes)
