"""A game's folder as it is, or as it was at a git revision."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameVersion:
    """A game as typed, at a revision if one is given.

    `folder` is the folder it is read from: for a revision, a temporary copy that is never shown to the user.
    """

    name: str
    folder: str
    revision: str | None = None

    def replace_paths(self, text: str) -> str:
        """Replace paths of the copy in a text: files as git names them, the folder as the game at that revision."""
        if self.revision is None:
            return text
        files = text.replace(self.folder + os.sep, f"{self.revision}:")
        return files.replace(self.folder, f"{self.name} at {self.revision}")


@contextlib.contextmanager
def open_version(name: str, revision: str | None) -> Iterator[GameVersion]:
    """Provide a game as typed, or as it was at a revision, for the block.

    Raises RulebookError as `extract_revision`.
    """
    if revision is None:
        yield GameVersion(name, name)
        return
    from cli.revision import extract_revision

    with extract_revision(name, revision) as version:
        yield version
