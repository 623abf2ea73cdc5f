"""Figures of a measurement for CSV files and pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import nan

from interpreter.lab.measure.measure_document import MeasureDocument
from interpreter.lab.result_documents import rounded_or_none
from interpreter.lab.stats.intervals import Interval
from interpreter.matches.match import Game
from interpreter.players.lineup import BALANCE_WARNING, describe_lineup, random_seats
from interpreter.playtest.run.figures import DRAW
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import format_count
from interpreter.report.drawing.plots import Bar, ReferenceLine, bar_chart
from interpreter.report.drawing.svg import Picture
from interpreter.report.html_page import render_page
from interpreter.report.shared_parts import (
    INTERVALS,
    JOINT_INTERVALS,
    Cell,
    DataTable,
    ReportFigure,
    TableRow,
    colours_of,
    even_line,
    format_share,
    interval_cells,
    records,
    run_facts,
    share_chart,
    title_of,
    turn_order_figure,
)

MAX_FINISHED_SHARE = 0.9
"""Share of finished games above which points aren't drawn; the table still has them."""
LEAD_NOTE = (
    "How often whoever leads wins in the end: who would win most of the games that are played on from there at random, "
    f"or has won by then. {INTERVALS}"
)
SKILL_NOTE = f"How often a player wins who thinks longer, in each of the seats in turn. {INTERVALS}"
VALUE, SHARE = ("value", "low", "high"), ("share", "low", "high")
SINGLE_FIGURES: Mapping[str, Callable[[MeasureDocument], Interval | None]] = {
    "wins of whoever has the first turn": lambda data: data.first_turn,
    "decisions from which leaders win": lambda data: data.decided.at,
    "changes of the lead by score": lambda data: data.decided.changes_by_score,
    "narrow wins": lambda data: data.narrow.share,
    "margin of the best score": lambda data: data.narrow.margin,
    "games whose winners were once behind": lambda data: data.suspense.comebacks,
    "greatest deficit of the winners": lambda data: data.suspense.deficit,
    "part of a game with an open lead": lambda data: data.suspense.open,
    "decisions of a seat that can't win, but decides who does": lambda data: data.suspense.kingmaking,
    "options of a decision": lambda data: data.options.options,
    "options tried": lambda data: data.options.tried,
    "options that are worse": lambda data: data.options.worse,
    "decisions with a worse option": lambda data: data.options.mattering,
    "gain of the best option": lambda data: data.options.gain,
    "result explained by chance alone": lambda data: (data.chance.chance) if data.chance else None,
    "result explained by choices alone": lambda data: (data.chance.play) if data.chance else None,
    "same winner when a deal is played again": lambda data: (data.chance.same) if data.chance else None,
    "same winner with another deal": lambda data: (Interval(data.chance.apart, nan, nan)) if data.chance else None,
}
"""Figures that are a single number each, by name; shares are from 0 to 1. Unknown ones are left out."""


def make_measure_figures(document: MeasureDocument, game: Game) -> Iterator[ReportFigure]:
    """Yield all figures of a measurement."""
    names = Names(game.rulebook)
    shares: dict[str, Interval | None] = {**document.wins, **({DRAW: document.draws} if has_draws(document) else {})}
    wins = _share_table("wins", "Who wins which share of the games", "winner", shares, names.title_of)
    games = document.games
    chart = partial(share_chart, wins, games, wins.title, colours=colours_of(game), mark=even_line(game))
    yield ReportFigure(wins, "Who wins", [chart], JOINT_INTERVALS)
    yield ReportFigure(
        _share_table("seats", "Games won by each seat", "seat", document.seats, names.title_of), "Who wins"
    )
    if document.turn_order is not None and document.turn_order.places:
        yield turn_order_figure(document.turn_order, "Who wins", game)
    endings = _share_table(
        "endings", "How games end", "reason", document.endings, lambda why: names.label(why, names.as_words(why))
    )
    yield ReportFigure(endings, "", [partial(share_chart, endings, games, "How often games end so")], JOINT_INTERVALS)
    lengths: list[TableRow] = [
        (unit, *interval_cells(found.mean), found.min, found.median, found.max)
        for unit, found in (("turns", document.length.turns), ("decisions", document.length.decisions))
        if found is not None
    ]
    columns: tuple[str, ...] = ("in", "mean", "low", "high", "min", "median", "max")
    yield ReportFigure(DataTable("length", "How long games are", columns, lengths))
    yield _leads(document)
    yield _skill(document, even_line(game))
    measures: list[TableRow] = [
        (name, *interval_cells(each.value), each.basis, each.games, each.why)
        for name, each in document.measures.items()
    ]
    columns = ("measure", *VALUE, "basis", "games", "why")
    text = "By their names in the literature."
    yield ReportFigure(DataTable("measures", "Measures", columns, measures), text=text)
    found = {name: value_of(document) for name, value_of in SINGLE_FIGURES.items()}
    single: list[TableRow] = [(name, *interval_cells(value)) for name, value in found.items() if value is not None]
    yield ReportFigure(DataTable("single_figures", "Single figures", ("figure", *VALUE), single), "Measures")


