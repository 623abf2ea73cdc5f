"""Sentences on a sweep that its summary on the terminal and its page share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, log10

from interpreter.lab.compare.question import DEFAULT_MARGIN, POINTS
from interpreter.lab.stats.intervals import Interval
from interpreter.lab.stats.payoffs import contenders_of
from interpreter.lab.sweep.sweep_document import AimFigures, PointFigures, SweepDocument
from interpreter.matches.match import Game
from interpreter.players.lineup import BALANCE_WARNING, random_seats
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import format_count
from interpreter.report.phrasing import format_list
from interpreter.support.errors import printable

MOST_TOLD = 2
"""Maximum number of values that a sentence on differences names."""


class SweepSummary:
    """Writer of the summary of a sweep.

    Attributes:
        played: Results of the values that have been played.
        contender: Side or seat that the summary is about.
        present: Results with the present values of the rules; None before they are known.
    """

    def __init__(self, document: SweepDocument, game: Game, names: Names) -> None:
        self._document = document
        self._game = game
        self._variants = [names.localize(variant.title) for variant in game.rulebook.overlays]
        self._names = names
        self.played = [point for point in document.points if point.wins]
        self.present = next((point for point in document.arms if point.present and point.wins), None)
        self.contender = document.aim.side if document.aim else self._most_moved(contenders_of(game))
        self._digits = max(1, ceil(-log10(document.within or DEFAULT_MARGIN)) + 1)

    def _most_moved(self, who: Sequence[str]) -> str:
        """Return the first of at most two sides, else the one whose share of wins varies most."""
        if len(who) <= 2 or not self.played:
            return who[0]

        def moved(each: str) -> float:
            shares = [point.wins[each].estimate for point in self.played]
            return max(shares) - min(shares)

        return max(who, key=moved)

    def sentence(self) -> str:
        """Return the result of the search for a target, or the differences found by a sweep without one.

        For an interrupted sweep it describes the results so far.
        """
        if not self.played:
            return "Interrupted before anything was known." if self._is_cut else "No games were played to an end."
        text = self._of_aim(self._document.aim) if self._document.aim else self._without_aim()
        return f"Interrupted, so far: {text}" if self._is_cut else text

    @property
    def _is_cut(self) -> bool:
        """True if the sweep was interrupted before its result was known."""
        aim = self._document.aim
        return not self._document.complete and (aim is None or aim.verdict == "undecided")

    def _of_aim(self, aim: AimFigures) -> str:
        side, target = self._names.title_of(aim.side), f"{aim.target:g} %"
        match aim.verdict:
            case "found":
                first, *others = self._document.points_with(aim.values)
                text = f"{self.value(first)} comes nearest: {side} wins {self._share(first)}."
                if others:
                    near = format_list([self.value(point) for point in others])
                    text += f" {near} may be as near: {self._list(others)}."
                return text
            case "none":
                nearest = self._document.points_with(aim.nearest)
                gives = ", ".join(f"{self.value(point)} gives {self._share(point)}" for point in nearest)
                number = len(self._document.points)
                return f"None: {side} wins {target} with none of the {number} values; {gives}."
            case "undecided":
                return " ".join(self._undecided(aim, side, target))

    def _undecided(self, aim: AimFigures, side: str, target: str) -> Iterator[str]:
        """Yield sentences on the values that may reach the target, and the number of games that would decide."""
        undecided = self._document.points_with(aim.undecided)
        if maybe := [self.value(point) for point in undecided if point.wins]:
            yield f"Undecided: with {format_list(maybe, 'or')} {side} may win {target}."
        if found := self._document.points_with(aim.values):
            yield f"{self.value(found[0])} comes nearest: {self._share(found[0])}."
        if untried := sum(not point.wins for point in undecided):
            yield f"{format_count(untried, 'value')} {'was' if untried == 1 else 'were'} not played yet."
        if self._document.complete:
            more = format_count(aim.more_games, "game")
            yield f"About {more} more would settle it: --games {aim.settled_after}."

    def _without_aim(self) -> str:
        """Return how the values differ from the present one or, if there is nothing to compare, the extreme values."""
        if compared := self._of_differences():
            return compared
        in_order = sorted(self.played, key=lambda point: self.interval(point).estimate)
        low, high = in_order[0], in_order[-1]
        side = self._names.title_of(self.contender)
        if low is high:
            return f"{side} wins {self._share(low)} with {self.value(low)}."
        least, most = (f"{self._share(point)} with {self.value(point)}" for point in (low, high))
        return f"{side} wins from {least} to {most}."

    def _of_differences(self) -> str:
        """Return which values differ from the present one on the same games; "" if there are none to compare."""
        compared = [point for point in self.played if point.difference]
        if self.present is None or not compared:
            return ""
        present = self._present_value()
        if sure := [point for point in compared if _excludes_zero(point.difference)]:
            sure.sort(key=lambda point: -abs(self._largest_change(point.difference)[1].estimate))
            told = [self._change(point, point.difference) for point in sure[:MOST_TOLD]]
            told += [f"{len(sure) - MOST_TOLD} more"] if len(sure) > MOST_TOLD else []
            if others := len(compared) - len(sure):
                told.append(f"{format_count(others, 'other value')} may not differ")
            return f"Different from {present} on the same games: {'; '.join(told)}."
        if alone := [point for point in compared if _excludes_zero(point.alone)]:
            told = [self._change(point, point.alone) for point in alone[:MOST_TOLD]]
            return (
                f"Among {len(compared)} values none differs from {present} for sure; each compared alone, "
                f"{'one does' if len(alone) == 1 else f'{len(alone)} do'}: {'; '.join(told)}."
            )
        if len(compared) == 1:
            return f"No difference from {present} is sure: {self._change(compared[0], compared[0].difference)}."
        return f"No value differs from {present} for sure."

    def _present_value(self) -> str:
        assert self.present is not None
        return f"the present {self.value(self.present)}" if self.present.texts else "the present value"

    def _change(self, point: PointFigures, changes: Mapping[str, Interval]) -> str:
        """Return the change that a value makes in words: `3`, Player -20.0 points (-26.1 to -13.9)."""
        side, change = self._largest_change(changes)
        return f"{self.value(point)}, {self._names.title_of(side)} {self.points_text(change)}"

    def _largest_change(self, changes: Mapping[str, Interval]) -> tuple[str, Interval]:
        """Return the change of the side that the summary is about, or the largest one if only others change."""
        own = changes[self.contender]
        if not own.contains(0) or not _excludes_zero(changes):
            return self.contender, own
        sure = [(side, change) for side, change in changes.items() if not change.contains(0)]
        return max(sure, key=lambda item: abs(item[1].estimate))

    def points_text(self, change: Interval) -> str:
        """Return a change of a share in percentage points: -20.0 points (-26.1 to -13.9)."""
        return f"{self.signed(change.estimate)} points ({self.signed(change.low)} to {self.signed(change.high)})"

    def signed(self, share: float) -> str:
        """Return a change of a share in percentage points, with its sign."""
        return f"{POINTS * share:+.{self._digits}f}"

    def confirmation(self) -> str:
        """Return what the games say that were not used to choose values; "" if there are none."""
        fresh, aim = self._document.confirmation, self._document.aim
        if fresh is None or aim is None or fresh.share is None:
            return ""
        (point,) = self._document.points_with([fresh.values])
        side, games = self._names.title_of(aim.side), format_count(fresh.games, "game")
        share = self.interval_text(fresh.share)
        head = f"In {games} that did not choose {self.value(point)}, {side} wins {share}"
        change = "" if fresh.difference is None else f", {self.points_text(fresh.difference)} from the present value"
        match fresh.confirmed:
            case None:
                return f"{head}{change} (interrupted)."
            case True:
                return f"Confirmed. {head}{change}."
            case False:
                return f"Not confirmed. {head}{change}."

    def subject(self) -> str:
        """Return the number of values and their places."""
        places = format_list([*map(printable, self._document.vary)])
        return f"{format_count(len(self._document.points), 'value')} of {places}"

    def with_variants(self) -> str:
        """Return the variants that apply to all values."""
        return f" with {format_list(self._variants)}" if self._variants else ""

    def doubt(self) -> str:
        """Return a warning if balance was the aim and all players were random ones; "" otherwise."""
        if self._document.aim is None or not random_seats(self._game, self._document.subject.players):
            return ""
        return f"{BALANCE_WARNING}; --by ladder asks better ones."

    def value(self, point: PointFigures) -> str:
        """Return the values of a point."""
        values = ", ".join(map(printable, point.texts))
        return f"`({values})`" if len(point.texts) > 1 else f"`{values}`"

    def interval(self, point: PointFigures) -> Interval:
        """Return the share of wins with a value, for the side that the summary is about."""
        return point.wins[self.contender]

    def number(self, share: float) -> str:
        """Return a share in per cent, with the digits that the margin requires."""
        return f"{POINTS * share:.{self._digits}f}"

    def _share(self, point: PointFigures) -> str:
        return self.interval_text(self.interval(point))

    def interval_text(self, found: Interval) -> str:
        """Return a share with its bounds: 41.0 % (35.2 to 46.9)."""
        return f"{self.number(found.estimate)} % ({self.number(found.low)} to {self.number(found.high)})"

    def _list(self, points: Sequence[PointFigures]) -> str:
        return ", ".join(f"{self._share(point)} with {self.value(point)}" for point in points)


def _excludes_zero(changes: Mapping[str, Interval]) -> bool:
    """Return whether any change is sure."""
    return any(not change.contains(0) for change in changes.values())
