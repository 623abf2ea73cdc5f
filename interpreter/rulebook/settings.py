"""Settings: variants without a file that set one value in one place, given as PATH=VALUE.

The path is written as in overlays, the value as in YAML. Unlike a change in a file, a setting can set a field that
isn't there yet. An unknown field is reported when the game is read.
"""

from __future__ import annotations

import json
from hashlib import sha256

from interpreter.rulebook.files import plain_text
from interpreter.rulebook.nodes import Items, Mapping, Node, Problems, Scalar, Source
from interpreter.rulebook.yaml_reader import read_yaml

NOTHING = ("", "null")


def read_setting(given: str, problems: Problems) -> tuple[Mapping, str] | None:
    """Return an overlay file's content with this one change, and a digest of it; None if the setting can't be read.

    Mistakes are added to `problems`, with columns that count in the given text.
    """
    text = plain_text(given, given, problems)
    if text is None:
        return None
    path, _, value = text.partition("=")
    source = Source(given, given, tuple(text.split("\n")))
    if value.strip() in NOTHING:
        problems.add(Node(source, 1, len(path) + 1, 1, None), "no-value", "a value follows the `=`")
        return None
    node = read_yaml(source, " " * (len(path) + 1) + value, problems)
    if node is None:
        return None
    change = _mapping(source, {"at": Scalar(source, 1, 1, max(1, len(path)), path), "to": node})
    changes = Items(source, 1, 1)
    changes.items.append(change)
    changes.data.append(change.data)
    written = json.dumps([path, node.data], sort_keys=True)
    return _mapping(source, {"change": changes}), sha256(written.encode()).hexdigest()


def _mapping(source: Source, values: dict[str, Node]) -> Mapping:
    mapping = Mapping(source, 1, 1)
    mapping.values = values
    mapping.keys = {key: Scalar(source, 1, 1, 1, key) for key in values}
    mapping.data = {key: node.data for key, node in values.items()}
    return mapping
