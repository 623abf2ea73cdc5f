"""Colours at the terminal: from the rules, readable on any background, and none where they can't be shown."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import ColorSystem

from cli.board.board_text import BoardView
from cli.board.line_colours import PALETTE, LinePainter, readable_style
from cli.game_loading import load_display_language
from cli.text.screen import BOX_SIGNS, Screen
from tests.cli.command import Cahier
from tests.cli.terminal import Terminal
from tests.forks import Forks
from tests.loaded import game_of

RULES = Path(__file__).parents[2] / "rules"
GAMES = ["liberte", "red_flag_over_paris", "revolution", "vive_la_revolution"]
COLOUR = re.compile(r"\x1b\[[\d;]*m")
COLOURFUL = [ColorSystem.EIGHT_BIT, ColorSystem.TRUECOLOR]

Start = Callable[..., Terminal]


@pytest.fixture
def terminal(folder: Path, forks: Forks) -> Iterator[Start]:
    started: list[Terminal] = []

    def start(*words: str, **variables: str) -> Terminal:
        started.append(Terminal(forks, "play", *words, columns=100, rows=40, **variables))
        return started[-1]

    yield start
    for one in started:
        one.close()


def contrasts(colour: str, system: ColorSystem) -> list[float]:
    """Return the contrast of a text to black and to white, as WCAG 2 defines it; none for the terminal's own colour."""
    found = readable_style(colour, system).color
    if found is None:
        return []
    parts = [part / 255 for part in found.get_truecolor()]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    return [(luminance + 0.05) / 0.05, 1.05 / (luminance + 0.05)]


@pytest.mark.parametrize("system", COLOURFUL)
@pytest.mark.parametrize("colour", PALETTE)
def test_named_colours_can_be_read_on_black_and_on_white(colour: str, system: ColorSystem) -> None:
    assert all(contrast > 3.2 for contrast in contrasts(colour, system))


@given(st.integers(0, 0xFFFFFF))
def test_any_colour_can_be_read_on_black_and_on_white(number: int) -> None:
    assert all(contrast > 3.2 for contrast in contrasts(f"#{number:06x}", ColorSystem.TRUECOLOR))


def test_colours_that_differ_by_name_differ_in_256_colours() -> None:
    found = [readable_style(colour, ColorSystem.EIGHT_BIT).color for colour in PALETTE]
    shown = [colour for colour in found if colour is not None]
    assert len({colour.number for colour in shown}) == len(shown) == len(PALETTE) - 3
    sixteen = [readable_style(colour, ColorSystem.STANDARD).color for colour in ("red", "green", "blue", "teal")]
    assert [colour and colour.number for colour in sixteen] == [1, 2, 4, 6]


@pytest.mark.parametrize("game", GAMES)
def test_colours_change_no_letter(game: str) -> None:
    match, pick = game_of(RULES / game).start(4), random.Random(4)
    words = load_display_language(match.game.rulebook, "en")
    view = BoardView(match.game, words.names, words.messages)
    for _ in range(40):
        decision = match.decision
        assert decision is not None
        match.choose(pick.randrange(len(decision.options)))
    for seat in match.game.seats:
        board = match.board(seat)
        painter = LinePainter(board, words.names, ColorSystem.EIGHT_BIT)
        lines = view.draw(board, Screen(80, BOX_SIGNS, "utf-8")) + match.log(seat)
        painted = [painter.paint(line) for line in lines]
        assert [COLOUR.sub("", line) for line in painted] == lines
        for named in board.seats:
            assert any(f"m{named.title}\x1b[0m" in line or f"m{named.mark}\x1b[0m" in line for line in painted)


def test_pieces_and_titles_have_the_colour_of_their_seat() -> None:
    match = game_of(RULES / "red_flag_over_paris").start(4)
    names = load_display_language(match.game.rulebook, "en").names
    painter = LinePainter(match.board("commune"), names, ColorSystem.EIGHT_BIT)
    red, blue = (readable_style(colour, ColorSystem.EIGHT_BIT).color for colour in ("red", "blue"))
    line = " e Press [=] po p    C 1 cube; V 1 cube   Versailles: 2 VP   VP"
    found = {line[start:end]: style.color for start, end, style in painter.find_spans(line)}
    assert (found["C 1 cube"], found["V 1 cube"], found["Versailles"]) == (red, blue, blue)
    assert set(found) == {"e", "C 1 cube", "V 1 cube", "Versailles"}


@pytest.mark.parts
@pytest.mark.parametrize(
    ("variables", "is_coloured"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm"}, True),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ],
)
def test_colours_where_the_terminal_has_them(terminal: Start, variables: dict[str, str], is_coloured: bool) -> None:
    play = terminal("red_flag_over_paris", "--seed", "3", **variables)
    play.wait_for("Commune> ")
    for _ in range(12):
        if "not on offer" in play.said:
            break
        play.ask("1", "Commune> ")
    assert bool(COLOUR.search(play.raw)) == is_coloured
    assert ("\x1b[2m" in play.raw) == is_coloured, "what can't be chosen is grey"


@pytest.mark.parts
def test_no_colours_in_a_pipe(cahier: Cahier) -> None:
    done = cahier("play", "red_flag_over_paris", "--seed", "3", FORCE_COLOR="1", TERM="xterm-256color")
    assert "C = Commune" in done.stdout and "\x1b" not in done.stdout
