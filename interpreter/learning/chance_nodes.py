"""Nodes of chance for OpenSpiel: a step of play as a tree of draws, whose leaves are positions.

A step of a few draws has a node for each of them, in which each result has its exact probability. Cards from a shuffled
deck are drawn one by one, whatever its size. A step of many draws, such as the shuffle of a pile that lies open, is
sampled: its nodes give a seed.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.language.chance import ScriptedDraws, ScriptedResult, seed_state
from interpreter.language.execution.shuffled_piles import follow_script, settle_order
from interpreter.learning.episode import ActionSpace, Episode
from interpreter.matches.match import Game

OUTCOMES = 256
"""Maximum number of outcomes of a node, and the number of those of a sampled node."""
MOST_DRAWS = 6
"""Maximum number of draws of a step that has a node for each."""
SAMPLED = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

Shares = list[tuple[int, float]]
"""The outcomes of a node by number, with their probabilities."""


@dataclass(frozen=True, slots=True)
class FirstStep:
    """The beginning of a match up to its first decision, for the state of a generator."""

    game: Game
    actions: ActionSpace

    def __call__(self, random: int) -> Episode:
        """Return the position at the first decision, or at the end."""
        state = self.game.new_state(0, logged=True)
        state.random = random
        return Episode(self.game, self.actions, state)


@dataclass(frozen=True, slots=True)
class ActionStep:
    """Play from one position to the next one, for the state of a generator; `taken` are seats with their actions."""

    before: Episode
    taken: tuple[tuple[int, int], ...]

    def __call__(self, random: int) -> Episode:
        """Return the position after the actions."""
        after, left = self.before.copy(), dict(self.taken)
        state = after.state
        if isinstance(random, ScriptedDraws):
            follow_script(state.z, random)
            state.random = random
        else:
            state.random = settle_order(state.z, random)
        while left and (seat := after.seat) is not None and seat in left:
            after.take(left.pop(seat))
        return after


Step = FirstStep | ActionStep


def after_step(step: Step, random: int, seed: int, samples: int) -> Episode | ChanceNode:
    """Return the position after a step, or the node of chance that comes first.

    Args:
        step: The step.
        random: State of the generator before it.
        seed: Beginning of the seed, if the step is sampled.
        samples: Number of its nodes, if it is sampled.
    """
    draws: list[ScriptedResult] = []
    found = step(ScriptedDraws(draws, leaves_open=True))
    if not draws:
        return _closed(found, random)
    if len(draws) <= MOST_DRAWS and all(draw.possible <= OUTCOMES for draw in draws):
        return DrawNode(step, (), draws[0])
    return SampledNode(step, samples, seed)


def _closed(episode: Episode, random: int) -> Episode:
    """Return a position that follows no script any more, with the state of the generator for what comes next."""
    episode.state.random = random
    follow_script(episode.state.z, None)
    return episode


@dataclass(frozen=True, slots=True)
class DrawNode:
    """A node for one draw of a step, after the results `taken` of those before it."""

    step: Step
    taken: tuple[int, ...]
    draw: ScriptedResult

    @property
    def outcomes(self) -> Shares:
        """The outcomes with their probabilities."""
        return [(number, float(share)) for number, share in enumerate(self.draw.shares)]

    def after(self, outcome: int) -> Episode | ChanceNode:
        """Return what follows an outcome."""
        taken = (*self.taken, outcome)
        script = [ScriptedResult(number, (1,)) for number in taken]
        found = self.step(ScriptedDraws(script, leaves_open=True))
        if len(script) > len(taken):
            return DrawNode(self.step, taken, script[len(taken)])
        seed = 0
        for number in taken:
            seed = seed * OUTCOMES + number
        return _closed(found, seed_state(seed))


@dataclass(frozen=True, slots=True)
class SampledNode:
    """One of the last `left` nodes of a sampled step, whose numbers are appended to the seed."""

    step: Step
    left: int
    seed: int

    @property
    def outcomes(self) -> Shares:
        """The outcomes with their probabilities."""
        return SAMPLED

    def after(self, outcome: int) -> Episode | ChanceNode:
        """Return what follows an outcome."""
        seed = self.seed * OUTCOMES + outcome
        return SampledNode(self.step, self.left - 1, seed) if self.left > 1 else self.step(seed_state(seed))


ChanceNode = DrawNode | SampledNode
"""A node of chance."""
