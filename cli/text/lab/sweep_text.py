"""Results of `cahier sweep` as text: a sentence, then a line for each value, or grids for two places."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from cli.game_loading import format_game_name, format_variant_options, names_in
from cli.seats import describe_backend, describe_fallbacks
from cli.text.screen import current_screen, format_table
from interpreter.lab import POINTS
from interpreter.players import describe_lineup
from interpreter.presentation import format_count
from interpreter.report import SweepSummary
from interpreter.support import printable

if TYPE_CHECKING:
    from interpreter.lab import Interval, PointFigures, SweepDocument
    from interpreter.matches import Game

SCALE_WIDTHS = (20, 12)
"""Widths of a bar: the usual one, and that on a narrow screen."""
PRESENT = "present"
"""Mark of the present value of the rules."""
OUTSIDE, INSIDE, ESTIMATE, AIM = ".", "=", "#", "|"
"""Characters of a bar."""
SweepRow = tuple[str, ...]


def format_sweep(document: SweepDocument, game: Game, name: str) -> str:
    """Return the report: results for each value, and for the aim; `name`: the game as typed."""
    return _SweepText(document, game, name).text()


class _SweepText:
    def __init__(self, document: SweepDocument, game: Game, name: str) -> None:
        self._document = document
        self._game = game
        self._typed = name
        self._names = names_in(game.rulebook, "en")
        self._words = SweepSummary(document, game, self._names)
        self._known = self._words.played
        self._side = self._names.title_of(self._words.contender)
        self._found = [] if document.aim is None else document.points_with(document.aim.values)

    def text(self) -> str:
        wrap = current_screen().wrap
        said = self._words.sentence(), self._words.confirmation(), self._subject(), self._players(), self._words.doubt()
        lines = [line for each in said if each for line in wrap(each)]
        if self._known:
            lines += [""]
            lines += self._format_grid() if len(self._document.vary) > 1 else self._format_values()
        lines += self._format_stopped()
        lines += ["", *(self._format_notes() if self._known else []), "", *self._format_run()]
        return "\n".join(lines)

    def _subject(self) -> str:
        name = printable(format_game_name(self._game.rulebook))
        return f"{name}{self._words.with_variants()}: {self._words.subject()}"

    def _players(self) -> str:
        return describe_lineup(self._game, self._document.subject.players, self._names)

    # -- tables

    def _format_values(self) -> list[str]:
        """Return a line for each value.

        Endings stand beside it if there is room, otherwise below. With more than two sides, or draws, a table of
        all wins follows.
        """
        table, ends = self._value_rows(SCALE_WIDTHS[0]), self._format_endings()
        beside = [(*row, *more) for row, more in zip(table, ends, strict=True)]
        if _table_width(beside) < current_screen().width:
            lines = [format_table(beside, "")]
        else:
            if _table_width(table) >= current_screen().width:
                table = self._value_rows(SCALE_WIDTHS[1])
            told = [("ends by, %", *ends[0]), *((row[0], *more) for row, more in zip(table[1:], ends[1:], strict=True))]
            lines = [format_table(table, ""), "", format_table(told, "")]
        return [*lines, *self._all_sides()]

    def _value_rows(self, scale: int) -> list[SweepRow]:
        """Return the heading and a row for each value, with bars of this width."""
        (path,) = self._document.vary
        label = printable(path.rpartition("/")[2])
        head = (label, f"{self._side}, %", "between", self._scale(scale), "change", "between", "decisions")
        table: list[SweepRow] = [head]
        for point in self._document.arms:
            value = printable(point.texts[0]) if point.texts else PRESENT
            if not point.wins:
                said = "stopped" if point.stopped_in is not None else "not played"
                table.append((value, said, "", "", "", "", ""))
                continue
            found = self._words.interval(point)
            bar = self._bar(found, scale)
            row = (value, self._words.number(found.estimate), self._between(found, self._words.number), bar)
            table.append((*row, *self._change(point), _length(point)))
        return table

    def _between(self, interval: Interval, number: Callable[[float], str]) -> str:
        return f"{number(interval.low)}..{number(interval.high)}"

    def _change(self, point: PointFigures) -> tuple[str, str]:
        """Return the change from the present value, and its interval."""
        change = point.difference.get(self._words.contender)
        if change is None:
            return (PRESENT, "") if point.present else ("", "")
        return self._words.signed(change.estimate), self._between(change, self._words.signed)

    def _format_endings(self) -> list[SweepRow]:
        """Return the endings, most frequent first, and their percentages for each value."""
        totals: Counter[str] = Counter()
        for point in self._known:
            totals.update(_reasons(point))
        reasons = sorted(totals, key=lambda reason: (-totals[reason], reason))
        rows: list[SweepRow] = [
            tuple(printable(self._names.label(reason, self._names.as_words(reason))) for reason in reasons)
        ]
        for point in self._document.arms:
            counts = _reasons(point)
            often = (f"{POINTS * counts[reason] / point.games:.1f}" if point.wins else "" for reason in reasons)
            rows.append(tuple(often))
        return rows

    def _all_sides(self) -> list[str]:
        who, has_draws = self._known[0].wins, self._document.has_draws
        if len(who) <= 2 and not has_draws:
            return []
        table: list[SweepRow] = [("won by, %", *self._names.distinct_titles(who).values(), *["nobody"] * has_draws)]
        for point in [point for point in self._document.arms if point.wins]:
            found = [*point.wins.values(), *([point.draws] if has_draws and point.draws else [])]
            shares = (self._words.number(share.estimate) for share in found)
            table.append((printable(point.texts[0]) if point.texts else PRESENT, *shares))
        return ["", format_table(table, "")]

    def _scale_ends(self) -> tuple[float, float]:
        """Return the lower and upper end of the scale of bars, as shares."""
        found = [self._words.interval(point) for point in self._document.arms if point.wins]
        aim = [self._document.aim.target / POINTS] if self._document.aim else []
        return min([each.low for each in found] + aim), max([each.high for each in found] + aim)

    def _scale(self, width: int) -> str:
        low, high = (f"{POINTS * end:.0f}" for end in self._scale_ends())
        return f"{low}{'-' * (width - len(low) - len(high))}{high}"

    def _bar(self, interval: Interval, width: int) -> str:
        low, high = self._scale_ends()

        def at(share: float) -> int:
            return min(width - 1, int(width * (share - low) / (high - low))) if high > low else 0

        bar = [OUTSIDE] * width
        first, last = at(interval.low), at(interval.high)
        bar[first : last + 1] = [INSIDE] * (last + 1 - first)
        if self._document.aim:
            bar[at(self._document.aim.target / POINTS)] = AIM
        bar[at(interval.estimate)] = ESTIMATE
        return "".join(bar)

    def _format_grid(self) -> list[str]:
        """Return grids with rows for the values of the first place and columns for those of the second."""
        down, across = self._document.vary
        columns = len(self._document.vary[across])
        points = self._document.points

        def share(point: PointFigures) -> str:
            star = "*" if any(point is each for each in self._found) else ""
            return self._words.number(self._words.interval(point).estimate) + star

        def change(point: PointFigures) -> str:
            found = point.difference.get(self._words.contender)
            if found is None:
                return PRESENT if point.present else "-"
            return self._words.signed(found.estimate) + ("?" if found.contains(0) else "")

        lines: list[str] = []
        head = ("", *(printable(point.texts[1]) for point in points[:columns]))
        grids = (f"{self._side} wins, %", share), ("change, points", change), ("decisions a game", _length)
        for title, cell in grids:
            table: list[SweepRow] = [head]
            for first in range(0, len(points), columns):
                row = points[first : first + columns]
                cells = (cell(each) if each.wins else "stopped" if each.stop_reason else "-" for each in row)
                table.append((printable(row[0].texts[0]), *cells))
            lines += ["", title, format_table(table, "  ")]
        reach = max(self._words.interval(point).half_width for point in self._known)
        lines += ["", f"rows: {printable(down)}", f"columns: {printable(across)}"]
        if (reference := self._document.reference) is not None and reference.wins:
            won = self._words.number(self._words.interval(reference).estimate)
            lines.append(f"with the present values: {won} %")
        star = "; * holds the aim" if self._found else ""
        told = f"intervals reach {self._words.number(reach)} at most{star}; ? may be none; all are in --json and --csv"
        return [*lines[1:], *current_screen().wrap(told)]

    # -- closing lines

    def _format_stopped(self) -> list[str]:
        lines: list[str] = []
        for point in self._document.arms:
            if (reason := point.stop_reason) is not None:
                value = self._words.value(point) if point.texts else "the present values"
                game = f"with {value} game {point.stopped_in} could not be played to its end"
                lines += current_screen().wrap(f"{game}: {printable(reason.message)} ({printable(str(reason.where))})")
        return ["", *lines] if lines else []

    def _format_notes(self) -> list[str]:
        wrap = current_screen().wrap
        how = ", at every look," if self._document.aim else ""
        marks = "; | is the aim" if self._document.aim and len(self._document.vary) == 1 else ""
        lines = wrap(f"all intervals hold at once{how} in 95 of 100 runs{marks}")
        if any(point.difference for point in self._known):
            lines += wrap("change: points more or less than with the present value, on the same games")
        if self._found:
            variants = (*self._game.rulebook.requested_variants, *self._found[0].settings)
            command = shlex.join(["cahier", "play", self._typed, *format_variant_options(variants)])
            lines.append(f"to play with it: {printable(command)}")
        return lines

    def _format_run(self) -> list[str]:
        document = self._document
        each = {point.games for point in self._known}
        with_each = f"{format_count(next(iter(each)), 'game')} with each value, " if len(each) == 1 else ""
        how = describe_backend(document.run)
        cut = "" if document.complete else " (interrupted)"
        games = f"{with_each}{format_count(document.games, 'game')} in {document.seconds:.2f} s{how}{cut}"
        return [games, *describe_fallbacks(document.run)]


def _length(point: PointFigures) -> str:
    """Return the mean number of decisions of a game."""
    mean = point.length["decisions_per_game"]
    return "" if mean is None else f"{mean.estimate:.1f}"


def _reasons(point: PointFigures) -> Counter[str]:
    """Return the number of games by the reason of their end."""
    return Counter({reason: round(share.estimate * point.games) for reason, share in point.reasons.items()})


def _table_width(table: Sequence[SweepRow]) -> int:
    """Return the width of a table without wrapping."""
    widths = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    return sum(widths) + 2 * (len(widths) - 1)
