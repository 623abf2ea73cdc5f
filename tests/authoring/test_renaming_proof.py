"""A renaming is proved to keep the meaning without reading all texts again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.authoring.lookup import thing_names
from interpreter.authoring.references.changed_meaning import find_changed_meaning
from interpreter.authoring.references.mention_index import MentionIndex
from interpreter.authoring.references.renaming import Renaming
from interpreter.authoring.references.renaming_proof import NewNames, RenamingProof
from interpreter.language.resolving.resolved_texts import ResolvedTexts
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


PLAIN = "id: plain\ntitle: Plain\nfor: islands\nchange: [{at: cards/storm/title, from: Storm, to: Tempest}]\n"


def test_a_wording_that_is_read_for_a_scenario_is_part_of_another_file(islands: Path) -> None:
    with (islands / "vocabulary.yaml").open("a") as words:
        words.write("  - {say: '{seat} is famed', when: fame of seat is 2}\n")
    (islands / "variants" / "plain.yaml").write_text(PLAIN)
    (islands / "scenarios" / "plain.yaml").write_text(
        "- {name: famed, variants: [plain], given: {turn: reed, begin: set your fame to 2}, then: [reed is famed]}\n"
    )
    index = MentionIndex(str(islands))
    assert calls_of(find_changed_meaning.__code__, lambda: Renaming(index, "fame", "renown")) == 0


def test_a_game_is_not_read_for_scenarios_whose_texts_lack_the_name(islands: Path) -> None:
    def games_read() -> int:
        index = MentionIndex(str(islands))
        index.read()
        return calls_of(ResolvedTexts.__init__.__code__, lambda: Renaming(index, "fame", "renown"))

    scenarios = islands / "scenarios" / "plain.yaml"
    (islands / "variants" / "plain.yaml").write_text(PLAIN)
    before = games_read()
    scenario = "- name: quiet\n  variants: [plain]\n  given:\n    tracks: {fame: {reed: 1}}\n    begin: raise day\n"
    scenarios.write_text(scenario)
    assert games_read() == before
    scenarios.write_text(scenario.replace("raise day", "raise fame of reed"))
    assert games_read() == before + 1


def test_the_index_finds_all_scalars_with_a_name(islands: Path) -> None:
    index = MentionIndex(str(islands))
    names = {name for name, _ in thing_names(index.base.texts)} | {"sail out", "fame of reed", "?"}
    for file in index.files.values():
        for name in names:
            found = {id(scalar) for scalar in file.scalars_with([name])}
            for scalar in file.scalars:
                start, end = file.yaml.span_of(scalar.node)
                written = f"{file.yaml.text[start:end]} {scalar.node.value}"
                if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", written):
                    assert id(scalar) in found, (name, written)
    game = index.files["game.yaml"]
    assert [scalar.node.value for scalar in game.scalars_with(["stone", "Stone"])] == ["stone", "Stone"]
