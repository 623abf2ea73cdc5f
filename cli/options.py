"""Options that several commands share, and the collection of commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from cli.libraries import add_library_option
from cli.quick_options import QuickCommand

MOST_JOBS = 256

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's name (see `cahier list`) or a folder.", show_default=False)
]
NewName = Annotated[
    str, typer.Argument(metavar="NAME", help="Its id, or a path that ends with it.", show_default=False)
]
Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="V", help="A variant, by id, path or PATH=VALUE; repeatable, in order."),
]
Players = Annotated[int | None, typer.Option("--players", metavar="N", min=1, help="How many play.")]
Backend = Annotated[
    str, typer.Option("--backend", metavar="B", help="What plays: native (machine code), python, or auto.")
]
Stored = Annotated[
    str | None, typer.Option("--store", metavar="FILE", help="Keep the results as they come; the same command goes on.")
]
Dask = Annotated[str | None, typer.Option("--dask", metavar="ADDRESS", help="Have the workers of a Dask cluster play.")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", min=0, help="The same seed, the same games.")]
Jobs = Annotated[
    int | None, typer.Option("--jobs", metavar="J", min=1, max=MOST_JOBS, help="Processes (default: all cores).")
]
Json = Annotated[
    str | None, typer.Option("--json", metavar="FILE", help="Write the answer as JSON; `-`: standard output.")
]
Csv = Annotated[
    str | None, typer.Option("--csv", metavar="DIR", help="Write the tables behind the answer there, as CSV.")
]
Report = Annotated[
    str | None, typer.Option("--report", metavar="FILE", help="Write the answer as a page to look at (FILE.html).")
]
Seated = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="SEAT=PLAYER",
        help="Who decides for a seat: random, table, search:N (playouts), steady, beginner.",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files that are there.")]
Lang = Annotated[str, typer.Option("--lang", metavar="L", help="The language, or a file with names in one.")]


class Commands:
    """The commands of a module, in the order in which they are defined."""

    def __init__(self) -> None:
        self._registered: list[tuple[str | None, Callable[..., None]]] = []

    def __call__(self, name: str | None = None) -> Callable[[Callable[..., None]], Callable[..., None]]:
        """Decorate a function as a command, called like the function or by `name`."""

        def note(work: Callable[..., None]) -> Callable[..., None]:
            self._registered.append((name, work))
            return work

        return note

    def register(self, app: typer.Typer) -> None:
        """Add the commands to a program, with the options that all commands share."""
        for name, work in self._registered:
            app.command(name, cls=QuickCommand)(add_library_option(work))
