"""Suggestions for options that a command doesn't have: those that other commands or programs call otherwise."""

from __future__ import annotations

from collections.abc import Sequence

import click

from interpreter.support import closest_match

_GROUPS = """
    players seats player-count num-players number-of-players p
    games runs matches rounds repeat repetitions iterations count number n
    seat player bot ai opponent
    by player bot ai opponent
    of game like rules g
    rules game g
    game rules source g
    output export report json csv xlsx out file to save target o
    import load input in from file i
    variant variants with rule house-rule option v
    lang language locale l
    seed random-seed random s
    jobs threads workers processes cores parallel cpus j
    force overwrite yes replace y f
    time minutes seconds duration budget limit timeout t
    plan dry-run estimate preview
    check dry-run diff preview
    paper format page-size size
    what part parts only
    plain no-colour text tui
    watch follow live w
    strict werror warnings pedantic
    resume continue last
    load resume save file
    report html page
    aim goal target
    vary change set range values parameter param
    within precision margin tolerance error
    accept update bless fix write
    store cache save database
    from position scenario start
    explain why reasons verbose v
    hint hints advice
    record log save
    library path dir folder
    backend engine
    host bind address
"""
"""Words for the same option, a group a line. A command has the option if it has any word of the group."""
SIBLINGS = tuple(tuple(line.split()) for line in _GROUPS.strip().splitlines())
ALIKE = 0.7
"""Minimum likeness of an option with other letters to the one that is suggested."""
MOST_OPTIONS = 4
"""Maximum number of options that are suggested in place of one."""


class SuggestingCommand(click.Command):
    """A command that suggests one of its own options in place of an unknown one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; the error about an unknown option suggests the one that was probably meant."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            message = _suggestion(self, error.option_name, given)
            if message is None:
                raise
            raise click.UsageError(f"No such option '{error.option_name}'. {message}", ctx) from None


def _suggestion(command: click.Command, name: str, given: Sequence[str]) -> str | None:
    """Return a sentence that suggests what to write in place of the option `name`, or None."""
    at = next((at for at, each in enumerate(given) if each.partition("=")[0] == name or _begins(each, name)), None)
    text, *following = [name] if at is None else given[at : at + 2]
    word, _, value = text.lstrip("-").partition("=")
    found = _meant_options(command, word, value or "".join(following))
    if len(found) == 1:
        return f"Did you mean '{found[0]}'?"
    if found:
        return f"(Did you mean one of: {', '.join(map(repr, found))}?)"
    argument = next((each for each in command.params if isinstance(each, click.Argument) and each.name == word), None)
    return f"{argument.make_metavar(click.Context(command))} is written without an option." if argument else None


def _begins(each: str, name: str) -> bool:
    """Return whether a word with one dash is a short option with more letters."""
    return not name.startswith("--") and each.startswith(name)


def _meant_options(command: click.Command, word: str, value: str) -> list[str]:
    """Return the options that a word for one probably means: if possible, of those that take the value."""
    options = {each.opts[-1].lstrip("-"): each for each in command.params if isinstance(each, click.Option)}
    siblings = dict.fromkeys(name for group in SIBLINGS if word in group for name in group if name in options)
    fitting = {name for name, each in options.items() if _takes(each, value)}
    found = [name for name in siblings if name in fitting]
    if word in fitting:
        found = [word]
    elif not found and (alike := closest_match(word, fitting, ALIKE)) is not None:
        found = [alike]
    elif not found:
        found = list(siblings)
    ending = value.rpartition(".")[2]
    return [f"--{name}" for name in ([ending] if ending in found else found[:MOST_OPTIONS])]


def _takes(option: click.Option, value: str) -> bool:
    """Return whether an option takes a value, as far as its type and `=` in its form tell; without one, all do."""
    if option.is_flag or not value or value.startswith("-"):
        return True
    if "=" in (option.metavar or ""):
        return "=" in value
    try:
        option.type.convert(value, option, None)
    except click.UsageError:
        return False
    return True
