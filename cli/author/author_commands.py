"""Commands for authors: write, change, translate and print a game."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.options import Commands, Force, GameName, Lang, NewName, Players, Variants

command = Commands()


@command()
def diff(
    game: GameName,
    other: Annotated[
        str | None,
        typer.Argument(metavar="[OTHER]", help="Name or folder of the changed game.", show_default=False),
    ] = None,
    as_variant: Annotated[
        str | None,
        typer.Option("--as-variant", metavar="NAME", help="Write the difference as a variant with this id or path."),
    ] = None,
    effect: Annotated[
        bool, typer.Option("--effect", help="Play both versions and report what changes in play.")
    ] = False,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", min=1, help="With --effect, number of games per version (default: until sure)."
        ),
    ] = None,
    variant: Variants = None,
    players: Players = None,
    lang: Lang = "en",
) -> None:
    """List what variants change, or how two games differ. Write the difference as a variant with `--as-variant`."""
    from cli.author.diff import DiffSettings, diff_game

    raise typer.Exit(
        diff_game(DiffSettings(game, other, tuple(variant or ()), players, as_variant, effect, games), lang)
    )


@command()
def cards(
    game: GameName,
    export: Annotated[
        str | None, typer.Option("--export", metavar="FILE", help="Write the cards as CSV; `-`: standard output.")
    ] = None,
    import_: Annotated[
        str | None, typer.Option("--import", metavar="FILE", help="Apply the changes in an exported file to the rules.")
    ] = None,
    force: Force = False,
    variant: Variants = None,
    players: Players = None,
) -> None:
    """Export or import a game's cards as a table. The table has one row per card."""
    from cli.author.edit_files import exchange_cards

    raise typer.Exit(exchange_cards(game, tuple(variant or ()), players, export, import_, force))


@command()
def rename(
    game: GameName,
    old: Annotated[str, typer.Argument(metavar="OLD", help="The present id.", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new id.", show_default=False)],
) -> None:
    """Change an id in all files of your game."""
    from cli.author.edit_files import rename_thing

    raise typer.Exit(rename_thing(game, old, new))


@command()
def translate(
    game: GameName,
    lang: Annotated[
        str, typer.Argument(metavar="LANG", help="Language code, such as de or pt-BR.", show_default=False)
    ],
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="FILE", help="File to write, for a game that is not your own."),
    ] = None,
) -> None:
    """Write or update the file of a language. English stands next to each text; existing translations are kept."""
    from cli.author.translate import translate_game

    raise typer.Exit(translate_game(game, lang, output))


@command()
def fmt(
    game: GameName,
    check: Annotated[
        bool, typer.Option("--check", help="List the files that would change, and exit with status 1 if there are any.")
    ] = False,
) -> None:
    """Format your game's files: indentation and blanks."""
    from cli.author.edit_files import format_files

    raise typer.Exit(format_files(game, check))


@command()
def lsp() -> None:
    """Run the language server, which your editor starts."""
    import os
    import sys

    from cli.guard import EXIT_NO, EXIT_OK, exit_on_signals
    from cli.options import find_version
    from cli.text.output import reserve_stdout
    from interpreter.support import Location, Problem, RulebookError, require_extra

    require_extra("editor", "pygls")
    if sys.stdin.isatty():
        message = "this is for editors, which start it themselves; the README says how to set one up"
        raise RulebookError(Problem(Location("lsp"), "no-editor", message))
    from interpreter.editor import run_server

    exit_on_signals()
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers, reserve_stdout():
        was_ended = run_server(find_version(), sys.stdin.buffer, answers)
    raise typer.Exit(EXIT_OK if was_ended else EXIT_NO)


@command()
def language(
    word: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WORD...]", help="Show only forms with these words, with examples.", show_default=False
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="Include the words of a game, by name or folder.")
    ] = None,
    variant: Variants = None,
    players: Players = None,
    lang: Lang = "en",
) -> None:
    """Explain the rules language. List its forms, with examples, and a game's own words."""
    from cli.author.language import print_language

    raise typer.Exit(print_language(word or [], game, tuple(variant or ()), players, lang))


@command("print")
def print_(
    game: GameName,
    output: Annotated[
        str,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="FILE.pdf, .svg or .png; several images become FILE-1.png, …",
            show_default=False,
        ),
    ],
    what: Annotated[
        list[str] | None,
        typer.Option(
            "--what",
            metavar="PART",
            help="Part: cards, map, tracks, aids (tables, special words) or all (default); repeatable.",
        ),
    ] = None,
    paper: Annotated[str, typer.Option("--paper", metavar="P", help="Paper size: a4 or letter.")] = "a4",
    size: Annotated[
        str,
        typer.Option("--size", metavar="S", help="Card size: poker, bridge, tarot, mini, square, or such as 63x88mm."),
    ] = "poker",
    force: Force = False,
    lang: Lang = "en",
    variant: Variants = None,
    players: Players = None,
) -> None:
    """Print a game: cards to cut out, the map, tracks and tables."""
    from cli.author.print_game import PrintSettings, print_game

    settings = PrintSettings(output, tuple(what or ()), paper, size, lang, force)
    raise typer.Exit(print_game(game, tuple(variant or ()), players, settings))


@command()
def new(
    name: NewName,
    like: Annotated[
        str | None,
        typer.Option("--like", metavar="KIND", help="Kind of small game: line, poker, map or cards (default: ask)."),
    ] = None,
    model: Annotated[str | None, typer.Option("--from", metavar="GAME", help="Copy this game.")] = None,
) -> None:
    """Start a game of your own: a small one, or a copy of another."""
    from cli.author.new import new_game

    raise typer.Exit(new_game(name, like, model))


@command("new-variant")
def new_variant(
    name: NewName,
    of: Annotated[str, typer.Option("--of", metavar="GAME", help="The game to change.", show_default=False)],
) -> None:
    """Start a variant of a game. It is a file that changes nothing yet and shows how to."""
    from cli.author.new import new_variant as make

    raise typer.Exit(make(name, of))
