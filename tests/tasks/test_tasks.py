"""The steps of common tasks in the README are complete: a copy of the program with these changes works."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.cli.command import environment
from tests.sources import ROOT

HERE = Path(__file__).parent
README = ROOT / "interpreter" / "README.md"
MARKET = ROOT / "tests" / "cli" / "market"

Run = Callable[..., str]


@pytest.fixture
def changed(tmp_path: Path, request: pytest.FixtureRequest) -> Run:
    """A command of a copy of the program, which has the changes of a task and is beside the game `market`."""
    copy = tmp_path / "copy"
    for package in ("interpreter", "cli", "schemas"):
        shutil.copytree(ROOT / package, copy / package, copy_function=link, ignore=shutil.ignore_patterns("pictures"))
    apply_changes(request.param, copy)
    shutil.copytree(MARKET, tmp_path / "market")
    variables = environment(PYTHONPATH=str(copy), XDG_CACHE_HOME=str(tmp_path), XDG_STATE_HOME=str(tmp_path))

    def run(*words: str, typed: str = "") -> str:
        command = [sys.executable, "-m", "cli", *words]
        done = subprocess.run(command, cwd=tmp_path, env=variables, input=typed, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def link(source: str, target: str) -> None:
    """Link a file, or copy it where links are impossible. `apply_changes` replaces files and never writes into them."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def apply_changes(task: str, copy: Path) -> None:
    for change in changes_of(task):
        file, text = copy / change["file"], change["text"]
        if "before" in change:
            old = file.read_text("utf-8")
            anchor = change["before"].rstrip("\n")
            assert old.count(anchor) == 1, (change["file"], anchor)
            text = old.replace(anchor, text + anchor)
            file.unlink()
        assert not file.exists()
        file.write_text(text, "utf-8")


def changes_of(task: str) -> list[dict[str, str]]:
    changes: list[dict[str, str]] = yaml.safe_load((HERE / f"{task}.yaml").read_text("utf-8"))
    return changes


def places_of(task: str, document: Path = README) -> set[str]:
    """The files and folders in the first column of a task's table, as paths of the repository."""
    text = document.read_text("utf-8")
    section = text.partition(f"\n### Add a {task}\n")[2].partition("\n#")[0]
    rows = re.findall(r"^\| (.+?) \|", section, re.MULTILINE)
    written = [place for row in rows for place in re.findall(r"`([\w./]+)`", row)]
    return {place if (ROOT / place).exists() else f"interpreter/{place}" for place in written}


@pytest.mark.parametrize("task", sorted(path.stem for path in HERE.glob("*.yaml")))
def test_the_table_names_the_places_that_change(task: str) -> None:
    places = places_of(task)
    files = {change["file"] for change in changes_of(task)}
    assert {place for place in places if not (ROOT / place).exists()} == set()
    touched = {file: {file, f"{file.rpartition('/')[0]}/"} & places for file in files}
    assert all(touched.values()) and set().union(*touched.values()) == places, touched


@pytest.mark.parametrize("changed", ["language"], indirect=True)
def test_a_language_is_used(changed: Run, tmp_path: Path) -> None:
    names = {
        "names": {"fruit": "Fruktoj", "rain": "Pluvo"},
        "labels": {"a_stall": "budo", "sell": "vendi"},
        "nouns": {"stall": {"one": {"nom": "budo"}, "many": {"nom": "budoj"}}},
        "adjectives": {"covered": {"like": "a", "stem": "kovrit"}},
        "words": {"trade at {area}": "vendi ĉe {area}"},
    }
    (tmp_path / "market" / "text").mkdir()
    (tmp_path / "market" / "text" / "eo.yaml").write_text(yaml.safe_dump(names, allow_unicode=True), "utf-8")
    said = changed("play", "market", "--seed", "3", "--lang", "eo", typed="fini\n")
    assert "Market day. Semo 3." in said and "1 kaŝita\n" in said and "2 kaŝitaj\n" in said
    assert "Elektu: budo (vendi)\n  1  Fruktoj\n" in said and "4  sufiĉas\n" in said
    assert "Vendi ĉe kovritaj budoj." in changed("show", "market", "cards", "--lang", "eo")


@pytest.mark.parametrize("changed", ["command"], indirect=True)
def test_a_command_answers_and_each_is_described(changed: Run, tmp_path: Path) -> None:
    assert changed("seats", "market") == "Player 1\nPlayer 2\n"
    commands = re.findall(r"^  ([a-z-]+)  ", changed("--help").partition("\nCommands:\n")[2], re.MULTILINE)
    described = re.findall(r"^\| `cahier ([a-z-]+)", (tmp_path / "copy/cli/README.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(described) == sorted(commands) and "seats" in commands
