"""Commands that play many games, and commands that play recorded ones again."""

from __future__ import annotations

from typing import Any

import click

from cli.options import (
    FORCE,
    GAME,
    JOBS,
    LANG,
    PLAYERS,
    SEED,
    VARIANTS,
    Commands,
    Duration,
    GameNumber,
    RunOptions,
    WholeNumber,
    run_options,
)

command = Commands()

PLAN = click.option(
    "--plan", is_flag=True, help="Only say how many games it takes, and how long, after a few timed games."
)
BY = click.option(
    "--by",
    metavar="PLAYER",
    multiple=True,
    help="Player for all seats: random, table, search:N; several: one result each. "
    "`ladder`: ever better players, as in `balance`.",
)
LADDER_TIME = click.option(
    "--time",
    "limit",
    metavar="T",
    help="Time to play with several kinds of players, such as 30s, 2m or 1h (default: 1m).",
    type=Duration(),
)


@command()
@GAME
@click.option("--games", metavar="N", type=GameNumber(min=1), default=1000, help="Number of games.")
@click.option(
    "--from",
    "first",
    metavar="I",
    type=GameNumber(min=0),
    default=0,
    help="Number of the first game to play, counted from 0.",
)
@click.option("--record", metavar="FILE", help="Record the games for `cahier replay`.")
@click.option("--shrink", metavar="FILE", help="If games fail, write the shortest one that fails.")
@click.option("--coverage", is_flag=True, help="List the lines, branches and options that never occurred.")
@click.option("--cards", is_flag=True, help="Add the cards that each seat drew and played to games.csv (slower).")
@click.option("--all", "show_all", is_flag=True, help="List all cards, and everything that never occurred.")
@click.option("--git", metavar="REV", help="Play the game as of a Git revision.")
@VARIANTS
@click.option("--times", metavar="RECORDS", help="Recorded matches, whose times of decisions give the minutes.")
@run_options
def playtest(game: str, variant: tuple[str, ...], run: RunOptions, **settings: Any) -> int:
    """Play many games and sum up the results. Report who wins, why, and how long the games are."""
    from cli.lab.playtest_command import PlaytestSettings, playtest_game

    return playtest_game(game, variant, run, PlaytestSettings(**settings))


@command()
@GAME
@click.argument("other", required=False, metavar="[OTHER]", help="Folder of the changed game.")
@click.option("--variant", metavar="V", multiple=True, help="Variant that only the changed game has; repeatable.")
@click.option("--base", metavar="V", multiple=True, help="Variant that both games have; repeatable.")
@click.option("--git", metavar="REV", help="Compare with the folder as of a Git revision.")
@click.option("--within", metavar="P", type=float, help="Smallest difference that matters, in points (default: 1).")
@click.option(
    "--games",
    metavar="N",
    type=GameNumber(min=1),
    help="Games per version: at most N with --within, exactly N without.",
)
@click.option(
    "--by",
    metavar="PLAYER",
    multiple=True,
    help="Player for all seats: random, table, search:N; repeatable, one comparison each. "
    "`ladder`: ever better players, as in `balance`.",
)
@click.option(
    "--time",
    "limit",
    metavar="T",
    help="Time to play, such as 30s, 2m or 1h (default: no limit; 1m for the ladder).",
    type=Duration(),
)
@click.option(
    "--aim",
    metavar="FIGURE=N",
    multiple=True,
    help="Where a figure should be: SIDE=50, draws=0..5, turns=20..30; repeatable (default: equal shares).",
)
@click.option(
    "--expect", metavar="WHAT", help="Exit with 1 unless the change is `better`, `same` or SIDE=+2..4 (points)."
)
@click.option(
    "--until",
    type=click.Choice(["verdict", "size"]),
    default="size",
    help="Stop at the verdict, or once the size of the change is known as well.",
)
@PLAN
@run_options
def compare(game: str, run: RunOptions, **settings: Any) -> int:
    """Compare two versions of a game. Find who wins more often, or that next to nothing changes."""
    from cli.lab.compare_command import ComparisonSettings, compare_games

    return compare_games(game, run, ComparisonSettings(**settings))


@command()
@GAME
@click.option(
    "--only",
    metavar="KIND",
    multiple=True,
    help="Kind of thing: event, bend, row, piece, space or value (default: all); repeatable.",
)
@click.option(
    "--within",
    metavar="P",
    type=float,
    help="Smallest effect that matters, in points (default: 1.5 between two, else 3).",
)
@click.option(
    "--games",
    metavar="N",
    type=GameNumber(min=1),
    default=100000,
    help="Largest number of games without each thing.",
)
@click.option("--all", "show_all", is_flag=True, help="List all things, not only the first 20.")
@click.option(
    "--worth",
    type=click.Choice(["holder", "drawn", "net"]),
    default="holder",
    help="Count a card that belongs to no side for the seat that has it first, on average over all games (holder, the "
    "default) or over those in which a seat gets it (drawn); or for each side, whoever has it (net).",
)
@BY
@LADDER_TIME
@PLAN
@VARIANTS
@run_options
def impact(game: str, variant: tuple[str, ...], run: RunOptions, **settings: Any) -> int:
    """Estimate what each thing in a game is worth. Play the same games without each event, phrase, piece or space."""
    from cli.lab.studies import ImpactSettings, measure_impact

    return measure_impact(game, variant, run, ImpactSettings(**settings))


