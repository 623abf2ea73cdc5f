"""Phrases and sentences that summaries on the terminal and pages share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import ceil, log10
from typing import TYPE_CHECKING

from interpreter.lab.compare.question import DEFAULT_MARGIN, POINTS
from interpreter.lab.impact.item_values import HOLDER
from interpreter.lab.stats.payoffs import contenders_of
from interpreter.players.lineup import describe_lineup, random_seats
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import format_count
from interpreter.support.errors import printable

if TYPE_CHECKING:
    from interpreter.lab.compare.comparison_document import CompareDocument, VersionFigures
    from interpreter.lab.impact.impact_document import ImpactDocument
    from interpreter.lab.result_documents import RunHead
    from interpreter.lab.stats.intervals import Interval
    from interpreter.lab.sweep.sweep_document import AimFigures, PointFigures, SweepDocument
    from interpreter.lab.turn_order import TurnOrder
    from interpreter.matches.match import Game

ROUND_SECONDS = 30
"""Step to which an advised time is rounded up, in seconds."""


def fallback_phrase(run: RunHead) -> str:
    """Return how many games Python played for machine code, and the reason, in words; "" if there are none."""
    if (found := run.played_in_python) is None:
        return ""
    rules = ", ".join(f"`{each.rule}` ({format_count(each.games, 'game')})" for each in found.rules)
    reason = f", because machine code can't go on in {rules}" if rules else ""
    return f"{format_count(found.games, 'game was', 'games were')} played in Python{reason}"


def format_time(seconds: float) -> str:
    """Return a time in words."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = seconds / 60
    if minutes < 90:
        return f"{minutes:.0f} minutes"
    hours = minutes / 60
    return f"{hours:.1f} hours" if hours < 10 else f"{hours:,.0f} hours"


def _time_option(seconds: float) -> str:
    """Return a time as the option `--time` takes it."""
    return f"{seconds / 60:g}m" if seconds >= 60 else f"{seconds:g}s"


def advise_time(player: str, limit: float, more: float) -> str:
    """Return a sentence on the time that players would take who were left out.

    `limit` is the time limit, and `more` the time that they would take, in seconds.
    """
    option = _time_option(max(1, ceil((limit + more) / ROUND_SECONDS)) * ROUND_SECONDS)
    return f"{player} would take about {format_time(more)} more: --time {option}."


