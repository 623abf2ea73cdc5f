"""Those who look at games while they are played, wherever that is: who asks for games says who looks at them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, is_dataclass
from importlib import import_module
from typing import Any, ClassVar, Protocol

from interpreter.engine.playout import Played
from interpreter.matches.match import Game

HOME = "interpreter."
"""Those who look are part of this program."""


class Looking(Protocol):
    """Plays the games of a run one after the other, and looks at each."""

    def play(self, index: int) -> tuple[Played, Any]:
        """Game `index`, and what was found, as JSON has it. Raises CahierError if it can't be played to its end."""


class Looker(Protocol):
    """How games are looked at: a dataclass of plain values, which is sent to where they are played."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def begin(self, game: Game, seated: Mapping[str, str], seed: int, step: Callable[[], None] | None) -> Looking:
        """Somebody who looks at the games of that run. `step` is called after each decision of those who take their
        time."""

    def is_found(self, found: Any, game: Game) -> bool:
        """Whether this may have been found in a game, which has come from a file, or from another machine."""


def as_data(looker: Looker) -> tuple[str, str, dict[str, Any]]:
    """What a process that starts from nothing needs to have the same one."""
    return type(looker).__module__, type(looker).__name__, asdict(looker)


def looker_of(module: str, name: str, fields: Mapping[str, Any]) -> Looker:
    """The one that `as_data` made data of. Raises ValueError if that is none of ours."""
    found: Any = getattr(import_module(module), name, None) if module.startswith(HOME) else None
    is_ours = isinstance(found, type) and is_dataclass(found) and hasattr(found, "is_found")
    if not is_ours:
        raise ValueError(f"nobody looks at games who is called {module}.{name}")
    looker: Looker = found(**fields)
    return looker
