"""Accounting of work that rules are charged for, and of steps of the machine.

Work is counted alike by every backend. A unit of it stands for at most UNIT steps; work that no rule is charged for
counts its steps separately. A pause is due after PACE steps, so that signals are handled.
"""

from __future__ import annotations

from interpreter.language.backends.wasm.toolchain.words import PACE, SLICE, STRETCH, UNIT, WORK, now, stop, words


def allow(work: int) -> None:
    """Set the work allowed up to the next decision.

    After each stretch of it, the next jump returns to the loop that runs the segments.
    """
    now.work = work
    now.mark = work - STRETCH


def done() -> int:
    """Return the work since the last decision."""
    if now.work < 0:
        stop()
    return WORK - now.work


def more() -> None:
    """Begin the next stretch of work."""
    if now.work < 0:
        stop()
    now.mark = now.work - STRETCH


def is_pause() -> int:
    """Return 1 if a pause is due, else 0."""
    return now.steps < UNIT * (WORK - now.work)


def took(steps: int) -> None:
    """Count steps that no rule is charged for; stop a run that does too many of them without a pause."""
    now.steps -= steps
    if now.steps < -SLICE:
        stop()


def rested() -> None:
    """Reset the step counter after a pause."""
    now.steps = words[PACE] + UNIT * (WORK - now.work)
