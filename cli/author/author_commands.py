"""Commands for authors: write, change, translate and print a game."""

from __future__ import annotations

import click

from cli.options import FORCE, GAME, LANG, NAME, PLAYERS, VARIANTS, Commands, WholeNumber

command = Commands()


@command()
@GAME
@click.argument("other", required=False, metavar="[OTHER]", help="Name or folder of the changed game.")
@click.option("--as-variant", metavar="NAME", help="Write the difference as a variant with this id or path.")
@click.option("--effect", is_flag=True, help="Play both versions and report what changes in play.")
@click.option(
    "--games",
    metavar="N",
    type=WholeNumber(min=1),
    help="With --effect, number of games per version (default: until sure).",
)
@VARIANTS
@PLAYERS
@LANG
def diff(
    game: str,
    other: str | None,
    as_variant: str | None,
    effect: bool,
    games: int | None,
    variant: tuple[str, ...],
    players: int | None,
    lang: str,
) -> int:
    """List what variants change, or how two games differ. Write the difference as a variant with `--as-variant`."""
    from cli.author.diff import DiffSettings, diff_game

    return diff_game(DiffSettings(game, other, variant, players, as_variant, effect, games), lang)


@command()
@GAME
@click.option("--export", metavar="FILE", help="Write the cards as CSV; `-`: standard output.")
@click.option("--import", "import_", metavar="FILE", help="Apply the changes in an exported file to the rules.")
@FORCE
@VARIANTS
@PLAYERS
def cards(
    game: str, export: str | None, import_: str | None, force: bool, variant: tuple[str, ...], players: int | None
) -> int:
    """Export or import a game's cards as a table. The table has one row per card."""
    from cli.author.game_files import exchange_cards

    return exchange_cards(game, variant, players, export, import_, force)


@command()
@GAME
@click.argument("old", metavar="OLD", help="The present id.")
@click.argument("new", metavar="NEW", help="The new id.")
def rename(game: str, old: str, new: str) -> int:
    """Change an id in all files of your game."""
    from cli.author.game_files import rename_thing

    return rename_thing(game, old, new)


@command()
@GAME
@click.argument("lang", metavar="LANG", help="Language code, such as de or pt-BR.")
@click.option("-o", "--output", metavar="FILE", help="File to write, for a game that is not your own.")
def translate(game: str, lang: str, output: str | None) -> int:
    """Write or update the file of a language. English stands next to each text; existing translations are kept."""
    from cli.author.translate import translate_game

    return translate_game(game, lang, output)


@command()
@GAME
@click.option(
    "--check", is_flag=True, help="List the files that would change, and exit with status 1 if there are any."
)
def fmt(game: str, check: bool) -> int:
    """Format your game's files: indentation and blanks."""
    from cli.author.game_files import format_files

    return format_files(game, check)


@command()
def lsp() -> int:
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
    return EXIT_OK if was_ended else EXIT_NO


@command()
@click.argument("word", nargs=-1, metavar="[WORD...]", help="Show only forms with these words, with examples.")
@click.option("--game", metavar="GAME", help="Include the words of a game, by name or folder.")
@VARIANTS
@PLAYERS
@LANG
def language(word: tuple[str, ...], game: str | None, variant: tuple[str, ...], players: int | None, lang: str) -> int:
    """Explain the rules language. List its forms, with examples, and a game's own words."""
    from cli.author.language import print_language

    return print_language(word, game, variant, players, lang)


@command("pack")
@click.argument("game", metavar="GAME|VARIANT", help="A game's name or folder, or a variant's file or folder.")
@click.option("-o", "--output", metavar="NAME.cahier", help="File to write (default: the id, in this folder).")
@FORCE
def pack_(game: str, output: str | None, force: bool) -> int:
    """Pack a game or variant into one file, to hand on."""
    from cli.author.packages import pack_game

    return pack_game(game, output, force)


@command()
@click.argument("source", metavar="FILE|FOLDER", help="A package, a folder or working copy, or a variant's file.")
def add(source: str) -> int:
    """Add a game or variant to your library, where every command finds it by name."""
    from cli.author.packages import add_to_library

    return add_to_library(source)


@command()
@click.argument("name", metavar="NAME", help="The name in `cahier list --library`.")
def remove(name: str) -> int:
    """Remove a game or variant from your library."""
    from cli.author.packages import remove_from_library

    return remove_from_library(name)


@command("print")
@GAME
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    help="FILE.pdf, .svg or .png; several images become FILE-1.png, …; a folder for --export.",
)
@click.option(
    "--what",
    metavar="PART,…",
    multiple=True,
    help="Parts: cover, rules, board, counters, cards, aids (tables, special words); default: all.",
)
@click.option("--paper", metavar="P", default="a4", help="Paper size: a4 or letter.")
@click.option(
    "--size", metavar="S", default="poker", help="Card size: poker, bridge, tarot, mini, square, or such as 63x88mm."
)
@click.option(
    "--ink", type=click.Choice(["full", "low"]), default="full", help="Full (default), or low: outlines, no areas."
)
@click.option(
    "--fold",
    type=click.Choice(["duplex", "gutter"]),
    default="duplex",
    help="Backs: on the back of each sheet (default), or beside the fronts, to fold and glue.",
)
@click.option(
    "--export",
    type=click.Choice(["tts", "gamecrafter", "pod", "csv"]),
    help="Write files into a folder: for Tabletop Simulator, The Game Crafter, print on demand, a table of the cards.",
)
@click.option("--address", metavar="URL", default="", help="Address of the pictures, for --export tts.")
@click.option("--backs-first", is_flag=True, help="Each card's back before its front, for --export pod.")
@click.option("--bleed", is_flag=True, help="Cards with ink beyond the cut, eight to a page.")
@FORCE
@LANG
@VARIANTS
@PLAYERS
def print_(
    game: str,
    output: str,
    what: tuple[str, ...],
    paper: str,
    size: str,
    ink: str,
    fold: str,
    bleed: bool,
    export: str | None,
    address: str,
    backs_first: bool,
    force: bool,
    lang: str,
    variant: tuple[str, ...],
    players: int | None,
) -> int:
    """Print a game: cover, rules, board, counters and cards to cut out, tables and special words."""
    from cli.author.game_files import PrintSettings, print_game

    settings = PrintSettings(output, what, paper, size, ink, fold, bleed, export, address, backs_first, lang, force)
    return print_game(game, variant, players, settings)


@command()
@NAME
@click.option(
    "--like", metavar="KIND", help="Kind of small game: line, hexes, dice, poker, tricks, map or cards (default: ask)."
)
@click.option("--from", "model", metavar="GAME", help="Copy this game.")
def new(name: str, like: str | None, model: str | None) -> int:
    """Start a game of your own: a small one, or a copy of another."""
    from cli.author.game_files import new_game

    return new_game(name, like, model)


@command("new-variant")
@NAME
@click.option("--of", metavar="GAME", required=True, help="The game to change.")
def new_variant(name: str, of: str) -> int:
    """Start a variant of a game. It is a file that changes nothing yet and shows how to."""
    from cli.author.game_files import new_variant as make

    return make(name, of)
