"""Playouts: play a position on to the end of the game, or until it is cut."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from interpreter.engine.driver import GAME_WORK_LIMIT, play
from interpreter.engine.playout import Picker, game_seed, make_chooser
from interpreter.engine.rules import Rules
from interpreter.engine.state import EFFECT_WORK_LIMIT, State
from interpreter.language.chance import seat_stream, seed_state

MAX_DECISIONS = 5_000
"""Default limit on the decisions of a playout."""


class Playout(NamedTuple):
    """Result of a playout.

    Attributes:
        winners: Numbers of the seats that won.
        reason: The reason by which the game ended; None if the playout was cut.
        side: Number of the side that won; None if none did.
        scores: Score of each seat.
        decisions: Number of decisions in the playout.
        turns: Number of turns since the game began.
        work: Work units used, out of GAME_WORK.
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
    max_decisions: int = MAX_DECISIONS,
) -> Playout:
    """Run playout `index` of a run from a state that waits for a decision. The state is changed.

    The random generator and the streams are those of the run's game of the same index. Seats without a picker choose at
    random.

    Raises:
        BudgetError: An effect or the playout doesn't end.
        PlayError: An effect can't be carried out.
    """
    own = game_seed(seed, index)
    code = rules.program.code(state.log is not None)
    streams = [seat_stream(own, seat) for seat in range(len(rules.seats))]
    state.random = seed_state(own)
    deciding = streams if pickers is None else make_chooser(streams, pickers, None)
    decisions, left = play(state, code, deciding, GAME_WORK_LIMIT, max_decisions)
    winners, reason, side = state.result or ((), None, None)
    scores = tuple(rules.scores(state).values())
    return Playout(
        tuple(winners),
        reason,
        side,
        scores,
        decisions,
        state.turns,
        GAME_WORK_LIMIT - left + EFFECT_WORK_LIMIT - state.work,
    )
