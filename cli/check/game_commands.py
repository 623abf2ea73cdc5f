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
        bool, typer.Option("--json", help="Print the findings as JSON; with --watch, one line per save.")
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with status 1 if there are warnings.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Check again after each save, until Ctrl-C.")] = False,
    variant: Variants = None,
    players: Players = None,
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang", metavar="L", help="Also list texts without a translation into a language, or in a file."
        ),
    ] = None,
) -> None:
    """Find the mistakes in a game that can be found before play."""
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
        str | None, typer.Argument(metavar="[ID]", help="A card, a rule, or a name for `uses`.", show_default=False)
    ] = None,
    variant: Variants = None,
    players: Players = None,
    lang: Lang = "en",
) -> None:
    """Show the rules of a game as a player would read them."""
    from cli.show.show import show_game

    raise typer.Exit(show_game(game, what, thing_id, tuple(variant or ()), players, lang))


@command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The name of a game, or its folder.", show_default=False)
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="SEAT=PLAYER",
            help="A player: human, random, table, beginner, steady, search:500, search:9s, search:9sx2; repeatable.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="S", min=0, help="Random seed; the same seed gives the same chances (default: random)."
        ),
    ] = None,
    load: Annotated[str | None, typer.Option("--load", metavar="FILE", help="Continue a saved match.")] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Continue the last match, or the one named in place of GAME."),
    ] = False,
    list_: Annotated[bool, typer.Option("--list", help="List the saved matches that you can continue.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Explain the decisions of tables and searches.")] = False,
    hint: Annotated[
        bool, typer.Option("--hint", help="Show what a search would choose at each of your decisions.")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="After each save of the rules, replay the match by the changed rules.")
    ] = False,
    variant: Variants = None,
    players: Players = None,
    lang: Annotated[
        str | None,
        typer.Option("--lang", metavar="L", help="Language code, or a file of names (default: en, or as saved)."),
    ] = None,
) -> None:
    """Play a game at the terminal, against people or the computer."""
    if list_:
        from cli.play.saved_matches import list_matches
        from interpreter.rulebook import find_folder

        raise typer.Exit(list_matches(game and find_folder(game)))
    from cli.play.play import PlaySettings, play_game

    settings = PlaySettings(
        tuple(variant or ()), players, tuple(seat or ()), seed, load, resume, lang, explain, hint, watch
    )
    raise typer.Exit(play_game(game, settings))


@command("try")
def try_(
    game: GameName,
    card: Annotated[str, typer.Argument(metavar="CARD", help="The id or title of a card.", show_default=False)],
    origin: Annotated[
        str | None,
        typer.Option("--from", metavar="SCENARIO|SAVE", help="Start from the position of a scenario or a saved match."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="S", min=0, help="Random seed; the same seed gives the same position (default: random)."
        ),
    ] = None,
    variant: Variants = None,
    players: Players = None,
    lang: Lang = "en",
) -> None:
    """Try a card's event at the terminal. Start where it can be played, and decide for all seats."""
    from cli.author.try_card import TrySettings, try_card

    raise typer.Exit(try_card(game, card, TrySettings(tuple(variant or ()), players, seed, origin, lang)))
