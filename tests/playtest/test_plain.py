"""A tally becomes plain data, and back exactly, of any game; what is no such data is refused."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import load
from interpreter.matches.match import Game
from interpreter.playtest.run.figures import FIGURES, FigureShape, Tally
from interpreter.playtest.run.runner import PlaytestPlan, run_playtest
from interpreter.playtest.store.chunk_data import (
    NUMBER_SHAPES,
    NUMBERED_SHAPES,
    PAIR_SHAPES,
    DecodeError,
    Places,
    decode_problem,
    decode_tally,
    encode_problem,
    encode_tally,
)
from interpreter.rulebook.source.files import installed_games
from interpreter.support.errors import Location, Problem
from tests.loaded import REPO, game_of, players_of
from tests.native.comparing import GAMES, SAMPLES, by_tables

FOLDERS = sorted(f"{home}/{path.parent.name}" for home in GAMES for path in (REPO / home).glob("*/game.yaml")) + list(
    SAMPLES
)
PLACES = Places("here")


def again(tally: Tally, places: Places = PLACES) -> Tally:
    return decode_tally(json.loads(json.dumps(encode_tally(tally, places))), places)


def same(one: Tally, other: Tally) -> bool:
    """True if the tallies are equal, zero counts included."""
    counts = [{key: dict(counter) for key, counter in tally.counts.items()} for tally in (one, other)]
    return one == other and counts[0] == counts[1]


def tally_for(game: Game, seated: dict[str, str], games: int = 6) -> Tally:
    return run_playtest(PlaytestPlan(game, 5, games, seated=seated)).tally


@pytest.mark.parts
@pytest.mark.parametrize("folder", FOLDERS)
def test_the_tally_of_a_game_comes_back_exactly(folder: str) -> None:
    for players in sorted({*players_of(folder)}):
        game = game_of(folder, players=players)
        for seated in ({}, by_tables(game)):
            tally = tally_for(game, seated)
            places = Places(game.rulebook.folder)
            assert same(again(tally, places), tally)
            assert game.rulebook.folder not in json.dumps(encode_tally(tally, places))


def test_all_shipped_games_are_among_them() -> None:
    assert {f"rules/{name}" for name in installed_games()} <= set(FOLDERS)


@pytest.fixture
def broken(tmp_path: Path) -> Game:
    """A game that is stopped by a mistake in most of its games."""
    shutil.copytree(REPO / "tests/cli/market", tmp_path / "market")
    tracks, rules = tmp_path / "market" / "tracks.yaml", tmp_path / "market" / "sequence.yaml"
    tracks.write_text(tracks.read_text().replace("title: Day,", "title: Day, past its ends: error,"))
    rules.write_text(rules.read_text().replace("        raise day", "        raise day by 2"))
    return load(tmp_path / "market")


def test_what_stopped_games_comes_back_and_names_no_folder(broken: Game) -> None:
    tally = tally_for(broken, {})
    assert tally.stopped
    places = Places(broken.rulebook.folder)
    text = json.dumps(encode_tally(tally, places))
    assert same(decode_tally(json.loads(text), places), tally)
    assert broken.rulebook.folder not in text and "tmp" not in text
    elsewhere = decode_tally(json.loads(text), Places("copy/of/it"))
    assert [problem.where.file for problem, _, _ in elsewhere.stop_reasons()] == ["copy/of/it/sequence.yaml"]


TEXTS = st.text(max_size=8)


def counters(shape: FigureShape, least: int) -> st.SearchStrategy[Counter[Any]]:
    names: st.SearchStrategy[Any] = TEXTS
    if shape in NUMBER_SHAPES:
        names = st.integers(-(2**40), 2**40)
    elif shape in PAIR_SHAPES:
        names = st.tuples(TEXTS, TEXTS)
    elif shape in NUMBERED_SHAPES:
        names = st.tuples(TEXTS, st.integers(-(2**40), 2**40))
    return st.dictionaries(names, st.integers(least, 2**40), max_size=4).map(Counter)


PROBLEMS = st.builds(
    Problem,
    st.builds(Location, st.sampled_from(["here/a.yaml", "here/cards/b.yaml"]), st.integers(0, 99), st.integers(0, 99)),
    TEXTS,
    TEXTS,
    st.none() | TEXTS,
    st.none() | TEXTS,
    st.integers(0, 9),
    wordings=st.lists(TEXTS, max_size=2).map(tuple),
    cause=st.none() | st.just(Location("here/c.yaml", 3, 4)),
)


@st.composite
def tallies(draw: st.DrawFn) -> Tally:
    tally = Tally(finished=draw(st.integers(1, 2**40)), decisions=draw(st.integers(0, 2**40)))
    for figure in FIGURES:
        if figure.aggregation is not None:
            least = -(2**40) if figure.shape is FigureShape.SCORES else 1
            tally.counts[figure.key] = draw(counters(figure.shape, least))
    stopped = st.lists(PROBLEMS, min_size=1, max_size=2).map(tuple)
    tally.stopped = draw(st.dictionaries(stopped, st.tuples(st.integers(1, 2**40), st.integers(0, 2**40)), max_size=3))
    tally.games = tally.finished + sum(games for games, _ in tally.stopped.values())
    return tally


@pytest.mark.parts
@settings(deadline=None, max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(tallies())
def test_any_tally_comes_back_exactly(tally: Tally) -> None:
    assert same(again(tally), tally)


def test_a_file_elsewhere_is_named_without_its_folder() -> None:
    problem = Problem(Location("/home/somebody/rules.yaml", 3, 4), "code", "message")
    data = encode_problem(problem, Places("/srv/game"))
    assert "somebody" not in json.dumps(data)
    assert decode_problem(data, Places("/srv/game")).where == Location("rules.yaml", 3, 4)
    named = Places("/srv/game", ["/home/somebody/rules.yaml"])
    assert decode_problem(encode_problem(problem, named), named) == problem
    assert "somebody" not in json.dumps(encode_problem(problem, named))


def changed(**changes: Any) -> dict[str, Any]:
    whole = {"games": 2, "finished": 2, "decisions": 9, "counts": {"outcomes": [["a", 2]], "turns": [[3, 2]]}}
    return whole | changes


PROBLEM = [[0, "a.yaml", 1, 1], "code", "message", None, None, 1, "error", [], None]


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        changed(games=-1),
        changed(games=2.0),
        changed(finished=True, games=1),
        changed(games=3),
        changed(decisions=2**70),
        changed(counts=[]),
        changed(counts={"unknown": []}),
        changed(counts={"stopped": [["a", 1]], "outcomes": 5}),
        changed(counts={"outcomes": [["a", 0]]}),
        changed(counts={"outcomes": [["a", 1], ["a", 1]]}),
        changed(counts={"outcomes": [[["a"], 1]]}),
        changed(counts={"outcomes": ["a"]}),
        changed(counts={"turns": [["a", 1]]}),
        changed(counts={"cards": [["a", 1]]}),
        changed(counts={"cards": [[["a", "b", "c"], 1]]}),
        changed(counts={"mean_scores": [["a", 2**63]]}),
        {"games": 1, "finished": 0, "decisions": 0, "counts": {"mean_scores": [["a", 1]]}},
        changed(games=3, stopped=[[[], 1, 0]]),
        changed(games=3, stopped=[[[PROBLEM], 0, 0]]),
        changed(games=3, stopped=[[[PROBLEM[:-1]], 1, 0]]),
        changed(games=3, stopped=[[[[[9, "a.yaml", 1, 1], *PROBLEM[1:]]], 1, 0]]),
        changed(games=3, stopped=[[[[[0, 5, 1, 1], *PROBLEM[1:]]], 1, 0]]),
        changed(games=3, stopped=5),
    ],
)
def test_what_is_no_tally_is_refused(data: Any) -> None:
    with pytest.raises(DecodeError):
        decode_tally(data, PLACES)


def test_what_is_like_it_is_taken() -> None:
    tally = decode_tally(changed(games=3, stopped=[[[PROBLEM], 1, 0]]), PLACES)
    assert (tally.games, tally.finished, tally.counts["turns"]) == (3, 2, {3: 2})
