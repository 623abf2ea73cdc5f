"""Chunks: a few consecutive games, the unit of work wherever many games are played."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from interpreter.engine.faults import source_keys_on_stack
from interpreter.engine.native_games import NativeGames
from interpreter.engine.playout import GameResult, Picker, game_seed, pack_bits, play_random, take_reached
from interpreter.matches.match import Game
from interpreter.players.base import QuickPlayer
from interpreter.players.lineup import has_only_quick_players, make_player
from interpreter.players.playing import play_seated
from interpreter.playtest.records.game_records import format_played
from interpreter.playtest.run.figures import ENDING, FinishedGame, Tally, csv_line
from interpreter.playtest.run.observers import CardObservations, CardObserver, Probe, RunObserver
from interpreter.playtest.run.pace import DecisionCounter
from interpreter.playtest.run.stopping import InterruptedGame, RunStopped
from interpreter.rulebook.player_names import TABLE
from interpreter.support.errors import CahierError

MIN_STOPPED = 20
"""Number of games stopped in machine code, if they are the majority, after which it is given up."""
CHUNK_SECONDS = 0.1
"""Duration of a chunk: short enough for progress and a prompt stop, long enough to make its overhead negligible."""
MIN_CHUNK_SECONDS = 0.005
"""Smallest duration of a chunk, if there are enough games."""


Series = tuple[int, int]
"""Games that differ only in their seeds: the number of an arm, and of the item left out of it."""
LastChunks = Mapping[Series, "Chunk"]
"""The last chunk of each series that a worker has played."""


@dataclass(frozen=True, slots=True)
class ChunkOutputs:
    """The data that a chunk keeps of its games in addition to the tally.

    Attributes:
        records: Keep a record of each finished game.
        endings: Keep the ending of each game.
        observations: Keep observations of cards and of the course of games. They are made by Python only, and only of
            players that need no more than a state.
        csv_lines: Keep a line of CSV for each game, with its cards if they are observed.
        decisions: Count decisions and the offers of cards. Games of machine code have none.
        probe: A probe whose observations are kept for each game, together with its ending.
    """

    records: bool = False
    endings: bool = False
    observations: bool = False
    csv_lines: bool = False
    decisions: bool = False
    probe: Probe | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """An ending of a game: the winners, the winning side, if any, and the reason.

    `holder` is the first seat with the card whose event is left out, if any.
    """

    winners: tuple[str, ...]
    side: str | None
    reason: str
    holder: str | None = None

    @classmethod
    def from_game(cls, game: FinishedGame) -> Ending:
        """Return the ending of a game."""
        return cls(game.winners, game.side, game.reason, game.holder)


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
        record_lines: The records of the games, if requested.
        seconds: The time taken.
        arm: The arm, by number.
        omitted_item: The item left out of the game, by number; 0 for none.
        endings: The ending of each game, if requested.
        is_stored: True if the chunk was played earlier and comes from a store.
        observations: The observations of cards, if requested.
        findings: The probe's observations of each game, if requested.
        reached: The coverage points reached, one bit each, if the rulebook `covers` (see language.lowered.game).
        csv_lines: The lines of CSV, if requested.
        native: Number of games that machine code played.
        fallback_games: Number of games that machine code could not continue, by the title of the rule (see
            `BackendUse`).
    """

    first: int
    count: int
    tally: Tally = field(default_factory=Tally)
    record_lines: list[str] = field(default_factory=list)
    seconds: float = 0.0
    arm: int = 0
    omitted_item: int = 0
    endings: Endings = field(default_factory=Endings)
    is_stored: bool = False
    observations: CardObservations = field(default_factory=CardObservations)
    findings: list[Any] = field(default_factory=list)
    reached: int = 0
    csv_lines: list[str] = field(default_factory=list)
    native: int = 0
    fallback_games: Counter[str] = field(default_factory=Counter)

    @property
    def series(self) -> Series:
        """The series of the games. Games of one series take about the same time."""
        return self.arm, self.omitted_item


