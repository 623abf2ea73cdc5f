"""Games that machine code plays, on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import COMMAND, Cahier, environment
from tests.language.cases import sample_with

TIMES = ("backend", "seconds", "decisions_per_second", "games_per_second")
WITHOUT = "import sys; sys.modules['wasmtime'] = None; from cli.entry import run; run()"
"""The command where wasmtime can't be imported."""


def document(cahier: Cahier, *words: str) -> dict[str, Any]:
    done = cahier("playtest", *words, "--json", "-")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parts
def test_both_backends_tell_the_same(cahier: Cahier, folder: Path) -> None:
    told = {}
    for backend in ("native", "python"):
        records = folder / f"{backend}.jsonl"
        words = ("market", "--players", "3", "--games", "80", "--seed", "5", "--backend", backend)
        found = document(cahier, *words, "--record", str(records))
        assert found["backend"] == backend
        told[backend] = {key: value for key, value in found.items() if key not in TIMES}, records.read_bytes()
    assert told["native"] == told["python"]
    assert cahier("replay", str(folder / "native.jsonl"), "--game", "79", "--rules", "market").returncode == 0


def test_many_games_are_worth_it(cahier: Cahier, folder: Path) -> None:
    assert document(cahier, "market", "--games", "499")["backend"] == "python"
    assert document(cahier, "market", "--games", "500")["backend"] == "native"
    assert document(cahier, "market", "--games", "500", "--backend", "python")["backend"] == "python"
    done = cahier("playtest", "market", "--games", "500")
    assert ", machine code," in done.stdout.replace("\n", " ") and not done.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("--backend", "natve"),
            "there is no backend of this name; there are auto, native, python\n    did you mean native?",
        ),
        (
            ("--backend", "native", "--seat", "p1=search:5"),
            "the games can't be played by machine code: "
            "seat p1 is played by `search:5`, whose decisions only Python takes",
        ),
    ],
)
def test_what_it_can_not_play(cahier: Cahier, folder: Path, words: tuple[str, ...], told: str) -> None:
    done = cahier("playtest", "market", "--games", "2", *words)
    assert done.returncode == 2 and told in done.stderr and not done.stdout


def test_a_search_is_played_in_python_without_a_word(cahier: Cahier, folder: Path) -> None:
    done = cahier("playtest", "market", "--games", "2", "--seat", "p1=search:2")
    assert done.returncode == 0 and not done.stderr


