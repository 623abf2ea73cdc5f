"""The store file of results, if one is requested."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.matches.match import Game
    from interpreter.playtest.store import Store


@contextlib.contextmanager
def open_store(path: str | None, *arms: tuple[Game, Mapping[str, str], int], endings: bool) -> Iterator[Store | None]:
    """Open the store at a path for the block; yield None without a path.

    `arms`: the game, players by seat and seed of each set of games in it. `endings`: store how each game ended.
    Raises SaveError if the store can't be used.
    """
    if path is None:
        yield None
        return
    from interpreter.playtest.store import Store
    from interpreter.playtest.terms import terms_of

    with Store(path, [terms_of(game, seated, seed, endings) for game, seated, seed in arms]) as store:
        yield store
