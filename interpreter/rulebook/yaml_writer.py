"""Writes plain data as YAML for people to read and edit."""

from __future__ import annotations

import io
from typing import Any

import yaml

WIDTH = 110
"""Letters of what stands on one line, if it is in brackets."""


def dumped(data: Any, brackets: bool = False) -> str:
    """Plain data as YAML, a field or an entry a line, texts of several lines line by line. It ends with a line end.
    `brackets`: what is short stands on one line, but for lists of things."""
    options: dict[str, Any] = {"sort_keys": False, "allow_unicode": True, "default_flow_style": False, "width": 10_000}
    node = _Dumper(io.StringIO(), **options).represent_data(data)
    if brackets:
        for child in _below(node):
            _bracket(child)
    del options["sort_keys"], options["default_flow_style"]
    return str(yaml.serialize(node, Dumper=_Dumper, **options)).removesuffix("...\n")


class _Dumper(yaml.SafeDumper):
    """Writes lists further in than what they are in, and texts of several lines line by line."""

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
    """Put what is in a node on one line where there is room for it. Gives how long it is then; None: it is not."""
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
