"""Results of a sweep as text: a sentence first, then a line for each value, or a grid for two places."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from cli.backends import how_played, played_in_python
from cli.columns import columns
from cli.loading import name_of, names_in
from cli.screen import screen_here
from cli.unasked import options_of
from interpreter.errors import shown
from interpreter.lab.question import POINTS
from interpreter.lab.sweep_words import Words
from interpreter.players.lineup import lineup_phrase
from interpreter.presentation.counts import number_of

if TYPE_CHECKING:
    from interpreter.lab.intervals import Interval
    from interpreter.lab.spots import Spot
    from interpreter.lab.sweep import Swept

BAR = 20
OUTSIDE, INSIDE, ESTIMATE, AIM = ".", "=", "#", "|"
"""Characters of a bar."""
Row = tuple[str, ...]


def swept(found: Swept, name: str) -> str:
    """Return the report: results for each value, and for the aim; `name`: the game as typed."""
    return _Told(found, name).text()


class _Told:
    def __init__(self, found: Swept, name: str) -> None:
        self._found = found
        self._typed = name
        self._names = names_in(found.sweep.game.rulebook, "en")
        self._words = Words(found, self._names)
        self._aimed = found.aimed
        self._known = self._words.known
        self._who = self._words.who

    def text(self) -> str:
        fold = screen_here().fold
        lines = [*fold(self._words.sentence()), *fold(self._subject()), *fold(self._players())]
        if self._known:
            lines += [""]
            lines += self._grid() if len(self._found.sweep.places) > 1 else self._rows()
        lines += self._stopped()
        lines += ["", *(self._explained() if self._known else []), "", *self._played()]
        return "\n".join(lines)

    def _subject(self) -> str:
        name = shown(name_of(self._found.sweep.game.rulebook))
        return f"{name}{self._words.with_variants()}: {self._words.subject()}"

    def _players(self) -> str:
        sweep = self._found.sweep
        return lineup_phrase(sweep.game, sweep.seated, self._names)

    # -- tables

    def _rows(self) -> list[str]:
        """Return a line for each value.

        Endings stand beside it if there is room, otherwise below. With more than two sides, a table of all wins
        follows.
        """
        (place,) = self._found.sweep.places
        label = shown(place.path.rpartition("/")[2])
        side = self._names.of(self._who)
        table: list[Row] = [(label, f"{side}, %", "between", self._scale(), "decisions")]
        for spot in self._found.spots:
            value = shown(spot.point.chosen[0].text)
            if not spot.known:
                said = "stopped" if spot.stopped is not None else "not played"
                table.append((value, said, "", "", ""))
                continue
            found = self._words.interval(spot)
            between = f"{self._words.number(found.low)}..{self._words.number(found.high)}"
            length = f"{spot.lengths()['decisions_per_game'].estimate:.1f}"
            table.append((value, self._words.number(found.estimate), between, self._bar(found), length))
        ends = self._endings()
        beside = [(*row, *more) for row, more in zip(table, ends, strict=True)]
        if _width(beside) < screen_here().width:
            lines = [columns(beside, "")]
        else:
            told = [("ends by, %", *ends[0]), *((row[0], *more) for row, more in zip(table[1:], ends[1:], strict=True))]
            lines = [columns(table, ""), "", columns(told, "")]
        return [*lines, *self._all_sides()]

    def _endings(self) -> list[Row]:
        """Return the endings, most frequent first, and their percentages for each value."""
        totals: Counter[str] = Counter()
        for spot in self._known:
            totals.update(spot.tally.counts["reasons"])
        reasons = sorted(totals, key=lambda reason: (-totals[reason], reason))
        rows: list[Row] = [tuple(shown(self._names.label(reason, self._names.plain(reason))) for reason in reasons)]
        for spot in self._found.spots:
            counts = spot.tally.counts["reasons"]
            often = (f"{POINTS * counts[reason] / spot.games:.1f}" if spot.known else "" for reason in reasons)
            rows.append(tuple(often))
        return rows

    def _all_sides(self) -> list[str]:
        who = self._found.sweep.who
        if len(who) <= 2:
            return []
        table: list[Row] = [("won by, %", *self._names.apart(who).values())]
        for spot in self._known:
            shares = self._words.shares[spot.point.number]
            value = shown(spot.point.chosen[0].text)
            table.append((value, *(self._words.number(shares[each].estimate) for each in who)))
        return ["", columns(table, "")]

    def _ends(self) -> tuple[float, float]:
        """Return the lower and upper end of the scale of bars, as shares."""
        found = [self._words.interval(spot) for spot in self._known]
        aim = [self._aimed.aim.target] if self._aimed else []
        return min([each.low for each in found] + aim), max([each.high for each in found] + aim)

    def _scale(self) -> str:
        low, high = (f"{POINTS * end:.0f}" for end in self._ends())
        return f"{low}{'-' * (BAR - len(low) - len(high))}{high}"

    def _bar(self, interval: Interval) -> str:
        low, high = self._ends()

        def at(share: float) -> int:
            return min(BAR - 1, int(BAR * (share - low) / (high - low))) if high > low else 0

        bar = [OUTSIDE] * BAR
        first, last = at(interval.low), at(interval.high)
        bar[first : last + 1] = [INSIDE] * (last + 1 - first)
        if self._aimed:
            bar[at(self._aimed.aim.target)] = AIM
        bar[at(interval.estimate)] = ESTIMATE
        return "".join(bar)

    def _grid(self) -> list[str]:
        """Return grids with rows for the values of the first place and columns for those of the second."""
        down, across = self._found.sweep.places
        found = [id(spot) for spot in self._aimed.found] if self._aimed else []

        def share(spot: Spot) -> str:
            return self._words.number(self._words.interval(spot).estimate) + ("*" if id(spot) in found else "")

        def length(spot: Spot) -> str:
            return f"{spot.lengths()['decisions_per_game'].estimate:.1f}"

        lines: list[str] = []
        head = ("", *(shown(value.text) for value in across.values))
        for title, cell in ((f"{self._names.of(self._who)} wins, %", share), ("decisions a game", length)):
            table: list[Row] = [head]
            for first in range(0, len(self._found.spots), len(across.values)):
                spots = self._found.spots[first : first + len(across.values)]
                cells = (cell(spot) if spot.known else "stopped" if spot.why else "-" for spot in spots)
                table.append((shown(spots[0].point.chosen[0].text), *cells))
            lines += ["", title, columns(table, "  ")]
        reach = max(self._words.interval(spot).reach for spot in self._known)
        lines += ["", f"rows: {shown(down.path)}", f"columns: {shown(across.path)}"]
        star = "; * holds the aim" if found else ""
        told = f"intervals reach {self._words.number(reach)} at the most{star}; all of them are in --json and --csv"
        return [*lines[1:], *screen_here().fold(told)]

    # -- closing lines

    def _stopped(self) -> list[str]:
        lines: list[str] = []
        for spot in self._found.spots:
            if spot.why is not None:
                game = f"with {self._words.value(spot)} game {spot.stopped} could not be played to its end"
                lines += screen_here().fold(f"{game}: {shown(spot.why.message)} ({shown(str(spot.why.where))})")
        return ["", *lines] if lines else []

    def _explained(self) -> list[str]:
        fold = screen_here().fold
        how = ", however often one looks," if self._aimed else ""
        marks = "; | is the aim" if self._aimed and len(self._found.sweep.places) == 1 else ""
        lines = fold(f"the intervals of all values hold together{how} in 95 of 100 runs{marks}")
        if self._aimed and self._aimed.found:
            book = self._found.sweep.game.rulebook
            variants = (*book.asked, *self._aimed.found[0].point.settings)
            command = shlex.join(["cahier", "play", self._typed, *options_of(variants)])
            lines.append(f"to play with it: {shown(command)}")
        return lines

    def _played(self) -> list[str]:
        found = self._found
        each = {spot.games for spot in found.spots if spot.known}
        with_each = f"{number_of(next(iter(each)), 'game')} with each value, " if len(each) == 1 else ""
        how = how_played(found.backend_use, found.native)
        cut = "" if found.whole else " (interrupted)"
        games = f"{with_each}{number_of(found.games, 'game')} in {found.seconds:.2f} s{how}{cut}"
        return [games, *played_in_python(found.backend_use, found.native)]


def _width(table: Sequence[Row]) -> int:
    """Return the width of a table without wrapping."""
    widths = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    return sum(widths) + 2 * (len(widths) - 1)
