"""Ladders: studies of the same game between ever better players, as many games as fit into a time."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from cli.caches import load_ready_game
from cli.lab.answer_output import connect_cluster, open_outputs, report_ending
from cli.lab.kept_games import open_games, report_kept
from cli.lab.progress import ProgressDisplay, ProgressState
from cli.seats import is_player, players_without_people, seats_played_by
from cli.text.output import discard_terminal_output
from interpreter.players import is_timed
from interpreter.rulebook import TABLE
from interpreter.support import Location, PlayError, Problem, RulebookError

if TYPE_CHECKING:
    from cli.lab.answer_output import FiguresAndPage, ResultOutputs
    from cli.lab.kept_games import ArmTerms
    from cli.options import RunOptions
    from interpreter.lab import MeasureLadderDocument, Rung, RunMeans, StudyPlanDocument
    from interpreter.matches import Game
    from interpreter.playtest import RunOutcome, Store

LADDER_NAME = "ladder"
"""Name for ever better players as kinds of players."""


def check_kinds(by: Sequence[str]) -> None:
    """Raise RulebookError if kinds of players are named beside the ladder, which has them all."""
    if LADDER_NAME in by and len(by) > 1:
        message = "the ladder has all kinds of players; leave out the other --by"
        raise RulebookError(Problem(Location(f"--by {LADDER_NAME}"), "several-players", message))


def is_ladder(by: Sequence[str], limit: float | None) -> bool:
    """Return whether a study asks several kinds of players. Raises RulebookError if the options don't fit."""
    check_kinds(by)
    several = LADDER_NAME in by or len(by) > 1
    if limit is not None and not several:
        message = (
            "this divides a time among several kinds of players: add `--by ladder`, or `--by PLAYER` for each kind; "
            "for one kind say `--games N`"
        )
        raise RulebookError(Problem(Location("--time"), "time-without-ladder", message))
    return several


def choose_rungs(game: Game, by: Sequence[str], seats: tuple[str, ...]) -> list[Rung]:
    """Return the kinds of players: those in `by`, or the default ones that can play the game.

    `seats`: SEAT=PLAYER for seats whose player stays the same. Raises RulebookError for a player that can't play.
    """
    from interpreter.lab import LADDER, Rung

    open_seats = [seat for seat in game.seats if seat not in game.rulebook.players_of]
    has_tables = bool(open_seats) and all(is_player(game, seat, TABLE) for seat in open_seats)
    rungs: list[Rung] = []
    for player in by or (each for each in LADDER if each != TABLE or has_tables):
        if is_timed(player):
            message = f"`{player}` thinks for a time; name a number of playouts, such as search:200"
            raise PlayError(Problem(Location(f"--by {player}"), "time-budget", message))
        seated = players_without_people(game, (*seats_played_by(game, player, seats), *seats))
        if all(seated != rung.seated for rung in rungs):
            rungs.append(Rung(player, seated))
    return rungs


def load_rungs(name: str, variants: tuple[str, ...], run: RunOptions, by: Sequence[str]) -> tuple[Game, list[Rung]]:
    """Load the game of a study, and return it with the kinds of players, from weak to strong.

    Without a name in `by`, these are the players of the run alone.

    Raises RulebookError or PlayError if they can't be used.
    """
    from interpreter.lab import Rung

    game = load_ready_game(name, variants, run.players)
    if not by:
        return game, [Rung("", players_without_people(game, run.seats))]
    return game, choose_rungs(game, () if LADDER_NAME in by else by, run.seats)


def rung_arms(game: Game, rungs: Sequence[Rung], run: RunOptions) -> list[ArmTerms]:
    """Return the games of all kinds of players."""
    return [(game, rung.seated, run.seed) for rung in rungs]