@command()
@GAME
@click.option(
    "--vary",
    metavar="PATH=1,2,3",
    multiple=True,
    help="A place and its values (or 1..6), or 'PATH: up to {1..4}' (see `show GAME numbers`); twice for all pairs.",
)
@click.option("--aim", metavar="SIDE=50", help="Find the values with which SIDE wins this percentage of games.")
@click.option("--within", metavar="P", type=float, help="Half-width of the intervals to reach, in points (default: 1).")
@click.option(
    "--games",
    metavar="N",
    type=GameNumber(min=1),
    help="Games per value: exactly N, or at most N with --aim or --within.",
)
@BY
@LADDER_TIME
@PLAN
@VARIANTS
@run_options
def sweep(game: str, variant: tuple[str, ...], run: RunOptions, **settings: Any) -> int:
    """Try several values in one place of a game's rules. Find the values that come nearest to an aim."""
    from cli.lab.studies import SweepSettings, sweep_game

    return sweep_game(game, variant, run, SweepSettings(**settings))


@command()
@GAME
@click.option(
    "--vary",
    metavar="PATH=1,2,3",
    multiple=True,
    help="A place and its values (or 1..6), or 'PATH: up to {1..4}' (see `show GAME numbers`); repeatable.",
)
@click.option(
    "--aim",
    metavar="FIGURE=N",
    multiple=True,
    help="Where a figure should be: SIDE=50, draws=0..5, turns=20..30; repeatable.",
)
@click.option("--within", metavar="P", type=float, help="Points off a single number that don't matter (default: 2).")
@click.option("--by", metavar="PLAYER", help="Player for all seats that decides (default: search:50).")
@click.option(
    "--time", "limit", metavar="T", help="Time to play, such as 30s, 2m or 1h (default: 5m).", type=Duration()
)
@click.option("--games", metavar="N", type=GameNumber(min=1), help="Games of the deciding players, in place of a time.")
@click.option("--plan", is_flag=True, help="Only say what the time is enough for, after a few timed games.")
@VARIANTS
@run_options
def tune(game: str, variant: tuple[str, ...], run: RunOptions, **settings: Any) -> int:
    """Find the smallest change of numbers that reaches an aim. Cheap players screen many, strong ones decide."""
    from cli.lab.tune_command import TuneSettings, tune_game

    return tune_game(game, variant, run, TuneSettings(**settings))


@command()
@click.argument(
    "subject",
    nargs=-1,
    required=True,
    metavar="GAME|RECORDS...",
    help="The name of a game, or its folder; or records of matches that people played.",
)
@click.option(
    "--games",
    metavar="N",
    type=GameNumber(min=1),
    help="Number of games (default: 20,000); all other work grows with it.",
)
@click.option(
    "--playouts",
    metavar="N",
    type=GameNumber(min=1),
    default=20,
    help="Playouts per decision of skilled players; some search with twice as many.",
)
@BY
@LADDER_TIME
@PLAN
@VARIANTS
@run_options
def measure(
    subject: tuple[str, ...],
    games: int | None,
    playouts: int,
    by: tuple[str, ...],
    limit: float | None,
    plan: bool,
    variant: tuple[str, ...],
    run: RunOptions,
) -> int:
    """Measure a game's balance, skill and chance, or how people played it."""
    from cli.lab.ladders import is_ladder, measure_by_ladder
    from cli.lab.people import find_records, measure_people
    from cli.lab.studies import measure_game

    if records := find_records(subject):
        return measure_people(records, variant, run, games=games, by=by or None, time=limit, plan=plan or None)
    if plan or is_ladder(by, limit):
        return measure_by_ladder(subject[0], variant, run, games, by, limit, plan)
    return measure_game(subject[0], variant, run, games, playouts, next(iter(by), None))


@command()
@GAME
@click.option(
    "--time", "limit", metavar="T", help="Time to play, such as 30s, 2m or 1h (default: 1m).", type=Duration()
)
@click.option(
    "--games", metavar="N", type=GameNumber(min=1), help="Games for each kind of players, in place of a time."
)
@click.option(
    "--by",
    metavar="PLAYER",
    multiple=True,
    help="Kind of players, from weak to strong; repeatable (default: random, table, search:20, 200, 1000, …).",
)
@VARIANTS
@run_options
def balance(
    game: str, limit: float | None, games: int | None, by: tuple[str, ...], variant: tuple[str, ...], run: RunOptions
) -> int:
    """Find who wins as players get stronger. Random play hides imbalances that good players exploit."""
    from cli.lab.balance_command import balance_game

    return balance_game(game, variant, run, by, limit, games)


