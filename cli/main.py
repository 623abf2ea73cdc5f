"""The command line: all commands, and the start and end of the program.

The work of each command is in a module of its own, loaded when the command is called.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence

import click

from cli.author import author_commands
from cli.check import game_commands
from cli.guard import run_guarded
from cli.lab import lab_commands
from cli.libraries import LIBRARY, LIBRARY_OR_OWN, OWN, use_libraries
from cli.options import Commands, OrderedGroup

GC_THRESHOLD = 500_000
"""Number of new objects before garbage is collected; most objects of a command live until its end."""

command = Commands()


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from cli.options import find_version

        click.echo(f"cahier {find_version()}")
        context.exit()


@click.group(
    "cahier",
    cls=OrderedGroup,
    help="Check, read, play and test board games whose rules are written as data.",
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version and exit.",
)
@LIBRARY
def group(library: Sequence[str]) -> None:
    """Handle the options before a command: `--version`, and `--library`, which may also follow the command."""
    use_libraries(library)


@command("list", has_library=False)
@LIBRARY_OR_OWN
def list_(library: tuple[str, ...]) -> int:
    """List all games, with seats, numbers of players and variants."""
    if OWN in library:
        from cli.author.packages import list_library

        return list_library()
    from cli.check.game_list import list_games

    use_libraries(library)
    return list_games()


for commands in (game_commands.command, lab_commands.command, author_commands.command, command):
    commands.register(group)


def run() -> None:
    """Run the command `cahier`."""
    status = run_guarded(_run)
    gc.freeze()  # a last garbage collection would take a tenth of the time of a check
    sys.exit(status)


def _run() -> int:
    gc.set_threshold(GC_THRESHOLD, 20, 100)
    try:
        return int(group.main(prog_name="cahier", standalone_mode=False) or 0)
    except click.ClickException as error:
        error.show()
        return error.exit_code
