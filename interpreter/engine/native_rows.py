"""Results of games played by machine code: single games with the attributes of `Played`, and totals of batches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any

from interpreter.engine.playout import named_ends
from interpreter.engine.rules import Rules
from interpreter.language.executable import NIL, Machine
from interpreter.language.rows import Column, MultiColumn, ResultRows, SingleColumn


@dataclass(frozen=True, slots=True)
class BatchTotals:
    """Sums over some games: decisions, scores, card uses and track ends, in the form that `Played` has them."""

    decisions: int
    scores: dict[str, int]
    uses: dict[tuple[str, str], int]
    ends: dict[tuple[str, str], int]


class GameRow:
    """One game of a batch, with the attributes of `Played`."""

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
    def work(self) -> int:
        """Work units that the game used."""
        return self._word("work")

    @property
    def ends(self) -> dict[tuple[str, str], int]:
        """Number of times that each track stopped at an end, by track and `low` or `high`."""
        return named_ends(self._rules.rulebook.tracks, self._several("ends"))


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
            self._keys_by_columns[by] = list(zip(*columns, strict=True)) if len(columns) > 1 else columns[0]
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
