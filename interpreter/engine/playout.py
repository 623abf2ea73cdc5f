"""Fast games between random players, from the start or from a position: no log, no views, no snapshots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, NamedTuple

from interpreter.engine.driver import GAME_WORK_LIMIT, Chooser, advance, play
from interpreter.engine.rules import Rules
from interpreter.engine.state import EFFECT_WORK_LIMIT, State
from interpreter.language.chance import draw_index as index_of
from interpreter.language.chance import next_state, seat_stream, seed_state
from interpreter.rulebook.model import Track

Picker = Callable[[State, int], int]
"""Callback `(state, random)` that returns the index of the option to choose in a waiting state.

`random` is the next step of the seat's stream (see language.chance), to break ties with.
"""


@dataclass(slots=True)
class GameResult:
    """Result of one game.

    Attributes:
        winners: Seats that won.
        reason: The reason by which the game ended.
        scores: Score of each seat.
        decisions: Number of decisions.
        turns: Number of turns.
        first: The seat that took the first turn, if any.
        uses: Number of uses of each card, by card and label.
        choices: Keys of the chosen options, if they were recorded.
        seconds: Time spent playing, in seconds, without the evaluation of the result.
        side: The side that won, if one did.
        work: Work units used, out of GAME_WORK_LIMIT.
        ends: Number of times that each track stopped at an end (see `count_track_ends`).
        shared_tracks: Last value of each track that isn't a seat's.
        holder: The first seat with the card whose event is left out, if any.
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
    shared_tracks: dict[str, int] = field(default_factory=dict)
    holder: str | None = None


def game_seed(seed: int, index: int) -> int:
    """Return the seed of game `index` of a run, which depends on these two numbers only."""
    return seed_state((seed << 64) | index)


def play_random(
    game: Rules,
    seed: int,
    index: int,
    record: bool = False,
    pickers: Sequence[Picker | None] | None = None,
    stream_seed: int | None = None,
) -> GameResult:
    """Play game `index` of a run. Seats without a picker choose at random, each from a stream of its own.

    Args:
        game: Rules of the game.
        seed: Seed of the run.
        index: Index of the game in the run.
        record: Keep the keys of the choices.
        pickers: A picker for each seat, or None for a random one.
        stream_seed: Seed of the seats' streams, if not that of the game.

    Returns:
        The result of the game.

    Raises:
        BudgetError: An effect or the game doesn't end.
        PlayError: An effect can't be carried out.
    """
    own = game_seed(seed, index)
    started = perf_counter()
    code = game.program.code(False)
    state = game.new_state(own, logged=False)
    seats = game.seats
    streams = [seat_stream(own if stream_seed is None else stream_seed, seat) for seat in range(len(seats))]
    trace: list[tuple[int, Any]] | None = [] if record else None
    is_unrecorded = pickers is None and trace is None
    advance(state, code)
    deciding = streams if is_unrecorded else make_chooser(streams, pickers or [None] * len(seats), trace)
    decisions, left = play(state, code, deciding, GAME_WORK_LIMIT)
    seconds = perf_counter() - started
    assert state.result is not None
    winners, reason, side = state.result
    uses: dict[tuple[str, str], int] = {}
    for card, label in state.uses:
        key = (game.card_ids[card], label)
        uses[key] = uses.get(key, 0) + 1
    return GameResult(
        tuple(seats[winner] for winner in winners),
        reason,
        game.scores(state),
        decisions,
        state.turns,
        seats[state.opener] if state.opener >= 0 else None,
        uses,
        None if trace is None else [game.option_key(code.decisions[asked], value) for asked, value in trace],
        seconds,
        None if side is None else game.rulebook.sides[side].id,
        GAME_WORK_LIMIT - left + EFFECT_WORK_LIMIT - state.work,
        count_track_ends(state),
        shared_track_values(state),
        first_holder(state),
    )


def take_reached(game: Rules, logged: bool) -> int:
    """Return the coverage points reached since the last call as a bit set, and reset them.

    `logged` selects between the code of matches with a log and that of matches without one.
    """
    reached = game.program.code(logged).reached
    found = pack_bits(reached)
    reached[:] = bytes(len(reached))
    return found


def pack_bits(reached: bytes | bytearray) -> int:
    """Return a bit set with one bit for each nonzero byte."""
    return sum(1 << at for at, byte in enumerate(reached) if byte)


def make_chooser(streams: list[int], pickers: Sequence[Picker | None], trace: list[tuple[int, Any]] | None) -> Chooser:
    """Return a chooser that asks each seat's picker, or draws at random without one.

    If `trace` is a list, each decision is appended to it with the chosen value.
    """

    def choose(state: State, asked: int, seat: int) -> Any:
        options, picker = state.options, pickers[seat]
        random = streams[seat] = next_state(streams[seat])
        value = options[index_of(random, len(options)) if picker is None else picker(state, random)]
        if trace is not None:
            trace.append((asked, value))
        return value

    return choose


def count_track_ends(state: State) -> dict[tuple[str, str], int]:
    """Return how often each track stopped at an end, by its id and `low` or `high`."""
    return named_ends(state.constants.program.rulebook.tracks, state.ends)


def shared_track_values(state: State) -> dict[str, int]:
    """Return the value of each track that isn't a seat's."""
    return {track: state.v[cell] for track, cell in state.constants.program.symbols.shared_tracks.items()}


def first_holder(state: State) -> str | None:
    """Return the first seat in whose zones the card lay whose event is left out, if any."""
    symbols = state.constants.program.symbols
    holder = 0 if symbols.holder_cell is None else state.v[symbols.holder_cell]
    return symbols.seats[holder - 1] if holder else None


def named_ends(tracks: Sequence[Track], counts: Sequence[int]) -> dict[tuple[str, str], int]:
    """Return the result of `count_track_ends` for a flat list of counts: lower and upper end of each track in turn."""
    return {(tracks[at // 2].id, ("low", "high")[at % 2]): times for at, times in enumerate(counts) if times}


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
        work: Work units used, out of GAME_WORK_LIMIT.
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
