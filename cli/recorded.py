"""Regression tests from the records of a game: `cahier test` plays them again."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cli.output import say
from interpreter.errors import CahierError, Problem, SaveError, shown

if TYPE_CHECKING:
    from interpreter.matches.match import Game
    from interpreter.playtest.records import Record
    from interpreter.playtest.replays import Difference
    from interpreter.playtest.scenarios import Games

BLOCK = 1 << 20
"""Bytes that are read from a file at a time."""


@dataclass(frozen=True, slots=True)
class Played:
    """Result of replaying a record.

    `mistakes` keep it from being replayed; `record` is None if the file has none in that place.
    """

    record: Record | None
    difference: Difference | None = None
    mistakes: tuple[Problem, ...] = ()

    @property
    def passed(self) -> bool:
        """True if the game went as recorded."""
        return self.difference is None and not self.mistakes

    def told(self) -> str:
        """Describe the difference from the record."""
        assert self.record is not None and self.difference is not None
        record = self.record
        lines = [f"{shown(str(record.where))}: failed: game {record.index} of seed {record.seed}"]
        lines.append(f"    {shown(self.difference.text)}")
        lines += [f"        {shown(note)}" for note in self.difference.notes]
        return "\n".join(lines)


class Records:
    """The records of some files."""

    def __init__(self, games: Games, files: Sequence[str], variants: tuple[str, ...] | None) -> None:
        """Select records; with `variants`, only those of exactly these variants."""
        self._games = games
        self._files = files
        self._variants = variants

    @property
    def at_most(self) -> int:
        """Maximum number of records: the number of lines in the files."""
        return sum(map(_lines, self._files))

    def play(self) -> Iterator[Played]:
        """Replay the records one by one; after a line that is no record, the rest of the file is skipped."""
        from interpreter.playtest.replays import judged

        for record in self._read():
            if isinstance(record, SaveError):
                yield Played(None, mistakes=record.problems)
                continue
            try:
                game = self._game_of(record)
            except CahierError as error:
                yield Played(record, mistakes=error.problems)
            else:
                yield Played(record, judged(game, record))

    def accept(self) -> None:
        """Rewrite records that differ or have no log, and report what becomes of them. Raises CahierError."""
        from interpreter.playtest.replays import judged, written_anew
        from interpreter.replacing_files import replace_all, unwritable

        lines: dict[str, list[bytes]] = {}
        try:
            for record in self._read():
                if isinstance(record, SaveError) or record.failed is not None:
                    continue
                try:
                    game = self._game_of(record)
                    if record.log is not None and judged(game, record) is None:
                        continue
                    line, kept = written_anew(game, record)
                except CahierError:
                    continue  # reported when it is played
                file = record.where.file
                if file not in lines:
                    lines[file] = Path(file).read_bytes().split(b"\n")
                lines[file][record.where.line - 1] = line.rstrip("\n").encode("utf-8")
                say(f"{shown(str(record.where))}: written anew, with {kept} of its {len(record.choices)} choices")
            replace_all({os.path.realpath(file): b"\n".join(content) for file, content in lines.items()})
        except OSError as error:
            raise unwritable(error) from error

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


def _lines(file: str) -> int:
    """Return the number of lines in a file, or 0 if it can't be read, which is reported when it is played."""
    try:
        if not stat.S_ISREG(os.stat(file).st_mode):
            return 0
        with open(file, "rb") as content:
            return sum(part.count(b"\n") for part in iter(partial(content.read, BLOCK), b""))
    except OSError:
        return 0
