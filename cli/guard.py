"""Exit statuses of a command, with one clear message for each kind of failure and never a traceback."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from types import FrameType

from cli import output
from interpreter.halt import HANGUP, Halt, endings

FINE, NO, BAD_INPUT = 0, 1, 2
SIGNAL_BASE = 128


class Interrupted(Halt):
    """End of the command by a signal.

    It is no KeyboardInterrupt, since the command-line library would handle that itself.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = SIGNAL_BASE + number


def guarded(command: Callable[[], int]) -> int:
    """Run the command and return its exit status; exceptions become a message and a status."""
    try:
        try:
            for number in endings():
                signal.signal(number, _interrupt)
            output.prepare()
            status = _told(command)
            output.finish()
        finally:
            for number in endings():
                signal.signal(number, _end)
    except Interrupted as interrupted:
        return interrupted.status
    except OSError as error:
        return _stop(_explained(error))
    return status


def end_at_once() -> None:
    """Let signals end the process at once, whatever its threads wait for; nothing is cleaned up."""
    for number in endings():
        signal.signal(number, _end)


def _told(command: Callable[[], int]) -> int:
    try:
        return command()
    except OSError as error:
        return _stop(_explained(error))
    except MemoryError:
        return _stop("there is not enough memory for this")
    except RecursionError:
        return _stop("something in the input is nested too deeply")
    except Exception as error:
        from interpreter.errors import CahierError

        if isinstance(error, CahierError):
            for problem in error.problems:
                output.tell(problem.render())
            return BAD_INPUT
        if os.environ.get("CAHIER_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        return _stop(f"internal error, please report it: {what} (CAHIER_DEBUG=1 shows where)")


def _explained(error: OSError) -> str:
    why = error.strerror or str(error)
    return f"{error.filename}: {why}" if error.filename else why


def _stop(message: str) -> int:
    from interpreter.errors import shown

    output.tell(f"cahier: error: {shown(message)}")
    return BAD_INPUT


def _end(number: int, _: FrameType | None) -> None:
    """Exit at once, since there is nothing to clean up."""
    os._exit(SIGNAL_BASE + number)


def _interrupt(number: int, _: FrameType | None) -> None:
    if HANGUP is not None and number == HANGUP:
        signal.signal(HANGUP, signal.SIG_IGN)  # a closing terminal may send it more than once
        output.leave_terminals()
    raise Interrupted(number)
