"""`cahier diff GAME OTHER`: what is different in another folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Cahier


@pytest.fixture
def fair(cahier: Cahier, folder: Path) -> Path:
    """A copy of the market in which some things are different."""
    assert cahier("new", "fair", "--from", "market").returncode == 0
    edit(
        folder / "fair" / "cards" / "luck.yaml",
        ("event: trade at covered stalls", "event: trade at south stalls"),
        ("  - {id: fog, title: Fog, value: 0, event: trade at stalls with your tokens, source: rulebook}\n", ""),
        ("source: {title: rulebook, event: reconstructed}", "source: ours"),
    )
    edit(folder / "fair" / "map.yaml", ("[[fruit, fish]]", "[[fruit, fish], [fruit, cheese]]"))
    return folder / "fair"


def edit(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def test_what_is_different_in_another_folder(cahier: Cahier, fair: Path) -> None:
    done = cahier("diff", "market", "fair")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "Fair (fair), compared with Market day (market)\n\n"
        "changed\n"
        "  the game\n    title: Market day -> Fair\n"
        "  card Rain\n    event: trade at covered stalls -> trade at south stalls\n\n"
        "no longer there\n  card Fog\n\n"
        "new\n  the way between Cheese and Fruit\n"
    )
    back = cahier("diff", "fair", "market", "--lang", "ru").stdout
    assert "no longer there\n  the way between Сыр and Fruit" in back and "new\n  card Fog" in back


def test_bends_are_compared_by_what_they_say(cahier: Cahier, fair: Path) -> None:
    bend = "\nbends:\n  - {after: take a turn, do: raise day}\n"
    for name in ("market", "fair"):
        path = fair.parent / name / "sequence.yaml"
        path.write_text(f"# {name}\n" * len(name) + path.read_text(encoding="utf-8") + bend, encoding="utf-8")
    assert "bent" not in cahier("diff", "market", "fair").stdout
    edit(fair / "sequence.yaml", ("{after: take a turn, do: raise day}", "{before: take a turn, do: raise day}"))
    said = cahier("diff", "market", "fair").stdout
    assert "bent rules that are gone\n  after `take a turn`:\n    raise day\n" in said
    assert "bent rules\n  before `take a turn`:\n    raise day\n" in said


def test_nothing_is_different(cahier: Cahier, folder: Path) -> None:
    done = cahier("diff", "market", "./market")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\n\nnothing that players would see is different\n" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("market", "diff: error: name a variant"),
        ("market fair --variant x=1", "diff: error: a game is compared with another folder, or with itself"),
        ("market nowhere", "nowhere: error: there is no folder and no game of this name"),
        ("market fair --players 9", "9 players: the game is for 2 to 3"),
        ("market fair --lang de", "--lang de: error: there are no names in this language"),
    ],
)
def test_what_cant_be_compared(cahier: Cahier, fair: Path, words: str, said: str) -> None:
    done = cahier("diff", *words.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_the_other_game_is_read_whole(cahier: Cahier, fair: Path) -> None:
    edit(fair / "cards" / "luck.yaml", ("event: trade at stalls,", "event: trade at stallz,"))
    done = cahier("diff", "market", "fair")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("fair/cards/luck.yaml:6:") and "`stallz`" in done.stderr
