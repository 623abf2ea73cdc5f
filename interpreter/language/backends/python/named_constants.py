"""Values known at load, as constants of the generated source."""

from __future__ import annotations

from typing import Any


class NamedConstants:
    """Values named `K0`, `K1`, … in the generated source; equal values share a name."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self._names: dict[str, str] = {}

    def name_of(self, value: Any) -> str:
        """Return the name of a value, added if it is new."""
        key = f"{type(value).__name__}{value!r}"
        if key not in self._names:
            self._names[key] = f"K{len(self._names)}"
            self.values[self._names[key]] = value
        return self._names[key]

    def extended(self) -> NamedConstants:
        """Return a copy, to which others can be added."""
        other = NamedConstants()
        other.values = dict(self.values)
        other._names = dict(self._names)
        return other
