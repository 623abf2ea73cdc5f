"""A store for results: one SQLite file, written as they come. Stored games are not played again, even after a crash.

A file holds the chunks of one or more arms. A chunk is identified by its arm, the item left out, and its first game.
SQLite locks the file as long as its process lives. The file may come from anybody: it must have exactly our tables,
and its content is plain data that is validated before use.

With `CachingExecutor`, only games that are missing in the store are played, and their results are added to it.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sqlite3
import stat
from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from time import monotonic
from types import TracebackType
from typing import Any, Self
from zlib import crc32

from interpreter.playtest.run.arms import GameSpan
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs, Series
from interpreter.playtest.run.executors import Executor
from interpreter.playtest.run.stopping import InterruptedGame
from interpreter.playtest.store.chunk_data import MAX_NUMBER, DecodeError, decode_chunk, encode_chunk
from interpreter.playtest.store.run_identity import ENDINGS_FACT, RunTerms, fact_differences
from interpreter.presentation.phrases import format_count
from interpreter.support.errors import Location, Problem, SaveError
from interpreter.support.formats import FORMAT_VERSIONS

APPLICATION_ID = 0x63616869
"""SQLite's application id in the header of the file."""
MAX_TEXT_BYTES = 64 << 20
"""Largest text in a file, in bytes."""
WRITE_INTERVAL = 0.5
"""Interval in seconds within which chunks are collected and written together."""
STORE_GONE = "store-gone"
"""Code of the problem that a file was removed or replaced."""
TABLES = {
    "about": "CREATE TABLE about (format TEXT NOT NULL)",
    "arms": "CREATE TABLE arms (arm INTEGER PRIMARY KEY, terms TEXT NOT NULL)",
    "chunks": "CREATE TABLE chunks (arm INTEGER NOT NULL, without INTEGER NOT NULL, first INTEGER NOT NULL, "
    "count INTEGER NOT NULL, seconds REAL NOT NULL, content TEXT NOT NULL, checksum INTEGER NOT NULL, "
    "PRIMARY KEY (arm, without, first)) "
    "WITHOUT ROWID",
}
"""Schema of a file."""
SQLITE_PROBLEMS = {
    sqlite3.SQLITE_BUSY: (
        "store-in-use",
        "another run is at work on this file; wait for its end, or name another file",
    ),
    sqlite3.SQLITE_LOCKED: ("store-in-use", "another run is at work on this file; wait for its end"),
    sqlite3.SQLITE_NOTADB: ("no-store", "this isn't a file of results, and is left as it is; name another one"),
    sqlite3.SQLITE_CORRUPT: ("bad-store", "this file of results is damaged or cut off, and is left as it is"),
    sqlite3.SQLITE_FULL: ("cannot-write", f"cannot be written: {os.strerror(errno.ENOSPC)}"),
    sqlite3.SQLITE_READONLY: ("cannot-write", "cannot be written: permission denied"),
    sqlite3.SQLITE_IOERR: ("cannot-write", "cannot be read or written: the disk fails, or has no space left"),
    sqlite3.SQLITE_CANTOPEN: ("cannot-write", "cannot be opened, or nothing can be written beside it"),
}
"""Problem code and message for SQLite's errors."""


class StoreWriteError(SaveError):
    """Error that results of played games can't be written to their store."""


