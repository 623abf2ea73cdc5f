"""Settings: variants without a file that set one value in one place, given as PATH=VALUE.

The path is written as in overlays, the value as in YAML. Unlike a change in a file, a setting can set a field that
isn't there yet. An unknown field is reported when the game is read.
"""

from __future__ import annotations

import json
from hashlib import sha256

from interpreter.rulebook.files import plain_text
from interpreter.rulebook.nodes import Problems, SourceFile, YamlList, YamlMapping, YamlNode, YamlScalar
from interpreter.rulebook.yaml_reader import read_yaml

NOTHING = ("", "null")


def read_setting(given: str, problems: Problems) -> tuple[YamlMapping, str] | None:
    """Return an overlay file's content with this one change, and a digest of it; None if the setting can't be read.

    Mistakes are added to `problems`, with columns that count in the given text.
    """
    text = plain_text(given, given, problems)
    if text is None:
        return None
    path, _, value = text.partition("=")
    source = SourceFile(given, given, tuple(text.split("\n")))
    if value.strip() in NOTHING:
        problems.add(YamlNode(source, 1, len(path) + 1, 1, None), "no-value", "a value follows the `=`")
        return None
    node = read_yaml(source, " " * (len(path) + 1) + value, problems)
    if node is None:
        return None
    change = _mapping(source, {"at": YamlScalar(source, 1, 1, max(1, len(path)), path), "to": node})
    changes = YamlList(source, 1, 1)
    changes.items.append(change)
    changes.data.append(change.data)
    written = json.dumps([path, node.data], sort_keys=True)
    return _mapping(source, {"change": changes}), sha256(written.encode()).hexdigest()


def _mapping(source: SourceFile, values: dict[str, YamlNode]) -> YamlMapping:
    mapping = YamlMapping(source, 1, 1)
    mapping.values = values
    mapping.keys = {key: YamlScalar(source, 1, 1, 1, key) for key in values}
    mapping.data = {key: node.data for key, node in values.items()}
    return mapping
