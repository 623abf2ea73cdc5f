"""Arms: runs of games that can be played side by side.

The unit of work is a chunk, which holds a few consecutive games of one arm. Its result depends on the arm and on the
games' numbers only, not on the process that plays it or on the time.

The module also chooses the backend of a run, and estimates the length of games before they are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace

from interpreter.engine.native_games import NativeGames, prepare_native
from interpreter.engine.playout import play_random
from interpreter.language.execution.executable import (
    Backend,
    NativeCode,
    NativeUnavailableError,
    NotCompilableError,
    RuntimeNotInstalledError,
)
from interpreter.matches.match import Game
from interpreter.players.lineup import STATE_ONLY, has_only_quick_players
from interpreter.playtest.run.chunks import CHUNK_SECONDS, ChunkPlayer, LastChunks, Series, next_count
from interpreter.rulebook.player_names import TABLE
from interpreter.support.errors import CahierError, Location, PlayError, Problem, install_command

MIN_NATIVE_GAMES = 500
"""Number of games from which compiling to machine code pays off."""


@dataclass(frozen=True, slots=True)
class BackendChoice:
    """The backend of a run.

    Attributes:
        native: The memory in which machine code plays; None for Python.
        fallback_reason: The reason why machine code can't play, if it should.
    """

    native: NativeGames | None = None
    fallback_reason: str | None = None


def choose_backend(game: Game, backend: Backend, seated: Mapping[str, str], games: int, seed: int) -> BackendChoice:
    """Choose the backend for a number of games between these players, and compile machine code if needed.

    Raises PlayError if machine code is requested by name but not available.
    """
    if backend == "python" or (backend == "auto" and games < MIN_NATIVE_GAMES):
        return BackendChoice()
    others = [f"seat {seat} is played by `{name}`" for seat, name in seated.items() if name not in STATE_ONLY]
    if others and backend == "auto":
        return BackendChoice()
    try:
        if others:
            raise NativeUnavailableError(f"{others[0]}, whose decisions only Python takes")
        prepare_native(game)
        return BackendChoice(native_games(game, seed, seated))
    except NativeUnavailableError as error:
        if backend == "auto":
            return BackendChoice(fallback_reason=f"played in Python: {error}")
        raise backend_error(game, error) from None


def backend_error(game: Game, cause: NativeUnavailableError) -> PlayError:
    """Return the error that machine code can't play a game."""
    suggestion = install_command("fast") if isinstance(cause, RuntimeNotInstalledError) else None
    return PlayError(
        Problem(Location(game.id), "no-backend", f"the games can't be played by machine code: {cause}", suggestion)
    )


def native_games(game: Game, seed: int, seated: Mapping[str, str]) -> NativeGames:
    """Return a memory in which existing machine code plays a run. Raises NativeUnavailableError."""
    return NativeGames(game, seed, [seat for seat, name in seated.items() if name == TABLE])


SAMPLE_GAMES = 5
"""Number of random games played for an estimate."""


def estimate_decisions(game: Game, seated: Mapping[str, str]) -> float | None:
    """Estimate the number of decisions in a game with slow players, by random games.

    None if no player is slow, or a random game does not come to an end.
    """
    if has_only_quick_players(seated):
        return None
    try:
        return sum(play_random(game, 0, index).decisions for index in range(SAMPLE_GAMES)) / SAMPLE_GAMES
    except CahierError:
        return None


FIRST_SPAN_SIZE = 4
"""Number of games in the first span, and the factor by which spans grow."""


@dataclass(frozen=True, slots=True)
class GameSpan:
    """Games `first` to `first + count - 1` of an arm.

    Attributes:
        arm: The arm, by number.
        first: The first game.
        count: Number of games.
        omitted_item: The item left out of the game, by number; 0 for none.
    """

    arm: int
    first: int
    count: int
    omitted_item: int = 0

    @property
    def series(self) -> Series:
        """The series to which the games belong."""
        return self.arm, self.omitted_item

    @property
    def end(self) -> int:
        """The number after that of the last game."""
        return self.first + self.count


