"""Presence of everything in the extra `parts`, so that no test is skipped because something is missing."""

from __future__ import annotations

import tomllib
from importlib.metadata import version
from itertools import takewhile

import pytest

from tests.forks import REPO


def required(extra: str) -> list[str]:
    """The packages of an extra, with those of the extras that it names."""
    project = tomllib.loads((REPO / "pyproject.toml").read_text("utf-8"))["project"]
    found: list[str] = []
    for line in project["optional-dependencies"][extra]:
        if line.startswith("cahier["):
            found += required(line.removeprefix("cahier[").removesuffix("]"))
        else:
            found.append("".join(takewhile(lambda sign: sign.isalnum() or sign in "-_.", line)))
    return found


@pytest.mark.parts
@pytest.mark.parametrize("package", required("parts"))
def test_is_installed(package: str) -> None:
    assert version(package)
