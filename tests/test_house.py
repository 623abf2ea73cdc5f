"""The counts of the house that may not grow: see tests/benchmarks/house.py for all of them."""

from __future__ import annotations

import ast
import builtins
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from tests.benchmarks.house import begins_with_question, docstrings
from tests.sources import ROOT, paths_of
from tests.test_rooms import ROOMS


@pytest.mark.parametrize("folder", ["interpreter", "cli", "tests"])
def test_no_docstring_begins_with_a_question_word(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {text.splitlines()[0]}"
        for path in paths_of(folder)
        for text in docstrings(ast.parse(path.read_text("utf-8")))
        if begins_with_question(text)
    ]
    assert found == []


def test_no_class_name_is_used_twice() -> None:
    names = Counter(name for path in paths_of("interpreter", "cli") for name in class_names(path))
    assert [name for name, times in names.items() if times > 1] == []


FOREIGN_EXCEPTIONS = {"GrammarError", "UnexpectedInput", "WebSocketDisconnect"}


def test_the_exceptions_that_docstrings_name_exist() -> None:
    paths = paths_of("interpreter", "cli")
    known = {*dir(builtins), *FOREIGN_EXCEPTIONS, *(name for path in paths for name in class_names(path))}
    named = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in paths
        for text in docstrings(ast.parse(path.read_text("utf-8")))
        for name in re.findall(r"\b[Rr]aises? ([A-Z]\w*[a-z]\w*)", text)
        if name not in known
    }
    assert named == set()


def class_names(path: Path) -> list[str]:
    return re.findall(r"^ *class (\w+)", path.read_text("utf-8"), re.MULTILINE)


def test_the_glossary_is_short_and_true() -> None:
    """Each entry names a module or package that exists, and a name that is defined or used there."""
    text = (ROOT / "interpreter" / "GLOSSARY.md").read_text("utf-8")
    entries = [line for line in text.splitlines() if re.match(r"\| (?!concept )\w", line)]
    assert 100 <= len(entries) <= 150
    for entry in entries:
        _, _, name, _, where, _ = entry.split("|")
        path = ROOT / "interpreter" / where.strip(" `")
        assert path.exists(), entry
        names = {path.stem} if path.is_dir() else {path.stem, *re.findall(r"\w+", path.read_text("utf-8"))}
        assert name.strip(" `") in names, entry


FOLDERS = ("cli", "interpreter", "rules", "tests")
DOCUMENTS = [
    path
    for pattern in ("*.md", ".github/*.md", "schemas/*/*.md", *(f"{each}/**/*.md" for each in FOLDERS))
    for path in sorted(ROOT.glob(pattern))
    if path.name != "CHANGELOG.md"
]
EXAMPLES = {"my_players.py"}
"""Files of a reader's own that documents show."""
PROGRAM_FOLDERS = ("interpreter", "cli", "tests", "schemas", *ROOMS)
PROGRAM_FILE = re.compile(
    rf"(?<![\w./-])(\w[\w/-]*\.(?:py|lark|typ)|(?:{'|'.join(PROGRAM_FOLDERS)})/[\w/.-]+\.(?:yaml|json|txt|md|css))\b"
)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_program_files_that_documents_name_exist(document: Path) -> None:
    """Paths are relative to the root or to `interpreter/`; in a package's document, to any folder of the package."""
    missing = set(PROGRAM_FILE.findall(document.read_text("utf-8"))) - EXAMPLES
    missing = {name for name in missing if not (ROOT / name).exists() and not (ROOT / "interpreter" / name).exists()}
    if document.parent not in (ROOT, ROOT / ".github"):
        inside = {f"/{path.relative_to(document.parent)}" for path in document.parent.rglob("*.*")}
        missing = {name for name in missing if not any(path.endswith(f"/{name}") for path in inside)}
    assert missing == set()


@pytest.mark.parametrize(
    "stub", sorted((ROOT / "interpreter").rglob("__init__.pyi")), ids=lambda path: path.parent.name
)
def test_each_public_constant_has_a_docstring(stub: Path) -> None:
    """The docs site shows them. Ruff demands those of functions and classes."""
    for node in ast.parse(stub.read_text("utf-8")).body:
        assert isinstance(node, ast.ImportFrom) and node.module is not None
        body = ast.parse((stub.parent / f"{node.module.replace('.', '/')}.py").read_text("utf-8")).body
        described = {
            name.id
            for statement, following in pairwise(body)
            if isinstance(statement, ast.Assign | ast.AnnAssign)
            and isinstance(following, ast.Expr)
            and isinstance(following.value, ast.Constant)
            for name in ast.walk(statement)
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
        }
        defined = {each.name for each in body if isinstance(each, ast.FunctionDef | ast.ClassDef)}
        assert {alias.name for alias in node.names} - described - defined == set()
