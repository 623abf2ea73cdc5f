"""Combinations of variants that a check of a game includes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from interpreter.rulebook.model import Rulebook, Variant
from interpreter.rulebook.overlays.overlays import combinations_of
from interpreter.support.errors import WARNING, Location, Problem

MAX_COMBINATIONS = 100
"""Largest number of combinations of variants that are checked."""


def combinations_to_check(
    own: tuple[Variant, ...], book: Rulebook
) -> tuple[tuple[tuple[str, ...], ...], tuple[Problem, ...]]:
    """Return the combinations of variants to check, and a warning if some are left out."""
    found = tuple(islice(combinations_of(own), MAX_COMBINATIONS + 1))
    if len(found) <= MAX_COMBINATIONS:
        return found, ()
    message = f"the variants name each other so often that only {MAX_COMBINATIONS} combinations were looked at"
    return found[:MAX_COMBINATIONS], (Problem(Location(book.folder), "too-many", message, severity=WARNING),)


def new_problems(variants: tuple[str, ...], problems: Iterable[Problem], reported: set[Problem]) -> Iterator[Problem]:
    """Yield new problems of a game with these variants, and add them to `reported`, the problems reported so far."""
    for problem in problems:
        if problem not in reported:
            reported.add(problem)
            named = "the variant" in problem.message
            with_them = "" if named else f" (with {' and '.join(variants)})"
            yield replace(problem, message=problem.message + with_them)
