"""What is counted while games are played: the work that rules are charged for, and the steps of the machine.

Work is what every backend counts. A unit of it stands for UNIT steps at the most; what no rule is charged for counts
its steps by itself. After PACE of them it is time for a pause, so that a signal is heard.
"""

from __future__ import annotations

from interpreter.language.backends.wasm.words import PACE, SLICE, STRETCH, UNIT, WORK, now, stop, words


def allow(work: int) -> None:
    """So much work may be done up to the next decision. After each stretch of it the next jump leads to whoever runs
    the segments."""
    now.work = work
    now.mark = work - STRETCH


def done() -> int:
    """The work since the last decision."""
    if now.work < 0:
        stop()
    return WORK - now.work


def more() -> None:
    """A stretch of work is done."""
    if now.work < 0:
        stop()
    now.mark = now.work - STRETCH


def is_pause() -> int:
    """Whether it is time for a pause."""
    return now.steps < UNIT * (WORK - now.work)


def took(steps: int) -> None:
    """Steps that no rule is charged for. Who does too many of them without a pause is stopped."""
    now.steps -= steps
    if now.steps < -SLICE:
        stop()


def rested() -> None:
    """After a pause."""
    now.steps = words[PACE] + UNIT * (WORK - now.work)