CHOSEN_NOTE = "a player chooses who has it, which may have other reasons and effects than going first"
"""Note beside the wins of the seat with the first turn, if a player chooses that seat."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def place_name(place: int) -> str:
    """Return a place in turn order, counted from 0, as a word."""
    return ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"


def describe_first_turn(order: TurnOrder, title_of: Callable[[str], str]) -> str:
    """Return a phrase that says who had the first turn, in how many games, and whether a player chose that."""
    if len(order.first) == 1:
        (seat,) = order.first
        return f"{title_of(seat)} always has the first turn"
    seats = ", ".join(f"{title_of(seat)} {games:,}" for seat, games in order.first.items())
    return f"games with the first turn: {seats}" + (f"; {CHOSEN_NOTE}" if order.chosen else "")


def margin_text(within: float) -> str:
    """Return a margin in words."""
    return f"{within:g} point{'s' * (within != 1)}"


def lineups(document: CompareDocument, games: Sequence[Game], names: Sequence[Names]) -> str:
    """Return the players before and after in words, one kind of players after the other.

    `games` are the two versions, and `names` those of each.
    """
    before, after = (
        ", then ".join(describe_lineup(game, version.subject.players, called) for version in versions)
        for game, called, versions in zip(games, names, zip(*_versions(document), strict=True), strict=True)
    )
    return f"{after}, before and after" if before == after else f"before: {before}; after: {after}"


def is_random(document: CompareDocument, games: Sequence[Game]) -> bool:
    """Return whether all players are random, on both arms and under each kind of players."""
    return all(
        random_seats(game, version.subject.players)
        for versions in _versions(document)
        for game, version in zip(games, versions, strict=True)
    )


def _versions(document: CompareDocument) -> list[tuple[VersionFigures, VersionFigures]]:
    """Return the two versions under each kind of players."""
    return [(each.a, each.b) for each in document.players]


BLOCKED = {
    "event": "a card's event does nothing, but the card can still be drawn and used in other ways",
    "bend": "a bent phrase is as it was before",
    "row": "a row of a table is skipped",
    "piece": "pieces start off the map",
    "space": "nothing can be placed in a space",
}
"""Description of games without a thing, by its kind."""


def effect_text(document: ImpactDocument) -> str:
    """Return the meaning of points in words: for whom, compared to which games, averaged over which."""
    kinds = {thing.kind for thing in document.ranked}
    without = "; ".join(text for kind, text in BLOCKED.items() if kind in kinds)
    over = "the games in which a seat gets it" if document.worth == "drawn" else "all games"
    over += ", whether or not it is drawn" if "event" in kinds and document.worth != "drawn" else ""
    has_holders = any(thing.counted == HOLDER for thing in document.ranked)
    holder = "; its holder is the seat that has the card first" if has_holders else ""
    return (
        f"points: how many more of 100 games the one that it counts for wins with it than without it, on average over "
        f"{over}{holder}. Without it: {without}"
    )


MANY = 20
"""Number of real things from which a share of them is expected to be wrong."""


def verdict_counts_text(document: ImpactDocument) -> str:
    """Return the verdicts on all things in words."""
    things = document.ranked
    counts = Counter(each.verdict for each in things)
    small = sum(each.real for each in things if each.verdict == "within")
    real = counts["real"] + small
    doubt = " (some 5 % of them by chance)" if real >= MANY else " (about one list in 20 has one by chance)"
    parts = [
        f"{real} real{doubt if real else ''}",
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
        contender: Side or seat that the summary is about.
    """

    def __init__(self, document: SweepDocument, game: Game, names: Names) -> None:
        self._document = document
        self._variants = [names.localize(variant.title) for variant in game.rulebook.overlays]
        self._names = names
        self.played = [point for point in document.points if point.wins]
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
        """Return the result of the search for a target, or the extreme values of a sweep without one.

        For an interrupted sweep it describes the results so far.
        """
        if not self.played:
            return "Interrupted before anything was known." if self._is_cut else "No games were played to an end."
        text = self._of_aim(self._document.aim) if self._document.aim else self._of_extremes()
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

    def _of_extremes(self) -> str:
        """Return the range of the share of wins, and whether it is significant."""
        in_order = sorted(self.played, key=lambda point: self.interval(point).estimate)
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
        places = format_list([*map(printable, self._document.vary)])
        return f"{format_count(len(self._document.points), 'value')} of {places}"

    def with_variants(self) -> str:
        """Return the variants that apply to all values."""
        return f" with {format_list(self._variants)}" if self._variants else ""

    def value(self, point: PointFigures) -> str:
        """Return the values of a point."""
        return f"`{', '.join(map(printable, point.texts))}`"

    def interval(self, point: PointFigures) -> Interval:
        """Return the share of wins with a value, for the side that the summary is about."""
        return point.wins[self.contender]

    def number(self, share: float) -> str:
        """Return a share in per cent, with the digits that the margin requires."""
        return f"{POINTS * share:.{self._digits}f}"

    def _share(self, point: PointFigures) -> str:
        found = self.interval(point)
        return f"{self.number(found.estimate)} % ({self.number(found.low)} to {self.number(found.high)})"

    def _list(self, points: Sequence[PointFigures]) -> str:
        return ", ".join(f"{self._share(point)} with {self.value(point)}" for point in points)


def format_list(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list: `a, b and c`; `last` stands before the last of several."""
    return f" {last} ".join([*([", ".join(words[:-1])] if words[1:] else []), *words[-1:]])
