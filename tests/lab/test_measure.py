"""Measures of a game's character, tested on small games with known results."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from interpreter.lab.measure.game_observations import Again, Look
from interpreter.lab.measure.indicators import Measures
from interpreter.lab.measure.leads import decision_moment
from interpreter.lab.measure.measure import (
    OBSERVED,
    MeasurementResult,
    MeasurementSpec,
    contiguous_chunks,
    looks,
    run_measurement,
)
from interpreter.lab.measure.measure_document import measurement_document
from interpreter.lab.measure.position_values import OptionTrial
from interpreter.lab.result_documents import to_json
from interpreter.lab.stats.intervals import ALPHA, clopper_pearson, sidak
from interpreter.language.execution.executable import Backend
from interpreter.matches.loading import load
from interpreter.matches.match import Game
from interpreter.playtest.run.chunks import Chunk, Ending
from interpreter.playtest.run.observers import decode_probe, encode_probe
from interpreter.playtest.run.runner import PlaytestPlan, run_playtest
from interpreter.playtest.store.store_place import StorePlace
from interpreter.report.measure_report import make_measure_figures
from interpreter.support.errors import CahierError
from tests.loaded import game_of

GAMES, THOUGHT_OUT = 300, 40
SEATS = "seats:\n  - {id: ann, title: Ann}\n  - {id: ben, title: Ben}\n"
TRACKS = (
    "tracks:\n  - {id: noise, title: Noise, between: [-9, 9]}\n"
    "  - {id: lead, title: Lead, between: [0, 99], for: seat}\n"
)
ZONES = (
    "zones:\n  - {id: deck, title: Deck, face: nobody, starts with: [court]}\n"
    "  - {id: hand, title: Hand, for: seat, face: owner}\n"
)
CARDS = (
    "deck: court\ntitle: Court\nattributes:\n  rank: number\ncards:\n"
    "  - {id: jack, title: Jack, rank: 1}\n  - {id: queen, title: Queen, rank: 2}\n"
    "  - {id: king, title: King, rank: 3}\n"
)
HUM = (
    '        as s:\n          either "hum":\n            raise noise by 1\n'
    '          or "hush":\n            lower noise by 1\n'
)
DEAL = "      shuffle deck\n      draw 1 card from deck to hand of each seat\n"


def game(folder: Path, text: str, head: str = SEATS) -> Game:
    (folder / "cards").mkdir()
    (folder / "game.yaml").write_text(f"id: small\ntitle: Small\nabout: For trying out.\n{head}")
    (folder / "tracks.yaml").write_text(TRACKS)
    (folder / "zones.yaml").write_text(ZONES)
    (folder / "cards" / "court.yaml").write_text(CARDS)
    (folder / "sequence.yaml").write_text(text)
    return load(folder)


DEALT = (
    "start: play\nwords:\n  - say: strength of {seat}\n    means: highest rank of it over cards in hand of seat\n"
    f"  - say: play\n    do: |\n{DEAL}      for each seat, as s:\n{HUM}"
    '      end the game, winner is the only one of seats with the highest strength of it, because "cards"\n'
)
FIRST = (
    f"start: play\nwords:\n  - say: play\n    do: |\n      for each seat, as s:\n{HUM}"
    '      end the game, winner is ann, because "first"\n'
)
RACE = (
    "start: play\nscore: lead of seat\nwords:\n"
    "  - say: strength of {seat}\n    means: highest rank of it over cards in hand of seat\n"
    "  - say: run\n    turn: true\n    do: |\n      raise lead of you by 1\n"
    '      either "hum":\n        raise noise by 1\n      or "hush":\n        lower noise by 1\n'
    f"  - say: play\n    do: |\n{DEAL}      for each seat, as s: raise lead of s by 5 * strength of s\n"
    "      repeat 4 times:\n        for each seat, as s:\n          as s: run\n"
    '      end the game, winner is the only one of seats with the highest lead of it, because "line"\n'
)


def measured(
    game: Game, jobs: int = 1, backend: Backend = "python", games: int = GAMES, playouts: int = 2, by: str = "random"
) -> MeasurementResult:
    return run_measurement(
        MeasurementSpec(game, dict.fromkeys(game.seats, by), games, playouts, seed=3, jobs=jobs, backend=backend)
    )


@pytest.fixture(autouse=True)
def few_games_of_skill(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play at most 40 games of each pair of players, where not more are asked for."""
    monkeypatch.setattr("interpreter.lab.measure.measure.MAX_SKILL_GAMES", 40)


