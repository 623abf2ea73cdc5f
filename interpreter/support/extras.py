"""Optional dependencies, installed as extras of the package. Everything else works without them."""

from __future__ import annotations

from importlib.util import find_spec

from interpreter.support.errors import CahierError, Location, Problem


class MissingExtraError(CahierError):
    """Raised when a library of an extra isn't installed."""


def install_command(extra: str) -> str:
    """Return the command that installs an extra."""
    return f"pip install 'cahier[{extra}]'"


def require_extra(extra: str, *modules: str) -> None:
    """Raise MissingExtra if one of these modules of an extra can't be imported."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        message = f"not installed; this does it: {install_command(extra)}"
        raise MissingExtraError([Problem(Location(module), "not-installed", message) for module in missing])
