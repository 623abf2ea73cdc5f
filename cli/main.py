"""The command line: what can be typed. Each command's work is in a module of its own, loaded when it is called."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from cli.guard import guarded
from cli.libraries import Libraries, heed, with_libraries
from cli.quick_options import QuickCommand, QuickGroup

MOST_JOBS = 256
GARBAGE = 500_000
"""So many new objects there are before garbage is looked for: what a command makes, it mostly keeps to its end."""

app = typer.Typer(
    cls=QuickGroup,
    help="Board games from rulebooks written as data: check them, read them, play them by the thousand.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def command(name: str | None = None) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command, called as the function or by a name, with the options that all of them have."""

    def register(work: Callable[..., None]) -> Callable[..., None]:
        app.command(name, cls=QuickCommand)(with_libraries(work))
        return work

    return register


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


def _version(wanted: bool) -> None:
    if wanted:
        from cli.version import version

        typer.echo(f"cahier {version()}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
    library: Libraries = None,
) -> None:
    """What may stand before a command: `--version`, and `--library`, which may stand behind it as well."""
    heed(library or ())


@command()
def check(
    game: GameName,
    json: Annotated[bool, typer.Option("--json", help="Print what was found as JSON.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Let warnings count: with any, the exit status is 1.")
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Stay, and look again after each save, until Ctrl-C.")] = False,
    variant: Variants = None,
    players: Players = None,
    lang: Annotated[
        str | None, typer.Option("--lang", metavar="L", help="Name also what is not translated: into L, or in file L.")
    ] = None,
) -> None:
    """Find every mistake in a game that can be known before play."""
    if watch:
        from cli.watching import watch_game

        raise typer.Exit(watch_game(game, tuple(variant or ()), players, json or strict or lang is not None))
    from cli.check import check_game

    raise typer.Exit(check_game(game, tuple(variant or ()), players, json, strict, lang))


@command()
def show(
    game: GameName,
    what: Annotated[
        str | None, typer.Argument(metavar="[cards|map|tracks|tables|sources|uses|lowered|native]", show_default=False)
    ] = None,
    id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="One card, or rule; a name.", show_default=False)
    ] = None,
    variant: Variants = None,
    players: Players = None,
    lang: Lang = "en",
) -> None:
    """Show what a game's data says, as a player would want to read it."""
    from cli.show import show_game

    raise typer.Exit(show_game(game, what, id, tuple(variant or ()), players, lang))


@command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game's name or a folder.", show_default=False)
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="SEAT=PLAYER",
            help="Who decides: human, random, table, beginner, steady, search:500, search:9s, search:9sx2; repeatable.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="S", min=0, help="The same seed, the same chances (default: any).")
    ] = None,
    load: Annotated[str | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game that was left last.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Print why a table or a search decided as it did.")
    ] = False,
    hint: Annotated[
        bool, typer.Option("--hint", help="Print what a search would do, at each of your decisions.")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="After each save of the rules go on by them, from the choices so far.")
    ] = False,
    variant: Variants = None,
    players: Players = None,
    lang: Lang = "en",
) -> None:
    """Play a game at the terminal, against others at the keyboard or against the machine."""
    from cli.play import Settings, play_game

    settings = Settings(
        tuple(variant or ()), players, tuple(seat or ()), seed, load, resume, lang, explain, hint, watch
    )
    raise typer.Exit(play_game(game, settings))


@command("try")
def try_(
    game: GameName,
    card: Annotated[str, typer.Argument(metavar="CARD", help="A card's id or title.", show_default=False)],
    origin: Annotated[
        str | None,
        typer.Option("--from", metavar="SCENARIO|SAVE", help="The position of a scenario, or of a saved game."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="S", min=0, help="The same seed, the same position (default: any).")
    ] = None,
    variant: Variants = None,
    players: Players = None,
    lang: Lang = "en",
) -> None:
    """Play out the event of a card in a position in which it can be played: you decide for all."""
    from cli.try_card import Settings, try_card

    raise typer.Exit(try_card(game, card, Settings(tuple(variant or ()), players, seed, origin, lang)))


