"""Check of the option `--within`, the smallest difference that matters."""

from __future__ import annotations

from interpreter.errors import Problem, RulebookError, Where

LEAST_POINTS = 0.001
"""Smallest margin; a smaller one would take more games than can ever be played."""


def check_margin(within: float, most: float) -> None:
    """Raise RulebookError unless the margin is from `LEAST_POINTS` to `most` points."""
    if not LEAST_POINTS <= within <= most:
        message = f"a margin is a number of points, at least {LEAST_POINTS:g} and at most {most:g}"
        raise RulebookError(Problem(Where(f"--within {within}"), "bad-margin", message))
