"""Board games as data: `load` a game, `start` a match, `choose` until it is over.

from interpreter import load
match = load("some_game").start(seed=7)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter.matches.loading import load as load
    from interpreter.matches.match import replay as replay
    from interpreter.matches.resuming import load_match as load_match
    from interpreter.players.playing import play as play

__all__ = ["load", "load_match", "play", "replay"]

_MODULES = {
    "load": "interpreter.matches.loading",
    "load_match": "interpreter.matches.resuming",
    "play": "interpreter.players.playing",
    "replay": "interpreter.matches.match",
}


def __getattr__(name: str) -> Any:
    """Import a public function on first access, so that small uses of the package start quickly."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_MODULES[name]), name)
