"""Options of the full screen, and how a match on it ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cli.guard import EXIT_OK


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """Options of the screen.

    Attributes:
        explain: Show the reasons of programs' choices.
        hint: Show a search's advice at each decision.
        can_ponder: Let searches go on while a person thinks.
        pace: Seconds between the decisions of programs; None: none while somebody plays.
        take_edited: Returns the files of the rules that were saved since the last call; None if edits don't matter.
        notes: Lines to show at first.
    """

    explain: bool = False
    hint: bool = False
    can_ponder: bool = True
    pace: float | None = None
    take_edited: Callable[[], list[str]] | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScreenResult:
    """End of a match on the screen.

    Attributes:
        status: Exit status.
        is_over: True if the match was played to its end.
        again: True if another match is wanted.
        back_to: Number of decisions after which the match is wanted again, or None.
        edited: Files of the rules that were saved meanwhile: the match goes on by the rules as they are now.
        signal: Signal that ended it, or None.
        lines: What is printed afterwards.
    """

    status: int = EXIT_OK
    is_over: bool = False
    again: bool = False
    back_to: int | None = None
    edited: tuple[str, ...] = ()
    signal: int | None = None
    lines: tuple[str, ...] = ()
