"""Phrases and sentences that summaries on the terminal and pages share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil, log10
from typing import TYPE_CHECKING

from interpreter.lab.compare.question import POINTS
from interpreter.players.lineup import describe_lineup, random_seats
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import format_count
from interpreter.support.errors import printable

if TYPE_CHECKING:
    from interpreter.lab.compare.comparison_document import LineupResult
    from interpreter.lab.impact.impact_document import ImpactDocument
    from interpreter.lab.result_documents import BackendFigures
    from interpreter.lab.stats.intervals import Interval
    from interpreter.lab.sweep.sweep import SweepResult
    from interpreter.lab.sweep.sweep_points import PointResult, TargetSearch


def fallback_phrase(backend: BackendFigures) -> str:
    """Return how many games Python played for machine code, and the reason, in words; "" if there are none."""
    if (found := backend.played_in_python) is None:
        return ""
    rules = ", ".join(f"`{each.rule}` ({format_count(each.games, 'game')})" for each in found.rules)
    reason = f", because machine code can't go on in {rules}" if rules else ""
    return f"{format_count(found.games, 'game was', 'games were')} played in Python{reason}"


def margin_text(within: float) -> str:
    """Return a margin in words."""
    return f"{within:g} point{'s' * (within != 1)}"


def lineups(told: Sequence[LineupResult], names: Sequence[Names]) -> str:
    """Return the players before and after in words, one kind of players after the other.

    `names` are those of the two versions.
    """
    before, after = (
        ", then ".join(describe_lineup(side.game, side.seated, names[arm]) for side in sides)
        for arm, sides in enumerate(zip(*(each.answer.question.versions for each in told), strict=True))
    )
    return f"{after}, before and after" if before == after else f"before: {before}; after: {after}"


def is_random(told: Sequence[LineupResult]) -> bool:
    """Return whether all players are random, on both arms and under each kind of players."""
    sides = [side for each in told for side in each.answer.question.versions]
    return all(random_seats(side.game, side.seated) for side in sides)


def verdict_counts_text(document: ImpactDocument) -> str:
    """Return the verdicts on all things in words."""
    things = [*(card.thing for card in document.cards), *document.things]
    counts = Counter(each.verdict for each in things)
    small = sum(each.real for each in things if each.verdict == "within")
    parts = [
        f"{counts['real'] + small} real (some 5 % of them by chance)",
        f"{counts['within']} within {margin_text(document.within)}" + (f", {small} of them real" if small else ""),
        f"{counts['undecided']} undecided",
    ]
    if counts["stopped"]:
        parts.append(f"{counts['stopped']} without which a game did not end")
    return f"{len(things)} tested: {'; '.join(parts)}"


class SweepSummary:
    """Writer of the summary of a sweep.

    Attributes:
        played: Results of the values that have been played.
        shares: Share of wins of each side, by the number of the point.
        who: Side or seat that the summary is about.
    """

    def __init__(self, found: SweepResult, names: Names) -> None:
        self._found = found
        self._names = names
        self.played = [spot for spot in found.results if spot.has_results]
        self.shares = {spot.point.number: spot.shares() for spot in self.played}
        self.contender = found.spec.aim.contender if found.spec.aim else self._most_moved()
        self._digits = max(1, ceil(-log10(POINTS * found.spec.half_width)) + 1)

    def _most_moved(self) -> str:
        """Return the first of at most two sides, else the one whose share of wins varies most."""
        who = self._found.spec.contenders
        if len(who) <= 2 or not self.played:
            return who[0]

        def moved(each: str) -> float:
            shares = [self.shares[spot.point.number][each].estimate for spot in self.played]
            return max(shares) - min(shares)

        return max(who, key=moved)

    def sentence(self) -> str:
        """Return the result of the search for a target, or the extreme values of a sweep without one.

        For an interrupted sweep it describes the results so far.
        """
        if not self.played:
            return "Interrupted before anything was known." if self._is_cut else "No games were played to an end."
        text = self._of_aim(self._found.target_search) if self._found.target_search else self._of_extremes()
        return f"Interrupted, so far: {text}" if self._is_cut else text

    @property
    def _is_cut(self) -> bool:
        """True if the sweep was interrupted before its result was known."""
        aimed = self._found.target_search
        return not self._found.is_complete and (aimed is None or aimed.verdict == "undecided")

    def _of_aim(self, aimed: TargetSearch) -> str:
        side, target = self._names.title_of(aimed.aim.contender), f"{POINTS * aimed.aim.target:g} %"
        match aimed.verdict:
            case "found":
                first, *others = aimed.found
                text = f"{self.value(first)} comes nearest: {side} wins {self._share(first)}."
                if others:
                    text += f" {_and([self.value(spot) for spot in others])} may be as near: {self._list(others)}."
                return text
            case "none":
                gives = ", ".join(f"{self.value(spot)} gives {self._share(spot)}" for spot in aimed.nearest())
                return f"None: {side} wins {target} with none of the {len(self._found.results)} values; {gives}."
            case "undecided":
                return " ".join(self._undecided(aimed, side, target))

    def _undecided(self, aimed: TargetSearch, side: str, target: str) -> Iterator[str]:
        """Yield sentences on the values that may reach the target, and the number of games that would decide."""
        if maybe := [self.value(spot) for spot in aimed.undecided if spot.has_results]:
            yield f"Undecided: with {_or(maybe)} {side} may win {target}."
        if aimed.found:
            yield f"{self.value(aimed.found[0])} comes nearest: {self._share(aimed.found[0])}."
        if untried := sum(not spot.has_results for spot in aimed.undecided):
            yield f"{format_count(untried, 'value')} {'was' if untried == 1 else 'were'} not played yet."
        if self._found.is_complete:
            more = format_count(aimed.more_games(), "game")
            yield f"About {more} more would settle it: --games {aimed.games_to_verdict()}."

    def _of_extremes(self) -> str:
        """Return the range of the share of wins, and whether it is significant."""
        in_order = sorted(self.played, key=lambda spot: self.interval(spot).estimate)
        low, high = in_order[0], in_order[-1]
        side = self._names.title_of(self.contender)
        if low is high:
            return f"{side} wins {self._share(low)} with {self.value(low)}."
        if self.interval(low).high >= self.interval(high).low:
            return f"No value differs from another for sure in how often {side} wins: {self._list([low, high])}."
        return (
            f"{side} wins least with {self.value(low)}, {self._share(low)}, "
            f"and most with {self.value(high)}, {self._share(high)}."
        )

    def subject(self) -> str:
        """Return the number of values and their places."""
        places = " and ".join(printable(place.path) for place in self._found.spec.places)
        number = len(self._found.results)
        return f"{format_count(number, 'value')} of {places}"

    def with_variants(self) -> str:
        """Return the variants that apply to all values."""
        variants = _and([self._names.localize(variant.title) for variant in self._found.spec.game.rulebook.overlays])
        return f" with {variants}" if variants else ""

    def value(self, spot: PointResult) -> str:
        """Return the values of a point."""
        return f"`{', '.join(printable(value.text) for value in spot.point.chosen_values)}`"

    def interval(self, spot: PointResult) -> Interval:
        """Return the share of wins with a value, for the side that the summary is about."""
        return self.shares[spot.point.number][self.contender]

    def number(self, share: float) -> str:
        """Return a share in per cent, with the digits that the margin requires."""
        return f"{POINTS * share:.{self._digits}f}"

    def _share(self, spot: PointResult) -> str:
        found = self.interval(spot)
        return f"{self.number(found.estimate)} % ({self.number(found.low)} to {self.number(found.high)})"

    def _list(self, spots: Sequence[PointResult]) -> str:
        return ", ".join(f"{self._share(spot)} with {self.value(spot)}" for spot in spots)


def _and(words: Sequence[str]) -> str:
    return _joined(words, "and")


def _or(words: Sequence[str]) -> str:
    return _joined(words, "or")


def _joined(words: Sequence[str], last: str) -> str:
    return f" {last} ".join([*([", ".join(words[:-1])] if words[1:] else []), *words[-1:]])
