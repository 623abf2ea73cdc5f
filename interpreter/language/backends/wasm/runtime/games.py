"""Whole games of a run, one after the other."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.cards import drawn, next_random
from interpreter.language.backends.wasm.runtime.flow import begin, decide, decider, run, use_arena
from interpreter.language.backends.wasm.runtime.structs import (
    ResultRow,
    areas,
    game,
    now,
    position,
    progress,
    state,
)
from interpreter.language.backends.wasm.runtime.tables import kept_by_tables
from interpreter.language.backends.wasm.runtime.tree import rollout_choice, search
from interpreter.language.backends.wasm.runtime.work import allow_work, reset_steps, work_done
from interpreter.language.backends.wasm.sizes import MOST_CHOICES, NO_END, UNIT, WORD
from interpreter.language.chance import MIX_FIRST, MIX_SECOND, MIX_STEP
from interpreter.language.execution.executable import GAME_OVER, NIL, decision_of
from interpreter.language.execution.machine_memory import copy, score, shifted, stop, wrapped


def mixed_word(x: int) -> int:
    """Return a well-mixed hash of a word (SplitMix64)."""
    x = wrapped(x + MIX_STEP)
    x = wrapped((x ^ shifted(x, 30)) * MIX_FIRST)
    x = wrapped((x ^ shifted(x, 27)) * MIX_SECOND)
    return x ^ shifted(x, 31)


def game_seed(index: int) -> int:
    """Return the seed of a game of the run. The seed of the run is a list of words."""
    seed = index
    for at in range(areas.seed.length):
        seed = mixed_word(seed) ^ areas.seed[at]
    return mixed_word(seed)


def set_up(own: int) -> None:
    """Set the state before the first statement of a game, and the streams of its players."""
    use_arena(areas.arena.address)
    now.trials = areas.trials.address
    copy(state.address, game.start.address, game.state_size)
    seed_all(own)


def seed_all(own: int) -> None:
    """Seed the generator of a game and the streams of its players."""
    state.random = mixed_word(own)
    for seat in range(game.seats):
        stream = mixed_word(seat + 1)
        areas.streams[seat] = stream if own == 0 else mixed_word(stream ^ own)


def player_choice(seat: int, decision: int) -> int:
    """Return the option that a seat takes."""
    if search.is_guided:
        return rollout_choice(seat, decision)
    random = next_random(areas.streams[seat])
    areas.streams[seat] = random
    things = now.options
    if areas.players[seat].address != 0:
        things = kept_by_tables(areas.players[seat], seat, decision)
    return things[drawn(random, things.length)]


def begin_game(index: int) -> None:
    """Prepare a game of the run, up to its first segment."""
    now.steps -= UNIT * (game.work - now.work) + game.state_size
    now.reached = areas.reached.address
    copy(areas.reached_before.address, areas.reached.address, game.points)
    set_up(game_seed(index))
    allow_work(game.work)
    progress.left = game.game_work
    progress.decisions = 0
    position.pc = begin(areas.frames.address, game.root, NIL)


def play_on(record: bool, most: int) -> bool:
    """Take decisions until the game is over or `most` are taken; return False if a pause is due.

    The next call continues after the pause. `record`: the choices are recorded.
    """
    left = progress.left
    count = progress.decisions
    pc = position.pc
    if pc >= 0:
        pc = run(pc)
    while pc < GAME_OVER and (count < most and now.steps >= 0):
        decision = decision_of(pc)
        value = player_choice(decider(decision), decision)
        if now.work < 0:
            stop()
        now.steps -= UNIT * (game.work - now.work)
        left += now.work - game.work - game.decision_work
        allow_work(game.work if left > 0 else -1)
        if record:
            if count >= MOST_CHOICES:
                stop()
            choice = areas.choices[count]
            choice.row = decision
            choice.option = value
        count += 1
        pc = run(decide(decision, value))
    progress.left = left
    progress.decisions = count
    position.pc = pc
    return pc == GAME_OVER or (pc < GAME_OVER and count >= most)


def write_result(row: ResultRow) -> None:
    """Write the results of a game that is over to a row."""
    row.decisions = progress.decisions
    row.turns = state.turns
    row.first = state.opener
    row.reason = state.reason
    row.side = state.side
    row.holder = state.cells[game.holder_cell] - 1 if game.omits else -1
    row.work = game.game_work - progress.left + work_done()
    winners = state.winners
    if winners.length > game.seats:  # duplicates
        stop()
    row.won = winners.length
    left = now.work
    now.work = game.work
    for seat in range(game.seats):
        row.winners[seat] = winners[seat] if seat < winners.length else NIL
        row.scores[seat] = score(seat)
    now.steps -= UNIT * (game.work - now.work)
    now.work = left
    copy(row.ends.address, state.ends.address, WORD * game.end_count)
    for at in range(game.shared_track_cells.length):
        row.shared_tracks[at] = state.cells[game.shared_track_cells[at]]
    for use in range(state.uses):
        areas.use_counts[areas.use[use]] += 1


def play_games(index: int, count: int, again: bool) -> int:
    """Play some games of the run, up to a pause; the results of each go to a row.

    `again` continues where the last call has paused. The result is the number of games that are over. It is also in
    `progress.played`, which tells which game was stopped.
    """
    if not again:
        progress.played = 0
        progress.phase = 0
    reset_steps()
    while progress.played < count and now.steps >= 0:
        if not progress.phase:
            begin_game(index + progress.played)
        progress.phase = 1
        if not play_on(False, NO_END):
            break
        write_result(areas.rows[progress.played])
        progress.phase = 0
        progress.played += 1
    return progress.played


def play_recorded(index: int, again: bool) -> bool:
    """Play one game as `play_games` does, and keep its choices; return False if a pause is due."""
    if not again:
        begin_game(index)
    reset_steps()
    if not play_on(True, NO_END):
        return False
    write_result(areas.rows[0])
    return True
