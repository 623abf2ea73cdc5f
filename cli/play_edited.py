"""`cahier play --watch`: after each save of the rules, the choices of the match are replayed by them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cli import in_use
from cli.causes import render_problems
from cli.edits import FilesEdited
from cli.guard import EXIT_OK
from cli.output import echo
from cli.prompt import LineReader
from cli.seats import HUMAN
from cli.session import PlaySession, play_to_end
from cli.table import set_up_match
from interpreter.errors import CahierError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cli.edits import EditWatcher
    from cli.play import PlaySettings
    from cli.table import MatchSetup
    from interpreter.matches.again import RuleReplay


def play_with_edits(setup: MatchSetup, settings: PlaySettings, watcher: EditWatcher, has_unread_message: bool) -> int:
    """Play a match until the player leaves, by the rules as they are saved meanwhile; return the exit status.

    After the end of the match, the next save may reopen it. `has_unread_message`: a message was printed that is to be
    read first.
    """
    over: MatchSetup | None = None
    reader = LineReader(watcher.interruptible)
    while True:
        words, people = setup.language.messages, list(setup.players.values()).count(HUMAN)
        try:
            if has_unread_message and reader.is_input_terminal and people > 1:  # passing the keyboard wipes messages
                reader.read_line(words.format("edited_go_on"))
            if setup is not over:
                ahead = settings.seed is None
                status = play_to_end(
                    PlaySession(
                        setup, settings.explain, settings.hint, can_ponder=ahead, interruptible=watcher.interruptible
                    )
                )
                if not setup.match.is_over():
                    return status
                over = setup
            reader.read_line(words.format("edited_end"))
            return EXIT_OK
        except FilesEdited as edited:
            setup, has_unread_message = _replay_edited(setup, settings, edited.files), True


def _replay_edited(setup: MatchSetup, settings: PlaySettings, files: Sequence[str]) -> MatchSetup:
    """Replay the match by the current rules, in a new save unless they are the same.

    If the rules have errors, the old table is returned.
    """
    from interpreter import load
    from interpreter.matches.again import replay_with_rules

    old, book = setup.match, setup.match.game.rulebook
    echo()
    setup.say("edited", files=", ".join(os.path.relpath(file, book.folder) for file in files))
    try:
        game = load(book.folder, book.requested_variants, len(book.seats))
        again = replay_with_rules(old, game)
        same = game.rulebook.digest == book.digest
        earlier = {seat: player for seat, player in setup.players.items() if seat in game.seats}
        path = setup.autosave.path if same else None
        new = set_up_match(again.match, settings.seats, earlier, setup.lang_option, path)
    except CahierError as error:
        for message in render_problems(error.problems)[0]:
            echo(message)
        setup.say("edited_wrong")
        return setup
    if same:
        setup.say("edited_same")
        return setup if old.is_over() else new
    report_replay(again, old.decisions, setup.autosave.path, setup, new)
    in_use.release(setup.autosave.path)
    return new


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
