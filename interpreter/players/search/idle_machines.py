"""Machines that grew a tree and are kept for the next one: their memory is mapped, and their set-ups are made."""

from __future__ import annotations

from contextlib import suppress

from interpreter.language.execution.executable import SearchMachine
from interpreter.matches.match import Game

MAX_IDLE = 8
"""Number of idle machines that are kept; each takes some 20 to 60 MB."""
_idle: list[SearchMachine] = []


def take_machine(game: Game) -> SearchMachine:
    """Return an idle machine of a game that has machine code, or a new one.

    Raises NativeUnavailableError if the machine code can't run here.
    """
    for machine in tuple(_idle):
        if machine.code is game.program.native:
            with suppress(ValueError):  # another thread has taken it
                _idle.remove(machine)
                return machine
    return game.program.search_machine()


def keep_machines(machines: list[SearchMachine]) -> None:
    """Keep machines that nobody uses any longer, and empty the list. Those that were idle for longest make room."""
    _idle.extend(machines)
    machines.clear()
    del _idle[:-MAX_IDLE]
