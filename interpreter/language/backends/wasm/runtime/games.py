"""Whole games of a run, one after the other."""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.cards import drawn, stepped
from interpreter.language.backends.wasm.runtime.flow import begin, decide, run, use_arena
from interpreter.language.backends.wasm.runtime.habits import guided
from interpreter.language.backends.wasm.runtime.tables import kept_by_tables
from interpreter.language.backends.wasm.runtime.work import allow, done, rested
from interpreter.language.backends.wasm.toolchain.words import (
    ARENA,
    CHOICES,
    DECIDERS,
    DECISION_WORK,
    DECISIONS,
    END_COUNT,
    ENDS,
    FRAME_SLOTS,
    FRAMES,
    GAME_WORK,
    GOES_ON,
    IS_GUIDED,
    LEFT,
    MIX_FIRST,
    MIX_SECOND,
    MIX_STEP,
    MOST_CHOICES,
    NIL,
    NO_END,
    OPENER,
    OVER,
    PC,
    PLAYED,
    PLAYERS,
    POINTS,
    RANDOM,
    REACHED,
    REACHED_BEFORE,
    REASON,
    ROOT,
    ROW_DECISIONS,
    ROW_ENDS,
    ROW_FIRST,
    ROW_REASON,
    ROW_SCORES,
    ROW_SIDE,
    ROW_SIZE,
    ROW_TURNS,
    ROW_WINNERS,
    ROW_WON,
    ROW_WORK,
    ROWS,
    SEATS,
    SEED,
    SIDE,
    START,
    STATE,
    STATE_SIZE,
    STREAMS,
    TRIALS,
    TURNS,
    UNIT,
    USE,
    USE_COUNTS,
    USES,
    WINNERS,
    WORK,
    copy,
    item,
    length,
    now,
    score,
    shifted,
    stop,
    words,
)


def mixed(x: int) -> int:
    """Return a well-mixed hash of a word (SplitMix64)."""
    x = x + MIX_STEP
    x = (x ^ shifted(x, 30)) * MIX_FIRST
    x = (x ^ shifted(x, 27)) * MIX_SECOND
    return x ^ shifted(x, 31)


def game_seed(index: int) -> int:
    """Return the seed of a game of the run. The seed of the run is in SEED, as a list of words."""
    seed = index
    for at in range(length(SEED)):
        seed = mixed(seed) ^ item(SEED, at)
    return mixed(seed)


def set_up(own: int) -> None:
    """Set the state before the first statement of a game, and the streams of its players."""
    use_arena(ARENA)
    now.trials = TRIALS
    copy(STATE, START, STATE_SIZE)
    seed_all(own)


def seed_all(own: int) -> None:
    """Seed the generator of a game and the streams of its players."""
    words[RANDOM] = mixed(own)
    for seat in range(SEATS):
        stream = mixed(seat + 1)
        words[STREAMS + 8 * seat] = stream if own == 0 else mixed(stream ^ own)


def picked(seat: int, decision: int) -> int:
    """Return the option that a seat takes."""
    if words[IS_GUIDED]:
        return guided(seat, decision)
    random = stepped(words[STREAMS + 8 * seat])
    words[STREAMS + 8 * seat] = random
    things = now.options
    if words[PLAYERS + 8 * seat] != 0:
        things = kept_by_tables(words[PLAYERS + 8 * seat], seat, decision)
    return item(things, drawn(random, length(things)))


def begin_game(index: int) -> None:
    """Prepare a game of the run, up to its first segment."""
    now.steps -= UNIT * (WORK - now.work) + STATE_SIZE
    now.reached = REACHED
    copy(REACHED_BEFORE, REACHED, POINTS)
    set_up(game_seed(index))
    allow(WORK)
    words[LEFT] = GAME_WORK
    words[DECISIONS] = 0
    words[PC] = begin(FRAMES, ROOT, NIL)


def play_on(record: int, most: int) -> int:
    """Take decisions until the game is over or `most` are taken; return 1 if so, 0 if a pause is due.

    The next call continues after the pause. `record`: the choices are kept in CHOICES.
    """
    left = words[LEFT]
    count = words[DECISIONS]
    pc = words[PC]
    if pc >= 0:
        pc = run(pc)
    while pc < OVER and (count < most and now.steps >= 0):
        if now.work < 0:
            stop()
        now.steps -= UNIT * (WORK - now.work)
        left += now.work - WORK - DECISION_WORK
        allow(WORK if left > 0 else -1)
        decision = -2 - pc
        seat = words[now.frame + FRAME_SLOTS + 8 * item(DECIDERS, decision)]
        value = picked(seat, decision)
        if record:
            if count >= MOST_CHOICES:
                stop()
            words[CHOICES + 16 * count] = decision
            words[CHOICES + 16 * count + 8] = value
        count += 1
        pc = run(decide(pc, value))
    words[LEFT] = left
    words[DECISIONS] = count
    words[PC] = pc
    return pc == OVER or (pc < OVER and count >= most)


def tell(row: int) -> None:
    """Write the results of a game that is over to a row."""
    words[row + ROW_DECISIONS] = words[DECISIONS]
    words[row + ROW_TURNS] = words[TURNS]
    words[row + ROW_FIRST] = words[OPENER]
    words[row + ROW_REASON] = words[REASON]
    words[row + ROW_SIDE] = words[SIDE]
    words[row + ROW_WORK] = GAME_WORK - words[LEFT] + done()
    winners = words[WINNERS]
    if length(winners) > SEATS:  # duplicates
        stop()
    words[row + ROW_WON] = length(winners)
    for seat in range(SEATS):
        words[row + ROW_WINNERS + 8 * seat] = item(winners, seat) if seat < length(winners) else NIL
        words[row + ROW_SCORES + 8 * seat] = score(seat)
    copy(row + ROW_ENDS, ENDS, END_COUNT * 8)
    for use in range(words[USES]):
        words[USE_COUNTS + 8 * words[USE + 8 * use]] += 1


def play_games(index: int, count: int, again: int) -> int:
    """Play some games of the run, up to a pause; the results of each go to a row of ROWS.

    `again` continues where the last call has paused. The result is the number of games that are over. It is also in
    PLAYED, which tells which game was stopped.
    """
    if not again:
        words[PLAYED] = 0
        words[GOES_ON] = 0
    rested()
    while words[PLAYED] < count and now.steps >= 0:
        game = words[PLAYED]
        if not words[GOES_ON]:
            begin_game(index + game)
        words[GOES_ON] = 1
        if not play_on(0, NO_END):
            break
        tell(ROWS + ROW_SIZE * game)
        words[GOES_ON] = 0
        words[PLAYED] = game + 1
    return words[PLAYED]


def play_recorded(index: int, again: int) -> int:
    """Play one game as `play_games` does, and keep its choices; return 1 if it is over, 0 if a pause is due."""
    if not again:
        begin_game(index)
    rested()
    if not play_on(1, NO_END):
        return 0
    tell(ROWS)
    return 1
