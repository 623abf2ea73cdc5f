"""A renaming is proved to keep the meaning without reading all texts again."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.authoring.references.mention_index import MentionIndex
from interpreter.authoring.references.renaming import Renaming
from interpreter.authoring.references.renaming_proof import NewNames, RenamingProof
from interpreter.language.resolving.resolver import Resolver
from interpreter.rulebook.source.files import unsaved
from interpreter.support.errors import Location
from tests.authoring.test_renaming import THERE
from tests.authoring.test_uses import MORE, put_islands
from tests.counted import calls_of

Edit = tuple[Location, int, str]


@pytest.fixture
def islands(tmp_path: Path) -> Path:
    """The islands with a bot, a variant, scenarios and a translation."""
    folder = tmp_path / "islands"
    put_islands(folder, MORE | THERE)
    return folder


def holds(index: MentionIndex, names: NewNames, edits: list[Edit]) -> bool:
    """Return the verdict about a renaming that makes these edits and no others."""
    contents, lines = dict[str, bytes](), set[tuple[str, int]]()
    for file in index.files.values():
        rows = file.yaml.text.split("\n")
        for where, length, new in sorted(edits, reverse=True):
            if where.file == file.found.path:
                row, at = rows[where.line - 1], where.column - 1
                rows[where.line - 1] = row[:at] + new + row[at + length :]
        text = "\n".join(rows)
        contents[file.found.real_path] = text.encode()
        numbers = (*names.lines_with_any(file.yaml.text), *names.lines_with_any(text))
        lines |= {(file.found.path, number) for number in numbers}
    with unsaved(contents):
        return RenamingProof(index.reading, names, lines).holds(index.folder)


@pytest.mark.parts
@pytest.mark.parametrize(("old", "new"), [("fame", "renown"), ("calm", "lull")])
def test_a_mention_that_is_left_or_means_another_thing_is_noticed(islands: Path, old: str, new: str) -> None:
    index = MentionIndex(str(islands))
    edits = [edit for each in Renaming(index, old, new).edits.values() for edit in each]
    names = NewNames({old: new}, {old: new}, {})
    assert holds(index, names, edits)
    rules = [edit for edit in edits if "/text/" not in edit[0].file]
    for edit in rules:
        others = [each for each in edits if each is not edit]
        assert not holds(index, names, [*others, (*edit[:2], "day")]), edit
        row = index.files[Path(edit[0].file).relative_to(islands).as_posix()].yaml.text.split("\n")[edit[0].line - 1]
        if f"s/{old}" not in row:  # the path of a variant is found again by its title
            assert not holds(index, names, others), edit
    assert len(rules) > 1


def test_only_texts_with_the_name_are_read_again(islands: Path) -> None:
    index = MentionIndex(str(islands))
    whole = calls_of(Resolver.program.__code__, index.read)
    assert 0 < calls_of(Resolver.program.__code__, lambda: Renaming(index, "calm", "lull")) <= whole // 4
