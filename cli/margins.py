"""Check of the option `--within`, the smallest difference that matters."""

from __future__ import annotations

from interpreter.errors import Location, Problem, RulebookError

MIN_POINTS = 0.001
"""Smallest margin; a smaller one would take more games than can ever be played."""


def check_margin(within: float, most: float) -> None:
    """Raise RulebookError unless the margin is from `MIN_POINTS` to `most` points."""
    if not MIN_POINTS <= within <= most:
        message = f"a margin is a number of points, at least {MIN_POINTS:g} and at most {most:g}"
        raise RulebookError(Problem(Location(f"--within {within}"), "bad-margin", message))
