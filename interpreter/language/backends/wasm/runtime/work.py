"""Accounting of work that rules are charged for, and of steps of the machine.

Work is counted alike by every backend. A unit of it stands for at most UNIT steps; work that no rule is charged for
counts its steps separately. A pause is due after PACE steps, so that signals are handled.
"""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.structs import game, now, progress
from interpreter.language.backends.wasm.sizes import UNIT
from interpreter.language.execution.machine_memory import stop


def allow_work(work: int) -> None:
    """Set the work allowed up to the next decision.

    After each stretch of it, the next jump returns to the loop that runs the segments.
    """
    now.work = work
    now.mark = work - game.stretch


def work_done() -> int:
    """Return the work since the last decision."""
    if now.work < 0:
        stop()
    return game.work - now.work


def begin_stretch() -> None:
    """Begin the next stretch of work."""
    if now.work < 0:
        stop()
    now.mark = now.work - game.stretch


def is_pause() -> bool:
    """Return True if a pause is due."""
    return now.steps < UNIT * (game.work - now.work)


def count_steps(steps: int) -> None:
    """Count steps that no rule is charged for; stop a run that does too many of them without a pause."""
    now.steps -= steps
    if now.steps < -game.slice:
        stop()


def reset_steps() -> None:
    """Reset the step counter after a pause."""
    now.steps = progress.pace + UNIT * (game.work - now.work)
