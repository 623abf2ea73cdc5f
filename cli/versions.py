"""A game's folder as it is, or as it was at a revision."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator


@contextlib.contextmanager
def game_folder(name: str, revision: str | None) -> Iterator[str]:
    """The game's name or folder as typed; a copy of it as it was at a revision, if one is given, as long as the block
    lasts. Raises RulebookError as `at_revision` does."""
    if revision is None:
        yield name
        return
    from cli.revision import at_revision

    with at_revision(name, revision) as copy:
        yield copy
