"""A game between random players, as fast as it goes: no log, no views, no snapshots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

from interpreter.engine.faults import located
from interpreter.engine.rules import Rules
from interpreter.engine.state import DECISION_WORK, GAME_WORK, WORK, State, seeded
from interpreter.language.parts import OVER

Picker = Callable[[State], int]
"""Gives the index of the option to take, in a state that stands at a decision."""


@dataclass(slots=True)
class Played:
    """How one game went. `side`: the side that won, if one did. `uses` counts (card, what it was used for), `ends` how
    often a track stopped at its end (`ends_of`); `seconds` is play only; `work` is what it counted for, of GAME_WORK.
    """

    winners: tuple[str, ...]
    reason: str
    scores: dict[str, int]
    decisions: int
    turns: int
    first: str | None
    uses: dict[tuple[str, str], int]
    choices: list[str] | None
    seconds: float
    side: str | None = None
    work: int = 0
    ends: dict[tuple[str, str], int] = field(default_factory=dict)


def game_seed(seed: int, index: int) -> int:
    """The seed of game `index` of a run: it depends on the two numbers only."""
    return seeded((seed << 64) | index)


def play_random(
    game: Rules, seed: int, index: int, record: bool = False, pickers: Sequence[Picker | None] | None = None
) -> Played:
    """Game `index` of a run with that seed, decisions taken at random but for the seats that have a picker.

    `record`: keep the keys of the choices.

    Raises BudgetError if an effect or the game does not end, PlayError if an effect can't be carried out.
    """
    own = game_seed(seed, index)
    started = perf_counter()
    code = game.program.code(False)
    state = game.new_state(own, logged=False)
    segments, slots = code.segments, game.slots
    random = Random(own).random
    v, z, stack = state.v, state.z, state.stack
    trace: list[tuple[int, Any]] = []
    decisions, left = 0, GAME_WORK
    full = WORK + DECISION_WORK
    pc = state.pc
    while True:
        try:
            while pc >= 0:
                pc = segments[pc](state, v, z, stack[-1])
        except Exception as error:
            raise located(error, game.program) from error
        if pc == OVER:
            break
        options = state.options
        if pickers is None:
            value = options[int(random() * len(options))]
        else:
            state.pc = pc
            picker = pickers[state.seat]
            value = options[int(random() * len(options)) if picker is None else picker(state)]
        if record:
            trace.append((OVER - 1 - pc, value))
        left += state.work - full
        state.work = WORK if left > 0 else -1
        frame = stack[-1]
        frame[slots[pc]] = value  # a decision's number is negative: it counts from the end
        pc = frame[0]
        decisions += 1
    seconds = perf_counter() - started
    seats = game.seats
    assert state.result is not None
    winners, reason, side = state.result
    uses: dict[tuple[str, str], int] = {}
    for card, label in state.uses:
        key = (game.card_ids[card], label)
        uses[key] = uses.get(key, 0) + 1
    return Played(
        tuple(seats[winner] for winner in winners),
        reason,
        game.scores(state),
        decisions,
        state.turns,
        seats[state.opener] if state.opener >= 0 else None,
        uses,
        [game.key(code.decisions[asked], value) for asked, value in trace] if record else None,
        seconds,
        None if side is None else game.rulebook.sides[side].id,
        GAME_WORK - left + WORK - state.work,
        ends_of(state),
    )


def ends_of(state: State) -> dict[tuple[str, str], int]:
    """How often each track stopped at an end, by its id and `low` or `high`."""
    tracks = state.constants.program.rulebook.tracks
    return {(tracks[at // 2].id, ("low", "high")[at % 2]): times for at, times in enumerate(state.ends) if times}
