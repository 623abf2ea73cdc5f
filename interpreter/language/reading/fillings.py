"""A line that lacks names, with names of the game in their places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from interpreter.language.reading.repairs import HOLE

MOST_HOLES = 2


def fillings(
    written: str, told: str, names: Mapping[str, str], wrong_at: Callable[[str], int | None]
) -> Iterator[tuple[str, str]]:
    """The line with its first hole filled by each name that can stand there, and so on with the others; and how that is
    told, by what `names` say of a name. `wrong_at`: the column of what is wrong in a line, or None if nothing is."""
    if written.count(HOLE) > MOST_HOLES:
        return
    first, _, rest = written.partition(HOLE)
    for name, shown in names.items():
        if f" {name} ".casefold() in f" {first}{rest} ".casefold():
            continue
        filled, telling = f"{first}{name}{rest}", told.replace(HOLE, shown, 1)
        # while the others are open, a name that fits is one behind which the mistake stands
        column = wrong_at(filled.replace(HOLE, next(iter(names))))
        if HOLE not in rest:
            if column is None:
                yield filled, telling
        elif column is None or column > len(first) + len(name):
            yield from fillings(filled, telling, names, wrong_at)
