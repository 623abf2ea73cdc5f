"""A game's own words at the terminal: `show GAME rules`, `show GAME goal`, questions, the end, and their mistakes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.command import REPO, Cahier, environment
from tests.forks import Forks

FLAGS = REPO / "tests" / "presentation" / "flags"


@pytest.fixture
def flags(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FLAGS, tmp_path / "flags"))


def test_goals(cahier: Cahier, flags: Path) -> None:
    assert cahier("show", str(flags), "goal").stdout == "The North: Hold the hill.\nThe South: Take the hill.\n"
    assert cahier("show", str(flags), "goal", "--lang", "fr").stdout.split("\n")[1] == "The South: Prenez la colline."
    variant = flags / "variants" / "night.yaml"
    variant.parent.mkdir()
    variant.write_text(
        "id: night\ntitle: Night\nfor: flags\nchange:\n  - {at: goal/north, to: Sleep.}\n", encoding="utf-8"
    )
    told = cahier("show", str(flags), "goal", "--variant", "night").stdout
    assert "- The North: Hold the hill." in told
    assert "+ The North: Sleep." in told


def test_summary_of_the_rules(cahier: Cahier, flags: Path) -> None:
    assert "no RULES.md" in cahier("show", str(flags), "rules").stdout
    (flags / "RULES.md").write_text("# Flags\n\nTwo sides,\none hill.\n\n- a\n- b\x1b[31m\n", encoding="utf-8")
    (flags / "RULES.fr.md").write_text("# Drapeaux\n", encoding="utf-8")
    told = cahier("show", str(flags), "rules").stdout
    assert told == "# Flags\n\nTwo sides, one hill.\n\n- a\n- b\\x1b[31m\n"
    assert cahier("show", str(flags), "rules", "--lang", "fr").stdout == "# Drapeaux\n"
    (flags / "RULES.md").write_text("x" * 300_000, encoding="utf-8")
    refused = cahier("show", str(flags), "rules")
    assert refused.returncode == 2
    assert "RULES.md: error: the file is larger than 200 kB" in refused.stderr


@pytest.mark.usefixtures("folder")
def test_a_match(flags: Path, forks: Forks) -> None:
    (flags / "RULES.md").write_text("Two sides, one hill.\n", encoding="utf-8")
    typed = "goal\nrules\n1\n1\n1\n"
    told = forks.run(("play", str(flags), "--seed", "3"), environment(), lines=typed).stdout
    assert "The North: which of Paper One and Paper Two do you play at strength 3?" in told
    assert "play no more" in told
    assert "Paper One has only 1, The North needs 2" in told
    assert "The South: Take the hill." in told
    assert "Two sides, one hill." in told
    assert "How do you use Paper Two, The North?" in told
    assert "The North held the hill on The Hill" in told


def test_check_tells_mistakes_at_their_place(cahier: Cahier, flags: Path) -> None:
    file = flags / "game.yaml"
    assert cahier("check", str(flags)).returncode == 0
    file.write_text(file.read_text(encoding="utf-8").replace("{limit + 1}", "{limt + 1}"), encoding="utf-8")
    told = cahier("check", str(flags))
    assert told.returncode == 2
    assert ":13:" in told.stderr
    assert "did you mean `limit + 1`?" in told.stderr


@pytest.mark.parts
def test_sentences_are_offered_for_translation(cahier: Cahier, flags: Path) -> None:
    assert cahier("translate", str(flags), "de").returncode == 0
    file = flags / "text" / "de.yaml"
    text = file.read_text(encoding="utf-8")
    assert '  play: {question: "", stop: ""}' in text
    assert '  hill: ""  # {winners} held the hill' in text
    file.write_text(text.replace('  north: ""  # Hold', '  north: "Halte den Hügel."  # Hold', 1), encoding="utf-8")
    assert cahier("show", str(flags), "goal", "--lang", "de").stdout.startswith("The North: Halte den Hügel.\n")
    assert "; nothing" in cahier("translate", str(flags), "de").stdout
    told = cahier("check", str(flags), "--lang", "de").stderr
    assert "no sentence in `de` for `play`" in told
    assert "no sentence in `de` for `north`" not in told


@pytest.mark.parts
def test_renaming_follows_ids_in_them(cahier: Cahier, flags: Path) -> None:
    for old, new in (("south", "austral"), ("courage", "bravery"), ("hand", "fist")):
        done = cahier("rename", str(flags), old, new)
        assert done.returncode == 0, done.stderr
    text = (flags / "game.yaml").read_text(encoding="utf-8")
    assert "austral: {en: Take the hill." in text
    assert "which of {fist of you} do you play at strength {bravery of you}?" in text
    assert cahier("check", str(flags)).returncode == 0
