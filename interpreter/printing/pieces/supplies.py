"""Things that a game needs besides its printed parts."""

from __future__ import annotations

from interpreter.presentation.names import Names
from interpreter.printing.pieces.components import pieces_in_words
from interpreter.rulebook.model import Rulebook


def dice_needed(book: Rulebook, names: Names) -> tuple[str, ...]:
    """Return the dice that the players must have, kind by kind: `5 dice`, `2 coins (heads, tails)`."""
    found = []
    for kind in book.dice:
        count = kind.count * (len(book.seats) if kind.per_seat else 1)
        noun = names.as_words(kind.noun.one if count == 1 else kind.noun.many)
        faces = [names.label(kind.words[face], kind.words[face]) if kind.words else str(face) for face in kind.faces]
        usual = kind.faces == tuple(range(1, USUAL_SIDES + 1))
        plain = kind.faces == tuple(range(1, len(faces) + 1)) and not kind.words
        sides = "" if usual else f" (1 to {len(faces)})" if plain else f" ({', '.join(faces)})"
        found.append(f"{count} {noun}{sides}")
    return tuple(found)


USUAL_SIDES = 6
"""Number of sides of a die of which nothing else is said."""


def supplies_needed(book: Rulebook, names: Names) -> tuple[str, ...]:
    """Return the pieces that aren't printed and the dice that the players need, each with its number."""
    return (*pieces_in_words(book, names), *dice_needed(book, names))
