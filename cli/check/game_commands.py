"""Commands that check, show and play a game."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.options import Commands, GameName, Lang, Players, Variants

command = Commands()


@command()
def check(
    game: GameName,
    json: Annotated[
        bool, typer.Option("--json", help="Print what was found as JSON; with --watch, a line a save.")
    ] = False,
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
        from cli.check.watch import WatchSettings, watch_game

        raise typer.Exit(watch_game(WatchSettings(game, tuple(variant or ()), players, lang, strict, json)))
    from cli.check.check import check_game

    raise typer.Exit(check_game(game, tuple(variant or ()), players, json, strict, lang))


@command()
def show(
    game: GameName,
    what: Annotated[
        str | None, typer.Argument(metavar="[cards|map|tracks|tables|sources|uses|lowered|native]", show_default=False)
    ] = None,
    thing_id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="One card, or rule; a name.", show_default=False)
    ] = None,
    variant: Variants = None,
    players: Players = None,
    lang: Lang = "en",
) -> None:
    """Show what a game's data says, as a player would want to read it."""
    from cli.show.show import show_game

    raise typer.Exit(show_game(game, what, thing_id, tuple(variant or ()), players, lang))


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
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on with the match that was left last, or with one named in place of GAME."),
    ] = False,
    list_: Annotated[bool, typer.Option("--list", help="List the saved matches that can go on, and stop.")] = False,
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
    lang: Annotated[
        str | None,
        typer.Option("--lang", metavar="L", help="The language, or a file with names in one (en, or as it was saved)."),
    ] = None,
) -> None:
    """Play a game at the terminal, against others at the keyboard or against the machine."""
    if list_:
        from cli.play.saved_matches import list_matches
        from interpreter.rulebook.source.files import find_folder

        raise typer.Exit(list_matches(game and find_folder(game)))
    from cli.play.play import PlaySettings, play_game

    settings = PlaySettings(
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
    from cli.author.try_card import TrySettings, try_card

    raise typer.Exit(try_card(game, card, TrySettings(tuple(variant or ()), players, seed, origin, lang)))
