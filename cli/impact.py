"""`cahier impact`: the value of each part of a game, measured by playing without it."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from cli.answers import answer_to, tell_interrupted, tell_lost
from cli.elsewhere import cluster_at
from cli.guard import BAD_INPUT, FINE, SIGNAL_BASE
from cli.keeping import store_at
from cli.kept import ready_game
from cli.margins import check_margin
from cli.output import leave_terminals, tell
from cli.progress import Pace, Progress
from cli.seats import TABLE, seated_without_people
from interpreter.background import cores
from interpreter.errors import PlayError, Problem, RulebookError, Where, nearest
from interpreter.rulebook.omissions import Omission, OmissionKind

if TYPE_CHECKING:
    from interpreter.lab.impact import Findings
    from interpreter.matches.match import Game

KINDS: tuple[OmissionKind, ...] = get_args(OmissionKind)
MOST_POINTS = 50.0


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of `cahier impact`."""

    only: tuple[str, ...]
    within: float
    games: int
    seats: tuple[str, ...]
    seed: int
    jobs: int | None
    json: str | None
    backend: str
    all: bool
    csv: str | None = None
    store: str | None = None
    dask: str | None = None
    report: str | None = None


def impact_of(name: str, variants: tuple[str, ...], players: int | None, settings: Settings) -> int:
    """Play without each thing, report its value, write the requested files, and return the exit status."""
    from cli.worths import worths
    from interpreter.lab.examples import partings
    from interpreter.lab.impact import Inquiry, impact
    from interpreter.lab.impact_document import document
    from interpreter.lab.impact_tables import impact_tables
    from interpreter.language.executable import known_backend
    from interpreter.players.budgets import refuse_times

    _check(settings)
    backend = known_backend(settings.backend)
    with contextlib.ExitStack() as stack:
        answer = stack.enter_context(answer_to(settings.json, settings.csv, settings.report, store=settings.store))
        game = ready_game(name, variants, players).omitting()
        seated = seated_without_people(game, settings.seats)
        refuse_times(game, seated, "impact")
        things = _things(game, seated, settings.only)
        jobs = settings.jobs or cores()
        inquiry = Inquiry(game, things, seated, settings.within, settings.games, settings.seed, jobs, backend)
        pace = Pace("games", 0)

        def planned(games: int, held: int) -> None:
            pace.total, pace.done = games, held

        cluster = stack.enter_context(cluster_at(settings.dask, backend))
        store = stack.enter_context(store_at(settings.store, (game, seated, settings.seed), endings=True))
        with Progress(pace) as progress:
            findings = impact(inquiry, progress, leave_terminals, planned, cluster, store)
        parted = {} if findings.signal or findings.broken else partings(findings, leave_terminals)
        told = worths(findings, name, parted, settings.all)
        failed = answer.give(document(findings, parted), told, lambda: impact_tables(findings), lambda: _page(findings))
        ended = _ending(findings)
    return failed or ended


def _page(findings: Findings) -> str:
    from interpreter.report.impact import impact_page

    return impact_page(findings)


def _check(settings: Settings) -> None:
    """Raise RulebookError for an unknown kind of things, or for a bad margin."""
    check_margin(settings.within, MOST_POINTS)
    for kind in settings.only:
        if kind not in KINDS:
            message = f"what can be left out is: {', '.join(KINDS)}"
            raise RulebookError(Problem(Where(f"--only {kind}"), "unknown-kind", message, nearest(kind, KINDS)))


def _things(game: Game, seated: dict[str, str], only: tuple[str, ...]) -> tuple[Omission, ...]:
    """Return the things to leave out in turn.

    By default these include rows of tables only if a seat plays by tables.
    """
    omissions = game.program.symbols.omissions
    assert omissions is not None
    tables = TABLE in seated.values()
    things = tuple(thing for thing in omissions.all if (thing.kind in only if only else thing.kind != "row" or tables))
    if not things:
        message = f"there is nothing of this kind in {game.id}: {', '.join(only) or 'anything'}"
        raise PlayError(Problem(Where("impact"), "nothing-to-omit", message))
    return things


def _ending(findings: Findings) -> int:
    """Report what went wrong, and return the exit status."""
    if findings.why_not:
        tell(f"note: {findings.why_not}")
    if findings.broken:
        tell(findings.broken.problems[0].render())
        return BAD_INPUT
    tell_lost(findings.lost)
    tell_interrupted(findings.interrupted)
    return SIGNAL_BASE + findings.signal if findings.signal else FINE
