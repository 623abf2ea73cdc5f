"""Mutation test of the test suite: break the program in one place at a time and count the breaks that tests notice.

    python tests/program_mutants.py WORK [--sample 200] [--seed 1] [--jobs 2] [--root DIR] [--mutants FILE]

A mutant turns a comparison or a condition around, moves a number by one, swaps `and` and `or` or plus and minus,
returns nothing, or drops a call. All mutants of a sample are written into one copy of the program below WORK, where an
environment variable switches one of them on (mutant schemata; Untch, Offutt and Harrold 1993). One run of all tests
notes which tests reach which mutant; each mutant is then tried by those tests alone, the quickest first.

To compare two suites, run both on the same mutants: `--root` the other checkout, `--mutants` the file `mutants.json` of
the first run. Run it with a Python that has the dependencies of the tests, but in which no checkout is installed.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

REPO = Path(__file__).parents[1]
PACKAGES = ("interpreter", "cli")
SWITCH, LOG = "PROGRAM_MUTANT", "PROGRAM_MUTANT_LOG"
PRELUDE = f"""
import os as _mutant_os
_mutant_active = int(_mutant_os.environ.get("{SWITCH}", "-1"))
_mutant_log = _mutant_os.environ.get("{LOG}")
_mutant_noted = set()
def _mutant(number):
    if _mutant_log:
        place = (number, _mutant_os.environ.get("PYTEST_CURRENT_TEST", ""))
        if place not in _mutant_noted:
            _mutant_noted.add(place)
            with open(_mutant_log, "a") as log:
                log.write("%d\\t%s\\n" % place)
    return number == _mutant_active
"""
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
FIRST_SECONDS, MOST_SECONDS = 20.0, 150.0
"""Seconds that the first tests of a mutant take while nothing is broken, and all of them."""
PATIENCE = 240.0
"""Seconds more than that in which a mutant has to end. One that does not is noticed."""

TRANSLATED = "runtime"
"""The folder whose modules become WebAssembly: they can't call the switch."""

NOTICED, SURVIVED, UNREACHED, GONE = "noticed", "survived", "not reached", "no longer there"


@dataclass(frozen=True)
class Mutant:
    """One break: in a function of a file, the `count`-th place that reads `was` becomes `now`."""

    file: str
    function: str
    was: str
    count: int
    now: str


class Places(ast.NodeVisitor):
    """Every mutant of a file, each with its node."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[tuple[Mutant, ast.AST, ast.AST]] = []
        self._path: list[str] = []
        self._depth = 0
        self._counts: Counter[tuple[str, str]] = Counter()

    def _add(self, node: ast.AST, new: ast.AST, now: str | None = None) -> None:
        function, was = ".".join(self._path), ast.unparse(node)
        count = self._counts[function, was]
        self._counts[function, was] += 1
        mutant = Mutant(self.file, function, was, count, ast.unparse(new) if now is None else now)
        self.found.append((mutant, node, new))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._path.append(node.name)
        self._depth += 1
        for statement in node.body:
            self.visit(statement)
        self._depth -= 1
        self._path.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._path.append(node.name)
        depth, self._depth = self._depth, 0
        for statement in node.body:
            if isinstance(statement, ast.FunctionDef):
                self.visit(statement)
        self._depth = depth
        self._path.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_match_case(self, node: ast.match_case) -> None:
        for part in (*([node.guard] if node.guard else []), *node.body):
            self.visit(part)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Nothing: what is in a text is not broken."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """Nothing: an assertion is for readers and mypy."""

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" not in ast.unparse(node.test):
            self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        if self._depth and len(node.ops) == 1:
            self._add(node, ast.Compare(node.left, [COMPARISONS[type(node.ops[0])]()], node.comparators))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        if self._depth:
            self._add(node, ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if self._depth and isinstance(node.op, ast.Not):
            self._add(node, node.operand)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if (
            self._depth
            and isinstance(node.op, ast.Add | ast.Sub)
            and not isinstance(node.left, ast.Constant | ast.JoinedStr)
        ):
            self._add(node, ast.BinOp(node.left, ast.Sub() if isinstance(node.op, ast.Add) else ast.Add(), node.right))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if self._depth and isinstance(node.value, bool | int):
            value = not node.value if isinstance(node.value, bool) else node.value + 1
            self._add(node, ast.Constant(value))

    def visit_Return(self, node: ast.Return) -> None:
        if self._depth and node.value and not isinstance(node.value, ast.Constant):
            self._add(node, ast.Return(ast.Constant(None)))
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if self._depth and isinstance(node.value, ast.Call):
            self._add(node, ast.Pass())
        self.generic_visit(node)


class Written(ast.NodeTransformer):
    """Puts mutants into a file's tree, each behind a switch with its number."""

    def __init__(self, chosen: dict[ast.AST, tuple[int, Any]]) -> None:
        self._chosen = chosen

    def visit(self, node: ast.AST) -> Any:
        new: Any = super().visit(node)
        if node not in self._chosen:
            return new
        number, broken = self._chosen[node]
        switch = ast.Call(ast.Name("_mutant"), [ast.Constant(number)], [])
        if isinstance(node, ast.stmt):
            return ast.If(switch, [broken], [new])
        return ast.IfExp(switch, broken, new)


