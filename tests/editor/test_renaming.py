"""Renaming as an editor asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.authoring.references.renaming import Renaming
from interpreter.editor.buffers import GameWorkspace
from interpreter.editor.fixes import RenameEdits, renamable_id, rename_edits
from interpreter.editor.meanings import meaning_at
from interpreter.support.errors import RulebookError
from tests.editor.conftest import Opened


def with_edits(text: str, edits: RenameEdits) -> str:
    lines = text.split("\n")
    for where, length, new in sorted(edits, reverse=True):
        row, at = lines[where.line - 1], where.column - 1
        lines[where.line - 1] = row[:at] + new + row[at + length :]
    return "\n".join(lines)


def test_it_changes_what_the_command_changes(market: Opened) -> None:
    files = {path: path.read_text("utf-8") for path in market.folder.rglob("*.yaml")}
    edits = rename_edits(GameWorkspace(str(market.folder)), "fish", "herring")
    changed = {path: with_edits(text, edits.get(str(path), [])) for path, text in files.items()}
    Renaming(str(market.folder), "fish", "herring").write()
    assert changed == {path: path.read_text("utf-8") for path in files} != files


@pytest.mark.parametrize("mark", ["raise ^day", "tokens of seat in Fi^sh", "shuffle de^ck"])
def test_the_id_of_what_a_word_stands_for(market: Opened, mark: str) -> None:
    found = meaning_at(market.readings, *market.at("sequence.yaml", mark))
    assert found is not None and renamable_id(found) == mark.split(" ")[-1].replace("^", "").lower()


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        ("take ^a turn\n        raise", "only ids can be renamed"),
        ("shu^ffle deck", "only ids can be renamed"),
        ("purse to ta^rget", "this name exists only in this text"),
    ],
)
def test_what_has_no_id(market: Opened, mark: str, message: str) -> None:
    found = meaning_at(market.readings, *market.at("sequence.yaml", mark))
    assert found is not None
    with pytest.raises(RulebookError, match=message):
        renamable_id(found)


def test_nothing_of_somebody_elses_game_is_renamed(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="somebody else's game"):
        rename_edits(GameWorkspace("rules/red_flag_over_paris", str(tmp_path / "mine.yaml")), "press", "papers")
    with pytest.raises(RulebookError, match="this game comes with cahier"):
        rename_edits(GameWorkspace("rules/red_flag_over_paris"), "press", "papers")
