"""The extension for VS Code: what can be known of it without the editor."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from interpreter.editor.completion import EXPRESSION_KEYS, STATEMENT_KEYS, TOP_LEVEL_KEYS
from interpreter.editor.marks import SHOW_REFERENCES, TRY_CARD
from interpreter.language.reading.joined_words import COST_TOKENS, JOINED_TOKENS, WORD_VARIANTS
from interpreter.language.reading.lexer import ANSWERS
from interpreter.language.reading.relative_clauses import RELATIVE_PRONOUNS
from tests.loaded import REPO

FOLDER = REPO / "schemas" / "vscode"
PACKAGE: dict[str, Any] = json.loads((FOLDER / "package.json").read_text("utf-8"))
(GRAMMAR_OF,) = PACKAGE["contributes"]["grammars"]
GRAMMAR: dict[str, Any] = json.loads((FOLDER / GRAMMAR_OF["path"]).read_text("utf-8"))


def test_what_it_names_is_there() -> None:
    source = PACKAGE["scripts"]["vscode:prepublish"].split()[1]
    assert f"--outfile={PACKAGE['main'].removeprefix('./')}" in PACKAGE["scripts"]["vscode:prepublish"]
    assert {"name", "publisher", "version", "engines", "license", "description"} <= PACKAGE.keys()
    assert GRAMMAR_OF["scopeName"] == GRAMMAR["scopeName"]
    assert (FOLDER / "LICENSE").read_bytes() == (REPO / "LICENSE").read_bytes()
    script = (FOLDER / source).read_text("utf-8")
    needed = set(re.findall(r'require\("([^"/]+)', script)) - {"vscode"}
    assert needed | {"esbuild"} == PACKAGE["devDependencies"].keys() and 'args: ["lsp"]' in script
    (setting,) = re.findall(r'getConfiguration\("cahier"\)\.get\("(\w+)"', script)
    assert PACKAGE["contributes"]["configuration"]["properties"].keys() == {f"cahier.{setting}"}


def test_what_the_server_asks_the_editor_to_do_is_known_there() -> None:
    script = (FOLDER / "extension.js").read_text("utf-8")
    assert set(re.findall(r'registerCommand\("(.*?)"', script)) == {SHOW_REFERENCES, TRY_CARD}


def test_its_version_is_that_of_cahier() -> None:
    version = re.search(r'^version = "(.*)"$', (REPO / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert version is not None and PACKAGE["version"] == version[1]
    assert f"cahier-{version[1]}.vsix" in (FOLDER / "README.md").read_text("utf-8")


def test_it_colours_the_words_of_the_language_and_no_others() -> None:
    core = (REPO / "interpreter" / "language" / "reading" / "core.lark").read_text("utf-8")
    words = {*re.findall(r'"([a-z]+)"', core), *(word for pair in (*JOINED_TOKENS, *COST_TOKENS) for word in pair)}
    words = {word for word in {*words, *RELATIVE_PRONOUNS, *ANSWERS, *WORD_VARIANTS} if word.isalpha()}
    patterns = [each["match"] for each in GRAMMAR["repository"]["effect"]["patterns"]]
    coloured = [word for each in patterns for word in re.findall(r"[a-z]+", each) if each.startswith(r"\b(")]
    assert sorted(coloured) == sorted(["b", "b"] * sum(each.startswith(r"\b(") for each in patterns) + [*words])


@pytest.mark.parametrize(
    ("line", "rule", "key"),
    [
        ("    event: place a cube", "line", "event"),
        ("  - {id: x, event: place a cube}", "line", "event"),
        ("  when empty: shuffle deck", "line", "when empty"),
        ("    do: |", "block", "do"),
        ("    when: >   # folded", "block", "when"),
        ("  - do: |", "block-in-list", "do"),
        ("start: play", None, None),
        ("    title: event", None, None),
        ("    event: [a, b]", None, None),
        ('    event: "in quotes"', None, None),
        ("    fevent: place", None, None),
    ],
)
def test_where_an_effect_begins(line: str, rule: str | None, key: str | None) -> None:
    rules = {name: re.search(each["begin"], line) for name, each in GRAMMAR["repository"].items() if "begin" in each}
    found = {name: match for name, match in rules.items() if match is not None}
    assert set(found) == ({rule} if rule else set())
    assert all(key in match.groups() for match in found.values())


@pytest.mark.parametrize(
    ("rule", "opened", "inside", "behind"),
    [
        ("block", "    do: |", ["      if x:", "", "     y"], ["    when: z", "  - say: w"]),
        ("block-in-list", "  - do: |", ["      if x:", "     y"], ["    when: z", "  - say: w"]),
    ],
)
def test_how_far_a_block_goes(rule: str, opened: str, inside: list[str], behind: list[str]) -> None:
    each = GRAMMAR["repository"][rule]
    match = re.search(each["begin"], opened)
    assert match is not None
    goes_on = each["while"].replace(r"\1", match[1])
    assert all(re.search(goes_on, line) for line in inside)
    assert not any(re.search(goes_on, line) for line in behind)


def test_it_knows_the_keys_under_which_texts_stand() -> None:
    (keys,) = re.findall(r"\((event[\w |]*)\)", GRAMMAR["repository"]["block"]["begin"])
    assert set(keys.split("|")) == (STATEMENT_KEYS | EXPRESSION_KEYS | TOP_LEVEL_KEYS) - {"then"}


def test_every_file_of_it_is_small() -> None:
    kept = [path for path in FOLDER.rglob("*") if path.is_file() and "node_modules" not in path.parts]
    assert Path(FOLDER / "extension.js") in kept and all(path.stat().st_size < 10_000 for path in kept)
