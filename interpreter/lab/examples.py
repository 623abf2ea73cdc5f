"""Example games in which two versions diverge, to illustrate a statistical difference."""

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
"""Maximum number of example games, and the maximum with slow players: each example is played again."""
MOST_THINGS = 20
"""Maximum number of things for which a diverging decision is looked up."""


@dataclass(frozen=True, slots=True)
class Example:
    """A game whose winners differ after the change.

    Attributes:
        game: Index of the game in the run.
        decision: First decision that differs, counted from 1; None if only the result differs.
        before: Winners before the change.
        after: Winners after the change.
        games: Number of games with the same change of winners.
    """

    game: int
    decision: int | None
    before: tuple[str, ...]
    after: tuple[str, ...]
    games: int


def examples(answer: Answer, hung_up: Callable[[], None] | None = None) -> list[Example]:
    """Return one example for each of the most frequent changes of winners.

    SIGINT, SIGTERM and SIGHUP end the search early and are noted in the answer. `hung_up` is called as soon as the
    terminal is gone.
    """
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
    """Return the first differing decision for the things with the largest effect, by the number of the thing.

    The decision is taken from the first game whose winners differ without the thing. It is None as in `Example`.
    Signals and `hung_up` are handled as in `examples`.
    """
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
    """Return the first decision of a game that differs between two arms, counted from 1; None if none does.

    Raises Stopped.
    """
    old, new = _choices(before, game, stopper), _choices(after, game, stopper)
    return None if old == new else next(at for at in count() if old[at : at + 1] != new[at : at + 1]) + 1


def _choices(arm: Arm, game: int, stopper: Stopper) -> list[str]:
    """Return the keys of the options chosen in a game. Raises Stopped."""
    if stopper.stopped():
        raise Stopped
    chunk = arm.player(at_once=stopper.at_once).play(game, 1, Wanted(records=True))
    choices: list[str] = json.loads(chunk.lines[0])["choices"]
    return choices
