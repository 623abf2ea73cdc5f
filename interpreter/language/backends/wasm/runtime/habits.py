"""Move selection in playouts: the option that a table takes, or the better of two by action statistics.

`players/search/search_tree.py` does the same in Python and gives the reasons. A row of `areas.habits` for each seat
and decision holds the value of each option.
"""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.cards import drawn, stepped
from interpreter.language.backends.wasm.runtime.structs import areas, game, now, payoffs, search
from interpreter.language.backends.wasm.runtime.tables import kept_by_tables
from interpreter.language.backends.wasm.sizes import MOST_CHOICES
from interpreter.language.execution.executable import NIL
from interpreter.language.execution.machine_memory import quotient, remainder, shifted, stop

LEAST_WORD = -(1 << 63)
"""The least number. Subtracted from random words, it lets them be compared as numbers without a sign."""


def called(value: int, decision: int) -> int:
    """Return the number of an option in the action statistics, from 0. Cards with the same print are one option."""
    if value == NIL:
        return 0
    if game.of_cards[decision]:
        value = game.alike[value]
    if value < 0 or value >= game.habit_values - 1:
        stop()
    return value + 1


def worth(row: int, option: int, seat: int) -> float:
    """Return the value of an option; the seat's mean if it is not known."""
    found = areas.habits[row * game.habit_values + option]
    return payoffs.means[seat] if found < 0.0 else found


def note_choice(row: int, option: int) -> None:
    """Record a choice in `areas.choices`."""
    count = search.traced
    if count >= MOST_CHOICES:
        stop()
    choice = areas.choices[count]
    choice.row = row
    choice.option = option
    search.traced = count + 1


def guided(seat: int, decision: int) -> int:
    """Return the option that a seat takes, and record it in `areas.choices`."""
    random = search.picks
    guide = game.bots[seat]
    is_guided = guide.address != NIL
    if is_guided:
        random = stepped(random)
        is_guided = random ^ LEAST_WORD < search.guided[seat]
    random = stepped(random)
    search.picks = random
    row = seat * game.decision_count + decision
    if is_guided:
        things = kept_by_tables(guide, seat, decision)
        value = things[drawn(random, things.length)]
        option = called(value, decision)
    else:
        many = now.options.length
        pair = shifted(shifted(random, 33) * many * many, 31)
        value = now.options[quotient(pair, many)]
        other = now.options[remainder(pair, many)]
        option = called(value, decision)
        rival = called(other, decision)
        if rival != option and worth(row, rival, seat) > worth(row, option, seat):
            value = other
            option = rival
    note_choice(row, option)
    return value
