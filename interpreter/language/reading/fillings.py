"""Completion of lines that lack names with names of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from interpreter.language.reading.repairs import HOLE

MOST_HOLES = 2


def fillings(
    written: str, told: str, names: Mapping[str, str], wrong_at: Callable[[str], int | None]
) -> Iterator[tuple[str, str]]:
    """Yield the line with each combination of names that fits its holes, and the version that is shown.

    Args:
        written: The line with holes.
        told: The version that is shown, with holes.
        names: Names of the game, each with its placeholder.
        wrong_at: Returns the column of the mistake in a line, or None if there is none.
    """
    if written.count(HOLE) > MOST_HOLES:
        return
    first, _, rest = written.partition(HOLE)
    for name, shown in names.items():
        if f" {name} ".casefold() in f" {first}{rest} ".casefold():
            continue
        filled, telling = f"{first}{name}{rest}", told.replace(HOLE, shown, 1)
        # while other holes are open, a name fits if the mistake is after it
        column = wrong_at(filled.replace(HOLE, next(iter(names))))
        if HOLE not in rest:
            if column is None:
                yield filled, telling
        elif column is None or column > len(first) + len(name):
            yield from fillings(filled, telling, names, wrong_at)
