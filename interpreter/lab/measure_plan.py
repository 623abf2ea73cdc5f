"""How many games each part of a measurement takes: the longer they are, the fewer, so that a part takes about as long
for any game. Nothing but the rules and what is asked decides it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

from interpreter.errors import CahierError
from interpreter.lab.looks import Look, Seen
from interpreter.lab.skill import Rung
from interpreter.lab.valuing import CHANCES, EACH, MOST_OPTIONS, VALUED_BY
from interpreter.matches.match import Game
from interpreter.players.making import QUICK

GAMES, THOUGHT_OVER = 20_000, 100
"""So many games are played if nothing else is said: by players who decide at once, and by others."""
PILOT = 5
"""Games at random that say how long games are."""
USUAL_MOMENTS = 10
"""A game of the usual length is looked at so often, if it has as many decisions."""
LOOKED_AT, PLAYED_AGAIN = 250_000, 250_000
"""Decisions in games that are looked at, and in those that are played again, of each kind."""
PLAYED_ON, TRIED_ON = 12_000_000, 6_000_000
"""Decisions in playouts that value positions, and in those that try options: these take longer to begin."""
PLAYOUTS, TOO_MANY = 100_000, 60_000
"""Playouts of searching players, for each pair of players; and so many that not even one round is played."""
LEAST, MOST, MOST_TRIED = 40, 1_000, 500
"""So many games are valued at the least, and at the most; and of so many a decision is tried, at the most."""
LEAST_AGAIN = 100
LEAST_ROUNDS, MOST_ROUNDS = 1, 200
"""Times that the stronger player sits in each of the seats."""


@dataclass(frozen=True, slots=True)
class Plan:
    """So many games: in all, looked at, valued, of which a decision is tried, played again; and for each pair of
    players so many rounds, in each of which the stronger one sits in each of the seats. `step`: after so many decisions
    games are looked at again, whatever is asked for, since a game has about so many `decisions`."""

    games: int
    looked: int
    valued: int
    tried: int
    again: int
    rounds: tuple[int, ...]
    step: int
    decisions: float


def planned(game: Game, seated: Mapping[str, str], games: int | None, rungs: tuple[Rung, ...]) -> Plan:
    """The plan for so many games; None: as many as are usual. All else grows with them."""
    quick = set(seated.values()) <= set(QUICK)
    usual = GAMES if quick else THOUGHT_OVER
    games = games or usual
    scale = games / usual
    decisions, options = _pilot(game, seated)
    on = decisions / 2

    def within(budget: float, each: float, least: int, most: float = inf) -> int:
        return min(games, max(least, int(min(games, scale * min(budget / each, most)))))

    rounds = tuple(_rounds(rung.playouts(decisions), scale) for rung in rungs)
    step = max(1, round(decisions / USUAL_MOMENTS))
    if not quick:
        return Plan(games, games, games, games, games, rounds, step, decisions)
    tried = min(options, MOST_OPTIONS) * CHANCES * EACH * on
    return Plan(
        games,
        within(LOOKED_AT, decisions, LEAST),
        within(PLAYED_ON, USUAL_MOMENTS * VALUED_BY * on, LEAST, MOST),
        within(TRIED_ON, tried, LEAST, MOST_TRIED),
        within(PLAYED_AGAIN, decisions, LEAST_AGAIN),
        rounds,
        step,
        decisions,
    )


def _rounds(playouts: float, scale: float) -> int:
    """How many there are, if one takes so many playouts."""
    most = int(scale * min(PLAYOUTS / playouts, MOST_ROUNDS))
    return max(most, 0 if playouts > max(1.0, scale) * TOO_MANY else LEAST_ROUNDS)


def _pilot(game: Game, seated: Mapping[str, str]) -> tuple[float, float]:
    """About how many decisions a game has, and options a decision, at least 1 each."""
    quick = {seat: name for seat, name in seated.items() if name in QUICK}
    looking = Look(1).begin(game, quick, 0, None)
    try:
        seen = [Seen.of((), looking.play(index)[1]) for index in range(PILOT)]
    except CahierError:  # the games themselves will tell
        return 1.0, 1.0
    decisions = sum(each.decisions for each in seen)
    return max(1.0, decisions / PILOT), max(1.0, sum(each.options for each in seen) / max(1, decisions))
