"""`cahier tune`: find the smallest change of numbers in the rules that reaches an aim."""

from __future__ import annotations

import contextlib
import shlex
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from cli.caches import load_ready_game
from cli.game_loading import format_variant_options
from cli.guard import EXIT_NO, EXIT_OK
from cli.lab.answer_output import connect_cluster, open_outputs, report_ending
from cli.lab.compare_command import check_margin
from cli.lab.kept_games import choose_store, report_kept
from cli.lab.ladders import refuse_plan_outputs
from cli.lab.progress import ProgressDisplay, ProgressState
from cli.seats import players_without_people, seats_played_by
from cli.text.output import discard_terminal_output
from interpreter.players import STATE_ONLY, is_timed
from interpreter.rulebook import RANDOM
from interpreter.support import Location, PlayError, Problem, RulebookError

if TYPE_CHECKING:
    from cli.lab.answer_output import FiguresAndPage, ResultOutputs
    from cli.options import RunOptions
    from interpreter.lab import Rung, TuneDocument, TuneSpec
    from interpreter.matches import Game

MOST_TOLERANCE = 50.0


@dataclass(frozen=True, slots=True)
class TuneSettings:
    """Options of `cahier tune` apart from those of all runs.

    Attributes:
        vary: Places with their values, as typed.
        aim: Figures and where they should be, as typed.
        within: Distance from a single number aimed at that doesn't matter, in points; None for the default.
        by: The deciding players.
        limit: Time to play, in seconds; None for the default.
        games: Number of games between the deciding players, in place of a time; None for a time.
        plan: Only say what the time is enough for.
    """

    vary: tuple[str, ...]
    aim: tuple[str, ...]
    within: float | None
    by: str | None
    limit: float | None
    games: int | None
    plan: bool

    def words(self, name: str, run: RunOptions) -> list[str]:
        """Return the words of the command that asks the same, without its time or number of games."""
        options = [("--vary", each) for each in self.vary] + [("--aim", each) for each in self.aim]
        options += [("--within", f"{self.within:g}")] if self.within is not None else []
        options += [("--by", self.by)] if self.by is not None else []
        return ["cahier", "tune", name, *(word for option in options for word in option), *run_words(run)]


def run_words(run: RunOptions) -> list[str]:
    """Return the options of a run that other games of the same kind take, too."""
    words = [word for seat in run.seats for word in ("--seat", seat)]
    return words if run.players is None else [*words, "--players", str(run.players)]


def tune_game(name: str, variants: tuple[str, ...], run: RunOptions, settings: TuneSettings) -> int:
    """Search for the change, report it, write the requested files, and return the exit status."""
    from cli.text.lab.tune_text import NextCommands, format_tuning
    from interpreter.lab import run_tuning, tune_document

    _check_options(run, settings)
    with contextlib.ExitStack() as stack:
        answer = stack.enter_context(open_outputs(run))
        asked = _question(name, variants, run, settings)
        if settings.plan:
            return _plan(asked, run, settings, answer)
        cluster = stack.enter_context(connect_cluster(run))
        arms = [(asked.game, rung.seated, run.seed) for rung in (asked.screening, asked.deciding)]
        store = choose_store(run, arms, "tune", *settings.vary)
        pace = ProgressState("games", 0, seconds_limit=asked.seconds)
        with ProgressDisplay(pace) as progress:

            def plan(player: str, games: int) -> None:
                if asked.seconds is None:
                    progress.begin_part(ProgressState("games", games, part=player))

            found = run_tuning(asked, progress, discard_terminal_output, plan, cluster, store)
        document = tune_document(found)
        again = [*settings.words(name, run), *format_variant_options(variants)]
        compare = ["cahier", "compare", name, *_base_options(variants), *run_words(run)]
        aims = [word for aim in settings.aim for word in ("--aim", aim)]
        balance = ["cahier", "balance", name, *format_variant_options(variants), *run_words(run)]
        numbers = ["cahier", "show", name, "numbers"]
        commands = NextCommands(*map(shlex.join, (again, compare, aims, balance, numbers)))
        failed = answer.write_all(
            document, format_tuning(document, asked.game, commands), partial(_report, document, asked.game)
        )
        report_kept(run, store, found)
        ended = report_ending([found])
    is_found = document.verdict in ("reached", "possible")
    return failed or ended or (EXIT_OK if is_found else EXIT_NO)


