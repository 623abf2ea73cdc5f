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
from interpreter.lab import HOLDER, POINTS
from interpreter.players import describe_lineup
from interpreter.presentation import format_count
from interpreter.report import SweepSummary, effect_text, verdict_counts_text
from interpreter.support import printable

if TYPE_CHECKING:
    from interpreter.lab import ImpactDocument, Interval, ObservedCard, PointFigures, SweepDocument, ThingFigures
    from interpreter.matches import Game

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
"""Names of a thing and of several, by kind, in the order of their presentation."""
ImpactRow = tuple[str, ...]


def format_impact(document: ImpactDocument, game: Game, name: str, show_all: bool) -> str:
    """Return the report: results of the game, the value of each thing, and confidence intervals.

    `name`: the game's name or folder. `show_all`: a row for each thing.
    """
    return _ImpactText(document, game).text(name, show_all)


class _ImpactText:
    def __init__(self, document: ImpactDocument, game: Game) -> None:
        self._document = document
        self._game = game
        self._names = names_in(game.rulebook, "en")
        self._things = document.ranked
        self._same_titles = Counter(thing.title for thing in self._things)
        self._cards = {card.thing.id: card.observed for card in document.cards}
        self._contenders = {HOLDER: "holder"} | self._names.distinct_titles(document.baseline.wins)

    def text(self, name: str, show_all: bool) -> str:
        document, wrap = self._document, current_screen().wrap
        title = printable(format_game_name(self._game.rulebook))
        lines = wrap(f"{title}: what its {self._counts()} are worth: the same games with each left out in turn")
        lines += wrap(describe_lineup(self._game, document.subject.players, self._names))
        games = document.baseline.games
        if not games:
            return "\n".join([*lines, "Stopped before any game was finished."])
        win = "win" if self._game.rulebook.sides else "wins"
        won = document.baseline.wins.items()
        shares = (f"{self._contenders[who]} {win} {POINTS * times / games:.1f} %" for who, times in won)
        lines += wrap(f"{'; '.join(shares)} of {format_count(games, 'game')} with nothing left out")
        lines += wrap(effect_text(document))
        rows = self._things if show_all else self._things[:MOST_ROWS]
        lines += ["", format_table(self._rows(rows), ""), ""]
        if rest := len(self._things) - len(rows):
            lines += wrap(f"{format_count(rest, 'row')} more, with smaller points; --all lists all")
        lines += wrap(self._verdicts())
        lines += wrap(
            "between: at most 5 % of the intervals of real things miss, on average; all others hold at once in 95 of "
            "100 runs"
        )
        lines += wrap(
            "likely: the points, corrected because the largest of many estimates are too large by chance; bars of what "
            "is real. ranks: where it may stand among all"
        )
        if document.watched:
            observed = format_count(document.watched, "observed game")
            lines += wrap(f"drawn, played: in so many of 100 games, by any seat; {observed}")
            lines += wrap("won: of 100 players who played it; not its worth: players who are ahead play other cards")
            never = [self._title(each) for each in self._things if (card := self._card(each)) and card.never]
            if never:
                lines += wrap(f"never played in these: {', '.join(never)}")
        lines += self._example(name)
        how = describe_backend(document.run)
        lines += ["", f"{format_count(document.games, 'game')} in {document.seconds:.2f} s{how}"]
        lines += describe_fallbacks(document.run)
        return "\n".join(lines)

    def _counts(self) -> str:
        counts = Counter[str](thing.kind for thing in self._things)
        return ", ".join(f"{counts[kind]} {names[counts[kind] > 1]}" for kind, names in KINDS.items() if counts[kind])

    def _title(self, thing: ThingFigures) -> str:
        """Return the title of a thing, with its id if another one has the same title."""
        title = self._names.safe(thing.title.strip())
        return f"{title} ({thing.id})" if self._same_titles[thing.title] > 1 else title

    def _card(self, thing: ThingFigures) -> ObservedCard | None:
        return self._cards[thing.id] if thing.kind == "event" else None

    def _rows(self, things: Sequence[ThingFigures]) -> list[ImpactRow]:
        """Return a row for each thing, with the points of the side that counts and a bar if they are real."""
        heading = "thing", "for", "points", "between", "likely", "ranks", "", ""
        observed = ("drawn", "played", "won") if self._document.watched else ()
        found: list[ImpactRow] = [(*heading, *observed)]
        most = max((thing.size for thing in things if thing.real), default=0)
        for thing in things:
            facts = self._observations(thing) if observed else ()
            title = self._title(thing)
            points = thing.counted_points
            if thing.counted is None or points is None:
                found.append((title, *[""] * (len(heading) - 2), thing.verdict, *facts))
                continue
            bar = "#" * round(BAR_WIDTH * thing.size / most) if thing.real and most else ""
            told = points.scaled(POINTS)
            between = f"{told.low:+.1f}..{told.high:+.1f}"
            cells = f"{told.estimate:+.1f}", between, f"{thing.likely or 0:+.1f}", _ranks(thing), bar, thing.verdict
            found.append((title, self._contenders[thing.counted], *cells, *facts))
        return found

    def _observations(self, thing: ThingFigures) -> ImpactRow:
        card, games = self._card(thing), self._document.watched
        if card is None:
            return "", "", ""
        often = (f"{POINTS * (times or 0) / games:.0f}" for times in (card.drawn_games, card.played_games))
        won = "" if card.share_when_played is None else f"{POINTS * card.share_when_played:.0f}"
        return *often, won

    def _verdicts(self) -> str:
        """Return the number of things that were tested, and the results."""
        document = self._document
        text = verdict_counts_text(document)
        if not document.verdicts["undecided"] or not document.seconds or not document.games_to_halve:
            return text
        seconds = document.games_to_halve * document.seconds / document.games
        time = f"some {seconds:.0f} s" if seconds < 100 else f"some {seconds / 60:.0f} min"
        more = format_count(document.games_to_halve, "game")
        return f"{text}. --within {document.within / 2:g} takes {more} more, {time}"

    def _example(self, name: str) -> list[str]:
        """Return lines on a game that shows the effect of the most valuable thing, and the command to see it."""
        thing = next((each for each in self._things if each.example is not None), None)
        if thing is None or thing.example is None:
            return []
        game, decision = thing.example.game, thing.example.decision
        goes = f"goes another way from decision {decision} on" if decision else "has the same decisions"
        judged = "and others win" if decision else "and its end is judged otherwise"
        said = f"without {self._title(thing)} game {game} {goes}, {judged}; to see the unchanged game:"
        players = self._document.subject.players
        command = format_rerun_command(self._game, players, name, thing.example.seed, f"{game}", "game.jsonl")
        return ["", *current_screen().wrap(said), f"  {printable(command)}"]


