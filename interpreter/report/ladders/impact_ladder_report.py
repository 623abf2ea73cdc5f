"""Sentences, figures and page of an ablation study between ever better players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.lab.compare.question import POINTS
from interpreter.lab.impact.impact_document import ThingFigures
from interpreter.lab.impact.impact_ladder_document import ImpactLadderDocument, WorthTrend
from interpreter.lab.impact.item_values import HOLDER
from interpreter.lab.result_documents import rounded_or_none
from interpreter.lab.stats.payoffs import contenders_of
from interpreter.matches.match import Game
from interpreter.presentation.names import Names
from interpreter.report.effects_report import make_impact_figures
from interpreter.report.html_page import render_page
from interpreter.report.ladders.ladder_parts import ladder_facts, merge_rungs, next_step, too_few_players
from interpreter.report.phrasing import effect_text, format_list
from interpreter.report.shared_parts import DataTable, ReportFigure, TableRow, interval_cells, title_of

MOST_TOLD = 3
"""Maximum number of things that a sentence names."""
TREND_NOTE = (
    "change: points between the strongest of these players minus points between the weakest; all intervals of changes "
    "hold at once in 95 of 100 runs. The intervals of one kind of players don't hold together with those of another"
)
"""Note on the intervals, for texts and pages."""


class ImpactLadderSummary:
    """Sentences on an ablation study between ever better players."""

    def __init__(self, document: ImpactLadderDocument, game: Game, names: Names) -> None:
        self._document = document
        self._names = names
        self.contenders = {HOLDER: "its holder"} | names.distinct_titles(contenders_of(game))
        things = document.rungs[-1].study.ranked if document.rungs else []
        self._titles = [thing.title for thing in things]

    @property
    def players(self) -> list[str]:
        """The kinds of players with a result."""
        return [rung.player for rung in self._document.rungs if rung.study.baseline.games]

    def sentences(self) -> list[str]:
        """Return what changes with the strength of players, what is worth most, and the next step."""
        trends, players = self._document.trends, self.players
        if len(players) < 2:
            return [too_few_players(players, "what things are worth"), *next_step(self._document)]
        return [self._changes(trends), self._leaders(), *self._ranks(trends), *next_step(self._document)]

    def _changes(self, trends: Sequence[WorthTrend]) -> str:
        weakest, strongest = self.players[0], self.players[-1]
        sure = [each for each in trends if each.trend in ("rising", "falling")]
        number = f"{len(sure)} of {len(trends)} things" if sure else f"no thing of {len(trends)}"
        verb = "are" if len(sure) > 1 else "is"
        said = f"From {weakest} to {strongest} players, {number} {verb} certain to be worth more or less"
        if not sure:
            reach = POINTS * max((each.change.half_width for each in trends), default=0.0)
            return f"{said}; changes are known to {reach:.1f} points either way at worst."
        sure.sort(key=lambda each: -abs(each.change.estimate))
        told = [self._change(each, weakest, strongest) for each in sure[:MOST_TOLD]]
        more = f"; and {len(sure) - MOST_TOLD} more" if len(sure) > MOST_TOLD else ""
        return f"{said}: {'; '.join(told)}{more}."

    def _change(self, trend: WorthTrend, weakest: str, strongest: str) -> str:
        was, now = (trend.rungs[player].points for player in (weakest, strongest))
        assert was is not None and now is not None
        return (
            f"{self.title_of(trend)} from {POINTS * was.estimate:+.1f} to {POINTS * now.estimate:+.1f} points for "
            f"{self.contenders[trend.counted]}"
        )

    def _leaders(self) -> str:
        told = []
        for rung in self._document.rungs:
            first = next((thing for thing in rung.study.ranked if thing.rank is not None), None)
            if first is None or first.rank is None:
                continue
            place = "first for sure" if first.rank.last == 1 else f"rank {first.rank.first} to {first.rank.last}"
            told.append(f"{self.title_of(first)} between {rung.player} players ({place})")
        return f"Worth most: {', '.join(told)}."

    def _ranks(self, trends: Sequence[WorthTrend]) -> list[str]:
        other = [self.title_of(each) for each in trends if each.other_rank]
        if not other:
            return ["No rank is certain to change."]
        more = [f"{len(other) - MOST_TOLD} more"] if len(other) > MOST_TOLD else []
        return [f"Certain to have another rank: {format_list([*other[:MOST_TOLD], *more])}."]

    def title_of(self, thing: WorthTrend | ThingFigures) -> str:
        """Return the title of a thing, with its id if another one has the same title."""
        title = self._names.safe(thing.title.strip())
        return f"{title} ({self._names.safe(thing.id)})" if self._titles.count(thing.title) > 1 else title


def make_impact_ladder_figures(document: ImpactLadderDocument, game: Game) -> Iterator[ReportFigure]:
    """Yield the worth of each thing by strength of play, then the figures of the study of all rungs."""
    players = [rung.player for rung in document.rungs]
    rows: list[TableRow] = []
    for trend in document.trends:
        worths: list[TableRow] = []
        for player in players:
            worth = trend.rungs[player]
            ranks = (None, None) if worth.rank is None else (worth.rank.first, worth.rank.last)
            estimate = None if worth.points is None else rounded_or_none(POINTS * worth.points.estimate)
            worths.append((estimate, *ranks))
        head = trend.kind, trend.id, trend.title, trend.counted
        tail = *interval_cells(trend.change.scaled(POINTS)), trend.trend, trend.other_rank
        rows.append((*head, *(cell for worth in worths for cell in worth), *tail))
    told = [f"{player} {column}" for player in players for column in ("points", "first rank", "last rank")]
    columns = ("kind", "id", "title", "side", *told, "change", "low", "high", "trend", "other rank")
    table = DataTable("trends", "What each thing is worth, by strength of play", columns, rows)
    yield ReportFigure(table, text=f"{TREND_NOTE[0].upper()}{TREND_NOTE[1:]}.", is_wide=True)
    yield from merge_rungs({rung.player: make_impact_figures(rung.study, game) for rung in document.rungs})


def render_impact_ladder_page(document: ImpactLadderDocument, game: Game, figures: Sequence[ReportFigure]) -> str:
    """Return the page: what things are worth between ever better players.

    Raise MissingExtraError if matplotlib isn't installed.
    """
    names = Names(game.rulebook)
    summary = ImpactLadderSummary(document, game, names)
    games = {rung.player: rung.study.games for rung in document.rungs}
    heading = f"{title_of(game.rulebook, names)}: what it is worth, by strength of play"
    meaning = [f"{text[0].upper()}{text[1:]}." for rung in document.rungs[-1:] for text in [effect_text(rung.study)]]
    lead = [*summary.sentences(), *meaning]
    players = f"{format_list(summary.players)} players, in all seats that are open"
    return render_page(heading, players, lead, ladder_facts(document, games), figures)
