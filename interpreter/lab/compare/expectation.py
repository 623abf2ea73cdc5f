"""Expected results of a comparison, for scripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.lab.compare.comparison_document import LineupFigures
from interpreter.lab.compare.question import POINTS
from interpreter.support.errors import Location, Problem, RulebookError
from interpreter.support.similar_words import closest_match


@dataclass(frozen=True, slots=True)
class Expectation:
    """An expected result of a comparison.

    Attributes:
        kind: `better` if the aims should come nearer, `same` if nothing should change by more than the margin, or the
            id of the side whose share should change.
        low: Smallest expected change of the share.
        high: Largest expected change of the share.
    """

    kind: str
    low: float = 0.0
    high: float = 0.0

    def problem(self, figures: LineupFigures) -> str | None:
        """Return why the result under one kind of players doesn't meet it; None if it does."""
        found = self._found(figures)
        return None if found is None else f"{figures.by} players: {found}" if figures.by else found

    def _found(self, figures: LineupFigures) -> str | None:
        if self.kind == "same":
            return None if figures.verdict == "within" else figures.verdict
        if self.kind == "better":
            verdicts = [each.verdict for each in figures.aims]
            met = "better" in verdicts and set(verdicts) <= {"better", "same"}
            return None if met else ", ".join(f"{each.figure} {each.verdict}" for each in figures.aims) or "no games"
        change = figures.difference.get(self.kind)
        if change is None or (self.low <= change.low and change.high <= self.high):
            return None if change else "no games"
        low, high = (POINTS * bound for bound in (change.low, change.high))
        return f"the change is {low:+.1f} to {high:+.1f} points"


def parse_expectation(text: str, contenders: Sequence[str]) -> Expectation:
    """Parse `better`, `same` or `SIDE=LOW..HIGH` in points. Raises RulebookError."""
    if text in ("better", "same"):
        return Expectation(text)
    side, equals, numbers = text.partition("=")
    where, known = Location(f"--expect {text}"), (*contenders, "better", "same")
    if not equals or side not in contenders:
        message = (
            f"write better, same or SIDE=LOW..HIGH in points, such as +2..4; the sides are: {', '.join(contenders)}"
        )
        raise RulebookError(Problem(where, "bad-expectation", message, closest_match(side, known)))
    low, dots, high = numbers.partition("..")
    try:
        least, most = float(low), float(high)
    except ValueError:
        least, most = 1.0, -1.0
    if not (dots and -POINTS <= least <= most <= POINTS):
        raise RulebookError(Problem(where, "bad-expectation", "write a range of points, such as +2..4 or -1..1"))
    return Expectation(side, least / POINTS, most / POINTS)
