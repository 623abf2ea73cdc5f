"""Sentences, figures and page of a search for the smallest change that reaches an aim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from interpreter.lab.compare.aims import DRAWS, LENGTHS
from interpreter.lab.compare.question import POINTS
from interpreter.lab.stats.intervals import Interval
from interpreter.lab.stats.payoffs import contenders_of
from interpreter.lab.tune.tune_document import TunedChange, TunedFigure, TuneDocument
from interpreter.matches.match import Game
from interpreter.players.lineup import describe_lineup
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import format_count
from interpreter.report.drawing.plots import Bar, ReferenceLine, bar_chart
from interpreter.report.drawing.svg import Picture
from interpreter.report.html_page import render_page
from interpreter.report.phrasing import format_list
from interpreter.report.shared_parts import (
    DataTable,
    ReportFigure,
    TableRow,
    colours_of,
    interval_cells,
    run_facts,
    title_of,
)
from interpreter.support.errors import printable

MOST_TOLD = 3
"""Maximum number of smaller changes that a sentence names."""
TUNED_INTERVALS = "In brackets: 95 % intervals, of games that chose nothing. They hold together in 95 of 100 runs."
"""Note on the intervals, for texts and pages."""
PRESENT = "as the rules are"


class TuneSummary:
    """Sentences on a search."""

    def __init__(self, document: TuneDocument, game: Game, names: Names) -> None:
        self._document = document
        self._titles = names.distinct_titles(contenders_of(game))

    def aim(self) -> str:
        """Return what was aimed at."""
        return f"Aim: {format_list([self._aim(figure) for figure in self._document.figures])}."

    def answer(self) -> str:
        """Return the chosen change and what is known of it."""
        document = self._document
        if document.chosen is None:
            cut = "Interrupted" if not document.complete else "The time was up"
            return f"{cut} before anything was known."
        change = self.change(document.change_with(document.chosen))
        if not document.fresh_games:
            cut = "Interrupted, so far" if not document.complete else "The time was up; so far"
            return f"{cut} the most promising is {change}. No game that chose nothing has been played yet."
        figures = format_list([self._moved(figure) for figure in document.figures])
        if not document.chosen:
            return f"{_PRESENT_WORDS[document.verdict]}: {PRESENT}, {figures}."
        return f"{_CHANGE_WORDS[document.verdict].format(change=f'{change[0].upper()}{change[1:]}')}: {figures}."

    def doubts(self) -> list[str]:
        """Return what is not settled."""
        return [*self._width(), *self._direction(), *self._smaller(), *self._ends(), *self._left_out()]

    def change(self, change: TunedChange) -> str:
        """Return a change in words."""
        if not change.texts:
            return "no change"
        return format_list([self._place(name, text) for name, text in change.texts.items()])

    def _place(self, name: str, text: str) -> str:
        present = self._document.present.get(name)
        before = "" if present is None else f" from {present:g}"
        return f"`{printable(name)}`{before} to {printable(text)}"

    def _aim(self, figure: TunedFigure) -> str:
        return f"{self._subject(figure)} {_range(figure.low, figure.high)} {_unit(figure)}"

    def _subject(self, figure: TunedFigure) -> str:
        if figure.figure == DRAWS:
            return "nobody wins"
        return f"{self._titles[figure.figure]} wins" if figure.figure in self._titles else "a game has"

    def _moved(self, figure: TunedFigure) -> str:
        """Return a figure after the change, and what it is now."""
        assert figure.after is not None and figure.before is not None
        found = f"{self._subject(figure)} {_interval(figure.after, figure)}"
        return found if not self._document.chosen else f"{found}, as the rules are {_interval(figure.before, figure)}"

    def _width(self) -> Iterator[str]:
        """Yield that intervals are too wide to say more, and the number of games that would do."""
        document = self._document
        if document.verdict not in ("possible", "undecided") or not document.fresh_games:
            return
        needed = 0.0
        for figure in document.figures:
            assert figure.after is not None
            room = min(figure.after.estimate - figure.low, figure.high - figure.after.estimate)
            room = max(room, (figure.high - figure.low) / 4)
            needed = max(needed, (figure.after.half_width / room) ** 2 if room else 0.0)
        if needed > 1:
            each = " with each version" if document.chosen else ""
            verb = "doesn't" if document.fresh_games == 1 else "don't"
            tried = f"{format_count(document.fresh_games, 'game')}{each} {verb} tell"
            games = float(f"{document.fresh_games * needed:.2g}")
            yield f"{tried} whether the aim is reached; about {games:,.0f} would."

    def _direction(self) -> Iterator[str]:
        """Yield that cheap and deciding players disagree about the direction of a figure."""
        document = self._document
        if not document.chosen or document.screened_by is None:
            return
        screened = document.change_with(document.chosen).screened
        for figure in document.figures:
            cheap, change = screened.get(figure.figure), figure.change
            if cheap is not None and change is not None and not change.contains(0) and cheap * change.estimate < 0:
                side, strong = self._titles[figure.figure], POINTS * change.estimate
                yield (
                    f"The players disagree: the change moves {side} by {cheap:+.1f} points between "
                    f"{document.screened_by} players, and by {strong:+.1f} between {document.by} players."
                )

    def _smaller(self) -> Iterator[str]:
        document = self._document
        if not document.smaller or document.chosen is None:
            return
        changes = [document.change_with(values) for values in document.smaller]
        changes.sort(key=lambda each: -(each.chance or 0.0))
        told = [self.change(each) if each.values else "no change at all" for each in changes[:MOST_TOLD]]
        if rest := len(changes) - MOST_TOLD:
            told += [f"{rest} more"] if rest > 0 else []
        yield f"A smaller change may do, too: {format_list(told, 'or')}."

    def _ends(self) -> Iterator[str]:
        """Yield the places whose chosen value is the first or last of the values, if the aim is missed."""
        document = self._document
        if document.verdict != "not_reached" or not document.chosen:
            return
        ends = [
            name
            for name, value in document.chosen.items()
            if isinstance(value, int | float) and value in (min(document.vary[name]), max(document.vary[name]))
        ]
        if ends:
            named = format_list([f"`{printable(name)}`" for name in ends])
            yield f"{named} {'is' if len(ends) == 1 else 'are'} at the end of the values: try some beyond."

    def _left_out(self) -> Iterator[str]:
        document = self._document
        tried = len(document.changes) - 1
        if (whole := document.all_changes - document.refused) > tried:
            yield f"Only the {tried} smallest of {whole:,} changes were tried."
        if document.refused:
            yield f"{format_count(document.refused, 'combination')} of values made no valid rules and were left out."
        stopped = [change for change in document.changes if change.stop_reason is not None]
        for change in stopped[:1]:
            assert change.stop_reason is not None
            several = f"{format_count(len(stopped), 'change')} made games that could not be played to their end"
            where = f"with {self.change(change)} it was game {change.stopped_in}"
            yield f"{several}; {where}: {printable(change.stop_reason.message)}."


_CHANGE_WORDS = {
    "undecided": "Too few games to tell. {change} is the most promising change",
    "reached": "{change} reaches the aim",
    "possible": "{change} may reach the aim",
    "not_reached": "No change is known to reach the aim. {change} seemed nearest, but misses it",
}
_PRESENT_WORDS = {
    "undecided": "Too few games to tell whether a change is needed",
    "reached": "No change is needed",
    "possible": "No change may be needed",
    "not_reached": "No change is known to come nearer to the aim than the present values, which miss it",
}


def _unit(figure: TunedFigure) -> str:
    return figure.figure if figure.figure in LENGTHS else "% of games"


def _range(low: float, high: float) -> str:
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def _interval(found: Interval, figure: TunedFigure) -> str:
    unit = figure.figure if figure.figure in LENGTHS else "%"
    return f"{found.estimate:.1f} {unit} ({found.low:.1f} to {found.high:.1f})"


def make_tune_figures(document: TuneDocument, game: Game) -> Iterator[ReportFigure]:
    """Yield all figures: the figures aimed at before and after, and the changes that were tried."""
    names = Names(game.rulebook)
    rows: list[TableRow] = [
        (figure.figure, figure.low, figure.high, *interval_cells(figure.before), *interval_cells(figure.after))
        for figure in document.figures
    ]
    columns = ("figure", "aim low", "aim high")
    bounds = tuple(f"{when}{bound}" for when in ("before", "after") for bound in ("", " low", " high"))
    table = DataTable("figures", "The figures aimed at, before and after", (*columns, *bounds), rows)
    shares = [each for each in document.figures if each.figure in contenders_of(game) and each.after]
    charts = [partial(_chart, document, game, each) for each in shares]
    intervals = TUNED_INTERVALS.partition(": ")[2]
    yield ReportFigure(table, "Before and after", charts, f"The thin lines are {intervals}" if charts else "")
    yield ReportFigure(_changes(document, names, game), "Changes that were tried", is_wide=True)


def _changes(document: TuneDocument, names: Names, game: Game) -> DataTable:
    figures = [each.figure for each in document.figures]
    places = [*document.vary]
    rows: list[TableRow] = [
        (
            *(change.texts.get(place) for place in places),
            change.places,
            change.screening_games,
            *(_rounded(change.screened.get(figure)) for figure in figures),
            change.games,
            change.rounds,
            *(_rounded(change.expected.get(figure)) for figure in figures),
            _rounded(change.chance),
            "yes" if change.ruled_out else "no",
            "yes" if change.values == document.chosen else "no",
        )
        for change in document.changes
    ]
    columns = (
        *places,
        "places",
        "screening games",
        *(f"screened {figure}" for figure in figures),
        "games",
        "rounds",
        *(f"expected {figure}" for figure in figures),
        "chance",
        "ruled out",
        "chosen",
    )
    return DataTable("changes", "Changes from the present values, from the smallest", columns, rows)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def _chart(document: TuneDocument, game: Game, figure: TunedFigure) -> Picture:
    title = Names(game.rulebook).title_of(figure.figure)
    arms = [("present", figure.before), *([("changed", figure.after)] if document.chosen else [])]
    bars = []
    for label, share in arms:
        if share is not None:
            said = f"{share.estimate:.1f} % ({share.low:.1f}–{share.high:.1f})"
            bars.append(Bar(label, share.estimate, share.low, share.high, said, colour=colours_of(game)[figure.figure]))
    aim = figure.aim if figure.aim is not None else (figure.low + figure.high) / 2
    mark = ReferenceLine(aim, f"aim: {_range(figure.low, figure.high)} %")
    return bar_chart(f"before_{figure.figure}", bars, f"How often {title} wins", axis="% of games", mark=mark)


def render_tune_page(document: TuneDocument, game: Game, figures: Sequence[ReportFigure]) -> str:
    """Return the page: the answer, what is not settled, and the changes that were tried.

    Raises MissingExtraError if matplotlib isn't installed.
    """
    names = Names(game.rulebook)
    summary = TuneSummary(document, game, names)
    players = describe_lineup(game, document.subject.players, names)
    said = [each.replace("`", "") for each in (summary.answer(), summary.aim(), *summary.doubts())]
    title = f"{title_of(game.rulebook, names)}: the smallest change that reaches an aim"
    return render_page(title, players, said, run_facts(document), figures)
