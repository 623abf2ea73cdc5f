"""The version of the installed package."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version


def find_version() -> str:
    """Return the version, or `unknown` in a folder that was only copied."""
    try:
        return installed_version("cahier")
    except PackageNotFoundError:
        return "unknown"
