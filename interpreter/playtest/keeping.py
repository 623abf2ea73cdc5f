"""Executor with a store: only games that are missing in the store are played, and their results are added to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from interpreter.playtest.arms import GameSpan
from interpreter.playtest.chunks import Chunk, ChunkOutputs
from interpreter.playtest.crews import Executor
from interpreter.playtest.interrupted import InterruptedGame
from interpreter.playtest.store import Store, StoreWriteError


class CachingExecutor:
    """Executor that caches chunks in a store. Stored chunks are returned without being played."""

    def __init__(self, executor: Executor, store: Store) -> None:
        self._executor = executor
        self._store = store

    @property
    def lost(self) -> int:
        """Number of workers that were killed from outside."""
        return self._executor.lost

    @property
    def interrupted(self) -> Sequence[InterruptedGame]:
        """The games under way when the run was stopped, as far as known."""
        return self._executor.interrupted

    def play(self, spans: Iterable[GameSpan], outputs: ChunkOutputs) -> Iterator[Chunk]:
        """Play the spans, see `Executor.play`. Raises SaveError if the store can't be read or written."""
        remaining = _PushbackIterator(spans)
        while (span := remaining.next_span()) is not None:
            for chunk in self._store.stored_chunks(span):
                if outputs.endings and len(chunk.endings.games) != chunk.count:
                    raise self._store.store_error("other-results", "it does not say how each of its games ended")
                if outputs.probe is not None and len(chunk.findings) != chunk.count:
                    raise self._store.store_error(
                        "other-results", "it does not say what was found in each of its games"
                    )
                yield chunk
            missing = _MissingSpans(span, remaining, self._store)
            for chunk in self._executor.play(missing, outputs):
                try:
                    self._store.add(chunk)
                except StoreWriteError:
                    yield chunk  # it was played, although it is not stored
                    raise
                yield chunk
            if not missing.is_exhausted:  # the run was stopped
                break
        self._store.write()


class _MissingSpans:
    """An iterator over the games missing in a span, and over the spans after it that are missing as a whole.

    It stops at a span of which some games are stored, because their results may decide which spans come next.
    """

    def __init__(self, span: GameSpan, to_come: _PushbackIterator, store: Store) -> None:
        self.is_exhausted = False
        self._spans = self._missing_spans(span, to_come, store)

    def __iter__(self) -> Iterator[GameSpan]:
        return self._spans

    def _missing_spans(self, span: GameSpan, to_come: _PushbackIterator, store: Store) -> Iterator[GameSpan]:
        store.begin_span(span)
        yield from store.missing_spans(span)
        while (following := to_come.next_span()) is not None:
            if store.missing_spans(following) != [following]:
                to_come.push_back(following)
                break
            store.begin_span(following)
            yield following
        self.is_exhausted = True


class _PushbackIterator:
    """An iterator over spans with a pushback of one."""

    def __init__(self, spans: Iterable[GameSpan]) -> None:
        self._spans = iter(spans)
        self._back: GameSpan | None = None

    def next_span(self) -> GameSpan | None:
        span, self._back = self._back, None
        return span or next(self._spans, None)

    def push_back(self, span: GameSpan) -> None:
        self._back = span
