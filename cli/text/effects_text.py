"""Results of `cahier impact` and `cahier sweep` as text.

Values of things come with a bar for each, the largest first. A sweep begins with a sentence; a line for each value
follows, or a grid for two places.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from cli.game_loading import format_game_name, format_variant_options, names_in
from cli.seats import describe_backend, describe_fallbacks
from cli.text.playtest_text import format_rerun_command
from cli.text.screen import current_screen, format_table
from interpreter.lab import POINTS
from interpreter.players import describe_lineup
from interpreter.presentation import format_count
from interpreter.report import SweepSummary, verdict_counts_text
from interpreter.support import printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.lab import (
        ImpactDocument,
        ImpactResult,
        Interval,
        PointResult,
        SweepDocument,
        SweepResult,
        ThingEffect,
    )
    from interpreter.lab import ImpactRow as Evidence


MOST_ROWS = 20
"""Maximum number of rows unless all are requested."""
BAR_WIDTH = 8
KINDS = {
    "event": ("event", "events"),
    "bend": ("bent phrase", "bent phrases"),
    "row": ("row of a table", "rows of tables"),
    "piece": ("piece at the start", "pieces at the start"),
    "space": ("space", "spaces"),
}
ImpactRow = tuple[str, ...]


def format_impact(
    findings: ImpactResult, document: ImpactDocument, name: str, partings: Mapping[int, int | None], show_all: bool
) -> str:
    """Return the report: results of the game, the value of each thing, and confidence intervals.

    `name`: the game's name or folder. `partings`: see `lab.compare.examples`. `show_all`: a row for each thing.
    """
    inquiry = findings.inquiry
    names = names_in(inquiry.game.rulebook, "en")
    wrap = current_screen().wrap
    title = printable(format_game_name(inquiry.game.rulebook))
    lines = wrap(f"{title}: what its {_things(findings)} are worth: the same games with each left out in turn")
    lines += wrap(describe_lineup(inquiry.game, inquiry.seated, names))
    games = document.baseline.games
    if not games:
        return "\n".join([*lines, "No games were played to the end of a round."])
    called = names.distinct_titles(inquiry.contenders)
    win = "win" if inquiry.game.rulebook.sides else "wins"
    shares = (f"{called[who]} {win} {POINTS * times / games:.1f} %" for who, times in document.baseline.wins.items())
    lines += wrap(f"{'; '.join(shares)} of {format_count(games, 'game')} with nothing left out")
    told = findings.effects.ranked()
    rows = told if show_all else told[:MOST_ROWS]
    lines += ["", format_table(_format_table(findings, rows), ""), ""]
    if len(rows) < len(told):
        lines += wrap(f"{format_count(len(told) - len(rows), 'row')} more, with smaller points; --all lists all")
    lines += wrap(_describe_verdicts(findings, document))
    whose = f" for {names.title_of(inquiry.contenders[0])}" if findings.effects.is_mirrored else ""
    lines += wrap(f"points: how many more of 100 games are won{whose} with it; all intervals hold at once in 95 %")
    if findings.card_observations.games:
        watched = format_count(findings.card_observations.games, "game that was watched", "games that were watched")
        lines += wrap(f"drawn, played: in 100 of {watched}, once for each seat")
        lines += wrap("won: of 100 players who played it; not its worth: players who are ahead play other cards")
        if never := [_thing_title(findings, each.row) for each in told if _is_never(findings, each)]:
            lines += wrap(f"never played in these: {', '.join(never)}")
    lines += _describe_example(findings, name, told, partings)
    how = describe_backend(document.backend)
    lines += ["", f"{format_count(findings.games, 'game')} in {findings.seconds:.2f} s{how}"]
    lines += describe_fallbacks(document.backend)
    return "\n".join(lines)


def _describe_example(
    findings: ImpactResult, name: str, told: Sequence[ThingEffect], partings: Mapping[int, int | None]
) -> list[str]:
    """Return lines on a game that shows the effect of the most valuable thing, and the command to see it."""
    row = next((each.row for each in told if each.row.thing.number in partings), None)
    if row is None:
        return []
    inquiry = findings.inquiry
    decision, title = partings[row.thing.number], _thing_title(findings, row)
    goes = f"goes another way from decision {decision} on" if decision else "has the same decisions"
    judged = "and others win" if decision else "and its end is judged otherwise"
    said = f"without {title} game {row.first_changed_game} {goes}, {judged}; to see the unchanged game:"
    command = format_rerun_command(
        inquiry.game, inquiry.seated, name, inquiry.seed, str(row.first_changed_game), "game.jsonl"
    )
    return ["", *current_screen().wrap(said), f"  {printable(command)}"]


def _thing_title(findings: ImpactResult, row: Evidence) -> str:
    """Return the title of a thing, with its id if another one has the same title."""
    names = names_in(findings.inquiry.game.rulebook, "en")
    title = names.localize(row.thing.title)
    same = sum(each.thing.title == row.thing.title for each in findings.rows) > 1
    return f"{title} ({row.thing.id})" if same else title


def _things(findings: ImpactResult) -> str:
    counts = dict.fromkeys((thing.kind for thing in findings.inquiry.things), 0)
    for thing in findings.inquiry.things:
        counts[thing.kind] += 1
    return ", ".join(f"{number} {KINDS[kind][number > 1]}" for kind, number in counts.items())


def _format_table(findings: ImpactResult, rows: Sequence[ThingEffect]) -> list[ImpactRow]:
    """Return a row for each thing; if one side wins what the other loses, points are those of the first."""
    inquiry = findings.inquiry
    names = names_in(inquiry.game.rulebook, "en")
    called = names.distinct_titles(inquiry.contenders)
    first = inquiry.contenders[0] if findings.effects.is_mirrored else None
    watched = findings.card_observations.games > 0
    heading = "thing", *(() if first else ("for",)), "points", "between", ""
    found: list[ImpactRow] = [(*heading, *(("drawn", "played", "won") if watched else ()), "")]
    most = max((abs(each.estimate) for row in rows for each in row.differences.values()), default=0)
    for row in rows:
        told = _thing_title(findings, row.row)
        seen = _format_observed(findings, row) if watched else ()
        if not row.differences:
            found.append((told, *[""] * (len(heading) - 1), *seen, row.verdict))
            continue
        who = first or max(row.differences, key=lambda who: abs(row.differences[who].estimate))
        whose = () if first else (called[who],)
        found.append((told, *whose, *_points(row.differences[who].scaled(POINTS), most * POINTS), *seen, row.verdict))
    return found


def _points(interval: Interval, most: float) -> ImpactRow:
    bar = round(BAR_WIDTH * abs(interval.estimate) / most) if most else 0
    return f"{interval.estimate:+.1f}", f"{interval.low:+.1f}..{interval.high:+.1f}", "#" * bar


def _format_observed(findings: ImpactResult, row: ThingEffect) -> ImpactRow:
    seen, thing = findings.card_observations, row.row.thing
    if thing.kind != "event":
        return "", "", ""
    played = seen.played[thing.id]
    won = f"{POINTS * seen.played_won[thing.id] / played:.0f}" if played else ""
    return *(f"{POINTS * times / seen.games:.0f}" for times in (seen.drawn[thing.id], played)), won


def _is_never(findings: ImpactResult, row: ThingEffect) -> bool:
    """Return True if a card was never used, in a game whose rules record uses of cards."""
    uses, thing = findings.card_observations.uses, row.row.thing
    return thing.kind == "event" and bool(uses) and not any(card == thing.id for card, _ in uses)


def _describe_verdicts(findings: ImpactResult, document: ImpactDocument) -> str:
    """Return the number of rows that were tested, and the results."""
    text = verdict_counts_text(document)
    more = findings.effects_within(findings.inquiry.margin_points / 2).games_left(findings.inquiry.games)
    if not document.verdicts["undecided"] or not findings.seconds or not more:
        return text
    takes = f"{format_count(more, 'game')} more, {_time(more, findings)}"
    return f"{text}. --within {findings.inquiry.margin_points / 2:g} takes {takes}"


def _time(games: int, findings: ImpactResult) -> str:
    seconds = games * findings.seconds / findings.games
    return f"some {seconds:.0f} s" if seconds < 100 else f"some {seconds / 60:.0f} min"


SCALE_WIDTH = 20
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
        return f"{low}{'-' * (SCALE_WIDTH - len(low) - len(high))}{high}"

    def _bar(self, interval: Interval) -> str:
        low, high = self._scale_ends()

        def at(share: float) -> int:
            return min(SCALE_WIDTH - 1, int(SCALE_WIDTH * (share - low) / (high - low))) if high > low else 0

        bar = [OUTSIDE] * SCALE_WIDTH
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
