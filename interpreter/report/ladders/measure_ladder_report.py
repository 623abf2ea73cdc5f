"""Sentences, figures and page of a measurement between ever better players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.lab.compare.question import POINTS
from interpreter.lab.measure.measure_ladder_document import WINS, FigureTrend, MeasureLadderDocument
from interpreter.lab.result_documents import rounded_or_none
from interpreter.lab.stats.intervals import Interval
from interpreter.lab.stats.payoffs import contenders_of
from interpreter.matches.match import Game
from interpreter.presentation.names import Names
from interpreter.report.html_page import render_page
from interpreter.report.ladders.ladder_parts import ladder_facts, merge_rungs, next_step, too_few_players
from interpreter.report.measure_report import make_measure_figures
from interpreter.report.phrasing import format_list
from interpreter.report.shared_parts import DataTable, ReportFigure, TableRow, interval_cells, title_of

FIGURES_NOTE = (
    "change: between the strongest of these players minus between the weakest; all intervals of changes hold at once "
    "in 95 of 100 runs. Nothing is told of leads and options between random players, who choose by chance"
)
"""Note on the headline figures, for texts and pages."""


class MeasureLadderSummary:
    """Sentences on a measurement between ever better players."""

    def __init__(self, document: MeasureLadderDocument, game: Game, names: Names) -> None:
        self._document = document
        self._titles = names.distinct_titles(contenders_of(game))

    @property
    def players(self) -> list[str]:
        """The kinds of players with a result."""
        return [rung.player for rung in self._document.rungs if rung.study.games]

    def sentences(self) -> list[str]:
        """Return which headline figures change with the strength of players, which don't, and the next step."""
        players, following = self.players, next_step(self._document)
        if len(players) < 2:
            return [too_few_players(players, "what kind of game it is"), *following]
        trends = self._document.trends
        moved = [each for each in trends if each.trend in ("rising", "falling")]
        told = [f"{self.name_of(each)} {self._from_to(each)}" for each in moved]
        said = f"From {players[0]} to {players[-1]} players"
        first = f"{said}, these change: {'; '.join(told)}." if told else f"{said}, no figure is certain to change."
        settled = [self.name_of(each) for each in trends if each.trend == "settled"]
        unknown = [self.name_of(each) for each in trends if each.trend == "unknown"]
        rest = [f"Hardly changed: {format_list(settled)}."] if settled else []
        rest += [f"Not known yet whether it changes: {format_list(unknown)}."] if unknown else []
        return [first, *rest, *following]

    def _from_to(self, trend: FigureTrend) -> str:
        known = [value for value in trend.rungs.values() if value is not None]
        first, last = (figure_text(trend, value) for value in (known[0], known[-1]))
        return f"from {first} to {last}"

    def name_of(self, trend: FigureTrend) -> str:
        """Return the name of a figure, with the title of its side."""
        side = trend.name.removeprefix(WINS)
        return f"{WINS}{self._titles[side]}" if side in self._titles else trend.name


def figure_text(trend: FigureTrend, value: Interval) -> str:
    """Return the value of a figure: a share in per cent."""
    return f"{POINTS * value.estimate:.1f} %" if trend.is_share else f"{value.estimate:,.1f}"


def make_measure_ladder_figures(document: MeasureLadderDocument, game: Game) -> Iterator[ReportFigure]:
    """Yield the headline figures by strength of play, then the figures of the measurement of all rungs."""
    players = [rung.player for rung in document.rungs]
    rows: list[TableRow] = []
    for trend in document.trends:
        values = [None if value is None else rounded_or_none(value.estimate) for value in trend.rungs.values()]
        rows.append((trend.name, *values, *interval_cells(trend.change), trend.trend))
    columns = ("figure", *players, "change", "low", "high", "trend")
    table = DataTable("trends", "Headline figures by strength of play", columns, rows)
    yield ReportFigure(table, text=f"{FIGURES_NOTE[0].upper()}{FIGURES_NOTE[1:]}.", is_wide=True)
    yield from merge_rungs({rung.player: make_measure_figures(rung.study, game) for rung in document.rungs})


def render_measure_ladder_page(document: MeasureLadderDocument, game: Game, figures: Sequence[ReportFigure]) -> str:
    """Return the page: what kind of game it is between ever better players.

    Raise MissingExtraError if matplotlib isn't installed.
    """
    names = Names(game.rulebook)
    summary = MeasureLadderSummary(document, game, names)
    games = {rung.player: rung.study.games for rung in document.rungs}
    heading = f"{title_of(game.rulebook, names)}: what kind of game it is, by strength of play"
    players = f"{format_list(summary.players)} players, in all seats that are open"
    return render_page(heading, players, summary.sentences(), ladder_facts(document, games), figures)
