"""Chunks: a few consecutive games, the unit of work wherever many games are played."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from interpreter.engine.faults import code_under_way
from interpreter.engine.native import NativeGames
from interpreter.engine.playout import Picker, Played, bits_of, game_seed, play_random, take_reached
from interpreter.errors import CahierError
from interpreter.matches.match import Game
from interpreter.players.base import QuickPlayer
from interpreter.players.making import QUICK, TABLE, make_player
from interpreter.players.playing import play_seated
from interpreter.playtest.figures import ENDING, Ended, Tally
from interpreter.playtest.interrupted import InterruptedGame
from interpreter.playtest.listing import line
from interpreter.playtest.lookers import Looker, Looking
from interpreter.playtest.records import as_line
from interpreter.playtest.seen import Seen, Watch
from interpreter.playtest.stopping import Stopped

ENOUGH_STOPPED = 20
"""Number of games stopped in machine code, if they are the majority, after which it is given up."""
CHUNK_SECONDS = 0.1
"""Duration of a chunk: short enough for progress and a prompt stop, long enough to make its overhead negligible."""
LEAST_SECONDS = 0.005
"""Smallest duration of a chunk, if there are enough games."""


Series = tuple[int, int]
"""Games that differ only in their seeds: the number of an arm, and of the item left out of it."""
Last = Mapping[Series, "Chunk"]
"""The last chunk of each series that a worker has played."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The data that a chunk keeps of its games in addition to the tally.

    Attributes:
        records: Keep a record of each finished game.
        endings: Keep the ending of each game.
        seen: Keep observations of cards and of the course of games. They are made by Python only, and only of players
            that need no more than a state.
        listed: Keep a line of CSV for each game.
        looker: A probe whose observations are kept for each game, together with its ending.
    """

    records: bool = False
    endings: bool = False
    seen: bool = False
    listed: bool = False
    looker: Looker | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """An ending of a game: the winners, the winning side, if any, and the reason."""

    winners: tuple[str, ...]
    side: str | None
    reason: str

    @classmethod
    def of(cls, game: Ended) -> Ending:
        """Return the ending of a game."""
        return cls(game.winners, game.side, game.reason)


@dataclass(slots=True)
class Endings:
    """Endings of games, in order.

    Attributes:
        kinds: Number of each ending; None stands for a game stopped by an error in the rules.
        games: Number of the ending of each game.
    """

    kinds: dict[Ending | None, int] = field(default_factory=dict)
    games: array[int] = field(default_factory=lambda: array("H"))

    def add(self, ending: Ending | None) -> None:
        """Append the ending of one game."""
        self.games.append(self._number(ending))

    def extend(self, kinds: Iterable[Ending | None], games: Iterable[int]) -> None:
        """Append endings of games, each given by its number in `kinds`."""
        numbers = [self._number(kind) for kind in kinds]
        self.games.extend([numbers[game] for game in games])

    def _number(self, ending: Ending | None) -> int:
        return self.kinds.setdefault(ending, len(self.kinds))


@dataclass(slots=True)
class Chunk:
    """The result of playing games `first` to `first + count - 1`.

    Attributes:
        first: The first game.
        count: Number of games.
        tally: The figures of the games.
        lines: The records of the games, if requested.
        seconds: The time taken.
        arm: The arm, by number.
        without: The item left out of the game, by number; 0 for none.
        endings: The ending of each game, if requested.
        kept: True if the chunk was played earlier and comes from a store.
        seen: The observations of cards, if requested.
        found: The probe's observations of each game, if requested.
        reached: The coverage points reached, one bit each, if the rulebook `covers` (see language.points).
        listed: The lines of CSV, if requested.
        native: Number of games that machine code played.
        handed_back: Number of games that machine code could not continue, by the title of the rule (see `BackendUse`).
    """

    first: int
    count: int
    tally: Tally = field(default_factory=Tally)
    lines: list[str] = field(default_factory=list)
    seconds: float = 0.0
    arm: int = 0
    without: int = 0
    endings: Endings = field(default_factory=Endings)
    kept: bool = False
    seen: Seen = field(default_factory=Seen)
    found: list[Any] = field(default_factory=list)
    reached: int = 0
    listed: list[str] = field(default_factory=list)
    native: int = 0
    handed_back: Counter[str] = field(default_factory=Counter)

    @property
    def of(self) -> Series:
        """The series of the games. Games of one series take about the same time."""
        return self.arm, self.without


class ChunkPlayer:
    """A player of chunks of a run.

    Args:
        game: The game.
        seated: The player's name on each seat; other seats play at random.
        seed: The seed of the run.
        native: Machine code for the run. Python then plays only the games that it can't finish.
        step: A callback after each decision of a game with slow players.
        at_once: A context in which a signal may interrupt a game. Machine code runs outside of it, but is soon done.
    """

    def __init__(
        self,
        game: Game,
        seated: dict[str, str],
        seed: int,
        native: NativeGames | None = None,
        step: Callable[[], None] | None = None,
        at_once: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._whole = self._game = game
        self._without = 0
        self._seated = seated
        self._seed = seed
        self._native = native
        self._step = step
        self._at_once = at_once
        self._stopped = self._finished = 0
        self._looking: tuple[Looker, Looking] | None = None

    def play(self, first: int, count: int, wanted: Wanted, arm: int = 0, without: int = 0) -> Chunk:
        """Play games `first` to `first + count - 1`.

        Args:
            first: The first game.
            count: Number of games.
            wanted: The data to keep of the games.
            arm: The number of the arm to note in the chunk.
            without: The number of the item to leave out, if the rulebook `omits`.
        """
        self._leave_out(without)
        chunk = Chunk(first, count, arm=arm, without=without)
        if self._game.rulebook.covers:
            self._reached()  # discard the points reached by a chunk that was dropped
        began = perf_counter()
        if wanted.looker is not None:
            self._play_looked_at(chunk, wanted.looker)
        elif wanted.seen:
            self._play_watched(chunk)
        elif self._native is not None and not self._in_vain():
            self._play_native(self._native, chunk, wanted)
        else:
            for index in range(first, first + count):
                self._play_one(chunk, index, wanted)
        if self._game.rulebook.covers:
            chunk.reached = self._reached()
        chunk.seconds = perf_counter() - began
        return chunk

    def _reached(self) -> int:
        """Return the coverage points reached since the last call."""
        found = take_reached(self._game, logged=not are_quick(self._seated))
        return found if self._native is None else found | bits_of(self._native.reached())

    def _leave_out(self, thing: int) -> None:
        if thing != self._without:
            self._game, self._without = self._whole.without(thing), thing
            self._stopped = self._finished = 0
            if self._native is not None:
                self._native.leave_out(thing)

    def _in_vain(self) -> bool:
        """Return True if machine code failed to finish most games."""
        return self._stopped >= ENOUGH_STOPPED and self._stopped > self._finished

    def _play_native(self, run: NativeGames, chunk: Chunk, wanted: Wanted) -> None:
        if wanted.records:
            for index in range(chunk.first, chunk.first + chunk.count):
                played = run.play_recorded(index)
                if played is None:
                    self._hand_back(run, chunk)
                    self._play_one(chunk, index, wanted)
                else:
                    self._finished += 1
                    chunk.native += 1
                    self._keep(chunk, index, played, wanted)
            return
        for batch in run.play(chunk.first, chunk.count):
            if isinstance(batch, int):
                self._hand_back(run, chunk)
                self._play_one(chunk, batch, wanted)
            else:
                self._finished += batch.count
                chunk.native += batch.count
                chunk.tally.add_batch(batch)
                if wanted.endings:
                    kinds, games = batch.by_kind(ENDING)
                    chunk.endings.extend(map(Ending.of, kinds), games)
                if wanted.listed:
                    chunk.listed += [line(self._game, batch.first + at, batch.row(at)) for at in range(batch.count)]

    def _hand_back(self, run: NativeGames, chunk: Chunk) -> None:
        """Count a game that machine code could not continue, and that Python plays next."""
        self._stopped += 1
        chunk.handed_back[run.stopped_in] += 1

    def _play_watched(self, chunk: Chunk) -> None:
        pickers = quick_pickers(self._game, self._seated) or [None] * len(self._game.seats)
        watch = Watch(self._game, pickers)
        for index in range(chunk.first, chunk.first + chunk.count):
            watch.begin()
            try:
                with self._playing(chunk, index):
                    played = play_random(self._game, self._seed, index, False, watch.pickers)
            except CahierError as error:
                chunk.tally.fail(index, error.problems)
                continue
            watch.ended(played)
            chunk.tally.add(played)
        chunk.seen = watch.seen

    def _play_looked_at(self, chunk: Chunk, looker: Looker) -> None:
        if self._looking is None or self._looking[0] != looker:
            self._looking = looker, looker.begin(self._game, self._seated, self._seed, self._step)
        _, looking = self._looking
        for index in range(chunk.first, chunk.first + chunk.count):
            try:
                with self._playing(chunk, index):
                    played, found = looking.play(index)
            except CahierError as error:
                chunk.tally.fail(index, error.problems)
                chunk.endings.add(None)
                found = None
            else:
                chunk.tally.add(played)
                chunk.endings.add(Ending.of(played))
            chunk.found.append(found)

    @contextmanager
    def _playing(self, chunk: Chunk, index: int) -> Iterator[None]:
        """Surround a game played by Python: an interruption notes which game and which rule it has stopped."""
        try:
            with self._at_once():
                yield
        except Stopped as stopped:
            keys = code_under_way(stopped, self._game.program)
            stopped.game = InterruptedGame(index, keys[-1].title if keys else None, chunk.arm)
            raise

    def _play_one(self, chunk: Chunk, index: int, wanted: Wanted) -> None:
        try:
            with self._playing(chunk, index):
                played = _play(self._game, self._seated, self._seed, index, wanted.records, self._step)
        except CahierError as error:
            chunk.tally.fail(index, error.problems)
            if wanted.endings:
                chunk.endings.add(None)
            if wanted.listed:
                chunk.listed.append(line(self._game, index, None))
            return
        self._keep(chunk, index, played, wanted)

    def _keep(self, chunk: Chunk, index: int, played: Played, wanted: Wanted) -> None:
        chunk.tally.add(played)
        if wanted.endings:
            chunk.endings.add(Ending.of(played))
        if wanted.records:
            chunk.lines.append(as_line(self._game, self._seed, index, played))
        if wanted.listed:
            chunk.listed.append(line(self._game, index, played))


def _play(
    game: Game, seated: dict[str, str], seed: int, index: int, record: bool, step: Callable[[], None] | None
) -> Played:
    """Play one game, without a log if all players need only a state."""
    if not are_quick(seated):
        names = {seat: seated.get(seat, "random") for seat in game.seats}
        return play_seated(game, names, game_seed(seed, index), step)
    return play_random(game, seed, index, record, quick_pickers(game, seated))


def are_quick(seated: Mapping[str, str]) -> bool:
    """Return True if all players need only a state."""
    return all(name in QUICK for name in seated.values())


def quick_pickers(game: Game, seated: Mapping[str, str]) -> list[Picker | None] | None:
    """Return a picker for each seat played by a table and None for others; None if all seats play at random.

    Players that need more than a state are left out.
    """
    pickers: list[Picker | None] = [None] * len(game.seats)
    for number, seat in enumerate(game.seats):
        if seated.get(seat) == TABLE:
            player = make_player(TABLE, game, seat)
            assert isinstance(player, QuickPlayer)
            pickers[number] = player.pick
    return pickers if any(pickers) else None


def next_count(last: Chunk | None, left: int, shares: int = 1, seconds: float = CHUNK_SECONDS) -> int:
    """Return the number of games for the next chunk.

    Args:
        last: The last chunk of the same series; None at first.
        left: Number of games left to play.
        shares: Smallest number of chunks into which they are divided, unless these would be too short.
        seconds: Duration of the chunk.
    """
    if last is None or not last.seconds:
        return 1
    rate = last.count / last.seconds
    share = max(math.ceil(left / shares), int(rate * LEAST_SECONDS))
    return max(1, min(last.count * 8, int(rate * seconds), share, left))
