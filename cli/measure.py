"""`cahier measure`."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cli.answers import answer_to, tell_lost
from cli.guard import BAD_INPUT, FINE, SIGNAL_BASE
from cli.kept import ready_game
from cli.output import leave_terminals, tell
from cli.progress import Pace, Progress
from cli.seats import seated_without_people
from interpreter.background import cores
from interpreter.errors import Problem, RulebookError, Where

if TYPE_CHECKING:
    from interpreter.lab.measure import Measured


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of the command."""

    games: int | None
    playouts: int
    seats: tuple[str, ...]
    seed: int
    jobs: int | None
    json: str | None
    backend: str
    csv: str | None = None


def measure_game(name: str, variants: tuple[str, ...], players: int | None, settings: Settings) -> int:
    """Play what it takes, tell what kind of game it is, write what was asked for. Gives the exit status."""
    from cli.kind_of_game import kind_of_game
    from interpreter.lab.measure import Subject, measure
    from interpreter.lab.measure_document import document, tables
    from interpreter.lab.measures import Measures
    from interpreter.language.executable import known_backend
    from interpreter.players.budgets import refuse_times
    from interpreter.players.making import MOST_PLAYOUTS

    if 2 * settings.playouts > MOST_PLAYOUTS:
        message = f"a player searches with at most {MOST_PLAYOUTS:,} playouts, twice as many as are named here"
        raise RulebookError(Problem(Where(f"--playouts {settings.playouts}"), "bad-budget", message))
    backend = known_backend(settings.backend)
    with answer_to(settings.json, settings.csv) as answer:
        game = ready_game(name, variants, players)
        seated = seated_without_people(game, settings.seats)
        refuse_times(game, seated, "measure")
        jobs = settings.jobs or cores()
        subject = Subject(game, seated, settings.games, settings.playouts, settings.seed, jobs, backend)
        with _Told() as told:
            measured = measure(subject, told.played, leave_terminals, told.part)
        found = Measures(measured)
        failed = answer.give(document(found), kind_of_game(found), lambda: tables(found))
        ended = _ending(measured)
    return failed or ended


class _Told(contextlib.ExitStack):
    """Tells how far the part is that is being played."""

    def __init__(self) -> None:
        super().__init__()
        self._progress: Progress | None = None

    def part(self, name: str, games: int) -> None:
        """Another part begins."""
        self.close()
        self._progress = self.enter_context(Progress(Pace("games", games, part=name)))

    def played(self, more: int, made: int) -> None:
        """So many games more were played."""
        if self._progress:
            self._progress(more)


def _ending(measured: Measured) -> int:
    """Say what went wrong, and give the exit status."""
    if measured.why_not:
        tell(f"note: {measured.why_not}")
    if measured.broken:
        tell(measured.broken.problems[0].render())
        return BAD_INPUT
    tell_lost(measured.lost)
    return SIGNAL_BASE + measured.signal if measured.signal else FINE
