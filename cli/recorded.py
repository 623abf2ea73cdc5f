"""Regression tests from the records of a game: `cahier test` plays them again."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cli.output import echo
from interpreter.errors import CahierError, Problem, SaveError, printable

if TYPE_CHECKING:
    from interpreter.matches.match import Game
    from interpreter.playtest.records import Record
    from interpreter.playtest.replays import Difference
    from interpreter.playtest.scenarios import GameCache

BLOCK = 1 << 20
"""Bytes that are read from a file at a time."""


@dataclass(frozen=True, slots=True)
class RecordResult:
    """Result of replaying a record.

    `mistakes` keep it from being replayed; `record` is None if the file has none in that place.
    """

    record: Record | None
    difference: Difference | None = None
    mistakes: tuple[Problem, ...] = ()

    @property
    def has_passed(self) -> bool:
        """True if the game went as recorded."""
        return self.difference is None and not self.mistakes

    def describe(self) -> str:
        """Describe the difference from the record."""
        assert self.record is not None and self.difference is not None
        record = self.record
        lines = [f"{printable(str(record.where))}: failed: game {record.index} of seed {record.seed}"]
        lines.append(f"    {printable(self.difference.text)}")
        lines += [f"        {printable(note)}" for note in self.difference.notes]
        return "\n".join(lines)


class RecordTests:
    """The records of some files."""

    def __init__(self, games: GameCache, files: Sequence[str], variants: tuple[str, ...] | None) -> None:
        """Select records; with `variants`, only those of exactly these variants."""
        self._games = games
        self._files = files
        self._variants = variants

    @property
    def max_count(self) -> int:
        """Maximum number of records: the number of lines in the files."""
        return sum(map(_count_lines, self._files))

    def play(self) -> Iterator[RecordResult]:
        """Replay the records one by one; after a line that is no record, the rest of the file is skipped."""
        from interpreter.playtest.replays import judge_record

        for record in self._read():
            if isinstance(record, SaveError):
                yield RecordResult(None, mistakes=record.problems)
                continue
            try:
                game = self._game_of(record)
            except CahierError as error:
                yield RecordResult(record, mistakes=error.problems)
            else:
                yield RecordResult(record, judge_record(game, record))

    def accept(self) -> None:
        """Rewrite records that differ or have no log, and report what becomes of them. Raises CahierError."""
        from interpreter.playtest.replays import judge_record, rewrite_record
        from interpreter.replacing_files import replace_files, unwritable_error

        lines: dict[str, list[bytes]] = {}
        try:
            for record in self._read():
                if isinstance(record, SaveError) or record.failed is not None:
                    continue
                try:
                    game = self._game_of(record)
                    if record.log is not None and judge_record(game, record) is None:
                        continue
                    line, kept = rewrite_record(game, record)
                except CahierError:
                    continue  # reported when it is played
                file = record.where.file
                if file not in lines:
                    lines[file] = Path(file).read_bytes().split(b"\n")
                lines[file][record.where.line - 1] = line.rstrip("\n").encode("utf-8")
                echo(f"{printable(str(record.where))}: written anew, with {kept} of its {len(record.choices)} choices")
            replace_files({os.path.realpath(file): b"\n".join(content) for file, content in lines.items()})
        except OSError as error:
            raise unwritable_error(error) from error

    def _read(self) -> Iterator[Record | SaveError]:
        from interpreter.playtest.records import read_records

        for file in self._files:
            try:
                for record in read_records(file):
                    if self._variants is None or record.variants == self._variants:
                        yield record
            except SaveError as error:
                yield error

    def _game_of(self, record: Record) -> Game:
        """Return the game with a record's variants and players.

        Raises CahierError, also for a variant that is a path, since these are never opened.
        """
        from interpreter.rulebook.files import is_path

        for variant in record.variants:
            if is_path(variant):
                message = f"the variant `{variant}` is a path; what a record names by path is not opened"
                raise SaveError(Problem(record.where, "unasked", message))
        game = self._games.get(record.variants, record.players)
        if game.id != record.game:
            message = f"this is a game of {record.game[:64]}, not of {game.id}"
            raise SaveError(Problem(record.where, "other-game", message))
        return game


def _count_lines(file: str) -> int:
    """Return the number of lines in a file, or 0 if it can't be read, which is reported when it is played."""
    try:
        if not stat.S_ISREG(os.stat(file).st_mode):
            return 0
        with open(file, "rb") as content:
            return sum(part.count(b"\n") for part in iter(partial(content.read, BLOCK), b""))
    except OSError:
        return 0