def refuse_plan_outputs(run: RunOptions) -> None:
    """Raise RulebookError for outputs and stores that a plan doesn't have."""
    named = {"csv": run.csv, "xlsx": run.xlsx, "report": run.report, "store": run.store, "dask": run.dask}
    for option, value in named.items():
        if value is not None:
            message = "--plan plays a few games here to time them, and has no tables; leave this out"
            raise RulebookError(Problem(Location(f"--{option}"), "plan-only", message))


@contextlib.contextmanager
def plan_run(run: RunOptions, limit: float | None) -> Iterator[tuple[float, RunMeans]]:
    """Prepare the timed games of a plan for the block: yield the time in seconds, and the means of the run."""
    from interpreter.lab import PLAN_SECONDS, RunMeans

    refuse_plan_outputs(run)
    seconds = PLAN_SECONDS if limit is None else limit
    with ProgressDisplay(ProgressState("games", 0, seconds_limit=seconds)) as progress:
        yield seconds, RunMeans(progress, discard_terminal_output)


def write_plan(answer: ResultOutputs, document: StudyPlanDocument, timed: RunOutcome) -> int:
    """Report how many games a study takes, and return the exit status."""
    from cli.text.lab.study_plan_text import format_study_plan

    failed = answer.write_all(document, format_study_plan(document), lambda: ((), lambda figures: ""))
    return failed or report_ending([timed])


@contextlib.contextmanager
def ladder_run(
    run: RunOptions, limit: float | None, opened: AbstractContextManager[Store | None]
) -> Iterator[tuple[float, RunMeans]]:
    """Prepare a run within a time for the block: yield the time in seconds, and the means of the run.

    `opened`: the store of the games.
    """
    from interpreter.lab import DEFAULT_SECONDS, RunMeans

    seconds = DEFAULT_SECONDS if limit is None else limit
    with (
        connect_cluster(run) as cluster,
        opened as store,
        ProgressDisplay(ProgressState("games", 0, seconds_limit=seconds)) as progress,
    ):
        yield seconds, RunMeans(progress, discard_terminal_output, cluster, store)


def measure_by_ladder(
    name: str,
    variants: tuple[str, ...],
    run: RunOptions,
    games: int | None,
    by: Sequence[str],
    limit: float | None,
    plan: bool,
) -> int:
    """Measure a game between several kinds of players, as far as the time allows, and return the exit status.

    `games`: maximum number of games of each kind. `limit`: time to play, in seconds; None for the default.
    `plan`: only say how many games it takes, and how long.
    """
    from cli.text.lab.ladder_text import format_measure_ladder
    from interpreter.lab import (
        PILOT_GAMES,
        MeasurementSpec,
        ladder_look,
        measure_ladder_document,
        measure_plan,
        run_measure_ladder,
    )

    backend = run.parse_backend()
    with open_outputs(run) as answer:
        game, rungs = load_rungs(name, variants, run, by)
        asked = MeasurementSpec(game, rungs[-1].seated, games, seed=run.seed, jobs=run.processes, backend=backend)
        look = ladder_look(asked)
        if plan:
            pilot = replace(asked, games=PILOT_GAMES)
            with plan_run(run, limit) as (seconds, means):
                timed = run_measure_ladder(pilot, look, rungs, seconds, means)
            return write_plan(answer, measure_plan(timed, asked), timed)
        store = open_games(run, *rung_arms(game, rungs, run), endings=True, probe=look)
        with ladder_run(run, limit, store) as (seconds, means):
            found = run_measure_ladder(asked, look, rungs, seconds, means)
        document = measure_ladder_document(found)
        failed = answer.write_all(
            document, format_measure_ladder(document, game, name), partial(_measure_report, document, game)
        )
        report_kept(run, means.store, found)
        return failed or report_ending([found])


def _measure_report(document: MeasureLadderDocument, game: Game) -> FiguresAndPage:
    from interpreter.report import make_measure_ladder_figures, render_measure_ladder_page

    return make_measure_ladder_figures(document, game), partial(render_measure_ladder_page, document, game)
