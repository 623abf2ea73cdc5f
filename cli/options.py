"""Options that several commands share, and the collection of commands."""

from __future__ import annotations

from collections.abc import Callable

import click

from cli.libraries import add_library_option


class WholeNumber(click.IntRange):
    """A whole number within a range, by the name that messages call it."""

    name = "whole number"


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
FORCE = click.option("--force", is_flag=True, help="Overwrite existing files.")
LANG = click.option("--lang", metavar="L", default="en", help="Language code, or a file of names in a language.")


class Commands:
    """The commands of a module, in the order in which they are defined."""

    def __init__(self) -> None:
        self._defined: list[click.Command] = []

    def __call__(self, name: str | None = None) -> Callable[[Callable[..., int]], click.Command]:
        """Decorate a function as a command, called like the function or by `name`; it returns the exit status."""

        def define(work: Callable[..., int]) -> click.Command:
            made = click.command(name or work.__name__)(work)
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
