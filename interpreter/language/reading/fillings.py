"""Completion of lines that lack names with names of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from interpreter.language.reading.repairs import HOLE

MOST_HOLES = 2


def fill_holes(
    written: str, shown_line: str, names: Mapping[str, str], wrong_at: Callable[[str], int | None]
) -> Iterator[tuple[str, str]]:
    """Yield the line with each combination of names that fits its holes, and the version that is shown.

    Args:
        written: The line with holes.
        shown_line: The version that is shown, with holes.
        names: Names of the game, each with its placeholder.
        wrong_at: Returns the column of the mistake in a line, or None if there is none.
    """
    if written.count(HOLE) > MOST_HOLES:
        return
    first, _, rest = written.partition(HOLE)
    for name, shown in names.items():
        if f" {name} ".casefold() in f" {first}{rest} ".casefold():
            continue
        filled, filled_shown = f"{first}{name}{rest}", shown_line.replace(HOLE, shown, 1)
        # while other holes are open, a name fits if the mistake is after it
        column = wrong_at(filled.replace(HOLE, next(iter(names))))
        if HOLE not in rest:
            if column is None:
                yield filled, filled_shown
        elif column is None or column > len(first) + len(name):
            yield from fill_holes(filled, filled_shown, names, wrong_at)
