"""Files for results: those that a user names, and optional ones, without which a run goes on."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.playtest.store.result_store import Store
from interpreter.playtest.store.run_identity import RunTerms
from interpreter.support.errors import Problem, SaveError


@dataclass(frozen=True, slots=True)
class StorePlace:
    """A file for results.

    Attributes:
        path: The file.
        is_optional: A run goes on without it if it can't be used; a file that doesn't fit is replaced.
    """

    path: str
    is_optional: bool = False


@contextlib.contextmanager
def open_store(place: StorePlace | None, arms: Sequence[RunTerms]) -> Iterator[Store | None]:
    """Open a file for the results of some arms, for the block; yield None without one.

    Raises SaveError if it can't be used, unless it is optional.
    """
    store = None
    if place is not None:
        try:
            store = Store(place.path, arms, place.is_optional)
        except SaveError as error:
            if not place.is_optional:
                raise
            store = _replaced_store(place.path, arms, error.problems[0])
    with contextlib.nullcontext() if store is None else store:
        yield store


def _replaced_store(path: str, arms: Sequence[RunTerms], problem: Problem) -> Store | None:
    """Return a store in place of one that can't be used; None if another run uses it, or there can be none."""
    if problem.code == "store-in-use":
        return None
    with contextlib.suppress(OSError, SaveError):
        os.unlink(path)
        return Store(path, arms, is_optional=True)
    return None
