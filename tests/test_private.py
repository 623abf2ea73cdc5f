"""Private names: a name that begins with `_` is used in its own module only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
MODULES = sorted(path for home in ("interpreter", "cli") for path in (ROOT / home).rglob("*.py"))
PUBLIC = {"_exit", "_getframe", "_replace"}
"""Of the standard library, which documents them all the same."""
KNOWING = {
    "interpreter/language/reading/lark_parser.py": "what Lark keeps to itself",
    "interpreter/language/backends/wasm/calling.py": "a quicker call of wasmtime's, with the public one behind it",
    "interpreter/learning/aec.py": "what PettingZoo means environments to call",
}
"""The modules that know what a library keeps to itself."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__") and name not in PUBLIC


def made(tree: ast.Module) -> set[str]:
    """The private names that a module makes itself: of functions, classes, attributes, slots."""
    found = set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                found.add(name)
            case ast.Name(name, ast.Store()) | ast.Attribute(_, name, ast.Store()):
                found.add(name)
            case ast.Constant(str(name)):  # in __slots__
                found.add(name)
    return {name for name in found if is_private(name)}


def used(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The private names that a module takes from somewhere, by line."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(_, name):
                yield node.lineno, name
            case ast.ImportFrom(_, names):
                yield from ((node.lineno, alias.name) for alias in names)


def test_what_is_private_is_used_where_it_is_made() -> None:
    found = []
    for path in MODULES:
        tree = ast.parse(path.read_text("utf-8"))
        own = made(tree)
        taken = [(line, name) for line, name in used(tree) if is_private(name) and name not in own]
        found += [f"{path.relative_to(ROOT).as_posix()}:{line} {name}" for line, name in taken]
    assert {each.partition(":")[0] for each in found} <= set(KNOWING), found
