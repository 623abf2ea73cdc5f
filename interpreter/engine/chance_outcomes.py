"""Every outcome of chance, with its probability: all that a choice, or the beginning of a match, can lead to.

The rules draw from a generator that follows a script instead of a seed. They are carried out once for each script,
until every draw has had each of its results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeVar

from interpreter.engine.history import History
from interpreter.engine.rules import Rules
from interpreter.language.chance import ScriptedDraws, ScriptedResult, seed_state
from interpreter.language.execution.shuffled_piles import follow_script, has_open_order
from interpreter.support.errors import Location, PlayError, Problem

MOST_OUTCOMES = 50_000
"""Maximum number of outcomes of one chance point."""


Result = TypeVar("Result")


def outcomes_of_beginning(rules: Rules) -> Iterator[tuple[Fraction, History]]:
    """Yield the positions in which a match can begin, each with its probability."""

    def begin(draws: ScriptedDraws, seed: int) -> History:
        state = rules.new_state(seed, logged=True)
        state.random = draws
        return History(rules, seed, state)

    return _outcomes(rules, begin)


def outcomes_of_choice(history: History, index: int) -> Iterator[tuple[Fraction, History]]:
    """Yield the positions that an option of the decision can lead to, each with its probability."""
    before = history.state.random

    def choose(draws: ScriptedDraws, _: int) -> History:
        after = history.copy()
        after.state.random = draws
        follow_script(after.state.z, draws)
        after.choose(index)
        after.past[-1].random = before
        follow_script(after.past[-1].z, None)
        return after

    return _outcomes(history.rules, choose)


def _outcomes(rules: Rules, run: Callable[[ScriptedDraws, int], History]) -> Iterator[tuple[Fraction, History]]:
    """Yield the position that each script leads to, with its probability.

    The order of shuffled cards is drawn as far as it matters before the next decision.
    """
    for number, (probability, is_drawn, found) in enumerate(scripted_results(rules.id, run, leaves_open=True)):
        found.state.random = seed_state(number)
        follow_script(found.state.z, None)
        found.is_imagined = is_drawn or has_open_order(found.state.z) or found.is_imagined
        yield probability, found


def scripted_results(
    game: str, run: Callable[[ScriptedDraws, int], Result], leaves_open: bool = False
) -> Iterator[tuple[Fraction, bool, Result]]:
    """Yield the result of each script, with its probability, and with True if anything was drawn.

    Args:
        game: Id of the game.
        run: Carries out the rules with a script; it also gets the script's number.
        leaves_open: A shuffle leaves the order of hidden cards open until they are drawn (see `shuffled_piles`).

    Raises:
        PlayError: There are too many.
    """
    script: list[ScriptedResult] = []
    for number in range(MOST_OUTCOMES):
        found = run(ScriptedDraws(script, leaves_open), number)
        probability = Fraction(1)
        for drawn in script:
            probability *= drawn.probability
        yield probability, bool(script), found
        while script and script[-1].number + 1 == script[-1].possible:
            script.pop()
        if not script:
            return
        script[-1] = script[-1]._replace(number=script[-1].number + 1)
    message = f"chance has more than {MOST_OUTCOMES:,} outcomes here, which are too many to list"
    raise PlayError(Problem(Location(game), "too-many-outcomes", message))
