"""The file in which results are kept, where one is asked for."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.matches.match import Game
    from interpreter.playtest.store import Store


@contextlib.contextmanager
def store_at(path: str | None, *arms: tuple[Game, Mapping[str, str], int], endings: bool) -> Iterator[Store | None]:
    """The store at a path, open within the block, for the games of some arms: which game, who plays, the seed; and
    whether it is kept how each game ended. None if no path is given. Raises SaveError if it can't be used."""
    if path is None:
        yield None
        return
    from interpreter.playtest.store import Store
    from interpreter.playtest.terms import terms_of

    with Store(path, [terms_of(game, seated, seed, endings) for game, seated, seed in arms]) as store:
        yield store
