"""Games in which two versions part: from a number to something that can be looked at."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import count

from interpreter.lab.answer import Answer
from interpreter.lab.question import Side
from interpreter.players.making import QUICK
from interpreter.playtest.chunks import ChunkPlayer, Wanted

MOST, MOST_SLOW = 3, 1
"""So many games are named; so many where somebody takes their time, for they are played once more."""


@dataclass(frozen=True, slots=True)
class Example:
    """A game that other seats or sides win after the change; `decision`, counted from 1, is the first that is not the
    same, of `games` in which the winners change so."""

    game: int
    decision: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    games: int


def examples(answer: Answer) -> list[Example]:
    """One game of each of the most frequent ways in which the winners change."""
    sides, seeds = answer.question.sides, answer.question.seeds
    if seeds[0] != seeds[1]:
        return []
    quick = all(name in QUICK for side in sides for name in side.seated.values())
    found = []
    for (before, after), (games, first) in list(answer.changed().items())[: MOST if quick else MOST_SLOW]:
        old, new = (_choices(side, seeds[0], first) for side in sides)
        parts = next(at for at in count() if old[at : at + 1] != new[at : at + 1] or at >= len(old))
        found.append(Example(first, parts + 1, before, after, games))
    return found


def _choices(side: Side, seed: int, game: int) -> list[str]:
    """The keys of what was chosen in a game."""
    chunk = ChunkPlayer(side.game, side.seated, seed).play(game, 1, Wanted(records=True))
    choices: list[str] = json.loads(chunk.lines[0])["choices"]
    return choices
