"""The options that all commands with many games share, as one object that a decorator fills."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from cli.options import PLAYERS, WholeNumber

if TYPE_CHECKING:
    from interpreter.language import Backend

MAX_JOBS = 256
SHARED = (
    click.option(
        "--seat",
        "seats",
        metavar="SEAT=PLAYER",
        multiple=True,
        help="Seat a player: random, table, search:N (playouts), steady or beginner; repeatable.",
    ),
    PLAYERS,
    click.option(
        "--seed",
        metavar="S",
        type=WholeNumber(min=0),
        default=0,
        help="Random seed; the same seed gives the same games.",
    ),
    click.option(
        "--jobs", metavar="J", type=WholeNumber(1, MAX_JOBS), help="Number of processes (default: all cores)."
    ),
    click.option("--json", metavar="FILE", help="Write the results as JSON; `-`: standard output."),
    click.option("--csv", metavar="DIR", help="Write the tables of the results to a folder, as CSV."),
    click.option("--report", metavar="FILE", help="Write the results as a page with charts (FILE.html)."),
    click.option("--store", metavar="FILE", help="Store results during the run; the same command continues it."),
    click.option("--dask", metavar="ADDRESS", help="Play on the workers of a Dask cluster."),
    click.option(
        "--backend", metavar="B", default="auto", help="How to run the rules: native (machine code), python or auto."
    ),
)


@dataclass(frozen=True, slots=True)
class RunOptions:
    """Values of the shared options; fields are called like the options, with their defaults."""

    seats: tuple[str, ...] = ()
    players: int | None = None
    seed: int = 0
    jobs: int | None = None
    json: str | None = None
    csv: str | None = None
    report: str | None = None
    store: str | None = None
    dask: str | None = None
    backend: str = "auto"

    @property
    def processes(self) -> int:
        """Number of processes that play."""
        from interpreter.support import cpu_count

        return self.jobs or cpu_count()

    def parse_backend(self) -> Backend:
        """Return the backend. Raises PlayError for an unknown one."""
        from interpreter.language import parse_backend

        return parse_backend(self.backend)


def run_options(work: Callable[..., int]) -> Callable[..., int]:
    """Decorate a command: it gets the shared options, and takes their values as one argument, `run`."""

    @wraps(work)
    def call(**given: Any) -> int:
        run = RunOptions(**{field.name: given.pop(field.name) for field in fields(RunOptions)})
        return work(**given, run=run)

    for option in reversed(SHARED):
        call = option(call)
    return call
