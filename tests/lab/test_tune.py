"""The smallest change that reaches an aim: what is chosen, what is said of it, and what is not settled."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from interpreter.lab.balance.ladder import LadderResult, LadderSpec, RungResult
from interpreter.lab.balance.planner import Rung, RungTime
from interpreter.lab.compare.aims import parse_aim
from interpreter.lab.result_documents import to_json
from interpreter.lab.sweep.vary import find_marks, read_places
from interpreter.lab.tune.candidates import smallest_changes
from interpreter.lab.tune.forecasts import best_change, forecast_changes, most_promising
from interpreter.lab.tune.prediction import ChangeEvidence, beliefs
from interpreter.lab.tune.question import MOST_TUNED_PLACES, TuneSpec
from interpreter.lab.tune.rounds import FIRST_FRESH_GAME
from interpreter.lab.tune.tune import run_tuning
from interpreter.lab.tune.tune_document import tune_document
from interpreter.lab.tune.tune_plan import tune_plan_document
from interpreter.lab.tune.tune_result import TuneResult
from interpreter.matches.match import Game
from interpreter.presentation.names import Names
from interpreter.report.tune_report import TuneSummary
from interpreter.support.errors import PlayError, RulebookError
from tests.lab.test_sweep import LOTS, WHO
from tests.loaded import REPO, game_of

START, BONUS = "tracks/bar/start", "tracks/bonus/start"


def rungs_of(game: Game, by: str) -> list[Rung]:
    return [Rung(player, dict.fromkeys(game.seats, player)) for player in ("random", by)]


def asked(*vary: str, aims: tuple[str, ...] = ("player=70",), by: str = "search:1", **more: Any) -> TuneSpec:
    game = game_of(LOTS)
    screening, deciding = rungs_of(game, by)
    return TuneSpec(
        game,
        read_places(vary, MOST_TUNED_PLACES),
        tuple(parse_aim(aim, WHO) for aim in aims),
        screening,
        deciding,
        **{"seconds": None, "games": 3000, "backend": "python", **more},
    )


def summary(found: TuneResult) -> TuneSummary:
    game = found.spec.game
    return TuneSummary(tune_document(found), game, Names(game.rulebook))


@pytest.mark.parts
def test_the_value_that_reaches_the_aim_is_found_and_the_share_is_true() -> None:
    """With a bar of 7, the player wins 70 of 100."""
    found = run_tuning(asked(f"{START}=3..9", tolerance=4.0))
    document = tune_document(found)
    assert document.chosen == {START: 7} and document.settings == [f"{START}=7"]
    (figure,) = document.figures
    assert figure.before is not None and figure.before.contains(50)
    assert figure.after is not None and figure.after.contains(70) and figure.change is not None
    assert figure.change.contains(0.2) and not figure.change.contains(0)
    assert document.verdict in ("reached", "possible") and not figure.outside
    assert document.first_game == FIRST_FRESH_GAME and document.fresh_games > 400
    assert 2990 <= document.deciding_games <= 3000 and document.present == {START: 5.0}
    assert [each.values for each in document.changes if each.ruled_out] >= [{}]
    assert document.rounds == [7, 7, 4, 2]


@pytest.mark.parts
def test_an_aim_that_the_present_rules_reach_needs_no_change() -> None:
    found = run_tuning(asked(f"{START}=3..7", aims=("player=50",), tolerance=4.0))
    document = tune_document(found)
    assert document.chosen == {} and document.smaller == []
    assert document.figures[0].change is None
    assert summary(found).answer().startswith("No change ")


@pytest.mark.parts
@pytest.mark.parametrize("vary", [(f"{BONUS}=0..3", f"{START}=4..6"), (f"{START}=4..6", f"{BONUS}=0..3")])
def test_one_place_is_a_smaller_change_than_two(vary: tuple[str, ...]) -> None:
    """A bonus of 2, a bar of 6 with a bonus of 1, and a bar of 4 with a bonus of 3 all reach the aim."""
    document = tune_document(run_tuning(asked(*vary, tolerance=4.0)))
    assert document.chosen == {BONUS: 2}
    chances = {tuple(each.values.values()): each.chance for each in document.changes}
    assert document.change_with({BONUS: 2}).places == 1 and len(chances) == 3 * 4


@pytest.mark.parts
def test_two_places_together_reach_what_neither_reaches_alone() -> None:
    document = tune_document(run_tuning(asked(f"{START}=5,7", f"{BONUS}=1,2", aims=("player=90",), tolerance=4.0)))
    assert document.chosen == {START: 7, BONUS: 2} and document.all_changes == 5
    assert document.verdict in ("reached", "possible")


@pytest.mark.parts
def test_an_aim_that_no_value_reaches() -> None:
    found = run_tuning(asked(f"{START}=2..6", aims=("player=80",), tolerance=4.0))
    document = tune_document(found)
    assert document.verdict == "not_reached" and document.chosen == {START: 6} and document.figures[0].outside
    said = summary(found)
    assert said.answer().startswith(
        "No change is known to reach the aim. `tracks/bar/start` from 5 to 6 seemed nearest"
    )
    assert "`tracks/bar/start` is at the end of the values: try some beyond." in said.doubts()
    away = run_tuning(asked(f"{START}=2,3", aims=("player=80",)))
    assert tune_document(away).chosen == {}
    assert summary(away).answer().startswith("No change is known to come nearer to the aim than the present values")


@pytest.mark.parts
def test_all_aims_count() -> None:
    """A push takes games from the house and the player; only one change keeps draws rare and raises the share."""
    vary = f"{START}=5..7", "tracks/push/start=0..3"
    document = tune_document(run_tuning(asked(*vary, aims=("player=46..54", "draws=15..25"), games=4000)))
    assert document.chosen == {START: 7, "tracks/push/start": 2}
    shares = {each.figure: each.after for each in document.figures}
    assert shares["player"] is not None and shares["player"].contains(50)
    assert shares["draws"] is not None and shares["draws"].contains(20)
    assert document.figures[1].change is None and document.figures[1].aim is None


def test_a_misleading_screening_is_seen_through() -> None:
    """The strong players find the opposite of what the cheap ones did."""
    cheap = [0.0, 0.1, 0.2, -0.1, -0.2]
    strong = {0: 0.4, 1: 0.3, 3: 0.5}
    findings = [ChangeEvidence(moved, strong.get(number), 0.0002) for number, moved in enumerate(cheap)]
    found = beliefs(findings, 1.0)
    assert found[4].mean == pytest.approx(0.6, abs=0.05) and found[2].mean == pytest.approx(0.2, abs=0.05)
    assert found[4].deviation > found[3].deviation
    before = beliefs([ChangeEvidence(0.0, 0.4, 0.0002), *map(ChangeEvidence, cheap[1:])], 1.0)
    assert before[1].mean == pytest.approx(0.5, abs=0.01)  # nothing is known of the factor but its guess


@pytest.mark.parts
def test_without_screening_the_deciding_players_play_all() -> None:
    document = tune_document(run_tuning(asked(f"{START}=5..8", by="random", tolerance=4.0)))
    assert document.screened_by is None and document.chosen == {START: 7}
    assert all(each.screening_games == 0 and each.screened == {} for each in document.changes)
    assert 2900 <= document.deciding_games <= 3000


@pytest.mark.parts
def test_equal_seeds_give_equal_documents() -> None:
    one, other = (to_json(tune_document(run_tuning(asked(f"{START}=5..8", games=600, jobs=jobs)))) for jobs in (1, 2))
    assert one.pop("seconds") and other.pop("seconds") and one == other
    assert one["reproducible"] and one["time"] is None


@pytest.mark.parts
def test_a_time_ends_it_and_is_told() -> None:
    found = run_tuning(asked(f"{START}=5..8", seconds=0.3, games=None))
    document = tune_document(found)
    assert not document.reproducible and document.time == 0.3 and document.complete
    short = run_tuning(asked(f"{START}=5..8", seconds=1e-9, games=None))
    assert (
        tune_document(short).chosen is None and summary(short).answer() == "The time was up before anything was known."
    )


def test_changes_go_from_the_smallest_to_the_largest() -> None:
    places = read_places([f"{START}=4,5,9", f"{BONUS}=1"], MOST_TUNED_PLACES)
    known = {(place.name, value.text): value.text == "5" for place in places for value in place.values}
    found, whole = smallest_changes(places, {START: 5.0, BONUS: 0.0}, known)
    assert [point.values for point, _ in found] == [
        {},
        {START: 4},
        {START: 9},
        {BONUS: 1},
        {START: 4, BONUS: 1},
        {START: 9, BONUS: 1},
    ]
    assert whole == 5 and found[1][1].distance == pytest.approx(0.2) and found[4][1].places == 2


@pytest.mark.parts
def test_only_the_smallest_of_very_many_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.lab.tune.candidates.MOST_CANDIDATES", 3)
    found = run_tuning(asked(f"{START}=2..8", aims=("player=50",), games=200))
    assert [each.point.values.get(START) for each in found.candidates] == [None, 4, 6, 3]
    assert "Only the 3 smallest of 6 changes were tried." in summary(found).doubts()


@pytest.mark.parts
def test_the_largest_changes_are_left_out_if_screening_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.lab.tune.rounds.BATCH_SIZE", 3)
    monkeypatch.setattr("interpreter.lab.tune.rounds.SCREENING_SHARE", 0.0)
    found = run_tuning(asked(f"{START}=2..8", seconds=2.0, games=None))
    document = tune_document(found)
    assert [each.values for each in document.changes] == [{}, {START: 4}, {START: 6}]
    assert document.chosen == {START: 6}
    assert "Only the 2 smallest of 6 changes were tried." in summary(found).doubts()


@pytest.mark.parts
def test_changes_that_cannot_be_played_are_left_out() -> None:
    found = run_tuning(asked(f"{START}=9,10", f"{BONUS}=2", aims=("player=90",), games=600))
    document = tune_document(found)
    assert document.chosen == {START: 9}
    assert [each.stopped_in for each in document.changes] == [None, None, None, None, 0, 0]
    assert any("2 changes made games that could not be played to their end" in each for each in summary(found).doubts())
    with pytest.raises(PlayError, match="game 0 of the present rules couldn't be played to its end"):
        broken = replace(asked("tracks/push/start=1", games=50), game=game_of(LOTS, f"{START}=10", f"{BONUS}=1"))
        run_tuning(broken)


@pytest.mark.parts
def test_numbers_in_one_text_are_places_of_their_own() -> None:
    game = game_of(REPO / "tests/cli/market")
    path = "words/play the market/do"
    places = find_marks(
        read_places((f"{path}: draw {{1,2}} card", f"{path}: repeat {{2..3}} times"), MOST_TUNED_PLACES), game.rulebook
    )
    screening, deciding = rungs_of(game, "search:1")
    aims = (parse_aim("decisions=1..500", game.seats),)
    found = run_tuning(TuneSpec(game, places, aims, screening, deciding, seconds=None, games=40, backend="python"))
    document = tune_document(found)
    assert [*document.present.values()] == [1.0, 2.0] and document.all_changes == 3
    assert [each.places for each in document.changes] == [0, 1, 1, 2] and document.chosen == {}
    assert document.figures[0].after is not None and document.figures[0].after.estimate > 1


def test_mistakes_are_told_before_the_first_game() -> None:
    with pytest.raises(RulebookError, match="the track starts at -8"):
        run_tuning(asked(f"{START}=-8"), progress=lambda games, made: pytest.fail() if games else None)
    with pytest.raises(RulebookError, match="name one place, or up to 5"):
        asked(*[f"{START}=1"] * 6)


@pytest.mark.parts
def test_smaller_changes_are_preferred_only_if_they_are_nearly_as_likely() -> None:
    found = run_tuning(asked(f"{START}=6,7", games=4000))
    forecasts = forecast_changes(found.candidates, found.spec.ranges, is_screened=True)
    assert {each.point.values.get(START) for each in most_promising(forecasts, 3)} == {None, 6, 7}
    best = best_change(forecasts)
    likeliest = max(forecasts, key=lambda each: each.chance)
    assert likeliest.candidate.point.values == {START: 7} and best is likeliest.candidate


def test_a_plan_extrapolates_to_stronger_players() -> None:
    spec = asked(f"{START}=3..9")
    rungs = [rungs_of(spec.game, by)[1] for by in ("search:20", "search:50", "search:200")]
    timed = LadderResult(LadderSpec(spec.game, rungs), [RungResult(each) for each in rungs])
    timed.results[0].tally.games, timed.results[0].time = 10, RungTime(5.0, 10)
    players = tune_plan_document(spec, timed, 300.0).players
    assert [each.game_seconds for each in players] == pytest.approx([0.5, 1.25, 5.0])
    assert [each.games for each in players] == [450, 180, 45]
    nothing = LadderResult(timed.question, [RungResult(each) for each in rungs])
    assert tune_plan_document(spec, nothing, 300.0).players[2].game_seconds is None


@pytest.mark.parts
def test_beliefs_are_calibrated() -> None:
    """Of beliefs that were drawn from the model, as many hold as they say."""
    draw, held, runs = random.Random(3), 0, 400
    for _ in range(runs):
        factor, level = draw.gauss(1, 0.5), draw.uniform(0.3, 0.6)
        cheap = [0.0, *(draw.uniform(-0.2, 0.2) for _ in range(15))]
        truth = [level + factor * moved + draw.gauss(0, 0.05) for moved in cheap]
        findings = [
            ChangeEvidence(moved, draw.gauss(true, 0.05), 0.0025) if number < 8 else ChangeEvidence(moved)
            for number, (moved, true) in enumerate(zip(cheap, truth, strict=True))
        ]
        found = beliefs(findings, 1.0)
        held += sum(
            abs(belief.mean - true) < 1.96 * belief.deviation for belief, true in zip(found, truth, strict=True)
        )
    assert 0.89 < held / (16 * runs) < 0.98
