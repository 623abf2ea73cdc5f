"""Settings and fixtures for all tests."""

from __future__ import annotations

import fcntl
import gc
import os
import sys
from collections.abc import Generator, Iterator

import pytest

from cli.main import GC_THRESHOLD
from interpreter.rulebook.source.files import installed_games
from tests.forks import REPO, Forks

BYTECODE = REPO / ".pytest_cache" / "bytecode"
COMPILED = REPO / ".pytest_cache" / "compiled"
"""A file that is there, and not empty, once all tests have been compiled."""
LONGEST_ID = 60


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:
    """A short id for a long value: pytest puts a test's id into an environment variable, which has to be small."""
    if isinstance(val, (str, bytes)) and len(val) > LONGEST_ID:
        return f"{argname} of {len(val)}"
    return None


def pytest_configure() -> None:
    """Collect garbage as rarely as the command does, and keep bytecode in one folder for all processes.

    If no bytecode may be written beside the sources, each process that a test starts would otherwise compile them all.
    """
    gc.set_threshold(GC_THRESHOLD, 20, 100)
    if sys.dont_write_bytecode:
        sys.dont_write_bytecode, sys.pycache_prefix = False, str(BYTECODE)
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(BYTECODE)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Compile the tests once: in a fresh checkout each worker would otherwise compile all of them by itself.

    The first worker keeps the others waiting meanwhile. They then read the bytecode that it has written.
    """
    if not hasattr(session.config, "workerinput"):
        return (yield)
    COMPILED.parent.mkdir(exist_ok=True)
    with open(COMPILED, "ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        is_first = not os.fstat(file.fileno()).st_size
        if not is_first:
            fcntl.flock(file, fcntl.LOCK_UN)
        collected = yield
        if is_first:
            file.write(b"all")
    return collected


def pytest_collection_finish() -> None:
    """Freeze the collected tests, which are no garbage."""
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Freeze the remaining objects: pytest would otherwise search all of them for garbage."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one of the project's games come one after the other, so that few processes load it."""
    games = installed_games()
    items.sort(key=lambda item: next((game for game in games if game in item.name), ""))


@pytest.fixture(scope="session")
def forks() -> Iterator[Forks]:
    """Runs commands, without what it takes to begin each."""
    running = Forks({**os.environ, "PYTHONPATH": str(REPO)})
    yield running
    running.close()
