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
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Number of games.")] = 1000,
    seed: Seed = 0,
    first: Annotated[
        int, typer.Option("--from", metavar="I", min=0, help="Number of the first game to play, counted from 0.")
    ] = 0,
    jobs: Jobs = None,
    seat: Seated = None,
    json: Json = None,
    csv: Csv = None,
    report: Report = None,
    record: Annotated[
        str | None, typer.Option("--record", metavar="FILE", help="Record the games for `cahier replay`.")
    ] = None,
    store: Stored = None,
    dask: Dask = None,
    shrink: Annotated[
        str | None, typer.Option("--shrink", metavar="FILE", help="If games fail, write the shortest one that fails.")
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="List the lines, branches and options that never occurred.")
    ] = False,
    all_: Annotated[bool, typer.Option("--all", help="List all cards, and everything that never occurred.")] = False,
    git: Annotated[str | None, typer.Option("--git", metavar="REV", help="Play the game as of a Git revision.")] = None,
    variant: Variants = None,
    players: Players = None,
    backend: Backend = "auto",
) -> None:
    """Play many games and sum up the results. Report who wins, why, and how long the games are."""
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
        typer.Argument(metavar="[OTHER]", help="Folder of the changed game.", show_default=False),
    ] = None,
    variant: Annotated[
        list[str] | None,
        typer.Option("--variant", metavar="V", help="Variant that only the changed game has; repeatable."),
    ] = None,
    base: Annotated[
        list[str] | None, typer.Option("--base", metavar="V", help="Variant that both games have; repeatable.")
    ] = None,
    git: Annotated[
        str | None, typer.Option("--git", metavar="REV", help="Compare with the folder as of a Git revision.")
    ] = None,
    within: Annotated[
        float | None,
        typer.Option("--within", metavar="P", help="Smallest difference that matters, in points (default: 1)."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", min=1, help="Games per version: at most N with --within, exactly N without."
        ),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(
            "--by",
            metavar="PLAYER",
            help="Player for all seats: random, table, search:N; repeatable, one comparison each.",
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
    """Compare two versions of a game. Find who wins more often, or that next to nothing changes."""
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
        typer.Option(
            "--only", metavar="KIND", help="Kind of thing: event, bend, row, piece or space (default: all); repeatable."
        ),
    ] = None,
    within: Annotated[
        float, typer.Option("--within", metavar="P", help="Half-width of the intervals to reach, in points.")
    ] = 1.0,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="Largest number of games without each thing.")
    ] = 100_000,
    seat: Seated = None,
    all_: Annotated[bool, typer.Option("--all", help="List all things, not only the first 20.")] = False,
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
    """Estimate what each thing in a game is worth. Play the same games without each event, phrase, piece or space."""
    from cli.lab.impact_command import ImpactSettings, measure_impact

    seats, kinds = tuple(seat or ()), tuple(only or ())
    settings = ImpactSettings(kinds, within, games, seats, seed, jobs, json, backend, all_, csv, store, dask, report)
    raise typer.Exit(measure_impact(game, tuple(variant or ()), players, settings))


@command()
def sweep(
    game: GameName,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary", metavar="PATH=1,2,3", help="A place in the rules and its values (or 1..6); twice for all pairs."
        ),
    ] = None,
    aim: Annotated[
        str | None,
        typer.Option("--aim", metavar="SIDE=50", help="Find the values with which SIDE wins this percentage of games."),
    ] = None,
    within: Annotated[
        float | None,
        typer.Option("--within", metavar="P", help="Half-width of the intervals to reach, in points (default: 1)."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", min=1, help="Games per value: exactly N, or at most N with --aim or --within."
        ),
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
    """Try several values in one place of a game's rules. Find the values that come nearest to an aim."""
    from cli.lab.sweep_command import SweepSettings, sweep_game

    seats = tuple(seat or ())
    asked = tuple(vary or ()), aim, within, games, seats, seed, jobs, json, csv, backend, dask, report, store
    raise typer.Exit(sweep_game(game, tuple(variant or ()), players, SweepSettings(*asked)))


@command()
def measure(
    game: GameName,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", min=1, help="Number of games (default: 20,000); all other work grows with it."
        ),
    ] = None,
    playouts: Annotated[
        int,
        typer.Option(
            "--playouts",
            metavar="N",
            min=1,
            help="Playouts per decision of skilled players; some search with twice as many.",
        ),
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
    """Measure a game's balance, skill and chance. Also find when it is decided, and what choices are worth."""
    from cli.lab.measure_command import MeasureSettings, measure_game

    settings = MeasureSettings(games, playouts, tuple(seat or ()), seed, jobs, json, backend, csv, store, dask, report)
    raise typer.Exit(measure_game(game, tuple(variant or ()), players, settings))


@command()
def test(
    game: GameName,
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE...]", help="Files of scenarios or records (default: all).", show_default=False),
    ] = None,
    variant: Variants = None,
    players: Players = None,
    accept: Annotated[bool, typer.Option("--accept", help="Show what differs, then update the files.")] = False,
) -> None:
    """Test a game with its scenarios and recorded games. Scenarios must end as they say, recorded games as before."""
    from cli.check.scenarios import run_game_tests

    raise typer.Exit(run_game_tests(game, tuple(variant or ()), players, files, accept))


@command()
def replay(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A file that `playtest --record` wrote, or a saved match.", show_default=False
        ),
    ],
    game: Annotated[
        int | None,
        typer.Option("--game", metavar="I", min=0, help="Number of the game in the file's run (default: the first)."),
    ] = None,
    rules: Annotated[str | None, typer.Option("--rules", metavar="GAME", help="Name or folder of the game.")] = None,
    shrink: Annotated[
        str | None,
        typer.Option("--shrink", metavar="OUT", help="If the game fails, write the shortest one that fails."),
    ] = None,
    variant: Variants = None,
    git: Annotated[str | None, typer.Option("--git", metavar="REV", help="Use the rules as of a Git revision.")] = None,
) -> None:
    """Show a recorded game or a saved match, decision by decision."""
    from cli.lab.replay import replay_game

    raise typer.Exit(replay_game(file, game, rules, tuple(variant or ()), shrink, git))
