"""`cahier balance`: play a game between ever better players and report who wins."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from cli.caches import load_ready_game
from cli.guard import EXIT_OK
from cli.lab.answer_output import connect_cluster, open_outputs, report_ending
from cli.lab.kept_games import open_games, report_kept
from cli.lab.progress import ProgressDisplay, ProgressState
from cli.seats import is_player, players_without_people, seats_played_by
from cli.text.output import discard_terminal_output
from interpreter.players import TABLE, is_timed
from interpreter.support import Location, PlayError, Problem

if TYPE_CHECKING:
    from cli.lab.answer_output import FiguresAndPage
    from cli.options import RunOptions
    from interpreter.lab import BalanceDocument, LadderSpec, Rung
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
    from cli.text.balance_text import format_balance
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


def _pace(asked: LadderSpec) -> ProgressState:
    if asked.games is None:
        return ProgressState("games", 0, seconds_limit=asked.seconds)
    return ProgressState("games", asked.games * len(asked.rungs))


def _report(document: BalanceDocument, game: Game) -> FiguresAndPage:
    from interpreter.report import make_balance_figures, render_balance_page

    return make_balance_figures(document, game), partial(render_balance_page, document, game)
