"""Commands that play many games, and commands that play recorded ones again."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.options import (
    Backend,
    Commands,
    Csv,
    Dask,
    GameName,
    Jobs,
    Json,
    Players,
    Report,
    Seated,
    Seed,
    Stored,
    Variants,
)

command = Commands()


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
    from cli.lab.playtest_command import PlaytestSettings, playtest_game

    seats = tuple(seat or ())
    settings = PlaytestSettings(
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
    from cli.lab.compare_command import ComparedVersions, CompareSettings, compare_games

    versions = ComparedVersions(game, other, tuple(variant or ()), tuple(base or ()), git, players)
    settings = CompareSettings(
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
    from cli.lab.impact_command import ImpactSettings, measure_impact

    seats, kinds = tuple(seat or ()), tuple(only or ())
    settings = ImpactSettings(kinds, within, games, seats, seed, jobs, json, backend, all_, csv, store, dask, report)
    raise typer.Exit(measure_impact(game, tuple(variant or ()), players, settings))


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
    from cli.lab.sweep_command import SweepSettings, sweep_game

    seats = tuple(seat or ())
    asked = tuple(vary or ()), aim, within, games, seats, seed, jobs, json, csv, backend, dask, report, store
    raise typer.Exit(sweep_game(game, tuple(variant or ()), players, SweepSettings(*asked)))


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
    from cli.lab.measure_command import MeasureSettings, measure_game

    settings = MeasureSettings(games, playouts, tuple(seat or ()), seed, jobs, json, backend, csv, store, dask, report)
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
    from cli.check.scenarios import run_game_tests

    raise typer.Exit(run_game_tests(game, tuple(variant or ()), players, files, accept))


@command()
def replay(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="What `playtest --record` wrote, or a saved match.", show_default=False),
    ],
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
    """Play a recorded game or a saved match again, decision by decision."""
    from cli.lab.replay import replay_game

    raise typer.Exit(replay_game(file, game, rules, tuple(variant or ()), shrink, git))
