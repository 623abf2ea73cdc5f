"""`cahier balance`: play a game between ever better players and report who wins."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING

from cli.caches import load_ready_game
from cli.guard import EXIT_OK
from cli.lab.answer_output import connect_cluster, open_outputs, report_ending
from cli.lab.kept_games import open_games, report_kept
from cli.lab.ladders import choose_rungs
from cli.lab.progress import ProgressDisplay, ProgressState
from cli.text.output import discard_terminal_output
from interpreter.support import Location, PlayError, Problem

if TYPE_CHECKING:
    from cli.lab.answer_output import FiguresAndPage
    from cli.options import RunOptions
    from interpreter.lab import BalanceDocument, LadderSpec
    from interpreter.matches import Game


def balance_game(
    name: str, variants: tuple[str, ...], run: RunOptions, by: tuple[str, ...], limit: float | None, games: int | None
) -> int:
    """Play the rungs, report who wins, write the requested files, and return the exit status.

    Args:
        name: Name or folder of the game.
        variants: Its variants.
        run: Options of all runs.
        by: Kinds of players, from weak to strong; empty for the default ones.
        limit: Time to play, in seconds; None for the default.
        games: Number of games for each kind of players, in place of a time; None for a time.
    """
    from cli.text.lab.balance_text import format_balance
    from interpreter.lab import DEFAULT_SECONDS, LadderSpec, balance_document, run_ladder

    if limit is not None and games is not None:
        raise PlayError(Problem(Location("--time"), "time-and-games", "give either --time or --games, not both"))
    backend = run.parse_backend()
    with contextlib.ExitStack() as stack:
        answer = stack.enter_context(open_outputs(run))
        game = load_ready_game(name, variants, run.players)
        rungs = choose_rungs(game, by, run.seats)
        seconds = None if games is not None else limit or DEFAULT_SECONDS
        asked = LadderSpec(game, rungs, seconds, games, seed=run.seed, jobs=run.processes, backend=backend)
        arms = [(game, rung.seated, run.seed) for rung in rungs]
        store = stack.enter_context(open_games(run, *arms, endings=False))
        cluster = stack.enter_context(connect_cluster(run))
        with ProgressDisplay(_pace(asked)) as progress:
            found = run_ladder(asked, progress, discard_terminal_output, cluster, store)
        document = balance_document(found)
        failed = answer.write_all(document, format_balance(document, game), partial(_report, document, game))
        report_kept(run, store, found)
        ended = report_ending([found])
    return failed or ended or EXIT_OK


def _pace(asked: LadderSpec) -> ProgressState:
    if asked.games is None:
        return ProgressState("games", 0, seconds_limit=asked.seconds)
    return ProgressState("games", asked.games * len(asked.rungs))


def _report(document: BalanceDocument, game: Game) -> FiguresAndPage:
    from interpreter.report import make_balance_figures, render_balance_page

    return make_balance_figures(document, game), partial(render_balance_page, document, game)
