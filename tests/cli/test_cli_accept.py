"""`cahier test --accept`: what now comes out is written into the files, and nothing else in them changes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from interpreter.support.file_replacement import replace_files
from tests.cli.command import Cahier

UNTRUE = """# kept as it is\r
- name: a token, sold   # and this
  given: {turn: p1, begin: trade at north stalls}
  when:
    - {then: [{options are: [fruit, stop, cheese]}, decides: p2]}
    - p1: fish
  then:
    - tokens of p1 in fish is   7   # seven?
    - "tokens of p1 in fish is at least 3"
    - tokens of p1 in cheese > 1
    - over: {winner: [p1, p2], reason: fruit, scores: {p1: 5}}
"""
TRUE = """# kept as it is\r
- name: a token, sold   # and this
  given: {turn: p1, begin: trade at north stalls}
  when:
    - {then: [{options are: [fruit, stop, fish]}, decides: p1]}
    - p1: fish
  then:
    - tokens of p1 in fish is   1   # seven?
    - "tokens of p1 in fish is at least 1"
    - tokens of p1 in cheese > 1
    - over: {winner: [nobody], reason: done, scores: {p1: 1}}
"""


@pytest.mark.parts
def test_what_comes_out_is_written(cahier: Cahier, folder: Path) -> None:
    path = folder / "market" / "scenarios" / "untrue.yaml"
    other = folder / "market" / "scenarios" / "selling.yaml"
    before = other.stat().st_mtime_ns
    path.write_bytes(UNTRUE.encode())
    path.chmod(0o640)
    done = cahier("test", "market", "--accept")
    assert path.read_bytes().decode() == TRUE
    assert path.stat().st_mode & 0o777 == 0o640 and other.stat().st_mtime_ns == before
    assert "-    - tokens of p1 in fish is   7   # seven?\n" in done.stdout
    assert "+    - tokens of p1 in fish is   1   # seven?\n" in done.stdout
    assert done.stdout.endswith("2 passed, 1 failed\n") and done.returncode == 1
    assert "not rewritten" in done.stderr and "expected: tokens of p1 in cheese > 1" in done.stdout
    assert sorted(os.listdir(path.parent)) == ["selling.yaml", "untrue.yaml"]
    again = cahier("test", "market", "--accept")
    assert path.read_bytes().decode() == TRUE and "+ " not in again.stdout


@pytest.mark.parts
def test_nothing_is_written_where_all_comes_out(cahier: Cahier, folder: Path) -> None:
    done = cahier("test", "market", "--accept")
    assert (done.returncode, done.stdout, done.stderr) == (0, "2 passed, 0 failed\n", "")


def test_all_files_or_none(tmp_path: Path) -> None:
    """Of a file in /proc no other can take the place."""
    (tmp_path / "one.yaml").write_text("one")
    with pytest.raises(OSError):
        replace_files({str(tmp_path / "one.yaml"): b"another", "/proc/self/comm": b"another"})
    assert (tmp_path / "one.yaml").read_text() == "one"
    assert os.listdir(tmp_path) == ["one.yaml"]
    replace_files({str(tmp_path / "one.yaml"): b"another"})
    assert (tmp_path / "one.yaml").read_text() == "another"


@pytest.mark.parts
def test_files_that_may_only_be_read(cahier: Cahier, folder: Path) -> None:
    """Also by whom no mode stops."""
    paths = [folder / "market" / "scenarios" / f"{name}.yaml" for name in ("one", "two")]
    for path in paths:
        path.write_bytes(UNTRUE.replace("sold", path.stem).encode())
    paths[1].chmod(0o444)
    done = cahier("test", "market", "--accept")
    assert done.returncode == 2
    assert "two.yaml: error: this can't be written: it is read-only; all files are as they were" in done.stderr
    for path in paths:
        assert path.read_bytes() == UNTRUE.replace("sold", path.stem).encode()
    assert sorted(os.listdir(paths[0].parent)) == ["one.yaml", "selling.yaml", "two.yaml"]


def test_what_can_not_be_put_back_is_kept_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second file can't be replaced, and then neither can the first: the error is the first one."""
    files = [tmp_path / name for name in ("one.yaml", "two.yaml")]
    for file in files:
        file.write_text(file.stem)
    replaced: list[str] = []

    def replace(source: str, target: str) -> None:
        replaced.append(target)
        if len(replaced) > 1:
            raise OSError(5, f"fault {len(replaced) - 1}", target)
        rename(source, target)

    rename = os.rename
    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(OSError, match="fault 1") as caught:
        replace_files({str(file): b"new" for file in files})
    assert caught.value.filename == str(files[1])
    (note,) = caught.value.__notes__
    assert str(files[0]) in note and "could not be put back (fault 2)" in note
    assert Path(note.rpartition(" is in ")[2]).read_text() == "one"
    assert files[1].read_text() == "two"


@pytest.mark.parts
def test_very_many_mistakes_are_told_with_their_scenarios(cahier: Cahier, folder: Path) -> None:
    path = folder / "market" / "scenarios" / "many.yaml"
    path.write_text("- name: same\n  given: {turn: p1, begin: take a turn}\n" * 300, encoding="utf-8")
    done = cahier("test", "market")
    assert (done.returncode, done.stderr.count("a scenario with this name")) == (2, 299)
    assert done.stdout.endswith("3 passed, 299 failed\n")


@pytest.mark.parts
def test_scenarios_that_cannot_be_read_fail_by_themselves(cahier: Cahier, folder: Path) -> None:
    path = folder / "market" / "scenarios" / "bad.yaml"
    path.write_text(
        "- {name: first, variants: [nope], then: [1 is 1]}\n- name: second\n- {name: third, then: [1 is 1]}\n"
    )
    done = cahier("test", "market")
    assert done.returncode == 2 and done.stdout.endswith("3 passed, 2 failed\n")
    assert "failed: first" in done.stdout and "failed: second" in done.stdout
    assert "there is no variant `nope`" in done.stderr and "is missing here" in done.stderr
    checked = cahier("check", "market")
    assert checked.returncode == 2 and "2 mistakes" in checked.stderr


@pytest.mark.parametrize(
    ("content", "said"),
    [(b'{"format":1,"format":2}\n', "this is no save"), (b"\xff\x00\n\x80", "not a whole saved match")],
    ids=["odd", "binary"],
)
def test_what_is_no_save_is_not_resumed(cahier: Cahier, folder: Path, content: bytes, said: str) -> None:
    (folder / "odd").write_bytes(content)
    done = cahier("play", "--resume", "odd")
    assert done.returncode == 2 and said in done.stderr and done.stderr.startswith("odd")
    replayed = cahier("replay", "odd")
    assert replayed.returncode == 2 and "odd:1:1: error: this line is not a recorded game" in replayed.stderr
