"""A game's folder folded into one game.yaml."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import yaml

from interpreter.rulebook.source.files import SINGLE_KINDS
from interpreter.rulebook.source.nodes import Problems, SourceFile
from interpreter.rulebook.source.yaml_reader import read_yaml


class _Plain(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def read(path: Path) -> Any:
    """Return the content of a file, read by the project's own reader."""
    text = path.read_text(encoding="utf-8")
    node = read_yaml(SourceFile(str(path), path.name, tuple(text.split("\n"))), text, Problems())
    return node.data if node else None


def folded(folder: Path) -> dict[str, Any]:
    """All that a game's files say, but its variants, as one game.yaml says it."""
    whole: dict[str, Any] = {}
    for kind in SINGLE_KINDS:
        file = folder / f"{kind}.yaml"
        data = read(file) if file.is_file() else {}
        if kind == "map":
            whole |= {"map": data} if data else {}
            continue
        if kind != "game":
            data.pop("source", None)  # it applies to the things of one file
        for field, value in data.items():
            whole[field] = whole[field] + value if field in whole else value  # words and bends stand in two files
    for field, name in (("decks", "cards"), ("bots", "bots")):
        if found := [read(file) for file in sorted((folder / name).glob("*.yaml"))]:
            whole[field] = found
    if texts := {file.stem: read(file) for file in sorted((folder / "text").glob("*.yaml"))}:
        whole["text"] = texts
    for file in sorted((folder / "scenarios").glob("*.yaml")):
        data = read(file)
        whole.setdefault("scenarios", []).extend(data if isinstance(data, list) else [data])
    return whole


def fold(folder: Path, into: Path) -> Path:
    """Write a game as a folder with one game.yaml, beside its variants."""
    into.mkdir()
    if (folder / "variants").is_dir():
        shutil.copytree(folder / "variants", into / "variants")
    text = yaml.dump(folded(folder), Dumper=_Plain, sort_keys=False, allow_unicode=True, width=1000)
    (into / "game.yaml").write_text(text, encoding="utf-8")
    return into
