"""Whole campaigns: each game begins with what the last one kept, and what is carried to the last one is counted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from interpreter import load
from interpreter.engine.playout import game_seed
from interpreter.lab.campaigns.campaign_document import (
    CampaignDocument,
    CampaignGameFigures,
    CarriedWin,
    campaign_document,
)
from interpreter.lab.campaigns.campaign_observer import CampaignGame, CampaignLook
from interpreter.lab.campaigns.campaign_study import CampaignSpec, campaign_length, run_campaigns
from interpreter.lab.result_documents import Lengths
from interpreter.lab.stats.intervals import Interval
from interpreter.matches.match import Game
from interpreter.players.playing import play
from interpreter.report.campaign_report import campaign_sentences
from interpreter.support.errors import PlayError
from tests.language.cases import sample_with
from tests.loaded import game_of

ROAD = "tests/games/toll_road"


def document(campaigns: int, games: int = 3, jobs: int = 1, seed: int = 5) -> CampaignDocument:
    spec = CampaignSpec(game_of(ROAD), {}, campaigns, games, seed=seed, jobs=jobs)
    return campaign_document(run_campaigns(spec))


def test_a_campaign_is_the_same_as_its_games_one_after_the_other() -> None:
    game = game_of(ROAD)
    own, kept, scores = game_seed(5, 3), None, []
    for number in range(3):
        begun = game.after(kept) if kept is not None else game
        match = play(begun, {}, game_seed(own, number))
        outcome = match.outcome()
        assert outcome is not None
        scores.append(outcome.scores)
        kept = match.kept()
    found = run_campaigns(CampaignSpec(game, {}, 4, 3, seed=5)).campaigns
    assert [each.scores for each in found[3]] == scores
    assert sorted(found) == [0, 1, 2, 3]


def test_shares_are_those_of_the_games() -> None:
    spec = CampaignSpec(game_of(ROAD), {}, 60, 3, seed=5)
    found = run_campaigns(spec)
    made = campaign_document(found)
    sole = [games for games in found.campaigns.values() if len(games[0].winners) == 1]
    also = [games for games in sole if games[0].winners[0] in games[2].winners]
    first = made.games[0]
    assert first.carried is not None and first.carried.campaigns == len(sole)
    assert first.carried.share.estimate == len(also) / len(sole)
    in_last = {
        seat: sum(seat in games[2].winners for games in found.campaigns.values()) / 60 for seat in ("ada", "ben")
    }
    expected = sum(in_last[games[0].winners[0]] for games in sole) / len(sole)
    assert first.carried.by_chance == pytest.approx(expected)
    assert made.games[2].carried is None
    assert made.games[2].wins["ada"].estimate == in_last["ada"]
    assert made.games[1].mean_scores["ada"] == sum(games[1].scores["ada"] for games in found.campaigns.values()) / 60
    assert made.games[0].reasons == {"race": 1.0} and made.games[2].reasons == {"campaign": 1.0}
    assert f"In {len(sole)} campaigns game 1 has one winner, who also wins the last game" in campaign_sentences(made)[0]


@pytest.mark.parametrize(
    ("path", "wanted", "message"),
    [
        (ROAD, 4, "has 3 games by its rules"),
        ("tests/cli/market", None, "has no campaign"),
    ],
)
def test_what_is_no_campaign_is_refused(path: str, wanted: int | None, message: str) -> None:
    with pytest.raises(PlayError, match=message):
        campaign_length(game_of(path), wanted)


def test_without_a_length_it_must_be_said(tmp_path: Path) -> None:
    edit = ("game.yaml", "title: Sample\n", "title: Sample\ncampaign: {keeps: [count]}\n")
    game = load(sample_with(tmp_path, (), [edit]))
    with pytest.raises(PlayError, match="say it with --games"):
        campaign_length(game, None)
    assert campaign_length(game, 7) == 7
    with pytest.raises(PlayError, match="at most 100"):
        campaign_length(game, 101)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (["ada"], ["nobody"]),
        (["ada"], "ada"),
        (["ada"], ["ada", "ada"]),
        (["ada"], [["ada"]]),
        ("race", 3),
        (2, -1),
        (2, True),
        (2, 10**400),
        ({"ada": 1, "ben": 0}, {"ada": 10**400, "ben": 0}),
        ({"ada": 1, "ben": 0}, {"ada": 1}),
        ({"ada": 1, "ben": 0}, {"ada": "1"}),
        ({"ada": 1, "ben": 0}, {"eve": 1}),
        (None, "left"),
    ],
)
def test_data_of_others_is_checked(old: object, new: object) -> None:
    game: Game = game_of(ROAD)
    data = CampaignGame(("ada",), None, "race", 2, {"ada": 1, "ben": 0}).as_data()
    look = CampaignLook(1)
    assert look.is_found([data], game)
    assert not look.is_found([[new if each == old else each for each in data]], game)
    assert not look.is_found([data, data], game) and not look.is_found([data[1:]], game)


@pytest.mark.parts
def test_processes_change_nothing() -> None:
    assert document(40, jobs=2).games == document(40).games


def game_figures(number: int, carried: Interval | None, by_chance: float = 0.5) -> CampaignGameFigures:
    sure = Interval(0.5, 0.4, 0.6)
    lead = None if carried is None else CarriedWin(100, carried, by_chance)
    return CampaignGameFigures(number, {"ada": sure}, sure, lead, {}, Lengths(1, 1, 1), {})


@pytest.mark.parametrize(
    ("shares", "by_chance", "said"),
    [
        ([Interval(0.95, 0.91, 1.0), Interval(1.0, 0.95, 1.0)], 0.5, "From game 1 on, a campaign is nearly decided."),
        ([Interval(0.95, 0.91, 1.0), Interval(0.5, 0.4, 0.6)], 0.5, None),
        ([Interval(1.0, 0.95, 1.0), Interval(1.0, 0.95, 1.0)], 1.0, None),
    ],
)
def test_a_campaign_is_decided_early_if_all_later_games_say_so(
    shares: list[Interval], by_chance: float, said: str | None
) -> None:
    games = [game_figures(number, share, by_chance) for number, share in enumerate(shares, 1)]
    made = replace(document(2), games=[*games, game_figures(3, None)])
    decided = [each for each in campaign_sentences(made) if "nearly decided" in each]
    assert decided == ([] if said is None else [said])
