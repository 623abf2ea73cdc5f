"""Number of games of a comparison, estimated from a few timed ones."""

from __future__ import annotations

from collections import Counter

import pytest

from interpreter.lab.balance.planner import Rung
from interpreter.lab.compare.plan import LEAST_PAIRS, plan_document
from interpreter.lab.compare.question import ComparedVersion, ComparisonSpec
from interpreter.lab.compare.timed_comparison import ComparedRung, TimedComparison
from interpreter.lab.result_documents import to_json
from interpreter.playtest.run.chunks import Ending
from tests.lab.test_timed_comparison import TRAPS
from tests.loaded import game_of
from tests.result_schemas import check_document

HOME, TRAPPED = (Ending((who,), None, "x") for who in ("walker", "trapper"))


def rung(player: str, games: int, changed: int, single: bool = False) -> ComparedRung:
    """A rung with games of which some have another winner, as often one as the other."""
    seated = {"walker": player, "trapper": player}
    version = ComparedVersion(game_of(TRAPS), seated)
    question = ComparisonSpec(version, version, seeds=(0, 1), is_single_look=single)
    found = ComparedRung.of(Rung(player, seated), question, True)
    pairs = {(HOME, TRAPPED): changed // 2, (TRAPPED, HOME): changed - changed // 2, (HOME, HOME): games - changed}
    found.answer.evidence.games, found.answer.evidence.pairs = games, Counter(pairs)
    return found


def timed(*rungs: ComparedRung, seconds: float = 0.01) -> TimedComparison:
    return TimedComparison(20.0, [*rungs], [seconds] * len(rungs), seconds=1.0)


def test_the_games_planned_are_those_that_are_enough() -> None:
    """With so many, and no change, the interval lies within the margin; with a tenth less it does not."""
    found = rung("random", 1000, 60)
    (planned,) = plan_document(timed(found), False).players
    assert planned.games is not None and planned.most_games is not None
    for games, enough in ((planned.games, True), (int(0.9 * planned.games), False)):
        answer = rung("random", games, round(games * 0.06)).answer
        assert (answer.verdict == "within") == enough
    assert planned.seconds == pytest.approx(planned.games * 0.01)
    assert planned.most_games > planned.games
    assert planned.reach == pytest.approx(100 * answer.reach_after(60_000, 0.06))


def test_the_more_games_change_the_more_are_needed_and_one_look_needs_fewer() -> None:
    few, many, once = (
        plan_document(timed(rung("random", 1000, changed, single)), False).players[0].games or 0
        for changed, single in ((20, False), (200, False), (200, True))
    )
    assert few < once < many


def test_players_without_games_are_taken_for_those_before() -> None:
    pilot = timed(rung("random", 1000, 60), rung("search:20", LEAST_PAIRS - 1, 0), rung("search:200", 0, 0))
    named, ladder = (plan_document(pilot, is_ladder) for is_ladder in (False, True))
    check_document("plan", to_json(named))
    assert [each.changed for each in named.players] == [named.players[0].changed] * 3
    assert [each.by for each in ladder.players] == ["random", "search:20"]


def test_nothing_is_said_without_games() -> None:
    (planned,) = plan_document(timed(rung("search:200", 2, 1)), False).players
    assert (planned.changed, planned.games, planned.seconds) == (None, None, None)
