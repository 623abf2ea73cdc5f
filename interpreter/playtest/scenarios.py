"""Plays scenarios: sets up the position, gives the answers, and compares what is with what should be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from interpreter.engine.loading import load
from interpreter.engine.match import Game, Match
from interpreter.engine.staging import check_stage, stage
from interpreter.errors import BudgetError, CahierError, PlayError, Problem, RulebookError, Where
from interpreter.language.incremental import condition_of, number_of
from interpreter.players.table import TablePlayer
from interpreter.rulebook.model import Text
from interpreter.rulebook.scenarios import (
    BY_TABLE,
    Answer,
    Decides,
    Holds,
    Options,
    Over,
    Scenario,
    TableKeeps,
    Then,
    View,
)

TIES = 0
"""The seed by which a table's ties are settled in scenarios."""
NUMBER_COMPARED = re.compile(r"(.+?) (?:is(?: not| at least| at most| more than| less than)?|[<>]=?) -?\d+", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that did not come out: where the scenario says it, what it expects, what is."""

    where: Where
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a scenario came out. `mistakes` are such that it can't be played as it is written."""

    scenario: Scenario
    failures: tuple[Failure, ...] = ()
    mistakes: tuple[Problem, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.failures and not self.mistakes


class Games:
    """A game with other variants and numbers of players, each loaded when it is first asked for."""

    def __init__(self, game: Game) -> None:
        self._book = game.rulebook
        self._players = len(game.seats)
        self._loaded: dict[tuple[tuple[str, ...], int], Game | RulebookError] = {
            (self._book.asked, self._players): game
        }

    def get(self, variants: tuple[str, ...] = (), players: int | None = None) -> Game:
        """The game with these variants. Raises RulebookError."""
        names = self._book.asked if variants == self._book.variants else variants
        wanted = names, players or self._players
        if wanted not in self._loaded:
            try:
                self._loaded[wanted] = load(self._book.folder, *wanted)
            except RulebookError as error:
                self._loaded[wanted] = error
        loaded = self._loaded[wanted]
        if isinstance(loaded, RulebookError):
            raise loaded
        return loaded


def play_scenarios(games: Games, scenarios: Iterable[Scenario]) -> Iterator[Verdict]:
    """Play scenarios of a game one after the other, each with the variants and number of players that it asks for."""
    for scenario in scenarios:
        try:
            game = games.get(scenario.variants, scenario.players)
        except CahierError as error:
            yield Verdict(scenario, mistakes=error.problems)
        else:
            yield play_scenario(game, scenario)


def play_scenario(game: Game, scenario: Scenario) -> Verdict:
    """Play one scenario on a game that has the variants and the number of players it asks for."""
    try:
        match = stage(game, scenario.given)
        for answer in scenario.when:
            if failure := _answered(match, answer):
                return Verdict(scenario, (failure,))
        failures = [failure for then in scenario.then if (failure := _differs(match, then))]
    except BudgetError as error:
        return Verdict(scenario, (Failure(scenario.where, "an end", str(error)),))
    except CahierError as error:
        return Verdict(scenario, mistakes=_with_lines(error, scenario))
    return Verdict(scenario, tuple(failures))


def find_mistakes(games: Games, scenarios: Iterable[Scenario]) -> Iterator[Problem]:
    """What can be known to be wrong with scenarios before they are played: positions and conditions that can't be."""
    for scenario in scenarios:
        try:
            game = games.get(scenario.variants, scenario.players)
        except RulebookError as error:
            yield from error.problems
            continue
        try:
            check_stage(game, scenario.given)
        except CahierError as error:
            yield from _with_lines(error, scenario)
        for then in scenario.then:
            if isinstance(then, Holds):
                try:
                    number_of(game.program, then.condition)
                except CahierError as error:
                    yield from _with_lines(error, scenario)


def _with_lines(error: CahierError, scenario: Scenario) -> tuple[Problem, ...]:
    """The problems, those in a scenario's texts with the line they are about."""
    texts = [then.condition for then in scenario.then if isinstance(then, Holds)]
    texts += [scenario.given.begin] if scenario.given.begin is not None else []
    lines = {
        problem: next(filter(None, (text.excerpt(problem.where) for text in texts)), None) for problem in error.problems
    }
    return tuple(
        replace(problem, excerpt=line) if line and problem.where.file == scenario.where.file else problem
        for problem, line in lines.items()
    )


def _answered(match: Match, answer: Answer) -> Failure | None:
    """Give an answer; what is wrong if it can't be given."""
    expected = f"{answer.seat} chooses {answer.key}"
    decision = match.decision
    if decision is None or decision.seat != answer.seat:
        return Failure(answer.where, expected, _situation(match))
    try:
        match.choose(_by_table(match) if answer.key == BY_TABLE else answer.key)
    except PlayError:
        return Failure(answer.where, expected, _situation(match))
    return None


def _by_table(match: Match) -> int:
    """The option that the table of the asked seat takes, by index. Raises PlayError if it has none."""
    assert match.decision is not None
    return TablePlayer(match.game, match.decision.seat, TIES).pick(match.state)


def _table_keeps(match: Match, then: TableKeeps) -> Failure | None:
    decision = match.decision
    if decision is None:
        return Failure(then.where, "a decision", _situation(match))
    kept = TablePlayer(match.game, decision.seat, TIES).kept(match.state)
    keys = sorted(decision.options[index].key for index in kept)
    if keys == sorted(then.keys):
        return None
    return Failure(then.where, f"table keeps {', '.join(then.keys)}", f"it keeps {', '.join(keys)}")


def _differs(match: Match, then: Then) -> Failure | None:
    """What is wrong if something does not hold."""
    if isinstance(then, Holds):
        return _does_not_hold(match, then)
    if isinstance(then, Decides):
        right = match.decision is not None and match.decision.seat == then.seat
        return None if right else Failure(then.where, f"{then.seat} decides", _situation(match))
    if isinstance(then, Options):
        keys = {option.key for option in match.decision.options} if match.decision else set()
        return _has(then, then.keys, keys, "options", _situation(match))
    if isinstance(then, TableKeeps):
        return _table_keeps(match, then)
    if isinstance(then, View):
        found = set(_words(match.view(then.seat)))
        return _has(then, then.ids, found, f"view of {then.seat}", "it is not there" if then.has else "it is there")
    return _not_over(match, then)


def _does_not_hold(match: Match, then: Holds) -> Failure | None:
    state = match.state
    if condition_of(match.game.program, then.condition)(state.v, state.z):
        return None
    value = _number_compared(match, then.condition)
    return Failure(then.where, then.condition.strip(), "it is not so" if value is None else f"it is {value}")


def _number_compared(match: Match, condition: Text) -> int | None:
    """The number that a condition compares with another one that stands there in figures, if it does that."""
    compared = NUMBER_COMPARED.fullmatch(condition.strip())
    if compared is None:
        return None
    program = match.game.program
    code = program.code(True)
    try:
        value = number_of(program, Text(compared[1], condition.where))
        source = code.flow.lowering.code(value, {})
    except CahierError:
        return None
    names = code.namespace | code.flow.lowering.constants.values
    return int(eval(source, names | {"v": match.state.v, "z": match.state.z}))


def _has(then: Options | View, keys: tuple[str, ...], found: set[str], what: str, otherwise: str) -> Failure | None:
    wrong = [key for key in keys if (key in found) != then.has]
    if not wrong:
        return None
    expected = f"{what} {'has' if then.has else 'lacks'} {', '.join(wrong)}"
    return Failure(then.where, expected, otherwise)


def _words(view: Any) -> Iterator[str]:
    """Every text in plain data; a key with nothing at it only says that such a thing exists."""
    if isinstance(view, str):
        yield view
    elif isinstance(view, dict):
        for key, value in view.items():
            if value:
                yield key
            yield from _words(value)
    elif isinstance(view, list):
        for value in view:
            yield from _words(value)


def _not_over(match: Match, then: Over) -> Failure | None:
    outcome = match.outcome()
    who = None if then.winners is None else " and ".join(then.winners) or "nobody"
    wanted = [part for part in (who and f"won by {who}", then.reason and f"because of {then.reason}") if part]
    wanted += [f"by the side {then.side}"] if then.side is not None else []
    wanted += [f"{seat} has {score}" for seat, score in then.scores]
    if outcome is not None:
        right = then.winners is None or sorted(then.winners) == sorted(outcome.winners)
        right = right and then.side in (None, outcome.side)
        counted = all(outcome.scores[seat] == score for seat, score in then.scores)
        if right and counted and then.reason in (None, outcome.reason):
            return None
    return Failure(then.where, ", ".join(["the game is over", *wanted]), _situation(match))


def _situation(match: Match) -> str:
    """Who is asked what, or how the game ended."""
    decision, outcome = match.decision, match.outcome()
    if decision is not None:
        keys = ", ".join(option.key for option in decision.options)
        return f"{decision.seat} decides ({decision.prompt}): {keys}"
    if outcome is None:
        return "nobody is asked anything"
    return f"the game is over, won by {' and '.join(outcome.winners) or 'nobody'}, because of {outcome.reason}"
