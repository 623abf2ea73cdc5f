"""The shortest game that a mistake in the rules still stops, or that still never ends: by other seeds, by leaving out
choices, by going on otherwise from a position on the way.

Leaving out is delta debugging (Zeller and Hildebrandt 2002): parts of the choices, half of them first, then smaller
ones, as long as the same mistake is met without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from interpreter.engine.driver import DECISION_WORK, GAME_WORK, advance, answer
from interpreter.engine.playout import Picker, game_seed
from interpreter.engine.rules import Rules
from interpreter.engine.state import WORK
from interpreter.errors import BudgetError, CahierError, Problem, Where
from interpreter.language.chance import index as index_of
from interpreter.language.chance import step, stream

MOST_WORK = 200 * WORK
"""What all tries for one game may take together, of the work of effects."""
OTHER_GAMES = 200
"""Games with other seeds that are tried."""
DETOURS = 200
"""Times that play goes on by chance from somewhere on the way."""
LONGEST = 20_000
"""Decisions after which a game is taken for one that never ends."""
CONTINUATIONS, STILL_GOING = 3, 2_000
"""A position from which games never end: none of so many by chance is over after so many decisions."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A game as far as it went: the choices, the mistake that stopped it, if one did, and whether it is over."""

    choices: tuple[str, ...]
    problem: Problem | None
    over: bool
    work: int

    def fails_as(self, problem: Problem) -> bool:
        found = self.problem
        return found is not None and (found.code, found.where) == (problem.code, problem.where)


@dataclass(frozen=True, slots=True)
class Failing:
    """A game that fails: game `index` of the run with a seed, with these choices."""

    seed: int
    index: int
    choices: tuple[str, ...]
    problem: Problem


def attempt(
    rules: Rules,
    seed: int,
    index: int,
    choices: Sequence[str] = (),
    most: int = LONGEST,
    on: int | None = None,
    pickers: Sequence[Picker | None] | None = None,
) -> Attempt:
    """A game of a run by these choices, without those that are not on offer when it is their turn. With `on`, it goes
    on from there as the game of that number goes from its beginning, by chance and those seats' pickers. No further
    than `most` decisions, or what a whole game may take.
    """
    code = rules.program.code(False)
    state = rules.new_state(game_seed(seed, index), logged=False)
    streams = None if on is None else [stream(game_seed(seed, on), seat) for seat in range(len(rules.seats))]
    left, made, problem = iter(choices), list[str](), None
    work = 0
    try:
        advance(state, code)
        while state.asks and len(made) < most and work < GAME_WORK:
            info, options = code.decisions[state.asked], state.options
            offered = {rules.key(info, value): value for value in options}
            key = next((key for key in left if key in offered), None)
            if key is not None:
                value = offered[key]
            elif streams is not None:
                seat = state.seat
                random = streams[seat] = step(streams[seat])
                picker = None if pickers is None else pickers[seat]
                value = options[index_of(random, len(options)) if picker is None else picker(state, random)]
            else:
                break
            made.append(rules.key(info, value))
            work += DECISION_WORK + WORK - state.work
            state.work = WORK
            answer(state, code, value)
    except CahierError as error:
        problem = error.problems[0]
        work += WORK if isinstance(error, BudgetError) else 0
    return Attempt(tuple(made), problem, not state.asks and problem is None, work)


def never_ends(rules: Rules, seed: int, index: int, choices: Sequence[str]) -> bool:
    """Whether a game that began with these choices goes on and on, as far as one can see."""
    most = len(choices) + STILL_GOING
    tries = (attempt(rules, seed, index, choices, most, index + number) for number in range(CONTINUATIONS))
    return all(not each.over and each.problem is None for each in tries)


def endless(rules: Rules) -> Problem:
    """What is wrong where a game goes on and on, and nothing in it does."""
    return Problem(Where(rules.id), "budget", "this goes on without end")


class Shrinking:
    """Looks for the shortest game that fails as one does."""

    def __init__(self, rules: Rules, problem: Problem) -> None:
        """`problem`: the mistake that stops it."""
        self._rules = rules
        self._problem = problem
        self._taken = 0

    def of_run(self, seed: int, index: int, pickers: Sequence[Picker | None] | None = None) -> Failing | None:
        """For game `index` of a run, with those seats' pickers; where others played it, for one that fails by chance.
        None if none was found."""
        first = attempt(self._rules, seed, index, on=index, pickers=pickers)
        found = self._shortest(seed, index, first)
        for other in range(OTHER_GAMES if found is None else 0):
            if (choices := self._try(seed, other, (), LONGEST, other)) is not None:
                return self._shorter(Failing(seed, other, choices, self._problem))
        return found

    def of_choices(self, seed: int, index: int, choices: Sequence[str]) -> Failing | None:
        """For one with these choices. None if it does not fail."""
        return self._shortest(seed, index, attempt(self._rules, seed, index, choices))

    def _shortest(self, seed: int, index: int, first: Attempt) -> Failing | None:
        if first.fails_as(self._problem):
            return self._shorter(Failing(seed, index, first.choices, self._problem))
        if first.problem is None and not first.over and self._problem.code == "budget":
            return self._endless(Failing(seed, index, first.choices, self._problem))
        return None

    def _shorter(self, found: Failing) -> Failing:
        return self._without_parts(self._by_detours(self._without_parts(self._by_other_seeds(found))))

    def _by_other_seeds(self, best: Failing) -> Failing:
        for index in range(OTHER_GAMES):
            if best.choices:
                tried = self._try(best.seed, index, (), len(best.choices) - 1, index)
                if tried is not None:
                    best = replace(best, index=index, choices=tried)
        return best

    def _by_detours(self, best: Failing) -> Failing:
        random = Random(0)
        for number in range(DETOURS):
            if best.choices:
                begin = best.choices[: random.randrange(len(best.choices))]
                tried = self._try(best.seed, best.index, begin, len(best.choices) - 1, number)
                if tried is not None:
                    best = replace(best, choices=tried)
        return best

    def _without_parts(self, best: Failing) -> Failing:
        size = (len(best.choices) + 1) // 2
        while size:
            at = 0
            while at < len(best.choices):
                fewer = best.choices[:at] + best.choices[at + size :]
                tried = self._try(best.seed, best.index, fewer, len(best.choices) - 1, None)
                if tried is None:
                    at += size
                else:
                    best = replace(best, choices=tried)
            size //= 2
        return best

    def _try(self, seed: int, index: int, choices: Sequence[str], most: int, on: int | None) -> tuple[str, ...] | None:
        """The choices up to the mistake, if it is met."""
        if self._taken > MOST_WORK:
            return None
        tried = attempt(self._rules, seed, index, choices, most, on)
        self._taken += tried.work
        return tried.choices if tried.fails_as(self._problem) else None

    def _endless(self, found: Failing) -> Failing | None:
        """The shortest beginning of the game from which none ends, as far as halving finds it."""

        def still(choices: tuple[str, ...]) -> bool:
            return never_ends(self._rules, found.seed, found.index, choices)

        if not still(found.choices):
            return None
        low, high = -1, 0
        while high < len(found.choices) and not still(found.choices[:high]):
            low, high = high, 2 * high + 1
        high = min(high, len(found.choices))
        while low + 1 < high:
            middle = (low + high) // 2
            low, high = (low, middle) if still(found.choices[:middle]) else (middle, high)
        return replace(found, choices=found.choices[:high])
