"""Executor with a store: only games that are missing in the store are played, and their results are added to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from interpreter.playtest.arms import Span
from interpreter.playtest.chunks import Chunk, Wanted
from interpreter.playtest.crews import Crew
from interpreter.playtest.interrupted import InterruptedGame
from interpreter.playtest.store import NotKept, Store


class Keeping:
    """Executor that caches chunks in a store. Stored chunks are returned without being played."""

    def __init__(self, crew: Crew, store: Store) -> None:
        self._crew = crew
        self._store = store

    @property
    def lost(self) -> int:
        """Number of workers that were killed from outside."""
        return self._crew.lost

    @property
    def interrupted(self) -> Sequence[InterruptedGame]:
        """The games under way when the run was stopped, as far as known."""
        return self._crew.interrupted

    def play(self, spans: Iterable[Span], wanted: Wanted) -> Iterator[Chunk]:
        """Play the spans, see `Crew.play`. Raises SaveError if the store can't be read or written."""
        to_come = _Ahead(spans)
        while (span := to_come.next()) is not None:
            for chunk in self._store.held(span):
                if wanted.endings and len(chunk.endings.games) != chunk.count:
                    raise self._store.wrong("other-results", "it does not say how each of its games ended")
                if wanted.looker is not None and len(chunk.found) != chunk.count:
                    raise self._store.wrong("other-results", "it does not say what was found in each of its games")
                yield chunk
            unknown = _Unknown(span, to_come, self._store)
            for chunk in self._crew.play(unknown, wanted):
                try:
                    self._store.keep(chunk)
                except NotKept:
                    yield chunk  # it was played, although it is not stored
                    raise
                yield chunk
            if not unknown.all_given:  # the run was stopped
                break
        self._store.write()


class _Unknown:
    """An iterator over the games missing in a span, and over the spans after it that are missing as a whole.

    It stops at a span of which some games are stored, because their results may decide which spans come next.
    """

    def __init__(self, span: Span, to_come: _Ahead, store: Store) -> None:
        self.all_given = False
        self._spans = self._found(span, to_come, store)

    def __iter__(self) -> Iterator[Span]:
        return self._spans

    def _found(self, span: Span, to_come: _Ahead, store: Store) -> Iterator[Span]:
        store.begin(span)
        yield from store.missing(span)
        while (following := to_come.next()) is not None:
            if store.missing(following) != [following]:
                to_come.back(following)
                break
            store.begin(following)
            yield following
        self.all_given = True


class _Ahead:
    """An iterator over spans with a pushback of one."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = iter(spans)
        self._back: Span | None = None

    def next(self) -> Span | None:
        span, self._back = self._back, None
        return span or next(self._spans, None)

    def back(self, span: Span) -> None:
        self._back = span