@cache
def market_measured() -> MeasurementResult:
    return measured(game_of("tests/cli/market"))


def told(game: Game, games: int = THOUGHT_OUT, by: str = "search:1") -> Measures:
    """Measure a game between players that think, if only a little: of random ones less is told."""
    return Measures(measured(game, games=games, by=by))


@pytest.mark.parts
def test_a_game_of_pure_chance(tmp_path: Path) -> None:
    found = told(game(tmp_path, DEALT))
    assert (
        found.sobol_indices is not None
        and found.sobol_indices.chance is not None
        and found.sobol_indices.picks is not None
    )
    assert found.sobol_indices.chance.estimate == 1 and found.sobol_indices.agreement.estimate == 1
    assert (
        found.sobol_indices.picks.low == 0
        and found.sobol_indices.picks.high < 0.75
        and found.sobol_indices.baseline_agreement < 0.6
    )
    assert all(each.index.contains(0) and each.stronger.contains(0.5) for each in found.skill) and len(found.skill) == 2
    assert {each.worse for each in found.trials} == {0} and {each.options for each in found.trials} == {2}
    assert found.decision_moment is not None and found.decision_moment.estimate == 0  # once the cards are dealt
    assert all(each is not None and each.estimate > 0.95 for each in found.explained_variances)


@pytest.mark.parts
@pytest.mark.exhaustive
def test_a_game_of_pure_skill() -> None:
    line = game_of("tests/games/line_of_four")
    found = Measures(measured(line, games=100, playouts=8, by="search:4"))
    assert (
        found.sobol_indices is not None
        and found.sobol_indices.chance is not None
        and found.sobol_indices.picks is not None
    )
    assert found.sobol_indices.chance.low == 0 and found.sobol_indices.picks.estimate == 1
    assert found.skill[0].index.low > 0.25 and found.skill[0].stronger.estimate > 0.8
    assert found.explained_variances[0] is not None and found.explained_variances[0].low < 0.02
    assert found.explained_variances[-1] is not None and found.explained_variances[-1].low > 0.1
    named = {each.name: each for each in found.named()}
    branching = named["BranchingFactor"].value  # 7 columns, of which fewer are full than the 6.84 of random players
    assert branching is not None and branching.low > 6.84 and branching.high < 7
    assert named["DecisionMoves"].value is None and named["DecisionMoves"].why
    assert sum(each.gain for each in found.trials) > 0
    assert found.by_score is None and to_json(measurement_document(found))["decided"]["why_not_by_score"].startswith(
        "the rules name no"
    )


@pytest.mark.parts
def test_a_game_that_the_first_seat_always_wins(tmp_path: Path) -> None:
    found = told(game(tmp_path, FIRST))
    named = {each.name: each.value for each in found.named()}
    for name, value in {"AdvantageP1": 1.0, "Balance": 0.0, "OutcomeUniformity": 1.0, "Drama": 0.0}.items():
        known = named[name]
        assert known is not None and known.estimate == value
    assert found.sobol_indices is not None and found.sobol_indices.chance is None
    assert to_json(measurement_document(found))["chance"]["why"] == "all games end alike"
    assert found.decision_moment is not None and (found.decision_moment.estimate, found.decision_moment.high) == (0, 0)
    assert named["DurationTurns"] is None and named["DurationMoves"] is not None


@pytest.mark.parts
def test_a_race_whose_leader_never_changes(tmp_path: Path) -> None:
    found = told(game(tmp_path, RACE), games=10)
    assert found.by_score is not None and found.changes_by_score is not None
    assert all(part.leader_share is not None and part.leader_share.estimate == 1 for part in found.by_score)
    assert found.changes_by_score.estimate == 0 and found.narrow_share is not None and found.narrow_share.estimate == 0
    assert {*found.margins} == {5, 10}
    named = {each.name: each.value for each in found.named()}
    assert named["LeadChange"] is not None and named["LeadChange"].estimate == 0
    assert named["Stability"] is not None and abs(named["Stability"].estimate) < 1e-9
    assert decision_moment(found.by_score, 0.5) == decision_moment(found.by_playouts or [], 0.5)
    turns = [part.turn for part in found.by_score]
    assert turns == sorted(turns) and turns[0] == 1 and turns[-1] == 8


