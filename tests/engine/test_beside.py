"""Work in a second process: its result comes back, whatever becomes of the process."""

from __future__ import annotations

import os
import signal

import pytest

from interpreter.beside import Beside

HERE = os.getpid()


def whose() -> int:
    return os.getpid()


def ends_elsewhere() -> str:
    if os.getpid() != HERE:
        os.kill(os.getpid(), signal.SIGKILL)
    return "here"


def goes_wrong() -> str:
    raise ValueError("wrong")


def test_done_beside_or_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.beside.cores", lambda: 2)
    with Beside(whose) as other:
        assert other.result() != HERE
    with Beside(whose, worth_it=False) as other:
        assert other.result() == HERE
    monkeypatch.setattr("interpreter.beside.cores", lambda: 1)
    with Beside(whose) as other:
        assert other.result() == HERE


def test_a_process_that_dies_or_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.beside.cores", lambda: 2)
    with Beside(ends_elsewhere) as other:
        assert other.result() == "here"
    with Beside(goes_wrong) as other, pytest.raises(ValueError):
        other.result()


def test_nobody_waits_for_what_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setattr("interpreter.beside.cores", lambda: 2)
    begun = time.monotonic()
    with Beside(lambda: time.sleep(60)):
        pass
    assert time.monotonic() - begun < 30
