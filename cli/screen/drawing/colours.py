"""Colours of a board on the full screen: those that the rules give, as readable styles.

Nothing is said by colour alone: seats have marks, values their names, legal spaces brackets around their letters.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.style import Style

from cli.board.line_colours import PALETTE

TILE, LIT_TILE, TARGET_TILE = "#20242e", "#3b4152", "#5a6fae"
"""Backgrounds of a space, of one that can be chosen, and of the one under the cursor."""
DARK, LIGHT = "#111111", "#ffffff"
TINT, HEAD_TINT = 0.2, 0.42
"""Share of a space's own colour in its background, and in that of its first line."""
HEAD = "#3a4150"
"""Background of the first line of a space without a colour."""
BRIGHT = 150
"""Brightness (0 to 255) from which dark text is easier to read on a colour than light text."""

PLAIN = Style()
BOLD = Style(bold=True)
FAINT = Style(dim=True)
LEGAL = Style(bold=True, color=DARK, bgcolor="#f2c94c")
"""The label of what can be chosen."""
CURSOR = Style(bold=True, reverse=True)
"""The line under the cursor."""


def hex_of(colour: str) -> str:
    """Return a colour of the rules as `#rrggbb`."""
    return PALETTE.get(colour, colour)


def chip(colours: Mapping[str, str], *ids: str | None) -> Style:
    """Return the style of a mark on the colour of the first id that has one; bold without a colour."""
    found = next((colours[thing_id] for thing_id in ids if thing_id and thing_id in colours), None)
    if found is None:
        return BOLD
    ground = hex_of(found)
    return Style(bold=True, color=DARK if _brightness(ground) > BRIGHT else LIGHT, bgcolor=ground)


def tile_style(colour: str, base: str, is_head: bool) -> Style:
    """Return the background of a line of a space. `colour`: the space's own; empty if it has none."""
    if not colour:
        return Style(bgcolor=HEAD if is_head and base == TILE else base)
    return Style(bgcolor=_mix(hex_of(colour), base, HEAD_TINT if is_head else TINT))


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _brightness(colour: str) -> float:
    red, green, blue = _channels(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _mix(one: str, other: str, share: float) -> str:
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs)
