"""Exit statuses of a command, with one clear message for each kind of failure and never a traceback."""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType

from cli.text import output
from interpreter.support import HANGUP, Halt, printable, termination_signals

EXIT_OK, EXIT_NO, EXIT_BAD_INPUT = 0, 1, 2
SIGNAL_BASE = 128
RESEND_SECONDS = 0.01
"""Delay before a lost signal is sent again: until then the finalizer that swallowed it has ended."""


class Interrupted(Halt):
    """End of the command by a signal.

    It is no KeyboardInterrupt, since the command-line library would handle that itself.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number
        self.status = SIGNAL_BASE + number


def run_guarded(command: Callable[[], int]) -> int:
    """Run the command and return its exit status; exceptions become a message and a status."""
    try:
        try:
            sys.unraisablehook = _resend_lost_signal
            for number in termination_signals():
                signal.signal(number, _raise_interrupted)
            output.prepare_streams()
            status = _run_reporting_errors(command)
            output.flush()
        finally:
            for number in termination_signals():
                signal.signal(number, _exit_now)
    except Interrupted as interrupted:
        return interrupted.status
    except OSError as error:
        return _report_failure(_describe_os_error(error))
    return status


def exit_on_signals() -> None:
    """Let signals end the process at once, whatever its threads wait for; nothing is cleaned up."""
    for number in termination_signals():
        signal.signal(number, _exit_now)


def _run_reporting_errors(command: Callable[[], int]) -> int:
    try:
        return command()
    except OSError as error:
        return _report_failure(_describe_os_error(error))
    except MemoryError:
        return _report_failure("there is not enough memory for this")
    except RecursionError:
        return _report_failure("something in the input is nested too deeply")
    except Exception as error:
        from interpreter.support import CahierError

        if isinstance(error, CahierError):
            for problem in error.problems:
                output.echo_err(problem.render())
            return EXIT_BAD_INPUT
        if os.environ.get("CAHIER_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}"
        return _report_failure(f"internal error, please report it: {what} (CAHIER_DEBUG=1 shows where)")


def _describe_os_error(error: OSError) -> str:
    why = error.strerror or str(error)
    if isinstance(error, FileNotFoundError) and not error.filename and not _is_anywhere():
        return "the folder in which this was started was deleted: go to another one"
    return f"{error.filename}: {why}" if error.filename else why


def _is_anywhere() -> bool:
    """Return True if the current folder still exists."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return False
    return True


def _report_failure(message: str) -> int:
    output.echo_err(f"cahier: error: {printable(message)}")
    return EXIT_BAD_INPUT


def _exit_now(number: int, _: FrameType | None) -> None:
    """Exit at once, since there is nothing to clean up."""
    os._exit(SIGNAL_BASE + number)


def _raise_interrupted(number: int, _: FrameType | None) -> None:
    if HANGUP is not None and number == HANGUP:
        signal.signal(HANGUP, signal.SIG_IGN)  # a closing terminal may send it more than once
        output.discard_terminal_output()
    raise Interrupted(number)


def _resend_lost_signal(ignored: sys.UnraisableHookArgs) -> None:
    """Send the signal again if Python ignores its exception, as it does in finalizers; print other exceptions."""
    if not isinstance(ignored.exc_value, Interrupted):
        sys.__unraisablehook__(ignored)
        return
    number = signal.Signals(ignored.exc_value.number)
    signal.signal(number, _raise_interrupted)
    timer = threading.Timer(RESEND_SECONDS, _send_signal, [threading.get_ident(), number])
    timer.daemon = True
    timer.start()


def _send_signal(main_thread: int, number: signal.Signals) -> None:
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main_thread, number)  # wakes the thread, too, if it waits
    else:
        _thread.interrupt_main(number)
