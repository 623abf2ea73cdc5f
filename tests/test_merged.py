"""Merges are finished: no file has the marks that git leaves where two changes meet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MARK = re.compile(rb"^(?:[<>|]{7} .*|={7})\r?$", re.MULTILINE)


def files() -> list[Path]:
    """Return the files of the project."""
    homes = ("cli", "interpreter", "rules", "schemas", "tests")
    others = {"__pycache__", "node_modules"}
    inside = [path for home in homes for path in (ROOT / home).rglob("*") if others.isdisjoint(path.parts)]
    return [path for path in (*ROOT.glob("[A-Za-z]*.*"), *inside) if path.is_file()]


def test_no_file_has_marks_of_a_merge() -> None:
    assert ROOT / "README.md" in files()
    assert [str(path.relative_to(ROOT)) for path in files() if MARK.search(path.read_bytes())] == []


@pytest.mark.parametrize("line", ["<" * 7 + " HEAD", "|" * 7 + " of before", "=" * 7, ">" * 7 + " theirs\r"])
def test_marks_are_seen(line: str) -> None:
    assert MARK.search(f"before\n{line}\nafter\n".encode())
