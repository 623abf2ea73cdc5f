"""Phrases and sentences that summaries on the terminal and pages share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import ceil
from typing import TYPE_CHECKING

from interpreter.lab.impact.item_values import HOLDER
from interpreter.players.lineup import describe_lineup, random_seats
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import format_count

if TYPE_CHECKING:
    from interpreter.lab.compare.comparison_document import CompareDocument, VersionFigures
    from interpreter.lab.impact.impact_document import ImpactDocument
    from interpreter.lab.result_documents import RunHead
    from interpreter.lab.turn_order import TurnOrder
    from interpreter.matches.match import Game

ROUND_SECONDS = 30
"""Step to which an advised time is rounded up, in seconds."""


def fallback_phrase(run: RunHead) -> str:
    """Return how many games Python played for machine code, and the reason, in words; "" if there are none."""
    if (found := run.played_in_python) is None:
        return ""
    rules = ", ".join(f"`{each.rule}` ({format_count(each.games, 'game')})" for each in found.rules)
    reason = f", because machine code can't go on in {rules}" if rules else ""
    return f"{format_count(found.games, 'game was', 'games were')} played in Python{reason}"


def format_time(seconds: float) -> str:
    """Return a time in words."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = seconds / 60
    if minutes < 90:
        return f"{minutes:.0f} minutes"
    hours = minutes / 60
    return f"{hours:.1f} hours" if hours < 10 else f"{hours:,.0f} hours"


def time_option(seconds: float) -> str:
    """Return a time as the option `--time` takes it."""
    return f"{seconds / 60:g}m" if seconds >= 60 else f"{seconds:g}s"


def advise_time(player: str, limit: float, more: float) -> str:
    """Return a sentence on the time that players would take who were left out.

    `limit` is the time limit, and `more` the time that they would take, in seconds.
    """
    option = time_option(max(1, ceil((limit + more) / ROUND_SECONDS)) * ROUND_SECONDS)
    return f"{player} would take about {format_time(more)} more: --time {option}."


CHOSEN_NOTE = "a player chooses who has it, which may have other reasons and effects than going first"
"""Note beside the wins of the seat with the first turn, if a player chooses that seat."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def place_name(place: int) -> str:
    """Return a place in turn order, counted from 0, as a word."""
    return ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"


def describe_first_turn(order: TurnOrder, title_of: Callable[[str], str]) -> str:
    """Return a phrase that says who had the first turn, in how many games, and whether a player chose that."""
    if len(order.first) == 1:
        (seat,) = order.first
        return f"{title_of(seat)} always has the first turn"
    seats = ", ".join(f"{title_of(seat)} {games:,}" for seat, games in order.first.items())
    return f"games with the first turn: {seats}" + (f"; {CHOSEN_NOTE}" if order.chosen else "")


def margin_text(within: float) -> str:
    """Return a margin in words."""
    return f"{within:g} point{'s' * (within != 1)}"


def lineups(document: CompareDocument, games: Sequence[Game], names: Sequence[Names]) -> str:
    """Return the players before and after in words, one kind of players after the other.

    `games` are the two versions, and `names` those of each.
    """
    before, after = (
        ", then ".join(describe_lineup(game, version.subject.players, called) for version in versions)
        for game, called, versions in zip(games, names, zip(*_versions(document), strict=True), strict=True)
    )
    return f"{after}, before and after" if before == after else f"before: {before}; after: {after}"


def is_random(document: CompareDocument, games: Sequence[Game]) -> bool:
    """Return whether all players are random, on both arms and under each kind of players."""
    return all(
        random_seats(game, version.subject.players)
        for versions in _versions(document)
        for game, version in zip(games, versions, strict=True)
    )


def _versions(document: CompareDocument) -> list[tuple[VersionFigures, VersionFigures]]:
    """Return the two versions under each kind of players."""
    return [(each.a, each.b) for each in document.players]


BLOCKED = {
    "event": "a card's event does nothing, but the card can still be drawn and used in other ways",
    "bend": "a bent phrase is as it was before",
    "row": "a row of a table is skipped",
    "piece": "pieces start off the map",
    "space": "nothing can be placed in a space",
    "value": "a number on a card without an event is 1 lower",
}
"""Description of games without a thing, by its kind."""


def effect_text(document: ImpactDocument) -> str:
    """Return the meaning of points in words: for whom, compared to which games, averaged over which."""
    kinds = {thing.kind for thing in document.ranked}
    without = "; ".join(text for kind, text in BLOCKED.items() if kind in kinds)
    over = "the games in which a seat gets it" if document.worth == "drawn" else "all games"
    over += ", whether or not it is drawn" if "event" in kinds and document.worth != "drawn" else ""
    has_holders = any(thing.counted == HOLDER for thing in document.ranked)
    holder = "; its holder is the seat that has the card first" if has_holders else ""
    return (
        f"points: how many more of 100 games the one that it counts for wins with it than without it, on average over "
        f"{over}{holder}. Without it: {without}"
    )


MANY = 20
"""Number of real things from which a share of them is expected to be wrong."""


def verdict_counts_text(document: ImpactDocument) -> str:
    """Return the verdicts on all things in words."""
    things = document.ranked
    counts = Counter(each.verdict for each in things)
    small = sum(each.real for each in things if each.verdict == "within")
    real = counts["real"] + small
    doubt = " (some 5 % of them by chance)" if real >= MANY else " (about one list in 20 has one by chance)"
    parts = [
        f"{real} real{doubt if real else ''}",
        f"{counts['within']} within {margin_text(document.within)}" + (f", {small} of them real" if small else ""),
        f"{counts['undecided']} undecided",
    ]
    if counts["alike"]:
        parts.append(f"{counts['alike']} that can't move who wins, because nothing tells the seats apart")
    if counts["stopped"]:
        parts.append(f"{counts['stopped']} without which a game did not end")
    return f"{len(things)} tested: {'; '.join(parts)}"


def format_list(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list: `a, b and c`; `last` stands before the last of several."""
    return f" {last} ".join([*([", ".join(words[:-1])] if words[1:] else []), *words[-1:]])
