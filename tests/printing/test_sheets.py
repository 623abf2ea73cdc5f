"""Contents of printed sheets, before typesetting."""

from __future__ import annotations

from itertools import combinations

import pytest

from interpreter.presentation.names import Names
from interpreter.presentation.speech import load_catalog
from interpreter.printing.aids import NoteBox
from interpreter.printing.kit import PARTS, Kit, make_kit
from interpreter.printing.layouts import CARD_SIZES, PAPERS, card_grid, paper_named
from interpreter.printing.print_job import PrintJob
from interpreter.rulebook.source.files import installed_games
from interpreter.support.errors import RulebookError, printable
from tests.loaded import book_of

LEAST_MARGIN = 6.0
"""Edge of a sheet in millimetres on which many printers don't print."""


def of(game: str, *variants: str, lang: str = "en", parts: tuple[str, ...] = PARTS, players: int | None = None) -> Kit:
    book = book_of(game, *variants, players=players)
    paper = paper_named("a4")
    job = PrintJob(book, Names(book, lang, printable), load_catalog(lang), paper, card_grid("poker", paper))
    return make_kit(job, parts)


@pytest.mark.parametrize("paper", PAPERS)
def test_nine_poker_cards_go_on_a_sheet(paper: str) -> None:
    grid = card_grid("poker", paper_named(paper))
    assert (grid.columns, grid.rows, grid.flipped) == (3, 3, False)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", [*CARD_SIZES, "63x88mm", "100 x 140", "31.5x44", "200x280"])
def test_cards_stay_off_the_edges(size: str, paper: str) -> None:
    sheet = paper_named(paper)
    if size == "200x280":
        with pytest.raises(RulebookError, match="a card of 200 x 280 mm is too large for a sheet of"):
            card_grid(size, sheet)
        return
    grid = card_grid(size, sheet)
    across, down = sheet.dimensions(grid.flipped)
    for x, y in (*grid.spots, *grid.back_spots):
        assert LEAST_MARGIN - 1e-9 <= x <= across - grid.width - LEAST_MARGIN + 1e-9
        assert LEAST_MARGIN - 1e-9 <= y <= down - grid.height - LEAST_MARGIN + 1e-9


def test_a_sheet_lies_if_more_cards_go_on_it_then() -> None:
    grid = card_grid("90x60", paper_named("a4"))
    assert (grid.columns, grid.rows, grid.flipped) == (3, 3, True)
    assert not card_grid("90x95mm", paper_named("a4")).flipped


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("pokr", "this isn't a card size; write one such as 63x88mm, or one of poker, bridge, tarot, mini, square"),
        ("63", "this isn't a card size"),
        ("5x88", "a card is at least 20 mm wide and high"),
        ("9999x1", "this isn't a card size"),
    ],
)
def test_sizes_that_are_none(size: str, message: str) -> None:
    with pytest.raises(RulebookError, match=message):
        card_grid(size, paper_named("a4"))
    with pytest.raises(RulebookError, match="there is no paper `a5`; the papers are: a4, letter"):
        paper_named("a5")


@pytest.mark.parametrize("game", [game for game in installed_games() if game != "revolution"])
def test_each_card_is_there_with_its_text_and_marked_if_that_is_reconstructed(game: str) -> None:
    book = book_of(game)
    printed = of(game, parts=("cards",)).cards
    assert printed is not None
    assert [face.id for face in printed.faces] == [card.id for card in book.cards]
    for face, card in zip(printed.faces, book.cards, strict=True):
        assert face.title == card.title["en"]
        text = "".join(line.text for line in face.lines)
        assert bool(text) == bool(card.event) and "_" not in text and "either" not in text.split()
        source = card.source if isinstance(card.source, str) else (card.source or {}).get("event")
        marked = any(mark == "reconstructed" or "event" in mark for mark in face.marks if "reconstructed" in mark)
        assert marked == (source == "reconstructed")


def test_a_face_has_what_the_card_carries() -> None:
    printed = of("liberte", parts=("cards",)).cards
    assert printed is not None
    face = next(face for face in printed.faces if face.id == "la_rouerie")
    assert (face.corner, [(number.label, number.value) for number in face.numbers]) == ("No 2", [("value", 2)])
    assert [trait.text for trait in face.traits] == ["personality", "West", "White", "cannon"]
    assert face.tints[0].word == "white"


def test_colours_are_those_of_the_game() -> None:
    printed = of("red_flag_over_paris", parts=("cards",)).cards
    assert printed is not None
    tints = {face.id: [tint.word for tint in face.tints] for face in printed.faces}
    assert (tints["karl_marx"], tints["le_figaro"]) == (["red"], ["blue"])


def test_what_a_card_has_none_of_is_said_in_the_language() -> None:
    printed = of("red_flag_over_paris", lang="ru", parts=("cards",)).cards
    assert printed is not None
    (trait,) = next(face.traits for face in printed.faces if face.id == "conciliation")
    assert trait.text == "нейтральная"


