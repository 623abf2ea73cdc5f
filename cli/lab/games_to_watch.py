"""The games that a report shows as replays: the closest one, the greatest comeback, and one that a card decided."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.presentation import format_count

if TYPE_CHECKING:
    from interpreter.lab import ImpactDocument, NotableGames
    from interpreter.matches import Game
    from interpreter.playtest import Record
    from interpreter.report import GameReport

FEWEST_GAMES, MOST_GAMES = 5, 100
"""Smallest and largest number of games between thinking players among which the games to watch are found."""
MAX_VIEWS = 1000
"""Number of positions times viewers up to which a replay shows what every seat saw."""


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """A game to watch.

    Attributes:
        text: What happens in it, in a sentence.
        page: Makes its page.
    """

    text: str
    page: Callable[[], str]


@dataclass(slots=True)
class WatchedGames:
    """Games to watch by the names of their pages; none if a signal ended the search for them."""

    watched: dict[str, WatchedGame] = field(default_factory=dict)
    signal: int = 0


def watch_strong_games(report: GameReport, seed: int, jobs: int, seconds: float) -> WatchedGames | None:
    """Return games between the strongest players of the report's ladder.

    They are the first games of that rung, played again with a record. None if these players are random ones, or if
    too few games fit into the time.
    """
    from interpreter.lab import find_notable_records
    from interpreter.playtest import PlaytestPlan, run_playtest

    rung = report.balance.rungs[-1] if report.balance is not None and report.balance.rungs else None
    if rung is None or rung.player == "random" or not rung.seconds:
        return None
    games = min(MOST_GAMES, rung.games, int(seconds * jobs * rung.games / rung.seconds))
    if games < FEWEST_GAMES:
        return None
    lines: list[str] = []
    game = report.game
    played = run_playtest(PlaytestPlan(game, seed, games, 0, jobs, rung.players), lines.append)
    if played.signal:
        return WatchedGames(signal=played.signal)
    recorded = _read_records(lines)
    found = find_notable_records(game, [record for record, _ in recorded.values()])
    kind = f"games between {rung.player} players"
    return WatchedGames(_described(found, kind, lambda index: partial(_replay_page, game, *recorded[index])))


def watch_random_games(
    game: Game, seed: int, games: int, jobs: int, progress: Callable[[int, int], None]
) -> WatchedGames:
    """Return games between random players, among the first ones of a seed."""
    from interpreter.lab import find_notable_games

    found = find_notable_games(game, seed, games, jobs, progress)
    if found.signal:
        return WatchedGames(signal=found.signal)
    return WatchedGames(
        _described(found, "random games", lambda index: partial(_page_of_random_game, game, seed, index))
    )


def find_decided_game(game: Game, seed: int, impact: ImpactDocument | None) -> dict[str, WatchedGame]:
    """Return a random game that others win without the thing that is worth most; none if impact found no example."""
    for thing in impact.ranked if impact is not None else ():
        if thing.example is not None and thing.example.game is not None:
            index, at = thing.example.game, thing.example.decision
            since = "" if at is None else f", which parts from it at decision {at}"
            text = f"random game {index}: without {thing.title}, others win it{since}"
            return {"decided": WatchedGame(text, partial(_page_of_random_game, game, seed, index))}
    return {}


def _described(found: NotableGames, kind: str, page_of: Callable[[int], Callable[[], str]]) -> dict[str, WatchedGame]:
    described = {}
    of = f"of {found.games:,} {kind}"
    if (closest := found.closest) is not None:
        won = f"by {format_count(closest.points, 'point')}" if closest.points else "with equal scores"
        described["closest"] = WatchedGame(f"game {closest.game} {of}, won {won}", page_of(closest.game))
    if (comeback := found.comeback) is not None:
        text = f"game {comeback.game} {of}, whose winner was {format_count(comeback.points, 'point')} behind"
        described["comeback"] = WatchedGame(text, page_of(comeback.game))
    return described


def _read_records(texts: list[str]) -> dict[int, tuple[Record, str]]:
    """Return recorded games by index, each with its line."""
    from interpreter.playtest import read_records

    lines = "".join(texts).splitlines(keepends=True)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.jsonl")
        Path(path).write_text("".join(lines), "utf-8")
        return {record.index: (record, line) for record, line in zip(read_records(path), lines, strict=True)}


def _page_of_random_game(game: Game, seed: int, index: int) -> str:
    from interpreter.playtest import PlaytestPlan, run_playtest

    lines: list[str] = []
    run_playtest(PlaytestPlan(game, seed, 1, index, 1), lines.append)
    return _replay_page(game, *_read_records(lines)[index])


def _replay_page(game: Game, record: Record, line: str) -> str:
    """Return the page of a game: the views of spectators and, if it isn't long, of all seats."""
    from interpreter.playtest import Replay
    from interpreter.web import ReplayPage, ReplaySource

    viewers = [*game.seats, None]
    page = ReplayPage(game, viewers if len(record.choices) * len(viewers) <= MAX_VIEWS else [None])
    page.check_length(len(record.choices), record.where)
    for match in Replay(game, record).steps():
        page.add_position(match)
    return page.html(ReplaySource("record", line))
