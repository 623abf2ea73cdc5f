"""Trying an event on a copy of the state: would it change anything?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.language.parts import OVER

if TYPE_CHECKING:
    from interpreter.engine.state import State

MOST_TRIES = 500
"""Lines of play that are tried; an event that has changed nothing by then is taken to change nothing."""


def would_change(state: State, card: int | None, you: int, frozen: int | None, end: int) -> bool:
    """Whether some line of play of a card's event changes pieces, tracks, flags or where cards are.

    `frozen` is a place of `v` that is set to `end` first: a track that stands at its end can't be raised, so that
    raising it does not count, nor what would come of it.
    """
    program = state.frame.program
    event = None if card is None else program.routines.event[card]
    if card is None or event is None:
        return False
    code = program.code(False)
    start = state.copy()
    start.log = None
    if frozen is not None:
        start.v[frozen] = end
    if not code.namespace["PLAYABLE"][card](start.v, start.z, you):
        return False
    start.pc, size = code.flow.begin(event)
    start.stack = [[0, None], [0, you] + [None] * size]
    before = _table(start)
    waiting = [start]
    for _ in range(MOST_TRIES):
        if not waiting:
            return False
        trial = waiting.pop()
        pc = trial.pc
        while pc >= 0:
            pc = code.segments[pc](trial, trial.v, trial.z, trial.stack[-1])
        trial.pc = pc
        if _table(trial) != before:
            return True
        if pc < OVER:
            slot = code.decisions[trial.asked].slot
            for value in trial.options:
                branch = trial.copy()
                frame = branch.stack[-1]
                frame[slot] = value
                branch.pc = frame[0]
                waiting.append(branch)
    return False


def _table(state: State) -> tuple[list[object], list[object], list[list[int]]]:
    """What lies on the table: not what the rules remember in variables, nor who knows which card."""
    symbols = state.frame.program.symbols
    return (
        state.v[: symbols.first_variable],
        state.v[symbols.first_flag : symbols.where_base],
        [list(cards) for cards in state.z],
    )