@command()
@GAME
@click.option("--campaigns", metavar="N", type=GameNumber(min=1), default=100, help="Number of campaigns.")
@click.option(
    "--games", metavar="N", type=GameNumber(min=1), help="Games of each campaign (default: as many as the rules say)."
)
@click.option("--by", metavar="PLAYER", help="Player for all seats: random, table, search:N.")
@VARIANTS
@run_options
def campaign(
    game: str, campaigns: int, games: int | None, by: str | None, variant: tuple[str, ...], run: RunOptions
) -> int:
    """Play whole campaigns. Find how each game goes, and how early the last one is decided."""
    from cli.lab.campaign_command import play_campaigns

    return play_campaigns(game, variant, run, campaigns, games, by)


@command()
@GAME
@click.option(
    "-o", "--output", metavar="DIR", required=True, help="Folder of the pages: new, empty, or of earlier reports."
)
@click.option(
    "--time", "limit", metavar="T", help="Time for all questions, such as 30s, 2m or 1h (default: 2m).", type=Duration()
)
@VARIANTS
@PLAYERS
@SEED
@JOBS
def report(
    game: str,
    output: str,
    limit: float | None,
    variant: tuple[str, ...],
    players: int | None,
    seed: int,
    jobs: int | None,
) -> int:
    """Ask all questions about a game. Write linked pages with verdicts, doubts and what has changed since last time."""
    from cli.lab.report_command import ReportSettings, report_on_game

    return report_on_game(game, variant, ReportSettings(output, limit, players, seed, jobs))


@command()
@GAME
@click.argument("files", nargs=-1, metavar="[FILE...]", help="Files of scenarios or records (default: all).")
@VARIANTS
@PLAYERS
@click.option("--accept", is_flag=True, help="Show what differs, then update the files.")
def test(game: str, files: tuple[str, ...], variant: tuple[str, ...], players: int | None, accept: bool) -> int:
    """Test a game with its scenarios and recorded games. Scenarios must end as they say, recorded games as before."""
    from cli.check.scenarios import run_game_tests

    return run_game_tests(game, variant, players, files, accept)


@command()
@click.argument("file", metavar="FILE", help="A file that `playtest --record` wrote, or a saved match.")
@click.option(
    "--game", metavar="I", type=GameNumber(min=0), help="Number of the game in the file's run (default: the first)."
)
@click.option("--rules", metavar="GAME", help="Name or folder of the game.")
@click.option("--shrink", metavar="OUT", help="If the game fails, write the shortest one that fails.")
@VARIANTS
@click.option("--git", metavar="REV", help="Use the rules as of a Git revision.")
@click.option("--plain", is_flag=True, help="Show it in lines, not on a full screen.")
def replay(
    file: str,
    game: int | None,
    rules: str | None,
    shrink: str | None,
    variant: tuple[str, ...],
    git: str | None,
    plain: bool,
) -> int:
    """Show a recorded game or a saved match, decision by decision."""
    from cli.check.replay import replay_game

    return replay_game(file, game, rules, variant, shrink, git, plain)


@command()
@click.argument("source", metavar="FILE|GAME", help="A recorded game, a saved match, or a page; or a game to play.")
@click.option("-o", "--output", metavar="OUT", required=True, help="The page (OUT.html), or the file taken out of one.")
@click.option(
    "--seat",
    metavar="SEAT",
    multiple=True,
    help="Only what a seat, or `spectators`, saw; for a game to play, SEAT=PLAYER (human, random, table); repeatable.",
)
@click.option("--extract", is_flag=True, help="Take the record or the save out of a page.")
@click.option(
    "--game", metavar="I", type=GameNumber(min=0), help="Number of the game in the file's run (default: the first)."
)
@click.option("--rules", metavar="GAME", help="Name or folder of the game, for a file.")
@click.option("--seed", metavar="S", type=WholeNumber(min=0), help="Seed of the first match, for a game to play.")
@FORCE
@VARIANTS
@PLAYERS
@LANG
def page(
    source: str,
    output: str,
    seat: tuple[str, ...],
    extract: bool,
    game: int | None,
    rules: str | None,
    seed: int | None,
    force: bool,
    variant: tuple[str, ...],
    players: int | None,
    lang: str,
) -> int:
    """Make one HTML file of a recorded game, a saved match, or a game to play, that needs no cahier."""
    from cli.game_page import GamePageSettings, is_game, write_game_page
    from cli.lab.answer_output import check_page_name
    from cli.lab.page import PageSettings, extract_source, refuse_options, write_page

    if extract:
        return extract_source(source, output, force)
    check_page_name(output)
    if is_game(source):
        refuse_options("recorded games and saved matches", game=game, rules=rules)
        return write_game_page(source, output, GamePageSettings(seat, seed, variant, players, lang, force))
    refuse_options("a game to play", seed=seed, players=players)
    return write_page(source, output, PageSettings(seat, game, rules, variant, lang, force))
