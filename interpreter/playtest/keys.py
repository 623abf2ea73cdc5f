"""The keys that options can have anywhere in a game: a scenario that names another one is mistaken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.engine.match import Game
from interpreter.errors import CahierError, Problem, nearest
from interpreter.language.compile import Program
from interpreter.language.incremental import with_routine
from interpreter.language.ir.statements import Either
from interpreter.language.ir.walks import statements_in
from interpreter.rulebook.expectations import Logged, Options, TableKeeps
from interpreter.rulebook.model import Text
from interpreter.rulebook.scenarios import BY_TABLE, Scenario
from interpreter.rulebook.texts import slug

ALWAYS = ("yes", "no", "stop", "none")


def unknown_keys(game: Game, scenario: Scenario) -> Iterator[Problem]:
    """What a scenario names as an option that none can be in this game, nor in what the scenario begins with."""
    named = list(_named(scenario))
    known = _known(game.program)
    if any(not _is_known(key, known) for key in named) and scenario.given.begin is not None:
        turn = scenario.given.turn
        you = game.seats.index(turn) if turn in game.seats else None
        try:
            known |= _known(with_routine(game.program, scenario.given.begin, you)[0])
        except CahierError:  # told by whoever lays out the position
            return
    for key in named:
        if not _is_known(key, known):
            message = f"no option of this game has the key `{key}`"
            line = key.excerpt(key.where)
            yield Problem(key.where, "unknown-option", message, nearest(key, known), line, len(key))


def _named(scenario: Scenario) -> Iterator[Text]:
    yield from (answer.key for answer in scenario.answers if answer.key != BY_TABLE)
    for then in scenario.expected:
        if isinstance(then, (Options, TableKeeps)):
            yield from then.keys
        elif isinstance(then, Logged):
            yield from (value for _, value in then.fields if isinstance(value, Text))


def _is_known(key: str, known: Iterable[str]) -> bool:
    return key in known or key.isdecimal()


def _known(program: Program) -> set[str]:
    """Ids of things, and labels."""
    known = {id for ids in program.symbols.shown.values() for id in ids}
    for routine in program.routines.all:
        for statement in statements_in(routine.body):
            if isinstance(statement, Either):
                known |= {slug(label) for label, _ in statement.options}
    return known.union(ALWAYS)
