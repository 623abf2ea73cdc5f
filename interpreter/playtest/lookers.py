"""Probes that observe games while they are played, in any process or on any machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, is_dataclass
from importlib import import_module
from typing import Any, ClassVar, Protocol

from interpreter.engine.playout import GameResult
from interpreter.matches.match import Game

PROBE_PACKAGE = "interpreter."
"""Prefix of the modules that may define probes: they are part of this program."""


class RunObserver(Protocol):
    """An observer that plays the games of a run, one after the other."""

    def play(self, index: int) -> tuple[GameResult, Any]:
        """Play game `index`, and return it with the observations, as JSON data.

        Raises CahierError if the game can't be played to its end.
        """


class Probe(Protocol):
    """A probe: a dataclass of plain values that starts observers, and can be sent to other processes and machines."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def begin(self, game: Game, seated: Mapping[str, str], seed: int, step: Callable[[], None] | None) -> RunObserver:
        """Start to observe a run. `step` is called after each decision of slow players."""

    def is_found(self, found: Any, game: Game) -> bool:
        """Return True if data from a file or another machine is a valid observation of a game."""


def encode_probe(probe: Probe) -> tuple[str, str, dict[str, Any]]:
    """Return the module, the class name and the fields of a probe, to recreate it in a new process."""
    return type(probe).__module__, type(probe).__name__, asdict(probe)


def decode_probe(module: str, name: str, fields: Mapping[str, Any]) -> Probe:
    """Return the probe described by `encode_probe`. Raises ValueError if this program has no such probe."""
    found: Any = getattr(import_module(module), name, None) if module.startswith(PROBE_PACKAGE) else None
    is_ours = isinstance(found, type) and is_dataclass(found) and hasattr(found, "is_found")
    if not is_ours:
        raise ValueError(f"nobody looks at games who is called {module}.{name}")
    looker: Probe = found(**fields)
    return looker
