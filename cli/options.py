"""Options that several commands share, and the collection of commands.

Plain command-line values are parsed here. For words and numbers, typer loads a library that takes longer than
everything else before a command begins. All other values are left to typer, and so are errors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from cli.libraries import add_library_option


def find_version() -> str:
    """Return the version, or `unknown` in a folder that was only copied."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed_version

    try:
        return installed_version("cahier")
    except PackageNotFoundError:
        return "unknown"


LONGEST_NUMBER = 9
"""Maximum number of digits of a number that is parsed here."""


class QuickCommand(TyperCommand):
    """A command whose plain words and numbers are parsed here."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, with fast parsing where possible."""
        return _quick(super().get_params(ctx))


class QuickGroup(TyperGroup):
    """A group of commands whose common options are parsed here."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters, with fast parsing where possible."""
        return _quick(super().get_params(ctx))


def _quick(params: list[Any]) -> list[Any]:
    """Change options and arguments so that plain values are parsed here.

    Parameters with a parser of their own are left as they are, and so are those of other versions of typer.
    """
    for param in params:
        careful = getattr(param, "get_runtime_param", None)
        descriptor = getattr(param, "type_descriptor", None)
        kind, info = getattr(descriptor, "annotation", None), getattr(descriptor, "parameter_info", None)
        if careful is None or kind is None or info is None or hasattr(param, "quick"):
            continue
        if getattr(info, "parser", None) is None and getattr(info, "click_type", None) is None:
            param.quick = _FastParser(kind, getattr(info, "min", None), getattr(info, "max", None), careful)
            param.get_runtime_param = param.quick.as_parser
    return params


class _FastParser:
    """Parser for the values of one option or argument; `fallback` returns typer's own."""

    def __init__(self, kind: Any, least: float | None, most: float | None, fallback: Callable[[], Any]) -> None:
        self._kind = kind
        self._least, self._most = least, most
        self._fallback = fallback

    def as_parser(self) -> _FastParser:
        """Return this parser, in place of the function that returns typer's."""
        return self

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Convert a value as typer does."""
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        if self._kind is str and isinstance(value, str):
            return value
        if self._kind is int and (number := _plain_number(value)) is not None and self._fits(number):
            return number
        if self._kind == list[str] and isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
            return list(value)
        return self._fallback().coerce(value, param=param, ctx=ctx)

    def _fits(self, number: int) -> bool:
        return (self._least is None or self._least <= number) and (self._most is None or number <= self._most)


def _plain_number(value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= LONGEST_NUMBER:
        return int(value)
    return value if type(value) is int else None


MOST_JOBS = 256

GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="The name of a game (see `cahier list`), or its folder.", show_default=False),
]
NewName = Annotated[
    str, typer.Argument(metavar="NAME", help="The new id, or a path that ends with it.", show_default=False)
]
Variants = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="V", help="Apply a variant: an id, a path or PATH=VALUE; repeatable, in order."),
]
Players = Annotated[int | None, typer.Option("--players", metavar="N", min=1, help="Number of players.")]
Backend = Annotated[
    str, typer.Option("--backend", metavar="B", help="How to run the rules: native (machine code), python or auto.")
]
Stored = Annotated[
    str | None,
    typer.Option("--store", metavar="FILE", help="Store results during the run; the same command continues it."),
]
Dask = Annotated[str | None, typer.Option("--dask", metavar="ADDRESS", help="Play on the workers of a Dask cluster.")]
Seed = Annotated[
    int, typer.Option("--seed", metavar="S", min=0, help="Random seed; the same seed gives the same games.")
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="J", min=1, max=MOST_JOBS, help="Number of processes (default: all cores)."),
]
Json = Annotated[
    str | None, typer.Option("--json", metavar="FILE", help="Write the results as JSON; `-`: standard output.")
]
Csv = Annotated[
    str | None, typer.Option("--csv", metavar="DIR", help="Write the tables of the results to a folder, as CSV.")
]
Report = Annotated[
    str | None, typer.Option("--report", metavar="FILE", help="Write the results as a page with charts (FILE.html).")
]
Seated = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="SEAT=PLAYER",
        help="Seat a player: random, table, search:N (playouts), steady or beginner; repeatable.",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]
Lang = Annotated[str, typer.Option("--lang", metavar="L", help="Language code, or a file of names in a language.")]


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
