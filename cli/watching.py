"""`cahier check --watch`: check a game again after each save."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from json import dumps
from typing import NoReturn

from cli import output
from cli.check import as_data, glance, print_found, status_of, verdict
from cli.output import say
from cli.saves import Saves
from interpreter.background import Background, at_once
from interpreter.errors import Problem, errors_of, shown
from interpreter.rulebook.files import is_path

SETTLED = 0.1
"""Seconds in which a file that is being written or replaced becomes complete."""
BETWEEN = 0.05
"""Seconds between two checks if the background work is done."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Options of the check, as in `check_game`."""

    game: str
    variants: tuple[str, ...]
    players: int | None
    lang: str | None
    strict: bool
    json: bool


def watch_game(asked: Asked) -> NoReturn:
    """Check a game, and again after each save, until a signal arrives.

    Problems of the game itself are printed at once, then those of its variants and scenarios, unless the next save
    comes first. As JSON, all of them form one line.

    Raises MissingExtra; RulebookError if there is no such game.
    """
    own = (asked.lang,) if asked.lang is not None and is_path(asked.lang) else ()
    with Saves(asked.game, asked.variants, own) as saves:
        saved: list[str] = []
        while True:
            saved = _look(saves, saved, asked) or saves.since(None)


def _look(saves: Saves, saved: Sequence[str], asked: Asked) -> list[str]:
    """Check the game after some files were `saved`.

    Return the files saved meanwhile, which end the check at once, with those that were not yet reported.
    """
    begun = time.monotonic()
    found = glance(asked.game, asked.variants, asked.players)
    if errors_of(found):
        if more := saves.since(max(0.0, begun + SETTLED - time.monotonic())):
            return sorted({*saved, *more})
        if asked.json:
            _tell_line(saved, found, asked)
        else:
            _tell(_headline(saves.folder, saved), "", _saved_first(saved, found))
        return []
    if not asked.json:
        _tell(_headline(saves.folder, saved), "the game itself", found)
    with Background(lambda: verdict(asked.game, asked.variants, asked.players, asked.lang)) as behind:
        while at_once() and not behind.is_done():
            if more := saves.since(BETWEEN):
                return sorted({*saved, *more}) if asked.json else more
        counts, rest = behind.result()
    if asked.json:
        _tell_line(saved, rest, asked)
    else:
        _tell("", counts, _saved_first(saved, rest), found)
    return []


def _headline(folder: str, saved: Sequence[str]) -> str:
    """Return the time and the saved files relative to the game's folder, with a line for each deleted file."""
    names = ", ".join(os.path.relpath(path, folder) for path in saved)
    gone = [f"{path} is gone" for path in saved if not os.path.lexists(path)]
    headline = f"-- {time.strftime('%H:%M:%S')} {names or f'watching {folder} until Ctrl-C'}"
    return "\n".join(map(shown, (headline, *gone)))


def _saved_first(saved: Sequence[str], found: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Sort problems so that those in files just saved come first."""
    return tuple(sorted(found, key=lambda problem: problem.where.file not in saved))


def _tell(headline: str, counts: str, found: tuple[Problem, ...], known: tuple[Problem, ...] = ()) -> None:
    if headline:
        say(headline)
        output.finish()
    print_found(counts, found, known, errors_first=True)
    output.finish()


def _tell_line(saved: Sequence[str], found: tuple[Problem, ...], asked: Asked) -> None:
    """Print the result as one JSON object: saved files, exit status of `check`, problems."""
    say(dumps({"saved": list(saved), "status": status_of(found, asked.strict), "found": as_data(found)}))
    output.finish()
