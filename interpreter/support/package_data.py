"""Tables in YAML that come with the program."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any


def read_package_yaml(file: Path | Traversable) -> Any:
    """Return the content of a YAML file of the program's own; every scalar is a string.

    It is read by libyaml where PyYAML has it, which is ten times as fast. Files of a game are read by
    `rulebook.source`, which finds mistakes in them.
    """
    import yaml

    loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    return yaml.load(file.read_text(encoding="utf-8"), loader)
