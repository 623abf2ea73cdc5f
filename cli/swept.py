"""What came of a sweep, for people: a sentence first, then a line for each value, or a grid for two places."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from math import ceil, log10
from typing import TYPE_CHECKING

from rich.cells import cell_len

from cli.columns import columns
from cli.loading import name_of, names_in
from cli.screen import screen_here
from cli.unasked import options_of
from interpreter.errors import shown
from interpreter.lab.question import POINTS

if TYPE_CHECKING:
    from interpreter.lab.aim import Aimed
    from interpreter.lab.intervals import Interval
    from interpreter.lab.spots import Spot
    from interpreter.lab.sweep import Swept

BAR = 20
OUTSIDE, INSIDE, ESTIMATE, AIM = ".", "=", "#", "|"
"""What a bar is made of."""
Row = tuple[str, ...]


def swept(found: Swept, name: str) -> str:
    """How the games go with each value, and what the aim has come to; `name`: the game as typed."""
    return _Told(found, name).text()


class _Told:
    def __init__(self, found: Swept, name: str) -> None:
        self._found = found
        self._typed = name
        self._names = names_in(found.sweep.game.rulebook, "en")
        self._aimed = found.aimed
        self._known = [spot for spot in found.spots if spot.known]
        self._shares = {spot.point.number: spot.shares() for spot in self._known}
        self._who = found.sweep.aim.who if found.sweep.aim else self._most_moved()
        self._digits = max(1, ceil(-log10(POINTS * found.sweep.reach)) + 1)

    def text(self) -> str:
        fold = screen_here().fold
        lines = [*fold(self._sentence()), *fold(self._subject())]
        if self._known:
            lines += [""]
            lines += self._grid() if len(self._found.sweep.places) > 1 else self._rows()
        lines += self._stopped()
        lines += ["", *self._explained(), "", self._played()]
        return "\n".join(lines)

    def _most_moved(self) -> str:
        """Of two sides the first, else the one to whom the values make the greatest difference."""
        who = self._found.sweep.who
        if len(who) <= 2 or not self._known:
            return who[0]

        def moved(each: str) -> float:
            shares = [self._shares[spot.point.number][each].estimate for spot in self._known]
            return max(shares) - min(shares)

        return max(who, key=moved)

    # -- in words

    def _sentence(self) -> str:
        if not self._known:
            return "No games were played to an end."
        return self._of_aim(self._aimed) if self._aimed else self._of_extremes()

    def _of_aim(self, aimed: Aimed) -> str:
        side, target = self._names.of(aimed.aim.who), f"{POINTS * aimed.aim.target:g} %"
        match aimed.verdict:
            case "found":
                first, *others = aimed.found
                text = f"{self._value(first)} comes nearest: {side} wins {self._share(first)}."
                if others:
                    text += f" {_and([self._value(spot) for spot in others])} may be as near: {self._list(others)}."
                return text
            case "none":
                gives = ", ".join(f"{self._value(spot)} gives {self._share(spot)}" for spot in aimed.around())
                return f"None: {side} wins {target} with none of the {len(self._found.spots)} values; {gives}."
            case "undecided":
                maybe = [self._value(spot) for spot in aimed.open]
                text = f"Undecided: with {_or(maybe)} {side} may win {target}."
                if aimed.found:
                    text += f" So far {self._value(aimed.found[0])} comes nearest: {self._share(aimed.found[0])}."
                return f"{text} About {aimed.settled_after() or 0:,} games with each would tell."

    def _of_extremes(self) -> str:
        """From where to where the share goes, and whether that is more than chance."""
        in_order = sorted(self._known, key=lambda spot: self._interval(spot).estimate)
        low, high = in_order[0], in_order[-1]
        side = self._names.of(self._who)
        if self._interval(low).high >= self._interval(high).low:
            return f"No value differs from another for sure in how often {side} wins: {self._list([low, high])}."
        return (
            f"{side} wins least with {self._value(low)}, {self._share(low)}, "
            f"and most with {self._value(high)}, {self._share(high)}."
        )

    def _subject(self) -> str:
        asked = self._found.sweep
        name = shown(name_of(asked.game.rulebook))
        variants = _and([self._names.say(variant.title) for variant in asked.game.rulebook.overlays])
        places = " and ".join(shown(place.path) for place in asked.places)
        return f"{name}{f' with {variants}' if variants else ''}: {len(self._found.spots)} values of {places}"

    def _value(self, spot: Spot) -> str:
        return f"`{', '.join(shown(value.text) for value in spot.point.chosen)}`"

    def _interval(self, spot: Spot) -> Interval:
        return self._shares[spot.point.number][self._who]

    def _number(self, share: float) -> str:
        return f"{POINTS * share:.{self._digits}f}"

    def _share(self, spot: Spot) -> str:
        found = self._interval(spot)
        return f"{self._number(found.estimate)} % ({self._number(found.low)} to {self._number(found.high)})"

    def _list(self, spots: Sequence[Spot]) -> str:
        return ", ".join(f"{self._share(spot)} with {self._value(spot)}" for spot in spots)

    # -- in tables

    def _rows(self) -> list[str]:
        """A line for each value. How games end stands beside it where there is room, and below with who else wins how
        often, if there are more than two."""
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
            found = self._interval(spot)
            between = f"{self._number(found.low)}..{self._number(found.high)}"
            length = f"{spot.lengths()['decisions_per_game'].estimate:.1f}"
            table.append((value, self._number(found.estimate), between, self._bar(found), length))
        ends = self._endings()
        beside = [(*row, *more) for row, more in zip(table, ends, strict=True)]
        if _width(beside) < screen_here().width:
            lines = [columns(beside, "")]
        else:
            told = [("ends by, %", *ends[0]), *((row[0], *more) for row, more in zip(table[1:], ends[1:], strict=True))]
            lines = [columns(table, ""), "", columns(told, "")]
        return [*lines, *self._all_sides()]

    def _endings(self) -> list[Row]:
        """Why games end, the most frequent first, and of how many of 100 that is so with each value."""
        totals: Counter[str] = Counter()
        for spot in self._known:
            totals.update(spot.tally.counts["reasons"])
        reasons = sorted(totals, key=lambda reason: (-totals[reason], reason))
        rows: list[Row] = [tuple(shown(reason.replace("_", " ")) for reason in reasons)]
        for spot in self._found.spots:
            counts = spot.tally.counts["reasons"]
            often = (f"{POINTS * counts[reason] / spot.games:.1f}" if spot.known else "" for reason in reasons)
            rows.append(tuple(often))
        return rows

    def _all_sides(self) -> list[str]:
        who = self._found.sweep.who
        if len(who) <= 2:
            return []
        table: list[Row] = [("won by, %", *(self._names.of(each) for each in who))]
        for spot in self._known:
            shares = self._shares[spot.point.number]
            value = shown(spot.point.chosen[0].text)
            table.append((value, *(self._number(shares[each].estimate) for each in who)))
        return ["", columns(table, "")]

    def _ends(self) -> tuple[float, float]:
        """Between which shares bars are drawn."""
        found = [self._interval(spot) for spot in self._known]
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
        """Rows for the values of the first place, columns for those of the second."""
        down, across = self._found.sweep.places
        found = [id(spot) for spot in self._aimed.found] if self._aimed else []

        def share(spot: Spot) -> str:
            return self._number(self._interval(spot).estimate) + ("*" if id(spot) in found else "")

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
        reach = max(self._interval(spot).reach for spot in self._known)
        lines += ["", f"rows: {shown(down.path)}", f"columns: {shown(across.path)}"]
        star = "; * holds the aim" if found else ""
        told = f"intervals reach {self._number(reach)} at the most{star}; all of them are in --json and --csv"
        return [*lines[1:], *screen_here().fold(told)]

    # -- and then

    def _stopped(self) -> list[str]:
        lines: list[str] = []
        for spot in self._found.spots:
            if spot.why is not None:
                game = f"with {self._value(spot)} game {spot.stopped} could not be played to its end"
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

    def _played(self) -> str:
        found = self._found
        each = {spot.games for spot in found.spots if spot.known}
        with_each = f"{next(iter(each)):,} games with each value, " if len(each) == 1 else ""
        how = ", machine code" if found.native else ""
        return f"{with_each}{found.games:,} games in {found.seconds:.2f} s{how}"


def _width(table: Sequence[Row]) -> int:
    """How wide a table is if nothing in it is folded."""
    widths = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    return sum(widths) + 2 * (len(widths) - 1)


def _and(words: Sequence[str]) -> str:
    return _joined(words, "and")


def _or(words: Sequence[str]) -> str:
    return _joined(words, "or")


def _joined(words: Sequence[str], last: str) -> str:
    return f" {last} ".join([*([", ".join(words[:-1])] if words[1:] else []), *words[-1:]])
