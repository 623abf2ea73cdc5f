"""Number of games of a study, estimated from a few timed ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from interpreter.lab.balance.planner import Rung
from interpreter.lab.balance.study_plan import REACH_SECONDS, StudyNeeds, games_for_reach, study_plan
from interpreter.lab.balance.timed_run import RunMeans
from interpreter.lab.impact.impact_ladder import ImpactLadder, ImpactRung, run_impact_ladder
from interpreter.lab.impact.impact_plan import impact_plan
from interpreter.lab.result_documents import to_json
from interpreter.lab.stats.intervals import normal_quantile, wilson
from interpreter.playtest.run.chunks import Chunk
from interpreter.playtest.run.figures import Tally
from tests.lab.test_impact_ladder import GAMES, LONG, market, spec
from tests.result_schemas import check_document


def test_a_share_is_known_so_well_after_the_planned_games() -> None:
    games = games_for_reach(normal_quantile(0.05), 5.0)
    assert games == 385 and 0.0495 < wilson(games / 2, games).half_width < 0.05


def test_the_plan_of_an_ablation_study() -> None:
    asked = spec(market())
    found = run_impact_ladder(asked, [Rung("random", asked.seated)], LONG, RunMeans())
    found.game_seconds = [0.1]
    document = impact_plan(found, asked)
    check_document("study_plan", to_json(document))
    (planned,) = document.players
    rows = found.rungs[0].findings.rows
    needed = [found.rungs[0].findings.effects.games_needed(row) for row in rows]
    assert document.parts == 1 + len(rows) and planned.tried == GAMES and planned.games is not None
    assert min(needed) <= planned.games <= max(needed) and planned.seconds == pytest.approx(0.1 * planned.games)


def test_players_with_few_timed_games_need_as_many_as_weaker_ones_and_end_the_plan() -> None:
    """One game of 2 seconds, with nothing left out, where each takes 4 of them."""
    asked = spec(market())
    found = ImpactLadder(20.0, game_seconds=[0.01, 8.0, 80.0])
    for player, games in (("random", 50), ("search:20", 1), ("search:200", 0)):
        seated = dict.fromkeys(asked.seated, player)
        rung = ImpactRung.of(Rung(player, seated), replace(asked, seated=seated))
        for number in rung.numbers if games > 1 else rung.numbers[:games]:
            rung.add(Chunk(0, games, Tally(games=games, finished=games), seconds=2.0, omitted_item=number))
        found.rungs.append(rung)
    needs = StudyNeeds(900, 1.5)
    document = study_plan("impact", found, asked, 1.5, 4, lambda rung: needs if rung.games else None)
    quick, slow = document.players
    assert (quick.games, quick.seconds, quick.tried) == (900, 9.0, 50)
    assert (slow.games, slow.seconds, slow.tried) == (900, 7200.0, 0)
    assert slow.reach == pytest.approx(1.5 * (7200 / REACH_SECONDS) ** 0.5)
