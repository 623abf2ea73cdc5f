"""Taking back at a table with secrets: only as far as nothing has come to light and nothing was left to chance."""

from __future__ import annotations

from collections.abc import Collection

from interpreter.engine.state import State
from interpreter.errors import PlayError, Problem, Where
from interpreter.matches.match import Match

REASONS = {
    "nothing-to-undo": "there is no choice of yours to take back",
    "chance-drawn": "chance has been drawn since: cards were shuffled or drawn, or something was picked at random",
    "secret-known": "you have seen cards since that you did not know",
    "others-decided": "another player has decided since",
}
"""Why a choice stands, by the problem's code."""


def steps_back(match: Match, seat: str, people: Collection[str]) -> int:
    """How many choices to undo so that `seat` takes its own last decision again. Nothing is changed.

    Choices of seats that are not `people` are taken back on the way; they come again as they were when the way forward
    is the same. Raises PlayError if the choice stands, with a code of REASONS: chance was drawn since, the seat has
    seen a card, or another of the people has decided.
    """
    number = match.game.seats.index(seat)
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


def cards_seen_since(match: Match, seat: str) -> list[str]:
    """The cards that a seat knows now and did not know when it decided last."""
    number = match.game.seats.index(seat)
    before = next((before for before in reversed(match.past) if before.seat == number), match.state)
    return [match.game.card_ids[card] for card in _learnt(before, match.state, number)]


def _learnt(before: State, after: State, seat: int) -> list[int]:
    """The cards that the seat knows after and did not know before."""
    known, sees = before.constants.known, 1 << seat
    cards = range(len(before.constants.program.rulebook.cards))
    return [card for card in cards if after.v[known + card] & ~before.v[known + card] & sees]


def _stands(match: Match, code: str) -> PlayError:
    return PlayError(Problem(Where(match.game.id), code, REASONS[code]))
