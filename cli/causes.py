"""Grouping of mistakes by cause: the cause is reported once, with the places of the mistakes that follow from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from interpreter.errors import Location, Problem, printable

MAX_SEPARATE = 3
"""Number of equal messages about one word up to which each counts as a mistake of its own."""
MOST_PLACES = 4


def assign_causes(problems: Sequence[Problem]) -> list[Problem]:
    """Return the mistakes; those that repeat an earlier message about the same word get it as their cause."""
    alike: dict[tuple[str, str, str], list[Problem]] = defaultdict(list)
    for problem in problems:
        if problem.cause is None and (word := _blamed_word(problem)):
            alike[problem.code, problem.message.partition(";")[0], word].append(problem)
    causes = {each: same[0].where for same in alike.values() if len(same) > MAX_SEPARATE for each in same[1:]}
    return [replace(each, cause=causes[each]) if each in causes else each for each in problems]


def render_problems(problems: Sequence[Problem]) -> tuple[list[str], str]:
    """Return the messages, and the number of mistakes in words.

    Mistakes that follow from another one are reported with it, as a count with their places.
    """
    caused = assign_causes(problems)
    there = {problem.where for problem in caused if problem.cause is None}
    roots = [problem for problem in caused if problem.cause not in there]
    following: dict[Location, list[Location]] = defaultdict(list)
    for problem in caused:
        if problem.cause is not None and problem.cause in there:
            following[problem.cause].append(problem.where)
    messages = []
    for problem in roots:
        places = following.pop(problem.where, [])
        messages.append(problem.render() + (f"\n    {_places(places)}" if places else ""))
    rest = len(caused) - len(roots)
    counted = f"{len(roots)} mistake{'s' if len(roots) > 1 else ''}"
    if rest:
        counted += f"; {rest} more follow{'s' if rest == 1 else ''} from {'it' if len(roots) == 1 else 'them'}"
    return messages, counted


def _blamed_word(problem: Problem) -> str:
    """Return the word that a mistake is about."""
    if problem.excerpt is None or not problem.where.column:
        return ""
    start = problem.where.column - 1
    return problem.excerpt[start : start + problem.length]


def _places(places: Sequence[Location]) -> str:
    listed = ", ".join(f"{place.file}:{place.line}" for place in places[:MOST_PLACES])
    more = ", …" if len(places) > MOST_PLACES else ""
    return printable(f"{len(places)} more follow{'s' if len(places) == 1 else ''} from it: {listed}{more}")
