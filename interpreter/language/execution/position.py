"""Interface of a position from which play can go on, shared by match states and machine code's memory."""

from __future__ import annotations

from typing import Any, Protocol


class Position(Protocol):
    """The part of a match's state on which play depends; the log and the uses of cards are left out.

    The fields are described in `engine.state.State`.
    """

    v: list[Any]
    z: list[list[int]]
    stack: list[list[Any]]
    pc: int
    options: list[Any]
    random: int
    work: int
    ends: list[int]
    muted: int
    turns: int
    opener: int
    result: tuple[tuple[int, ...], str, int | None] | None
