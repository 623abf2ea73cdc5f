"""A small game, written to a folder of its own for each test, to be spoilt there."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

Spoil = Callable[[str, str, str], Path]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the sample game."""
    return Path(shutil.copytree(Path(__file__).parent / "sample", tmp_path / "sample"))


@pytest.fixture
def spoil(folder: Path) -> Spoil:
    """Replace a text in a file of the sample game, once; hands back the folder."""

    def replace(file: str, old: str, new: str) -> Path:
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {file}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return folder

    return replace