def places(root: Path) -> Iterator[tuple[Path, ast.Module, Places]]:
    """Every file of the program below `root` with its tree and what can be broken in it."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            if path.parent.name == TRANSLATED:
                continue
            tree = ast.parse(path.read_text())
            found = Places(str(path.relative_to(root)))
            found.visit(tree)
            yield path, tree, found


def sampled(root: Path, size: int, seed: int) -> list[Mutant]:
    """Draw mutants of the program below `root`."""
    mutants = [mutant for _, _, found in places(root) for mutant, _, _ in found.found]
    return random.Random(seed).sample(mutants, size)


def write(root: Path, sample: list[Mutant]) -> set[int]:
    """Write the mutants into the program below `root`. Returns the numbers of those whose place is there."""
    numbers = {mutant: number for number, mutant in enumerate(sample)}
    there: set[int] = set()
    for path, tree, found in places(root):
        chosen = {node: (numbers[m], new) for m, node, new in found.found if m in numbers}
        if chosen:
            there |= {number for number, _ in chosen.values()}
            whole: ast.Module = Written(chosen).visit(tree)
            at = sum(_comes_first(statement) for statement in whole.body[:2])
            whole.body[at:at] = ast.parse(PRELUDE).body
            path.write_text(ast.unparse(ast.fix_missing_locations(whole)) + "\n")
    return there


def _comes_first(statement: ast.stmt) -> bool:
    """Recognise a module's docstring and its import from the future, before which nothing may stand."""
    if isinstance(statement, ast.ImportFrom):
        return statement.module == "__future__"
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def reached(root: Path, work: Path, jobs: int) -> tuple[dict[int, list[str]], dict[str, float]]:
    """Run all tests once. Returns for each mutant the tests that reach it and pass, and how long each test takes."""
    log, report = work / "reached.txt", work / "report.xml"
    if not report.exists():
        log.unlink(missing_ok=True)
        words = ["-m", "pytest", "-n", str(jobs), "-q", f"--junitxml={report}", "-o", "junit_family=xunit1"]
        with (work / "run.txt").open("w") as told:
            variables = {**os.environ, LOG: str(log)}
            subprocess.run([sys.executable, *words], cwd=root, env=variables, stdout=told, check=False)
    seconds = {}
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        if not len(case.findall("failure")) and not len(case.findall("error")):
            name = case.get("classname", "").replace(".", "/")
            seconds[f"{name}.py::{case.get('name')}"] = float(case.get("time", "0"))
    tests: dict[int, set[str]] = defaultdict(set)
    modules: dict[int, set[str]] = defaultdict(set)
    for line in log.read_text().splitlines():
        mutant, place = line.split("\t", 1)
        test, _, phase = place.rpartition(" ")
        if phase == "(setup)":
            modules[int(mutant)].add(test.split("::")[0])
        tests[int(mutant)].add(test)
    by_file: dict[str, list[str]] = defaultdict(list)
    for test in seconds:
        by_file[test.split("::")[0]].append(test)
    found = {}
    for number, direct in tests.items():
        also = [test for file in sorted(modules[number]) for test in by_file[file]]
        found[number] = _ordered([test for test in direct if test in seconds], also, seconds)
    return {number: ordered for number, ordered in found.items() if ordered}, seconds


