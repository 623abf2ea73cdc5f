"""Pages by the real typst: their texts, and how they look."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from interpreter.presentation.names import Names
from interpreter.presentation.speech import ENGLISH, load_catalog
from interpreter.printing.cards import EventLine
from interpreter.printing.kit import PARTS, Kit, make_kit
from interpreter.printing.layouts import PieceGrid, card_grid, paper_named
from interpreter.printing.places.map_sheet import MapSheet
from interpreter.printing.places.posters import EDGE
from interpreter.printing.print_job import PrintJob
from interpreter.printing.typesetter import PNG_RESOLUTION, TextTooLongError, typeset
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.print_style import read_print_style
from interpreter.rulebook.source.files import installed_games
from interpreter.rulebook.source.nodes import Problems
from interpreter.rulebook.text import standalone_text
from interpreter.support.errors import RulebookError, printable
from tests.loaded import REPO, book_of

pytestmark = pytest.mark.parts

DARK, WHITE = 0.55, 0.99
PIXELS = PNG_RESOLUTION / 25.4
"""In a millimetre of a PNG."""


def of(book: Rulebook, lang: str = "en", parts: tuple[str, ...] = PARTS, size: str = "poker", paper: str = "a4") -> Kit:
    sheet = paper_named(paper)
    job = PrintJob(book, Names(book, lang, printable), load_catalog(lang), sheet, card_grid(size, sheet))
    return make_kit(job, parts)


def texts(pdf: bytes) -> list[str]:
    """The text of each page, without blanks: these stand wherever lines end."""
    from pypdf import PdfReader

    return [squeezed(page.extract_text()) for page in PdfReader(BytesIO(pdf)).pages]


WORD_JOINER = "\u2060"
"""Between an icon and its word."""
SMALLEST = 5.99
"""Of letters, in points."""


def letter_sizes(pdf: bytes) -> list[tuple[float, str]]:
    """The size in points of each piece of text on the pages of a PDF."""
    from pypdf import PdfReader

    found: list[tuple[float, str]] = []

    def visit(text: str, cm: list[float], tm: list[float], _: Any, size: float) -> None:
        if text.strip():
            found.append((size * hypot(tm[2], tm[3]) * hypot(cm[2], cm[3]), text))

    for page in PdfReader(BytesIO(pdf)).pages:
        page.extract_text(visitor_text=visit)
    return found


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u200b\u00ad-]+", "", text).replace("ﬁ", "fi").replace("ﬂ", "fl").replace("ﬀ", "ff")


def light(png: bytes) -> Any:
    """The picture's pixels, rows of numbers from black, 0, to white, 1."""
    from matplotlib.image import imread

    return imread(BytesIO(png))[:, :, :3].mean(axis=2)


def part(picture: Any, left: float, top: float, right: float, bottom: float) -> Any:
    """The pixels between places in millimetres."""
    return picture[round(top * PIXELS) : round(bottom * PIXELS), round(left * PIXELS) : round(right * PIXELS)]


