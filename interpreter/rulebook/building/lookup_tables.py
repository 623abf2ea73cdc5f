"""Tables of constants, such as a combat results table: read as they are printed, and written out as a value's lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from interpreter.rulebook.building.ids import IdTable
from interpreter.rulebook.model import LookupTable, Text
from interpreter.rulebook.source.nodes import YamlList, YamlMapping, YamlNode

RANGE = re.compile(r"(-?\d{1,6})(?:\s*(?:-|–|to)\s*(-?\d{1,6})|\s*(\+)|\s+(or more)|\s+(or less))?")
CORNER = re.compile(r"([a-z][a-z0-9_]*)(?:\s+by\s+([a-z][a-z0-9_]*))?")
WORD = re.compile(r"[a-z][a-z0-9_]{0,63}")
NOTHING = "nothing"
FORM = "rows and columns are numbers in order: `1`, `1-2`, `-1 to 1`, `5+`, `5 or more`, `0 or less`"


def read_table(item: YamlMapping, says: Sequence[Text], names: IdTable) -> tuple[LookupTable, Text] | None:
    """Return the table of a word, and the lines of the value that it stands for; None if it is wrong.

    Args:
        item: The word.
        says: Its wordings.
        names: The ids of the game, with the problems found so far.
    """
    before = len(names.problems)
    rows = [line.items for line in item.list_items("table") if isinstance(line, YamlList)]
    corner = CORNER.fullmatch(str(rows[0][0].data))
    if corner is None:
        message = "a table begins with the hole that finds the row: `ROW`, or `ROW by COLUMN`"
        names.problems.add(rows[0][0], "bad-table", message)
        return None
    holes = tuple(hole for hole in corner.groups() if hole is not None)
    for hole in holes:
        if not all(re.search(rf"\{{\s*{hole}\s*[}}:]", say) for say in says):
            names.problems.add(rows[0][0], "bad-table", f"the wording of this table has no hole {{{hole}}}")
    width = len(rows[0]) - 1 if len(holes) == 2 else 1
    for line in rows[1:]:
        if len(line) != width + 1:
            message = f"the table has a result for each of {width} columns, and this row has {len(line) - 1}"
            names.problems.add(line[0], "bad-table", message)
    columns = tuple(_ends(rows[0][1:], names)) if len(holes) == 2 else ()
    row_ends = tuple(_ends([line[0] for line in rows[1:]], names))
    cells = [cell for line in rows[1:] for cell in line[1:]]
    _check_results(cells, names)
    if len(names.problems) > before:
        return None
    printed = tuple(tuple(str(cell.data) for cell in line) for line in rows)
    words = tuple(dict.fromkeys(str(cell.data) for cell in cells if _is_word(cell)))
    table = LookupTable(printed, words)
    lines = "\n".join(_lines(holes, row_ends, columns, [line[1:] for line in printed[1:]]))
    return table, Text(lines, rows[0][0].where)


def _is_word(cell: YamlNode) -> bool:
    return isinstance(cell.data, str) and cell.data != NOTHING


def _ends(nodes: Sequence[YamlNode], names: IdTable) -> Iterator[int]:
    """Yield the highest number of each row or column, and report those that are not in order or leave numbers out."""
    after: int | None = None
    for at, node in enumerate(nodes):
        span = _span(str(node.data))
        if span is None:
            names.problems.add(node, "bad-table", f"`{node.data}` is no number and no range: {FORM}")
            return
        low, high = span
        is_first, is_last = at == 0, at + 1 == len(nodes)
        if (low is None and not is_first) or (high is None and not is_last):
            names.problems.add(node, "bad-table", "only the first one can be open downwards, and the last one upwards")
            return
        if low is not None and high is not None and low > high:
            names.problems.add(node, "bad-table", f"`{node.data}` begins after its end")
            return
        if after is not None and low != after:
            message = f"`{node.data}` does not follow the one before, which ends at {after - 1}"
            names.problems.add(node, "bad-table", message)
            return
        after = None if high is None else high + 1
        yield low if high is None and low is not None else high or 0


def _span(text: str) -> tuple[int | None, int | None] | None:
    """Return the first and the last number of a row or column; None at an open end, or if it is no range."""
    found = RANGE.fullmatch(text.strip())
    if found is None:
        return None
    first, last, plus, more, less = found.groups()
    if less:
        return None, int(first)
    if plus or more:
        return int(first), None
    return int(first), int(first if last is None else last)


def _check_results(cells: Sequence[YamlNode], names: IdTable) -> None:
    """Report results that are not all numbers, or all words."""
    numbers = any(isinstance(cell.data, int) for cell in cells)
    for cell in cells:
        if not _is_word(cell):
            continue
        word = str(cell.data)
        if numbers:
            message = "the results of a table are all numbers, or all words; `nothing` can be among either"
            names.problems.add(cell, "bad-table", message)
            return
        if WORD.fullmatch(word) is None:
            message = (
                f"`{word}` is no result: a result is a number, `nothing`, or a word of small letters, digits and `_`"
            )
            names.problems.add(cell, "bad-table", message)
        elif names.is_declared(word):
            message = f"`{word}` is the id of something else in this game: take another word"
            names.problems.add(cell, "bad-table", message)


def _lines(
    holes: tuple[str, ...], rows: tuple[int, ...], columns: tuple[int, ...], results: Sequence[Sequence[str]]
) -> Iterator[str]:
    """Yield the lines of a body that looks a value up."""
    for at, (end, row) in enumerate(zip(rows, results, strict=True)):
        is_last = at + 1 == len(rows)
        if not is_last:
            yield f"if {holes[0]} <= {end}:"
        for column, (limit, result) in enumerate(zip(columns or (0,), row, strict=True)):
            test = "" if column + 1 == len(row) else f"if {holes[1]} <= {limit}: "
            yield f"{'' if is_last else '  '}{test}give {result}"
