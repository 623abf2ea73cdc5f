"""Files from strangers: each gives a clear error or is harmless; nothing outside the folder is read."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

import pytest
import yaml

from interpreter.rulebook.build import load_rulebook, read_rulebook
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from interpreter.rulebook.schema import meant_values, validation
from interpreter.rulebook.source import yaml_reader
from interpreter.rulebook.source.nodes import Problems, SourceFile, YamlNode, closest_name
from interpreter.rulebook.source.yaml_reader import read_yaml
from interpreter.support.errors import CahierError, RulebookError, printable
from tests.playtest.test_store import as_anybody


def read(text: str) -> tuple[YamlNode | None, list[str]]:
    problems = Problems()
    node = read_yaml(SourceFile("x.yaml", "x.yaml", tuple(text.split("\n"))), text, problems)
    return node, [problem.code for problem in problems.errors()]


def codes(folder: Path) -> list[str]:
    with pytest.raises(CahierError) as caught:
        load_rulebook(folder)
    assert str(caught.value)
    return [problem.code for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("a: no\nb: on\nc: 1:30\nd: 012", {"a": "no", "b": "on", "c": "1:30", "d": "012"}),
        ("a: 2020-01-01\nb: 0x10\nc: 1_000\nd: 1e5", {"a": "2020-01-01", "b": "0x10", "c": "1_000", "d": "1e5"}),
        ("a: +5\nb: .5\nc: -07\nd: 1.", {"a": "+5", "b": ".5", "c": "-07", "d": "1."}),
        ("a: True\nb: NULL\nc: ~\nd: .nan", {"a": "True", "b": "NULL", "c": "~", "d": ".nan"}),
        ("a: true\nb: false\nc: null\nd:", {"a": True, "b": False, "c": None, "d": None}),
        ("a: -12\nb: 1.5\nc: 0\nd: -0.5", {"a": -12, "b": 1.5, "c": 0, "d": -0.5}),
        ('a: "12"\nb: \'true\'\nc: ""', {"a": "12", "b": "true", "c": ""}),
        ("yes: no\non: off", {"yes": "no", "on": "off"}),
        ("---\na: b\n...\n", {"a": "b"}),
    ],
)
def test_only_a_few_words_are_no_text(text: str, data: dict[str, object]) -> None:
    node, found = read(text)
    assert found == []
    assert node is not None
    assert node.data == data
    assert [type(value) for value in node.data.values()] == [type(value) for value in data.values()]


@pytest.mark.parametrize("pure", [False, True], ids=["libyaml", "pure Python"])
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: 1\na: 2", "key-twice"),
        ("a: &x b\nc: d", "anchor"),
        ("a: *x", "alias"),
        ("a: !!str b", "tag"),
        ("a: !python/object:os.system b", "tag"),
        ("<<: {a: b}", "merge-key"),
        ("a: b\n---\nc: d", "several-documents"),
        ("%YAML 1.1\n---\na: b", "directive"),
        ("1: a", "key-no-text"),
        ("true: a", "key-no-text"),
        ("[a, b]: c", "key-no-text"),
        ("? {a: b}\n: c", "key-no-text"),
        ("? |\n  a\n  b\n: c", "key-too-long"),
        ("[" * 3000, "too-deep"),
        ("{a: " * 3000, "too-deep"),
        ("- " * 3000, "too-deep"),
        ("a: " + "9" * 5000, "number-too-large"),
        ("a: -" + "9" * 5000, "number-too-large"),
        ("a: 1." + "9" * 5000, "number-too-large"),
        ('a: "\\ud800"', "lone-surrogate"),
        ('a: "\\q"', "bad-escape"),
        ("a: [b", "not-closed"),
        ('a: "b', "not-closed"),
        ("a: @b", "needs-quotes"),
        ("a: 'b' c", "needs-quotes"),
        ("a: b: c", "colon-in-text"),
        ("a: b\n  c: d", "indentation"),
        ("- a\nb: c", "indentation"),
        ("", "empty-file"),
        ("# only a comment", "empty-file"),
        ("null", "empty-file"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else None,
)
def test_yaml_that_is_refused(text: str, code: str, pure: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if pure:
        monkeypatch.setattr(yaml_reader, "YAML_LOADER", yaml.SafeLoader)
    node, found = read(text)
    assert node is None
    assert found == [code]


def test_an_alias_bomb_stops_at_the_first_mark() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    assert read("\n".join(lines))[1] == ["anchor", "anchor", "alias"]


@pytest.mark.parts
def test_very_many_entries_are_refused() -> None:
    node, found = read("[" + "a," * 150_000 + "a]")
    assert node is None
    assert found == ["file-too-large"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("id: x\n".encode("utf-16"), "not-utf8"),
        ("id: x\n".encode("utf-16-le"), "not-utf8"),
        ("id: x\n".encode("utf-32"), "not-utf8"),
        (b"id: caf\xe9\n", "not-utf8"),
        (b"\x00\x01\x02\x03", "not-utf8"),
        (b"id: x\x00y\n", "control-character"),
        (b"id: x\x1b[31m\n", "control-character"),
        ("id: x\u2028y\n".encode(), "control-character"),
        ("id: x\x85y\n".encode(), "control-character"),
        (b"id:\tx\n", "tab"),
        (b"x" * (2 * 1024 * 1024), "file-too-large"),
        (bytes(range(256)), "not-utf8"),
        (b"id: \xed\xa0\x80\n", "not-utf8"),
    ],
    ids=range(13),
)
def test_bytes_that_are_refused(folder: Path, data: bytes, code: str) -> None:
    (folder / "vocabulary.yaml").write_bytes(data)
    assert codes(folder) == [code]


def test_crlf_and_a_byte_order_mark_are_harmless(folder: Path) -> None:
    plain = load_rulebook(folder)
    for path in folder.rglob("*.yaml"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    other = load_rulebook(folder)
    assert other.cards == plain.cards
    assert other.words == plain.words
    assert other.words[1].body.place_at(2, 3) == plain.words[1].body.place_at(2, 3)


def test_links_devices_and_pipes_are_refused(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("password: hunter2\n", encoding="utf-8")
    (folder / "vocabulary.yaml").unlink()
    (folder / "vocabulary.yaml").symlink_to(secret)
    (folder / "zones.yaml").unlink()
    os.mkfifo(folder / "zones.yaml")
    (folder / "tracks.yaml").unlink()
    (folder / "tracks.yaml").mkdir()
    (folder / "cards" / "zero.yaml").symlink_to("/dev/zero")
    start = time.monotonic()
    with pytest.raises(CahierError) as caught:
        load_rulebook(folder)
    assert time.monotonic() - start < 5
    found = {problem.where.file.removeprefix(f"{folder}/"): problem.code for problem in caught.value.problems}
    assert found == {
        "cards/zero.yaml": "outside-folder",
        "tracks.yaml": "no-plain-file",
        "vocabulary.yaml": "outside-folder",
        "zones.yaml": "no-plain-file",
    }
    assert "hunter2" not in str(caught.value)


def test_a_folder_that_leads_outside_is_refused(folder: Path, tmp_path: Path) -> None:
    shutil.move(folder / "cards", tmp_path / "elsewhere")
    (folder / "cards").symlink_to(tmp_path / "elsewhere")
    assert "outside-folder" in codes(folder)


@pytest.mark.parametrize("name", ["game.yaml", "sequence.yaml", "map.yaml", "pieces.yaml", "cards/main.yaml"])
def test_of_a_file_outside_nothing_else_is_told(folder: Path, tmp_path: Path, name: str) -> None:
    """Neither that it is missing, nor what follows from that."""
    shutil.move(folder / name, tmp_path / "elsewhere.yaml")
    (folder / name).symlink_to(tmp_path / "elsewhere.yaml")
    assert codes(folder) == ["outside-folder"]


def test_a_broken_or_circular_link_is_refused(folder: Path) -> None:
    (folder / "cards" / "loop.yaml").symlink_to("loop.yaml")
    (folder / "cards" / "gone.yaml").symlink_to("nowhere.yaml")
    assert codes(folder) == ["unreadable", "unreadable"]


def test_a_file_under_two_names_is_refused(folder: Path) -> None:
    (folder / "cards" / "again.yaml").symlink_to("main.yaml")
    assert codes(folder) == ["same-file"]


def test_the_game_itself_may_be_a_link(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder)
    assert load_rulebook(tmp_path / "link").id == "sample"


def test_unknown_files_and_folders(folder: Path) -> None:
    (folder / "trakcs.yaml").write_text("a: b\n", encoding="utf-8")
    (folder / "zones.yml").write_text("a: b\n", encoding="utf-8")
    (folder / "card").mkdir()
    (folder / "card" / "x.yaml").write_text("a: b\n", encoding="utf-8")
    (folder / "cards" / "y.yml").write_text("a: b\n", encoding="utf-8")
    (folder / "NOTES.md").write_text("free\n", encoding="utf-8")
    (folder / ".hidden.yaml").write_text("free: [\n", encoding="utf-8")
    (folder / "pictures").mkdir()
    with pytest.raises(CahierError) as caught:
        load_rulebook(folder)
    found = [
        (problem.where.file.removeprefix(f"{folder}/"), problem.code, problem.suggestion)
        for problem in caught.value.problems
    ]
    assert found == [
        ("card", "unknown-folder", "cards"),
        ("cards/y.yml", "unknown-file", "y.yaml"),
        ("trakcs.yaml", "unknown-file", "tracks.yaml"),
        ("zones.yml", "unknown-file", "zones.yaml"),
    ]


def test_missing_files(folder: Path) -> None:
    (folder / "sequence.yaml").unlink()
    assert codes(folder) == ["missing-file"]
    (folder / "game.yaml").unlink()
    assert codes(folder) == ["missing-file"]
    with pytest.raises(CahierError) as caught:
        load_rulebook(folder / "nothing")
    assert caught.value.problems[0].code == "game-not-found"


@pytest.mark.parts
def test_too_many_and_too_much(folder: Path) -> None:
    for number in range(20):
        (folder / "cards" / f"c{number}.yaml").write_bytes(b"# " + b"x" * (1024 * 1024 - 10))
    assert "folder-too-large" in codes(folder)
    for number in range(600):
        (folder / "cards" / f"c{number}.yaml").write_bytes(b"#")
    assert codes(folder)[0] == "too-many-files"


def test_very_many_unknown_fields_are_compared_with_known_ones_once_each(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []

    def compare(word: str, among: Iterable[str]) -> str | None:
        compared.append(word)
        return closest_name(word, among)

    monkeypatch.setattr(meant_values, "closest_name", compare)
    fields = "".join(f"zonez{number}x: [a, b]\n" for number in range(300))
    (folder / "game.yaml").write_text((folder / "game.yaml").read_text("utf-8") + fields, encoding="utf-8")
    assert codes(folder).count("unknown-field") == 100
    assert len(compared) < 1000


def test_a_list_is_compared_once_with_the_lists_in_which_its_entries_may_belong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[object] = []

    def compare(value: object, schema: object, kind: str) -> bool:
        compared.append(value)
        return meant_values.fits_part(value, schema, kind)

    monkeypatch.setattr(validation, "fits_part", compare)
    entries = ", ".join(f"{{id: d{number}, face: 6}}" for number in range(250))
    game = 'id: dicey\ntitle: Dicey\nseats: [{id: one, title: One}]\nstart: end the game, nobody wins, because "over"\n'
    (tmp_path / "game.yaml").write_text(f"{game}dice: [{entries}]\n", encoding="utf-8")
    assert "unknown-field" in codes(tmp_path)
    assert sum(isinstance(value, list) and len(value) == 250 for value in compared) < 100


@pytest.mark.parametrize("name", ["", "\0", "../../etc/passwd", "a" * 10_000, "/dev/null", "red_flag\n"])
def test_no_such_game(name: str) -> None:
    with pytest.raises(CahierError) as caught:
        load_rulebook(name)
    assert caught.value.problems[0].code == "game-not-found"
    assert str(caught.value)


def test_a_huge_state_is_refused(folder: Path) -> None:
    spaces = "".join(f"  - {{id: s{number}, title: S}}\n" for number in range(1500))
    (folder / "map.yaml").write_text(f"spaces:\n{spaces}", encoding="utf-8")
    (folder / "pieces.yaml").unlink()
    (folder / "vocabulary.yaml").write_text("variables: [{id: v, is: number, for: [space, space]}]\n", encoding="utf-8")
    assert codes(folder) == ["too-many"]


@pytest.mark.parametrize("name", ["class", "__import__", 'a"b', "a" * 10_000, "сommune", "İ", "a\\nb", "x/y", "stop"])
def test_names(folder: Path, name: str) -> None:
    text = (folder / "cards" / "main.yaml").read_text(encoding="utf-8")
    quoted = name.replace('"', '\\"')
    (folder / "cards" / "main.yaml").write_text(text.replace("id: dusk", f'id: "{quoted}"'), encoding="utf-8")
    reading = read_rulebook(folder)
    found = [problem.code for problem in reading.problems]
    if name == "class":
        assert found == []
    else:
        assert found in (["bad-id"], ["reserved-id"], ["too-long", "bad-id"], ["bad-id", "too-long"])


def test_what_reaches_a_terminal_is_escaped(folder: Path) -> None:
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    evil = "\u202eevil\u200b"
    (folder / "game.yaml").write_text(text.replace("title: White", f"title: White, {evil}: x"), encoding="utf-8")
    with pytest.raises(CahierError) as caught:
        load_rulebook(folder)
    message = str(caught.value)
    assert "\u202e" not in message
    assert "\u200b" not in message
    line, caret = message.split("\n")[1:3]
    assert line[caret.index("^") :].startswith("\\u202eevil\\u200b: x")
    assert caret.count("^") == len("\\u202eevil\\u200b")


def test_shown() -> None:
    assert printable("Père Lachaise « ! »") == "Père Lachaise « ! »"
    assert printable("a\x1b[31mb\nc\u2066d\ud800") == "a\\x1b[31mb\\nc\\u2066d\\ud800"
    assert printable(printable("\x1b")) == printable("\x1b")


def test_hostile_scenarios(folder: Path) -> None:
    rulebook = load_rulebook(folder)
    (folder / "scenarios" / "b.yaml").write_text("[" * 3000, encoding="utf-8")
    (folder / "scenarios" / "c.yaml").write_text("- a\n- 3\n- [x]\n- {}\n", encoding="utf-8")
    os.mkfifo(folder / "scenarios" / "d.yaml")
    with pytest.raises(CahierError) as caught:
        load_scenarios(rulebook)
    assert {problem.where.file.removeprefix(f"{folder}/") for problem in caught.value.problems} == {
        "scenarios/b.yaml",
        "scenarios/c.yaml",
        "scenarios/d.yaml",
    }


@pytest.mark.parametrize("bounds", ["from: 5, to: 1", "from: a", "to: [3]", "from: 9, to: 1.5"])
def test_cards_are_not_measured_by_bounds_that_make_no_sense(bounds: str, folder: Path) -> None:
    path = folder / "cards" / "main.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("strength: number", f"strength: {{is: number, {bounds}}}"), encoding="utf-8")
    reading = read_rulebook(folder)
    assert len(reading.problems) == 1


@pytest.mark.parametrize("name", ["variants", "scenarios", "bots", "text", "cards", "records"])
@pytest.mark.parametrize("dangling", [False, True])
def test_a_file_in_place_of_a_folder_is_named(folder: Path, name: str, dangling: bool) -> None:
    shutil.rmtree(folder / name, ignore_errors=True)
    if dangling:
        (folder / name).symlink_to("nowhere")
    else:
        (folder / name).write_text("")
    with pytest.raises(RulebookError) as raised:
        load_rulebook(folder)
    first = raised.value.problems[0]
    assert (first.where.file, first.code) == (str(folder / name), "no-folder") and f"`{name}`" in first.message


@pytest.mark.parametrize(("place", "mode"), [("", 0o000), ("", 0o444), ("", 0o111), ("cards", 0o000)])
def test_a_folder_that_may_not_be_read_is_told_so(folder: Path, place: str, mode: int) -> None:
    with tempfile.TemporaryDirectory() as above:  # pytest's own folders are closed to others
        game = shutil.copytree(folder, Path(above, "game"))
        Path(above).chmod(0o755)
        load_rulebook(game)  # imports modules that another user may not read
        (game / place).chmod(mode)
        try:
            with as_anybody(), pytest.raises(RulebookError) as raised:
                load_rulebook(game)
        finally:
            (game / place).chmod(0o700)
    first = raised.value.problems[0]
    assert first.where.file == str(game / place) and "the folder can't be read" in first.message
