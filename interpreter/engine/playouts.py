"""A playout: a position played on to its end, or until it is cut."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from interpreter.engine.driver import GAME_WORK, play
from interpreter.engine.playout import Picker, game_seed, picked
from interpreter.engine.rules import Rules
from interpreter.engine.state import WORK, State
from interpreter.language.chance import seeded, stream

LONGEST = 5_000
"""Decisions of a playout that is not cut before."""


class Playout(NamedTuple):
    """How a playout went: who won, by number, `reason` and winning `side` as of the game's end (None if it was cut),
    each seat's score, how many decisions there were, how many turns since the game began, and the work, of GAME_WORK.
    """

    winners: tuple[int, ...]
    reason: str | None
    side: int | None
    scores: tuple[int, ...]
    decisions: int
    turns: int
    work: int


def play_out(
    rules: Rules,
    state: State,
    seed: int,
    index: int,
    pickers: Sequence[Picker | None] | None = None,
    most: int = LONGEST,
) -> Playout:
    """Playout `index` of a run from a state that stands at a decision, which it changes. What is still to come is
    its own: it has the generator and the streams of the run's game of that number. Seats without a picker take any
    option.

    Raises BudgetError if it does not end, PlayError if an effect can't be carried out.
    """
    own = game_seed(seed, index)
    code = rules.program.code(state.log is not None)
    streams = [stream(own, seat) for seat in range(len(rules.seats))]
    state.random = seeded(own)
    deciding = streams if pickers is None else picked(streams, pickers, None)
    decisions, left = play(state, code, deciding, GAME_WORK, most)
    winners, reason, side = state.result or ((), None, None)
    scores = tuple(rules.scores(state).values())
    return Playout(tuple(winners), reason, side, scores, decisions, state.turns, GAME_WORK - left + WORK - state.work)
