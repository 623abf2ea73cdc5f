"""`--shrink`: the shortest game that fails like another one, written as a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.output import tell
from interpreter.atomic_files import AtomicFile
from interpreter.errors import shown
from interpreter.presentation.counts import number_of

if TYPE_CHECKING:
    from interpreter.errors import Problem
    from interpreter.matches.match import Game
    from interpreter.playtest.records import Record
    from interpreter.playtest.replays import Replay
    from interpreter.playtest.runner import Result
    from interpreter.playtest.shrinking import Failing

MOST_SHRUNK = 5
"""Maximum number of mistakes for which a shortest game is searched."""


def write_shortest(result: Result, path: str) -> None:
    """Write the shortest game for each mistake that stopped games of a playtest; none without such a mistake.

    Raises SaveError if the file can't be written.
    """
    from interpreter.playtest.chunks import quick_pickers
    from interpreter.playtest.shrinking import Shrinking

    plan, game = result.plan, result.plan.game
    found = []
    mistakes = result.tally.why_stopped()
    if len(mistakes) > MOST_SHRUNK:
        tell(f"of {len(mistakes)} mistakes that stopped games, the first {MOST_SHRUNK} are looked into")
    for problem, _, first in mistakes[:MOST_SHRUNK]:
        tell(f"looking for the shortest game that fails like game {first} …")
        shrinking = Shrinking(game, problem)
        found.append((problem, shrinking.of_run(plan.seed, first, quick_pickers(game, plan.seated))))
    _write(game, found, path)


def write_shortest_of(game: Game, record: Record, replay: Replay, path: str) -> None:
    """Write the shortest game that is stopped like a recorded one, which has been replayed."""
    from interpreter.playtest.shrinking import Shrinking, endless

    problem = replay.stopped.problems[0] if replay.stopped is not None else endless(game)
    found = Shrinking(game, problem).of_choices(record.seed, record.index, record.choices)
    _write(game, [(problem, found)] if found is not None or replay.stopped is not None else [], path)


def _write(game: Game, found: list[tuple[Problem, Failing | None]], path: str) -> None:
    from interpreter.playtest.records import line_of

    shortest = [failing for _, failing in found if failing is not None]
    if not found:
        tell(f"no game has failed: {shown(path)} was not written")
        return
    for problem, failing in found:
        if failing is None:
            tell(f"no game by chance was found that fails like this: {shown(problem.message)}")
        else:
            many = len(failing.choices)
            tell(f"{number_of(many, 'decision')}, game {failing.index}: {shown(problem.message)}")
    if shortest:
        with AtomicFile(path) as file:
            for failing in shortest:
                file.write(line_of(game, failing.seed, failing.index, failing.choices, failing.problem.message))
        tell(f"written to {shown(path)}, for `cahier replay`, or for the game's folder `records`")
