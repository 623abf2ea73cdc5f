"""`cahier measure`: the character of a game, in figures."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.answers import answer_to, tell_interrupted, tell_lost
from cli.elsewhere import cluster_at
from cli.guard import BAD_INPUT, FINE, SIGNAL_BASE
from cli.kept import ready_game
from cli.output import leave_terminals, tell
from cli.progress import Pace, Progress
from cli.seats import seated_without_people
from interpreter.background import cores
from interpreter.errors import Problem, RulebookError, Where

if TYPE_CHECKING:
    from interpreter.lab.measure import Measured
    from interpreter.lab.measures import Measures


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of `cahier measure`."""

    games: int | None
    playouts: int
    seats: tuple[str, ...]
    seed: int
    jobs: int | None
    json: str | None
    backend: str
    csv: str | None = None
    store: str | None = None
    dask: str | None = None
    report: str | None = None


def measure_game(name: str, variants: tuple[str, ...], players: int | None, settings: Settings) -> int:
    """Play the games needed, report what kind of game it is, write the requested files, and return the exit status."""
    from cli.kind_of_game import kind_of_game
    from interpreter.lab.measure import Subject, measure
    from interpreter.lab.measure_document import document
    from interpreter.lab.measure_tables import measure_tables
    from interpreter.lab.measures import Measures
    from interpreter.language.executable import known_backend
    from interpreter.players.budgets import refuse_times
    from interpreter.players.making import MOST_PLAYOUTS

    if 2 * settings.playouts > MOST_PLAYOUTS:
        message = f"a player searches with at most {MOST_PLAYOUTS:,} playouts, twice as many as are named here"
        raise RulebookError(Problem(Where(f"--playouts {settings.playouts}"), "bad-budget", message))
    backend = known_backend(settings.backend)
    with contextlib.ExitStack() as stack:
        answer = stack.enter_context(answer_to(settings.json, settings.csv, settings.report, store=settings.store))
        game = ready_game(name, variants, players)
        seated = seated_without_people(game, settings.seats)
        refuse_times(game, seated, "measure")
        jobs = settings.jobs or cores()
        subject = Subject(game, seated, settings.games, settings.playouts, settings.seed, jobs, backend)
        cluster = stack.enter_context(cluster_at(settings.dask, backend))
        with Progress(Pace("games", 0)) as progress:
            told = _Told(progress)
            measured = measure(subject, told.played, leave_terminals, told.part, cluster, settings.store)
        found = Measures(measured)
        summary, data = kind_of_game(found), document(found)
        failed = answer.give(data, summary, lambda: measure_tables(found), lambda: _page(found))
        ended = _ending(measured)
    return failed or ended


def _page(found: Measures) -> str:
    from interpreter.report.measure import measure_page

    return measure_page(found)


class _Told:
    """Progress of the part that is being played."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._pace = Pace("games", 0)
        self._earlier = self._made = 0

    def part(self, name: str, games: int, held: int, decisions: float) -> None:
        """Update the games of a part; a new name begins another part.

        `games` of about so many `decisions` belong to it, of which `held` need not be played.
        """
        if name != self._pace.part:
            self._pace = Pace("games", games, decisions=decisions, part=name)
            self._earlier = self._made
            self._progress.turn_to(self._pace)
        self._pace.done = held

    def played(self, more: int, made: int) -> None:
        """Add games that were played; `made` is the number of decisions in all parts so far."""
        self._made = made
        self._progress(more, made - self._earlier)


def _ending(measured: Measured) -> int:
    """Report what went wrong, and return the exit status."""
    if measured.why_not:
        tell(f"note: {measured.why_not}")
    if measured.broken:
        tell(measured.broken.problems[0].render())
        return BAD_INPUT
    tell_lost(measured.lost)
    tell_interrupted(measured.interrupted)
    return SIGNAL_BASE + measured.signal if measured.signal else FINE
