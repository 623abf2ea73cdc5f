"""`--library` and CAHIER_LIBRARY: games and variants of one's own are found by name."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from interpreter import load
from interpreter.support.errors import RulebookError
from tests.cli.command import REPO, Cahier


def overlay(variant_id: str, game: str, change: str = "") -> str:
    return f"id: {variant_id}\ntitle: {variant_id.title()}\nfor: {game}\n{change}"


@pytest.fixture
def library(folder: Path) -> Path:
    """A library with a game, a variant of it, and one of a game that comes with cahier."""
    place = folder / "mine"
    shutil.copytree(REPO / "tests" / "games" / "hex", place / "six_sides")
    (place / "long_hex.yaml").write_text(overlay("long_hex", "hex", "change: [{at: map/grid/columns, to: 6}]\n"))
    (place / "plain.yaml").write_text(overlay("plain", "revolution"))
    return place


@pytest.mark.parts
def test_what_lies_in_a_library_is_listed(cahier: Cahier, library: Path) -> None:
    plain = cahier("list").stdout
    before, behind = cahier("--library", "mine", "list"), cahier("list", "--library", "mine")
    for done in (before, behind, cahier("list", CAHIER_LIBRARY=str(library))):
        assert done.returncode == 0, done.stderr
        lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
        assert "six_sides Hex 2 players seats: red, blue" in lines
        assert lines[-1] == "--variant long_hex Long_Hex"
        last = next(at for at, line in enumerate(lines) if line.startswith("vive_la_revolution"))
        assert "--variant plain Plain" in lines[:last]
    assert "six_sides" not in plain and "long_hex" not in plain


def test_author_and_version_are_shown(cahier: Cahier, library: Path) -> None:
    """Of a game and its variants; signs that a terminal would obey are shown, and a long name is cut in the list."""
    file = library / "six_sides" / "game.yaml"
    long_name = "Ada \\e[31mExample " + "of Ham " * 20 + "Hill"
    imprint = f'author: "{long_name}"\nversion: "1.2"\nlicence: CC-BY-4.0\nhomepage: https://example.org/six\n'
    file.write_text(file.read_text() + imprint)
    variant = library / "long_hex.yaml"
    variant.write_text(variant.read_text() + 'author: Bob\nversion: "3"\nneeds: {hex: "1.2"}\n')
    listed = cahier("list", "--library", "mine", COLUMNS="160").stdout
    assert "blue (version 1.2, by Ada \\x1b[31mExample of Ham of" in " ".join(listed.split())
    assert "of Ham " * 10 not in " ".join(listed.split()) and "Long_Hex (version 3, by Bob)" in listed
    shown = cahier("show", "six_sides", "--variant", "long_hex", "--library", "mine")
    text = " ".join(shown.stdout.split())
    assert "of Ham Hill, licence: CC-BY-4.0, https://example.org/six" in text and "Long_Hex: version 3, by Bob" in text
    variant.write_text(variant.read_text().replace('"1.2"', '"1.3"'))
    refused = cahier("check", "six_sides", "--variant", "long_hex", "--library", "mine")
    assert refused.returncode == 2 and "needs `hex` 1.3 or later; this is 1.2" in refused.stderr


@pytest.mark.parts
@pytest.mark.parametrize(
    "words",
    [
        "check six_sides",
        "check six_sides --variant long_hex",
        "show six_sides map --variant long_hex",
        "diff six_sides --variant long_hex",
        "playtest six_sides --games 2 --jobs 1 --variant long_hex",
        "compare six_sides --variant long_hex --games 4 --jobs 1",
        "test six_sides",
        "check revolution --variant plain",
        "playtest revolution --games 1 --jobs 1 --variant plain",
    ],
)
def test_it_is_found_by_name(cahier: Cahier, library: Path, words: str) -> None:
    done = cahier(*words.split(), "--library", "mine")
    assert done.returncode in ((0, 1) if words.startswith("compare") else (0,)), done.stderr
    assert cahier(*words.split()).returncode == 2


@pytest.mark.parts
def test_a_variant_that_changes_is_played_as_it_is_by_now(cahier: Cahier, library: Path) -> None:
    words = ["playtest", "six_sides", "--games", "20", "--jobs", "1", "--variant", "long_hex", "--library", "mine"]
    first = json.loads(cahier(*words, "--json", "-").stdout)
    file = library / "long_hex.yaml"
    file.write_text(file.read_text().replace("to: 6", "to: 2"))
    second = json.loads(cahier(*words, "--json", "-").stdout)
    assert first["decisions"] > second["decisions"]


@pytest.mark.parts
def test_what_comes_with_cahier_wins_and_the_clash_is_named(cahier: Cahier, library: Path) -> None:
    (library / "six_sides").rename(library / "revolution")
    (library / "single_highest.yaml").write_text(overlay("single_highest", "revolution"))
    for words in ("list", "check revolution", "show revolution", "new copied --from revolution"):
        done = cahier(*words.split(), "--library", "mine")
        assert "mine/revolution is not found by its name: `revolution` is a game that comes with cahier" in done.stderr
        assert "royalist" in done.stdout or words.startswith(("check", "new"))
    for words in ("list", "check revolution --variant single_highest"):
        said = cahier(*words.split(), "--library", "mine").stderr
        assert "mine/single_highest.yaml is not found by its id: `revolution` has another variant" in said
    assert "is not found" not in cahier("check", "market", "--library", "mine").stderr


def test_of_two_libraries_the_first_wins(cahier: Cahier, library: Path, folder: Path) -> None:
    other = folder / "other"
    shutil.copytree(REPO / "tests" / "games" / "tic_tac_toe", other / "six_sides")
    for first, second in (("mine", "other"), ("other", "mine")):
        listed = os.pathsep.join([first, second])
        for done in (
            cahier("show", "six_sides", "--library", first, "--library", second),
            cahier("show", "six_sides", "--library", first, CAHIER_LIBRARY=second),
            cahier("show", "six_sides", CAHIER_LIBRARY=listed),
        ):
            assert ("Hex" in done.stdout) is (first == "mine")
            assert f"{second}/six_sides is not found by its name: `six_sides` is {first}/six_sides" in done.stderr


def test_a_library_that_can_not_be_read_is_said(cahier: Cahier, library: Path, folder: Path) -> None:
    (folder / "file").write_text("")
    for given, said in (
        ("nowhere", "nowhere: error: there is no such folder"),
        ("file", "file: error: this library can't be read: Not a directory"),
        ("market", "market: error: this is the folder of a game"),
        ("", "--library: error: a library is named by a path"),
    ):
        done = cahier("check", "market", "--library", given)
        assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith(said)
        if given:
            assert cahier("list", CAHIER_LIBRARY=f"mine{os.pathsep}{given}").stderr.startswith(said)


def test_nothing_is_read_from_the_current_folder_unasked(cahier: Cahier, library: Path, folder: Path) -> None:
    shutil.copytree(REPO / "tests" / "games" / "hex", folder / "revolution")
    for variables in ({}, {"CAHIER_LIBRARY": ""}, {"CAHIER_LIBRARY": f"{os.pathsep}mine{os.pathsep}"}):
        listed = cahier("list", **variables)
        assert "market" not in listed.stdout and "royalist" in listed.stdout and listed.returncode == 0


def test_what_is_broken_in_a_library_hides_nothing(cahier: Cahier, library: Path) -> None:
    (library / "broken").mkdir()
    (library / "broken" / "game.yaml").write_text("id: broken\n")
    (library / "other_id.yaml").write_text(overlay("odd", "hex"))
    (library / "lost.yaml").write_text(overlay("lost", "atlantis"))
    (library / "half.yaml").write_text("id: half\n")
    done = cahier("list", "--library", "mine")
    assert done.returncode == 2 and "six_sides" in done.stdout
    for said in (
        "mine/broken/game.yaml:1:1: error: the field `seats` is missing",
        "mine/other_id.yaml:1:5: error: the id of a variant has to be the name of its file: `other_id`, not `odd`",
        "mine/lost.yaml: error: this is a variant of `atlantis`, and no game has this id",
        "mine/half.yaml:1:1: error: the field `for` is missing",
    ):
        assert said in done.stderr
    for variant_id, said in (
        ("lost", "this is a variant of the game `atlantis`, not of `hex`"),
        ("half", "`for` is missing"),
    ):
        done = cahier("check", "six_sides", "--variant", variant_id, "--library", "mine")
        assert done.returncode == 2 and said in done.stderr
    done = cahier("check", "six_sides", "--variant", "long_hxe", "--library", "mine")
    assert "its variants are: swap, long_hex (" in done.stderr and "did you mean long_hex?" in done.stderr


def test_strange_things_in_a_library(cahier: Cahier, library: Path) -> None:
    os.mkfifo(library / "pipe.yaml")
    (library / "loop").symlink_to("loop")
    (library / "large.yaml").write_bytes(b" " * 3_000_000)
    (library / "six_sides").rename(library / "red\x1b[31m\nsix")
    done = cahier("list", "--library", "mine")
    assert done.returncode == 2 and "red\\x1b[31m\\nsix" in done.stdout and "\x1b" not in done.stdout + done.stderr
    assert "mine/pipe.yaml: error: this isn't a regular file" in done.stderr
    assert "mine/large.yaml: error: the file is larger than" in done.stderr


@pytest.mark.parts
def test_python_finds_it_as_well(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RulebookError):
        load("six_sides")
    monkeypatch.setenv("CAHIER_LIBRARY", str(library))
    assert load("six_sides", "long_hex").rulebook.map.grid.columns == 6  # type: ignore[union-attr]