@command()
def playtest(
    game: GameName,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 1000,
    seed: Seed = 0,
    first: Annotated[
        int, typer.Option("--from", metavar="I", min=0, help="The first game of the run to play, counted from 0.")
    ] = 0,
    jobs: Jobs = None,
    seat: Seated = None,
    json: Json = None,
    csv: Csv = None,
    report: Report = None,
    record: Annotated[
        str | None, typer.Option("--record", metavar="FILE", help="Write the games down for `cahier replay`.")
    ] = None,
    store: Stored = None,
    dask: Dask = None,
    shrink: Annotated[
        str | None, typer.Option("--shrink", metavar="FILE", help="If games fail: write the shortest that does so.")
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Tell which lines, branches, options… never came up in these games.")
    ] = False,
    all_: Annotated[bool, typer.Option("--all", help="Tell all cards, and all that never came up.")] = False,
    git: Annotated[str | None, typer.Option("--git", metavar="REV", help="The folder as it was at a revision.")] = None,
    variant: Variants = None,
    players: Players = None,
    backend: Backend = "auto",
) -> None:
    """Play many games at random: who wins, why, how long they are."""
    from cli.playtest import Settings, playtest_game

    seats = tuple(seat or ())
    settings = Settings(
        games, seed, first, jobs, seats, json, record, backend, store, dask, shrink, csv, coverage, all_, report, git
    )
    raise typer.Exit(playtest_game(game, tuple(variant or ()), players, settings))


@command()
def compare(
    game: GameName,
    other: Annotated[
        str | None,
        typer.Argument(metavar="[OTHER]", help="Another folder: the game after the change.", show_default=False),
    ] = None,
    variant: Annotated[
        list[str] | None, typer.Option("--variant", metavar="V", help="A variant that only one side has; repeatable.")
    ] = None,
    base: Annotated[
        list[str] | None, typer.Option("--base", metavar="V", help="A variant that both sides have; repeatable.")
    ] = None,
    git: Annotated[
        str | None, typer.Option("--git", metavar="REV", help="Against the folder as it was at a revision.")
    ] = None,
    within: Annotated[
        float | None, typer.Option("--within", metavar="P", help="The smallest difference that matters, in points (1).")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", metavar="N", min=1, help="At most so many a side; without --within: exactly so many."),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by", metavar="PLAYER", help="Who plays all seats: random, table, search:N; several: each alone."
        ),
    ] = None,
    seat: Seated = None,
    players: Players = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    json: Json = None,
    csv: Csv = None,
    report: Report = None,
    store: Stored = None,
    dask: Dask = None,
    backend: Backend = "auto",
) -> None:
    """Tell what a change did to a game: who wins more often, for sure, or that it is next to nothing."""
    from cli.compare import Settings, Versions, compare_games

    versions = Versions(game, other, tuple(variant or ()), tuple(base or ()), git, players)
    settings = Settings(
        within, games, tuple(by or ()), tuple(seat or ()), seed, jobs, json, backend, store, dask, csv, report
    )
    raise typer.Exit(compare_games(versions, settings))


@command()
def impact(
    game: GameName,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="KIND", help="event, bend, row, piece or space (default: all); repeatable."),
    ] = None,
    within: Annotated[
        float, typer.Option("--within", metavar="P", help="How far an interval may reach, in points of wins.")
    ] = 1.0,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="At most so many without each thing.")
    ] = 100_000,
    seat: Seated = None,
    all_: Annotated[bool, typer.Option("--all", help="Tell what each thing is worth, not only the first 20.")] = False,
    variant: Variants = None,
    players: Players = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    json: Json = None,
    csv: Csv = None,
    report: Report = None,
    backend: Backend = "auto",
    store: Stored = None,
    dask: Dask = None,
) -> None:
    """Tell what each event, bent phrase, piece and space of a game is worth: the same games without it."""
    from cli.impact import Settings, impact_of

    seats, kinds = tuple(seat or ()), tuple(only or ())
    settings = Settings(kinds, within, games, seats, seed, jobs, json, backend, all_, csv, store, dask, report)
    raise typer.Exit(impact_of(game, tuple(variant or ()), players, settings))


@command()
def sweep(
    game: GameName,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", metavar="PATH=1,2,3", help="A place and its values, or 1..6; twice: each with each."),
    ] = None,
    aim: Annotated[
        str | None, typer.Option("--aim", metavar="SIDE=50", help="With which values wins SIDE so many of 100 games?")
    ] = None,
    within: Annotated[
        float | None, typer.Option("--within", metavar="P", help="How far an interval may reach, in points (1).")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", metavar="N", min=1, help="So many with each value; with --aim or --within: at most."),
    ] = None,
    seat: Seated = None,
    variant: Variants = None,
    players: Players = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    json: Json = None,
    csv: Csv = None,
    report: Report = None,
    store: Stored = None,
    dask: Dask = None,
    backend: Backend = "auto",
) -> None:
    """Tell how a game goes with each of several values in one place of its rules, and which comes nearest to an aim."""
    from cli.sweep import Settings, sweep_game

    seats = tuple(seat or ())
    asked = tuple(vary or ()), aim, within, games, seats, seed, jobs, json, csv, backend, dask, report, store
    raise typer.Exit(sweep_game(game, tuple(variant or ()), players, Settings(*asked)))


