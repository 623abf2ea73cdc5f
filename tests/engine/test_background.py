"""Work in a second process: its result comes back, whatever becomes of the process."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys

import pytest

from interpreter.support.background import BackgroundTask, DeferredValue
from tests.cli.command import PATIENCE, environment

HERE = os.getpid()
KILLED = """
import contextlib, os, sys
from interpreter.support import background

background.cpu_count = lambda: 4

def say_so():
    os.write(1, b".")

def much():
    say_so()
    return bytes(1_000_000)  # far more than a pipe takes

def for_ever():
    say_so()
    while True:
        pass

def waiting(order):
    say_so()
    return order.take()

def along(pipe):
    say_so()
    pipe.send(bytes(1_000_000))

with contextlib.ExitStack() as stack:
    orders = [background.DeferredValue(), background.DeferredValue()]
    for work in (much, for_ever, much, lambda: waiting(orders[0]), lambda: waiting(orders[1])):
        stack.enter_context(background.BackgroundTask(work))
    companions = [background.WorkerProcess(along), background.WorkerProcess(along)]
    sys.stdin.read()
"""
"""A program with seven processes of its own, each of which says a dot when it works."""


def whose() -> int:
    return os.getpid()


def ends_elsewhere() -> str:
    if os.getpid() != HERE:
        os.kill(os.getpid(), signal.SIGKILL)
    return "here"


def goes_wrong() -> str:
    raise ValueError("wrong")


def test_done_beside_or_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.support.background.cpu_count", lambda: 2)
    with BackgroundTask(whose) as other:
        assert other.result() != HERE
    with BackgroundTask(whose, in_process=False) as other:
        assert other.result() == HERE
    monkeypatch.setattr("interpreter.support.background.cpu_count", lambda: 1)
    with BackgroundTask(whose) as other:
        assert other.result() == HERE


def test_a_process_that_dies_or_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.support.background.cpu_count", lambda: 2)
    with BackgroundTask(ends_elsewhere) as other:
        assert other.result() == "here"
    with BackgroundTask(goes_wrong) as other, pytest.raises(ValueError):
        other.result()


def test_nobody_waits_for_what_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setattr("interpreter.support.background.cpu_count", lambda: 2)
    begun = time.monotonic()
    with BackgroundTask(lambda: time.sleep(60)):
        pass
    assert time.monotonic() - begun < 30


def test_no_process_is_left_when_its_parent_is_killed() -> None:
    words, pipe = [sys.executable, "-c", KILLED], subprocess.PIPE
    with subprocess.Popen(words, env=environment(), stdin=pipe, stdout=pipe, start_new_session=True) as parent:
        assert parent.stdout is not None
        told = b""
        while len(told) < 7:
            told += os.read(parent.stdout.fileno(), 7)
        parent.kill()
        ended, _, _ = select.select([parent.stdout], [], [], PATIENCE)  # all of them have the other end of the pipe
        with contextlib.suppress(ProcessLookupError):
            os.killpg(parent.pid, signal.SIGKILL)
        assert ended and os.read(parent.stdout.fileno(), 1) == b""


def test_what_is_ordered_later(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in (1, 2):
        monkeypatch.setattr("interpreter.support.background.cpu_count", lambda number=number: number)
        order: DeferredValue[str] = DeferredValue()

        def take(order: DeferredValue[str] = order) -> tuple[int, str]:
            return os.getpid(), order.get()

        with BackgroundTask(take) as other:
            order.set("x" * 1_000_000)  # more than is taken at once
            process, value = other.result()
        assert value == "x" * 1_000_000 and (process == HERE) == (number == 1)


def test_an_order_that_never_comes() -> None:
    order: DeferredValue[str] = DeferredValue()
    child = os.fork()
    if child == 0:
        try:
            order.get()
        except EOFError:
            os._exit(7)
        os._exit(0)
    order._sender.close()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
