"""Games in which two versions part: from a number to something that can be looked at."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from interpreter.lab.answer import Answer
from interpreter.lab.impact import Findings
from interpreter.players.making import QUICK
from interpreter.playtest.arms import Arm
from interpreter.playtest.chunks import Wanted
from interpreter.playtest.stopping import Stopped, Stopper

MOST, MOST_SLOW = 3, 1
"""So many games are named; so many where somebody takes their time, for they are played once more."""
MOST_THINGS = 20
"""So many things get a game that shows what they do."""


@dataclass(frozen=True, slots=True)
class Example:
    """A game that other seats or sides win after the change; `decision`, counted from 1, is the first that is not the
    same, None if only the end is judged otherwise, of `games` in which the winners change so."""

    game: int
    decision: int | None
    before: tuple[str, ...]
    after: tuple[str, ...]
    games: int


def examples(answer: Answer, hung_up: Callable[[], None] | None = None) -> list[Example]:
    """One game of each of the most frequent ways in which the winners change. SIGINT, SIGTERM and SIGHUP end it early,
    which is noted in the answer; `hung_up` is called as soon as the terminal is gone."""
    sides, seeds = answer.question.sides, answer.question.seeds
    if seeds[0] != seeds[1]:
        return []
    quick = all(name in QUICK for side in sides for name in side.seated.values())
    changed = list(answer.changed().items())[: MOST if quick else MOST_SLOW]
    found = []
    with Stopper(hung_up) as stopper, contextlib.suppress(Stopped):
        for (before, after), (games, first) in changed:
            old, new = (Arm(side.game, seeds[0], side.seated) for side in sides)
            found.append(Example(first, parting(old, new, first, stopper), before, after, games))
    answer.signal = stopper.signal
    return found


def partings(findings: Findings, hung_up: Callable[[], None] | None = None) -> dict[int, int | None]:
    """By the number of a thing, of those that are worth most, the first decision that is another one in the first game
    that others win without it; see `Example`, and `examples` for what ends it early."""
    inquiry = findings.inquiry
    most = MOST_THINGS if all(name in QUICK for name in inquiry.seated.values()) else MOST_SLOW
    whole = Arm(inquiry.game, inquiry.seed, inquiry.seated)
    rows = [each.row for each in findings.worths.told() if each.verdict == "real"][:most]
    found: dict[int, int | None] = {}
    with Stopper(hung_up) as stopper, contextlib.suppress(Stopped):
        for row in rows:
            if row.parted is not None:
                without = Arm(inquiry.game.without(row.thing.number), inquiry.seed, inquiry.seated)
                found[row.thing.number] = parting(whole, without, row.parted, stopper)
    findings.signal = stopper.signal
    return found


def parting(before: Arm, after: Arm, game: int, stopper: Stopper) -> int | None:
    """The first decision, counted from 1, that is not the same in a game of two arms; None if all are.
    Raises Stopped."""
    old, new = _choices(before, game, stopper), _choices(after, game, stopper)
    return None if old == new else next(at for at in count() if old[at : at + 1] != new[at : at + 1]) + 1


def _choices(arm: Arm, game: int, stopper: Stopper) -> list[str]:
    """The keys of what was chosen in a game. Raises Stopped."""
    if stopper.stopped():
        raise Stopped
    chunk = arm.player(at_once=stopper.at_once).play(game, 1, Wanted(records=True))
    choices: list[str] = json.loads(chunk.lines[0])["choices"]
    return choices
