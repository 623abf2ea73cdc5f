"""Forecasts of changes: the chance that each reaches the aims, and the choice of the most promising ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from interpreter.lab.compare.aims import ChangeAim, distance
from interpreter.lab.tune.candidates import ChangeCandidate, figure_counts
from interpreter.lab.tune.prediction import Belief, ChangeEvidence, beliefs

NEARLY_AS_LIKELY, NEARLY_AS_GOOD = 0.5, 0.7
"""Parts of the largest chance from which a smaller change is preferred to a likelier one: in rounds, and in the end."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """Forecast of a change.

    Attributes:
        candidate: The change.
        beliefs: Belief about the figure of each aim between the deciding players.
        chance: Probability that all figures lie in the ranges aimed at.
        gap: Sum of the distances of the expected figures from the ranges, in standard deviations.
    """

    candidate: ChangeCandidate
    beliefs: tuple[Belief, ...]
    chance: float
    gap: float


def forecast_changes(
    candidates: Sequence[ChangeCandidate], aims: Sequence[ChangeAim], is_screened: bool
) -> list[Forecast]:
    """Return the forecast of each change that could be played.

    Args:
        candidates: The present values, then changes; the deciding players have played at least one.
        aims: The aims, as ranges.
        is_screened: True if the cheap players are others than the deciding ones.
    """
    able = [each for each in candidates if each.is_playable]
    by_aim = [_beliefs(able, aim, is_screened) for aim in aims]
    found = []
    for candidate, held in zip(able, zip(*by_aim, strict=True), strict=True):
        chance = prod(belief.chance(aim.low, aim.high) for belief, aim in zip(held, aims, strict=True))
        gap = sum(distance(belief.mean, aim) / belief.deviation for belief, aim in zip(held, aims, strict=True))
        found.append(Forecast(candidate, held, chance, gap))
    return found


def most_promising(forecasts: Sequence[Forecast], number: int) -> list[ChangeCandidate]:
    """Return the most promising changes for a round, at most so many.

    First come those that are nearly as likely to reach the aims as the likeliest one, from the smallest change to the
    largest; then the others, from the likeliest to the least likely.
    """
    return _in_order(forecasts, NEARLY_AS_LIKELY)[:number]


def best_change(forecasts: Sequence[Forecast]) -> ChangeCandidate:
    """Return the smallest change that is nearly as likely to reach the aims as the likeliest one."""
    return _in_order(forecasts, NEARLY_AS_GOOD)[0]


def _in_order(forecasts: Sequence[Forecast], nearly: float) -> list[ChangeCandidate]:
    least = nearly * max(each.chance for each in forecasts)
    likely = [each for each in forecasts if each.chance >= least > 0]
    likely.sort(key=lambda each: (*each.candidate.size.order, each.gap))
    others = [each for each in forecasts if not each.chance >= least > 0]
    others.sort(key=lambda each: (-each.chance, each.gap, *each.candidate.size.order))
    return [each.candidate for each in [*likely, *others]]


def _beliefs(candidates: Sequence[ChangeCandidate], aim: ChangeAim, is_screened: bool) -> list[Belief]:
    present = figure_counts(candidates[0].screened, aim).mean if is_screened else 0.0
    findings = []
    for each in candidates:
        cheap = figure_counts(each.screened, aim).mean - present if is_screened else 0.0
        if not each.decided.has_results:
            findings.append(ChangeEvidence(cheap))
            continue
        known = figure_counts(each.decided, aim)
        findings.append(ChangeEvidence(cheap, known.mean, known.variance / known.count))
    scale = max(1.0, aim.high) if aim.is_length else 1.0
    return beliefs(findings, scale)
