"""Cells and rows that the tables of several studies share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from cli.text.screen import tie
from interpreter.lab import POINTS

if TYPE_CHECKING:
    from interpreter.lab import Interval, RankRange
    from interpreter.presentation import Names


def share_cell(share: Interval) -> str:
    """Return a share of 100 games with its bounds."""
    points = share.scaled(POINTS)
    return tie(f"{points.estimate:.1f} ({points.low:.1f} to {points.high:.1f})")


def rank_cell(rank: RankRange | None) -> str:
    """Return the first and last rank that a thing may have."""
    return "" if rank is None else f"{rank.first}-{rank.last}"


def ending_rows(
    columns: Sequence[tuple[str, Mapping[str, float]]], reasons: Iterable[str], names: Names
) -> list[tuple[str, ...]]:
    """Return a table of how games ended.

    Args:
        columns: Headings, each with the share of games that ended for each reason.
        reasons: The reasons in the order of the rows; one that occurs again is left out.
        names: Names of the reasons.
    """
    rows = [
        (
            names.label(reason, names.as_words(reason)),
            *(f"{POINTS * shares.get(reason, 0):.0f}" for _, shares in columns),
        )
        for reason in dict.fromkeys(reasons)
    ]
    return [("", *(heading for heading, _ in columns)), *rows]
