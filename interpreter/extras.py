"""Optional dependencies, installed as extras of the package. Everything else works without them."""

from __future__ import annotations

from importlib.util import find_spec

from interpreter.errors import CahierError, Problem, Where


class MissingExtra(CahierError):
    """Raised when a library of an extra isn't installed."""


def install(extra: str) -> str:
    """Return the command that installs an extra."""
    return f"pip install 'cahier[{extra}]'"


def need(extra: str, *modules: str) -> None:
    """Raise MissingExtra if one of these modules of an extra can't be imported."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        message = f"not installed; this does it: {install(extra)}"
        raise MissingExtra([Problem(Where(module), "not-installed", message) for module in missing])
