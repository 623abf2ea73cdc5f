"""Games between random players as machine code, many at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import Any

from interpreter.engine.driver import DECISION_WORK, GAME_WORK
from interpreter.engine.playout import Played
from interpreter.engine.rules import Rules
from interpreter.engine.state import DEEPEST, WORK
from interpreter.engine.trial import price_of
from interpreter.language.executable import NIL, Machine, NotNative
from interpreter.language.limits import Limits
from interpreter.language.rows import Column, Rows, Single

BATCH_SECONDS = 0.04
"""About how long a batch takes: no signal is heard meanwhile."""
FIRST_BATCH = 8
LARGEST_INDEX = 1 << 62


def prepare(rules: Rules) -> None:
    """Make the machine code of a game; it is kept with the game. Raises NotNative."""
    rules.prepare_machine(limits_of(rules))


def limits_of(rules: Rules) -> Limits:
    """What a match of a game may take."""
    return Limits(WORK, GAME_WORK, DECISION_WORK, price_of(len(rules.beginning[0])), DEEPEST)


@dataclass(frozen=True, slots=True)
class Totals:
    """What some games add up to: decisions, scores, what cards were used for, and ends of tracks, as `Played` has
    them."""

    decisions: int
    scores: dict[str, int]
    uses: dict[tuple[str, str], int]
    ends: dict[tuple[str, str], int]


class Batch:
    """Games `first` to `first + count - 1` of a run, none of which was stopped."""

    def __init__(self, rules: Rules, machine: Machine, first: int, rows: Rows) -> None:
        self.first = first
        self.count = rows.count
        self._rules = rules
        self._machine = machine
        self._rows = rows

    def only(self, choices: list[str]) -> Played:
        """How the game of a batch of one went, in which these were the choices."""
        return self._played(0, self._uses(), choices)

    def _played(
        self, at: int, uses: dict[tuple[str, str], int] | None = None, choices: list[str] | None = None
    ) -> Played:
        seats, columns = self._rules.seats, self._machine.columns
        row = self._rows.words[at * columns.width : (at + 1) * columns.width]

        def words(column: Column) -> list[int]:
            return row[columns[column].start : columns[column].stop]

        def word(column: Single) -> int:
            return row[columns[column].start]

        first, side = word("first"), word("side")
        return Played(
            tuple(seats[winner] for winner in words("winners")[: word("won")]),
            self._machine.reasons[word("reason")],
            dict(zip(seats, words("scores"), strict=True)),
            word("decisions"),
            word("turns"),
            seats[first] if first >= 0 else None,
            uses or {},
            choices,
            0.0,
            None if side == NIL else self._rules.rulebook.sides[side].id,
            word("work"),
            self._ends(words("ends")),
        )

    @cached_property
    def totals(self) -> Totals:
        """All games together."""
        scores = dict(zip(self._rules.seats, self._sums("scores"), strict=True))
        (decisions,), ends = self._sums("decisions"), self._sums("ends")
        return Totals(decisions, scores, self._uses(), self._ends(ends))

    def alike(self, by: Sequence[Column]) -> Iterator[tuple[Played, int]]:
        """A game of each kind, but for what its cards were used for, and how many there are of that kind: those are
        alike that are so in these columns."""
        columns = [words for column in by for words in self._of_all(column)]
        kinds = list(zip(*columns, strict=True)) if len(columns) > 1 else columns[0]
        example = dict(zip(kinds, range(self.count), strict=True))
        return ((self._played(example[kind]), times) for kind, times in Counter(kinds).items())

    def _of_all(self, column: Column) -> Iterator[list[int]]:
        """What all games have in a column, one list for each of its words."""
        columns = self._machine.columns
        return (self._rows.words[at :: columns.width] for at in columns[column])

    def _sums(self, column: Column) -> list[int]:
        return [sum(words) for words in self._of_all(column)]

    def _uses(self) -> dict[tuple[str, str], int]:
        """What cards were used for in all games, and how often."""
        cards, labels = self._rules.card_ids, self._machine.labels
        found: dict[tuple[str, str], int] = {}
        for at, times in enumerate(self._rows.uses):
            if times:
                key = (cards[at // len(labels)], labels[at % len(labels)])
                found[key] = found.get(key, 0) + times
        return found

    def _ends(self, words: Sequence[int]) -> dict[tuple[str, str], int]:
        tracks = self._rules.rulebook.tracks
        return {(tracks[at // 2].id, ("low", "high")[at % 2]): times for at, times in enumerate(words) if times}


class NativeGames:
    """The games of a run, played by machine code in a memory of their own."""

    def __init__(self, rules: Rules, seed: int, tables: Collection[str] = ()) -> None:
        """The seats that are played by `tables`; the others play at random. Raises NotNative."""
        self._rules = rules
        self._machine = rules.program.machine()
        self._batch = FIRST_BATCH
        if not self._machine.seed(seed):
            raise NotNative("the seed is too long")
        for number, seat in enumerate(rules.seats):
            self._machine.seat(number, seat in tables)

    def play(self, first: int, count: int) -> Iterator[Batch | int]:
        """Plays games `first` to `first + count - 1`: batches of them, and the number of each that was stopped."""
        behind = first + count
        end = min(behind, LARGEST_INDEX)
        while first < end:
            wanted = min(self._batch, end - first, self._machine.most)
            began = perf_counter()
            rows = self._machine.play(first, wanted)
            seconds = perf_counter() - began
            if rows.count:
                yield Batch(self._rules, self._machine, first, rows)
                first += rows.count
            if rows.count < wanted:
                yield first
                first += 1
            else:
                self._batch = max(1, min(self._batch * 8, int(wanted * BATCH_SECONDS / max(seconds, 1e-6))))
        yield from range(first, behind)

    def play_recorded(self, index: int) -> Played | None:
        """Plays one game, its choices kept; None if it was stopped."""
        found = self._machine.play_recorded(index) if index < LARGEST_INDEX else None
        if found is None:
            return None
        rows, choices = found
        decisions = self._rules.program.code(False).decisions
        keys = [self._rules.key(decisions[asked], _value(word)) for asked, word in choices]
        return Batch(self._rules, self._machine, index, rows).only(keys)


def _value(word: int) -> Any:
    return None if word == NIL else word
