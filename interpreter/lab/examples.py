"""Games in which two versions part: from a number to something that can be looked at."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import count

from interpreter.lab.answer import Answer
from interpreter.lab.impact import Findings
from interpreter.players.making import QUICK
from interpreter.playtest.arms import Arm
from interpreter.playtest.chunks import Wanted

MOST, MOST_SLOW = 3, 1
"""So many games are named; so many where somebody takes their time, for they are played once more."""
MOST_THINGS = 20
"""So many things get a game that shows what they do."""


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
        old, new = (Arm(side.game, seeds[0], side.seated) for side in sides)
        found.append(Example(first, parting(old, new, first), before, after, games))
    return found


def partings(findings: Findings) -> dict[int, int]:
    """By the number of a thing, of those that are worth most, the first decision that is another one in the first game
    that others win without it."""
    inquiry = findings.inquiry
    most = MOST_THINGS if all(name in QUICK for name in inquiry.seated.values()) else MOST_SLOW
    whole = Arm(inquiry.game, inquiry.seed, inquiry.seated)
    found = {}
    for row in [each.row for each in findings.worths.told() if each.verdict == "real"][:most]:
        if row.parted is not None:
            without = Arm(inquiry.game.without(row.thing.number), inquiry.seed, inquiry.seated)
            found[row.thing.number] = parting(whole, without, row.parted)
    return found


def parting(before: Arm, after: Arm, game: int) -> int:
    """The first decision, counted from 1, that is not the same in a game of two arms."""
    old, new = _choices(before, game), _choices(after, game)
    return next(at for at in count() if old[at : at + 1] != new[at : at + 1] or at >= len(old)) + 1


def _choices(arm: Arm, game: int) -> list[str]:
    """The keys of what was chosen in a game."""
    chunk = arm.player().play(game, 1, Wanted(records=True))
    choices: list[str] = json.loads(chunk.lines[0])["choices"]
    return choices
