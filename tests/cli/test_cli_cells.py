"""The map on a full screen: cells that never move, with the question and one's hand below them, in all games."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from cli.board.board_text import BoardView, order_by_need
from cli.board.map_cells import CHANGED_MARK, LEGAL_MARK, MAX_WIDTH, MIN_WIDTH, BadgeLetters, choose_size, place_in_rows
from cli.game_loading import DisplayLanguage, load_display_language
from cli.play import asking
from cli.play.asking import DecisionView
from cli.play.explanations import LogLine
from cli.play.offer import OptionList
from cli.play.telling import MatchText
from cli.prompt import TypableOption
from cli.text.screen import BOX_SIGNS, Screen
from cli.text.words import TerminalMessages
from interpreter.matches.match import Match
from interpreter.presentation.board.document import BoardPlace
from tests.loaded import game_of

RULES = Path(__file__).parents[2] / "rules"
GAMES = ["liberte", "red_flag_over_paris", "revolution", "vive_la_revolution"]
MARKS = re.compile(rf"[{LEGAL_MARK}{CHANGED_MARK}]")
SIZES = [(80, 24), (100, 40), (160, 50)]
SMALL = Screen(80, BOX_SIGNS, "utf-8", 24)


def screens(match: Match, words: DisplayLanguage, seed: int, every: int) -> Iterator[tuple[DecisionView, list[str]]]:
    """Yield screens of a random game, one in so many decisions."""
    chance = random.Random(seed)
    text = MatchText(match, words)
    board_view = BoardView(match.game, words.names, words.messages)
    while (decision := match.decision) is not None:
        if match.decisions % every == 0:
            view = DecisionView(match, decision, board_view, text, words.messages)
            news = [LogLine(line) for line in text.log(decision.seat)[-6:]]
            yield view, view.compose_screen(news, [])
        match.choose(chance.randrange(len(decision.options)))


def cells_of(lines: list[str], match: Match) -> dict[str, tuple[int, int]]:
    """Return the row and the column of each space on the screen, or of each row of a grid."""
    board = match.board(None)
    lines = [MARKS.sub(" ", line) for line in lines]
    found = {}
    for at, line in enumerate(lines):
        if board.layout.kind == "grid":
            if "│" in line and line[0].isdigit():
                found[line[0]] = (at, line.index("│"))
            continue
        for space in board.spaces.values():
            column = line.find(f" {space.label} {space.title[:3]}")
            if column >= 0 and (column == 0 or line[column - 1] == " ") and space.id not in found:
                found[space.id] = (at, column)
    return found


@pytest.mark.parts
@pytest.mark.parametrize(
    ("width", "height", "every"),
    [(*SIZES[0], 30), *(pytest.param(*size, 6, marks=pytest.mark.parts) for size in SIZES)],
)
@pytest.mark.parametrize("game", GAMES)
def test_cells_never_move_and_nothing_needed_is_missing(
    monkeypatch: pytest.MonkeyPatch, game: str, width: int, height: int, every: int
) -> None:
    monkeypatch.setattr(asking, "current_screen", lambda: Screen(width, BOX_SIGNS, "utf-8", height))
    match = game_of(RULES / game).start(4)
    first: dict[str, tuple[int, int]] = {}
    for view, lines in screens(match, load_display_language(match.game.rulebook, "en"), 4, every):
        said = "\n".join(lines)
        assert len(lines) < height and max(map(cell_len, lines)) < width, said
        found = cells_of(lines, match)
        first = first or found
        assert found == first and len(found) == (5 if game == "revolution" else len(view.board.spaces)), said
        assert view.choices[0].name.split()[0].lower() in said.lower(), said
        question = " ".join(said.split())
        assert " ".join(view.question_text.split()) in question, said
        for pile in view.board.piles:
            if pile.seat == view.board.seat and pile.zone == "hand" and any(pile.cards):
                assert f"{pile.title}:" in said or any(card.title in said for card in pile.cards if card), said


@given(st.integers(1, 200), st.integers(20, 160), st.integers(1, 40))
def test_a_map_of_cells_fits(count: int, width: int, height: int) -> None:
    size = choose_size(count, width, height)
    if size is None:
        assert height < count or width < MIN_WIDTH
        return
    assert MIN_WIDTH <= size.width <= MAX_WIDTH and size.columns * (size.width + 2) - 2 <= width
    assert -(-count // size.columns) * size.lines <= height


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=40), st.integers(1, 10))
def test_each_space_has_one_cell_from_north_to_south(places: list[tuple[float, float]], columns: int) -> None:
    spaces = [BoardPlace(str(at), str(at), (), at=place) for at, place in enumerate(places)]
    rows = place_in_rows(spaces, columns)
    found = [space for row in rows for space in row if space is not None]
    assert sorted(space.id for space in found) == sorted(space.id for space in spaces)
    assert {len(row) for row in rows} == {columns}
    norths = [[space.at[1] for space in row if space is not None and space.at is not None] for row in rows]
    assert all(max(upper) <= min(lower) for upper, lower in itertools.pairwise(norths))


@pytest.mark.parts
def test_what_is_needed_comes_first_and_what_is_secondary_last() -> None:
    match = game_of(RULES / "liberte").start(4)
    board = match.board(match.game.seats[0])
    zones = [pile.zone for pile in order_by_need(board, board.piles, lambda pile: pile.zone)]
    assert zones[0] == "hand" and {*zones[-2:]} <= {*board.secondary}
    tracks = [track.id for track in order_by_need(board, board.tracks, lambda track: track.id)]
    assert tracks[:2] == ["vp", "turn"]


@pytest.mark.parts
def test_contents_are_shown_before_badges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "current_screen", lambda: Screen(80, BOX_SIGNS, "utf-8", 24))
    match = game_of(RULES / "liberte").start(4)
    view, lines = list(itertools.islice(screens(match, load_display_language(match.game.rulebook, "en"), 4, 6), 8))[-1]
    held = [space for space in view.board.spaces.values() if space.shares]
    assert held
    for space in held:
        (line,) = [line for line in lines if f" {space.label} {space.title[:3]}" in line]
        assert any(f"{share.seat.mark} {share.amount}" in line for share in space.shares if share.seat), line


@pytest.mark.parametrize(("game", "most_cut"), [("liberte", 4), ("red_flag_over_paris", 0)])
def test_names_are_whole_in_full_cells(monkeypatch: pytest.MonkeyPatch, game: str, most_cut: int) -> None:
    """Badges, and the leader's place beside the name, are given up before letters of a name are."""
    monkeypatch.setattr(asking, "current_screen", lambda: SMALL)
    match = game_of(RULES / game).start(4)
    positions = screens(match, load_display_language(match.game.rulebook, "en"), 4, 20)
    view, lines = list(itertools.islice(positions, 8))[-1]
    said = " ".join(lines)
    cut = [space.title for space in view.board.spaces.values() if any(part not in said for part in space.title.split())]
    assert sum(bool(space.shares) for space in view.board.spaces.values()) > 5
    assert len(cut) <= most_cut, cut


