"""Sizes of square counters that The Game Crafter makes, as its component list names them.

A picture has an eighth of an inch of bleed on each side. Sizes: `componentInfo.js` of the project Templative, which
uploads to The Game Crafter.
"""

from __future__ import annotations

from interpreter.rulebook.player_words import ComponentForm

SQUARE_SIZES = {
    "small_square_chit": 0.5,
    "medium_square_chit": 0.75,
    "large_square_chit": 1.0,
    "mini_square_tile": 1.25,
    "small_square_tile": 2.0,
    "medium_square_tile": 2.5,
    "large_square_tile": 3.5,
}
"""Width and height in inches after cutting, smallest first."""
TOLERANCE = 1.0
"""Millimetres by which a counter may be smaller than the rules say."""
INCH = 25.4
"""An inch in millimetres."""


def square_for(form: ComponentForm) -> str:
    """Return the name of the smallest component on which a counter fits; the largest if none is large enough."""
    needed = max(form.width, form.height) - TOLERANCE
    return next((name for name, inches in SQUARE_SIZES.items() if inches * INCH >= needed), list(SQUARE_SIZES)[-1])


def size_of_square(name: str) -> tuple[float, float]:
    """Return the width and height of a component in millimetres."""
    return (SQUARE_SIZES[name] * INCH,) * 2
