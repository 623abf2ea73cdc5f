"""Index of a folder of reports on a game: verdicts, red flags, doubts, and what has changed since the last report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil

from interpreter.lab.balance.balance_document import BalanceDocument
from interpreter.lab.compare.question import POINTS
from interpreter.lab.impact.impact_document import ImpactDocument, ThingFigures
from interpreter.lab.measure.measure_document import MeasureDocument
from interpreter.lab.playtest_document import PlaytestDocument
from interpreter.lab.stats.intervals import ALPHA, Interval, independent_difference, sidak, wilson
from interpreter.lab.stats.payoffs import contenders_of
from interpreter.matches.match import Game
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import format_count
from interpreter.report.balance_report import BalanceSummary, furthest_from_even
from interpreter.report.drawing.plots import Bar, bar_chart
from interpreter.report.drawing.svg import Picture
from interpreter.report.game.report_history import ReportEntry, ReportHistory, RungHistory
from interpreter.report.html_page import Markup, render_figure, render_text_page, tag
from interpreter.report.phrasing import verdict_counts_text
from interpreter.report.shared_parts import MAX_ROWS, and_others, colours_of, even_line, title_of
from interpreter.rulebook.player_names import RANDOM

QUESTIONS = {
    "balance": "Is it balanced?",
    "playtest": "What happens in a game?",
    "impact": "What is each card worth?",
    "measure": "What kind of game is it?",
}
"""The questions, by the name of their page and command."""
WATCHED = {
    "closest": "The closest game",
    "comeback": "The greatest comeback",
    "decided": "A game that a card decided",
}
"""The games to watch, by the name of their page."""
PAGE_FILES = ("index.html", *(f"{name}.html" for name in (*QUESTIONS, *WATCHED)))
"""Names of all files of a report but its history."""
UNEVEN_POINTS = 5.0
"""Distance from even, in points, from which a balance is a red flag if it is sure."""
MANY_DRAWS = 0.1
WIDE_POINTS = 10.0
"""Width of an interval, in points, beyond which a share isn't reported."""
MAX_THINGS = 3


