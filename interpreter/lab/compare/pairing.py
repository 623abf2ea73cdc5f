"""Paired games of two arms: game i of both has the same seed, so that only the rules differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from interpreter.lab.stats.payoffs import EndingNumbers, discordant_counts, endings_in_order
from interpreter.playtest.run.arms import GameSpan
from interpreter.playtest.run.chunks import Chunk, Ending
from interpreter.playtest.run.figures import Tally

BEFORE, AFTER = 0, 1
"""Numbers of the two arms."""
FIRST_LOOK, FIRST_SLOW_LOOK, SLOW_FROM = 25, 5, 1000
"""Number of games at the first look, at that of slow players, and from which looks are closer in proportion."""
EARLY_FACTOR, LATE_FACTOR = 1.25, 1.08
"""Factors from the number of games at one look to the next: up to SLOW_FROM games, and beyond."""

Pair = tuple[Ending | None, Ending | None]


def look_schedule(most: int, first: int = FIRST_LOOK) -> Iterator[int]:
    """Yield the numbers of games after which to look, from the first one to `most`."""
    games = first
    while games < most:
        yield games
        games = int(games * (EARLY_FACTOR if games < SLOW_FROM else LATE_FACTOR))
    yield most


@dataclass(slots=True)
class Evidence:
    """Results of the first games on both arms.

    Attributes:
        games: Number of games on each arm.
        pairs: Number of games for each pair of endings.
        first: Index of the first game with each pair of endings.
        tallies: Statistics of both arms.
    """

    games: int = 0
    pairs: Counter[Pair] = field(default_factory=Counter)
    first: dict[Pair, int] = field(default_factory=dict)
    tallies: tuple[Tally, Tally] = field(default_factory=lambda: (Tally(), Tally()))

    def discordant_counts(self, holds: Callable[[Ending], bool]) -> tuple[int, int]:
        """Count the pairs of finished games in which a predicate holds only after the change, and only before it."""
        ended = {(before, after): times for (before, after), times in self.pairs.items() if before and after}
        return discordant_counts(ended, holds)


class BlockAssembler:
    """Assembles chunks of two arms into blocks of games, each from one look to the next."""

    def __init__(self, looks: Iterable[int] = ()) -> None:
        self.evidence = Evidence()
        self._looks = iter(looks)
        self._planned = 0
        self._begun: list[tuple[int, int, tuple[list[Chunk], list[Chunk]]]] = []
        """First game, number of games, and the chunks of both arms received so far."""
        self._any_stopped = False

    def spans(self) -> Iterator[GameSpan]:
        """Yield the games to play, block by block."""
        for games in self._looks:
            yield from self.begin_block(games - self._planned)

    def begin_block(self, count: int) -> tuple[GameSpan, GameSpan]:
        """Begin another block of so many games, and return them for both arms."""
        first = self._planned
        self._planned += count
        self._begun.append((first, count, ([], [])))
        return GameSpan(BEFORE, first, count), GameSpan(AFTER, first, count)

    def add(self, chunk: Chunk) -> None:
        """Add a chunk that has been played."""
        self._any_stopped = self._any_stopped or bool(chunk.tally.stopped)
        for first, count, chunks in self._begun:
            if first <= chunk.first < first + count:
                chunks[chunk.arm].append(chunk)

    def first_stopped(self) -> Chunk | None:
        """Return the chunk with the first unfinished game of the current block, once all games before it are known.

        The arm before the change comes first.
        """
        if not (self._any_stopped and self._begun):
            return None
        first, count, chunks = self._begun[0]
        for of_arm in chunks:
            known = first
            for chunk in sorted(of_arm, key=lambda chunk: chunk.first):
                if chunk.first != known:
                    return None
                if chunk.tally.stopped:
                    return chunk
                known += chunk.count
            if known < first + count:
                return None
        return None

    def take_look(self) -> Evidence | None:
        """Return the evidence with the next block included; None if that block is not complete yet."""
        if not self._begun:
            return None
        first, count, chunks = self._begun[0]
        if any(sum(chunk.count for chunk in of_arm) < count for of_arm in chunks):
            return None
        del self._begun[0]
        self._take(first, count, chunks)
        return self.evidence

    def take_rest(self) -> None:
        """Take the games of the current block that are finished on both arms, up to the first one that is not.

        For a run that was interrupted; always-valid intervals hold at this look as at any other.
        """
        if not self._begun:
            return
        first, _, chunks = self._begun.pop(0)
        starts = [{chunk.first: chunk for chunk in of_arm if not chunk.tally.stopped} for of_arm in chunks]
        ends = []
        for of_arm in starts:
            known = [first]
            while (chunk := of_arm.get(known[-1])) is not None:
                known.append(known[-1] + chunk.count)
            ends.append(known)
        common = max(set(ends[BEFORE]) & set(ends[AFTER]))
        if common > first:
            whole = [[chunk for chunk in of_arm.values() if chunk.first < common] for of_arm in starts]
            self._take(first, common - first, (whole[BEFORE], whole[AFTER]))

    def _take(self, first: int, count: int, chunks: tuple[list[Chunk], list[Chunk]]) -> None:
        known, kinds = self.evidence, EndingNumbers()
        before, after = (endings_in_order(of_arm, kinds) for of_arm in chunks)
        for tally, of_arm in zip(known.tallies, chunks, strict=True):
            for chunk in of_arm:
                tally.merge(chunk.tally)
        endings, found = list(kinds), list(zip(before, after, strict=True))
        for (was, now), times in Counter(found).items():
            pair = endings[was], endings[now]
            known.pairs[pair] += times
            if pair not in known.first:
                known.first[pair] = first + found.index((was, now))
        known.games += count
