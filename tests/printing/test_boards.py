"""Maps on posters, and the places beside them, before typesetting."""

from __future__ import annotations

import shutil
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from interpreter.presentation.names import Names
from interpreter.presentation.speech import load_catalog
from interpreter.printing.layouts import PAPERS, card_grid, paper_named
from interpreter.printing.places.map_sheet import MapSheet, map_sheet
from interpreter.printing.places.mats import Mat
from interpreter.printing.places.piece_room import space_footprints
from interpreter.printing.places.posters import EDGE, OVERLAP, posters
from interpreter.printing.places.tracks import printed_tracks
from interpreter.printing.print_job import PrintJob
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.source.files import installed_games
from tests.loaded import REPO, book_of
from tests.printing.test_sheets import of


def map_of(game: str, *variants: str, paper: str = "a4") -> MapSheet:
    book = book_of(game, *variants)
    laid = map_sheet(book, Names(book), paper_named(paper))
    assert laid is not None
    return laid


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", installed_games())
def test_spaces_lie_on_the_poster_and_beside_each_other(game: str, paper: str) -> None:
    book, laid = book_of(game), map_of(game, paper=paper)
    for space in laid.spaces:
        x, y = space.middle
        assert laid.width / 2 - 1e-6 <= x <= laid.poster.width - laid.width / 2 + 1e-6
        assert laid.height / 2 - 1e-6 <= y <= laid.poster.height - laid.height / 2 + 1e-6
    for one, other in combinations(laid.spaces, 2):
        across, down = (abs(one.middle[axis] - other.middle[axis]) for axis in (0, 1))
        assert across > laid.width - 1e-6 or down > laid.height - 1e-6, (one.id, other.id)
    links = {frozenset(edge) for edge in book.map.edges} if book.map.grid is None else set()
    assert len(laid.ways) == len(links)


@pytest.mark.parametrize("game", installed_games())
def test_a_space_has_room_for_its_pieces(game: str) -> None:
    laid = map_of(game)
    area = sum(each.count * each.form.width * each.form.height for each in space_footprints(book_of(game)))
    largest = max(max(each.form.width, each.form.height) for each in space_footprints(book_of(game)))
    assert min(laid.width, laid.height) > largest
    assert laid.width * laid.height > area or laid.outline


@pytest.mark.parametrize("paper", PAPERS)
def test_neighbouring_sheets_of_a_poster_overlap(paper: str) -> None:
    for poster in posters(paper_named(paper)):
        windows = {window.name: window for window in poster.windows}
        across, down = paper_named(paper).dimensions(poster.flipped)
        assert (poster.sheet_width, poster.sheet_height) == pytest.approx((across - 2 * EDGE, down - 2 * EDGE))
        for window in windows.values():
            if window.right:
                assert windows[window.right].x == pytest.approx(window.x + poster.sheet_width - OVERLAP)
            else:
                assert window.x + poster.sheet_width == pytest.approx(poster.width)
            if window.below:
                assert windows[window.below].y == pytest.approx(window.y + poster.sheet_height - OVERLAP)
            else:
                assert window.y + poster.sheet_height == pytest.approx(poster.height)


def test_a_grid_of_small_counters_goes_on_one_sheet_and_a_large_one_on_several() -> None:
    assert len(map_of("revolution").poster.windows) == 1
    assert len(map_of("revolution", "map/grid/columns=11", "map/grid/rows=11").poster.windows) > 1


@pytest.mark.parametrize(
    ("game", "variants", "least"),
    [
        ("vive_la_revolution", (), 0),
        ("red_flag_over_paris", (), 0),
        ("liberte", (), 1),
        ("revolution", ("map/grid/columns=11", "map/grid/rows=11"), 0),
    ],
)
def test_sheets_end_beside_spaces(game: str, variants: tuple[str, ...], least: int) -> None:
    laid = map_of(game, *variants)
    assert len(laid.poster.windows) > 1
    cut = [
        space.id
        for space in laid.spaces
        for axis, size in enumerate((laid.width, laid.height))
        for end in laid.poster.cuts[axis]
        if abs(space.middle[axis] - end) < size / 2
    ]
    assert len(cut) == least


def test_a_map_with_crowded_spaces_needs_few_sheets() -> None:
    assert len(map_of("liberte").poster.windows) == 3


def test_badges_have_their_colours_and_starting_pieces_their_numbers() -> None:
    press = next(space for space in map_of("red_flag_over_paris").spaces if space.id == "press")
    assert [(badge.text, badge.colour) for badge in press.badges] == [("Public Opinion", "orange"), ("pivotal", "")]
    assert [(mark.count, mark.colour, mark.form) for mark in press.starts] == [
        (1, "red", "cubes"),
        (1, "blue", "cubes"),
    ]
    assert press.colour == "orange"


