"""Merges are finished: no tracked file has the marks that git leaves where two changes meet."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MARK = re.compile(rb"^(?:[<>|]{7} .*|={7})\r?$", re.MULTILINE)


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    return [ROOT / name for name in sorted(set(listed.decode().split("\0"))) if name]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="only where the project is a repository")
def test_no_file_has_marks_of_a_merge() -> None:
    files = [path for path in tracked() if path.is_file()]
    assert ROOT / "README.md" in files
    assert [str(path.relative_to(ROOT)) for path in files if MARK.search(path.read_bytes())] == []


@pytest.mark.parametrize("line", ["<" * 7 + " HEAD", "|" * 7 + " of before", "=" * 7, ">" * 7 + " theirs\r"])
def test_marks_are_seen(line: str) -> None:
    assert MARK.search(f"before\n{line}\nafter\n".encode())
