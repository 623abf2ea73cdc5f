"""A match that goes on by rules that were edited meanwhile: they are loaded, and its choices are replayed by them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cli.check.check import render_problems
from cli.play.match_setup import MatchSetup, set_up_match
from cli.play.saved_matches import unlock_save
from cli.text.output import echo
from interpreter.support import CahierError, Problem

if TYPE_CHECKING:
    from interpreter.matches import Game, RuleReplay


class EditedRulesError(Exception):
    """The edited rules have mistakes, which have been printed: the match goes on by the rules as they were."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems


def load_edited(setup: MatchSetup, files: Sequence[str]) -> Game:
    """Load the rules of a match after files of them were saved, and print the names of these files.

    Raises EditedRulesError.
    """
    from interpreter import load

    book = setup.match.game.rulebook
    echo()
    setup.say("edited", files=", ".join(os.path.relpath(file, book.folder) for file in files))
    try:
        return load(book.folder, book.requested_variants, len(book.seats))
    except CahierError as error:
        raise _print_mistakes(setup, error) from error


def replay_edited(setup: MatchSetup, seats: tuple[str, ...], game: Game) -> MatchSetup:
    """Replay a match by edited rules as far as that is possible, and print the result.

    It gets a new save, unless the rules are the same. `seats` has SEAT=PLAYER as typed.

    Raises EditedRulesError.
    """
    from interpreter.matches import replay_with_rules

    old = setup.match
    same = game.rulebook.digest == old.game.rulebook.digest
    try:
        again = replay_with_rules(old, game)
        earlier = {seat: player for seat, player in setup.players.items() if seat in game.seats}
        path = setup.autosave.path if same else None
        new = set_up_match(again.match, seats, earlier, setup.lang_option, path, setup.human_play.acts)
    except CahierError as error:
        raise _print_mistakes(setup, error) from error
    if same:
        setup.say("edited_same")
        return setup if old.is_over() else new
    report_replay(again, old.decisions, setup.autosave.path, setup, new)
    unlock_save(setup.autosave.path)
    return new


def _print_mistakes(setup: MatchSetup, error: CahierError) -> EditedRulesError:
    for message in render_problems(error.problems)[0]:
        echo(message)
    setup.say("edited_wrong")
    return EditedRulesError(error.problems)


def report_replay(again: RuleReplay, count: int, old: Path, setup: MatchSetup, new: MatchSetup) -> None:
    """Report how far a match of `count` choices, saved in `old`, could be replayed.

    `setup` gives the language of the report, `new` the replayed match.
    """
    setup.say("edited_played", made=again.match.decisions, count=count)
    if (missed := again.failure) is not None:
        seat = None if missed.seat is None else setup.language.names.title_of(missed.seat)
        message = f"edited_{missed.cause}" if seat is not None else "edited_over_before"
        why = new.language.names.title_of(missed.explanation) if missed.cause == "other_seat" else missed.explanation
        setup.say(message, number=missed.number, seat=seat or "", choice=missed.choice, told=why)
    new.save("edited_kept", old=str(old))
