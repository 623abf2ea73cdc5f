"""`cahier test`: play the scenarios of a game, and its records as regression tests."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cli.game_loading import load_game
from cli.guard import EXIT_BAD_INPUT, EXIT_NO, EXIT_OK
from cli.lab.progress import ProgressDisplay, ProgressState
from cli.text.output import echo, echo_err
from interpreter.matches import Game
from interpreter.playtest import (
    FILE_SUFFIX,
    Difference,
    GameCache,
    Record,
    ScenarioEdits,
    Verdict,
    find_record_files,
    judge_record,
    play_scenarios,
    read_records,
    rewrite_record,
)
from interpreter.rulebook import MORE, is_path, read_scenarios, variant_folders
from interpreter.support import (
    CahierError,
    Problem,
    RulebookError,
    SaveError,
    errors_of,
    printable,
    refuse_unwritable,
    replace_files,
)

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
        lines: dict[str, list[bytes]] = {}
        with refuse_unwritable():
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
                echo(f"{printable(str(record.where))}: rewritten, with {kept} of its {len(record.choices)} choices")
            replace_files({os.path.realpath(file): b"\n".join(content) for file, content in lines.items()})

    def _read(self) -> Iterator[Record | SaveError]:
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
        for variant in record.variants:
            if is_path(variant):
                message = f"the variant `{variant}` is a path; paths in a record are never opened automatically"
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


@dataclass(slots=True)
class VerdictCounts:
    """Numbers of scenarios and records: those that passed, failed, or have mistakes of their own."""

    passed: int = 0
    failed: int = 0
    mistaken: int = 0

    def report(
        self, progress: ProgressDisplay, has_passed: bool, mistakes: Sequence[Problem], failure: str | None
    ) -> None:
        """Count a scenario or record, and print its mistakes and the description of its failure."""
        progress(1)
        self.passed += has_passed
        self.failed += not has_passed
        self.mistaken += bool(mistakes)
        if mistakes or not has_passed:
            progress.clear()
        for problem in mistakes:
            echo_err(problem.render())
        if failure is not None:
            echo(failure)


def run_game_tests(
    name: str, variants: tuple[str, ...], players: int | None, files: Sequence[str], accept: bool = False
) -> int:
    """Play the scenarios and records of a game, or of `files`, and report failures; return the exit status.

    Each is played with the variants that it names. With `variants`, only those are played that name exactly these.
    `accept`: show the differences and write the actual results into the files, then play everything again.

    A scenario with a mistake fails alone. Raises RulebookError if the game or a file of scenarios can't be read.
    """
    game = load_game(name, variants, players)
    games = GameCache(game)
    folders = () if files else (game.rulebook.folder, *variant_folders(game.rulebook))
    recorded = [file for file in files if file.endswith(FILE_SUFFIX)]
    recorded += [file for folder in folders for file in find_record_files(folder)]
    written = [file for file in files if file not in recorded] if files else None
    records = RecordTests(games, recorded, game.rulebook.requested_variants if variants else None)

    def verdicts(pace: ProgressState) -> Iterator[Verdict]:
        scenarios, problems = read_scenarios(game.rulebook, written)
        of_scenarios = {problem for scenario in scenarios for problem in scenario.mistakes}
        others = [problem for problem in errors_of(problems) if problem not in of_scenarios]
        if lost := [problem for problem in others if problem.code != MORE]:
            raise RulebookError(lost)
        if variants:
            scenarios = tuple(each for each in scenarios if each.variants == game.rulebook.variants)
        pace.total = len(scenarios)
        return play_scenarios(games, scenarios)

    if accept:
        pace = ProgressState("scenarios", 0)
        with ProgressDisplay(pace) as progress:
            played = []
            for verdict in verdicts(pace):
                progress(1)
                played.append(verdict)
        _accept(played)
        records.accept()
    counts = VerdictCounts()
    pace = ProgressState("scenarios", 0)
    with ProgressDisplay(pace) as progress:
        for verdict in verdicts(pace):
            failure = None if verdict.has_passed else _describe_failure(verdict)
            counts.report(progress, verdict.has_passed, verdict.mistakes, failure)
    with ProgressDisplay(ProgressState("records", records.max_count, is_upper_bound=bool(variants))) as progress:
        for again in records.play():
            difference = None if again.difference is None else again.describe()
            counts.report(progress, again.has_passed, again.mistakes, difference)
    if variants and not counts.passed + counts.failed:
        echo_err("no scenario has exactly these variants; `variants: […]` in a scenario sets them")
    echo(f"{counts.passed} passed, {counts.failed} failed")
    return EXIT_BAD_INPUT if counts.mistaken else EXIT_NO if counts.failed else EXIT_OK


def _accept(verdicts: list[Verdict]) -> None:
    """Show the changes that make the scenarios pass, and write them. Raises CahierError."""
    with refuse_unwritable():
        files = ScenarioEdits(verdicts)
        for line in files.unified_diff():
            echo(printable(line))
        if files:
            files.write()
    left = sum(not failure.edits for verdict in verdicts for failure in verdict.failures)
    if left:
        echo_err(f"not rewritten, and shown below: {left}")


def _describe_failure(verdict: Verdict) -> str:
    """Describe a failed scenario, with all its failures."""
    scenario = verdict.scenario
    rule = f" ({printable(scenario.rule)})" if scenario.rule else ""
    lines = [f"{printable(str(scenario.where))}: failed: {printable(scenario.name)}{rule}"]
    for failure in verdict.failures:
        lines.append(f"    {printable(str(failure.where))}: expected: {printable(failure.expected)}")
        lines.append(f"        but: {printable(failure.found)}")
        lines += [f"        {printable(note)}" for note in failure.notes]
    if verdict.forced_steps:
        steps = ", ".join(f"{seat}: {key}" for seat, key in verdict.forced_steps)
        lines.append(f"    decided without asking: {printable(steps)}")
    return "\n".join(lines)
