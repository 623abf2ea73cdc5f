"""The worth of things between ever better players, within a time."""

from __future__ import annotations

from dataclasses import replace

from interpreter.lab.balance.planner import LEAST_GAMES, Planner, Rung
from interpreter.lab.balance.timed_run import RunMeans
from interpreter.lab.impact.impact import ImpactSpec
from interpreter.lab.impact.impact_document import impact_document
from interpreter.lab.impact.impact_ladder import ImpactLadder, ImpactRung, run_impact_ladder
from interpreter.lab.impact.impact_ladder_document import impact_ladder_document
from interpreter.lab.result_documents import to_json
from interpreter.matches.match import Game
from interpreter.playtest.run.arms import GameSpan
from interpreter.playtest.run.chunks import Chunk
from interpreter.playtest.run.figures import Tally
from interpreter.presentation.names import Names
from interpreter.report.ladders.impact_ladder_report import ImpactLadderSummary, make_impact_ladder_figures
from tests.loaded import REPO, game_of
from tests.result_schemas import check_document

LONG = 10_000.0
"""Seconds, so that the number of games ends the run."""
GAMES = 60


def market() -> Game:
    return game_of(REPO / "tests/cli/market").with_omissions()


def spec(game: Game) -> ImpactSpec:
    omissions = game.program.symbols.omissions
    assert omissions is not None
    seated = dict.fromkeys(game.seats, "random")
    things = tuple(each for each in omissions.items if each.id in ("fruit", "rain", "sun"))
    return ImpactSpec(game, things, seated, 2.0, GAMES, backend="python")


def played(game: Game, jobs: int = 1) -> ImpactLadder:
    """Two kinds of players that play alike, so that only their names differ."""
    asked = spec(game)
    rungs = [Rung(player, asked.seated) for player in ("weak", "strong")]
    return run_impact_ladder(replace(asked, jobs=jobs), rungs, LONG, RunMeans())


def test_each_kind_of_players_has_the_study_of_its_games() -> None:
    game = market()
    found = played(game)
    document = impact_ladder_document(found)
    assert [rung.player for rung in document.rungs] == ["weak", "strong"] and found.next_player is None
    weak, strong = (to_json(rung.study) for rung in document.rungs)
    assert {**weak, "seconds": 0} == {**strong, "seconds": 0}
    assert weak["games"] == 4 * GAMES and weak["baseline"]["games"] == GAMES
    assert to_json(impact_ladder_document(played(game, 2)))["trends"] == to_json(document)["trends"]
    check_document("impact_ladder", to_json(document))


def test_what_does_not_change_is_not_called_changed() -> None:
    game = market()
    document = impact_ladder_document(played(game))
    assert {trend.id for trend in document.trends} == {"fruit", "rain", "sun"}
    fruit = document.trends[0]
    assert fruit.id == "fruit" and fruit.change.estimate == 0 and fruit.change.contains(0) and not fruit.other_rank
    weak = fruit.rungs["weak"].points
    assert weak is not None and weak.high < 0 and fruit.change.half_width > weak.half_width
    said, *_ = ImpactLadderSummary(document, game, Names(game.rulebook)).sentences()
    assert said.startswith("From weak to strong players, no thing of 3 is certain to be worth more or less; ")
    tables = {figure.table.id: figure.table for figure in make_impact_ladder_figures(document, game)}
    assert tables["trends"].columns[4:7] == ("weak points", "weak first rank", "weak last rank")
    assert [row[0] for row in tables["baseline"].rows] == ["weak", "weak", "strong", "strong"]


def test_a_trial_is_broken_off_that_would_take_too_long() -> None:
    """Games of 5 seconds, each with 3 things and with nothing left out, don't fit into 60 seconds."""
    asked, now, costs = spec(market()), 0.0, (0.01, 5.0)
    found = ImpactLadder(60.0)
    for player in ("random", "search:20"):
        seated = dict.fromkeys(asked.seated, player)
        found.rungs.append(ImpactRung.of(Rung(player, seated), replace(asked, seated=seated, games=1000)))
    planner = Planner(found.rungs, 60.0, 1, lambda: now)
    played = list[tuple[GameSpan, int]]()
    for span, number in planner.parts(lambda arm: found.rungs[arm].numbers):
        now += (spent := span.count * costs[span.arm])
        tally = Tally(games=span.count, finished=span.count)
        found.rungs[span.arm].add(Chunk(span.first, span.count, tally, seconds=spent, omitted_item=number))
        played.append((span, number))
    slow = [(span.count, number) for span, number in played if span.arm == 1]
    assert slow == [(1, 0)] and found.rungs[1].games < LEAST_GAMES < found.rungs[0].games == 1000
    assert [each.rung.player for each in found.reported] == ["random"] and found.next_player == "search:20"
    assert planner.seconds_per_game(1) == 20.0


def test_without_a_second_kind_of_players_nothing_is_said_of_changes() -> None:
    game = market()
    asked = spec(game)
    found = run_impact_ladder(asked, [Rung("random", asked.seated)], LONG, RunMeans())
    document = impact_ladder_document(found)
    assert document.trends == [] and to_json(document.rungs[0].study) == to_json(
        impact_document(found.rungs[0].findings, {})
    )
    said = ImpactLadderSummary(document, game, Names(game.rulebook)).sentences()
    assert said == [
        "Only random players had time for enough games: what things are worth between better players is not known."
    ]
