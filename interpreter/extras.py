"""Libraries that are needed for one purpose only: an extra installs them, and without it all else works."""

from __future__ import annotations

from importlib.util import find_spec

from interpreter.errors import CahierError, Problem, Where


class MissingExtra(CahierError):
    """A library that an extra would install is not there."""


def install(extra: str) -> str:
    """The command that installs an extra."""
    return f"pip install 'cahier[{extra}]'"


def need(extra: str, *modules: str) -> None:
    """Raises MissingExtra if one of these modules, which an extra installs, can't be imported."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        message = f"not installed; this does it: {install(extra)}"
        raise MissingExtra([Problem(Where(module), "not-installed", message) for module in missing])
