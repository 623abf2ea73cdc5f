"""Forms of pieces, and counters on sheets before typesetting."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from interpreter.presentation.names import Names
from interpreter.presentation.speech import load_catalog
from interpreter.printing.layouts import PAPERS, CutMark, card_grid, load_layout, paper_named
from interpreter.printing.pieces.components import pieces_needed
from interpreter.printing.pieces.counter_sheets import CounterSheets, all_counters, counter_sheets
from interpreter.printing.print_job import PrintJob
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.source.files import installed_games
from interpreter.support.errors import printable
from tests.loaded import book_of
from tests.printing.test_sheets import of


def sheets_of(game: str, paper: str = "a4", players: int | None = None, fold: str = "duplex") -> CounterSheets:
    book, sheet = book_of(game, players=players), paper_named(paper)
    job = PrintJob(book, Names(book, "en", printable), load_catalog("en"), sheet, card_grid("poker", sheet, fold))
    found = counter_sheets(job)
    assert found is not None
    return found


def test_a_few_counters_share_the_last_sheet_of_the_cards() -> None:
    kit = of("liberte", parts=("cards", "counters"))
    assert kit.cards is not None and kit.cards.shared is not None and kit.counters is not None
    assert (kit.cards.shared.rows, len(kit.cards.shared.spots), kit.counters.is_below_cards) == (1, 3, True)
    (page,) = kit.counters.pages
    assert kit.cards.shared.bottom < min(mark.start[1] for mark in page.marks)
    assert titles(kit.counters) == titles(sheets_of("liberte"))
    full = of("red_flag_over_paris", parts=("cards", "counters"))  # three rows of cards on its last sheet
    assert full.cards is not None and full.cards.shared is None
    assert full.counters is not None and not full.counters.is_below_cards


def test_cut_marks_stand_around_the_rows_of_a_sheet() -> None:
    grid = card_grid("poker", paper_named("a4"))
    short, layout = grid.first_rows(2), load_layout("touching")
    assert short.spots == grid.spots[:6] and short.back_spots == grid.back_spots[:6]
    wanted = layout.cut_marks(short.spots, (63, 88))
    for mark, other in zip(sorted(short.marks, key=ends), sorted(wanted, key=ends), strict=True):
        assert ends(mark) == pytest.approx(ends(other))


def ends(mark: CutMark) -> tuple[float, ...]:
    return tuple(round(each, 2) for each in (*mark.start, *mark.end))


def titles(sheets: CounterSheets) -> Counter[tuple[str, str]]:
    return Counter((spot.front.title, spot.front.owner) for page in sheets.pages for spot in page.spots)


def test_there_are_as_many_as_the_supply_holds() -> None:
    found = titles(sheets_of("revolution"))
    assert found["Marker", "Royalist"] == found["Marker", "Jacobin"] == 11
    assert found["Blue 7", "Royalist"] == found["Red Flag", "Jacobin"] == found["Bastille", ""] == 1
    assert found.total() == 22 + 25
    assert titles(sheets_of("vive_la_revolution"))["Rebel", ""] == 30


def test_a_piece_with_states_shows_one_on_each_side() -> None:
    rebel = next(
        spot for page in sheets_of("vive_la_revolution").pages for spot in page.spots if spot.front.id == "rebel"
    )
    assert (rebel.front.traits, rebel.back.traits) == (("inactive",), ("active",))
    assert (rebel.front.is_full, rebel.back.is_full, rebel.front.colour) == (False, True, "brown")


def test_tracks_and_variables_have_markers() -> None:
    found = titles(sheets_of("red_flag_over_paris"))
    assert found["Round", ""] == found["Political VP", ""] == found["First player", ""] == 1
    assert found["Revolutionary Momentum", "Commune"] == found["Prussian Collaboration", "Versailles"] == 1
    assert not any("cube" in title for title, _ in found)
    assert titles(sheets_of("liberte", players=4))["Victory points", "Player 4"] == 1


def test_pieces_of_wood_are_named_with_their_colours() -> None:
    book = book_of("liberte")
    block, token = pieces_needed(book, Names(book, "en", printable))
    assert (block.title, block.form, block.width) == ("Faction block", "blocks", 10)
    assert block.sets == ((30, "Red", "red"), (28, "Blue", "blue"), (24, "White", "white"))
    assert token.sets[0] == (18, "Player 1", "orange")
    assert pieces_needed(book_of("revolution"), Names(book_of("revolution"))) == ()


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", installed_games())
def test_counters_lie_on_the_sheet_without_touching_each_other(game: str, paper: str) -> None:
    bleed, sheet = load_layout("counters").bleed, paper_named(paper)
    for page in sheets_of(game, paper).pages:
        for spot in page.spots:
            assert spot.x - bleed >= 6 and spot.x + spot.width + bleed <= sheet.width - 6
            assert spot.y - bleed >= 6 and spot.y + spot.height + bleed <= sheet.height - 6
            assert spot.back_x == pytest.approx(sheet.width - spot.x - spot.width)
        for one, other in combinations(page.spots, 2):
            across = abs(one.x + one.width / 2 - other.x - other.width / 2) - (one.width + other.width) / 2
            down = abs(one.y + one.height / 2 - other.y - other.height / 2) - (one.height + other.height) / 2
            assert max(across, down) > 2 * bleed - 1e-6


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", installed_games())
def test_folded_counters_meet_their_backs(game: str, paper: str) -> None:
    layout, sheet = load_layout("counters_gutter"), paper_named(paper)
    unfolded = titles(sheets_of(game, paper))
    folded = sheets_of(game, paper, fold="gutter")
    assert titles(folded) == unfolded
    for page in folded.pages:
        assert page.fold == sheet.height / 2 and not page.back_marks
        assert max(spot.y + spot.height for spot in page.spots) == pytest.approx(page.fold - 5 - layout.bleed)
        for spot in page.spots:
            assert spot.y >= 6 + layout.bleed and spot.back_x == spot.x
            assert spot.y + spot.height - page.fold == pytest.approx(page.fold - spot.back_y)
        heights = sorted(mark.start[1] for mark in page.marks)
        assert heights == pytest.approx(sorted(sheet.height - height for height in heights))


def test_values_of_variables_are_sides_of_counters() -> None:
    book = load_rulebook(Path(__file__).parent / "weather")
    sheet = paper_named("a4")
    job = PrintJob(book, Names(book, "en", printable), load_catalog("en"), sheet, card_grid("poker", sheet))
    found = [(each.front.title, each.front.owner, each.back.title, each.back.traits) for each in all_counters(job)]
    assert found == [
        ("rain", "", "snow", ("Weather",)),
        ("sun", "", "sun", ("Weather",)),
        ("Asleep", "North", "Asleep", ()),
        ("Asleep", "South", "Asleep", ()),
    ]
    asleep = all_counters(job)[-1]
    assert (asleep.front.is_full, asleep.back.is_full) == (False, True)
