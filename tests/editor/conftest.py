"""A game as an editor has it open."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.editor.buffers import Buffer, Buffers, GameWorkspace, ReadingCache, workspace_of
from interpreter.support.errors import Location
from tests.loaded import REPO

HERE = "^"


class Opened:
    """A copy of a game, of which nothing is written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.buffers = Buffers()
        self.readings = ReadingCache(self.buffers)

    def saved(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")

    def show(self, name: str, text: str) -> GameWorkspace:
        """Let a file read so in the editor."""
        path = str(self.folder / name)
        self.buffers.put(Buffer(f"file://{path}", path, text))
        home = workspace_of(path, text)
        assert home is not None
        self.readings.mark_changed(home)
        return home

    def at(self, name: str, mark: str) -> tuple[GameWorkspace, Location]:
        """The place before which a `^` stands in a piece of a file, which is a part of what is saved of it."""
        text, before = self.saved(name), mark.index(HERE)
        start = text.index(mark.replace(HERE, "", 1)) + before
        return self.show(name, text), self.place(name, text, start)

    def typed(self, name: str, old: str, new: str) -> tuple[GameWorkspace, Location]:
        """The place of the `^` in what is written instead of a piece of a file."""
        saved = self.saved(name)
        assert old in saved
        text = saved.replace(old, new, 1)
        start = text.index(HERE)
        text = text.replace(HERE, "", 1)
        return self.show(name, text), self.place(name, text, start)

    def place(self, name: str, text: str, start: int) -> Location:
        line = text.count("\n", 0, start) + 1
        return Location(str(self.folder / name), line, start - text.rfind("\n", 0, start))


@pytest.fixture(scope="session")
def paris_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = REPO / "rules" / "red_flag_over_paris"
    return Path(shutil.copytree(game, tmp_path_factory.mktemp("games") / "paris"))


@pytest.fixture
def paris(paris_folder: Path) -> Opened:
    return Opened(paris_folder)


@pytest.fixture
def market(tmp_path: Path) -> Opened:
    return Opened(Path(shutil.copytree(REPO / "tests" / "cli" / "market", tmp_path / "market")))
