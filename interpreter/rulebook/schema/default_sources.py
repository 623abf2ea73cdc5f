"""Default sources of facts, declared once for many things.

A `source` applies to everything below it in its file that has none of its own. It can name fields, and `otherwise`
stands for all others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from interpreter.rulebook.schema.validation import schema_of
from interpreter.rulebook.source.nodes import Problems, YamlList, YamlMapping, YamlNode, YamlScalar

OTHERWISE = "otherwise"
NO_FACTS = frozenset({"id", "source"})
THINGS = frozenset({"game", "bot", "variant"})
"""Kinds of files that are things themselves: their `source` is their own as well as a default."""

Schema = dict[str, Any]


def apply_default_sources(root: YamlMapping, kind: str, problems: Problems) -> None:
    """Give each thing of a file the source that applies to it.

    The file must fit its schema. A field that a default source names and no thing has is reported.
    """
    schema = schema_of(kind)
    given = root.values.get("source")
    spread = _SourceWalk(schema.get("$defs", {}))
    if kind in THINGS:
        spread.below(root, schema, None)
        return
    if given is not None:
        root.remove("source")
    spread.below(root, schema, given)
    if isinstance(given, YamlMapping) and not root.damaged:
        for name, key in given.keys.items():
            if name not in {OTHERWISE, *spread.fields}:
                message = f"the source is told for a field `{name}`, but nothing in this file has one"
                problems.add(key, "unknown-field", message, name, spread.fields)


@dataclass(slots=True)
class _SourceWalk:
    """A walk through a file that sets sources; `fields` collects the fields of all things so far."""

    shared: Schema
    fields: set[str] = field(default_factory=set)

    def below(self, node: YamlNode, schema: Schema, default: YamlNode | None) -> None:
        """Set the sources of a node with this schema, and of everything below it."""
        if "$ref" in schema:
            schema = self.shared[schema["$ref"].rpartition("/")[2]]
        if isinstance(node, YamlList):
            for item in node.items:
                self.below(item, schema.get("items", {}), default)
        elif isinstance(node, YamlMapping):
            known = schema.get("properties", {})
            if "source" in known:
                self.fields |= node.values.keys() - NO_FACTS
                _settle(node, "object" in known["source"].get("type", ()), default)
            own = node.values.get("source")
            for key, value in node.values.items():
                if key in known and key != "source":
                    self.below(value, known[key], own if isinstance(own, YamlScalar) else default)


def _settle(thing: YamlMapping, by_field: bool, default: YamlNode | None) -> None:
    """Complete a thing's source from the default.

    `by_field` is True if the thing can have a source for each field.
    """
    own = thing.values.get("source")
    if isinstance(own, YamlScalar):
        return
    if isinstance(own, YamlMapping):
        found = YamlMapping(own.source, own.line, own.column)
        for name, value in own.values.items():
            if name != OTHERWISE:
                found.put(name, value, own.keys[name])
        _fill(found, thing, own, default)
    elif isinstance(default, YamlMapping) and by_field:
        found = YamlMapping(default.source, default.line, default.column)
        _fill(found, thing, default)
    else:
        whole = default.values.get(OTHERWISE) if isinstance(default, YamlMapping) else default
        if whole is not None:
            thing.put("source", whole)
        return
    thing.put("source", found)


def _fill(found: YamlMapping, thing: YamlMapping, *told: YamlNode | None) -> None:
    """Add the fields of a thing that have no source yet, each from the first default that has one."""
    for name in _facts(thing):
        sources = (
            each.values.get(name, each.values.get(OTHERWISE)) if isinstance(each, YamlMapping) else each
            for each in told
        )
        value = next((source for source in sources if source is not None), None)
        if name not in found.values and value is not None:
            found.put(name, value)


def _facts(thing: YamlMapping) -> Iterator[str]:
    """Yield the fields of a thing that need a source."""
    for name, value in thing.values.items():
        if name not in NO_FACTS and value.data is not None:
            yield name
