"""The docs site has all documents, can be searched, and needs nothing from elsewhere."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from interpreter.language.reference import build_reference
from tests.sources import ROOT

pytestmark = pytest.mark.parts


class Page(HTMLParser):
    """The links, the anchors and the text of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.anchors: set[str] = {""}
        self.text = ""
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        target = values.get("href") or values.get("src")
        if target is not None:
            (self.links if tag == "a" else self.fetched).append(target)

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    command = [sys.executable, str(ROOT / ".github" / "docs" / "build.py"), str(folder)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in site.rglob("*.html")}


def test_each_document_has_a_page(site: Path, pages: dict[Path, Page]) -> None:
    documents = [
        path.relative_to(ROOT).with_suffix("")
        for top in (".github", "cli", "interpreter", "rules", "schemas", "tests")
        for path in (ROOT / top).rglob("*.md")
        if "beginnings" not in path.parts
    ]
    assert {site / f"{each}.html" for each in documents} - pages.keys() == set() and len(documents) > 30
    assert "Your first edit" in pages[site / "index.html"].text


def test_all_forms_of_the_language_are_shown(site: Path, pages: dict[Path, Page]) -> None:
    text = pages[site / "forms.html"].text
    assert {
        each for entry in build_reference().entries.values() for each in entry.wordings if each not in text
    } == set()


def test_all_public_names_are_described(site: Path, pages: dict[Path, Page]) -> None:
    missing: list[str] = []
    for stub in (ROOT / "interpreter").rglob("__init__.pyi"):
        package = ".".join(stub.parent.relative_to(ROOT).parts)
        imports = [node for node in ast.parse(stub.read_text("utf-8")).body if isinstance(node, ast.ImportFrom)]
        names = {f"{package}.{alias.name}" for node in imports for alias in node.names}
        missing += names - pages[site / "api" / f"{package}.html"].anchors
    assert missing == []


def test_no_link_is_broken(site: Path, pages: dict[Path, Page]) -> None:
    broken = []
    for path, page in pages.items():
        for target in (*page.links, *page.fetched):
            split = urlsplit(target)
            found = path if not split.path else (path.parent / unquote(split.path)).resolve()
            if split.scheme in ("data", "https"):
                continue
            if not found.exists() or (found in pages and unquote(split.fragment) not in pages[found].anchors):
                broken.append((path.name, target))
    assert broken == []


def test_nothing_is_fetched_from_a_network(site: Path, pages: dict[Path, Page]) -> None:
    assert {target for page in pages.values() for target in page.fetched if urlsplit(target).scheme == "https"} == set()
    styles = [path.read_text("utf-8") for path in site.rglob("*.css")]
    assert styles and not [text for text in styles if re.search(r"""(url\(|@import) *["']?(https?:)?//""", text)]


def test_the_search_finds_words(site: Path) -> None:
    index = json.loads((site / "searchindex.js").read_text("utf-8").removeprefix("Search.setIndex(").removesuffix(")"))
    found = index["terms"]["determin"]
    assert "interpreter/knowledge/README" in [index["docnames"][at] for at in found]


def test_no_path_of_this_machine_is_on_the_site(site: Path) -> None:
    ours = [str(each).encode() for each in (ROOT, Path.home(), site.parents[1], sys.prefix)]
    assert [
        path for path in site.rglob("*") if path.is_file() and any(each in path.read_bytes() for each in ours)
    ] == []
