"""`cahier rename GAME OLD NEW`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import Cahier


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*.yaml")}


def test_it_is_renamed_everywhere_and_the_scenarios_pass(cahier: Cahier, folder: Path) -> None:
    before = contents(folder / "market")
    done = cahier("rename", "market", "fish", "herring")
    assert done.returncode == 0
    assert (
        done.stdout
        == """market/map.yaml: 3 places
market/scenarios/selling.yaml: 3 places
fish, a space, is herring now, in 2 files
"""
    )
    assert "two_way: [[fruit, herring]]" in (folder / "market" / "map.yaml").read_text()
    assert cahier("test", "market").returncode == 0
    assert cahier("rename", "market", "herring", "fish").returncode == 0
    assert contents(folder / "market") == before


def test_what_cannot_be_renamed_is_bad_input(cahier: Cahier, folder: Path) -> None:
    before = contents(folder / "market")
    wrong = {
        ("market", "fihs", "herring"): "rename fihs: error: nothing in this game has this id\n    did you mean fish?\n",
        ("market", "fish", "fruit"): "rename fish fruit: error: the game already has something called `fruit`\n",
        ("market", "fish", "Big Fish"): "rename fish 'Big Fish': error: an id is made of small letters, digits and _",
        ("market", "fish", "where"): "`where` is a word of the language and can't be an id\n",
        ("red_flag_over_paris", "press", "papers"): "this game comes with cahier; copy it first, `cahier new",
        (
            "market",
            "Fish",
            "herring",
        ): "this is a title, which is changed in its file; only ids are renamed\n    did you mean fish?\n",
        ("nowhere", "fish", "herring"): "there is no folder and no game of this name",
    }
    for words, message in wrong.items():
        done = cahier("rename", *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr
    assert contents(folder / "market") == before


def test_a_file_that_cannot_be_written_leaves_all_as_they_were(cahier: Cahier, folder: Path) -> None:
    before = contents(folder / "market")
    scenarios = folder / "market" / "scenarios" / "selling.yaml"
    scenarios.chmod(0o444)
    done = cahier("rename", "market", "fish", "herring")
    assert (done.returncode, done.stdout) == (2, "")
    assert "this can't be written: it is read-only; all files are as they were" in done.stderr
    assert contents(folder / "market") == before


def test_a_wording_with_the_word_is_told(cahier: Cahier, folder: Path) -> None:
    path = folder / "market" / "sequence.yaml"
    path.write_text(path.read_text() + "  - {say: clear the covered places, do: stop}\n")
    done = cahier("rename", "market", "covered", "roofed")
    assert done.returncode == 0
    assert "`clear the covered places` contains covered as a word, which is unchanged: market/seq" in done.stdout
    assert "clear the covered places" in path.read_text()
    assert "roofed: flag" in (folder / "market" / "map.yaml").read_text()
