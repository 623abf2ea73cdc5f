"""One HTML file of a page: its styles and modules inside, and documents beside them that programs can read.

A file from a disk can't import modules, and its security policy names the hash of everything that is applied or run.
Documents are data: they are in elements that no browser runs, with each `<` escaped.
"""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from interpreter.rulebook.board_picture import load_picture
from interpreter.rulebook.model import Rulebook

GAME_DOCUMENT = "game-data"
"""Id of the element with the document of a game to play."""
PAGES = Path(__file__).parent / "pages"
"""Folder of the files of all pages."""
STYLE_LINK = re.compile(r' *<link rel="stylesheet" href="(?:/pages/)?([\w-]+\.css)">\n')
SCRIPT_LINK = re.compile(r' *<script type="module" src="(?:/pages/)?([\w-]+\.js)"></script>\n')
ICON_LINK = re.compile(r' *<link rel="icon" [^>]*>\n')
IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./([\w-]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
UNKNOWN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
TITLE = "<title>cahier</title>"
DATA_START, DATA_END = '<script type="application/json" id="{}">', "</script>"


def make_single_file(
    page: str, title: str, documents: Mapping[str, str], script_name: str | None = None, runs_wasm: bool = False
) -> str:
    """Return a page as one file.

    Args:
        page: Name of the page's HTML in PAGES.
        title: Title of the file.
        documents: Documents in JSON, by the id of their element.
        script_name: Module that takes the place of the page's own.
        runs_wasm: True if the page runs WebAssembly, which is in its documents.
    """
    text = (PAGES / page).read_text("utf-8")
    style = "".join((PAGES / name).read_text("utf-8") for name in STYLE_LINK.findall(text))
    scripts = SCRIPT_LINK.findall(text) if script_name is None else [script_name]
    script = "".join(bundle_modules(name) for name in scripts)
    wasm = " 'wasm-unsafe-eval'" if runs_wasm else ""
    policy = (
        f"default-src 'none'; script-src {_source_hash(script)}{wasm}; style-src {_source_hash(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    head = (
        f'    <meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '    <meta name="referrer" content="no-referrer">\n'
    )
    data = "".join(_data_element(name, document) for name, document in documents.items())
    text = ICON_LINK.sub("", SCRIPT_LINK.sub("", STYLE_LINK.sub("", text)))
    parts = {
        '<meta charset="utf-8">\n': f'<meta charset="utf-8">\n{head}',
        TITLE: f"<title>{escape(title)}</title>",
        "  </head>": f"    <style>{style}</style>\n  </head>",
        "  </body>": f'{data}    <script type="module">{script}</script>\n  </body>',
    }
    for place, part in parts.items():
        before, found, after = text.partition(place)
        assert found, f"{page} has no `{place}`"
        text = f"{before}{part}{after}"
    return text


def picture_address(book: Rulebook) -> str:
    """Return the picture of a game's board as an address that contains it; empty if there is none."""
    found = load_picture(book)
    return "" if found is None else f"data:{found[1]};base64,{b64encode(found[0]).decode()}"


def read_document(text: str, name: str) -> dict[str, Any] | None:
    """Return the document with an id in a file of `make_single_file`, or None if there is none."""
    _, found, rest = text.partition(DATA_START.format(name))
    document, closed, _ = rest.partition(DATA_END)
    if not (found and closed):
        return None
    try:
        data = json.loads(document)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def bundle_modules(name: str) -> str:
    """Return a module with all that it imports as one script, in which each module has a scope of its own.

    Raises:
        ValueError: A module imports or exports in another way than `import { … } from "./…"` and `export` before a
            definition, imports what isn't exported, or contains the end of a script.
    """
    return "const modules = {};\n" + "".join(_module_texts(name, []))


def _module_texts(name: str, begun: list[str]) -> Iterator[str]:
    """Yield the modules that are needed first, then the module itself, each once."""
    if name in begun:
        return
    begun.append(name)
    text = (PAGES / name).read_text("utf-8")
    for names, other in IMPORT.findall(text):
        yield from _module_texts(other, begun)
        missing = {*names.split(", ")} - {*EXPORT.findall((PAGES / other).read_text("utf-8"))}
        if missing:
            raise ValueError(f"{name}: {other} exports no {', '.join(sorted(missing))}")
    exported = EXPORT.findall(text)
    text = EXPORT.sub("", IMPORT.sub(r'const { \1 } = modules["\2"];\n', text))
    if unknown := UNKNOWN.search(text):
        raise ValueError(f"{name}: `{unknown[0]}` can't be bundled")
    if "</script" in text.casefold() or "<!--" in text:
        raise ValueError(f"{name} would end the script that contains it")
    yield f'modules["{name}"] = (() => {{\n{text}return {{ {", ".join(exported)} }};\n}})();\n'


def _data_element(name: str, document: str) -> str:
    said = document.replace("<", "\\u003c")
    return f"    {DATA_START.format(name)}{said}{DATA_END}\n"


def _source_hash(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
