"""Loading of the games of a sweep: the game with each value, checked, then compiled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from interpreter.lab.sweep.present_value import has_same_rules
from interpreter.lab.sweep.vary import OPTION, SweepPoint
from interpreter.language.execution.executable import Backend, NativeCode, NotCompilableError
from interpreter.matches.loading import load
from interpreter.matches.match import Game
from interpreter.playtest.run.arms import choose_backend
from interpreter.playtest.store.run_identity import RunTerms, terms_of
from interpreter.support.errors import Location, Problem, RulebookError

MAX_ERRORS = 20
"""Maximum number of errors that are reported."""


class PointSettings(Protocol):
    """The game of a study of values, its players, and how it is played."""

    @property
    def game(self) -> Game:
        """The game with the present values."""

    @property
    def seated(self) -> dict[str, str]:
        """Name of the player of each seat."""

    @property
    def seed(self) -> int:
        """Seed of the run."""

    @property
    def backend(self) -> Backend:
        """Backend that plays the games."""


@dataclass(frozen=True, slots=True)
class CheckedPoint:
    """A value that is valid in its place.

    Attributes:
        terms: Store terms of its games with each kind of players.
        is_present: True if it makes the rules what they are now.
    """

    terms: tuple[RunTerms, ...]
    is_present: bool


@dataclass(frozen=True, slots=True)
class LoadedPoint:
    """A game with a value, loaded and compiled, or the errors of loading it.

    The machine code is separate because it is not pickled with the game.
    """

    problems: tuple[Problem, ...] = ()
    game: Game | None = None
    native: NativeCode | NotCompilableError | None = None


def refuse(problems: Sequence[Problem]) -> None:
    """Raise RulebookError if there are problems; one that several values of an argument have is reported once."""
    found: dict[object, Problem] = {}
    for problem in problems:
        is_of_argument = problem.where.file == OPTION and problem.excerpt is not None
        key = (problem.code, problem.message, problem.excerpt) if is_of_argument else problem
        found.setdefault(key, problem)
    told = [*found.values()]
    if len(told) > MAX_ERRORS:
        rest = len(told) - MAX_ERRORS
        told = [*told[:MAX_ERRORS], Problem(Location(OPTION), "more-problems", f"… and {rest} more problems")]
    if told:
        raise RulebookError(told)


def _load_point(asked: PointSettings, point: SweepPoint) -> Game | tuple[Problem, ...]:
    """Return the game with a value, or the errors of loading it."""
    base = asked.game.rulebook
    try:
        game = load(base.folder, (*base.requested_variants, *point.settings), len(asked.game.seats))
    except RulebookError as error:
        return tuple(map(point.locate, error.problems))
    if game.seats != asked.game.seats or game.rulebook.sides != base.sides:
        message = "this value changes the seats or sides, so it can't be compared with the others"
        return (point.locate(Problem(Location(OPTION), "other-seats", message)),)
    return game


def store_terms(asked: PointSettings, game: Game) -> RunTerms:
    """Return the store terms of the games with a value."""
    return terms_of(game, asked.seated, asked.seed, endings=True)


def check_point(asked: Sequence[PointSettings], point: SweepPoint) -> CheckedPoint | tuple[Problem, ...]:
    """Load the game with a value, possibly in a separate process; return the errors if that fails.

    `asked`: the same game, with each kind of players.
    """
    found = _load_point(asked[0], point)
    if not isinstance(found, Game):
        return found
    terms = tuple(store_terms(each, found) for each in asked)
    return CheckedPoint(terms, has_same_rules(found.rulebook, asked[0].game.rulebook))


def load_and_compile(asked: PointSettings, games: int, point: SweepPoint) -> LoadedPoint:
    """Load and compile the game with a value, possibly in a separate process."""
    game = _load_point(asked, point)
    if not isinstance(game, Game):
        return LoadedPoint(game)
    if choose_backend(game, asked.backend, asked.seated, games, asked.seed).native is None:
        _ = game.program.code(logged=False), game.bots
    return LoadedPoint((), game, game.program.native)
