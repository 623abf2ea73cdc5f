"""The next game of a campaign: a game that begins with what a saved match kept."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.play.match_setup import read_notes
from cli.play.saved_matches import find_finished_save, load_game_of_save
from cli.seats import is_player
from cli.text.output import echo_err
from interpreter.engine import read_save
from interpreter.support import Location, Problem, SaveError, printable

if TYPE_CHECKING:
    from interpreter.engine import SaveData
    from interpreter.matches import Game, Match


@dataclass(frozen=True, slots=True)
class NextGame:
    """A game that begins with what a saved match kept, and who played its seats there."""

    game: Game
    players: dict[str, str]


def load_next_game(
    name: str | None, save: str, variants: tuple[str, ...], players: int | None, program: str
) -> NextGame:
    """Load a game that begins with what a saved match kept.

    Args:
        name: The game; by default that of the saved match.
        save: Path of a save, or its name.
        variants: The variants; by default those of the saved match.
        players: The number of players, if the user names one; it must be that of the saved match.
        program: The command that begins the game, `play` or `serve`.

    Raises:
        SaveError: The match can't be loaded or isn't over, or what it kept doesn't fit the game.
        RulebookError: The rules have mistakes.
    """
    path = Path(save) if os.path.isfile(save) else find_finished_save(save)
    if path is None:
        message = "there is no saved match with this name, and no such file"
        raise SaveError(Problem(Location(f"--after {printable(save)}"), "no-file", message))
    where, saved = Location(str(path)), read_save(path)

    def command(rules: str | None) -> list[str]:
        return ["cahier", program, *([] if rules is None else [rules]), "--after", str(path)]

    if players not in (None, saved.players):
        message = f"it was a match of {saved.players} players: the next game of the campaign has as many, not {players}"
        raise SaveError(Problem(where, "other-players", message))
    game = load_game_of_save(saved, path, name, variants, command)
    is_same = game.rulebook.digest == saved.rules
    earlier = game if is_same or not variants else load_game_of_save(saved, path, name, (), command)
    match = _replay_to_end(saved, path, earlier)
    seated = read_notes(saved).players.items()
    known = {seat: player for seat, player in seated if seat in game.seats and is_player(game, seat, player)}
    return NextGame(game.after(match.kept(), where), known)


def _replay_to_end(saved: SaveData, path: Path, game: Game) -> Match:
    """Return a saved match that is over, also if the rules have changed since. Raises SaveError if it isn't."""
    from interpreter import load_match
    from interpreter.matches import replay_saved

    where = Location(str(path))
    if game.rulebook.digest == saved.rules:
        match = load_match(path, game)
    else:
        again = replay_saved(saved, game)
        match = again.match
        if again.failure is not None:
            message = "the rules have changed since, and by the new ones the match can't be replayed to its end"
            raise SaveError(Problem(where, "other-rules", message))
        echo_err(f"note: the rules have changed since `{printable(path.name)}` was played; it is replayed by them")
    if not match.is_over():
        way_out = shlex.join(["cahier", "play", "--load", str(path)])
        message = f"this match isn't over, and only its end settles what the next game begins with: `{way_out}`"
        raise SaveError(Problem(where, "not-over", message))
    return match
