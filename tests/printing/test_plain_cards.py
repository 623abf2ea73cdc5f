"""Cards that are told by their listed values alone: these are large and in the corners."""

from __future__ import annotations

from pathlib import Path

from interpreter.presentation.names import Names
from interpreter.presentation.speech import load_catalog
from interpreter.printing.cards import CardFace, card_sheets
from interpreter.printing.layouts import card_grid, paper_named
from interpreter.printing.print_job import PrintJob
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.print_style import read_print_style
from interpreter.rulebook.source.nodes import Problems
from interpreter.support.errors import printable
from tests.loaded import REPO


def faces(folder: Path, lang: str = "en") -> dict[str, CardFace]:
    book, sheet = load_rulebook(str(folder)), paper_named("a4")
    style = read_print_style(book, Problems())
    job = PrintJob(
        book, Names(book, lang, printable), load_catalog(lang), sheet, card_grid("poker", sheet), style=style
    )
    sheets = card_sheets(job)
    assert sheets is not None
    return {face.id: face for face in sheets.faces}


def indices(face: CardFace) -> list[tuple[str, str]]:
    return [(trait.index, trait.sign) for trait in face.traits]


def test_ranks_and_suits_have_short_forms() -> None:
    found = faces(REPO / "tests" / "games" / "hearts")
    assert indices(found["ten_of_hearts"]) == [("10", ""), ("H", "♥")]
    assert indices(found["queen_of_spades"]) == [("Q", ""), ("S", "♠")]


def test_short_forms_of_a_column_differ_and_other_cards_have_none(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "id: plain\ntitle: Plain\nseats: [{id: north, title: North}, {id: south, title: South}]\n"
        "decks:\n  - deck: pack\n    attributes: {hue: [green, grey, blue], size: [small, large, larger]}\n    cards:\n"
        '      - {each: [hue, size], title: "{size} and {hue}"}\n'
        "      - {id: joker, title: Joker, hue: green, size: small}\n"
        "zones: [{id: heap, title: Heap, face: everyone, starts with: [pack]}]\nstart: end the game\n"
    )
    found = faces(tmp_path)
    assert {index for face in found.values() for index, _ in indices(face)} == {
        "Gree",
        "Grey",
        "B",
        "S",
        "Large",
        "Larger",
        "",
    }
    assert indices(found["joker"]) == [("", ""), ("", "")]


def test_a_listed_value_that_the_title_of_an_event_says_is_a_badge_only_if_shown() -> None:
    found = faces(REPO / "rules" / "vive_la_revolution")
    traits = {name: [(trait.text, trait.sign) for trait in face.traits] for name, face in found.items()}
    title = {face.title: name for name, face in found.items()}["A of Clubs (J'Accuse)"]
    assert traits[title] == [("A", ""), ("clubs", "♣")], "not `j accuse`, which isn't shown"
    assert len(traits["loyal_1_rebel"]) == 2, "nor has a card without an event less"


def test_numbers_and_texts_say_one_in_the_singular(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "id: plain\ntitle: Plain\nseats: [{id: north, title: North}, {id: south, title: South}]\n"
        "decks:\n  - deck: pack\n    attributes: {points: number, bonus: number}\n    cards:\n"
        "      - {id: few, title: Few, points: 1, bonus: 1, event: gather 1 shells}\n"
        '      - {id: many, title: Many, points: 2, bonus: 0, event: "if your shells > 2: gather 2 shells"}\n'
        "variables: [{id: shells, title: Shells, is: number, for: seat}]\n"
        'words: [{say: "gather {n} shells", do: raise your shells by n}]\n'
        "zones: [{id: heap, title: Heap, face: everyone, starts with: [pack]}]\nstart: end the game, nobody wins\n"
    )
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "ru.yaml").write_text(
        "labels: {points: {one: очко, few: очка, many: очков, other: очки}, bonus: премия}\n"
    )
    russian = faces(tmp_path, "ru")
    assert [each.label for card in ("few", "many") for each in russian[card].numbers] == [
        "очко",
        "премия",
        "очка",
        "премия",
    ]
    found = faces(tmp_path)
    assert [(each.value, each.label) for each in found["few"].numbers] == [(1, "point"), (1, "bonus")]
    assert [(each.value, each.label) for each in found["many"].numbers] == [(2, "points"), (0, "bonus")]
    assert [line.text for line in found["few"].lines] == ["Gather 1 shell."]
    assert " ".join(line.text for line in found["many"].lines) == ("If your shells are more than 2: Gather 2 shells.")
