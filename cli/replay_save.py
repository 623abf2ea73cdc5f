"""`cahier replay` for a saved match."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cli.game_of_save import game_of_save
from cli.guard import FINE, NO
from cli.loading import name_of
from cli.output import say, tell
from cli.seats import HUMAN
from cli.table import notes_in
from cli.words import HOME, Words
from interpreter.errors import SaveError, shown
from interpreter.formats import LANGUAGE
from interpreter.presentation.counts import number_of

if TYPE_CHECKING:
    from interpreter.engine.saves import Saved
    from interpreter.matches.again import Again, Missed
    from interpreter.matches.match import Match

NOT_OVER = "the match is not over: what {seats} may not know is left out"


def saved_match(path: str) -> Saved | None:
    """Read the save in a file; return None for another kind of file. Raises SaveError for a damaged save."""
    from interpreter.engine.saves import begins_like_a_save, read_save

    try:
        return read_save(path)
    except SaveError:
        if begins_like_a_save(path):
            raise
        return None


def replay_save(saved: Saved, path: str, rules: str | None, variants: tuple[str, ...]) -> int:
    """Replay a saved match and print it; return the exit status, NO if it goes another way.

    While the match is not over, only those entries are printed that all human players may know.

    Raises SaveError or RulebookError if its game can't be loaded.
    """
    from interpreter.matches.again import play_saved

    def command(folder: str | None) -> list[str]:
        return ["cahier", "replay", path, *([] if folder is None else ["--rules", folder])]

    game = game_of_save(saved, Path(path), rules, variants, command)
    if game.rulebook.digest != saved.rules:
        tell(f"note: the rules have changed since this match was saved, by {saved.language}")
    again = play_saved(saved, game)
    match = again.match
    seed = f", seed {saved.seed}" if match.is_over() else ""
    say(f"{shown(name_of(game.rulebook))}, a saved match{seed}: {number_of(len(saved.choices), 'decision')}")
    seats = [] if match.is_over() else [seat for seat, player in notes_in(saved)[0].items() if player == HUMAN]
    people = [seat for seat in seats if seat in game.seats]
    if people:
        say(NOT_OVER.format(seats=" or ".join(game.names().of(seat) for seat in people)))
    _tell_decisions(match, people)
    return _judge(saved, again, path)


def _tell_decisions(match: Match, people: list[str]) -> None:
    """Print the log, decision by decision, as far as all these seats may know it; without seats, all of it."""
    ends = [len(before.log or ()) for before in match.past] + [match.logged]
    told_to: list[str | None] = [*people] or [None]
    since = 0
    for number, until in enumerate(ends):
        label = f"{number}." if number else ""
        first, *others = [match.log(seat, since=since, until=until) for seat in told_to]
        for line in first:
            if all(line in lines for lines in others):
                say(f"{label:>5} {shown(line)}")
                label = ""
        since = until


def _judge(saved: Saved, again: Again, path: str) -> int:
    """Report if the match leads to the saved position; return the exit status."""
    from interpreter.engine.saves import position_digest

    by = "" if saved.language == LANGUAGE else f"played by {saved.language}, whose rules differ: "
    if again.missed is not None:
        tell(f"{shown(path)}: {by or 'the replay differs: '}{_missed(again.missed, again.match)}")
        return NO
    if by:
        say("all its choices can be made again")
        return FINE
    if position_digest(again.match.snapshot()) != saved.position:
        tell(f"{shown(path)}: the replay differs: its choices lead to another position than the one that was saved")
        return NO
    say("as saved")
    return FINE


def _missed(missed: Missed, match: Match) -> str:
    """Describe the first choice that could not be replayed, and the reason."""
    names = match.game.names()
    seat = None if missed.seat is None else names.of(missed.seat)
    message = "edited_over_before" if seat is None else f"edited_{missed.cause}"
    choice, told = shown(missed.choice), shown(missed.told)
    return Words(HOME).say(message, number=missed.number, seat=seat or "", choice=choice, told=told)
