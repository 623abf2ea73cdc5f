"""Paths named in a record or save: opened only if the user names them too, or if `play` itself put the file there."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Cahier

OVERLAY = """
id: mine
for: market
title: Mine
change:
  - {at: cards/sun/value, from: 2, to: 9}
"""
SECRET = "id: {what nobody: should read"


@pytest.fixture
def elsewhere(folder: Path) -> Path:
    """The market in `my market`, with a variant beside it; a file of the user's own that is none of a game's."""
    (folder / "market").rename(folder / "my market")
    (folder / "mine.yaml").write_text(OVERLAY)
    (folder / "secret.yaml").write_text(SECRET)
    return folder


def suggested(messages: str) -> list[str]:
    """The words of the command that the message proposes."""
    line = messages.rstrip().splitlines()[-1].strip()
    assert line.startswith("did you mean cahier ") and line.endswith("?"), messages
    return shlex.split(line.removeprefix("did you mean cahier ").removesuffix("?"))


def changed(source: str, target: str, **fields: Any) -> None:
    data = json.loads(Path(source).read_text())
    Path(target).write_text(json.dumps(data | fields) + "\n")


def kept(folder: Path) -> list[Path]:
    return list((folder / "state" / "cahier").glob("*.json"))


def test_a_record_opens_no_path_unasked(cahier: Cahier, elsewhere: Path) -> None:
    words = ["--variant", "mine.yaml", "--games", "1", "--seed", "3"]
    assert cahier("playtest", "my market", *words, "--record", "one.jsonl").returncode == 0
    done = cahier("replay", "one.jsonl", "--rules", "my market")
    assert (done.returncode, done.stdout) == (2, "")
    assert "played with the variant `mine.yaml`; paths in a file are never opened automatically" in done.stderr
    done = cahier("replay", "one.jsonl", "--game", "0")
    assert "the rules in `my market` and the variant `" in done.stderr
    command = suggested(done.stderr)
    assert command[:6] == ["replay", "one.jsonl", "--game", "0", "--rules", "my market"]
    done = cahier(*command)
    assert (done.returncode, done.stderr) == (0, "")
    changed("one.jsonl", "theirs.jsonl", variants=["./secret.yaml"])
    done = cahier("replay", "theirs.jsonl", "--rules", "my market")
    assert done.returncode == 2 and "nobody" not in done.stderr
    assert cahier("replay", "theirs.jsonl", "--rules", "my market", "--variant", "mine.yaml").returncode == 0


@pytest.mark.parts
def test_ids_of_a_game_need_no_word(cahier: Cahier, folder: Path) -> None:
    words = ["--variant", "censor", "--games", "1", "--record", "one.jsonl"]
    done = cahier("playtest", "red_flag_over_paris", *words)
    assert done.stdout.endswith("cahier replay game.jsonl\n")
    assert cahier("replay", "one.jsonl").returncode == 0


def test_the_summary_names_what_a_replay_needs(cahier: Cahier, elsewhere: Path) -> None:
    done = cahier("playtest", "my market", "--variant", "mine.yaml", "--games", "1")
    first, second = done.stdout.splitlines()[-1].replace("--from I", "--from 0").split(" && ")
    assert cahier(*shlex.split(first)[1:]).returncode == 0
    assert cahier(*shlex.split(second)[1:]).returncode == 0


def test_a_save_of_somebody_else_opens_no_path_unasked(cahier: Cahier, elsewhere: Path) -> None:
    assert cahier("play", "my market", "--variant", "mine.yaml", "--seed", "3").returncode == 0
    (save,) = kept(elsewhere)
    save.rename("theirs.json")
    done = cahier("play", "--load", "theirs.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"the rules in `{elsewhere}/my market` and the variant `{elsewhere}/mine.yaml`; paths in" in done.stderr
    done = cahier(*suggested(done.stderr))
    assert (done.returncode, done.stderr) == (0, "") and "Mine" in done.stdout
    done = cahier("play", "my market", "--load", "theirs.json")
    assert done.returncode == 2 and "played with the variant `" in done.stderr and "rules in" not in done.stderr
    assert cahier(*suggested(done.stderr)).returncode == 0
    changed("theirs.json", "worse.json", variants=["./secret.yaml"], folder="/proc/self")
    done = cahier("play", "my market", "--load", "worse.json")
    assert done.returncode == 2 and "nobody" not in done.stderr
    done = cahier("play", "my market", "--load", "theirs.json", "--variant", "secret.yaml")
    assert done.returncode == 2 and "nobody" in done.stderr


@pytest.mark.parts
def test_what_play_has_kept_goes_on_without_more_words(cahier: Cahier, elsewhere: Path) -> None:
    assert cahier("play", "my market", "--variant", "mine.yaml").returncode == 0
    (save,) = kept(elsewhere)
    done = cahier("play", "--resume")
    assert (done.returncode, done.stderr) == (0, "") and "Mine" in done.stdout
    assert cahier("play", "--load", str(save)).returncode == 0
    done = cahier("play", "--resume", "--variant", "mine.yaml")
    assert done.returncode == 2 and "a saved game has its own variants" in done.stderr
    (elsewhere / "state" / "cahier").chmod(0o777)
    assert "never opened automatically" in cahier("play", "--load", str(save)).stderr


def test_rules_that_have_moved(cahier: Cahier, elsewhere: Path) -> None:
    assert cahier("play", "my market").returncode == 0
    (save,) = kept(elsewhere)
    (elsewhere / "my market").rename(elsewhere / "new")
    done = cahier("play", "--resume")
    assert done.returncode == 2 and f"`cahier play FOLDER --load {save}`" in done.stderr
    assert cahier("play", "new", "--load", str(save)).returncode == 0


@pytest.mark.parts
def test_a_copied_game_of_the_same_id(cahier: Cahier, folder: Path) -> None:
    """Its save is not taken for one of the game that comes with the project."""
    assert cahier("play", "revolution").returncode == 0
    (save,) = kept(folder)
    save.rename("theirs.json")
    assert cahier("play", "--load", "theirs.json").returncode == 0
    changed("theirs.json", "copied.json", folder="/home/them/copy")
    assert cahier("play", "--load", "copied.json").returncode == 0
    changed("theirs.json", "copied.json", folder="/home/them/copy", rules="0" * 64)
    done = cahier("play", "--load", "copied.json")
    assert done.returncode == 2 and suggested(done.stderr) == ["play", "/home/them/copy", "--load", "copied.json"]
    changed("theirs.json", "copied.json", rules="0" * 64)
    assert "saved with rules of `revolution` that differ" in cahier("play", "--load", "copied.json").stderr
