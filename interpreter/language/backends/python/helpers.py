"""Small functions that the generated source may call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from interpreter.errors import BudgetError, PlayError, Problem, Where
from interpreter.language.limits import LARGEST, LONGEST

LINES = ((1, 0), (0, 1), (1, 1), (1, -1))
"""The ways in which a line goes over a grid: so far across, so far along."""


def one(thing: Any) -> tuple[Any, ...]:
    return () if thing is None else (thing,)


def first(things: Sequence[Any]) -> Any:
    return things[0] if things else None


def only(things: Sequence[Any]) -> Any:
    return things[0] if len(things) == 1 else None


def union(left: Iterable[Any], right: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys((*left, *right)))


def same(left: Iterable[int], right: Iterable[int]) -> bool:
    """Whether there are the same things, in whatever order."""
    return sorted(left) == sorted(right)


def argbest(things: Sequence[Any], values: Sequence[int], pick: Callable[..., int]) -> list[Any]:
    """All things whose value is the best one."""
    if not values:
        return []
    best = pick(values)
    return [thing for thing, value in zip(things, values, strict=False) if value == best]


def in_order(seats: Sequence[int], start: int | None, count: int) -> list[int]:
    return sorted(seats, key=lambda seat: (seat - (start or 0)) % count)


def span(low: int, high: int) -> list[int]:
    if high - low > LONGEST:
        raise BudgetError(Problem(Where("rules"), "budget", f"a choice among {high - low + 1} numbers is too wide"))
    return list(range(low, high + 1))


def longest_line(cells: Sequence[int], cell: int, columns: int, rows: int) -> int:
    """The length of the longest straight unbroken run of some cells of a grid that goes through one of them; 0 if it is
    none of them."""
    if cell not in cells:
        return 0
    there = frozenset(cells)
    row, column = divmod(cell, columns)
    longest = 0
    for across, along in LINES:
        length = 1
        for way in (1, -1):
            x, y = column + way * across, row + way * along
            while 0 <= x < columns and 0 <= y < rows and y * columns + x in there:
                length += 1
                x, y = x + way * across, y + way * along
        longest = max(longest, length)
    return longest


def with_item(things: Sequence[Any], item: Any) -> tuple[Any, ...]:
    if len(things) >= LONGEST:
        raise BudgetError(Problem(Where("rules"), "budget", f"a list has more than {LONGEST} things"))
    return (*things, item)


def without_item(things: Sequence[Any], item: Any) -> tuple[Any, ...]:
    rest = list(things)
    if item in rest:
        rest.remove(item)
    return tuple(rest)


def bounded(number: int) -> int:
    if -LARGEST < number < LARGEST:
        return number
    raise BudgetError(Problem(Where("rules"), "budget", "a number grew beyond all bounds"))


def past_end(file: str, line: int, column: int, message: str) -> None:
    raise PlayError(Problem(Where(file, line, column), "past-end", message))


def times(left: int, right: int) -> int:
    return bounded(left * right)


NAMES: dict[str, Any] = {
    function.__name__: function
    for function in (
        one,
        first,
        only,
        union,
        same,
        argbest,
        in_order,
        span,
        longest_line,
        with_item,
        without_item,
        bounded,
        past_end,
        times,
    )
}
