"""Figures of a playtest for CSV files and pages: the shape of a figure determines its table, picture and text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, assert_never

from interpreter.lab.pace import PaceFigures
from interpreter.lab.playtest_document import PlaytestDocument
from interpreter.lab.result_documents import rounded_or_none
from interpreter.lab.stats.intervals import joint_shares
from interpreter.matches.match import Game
from interpreter.players.lineup import BALANCE_WARNING, describe_lineup, random_seats
from interpreter.playtest.run.coverage import CoverageFigures
from interpreter.playtest.run.figures import DRAW, FIGURES, Figure, FigureShape
from interpreter.playtest.run.observers import CourseStatistics
from interpreter.playtest.run.offers import first_copies, merge_copies
from interpreter.playtest.run.runner import PlaytestResult
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import format_count
from interpreter.report.drawing.plots import Bar, bar_chart, histogram
from interpreter.report.drawing.svg import Picture
from interpreter.report.html_page import render_page
from interpreter.report.offers_report import offers_figure
from interpreter.report.shared_parts import (
    JOINT_INTERVALS,
    MAX_ROWS,
    NOBODY,
    DataTable,
    ReportFigure,
    TableRow,
    and_others,
    colours_of,
    course_figures,
    distinct_titles,
    even_line,
    fallback_fact,
    format_share,
    interval_cells,
    records,
    share_chart,
    title_of,
    truncation_note,
    turn_order_figure,
    use_column,
)
from interpreter.support.name_lists import list_first

SHARE = ("games", "share", "low", "high")
"""Columns of a share: number of games, share of all games, and its 95 % interval."""
MAX_WINNERS = 3
"""Maximum number of outcomes in the lead sentence."""


def make_playtest_figures(
    result: PlaytestResult, document: PlaytestDocument, course: CourseStatistics
) -> Iterator[ReportFigure]:
    """Yield all figures of a playtest; those that do not apply to the game are left out."""
    tables = _FigureTables(result.plan.game, document)
    for figure in FIGURES:
        counts = result.tally.counts[figure.key]
        table = tables.table(figure, document.figures[figure.key], counts)
        if table is not None:
            yield tables.report_figure(figure, table)
        if (
            figure.shape is FigureShape.WINNERS_BY_SEAT
            and document.turn_order is not None
            and document.turn_order.places
        ):
            yield turn_order_figure(document.turn_order, figure.page_section, result.plan.game)
        if figure.shape is FigureShape.USES and document.offers.uses:
            is_random = bool(random_seats(result.plan.game, document.subject.players))
            yield offers_figure(document.offers, Names(result.plan.game.rulebook), is_random)
    if document.pace.games:
        yield _pace(document.pace, Names(result.plan.game.rulebook))
    if document.coverage is not None:
        yield from _coverage(document.coverage)
    yield from course_figures(course, result.plan.game)


def render_playtest_page(document: PlaytestDocument, game: Game, figures: Sequence[ReportFigure]) -> str:
    """Return the page: the answer in a few sentences, then the figures.

    Raise MissingExtraError if matplotlib isn't installed.
    """
    names = Names(game.rulebook)
    heading, players = (
        f"{title_of(game.rulebook, names)}: playtest",
        describe_lineup(game, document.subject.players, names),
    )
    facts = {
        "Games": f"{document.finished:,} of {document.games:,} finished",
        "Seats": f"{len(document.subject.players)}",
        "Seed": f"{document.seed}, from game {document.first_game}",
        "Rules": document.subject.digest[:12],
        **fallback_fact(document.run),
    }
    if not document.finished:
        stopped = [figure for figure in figures if figure.table.id == "stopped"]
        return render_page(heading, players, ["No game came to its end."], facts, stopped)
    return render_page(heading, players, _lead(document, game, figures), facts, figures)


def _lead(document: PlaytestDocument, game: Game, figures: Sequence[ReportFigure]) -> list[str]:
    rows = records(figures[0].table)
    said = [f"{title} {format_share(row)}" for row, title in zip(rows, distinct_titles(rows, "winner"), strict=True)]
    told = list_first(said, MAX_WINNERS)
    least, middle, most = (document.figures["decisions_per_game"][key] for key in ("min", "median", "max"))
    taken = (
        format_count(most, "decision")
        if least == most
        else f"{least:,} to {most:,} decisions, {middle:,} in the middle"
    )
    at_random = random_seats(game, document.subject.players)
    return [f"Won by: {told}.", f"A game takes {taken}.", *([f"{BALANCE_WARNING}."] if at_random else [])]


class _FigureTables:
    """Tables and pictures of figures, by their shape."""

    def __init__(self, game: Game, document: PlaytestDocument) -> None:
        self._game = game
        self._names = Names(game.rulebook)
        self._document = document
        self._finished = document.finished

    def table(self, figure: Figure, value: Any, counts: Mapping[Any, int]) -> DataTable | None:
        """Return the table of a figure, given its plain data and its counts; None if it does not apply to the game."""
        found = self._columns_and_rows(figure, value, counts)
        return None if found is None else DataTable(figure.table_id, figure.table_title, *found)

    def _columns_and_rows(
        self, figure: Figure, value: Any, counts: Mapping[Any, int]
    ) -> tuple[tuple[str, ...], list[TableRow]] | None:
        names, seats = self._names, self._game.seats
        match figure.shape:
            case FigureShape.WINNERS:
                shares = _shares(value.values(), self._finished)
                rows = [(who, self._winners(who), *share) for who, share in zip(value, shares, strict=True)]
                return ("winner", "title", *SHARE), rows
            case FigureShape.SEATS:
                shares = _shares((value.get(seat, 0) for seat in seats), self._finished)
                rows = [(*self._titled(seat), *share) for seat, share in zip(seats, shares, strict=True)]
                return ("seat", "title", *SHARE), rows
            case FigureShape.REASONS:
                titled = {label: names.label(label, names.as_words(label)) for label in value}
                shares = _shares(value.values(), self._finished)
                rows = [(label, titled[label], *share) for label, share in zip(value, shares, strict=True)]
                return ("reason", "title", *SHARE), rows
            case FigureShape.SPREAD:
                return (figure.row_name, "games"), sorted(counts.items())
            case FigureShape.MEAN:
                return None if value is None else (("mean",), [(value,)])
            case FigureShape.SCORES | FigureShape.LEADS:
                return self._scores(value) if figure.shape is FigureShape.SCORES else self._leads()
            case FigureShape.POSITIONS | FigureShape.ENDS:
                return self._tracks(value, POSITION if figure.shape is FigureShape.POSITIONS else ENDS)
            case FigureShape.WINNERS_BY_SEAT:
                rows = [
                    (*self._titled(first), who, self._winners(who), *share)
                    for first, won in value.items()
                    for who, share in zip(won, _shares(won.values(), sum(won.values())), strict=True)
                ]
                return (("first", "first title", "winner", "winner title", *SHARE), rows) if rows else None
            case FigureShape.USES:
                return self._uses(value) if self._game.rulebook.cards else None
            case FigureShape.MISTAKES:
                return (MISTAKE, [tuple(rule[fact] for fact in MISTAKE) for rule in value]) if value else None
            case _:
                assert_never(figure.shape)

    def _titled(self, thing: str) -> tuple[str, str]:
        return thing, self._names.title_of(thing)

    def _winners(self, who: str) -> str:
        names = self._names
        return NOBODY if who == DRAW else " + ".join(names.title_of(seat) for seat in who.split("+"))

    def _scores(self, scores: Mapping[str, float]) -> tuple[tuple[str, ...], list[TableRow]] | None:
        if self._game.rulebook.score is None:
            return None
        return ("seat", "title", "score"), [(*self._titled(seat), scores.get(seat)) for seat in self._game.seats]

    def _leads(self) -> tuple[tuple[str, ...], list[TableRow]] | None:
        leads = self._document.mean_score_leads
        rows: list[TableRow] = [(*self._titled(seat), *interval_cells(lead)) for seat, lead in leads.items()]
        return (("seat", "title", "mean", "low", "high"), rows) if rows else None

    def _tracks(
        self, values: Mapping[str, Mapping[str, int]], columns: tuple[str, ...]
    ) -> tuple[tuple[str, ...], list[TableRow]] | None:
        rows: list[TableRow] = [
            (*self._titled(track), *(found.get(each, 0) for each in columns)) for track, found in values.items()
        ]
        return (("track", "title", *columns), rows) if rows else None

    def _uses(self, uses: Mapping[str, Mapping[str, int]]) -> tuple[tuple[str, ...], list[TableRow]]:
        """Return all cards, used or not, most used first, and all copies of a card in one row."""
        labels = sorted({label for of in uses.values() for label in of})
        counts = {(card, label): times for card, of in uses.items() for label, times in of.items()}
        merged, firsts = merge_copies(counts, self._game.rulebook), first_copies(self._game.rulebook)
        totals = {card: sum(merged[card, label] for label in labels) for card in dict.fromkeys(firsts.values())}
        rows: list[TableRow] = [
            (
                *self._titled(card),
                totals[card],
                rounded_or_none(totals[card] / self._finished) if self._finished else None,
                *(merged[card, label] for label in labels),
            )
            for card in sorted(totals, key=lambda card: (-totals[card], card))
        ]
        return ("card", "title", "uses", USES_AXIS, *map(use_column, labels)), rows

    def report_figure(self, figure: Figure, table: DataTable) -> ReportFigure:
        """Return the figure with its pictures and their explanation."""
        section, text = figure.page_section, f"{table.title}: shares of the games"
        colours, games, even = colours_of(self._game), self._finished, even_line(self._game)
        match figure.shape:
            case FigureShape.WINNERS:
                return ReportFigure(
                    table, section, [partial(share_chart, table, games, text, "", colours, even)], JOINT_INTERVALS
                )
            case FigureShape.SEATS:
                mark = None if self._game.rulebook.sides else even
                chart = partial(share_chart, table, games, text, table.title, colours, mark)
                return ReportFigure(table, section, [chart] if len(self._game.seats) > 2 else [], JOINT_INTERVALS)
            case FigureShape.REASONS:
                return ReportFigure(table, section, [partial(share_chart, table, games, text)])
            case FigureShape.SPREAD if len(table.rows) > 1:
                text = "How many games take so long. The dashed line is in the middle of them."
                return ReportFigure(table, section, [partial(_histogram, figure, table)], text)
            case FigureShape.MISTAKES:
                return ReportFigure(table, section, text="These games are in no other figure.")
            case FigureShape.USES:
                return _uses_figure(figure, table, self._game)
            case FigureShape.WINNERS_BY_SEAT:
                return ReportFigure(table, section, is_on_page=False)
        return ReportFigure(table, section)


USES_AXIS = "uses a game"
"""Name of the column and the axis of uses."""
POSITION = ("min", "median", "max")
"""Columns of the last values of tracks."""
ENDS = ("low", "high")
"""Ends of a track."""
MISTAKE = ("file", "line", "code", "message", "games", "first_game")
"""Columns of mistakes in the rules."""


def _shares(counts: Iterable[int], of: int) -> list[TableRow]:
    """Return the counts of a table with their shares, whose intervals hold together."""
    found = [*counts]
    intervals = joint_shares(found, of) if of else [None] * len(found)
    return [(times, *interval_cells(interval)) for times, interval in zip(found, intervals, strict=True)]


def _histogram(figure: Figure, table: DataTable) -> Picture:
    counts = {int(str(value)): int(str(times)) for value, times in table.rows}
    return histogram(table.id, counts, figure.row_name, f"How many games have how many {figure.row_name}")


def _uses_figure(figure: Figure, table: DataTable, game: Game) -> ReportFigure:
    """Return the figure with the most used cards as bars; unused cards of the decks in use are listed by name."""
    rows = [(row, title) for row, title in zip(records(table), distinct_titles(records(table), "card"), strict=True)]
    used = [Bar(title, row[USES_AXIS], value_text=f"{row[USES_AXIS]:.2f}") for row, title in rows if row["uses"]]
    text = "Uses a game, whatever for; the table says for what."
    decks = {card.id: card.deck for card in game.rulebook.cards}
    played_decks = {decks[row["card"]] for row, _ in rows if row["uses"]}
    if never := [title for row, title in rows if not row["uses"] and decks[row["card"]] in played_decks]:
        text += f" Never used: {and_others(never)}."
    chart = partial(
        bar_chart, table.id, used[:MAX_ROWS], "How often cards are used", truncation_note(len(used)), USES_AXIS
    )
    return ReportFigure(table, figure.page_section, [chart], text, is_on_page=bool(used))


def _pace(pace: PaceFigures, names: Names) -> ReportFigure:
    """Return decisions, minutes and waiting by seat, with bars of the decisions of others between two own ones."""
    titles = names.distinct_titles(pace.seats)
    columns = ("decisions", "minutes", "others_minutes", "others_between", "longest_wait")
    rows: list[TableRow] = [
        (seat, titles[seat], *(_rounded(getattr(found, column)) for column in columns))
        for seat, found in pace.seats.items()
    ]
    table = DataTable("pace", "Pace", ("seat", "title", *(column.replace("_", " ") for column in columns)), rows)
    source = (
        "an assumption" if pace.matches is None else format_count(pace.matches, "recorded match", "recorded matches")
    )
    text = (
        f"A game has {format_count(round(pace.minutes), 'minute')} of decisions, at "
        f"{pace.seconds_per_decision:.0f} s each ({source}). "
        f"The bars are the decisions of others between two of a seat's own, in {format_count(pace.games, 'game')}."
    )
    bars = [
        Bar(titles[seat], found.others_between, value_text=f"{found.others_between:.1f}")
        for seat, found in pace.seats.items()
        if found.others_between is not None
    ]
    chart = partial(bar_chart, table.id, bars, text, axis="decisions of others in between")
    return ReportFigure(table, "Waiting for others", [chart] if bars else [], text)


def _rounded(value: float | None) -> float | None:
    return None if value is None else rounded_or_none(value)


def _coverage(coverage: CoverageFigures) -> Iterator[ReportFigure]:
    """Yield the figures of rules that were never applied, and of the number of those that were."""
    facts = ("kind", "never", "file", "line", "column", "text", "title")
    never = DataTable(
        "never",
        "What never happened",
        facts,
        [tuple(getattr(item, fact) for fact in facts) for item in coverage.never],
    )
    counts = DataTable(
        "coverage",
        "What happened at least once",
        ("kind", "happened", "of"),
        [(kind, count.happened, count.of) for kind, count in coverage.counts.items()],
    )
    yield ReportFigure(never)
    yield ReportFigure(counts, never.title if never.rows else "")
