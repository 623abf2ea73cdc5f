"""The command line: all commands, and the start and end of the program.

The work of each command is in a module of its own, loaded when the command is called.
"""

from __future__ import annotations

import gc
import sys
from functools import cache
from typing import Annotated

import typer
from typer.core import TyperGroup
from typer.main import get_group

from cli.author import author_commands
from cli.check import game_commands
from cli.guard import run_guarded
from cli.lab import lab_commands
from cli.libraries import Libraries, use_libraries
from cli.options import Commands, QuickGroup

GC_THRESHOLD = 500_000
"""Number of new objects before garbage is collected; most objects of a command live until its end."""

app = typer.Typer(
    cls=QuickGroup,
    help="Check, read, play and test board games whose rules are written as data.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
command = Commands()


def _version(wanted: bool) -> None:
    if wanted:
        from cli.options import find_version

        typer.echo(f"cahier {find_version()}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    library: Libraries = None,
) -> None:
    """Handle the options before a command: `--version`, and `--library`, which may also follow the command."""
    use_libraries(library or ())


@command("list")
def list_() -> None:
    """List all games, with seats, numbers of players and variants."""
    from cli.check.game_list import list_games

    raise typer.Exit(list_games())


for commands in (game_commands.command, lab_commands.command, author_commands.command, command):
    commands.register(app)


def run() -> None:
    """Run the command `cahier`."""
    status = run_guarded(_run)
    gc.freeze()  # a last garbage collection would take a tenth of the time of a check
    sys.exit(status)


@cache
def group() -> TyperGroup:
    """Return all commands with their options, as typer reads them."""
    return get_group(app)


def _run() -> int:
    gc.set_threshold(GC_THRESHOLD, 20, 100)
    try:
        group()(prog_name="cahier")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    return 0
