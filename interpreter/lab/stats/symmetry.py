"""Symmetry of seats: whether the rules treat all seats alike, so that a change can't favour one of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from interpreter.lab.stats.intervals import joint_shares
from interpreter.language.diagnostics import source_lines_of
from interpreter.matches.match import Game
from interpreter.rulebook.model import Attribute, Rulebook

WORD = re.compile(r"\w+")
MOST_SHARED = 0.05
"""Largest share of games with several winners, or none, with which seats count as alike."""
UNLIKELY = 0.001
"""Probability with which alike seats are taken for unequal ones: an answer by seat would then only seem to exist."""


def has_alike_seats(game: Game, seated: Mapping[str, str]) -> bool:
    """Return True if all seats begin alike, nothing in the rules belongs to one of them, and equal players play them.

    The order of turns may still favour a seat, which `win_alike` would show. The answer errs towards False: sides, a
    shared track with opposite signs, and any rule that names a seat count as differences.
    """
    book = game.rulebook
    players = {seated.get(seat, "random") for seat in game.seats}
    return len(game.seats) > 1 and len(players) == 1 and not book.sides and not _tells_seats_apart(book)


def win_alike(wins: Iterable[int], games: int) -> bool:
    """Return True if all seats may win equally often, given how many of these games each has won.

    It is False if many games have no winner or several: a change could then let all seats win more often.

    The rules can't decide this. They treat all seats alike (`has_alike_seats`), but somebody has to go first, and what
    that is worth only games show; shared wins may be possible and yet rare. An interval doesn't depend on the answer:
    if seats win alike, results by seat are withheld, because they would be 0 whatever a thing is worth.
    """
    counts = [*wins]
    if abs(sum(counts) - games) > MOST_SHARED * games:
        return False
    mean = sum(counts) / len(counts) / games if games else 0.0
    return not games or all(each.contains(mean) for each in joint_shares(counts, games, alpha=UNLIKELY))


def _tells_seats_apart(book: Rulebook) -> bool:
    ids = {seat.id for seat in book.seats}
    starts = [
        Counter((kind.id, placed.place, placed.state, placed.number) for placed in kind.start if placed.owner == seat)
        for kind in book.pieces
        for seat in sorted(ids)
    ]
    names_seat = any(each.kind == "seat" for each in _attributes(book))
    begins_apart = any(starts[at] != starts[at - at % len(ids)] for at in range(len(starts)))
    begun = (each.start if isinstance(each.start, tuple) else (each.start,) for each in book.variables)
    starts_with_seat = any(not ids.isdisjoint(each) for each in begun)
    has_own_players = len({book.players_of.get(seat) for seat in ids}) > 1
    is_mirrored = any(
        track.mirrored or any(trigger.seat is not None for trigger in track.triggers) for track in book.tracks
    )
    words = {word.lower() for line in source_lines_of(book) for word in WORD.findall(line)}
    return names_seat or begins_apart or starts_with_seat or has_own_players or is_mirrored or bool(ids & words)


def _attributes(book: Rulebook) -> list[Attribute]:
    columns = [*(deck.attributes for deck in book.decks), *(group.attributes for group in book.groups)]
    columns += [book.map.attributes, book.kind_attributes]
    return [attribute for column in columns for attribute in column.values()]