@pytest.mark.parts
def test_sides_share_their_fate() -> None:
    """Test a game of four seats with two on each side.

    A seat wins half of the games, because the win of a side counts as a whole one for each of its seats.
    """
    games = 8
    found = told(game_of("tests/cli/crews", players=4), games=games)
    assert set(found.contender_wins) == {"larboard", "starboard"}
    assert set(found.seat_wins) == {"p1", "p2", "p3", "p4"}
    drawn = sum(times for ending, times in found.endings.items() if not ending.winners)
    won = sum(share.estimate for share in found.contender_wins.values())
    assert found.draws is not None and won + found.draws.estimate == pytest.approx(1)
    assert sum(share.estimate for share in found.seat_wins.values()) == pytest.approx(2 * won)
    named = {each.name: each.value for each in found.named()}
    assert named["Drawishness"] is not None and named["Drawishness"].estimate == drawn / games
    assert found.by_score is None and found.first_turn is None
    assert found.by_playouts is not None and found.skill and not found.margins


def test_a_game_for_one(tmp_path: Path) -> None:
    solo = game(
        tmp_path,
        FIRST.replace("as s:\n        as s:\n", "as s:\n        as s:\n"),
        "seats:\n  - {id: ann, title: Ann}\n",
    )
    found = told(solo, games=5)
    named = {each.name: each for each in found.named()}
    assert named["AdvantageP1"].value is None and named["AdvantageP1"].why == named["Drama"].why
    assert to_json(measurement_document(found))["decided"]["why"] == named["Drama"].why
    assert found.seat_wins["ann"].estimate == 1


@pytest.mark.parts
@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.parts), 2])
def test_equal_by_any_backend_and_number_of_processes(jobs: int) -> None:
    market = game_of("tests/cli/market")
    backends: tuple[tuple[int, Backend], ...] = (1, "python"), (jobs, "native")
    documents = [
        to_json(measurement_document(Measures(measured(market, number, backend, games=50))))
        for number, backend in backends
    ]
    for each in documents:
        del each["seconds"], each["backend"]
    assert documents[0] == documents[1]


@pytest.mark.parts
def test_searching_players_are_looked_at_while_they_play() -> None:
    market = game_of("tests/cli/market")
    subject = MeasurementSpec(market, dict.fromkeys(market.seats, "search:2"), 8, 2)
    found = run_measurement(subject)
    assert len(found.observations) == len(found.endings) == len(found.replays) == 8 and found.plan.observed == 8
    assert all(seen.values and seen.trial for seen in found.observations.values())
    assert all(skill.rounds * 2 == skill.games for skill in Measures(found).skill)


def test_of_one_game_nothing_is_told_as_certain() -> None:
    """No value has an interval without width, but for what is counted in no games."""
    found = to_json(measurement_document(told(game_of("tests/cli/market"), games=1)))
    known = {name: each for name, each in found["measures"].items() if each["value"] is not None}
    known |= {f"wins {who}": share for who, share in found["wins"].items()}
    known |= {f"skill {at}": each["index"] for at, each in enumerate(found["skill"])}
    known |= {f"skill {at} share": each["share"] for at, each in enumerate(found["skill"])}
    known |= {"same": found["chance"]["same"], **{key: found["length"][key] for key in ("turns", "decisions")}}
    assert len(known) > 15
    assert [name for name, each in known.items() if each["low"] == each["high"] is not None] == []
    assert found["measures"]["Completion"]["low"] < 0.1 and found["length"]["decisions"]["low"] is None


def test_what_the_rules_do_not_count_is_not_told_as_0(tmp_path: Path) -> None:
    found = to_json(measurement_document(told(game(tmp_path, FIRST), games=5)))
    assert found["length"]["turns"] is None and found["measures"]["DurationTurns"]["value"] is None
    assert {part["turn"] for part in found["decided"]["by_playouts"]} == {None}