def pages_of(grid: PieceGrid, cards: int) -> int:
    return -(-cards // grid.capacity)


@pytest.mark.parametrize(
    ("game", "lang", "paper", "size"),
    [
        *((game, "en", "a4", "poker") for game in installed_games() if game != "revolution"),
        ("red_flag_over_paris", "ru", "letter", "tarot"),
        ("vive_la_revolution", "en", "letter", "mini"),
    ],
)
def test_all_that_a_game_has_is_in_its_pdf(game: str, lang: str, paper: str, size: str) -> None:
    cards, board, aids = (
        of(book_of(game), lang, (each,), paper=paper, size=size) for each in ("cards", "board", "aids")
    )
    assert cards.cards is not None and board.board is not None and board.board.map is not None
    found = texts(typeset(cards, "pdf")[0])
    each = cards.cards.grid.capacity
    assert len(found) == 2 * pages_of(cards.cards.grid, len(cards.cards.faces))
    for at, face in enumerate(cards.cards.faces):
        page, backs = found[2 * (at // each) : 2 * (at // each) + 2]
        assert squeezed(cards.cards.backs[face.back].title) in backs, face.id
        assert squeezed(face.title) in page and squeezed(face.deck) in page, face.id
        assert all(squeezed(line.text) in page for line in face.lines), face.id
        assert all(squeezed(mark) in page for mark in face.marks), face.id
    found = texts(typeset(board, "pdf")[0])
    sheets = len(board.board.map.poster.windows)
    assert all(squeezed(space.title) in "".join(found[:sheets]) for space in board.board.map.spaces)
    rest = "".join(found[sheets:])
    assert all(squeezed(track.title) in rest for mat in board.board.mats for track in mat.tracks)
    assert all(squeezed(box.title) in rest for mat in board.board.mats for box in mat.boxes)
    assert all(squeezed(place.title) in rest for mat in board.board.mats for place in mat.cards)
    if aids.aids is None:
        return
    rest = "".join(texts(typeset(aids, "pdf")[0]))
    notes = () if aids.aids.notes is None else aids.aids.notes.notes
    assert all(squeezed(note.word) in rest and squeezed(note.about) in rest for note in notes)
    assert all(squeezed(row.text) in rest for aid in aids.aids.bots for table in aid.tables for row in table.rows)


@pytest.mark.parametrize("before", ["rules", "board"])
@pytest.mark.parametrize("game", ["red_flag_over_paris", "vive_la_revolution"])
def test_backs_of_counters_lie_behind_their_fronts(game: str, before: str) -> None:
    found = texts(typeset(of(book_of(game), parts=(before, "counters")), "pdf")[0])
    assert len(found) % 2 == 0 and found[-1] and found[-2]


def test_the_cover_names_the_pages_with_backs_and_an_empty_page_says_why() -> None:
    pages = texts(typeset(of(book_of("vive_la_revolution"), parts=PARTS), "pdf")[0])
    empty = pages.index(squeezed(ENGLISH.say("printed_empty")))
    assert empty % 2 == 1 and squeezed(f"(pages 1–2, {empty + 2}–{len(pages)})") in pages[0]


def test_places_beside_the_map_say_which_pieces_begin_there() -> None:
    board = of(book_of("liberte"), parts=("board",))
    assert board.board is not None and board.board.map is not None
    first, *_ = texts(typeset(board, "pdf")[0])[len(board.board.map.poster.windows) :]
    for pieces in (board.board.starts_note, "Faction block", "Control token, Player 1"):
        assert squeezed(pieces) in first


@pytest.mark.parametrize("game", ["liberte", "red_flag_over_paris", "revolution"])
def test_mats_share_a_sheet_with_the_counters(game: str) -> None:
    """Alone, the last mats need a page of their own."""
    together, boards, counters = (
        texts(typeset(of(book_of(game), parts=parts), "pdf")[0])
        for parts in (("board", "counters"), ("board",), ("counters",))
    )
    blank = [page for page in together if page == squeezed(ENGLISH.say("printed_empty"))]
    assert len(together) - len(blank) == len(boards) + len(counters) - 1
    assert squeezed(counters[-2]) in together[-2] and len(together[-2]) > len(counters[-2])
    assert together[-1] == counters[-1]


@pytest.mark.parametrize(
    ("variants", "end"), [(("vive_la_revolution",), 200), (("red_flag_over_paris", "solo_versailles"), 220)]
)
def test_places_for_cards_are_as_large_as_cards_unless_that_takes_a_page(variants: tuple[str, ...], end: float) -> None:
    kit = of(book_of(*variants), parts=("board",))
    assert kit.board is not None and kit.board.map is not None and kit.board.card == (63, 88)
    picture = light(typeset(kit, "png")[len(kit.board.map.poster.windows)])
    (rows,) = (part(picture, 12, 150, 198, 297).min(axis=1) < DARK).nonzero()
    assert rows.max() / PIXELS + 150 > end, "the first page beside the map ends there, in millimetres"
    counters = of(book_of("revolution"), parts=("board",)).board
    assert counters is not None and counters.card is None


def test_goals_longer_than_a_column_go_on_in_the_next() -> None:
    book = book_of("vive_la_revolution", players=10)
    told = {seat.id: {"en": standalone_text([f"{seat.id} must hold a district. " * 9])} for seat in book.seats}
    kit = of(replace(book, player_texts=replace(book.player_texts, goals=told)), parts=("rules",))
    assert kit.rules is not None and len(kit.rules.seats) == 10
    found = "".join(texts(typeset(kit, "pdf")[0]))
    assert all(found.count(f"{seat.id}mustholdadistrict.") == 9 for seat in book.seats if seat.id != "p1")
    for page in typeset(kit, "png"):
        picture = light(page)
        edges = (part(picture, 0, 0, 210, 10), part(picture, 0, 287, 210, 297))
        assert all(edge.min() > WHITE for edge in edges), "nothing runs off the sheet"


def test_the_head_of_a_table_stands_in_each_column() -> None:
    found = "".join(texts(typeset(of(book_of("vive_la_revolution"), parts=("rules",)), "pdf")[0]))
    assert found.count("rankactionwhatitdoes") == 2


def test_rules_and_aids_follow_each_other_on_a_page() -> None:
    book = replace(book_of("revolution"), bots=())  # whose tables need a page
    kits = (of(book, parts=parts) for parts in (("rules", "aids"), ("rules",), ("aids",)))
    together, rules, aids = (texts(typeset(kit, "pdf")[0]) for kit in kits)
    assert len(together) == len(rules) == len(aids) == 1


def test_short_cells_of_the_rules_stay_on_a_line() -> None:
    from pypdf import PdfReader

    pdf = typeset(of(book_of("vive_la_revolution"), parts=("rules",)), "pdf")[0]
    lines = "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
    assert "one waverer alone" in lines and "Alexandre Ledru-Rollin" in lines


@pytest.mark.parametrize(("lang", "paper"), [("en", "a4"), ("ru", "letter")])
def test_nine_touching_cards_with_cut_marks_and_nothing_at_their_cuts(lang: str, paper: str) -> None:
    wanted = of(book_of("red_flag_over_paris"), lang, ("cards",), paper=paper)
    assert wanted.cards is not None
    grid = wanted.cards.grid
    pages = typeset(wanted, "png")
    assert len(pages) == 12
    picture = light(pages[0])
    height, width = picture.shape
    sheet = paper_named(paper)
    assert (width, height) == pytest.approx((sheet.width * PIXELS, sheet.height * PIXELS), abs=1)
    right, bottom = grid.left + grid.columns * grid.width, grid.top + grid.rows * grid.height
    for at in range(grid.columns + 1):
        x = grid.left + at * grid.width
        for y in (grid.top - 3, bottom + 3):
            assert part(picture, x - 0.4, y, x + 0.4, y + 1).min() < DARK
    for at in range(grid.rows + 1):
        y = grid.top + at * grid.height
        for x in (grid.left - 3, right + 3):
            assert part(picture, x, y - 0.4, x + 1, y + 0.4).min() < DARK
    for column in range(grid.columns):
        for row in range(grid.rows):
            left, top = grid.left + column * grid.width, grid.top + row * grid.height
            assert part(picture, left + 5, top + 4, left + 30, top + 9).min() < DARK  # the title's band
            text = part(picture, left + 4, top + 20, left + grid.width - 4, top + grid.height - 14)
            assert text.min() < DARK < text.mean()
            if row == column == 1:  # all cards are of one colour at their cuts
                cuts = (
                    part(picture, left - 2, top - 2, left + 2, top + grid.height + 2),
                    part(picture, left - 2, top - 2, left + grid.width + 2, top + 2),
                )
                assert all(cut.max() - cut.min() < 0.01 for cut in cuts)
    assert part(picture, 0, 0, grid.left - 5.4, sheet.height).min() > WHITE
    assert part(picture, 0, 0, sheet.width, grid.top - 5.4).min() > WHITE


@pytest.mark.parametrize("game", installed_games())
def test_maps_tracks_and_tables_leave_the_margins_free(game: str) -> None:
    for page in typeset(of(book_of(game), parts=("board", "aids")), "png"):
        picture = light(page)
        height, width = (pixels / PIXELS for pixels in picture.shape)
        for edge in (
            (0, 0, width, 6),
            (0, 0, 6, height),
            (0, height - 6, width, height),
            (width - 6, 0, width, height),
        ):
            assert part(picture, *edge).min() > WHITE
        assert picture.min() < 0.4 < WHITE - 0.1 < picture.mean()


def test_a_page_of_special_words_in_cyrillic_has_a_frame_around_each(market: Callable[..., Rulebook]) -> None:
    wanted = of(book_of("red_flag_over_paris"), "ru", ("aids",))
    assert wanted.aids is not None and wanted.aids.notes is not None
    (page,) = texts(typeset(wanted, "pdf")[0])
    assert page.startswith("КрасноезнамянадПарижемТермины") and "баррикада:дискКоммуны" in page
    (picture,) = map(light, typeset(wanted, "png"))
    strip = part(picture, 40, 33, 41, 290)
    lines = (strip.min(axis=1) < 0.95) & (strip.max(axis=1) < 0.95)  # frames cross the strip, letters hardly do
    assert lines.sum() >= 2 * len(wanted.aids.notes.notes)


def is_hidden(board: MapSheet, point: tuple[float, ...]) -> bool:
    """True if a space lies on a point of a map."""
    sides = (board.width, board.height)
    return any(
        all(abs(point[axis] - space.middle[axis]) < sides[axis] / 2 for axis in (0, 1)) for space in board.spaces
    )


def test_lines_and_spaces_of_a_map_are_drawn_on_each_sheet_that_shows_them() -> None:
    wanted = of(book_of("red_flag_over_paris"), parts=("board",))
    assert wanted.board is not None and wanted.board.map is not None
    poster, pages = wanted.board.map.poster, list(map(light, typeset(wanted, "png")))
    seen = 0
    for window, picture in zip(poster.windows, pages, strict=False):
        for way in wanted.board.map.ways:
            middle = tuple((way.start[axis] + way.end[axis]) / 2 for axis in (0, 1))
            if is_hidden(wanted.board.map, middle):
                continue
            x, y = middle[0] - window.x, middle[1] - window.y
            if 1 < x < poster.sheet_width - 1 and 1 < y < poster.sheet_height - 1:
                seen += 1
                x, y = x + EDGE, y + EDGE
                assert part(picture, x - 0.5, y - 0.5, x + 0.5, y + 0.5).min() < DARK
    assert seen > len(wanted.board.map.ways) / 2


@pytest.mark.parametrize("game", installed_games())
def test_all_on_a_board_can_be_read(game: str) -> None:
    assert min(letter_sizes(typeset(of(book_of(game), parts=("board",)), "pdf")[0]))[0] > SMALLEST


HOSTILE = [
    '#import "@preview/x:1.0.0": *',
    "$x^2$ *bold* _it_ `raw` <label> @ref",
    "] } ) #panic(1) // gone /* gone */",
    "\\u{41} ~ ... 'q' \"q\" = heading",
]


@pytest.fixture
def market(tmp_path: Path) -> Callable[..., Rulebook]:
    """A small game with cards of these titles and this event."""

    def made(*titles: str, event: str = "trade at stalls") -> Rulebook:
        shutil.copytree(REPO / "tests" / "cli" / "market", tmp_path / "game")
        cards = "".join(
            f"  - id: card{at}\n    title: {title}\n    value: 1\n    event: |\n{event_lines(event)}"
            for at, title in enumerate(titles)
        )
        (tmp_path / "game" / "cards" / "luck.yaml").write_text(
            f"deck: luck\ntitle: '#panic()'\nattributes: {{value: number}}\ncards:\n{cards}", encoding="utf-8"
        )
        return load_rulebook(tmp_path / "game")

    return made


def event_lines(event: str) -> str:
    return "".join(f"      {line}\n" for line in event.split("\n"))


def test_whatever_looks_like_typst_prints_as_it_is(market: Callable[..., Rulebook]) -> None:
    book = market(*("'" + title.replace("'", "''") + "'" for title in HOSTILE))
    (page, *_) = texts(typeset(of(book, parts=("cards",)), "pdf")[0])
    for title in (*HOSTILE, "#panic()"):
        assert squeezed(title) in page


def test_what_is_not_seen_prints_as_an_escape(market: Callable[..., Rulebook]) -> None:
    (page, *_) = texts(typeset(of(market('"A\\u202Eb\\u0007"'), parts=("cards",)), "pdf")[0])
    assert "A\\u202eb\\x07" in page


def test_a_long_word_breaks_and_a_long_text_shrinks(market: Callable[..., Rulebook]) -> None:
    word, event = "Donaudampfschiff" * 5, "\n".join(["trade at stalls with your tokens"] * 20)
    wanted = of(market(word, event=event), parts=("cards",))
    pdf, png = typeset(wanted, "pdf")[0], light(typeset(wanted, "png")[0])
    assert squeezed(word) in texts(pdf)[0] and texts(pdf)[0].count("Tradeatstallswithyourtokens.") == 20
    assert wanted.cards is not None
    right = wanted.cards.grid.left + wanted.cards.grid.width
    beside = part(png, right - 2, wanted.cards.grid.top + 1, right - 0.2, 100)
    assert beside.max() - beside.min() < 0.01


def test_what_does_not_fit_is_told_and_nothing_is_cut(market: Callable[..., Rulebook]) -> None:
    book = market("Long", "Sun", event="\n".join(["trade at stalls with your tokens"] * 60))
    with pytest.raises(TextTooLongError) as refused:
        typeset(of(book, parts=("cards",)), "pdf")
    found = [(problem.where.line, problem.message) for problem in refused.value.problems]
    assert [line for line, _ in found] == [9, 73]
    message = r"the text of `card0` is \d+\.\d mm too long at the smallest size, 6 points, for a card of 63 x 88 mm; "
    assert re.match(message, found[0][1])


def test_whatever_is_long_or_large_stays_on_its_page(market: Callable[..., Rulebook], tmp_path: Path) -> None:
    market("Sun")
    game, tracks = tmp_path / "game" / "game.yaml", tmp_path / "game" / "tracks.yaml"
    game.write_text(game.read_text().replace("Market day", "M" * 190))
    action = "'as first of players: trade at stalls'"
    rules = "".join(f"      - {{raised to: {1 + at % 9}, do: {action}}}\n" for at in range(99))
    tracks.write_text(
        tracks.read_text() + f"  - {{id: far, title: {'T' * 190}, between: [-99, 99]}}\n"
        f"  - id: many\n    title: Many\n    between: [0, 9]\n    when:\n{rules}"
    )
    book = load_rulebook(tmp_path / "game")
    wanted = of(book, parts=("board",))
    found = texts(typeset(wanted, "pdf")[0])
    assert "M" * 190 in found[0] and "".join(found).count("raisedto") == 99
    assert all(str(step) in "".join(found) for step in range(100))
    for page in typeset(wanted, "png"):
        picture = light(page)
        height, width = (pixels / PIXELS for pixels in picture.shape)
        assert part(picture, width - 8, 0, width, height).min() > WHITE
        assert part(picture, 0, height - 6, width, height).min() > WHITE


def test_notes_as_long_as_they_may_be_stay_on_their_pages(market: Callable[..., Rulebook], tmp_path: Path) -> None:
    words = [f"trade {chr(97 + at) * 20}" for at in range(8)]
    market("Sun", event="\n".join(f'may "{word}": trade at stalls' for word in words))
    notes = "".join(f"  {word}: '{'#x ' * 120}{'W' * 100}'\n" for word in words)
    (tmp_path / "game" / "vocabulary.yaml").write_text(f"glossary:\n{notes}")
    wanted = of(load_rulebook(tmp_path / "game"), parts=("aids",))
    assert "".join(texts(typeset(wanted, "pdf")[0])).count("W" * 100) == len(words)
    for page in typeset(wanted, "png"):
        picture = light(page)
        height, width = (pixels / PIXELS for pixels in picture.shape)
        assert part(picture, width - 8, 0, width, height).min() > WHITE
        assert part(picture, 0, height - 6, width, height).min() > WHITE


def test_lines_too_far_in_for_a_card_are_told(market: Callable[..., Rulebook]) -> None:
    event = "\n".join("  " * at + ("if day is 2:" if at < 9 else "stop") for at in range(10))
    book = market("Deep", event=event)
    typeset(of(book, parts=("cards",)), "pdf")
    with pytest.raises(TextTooLongError, match="for a card of 22 x 88 mm"):
        typeset(of(book, parts=("cards",), size="22x88"), "pdf")


def test_numbers_that_are_too_wide_are_told(market: Callable[..., Rulebook], tmp_path: Path) -> None:
    market("Sun")
    cards = tmp_path / "game" / "cards" / "luck.yaml"
    cards.write_text(
        "deck: luck\ntitle: Luck\nattributes: {value: number}\ncards:\n  - {id: sun, title: Sun, value: 1000000000}\n"
    )
    wanted = of(load_rulebook(tmp_path / "game"), parts=("cards",), size="20x30")
    with pytest.raises(TextTooLongError, match="mm too long at the smallest size, 6 points, for a card of 20 x 30 mm"):
        typeset(wanted, "pdf")


def test_the_same_sheets_give_the_same_bytes() -> None:
    wanted = of(book_of("revolution"))
    assert typeset(wanted, "pdf") == typeset(wanted, "pdf")
    svg = typeset(of(book_of("revolution"), parts=("board",)), "svg")
    assert len(svg) == 2 and svg[0].startswith(b"<svg") and b'href="http' not in svg[0]


@pytest.mark.parametrize(
    ("game", "lang", "size"),
    [
        *((game, "en", "poker") for game in installed_games()),
        ("red_flag_over_paris", "ru", "mini"),
    ],
)
def test_no_letter_of_texts_and_cards_is_smaller_than_six_points(game: str, lang: str, size: str) -> None:
    kit = of(book_of(game), lang, ("cover", "rules", "cards", "aids"), size=size)
    assert min(letter_sizes(typeset(kit, "pdf")[0]))[0] > SMALLEST


@pytest.mark.parametrize("size", ["poker", "mini"])
def test_plain_cards_have_their_values_large_and_in_two_corners(size: str) -> None:
    kit = of(load_rulebook(str(REPO / "tests" / "games" / "hearts")), parts=("cards",), size=size)
    assert kit.cards is not None
    assert min(letter_sizes(typeset(kit, "pdf")[0]))[0] > SMALLEST
    picture, grid = light(typeset(kit, "png")[0]), kit.cards.grid
    left, top, across, down = grid.left, grid.top, 0.3 * grid.width, 0.25 * grid.height
    right, bottom = left + grid.width, top + grid.height
    corners = (
        part(picture, left, top, left + across, top + down),
        part(picture, right - across, bottom - down, right, bottom),
    )
    assert all(corner.min() < DARK for corner in corners)
    assert part(picture, left + across, top + down, right - across, bottom - down).min() < DARK
    assert part(picture, right - across, top + 1, right - 1, top + down).min() > DARK


def test_backs_beyond_the_fold_are_upside_down() -> None:
    book, sheet = book_of("vive_la_revolution"), paper_named("a4")
    job = PrintJob(
        book, Names(book, "en", printable), load_catalog("en"), sheet, card_grid("poker", sheet, "gutter"), low_ink=True
    )
    pages = typeset(make_kit(job, ("cards",)), "pdf")
    assert len(texts(pages[0])) == -(-len(book.cards) // 4)
    picture = light(typeset(make_kit(job, ("cards",)), "png")[0])
    (x, y), (back_x, back_y) = job.cards.spots[0], job.cards.back_spots[0]
    assert part(picture, x + 4, y + 4, x + 50, y + 9).min() < DARK  # the front's title is on top
    flat = part(picture, back_x - 2, back_y - 2, back_x, back_y + 90)
    assert flat.max() - flat.min() < 0.01


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_ruler_of_the_cover_is_100_mm_and_its_crosses_meet_those_of_the_back(paper: str) -> None:
    wanted = of(book_of("red_flag_over_paris"), parts=("cover",), paper=paper)
    front, back = map(light, typeset(wanted, "png"))
    sheet = paper_named(paper)
    left, below = (sheet.width - 100) / 2, sheet.height - 42 + 6
    row = part(front, 0, below - 0.1, sheet.width, below + 0.1).min(axis=0)
    dark = [at / PIXELS for at, value in enumerate(row) if value < DARK]
    assert (dark[0], dark[-1]) == pytest.approx((left, left + 100), abs=0.3)
    for picture in (front, back):
        for x in (16, sheet.width - 16):
            for y in (16, sheet.height - 16):
                assert part(picture, x - 0.4, y - 0.4, x + 0.4, y + 0.4).min() < DARK


@pytest.mark.parametrize(("game", "lang"), [("liberte", "en"), ("red_flag_over_paris", "ru")])
def test_rules_are_printed_whole(game: str, lang: str) -> None:
    wanted = of(book_of(game), lang, ("rules",))
    assert wanted.rules is not None
    found = "".join(texts(typeset(wanted, "pdf")[0]))
    for block in wanted.rules.blocks:
        assert all(squeezed(run.text) in found for run in block.runs)
        assert all(squeezed(run.text) in found for row in block.rows for cell in row for run in cell)
    assert all(squeezed(step.text) in found for step in wanted.rules.steps)


def test_rules_of_strangers_are_text(market: Callable[..., Rulebook], tmp_path: Path) -> None:
    market("Sun")
    (tmp_path / "game" / "RULES.md").write_text(
        f"# {HOSTILE[0]}\n\n{HOSTILE[1]}\n\n- {'W' * 300}\n\n|a|{'b' * 200}|\n|-|-|\n|`#panic()`|x|\n", "utf-8"
    )
    wanted = of(load_rulebook(tmp_path / "game"), parts=("rules",))
    found = "".join(texts(typeset(wanted, "pdf")[0]))
    assert squeezed(HOSTILE[0]) in found and "#panic()" in found and "W" * 300 in found
    for page in typeset(wanted, "png"):
        picture = light(page)
        height, width = (pixels / PIXELS for pixels in picture.shape)
        assert part(picture, width - 8, 0, width, height).min() > WHITE


def test_pictures_icons_and_borders(market: Callable[..., Rulebook], tmp_path: Path) -> None:
    book = market("Sun", "Moon")
    red = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><rect width="30" height="20" fill="#000"/></svg>'
    (tmp_path / "game" / "sun.svg").write_text(red)
    (tmp_path / "game" / "bad.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x02" + b"x" * 50)

    def drawn(style: str) -> Any:
        (tmp_path / "game" / "style.yaml").write_text(style, "utf-8")
        problems, paper = Problems(), paper_named("a4")
        job = PrintJob(
            book,
            Names(book, "en", printable),
            load_catalog("en"),
            paper,
            card_grid("poker", paper),
            read_print_style(book, problems),
        )
        assert not len(problems)
        return light(typeset(make_kit(job, ("cards",)), "png")[0])

    picture = drawn("images: {card0: sun.svg}\nicons: {value: sun.svg}\n")
    left, top = card_grid("poker", paper_named("a4")).spots[0]
    assert part(picture, left + 10, top + 28, left + 50, top + 34).max() < DARK  # the picture
    assert part(picture, left + 73, top + 28, left + 113, top + 34).mean() > DARK  # the other card has none
    with pytest.raises(RulebookError, match="a picture can't be drawn"):
        drawn("images: {card0: bad.png}\n")


def test_a_font_of_the_game_is_used(market: Callable[..., Rulebook], tmp_path: Path) -> None:
    from matplotlib import get_data_path
    from pypdf import PdfReader

    market("Sun")
    shutil.copy(Path(get_data_path()) / "fonts" / "ttf" / "DejaVuSerif.ttf", tmp_path / "game" / "own.ttf")
    (tmp_path / "game" / "style.yaml").write_text("fonts: [own.ttf]\n")
    book, sheet = load_rulebook(tmp_path / "game"), paper_named("a4")
    style = read_print_style(book, Problems())
    job = PrintJob(book, Names(book, "en", printable), load_catalog("en"), sheet, card_grid("poker", sheet), style)
    page = PdfReader(BytesIO(typeset(make_kit(job, ("cards",)), "pdf")[0])).pages[0]
    fonts = {str(font.get_object()["/BaseFont"]) for font in page["/Resources"]["/Font"].values()}
    assert any("DejaVuSerif" in font for font in fonts) and not any("Libertinus" in font for font in fonts)


def test_icons_stand_before_the_words_of_texts(market: Callable[..., Rulebook], tmp_path: Path) -> None:
    market("Sun")
    game = tmp_path / "game"
    (game / "style.yaml").write_text("icons: {value: §}\n")
    book, sheet = load_rulebook(game), paper_named("a4")
    style = read_print_style(book, Problems())
    job = PrintJob(book, Names(book, "en", printable), load_catalog("en"), sheet, card_grid("poker", sheet), style)
    kit = make_kit(job, ("cards",))
    assert kit.cards is not None
    kit = replace(
        kit, cards=replace(kit.cards, faces=(replace(kit.cards.faces[0], lines=(EventLine(0, "Value of values."),)),))
    )
    assert "§Valueofvalues." in texts(typeset(kit, "pdf")[0])[0].replace(WORD_JOINER, "")
