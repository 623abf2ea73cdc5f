"""Facts of the program's own modules: each is parsed once by a process, whatever is asked about it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Import:
    """A `from MODULE import NAME` of the program. Late: inside a function, or under a condition."""

    line: int
    module: str
    name: str
    late: bool


@dataclass(frozen=True, slots=True)
class Source:
    """The facts of a module that the tests of the sources need.

    `stored` are the names that it makes: of functions, classes, variables, attributes and slots. `attributes` are those
    that it reads or sets on anything, with their lines. `strings` leaves out the names in `__slots__`.
    """

    imports: tuple[Import, ...]
    stored: frozenset[str]
    attributes: tuple[tuple[int, str], ...]
    strings: tuple[tuple[int, str], ...]


def paths_of(*packages: str) -> list[Path]:
    """The modules of these packages, in the order of their paths."""
    return sorted(path for package in packages for path in (ROOT / package).rglob("*.py"))


@cache
def source_of(path: Path) -> Source:
    """The facts of a module; its syntax tree isn't kept, because all of them together are large."""
    tree = ast.parse(path.read_text("utf-8"))
    imports: list[Import] = []
    stored: set[str] = set()
    attributes: list[tuple[int, str]] = []
    strings: list[tuple[int, str]] = []
    for node, late, slots in _nodes(tree):
        match node:
            case ast.ImportFrom():
                imports += (Import(node.lineno, node.module or "", alias.name, late) for alias in node.names)
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                stored.add(name)
            case ast.Name():
                if isinstance(node.ctx, ast.Store):
                    stored.add(node.id)
            case ast.Attribute():
                attributes.append((node.lineno, node.attr))
                if isinstance(node.ctx, ast.Store):
                    stored.add(node.attr)
            case ast.Constant(str(text)):
                stored.add(text)
                if not slots:
                    strings.append((node.lineno, text))
    return Source(tuple(imports), frozenset(stored), tuple(attributes), tuple(strings))


def _nodes(tree: ast.Module) -> Iterator[tuple[ast.AST, bool, bool]]:
    """Every node of a module: with whether it stands in a function or under a condition, and in `__slots__`."""
    waiting: list[tuple[ast.AST, bool, bool]] = [(tree, False, False)]
    while waiting:
        node, late, slots = waiting.pop()
        yield node, late, slots
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.If)):
            late = True
        elif isinstance(node, ast.Assign):
            (target, *_) = node.targets
            slots = slots or (isinstance(target, ast.Name) and target.id == "__slots__")
        waiting += ((child, late, slots) for child in ast.iter_child_nodes(node))
