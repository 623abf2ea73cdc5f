"""A writer of plain data as YAML that people can read and edit."""

from __future__ import annotations

import io
from typing import Any

import yaml

WIDTH = 110
"""Maximum number of characters of a collection in brackets on one line."""


def dump_yaml(data: Any, brackets: bool = False) -> str:
    """Return plain data as YAML that ends with a line end.

    Each field and each list entry has a line of its own. Texts of several lines become `|` blocks. With
    `brackets`, short collections go on one line in brackets, except lists of mappings.
    """
    options: dict[str, Any] = {"sort_keys": False, "allow_unicode": True, "default_flow_style": False, "width": 10_000}
    node = _Dumper(io.StringIO(), **options).represent_data(data)
    if brackets:
        for child in _below(node):
            _bracket(child)
    del options["sort_keys"], options["default_flow_style"]
    return str(yaml.serialize(node, Dumper=_Dumper, **options)).removesuffix("...\n")


class _Dumper(yaml.SafeDumper):
    """A dumper that indents lists and writes texts of several lines as `|` blocks."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)


def _below(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return [value for _, value in node.value]
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []


def _bracket(node: yaml.Node) -> int | None:
    """Put a node on one line if there is room, and return its length then; None if it doesn't fit."""
    if not isinstance(node, yaml.CollectionNode):
        return None if "\n" in node.value else len(node.value)
    lengths = [_bracket(child) for child in _below(node)]
    keys = [len(key.value) + 2 for key, _ in node.value] if isinstance(node, yaml.MappingNode) else []
    things = isinstance(node, yaml.SequenceNode) and any(isinstance(each, yaml.MappingNode) for each in node.value)
    known = [length for length in lengths if length is not None]
    total = 2 + sum(known) + 2 * len(known) + sum(keys)
    if things or len(known) < len(lengths) or total > WIDTH:
        return None
    node.flow_style = True
    return total
