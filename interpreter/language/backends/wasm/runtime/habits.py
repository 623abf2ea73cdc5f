"""Move selection in playouts: the option that a table takes, or the better of two by action statistics.

`players/search/search_tree.py` does the same in Python and gives the reasons. A row of HABITS for each seat and
decision holds the value of each option as a 64-bit float, or a negative integer if it is not known. Floats that are
not negative have the same order as their words.
"""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.cards import drawn, stepped
from interpreter.language.backends.wasm.runtime.tables import kept_by_tables
from interpreter.language.backends.wasm.toolchain.words import (
    ALIKE,
    BOTS,
    CHOICES,
    DECISION_COUNT,
    GUIDED,
    HABIT_VALUES,
    HABITS,
    MEANS,
    MOST_CHOICES,
    NIL,
    OF_CARDS,
    PICKS,
    TRACED,
    item,
    length,
    now,
    quotient,
    remainder,
    shifted,
    stop,
    words,
)


def called(value: int, decision: int) -> int:
    """Return the number of an option in the action statistics, from 0. Cards with the same print are one option."""
    if value == NIL:
        return 0
    if item(OF_CARDS, decision):
        value = item(ALIKE, value)
    if value < 0 or value >= HABIT_VALUES - 1:
        stop()
    return value + 1


def worth(row: int, option: int, seat: int) -> int:
    """Return the value of an option; the seat's mean if it is not known."""
    found = words[HABITS + 8 * (row * HABIT_VALUES + option)]
    return words[MEANS + 8 * seat] if found < 0 else found


def note_choice(row: int, option: int) -> None:
    """Record a choice in CHOICES."""
    count = words[TRACED]
    if count >= MOST_CHOICES:
        stop()
    words[CHOICES + 16 * count] = row
    words[CHOICES + 16 * count + 8] = option
    words[TRACED] = count + 1


def guided(seat: int, decision: int) -> int:
    """Return the option that a seat takes, and record it in CHOICES."""
    random = words[PICKS]
    guide = item(BOTS, seat)
    if guide != NIL:
        random = stepped(random)
        if (random ^ 0x8000000000000000) >= words[GUIDED + 8 * seat]:
            guide = NIL
    random = stepped(random)
    words[PICKS] = random
    row = seat * DECISION_COUNT + decision
    if guide != NIL:
        things = kept_by_tables(guide, seat, decision)
        value = item(things, drawn(random, length(things)))
        option = called(value, decision)
    else:
        many = length(now.options)
        pair = shifted(shifted(random, 33) * many * many, 31)
        value = item(now.options, quotient(pair, many))
        other = item(now.options, remainder(pair, many))
        option = called(value, decision)
        rival = called(other, decision)
        if rival != option and worth(row, rival, seat) > worth(row, option, seat):
            value = other
            option = rival
    note_choice(row, option)
    return value
