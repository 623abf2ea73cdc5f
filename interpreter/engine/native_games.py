"""Batches of games between random and table players, played by machine code: single games and totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from time import perf_counter
from typing import Any

from interpreter.engine.driver import DECISION_WORK, GAME_WORK_LIMIT, work_per_trial
from interpreter.engine.playout import GameResult, named_ends
from interpreter.engine.rules import Rules
from interpreter.engine.state import EFFECT_WORK_LIMIT, MAX_DEPTH
from interpreter.language.execution.executable import (
    NIL,
    Column,
    Machine,
    MultiColumn,
    NativeCode,
    NativeUnavailableError,
    NotCompilableError,
    ResultRows,
    SingleColumn,
)
from interpreter.language.layout import Limits


@dataclass(frozen=True, slots=True)
class BatchTotals:
    """Sums over some games: decisions, scores, card uses and track ends, in the form that `GameResult` has them."""

    decisions: int
    scores: dict[str, int]
    uses: dict[tuple[str, str], int]
    ends: dict[tuple[str, str], int]


class GameRow:
    """One game of a batch, with the attributes of `GameResult`."""

    __slots__ = ("_columns", "_machine", "_rules", "_words")

    def __init__(self, rules: Rules, machine: Machine, words: list[int]) -> None:
        self._rules = rules
        self._machine = machine
        self._columns = machine.columns
        self._words = words

    def _word(self, column: SingleColumn) -> int:
        return self._words[self._columns[column].start]

    def _several(self, column: MultiColumn) -> list[int]:
        place = self._columns[column]
        return self._words[place.start : place.stop]

    @property
    def winners(self) -> tuple[str, ...]:
        """Seats that won."""
        seats = self._rules.seats
        return tuple(seats[winner] for winner in self._several("winners")[: self._word("won")])

    @property
    def reason(self) -> str:
        """The reason by which the game ended."""
        return self._machine.reasons[self._word("reason")]

    @property
    def scores(self) -> dict[str, int]:
        """Score of each seat."""
        return dict(zip(self._rules.seats, self._several("scores"), strict=True))

    @property
    def decisions(self) -> int:
        """Number of decisions."""
        return self._word("decisions")

    @property
    def turns(self) -> int:
        """Number of turns."""
        return self._word("turns")

    @property
    def first(self) -> str | None:
        """The seat that took the first turn, if any."""
        seat = self._word("first")
        return self._rules.seats[seat] if seat >= 0 else None

    @property
    def side(self) -> str | None:
        """The side that won, if one did."""
        side = self._word("side")
        return None if side == NIL else self._rules.rulebook.sides[side].id

    @property
    def holder(self) -> str | None:
        """The first seat with the card whose event is left out, if any."""
        seat = self._word("holder")
        return self._rules.seats[seat] if seat >= 0 else None

    @property
    def work(self) -> int:
        """Work units that the game used."""
        return self._word("work")

    @property
    def ends(self) -> dict[tuple[str, str], int]:
        """Number of times that each track stopped at an end, by track and `low` or `high`."""
        return named_ends(self._rules.rulebook.tracks, self._several("ends"))

    @property
    def shared_tracks(self) -> dict[str, int]:
        """Last value of each track that isn't a seat's."""
        return dict(zip(self._rules.program.symbols.shared_tracks, self._several("shared_tracks"), strict=True))


class Batch:
    """Games `first` to `first + count - 1` of a run, none of which was stopped."""

    def __init__(self, rules: Rules, machine: Machine, first: int, rows: ResultRows) -> None:
        self.first = first
        self.count = rows.count
        self._rules = rules
        self._machine = machine
        self._rows = rows
        self._keys_by_columns: dict[tuple[Column, ...], list[Hashable]] = {}
        self._distinct_games: dict[tuple[Column, ...], list[tuple[GameRow, int]]] = {}

    @cached_property
    def totals(self) -> BatchTotals:
        """Sums over all games of the batch."""
        scores = dict(zip(self._rules.seats, self._sums("scores"), strict=True))
        ends = named_ends(self._rules.rulebook.tracks, self._sums("ends"))
        return BatchTotals(sum(self._sums("decisions")), scores, self._uses(), ends)

    def distinct_games(self, by: tuple[Column, ...]) -> list[tuple[GameRow, int]]:
        """Return one example of each distinct combination of values in these columns, with the number of such games."""
        if by not in self._distinct_games:
            kinds = self._group_keys(by)
            example = dict(zip(kinds, range(self.count), strict=True))
            self._distinct_games[by] = [(self.row(example[kind]), times) for kind, times in Counter(kinds).items()]
        return self._distinct_games[by]

    def grouped_games(self, by: tuple[Column, ...]) -> tuple[list[GameRow], list[int]]:
        """Return the examples of `distinct_games`, and for each game the index of its example."""
        numbers = dict(zip(dict.fromkeys(kinds := self._group_keys(by)), count()))
        return [row for row, _ in self.distinct_games(by)], [*map(numbers.__getitem__, kinds)]

    def _group_keys(self, by: tuple[Column, ...]) -> list[Hashable]:
        if by not in self._keys_by_columns:
            columns: list[list[Any]] = [words for column in by for words in self._column_values(column)]
            keys: list[Hashable] = [()] * self.count  # without columns all games are alike
            if columns:
                keys = list(zip(*columns, strict=True)) if len(columns) > 1 else columns[0]
            self._keys_by_columns[by] = keys
        return self._keys_by_columns[by]

    def row(self, at: int) -> GameRow:
        """Return one game by its index in the batch."""
        width = self._machine.columns.width
        return GameRow(self._rules, self._machine, self._rows.words[at * width : (at + 1) * width])

    def _column_values(self, column: Column) -> Iterator[list[int]]:
        """Return the values of all games in a column: one list for each of the column's words."""
        columns = self._machine.columns
        return (self._rows.words[at :: columns.width] for at in columns[column])

    def _sums(self, column: Column) -> list[int]:
        return [sum(words) for words in self._column_values(column)]

    def _uses(self) -> dict[tuple[str, str], int]:
        """Return the number of uses of each card in all games, by card and label."""
        cards, labels = self._rules.card_ids, self._machine.labels
        found: dict[tuple[str, str], int] = {}
        for at, times in enumerate(self._rows.uses):
            if times:
                key = (cards[at // len(labels)], labels[at % len(labels)])
                found[key] = found.get(key, 0) + times
        return found


BATCH_SECONDS = 0.04
"""Target duration of a batch, which is also the interval between progress reports."""
FIRST_BATCH = 8
LARGEST_INDEX = 1 << 62


def prepare_native(rules: Rules) -> None:
    """Make sure that a game has its machine code: present already, cached, or newly compiled.

    Raises:
        NativeUnavailableError: Machine code can't play this game.
    """
    program = rules.program
    if program.native is None:
        program.native = get_or_compile(rules)
    if isinstance(program.native, NotCompilableError):
        raise NotCompilableError(*program.native.args)


def get_or_compile(rules: Rules) -> NativeCode | NotCompilableError:
    """Return the machine code of a game, from the cache if possible, or the reason why it has none.

    Raises:
        NativeUnavailableError: wasmtime fails.
    """
    made_for = rules.program.native_target()
    kept = rules.shelf.load(made_for) if rules.shelf else None
    if kept is not None and (isinstance(kept, NotCompilableError) or rules.program.can_run(kept)):
        return kept
    made: NativeCode | NotCompilableError
    try:
        made = rules.native_code(match_limits(rules))
    except NotCompilableError as unfit:
        made = NotCompilableError(*unfit.args)  # without its traceback, which keeps many objects alive
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
            NativeUnavailableError: Machine code can't play these games.
        """
        if rules.kept is not None:
            raise NativeUnavailableError("it begins with what was kept of an earlier game")
        self._rules = rules
        self._machine = rules.program.machine()
        self._batches = BatchScheduler(self._machine.play, self._machine.most)
        if not self._machine.set_seed(seed):
            raise NativeUnavailableError("the seed is too long")
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
            shared_tracks=game.shared_tracks,
            holder=game.holder,
        )


def _value(word: int) -> Any:
    return None if word == NIL else word
