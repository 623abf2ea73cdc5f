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


WORDS = """
goal: Sell the most.
colour: {p1: red, p2: blue}
show: {needed: [day]}
because: {fruit: "{winners} sold the most fruit"}
"""


def give_words(game: Path) -> None:
    """Write what a game needs in order not to lack words for players."""
    with (game / "game.yaml").open("a", encoding="utf-8") as file:
        file.write(WORDS)
    (game / "RULES.md").write_text("# Market day\n", encoding="utf-8")


@pytest.fixture
def warned(folder: Path) -> Path:
    """The small game with something to warn of."""
    game = folder / "market" / "game.yaml"
    game.write_text(game.read_text().replace("A small game for", "A small game #1 for"), encoding="utf-8")
    give_words(folder / "market")
    return folder / "market"


@pytest.mark.parametrize(("words", "status"), [((), 0), (("--strict",), 1)])
def test_a_warning_is_shown_and_stops_nothing(
    cahier: Cahier, warned: Path, words: tuple[str, ...], status: int
) -> None:
    for _ in "fresh", "from memory":
        done = cahier("check", "market", *words)
        assert (done.stderr, done.returncode) == (WARNED, status)
        assert done.stdout.startswith("market: 3 spaces") and done.stdout.endswith(": 1 warning\n")


def test_words_for_players_are_missed_by_strict_alone(cahier: Cahier, folder: Path) -> None:
    assert cahier("check", "market").stdout.endswith(": fine\n")
    done = cahier("check", "market", "--strict")
    assert done.returncode == 1
    lines = [line.removeprefix("market/game.yaml: warning: ") for line in done.stderr.splitlines()]
    assert lines == [
        "there is no RULES.md with a summary of the rules",
        "2 seats have no `goal`: `p1`, `p2`",
        "2 seats have no `colour`: `p1`, `p2`",
        "nothing stands under `show`: no attribute is a badge, and nothing is needed each turn",
        "1 ending has no words under `because`: `fruit`",
    ]


def test_without_warnings_strict_is_fine(cahier: Cahier, folder: Path) -> None:
    give_words(folder / "market")
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
