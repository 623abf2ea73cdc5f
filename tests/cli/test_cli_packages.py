"""`cahier pack`, `add`, `remove` and `list --library`, each as a process in an empty home folder."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess, run

import pytest

from tests.cli.command import REPO, Cahier

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"/>'
VARIANT = """id: night
title: Night
about: The board is longer and dark.
author: Ada Example
version: "1.0"
licence: CC0-1.0
for: hex
needs: {hex: "2"}
change:
  - {at: map/grid/columns, from: 4, to: 6}
  - {at: image, from: null, to: art/night.svg}
"""
SCENARIO = """- name: the long board
  variants: [night]
  then:
    - number of cells is 24
"""
RUSSIAN = "language: ru\nfor: hex\nnames: {red: Красные}\n"

At = Callable[..., CompletedProcess[str]]


@pytest.fixture
def at_home(cahier: Cahier, folder: Path) -> At:
    """The command in a home folder with nothing in it."""
    (folder / "home").mkdir()
    return lambda *words, **more: cahier(
        *words, HOME=str(folder / "home"), XDG_DATA_HOME="", XDG_CACHE_HOME=str(folder / "cache"), **more
    )


@pytest.fixture
def night(folder: Path) -> Path:
    """A game with a version, and beside it a variant of it with art, a scenario and a translation."""
    shutil.copytree(REPO / "tests" / "games" / "hex", folder / "hex")
    file = folder / "hex" / "game.yaml"
    file.write_text(file.read_text() + '\nauthor: Bob\nversion: "2.1"\n')
    place = folder / "night"
    for name, text in {
        "variant.yaml": VARIANT, "art/night.svg": SVG, "scenarios/night.yaml": SCENARIO, "text/ru.yaml": RUSSIAN
    }.items():  # fmt: skip
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, encoding="utf-8")
    return place


@pytest.mark.parts
def test_a_variant_with_art_is_packed_added_and_played(at_home: At, night: Path, folder: Path) -> None:
    assert at_home("pack", "hex").returncode == at_home("add", "hex.cahier").returncode == 0
    packed = at_home("pack", "night", "-o", "night.cahier")
    assert packed.stdout.splitlines()[:2] == [
        "night.cahier: Night, a variant of hex, 4 files, 1 kB",
        "version 1.0, by Ada Example, licence: CC0-1.0",
    ], packed.stderr
    shutil.rmtree(night)
    shutil.rmtree(folder / "hex")
    added = at_home("add", "night.cahier")
    library = folder / "home" / ".local" / "share" / "cahier" / "library"
    assert added.stdout.splitlines()[0] == f"{library / 'night'}: Night, a variant of hex, 4 files", added.stderr
    assert added.stdout.splitlines()[-1] == "next: cahier play hex --variant night"
    assert at_home("list", "--library").stdout.splitlines() == [
        str(library),
        "  hex    game            Hex (version 2.1, by Bob)",
        "  night  variant of hex  Night (version 1.0, by Ada Example)",
    ]
    played = at_home("playtest", "hex", "--variant", "night", "--games", "2", "--jobs", "1", "--no-store")
    assert played.returncode == 0, played.stderr
    assert "--variant night" in played.stdout and "variant.yaml" not in played.stdout
    assert at_home("page", "hex", "--variant", "night", "-o", "night.html").returncode == 0
    assert "image/svg+xml" in (folder / "night.html").read_text()
    assert at_home("page", "hex", "-o", "plain.html").returncode == 0
    assert "image/svg+xml" not in (folder / "plain.html").read_text()
    assert "Красные" in at_home("show", "hex", "--variant", "night", "--lang", "ru").stdout
    tried = at_home("test", "hex", str(library / "night" / "scenarios" / "night.yaml"))
    assert tried.stdout.splitlines()[-1] == "1 passed, 0 failed", tried.stdout + tried.stderr
    own = at_home("test", "hex", "--variant", "night")
    assert own.stdout.splitlines()[-1] == "1 passed, 0 failed", own.stdout + own.stderr
    checked = at_home("check", "hex", "--variant", "night")
    assert ", 1 scenario" in checked.stdout, checked.stdout + checked.stderr
    removed = at_home("remove", "night")
    assert removed.stdout == f"{library / 'night'}: removed\n"
    assert at_home("check", "hex", "--variant", "night").returncode == 2


@pytest.mark.parts
def test_a_variant_brings_its_scenarios_before_it_is_added(at_home: At, night: Path) -> None:
    own = at_home("test", "hex", "--variant", "night/variant.yaml")
    assert own.stdout.splitlines()[-1] == "1 passed, 0 failed", own.stdout + own.stderr
    scenario = night / "scenarios" / "night.yaml"
    scenario.write_text(scenario.read_text().replace("then:", "thne:"))
    assert "night/scenarios/night.yaml" in at_home("check", "hex", "--variant", "night/variant.yaml").stderr


def test_the_working_copy_of_a_repository_is_added(at_home: At, night: Path, folder: Path) -> None:
    """Git's own files stay out, and so does what is beside the variant but no part of it."""
    assert at_home("add", "hex").returncode == 0
    (night / ".gitignore").write_text("*.log\n")
    (night / "Makefile").write_text("all:\n")
    git = ("git", "-C", str(night), "-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "Begin")):
        run([*git, *words], check=True)
    added = at_home("add", "night")
    assert added.returncode == 0, added.stderr
    library = folder / "home" / ".local" / "share" / "cahier" / "library"
    names = {str(path.relative_to(library / "night")) for path in (library / "night").rglob("*") if path.is_file()}
    assert names == {"variant.yaml", "art/night.svg", "scenarios/night.yaml", "text/ru.yaml"}
    tested = at_home("test", "hex", "--variant", "night")
    assert tested.stdout.splitlines()[-1] == "1 passed, 0 failed", tested.stdout + tested.stderr


def test_what_cannot_be_done_is_told(at_home: At, night: Path, folder: Path) -> None:
    """Each in one message, with exit status 2, and nothing is left behind."""
    assert at_home("list", "--library").stdout.endswith(
        "library: nothing yet; `cahier add FILE` puts something there\n"
    )
    file = night / "variant.yaml"
    file.write_text(file.read_text().replace('{hex: "2"}', '{hex: "3"}'))
    refused = at_home("add", "night")
    assert refused.returncode == 2 and "Night needs `hex` 3 or later; this is 2.1" in refused.stderr, refused.stderr
    (folder / "night.zip").write_bytes(b"PK")
    for words, message in {
        "add nowhere": "nowhere: error: there is no such file or folder",
        "add night.zip": "night.zip: error: this is neither a package, whose name ends in .cahier",
        "remove hex": "the library has nothing of this name; it has: nothing",
        "remove ../cache": "the library has nothing of this name",
        "pack nowhere": "there is no folder and no game of this name",
        "pack hex -o hex.zip": "name a file that ends in .cahier",
    }.items():
        done = at_home(*words.split())
        assert done.returncode == 2 and message in done.stderr, (words, done.stderr)
    assert at_home("pack", "hex").returncode == 0
    again = at_home("pack", "hex")
    assert again.returncode == 2 and "hex.cahier: error: already exists" in again.stderr
    with zipfile.ZipFile("bad.cahier", "w") as bad:
        bad.writestr("../../evil.yaml", "x")
    done = at_home("add", str(Path("bad.cahier").resolve()))
    assert done.returncode == 2 and "Traceback" not in done.stderr