class Store:
    """A store for the results of some arms; use it in a `with` block, at whose end everything is written."""

    def __init__(self, path: str, arms: Sequence[RunTerms], is_optional: bool = False) -> None:
        """Open or create the file, and lock it.

        `is_optional`: once results can't be written, no more are stored, and that is no error.

        Raises SaveError if it is in use, not a store, of another format or other terms, or can't be written.
        """
        self.path = path
        self._is_optional = is_optional
        self._arms = arms
        self._waiting: list[Chunk] = []
        self._stored: defaultdict[Series, list[tuple[int, int]]] = defaultdict(list)
        """First game and number of games of each chunk, in order."""
        self._begun_spans: set[tuple[Series, int]] = set()
        self._written = monotonic()
        self._added = 0
        """Games that were written since the file was opened."""
        self._has_failed = False
        is_new = not os.path.lexists(path)
        with self._converted_errors():
            self._file = _open_file(path)
            try:
                self._file.execute("BEGIN EXCLUSIVE")
                if size := os.path.getsize(path):
                    self._check_file(size)
                    self._set_application_id()  # a write without effect: it fails if there is no room for a journal
                else:
                    self._create_tables()
                self._file.execute("COMMIT")
                self._identity = _file_identity(path)
            except BaseException as error:
                if is_new and not _is_in_use(error):
                    with contextlib.suppress(OSError):
                        os.unlink(path)
                self._file.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None or not issubclass(kind, SaveError):
                self.write()
        finally:
            self._file.close()

    @property
    def games(self) -> int:
        """Number of stored games."""
        return sum(count for series in self._stored.values() for _, count in series)

    def stored_chunks(self, span: GameSpan) -> Iterator[Chunk]:
        """Yield the stored chunks that lie wholly within a span. Their duration is the time that elapsed for them."""
        asked = (
            "SELECT first, count, seconds, content, checksum FROM chunks WHERE arm = ? AND without = ? AND first >= ? "
        )
        with self._converted_errors():
            for row in self._file.execute(f"{asked} AND first + count <= ?", (*span.series, span.first, span.end)):
                yield self._chunk(span, row)

    def missing_spans(self, span: GameSpan) -> list[GameSpan]:
        """Return the parts of a span that must be played in addition to the stored chunks.

        Stored chunks that extend beyond the span don't count: their games within it are played again.
        """
        found = []
        at = span.first
        stored = self._stored[span.series]
        for first, count in stored[bisect_left(stored, (at, 0)) :]:
            if first + count > span.end:
                break
            found.append(replace(span, first=at, count=first - at))
            at = first + count
        found.append(replace(span, first=at, count=span.end - at))
        return [gap for gap in found if gap.count]

    def begin_span(self, span: GameSpan) -> None:
        """Note that play of a span begins.

        Its chunks are not merged with earlier ones, so that the span can be requested again as a whole. Time before it
        does not count as time of play, unless chunks wait to be written.
        """
        self._begun_spans.add((span.series, span.first))
        if not self._waiting:
            self._written = monotonic()

    def add(self, chunk: Chunk) -> None:
        """Store a chunk, unless some of its games are stored already. It is written soon, at the latest by `write`.

        Raises StoreWriteError if it can't be written; earlier chunks stay in the file.
        """
        if self._has_failed:
            return
        if not self._is_stored(chunk):
            self._waiting.append(chunk)
        if monotonic() >= self._written + WRITE_INTERVAL:
            self.write()

    def write(self) -> None:
        """Write all chunks that wait. Raises StoreWriteError once; nothing more is written after that."""
        if self._has_failed:
            return
        try:
            self._refuse_other_file()
            self._write_waiting()
            self._refuse_other_file()
        except SaveError as error:
            self._has_failed = True
            if self._is_optional:
                self._waiting.clear()
                return
            raise self._write_error(error.problems[0]) from None

    def _write_waiting(self) -> None:
        elapsed = monotonic() - self._written
        rows: list[tuple[int, int, int, int, float, str, int]] = []
        for chunk in _merge_consecutive(self._waiting, self._begun_spans):
            content = encode_chunk(chunk, self._arms[chunk.arm].places)
            place = (*chunk.series, chunk.first, chunk.count)
            seconds = 0.0 if rows else elapsed
            rows.append((*place, seconds, content, _checksum(*place, seconds, content)))
        if rows:
            with self._converted_errors():
                self._file.execute("BEGIN IMMEDIATE")
                try:
                    self._file.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
                    self._file.execute("COMMIT")
                except BaseException:
                    with contextlib.suppress(sqlite3.Error):  # it may be rolled back already
                        self._file.execute("ROLLBACK")
                    raise
            self._identity = self._identity[:2] + _file_identity(self.path)[2:]
        for arm, without, first, count, *_ in rows:
            insort(self._stored[arm, without], (first, count))
            self._added += count
        self._waiting.clear()
        self._written = monotonic()

    def _refuse_other_file(self) -> None:
        """Raise SaveError if the file was removed, replaced, or changed since it was last written."""
        now = _file_identity(self.path)
        if now[:2] == (0, 0):
            raise self.store_error(STORE_GONE, "this file of results was deleted or moved while the run wrote to it")
        if now != self._identity:
            raise self.store_error(STORE_GONE, "something else has replaced or changed this file of results")

    def _write_error(self, problem: Problem) -> StoreWriteError:
        waiting = sum(chunk.count for chunk in self._waiting)
        games = waiting + self._added if problem.code == STORE_GONE else waiting
        if not games:
            return StoreWriteError(problem)
        many = format_count(games, "game that was played is", "games that were played are")
        return StoreWriteError(replace(problem, message=f"{problem.message}; {many} not kept"))

    def _is_stored(self, chunk: Chunk) -> bool:
        """Return True if some of a chunk's games are stored."""
        held = self._stored[chunk.series]
        at = bisect_right(held, (chunk.first, MAX_NUMBER))
        before, after = held[at - 1 : at], held[at : at + 1]
        return any(first + count > chunk.first for first, count in before) or any(
            first < chunk.first + chunk.count for first, _ in after
        )

    def _set_application_id(self) -> None:
        self._file.execute(f"PRAGMA application_id = {APPLICATION_ID}")

    def _create_tables(self) -> None:
        self._set_application_id()
        for table in TABLES.values():
            self._file.execute(table)
        self._file.execute("INSERT INTO about VALUES (?)", (FORMAT_VERSIONS["store"],))
        rows = [(number, json.dumps(terms.facts)) for number, terms in enumerate(self._arms)]
        self._file.executemany("INSERT INTO arms VALUES (?, ?)", rows)

    def _check_file(self, size: int) -> None:
        """Validate a file of `size` bytes (its format, terms and integrity), and read which games it holds."""
        if self._file.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
            raise self.store_error(*SQLITE_PROBLEMS[sqlite3.SQLITE_NOTADB])
        schema = dict(self._file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' LIMIT 100"))
        if schema.get("about") == TABLES["about"]:
            found = self._file.execute("SELECT format FROM about").fetchone()
            if found != (FORMAT_VERSIONS["store"],):
                (file_format,) = found or ("unknown",)
                message = f"its format is {str(file_format)[:40]}; this version reads {FORMAT_VERSIONS['store']}"
                raise self.store_error("other-format", message)
        (number,) = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if schema != TABLES or number != len(TABLES):
            raise self.store_error(
                "bad-store", "this isn't a file of results as this version writes it; name another one"
            )
        (pages,), (each,) = (self._file.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size"))
        whole = self._file.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
        if not whole or pages * each != size:
            raise self.store_error(*SQLITE_PROBLEMS[sqlite3.SQLITE_CORRUPT])
        self._check_terms()
        places = "arm, without, first"
        for arm, without, first, count in self._file.execute(f"SELECT {places}, count FROM chunks ORDER BY {places}"):
            if not _has_only_numbers(arm, without, first, count) or arm >= len(self._arms) or not count:
                raise self.store_error(*SQLITE_PROBLEMS[sqlite3.SQLITE_CORRUPT])
            held = self._stored[arm, without]
            if held and sum(held[-1]) > first:
                raise self.store_error("bad-store", f"this file of results is damaged: it has game {first} twice")
            held.append((first, count))

    def _check_terms(self) -> None:
        """Raise SaveError if the results in the file have other terms."""
        there = [
            _parse_mapping(terms) for (terms,) in self._file.execute("SELECT terms FROM arms ORDER BY arm LIMIT 10000")
        ]
        if len(there) != len(self._arms):
            message = f"its results are of another question: {len(there)} kinds of games there, {len(self._arms)} here"
            raise self.store_error("other-results", f"{message}; name another file")
        for earlier, terms in zip(there, self._arms, strict=True):
            if found := fact_differences(earlier, terms.facts):
                message = f"its results are of other games: {'; '.join(found)}; name another file"
                raise self.store_error("other-results", message)
            if bool(earlier.get(ENDINGS_FACT)) != bool(terms.facts.get(ENDINGS_FACT)):
                maker = "`playtest`" if terms.facts.get(ENDINGS_FACT) else "`compare`, `impact` or `sweep`"
                raise self.store_error("other-results", f"it was made by {maker}; name another file")

    def _chunk(self, span: GameSpan, row: Sequence[Any]) -> Chunk:
        first, count, seconds, content, checksum = row
        terms = self._arms[span.arm]
        try:
            if checksum != _checksum(*span.series, first, count, seconds, content):
                raise DecodeError("the checksum differs")
            if not isinstance(seconds, float) or not 0 <= seconds < MAX_NUMBER:
                raise DecodeError("the time is none")
            chunk = decode_chunk(
                content, replace(span, first=first, count=count), seconds, terms.places, terms.participants
            )
        except DecodeError as error:
            message = f"this file of results is damaged: in the chunk from game {first} on, {error}"
            raise self.store_error("bad-store", message) from None
        chunk.is_stored = True
        return chunk

    def store_error(self, code: str, message: str) -> SaveError:
        """Return the error that the file can't be used."""
        return SaveError(Problem(Location(self.path), code, message))

    @contextlib.contextmanager
    def _converted_errors(self) -> Iterator[None]:
        """Convert errors of SQLite and of the file system within this block to SaveError."""
        try:
            yield
        except (sqlite3.Error, OSError, ValueError) as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            known = SQLITE_PROBLEMS.get(code, ("cannot-write", f"cannot be read or written: {error}"))
            raise self.store_error(*known) from None


def _open_file(path: str) -> sqlite3.Connection:
    """Open the file so that nothing in it is executed. Raises OSError, ValueError or sqlite3.Error."""
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise OSError("this isn't a regular file")
    if not path:
        raise OSError("a file has to have a name")
    file = sqlite3.connect(os.path.realpath(path), timeout=0, isolation_level=None)
    file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_TEXT_BYTES)
    file.execute("PRAGMA trusted_schema = OFF")
    file.execute("PRAGMA cell_size_check = ON")
    file.execute("PRAGMA locking_mode = EXCLUSIVE")
    return file


def _is_in_use(error: BaseException) -> bool:
    """Return True if another run is at work on the file, which it may have made meanwhile."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _file_identity(path: str) -> tuple[int, int, int]:
    """Return device, inode and size of the file at a path, to recognize it; zeros if there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return 0, 0, 0
    return status.st_dev, status.st_ino, status.st_size


def _merge_consecutive(chunks: list[Chunk], span_starts: set[tuple[Series, int]]) -> Iterator[Chunk]:
    """Merge consecutive chunks of a series.

    `span_starts`: series and first games of chunks that are not merged with the one before.
    """
    last: Chunk | None = None
    for chunk in sorted(chunks, key=lambda chunk: (chunk.series, chunk.first)):
        place = chunk.series, chunk.first
        if last is None or (last.series, last.first + last.count) != place or place in span_starts:
            if last is not None:
                yield last
            last = Chunk(chunk.first, 0, arm=chunk.arm, omitted_item=chunk.omitted_item)
        last.count += chunk.count
        last.tally.merge(chunk.tally)
        last.reached |= chunk.reached
        last.endings.extend(chunk.endings.kinds, chunk.endings.games)
        last.native += chunk.native
        last.fallback_games += chunk.fallback_games
        last.findings += chunk.findings
    if last is not None:
        yield last


def _checksum(*row: Any) -> int:
    """Return the checksum of a row's other columns. It detects disk errors, not manipulation."""
    return crc32(repr(row).encode("utf-8", "backslashreplace"))


def _parse_mapping(text: Any) -> dict[str, Any]:
    """Parse a JSON mapping; return an empty one for anything else."""
    try:
        data = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _has_only_numbers(*values: Any) -> bool:
    return all(type(value) is int and 0 <= value < MAX_NUMBER for value in values)


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
