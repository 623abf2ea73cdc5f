"""Results of studies on a ladder (`--by ladder`) as text: sentences, then tables by kind of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.game_loading import format_game_name, names_in
from cli.seats import describe_backend, describe_fallbacks
from cli.text.lab.effects_text import MOST_ROWS, format_impact
from cli.text.lab.measure_text import format_measures
from cli.text.lab.sweep_text import format_sweep
from cli.text.lab.table_cells import rank_cell
from cli.text.screen import current_screen, format_table
from interpreter.lab import POINTS
from interpreter.presentation import format_count
from interpreter.report import (
    FIGURES_NOTE,
    TREND_NOTE,
    ImpactLadderSummary,
    MeasureLadderSummary,
    SweepLadderSummary,
    effect_text,
    figure_text,
    ladder_cell,
)
from interpreter.support import printable

if TYPE_CHECKING:
    from interpreter.lab import (
        FigureTrend,
        ImpactLadderDocument,
        Interval,
        LadderStudyDocument,
        MeasureLadderDocument,
        SweepLadderDocument,
        SweepRungFigures,
        WorthTrend,
    )
    from interpreter.matches import Game

Row = tuple[str, ...]


def format_impact_ladder(document: ImpactLadderDocument, game: Game, name: str, show_all: bool) -> str:
    """Return the report: what changes with the strength of players, then a row for each thing.

    With a single kind of players, the report of its study follows. `name`: the game's name or folder.
    """
    names, wrap = names_in(game.rulebook, "en"), current_screen().wrap
    summary = ImpactLadderSummary(document, game, names)
    lines = wrap(f"{printable(format_game_name(game.rulebook))}: what things are worth, by strength of play")
    for sentence in summary.sentences():
        lines += wrap(sentence)
    if trends := document.trends:
        lines += wrap(effect_text(document.rungs[-1].study))
        shown = trends if show_all else trends[:MOST_ROWS]
        players = summary.players
        head: Row = ("thing", "for", *players, "change", "between", "ranks")
        rows = [head, *(_row(each, players, summary) for each in shown)]
        lines += ["", format_table(rows, ""), ""]
        if rest := len(trends) - len(shown):
            lines += wrap(f"{format_count(rest, 'row')} more, with smaller points; --all lists all")
        lines += wrap("?: may be none; ranks: where it may stand between the weakest and the strongest players")
        lines += wrap(TREND_NOTE)
    elif document.rungs:
        return "\n".join([*lines, "", format_impact(document.rungs[0].study, game, name, show_all)])
    return "\n".join([*lines, *_closing(document, {rung.player: rung.study.games for rung in document.rungs})])


def _row(trend: WorthTrend, players: list[str], summary: ImpactLadderSummary) -> Row:
    change = trend.change.scaled(POINTS)
    between = f"{change.low:+.1f}..{change.high:+.1f}"
    points = (_points(trend.rungs[player].points) for player in players)
    ends = [rank_cell(trend.rungs[player].rank) for player in (players[0], players[-1])]
    arrow = " → ".join(ends)
    title, whose = summary.title_of(trend), summary.contenders[trend.counted]
    return title, whose, *points, f"{change.estimate:+.1f}", between, arrow


def _points(found: Interval | None) -> str:
    if found is None:
        return ""
    return f"{POINTS * found.estimate:+.1f}" + ("?" if found.contains(0) else "")


def format_measure_ladder(document: MeasureLadderDocument, game: Game, name: str) -> str:
    """Return the report: headline figures that change with the strength of players, then all of them.

    With a single kind of players, the report of its measurement follows. `name`: the game's name or folder.
    """
    names, wrap = names_in(game.rulebook, "en"), current_screen().wrap
    summary = MeasureLadderSummary(document, game, names)
    lines = wrap(f"{printable(format_game_name(game.rulebook))}: what kind of game it is, by strength of play")
    for sentence in summary.sentences():
        lines += wrap(sentence)
    if document.trends:
        rows: list[Row] = [("figure", *summary.players, "change", "between")]
        rows += [_figure_row(each, summary) for each in document.trends]
        lines += ["", format_table(rows, ""), "", *wrap(FIGURES_NOTE)]
    elif document.rungs:
        return "\n".join([*lines, "", format_measures(document.rungs[0].study, game, name)])
    return "\n".join([*lines, *_closing(document, {rung.player: rung.study.games for rung in document.rungs})])


def _figure_row(trend: FigureTrend, summary: MeasureLadderSummary) -> Row:
    values = ("" if value is None else figure_text(trend, value) for value in trend.rungs.values())
    change = trend.change.scaled(POINTS if trend.is_share else 1)
    between = f"{change.low:+,.1f}..{change.high:+,.1f}"
    return summary.name_of(trend), *values, f"{change.estimate:+,.1f}", between


def _closing(document: LadderStudyDocument, games: dict[str, int]) -> list[str]:
    """Return the number of games of each kind of players, and how they were played."""
    counts = (f"{player} {format_count(number, 'game')}" for player, number in games.items())
    time = f"{document.seconds:.1f} s{describe_backend(document.run)}"
    return ["", *current_screen().wrap(f"{'; '.join(counts)}, in {time}"), *describe_fallbacks(document.run)]


def format_sweep_ladder(document: SweepLadderDocument, game: Game, name: str) -> str:
    """Return the report: the answer by strength of play, then the share of wins with each value.

    With a single kind of players, the report of its sweep follows. `name`: the game's name or folder.
    """
    names, wrap = names_in(game.rulebook, "en"), current_screen().wrap
    summary = SweepLadderSummary(document, game, names)
    what = f"{next(iter(summary.summaries.values())).subject()}, " if summary.summaries else ""
    lines = wrap(f"{printable(format_game_name(game.rulebook))}: {what}by strength of play")
    for sentence in summary.sentences():
        lines += wrap(sentence)
    if len(summary.players) == 1:
        return "\n".join([*lines, "", format_sweep(document.rungs[0].study, game, name)])
    if summary.players:
        side = names.title_of(summary.summaries[summary.players[-1]].contender)
        rows: list[Row] = [(f"{side}, %", *summary.players)]
        for number, point in enumerate(document.rungs[-1].study.arms):
            value = printable(", ".join(point.texts)) if point.texts else "present"
            mark = ", present" if point.present and point.texts else ""
            rows.append((f"{value}{mark}", *(_sweep_cell(rung, number, summary) for rung in document.rungs)))
        star = "*: may reach the aim; " if document.chosen is not None else ""
        note = f"{star}in brackets: change from the present value, in points, on the same games; ?: may be none"
        lines += ["", format_table(rows, ""), "", *wrap(note)]
        lines += wrap("the intervals of one kind of players, in --json and --csv, hold at once in 95 of 100 runs")
    return "\n".join([*lines, *_closing(document, {rung.player: rung.study.games for rung in document.rungs})])


def _sweep_cell(rung: SweepRungFigures, number: int, summary: SweepLadderSummary) -> str:
    point = rung.study.arms[number]
    is_possible = any(point is each for each in rung.study.points_with(rung.possible))
    return ladder_cell(summary.summaries[rung.player], point, is_possible)