@dataclass(frozen=True, slots=True)
class Arm:
    """A run of games with one seed.

    Attributes:
        game: The game.
        seed: The seed of the run.
        seated: The player's name on each seat; other seats play at random.
        native: The memory in which machine code plays; None for Python.
    """

    game: Game
    seed: int
    seated: dict[str, str] = field(default_factory=dict)
    native: NativeGames | None = None

    def chunk_player(
        self,
        on_step: Callable[[], None] | None = None,
        interruptible: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> ChunkPlayer:
        """Return a player of this arm's games, see `ChunkPlayer`."""
        return ChunkPlayer(self.game, self.seated, self.seed, self.native, on_step, interruptible)

    def recipe(self) -> ArmRecipe:
        """Return a picklable description of the arm for a new process."""
        book = self.game.rulebook
        native = None if self.native is None else self.game.program.native
        players = len(self.game.seats)
        how = book.omits, book.covers
        return ArmRecipe(
            book.folder, book.requested_variants, players, book.digest, self.seed, self.seated, native, *how
        )


def _make_arm(game: Game, seed: int, seated: dict[str, str], native: bool) -> Arm:
    try:
        return Arm(game, seed, seated, native_games(game, seed, seated) if native else None)
    except NativeUnavailableError as error:
        raise backend_error(game, error) from None


@dataclass(frozen=True, slots=True)
class ArmRecipe:
    """A picklable description of an arm: the game to load, and its machine code, if any."""

    folder: str
    variants: tuple[str, ...]
    players: int
    digest: str
    seed: int
    seated: dict[str, str]
    native: NativeCode | NotCompilableError | None
    omits: bool = False
    covers: bool = False

    def load_arm(self) -> Arm:
        """Load the game and return the arm. Raises CahierError if the game can't be loaded, or has changed."""
        from interpreter.matches.loading import load

        game = load(self.folder, variants=self.variants, players=self.players)
        if game.rulebook.digest != self.digest:
            raise PlayError(Problem(Location(self.folder), "rules-changed", "the files have just changed"))
        if self.omits:
            game = game.with_omissions()
        if self.covers:
            game = game.with_coverage()
        game.program.native = self.native
        return _make_arm(game, self.seed, self.seated, self.native is not None)


def growing_spans(span: GameSpan) -> Iterator[GameSpan]:
    """Split a span into growing parts, a few games first, because games of untested rules may never end."""
    first, behind, count = span.first, span.first + span.count, FIRST_SPAN_SIZE
    while first < behind:
        yield replace(span, first=first, count=min(count, behind - first))
        first += count
        count *= FIRST_SPAN_SIZE


class ChunkScheduler:
    """An iterator that cuts spans, in their order, into chunks that take about the same time.

    Args:
        spans: The spans to cut.
        min_chunks: Smallest number of chunks, if there are enough games.
        seconds: Duration of a chunk.
    """

    def __init__(self, spans: Iterable[GameSpan], min_chunks: int = 1, seconds: float = CHUNK_SECONDS) -> None:
        self._spans = iter(spans)
        self._shares = min_chunks
        self._seconds = seconds
        self._rest: GameSpan | None = None
        self._returned: list[GameSpan] = []

    def next_chunk(self, last_chunks: LastChunks) -> GameSpan | None:
        """Return the next chunk for a worker, by the chunks that it played last; None at the end."""
        if self._returned:
            return self._returned.pop()
        span = self._rest or next(self._spans, None)
        if span is None:
            return None
        count = next_count(last_chunks.get(span.series), span.count, self._shares, self._seconds)
        rest = replace(span, first=span.first + count, count=span.count - count)
        self._rest = rest if rest.count else None
        return replace(span, count=count)

    def put_back(self, chunks: Iterable[GameSpan]) -> None:
        """Take back chunks that were not played."""
        self._returned += chunks
