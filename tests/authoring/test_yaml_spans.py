"""Changes to YAML by spans: whatever is changed in whichever file, all else is as it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from interpreter.authoring.yaml_spans import NotEditableError, YamlText, entry
from tests.loaded import REPO

LARGEST = 6_000
"""Bytes of the largest file of scenarios that is changed: the longer ones are written like the others."""
FILES = sorted(
    path
    for path in (REPO / "rules").rglob("*.yaml")
    if path.parent.name != "scenarios" or path.stat().st_size < LARGEST
)
OF_EACH_KIND = {path.name if path.parent.parent.name == "rules" else path.parent.name: path for path in FILES}.values()
EACH = [path if path in OF_EACH_KIND else pytest.param(path, marks=pytest.mark.parts) for path in FILES]
"""All but one file of each kind are parts."""
SOME = 6
"""Places that are changed in each file."""
Place = tuple[Any, Any, bool]


def places(node: Any, flow: bool = False) -> Iterator[Place]:
    """The entries of mappings, each with its mapping, and whether it stands in braces."""
    flow = flow or bool(getattr(node, "flow_style", False))
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield node, key.value, flow
            yield from places(value, flow)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from places(item, flow)


def some_places(text: YamlText, name: str) -> list[Place]:
    found = list(places(text.root))
    return Random(name).sample(found, min(SOME, len(found)))


def data(raw: bytes) -> Any:
    return yaml.load(raw, yaml.CSafeLoader)


def where(root: Any, mapping: Any) -> Any:
    """The data that a mapping stands for, in the data of the whole file."""

    def find(node: Any, plain: Any) -> Any:
        if node is mapping:
            return plain
        if isinstance(node, yaml.MappingNode):
            parts = [(value, plain[key.value]) for key, value in node.value if key.value in plain]
        else:
            parts = list(zip(node.value, plain, strict=True)) if isinstance(node, yaml.SequenceNode) else []
        return next((found for part in parts if (found := find(*part)) is not None), None)

    return find(*root)


VALUES = [
    "x",
    "two words",
    "a: b # c",
    "it's",
    'say "so"',
    "{no}",
    "one\ntwo\n  three",
    "- dash",
    "Ёлка",
    "true",
    "12",
    "",
]


@pytest.mark.parametrize("path", EACH, ids=lambda path: str(path.relative_to(REPO / "rules")))
def test_a_value_is_replaced_and_nothing_else(path: Path) -> None:
    """In every other file with the line ends of Windows."""
    raw = path.read_bytes().replace(b"\n", b"\r\n" if FILES.index(path) % 2 else b"\n")
    text = YamlText(raw)
    random = Random(path.name)
    for mapping, key, flow in some_places(text, path.name):
        node = entry(mapping, key)
        if not isinstance(node, yaml.ScalarNode):
            continue
        value = random.choice(VALUES)
        change = text.replace(node, value, flow)
        changed = text.apply([change])
        assert changed.decode().startswith(text.text[: change.start])
        assert changed.decode().endswith(text.text[change.end :])
        expected = data(raw)
        where((text.root, expected), mapping)[key] = value
        found = data(changed)
        part = where((text.root, found), mapping)
        assert str(part[key]).rstrip("\n") == value or (part[key] is True and value == "true")
        part[key] = value
        assert found == expected


@pytest.mark.parametrize("path", EACH, ids=lambda path: str(path.relative_to(REPO / "rules")))
def test_an_entry_that_is_taken_out_comes_back_and_comments_stay(path: Path) -> None:
    raw = path.read_bytes()
    text = YamlText(raw)
    comments = [line for line in text.text.split("\n") if line.lstrip().startswith("#")]
    for mapping, key, _ in some_places(text, path.name):
        if not isinstance(entry(mapping, key), yaml.ScalarNode):
            continue
        try:
            change = text.remove(mapping, key)
        except NotEditableError:
            continue
        changed = text.apply([change])
        expected = data(raw)
        del where((text.root, expected), mapping)[key]
        assert data(changed) == expected
        assert set(comments) <= set(changed.decode().split("\n"))
        again = text.insert(mapping, "another", "some: text", key)
        expected = data(raw)
        where((text.root, expected), mapping)["another"] = "some: text"
        assert data(text.apply([again])) == expected


def test_lines_in_place_of_a_value_leave_the_comment_behind_it() -> None:
    text = YamlText(b"a:\n  b: one   # why\n  c: 2\n")
    value = entry(text.root.value[0][1], "b")
    assert value is not None
    changed = text.apply([text.replace(value, "two\n\nthree", False)])
    assert changed == b"a:\n  b: |   # why\n    two\n\n    three\n  c: 2\n"


def test_a_byte_order_mark_stays() -> None:
    text = YamlText(b"\xef\xbb\xbfa: 1\r\nb: 2")
    node = entry(text.root, "b")
    assert node is not None
    assert text.apply([text.replace(node, "x", False)]) == b"\xef\xbb\xbfa: 1\r\nb: x"
    assert text.apply([text.insert(text.root, "c", "1\n2", None)]) == b"\xef\xbb\xbfa: 1\r\nb: 2\r\nc: |\r\n  1\r\n  2"
