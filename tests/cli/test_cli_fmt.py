"""`cahier fmt GAME`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import Cahier
from tests.cli.test_cli_rename import contents


def spoilt(folder: Path) -> Path:
    """A game's map, laid out otherwise."""
    path = folder / "market" / "map.yaml"
    path.write_text(path.read_text().replace("  - {id:", "-   { id:  ").replace("[[", "[ [ "))
    return path


def test_the_layout_is_settled_and_then_left(cahier: Cahier, folder: Path) -> None:
    before = contents(folder / "market")
    spoilt(folder)
    assert contents(folder / "market") != before
    done = cahier("fmt", "market", "--check")
    assert (done.returncode, done.stdout) == (1, "market/map.yaml\n1 file would change\n")
    done = cahier("fmt", "market")
    assert (done.returncode, done.stdout) == (0, "market/map.yaml\n1 file changed\n")
    assert contents(folder / "market") == before
    for words in (["market"], ["market", "--check"], ["revolution"]):
        done = cahier("fmt", *words)
        assert (done.returncode, done.stdout) == (0, "nothing to change\n")


def test_the_rules_may_have_mistakes(cahier: Cahier, folder: Path) -> None:
    path = spoilt(folder)
    path.write_text(path.read_text().replace("fish", "fihs"))
    assert cahier("check", "market").returncode == 2
    assert cahier("fmt", "market").returncode == 0


def test_what_cannot_be_read_or_written_leaves_all_as_they_were(cahier: Cahier, folder: Path) -> None:
    path = spoilt(folder)
    tracks = folder / "market" / "tracks.yaml"
    kept = tracks.read_text()
    tracks.write_text(f"{kept}more: [\n")
    before = contents(folder / "market")
    done = cahier("fmt", "market")
    assert (done.returncode, done.stdout) == (2, "")
    assert "market/tracks.yaml:" in done.stderr
    assert contents(folder / "market") == before
    tracks.write_text(f"{kept}\n\n")
    path.chmod(0o444)
    before = contents(folder / "market")
    done = cahier("fmt", "market")
    assert (done.returncode, done.stdout) == (2, "")
    assert "this can't be written: it is read-only; all files are as they were" in done.stderr
    assert contents(folder / "market") == before
    assert cahier("fmt", "nowhere").returncode == 2
