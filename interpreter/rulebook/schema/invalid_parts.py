"""Parts of a file that don't fit its schema: they are removed, or replaced so that the rest can be checked."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.rulebook.building.ids import is_id
from interpreter.rulebook.schema.compiled_schema import ID_PATTERN, Failure, label_of, unknown_keys
from interpreter.rulebook.source.nodes import YamlList, YamlMapping, YamlNode, YamlScalar
from interpreter.support.similar_words import closest_match


@dataclass(frozen=True, slots=True)
class InvalidPart:
    """A part to remove from a file.

    Attributes:
        parent: The mapping or list that contains it.
        key: Its keys or its entry in `parent`; None for the whole file.
        above: All nodes on the way to it.
        instead: A value to put in its place, if more can be checked with it.
        loses: True if names may get lost with it.
    """

    parent: YamlNode
    key: YamlNode | tuple[str, ...] | None
    above: tuple[YamlNode, ...]
    instead: int | bool | str | None
    loses: bool

    @classmethod
    def of(cls, root: YamlMapping, error: Failure) -> InvalidPart:
        """Return the part to remove because of an error."""
        path = list(error.absolute_path)
        above = tuple(root.find(path[:end]) for end in range(len(path) + 1))
        if error.validator == "additionalProperties":
            extras = tuple(unknown_keys(error))
            return cls(above[-1], extras, above, None, not path and _may_hold_names(extras, error))
        if "propertyNames" in error.relative_schema_path:
            return cls(above[-1], (str(error.instance),), above, None, True)
        if not path:
            return cls(root, None, above, None, True)
        instead = _replacement(error)
        named = any(step in path for step in ("say", "attributes", "names", "gives"))
        last = path[-1]
        loses = (instead is None and (named or len(path) < 3)) or "for" in path  # it says whose texts may name
        return cls(above[-2], (last,) if isinstance(last, str) else above[-1], above, instead, loses)

    def take_out(self) -> None:
        """Remove the part, or replace it."""
        parent, key = self.parent, self.key
        spot = self.above[-1]
        other = YamlScalar(spot.source, spot.line, spot.column, spot.length, self.instead)
        if isinstance(parent, YamlMapping) and isinstance(key, tuple):
            for name in key:
                if self.instead is not None and name in parent.values:
                    parent.values[name], parent.data[name] = other, other.data
                    continue
                parent.remove(name)
                parent.removed_keys.add(name)
        elif isinstance(parent, YamlList) and isinstance(key, YamlNode) and key in parent.items:
            parent.insert(parent.items.index(key), *([other] if self.instead is not None else []), replaced=1)
        for node in self.above:
            if isinstance(node, YamlMapping):
                node.damaged = True


def _may_hold_names(extras: tuple[str, ...], error: Failure) -> bool:
    """True if an unknown field of a file may be a misspelt list of things."""
    known = error.schema["properties"]
    meant = [closest_match(key, known) for key in extras]
    return any(each is None or known[each].get("type") in ("array", "object") for each in meant)


def _replacement(error: Failure) -> int | bool | str | None:
    """Return a valid value to replace a wrong number, flag or choice, so that the thing that has it is kept."""
    limit = error.validator_value
    if error.validator == "type" and "attributes" in error.absolute_path:
        return None
    if error.validator in ("minimum", "maximum") and isinstance(limit, int):
        return limit
    if error.validator == "enum":
        return str(limit[0])
    if error.validator == "pattern" and str(limit).startswith(ID_PATTERN) and label_of(error) != "`id`":
        last = str(error.instance).rpartition(" ")[2]
        return last if is_id(last) else None
    if error.validator == "type" and "string" in limit and isinstance(error.instance, (int, float)):
        return str(error.instance)
    if error.validator == "type" and (limit == "integer" or limit[:2] == ["integer", "object"]):
        return int(error.schema.get("minimum", 0))
    return False if error.validator == "type" and limit == "boolean" else None