def test_of_random_players_neither_leads_nor_choices_nor_chance_are_told() -> None:
    """Test that their choices count as chance, and their leads, too."""
    found = market_measured()
    assert not found.replays and not any(seen.values or seen.trial for seen in found.observations.values())
    document = to_json(measurement_document(Measures(found)))
    assert document["chance"] is document["decided"]["at"] is document["decided"]["by_playouts"] is None
    known = {name: each for name, each in document["measures"].items() if each["basis"] == "playouts"}
    assert known and {each["value"] for each in known.values()} == {None}
    for each in (document["decided"], document["options"], *known.values()):
        assert each["why"].startswith("random players choose by chance; ask players that think")


def test_wins_are_games_won_in_all_questions() -> None:
    """As a playtest counts them: a draw is no win, and not half a one."""
    revolution = game_of("revolution")
    found = to_json(measurement_document(Measures(measured(revolution, backend="python", games=40, playouts=1))))
    tally = run_playtest(PlaytestPlan(revolution, 3, 40, backend="python")).tally
    outcomes = tally.counts["outcomes"]
    assert 0 < outcomes["draw"] < 40
    assert {who: share["value"] for who, share in found["wins"].items()} == {
        who: outcomes[who] / 40 for who in revolution.seats
    }
    assert found["draws"]["value"] == outcomes["draw"] / 40
    assert found["measures"]["AdvantageP1"]["value"] == (outcomes[revolution.seats[0]] + outcomes["draw"] / 2) / 40


@pytest.mark.parts
def test_skill_is_played_until_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its interval is then narrower than 10 points; a share from fewer games is not told as known."""
    kuhn = game_of("tests/games/kuhn")
    few = Measures(measured(kuhn, games=5, by="search:1")).skill
    monkeypatch.setattr("interpreter.lab.measure.measure.MAX_SKILL_GAMES", 2000)
    many = Measures(measured(kuhn, games=5, by="search:1")).skill
    for less, more in zip(few, many, strict=True):
        assert not less.is_known and less.games == 40 < less.games_needed < 2 * more.games
        assert more.is_known and more.stronger.high - more.stronger.low < 0.10 and 40 < more.games < 2000


def test_looks_at_skill_never_overlap() -> None:
    found = [*looks(100, 2)]
    assert [number for rounds in found for number in rounds] == [*range(100)] and found[0] == range(18)
    assert [*looks(0, 2)] == []


def test_a_rare_ending_has_the_exact_interval() -> None:
    """One in 300: Wilson's interval would leave out less at its lower end than it says."""
    found = Measures(deepcopy(market_measured()))
    found.endings = Counter({Ending(("p1",), None, "fruit"): GAMES - 1, Ending(("p2",), None, "rain"): 1})
    assert found.reasons["rain"] == clopper_pearson(1, GAMES, sidak(ALPHA, 1)) and found.reasons["rain"].low < 0.0001


def test_intervals_of_all_endings_hold_together_and_so_do_those_of_wins_and_draws() -> None:
    found = Measures(deepcopy(market_measured()))
    ended = ("p1", "fruit", GAMES - 60), ("p2", "rain", 30), ("", "rain", 20), ("", "hail", 10)
    found.endings = Counter({Ending((who,) if who else (), None, why): times for who, why, times in ended})
    together = sidak(ALPHA, 3)
    assert found.reasons["rain"] == clopper_pearson(50, GAMES, together)
    assert found.draws == clopper_pearson(30, GAMES, together)
    assert found.seat_wins == found.contender_wins and found.seat_wins["p2"] == clopper_pearson(30, GAMES, together)


def test_no_bound_of_a_number_is_under_0() -> None:
    """Test 40 decisions, of which one had an option that was far worse."""
    found = Measures(deepcopy(market_measured()))
    found.trials = [OptionTrial(3, 3, 2 * (number == 7), 0.1) for number in range(40)]
    assert found.options is not None and found.options.worse.low == 0 < found.options.worse.estimate


def test_rounds_that_are_not_over_are_left_out() -> None:
    found = deepcopy(market_measured())
    (games, *_), whole = found.skill, Measures(found).skill[0]
    del games[1, max(number for _, number in games)]
    cut = Measures(found).skill[0]
    assert cut.rounds == whole.rounds - 1 and cut.games == 2 * cut.rounds == whole.games - 2


