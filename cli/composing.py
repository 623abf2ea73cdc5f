"""Composition of a screen of limited height from blocks; important blocks get room first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

REQUIRED = 0
"""Rank of a block that is shown even if there is no room for it."""


@dataclass(frozen=True, slots=True)
class BlockForm:
    """One form of a block: its lines, and the rank in which it gets room, lower ranks first."""

    rank: int
    lines: Sequence[str]


def compose(blocks: Sequence[Sequence[BlockForm]], height: int) -> list[str]:
    """Stack the blocks, each in the last of its forms that fits; later forms show more.

    A block that fits in no form is left out.
    """
    chosen = [-1] * len(blocks)
    room = height
    for rank in sorted({way.rank for block in blocks for way in block}):
        for number, block in enumerate(blocks):
            for at in reversed(range(chosen[number] + 1, len(block))):
                more = len(block[at].lines) - (len(block[chosen[number]].lines) if chosen[number] >= 0 else 0)
                if block[at].rank == rank and (more <= room or rank == REQUIRED):
                    chosen[number] = at
                    room -= more
                    break
    return [line for block, at in zip(blocks, chosen, strict=True) if at >= 0 for line in block[at].lines]
