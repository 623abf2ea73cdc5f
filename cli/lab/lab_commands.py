"""Commands that play many games, and commands that play recorded ones again."""

from __future__ import annotations

import click

from cli.options import (
    BACKEND,
    CSV,
    DASK,
    GAME,
    JOBS,
    JSON,
    PLAYERS,
    REPORT,
    SEATS,
    SEED,
    STORE,
    VARIANTS,
    Commands,
    WholeNumber,
)

command = Commands()


@command()
@GAME
@click.option("--games", metavar="N", type=WholeNumber(min=1), default=1000, help="Number of games.")
@SEED
@click.option(
    "--from",
    "first",
    metavar="I",
    type=WholeNumber(min=0),
    default=0,
    help="Number of the first game to play, counted from 0.",
)
@JOBS
@SEATS
@JSON
@CSV
@REPORT
@click.option("--record", metavar="FILE", help="Record the games for `cahier replay`.")
@STORE
@DASK
@click.option("--shrink", metavar="FILE", help="If games fail, write the shortest one that fails.")
@click.option("--coverage", is_flag=True, help="List the lines, branches and options that never occurred.")
@click.option("--all", "all_", is_flag=True, help="List all cards, and everything that never occurred.")
@click.option("--git", metavar="REV", help="Play the game as of a Git revision.")
@VARIANTS
@PLAYERS
@BACKEND
def playtest(
    game: str,
    games: int,
    seed: int,
    first: int,
    jobs: int | None,
    seat: tuple[str, ...],
    json: str | None,
    csv: str | None,
    report: str | None,
    record: str | None,
    store: str | None,
    dask: str | None,
    shrink: str | None,
    coverage: bool,
    all_: bool,
    git: str | None,
    variant: tuple[str, ...],
    players: int | None,
    backend: str,
) -> int:
    """Play many games and sum up the results. Report who wins, why, and how long the games are."""
    from cli.lab.playtest_command import PlaytestSettings, playtest_game

    seats = seat
    settings = PlaytestSettings(
        games, seed, first, jobs, seats, json, record, backend, store, dask, shrink, csv, coverage, all_, report, git
    )
    return playtest_game(game, variant, players, settings)


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
    type=WholeNumber(min=1),
    help="Games per version: at most N with --within, exactly N without.",
)
@click.option(
    "--by",
    metavar="PLAYER",
    multiple=True,
    help="Player for all seats: random, table, search:N; repeatable, one comparison each.",
)
@SEATS
@PLAYERS
@SEED
@JOBS
@JSON
@CSV
@REPORT
@STORE
@DASK
@BACKEND
def compare(
    game: str,
    other: str | None,
    variant: tuple[str, ...],
    base: tuple[str, ...],
    git: str | None,
    within: float | None,
    games: int | None,
    by: tuple[str, ...],
    seat: tuple[str, ...],
    players: int | None,
    seed: int,
    jobs: int | None,
    json: str | None,
    csv: str | None,
    report: str | None,
    store: str | None,
    dask: str | None,
    backend: str,
) -> int:
    """Compare two versions of a game. Find who wins more often, or that next to nothing changes."""
    from cli.lab.compare_command import ComparedVersions, CompareSettings, compare_games

    versions = ComparedVersions(game, other, variant, base, git, players)
    settings = CompareSettings(within, games, by, seat, seed, jobs, json, backend, store, dask, csv, report)
    return compare_games(versions, settings)


