"""`cahier check --watch`: check a game again after each save."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from json import dumps
from typing import NoReturn

from cli.check.check import check_rules, check_with_cache, choose_exit_status, print_problems, problems_as_data
from cli.edited_files import FileWatcher
from cli.text import output
from cli.text.output import echo
from interpreter.rulebook import is_path
from interpreter.support import BackgroundTask, Problem, can_run_in_parallel, errors_of, printable

SETTLE_SECONDS = 0.1
"""Seconds in which a file that is being written or replaced becomes complete."""
POLL_SECONDS = 0.05
"""Seconds between two checks if the background work is done."""


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """Options of the check, as in `check_game`."""

    game: str
    variants: tuple[str, ...]
    players: int | None
    lang: str | None
    strict: bool
    json: bool


def watch_game(settings: WatchSettings) -> NoReturn:
    """Check a game, and again after each save, until a signal arrives.

    Problems of the game itself are printed at once, then those of its variants and scenarios, unless the next save
    comes first. As JSON, all of them form one line.

    Raises MissingExtraError; RulebookError if there is no such game.
    """
    own = (settings.lang,) if settings.lang is not None and is_path(settings.lang) else ()
    with FileWatcher(settings.game, settings.variants, own) as saves:
        saved: list[str] = []
        while True:
            saved = _check_once(saves, saved, settings) or saves.wait_for_saves(None)


def _check_once(watcher: FileWatcher, saved: Sequence[str], settings: WatchSettings) -> list[str]:
    """Check the game after some files were `saved`.

    Return the files saved meanwhile, which end the check at once, with those that were not yet reported.
    """
    begun = time.monotonic()
    found = check_rules(settings.game, settings.variants, settings.players)
    if errors_of(found):
        if more := watcher.wait_for_saves(max(0.0, begun + SETTLE_SECONDS - time.monotonic())):
            return sorted({*saved, *more})
        if settings.json:
            _print_json_line(saved, found, settings)
        else:
            _print_result(_headline(watcher.folder, saved), "", _sort_saved_first(saved, found))
        return []
    if not settings.json:
        _print_result(_headline(watcher.folder, saved), "the game itself", found)
    with BackgroundTask(
        lambda: check_with_cache(settings.game, settings.variants, settings.players, settings.strict, settings.lang)
    ) as behind:
        while can_run_in_parallel() and not behind.is_done():
            if more := watcher.wait_for_saves(POLL_SECONDS):
                return sorted({*saved, *more}) if settings.json else more
        counts, rest = behind.result()
    if settings.json:
        _print_json_line(saved, rest, settings)
    else:
        _print_result("", counts, _sort_saved_first(saved, rest), found)
    return []


def _headline(folder: str, saved: Sequence[str]) -> str:
    """Return the time and the saved files relative to the game's folder, with a line for each deleted file."""
    names = ", ".join(os.path.relpath(path, folder) for path in saved)
    gone = [f"{path} is gone" for path in saved if not os.path.lexists(path)]
    headline = f"-- {time.strftime('%H:%M:%S')} {names or f'watching {folder} until Ctrl-C'}"
    return "\n".join(map(printable, (headline, *gone)))


def _sort_saved_first(saved: Sequence[str], found: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Sort problems so that those in files just saved come first."""
    return tuple(sorted(found, key=lambda problem: problem.where.file not in saved))


def _print_result(headline: str, counts: str, found: tuple[Problem, ...], known: tuple[Problem, ...] = ()) -> None:
    if headline:
        echo(headline)
        output.flush()
    print_problems(counts, found, known, errors_first=True)
    output.flush()


def _print_json_line(saved: Sequence[str], found: tuple[Problem, ...], settings: WatchSettings) -> None:
    """Print the result as one JSON object: saved files, exit status of `check`, problems."""
    echo(
        dumps(
            {
                "saved": list(saved),
                "status": choose_exit_status(found, settings.strict),
                "found": problems_as_data(found),
            }
        )
    )
    output.flush()
