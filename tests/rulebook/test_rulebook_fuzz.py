"""Whatever a file holds, reading it ends with a rulebook or a clear error."""

from __future__ import annotations

import re
import shutil
import tempfile
import unicodedata
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from interpreter.support.errors import CahierError, RulebookError

SAMPLE = Path(__file__).parent / "sample"
FILES = sorted(str(path.relative_to(SAMPLE)) for path in SAMPLE.rglob("*.yaml"))
VARIANTS = Path(__file__).parent / "variants"
VALIDATORS_PHRASES = re.compile(
    "is (not )?valid under|is not of type|is a required property|does not match|Additional prop|is not one of|"
    "is (less|greater) than|is too (short|long)|non-empty|does not have enough|has too many|this does not fit"
)
LENIENT = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))

words = st.text(max_size=8) | st.sampled_from(["gate", "white", "id"])
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def load_with(file: str, data: bytes, variants: tuple[str, ...] = ()) -> bool:
    """True if the sample game can be read with one file changed; any error but a RulebookError fails the test."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(shutil.copytree(SAMPLE, Path(place) / "game"))
        if variants:
            shutil.copytree(VARIANTS, folder / "variants")
        (folder / file).write_bytes(data)
        try:
            load_scenarios(load_rulebook(folder, variants=variants))
        except RulebookError as error:
            assert error.problems
            assert all(problem.message and problem.code for problem in error.problems)
            assert not [each.message for each in error.problems if VALIDATORS_PHRASES.search(each.message)]
            signs = str(error).replace("\n", "")
            assert all(sign.isprintable() or unicodedata.category(sign) == "Zs" for sign in signs)
            return False
    return True


@LENIENT
@given(st.sampled_from(FILES), st.binary(max_size=300))
def test_any_bytes(file: str, data: bytes) -> None:
    load_with(file, data)


@LENIENT
@given(st.sampled_from(FILES), st.text(st.sampled_from("ab :-[]{}#&*!|>'\"%@`,?\n\\\t 01"), max_size=60))
def test_text_that_looks_like_yaml(file: str, text: str) -> None:
    load_with(file, text.encode())


def spots(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all parts of plain data."""
    found = [path]
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        found.extend(spots(value, (*path, key)))
    return found


@pytest.mark.parametrize("file", FILES)
def test_what_is_written_anew_without_a_change_is_read(file: str) -> None:
    """So what refuses the files of the tests below is what was changed."""
    data = yaml.load((SAMPLE / file).read_bytes(), yaml.CSafeLoader)
    assert load_with(file, yaml.safe_dump(data, allow_unicode=True).encode())


@pytest.mark.parts
@LENIENT
@given(st.data())
def test_any_value_in_any_place(draw: st.DataObject) -> None:
    file = draw.draw(st.sampled_from(FILES))
    load_with(file, changed_somewhere(draw, SAMPLE / file))


@LENIENT
@given(st.data())
def test_any_value_in_any_place_of_an_overlay(draw: st.DataObject) -> None:
    load_with("variants/night.yaml", changed_somewhere(draw, VARIANTS / "night.yaml"), ("night", "day"))


PATHS = (
    "zones/deck/when empty",
    "cards/dusk",
    "words/play/do",
    "tracks/drive/when/1",
    "map/spaces",
    "connections/gate/market",
)


@LENIENT
@given(st.data())
def test_any_path_in_an_overlay(draw: st.DataObject) -> None:
    path = draw.draw(st.sampled_from(PATHS) | st.lists(words, max_size=3).map("/".join))
    path += draw.draw(st.sampled_from(["", "/", "/1", "/id", "/say", "//"]))
    parts = {
        "change": [{"at": path, "from": draw.draw(plain), "to": draw.draw(plain)}],
        "replace": [{"at": path, "with": draw.draw(st.dictionaries(words, plain, max_size=3))}],
        "remove": [path],
        "add": {path: draw.draw(st.lists(plain, max_size=2) | st.dictionaries(words, plain, max_size=2))},
    }
    name = draw.draw(st.sampled_from(sorted(parts)))
    overlay = {"id": "night", "title": "Night", "for": "sample", name: parts[name]}
    data = yaml.safe_dump(overlay, allow_unicode=True).encode("utf-8", "surrogatepass")
    load_with("variants/night.yaml", data, ("night",))


def changed_somewhere(draw: st.DataObject, file: Path) -> bytes:
    """The file with something else, or nothing, in one place."""
    data = yaml.load(file.read_bytes(), yaml.CSafeLoader)
    path = draw.draw(st.sampled_from(spots(data)))
    value = draw.draw(plain)
    if not path:
        data = value
    else:
        parent = data
        for step in path[:-1]:
            parent = parent[step]
        if draw.draw(st.booleans()):
            parent[path[-1]] = value
        else:
            del parent[path[-1]]
    return yaml.safe_dump(data, allow_unicode=True).encode("utf-8", "surrogatepass")


@LENIENT
@given(st.sampled_from(FILES), st.integers(0, 2000), st.integers(0, 40), st.text(max_size=3))
def test_a_slip_of_the_keyboard(file: str, at: int, length: int, put: str) -> None:
    text = (SAMPLE / file).read_text(encoding="utf-8")
    at = min(at, len(text))
    load_with(file, (text[:at] + put + text[at + length :]).encode("utf-8", "surrogatepass"))


def test_errors_are_of_one_family() -> None:
    assert issubclass(RulebookError, CahierError)
