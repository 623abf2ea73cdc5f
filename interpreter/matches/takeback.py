"""Take back decisions at a table with secrets, unless chance was drawn or a card was revealed since.

The only secrets between seats are cards that some of them know and others don't, and choices at the same time.
"""

from __future__ import annotations

from collections.abc import Collection

from interpreter.engine.state import State
from interpreter.matches.match import Match
from interpreter.rulebook.log_entries import CardsShown, DiceShown
from interpreter.support.errors import Location, PlayError, Problem

REASONS = {
    "nothing-to-undo": "there is no choice of yours to take back",
    "chance-drawn": "chance has been drawn since: cards were shuffled or drawn, or something was picked at random",
    "secret-known": "you have seen cards since that you did not know",
    "others-decided": "another player has decided since",
}
"""Reasons why a choice can't be taken back, by the problem's code."""


def takeback_steps(match: Match, seat: str, people: Collection[str]) -> int:
    """Return the number of choices to undo until `seat` makes its own last decision again.

    Nothing is changed. Choices of seats that aren't `people` are undone on the way. They are repeated if the game takes
    the same course again. A choice that others have not yet seen, because they choose at the same time, can always be
    taken back (`Match.reopen`), without theirs.

    Raises:
        PlayError: The choice can't be taken back, with a code of REASONS. Chance was drawn since, the seat has seen a
            card, another of the people has decided, or there is no such choice.
    """
    if match.has_sealed(seat):
        return 1
    number = match.game.seats.index(seat)
    if any(match.has_sealed(other) for other in people):
        raise _stands(match, "others-decided")
    after = match.state
    for steps, before in enumerate(reversed(match.past), start=1):
        if before.random != after.random:
            raise _stands(match, "chance-drawn")
        if _learnt(before, after, number):
            raise _stands(match, "secret-known")
        if before.seat == number:
            return steps
        if match.game.seats[before.seat] in people:
            raise _stands(match, "others-decided")
        after = before
    raise _stands(match, "nothing-to-undo")


def newly_seen_cards(match: Match, seat: str) -> list[str]:
    """Return the ids of the cards that a seat knows now and did not know when it last decided."""
    number = match.game.seats.index(seat)
    before = next((before for before in reversed(match.past) if before.seat == number), match.state)
    return [match.game.card_ids[card] for card in _learnt(before, match.state, number)]


def _learnt(before: State, after: State, seat: int) -> list[int]:
    """Return the cards that the seat knows after and did not know before."""
    known, sees = before.constants.known, 1 << seat
    cards = range(len(before.constants.program.rulebook.cards))
    return [card for card in cards if after.v[known + card] & ~before.v[known + card] & sees]


def _stands(match: Match, code: str) -> PlayError:
    return PlayError(Problem(Location(match.game.id), code, REASONS[code]))


def has_secrets(match: Match, seats: Collection[str]) -> bool:
    """True if one of the seats may know something that another one doesn't.

    That is the case if only some of them see into a zone or see dice, if cards or dice were shown to some of them, or
    if the game has choices at the same time.
    """
    everyone = sum(1 << match.game.seats.index(seat) for seat in seats)

    def is_secret(seen_by: int) -> bool:
        """True if some of the seats, but not all, see something with this bit mask."""
        return seen_by & everyone not in (0, everyone)

    symbols = match.game.program.symbols
    if any(map(is_secret, (*symbols.faces, *symbols.die_sight))):
        return True
    if any(info.sealed is not None for info in match.game.program.code(True).decisions):
        return True
    entries = match.state.log.entries(0) if match.state.log is not None else []
    return any(isinstance(entry, CardsShown | DiceShown) and is_secret(entry.seen_by) for entry in entries)
