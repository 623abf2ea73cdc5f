"""Comebacks, tension and kingmaking, tested where the truth is known."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter.engine.driver import advance
from interpreter.lab.measure.game_observations import GameObservation
from interpreter.lab.measure.position_values import VALUE_PLAYOUTS, OptionTrial, PositionEvaluator
from interpreter.lab.measure.suspense import kingmaking, suspense
from interpreter.matches.loading import load

HALF = VALUE_PLAYOUTS // 2


def observed(*values: float, won: tuple[float, float] = (1.0, 0.0)) -> GameObservation:
    """Return a game with these values of the first side, the same in both halves of the playouts."""
    halves = tuple(((value, 1 - value), (value, 1 - value)) for value in values)
    return GameObservation(won, len(values), 0, tuple(range(len(values))), (), None, None, halves)


def test_a_winner_who_was_behind_came_back() -> None:
    found = suspense([observed(0.5, 0.1, 0.6, 0.9)], 0.5)
    assert found.comebacks is not None and found.comebacks.estimate == 1
    assert found.deficit is not None and found.deficit.estimate == pytest.approx(0.8)
    assert found.open_share.estimate == 0.5


def test_a_winner_who_was_never_behind_for_sure_did_not() -> None:
    found = suspense([observed(0.5, 0.48, 0.6, 0.9), observed(0.3, 0.2, won=(0.0, 1.0))], 0.5)
    assert found.games == 2 and found.comebacks is not None and found.comebacks.estimate == 0


def test_a_draw_has_tension_but_no_comeback() -> None:
    found = suspense([observed(0.5, 0.9, won=(0.5, 0.5))], 0.5)
    assert (found.games, found.comebacks, found.deficit) == (0, None, None)
    assert found.open_games == 1 and found.open_share.estimate == 0.5


def test_even_positions_are_hardly_ever_called_a_comeback() -> None:
    """The values of 40 moments are noise around a half; a deficit that chance makes is no deficit on average."""
    draw = Random(5)

    def half() -> tuple[float, float]:
        share = sum(draw.random() < 0.5 for _ in range(HALF)) / HALF
        return share, 1 - share

    games = [
        GameObservation((1.0, 0.0), 40, 0, tuple(range(40)), (), None, None, tuple((half(), half()) for _ in range(40)))
        for _ in range(300)
    ]
    found = suspense(games, 0.5)
    assert found.comebacks is not None and found.comebacks.low <= 0.05
    assert found.deficit is not None and found.deficit.estimate < 0.02


RULES = """
id: kings
title: Kings
about: Ann can't win, and decides who does, or only how loud it is.
seats:
{seats}
source: ours
start: play
tracks:
  - {{id: noise, title: Noise, between: [-9, 9]}}
words:
  - say: play
    do: |
      as ann:
        either "one":
          {one}
        or "other":
          {other}
"""
SEATS = [f"  - {{id: {seat}, title: {seat.title()}}}" for seat in ("ann", "ben", "cid")]
BEN, CID, ANN = (f'end the game, winner is {seat}, because "chosen"' for seat in ("ben", "cid", "ann"))


@pytest.mark.parametrize(
    ("seats", "one", "other", "decides_winner"),
    [
        (3, BEN, CID, True),
        (3, BEN, BEN, False),  # it can't win, but nothing depends on it
        (3, ANN, CID, False),  # it can win
        (2, BEN, BEN, None),
    ],
)
def test_a_seat_that_can_not_win_decides_who_wins(
    tmp_path: Path, seats: int, one: str, other: str, decides_winner: bool | None
) -> None:
    (tmp_path / "game.yaml").write_text(RULES.format(seats="\n".join(SEATS[:seats]), one=one, other=other))
    game = load(tmp_path)
    state = game.new_state(7, logged=False)
    advance(state, game.program.code(False))
    assert PositionEvaluator(game, {}, native=False).try_options(state, 3).decides_winner == decides_winner


def test_only_decisions_that_were_tried_for_it_count() -> None:
    trials = [OptionTrial(2, 2, 0, 0.0, decides_winner) for decides_winner in (True, False, False, None)]
    found = kingmaking(trials)
    assert found is not None and found[0] == 3 and found[1].estimate == pytest.approx(1 / 3)
    assert kingmaking(trials[3:]) is None