def _ranks(thing: ThingFigures) -> str:
    return "" if thing.rank is None else f"{thing.rank.first}-{thing.rank.last}"


SCALE_WIDTH = 20
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
        lines = [*wrap(self._words.sentence()), *wrap(self._subject()), *wrap(self._players())]
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

        Endings stand beside it if there is room, otherwise below. With more than two sides, a table of all wins
        follows.
        """
        (path,) = self._document.vary
        label = printable(path.rpartition("/")[2])
        table: list[SweepRow] = [(label, f"{self._side}, %", "between", self._scale(), "decisions")]
        for point in self._document.points:
            value = printable(point.texts[0])
            if not point.wins:
                said = "stopped" if point.stopped_in is not None else "not played"
                table.append((value, said, "", "", ""))
                continue
            found = self._words.interval(point)
            between = f"{self._words.number(found.low)}..{self._words.number(found.high)}"
            table.append((value, self._words.number(found.estimate), between, self._bar(found), _length(point)))
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
        for point in self._known:
            totals.update(_reasons(point))
        reasons = sorted(totals, key=lambda reason: (-totals[reason], reason))
        rows: list[SweepRow] = [
            tuple(printable(self._names.label(reason, self._names.as_words(reason))) for reason in reasons)
        ]
        for point in self._document.points:
            counts = _reasons(point)
            often = (f"{POINTS * counts[reason] / point.games:.1f}" if point.wins else "" for reason in reasons)
            rows.append(tuple(often))
        return rows

    def _all_sides(self) -> list[str]:
        who = self._known[0].wins
        if len(who) <= 2:
            return []
        table: list[SweepRow] = [("won by, %", *self._names.distinct_titles(who).values())]
        for point in self._known:
            shares = (self._words.number(share.estimate) for share in point.wins.values())
            table.append((printable(point.texts[0]), *shares))
        return ["", format_table(table, "")]

    def _scale_ends(self) -> tuple[float, float]:
        """Return the lower and upper end of the scale of bars, as shares."""
        found = [self._words.interval(point) for point in self._known]
        aim = [self._document.aim.target / POINTS] if self._document.aim else []
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

        lines: list[str] = []
        head = ("", *(printable(point.texts[1]) for point in points[:columns]))
        for title, cell in ((f"{self._side} wins, %", share), ("decisions a game", _length)):
            table: list[SweepRow] = [head]
            for first in range(0, len(points), columns):
                row = points[first : first + columns]
                cells = (cell(each) if each.wins else "stopped" if each.stop_reason else "-" for each in row)
                table.append((printable(row[0].texts[0]), *cells))
            lines += ["", title, format_table(table, "  ")]
        reach = max(self._words.interval(point).half_width for point in self._known)
        lines += ["", f"rows: {printable(down)}", f"columns: {printable(across)}"]
        star = "; * holds the aim" if self._found else ""
        told = f"intervals reach {self._words.number(reach)} at most{star}; all of them are in --json and --csv"
        return [*lines[1:], *current_screen().wrap(told)]

    # -- closing lines

    def _format_stopped(self) -> list[str]:
        lines: list[str] = []
        for point in self._document.points:
            if (reason := point.stop_reason) is not None:
                game = f"with {self._words.value(point)} game {point.stopped_in} could not be played to its end"
                lines += current_screen().wrap(f"{game}: {printable(reason.message)} ({printable(str(reason.where))})")
        return ["", *lines] if lines else []

    def _format_notes(self) -> list[str]:
        wrap = current_screen().wrap
        how = ", at every look," if self._document.aim else ""
        marks = "; | is the aim" if self._document.aim and len(self._document.vary) == 1 else ""
        lines = wrap(f"all intervals hold at once{how} in 95 of 100 runs{marks}")
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
