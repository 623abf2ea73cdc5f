"""Sentences, figures and page of a sweep between ever better players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.lab.compare.question import POINTS
from interpreter.lab.sweep.sweep_document import PointFigures
from interpreter.lab.sweep.sweep_ladder_document import SweepLadderDocument, SweepRungFigures
from interpreter.matches.match import Game
from interpreter.presentation.names import Names
from interpreter.report.html_page import render_page
from interpreter.report.ladders.ladder_parts import ladder_facts, merge_rungs, next_step, too_few_players
from interpreter.report.phrasing import format_list
from interpreter.report.shared_parts import DataTable, ReportFigure, TableRow, interval_cells, title_of
from interpreter.report.sweep_report import make_sweep_figures
from interpreter.report.sweep_summary import SweepSummary

CONFIRMATION_NOTE = (
    "These games chose the value, so they flatter it: confirm it with another --seed before you rely on it"
)
"""Note on a value that was chosen, for texts and pages."""


class SweepLadderSummary:
    """Sentences on a sweep between ever better players.

    Attributes:
        summaries: Summary of the sweep of each kind of players with a result.
    """

    def __init__(self, document: SweepLadderDocument, game: Game, names: Names) -> None:
        self._document = document
        self._names = names
        self.summaries = {
            rung.player: SweepSummary(rung.study, game, names) for rung in document.rungs if rung.study.games
        }

    @property
    def players(self) -> list[str]:
        """The kinds of players with a result."""
        return [*self.summaries]

    def sentences(self) -> list[str]:
        """Return the answer between each kind of players, whether it is settled, and the next step."""
        document, players = self._document, self.players
        if len(players) < 2:
            return [too_few_players(players, "which value to choose"), *next_step(document)]
        told = [self._answer(rung) for rung in document.rungs if rung.player in self.summaries]
        verdict = [] if document.settled is None else [self._verdict(document.rungs)]
        note = [f"{CONFIRMATION_NOTE}."] if document.chosen is not None else []
        return [*verdict, *told, *note, *next_step(document)]

    def _verdict(self, rungs: Sequence[SweepRungFigures]) -> str:
        second, strongest = rungs[-2:]
        names = [self._value(rung, rung.nearest) for rung in (second, strongest)]
        if self._document.settled:
            return f"Settled: {names[1]}, for {second.player} and {strongest.player} players."
        parts = []
        if names[0] != names[1]:
            kinds = f"from {second.player} to {strongest.player} players"
            parts.append(f"{kinds} the choice moves from {names[0]} to {names[1]}")
        if not strongest.possible:
            parts.append(f"with none of the values {strongest.player} players reach the aim")
        elif len(strongest.possible) > 1:
            parts.append(f"between {strongest.player} players, {len(strongest.possible)} values may reach the aim")
        return f"Not settled: {'; '.join(parts)}."

    def _answer(self, rung: SweepRungFigures) -> str:
        """Return the values that come nearest to the aim between players of one kind, or those that differ."""
        summary, aim = self.summaries[rung.player], rung.study.aim
        if aim is None or rung.nearest is None:
            return f"{rung.player}: {summary.sentence()}"
        (point,) = rung.study.points_with([rung.nearest])
        won = summary.interval(point)
        side = self._names.title_of(aim.side)
        said = f"{rung.player}: {summary.value(point)} comes nearest, {side} wins {summary.interval_text(won)}"
        others = [summary.value(each) for each in rung.study.points_with(rung.possible) if each is not point]
        if others:
            return f"{said}; {format_list(others)} may reach {aim.target:g} %, too."
        return (
            f"{said}; no other value may reach {aim.target:g} %." if rung.possible else f"{said}, but misses the aim."
        )

    def _value(self, rung: SweepRungFigures, values: dict[str, object] | None) -> str:
        return self.summaries[rung.player].value(rung.study.points_with([values or {}])[0])


def make_sweep_ladder_figures(document: SweepLadderDocument, game: Game) -> Iterator[ReportFigure]:
    """Yield the share of wins with each value by strength of play, then the figures of the sweep of all rungs."""
    summary = SweepLadderSummary(document, game, Names(game.rulebook))
    rows: list[TableRow] = []
    for rung in document.rungs:
        possible = [id(point) for point in rung.study.points_with(rung.possible)]
        for point in rung.study.arms:
            if point.wins and rung.player in summary.summaries:
                values = [f"{point.values.get(path, 'present')}" for path in rung.study.vary]
                won = interval_cells(summary.summaries[rung.player].interval(point).scaled(POINTS))
                rows.append((rung.player, *values, point.present, *won, id(point) in possible))
    paths = [*document.rungs[-1].study.vary] if document.rungs else []
    columns = ("players", *paths, "present", "share", "low", "high", "possible")
    yield ReportFigure(
        DataTable("by_strength", "Won with each value, by strength of play", columns, rows), is_wide=True
    )
    yield from merge_rungs({rung.player: make_sweep_figures(rung.study, game) for rung in document.rungs})


def ladder_cell(summary: SweepSummary, point: PointFigures, is_possible: bool) -> str:
    """Return the share of wins with a value and its change from the present one, as a cell of a table.

    `is_possible`: the value may reach the aim.
    """
    if not point.wins:
        return ""
    change = point.difference.get(summary.contender)
    star = "*" if is_possible else ""
    unsure = "?" if change is not None and change.contains(0) else ""
    moved = "" if change is None else f" ({summary.signed(change.estimate)}{unsure})"
    return f"{summary.number(summary.interval(point).estimate)}{star}{moved}"


def render_sweep_ladder_page(document: SweepLadderDocument, game: Game, figures: Sequence[ReportFigure]) -> str:
    """Return the page: the share of wins with each value between ever better players.

    Raise MissingExtraError if matplotlib isn't installed.
    """
    names = Names(game.rulebook)
    summary = SweepLadderSummary(document, game, names)
    games = {rung.player: rung.study.games for rung in document.rungs}
    what = next(iter(summary.summaries.values())).subject() if summary.summaries else "values"
    heading = f"{title_of(game.rulebook, names)}: {what}, by strength of play"
    players = f"{format_list(summary.players)} players, in all seats that are open"
    lead = [each.replace("`", "") for each in summary.sentences()]
    return render_page(heading, players, lead, ladder_facts(document, games), figures)
