"""A game between random players, as fast as it goes: no log, no views, no snapshots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from interpreter.engine.driver import GAME_WORK, Chooser, advance, play
from interpreter.engine.rules import Rules
from interpreter.engine.state import WORK, State
from interpreter.language.chance import index as index_of
from interpreter.language.chance import seeded, step, stream
from interpreter.rulebook.model import Track

Picker = Callable[[State, int], int]
"""Gives the index of the option to take, in a state that stands at a decision; what it leaves open is settled by a step
of the seat's stream (see language.chance)."""


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
    game: Rules,
    seed: int,
    index: int,
    record: bool = False,
    pickers: Sequence[Picker | None] | None = None,
    picks: int | None = None,
) -> Played:
    """Game `index` of a run with that seed, decisions taken at random but for the seats that have a picker; each seat
    has its own stream. `record`: keep the keys of the choices. `picks`: the streams are those of another seed.

    Raises BudgetError if an effect or the game does not end, PlayError if an effect can't be carried out.
    """
    own = game_seed(seed, index)
    started = perf_counter()
    code = game.program.code(False)
    state = game.new_state(own, logged=False)
    seats = game.seats
    streams = [stream(own if picks is None else picks, seat) for seat in range(len(seats))]
    trace: list[tuple[int, Any]] | None = [] if record else None
    quick = pickers is None and trace is None
    advance(state, code)
    deciding = streams if quick else picked(streams, pickers or [None] * len(seats), trace)
    decisions, left = play(state, code, deciding, GAME_WORK)
    seconds = perf_counter() - started
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
        None if trace is None else [game.key(code.decisions[asked], value) for asked, value in trace],
        seconds,
        None if side is None else game.rulebook.sides[side].id,
        GAME_WORK - left + WORK - state.work,
        ends_of(state),
    )


def take_reached(game: Rules, logged: bool) -> int:
    """To which points (see language.points) play has come since this was last asked, a bit each, in matches with a log
    or in those without one."""
    reached = game.program.code(logged).reached
    found = bits_of(reached)
    reached[:] = bytes(len(reached))
    return found


def bits_of(reached: bytes | bytearray) -> int:
    """A bit for each byte that is not 0."""
    return sum(1 << at for at, byte in enumerate(reached) if byte)


def picked(streams: list[int], pickers: Sequence[Picker | None], trace: list[tuple[int, Any]] | None) -> Chooser:
    """Lets those pick who have a picker, and chance for the others; notes what is chosen at which decision."""

    def choose(state: State, asked: int, seat: int) -> Any:
        options, picker = state.options, pickers[seat]
        random = streams[seat] = step(streams[seat])
        value = options[index_of(random, len(options)) if picker is None else picker(state, random)]
        if trace is not None:
            trace.append((asked, value))
        return value

    return choose


def ends_of(state: State) -> dict[tuple[str, str], int]:
    """How often each track stopped at an end, by its id and `low` or `high`."""
    return named_ends(state.constants.program.rulebook.tracks, state.ends)


def named_ends(tracks: Sequence[Track], counts: Sequence[int]) -> dict[tuple[str, str], int]:
    """As `ends_of`, of how often each track stopped at its lower and upper end, one track after the other."""
    return {(tracks[at // 2].id, ("low", "high")[at % 2]): times for at, times in enumerate(counts) if times}
