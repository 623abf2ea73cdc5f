"""`cahier replay`: play a recorded game or a saved match again."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.answers import refuse_one_place
from cli.guard import FINE, NO
from cli.leftovers import tell_left_overs
from cli.loading import load_game, name_of
from cli.output import say, tell
from cli.replay_save import replay_save, saved_match
from cli.shrinking import write_shortest_of
from cli.unasked import options_of, refuse_paths
from cli.versions import version_of
from interpreter.errors import Problem, SaveError, Where, shown
from interpreter.formats import LANGUAGE
from interpreter.presentation.counts import number_of

if TYPE_CHECKING:
    from cli.versions import Version
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

    saved = saved_match(path)
    if saved is not None:
        for option, value in (("--game", index), ("--shrink", shrink), ("--git", revision)):
            if value is not None:
                message = f"this is a saved match; {option} is for records, which `playtest --record` writes"
                raise SaveError(Problem(Where(path), "for-records", message))
        return replay_save(saved, path, rules, variants)
    refuse_one_place(None, shrink=shrink)
    tell_left_overs(path)
    record = find_record(path, index)
    with _game(record, index, rules, variants, revision) as (game, version):
        return _replay(game, version, record, shrink)


def _replay(game: Game, version: Version, record: Record, shrink: str | None) -> int:
    from interpreter.playtest.replays import Difference, Replay
    from interpreter.playtest.shrinking import never_ends

    if game.rulebook.digest != record.digest:
        tell(f"note: the rules have changed since this game was recorded, by {record.language}")
    title = version.said(name_of(game.rulebook))
    say(f"{shown(title)}, seed {record.seed}, game {record.index}: {number_of(len(record.choices), 'decision')}")
    replay = Replay(game, record)
    told = 0
    for number, match in enumerate(replay.steps()):
        _tell_news(match, told, f"{number}." if number else "")
        told = match.logged
    if shrink is not None:
        write_shortest_of(game, record, replay, shrink)
    if record.failed is not None and replay.stopped is not None:
        say(version.said(f"as recorded: it can't go on\n{replay.stopped}"))
        return FINE
    difference = replay.difference
    if record.failed is not None and difference is None:
        if never_ends(game, record.seed, record.index, record.choices):
            say("as recorded: from here on it goes on without end")
            return FINE
        difference = Difference("the game can go on now")
    if difference is not None:
        differs = "the replay differs: " if record.language == LANGUAGE else ""
        tell(f"{shown(str(record.where))}: {differs}{shown(version.said(difference.text))}")
        for note in difference.notes:
            tell(f"    {shown(version.said(note))}")
        return NO
    say("as recorded")
    return FINE


@contextlib.contextmanager
def _game(
    record: Record, index: int | None, rules: str | None, variants: tuple[str, ...], revision: str | None
) -> Iterator[tuple[Game, Version]]:
    from interpreter.rulebook.ids import is_id

    if not is_id(record.game):
        message = f"`{record.game[:64]}` can't be the id of a game"
        raise SaveError(Problem(record.where, "bad-record", message))
    wanted = variants or record.variants
    command = ["cahier", "replay", record.where.file]
    command += [] if index is None else ["--game", str(index)]
    command += [] if (folder := rules or record.folder) is None else ["--rules", folder]
    command += [*([] if revision is None else [f"--git={revision}"]), *options_of(wanted)]
    refuse_paths(record.where, None if rules else record.folder, () if variants else record.variants, command)
    with version_of(rules or record.game, revision) as version:
        game = load_game(version.folder, wanted, record.players)
        if game.id != record.game:
            message = f"this is a game of {record.game}, not of {game.id}"
            raise SaveError(Problem(record.where, "other-game", message))
        yield game, version


def _tell_news(match: Match, told: int, label: str) -> None:
    """Print the log after its first `told` entries, with the label before the first line."""
    for line in match.log(since=told):
        say(f"{label:>5} {shown(line)}")
        label = ""