@pytest.mark.parts
def test_without_wasmtime(folder: Path) -> None:
    def playtest(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", WITHOUT, "playtest", "market", "--games", "500", *words]
        return subprocess.run(command, env=environment(), capture_output=True, encoding="utf-8")

    done = playtest()
    assert done.returncode == 0 and "machine code" not in done.stdout
    assert done.stderr == "note: played in Python: wasmtime is not installed\n"
    refused = playtest("--backend", "native")
    assert refused.returncode == 2 and "pip install 'cahier[fast]'" in refused.stderr and not refused.stdout
    assert playtest("--backend", "python").stderr == ""


@pytest.mark.parts
@pytest.mark.usefixtures("cold_cache")
def test_machine_code_is_kept_with_the_game(folder: Path) -> None:
    def modules() -> str:
        words = [sys.executable, "-X", "importtime", *COMMAND[1:], "playtest", "market", "--games", "500"]
        return subprocess.run(words, env=environment(), capture_output=True, encoding="utf-8", check=True).stderr

    assert "interpreter.language.backends.wasm.module\n" in modules()
    again = modules()
    assert "interpreter.language.backends.wasm.machine.machine\n" in again
    for slow in ("interpreter.language.backends.wasm.module", "interpreter.language.analysis", "lark"):
        assert f"{slow}\n" not in again


@pytest.mark.parts
def test_the_text_is_shown(cahier: Cahier, folder: Path) -> None:
    titles = cahier("show", "market", "native").stdout.splitlines()
    assert "the run-time part" in titles
    assert cahier("show", "market", "native", "the score").stdout.startswith(
        ";; part of the game: the score\n(func $score (param $a0 i64) (result i64)"
    )
    done = cahier("show", "market", "native", "the scor")
    assert done.returncode == 2 and "did you mean the score?" in done.stderr


@pytest.mark.parametrize(("what", "comment"), [("lowered", "#"), ("native", ";;")])
def test_an_event_is_shown_with_its_playability_test(what: str, comment: str, cahier: Cahier) -> None:
    lines = cahier("show", "market", what, "sun").stdout.splitlines()
    heads = [at for at, line in enumerate(lines) if line.startswith(f"{comment} ")]
    assert [lines[at] for at in heads] == [
        f"{comment} rule: event of sun",
        f"{comment} playability test: event of sun",
    ]
    assert heads[0] == 0 and lines[heads[1] - 1] == ""
    assert all(lines[at + 1].startswith(("def ", "(func ")) for at in heads)


def test_rules_of_one_title_are_told_apart(cahier: Cahier, folder: Path) -> None:
    """A phrase may be called as a part of every game is."""
    words = folder / "market" / "sequence.yaml"
    words.write_text(words.read_text().replace("words:\n", "words:\n  - {say: the end, do: raise day}\n", 1))
    shown = cahier("show", "market", "lowered", "the end").stdout
    assert "# part of the game: the end\n" in shown and "# rule: the end\n" in shown


@pytest.mark.parts
@pytest.mark.parametrize("conditions", [pytest.param(60, marks=pytest.mark.parts), 250])
def test_a_deep_text_is_shown(conditions: int, cahier: Cahier, folder: Path) -> None:
    """Indented as far as there is room."""
    long = " and ".join(["number of cards in deck > 0"] * conditions)
    end = 'end the game, winner is red, because "done"'
    course = ("sequence.yaml", "start: play the sample\n", f"start: |\n  if {long}: {end}\n  {end}\n")
    game = str(sample_with(folder, (), [course]))
    assert cahier("playtest", game, "--games", "2", "--backend", "native").returncode == 0
    done = cahier("show", game, "native", "the game")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("(") == done.stdout.count(")") > 2 * conditions
    assert max(len(line) - len(line.lstrip()) for line in done.stdout.splitlines()) < 100


BROKEN = {
    "a library that is not for this machine": (
        "raise OSError('wrong ELF class: ELFCLASS32')",
        "wasmtime failed: wrong ELF class: ELFCLASS32",
    ),
    "an import that fails": ("raise RuntimeError('unsupported platform')", "wasmtime failed: unsupported platform"),
    "one without what is needed": ("", "wasmtime failed: module 'wasmtime' has no attribute 'Module'"),
    "one that fails while it compiles": (
        "class Config: pass\nclass Engine:\n    def __init__(self, config): pass\n"
        "def wat2wasm(text): raise ValueError('no memory left\\nfor this')\nclass Module: pass\n"
        "class WasmtimeError(Exception): pass",
        "wasmtime failed: no memory left",
    ),
}


@pytest.mark.parts
@pytest.mark.parametrize("name", BROKEN)
def test_a_wasmtime_that_fails(cahier: Cahier, folder: Path, name: str) -> None:
    """Whatever stops it, `auto` goes on in Python and says why in a line; asked for by name it is a mistake."""
    text, told = BROKEN[name]
    package = folder / "packages" / "wasmtime"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(text, "utf-8")
    words = ("playtest", "market", "--games", "500")
    auto = cahier(*words, PYTHONPATH=str(package.parent))
    assert (auto.returncode, auto.stderr) == (0, f"note: played in Python: {told}\n")
    native = cahier(*words, "--backend", "native", PYTHONPATH=str(package.parent))
    assert native.returncode == 2 and f"the games can't be played by machine code: {told}" in native.stderr
    assert not native.stdout


@pytest.mark.parametrize("home", ("", "/dev/null"))
def test_nothing_can_be_kept(cahier: Cahier, home: str) -> None:
    """Machine code plays all the same."""
    words = ("playtest", "market", "--games", "500", "--backend", "native", "--json", "-")
    done = cahier(*words, HOME=home, XDG_CACHE_HOME=home)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["backend"] == "native"
