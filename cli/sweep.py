"""`cahier sweep`: play a game with several values in one place of its rules."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from cli.answers import answer_to, tell_interrupted, tell_lost
from cli.elsewhere import cluster_at
from cli.guard import BAD_INPUT, FINE, NO, SIGNAL_BASE
from cli.kept import ready_game
from cli.margins import check_margin
from cli.output import leave_terminals, tell
from cli.progress import Pace, Progress
from cli.seats import seated_without_people
from interpreter.background import cores
from interpreter.errors import Problem, RulebookError, Where, nearest

if TYPE_CHECKING:
    from interpreter.lab.aim import Aim
    from interpreter.lab.sweep import Sweep, Swept
    from interpreter.matches.match import Game

MOST_POINTS = 50.0
WHOLE = 100.0


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of `cahier sweep`."""

    vary: tuple[str, ...]
    aim: str | None
    within: float | None
    games: int | None
    seats: tuple[str, ...]
    seed: int
    jobs: int | None
    json: str | None
    csv: str | None
    backend: str
    dask: str | None = None
    report: str | None = None
    store: str | None = None


def sweep_game(name: str, variants: tuple[str, ...], players: int | None, settings: Settings) -> int:
    """Play with each value, report the results, write the requested files, and return the exit status."""
    from cli.swept import swept
    from interpreter.lab.sweep import sweep
    from interpreter.lab.sweep_document import document
    from interpreter.lab.sweep_tables import sweep_tables

    with (
        answer_to(settings.json, settings.csv, settings.report, store=settings.store) as answer,
        cluster_at(settings.dask, settings.backend) as cluster,
    ):
        asked = _asked(name, variants, players, settings)
        pace = Pace("games", asked.most * len(asked.points), at_most=asked.aim is not None)
        with Progress(pace) as progress:
            found = sweep(asked, progress, leave_terminals, partial(setattr, pace, "total"), cluster, settings.store)
        failed = answer.give(document(found), swept(found, name), lambda: sweep_tables(found), lambda: _page(found))
        ended = _ending(found)
    return failed or ended


def _page(found: Swept) -> str:
    from interpreter.report.sweep import sweep_page

    return sweep_page(found)


def _asked(name: str, variants: tuple[str, ...], players: int | None, settings: Settings) -> Sweep:
    from interpreter.lab.sweep import Sweep
    from interpreter.lab.vary import read_places
    from interpreter.language.executable import known_backend
    from interpreter.players.budgets import refuse_times

    within = settings.within
    if within is not None:
        check_margin(within, MOST_POINTS)
    places = read_places(settings.vary)
    backend = known_backend(settings.backend)
    game = ready_game(name, variants, players)
    seated = seated_without_people(game, settings.seats)
    refuse_times(game, seated, "sweep")
    aim = None if settings.aim is None else _aim(game, settings.aim, within)
    jobs = settings.jobs or cores()
    return Sweep(game, places, seated, aim, within, settings.games, settings.seed, jobs, backend)


def _aim(game: Game, text: str, within: float | None) -> Aim:
    """Parse SIDE=PERCENT. Raises RulebookError."""
    from interpreter.lab.aim import Aim
    from interpreter.lab.endings import who_can_win
    from interpreter.lab.question import POINTS, WITHIN

    where, who = Where(f"--aim {text}"), who_can_win(game)
    side, _, number = text.partition("=")
    if side not in who:
        message = f"write SIDE=PERCENT; those who can win are: {', '.join(who)}"
        raise RulebookError(Problem(where, "unknown-side", message, nearest(side, who)))
    try:
        target = float(number)
    except ValueError:
        target = math.nan
    if not 0 < target < WHOLE:
        raise RulebookError(
            Problem(where, "bad-aim", "an aim is how many of 100 games are won: more than 0, under 100")
        )
    return Aim(side, target / POINTS, (within or WITHIN) / POINTS)


def _ending(found: Swept) -> int:
    """Report what went wrong, and return the exit status."""
    for note in found.why_not:
        tell(f"note: {note}")
    if found.broken:
        tell(found.broken.problems[0].render())
        return BAD_INPUT
    tell_lost(found.lost)
    tell_interrupted(found.interrupted)
    if found.signal:
        return SIGNAL_BASE + found.signal
    aimed = found.aimed
    return FINE if aimed is None or aimed.verdict == "found" else NO
