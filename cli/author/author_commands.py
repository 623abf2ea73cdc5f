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
        typer.Argument(metavar="[OTHER]", help="Another game: the one after the change.", show_default=False),
    ] = None,
    as_variant: Annotated[
        str | None,
        typer.Option("--as-variant", metavar="NAME", help="Write the difference as a variant: its id, or a path."),
    ] = None,
    effect: Annotated[bool, typer.Option("--effect", help="Play both, and tell what differs in play.")] = False,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=1, help="With --effect: just so many a side (until sure).")
    ] = None,
    variant: Variants = None,
    players: Players = None,
    lang: Lang = "en",
) -> None:
    """Tell what variants change in a game, or what is different in another folder; make a variant of your edits."""
    from cli.author.diff import DiffSettings, diff_game

    raise typer.Exit(
        diff_game(DiffSettings(game, other, tuple(variant or ()), players, as_variant, effect, games), lang)
    )


@command()
def cards(
    game: GameName,
    export: Annotated[
        str | None, typer.Option("--export", metavar="FILE", help="Write the cards there as CSV; `-`: standard output.")
    ] = None,
    import_: Annotated[
        str | None, typer.Option("--import", metavar="FILE", help="Take what was changed in such a file back.")
    ] = None,
    force: Force = False,
    variant: Variants = None,
    players: Players = None,
) -> None:
    """Write a game's cards as a table, a row a card, or take such a table back into its files."""
    from cli.author.exports import exchange_cards

    raise typer.Exit(exchange_cards(game, tuple(variant or ()), players, export, import_, force))


@command()
def rename(
    game: GameName,
    old: Annotated[str, typer.Argument(metavar="OLD", help="The id of a thing.", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="Its id from now on.", show_default=False)],
) -> None:
    """Give a thing of your game another id, in all of its files."""
    from cli.author.edit_files import rename_thing

    raise typer.Exit(rename_thing(game, old, new))


@command()
def translate(
    game: GameName,
    lang: Annotated[str, typer.Argument(metavar="LANG", help="The language: de, pt-BR.", show_default=False)],
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="The file, where the game is not your own.")
    ] = None,
) -> None:
    """Write the file of a language, with the English beside each text; what it says already is kept."""
    from cli.author.translate import translate_game

    raise typer.Exit(translate_game(game, lang, output))


@command()
def fmt(
    game: GameName,
    check: Annotated[
        bool, typer.Option("--check", help="Only say which files would change; then the status is 1.")
    ] = False,
) -> None:
    """Settle the layout of your game's files: how far lines are indented, and the blanks within them."""
    from cli.author.edit_files import format_files

    raise typer.Exit(format_files(game, check))


@command()
def lsp() -> None:
    """Help an editor: what `check` finds as one types, what words do. It is started by the editor."""
    from cli.author.lsp import serve_editor

    raise typer.Exit(serve_editor())


@command()
def language(
    word: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORD...]", help="Only the forms with these words, with examples.", show_default=False),
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="A game's name or folder: its own words as well.")
    ] = None,
    variant: Variants = None,
    players: Players = None,
    lang: Lang = "en",
) -> None:
    """List the forms of the language in which rules are written, what they do, and a game's own words."""
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
            help="FILE.pdf, .svg or .png; of several pages FILE-1.png…",
            show_default=False,
        ),
    ],
    what: Annotated[
        list[str] | None,
        typer.Option(
            "--what",
            metavar="PART",
            help="cards, map, tracks, aids (tables, special words) or all (default); repeatable.",
        ),
    ] = None,
    paper: Annotated[str, typer.Option("--paper", metavar="P", help="a4 or letter.")] = "a4",
    size: Annotated[
        str, typer.Option("--size", metavar="S", help="Of cards: poker, bridge, tarot, mini, square, or 63x88mm.")
    ] = "poker",
    force: Force = False,
    lang: Lang = "en",
    variant: Variants = None,
    players: Players = None,
) -> None:
    """Print a game: cards to cut out, the map, tracks, tables."""
    from cli.author.exports import PrintSettings, print_game

    settings = PrintSettings(output, tuple(what or ()), paper, size, lang, force)
    raise typer.Exit(print_game(game, tuple(variant or ()), players, settings))


@command()
def new(
    name: NewName,
    like: Annotated[
        str | None, typer.Option("--like", metavar="KIND", help="A small game: line, poker, map or cards (else asked).")
    ] = None,
    model: Annotated[str | None, typer.Option("--from", metavar="GAME", help="A copy of a game.")] = None,
) -> None:
    """Make a game of your own: a small one to begin with, or a copy of another."""
    from cli.author.new import new_game

    raise typer.Exit(new_game(name, like, model))


@command("new-variant")
def new_variant(
    name: NewName,
    of: Annotated[str, typer.Option("--of", metavar="GAME", help="The game that it is to change.", show_default=False)],
) -> None:
    """Make a variant of a game: a file that changes nothing yet, and shows how."""
    from cli.author.new import new_variant as make

    raise typer.Exit(make(name, of))
