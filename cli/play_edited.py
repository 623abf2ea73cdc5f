"""`cahier play --watch`: after each save of the rules, the choices of the match are replayed by them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cli import in_use
from cli.causes import told
from cli.edits import Edited
from cli.guard import FINE
from cli.output import say
from cli.prompt import Reader
from cli.seats import HUMAN
from cli.session import Session, played
from cli.table import seated
from interpreter.errors import CahierError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cli.edits import Edits
    from cli.play import Settings
    from cli.table import Table
    from interpreter.matches.again import Again


def play_edited(table: Table, settings: Settings, edits: Edits, told_before: bool) -> int:
    """Play a match until the player leaves, by the rules as they are saved meanwhile; return the exit status.

    After the end of the match, the next save may reopen it. `told_before`: a message was printed that is to be read
    first.
    """
    over: Table | None = None
    reader = Reader(edits.heed)
    while True:
        words, people = table.tongue.words, list(table.players.values()).count(HUMAN)
        try:
            if told_before and reader.typed and people > 1:  # passing the keyboard wipes messages
                reader.line(words.say("edited_go_on"))
            if table is not over:
                ahead = settings.seed is None
                status = played(Session(table, settings.explain, settings.hint, ahead=ahead, heed=edits.heed))
                if not table.match.is_over():
                    return status
                over = table
            reader.line(words.say("edited_end"))
            return FINE
        except Edited as edited:
            table, told_before = _anew(table, settings, edited.files), True


def _anew(table: Table, settings: Settings, files: Sequence[str]) -> Table:
    """Replay the match by the current rules, in a new save unless they are the same.

    If the rules have errors, the old table is returned.
    """
    from interpreter import load
    from interpreter.matches.again import play_again

    old, book = table.match, table.match.game.rulebook
    say()
    table.say("edited", files=", ".join(os.path.relpath(file, book.folder) for file in files))
    try:
        game = load(book.folder, book.asked, len(book.seats))
        again = play_again(old, game)
        same = game.rulebook.digest == book.digest
        earlier = {seat: player for seat, player in table.players.items() if seat in game.seats}
        path = table.autosave.path if same else None
        new = seated(again.match, settings.seats, earlier, table.lang, path)
    except CahierError as error:
        for message in told(error.problems)[0]:
            say(message)
        table.say("edited_wrong")
        return table
    if same:
        table.say("edited_same")
        return table if old.is_over() else new
    tell_again(again, old.decisions, table.autosave.path, table, new)
    in_use.release(table.autosave.path)
    return new


def tell_again(again: Again, count: int, old: Path, table: Table, new: Table) -> None:
    """Report how far a match of `count` choices, saved in `old`, could be replayed.

    `table` gives the language of the report, `new` the replayed match.
    """
    table.say("edited_played", made=again.match.decisions, count=count)
    if (missed := again.missed) is not None:
        seat = None if missed.seat is None else table.tongue.names.of(missed.seat)
        message = f"edited_{missed.cause}" if seat is not None else "edited_over_before"
        why = new.tongue.names.of(missed.told) if missed.cause == "other_seat" else missed.told
        table.say(message, number=missed.number, seat=seat or "", choice=missed.choice, told=why)
    new.save("edited_kept", old=str(old))
