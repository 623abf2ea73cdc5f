"""Batches of games between random and table players, played by machine code."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from time import perf_counter
from typing import Any

from interpreter.engine.driver import DECISION_WORK, GAME_WORK_LIMIT
from interpreter.engine.native_rows import Batch
from interpreter.engine.playout import GameResult
from interpreter.engine.rules import Rules
from interpreter.engine.state import EFFECT_WORK_LIMIT, MAX_DEPTH
from interpreter.engine.trial import work_per_trial
from interpreter.language.executable import NIL, NativeCode, NativeUnavailable, NotCompilable
from interpreter.language.limits import Limits
from interpreter.language.rows import ResultRows

BATCH_SECONDS = 0.04
"""Target duration of a batch, which is also the interval between progress reports."""
FIRST_BATCH = 8
LARGEST_INDEX = 1 << 62


def prepare_native(rules: Rules) -> None:
    """Make sure that a game has its machine code: present already, cached, or newly compiled. Raises NotNative."""
    program = rules.program
    if program.native is None:
        program.native = get_or_compile(rules)
    if isinstance(program.native, NotCompilable):
        raise NotCompilable(*program.native.args)


def get_or_compile(rules: Rules) -> NativeCode | NotCompilable:
    """Return the machine code of a game, from the cache if possible, or the reason why it has none.

    Raises:
        NotNative: wasmtime fails.
    """
    made_for = rules.program.native_target()
    kept = rules.shelf.load(made_for) if rules.shelf else None
    if kept is not None and (isinstance(kept, NotCompilable) or rules.program.can_run(kept)):
        return kept
    made: NativeCode | NotCompilable
    try:
        made = rules.native_code(match_limits(rules))
    except NotCompilable as unfit:
        made = NotCompilable(*unfit.args)  # without its traceback, which keeps many objects alive
    if rules.shelf:
        rules.shelf.store(made_for, made)
    return made


def match_limits(rules: Rules) -> Limits:
    """Return the limits on work and recursion for a match of a game."""
    return Limits(EFFECT_WORK_LIMIT, GAME_WORK_LIMIT, DECISION_WORK, work_per_trial(len(rules.beginning[0])), MAX_DEPTH)


class BatchScheduler:
    """Scheduler that divides a run into batches of about BATCH_SECONDS.

    `play` plays a number of games from an index on. `most` is the largest number that it can play at once.
    """

    def __init__(self, play: Callable[[int, int], ResultRows], most: int) -> None:
        self._play = play
        self._most = most
        self._size = FIRST_BATCH

    def play(self, first: int, count: int) -> Iterator[tuple[int, ResultRows] | int]:
        """Yield the results of games `first` to `first + count - 1`.

        A batch comes with the index of its first game. For each game that was stopped, its index alone is yielded.
        """
        stop = first + count
        end = min(stop, LARGEST_INDEX)
        while first < end:
            wanted = min(self._size, end - first, self._most)
            began = perf_counter()
            rows = self._play(first, wanted)
            seconds = perf_counter() - began
            if rows.count:
                yield first, rows
                first += rows.count
            if rows.count < wanted:
                yield first
                first += 1
            else:
                self._size = max(1, min(self._size * 8, int(wanted * BATCH_SECONDS / max(seconds, 1e-6))))
        yield from range(first, stop)


class NativeGames:
    """Games of a run, played by a machine with its own memory."""

    def __init__(self, rules: Rules, seed: int, tables: Collection[str] = ()) -> None:
        """Set up the games of a run. Seats in `tables` are played by their tables, the others at random.

        Raises:
            NotNative: Machine code can't play these games.
        """
        self._rules = rules
        self._machine = rules.program.machine()
        self._batches = BatchScheduler(self._machine.play, self._machine.most)
        if not self._machine.set_seed(seed):
            raise NativeUnavailable("the seed is too long")
        for number, seat in enumerate(rules.seats):
            self._machine.set_seat_player(number, seat in tables)

    def omit(self, thing: int) -> None:
        """Omit a thing, by its number, from all further games; 0 omits nothing."""
        self._machine.set_start_cells(self._rules.without(thing).changed_cells)

    def take_reached(self) -> bytes:
        """Return the coverage points reached since the last call (see `Machine.take_reached`)."""
        return self._machine.take_reached()

    @property
    def stopped_in(self) -> str:
        """Title of the rule in which a game was last stopped, or "" if unknown."""
        return self._machine.stopped_in

    def play(self, first: int, count: int) -> Iterator[Batch | int]:
        """Play games `first` to `first + count - 1`: yield batches, and the index of each game that was stopped."""
        for found in self._batches.play(first, count):
            yield found if isinstance(found, int) else Batch(self._rules, self._machine, *found)

    def play_recorded(self, index: int) -> GameResult | None:
        """Play one game and record its choices; None if it was stopped."""
        found = self._machine.play_recorded(index) if index < LARGEST_INDEX else None
        if found is None:
            return None
        rows, choices = found
        decisions = self._rules.program.code(False).decisions
        keys = [self._rules.option_key(decisions[asked], _value(word)) for asked, word in choices]
        batch = Batch(self._rules, self._machine, index, rows)
        game = batch.row(0)
        return GameResult(
            winners=game.winners,
            reason=game.reason,
            scores=game.scores,
            decisions=game.decisions,
            turns=game.turns,
            first=game.first,
            uses=batch.totals.uses,
            choices=keys,
            seconds=0.0,
            side=game.side,
            work=game.work,
            ends=game.ends,
        )


def _value(word: int) -> Any:
    return None if word == NIL else word