@pytest.mark.parts
def test_russian_names_and_words() -> None:
    printed = of("red_flag_over_paris", lang="ru")
    assert printed.title == "Красное знамя над Парижем" and printed.language == "ru"
    assert printed.cards is not None and printed.board is not None
    face = next(face for face in printed.cards.faces if face.id == "karl_marx")
    assert (face.title, face.corner) == ("Карл Маркс", "№ 30")
    assert face.marks == ("реконструкция: текст",)
    assert [line.text for line in face.lines][1:] == ["Разместить до 2 кубов в Рабочем движении."]
    assert face.numbers[0].label == "очка"
    titles = {track.title for mat in printed.board.mats for track in mat.tracks}
    assert titles >= {"Революционность", "Вмешательство Пруссии"}


def test_tables_row_by_row() -> None:
    aids = of("red_flag_over_paris", "solo_versailles", parts=("aids",)).aids
    assert aids is not None
    (aid,) = aids.bots
    table = aid.tables[0]
    assert (table.kind, table.answers) == ("first", "remove, place")
    assert (table.rows[0].text, table.rows[0].taken, table.rows[0].mark) == (
        "if you do not have an available cube:",
        "remove",
        "reconstructed",
    )
    assert table.rows[-1].text == "otherwise:"


def notes_of(game: str, lang: str) -> NoteBox:
    aids = of(game, lang=lang, parts=("aids",)).aids
    assert aids is not None and aids.notes is not None
    return aids.notes


def test_special_words_of_the_cards() -> None:
    english, russian = (notes_of("red_flag_over_paris", lang) for lang in ("en", "ru"))
    assert (english.title, russian.title) == ("Special words", "Термины")
    assert len(english.notes) == len(russian.notes) == len(book_of("red_flag_over_paris").glossary)
    said = {note.word: note.about for note in english.notes}
    assert said["barricade"] == "a disc of the Commune"
    assert "баррикада: диск Коммуны" in [note.line for note in russian.notes] and {
        each.word for each in russian.notes
    } == {""}
    assert of("red_flag_over_paris", parts=("cards",)).aids is None


def test_without_any_of_what_is_asked_for() -> None:
    with pytest.raises(RulebookError, match="there is nothing to print: the game has no aids"):
        of("tests/cli/market", parts=("aids",))


@pytest.mark.parametrize("paper", PAPERS)
def test_a_cut_has_a_mark_at_each_end_and_backs_lie_behind_their_fronts(paper: str) -> None:
    sheet = paper_named(paper)
    grid = card_grid("poker", sheet)
    assert len(grid.marks) == 2 * (grid.columns + 1) + 2 * (grid.rows + 1)
    right, bottom = grid.left + 3 * 63, grid.top + 3 * 88
    for mark in grid.marks:
        x, y = ((mark.start[axis] + mark.end[axis]) / 2 for axis in (0, 1))
        assert not (grid.left < x < right and grid.top < y < bottom)
    for (x, y), (back_x, back_y) in zip(grid.spots, grid.back_spots, strict=True):
        assert (x + 63 + back_x, y) == pytest.approx((sheet.width, back_y))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("fold", "cards"), [("duplex", 8), ("gutter", 4)])
def test_bleeds_stay_apart_and_on_the_sheet(paper: str, fold: str, cards: int) -> None:
    grid = card_grid("poker", paper_named(paper), fold, has_bleed=True)
    across, down = paper_named(paper).dimensions(grid.flipped)
    assert grid.capacity == cards and grid.bleed == 2
    pieces = (*grid.spots, *grid.back_spots) if fold == "gutter" else grid.spots
    for x, y in pieces:
        assert 7 - 1e-9 <= x <= across - 63 - 7 + 1e-9 and 7 - 1e-9 <= y <= down - 88 - 7 + 1e-9
    for one, other in combinations(pieces, 2):
        assert abs(one[0] - other[0]) > 67 - 1e-6 or abs(one[1] - other[1]) > 92 - 1e-6


def test_backs_meet_their_fronts_at_the_fold() -> None:
    grid = card_grid("poker", paper_named("a4"), "gutter")
    assert grid.fold is not None and grid.fold == pytest.approx(105)
    for (x, y), (back_x, back_y) in zip(grid.spots, grid.back_spots, strict=True):
        assert back_x == x and y + 88 + 2 + 5 <= grid.fold + 1e-9
        assert grid.fold - (y + 88) == pytest.approx(back_y - grid.fold)


def test_each_card_has_the_back_of_its_deck() -> None:
    cards = of("red_flag_over_paris", parts=("cards",)).cards
    assert cards is not None and [back.id for back in cards.backs] == ["final_crisis", "objective", "strategy"]
    assert all(face.deck == cards.backs[face.back].title for face in cards.faces)
