"""Size of the letters of rules and aids: the last page is either well filled or not needed."""

from __future__ import annotations

from collections.abc import Callable

WELL_FILLED = 0.6
"""Least share of the last page that is filled."""
SMALLER = (0.97, 0.94, 0.91)
"""Scales of letters with which a page may be saved."""
LARGER = (1.05, 1.1, 1.15, 1.2, 1.25)
"""Scales of letters with which the last page may be filled."""
DOUBT = 0.2
"""Number of pages by which an estimate may be wrong."""


def letter_scale(pages: Callable[[float], float]) -> float:
    """Return a scale of the letters with which the last of several pages is well filled; 1 if there is none.

    Fewer pages with smaller letters are better than larger letters. A scale is tried only if it may do: the area of a
    text grows with the square of the scale.

    `pages`: function that returns the number of pages, with a fraction, that the text takes with a scale.
    """
    usual = pages(1.0)
    whole = int(usual)
    if whole == 0 or usual >= whole + WELL_FILLED:
        return 1.0
    for scale in SMALLER:
        if usual * scale**2 <= whole + DOUBT and pages(scale) <= whole:
            return scale
    for scale in LARGER:
        estimate = usual * scale**2
        is_likely = whole + WELL_FILLED - DOUBT <= estimate <= whole + 1 + DOUBT
        if is_likely and whole + WELL_FILLED <= pages(scale) <= whole + 1:
            return scale
    return 1.0
