"""Other machines that play in place of this one."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.output import tell

if TYPE_CHECKING:
    from interpreter.playtest.cluster import Cluster


@contextlib.contextmanager
def cluster_at(address: str | None, backend: str) -> Iterator[Cluster | None]:
    """The Dask cluster at an address, connected to within the block; None if none is asked for. Raises PlayError if it
    can't be used."""
    if address is None:
        yield None
        return
    from interpreter.playtest.cluster import Cluster

    with Cluster(address, strict=backend == "native") as cluster:
        for note in cluster.notes:
            tell(f"note: {note}")
        yield cluster
