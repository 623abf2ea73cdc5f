"""Results of `cahier impact` as text: the value of each thing with a bar, the largest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.game_loading import format_game_name, names_in
from cli.seats import describe_backend, describe_fallbacks
from cli.text.lab.playtest_text import format_rerun_command
from cli.text.lab.table_cells import rank_cell
from cli.text.screen import current_screen, format_table
from interpreter.lab import HOLDER, POINTS
from interpreter.players import describe_lineup
from interpreter.presentation import format_count
from interpreter.report import effect_text, verdict_counts_text
from interpreter.support import printable

if TYPE_CHECKING:
    from interpreter.lab import ImpactDocument, Interval, ObservedCard, ThingFigures
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
    "value": ("value of a card", "values of cards"),
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
        shares = tuple(f"{self._contenders[who]} {win} {POINTS * times / games:.1f} %" for who, times in won)
        if document.baseline.draws:
            shares = (*shares, f"nobody wins {POINTS * document.baseline.draws / games:.1f} %")
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
        if document.verdicts["alike"]:
            lines += wrap(
                "alike: nothing tells the seats apart, so it can't move who wins. turns, score: how many turns longer "
                "a game is, and how much higher its best score, with it (only what is not 0 for sure)"
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
        has_alike_seats = self._document.verdicts["alike"] > 0
        sums = ("turns", "score") if has_alike_seats else ()
        heading = "thing", "for", "points", "between", "likely", "ranks", "", "", *sums
        observed = ("drawn", "played", "won") if self._document.watched else ()
        found: list[ImpactRow] = [(*heading, *observed)]
        most = max((thing.size for thing in things if thing.real), default=0)
        for thing in things:
            means = (_sure(thing.turns), _sure(thing.winning_score)) if has_alike_seats else ()
            facts = *means, *(self._observations(thing) if observed else ())
            title = self._title(thing)
            points = thing.counted_points
            if thing.counted is None or points is None:
                found.append((title, *[""] * 6, thing.verdict, *facts))
                continue
            bar = "#" * round(BAR_WIDTH * thing.size / most) if thing.real and most else ""
            told = points.scaled(POINTS)
            between = f"{told.low:+.1f}..{told.high:+.1f}"
            likely, ranks = f"{thing.likely or 0:+.1f}", rank_cell(thing.rank)
            cells = f"{told.estimate:+.1f}", between, likely, ranks, bar, thing.verdict
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


def _sure(change: Interval | None) -> str:
    """Return a change of a mean that is not 0 for sure."""
    return "" if change is None or change.contains(0) else f"{change.estimate:+.2f}"