@dataclass(slots=True)
class GameReport:
    """Answers on a game; None for questions that aren't answered yet.

    Attributes:
        game: The game.
        name: Its name or folder, as commands take it.
        history: Earlier reports.
        entry: Result of this report, from the balance.
        watched: What happens in each game to watch that has a page, by the name of the page.
    """

    game: Game
    name: str
    history: ReportHistory
    entry: ReportEntry | None = None
    balance: BalanceDocument | None = None
    playtest: PlaytestDocument | None = None
    impact: ImpactDocument | None = None
    measure: MeasureDocument | None = None
    watched: dict[str, str] = field(default_factory=dict)

    @property
    def links(self) -> dict[str, str]:
        """The pages that there are, by file, with their titles."""
        pages = {name: QUESTIONS[name] for name in QUESTIONS if getattr(self, name) is not None}
        return {
            f"{name}.html": title
            for name, title in (pages | {name: WATCHED[name] for name in WATCHED if name in self.watched}).items()
        }

    @property
    def _names(self) -> Names:
        return Names(self.game.rulebook)

    def answers(self) -> dict[str, list[str]]:
        """Return the answers in sentences, by question."""
        found: dict[str, list[str]] = {}
        if self.balance is not None:
            told = BalanceSummary(self.balance, self.game, self._names).sentences()
            found["balance"] = [text for text in told if "--time" not in text]
        if self.playtest is not None:
            found["playtest"] = [*self._course(self.playtest)]
        if self.impact is not None:
            found["impact"] = [f"{verdict_counts_text(self.impact)}.", *self._worth(self.impact)]
        if self.measure is not None:
            found["measure"] = [*self._skill(self.measure)]
        return found

    def _course(self, document: PlaytestDocument) -> Iterator[str]:
        if not document.finished:
            yield "No game came to its end."
            return
        length = document.figures["decisions_per_game"]
        yield (
            f"A game between random players takes {length['median']:,} decisions in the middle "
            f"({length['min']:,} to {length['max']:,})."
        )
        reasons = document.figures["reasons"]
        ends = [
            f"{self._names.label(reason, self._names.as_words(reason))} {POINTS * times / document.finished:.0f} %"
            for reason, times in reasons.items()
        ]
        yield f"It ends by: {and_others(ends)}."

    def _worth(self, document: ImpactDocument) -> Iterator[str]:
        real = [thing for thing in document.ranked if thing.real and thing.counted_points is not None]
        if real:
            yield f"Largest effects on their side: {', '.join(map(_format_worth, real[:MAX_THINGS]))}."

    def _skill(self, document: MeasureDocument) -> Iterator[str]:
        for each in document.skill:
            if each.share is None or POINTS * (each.share.high - each.share.low) > WIDE_POINTS:
                games = format_count(each.games, "game")
                yield f"How often {each.stronger} beats {each.weaker} is not known after {games}."
            else:
                yield f"{each.stronger} wins {_share(each.share)} against {each.weaker}."
        if document.draws is not None:
            often = _share(document.draws) if document.draws.estimate else "None"
            yield f"{often} of the games between random players were draws."

    def red_flags(self) -> list[str]:
        """Return what looks wrong, in sentences."""
        return [*self._balance_flags(), *self._playtest_flags(), *self._impact_flags()]

    def _balance_flags(self) -> Iterator[str]:
        if self.balance is None or not self.balance.rungs:
            return
        top = self.balance.rungs[-1]
        side = furthest_from_even(top)
        lead = top.from_even[side].scaled(POINTS)
        if top.player != RANDOM and not lead.contains(0) and abs(lead.estimate) >= UNEVEN_POINTS:
            more = "more" if lead.estimate > 0 else "less"
            yield (
                f"Not balanced between {top.player} players: the share of {self._names.title_of(side)} is "
                f"{abs(lead.estimate):.0f} points {more} than even."
            )
        even = 1 / len(contenders_of(self.game))
        is_contest = top.player != RANDOM and not top.is_won_together
        if top.first_turn is not None and is_contest and not top.first_turn.contains(even):
            yield f"The first turn matters: whoever has it wins {_share(top.first_turn)}."
        if top.draws.low > MANY_DRAWS:
            yield f"Many draws: {_share(top.draws)} between {top.player} players."

    def _playtest_flags(self) -> Iterator[str]:
        document = self.playtest
        if document is None:
            return
        for rule in document.figures["stopped"]:
            yield f"{format_count(rule['games'], 'game')} stopped by a mistake in {rule['file']}: {rule['message']}"
        if document.coverage is not None and document.coverage.never:
            places = format_count(len(document.coverage.never), "place in the rules", "places in the rules")
            yield f"{places} never came up in {document.finished:,} games between random players."

    def _impact_flags(self) -> Iterator[str]:
        if self.impact is not None:
            stopped = [thing.title for thing in self.impact.ranked if thing.verdict == "stopped"]
            if stopped:
                yield f"Without these, a game can't be played to its end: {and_others(stopped)}."

    def doubts(self) -> list[str]:
        """Return how sure the answers are, in sentences."""
        found = ["Every interval holds the true value in 95 of 100 runs, for these players. People may play otherwise."]
        if self.balance is not None and self.balance.rungs:
            top = self.balance.rungs[-1]
            if top.player == RANDOM:
                found.append("Only random players have played, so the balance is not known.")
            elif self.balance.trend is None or self.balance.trend.trend != "settled":
                found.append("The balance is not settled: stronger players may move it.")
        if self.impact is not None or self.playtest is not None:
            found.append("Lengths, endings and the worth of things are those between random players.")
        missing = [QUESTIONS[name] for name in QUESTIONS if getattr(self, name) is None]
        if missing:
            found.append(f"Not answered yet: {' '.join(missing)}")
        return found

    def next_questions(self) -> list[tuple[str, str]]:
        """Return what to ask next: commands with their purpose."""
        found = []
        if self.balance is not None and self.balance.rungs:
            top = self.balance.rungs[-1]
            side = furthest_from_even(top)
            if self.balance.next_player is not None:
                minutes = ceil(((self.balance.time or 0) + (self.balance.next_seconds or 0)) / 60) or 1
                found.append(
                    (f"cahier balance {self.name} --time {minutes}m", f"to see {self.balance.next_player} play")
                )
            if top.player != RANDOM and not top.from_even[side].contains(0):
                found.append(
                    (
                        f"cahier sweep {self.name} --vary PATH=1..6 --aim {side}={POINTS / len(top.wins):.0f} "
                        f"--seat {self.game.seats[0]}={top.player}",
                        "to find a value that makes it even",
                    )
                )
        if self.impact is not None and any(thing.verdict == "undecided" for thing in self.impact.ranked):
            found.append(
                (f"cahier impact {self.name} --within {self.impact.within / 2:g}", "to decide about more things")
            )
        found.append((f"cahier compare {self.name} --git HEAD --by random --by search:20", "to see what an edit does"))
        return found

    def changes(self) -> list[str]:
        """Return what has changed since the last report, in sentences."""
        if self.entry is None or not self.history.reports:
            return []
        last = self.history.reports[-1]
        pair = self.common_rung(last)
        if last.rules == self.entry.rules:
            return [f"The rules are those of the last report, of {last.date}."]
        if pair is None:
            return [f"The last report, of {last.date}, has no players in common with this one."]
        before, after = pair
        if before.wins.keys() != after.wins.keys():
            return [f"The last report, of {last.date}, has other sides."]
        alpha = sidak(ALPHA, len(after.wins))
        changes = {
            who: independent_difference((before.wins[who], before.games), (won, after.games), alpha).scaled(POINTS)
            for who, won in after.wins.items()
        }
        side = max(changes, key=lambda who: round(abs(changes[who].estimate), 6))
        change = changes[side]
        was, now = (POINTS * rung.wins[side] / rung.games for rung in pair)
        verdict = "which may be chance" if change.contains(0) else "more than chance"
        return [
            f"Since the report of {last.date} the rules have changed. Between {after.player} players, the share of "
            f"{self._names.title_of(side)} went from {was:.0f} to {now:.0f} %: {change.estimate:+.0f} points "
            f"({change.low:+.0f} to {change.high:+.0f}), {verdict}."
        ]

    def common_rung(self, last: ReportEntry) -> tuple[RungHistory, RungHistory] | None:
        """Return the results of the strongest kind of players that both reports have, before and now."""
        assert self.entry is not None
        earlier = {rung.player: rung for rung in last.rungs if rung.games}
        common = [rung for rung in self.entry.rungs if rung.games and rung.player in earlier]
        return (earlier[common[-1].player], common[-1]) if common else None


