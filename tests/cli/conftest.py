"""A working directory with a small game, and the command to try on it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, Cahier, Running, environment
from tests.forks import Forks

BEFORE_IMPORTS = {"PYTHONHASHSEED", "LANG", "LC_ALL"}
"""Variables that are read when Python starts."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory but for `market`, a small game."""
    shutil.copytree(Path(__file__).parent / "market", tmp_path / "market")
    monkeypatch.chdir(tmp_path)
    own = tmp_path / "cache" / "cahier"
    own.mkdir(mode=0o700, parents=True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


@pytest.fixture
def cahier(folder: Path, forks: Forks) -> Cahier:
    """Runs the command to its end."""

    def call(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        if BEFORE_IMPORTS.isdisjoint(variables):
            done = forks.run(words, environment(**variables))
        else:
            everything = environment(**variables)
            done = subprocess.run([*COMMAND, *words], env=everything, capture_output=True, encoding="utf-8")
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return call


@pytest.fixture
def running(folder: Path, forks: Forks) -> Iterator[Callable[..., Running]]:
    """Starts a command and leaves it running."""
    started: list[Running] = []

    def start(*words: str) -> Running:
        started.append(Running(forks, *words))
        return started[-1]

    yield start
    for command in started:
        command.close()
