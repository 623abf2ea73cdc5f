"""Connection to a cluster that plays the games."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.output import tell

if TYPE_CHECKING:
    from interpreter.playtest.cluster import Cluster


@contextlib.contextmanager
def cluster_at(address: str | None, backend: str) -> Iterator[Cluster | None]:
    """Connect to the Dask cluster at an address for the block; yield None without an address.

    Raises PlayError if the cluster can't be used.
    """
    if address is None:
        yield None
        return
    from interpreter.playtest.cluster import Cluster

    with Cluster(address, strict=backend == "native") as cluster:
        for note in cluster.notes:
            tell(f"note: {note}")
        yield cluster
