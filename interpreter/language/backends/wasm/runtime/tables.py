"""Options that priority tables leave; `players/table_player.py` describes how tables work."""

from __future__ import annotations

from interpreter.language.backends.wasm.memory import ROWS
from interpreter.language.backends.wasm.runtime.structs import BotRecord, RowRecord, game, now
from interpreter.language.backends.wasm.runtime.values.lists import contains, new, shrunk, single
from interpreter.language.backends.wasm.runtime.values.numbers import best_highest, best_lowest
from interpreter.language.execution.executable import NIL
from interpreter.language.execution.machine_memory import List, Words, judged

ONLY, HIGHEST, LOWEST = ROWS.index("only"), ROWS.index("highest"), ROWS.index("lowest")


def holds(judge: int, seat: int, candidate: int) -> bool:
    """Return True if a row's condition holds or it has none."""
    if judge == NIL:
        return True
    top = now.top
    answer = judged(judge, seat, candidate)
    now.top = top
    return answer != 0 and answer != NIL


def note_deciding(row: RowRecord, seat: int) -> None:
    """Record that a row decides, if coverage is recorded."""
    if game.points > 0 and row.record != NIL:
        judged(row.record, seat, NIL)


def bot_of(bots: List[BotRecord], seat: int) -> BotRecord:
    """Return the first bot whose conditions hold now, or NIL."""
    for at in range(bots.length):
        if holds(bots[at].condition, seat, NIL):
            return bots[at]
    return BotRecord(NIL)


def candidates() -> Words:
    """Return the options. The option to stop is left out while there are others."""
    options = now.options
    if options.length == 1:
        return options
    result = new(options.length)
    size = 0
    for at in range(options.length):
        if options[at] != NIL:
            result[size] = options[at]
            size += 1
    return shrunk(result, size)


def taken(rows: List[RowRecord], seat: int) -> Words:
    """Return the option of the first row that holds and whose option is offered."""
    for at in range(rows.length):
        row = rows[at]
        if contains(now.options, row.option) and holds(row.condition, seat, NIL):
            note_deciding(row, seat)
            return single(row.option)
    return candidates()


def worths(judge: int, seat: int, things: Words) -> Words:
    """Return the value of each thing for a row."""
    result = new(things.length)
    top = now.top
    for at in range(things.length):
        result[at] = judged(judge, seat, things[at])
        now.top = top
    return result


def those_that(judge: int, seat: int, things: Words) -> Words:
    """Return the things for which a row's condition holds."""
    result = new(things.length)
    size = 0
    for at in range(things.length):
        if holds(judge, seat, things[at]):
            result[size] = things[at]
            size += 1
    return shrunk(result, size)


def left(rows: List[RowRecord], seat: int) -> Words:
    """Return the candidates that remain after each row has narrowed them."""
    things = candidates()
    for at in range(rows.length):
        row = rows[at]
        kind = row.kind
        if things.length > 1 or kind == ONLY:
            if kind == HIGHEST:
                kept = best_highest(things, worths(row.condition, seat, things))
            elif kind == LOWEST:
                kept = best_lowest(things, worths(row.condition, seat, things))
            else:
                kept = those_that(row.condition, seat, things)
            if kept.length > 0:
                if kept.length < things.length:
                    note_deciding(row, seat)
                things = kept
            elif kind == ONLY and contains(now.options, NIL):
                note_deciding(row, seat)
                return single(NIL)
    return things


def kept_by_tables(bots: List[BotRecord], seat: int, decision: int) -> Words:
    """Return the options that remain when a seat's table has been read to its end."""
    bot = bot_of(bots, seat)
    if bot.address == NIL:
        return candidates()
    table = bot.tables[decision]
    if table.address == NIL:
        return candidates()
    if table.takes_first:
        return taken(table.rows, seat)
    return left(table.rows, seat)