@command()
def measure(
    game: GameName,
    games: Annotated[
        int | None,
        typer.Option("--games", metavar="N", min=1, help="How many games (20,000); all else grows with them."),
    ] = None,
    playouts: Annotated[
        int, typer.Option("--playouts", metavar="N", min=1, help="How skilled players search, and twice as long.")
    ] = 20,
    seat: Seated = None,
    variant: Variants = None,
    players: Players = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    json: Json = None,
    csv: Csv = None,
    report: Report = None,
    store: Stored = None,
    dask: Dask = None,
    backend: Backend = "auto",
) -> None:
    """Tell what kind of game it is: balance, skill and chance, when it is decided, what choices are worth."""
    from cli.measure import Settings, measure_game

    settings = Settings(games, playouts, tuple(seat or ()), seed, jobs, json, backend, csv, store, dask, report)
    raise typer.Exit(measure_game(game, tuple(variant or ()), players, settings))


@command()
def test(
    game: GameName,
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE...]", help="Files of scenarios or records.", show_default=False)
    ] = None,
    variant: Variants = None,
    players: Players = None,
    accept: Annotated[
        bool, typer.Option("--accept", help="Write what now comes out into the files, after showing the difference.")
    ] = False,
) -> None:
    """Play a game's scenarios, examples of play that must come out, and its records, games that must go as before."""
    from cli.scenarios import test_game

    raise typer.Exit(test_game(game, tuple(variant or ()), players, files, accept))


@command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What `playtest --record` wrote.", show_default=False)],
    game: Annotated[int | None, typer.Option("--game", metavar="I", min=0, help="Which game (the first).")] = None,
    rules: Annotated[str | None, typer.Option("--rules", metavar="GAME", help="The rules, if in a folder.")] = None,
    shrink: Annotated[
        str | None, typer.Option("--shrink", metavar="OUT", help="If it fails: write the shortest game that does so.")
    ] = None,
    variant: Variants = None,
    git: Annotated[
        str | None, typer.Option("--git", metavar="REV", help="The rules as they were at a revision.")
    ] = None,
) -> None:
    """Play a recorded game again, decision by decision."""
    from cli.replay import replay_game

    raise typer.Exit(replay_game(file, game, rules, tuple(variant or ()), shrink, git))


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
    from cli.diff import Asked, diff_game

    raise typer.Exit(diff_game(Asked(game, other, tuple(variant or ()), players, as_variant, effect, games), lang))


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
    from cli.cards import cards_of

    raise typer.Exit(cards_of(game, tuple(variant or ()), players, export, import_, force))


@command()
def rename(
    game: GameName,
    old: Annotated[str, typer.Argument(metavar="OLD", help="The id of a thing.", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="Its id from now on.", show_default=False)],
) -> None:
    """Give a thing of your game another id, in all of its files."""
    from cli.rename import rename_thing

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
    from cli.translate import translate_game

    raise typer.Exit(translate_game(game, lang, output))


@command()
def fmt(
    game: GameName,
    check: Annotated[
        bool, typer.Option("--check", help="Only say which files would change; then the status is 1.")
    ] = False,
) -> None:
    """Settle the layout of your game's files: how far lines are indented, and the blanks within them."""
    from cli.fmt import settle_layout

    raise typer.Exit(settle_layout(game, check))


@command()
def lsp() -> None:
    """Help an editor: what `check` finds as one types, what words do. It is started by the editor."""
    from cli.lsp import answer_editor

    raise typer.Exit(answer_editor())


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
    from cli.language import tell_language

    raise typer.Exit(tell_language(word or [], game, tuple(variant or ()), players, lang))


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
        typer.Option("--what", metavar="PART", help="cards, map, tracks, aids (tables) or all (default); repeatable."),
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
    from cli.print_game import Settings, print_game

    settings = Settings(output, tuple(what or ()), paper, size, lang, force)
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
    from cli.new import new_game

    raise typer.Exit(new_game(name, like, model))


@command("new-variant")
def new_variant(
    name: NewName,
    of: Annotated[str, typer.Option("--of", metavar="GAME", help="The game that it is to change.", show_default=False)],
) -> None:
    """Make a variant of a game: a file that changes nothing yet, and shows how."""
    from cli.new import new_variant as make

    raise typer.Exit(make(name, of))


@command("list")
def list_() -> None:
    """List the games with their seats, player counts and variants."""
    from cli.games import list_games

    raise typer.Exit(list_games())


def run() -> None:
    """The command `cahier`."""
    status = guarded(_run)
    gc.freeze()  # all that is left goes with the process: to look through it for garbage first takes a tenth of a check
    sys.exit(status)


def _run() -> int:
    gc.set_threshold(GARBAGE, 20, 100)
    try:
        app(prog_name="cahier")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    return 0
