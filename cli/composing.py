"""A screen put together out of blocks to a height: what matters more gets its room first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MUST = 0
"""The rank of what is shown even where there is no room for it."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to show a block: when it gets room, those of a lower `rank` first, and its lines."""

    rank: int
    lines: Sequence[str]


def composed(blocks: Sequence[Sequence[Way]], height: int) -> list[str]:
    """The blocks one below the other, each in the last of its ways, which show more and more, that there is room for.

    A block of which no way fits is left out.
    """
    chosen = [-1] * len(blocks)
    room = height
    for rank in sorted({way.rank for block in blocks for way in block}):
        for number, block in enumerate(blocks):
            for at in reversed(range(chosen[number] + 1, len(block))):
                more = len(block[at].lines) - (len(block[chosen[number]].lines) if chosen[number] >= 0 else 0)
                if block[at].rank == rank and (more <= room or rank == MUST):
                    chosen[number] = at
                    room -= more
                    break
    return [line for block, at in zip(blocks, chosen, strict=True) if at >= 0 for line in block[at].lines]
