"""Colours in lines that show a board: seats, sides, kinds of pieces, spaces, cards.

Lines are laid out without colours; these are added when a line is printed, and nothing is said by colour alone. The
colours of the rules are made dark or light enough to be read on a dark and on a light background.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from colorsys import hls_to_rgb, rgb_to_hls
from functools import cache
from typing import TYPE_CHECKING

from cli.board.map_cells import CHANGED_MARK, LEGAL_MARK, abbreviate_pieces
from cli.text.output import COLOURS

if TYPE_CHECKING:
    from rich.color import ColorSystem
    from rich.style import Style

    from interpreter.presentation import Board, BoardCard, Names, Share

PALETTE = {
    "red": "#cc2222",
    "blue": "#3b7dd8",
    "green": "#3a9e68",
    "yellow": "#d9a514",
    "orange": "#d9722b",
    "purple": "#9a63c4",
    "brown": "#a06a3c",
    "pink": "#d0679d",
    "teal": "#2aa3a3",
    "white": "#f4f1e8",
    "grey": "#868686",
    "black": "#4a4a4a",
}
"""The named colours of the rules."""
MIN_LUMINANCE, MAX_LUMINANCE = 0.13, 0.25
"""Bounds of the relative luminance of a text that has a contrast of at least 3.5 to black and to white."""
MIN_CHROMA = 0.1
"""Difference between the channels, from 0 to 1, below which a colour counts as grey: its text is bold instead."""
MARKS = re.escape(LEGAL_MARK + CHANGED_MARK)
TITLE_LETTERS = 4
"""Letters of a space's title that follow its label at least, even where the title is cut."""


def colour_output(board: Board, names: Names) -> None:
    """Print the things of a board in their colours from now on, if standard output can show colours."""
    if (system := find_shown_colours()) is not None:
        COLOURS.paint = LinePainter(board, names, system).paint


@cache
def find_shown_colours() -> ColorSystem | None:
    """Return the colours that standard output can show; None for none, or if they are not wanted."""
    if sys.stdout is None or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return None
    from rich.color import ColorSystem
    from rich.console import Console

    systems = {"standard": ColorSystem.STANDARD, "256": ColorSystem.EIGHT_BIT, "truecolor": ColorSystem.TRUECOLOR}
    return systems.get(Console(file=sys.stdout).color_system or "")


