"""Campaigns played from their first to their last game, many times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from interpreter.lab.campaigns.campaign_observer import CampaignGame, CampaignLook
from interpreter.lab.measure.measure import invalid_data_error
from interpreter.lab.stats.payoffs import SingleGameSpec, raise_if_stopped
from interpreter.matches.match import Game
from interpreter.playtest.run.arms import Arm, GameSpan
from interpreter.playtest.run.chunks import ChunkOutputs, Ending
from interpreter.playtest.run.executors import RemotePool
from interpreter.playtest.run.figures import Tally
from interpreter.playtest.run.run_session import ProgressCallback, RunOutcome, open_session
from interpreter.playtest.run.stopping import Stopper
from interpreter.playtest.store.result_store import Store
from interpreter.presentation.phrases import format_count
from interpreter.support.errors import Location, PlayError, Problem

MOST_CAMPAIGN_GAMES = 100
"""Largest number of games of a campaign that is played whole."""


@dataclass(frozen=True, slots=True)
class CampaignSpec(SingleGameSpec):
    """Settings of a study of campaigns.

    Attributes:
        seated: The player's name on each seat; other seats play at random.
        campaigns: Number of campaigns.
        games: Number of games of a campaign.
    """

    seated: dict[str, str]
    campaigns: int
    games: int

    @property
    def look(self) -> CampaignLook:
        """The probe that plays campaigns."""
        return CampaignLook(self.games)

    def winners_of_game(self, played: CampaignGame) -> tuple[str, ...]:
        """Return the sides, or else the seats, that won a game of a campaign."""
        return self.winners(Ending(played.winners, played.side, played.reason))


def campaign_length(game: Game, wanted: int | None) -> int:
    """Return the number of games of a campaign. `wanted`: the number that the user wants; None for all of them.

    Raises PlayError if the game has no campaign, or none of so many games.
    """
    where = Location(game.id if wanted is None else f"--games {wanted}")
    campaign = game.rulebook.campaign
    if campaign is None:
        message = "the game has no campaign; `campaign: {keeps: [IDS]}` in its game.yaml makes one"
        raise PlayError(Problem(Location(game.id), "no-campaign", message))
    if wanted is None and campaign.games is None:
        message = "the rules don't say how many games a campaign has; say it with --games"
        raise PlayError(Problem(where, "no-length", message))
    length = wanted or campaign.games or 0
    if campaign.games is not None and length > campaign.games:
        raise PlayError(
            Problem(where, "too-many", f"the campaign has {format_count(campaign.games, 'game')} by its rules")
        )
    if length > MOST_CAMPAIGN_GAMES:
        message = f"at most {MOST_CAMPAIGN_GAMES} games of a campaign are played; --games N plays the first N"
        raise PlayError(Problem(where, "too-many", message))
    return length


@dataclass(slots=True)
class CampaignResult(RunOutcome):
    """Games of the campaigns of a study.

    Attributes:
        spec: The settings.
        campaigns: The games of each finished campaign, by the number of the campaign, in order.
    """

    spec: CampaignSpec
    campaigns: dict[int, list[CampaignGame]] = field(default_factory=dict)


def run_campaigns(
    spec: CampaignSpec,
    progress: ProgressCallback | None = None,
    on_hangup: Callable[[], None] | None = None,
    remote: RemotePool | None = None,
    store: Store | None = None,
) -> CampaignResult:
    """Play all campaigns. Python plays them, except for what searching players imagine.

    SIGINT, SIGTERM and SIGHUP end the run early; the result then has the campaigns that are finished.

    Args:
        spec: Settings of the study.
        progress: The progress callback; a campaign counts as a game.
        on_hangup: Called as soon as the terminal is gone.
        remote: Other machines to play on; None for this one.
        store: The store for results. Campaigns that it holds are not played.

    Raises:
        PlayError: A campaign can't be played to its end.
        SaveError: The store can't be used.
    """
    result, tally = CampaignResult(spec=spec), Tally()
    arm, jobs = Arm(spec.game, spec.seed, spec.seated), max(1, min(spec.jobs, spec.campaigns))
    with Stopper(on_hangup) as stopper, open_session(result, [arm], jobs, stopper, progress, remote, store) as players:
        for chunk in players.play([GameSpan(0, 0, spec.campaigns)], ChunkOutputs(probe=spec.look)):
            tally.merge(chunk.tally)
            if not all(found is None or spec.look.is_found(found, spec.game) for found in chunk.findings):
                raise invalid_data_error(chunk)
            for index, found in enumerate(chunk.findings, chunk.first):
                if found is not None:
                    result.campaigns[index] = [CampaignGame.from_data(each, spec.game) for each in found]
    result.campaigns = dict(sorted(result.campaigns.items()))
    raise_if_stopped(spec.game, tally)
    return result