def _ordered(direct: list[str], also: list[str], seconds: dict[str, float]) -> list[str]:
    """The quickest of each file first, then the second of each, and so on; what only shares a set-up comes last."""
    ordered: list[str] = []
    for group in (direct, sorted(set(also) - set(direct))):
        files: dict[str, list[str]] = defaultdict(list)
        for test in sorted(group, key=lambda test: (seconds[test], test)):
            files[test.split("::")[0]].append(test)
        ranked = [(rank, seconds[test], test) for tests in files.values() for rank, test in enumerate(tests)]
        ordered += [test for _, _, test in sorted(ranked)]
    return ordered


def try_mutant(number: int, tests: list[str], seconds: dict[str, float], work: Path) -> tuple[str, str]:
    """The verdict on a mutant, and the test that notices it."""
    begun, start, spent = 0, 0, 0.0
    folder = work / f"mutant{number}"
    for most in (FIRST_SECONDS, MOST_SECONDS):
        while begun < len(tests) and spent + seconds[tests[begun]] <= most:
            spent += seconds[tests[begun]]
            begun += 1
        if start == begun:
            continue
        folder.mkdir(exist_ok=True)
        names = folder / "tests"
        names.write_text("".join(f"{test}\n" for test in tests[start:begun]))
        start = begun
        words = ["-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--tb=no"]
        words += [f"--basetemp={folder / 'tmp'}", f"@{names}"]
        variables = {**os.environ, SWITCH: str(number), "XDG_CACHE_HOME": str(folder / "cache")}
        process = subprocess.Popen(
            [sys.executable, *words],
            cwd=work / "tree",
            env=variables,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=spent * 4 + PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            return NOTICED, "without end"
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if process.returncode:
            failed = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
            return NOTICED, failed[0] if failed else output[-300:]
    return SURVIVED, f"{begun} of {len(tests)} tests"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path, help="a folder for the broken copy and what is found; the same one goes on")
    parser.add_argument("--root", type=Path, default=REPO, help="the checkout to break (default: this one)")
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--mutants", type=Path, help="take the mutants from this file of an earlier run")
    asked = parser.parse_args()
    work = asked.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    chosen = work / "mutants.json"
    if not chosen.exists():
        sample = read(asked.mutants) if asked.mutants else sampled(asked.root, asked.sample, asked.seed)
        chosen.write_text(json.dumps([asdict(mutant) for mutant in sample], indent=1))
        ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache")
        shutil.copytree(asked.root, work / "tree", ignore=ignored, dirs_exist_ok=True)
        (work / "there.json").write_text(json.dumps(sorted(write(work / "tree", sample))))
    print(Counter(verdict for verdict, _ in verdicts(work, asked.jobs).values()))


def read(path: Path) -> list[Mutant]:
    """The mutants of an earlier run."""
    return [Mutant(**entry) for entry in json.loads(path.read_text())]


def verdicts(work: Path, jobs: int) -> dict[int, tuple[str, str]]:
    """Try each mutant that was not tried yet. Returns the verdict on each, and the test that notices it."""
    sample, there = read(work / "mutants.json"), set(json.loads((work / "there.json").read_text()))
    tests, seconds = reached(work / "tree", work, jobs)
    done = work / "verdicts.jsonl"
    found: dict[int, tuple[str, str]] = {}
    for line in done.read_text().splitlines() if done.exists() else ():
        number, verdict, reason = json.loads(line)
        found[number] = (verdict, reason)

    def judge(number: int) -> None:
        if number not in there:
            found[number] = (GONE, "")
        elif number not in tests:
            found[number] = (UNREACHED, "")
        else:
            found[number] = try_mutant(number, tests[number], seconds, work)
        with done.open("a") as file:
            file.write(json.dumps([number, *found[number]]) + "\n")
        mutant, (verdict, reason) = sample[number], found[number]
        print(f"{verdict}: {mutant.file}: {mutant.function}: {mutant.was} -> {mutant.now} ({reason})", flush=True)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(judge, [number for number in range(len(sample)) if number not in found]))
    return found


if __name__ == "__main__":
    main()
