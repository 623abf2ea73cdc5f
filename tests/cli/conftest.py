"""A working directory with a small game, and the command to try on it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, Cahier, Running, environment
from tests.forks import Forks
from tests.result_schemas import DOCUMENTS, check_document

BEFORE_IMPORTS = {"PYTHONHASHSEED", "LANG", "LC_ALL"}
"""Variables that are read when Python starts."""


MARKET = Path(__file__).parent / "market"
WARM = (
    ("check", "market"),
    ("playtest", "market", "--games", "1", "--backend", "native" if find_spec("wasmtime") else "python"),
    ("playtest", "red_flag_over_paris", "--games", "1", "--backend", "python"),
)
"""Commands after which the games that most tests use are in the cache."""


@pytest.fixture(scope="session")
def warm_cache(tmp_path_factory: pytest.TempPathFactory, forks: Forks) -> Path:
    """A user's cache in which `market` is checked, and some games are ready for play."""
    place = tmp_path_factory.mktemp("warm")
    shutil.copytree(MARKET, place / "market")
    cache = place / "cache" / "cahier"
    cache.mkdir(mode=0o700, parents=True)
    before = os.getcwd()
    os.chdir(place)
    try:
        for words in WARM:
            done = forks.run(words, environment(XDG_CACHE_HOME=str(place / "cache")))
            assert done.returncode == 0, done.stderr
    finally:
        os.chdir(before)
    return cache


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, warm_cache: Path) -> Path:
    """An empty working directory but for `market`, a small game; the user's cache has it and some others."""
    shutil.copytree(MARKET, tmp_path / "market")
    shutil.copytree(warm_cache, tmp_path / "cache" / "cahier")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


@pytest.fixture
def cold_cache(folder: Path) -> None:
    """Empty the user's cache."""
    for path in (folder / "cache" / "cahier").iterdir():
        path.unlink()


@pytest.fixture
def cahier(folder: Path, forks: Forks) -> Cahier:
    """Runs the command to its end; the lab's documents must fit their schemas."""

    def call(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        if BEFORE_IMPORTS.isdisjoint(variables):
            done = forks.run(words, environment(**variables))
        else:
            everything = environment(**variables)
            done = subprocess.run([*COMMAND, *words], env=everything, capture_output=True, encoding="utf-8")
        assert "Traceback" not in done.stderr, done.stderr
        if words[:1] and words[0] in DOCUMENTS and "--json" in words and done.returncode in (0, 1):
            path = words[words.index("--json") + 1]
            text = done.stdout if path == "-" else Path(path).read_text("utf-8")
            document = json.loads(text)
            plan = {"compare": "plan", "tune": "tune_plan"}.get(words[0], "study_plan")
            kind = "people" if "topics" in document else plan if "--plan" in words else words[0]
            kind = f"{kind}_ladder" if "rungs" in document and kind != "balance" else kind
            check_document(kind, document)
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
