"""Dice of which a seat doesn't know what they show: they are rolled anew in a state drawn for the seat.

A roll that the seat didn't see, and that nobody has shown it since, can have had any result.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from interpreter.engine.view import is_die_known
from interpreter.language.symbols import Symbols
from interpreter.rulebook.log_entries import DiceRolled, DiceShown, Entry
from interpreter.rulebook.model import SHOWN

HiddenDie = tuple[int, tuple[int, ...]]
"""The cell of what a die shows, and the numbers on its sides."""


def hidden_dice(symbols: Symbols, v: Sequence[Any], seat: int) -> tuple[HiddenDie, ...]:
    """Return the dice of which a seat doesn't know what they show."""
    first = symbols.variable_base[SHOWN] if symbols.has_secret_dice else 0
    return tuple(
        (first + die, faces)
        for die, faces in enumerate(symbols.die_faces)
        if not is_die_known(symbols, v, die, 1 << seat)
    )


def with_rolls_anew(
    log: Sequence[Entry], symbols: Symbols, v: Sequence[Any], seat: int, draw: Callable[[Sequence[int]], int]
) -> list[Entry]:
    """Return a log with other results of the rolls that a seat doesn't know.

    Args:
        log: The log.
        symbols: The symbols of the game.
        v: The cells of the state after the log, which has the results of the last rolls.
        seat: The seat.
        draw: Draws one of the numbers on the sides of a die.
    """
    rolls: dict[int, list[int | None]] = defaultdict(list)  # by die; None for a result that the seat doesn't know
    secret: dict[int, int] = {}
    for entry in log:
        match entry:
            case DiceRolled(_, dice, shown, masks):
                for die, face, mask in zip(dice, shown, masks, strict=True):
                    rolls[die].append(face if mask >> seat & 1 else None)
                    secret[die] = face
            case DiceShown(dice, _, mask) if mask >> seat & 1:
                for die in (die for die in dice if rolls[die]):
                    rolls[die][-1] = secret[die]
    faces = {
        die: [*(draw(symbols.die_faces[die]) if face is None else face for face in known[:-1]), _shown(symbols, v, die)]
        for die, known in rolls.items()
    }
    rolled = Counter[int]()
    found: list[Entry] = []
    for entry in log:
        if isinstance(entry, DiceRolled):
            rolled.update(entry.dice)
        if isinstance(entry, DiceRolled | DiceShown):
            results = [
                faces[die][rolled[die] - 1] if rolled[die] else before
                for die, before in zip(entry.dice, entry.shown, strict=True)
            ]
            entry = entry._replace(shown=tuple(results))
        found.append(entry)
    return found


def _shown(symbols: Symbols, v: Sequence[Any], die: int) -> int:
    return int(v[symbols.variable_base[SHOWN] + die])