def _plan(asked: TuneSpec, run: RunOptions, settings: TuneSettings, answer: ResultOutputs) -> int:
    """Play a few timed games of the present rules, report what is enough for a search, and return the exit status."""
    from cli.text.lab.tune_text import format_tune_plan
    from interpreter.lab import (
        PLAN_SECONDS,
        PLANNED_PLAYERS,
        TUNING_SECONDS,
        LadderSpec,
        run_ladder,
        tune_plan_document,
    )

    by = [settings.by] if settings.by is not None else PLANNED_PLAYERS
    rungs = [_rung(asked.game, player, run.seats) for player in by]
    timed = LadderSpec(asked.game, rungs, PLAN_SECONDS, seed=run.seed, jobs=run.processes, backend=asked.backend)
    with ProgressDisplay(ProgressState("games", 0, seconds_limit=PLAN_SECONDS)) as progress:
        found = run_ladder(timed, progress, discard_terminal_output)
    document = tune_plan_document(asked, found, settings.limit or TUNING_SECONDS)
    failed = answer.write_all(document, format_tune_plan(document), lambda: ((), lambda figures: ""))
    return failed or report_ending([found])


def _base_options(variants: tuple[str, ...]) -> list[str]:
    return [word for variant in variants for word in ("--base", variant)]


def _check_options(run: RunOptions, settings: TuneSettings) -> None:
    """Raise CahierError for options that don't go together, or without an aim."""
    if settings.limit is not None and settings.games is not None:
        raise PlayError(Problem(Location("--time"), "time-and-games", "give either --time or --games, not both"))
    if settings.plan:
        refuse_plan_outputs(run)
    if settings.within is not None:
        check_margin(settings.within, MOST_TOLERANCE)
    if not settings.aim:
        message = "say what to aim at: --aim SIDE=50, draws=0..5 or turns=20..30"
        raise RulebookError(Problem(Location("--aim"), "bad-aim", message))
    if settings.by is not None and is_timed(settings.by):
        message = f"`{settings.by}` thinks for a time; name a number of playouts, such as search:200"
        raise PlayError(Problem(Location(f"--by {settings.by}"), "time-budget", message))


def _question(name: str, variants: tuple[str, ...], run: RunOptions, settings: TuneSettings) -> TuneSpec:
    """Load the game and return the question. Raises CahierError for what can't be asked."""
    from interpreter.lab import (
        DECIDING_PLAYER,
        DEFAULT_TOLERANCE,
        MOST_COMBINATIONS,
        MOST_TUNED_PLACES,
        TUNING_SECONDS,
        TuneSpec,
        contenders_of,
        find_marks,
        parse_aim,
        read_places,
    )
    from interpreter.players import refuse_time_budgets

    places = read_places(settings.vary, MOST_TUNED_PLACES, MOST_COMBINATIONS)
    backend = run.parse_backend()
    game = load_ready_game(name, variants, run.players)
    places = find_marks(places, game.rulebook)
    aims = tuple(parse_aim(each, contenders_of(game)) for each in settings.aim)
    for number, aim in enumerate(aims):
        if any(aim.figure == earlier.figure for earlier in aims[:number]):
            where, message = Location(f"--aim {settings.aim[number]}"), f"there is another aim for {aim.figure}"
            raise RulebookError(Problem(where, "aim-twice", message))
    quick = tuple(seat for seat in run.seats if seat.partition("=")[2] in STATE_ONLY)
    screening, deciding = _rung(game, RANDOM, quick), _rung(game, settings.by or DECIDING_PLAYER, run.seats)
    refuse_time_budgets(game, deciding.seated, "tune")
    return TuneSpec(
        game,
        places,
        aims,
        screening,
        deciding,
        settings.within or DEFAULT_TOLERANCE,
        None if settings.games is not None else settings.limit or TUNING_SECONDS,
        settings.games,
        seed=run.seed,
        jobs=run.processes,
        backend=backend,
    )


def _rung(game: Game, player: str, seats: tuple[str, ...]) -> Rung:
    """Return a kind of players. `seats`: SEAT=PLAYER for seats whose player stays the same."""
    from interpreter.lab import Rung

    return Rung(player, players_without_people(game, (*seats_played_by(game, player, seats), *seats)))


def _report(document: TuneDocument, game: Game) -> FiguresAndPage:
    from interpreter.report import make_tune_figures, render_tune_page

    return make_tune_figures(document, game), partial(render_tune_page, document, game)
