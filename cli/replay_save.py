"""`cahier replay` for a saved match."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cli.game_of_save import load_game_of_save
from cli.guard import EXIT_NO, EXIT_OK
from cli.loading import format_game_name
from cli.output import echo, echo_err
from cli.seats import HUMAN
from cli.table import read_notes
from cli.words import DEFAULT_LANGUAGE, TerminalMessages
from interpreter.errors import SaveError, printable
from interpreter.formats import LANGUAGE_VERSION
from interpreter.presentation.counts import format_count

if TYPE_CHECKING:
    from interpreter.engine.saves import SaveData
    from interpreter.matches.again import ReplayFailure, RuleReplay
    from interpreter.matches.match import Match

NOT_OVER_NOTE = "the match is not over: what {seats} may not know is left out"


def read_saved_match(path: str) -> SaveData | None:
    """Read the save in a file; return None for another kind of file. Raises SaveError for a damaged save."""
    from interpreter.engine.saves import has_save_prefix, read_save

    try:
        return read_save(path)
    except SaveError:
        if has_save_prefix(path):
            raise
        return None


def replay_save(saved: SaveData, path: str, rules: str | None, variants: tuple[str, ...]) -> int:
    """Replay a saved match and print it; return the exit status, NO if it goes another way.

    While the match is not over, only those entries are printed that all human players may know.

    Raises SaveError or RulebookError if its game can't be loaded.
    """
    from interpreter.matches.again import replay_saved

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
    seats = [] if match.is_over() else [seat for seat, player in read_notes(saved)[0].items() if player == HUMAN]
    people = [seat for seat in seats if seat in game.seats]
    if people:
        echo(NOT_OVER_NOTE.format(seats=" or ".join(game.names().title_of(seat) for seat in people)))
    _print_decisions(match, people)
    return _compare_position(saved, again, path)


def _print_decisions(match: Match, people: list[str]) -> None:
    """Print the log, decision by decision, as far as all these seats may know it; without seats, all of it."""
    ends = [len(before.log or ()) for before in match.past] + [match.log_length]
    told_to: list[str | None] = [*people] or [None]
    since = 0
    for number, until in enumerate(ends):
        label = f"{number}." if number else ""
        first, *others = [match.log(seat, since=since, until=until) for seat in told_to]
        for line in first:
            if all(line in lines for lines in others):
                echo(f"{label:>5} {printable(line)}")
                label = ""
        since = until


def _compare_position(saved: SaveData, again: RuleReplay, path: str) -> int:
    """Report if the match leads to the saved position; return the exit status."""
    from interpreter.engine.saves import position_digest

    by = "" if saved.language == LANGUAGE_VERSION else f"played by {saved.language}, whose rules differ: "
    if again.failure is not None:
        echo_err(f"{printable(path)}: {by or 'the replay differs: '}{_describe_missed(again.failure, again.match)}")
        return EXIT_NO
    if by:
        echo("all its choices can be made again")
        return EXIT_OK
    if position_digest(again.match.snapshot()) != saved.position:
        echo_err(
            f"{printable(path)}: the replay differs: its choices lead to another position than the one that was saved"
        )
        return EXIT_NO
    echo("as saved")
    return EXIT_OK


def _describe_missed(missed: ReplayFailure, match: Match) -> str:
    """Describe the first choice that could not be replayed, and the reason."""
    names = match.game.names()
    seat = None if missed.seat is None else names.title_of(missed.seat)
    message = "edited_over_before" if seat is None else f"edited_{missed.cause}"
    choice, told = printable(missed.choice), printable(missed.explanation)
    return TerminalMessages(DEFAULT_LANGUAGE).format(
        message, number=missed.number, seat=seat or "", choice=choice, told=told
    )
