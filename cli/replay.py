"""`cahier replay`: play a recorded game or a saved match again."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.answers import refuse_same_place
from cli.guard import EXIT_NO, EXIT_OK
from cli.leftovers import report_leftovers
from cli.loading import format_game_name, load_game
from cli.output import echo, echo_err
from cli.replay_save import read_saved_match, replay_save
from cli.shrinking import write_shortest_of
from cli.unasked import format_variant_options, refuse_paths
from cli.versions import open_version
from interpreter.errors import Location, Problem, SaveError, printable
from interpreter.formats import LANGUAGE_VERSION
from interpreter.presentation.counts import format_count

if TYPE_CHECKING:
    from cli.versions import GameVersion
    from interpreter.matches.match import Game, Match
    from interpreter.playtest.records import Record


def replay_game(
    path: str,
    index: int | None,
    rules: str | None,
    variants: tuple[str, ...] = (),
    shrink: str | None = None,
    revision: str | None = None,
) -> int:
    """Replay a recorded game or a saved match and print it; return the exit status, NO if it goes another way.

    `rules` and `variants` default to those of the installed game. `revision` takes the rules as they were then.
    `shrink` is the path for the shortest game that is stopped by the same mistake.

    Raises:
        SaveError: The file is neither a record nor a save.
        RulebookError: The game can't be loaded.
    """
    from interpreter.playtest.records import find_record

    saved = read_saved_match(path)
    if saved is not None:
        for option, value in (("--game", index), ("--shrink", shrink), ("--git", revision)):
            if value is not None:
                message = f"this is a saved match; {option} is for records, which `playtest --record` writes"
                raise SaveError(Problem(Location(path), "for-records", message))
        return replay_save(saved, path, rules, variants)
    refuse_same_place(None, shrink=shrink)
    report_leftovers(path)
    record = find_record(path, index)
    with _load_game(record, index, rules, variants, revision) as (game, version):
        return _replay_record(game, version, record, shrink)


def _replay_record(game: Game, version: GameVersion, record: Record, shrink: str | None) -> int:
    from interpreter.playtest.replays import Difference, Replay
    from interpreter.playtest.shrinking import is_endless

    if game.rulebook.digest != record.digest:
        echo_err(f"note: the rules have changed since this game was recorded, by {record.language}")
    title = version.replace_paths(format_game_name(game.rulebook))
    echo(
        f"{printable(title)}, seed {record.seed}, game {record.index}: {format_count(len(record.choices), 'decision')}"
    )
    replay = Replay(game, record)
    told = 0
    for number, match in enumerate(replay.steps()):
        _print_new_log(match, told, f"{number}." if number else "")
        told = match.log_length
    if shrink is not None:
        write_shortest_of(game, record, replay, shrink)
    if record.failed is not None and replay.error is not None:
        echo(version.replace_paths(f"as recorded: it can't go on\n{replay.error}"))
        return EXIT_OK
    difference = replay.difference
    if record.failed is not None and difference is None:
        if is_endless(game, record.seed, record.index, record.choices):
            echo("as recorded: from here on it goes on without end")
            return EXIT_OK
        difference = Difference("the game can go on now")
    if difference is not None:
        differs = "the replay differs: " if record.language == LANGUAGE_VERSION else ""
        echo_err(f"{printable(str(record.where))}: {differs}{printable(version.replace_paths(difference.text))}")
        for note in difference.notes:
            echo_err(f"    {printable(version.replace_paths(note))}")
        return EXIT_NO
    echo("as recorded")
    return EXIT_OK


@contextlib.contextmanager
def _load_game(
    record: Record, index: int | None, rules: str | None, variants: tuple[str, ...], revision: str | None
) -> Iterator[tuple[Game, GameVersion]]:
    from interpreter.rulebook.ids import is_id

    if not is_id(record.game):
        message = f"`{record.game[:64]}` can't be the id of a game"
        raise SaveError(Problem(record.where, "bad-record", message))
    wanted = variants or record.variants
    command = ["cahier", "replay", record.where.file]
    command += [] if index is None else ["--game", str(index)]
    command += [] if (folder := rules or record.folder) is None else ["--rules", folder]
    command += [*([] if revision is None else [f"--git={revision}"]), *format_variant_options(wanted)]
    refuse_paths(record.where, None if rules else record.folder, () if variants else record.variants, command)
    with open_version(rules or record.game, revision) as version:
        game = load_game(version.folder, wanted, record.players)
        if game.id != record.game:
            message = f"this is a game of {record.game}, not of {game.id}"
            raise SaveError(Problem(record.where, "other-game", message))
        yield game, version


def _print_new_log(match: Match, told: int, label: str) -> None:
    """Print the log after its first `told` entries, with the label before the first line."""
    for line in match.log(since=told):
        echo(f"{label:>5} {printable(line)}")
        label = ""
