"""Figures of ablation studies, for CSV files and pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from interpreter.lab.compare.question import POINTS
from interpreter.lab.impact.impact_document import CardFigures, ImpactDocument, ThingFigures
from interpreter.lab.impact.item_values import HOLDER
from interpreter.lab.result_documents import rounded_or_none
from interpreter.lab.stats.intervals import joint_shares
from interpreter.lab.stats.payoffs import contenders_of
from interpreter.matches.match import Game
from interpreter.players.lineup import describe_lineup
from interpreter.playtest.run.figures import DRAW
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import format_count
from interpreter.report.drawing.plots import Bar, bar_chart
from interpreter.report.drawing.svg import COLOUR_NAMES
from interpreter.report.html_page import render_page
from interpreter.report.phrasing import effect_text, verdict_counts_text
from interpreter.report.shared_parts import (
    MAX_ROWS,
    NOBODY,
    DataTable,
    ReportFigure,
    TableRow,
    colours_of,
    course_figures,
    distinct_titles,
    even_line,
    format_share,
    interval_cells,
    records,
    run_facts,
    share_chart,
    title_of,
    truncation_note,
    use_column,
)

HOLDER_COLOUR = 7
"""Palette index of bars for whoever has a card: grey."""
OBSERVATION_NOTE = (
    "What was counted in observed games. The share of those who drew or played a card that won is not what it "
    "is worth: whoever is ahead plays other cards than whoever is behind."
)


def make_impact_figures(document: ImpactDocument, game: Game) -> Iterator[ReportFigure]:
    """Yield the effects of all things, the wins with nothing left out, observed cards and the course of the games."""
    names = Names(game.rulebook)
    yield _effects(document, game, names)
    if games := document.baseline.games:
        draws = document.baseline.draws
        won = {who: (names.title_of(who), times) for who, times in document.baseline.wins.items()}
        won |= {DRAW: (NOBODY, draws)} if draws else {}
        shares = joint_shares([times for _, times in won.values()], games)
        rows = [(who, *won[who], *interval_cells(share)) for who, share in zip(won, shares, strict=True)]
        columns = ("winner", "title", "games", "share", "low", "high")
        table = DataTable("baseline", "Won with all things, alone or with others", columns, rows)
        text = "Who won which share of the games"
        chart = partial(share_chart, table, games, text, colours=colours_of(game), mark=even_line(game))
        yield ReportFigure(table, "Won with all things", [chart])
    if document.watched:
        yield ReportFigure(_cards(document.cards, document.watched), "Cards", text=OBSERVATION_NOTE)
    yield from course_figures(document.course, game)


def _effects(document: ImpactDocument, game: Game, names: Names) -> ReportFigure:
    """Return the effect of each thing on each side, largest first, with a bar for each thing."""
    rows: list[TableRow] = []
    for thing in document.ranked:
        facts = thing.verdict, thing.games, thing.stopped_in
        head = thing.kind, thing.id, thing.title
        ranks = (None, None) if thing.rank is None else (thing.rank.first, thing.rank.last)
        for who, points in thing.points.items():
            counts = who == thing.counted
            cells = *interval_cells(points.scaled(POINTS)), *_likely(thing, counts)
            rows.append((*head, who, names.title_of(who), counts, *cells, *ranks, *facts))
        if thing.holder is not None:
            counts = thing.counted == HOLDER
            cells = *interval_cells(thing.holder.scaled(POINTS)), *_likely(thing, counts)
            rows.append((*head, HOLDER, "its holder", counts, *cells, *ranks, *facts))
        if not thing.points:
            rows.append((*head, None, None, None, *interval_cells(None), None, *ranks, *facts))
    told = "points", "low", "high", "likely", "first rank", "last rank", "verdict", "games", "stopped in"
    columns = ("kind", "id", "title", "side", "side title", "counts", *told)
    table = DataTable("impact", "What each thing is worth, in points of wins", columns, rows)
    bars = _bars(table, document, game, names)
    meaning = effect_text(document)
    text = (
        f"{meaning[0].upper()}{meaning[1:]}. At most 5 % of the intervals of real things miss, on average; all others "
        "hold at once in 95 of 100 runs. Likely: the points, corrected because the largest of many estimates are too "
        "large by chance. Ranks: where it may stand among all. A bar of the likely points for each thing whose effect "
        "is real: to the right, its side wins more often with it; to the left, less often. "
        f"{_legend(game, names)}"
    )
    note = truncation_note(len(bars))
    chart = partial(bar_chart, "worths", bars[:MAX_ROWS], "What things are worth", note, "points")
    return ReportFigure(table, "What it is worth", [chart] if bars else [], text)


def _likely(thing: ThingFigures, counts: bool) -> TableRow:
    """Return the likely points as a cell, which is empty unless they are those of this row."""
    return (None if thing.likely is None or not counts else rounded_or_none(thing.likely),)


def _legend(game: Game, names: Names) -> str:
    """Return the colours of the bars in words."""
    colours, contenders = colours_of(game), contenders_of(game)
    called = names.distinct_titles(contenders)
    told = [f"{COLOUR_NAMES[colours[who] % len(COLOUR_NAMES)]}: {called[who]}" for who in contenders]
    return f"{'; '.join([*told, f'{COLOUR_NAMES[HOLDER_COLOUR]}: whoever has the card'])}."


def _rank_text(row: Mapping[str, Any]) -> str:
    first, last = row["first rank"], row["last rank"]
    return f"rank {first}" if first == last else f"rank {first} to {last}"


def _bars(table: DataTable, document: ImpactDocument, game: Game, names: Names) -> list[Bar]:
    """Return a bar for each thing whose effect is real: the points that count, in the colour of their side."""
    colour = {HOLDER: HOLDER_COLOUR} | colours_of(game)
    called = {HOLDER: "its holder"} | names.distinct_titles(contenders_of(game))
    real = {(thing.kind, thing.id) for thing in document.ranked if thing.real}
    rows = [row for row in records(table) if row["counts"] and (row["kind"], row["id"]) in real]
    return [
        Bar(
            f"{title}, for {called[row['side']]}",
            row["likely"],
            row["low"],
            row["high"],
            f"{row['likely']:+.1f} ({row['low']:+.1f} to {row['high']:+.1f}), {_rank_text(row)}",
            colour=colour[row["side"]],
        )
        for row, title in zip(rows, distinct_titles(rows, "id"), strict=True)
    ]


def _cards(cards: Sequence[CardFigures], games: int) -> DataTable:
    labels = sorted({label for card in cards for label in card.observed.uses or ()})
    facts = ("drawn", "drawn_games", "held", "played_games", "never", "share_when_drawn", "share_when_played")
    rows: list[TableRow] = []
    for card in cards:
        found: list[Any] = [getattr(card.observed, fact) for fact in facts]
        shares = (rounded_or_none(fact) if isinstance(fact, float) else fact for fact in found)
        uses: Mapping[str, int] = card.observed.uses or {}
        rows.append((card.thing.id, card.thing.title, *shares, *(uses.get(label, 0) for label in labels)))
    columns = ("id", "title", *(fact.replace("_", " ") for fact in facts), *map(use_column, labels))
    return DataTable("cards", f"What became of cards in {format_count(games, 'game')}", columns, rows)


def render_impact_page(document: ImpactDocument, game: Game, figures: Sequence[ReportFigure]) -> str:
    """Return the page: impact of each element, largest first, and statistics of cards and pieces.

    Raise MissingExtraError if matplotlib isn't installed.
    """
    names = Names(game.rulebook)
    rows = [row for figure in figures if figure.table.id == "baseline" for row in records(figure.table)]
    said = [f"{title} {format_share(row)}" for row, title in zip(rows, distinct_titles(rows, "winner"), strict=True)]
    heading = f"{title_of(game.rulebook, names)}: what it is worth"
    lead = [*([f"With all things: {', '.join(said)}."] if said else []), f"{verdict_counts_text(document)}."]
    return render_page(
        heading, describe_lineup(game, document.subject.players, names), lead, run_facts(document), figures
    )
