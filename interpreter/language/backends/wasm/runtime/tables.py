"""Players that follow priority tables; players/table_player.py describes how the tables work."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.lists import best_highest, best_lowest, contains, new, shrunk, single
from interpreter.language.backends.wasm.toolchain.words import (
    HIGHEST,
    LOWEST,
    NIL,
    ONLY,
    POINTS,
    item,
    judged,
    length,
    now,
    set_item,
)


def holds(judge: int, seat: int, candidate: int) -> int:
    """Return 1 if a row's condition holds or it has none, else 0."""
    if judge == NIL:
        return 1
    top = now.top
    answer = judged(judge, seat, candidate)
    now.top = top
    return answer != 0 and answer != NIL


def note_deciding(row: int, seat: int) -> None:
    """Record that a row decides, if coverage is recorded."""
    if POINTS > 0 and item(row, 3) != NIL:
        judged(item(row, 3), seat, NIL)


def bot_of(bots: int, seat: int) -> int:
    """Return the first bot whose conditions hold now, or NIL."""
    for at in range(length(bots)):
        if holds(item(item(bots, at), 0), seat, NIL):
            return item(bots, at)
    return NIL


def candidates() -> int:
    """Return the options. The option to stop is left out while there are others."""
    options = now.options
    if length(options) == 1:
        return options
    result = new(length(options))
    size = 0
    for at in range(length(options)):
        if item(options, at) != NIL:
            set_item(result, size, item(options, at))
            size += 1
    return shrunk(result, size)


def taken(rows: int, seat: int) -> int:
    """Return the option of the first row that holds and whose option is offered."""
    for at in range(length(rows)):
        row = item(rows, at)
        if contains(now.options, item(row, 2)) and holds(item(row, 1), seat, NIL):
            note_deciding(row, seat)
            return single(item(row, 2))
    return candidates()


def worths(judge: int, seat: int, things: int) -> int:
    """Return the value of each thing for a row."""
    result = new(length(things))
    top = now.top
    for at in range(length(things)):
        set_item(result, at, judged(judge, seat, item(things, at)))
        now.top = top
    return result


def those_that(judge: int, seat: int, things: int) -> int:
    """Return the things for which a row's condition holds."""
    result = new(length(things))
    size = 0
    for at in range(length(things)):
        if holds(judge, seat, item(things, at)):
            set_item(result, size, item(things, at))
            size += 1
    return shrunk(result, size)


def left(rows: int, seat: int) -> int:
    """Return the candidates that remain after each row has narrowed them."""
    things = candidates()
    for at in range(length(rows)):
        row = item(rows, at)
        kind = item(row, 0)
        if length(things) > 1 or kind == ONLY:
            if kind == HIGHEST:
                kept = best_highest(things, worths(item(row, 1), seat, things))
            elif kind == LOWEST:
                kept = best_lowest(things, worths(item(row, 1), seat, things))
            else:
                kept = those_that(item(row, 1), seat, things)
            if length(kept) > 0:
                if length(kept) < length(things):
                    note_deciding(row, seat)
                things = kept
            elif kind == ONLY and contains(now.options, NIL):
                note_deciding(row, seat)
                return single(NIL)
    return things


def kept_by_tables(bots: int, seat: int, decision: int) -> int:
    """Return the options that remain when a seat's table has been read to its end."""
    bot = bot_of(bots, seat)
    if bot == NIL:
        return candidates()
    table = item(item(bot, 1), decision)
    if table == NIL:
        return candidates()
    if item(table, 0):
        return taken(item(table, 1), seat)
    return left(item(table, 1), seat)