def _format_worth(thing: ThingFigures) -> str:
    assert thing.counted_points is not None
    points = thing.counted_points.scaled(POINTS)
    return f"{thing.title} {points.estimate:+.1f} points ({points.low:+.1f} to {points.high:+.1f})"


def _share(share: Interval) -> str:
    per_cent = share.scaled(POINTS)
    return f"{per_cent.estimate:.0f} % ({per_cent.low:.0f} to {per_cent.high:.0f})"


def render_report_index(report: GameReport) -> str:
    """Return the index: verdicts, red flags, doubts, changes, games to watch, and what to ask next.

    Raise MissingExtraError if matplotlib isn't installed.
    """
    names = Names(report.game.rulebook)
    sections: list[tuple[str, list[Markup]]] = []
    changes = [tag("p", text) for text in report.changes()]
    if charts := _history_chart(report, names):
        changes.append(render_figure(charts))
    sections.append(("Since the last report", changes))
    sections.append(("Red flags", [_items(report.red_flags() or ["None found."])]))
    for question, sentences in report.answers().items():
        link = tag("p", tag("a", "The figures", href=f"{question}.html"))
        sections.append((QUESTIONS[question], [*(tag("p", text) for text in sentences), link]))
    watched = [
        tag("li", tag("a", WATCHED[name], href=f"{name}.html"), f": {text}") for name, text in report.watched.items()
    ]
    sections.append(("Games to watch", [tag("ul", *watched)] if watched else []))
    sections.append(("How sure this is", [_items(report.doubts())]))
    asked = [tag("li", tag("code", command), f" {purpose}") for command, purpose in report.next_questions()]
    sections.append(("What to ask next", [tag("ul", *asked)]))
    title = f"{title_of(report.game.rulebook, names)}: report"
    date = "" if report.entry is None else report.entry.date
    return render_text_page(title, date, [each for each in sections if each[1]])


def _items(texts: Sequence[str]) -> Markup:
    return tag("ul", *(tag("li", text) for text in texts))


def _history_chart(report: GameReport, names: Names) -> Picture | None:
    """Return the share of a side in the reports, between the strongest players of this report and the last one."""
    if report.entry is None or not report.history.reports:
        return None
    common = report.common_rung(report.history.reports[-1])
    if common is None:
        return None
    top = common[1]
    side = max(top.wins, key=lambda who: top.wins[who])
    bars = []
    for entry in [*report.history.reports, report.entry][-MAX_ROWS:]:
        for rung in entry.rungs:
            if rung.player == top.player and rung.games and side in rung.wins:
                won = wilson(rung.wins[side], rung.games).scaled(POINTS)
                text = f"{won.estimate:.1f} % ({won.low:.1f}–{won.high:.1f}) of {format_count(rung.games, 'game')}"
                bars.append(Bar(f"{entry.date}, {entry.rules[:7]}", won.estimate, won.low, won.high, text, False,
                                colours_of(report.game)[side]))  # fmt: skip
    if len(bars) < 2:
        return None
    axis = f"% of games won by {names.title_of(side)} between {top.player} players"
    caption = "Balance over versions of the rules"
    return bar_chart("history", bars, caption, caption, axis, even_line(report.game))
