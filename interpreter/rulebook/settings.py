"""Settings: variants that are one value in one place, asked for as PATH=VALUE, without a file.

The path is one as overlays write it, the value as it would stand there in YAML. Unlike a change in a file, a setting
can give a value to a field that is not there yet: whether there is such a field is seen when the game is read.
"""

from __future__ import annotations

import json
from hashlib import sha256

from interpreter.rulebook.files import plain_text
from interpreter.rulebook.nodes import Items, Mapping, Node, Problems, Scalar, Source
from interpreter.rulebook.yaml_reader import read_yaml

NOTHING = ("", "null")


def read_setting(given: str, problems: Problems) -> tuple[Mapping, str] | None:
    """What the file of an overlay with this change would hold, and a digest of it; None if it can't be read, and then
    what is wrong with it goes to `problems`. Columns are those of the text that was given."""
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
