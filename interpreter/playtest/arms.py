"""Arms: runs of games that may be played side by side. The unit of work, a few games in a row of one of them, depends
on the arm and their numbers only, whoever plays it, and when.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace

from interpreter.engine.native import NativeGames
from interpreter.errors import PlayError, Problem, Where
from interpreter.language.executable import NativeCode, NotNative, Unfit
from interpreter.matches.match import Game
from interpreter.playtest.backends import native_games, no_backend
from interpreter.playtest.chunks import CHUNK_SECONDS, ChunkPlayer, Last, Series, next_count

FEW = 4
"""So many games are played at first, then so many times as many, and so on."""


@dataclass(frozen=True, slots=True)
class Span:
    """Games `first` to `first + count - 1` of an arm, by its number, out of which a thing is left, by its own."""

    arm: int
    first: int
    count: int
    without: int = 0

    @property
    def of(self) -> Series:
        """Whose games they are."""
        return self.arm, self.without

    @property
    def end(self) -> int:
        """The game after the last."""
        return self.first + self.count


@dataclass(frozen=True, slots=True)
class Arm:
    """The run of a game with that seed. `seated` says who plays a seat (random, if it says nothing); `native`: machine
    code plays, in that memory."""

    game: Game
    seed: int
    seated: dict[str, str] = field(default_factory=dict)
    native: NativeGames | None = None

    def player(
        self,
        step: Callable[[], None] | None = None,
        at_once: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> ChunkPlayer:
        """Who plays its games; see ChunkPlayer."""
        return ChunkPlayer(self.game, self.seated, self.seed, self.native, step, at_once)

    def recipe(self) -> Recipe:
        """What a process that starts from nothing needs to have the same arm."""
        book = self.game.rulebook
        native = None if self.native is None else self.game.program.native
        players = len(self.game.seats)
        how = book.omits, book.covers
        return Recipe(book.folder, book.asked, players, book.digest, self.seed, self.seated, native, *how)


def _arm(game: Game, seed: int, seated: dict[str, str], native: bool) -> Arm:
    try:
        return Arm(game, seed, seated, native_games(game, seed, seated) if native else None)
    except NotNative as error:
        raise no_backend(game, error) from None


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a process that starts from nothing needs to have an arm: what to load, and machine code, if that plays."""

    folder: str
    variants: tuple[str, ...]
    players: int
    digest: str
    seed: int
    seated: dict[str, str]
    native: NativeCode | Unfit | None
    omits: bool = False
    covers: bool = False

    def arm(self) -> Arm:
        """Raises CahierError if the game can't be loaded, or is no longer the same."""
        from interpreter.matches.loading import load

        game = load(self.folder, variants=self.variants, players=self.players)
        if game.rulebook.digest != self.digest:
            raise PlayError(Problem(Where(self.folder), "rules-changed", "the files have just changed"))
        if self.omits:
            game = game.omitting()
        if self.covers:
            game = game.covering()
        game.program.native = self.native
        return _arm(game, self.seed, self.seated, self.native is not None)


def more_and_more(span: Span) -> Iterator[Span]:
    """The games of a span, a few to begin with: of rules that nobody has tried, they might never end."""
    first, behind, count = span.first, span.first + span.count, FEW
    while first < behind:
        yield replace(span, first=first, count=min(count, behind - first))
        first += count
        count *= FEW


class Chunks:
    """Cuts spans into chunks of about so many `seconds`, in their order. `shares`: into so many, at the least, where
    there are games enough."""

    def __init__(self, spans: Iterable[Span], shares: int = 1, seconds: float = CHUNK_SECONDS) -> None:
        self._spans = iter(spans)
        self._shares = shares
        self._seconds = seconds
        self._rest: Span | None = None
        self._again: list[Span] = []

    def next(self, last: Last) -> Span | None:
        """The next chunk for somebody who has played these last; None if all are given."""
        if self._again:
            return self._again.pop()
        span = self._rest or next(self._spans, None)
        if span is None:
            return None
        count = next_count(last.get(span.of), span.count, self._shares, self._seconds)
        rest = replace(span, first=span.first + count, count=span.count - count)
        self._rest = rest if rest.count else None
        return replace(span, count=count)

    def again(self, chunks: Iterable[Span]) -> None:
        """These were not played."""
        self._again += chunks