def _share_table(
    table_id: str, title: str, column: str, shares: Mapping[str, Interval | None], title_of_key: Callable[[str], str]
) -> DataTable:
    rows: list[TableRow] = [(key, title_of_key(key), *interval_cells(share)) for key, share in shares.items()]
    return DataTable(table_id, title, (column, "title", *SHARE), rows)


def _leads(document: MeasureDocument) -> ReportFigure:
    """Return how often leaders win, with a bar for each moment, measured by playouts."""
    decided = document.decided
    rows: list[TableRow] = []
    bars = []
    for by, moments in (("playouts", decided.by_playouts), ("score", decided.by_score)):
        for at, moment in enumerate(moments or ()):
            facts = (rounded_or_none(number) if number is not None else None for number in (moment.turn, moment.over))
            settled = decided.settled[at] if by == "playouts" else None
            led, explained = (interval_cells(interval)[0] for interval in (moment.led, settled))
            rows.append((by, moment.decision, *facts, led, *interval_cells(moment.wins), explained))
            if by == "playouts" and moment.over < MAX_FINISHED_SHARE and moment.wins is not None:
                bars.append(_bar(f"after {moment.decision:,} decisions", moment.wins))
    columns = ("by", "decision", "turn", "over", "led", *SHARE, "explained")
    table = DataTable("leads", "How often leaders win", columns, rows)
    axis = f"% of {format_count(decided.games['playouts'], 'observed game')}"
    charts = [partial(bar_chart, "leads", bars, LEAD_NOTE, axis=axis)] if bars else []
    return ReportFigure(table, "", charts, LEAD_NOTE, is_on_page=bool(bars))


def _skill(document: MeasureDocument, even: ReferenceLine) -> ReportFigure:
    rows: list[TableRow] = [
        (
            each.stronger,
            each.weaker,
            each.known,
            each.rounds,
            each.games,
            *interval_cells(each.share),
            *interval_cells(each.index),
        )
        for each in document.skill
    ]
    bars = [
        _bar(f"{each.stronger} against {each.weaker}", each.share, f", {format_count(each.games, 'game')}")
        for each in document.skill
        if each.known
    ]
    columns = ("stronger", "weaker", "known", "rounds", "games", *SHARE, *(f"index {bound}" for bound in VALUE))
    chart: Callable[[], Picture] = partial(bar_chart, "skill", bars, SKILL_NOTE, axis="% of games", mark=even)
    unknown = [(each.stronger, each.weaker) for each in document.skill if not each.known]
    unknown += [(each.stronger, each.weaker) for each in document.left_out]
    text = " ".join([SKILL_NOTE, *(f"Not known: {one} against {other}." for one, other in unknown)])
    charts = [chart] if bars else []
    return ReportFigure(DataTable("skill", "Skill", columns, rows), "How much skill matters", charts, text)


def _bar(name: str, interval: Interval, games: str = "") -> Bar:
    per_cent = interval.scaled(100)
    cells: dict[str, Cell] = dict(zip(SHARE, interval_cells(interval), strict=True))
    return Bar(name, per_cent.estimate, per_cent.low, per_cent.high, format_share(cells) + games)


def render_measure_page(document: MeasureDocument, game: Game, figures: Sequence[ReportFigure]) -> str:
    """Return the page: winners, endings, leads, skill, and all measures.

    Raise MissingExtraError if matplotlib isn't installed.
    """
    names = Names(game.rulebook)
    heading = f"{title_of(game.rulebook, names)}: what kind of game it is"
    facts = run_facts(document)
    facts["Games"] += "" if document.complete else " (interrupted)"
    return render_page(
        heading, describe_lineup(game, document.subject.players, names), _lead(document, game, figures), facts, figures
    )


def _lead(document: MeasureDocument, game: Game, figures: Sequence[ReportFigure]) -> list[str]:
    said = [f"{row['title']} {format_share(row)}" for row in records(figures[0].table)]
    found = [f"Won by: {', '.join(said)}." if said else "No games were played."]
    if document.draws is not None and not has_draws(document):
        found.append("No game was drawn.")
    if random_seats(game, document.subject.players):
        return [*found, f"{BALANCE_WARNING}, nor when leaders win, or what choices are worth."]
    chance = document.chance
    if chance and chance.chance is not None and chance.play is not None:
        by_chance, by_play = (_format_interval(share.scaled(100), " %") for share in (chance.chance, chance.play))
        found.append(f"Chance alone explains {by_chance} of who wins, the choices of these players alone {by_play}.")
    at, length = document.decided.at, document.measures["DurationMoves"].value
    if at is not None and length is not None:
        wins = f"{100 * document.decided.enough:.0f} %"
        since = f"From decision {_format_interval(at)} of {length.estimate:,.0f} on"
        found.append(f"{since}, the leader wins {wins} of games or more.")
    return found


def has_draws(document: MeasureDocument) -> bool:
    """Return whether nobody won some of the games."""
    return document.draws is not None and document.draws.estimate > 0


def _format_interval(interval: Interval, unit: str = "") -> str:
    """Return a value with its interval as text."""
    return f"{interval.estimate:,.0f}{unit} ({interval.low:,.0f}–{interval.high:,.0f})"
