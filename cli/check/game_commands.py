"""Commands that check, show and play a game."""

from __future__ import annotations

import click

from cli.options import AFTER, GAME, LANG, PLAYERS, VARIANTS, Commands, WholeNumber

command = Commands()


@command()
@GAME
@click.option("--json", is_flag=True, help="Print the findings as JSON; with --watch, one line per save.")
@click.option("--strict", is_flag=True, help="Exit with status 1 if there are warnings.")
@click.option("--watch", is_flag=True, help="Check again after each save, until Ctrl-C.")
@VARIANTS
@PLAYERS
@click.option("--lang", metavar="L", help="Also list texts without a translation into a language, or in a file.")
def check(
    game: str, json: bool, strict: bool, watch: bool, variant: tuple[str, ...], players: int | None, lang: str | None
) -> int:
    """Find the mistakes in a game that can be found before play."""
    if watch:
        from cli.check.watch import WatchSettings, watch_game

        return watch_game(WatchSettings(game, variant, players, lang, strict, json))
    from cli.check.check import check_game

    return check_game(game, variant, players, json, strict, lang)


@command()
@GAME
@click.argument(
    "what", required=False, metavar="[cards|map|tracks|tables|rules|goal|numbers|sources|uses|lowered|native]"
)
@click.argument(
    "thing_id",
    required=False,
    metavar="[ID]",
    help="A card, a rule, part of a path for `numbers`, or a name for `uses`.",
)
@VARIANTS
@PLAYERS
@LANG
def show(
    game: str, what: str | None, thing_id: str | None, variant: tuple[str, ...], players: int | None, lang: str
) -> int:
    """Show the rules of a game as a player would read them."""
    from cli.show.show import show_game

    return show_game(game, what, thing_id, variant, players, lang)


@command()
@click.argument("game", required=False, metavar="[GAME]", help="The name of a game, or its folder.")
@click.option(
    "--seat",
    metavar="SEAT=PLAYER",
    multiple=True,
    help="A player: human, random, table, easy, club, strong, beginner, steady, equilibrium, search:500, search:9s or "
    "search:9sx2; repeatable.",
)
@click.option(
    "--seed",
    metavar="S",
    type=WholeNumber(min=0),
    help="Random seed; the same seed gives the same chances (default: random).",
)
@click.option("--load", metavar="FILE", help="Continue a saved match.")
@click.option("--resume", is_flag=True, help="Continue the last match, or the one named in place of GAME.")
@AFTER
@click.option("--list", "list_", is_flag=True, help="List the saved matches that you can continue.")
@click.option("--explain", is_flag=True, help="Explain the decisions of tables and searches.")
@click.option("--hint", is_flag=True, help="Show what a search would choose at each of your decisions.")
@click.option("--watch", is_flag=True, help="After each save of the rules, replay the match by the changed rules.")
@click.option("--plain", is_flag=True, help="Play in lines, not on a full screen.")
@click.option(
    "--pace",
    metavar="SECONDS",
    type=click.FloatRange(0, 60),
    help="Pause after each decision of a program on the full screen (default: 1 if nobody plays, else 0).",
)
@VARIANTS
@PLAYERS
@click.option("--lang", metavar="L", help="Language code, or a file of names (default: en, or as saved).")
def play(
    game: str | None,
    seat: tuple[str, ...],
    seed: int | None,
    load: str | None,
    resume: bool,
    after: str | None,
    list_: bool,
    explain: bool,
    hint: bool,
    watch: bool,
    plain: bool,
    pace: float | None,
    variant: tuple[str, ...],
    players: int | None,
    lang: str | None,
) -> int:
    """Play a game at the terminal, against people or the computer."""
    if list_:
        from cli.play.saved_matches import list_matches
        from interpreter.rulebook import find_folder

        return list_matches(game and find_folder(game))
    from cli.play.play import PlaySettings, play_game

    settings = PlaySettings(variant, players, seat, seed, load, resume, lang, explain, hint, watch, after, plain, pace)
    return play_game(game, settings)


@command()
@click.argument("game", required=False, metavar="[GAME]", help="The name of a game, or its folder.")
@click.option(
    "--seat", metavar="SEAT=PLAYER", multiple=True, help="A player, as in `play`; by default people play; repeatable."
)
@click.option("--seed", metavar="S", type=WholeNumber(min=0), help="Random seed (default: random).")
@click.option("--load", metavar="FILE", help="Continue a saved match.")
@click.option("--resume", is_flag=True, help="Continue the last match, or the one named in place of GAME.")
@AFTER
@click.option("--host", metavar="H", default="127.0.0.1", help="Address to listen at.")
@click.option("--port", metavar="P", type=WholeNumber(1, 65535), default=8731, help="Port to listen at.")
@click.option("--edit", is_flag=True, help="After each save of the rules, replay the match by the changed rules.")
@click.option("--json", "json_", metavar="-", type=click.Choice(["-"]), help="Write the links as JSON.")
@VARIANTS
@PLAYERS
@click.option("--lang", metavar="L", help="Language code, or a file of names (default: en, or as saved).")
def serve(
    game: str | None,
    seat: tuple[str, ...],
    seed: int | None,
    load: str | None,
    resume: bool,
    after: str | None,
    host: str,
    port: int,
    edit: bool,
    json_: str | None,
    variant: tuple[str, ...],
    players: int | None,
    lang: str | None,
) -> int:
    """Serve a match to browsers: a link for each player, and one for spectators."""
    from cli.play.play import PlaySettings
    from cli.play.serve import ServeSettings, serve_game

    settings = PlaySettings(variant, players, seat, seed, load, resume, lang, explain=False, watch=edit, after=after)
    return serve_game(game, ServeSettings(settings, host, port, json_ is not None))


@command("try")
@GAME
@click.argument("card", metavar="CARD", help="The id or title of a card.")
@click.option(
    "--from", "origin", metavar="SCENARIO|SAVE", help="Start from the position of a scenario or a saved match."
)
@click.option(
    "--seed",
    metavar="S",
    type=WholeNumber(min=0),
    help="Random seed; the same seed gives the same position (default: random).",
)
@click.option("--plain", is_flag=True, help="Play it in lines, not on a full screen.")
@VARIANTS
@PLAYERS
@LANG
def try_(
    game: str,
    card: str,
    origin: str | None,
    seed: int | None,
    plain: bool,
    variant: tuple[str, ...],
    players: int | None,
    lang: str,
) -> int:
    """Try a card's event at the terminal. Start where it can be played, and decide for all seats."""
    from cli.author.try_card import TrySettings, try_card

    return try_card(game, card, TrySettings(variant, players, seed, origin, lang, plain))
