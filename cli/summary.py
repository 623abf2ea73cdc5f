"""The summary of a playtest, for people."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from cli.columns import columns
from cli.loading import name_of, names_in
from cli.screen import screen_here
from cli.seats import RANDOM
from cli.unasked import needed_options, options_of
from interpreter.errors import shown
from interpreter.rulebook.files import is_installed

if TYPE_CHECKING:
    from interpreter.playtest.runner import Result
    from interpreter.presentation.names import Names

MOST_ROWS = 12
MOST_NAMED = 4
"""Outcomes that are told one by one: in a table, in a row."""


def summary(result: Result, name: str) -> str:
    """Who won and why, how long the games were, scores, first player, cards by use; `name`: the game as typed."""
    data = result.document()
    names = names_in(result.plan.game.rulebook, "en")
    finished = data["finished"]
    speed = f"{data['games_per_second']:,.0f} games and {data['decisions_per_second']:,.0f} decisions a second"
    games = f"{finished:,} games of {data['games']:,} finished in {data['seconds']:.2f} s"
    lines = screen_here().fold(f"{shown(name_of(result.plan.game.rulebook))}: {games}, {speed}")
    if finished:
        lines += ["", "won by", columns(shares(_outcomes(data["outcomes"], names), finished))]
        lines += _seats(data["seat_wins"], result.plan.game.seats, names, finished)
        lines += ["because of", columns(shares(_labelled(data["reasons"]), finished))]
        lines += _lengths(data)
        if result.plan.game.rulebook.score is not None:
            lines += _scores(data["mean_scores"], result.plan.game.seats, names)
        lines += _first_player(data["first_player"], names)
        lines += _cards(data["cards"], names)
        lines += _ends(data["track_ends"], names)
    lines += _stopped(data["stopped"])
    lines += ["", again(result, name)]
    return "\n".join(lines)


def shares(counts: dict[str, int], total: int, most: int = MOST_ROWS) -> list[tuple[str, ...]]:
    """Rows of name, number and percentage; the most frequent ones, if there are many."""
    rows: list[tuple[str, ...]] = [
        (shown(name), f"{number}", _percent(number, total)) for name, number in counts.items()
    ]
    if len(rows) <= most:
        return rows
    rest = sum(list(counts.values())[most - 1 :])
    return [*rows[: most - 1], (f"{len(rows) - most + 1} others", f"{rest}", _percent(rest, total))]


def _outcomes(counts: dict[str, int], names: Names) -> dict[str, int]:
    """Who won how often, by title; several who won together are joined by `+`."""
    called = _called({seat for who in counts for seat in who.split("+")}, names)
    return {" + ".join(called[seat] for seat in who.split("+")): number for who, number in counts.items()}


def _called(ids: Collection[str], names: Names) -> dict[str, str]:
    """Things by title; those that share one by their ids, too."""
    titles = {id: names.of(id) for id in ids}
    often = Counter(titles.values())
    return {id: title if often[title] == 1 else f"{title} ({shown(id)})" for id, title in titles.items()}


def _labelled(counts: dict[str, int]) -> dict[str, int]:
    return {label.replace("_", " "): number for label, number in counts.items()}


def _percent(number: int, total: int) -> str:
    return f"{100 * number / total:.1f} %"


def again(result: Result, name: str) -> str:
    """How to play one of the games again."""
    book = result.plan.game.rulebook
    command = ["cahier", "playtest", name, "--seed", str(result.plan.seed), "--from", "I", "--games", "1"]
    command += options_of(book.asked)
    if book.players[0] < book.players[1]:
        command += ["--players", str(len(result.plan.game.seats))]
    for seat, player in result.plan.seated.items():
        if player != book.players_of.get(seat, RANDOM):
            command += ["--seat", f"{seat}={player}"]
    command += ["--record", "game.jsonl"]
    replay = ["cahier", "replay", "game.jsonl", *([] if is_installed(book.folder) else ["--rules", name])]
    replay += needed_options(book.asked)
    last = result.plan.first + result.plan.games - 1
    told = shown(f"{shlex.join(command)} && {shlex.join(replay)}")
    return f"to see game I, {result.plan.first} to {last}, again:\n  {told}"


def _stopped(stopped: list[dict[str, Any]]) -> list[str]:
    """The rules that stopped games, with how often."""
    rows = [(f"{shown(rule['file'])}:{rule['line']}", f"{rule['games']}", shown(rule["message"])) for rule in stopped]
    more = [(f"{len(rows) - MOST_NAMED} others", "", "")] if len(rows) > MOST_NAMED else []
    return ["", "stopped by a mistake in the rules", columns(rows[:MOST_NAMED] + more)] if rows else []


def _seats(wins: dict[str, int], seats: Sequence[str], names: Names, finished: int) -> list[str]:
    """How often each seat won, alone or with others, where several can."""
    if len(seats) < 3:
        return []
    called = _called(seats, names)
    return ["seat by seat", columns(shares({called[seat]: wins.get(seat, 0) for seat in seats}, finished))]


def _lengths(data: dict[str, Any]) -> list[str]:
    rows: list[tuple[str, ...]] = [("", "least", "median", "most")]
    for label, key in (("turns", "turns"), ("decisions", "decisions_per_game")):
        rows.append((label, *(f"{data[key][column]}" for column in ("min", "median", "max"))))
    return ["", "length of a game", columns(rows)]


def _scores(scores: dict[str, float], seats: Sequence[str], names: Names) -> list[str]:
    if not scores:
        return []
    called = _called(seats, names)
    return ["", "mean score", columns([(called[seat], f"{scores[seat]:.3f}") for seat in seats if seat in scores])]


def _first_player(first: dict[str, dict[str, int]], names: Names) -> list[str]:
    called = _called(first, names)
    lines = []
    for seat, outcomes in first.items():
        total = sum(outcomes.values())
        most = _outcomes(dict(sorted(outcomes.items(), key=lambda item: (-item[1], item[0]))), names)
        wins = ", ".join(f"{who} {share}" for who, _, share in shares(most, total, MOST_NAMED))
        lines.append((called[seat], f"{total} games", f"won by {wins}"))
    return ["", "who played first", columns(lines)] if lines else []


def _cards(cards: dict[str, dict[str, int]], names: Names) -> list[str]:
    if not cards:
        return []
    called = _called(cards, names)
    labels = sorted({label for uses in cards.values() for label in uses})
    header = ("", *(shown(label.replace("_", " ")) for label in labels))
    rows = [(called[card], *(str(uses.get(label, 0)) for label in labels)) for card, uses in cards.items()]
    return ["", "cards by use", columns([header, *rows])]


def _ends(ends: dict[str, dict[str, int]], names: Names) -> list[str]:
    """How often tracks were to go on at their ends, and stopped there."""
    rows = [(names.of(track), *(f"{times.get(end, 0)}" for end in ("low", "high"))) for track, times in ends.items()]
    return ["", "tracks stopped at their ends", columns([("", "lowest", "highest"), *rows])] if rows else []
