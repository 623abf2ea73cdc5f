"""`cahier campaign`: play whole campaigns and report each of their games."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING

from cli.guard import EXIT_OK
from cli.lab.answer_output import connect_cluster, load_with_players, open_outputs, report_ending
from cli.lab.kept_games import open_games, report_kept
from cli.lab.progress import ProgressDisplay, ProgressState
from cli.text.output import discard_terminal_output
from interpreter.support import Location, PlayError, Problem

if TYPE_CHECKING:
    from cli.lab.answer_output import FiguresAndPage
    from cli.options import RunOptions
    from interpreter.lab import CampaignDocument
    from interpreter.matches import Game


def play_campaigns(
    name: str, variants: tuple[str, ...], run: RunOptions, campaigns: int, games: int | None, by: str | None
) -> int:
    """Play campaigns, report them, write the requested files, and return the exit status.

    Args:
        name: Name or folder of the game.
        variants: Its variants.
        run: Options of all runs.
        campaigns: Number of campaigns.
        games: Number of games of each; None for as many as the rules say.
        by: Player of all seats that neither the rules nor `run` assign; None for random ones.
    """
    from cli.text.lab.campaign_text import format_campaigns
    from interpreter.lab import CampaignSpec, campaign_document, campaign_length, run_campaigns

    if run.parse_backend() == "native":
        message = "campaigns are played in Python, because each game begins with what the last one has left"
        raise PlayError(Problem(Location("--backend native"), "no-backend", message))
    with contextlib.ExitStack() as stack:
        answer = stack.enter_context(open_outputs(run))
        game, seated = load_with_players(name, variants, run, "campaign", by)
        length = campaign_length(game, games)
        spec = CampaignSpec(game, seated, campaigns, length, seed=run.seed, jobs=run.processes)
        cluster = stack.enter_context(connect_cluster(run))
        store = stack.enter_context(open_games(run, (game, seated, run.seed), endings=True, probe=spec.look))
        with ProgressDisplay(ProgressState("campaigns", campaigns)) as progress:
            found = run_campaigns(spec, progress, discard_terminal_output, cluster, store)
        document = campaign_document(found)
        failed = answer.write_all(document, format_campaigns(document, game, name), partial(_report, document, game))
        report_kept(run, store, found)
        ended = report_ending([found], "campaign", first=1)
    return failed or ended or EXIT_OK


def _report(document: CampaignDocument, game: Game) -> FiguresAndPage:
    from interpreter.report import make_campaign_figures, render_campaign_page

    return make_campaign_figures(document, game), partial(render_campaign_page, document, game)