def readable_style(colour: str, system: ColorSystem, bold: bool = False) -> Style:
    """Return the style of a text in a colour of the rules: a name, or `#rrggbb`."""
    from rich.color import Color, ColorSystem
    from rich.color_triplet import ColorTriplet
    from rich.style import Style

    text = PALETTE.get(colour, colour)
    channels = [int(text[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    if max(channels) - min(channels) < MIN_CHROMA:
        return Style(bold=True)
    is_by_hue = system is ColorSystem.STANDARD  # the sixteen colours are as light as the terminal wants
    channels = [*hls_to_rgb(rgb_to_hls(*channels)[0], 1 / 3, 1)] if is_by_hue else _limit_luminance(channels)
    found = Color.from_triplet(ColorTriplet(*(round(255 * channel) for channel in channels))).downgrade(system)
    return Style(color=found, bold=bold or None)


def _limit_luminance(channels: list[float]) -> list[float]:
    """Return a colour with the nearest luminance within the bounds."""
    light = [channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in channels]
    luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    if luminance > MAX_LUMINANCE:
        light = [channel * MAX_LUMINANCE / luminance for channel in light]
    elif luminance < MIN_LUMINANCE:
        white = (MIN_LUMINANCE - luminance) / (1 - luminance)
        light = [channel + (1 - channel) * white for channel in light]
    return [12.92 * each if each <= 0.0031308 else 1.055 * each ** (1 / 2.4) - 0.055 for each in light]


class LinePainter:
    """Adds colours to the lines that show one board."""

    def __init__(self, board: Board, names: Names, system: ColorSystem) -> None:
        from rich.style import Style

        self._system = system
        self._board = board
        self._titles = {
            title: colour for thing_id, colour in board.colours.items() if (title := names.title_or(thing_id, ""))
        }
        self._seats = {seat.title for seat in board.seats} | {seat.mark for seat in board.seats}
        self._bold = Style(bold=True, reverse=True)
        self._styles: list[Style] = []
        parts = [f"(?P<s{at}>{pattern})" for at, pattern in enumerate(self._patterns())]
        self._pattern = re.compile("|".join(parts)) if parts else None

    def find_spans(self, line: str) -> Iterator[tuple[int, int, Style]]:
        """Yield the parts of a line that have a colour: start, end, style."""
        for found in self._pattern.finditer(line) if self._pattern is not None else ():
            yield *found.span(), self._styles[int((found.lastgroup or "s0")[1:])]

    def paint(self, line: str) -> str:
        """Return the line with escape sequences for its colours."""
        painted, done = [], 0
        for start, end, style in self.find_spans(line):
            painted += [line[done:start], style.render(line[start:end], color_system=self._system)]
            done = end
        return "".join([*painted, line[done:]])

    def _patterns(self) -> Iterator[str]:
        """Yield the patterns, those of longer texts first; the style of each is added to the styles."""
        found: dict[str, Style] = {}
        for card in self._board.cards.values():
            if colour := self._colour_of_card(card):
                found[_word(card.title)] = self._style(colour)
        for title, colour in self._titles.items():
            found[_word(title)] = self._style(colour, title in self._seats)
        for space in self._board.spaces.values():
            if space.label and space.colour:
                start, label = re.escape(space.title[:TITLE_LETTERS]), re.escape(space.label)
                found[rf"(?<![^\s{MARKS}]){label}(?= {start})"] = self._style(space.colour)
            for share in space.shares:
                found |= self._style_pieces(share)
        for pattern in sorted(found, key=len, reverse=True):
            self._styles.append(found[pattern])
            yield pattern
        yield from self._mark_patterns()
        self._styles.append(self._bold)
        yield rf"(?<![^\s│|]){LEGAL_MARK}(?=[ \w{MARKS}])|(?<![^\s{MARKS}│|])\{CHANGED_MARK}(?=[ \w])"

    def _style_pieces(self, share: Share) -> dict[str, Style]:
        """Return the styles of pieces by pattern: in the colour of their state or kind, else of their owner."""
        colours, seat = self._board.colours, share.seat
        found: dict[str, Style] = {}
        for pieces in share.pieces:
            for text in (pieces.text, abbreviate_pieces(pieces)):
                if colour := colours.get(pieces.state) or colours.get(pieces.kind):
                    found[_word(text)] = self._style(colour)
                elif seat is not None and (colour := colours.get(seat.id)):
                    for start in (seat.mark, f"{seat.mark} "):
                        found[_word(start + text)] = self._style(colour, bold=True)
        return found

    def _mark_patterns(self) -> Iterator[str]:
        """Yield the patterns of the marks of seats, with the number that follows; also alone, between spaces."""
        steps = {step.title for track in self._board.tracks for step in track.steps if step.title}
        after = "|".join([" =", r"\]", r" ?[-+]?\d", *(re.escape(f" {title}") for title in steps)])
        for seat in self._board.seats:
            if seat.id in self._board.colours:
                self._styles.append(self._style(self._board.colours[seat.id], bold=True))
                ends = r"(?!\w)" if seat.mark[-1:].isdigit() else f"(?={after})"
                yield rf"(?<![\w.'’-]){re.escape(seat.mark)}{ends}"
                if self._board.layout.joints:
                    self._styles.append(self._styles[-1])
                    yield rf"(?<![\w.'’]){re.escape(seat.mark)}(?![^\W\d])"

    def _style(self, colour: str, bold: bool = False) -> Style:
        return readable_style(colour, self._system, bold)

    def _colour_of_card(self, card: BoardCard) -> str:
        """Return the colour of the first badge that has one."""
        return next((self._titles[badge.text] for badge in card.badges if badge.text in self._titles), "")


def _word(text: str) -> str:
    """Return the pattern of a text that is no part of a longer word."""
    return rf"(?<!\w){re.escape(text)}(?!\w)"
