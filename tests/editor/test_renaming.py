"""Renaming as an editor asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.authoring.references.mention_index import MentionIndex
from interpreter.authoring.references.renaming import Renaming
from interpreter.editor.buffers import Buffers, GameWorkspace
from interpreter.editor.meanings import meaning_at
from interpreter.editor.references import MentionCache, RenameEdits, renamable_id
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
    edits = MentionCache(Buffers()).rename_edits(GameWorkspace(str(market.folder)), "fish", "herring")
    changed = {path: with_edits(text, edits.get(str(path), [])) for path, text in files.items()}
    Renaming(MentionIndex(str(market.folder)), "fish", "herring").write()
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
        MentionCache(Buffers()).rename_edits(
            GameWorkspace("rules/red_flag_over_paris", str(tmp_path / "mine.yaml")), "press", "papers"
        )
    with pytest.raises(RulebookError, match="this game comes with cahier"):
        MentionCache(Buffers()).rename_edits(GameWorkspace("rules/red_flag_over_paris"), "press", "papers")


def test_the_mentions_of_a_thing_by_id_and_title(market: Opened) -> None:
    found = meaning_at(market.readings, *market.at("sequence.yaml", "tokens of seat in Fi^sh"))
    assert found is not None
    there = MentionCache(market.buffers).references(GameWorkspace(str(market.folder)), found)
    written = {market.buffers.line(where)[where.column - 1 :][:length] for where, length in there}
    files = {Path(where.file).relative_to(market.folder).as_posix() for where, _ in there}
    assert written == {"fish", "Fish"} and {"map.yaml", "sequence.yaml"} <= files


def test_mentions_are_found_again_after_a_change(market: Opened) -> None:
    home, mentions = GameWorkspace(str(market.folder)), MentionCache(market.buffers)
    market.show("map.yaml", market.saved("map.yaml"))
    assert "herring" not in str(mentions.rename_edits(home, "fish", "cod"))
    market.show("map.yaml", market.saved("map.yaml").replace("id: fish", "id: cod"))
    mentions.mark_changed(home)
    with pytest.raises(RulebookError):
        mentions.rename_edits(home, "fish", "herring")
