"""The smallest difference that matters, as it was typed for `--within`."""

from __future__ import annotations

from interpreter.errors import Problem, RulebookError, Where

LEAST_POINTS = 0.001
"""What is smaller would take more games than can ever be played."""


def check_margin(within: float, most: float) -> None:
    """Raise RulebookError unless it is a number of points that can be asked for, at most so many."""
    if not LEAST_POINTS <= within <= most:
        message = f"a margin is a number of points, at least {LEAST_POINTS:g} and at most {most:g}"
        raise RulebookError(Problem(Where(f"--within {within}"), "bad-margin", message))
