"""`cahier check --watch`: what is wrong with a game, told again after each save."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import NoReturn

from cli import output
from cli.check import glance, print_found, verdict
from cli.output import say
from cli.saves import Saves
from interpreter.background import Background, at_once
from interpreter.errors import Problem, RulebookError, Where, errors_of, shown

SETTLED = 0.1
"""Seconds in which a file that is being written, or put in another one's place, becomes whole."""
BETWEEN = 0.05
"""Seconds between two looks whether what is done behind is done."""


def watch_game(name: str, variants: tuple[str, ...], players: int | None, otherwise: bool) -> NoReturn:
    """Print what is wrong with a game, and again after each save, until a signal comes: of the game itself at once,
    then of its variants and scenarios, which the next save cuts short.

    Raises RulebookError if there is no such game, or if its findings are asked for `otherwise`, MissingExtra.
    """
    if otherwise:
        message = "--watch tells what it finds as it comes: --json, --strict and --lang are for one look"
        raise RulebookError(Problem(Where("check --watch"), "not-together", message))
    with Saves(name, variants) as saves:
        saved: list[str] = []
        while True:
            saved = _look(saves, saved, name, variants, players) or saves.since(None)


def _look(saves: Saves, saved: Sequence[str], name: str, variants: tuple[str, ...], players: int | None) -> list[str]:
    """Tell what is wrong after some files were `saved`. Gives the files that were saved meanwhile, which ends it at
    once, with those of which nothing was told."""
    begun = time.monotonic()
    found = glance(name, variants, players)
    if errors_of(found):
        if more := saves.since(max(0.0, begun + SETTLED - time.monotonic())):
            return sorted({*saved, *more})
        _tell(_headline(saves.folder, saved), "", found)
        return []
    _tell(_headline(saves.folder, saved), "the game itself", found)
    with Background(lambda: verdict(name, variants, players)) as behind:
        while at_once() and not behind.is_done():
            if more := saves.since(BETWEEN):
                return more
        counts, rest = behind.result()
    _tell("", counts, rest, found)
    return []


def _headline(folder: str, saved: Sequence[str]) -> str:
    """The time, and what was saved, as seen from the game's folder."""
    names = ", ".join(os.path.relpath(path, folder) for path in saved)
    return shown(f"-- {time.strftime('%H:%M:%S')} {names or f'watching {folder} until Ctrl-C'}")


def _tell(headline: str, counts: str, found: tuple[Problem, ...], known: tuple[Problem, ...] = ()) -> None:
    if headline:
        say(headline)
        output.finish()
    print_found(counts, found, known)
    output.finish()
