"""Course of observed games: each game has the same weight, and an unknown value is not reported as 0."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter import load
from interpreter.engine.playout import play_random
from interpreter.matches.match import Game
from interpreter.playtest.run.observers import POINTS, CardObserver, CourseStatistics
from interpreter.report.shared_parts import course_figures
from tests.loaded import REPO, game_of

UNKNOWN = "1000000 * 1000000 * 1000000 * 1000 * (number of cards in hand of seat) + tokens of seat in Fruit"
"""More than a number can be, as long as somebody has a card."""


def watched(game: Game, *numbers: int) -> tuple[CourseStatistics, list[int]]:
    """Return the course of some games, and the number of decisions in each."""
    watch, decisions = CardObserver(game, [None] * len(game.seats)), []
    for number in numbers:
        watch.begin()
        played = play_random(game, 3, number, False, watch.pickers)
        watch.finish(played)
        decisions.append(played.decisions)
    return watch.observations.course, decisions


@pytest.mark.parametrize("name", ["liberte", "tests/cli/market"])
def test_each_game_counts_the_same_where_pieces_are(name: str) -> None:
    game = game_of(name)
    numbers = range(6)
    together, decisions = watched(game, *numbers)
    assert len(set(decisions)) > 1, "they should not be equally long"
    each = [watched(game, number)[0] for number in numbers]
    assert together.pieces
    for where in together.pieces:
        mean = sum(course.mean_pieces(*where) for course in each) / len(each)
        assert together.mean_pieces(*where) == pytest.approx(mean, rel=1e-12)


@pytest.mark.parts
def test_in_any_order_it_is_the_same_to_the_last_digit() -> None:
    game = game_of("liberte")
    each = [watched(game, number)[0] for number in range(5)]
    one, other = CourseStatistics(), CourseStatistics()
    for course in each:
        one.merge(course)
    for course in reversed(each):
        other.merge(course)
    assert one == other


def test_a_score_that_is_not_known_is_none(tmp_path: Path) -> None:
    shutil.copytree(REPO / "tests/cli/market", tmp_path / "market")
    rules = tmp_path / "market" / "sequence.yaml"
    first, score, *rest = rules.read_text("utf-8").split("\n")
    assert score.startswith("score: ")
    rules.write_text("\n".join([first, f"score: {UNKNOWN}", *rest]), "utf-8")
    game = load(tmp_path / "market")
    course, _ = watched(game, 0, 1, 2)
    assert course.mean_score("p1", 0) is None and course.mean_score("p1", POINTS) is not None
    table = next(figure.table for figure in course_figures(course, game) if figure.table.id == "course")
    assert table.rows[0] == (0, None, None) and None not in table.rows[-1]
    known, _ = watched(game_of("tests/cli/market"), 0, 1, 2)
    assert known.mean_score("p1", 0) == 0.0