@command()
@GAME
@click.option(
    "--only",
    metavar="KIND",
    multiple=True,
    help="Kind of thing: event, bend, row, piece or space (default: all); repeatable.",
)
@click.option("--within", metavar="P", type=float, default=1.0, help="Half-width of the intervals to reach, in points.")
@click.option(
    "--games",
    metavar="N",
    type=WholeNumber(min=1),
    default=100000,
    help="Largest number of games without each thing.",
)
@SEATS
@click.option("--all", "all_", is_flag=True, help="List all things, not only the first 20.")
@VARIANTS
@PLAYERS
@SEED
@JOBS
@JSON
@CSV
@REPORT
@BACKEND
@STORE
@DASK
def impact(
    game: str,
    only: tuple[str, ...],
    within: float,
    games: int,
    seat: tuple[str, ...],
    all_: bool,
    variant: tuple[str, ...],
    players: int | None,
    seed: int,
    jobs: int | None,
    json: str | None,
    csv: str | None,
    report: str | None,
    backend: str,
    store: str | None,
    dask: str | None,
) -> int:
    """Estimate what each thing in a game is worth. Play the same games without each event, phrase, piece or space."""
    from cli.lab.impact_command import ImpactSettings, measure_impact

    seats, kinds = seat, only
    settings = ImpactSettings(kinds, within, games, seats, seed, jobs, json, backend, all_, csv, store, dask, report)
    return measure_impact(game, variant, players, settings)


@command()
@GAME
@click.option(
    "--vary",
    metavar="PATH=1,2,3",
    multiple=True,
    help="A place in the rules and its values (or 1..6); twice for all pairs.",
)
@click.option("--aim", metavar="SIDE=50", help="Find the values with which SIDE wins this percentage of games.")
@click.option("--within", metavar="P", type=float, help="Half-width of the intervals to reach, in points (default: 1).")
@click.option(
    "--games",
    metavar="N",
    type=WholeNumber(min=1),
    help="Games per value: exactly N, or at most N with --aim or --within.",
)
@SEATS
@VARIANTS
@PLAYERS
@SEED
@JOBS
@JSON
@CSV
@REPORT
@STORE
@DASK
@BACKEND
def sweep(
    game: str,
    vary: tuple[str, ...],
    aim: str | None,
    within: float | None,
    games: int | None,
    seat: tuple[str, ...],
    variant: tuple[str, ...],
    players: int | None,
    seed: int,
    jobs: int | None,
    json: str | None,
    csv: str | None,
    report: str | None,
    store: str | None,
    dask: str | None,
    backend: str,
) -> int:
    """Try several values in one place of a game's rules. Find the values that come nearest to an aim."""
    from cli.lab.sweep_command import SweepSettings, sweep_game

    seats = seat
    asked = vary, aim, within, games, seats, seed, jobs, json, csv, backend, dask, report, store
    return sweep_game(game, variant, players, SweepSettings(*asked))


@command()
@GAME
@click.option(
    "--games",
    metavar="N",
    type=WholeNumber(min=1),
    help="Number of games (default: 20,000); all other work grows with it.",
)
@click.option(
    "--playouts",
    metavar="N",
    type=WholeNumber(min=1),
    default=20,
    help="Playouts per decision of skilled players; some search with twice as many.",
)
@SEATS
@VARIANTS
@PLAYERS
@SEED
@JOBS
@JSON
@CSV
@REPORT
@STORE
@DASK
@BACKEND
def measure(
    game: str,
    games: int | None,
    playouts: int,
    seat: tuple[str, ...],
    variant: tuple[str, ...],
    players: int | None,
    seed: int,
    jobs: int | None,
    json: str | None,
    csv: str | None,
    report: str | None,
    store: str | None,
    dask: str | None,
    backend: str,
) -> int:
    """Measure a game's balance, skill and chance. Also find when it is decided, and what choices are worth."""
    from cli.lab.measure_command import MeasureSettings, measure_game

    settings = MeasureSettings(games, playouts, seat, seed, jobs, json, backend, csv, store, dask, report)
    return measure_game(game, variant, players, settings)


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
    "--game", metavar="I", type=WholeNumber(min=0), help="Number of the game in the file's run (default: the first)."
)
@click.option("--rules", metavar="GAME", help="Name or folder of the game.")
@click.option("--shrink", metavar="OUT", help="If the game fails, write the shortest one that fails.")
@VARIANTS
@click.option("--git", metavar="REV", help="Use the rules as of a Git revision.")
def replay(
    file: str, game: int | None, rules: str | None, shrink: str | None, variant: tuple[str, ...], git: str | None
) -> int:
    """Show a recorded game or a saved match, decision by decision."""
    from cli.lab.replay import replay_game

    return replay_game(file, game, rules, variant, shrink, git)
