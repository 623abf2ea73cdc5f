"""Connection to a cluster that plays the games."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.output import echo_err

if TYPE_CHECKING:
    from interpreter.playtest.cluster import DaskCluster


@contextlib.contextmanager
def connect_cluster(address: str | None, backend: str) -> Iterator[DaskCluster | None]:
    """Connect to the Dask cluster at an address for the block; yield None without an address.

    Raises PlayError if the cluster can't be used.
    """
    if address is None:
        yield None
        return
    from interpreter.playtest.cluster import DaskCluster

    with DaskCluster(address, strict=backend == "native") as cluster:
        for note in cluster.notes:
            echo_err(f"note: {note}")
        yield cluster
