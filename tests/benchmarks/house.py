"""Counts of the house: size, names, docstrings, imports, and the modules that a reader enters for three tasks.

    python tests/benchmarks/house.py [--root DIR] [--tour]

`--root` counts another checkout. `--tour` runs the three tasks of this checkout and lists the modules whose code they
run: an effect from YAML to the log, one decision of a search, and `cahier compare`.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

REPO = Path(__file__).parents[2]
PACKAGES = ("interpreter", "cli")
QUESTION_WORDS = {"What", "Whether", "How", "Who", "Which", "Where", "When", "Why"}
LONGEST = 10
"""Number of functions listed as the longest."""
MOST_MODULES, FEWEST_MODULES = 16, 3
COMPILER_LEVELS = ("resolving", "checking", "ir", "lowering", "lowered", "passes", "backends")
"""Packages in which a module may have the name of its counterpart on another level."""


def modules(root: Path) -> dict[str, ast.Module]:
    """Return the syntax tree of each module of the program, by its path."""
    paths = sorted(path for package in PACKAGES for path in (root / package).rglob("*.py"))
    return {str(path.relative_to(root)): ast.parse(path.read_text("utf-8")) for path in paths}


def docstrings(tree: ast.AST) -> Iterator[str]:
    """Yield every docstring of a module: of itself, its classes, functions and constants."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        for field in ("body", "handlers", "orelse", "finalbody", "cases"):
            statements = getattr(node, field, None)
            if not isinstance(statements, list):
                continue
            waiting += statements
            for at, statement in enumerate(statements):
                follows = at == 0 or isinstance(statements[at - 1], ast.Assign | ast.AnnAssign)
                match statement:
                    case ast.Expr(ast.Constant(str(text))) if field == "body" and follows and text.strip():
                        yield text


def begins_with_question(docstring: str) -> bool:
    """True if a docstring begins with a question word such as What or Whether."""
    return docstring.split()[0].strip("`'\",.:?") in QUESTION_WORDS


def shadows(tree: ast.AST) -> int:
    """Count the arguments and variables of functions that have the name of a builtin."""
    names = {name for name in dir(builtins) if not name.startswith("_")}
    found = 0
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)):
        arguments = function.args
        own = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        body = function.body if isinstance(function.body, list) else [function.body]
        for node in (each for statement in body for each in ast.walk(statement)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                own.add(node.id)
        found += len(own & names)
    return found


def imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield each name that a module imports from another, wherever in the module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from ((node.module, alias.name) for alias in node.names)


def is_face(root: Path, module: str) -> bool:
    """True if a dotted name is a package: its `__init__` is the public face."""
    return (root / module.replace(".", "/")).is_dir()


def _repeated(names: Iterator[str]) -> list[str]:
    return [f"{name} x{times}" for name, times in sorted(Counter(names).items()) if times > 1]


def figures(root: Path) -> Iterator[tuple[str, object]]:
    """Yield each count with its name."""
    trees = modules(root)
    nodes = {path: list(ast.walk(tree)) for path, tree in trees.items()}
    yield "lines", sum(len((root / path).read_text("utf-8").splitlines()) for path in trees)
    yield "modules", len(trees)
    classes = [node for each in nodes.values() for node in each if isinstance(node, ast.ClassDef)]
    functions = [(path, node) for path, each in nodes.items() for node in each if isinstance(node, ast.FunctionDef)]
    yield "classes", len(classes)
    yield "functions", len(functions)
    twice = _repeated(node.name for node in classes)
    yield "class names used more than once", f"{len(twice)} {' '.join(twice)}"
    stems = [
        path for path in trees if not path.endswith("__init__.py") and not set(COMPILER_LEVELS) & set(path.split("/"))
    ]
    twice = _repeated(Path(path).stem for path in stems)
    yield "module names used more than once outside the compiler", f"{len(twice)} {' '.join(twice)}"
    yield "builtins shadowed", sum(shadows(tree) for tree in trees.values())
    texts = [text for tree in trees.values() for text in docstrings(tree)]
    yield "docstrings", len(texts)
    yield "docstrings that begin with a question word", sum(map(begins_with_question, texts))
    edges = {
        (path, module)
        for path, tree in trees.items()
        if path.startswith("cli/")
        for module, _ in imports(tree)
        if module.split(".")[0] == "interpreter"
    }
    yield "import edges from cli into the interpreter", len(edges)
    yield "of these, past a package's public face", sum(not is_face(root, module) for _, module in edges)
    folders = Counter(str(Path(path).parent) for path in trees)
    big = [f"{folder} {size}" for folder, size in folders.items() if size > MOST_MODULES]
    yield f"folders with more than {MOST_MODULES} modules", f"{len(big)} {', '.join(big)}"
    small = [f"{folder} {size}" for folder, size in folders.items() if size < FEWEST_MODULES]
    yield f"folders with fewer than {FEWEST_MODULES} modules", f"{len(small)} {', '.join(small)}"
    ranked = sorted(functions, key=lambda each: each[1].lineno - (each[1].end_lineno or 0))
    for path, node in ranked[:LONGEST]:
        yield f"{path}: {node.name}", f"{(node.end_lineno or 0) - node.lineno + 1} lines"


def entered(task: Callable[[], Any]) -> list[str]:
    """Return the modules of the program whose functions a task calls."""
    found: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        name = frame.f_globals.get("__name__", "")
        if event == "call" and name.split(".")[0] in PACKAGES and frame.f_code.co_name != "<module>":
            found.add(name)

    sys.setprofile(note)
    threading.setprofile(note)
    try:
        task()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return sorted(found)


def an_effect() -> None:
    """Read a game, carry one statement out, and tell the log."""
    from interpreter import load

    match = load(str(REPO / "rules" / "red_flag_over_paris")).stage(
        {"turn": "commune", "begin": "place up to 2 cubes in Press"}
    )
    while match.decision is not None and not match.log():
        match.choose(0)
    match.log()


def a_decision() -> None:
    """Let a search answer the first decision of a match."""
    from interpreter import load
    from interpreter.players.playing import SeatedPlayer

    game = load(str(REPO / "rules" / "red_flag_over_paris"))
    match = game.start(seed=1)
    assert match.decision is not None
    SeatedPlayer(game, match.decision.seat, "search:50", 1).answer(match)


def a_comparison() -> None:
    """Compare a game with a variant, as the command does."""
    from cli.main import group

    words = ["compare", "red_flag_over_paris", "--variant", "censor", "--games", "40", "--jobs", "1"]
    group(words, standalone_mode=False)


def main() -> None:
    """Print the counts, or the tour."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=REPO)
    parser.add_argument("--tour", action="store_true")
    asked = parser.parse_args()
    if asked.tour:
        for task in (an_effect, a_decision, a_comparison):
            found = entered(task)
            print(f"{task.__doc__} {len(found)} modules", *found, sep="\n  ")
        return
    for name, value in figures(asked.root):
        print(f"{name}: {value}")


if __name__ == "__main__":
    main()
