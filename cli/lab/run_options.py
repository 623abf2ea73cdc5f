"""Options of runs: the store of results, the cluster, and recordings left by killed runs."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from cli.text.output import echo_err
from interpreter.presentation import format_count
from interpreter.support import CahierError, find_abandoned, printable

if TYPE_CHECKING:
    from interpreter.matches import Game
    from interpreter.playtest import DaskCluster, Store


@contextlib.contextmanager
def open_store(path: str | None, *arms: tuple[Game, Mapping[str, str], int], endings: bool) -> Iterator[Store | None]:
    """Open the store at a path for the block; yield None without a path.

    `arms`: the game, players by seat and seed of each set of games in it. `endings`: store how each game ended.
    Raises SaveError if the store can't be used.
    """
    if path is None:
        yield None
        return
    from interpreter.playtest import Store, terms_of

    with Store(path, [terms_of(game, seated, seed, endings) for game, seated, seed in arms]) as store:
        yield store


@contextlib.contextmanager
def connect_cluster(address: str | None, backend: str) -> Iterator[DaskCluster | None]:
    """Connect to the Dask cluster at an address for the block; yield None without an address.

    Raises PlayError if the cluster can't be used.
    """
    if address is None:
        yield None
        return
    from interpreter.playtest import DaskCluster

    with DaskCluster(address, strict=backend == "native") as cluster:
        for note in cluster.notes:
            echo_err(f"note: {note}")
        yield cluster


MAX_NAMED = 5
"""Maximum number of files that are named; others are counted."""


def report_leftovers(path: str) -> None:
    """List unfinished recordings in the folder of a file, and say once how to keep or delete them."""
    found = [each for each in find_abandoned(os.path.dirname(path)) if _is_recording(each.path)]
    if not found:
        return
    many = format_count(len(found), "unfinished recording is", "unfinished recordings are")
    echo_err(f"note: {many} left by killed runs")
    for each in found[:MAX_NAMED]:
        echo_err(f"    {printable(each.path)}, {format_count(each.size, 'byte')}")
    if len(found) > MAX_NAMED:
        echo_err(f"    and {len(found) - MAX_NAMED} more such files, whose names begin with `.` and end with `.part`")
    keep, delete = (["mv", "-n", "--", found[0].path, found[0].recovery_path], ["rm", "--", found[0].path])
    echo_err(f"to keep one: {printable(shlex.join(keep))}; to delete it: {printable(shlex.join(delete))}")


def _is_recording(path: str) -> bool:
    """Return True if a file begins with a recorded game; other files are made again by the command that was killed."""
    from interpreter.playtest import read_records

    try:
        return next(read_records(path), None) is not None
    except CahierError:
        return False