class ChunkPlayer:
    """A player of chunks of a run.

    Args:
        game: The game.
        seated: The player's name on each seat; other seats play at random.
        seed: The seed of the run.
        native: Machine code for the run. Python then plays only the games that it can't finish.
        on_step: A callback after each decision of a game with slow players.
        interruptible: A context in which a signal may interrupt a game. Machine code runs outside of it, but is soon
            done.
    """

    def __init__(
        self,
        game: Game,
        seated: dict[str, str],
        seed: int,
        native: NativeGames | None = None,
        on_step: Callable[[], None] | None = None,
        interruptible: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._complete_game = self._game = game
        self._omitted_item = 0
        self._seated = seated
        self._seed = seed
        self._native = native
        self._on_step = on_step
        self._interruptible = interruptible
        self._stopped = self._finished = 0
        self._observer: tuple[Probe, RunObserver] | None = None

    def play(self, first: int, count: int, outputs: ChunkOutputs, arm: int = 0, omitted_item: int = 0) -> Chunk:
        """Play games `first` to `first + count - 1`.

        Args:
            first: The first game.
            count: Number of games.
            outputs: The data to keep of the games.
            arm: The number of the arm to note in the chunk.
            omitted_item: The number of the item to leave out, if the rulebook `omits`.
        """
        self._leave_out(omitted_item)
        chunk = Chunk(first, count, arm=arm, omitted_item=omitted_item)
        if self._game.rulebook.covers:
            self._take_reached()  # discard the points reached by a chunk that was dropped
        began = perf_counter()
        if outputs.probe is not None:
            self._play_probed(chunk, outputs.probe)
        elif outputs.observations:
            self._play_observed(chunk, outputs)
        elif outputs.decisions and self._native is None:
            self._play_counted(chunk, outputs)
        elif self._native is not None and not self._is_native_futile():
            self._play_native(self._native, chunk, outputs)
        else:
            for index in range(first, first + count):
                self._play_one(chunk, index, outputs)
        if self._game.rulebook.covers:
            chunk.reached = self._take_reached()
        chunk.seconds = perf_counter() - began
        return chunk

    def _take_reached(self) -> int:
        """Return the coverage points reached since the last call."""
        found = take_reached(self._game, logged=not has_only_quick_players(self._seated))
        return found if self._native is None else found | pack_bits(self._native.take_reached())

    def _leave_out(self, thing: int) -> None:
        if thing != self._omitted_item:
            self._game, self._omitted_item = self._complete_game.without(thing), thing
            self._stopped = self._finished = 0
            if self._native is not None:
                self._native.omit(thing)

    def _is_native_futile(self) -> bool:
        """Return True if machine code failed to finish most games."""
        return self._stopped >= MIN_STOPPED and self._stopped > self._finished

    def _play_native(self, run: NativeGames, chunk: Chunk, wanted: ChunkOutputs) -> None:
        if wanted.records:
            for index in range(chunk.first, chunk.first + chunk.count):
                played = run.play_recorded(index)
                if played is None:
                    self._hand_back(run, chunk)
                    self._play_one(chunk, index, wanted)
                else:
                    self._finished += 1
                    chunk.native += 1
                    self._add_game(chunk, index, played, wanted)
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
                    kinds, games = batch.grouped_games(ENDING)
                    chunk.endings.extend(map(Ending.from_game, kinds), games)
                if wanted.csv_lines:
                    chunk.csv_lines += [
                        csv_line(self._game, batch.first + at, batch.row(at)) for at in range(batch.count)
                    ]

    def _hand_back(self, run: NativeGames, chunk: Chunk) -> None:
        """Count a game that machine code could not continue, and that Python plays next."""
        self._stopped += 1
        chunk.fallback_games[run.stopped_in] += 1

    def _play_observed(self, chunk: Chunk, wanted: ChunkOutputs) -> None:
        pickers = quick_pickers(self._game, self._seated) or [None] * len(self._game.seats)
        watch = CardObserver(self._game, pickers)
        for index in range(chunk.first, chunk.first + chunk.count):
            watch.begin()
            try:
                with self._playing(chunk, index):
                    played = play_random(self._game, self._seed, index, wanted.records, watch.pickers)
            except CahierError as error:
                chunk.tally.fail(index, error.problems)
                if wanted.csv_lines:
                    chunk.csv_lines.append(csv_line(self._game, index, None, watch.card_cells()))
                continue
            watch.finish(played)
            self._add_game(chunk, index, played, wanted, watch.card_cells())
        chunk.observations = watch.observations

    def _play_counted(self, chunk: Chunk, wanted: ChunkOutputs) -> None:
        counter = DecisionCounter(self._game)
        for index in range(chunk.first, chunk.first + chunk.count):
            counter.begin()
            if self._play_one(chunk, index, wanted, counter):
                counter.finish()
        chunk.tally.offers, chunk.tally.pace = counter.offers, counter.pace

    def _play_probed(self, chunk: Chunk, probe: Probe) -> None:
        if self._observer is None or self._observer[0] != probe:
            self._observer = probe, probe.begin(self._game, self._seated, self._seed, self._on_step)
        _, looking = self._observer
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
                chunk.endings.add(Ending.from_game(played))
            chunk.findings.append(found)

    @contextmanager
    def _playing(self, chunk: Chunk, index: int) -> Iterator[None]:
        """Surround a game played by Python: an interruption notes which game and which rule it has stopped."""
        try:
            with self._interruptible():
                yield
        except RunStopped as stopped:
            keys = source_keys_on_stack(stopped, self._game.program)
            stopped.game = InterruptedGame(index, keys[-1].title if keys else None, chunk.arm)
            raise

    def _play_one(self, chunk: Chunk, index: int, wanted: ChunkOutputs, counter: DecisionCounter | None = None) -> bool:
        """Play a game, and return True if it came to an end."""
        try:
            with self._playing(chunk, index):
                played = _play_game(self._game, self._seated, self._seed, index, wanted.records, self._on_step, counter)
        except CahierError as error:
            chunk.tally.fail(index, error.problems)
            if wanted.endings:
                chunk.endings.add(None)
            if wanted.csv_lines:
                chunk.csv_lines.append(csv_line(self._game, index, None))
            return False
        self._add_game(chunk, index, played, wanted)
        return True

    def _add_game(
        self, chunk: Chunk, index: int, played: GameResult, wanted: ChunkOutputs, cards: Sequence[str] = ()
    ) -> None:
        chunk.tally.add(played)
        if wanted.endings:
            chunk.endings.add(Ending.from_game(played))
        if wanted.records:
            chunk.record_lines.append(format_played(self._game, self._seed, index, played))
        if wanted.csv_lines:
            chunk.csv_lines.append(csv_line(self._game, index, played, cards))


def _play_game(
    game: Game,
    seated: dict[str, str],
    seed: int,
    index: int,
    record: bool,
    on_step: Callable[[], None] | None,
    counter: DecisionCounter | None,
) -> GameResult:
    """Play one game, without a log if all players need only a state."""
    if not has_only_quick_players(seated):
        names = {seat: seated.get(seat, "random") for seat in game.seats}
        return play_seated(game, names, game_seed(seed, index), on_step, None if counter is None else counter.count)
    pickers = quick_pickers(game, seated)
    if counter is not None:
        pickers = [*counter.wrap(pickers or [None] * len(game.seats))]
    return play_random(game, seed, index, record, pickers)


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


def next_count(last: Chunk | None, left: int, min_chunks: int = 1, seconds: float = CHUNK_SECONDS) -> int:
    """Return the number of games for the next chunk.

    Args:
        last: The last chunk of the same series; None at first.
        left: Number of games left to play.
        min_chunks: Smallest number of chunks into which they are divided, unless these would be too short.
        seconds: Duration of the chunk.
    """
    if last is None or not last.seconds:
        return 1
    rate = last.count / last.seconds
    share = max(math.ceil(left / min_chunks), int(rate * MIN_CHUNK_SECONDS))
    return max(1, min(last.count * 8, int(rate * seconds), share, left))
