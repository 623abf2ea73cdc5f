"""A position, from which play can go on: what a match's state and machine code's memory both have."""

from __future__ import annotations

from typing import Any, Protocol


class Position(Protocol):
    """Of a match's state (`engine.state.State` says what is what) all that play depends on: neither the log nor what
    cards were used for."""

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
