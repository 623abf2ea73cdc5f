"""`cahier replay`: play a recorded game or a saved match again.

`--shrink`, also of `cahier playtest`: the shortest game that fails like another one, written as a record.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cli.game_loading import format_game_name, format_variant_options, load_display_language, load_game, refuse_paths
from cli.guard import EXIT_NO, EXIT_OK
from cli.lab.answer_output import refuse_same_place, report_leftovers
from cli.play.match_review import MatchReview, log_known_to
from cli.play.match_setup import read_notes
from cli.play.saved_matches import load_game_of_save
from cli.prompt import LineReader
from cli.revision import open_version
from cli.text.output import echo, echo_err
from cli.text.words import DEFAULT_LANGUAGE, TerminalMessages
from interpreter.presentation import format_count
from interpreter.rulebook import HUMAN
from interpreter.support import LANGUAGE_VERSION, AtomicFile, Location, Problem, SaveError, printable

if TYPE_CHECKING:
    from cli.revision import GameVersion
    from interpreter.engine import SaveData
    from interpreter.matches import Game, Match, ReplayFailure, RuleReplay
    from interpreter.playtest import FailingGame, PlaytestResult, Record, Replay
    from interpreter.support import Problem


MAX_SHRUNK = 5
"""Maximum number of mistakes for which a shortest game is searched."""


def write_shortest(result: PlaytestResult, path: str) -> None:
    """Write the shortest game for each mistake that stopped games of a playtest; none without such a mistake.

    Raises SaveError if the file can't be written.
    """
    from interpreter.playtest import Shrinker, quick_pickers

    plan, game = result.plan, result.plan.game
    found = []
    mistakes = result.tally.stop_reasons()
    if len(mistakes) > MAX_SHRUNK:
        echo_err(f"of {len(mistakes)} mistakes that stopped games, the first {MAX_SHRUNK} are shrunk")
    for problem, _, first in mistakes[:MAX_SHRUNK]:
        echo_err(f"looking for the shortest game that fails like game {first} …")
        shrinking = Shrinker(game, problem)
        found.append((problem, shrinking.shrink_run(plan.seed, first, quick_pickers(game, plan.seated))))
    _write(game, found, path)


def write_shortest_of(game: Game, record: Record, replay: Replay, path: str) -> None:
    """Write the shortest game that is stopped like a recorded one, which has been replayed."""
    from interpreter.playtest import Shrinker, endless_problem

    problem = replay.error.problems[0] if replay.error is not None else endless_problem(game)
    found = Shrinker(game, problem).shrink_choices(record.seed, record.index, record.choices)
    _write(game, [(problem, found)] if found is not None or replay.error is not None else [], path)


def _write(game: Game, found: list[tuple[Problem, FailingGame | None]], path: str) -> None:
    from interpreter.playtest import format_record

    shortest = [failing for _, failing in found if failing is not None]
    if not found:
        echo_err(f"no game has failed: {printable(path)} was not written")
        return
    for problem, failing in found:
        if failing is None:
            echo_err(f"no random game was found that fails like this: {printable(problem.message)}")
        else:
            many = len(failing.choices)
            echo_err(f"{format_count(many, 'decision')}, game {failing.index}: {printable(problem.message)}")
    if shortest:
        with AtomicFile(path) as file:
            for failing in shortest:
                file.write(format_record(game, failing.seed, failing.index, failing.choices, failing.problem.message))
        echo_err(f"written to {printable(path)}, for `cahier replay`, or for the game's folder `records`")


NOT_OVER_NOTE = "the match is not over: events that {seats} may not see are left out"


def read_saved_match(path: str) -> SaveData | None:
    """Read the save in a file; return None for another kind of file. Raises SaveError for a damaged save."""
    from interpreter.engine import has_save_prefix, read_save

    try:
        return read_save(path)
    except SaveError:
        if has_save_prefix(path):
            raise
        return None


def replay_save(saved: SaveData, path: str, rules: str | None, variants: tuple[str, ...], is_plain: bool = True) -> int:
    """Replay a saved match and show it; return the exit status, NO if it goes another way.

    While the match is not over, only those entries are printed that all human players may know.

    Raises SaveError or RulebookError if its game can't be loaded.
    """
    from interpreter.matches import replay_saved

    def command(folder: str | None) -> list[str]:
        return ["cahier", "replay", path, *([] if folder is None else ["--rules", folder])]

    game = load_game_of_save(saved, Path(path), rules, variants, command)
    if game.rulebook.digest != saved.rules:
        echo_err(f"note: the rules have changed since this match was saved, by {saved.language}")
    again = replay_saved(saved, game)
    match = again.match
    seed = f", seed {saved.seed}" if match.is_over() else ""
    echo(
        f"{printable(format_game_name(game.rulebook))}, a saved match{seed}: "
        f"{format_count(len(saved.choices), 'decision')}"
    )
    seats = [] if match.is_over() else [seat for seat, player in read_notes(saved).players.items() if player == HUMAN]
    people = [seat for seat in seats if seat in game.seats]
    if people:
        echo(NOT_OVER_NOTE.format(seats=" or ".join(game.names().title_of(seat) for seat in people)))
    reader = LineReader()
    if reader.is_at_terminal:
        _step_through(match, reader, is_plain, people)
    else:
        _print_decisions(match, people)
    return _compare_position(saved, again, path)


def _step_through(match: Match, reader: LineReader, is_plain: bool, people: Sequence[str] = ()) -> None:
    """Let a person at a terminal go through a match, in lines if that is wanted or the terminal can show no screen.

    `people`: seats of a match that isn't over, which may see only what they know.
    """
    from cli.screen.start import can_show_screen, show_replay

    viewers: list[str | None] = [*people, None] if len(people) == 1 else [None] if people else [None, *match.game.seats]
    language = load_display_language(match.game.rulebook, DEFAULT_LANGUAGE)
    if not is_plain and can_show_screen():
        from cli.screen.positions import MatchPositions

        show_replay(MatchPositions(match, language, viewers, secret_from=people))
        return
    MatchReview(match, language, viewers, reader, people).run(0)


def _print_decisions(match: Match, people: list[str]) -> None:
    """Print the log, decision by decision, as far as all these seats may know it; without seats, all of it."""
    ends = [len(before.log or ()) for before in match.past] + [match.log_length]
    since = 0
    for number, until in enumerate(ends):
        label = f"{number}." if number else ""
        for line in log_known_to(match, people, since, until):
            echo(f"{label:>5} {line}")
            label = ""
        since = until


def _compare_position(saved: SaveData, again: RuleReplay, path: str) -> int:
    """Report if the match leads to the saved position; return the exit status."""
    from interpreter.engine import position_digest

    by = "" if saved.language == LANGUAGE_VERSION else f"played by {saved.language}, whose rules differ: "
    if again.failure is not None:
        echo_err(f"{printable(path)}: {by or 'the replay differs: '}{describe_missed(again.failure, again.match)}")
        return EXIT_NO
    if by:
        echo("all its choices can be made again")
        return EXIT_OK
    if position_digest(again.match.snapshot()) != saved.position:
        echo_err(f"{printable(path)}: the replay differs: its choices lead to a different position from the saved one")
        return EXIT_NO
    echo("as saved")
    return EXIT_OK


def describe_missed(missed: ReplayFailure, match: Match) -> str:
    """Describe the first choice that could not be replayed, and the reason."""
    names = match.game.names()
    seat = None if missed.seat is None else names.title_of(missed.seat)
    message = "edited_over_before" if seat is None else f"edited_{missed.cause}"
    choice, told = printable(missed.choice), printable(missed.explanation)
    return TerminalMessages(DEFAULT_LANGUAGE).format(
        message, number=missed.number, seat=seat or "", choice=choice, told=told
    )


def replay_game(
    path: str,
    index: int | None,
    rules: str | None,
    variants: tuple[str, ...] = (),
    shrink: str | None = None,
    revision: str | None = None,
    is_plain: bool = True,
) -> int:
    """Replay a recorded game or a saved match and show it; return the exit status, NO if it goes another way.

    `rules` and `variants` default to those of the installed game. `revision` takes the rules as they were then.
    `shrink` is the path for the shortest game that is stopped by the same mistake. `is_plain`: in lines, also where a
    full screen could be shown.

    Raises:
        SaveError: The file is neither a record nor a save.
        RulebookError: The game can't be loaded.
    """
    from interpreter.playtest import find_record

    saved = read_saved_match(path)
    if saved is not None:
        for option, value in (("--game", index), ("--shrink", shrink), ("--git", revision)):
            if value is not None:
                message = f"this is a saved match; {option} is for records, which `playtest --record` writes"
                raise SaveError(Problem(Location(path), "for-records", message))
        return replay_save(saved, path, rules, variants, is_plain)
    refuse_same_place(None, shrink=shrink)
    report_leftovers(path)
    record = find_record(path, index)
    command = ["cahier", "replay", path, *([] if index is None else ["--game", str(index)])]
    with load_game_of_record(record, command, rules, variants, revision) as (game, version):
        return _replay_record(game, version, record, shrink, is_plain)


def _replay_record(game: Game, version: GameVersion, record: Record, shrink: str | None, is_plain: bool) -> int:
    from interpreter.playtest import Difference, Replay, is_endless

    if game.rulebook.digest != record.digest:
        echo_err(f"note: the rules have changed since this game was recorded, by {record.language}")
    title = version.replace_paths(format_game_name(game.rulebook))
    which = f", game {record.index}" if record.seated is None else ""
    echo(f"{printable(title)}, seed {record.seed}{which}: {format_count(len(record.choices), 'decision')}")
    if shrink is not None and record.seated is not None:
        message = "this is a match that people played; --shrink is for games of `cahier playtest`"
        raise SaveError(Problem(record.where, "for-runs", message))
    replay = Replay(game, record)
    reader = LineReader()
    if shrink is None and reader.is_at_terminal:
        if positions := [*replay.steps()]:  # all are the same match
            _step_through(positions[-1], reader, is_plain)
    else:
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
            echo("as recorded: from here it never ends")
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
def load_game_of_record(
    record: Record,
    command: list[str],
    rules: str | None,
    variants: tuple[str, ...],
    revision: str | None = None,
) -> Iterator[tuple[Game, GameVersion]]:
    """Load the game of a record for the block, with the rules and variants that the user names, else with its own.

    `command` has the words of the command that opens the record.

    Raises:
        SaveError: The user has to name the rules or variants, or has named another game.
        RulebookError: The rules have mistakes.
    """
    from interpreter.rulebook import is_id

    if not is_id(record.game):
        message = f"`{record.game[:64]}` can't be the id of a game"
        raise SaveError(Problem(record.where, "bad-record", message))
    wanted = variants or record.variants
    command = [*command, *([] if (folder := rules or record.folder) is None else ["--rules", folder])]
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