@pytest.mark.parts
@pytest.mark.parametrize("game", GAMES)
def test_no_two_badges_of_a_board_look_the_same(game: str) -> None:
    board = game_of(RULES / game).start(1).board(None)
    letters = BadgeLetters(board)
    badges = {badge.text or badge.title: badge for space in board.spaces.values() for badge in space.badges}
    shown = {word: letters.shorten([badge]) for word, badge in badges.items() if not word.isdecimal()}
    assert len({*map(tuple, shown.values())}) == len(shown), shown
    assert all(0 < len("".join(text)) <= 4 for text in shown.values()), shown


def test_a_space_that_is_called_by_its_label_is_named_once() -> None:
    choices = [TypableOption("b2", "b2", "B2"), TypableOption("1", "vauban", "Vauban")]
    offer = OptionList(choices, {"b2": "R 5"}, {}, TerminalMessages("en"))
    assert offer.list_all(SMALL) == ["  b2  (R 5)", "   1  Vauban"]


@pytest.mark.parts
def test_cards_on_offer_are_shown_with_their_texts_below_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "current_screen", lambda: SMALL)
    match = game_of(RULES / "red_flag_over_paris").start(4)
    words = load_display_language(match.game.rulebook, "en")
    seen = 0
    for view, lines in screens(match, words, 4, 1):
        cards = [choice for choice in view.choices if choice.key in view.card_numbers]
        if not cards:
            continue
        assert len(cells_of(lines, match)) == len(view.board.spaces)
        for card in cards:
            (line,) = [line for line in lines if line.startswith(f"  {card.label}  {card.name}")]
            text = " ".join(view.board.cards[card.key].lines)
            shown = line.partition(") ")[2]
            assert text[:15] == shown[:15] != "" or shown.rstrip("…") == text[: len(shown.rstrip("…"))], line
            assert cell_len(line) < SMALL.width
        seen += 1
    assert seen > 10


def test_the_setup_is_not_told_move_by_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "current_screen", lambda: SMALL)
    match = game_of(RULES / "red_flag_over_paris").start(4)
    words = load_display_language(match.game.rulebook, "en")
    text = MatchText(match, words)
    decision = match.decision
    assert decision is not None
    view = DecisionView(match, decision, BoardView(match.game, words.names, words.messages), text, words.messages)
    lines = view.compose_screen([LogLine(line) for line in text.log(decision.seat)], [])
    assert "The game is set up; `log` tells how." in lines
    assert not [line for line in lines if "->" in line]


def test_a_long_name_wraps_where_its_cell_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "current_screen", lambda: SMALL)
    match = game_of("red_flag_over_paris").start(3)
    words = load_display_language(match.game.rulebook, "en")
    (_, lines), *_ = screens(match, words, 1, 1000)
    (first,) = (at for at, line in enumerate(lines) if "Prussian Occupied" in line)
    assert lines[first + 1].index("Territory") == lines[first].index("Prussian")
    assert "b National  " in "".join(lines) and "Assembly i pi" in "".join(lines)
