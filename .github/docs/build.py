"""Build the docs site: every document of the repository, the forms of the language, and the public API.

python .github/docs/build.py FOLDER writes it to a new folder. Warnings and broken links are errors.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sphinx.cmd.build import build_main
from sphinx.pycode import ModuleAnalyzer

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

CHAPTERS = {
    "Write a game": [
        "rules/AUTHORING",
        "rules/REFERENCE",
        "tests/games/READING",
        "forms",
        "interpreter/editor/README",
        "schemas/vscode/README",
    ],
    "Play and test": [
        "cli/README",
        "interpreter/lab/README",
        "interpreter/players/README",
        "interpreter/learning/README",
        "tests/benchmarks/STRENGTH",
        "tests/benchmarks/CALIBRATION",
        "tests/benchmarks/FINDINGS",
    ],
    "Games": ["rules/*/RULES", "rules/*/RULES.*", "rules/*/NOTES", "rules/*/REPORT"],
    "Use it from Python": ["api/*"],
    "Work on cahier": [
        ".github/CONTRIBUTING",
        "interpreter/README",
        "interpreter/GLOSSARY",
        "interpreter/CHANGELOG",
        "interpreter/**/README",
        "tests/benchmarks/*",
    ],
}
"""Pages by chapter, in order, as patterns without suffix. A page belongs to the first that matches."""


def main(site: Path) -> int:
    """Write the site to a folder and return an exit status."""
    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder, "pages")
        collect_documents(pages)
        write(pages / "forms.md", forms())
        write_api(pages)
        with (pages / "index.md").open("a", encoding="utf-8") as index:
            index.write(contents(pages))
        options = ["-q", "-W", "--keep-going", "-c", str(HERE), "-d", str(Path(folder, "cache"))]
        return build_main([*options, str(pages), str(site)])


def documents() -> list[Path]:
    """Return the documents of the repository, without those of games that are only beginnings."""
    found = [path for top in ("interpreter", "cli", "rules", "schemas", "tests") for path in (ROOT / top).rglob("*.md")]
    kept = (path for path in found if "beginnings" not in path.parts)
    return [ROOT / "README.md", *(ROOT / ".github").glob("*.md"), *kept]


def collect_documents(pages: Path) -> None:
    """Copy the documents, and the pictures and other files to which they link, to the same paths."""
    for document in documents():
        targets = re.findall(r"\]\(([^)#:\s]+)", document.read_text("utf-8"))
        linked = {Path(os.path.normpath(document.parent / target)) for target in targets}
        for path in {document, *(each for each in linked if each.is_file())}:
            copied = pages / path.relative_to(ROOT)
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copied)
    (pages / "README.md").rename(pages / "index.md")


def contents(pages: Path) -> str:
    """Return the table of contents, which the site shows beside each page."""
    left = {path.relative_to(pages).with_suffix("").as_posix() for path in pages.rglob("*.md")}
    parts = []
    for chapter, patterns in CHAPTERS.items():
        listed = []
        for pattern in patterns:
            found = sorted(page for page in left if (pages / f"{page}.md") in pages.glob(f"{pattern}.md"))
            listed += found
            left -= {*found}
        parts.append("\n".join(["", "```{toctree}", ":hidden:", f":caption: {chapter}", "", *listed, "```", ""]))
    return "".join(parts)


def forms() -> str:
    """Return the page of the language's forms."""
    from interpreter.language.reference import build_reference

    known = build_reference()
    parts = ["# The forms of the language", "This page is made from the grammar; `cahier language` prints the same."]
    for chapter in known.chapters:
        parts.append(f"## {chapter.title}")
        for entry in chapter.entries:
            parts.append("\\\n".join(f"**`{wording}`**" for wording in entry.wordings))
            gives = f"Gives {entry.result_type}. " if entry.result_type else ""
            parts.append(f"{gives}{' '.join((entry.meaning, *entry.facts))}")
            parts.append("\n".join(["```text", *entry.examples, "```"]))
    rows = "\n".join(f"| {word} | {meaning} |" for word, meaning in known.holes.items())
    parts.append(f"## Words in capitals\n\n| word | meaning |\n|---|---|\n{rows}")
    return "\n\n".join(parts) + "\n"


def write_api(pages: Path) -> None:
    """Write a page for each package with a public API, which `__init__.pyi` lists. Constants come last."""
    for stub in sorted((ROOT / "interpreter").rglob("__init__.pyi")):
        package = ".".join(stub.parent.relative_to(ROOT).parts)
        lines = [f"# {package}", "", "```{eval-rst}", f".. automodule:: {package}"]
        lines += ["   :members:", "   :imported-members:"]
        for name, docstring in sorted(public_constants(stub)):
            lines += ["", f".. py:data:: {name}", "", *(f"   {line}" for line in docstring)]
        write(pages / "api" / f"{package}.md", "\n".join([*lines, "```", ""]))


def public_constants(stub: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the constants and type aliases of a public API with their docstrings, which autodoc doesn't find."""
    for node in ast.parse(stub.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            source = stub.parent / f"{node.module.replace('.', '/')}.py"
            known = ModuleAnalyzer.for_file(source, node.module).find_attr_docs()
            yield from ((each.name, known["", each.name]) for each in node.names if ("", each.name) in known)


def write(path: Path, text: str) -> None:
    """Write a page."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
