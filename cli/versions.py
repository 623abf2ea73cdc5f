"""A game's folder as it is, or as it was at a revision."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Version:
    """A game by the name or path that was typed, as it was at a revision if one is given, and the folder where it is
    read from: then a copy that nobody is told of."""

    name: str
    folder: str
    revision: str | None = None

    def said(self, text: str) -> str:
        """A text in which files of the copy are named as git does, and the copy as the game at that revision."""
        if self.revision is None:
            return text
        files = text.replace(self.folder + os.sep, f"{self.revision}:")
        return files.replace(self.folder, f"{self.name} at {self.revision}")


@contextlib.contextmanager
def version_of(name: str, revision: str | None) -> Iterator[Version]:
    """A game as typed, or as it was at a revision, if one is given, as long as the block lasts. Raises RulebookError as
    `at_revision` does."""
    if revision is None:
        yield Version(name, name)
        return
    from cli.revision import at_revision

    with at_revision(name, revision) as version:
        yield version