@pytest.mark.parametrize("seat", ["random", pytest.param("search:2", marks=pytest.mark.parts)])
def test_what_was_played_is_kept(tmp_path: Path, seat: str) -> None:
    """A store that holds some of it, or all, gives what a run without one does; more games go on with them."""
    market, store = game_of("tests/cli/market"), StorePlace(str(tmp_path / "store"))
    few, many = (3, 5) if seat != "random" else (6, 10)

    def found(games: int, store: StorePlace | None, jobs: int = 1) -> dict[str, Any]:
        subject = MeasurementSpec(
            market, dict.fromkeys(market.seats, seat), games, 2, seed=3, jobs=jobs, backend="python"
        )
        played: list[int] = []
        data = to_json(
            measurement_document(
                Measures(run_measurement(subject, lambda more, made: played.append(more), store=store))
            )
        )
        return data | {"seconds": 0, "played": sum(played)}

    plain = found(few, None)
    assert found(few, store, jobs=2) == plain and plain["played"] > few
    assert found(few, store) == plain | {"played": 0}
    more, longer = found(many, None), found(many, store)
    assert longer["played"] < more["played"] and longer == more | {"played": longer["played"]}


@pytest.mark.parts
def test_a_store_with_what_no_look_finds_is_refused(tmp_path: Path) -> None:
    """Though its checksums are right: it may come from anybody."""
    market, path = game_of("tests/cli/market"), tmp_path / "store"
    subject = MeasurementSpec(market, dict.fromkeys(market.seats, "search:1"), 5, 2, seed=3, backend="python")
    run_measurement(subject, store=StorePlace(str(path)))
    whole = path.read_bytes()
    changes: list[Callable[[Any], Any]] = [
        lambda found: [*found[:3], [99], *found[4:]],
        lambda found: [10**400, *found[1:]],
        lambda found: [*found[:6], [[[0.5], [2.0, 0.5]]] * len(found[6]) or [[[0.5, 0.5], [0.5, 0.5]]], found[7]],
        lambda found: [*found[:7], [3, 2, 2, 0.5]],
        lambda found: "nothing",
        lambda found: {},
    ]
    for change in changes:
        path.write_bytes(whole)
        with contextlib.closing(sqlite3.connect(path)) as file:
            for arm, without, first, count, seconds, content, _ in file.execute("SELECT * FROM chunks").fetchall():
                data = json.loads(content)
                if arm == OBSERVED:
                    data["found"] = list(map(change, data["found"]))
                text = json.dumps(data)
                row = (arm, without, first, count, seconds, text)
                file.execute("UPDATE chunks SET content = ?, checksum = ? WHERE arm = ? AND first = ?",
                             (text, crc32(repr(row).encode()), arm, first))  # fmt: skip
            file.commit()
        with pytest.raises(CahierError, match="can't come from this game"):
            run_measurement(subject, store=StorePlace(str(path)))


def test_games_count_as_far_as_those_before_them_are_there() -> None:
    """Test that a long game which an interruption cut off leaves no gap to be filled by short games."""
    came = [(0, 3, 2), (0, 0, 3), (1, 1, 1), (0, 9, 1), (0, 5, 2), (1, 0, 1), (2, 4, 4)]
    chunks = [Chunk(first, count, arm=arm) for arm, first, count in came]
    counted = [(chunk.arm, chunk.first, chunk.count) for chunk in contiguous_chunks(chunks, {0: 0, 1: 0})]
    assert counted == [(0, 0, 3), (0, 3, 2), (0, 5, 2), (1, 0, 1), (1, 1, 1)]
    assert [chunk.first for chunk in contiguous_chunks(chunks, {0: 3})] == [3, 5, 0, 1]


def test_a_look_travels_by_its_name() -> None:
    for looker in (Look(3, valued=True, native=True), Again()):
        assert decode_probe(*encode_probe(looker)) == looker
    for module, name in (
        ("os", "stat_result"),
        ("interpreter.lab.measure.game_observations", "Looking"),
        ("interpreter.support.errors", "Where"),
    ):
        with pytest.raises(ValueError, match="there is no probe of games"):
            decode_probe(module, name, {})


def test_its_tables() -> None:
    found = Measures(measured(game_of("tests/games/kuhn"), games=100))
    figures = make_measure_figures(measurement_document(found), game_of("tests/games/kuhn"))
    known = {figure.table.id: figure.table for figure in figures}
    assert {"measures", "single_figures", "wins", "seats", "endings", "length", "skill", "leads"} == set(known)
    assert all(len(row) == len(table.columns) for table in known.values() for row in table.rows)
