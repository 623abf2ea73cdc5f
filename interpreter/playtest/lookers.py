"""Probes that observe games while they are played, in any process or on any machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, is_dataclass
from importlib import import_module
from typing import Any, ClassVar, Protocol

from interpreter.engine.playout import Played
from interpreter.matches.match import Game

HOME = "interpreter."
"""Prefix of the modules that may define probes: they are part of this program."""


class Looking(Protocol):
    """An observer that plays the games of a run, one after the other."""

    def play(self, index: int) -> tuple[Played, Any]:
        """Play game `index`, and return it with the observations, as JSON data.

        Raises CahierError if the game can't be played to its end.
        """


class Looker(Protocol):
    """A probe: a dataclass of plain values that starts observers, and can be sent to other processes and machines."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def begin(self, game: Game, seated: Mapping[str, str], seed: int, step: Callable[[], None] | None) -> Looking:
        """Start to observe a run. `step` is called after each decision of slow players."""

    def is_found(self, found: Any, game: Game) -> bool:
        """Return True if data from a file or another machine is a valid observation of a game."""


def as_data(looker: Looker) -> tuple[str, str, dict[str, Any]]:
    """Return the module, the class name and the fields of a probe, to recreate it in a new process."""
    return type(looker).__module__, type(looker).__name__, asdict(looker)


def looker_of(module: str, name: str, fields: Mapping[str, Any]) -> Looker:
    """Return the probe described by `as_data`. Raises ValueError if this program has no such probe."""
    found: Any = getattr(import_module(module), name, None) if module.startswith(HOME) else None
    is_ours = isinstance(found, type) and is_dataclass(found) and hasattr(found, "is_found")
    if not is_ours:
        raise ValueError(f"nobody looks at games who is called {module}.{name}")
    looker: Looker = found(**fields)
    return looker
