"""Example games in which two versions diverge, to illustrate a statistical difference."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from interpreter.lab.compare.comparison import ComparisonResult
from interpreter.lab.impact.impact import ImpactResult
from interpreter.players.lineup import has_only_quick_players
from interpreter.playtest.run.arms import Arm
from interpreter.playtest.run.chunks import ChunkOutputs
from interpreter.playtest.run.stopping import RunStopped, Stopper

MAX_EXAMPLES, MAX_SLOW_EXAMPLES = 3, 1
"""Maximum number of example games, and the maximum with slow players: each example is played again."""
MOST_THINGS = 20
"""Maximum number of things for which a diverging decision is looked up."""


@dataclass(frozen=True, slots=True)
class DivergingGame:
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


def diverging_games(answer: ComparisonResult, on_hangup: Callable[[], None] | None = None) -> list[DivergingGame]:
    """Return one example for each of the most frequent changes of winners.

    SIGINT, SIGTERM and SIGHUP end the search early and are noted in the answer. `on_hangup` is called as soon as the
    terminal is gone.
    """
    sides, seeds = answer.question.versions, answer.question.seeds
    if seeds[0] != seeds[1]:
        return []
    quick = all(has_only_quick_players(side.seated) for side in sides)
    changed = list(answer.winner_changes().items())[: MAX_EXAMPLES if quick else MAX_SLOW_EXAMPLES]
    found = []
    with Stopper(on_hangup) as stopper, contextlib.suppress(RunStopped):
        for (before, after), (games, first) in changed:
            old, new = (Arm(side.game, seeds[0], side.seated) for side in sides)
            found.append(DivergingGame(first, first_difference(old, new, first, stopper), before, after, games))
    answer.signal = stopper.signal
    return found


def first_differences(findings: ImpactResult, on_hangup: Callable[[], None] | None = None) -> dict[int, int | None]:
    """Return the first differing decision for the things with the largest effect, by the number of the thing.

    The decision is taken from the first game whose winners differ without the thing. It is None as in `DivergingGame`.
    Signals and `on_hangup` are handled as in `diverging_games`.
    """
    inquiry = findings.inquiry
    most = MOST_THINGS if has_only_quick_players(inquiry.seated) else MAX_SLOW_EXAMPLES
    whole = Arm(inquiry.game, inquiry.seed, inquiry.seated)
    rows = [each.row for each in findings.effects.ranked() if each.verdict == "real"][:most]
    found: dict[int, int | None] = {}
    with Stopper(on_hangup) as stopper, contextlib.suppress(RunStopped):
        for row in rows:
            if row.first_changed_game is not None:
                without = Arm(inquiry.game.without(row.thing.number), inquiry.seed, inquiry.seated)
                found[row.thing.number] = first_difference(whole, without, row.first_changed_game, stopper)
    findings.signal = stopper.signal
    return found


def first_difference(before: Arm, after: Arm, game: int, stopper: Stopper) -> int | None:
    """Return the first decision of a game that differs between two arms, counted from 1; None if none does.

    Raises RunStopped.
    """
    old, new = _choices(before, game, stopper), _choices(after, game, stopper)
    return None if old == new else next(at for at in count() if old[at : at + 1] != new[at : at + 1]) + 1


def _choices(arm: Arm, game: int, stopper: Stopper) -> list[str]:
    """Return the keys of the options chosen in a game. Raises RunStopped."""
    if stopper.is_stopped():
        raise RunStopped
    chunk = arm.chunk_player(interruptible=stopper.interruptible).play(game, 1, ChunkOutputs(records=True))
    choices: list[str] = json.loads(chunk.record_lines[0])["choices"]
    return choices
