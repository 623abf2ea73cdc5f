"""Options that several commands share, and the collection of commands."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar

import click

from cli.libraries import add_library_option
from cli.unknown_options import SuggestingCommand

if TYPE_CHECKING:
    from interpreter.language import Backend


MAX_GAMES = 10**15
"""Largest number of games, and of a game: sums of them fit the 64 bits of a file of results."""


class WholeNumber(click.IntRange):
    """A whole number within a range, by the name that messages call it."""

    name = "whole number"


class GameNumber(WholeNumber):
    """A number of games, or the number of a game, which a file of results can hold."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number, at most `MAX_GAMES`."""
        number: int = super().convert(value, param, ctx)
        if number > MAX_GAMES:
            self.fail(f"{number} is more than {MAX_GAMES:,}", param, ctx)
        return number


class Duration(click.ParamType[float]):
    """A time, such as `90s`, `2m` or `1h`, as seconds."""

    name = "time"
    _UNITS: ClassVar = {"s": 1.0, "m": 60.0, "h": 3600.0}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number of seconds, more than 0."""
        found = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)([smh])", str(value))
        if found is None or not float(found[1]):
            self.fail(f"`{value}` is not a time; write a number and a unit: 30s, 2m or 1h", param, ctx)
        return float(found[1]) * self._UNITS[found[2]]


class OrderedGroup(click.Group):
    """A group whose help lists the commands in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.commands)


GAME = click.argument("game", metavar="GAME", help="The name of a game (see `cahier list`), or its folder.")
NAME = click.argument("name", metavar="NAME", help="The new id, or a path that ends with it.")
VARIANTS = click.option(
    "--variant",
    metavar="V",
    multiple=True,
    help="Apply a variant: an id, a path or PATH=VALUE; repeatable, in order.",
)
PLAYERS = click.option("--players", metavar="N", type=WholeNumber(min=1), help="Number of players.")
AFTER = click.option("--after", metavar="SAVE", help="Begin with what a finished match of the campaign has kept.")
FORCE = click.option("--force", is_flag=True, help="Overwrite existing files.")
LANG = click.option("--lang", metavar="L", default="en", help="Language code, or a file of names in a language.")


class Commands:
    """The commands of a module, in the order in which they are defined."""

    def __init__(self) -> None:
        self._defined: list[click.Command] = []

    def __call__(
        self, name: str | None = None, has_library: bool = True
    ) -> Callable[[Callable[..., int]], click.Command]:
        """Decorate a function as a command, called like the function or by `name`; it returns the exit status.

        `has_library`: it gets the option `--library`.
        """

        def define(work: Callable[..., int]) -> click.Command:
            made = click.command(name or work.__name__, cls=SuggestingCommand)(work)
            if has_library:
                add_library_option(made)
            self._defined.append(made)
            return made

        return define

    def register(self, group: click.Group) -> None:
        """Add the commands to a program."""
        for each in self._defined:
            group.add_command(each)


def find_version() -> str:
    """Return the version, or `unknown` in a folder that was only copied."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed_version

    try:
        return installed_version("cahier")
    except PackageNotFoundError:
        return "unknown"


MAX_JOBS = 256
SEED = click.option(
    "--seed",
    metavar="S",
    type=WholeNumber(min=0),
    default=0,
    help="Random seed; the same seed gives the same games.",
)
JOBS = click.option(
    "--jobs", metavar="J", type=WholeNumber(1, MAX_JOBS), help="Number of processes (default: all cores)."
)
SHARED = (
    click.option(
        "--seat",
        "seats",
        metavar="SEAT=PLAYER",
        multiple=True,
        help="Seat a player: random, table or search:N (playouts); repeatable. "
        "steady and beginner are for play, not for thousands of games.",
    ),
    PLAYERS,
    SEED,
    JOBS,
    click.option("--json", metavar="FILE", help="Write the results as JSON; `-`: standard output."),
    click.option("--csv", metavar="DIR", help="Write the tables of the results to a folder, as CSV."),
    click.option("--xlsx", metavar="FILE", help="Write the tables of the results as one XLSX file."),
    click.option("--report", metavar="FILE", help="Write the results as a page with charts (FILE.html)."),
    click.option("--store", metavar="FILE", help="Store results during the run; the same command continues it."),
    click.option("--no-store", is_flag=True, help="Keep no games; those of searching players are kept by default."),
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
    xlsx: str | None = None
    report: str | None = None
    store: str | None = None
    no_store: bool = False
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
