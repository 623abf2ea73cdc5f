"""Warnings of `cahier check`: shown, remembered, never in the way, and counted if asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import Cahier

WARNED = """\
market/game.yaml:3:21: warning: the text ends before this `#`, which begins a comment
    about: A small game #1 for trying out the command.
                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    did you mean the text in quotes, or `# …` with a blank for a comment?
"""


@pytest.fixture
def warned(folder: Path) -> Path:
    """The small game with something to warn of."""
    game = folder / "market" / "game.yaml"
    game.write_text(game.read_text().replace("A small game for", "A small game #1 for"), encoding="utf-8")
    return folder / "market"


@pytest.mark.parametrize(("words", "status"), [((), 0), (("--strict",), 1)])
def test_a_warning_is_shown_and_stops_nothing(
    cahier: Cahier, warned: Path, words: tuple[str, ...], status: int
) -> None:
    for _ in "fresh", "from memory":
        done = cahier("check", "market", *words)
        assert (done.stderr, done.returncode) == (WARNED, status)
        assert done.stdout.startswith("market: 3 spaces") and done.stdout.endswith(": 1 warning\n")


def test_without_warnings_strict_is_fine(cahier: Cahier, folder: Path) -> None:
    done = cahier("check", "market", "--strict")
    assert (done.stderr, done.returncode) == ("", 0) and done.stdout.endswith(": fine\n")


def test_what_is_remembered_knows_the_folder(cahier: Cahier, warned: Path, folder: Path) -> None:
    cahier("check", "market")
    warned.rename(folder / "bazaar")
    assert cahier("check", "bazaar").stderr == WARNED.replace("market/", "bazaar/")


def test_warnings_for_tools(cahier: Cahier, warned: Path) -> None:
    done = cahier("check", "market", "--json")
    entry = {"file": "market/game.yaml", "line": 3, "column": 21, "severity": "warning", "code": "cut-by-comment"}
    assert done.returncode == 0 and done.stderr == ""
    assert [problem | entry for problem in json.loads(done.stdout)] == json.loads(done.stdout) != []
    assert cahier("check", "market", "--json", "--strict").returncode == 1


def test_errors_count_more(cahier: Cahier, warned: Path) -> None:
    card = warned / "cards" / "luck.yaml"
    card.write_text(card.read_text().replace("value: 2", "value: two"))
    done = cahier("check", "market", "--strict")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith(WARNED) and done.stderr.endswith("\n1 mistake, 1 warning\n")
    assert [each["severity"] for each in json.loads(cahier("check", "market", "--json").stdout)] == ["error", "warning"]


def test_a_game_that_is_warned_of_is_played(cahier: Cahier, warned: Path) -> None:
    for words in ("playtest market --games 2 --jobs 1", "test market", "show market"):
        done = cahier(*words.split())
        assert done.returncode == 0 and "warning" not in done.stderr


def test_a_warning_of_a_variant_names_it(cahier: Cahier, warned: Path) -> None:
    (warned / "variants").mkdir()
    overlay = "id: loud\nfor: market\ntitle: Loud #2 market\nchange:\n  - {at: cards/sun/value, to: 4}\n"
    (warned / "variants" / "loud.yaml").write_text(overlay)
    done = cahier("check", "market")
    assert done.returncode == 0 and done.stdout.endswith(": 2 warnings\n")
    assert done.stderr.startswith(WARNED) and "market/variants/loud.yaml:3:13: warning:" in done.stderr
    assert done.stderr.count("(with loud)") == 1
