"""Results of a sweep as text: a sentence first, then a line for each value, or a grid for two places."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from cli.game_loading import format_game_name, format_variant_options, names_in
from cli.seats import describe_backend, describe_fallbacks
from cli.text.columns import format_table
from cli.text.screen import current_screen
from interpreter.lab import POINTS
from interpreter.players import describe_lineup
from interpreter.presentation import format_count
from interpreter.report import SweepSummary
from interpreter.support import printable

if TYPE_CHECKING:
    from interpreter.lab import Interval, PointResult, SweepDocument, SweepResult

BAR_WIDTH = 20
OUTSIDE, INSIDE, ESTIMATE, AIM = ".", "=", "#", "|"
"""Characters of a bar."""
SweepRow = tuple[str, ...]


def format_sweep(found: SweepResult, document: SweepDocument, name: str) -> str:
    """Return the report: results for each value, and for the aim; `name`: the game as typed."""
    return _SweepText(found, document, name).text()


class _SweepText:
    def __init__(self, found: SweepResult, document: SweepDocument, name: str) -> None:
        self._found = found
        self._backend = document.backend
        self._typed = name
        self._names = names_in(found.spec.game.rulebook, "en")
        self._words = SweepSummary(found, self._names)
        self._aimed = found.target_search
        self._known = self._words.played
        self._who = self._words.contender

    def text(self) -> str:
        wrap = current_screen().wrap
        lines = [*wrap(self._words.sentence()), *wrap(self._subject()), *wrap(self._players())]
        if self._known:
            lines += [""]
            lines += self._format_grid() if len(self._found.spec.places) > 1 else self._format_values()
        lines += self._format_stopped()
        lines += ["", *(self._format_notes() if self._known else []), "", *self._format_run()]
        return "\n".join(lines)

    def _subject(self) -> str:
        name = printable(format_game_name(self._found.spec.game.rulebook))
        return f"{name}{self._words.with_variants()}: {self._words.subject()}"

    def _players(self) -> str:
        sweep = self._found.spec
        return describe_lineup(sweep.game, sweep.seated, self._names)

    # -- tables

    def _format_values(self) -> list[str]:
        """Return a line for each value.

        Endings stand beside it if there is room, otherwise below. With more than two sides, a table of all wins
        follows.
        """
        (place,) = self._found.spec.places
        label = printable(place.path.rpartition("/")[2])
        side = self._names.title_of(self._who)
        table: list[SweepRow] = [(label, f"{side}, %", "between", self._scale(), "decisions")]
        for spot in self._found.results:
            value = printable(spot.point.chosen_values[0].text)
            if not spot.has_results:
                said = "stopped" if spot.stopped is not None else "not played"
                table.append((value, said, "", "", ""))
                continue
            found = self._words.interval(spot)
            between = f"{self._words.number(found.low)}..{self._words.number(found.high)}"
            length = f"{spot.lengths()['decisions_per_game'].estimate:.1f}"
            table.append((value, self._words.number(found.estimate), between, self._bar(found), length))
        ends = self._format_endings()
        beside = [(*row, *more) for row, more in zip(table, ends, strict=True)]
        if _table_width(beside) < current_screen().width:
            lines = [format_table(beside, "")]
        else:
            told = [("ends by, %", *ends[0]), *((row[0], *more) for row, more in zip(table[1:], ends[1:], strict=True))]
            lines = [format_table(table, ""), "", format_table(told, "")]
        return [*lines, *self._all_sides()]

    def _format_endings(self) -> list[SweepRow]:
        """Return the endings, most frequent first, and their percentages for each value."""
        totals: Counter[str] = Counter()
        for spot in self._known:
            totals.update(spot.tally.counts["reasons"])
        reasons = sorted(totals, key=lambda reason: (-totals[reason], reason))
        rows: list[SweepRow] = [
            tuple(printable(self._names.label(reason, self._names.as_words(reason))) for reason in reasons)
        ]
        for spot in self._found.results:
            counts = spot.tally.counts["reasons"]
            often = (f"{POINTS * counts[reason] / spot.games:.1f}" if spot.has_results else "" for reason in reasons)
            rows.append(tuple(often))
        return rows

    def _all_sides(self) -> list[str]:
        who = self._found.spec.contenders
        if len(who) <= 2:
            return []
        table: list[SweepRow] = [("won by, %", *self._names.distinct_titles(who).values())]
        for spot in self._known:
            shares = self._words.shares[spot.point.number]
            value = printable(spot.point.chosen_values[0].text)
            table.append((value, *(self._words.number(shares[each].estimate) for each in who)))
        return ["", format_table(table, "")]

    def _scale_ends(self) -> tuple[float, float]:
        """Return the lower and upper end of the scale of bars, as shares."""
        found = [self._words.interval(spot) for spot in self._known]
        aim = [self._aimed.aim.target] if self._aimed else []
        return min([each.low for each in found] + aim), max([each.high for each in found] + aim)

    def _scale(self) -> str:
        low, high = (f"{POINTS * end:.0f}" for end in self._scale_ends())
        return f"{low}{'-' * (BAR_WIDTH - len(low) - len(high))}{high}"

    def _bar(self, interval: Interval) -> str:
        low, high = self._scale_ends()

        def at(share: float) -> int:
            return min(BAR_WIDTH - 1, int(BAR_WIDTH * (share - low) / (high - low))) if high > low else 0

        bar = [OUTSIDE] * BAR_WIDTH
        first, last = at(interval.low), at(interval.high)
        bar[first : last + 1] = [INSIDE] * (last + 1 - first)
        if self._aimed:
            bar[at(self._aimed.aim.target)] = AIM
        bar[at(interval.estimate)] = ESTIMATE
        return "".join(bar)

    def _format_grid(self) -> list[str]:
        """Return grids with rows for the values of the first place and columns for those of the second."""
        down, across = self._found.spec.places
        found = [id(spot) for spot in self._aimed.found] if self._aimed else []

        def share(spot: PointResult) -> str:
            return self._words.number(self._words.interval(spot).estimate) + ("*" if id(spot) in found else "")

        def length(spot: PointResult) -> str:
            return f"{spot.lengths()['decisions_per_game'].estimate:.1f}"

        lines: list[str] = []
        head = ("", *(printable(value.text) for value in across.values))
        for title, cell in ((f"{self._names.title_of(self._who)} wins, %", share), ("decisions a game", length)):
            table: list[SweepRow] = [head]
            for first in range(0, len(self._found.results), len(across.values)):
                spots = self._found.results[first : first + len(across.values)]
                cells = (cell(spot) if spot.has_results else "stopped" if spot.stop_reason else "-" for spot in spots)
                table.append((printable(spots[0].point.chosen_values[0].text), *cells))
            lines += ["", title, format_table(table, "  ")]
        reach = max(self._words.interval(spot).half_width for spot in self._known)
        lines += ["", f"rows: {printable(down.path)}", f"columns: {printable(across.path)}"]
        star = "; * holds the aim" if found else ""
        told = f"intervals reach {self._words.number(reach)} at most{star}; all of them are in --json and --csv"
        return [*lines[1:], *current_screen().wrap(told)]

    # -- closing lines

    def _format_stopped(self) -> list[str]:
        lines: list[str] = []
        for spot in self._found.results:
            if spot.stop_reason is not None:
                game = f"with {self._words.value(spot)} game {spot.stopped} could not be played to its end"
                lines += current_screen().wrap(
                    f"{game}: {printable(spot.stop_reason.message)} ({printable(str(spot.stop_reason.where))})"
                )
        return ["", *lines] if lines else []

    def _format_notes(self) -> list[str]:
        wrap = current_screen().wrap
        how = ", at every look," if self._aimed else ""
        marks = "; | is the aim" if self._aimed and len(self._found.spec.places) == 1 else ""
        lines = wrap(f"all intervals hold at once{how} in 95 of 100 runs{marks}")
        if self._aimed and self._aimed.found:
            book = self._found.spec.game.rulebook
            variants = (*book.requested_variants, *self._aimed.found[0].point.settings)
            command = shlex.join(["cahier", "play", self._typed, *format_variant_options(variants)])
            lines.append(f"to play with it: {printable(command)}")
        return lines

    def _format_run(self) -> list[str]:
        found = self._found
        each = {spot.games for spot in found.results if spot.has_results}
        with_each = f"{format_count(next(iter(each)), 'game')} with each value, " if len(each) == 1 else ""
        how = describe_backend(self._backend)
        cut = "" if found.is_complete else " (interrupted)"
        games = f"{with_each}{format_count(found.games, 'game')} in {found.seconds:.2f} s{how}{cut}"
        return [games, *describe_fallbacks(self._backend)]


def _table_width(table: Sequence[SweepRow]) -> int:
    """Return the width of a table without wrapping."""
    widths = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    return sum(widths) + 2 * (len(widths) - 1)