def test_arrows_lead_one_way() -> None:
    assert sum(not way.both for way in map_of("red_flag_over_paris").ways) == 2


def mats_of(game: str, players: int | None = None) -> dict[str, Mat]:
    board = of(game, parts=("board",), players=players).board
    assert board is not None
    return {mat.title: mat for mat in board.mats}


@pytest.mark.parts
def test_each_seat_has_its_own_tracks_and_boxes() -> None:
    mats = mats_of("red_flag_over_paris")
    assert list(mats) == ["", "Commune", "Versailles"]
    assert [track.title for track in mats[""].tracks] == ["Political VP", "Military VP", "Round", "Operations left"]
    assert mats[""].tracks[0].ends == ("Versailles", "Commune")
    (own,) = mats["Versailles"].tracks
    assert (own.title, own.steps, own.start, own.colour) == ("Prussian Collaboration", (0, 1, 2, 3), 0, "blue")
    assert [rule.when for rule in own.rules] == ["raised to 1", "raised to 2", "raised to 3", "raised to 2, 3"]
    boxes = {box.title: box for box in mats["Commune"].boxes}
    assert [mark.count for mark in boxes["Starting zone"].starts] == [3] and not boxes["Cube pool"].starts
    assert mats_of("liberte", players=4)[""].tracks[1].note.count(",") == 3


def test_cards_that_everybody_uses_have_a_place_and_secondary_piles_a_small_one() -> None:
    mats = mats_of("vive_la_revolution")
    large, *small = mats[""].cards
    assert large.title == "Card pool" and not large.is_small and list(mats) == [""]
    assert {"Deck", "Discard pile", "Jokers put aside"} <= {place.title for place in small if place.is_small}
    assert "Hand" not in {place.title for place in small}
    assert all(not mat.cards for mat in mats_of("revolution").values())


def of_stalls(tmp_path: Path, number: int) -> MapSheet:
    """The map of a market with more stalls, each beside two others, of which the rules don't say where they are."""
    shutil.copytree(REPO / "tests" / "cli" / "market", tmp_path / "market")
    stalls = [f"stall{at}" for at in range(number)]
    spaces = "".join(f"  - {{id: {stall_id}, title: Stall, side: north}}\n" for stall_id in stalls)
    path = tmp_path / "market" / "map.yaml"
    ways = ", ".join(f"[{one}, {other}]" for one, other in pairwise([*stalls, "cheese"]))
    path.write_text(
        path.read_text().replace("connections:", f"{spaces}connections:").replace("two_way: [", f"two_way: [{ways}, ")
    )
    book = load_rulebook(tmp_path / "market")
    laid = map_sheet(book, Names(book), paper_named("a4"))
    assert laid is not None
    return laid


@pytest.mark.parts
def test_a_few_spaces_without_places_stand_beside_their_neighbours(tmp_path: Path) -> None:
    laid = of_stalls(tmp_path, 3)
    assert len(laid.ways) == 5 and not any(space.lines for space in laid.spaces)


@pytest.mark.parts
def test_many_stand_in_rows_and_name_their_neighbours(tmp_path: Path) -> None:
    laid = of_stalls(tmp_path, 110)
    assert laid.ways == () and laid.height >= 12
    assert laid.spaces[-1].lines == ("↔ Cheese, Stall",)
    fruit = next(space for space in laid.spaces if space.id == "fruit")
    assert fruit.lines == ("↔ Fish",)


def test_small_cells_have_no_names() -> None:
    laid = map_of("tests/games/hex", "map/grid/columns=60", "map/grid/rows=60")
    assert laid.width < 8 and {space.title for space in laid.spaces} == {""}


def test_a_track_of_thousands_is_told_in_figures(tmp_path: Path) -> None:
    shutil.copytree(REPO / "tests" / "cli" / "market", tmp_path / "market")
    path = tmp_path / "market" / "tracks.yaml"
    path.write_text(path.read_text() + "  - {id: far, title: Far, between: [-5000, 5000], for: seat}\n")
    book = load_rulebook(tmp_path / "market")
    paper = paper_named("a4")
    job = PrintJob(book, Names(book), load_catalog("en"), paper, card_grid("poker", paper))
    near, far = printed_tracks(job, None)
    assert near.steps == (1, 2, 3) and far.steps == ()
    assert far.note == "-5000 … 0 … 5000 · one counter each: Player 1, Player 2"


def test_a_track_shows_what_its_steps_give_only_to_seats_for_which_the_rules_ask() -> None:
    mats = mats_of("red_flag_over_paris")
    gives = {title: [given.values for given in mats[title].tracks[0].gives] for title in ("Commune", "Versailles")}
    assert gives == {"Commune": [(0, 2, 3, 4)], "Versailles": []}
