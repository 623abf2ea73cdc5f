"""Reduction of a failing game to the shortest one that fails in the same way, by an error in the rules or without end.

Games with other seeds, omitted choices and random continuations are tried. Choices are omitted by delta debugging
(Zeller and Hildebrandt 2002): first halves, then smaller parts, as long as the same error occurs without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from interpreter.engine.driver import DECISION_WORK, GAME_WORK_LIMIT, advance, answer
from interpreter.engine.playout import Picker, game_seed
from interpreter.engine.rules import Rules
from interpreter.engine.state import EFFECT_WORK_LIMIT
from interpreter.language.chance import draw_index as index_of
from interpreter.language.chance import next_state, seat_stream
from interpreter.support.errors import BudgetError, CahierError, Location, Problem

MAX_WORK = 200 * EFFECT_WORK_LIMIT
"""Limit of work, in units of effects, of all attempts for one game."""
MAX_OTHER_SEEDS = 200
"""Number of games with other seeds that are tried."""
MAX_DETOURS = 200
"""Number of random continuations from positions on the way."""
MAX_DECISIONS = 20_000
"""Number of decisions after which a game is considered endless."""
CONTINUATIONS, CONTINUATION_LENGTH = 3, 2_000
"""Criterion of an endless position: none of CONTINUATIONS random continuations ends within STILL_GOING decisions."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A game as far as it was played.

    Attributes:
        choices: The keys of the options chosen.
        problem: The error that stopped it, if any.
        is_over: True if the game is over.
        work: The work that it took.
    """

    choices: tuple[str, ...]
    problem: Problem | None
    is_over: bool
    work: int

    def has_problem(self, problem: Problem) -> bool:
        """Return True if the game was stopped by the same error at the same place."""
        found = self.problem
        return found is not None and (found.code, found.where) == (problem.code, problem.where)


@dataclass(frozen=True, slots=True)
class FailingGame:
    """A game that fails: game `index` of the run with a seed, by these choices."""

    seed: int
    index: int
    choices: tuple[str, ...]
    problem: Problem


def play_attempt(
    rules: Rules,
    seed: int,
    index: int,
    choices: Sequence[str] = (),
    max_decisions: int = MAX_DECISIONS,
    continue_as: int | None = None,
    pickers: Sequence[Picker | None] | None = None,
) -> Attempt:
    """Play a game of a run by given choices. Choices that are not options when it is their turn are skipped.

    Args:
        rules: The rules.
        seed: The seed of the run.
        index: The number of the game.
        choices: The keys of the options to choose.
        max_decisions: Largest number of decisions; the limit of work of a whole game also applies.
        continue_as: The number of the game whose random streams continue after the choices; None to stop there.
        pickers: The pickers of seats that don't play at random after the choices.
    """
    code = rules.program.code(False)
    state = rules.new_state(game_seed(seed, index), logged=False)
    streams = (
        None
        if continue_as is None
        else [seat_stream(game_seed(seed, continue_as), seat) for seat in range(len(rules.seats))]
    )
    left, made, problem = iter(choices), list[str](), None
    work = 0
    try:
        advance(state, code)
        while state.is_waiting and len(made) < max_decisions and work < GAME_WORK_LIMIT:
            info, options = code.decisions[state.decision], state.options
            offered = {rules.option_key(info, value): value for value in options}
            key = next((key for key in left if key in offered), None)
            if key is not None:
                value = offered[key]
            elif streams is not None:
                seat = state.seat
                random = streams[seat] = next_state(streams[seat])
                picker = None if pickers is None else pickers[seat]
                value = options[index_of(random, len(options)) if picker is None else picker(state, random)]
            else:
                break
            made.append(rules.option_key(info, value))
            work += DECISION_WORK + EFFECT_WORK_LIMIT - state.work
            state.work = EFFECT_WORK_LIMIT
            answer(state, code, value)
    except CahierError as error:
        problem = error.problems[0]
        work += EFFECT_WORK_LIMIT if isinstance(error, BudgetError) else 0
    return Attempt(tuple(made), problem, not state.is_waiting and problem is None, work)


def is_endless(rules: Rules, seed: int, index: int, choices: Sequence[str]) -> bool:
    """Return True if a game that began with these choices seems to go on without end."""
    most = len(choices) + CONTINUATION_LENGTH
    tries = (play_attempt(rules, seed, index, choices, most, index + number) for number in range(CONTINUATIONS))
    return all(not each.is_over and each.problem is None for each in tries)


def endless_problem(rules: Rules) -> Problem:
    """Return the problem of a game that goes on without end although no single effect does."""
    return Problem(Location(rules.id), "budget", "this goes on without end")


class Shrinker:
    """A search for the shortest game that fails in the same way."""

    def __init__(self, rules: Rules, problem: Problem) -> None:
        """Start the search. `problem`: the error that stops the game."""
        self._rules = rules
        self._problem = problem
        self._work = 0

    def shrink_run(self, seed: int, index: int, pickers: Sequence[Picker | None] | None = None) -> FailingGame | None:
        """Shrink game `index` of a run, played by these pickers.

        If it does not fail that way, because other players played it, shrink a random game that fails. None if there is
        none.
        """
        first = play_attempt(self._rules, seed, index, continue_as=index, pickers=pickers)
        found = self._shrink(seed, index, first)
        for other in range(MAX_OTHER_SEEDS if found is None else 0):
            if (failing := self._try(seed, other, (), MAX_DECISIONS, other)) is not None:
                return self._shorten(failing)
        return found

    def shrink_choices(self, seed: int, index: int, choices: Sequence[str]) -> FailingGame | None:
        """Shrink the game with these choices. None if it does not fail."""
        return self._shrink(seed, index, play_attempt(self._rules, seed, index, choices))

    def _shrink(self, seed: int, index: int, first: Attempt) -> FailingGame | None:
        failing = FailingGame(seed, index, first.choices, self._problem)
        if first.has_problem(self._problem):
            return self._shorten(failing)
        if first.problem is None and not first.is_over and self._problem.code == "budget":
            return self._shrink_endless(failing)
        return None

    def _shorten(self, best: FailingGame) -> FailingGame:
        """Try games with other seeds, then random continuations from positions on the way."""
        for index in range(MAX_OTHER_SEEDS):
            best = self._try_shorter(best, index, (), index) or best
        best = self._remove_parts(best)
        random = Random(0)
        for number in range(MAX_DETOURS):
            begin = best.choices[: random.randrange(max(1, len(best.choices)))]
            best = self._try_shorter(best, best.index, begin, number) or best
        return self._remove_parts(best)

    def _remove_parts(self, best: FailingGame) -> FailingGame:
        size = (len(best.choices) + 1) // 2
        while size:
            at = 0
            while at < len(best.choices):
                fewer = best.choices[:at] + best.choices[at + size :]
                shorter = self._try_shorter(best, best.index, fewer, None)
                if shorter is None:
                    at += size
                else:
                    best = shorter
            size //= 2
        return best

    def _try_shorter(
        self, best: FailingGame, index: int, choices: Sequence[str], continue_as: int | None
    ) -> FailingGame | None:
        return self._try(best.seed, index, choices, len(best.choices) - 1, continue_as) if best.choices else None

    def _try(
        self, seed: int, index: int, choices: Sequence[str], max_decisions: int, continue_as: int | None
    ) -> FailingGame | None:
        """Return the game up to the error, if it occurs. The arguments are those of `play_attempt`."""
        if self._work > MAX_WORK:
            return None
        tried = play_attempt(self._rules, seed, index, choices, max_decisions, continue_as)
        self._work += tried.work
        return FailingGame(seed, index, tried.choices, self._problem) if tried.has_problem(self._problem) else None

    def _shrink_endless(self, found: FailingGame) -> FailingGame | None:
        """Return the shortest beginning of the game from which none ends, as far as bisection finds it."""

        def still(choices: tuple[str, ...]) -> bool:
            return is_endless(self._rules, found.seed, found.index, choices)

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
