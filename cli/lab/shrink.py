"""`--shrink`: the shortest game that fails like another one, written as a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.text.output import echo_err
from interpreter.presentation import format_count
from interpreter.support import AtomicFile, printable

if TYPE_CHECKING:
    from interpreter.matches import Game
    from interpreter.playtest import FailingGame, PlaytestResult, Record, Replay
    from interpreter.support import Problem

MAX_SHRUNK = 5
"""Maximum number of mistakes for which a shortest game is searched."""


def write_shortest(result: PlaytestResult, path: str) -> None:
    """Write the shortest game for each mistake that stopped games of a playtest; none without such a mistake.

    Raises SaveError if the file can't be written.
    """
    from interpreter.playtest import Shrinker, quick_pickers

    plan, game = result.plan, result.plan.game
    found = []
    mistakes = result.tally.stop_reasons()
    if len(mistakes) > MAX_SHRUNK:
        echo_err(f"of {len(mistakes)} mistakes that stopped games, the first {MAX_SHRUNK} are shrunk")
    for problem, _, first in mistakes[:MAX_SHRUNK]:
        echo_err(f"looking for the shortest game that fails like game {first} …")
        shrinking = Shrinker(game, problem)
        found.append((problem, shrinking.shrink_run(plan.seed, first, quick_pickers(game, plan.seated))))
    _write(game, found, path)


def write_shortest_of(game: Game, record: Record, replay: Replay, path: str) -> None:
    """Write the shortest game that is stopped like a recorded one, which has been replayed."""
    from interpreter.playtest import Shrinker, endless_problem

    problem = replay.error.problems[0] if replay.error is not None else endless_problem(game)
    found = Shrinker(game, problem).shrink_choices(record.seed, record.index, record.choices)
    _write(game, [(problem, found)] if found is not None or replay.error is not None else [], path)


def _write(game: Game, found: list[tuple[Problem, FailingGame | None]], path: str) -> None:
    from interpreter.playtest import format_record

    shortest = [failing for _, failing in found if failing is not None]
    if not found:
        echo_err(f"no game has failed: {printable(path)} was not written")
        return
    for problem, failing in found:
        if failing is None:
            echo_err(f"no random game was found that fails like this: {printable(problem.message)}")
        else:
            many = len(failing.choices)
            echo_err(f"{format_count(many, 'decision')}, game {failing.index}: {printable(problem.message)}")
    if shortest:
        with AtomicFile(path) as file:
            for failing in shortest:
                file.write(format_record(game, failing.seed, failing.index, failing.choices, failing.problem.message))
        echo_err(f"written to {printable(path)}, for `cahier replay`, or for the game's folder `records`")
