"""A game under another id: what names it follows, and every other byte is as it was."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from interpreter import load
from interpreter.authoring.variants.starters import Destination, copy_game, schema_comment
from interpreter.engine.playout import play_random
from interpreter.playtest.scenarios.scenario_runner import GameCache, play_scenarios
from interpreter.rulebook.overlays.overlays import variants_of
from interpreter.rulebook.player_words import BoardPicture
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from interpreter.rulebook.source.files import INSTALLED, installed_games
from interpreter.support.errors import CahierError
from tests.games.one_file import fold
from tests.loaded import REPO, book_of, game_of

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"/>'
SCHEMA = "# yaml-language-server: $schema="
LARGE = {f"rules/{name}" for name in installed_games()} - {"rules/revolution"}
GAMES = [f"rules/{name}" for name in installed_games()] + ["tests/games/hex", "tests/cli/market"]
SOME = [pytest.param(name, marks=pytest.mark.parts) if name in LARGE else name for name in GAMES]


def copy(folder: Path, game_id: str, place: Path) -> Path:
    copy_game(str(folder), Destination(game_id, str(place / game_id)))
    return place / game_id


def without_schema(data: bytes) -> bytes:
    first, _, rest = data.partition(b"\n")
    return rest if first.startswith(SCHEMA.encode()) else data


def changed(old: Path, new: Path) -> set[tuple[str, bytes, bytes]]:
    """The lines that differ: file, what it said, what it says."""
    found: set[tuple[str, bytes, bytes]] = set()
    for file in (path for path in new.rglob("*") if path.is_file()):
        name = file.relative_to(new).as_posix()
        before, after = (without_schema((folder / name).read_bytes()).split(b"\n") for folder in (old, new))
        assert len(before) == len(after), name
        found |= {(name, one, two) for one, two in zip(before, after, strict=True) if one != two}
    return found


@pytest.mark.parametrize("name", SOME)
def test_only_what_names_the_game_changes(name: str, tmp_path: Path) -> None:
    folder, old = REPO / name, book_of(name).id
    new = copy(folder, "my_own", tmp_path)
    left = {path.relative_to(folder).as_posix() for path in folder.rglob("*.yaml")}
    assert left == {path.relative_to(new).as_posix() for path in new.rglob("*.yaml")}
    for file, one, two in changed(folder, new):
        before, after = one.decode(), two.decode()
        kind = file.partition("/")[0]
        names = r"title: (My Own|\{en: My Own, ru: My Own\})"
        wanted = {"game.yaml": rf"id: my_own|{names}", "variants": "for: my_own", "text": "my_own: My Own"}
        assert re.fullmatch(wanted[kind], after.strip()), (file, before, after)
        assert kind != "text" or f"{old}:" in before
    assert f"id: {old}".encode() not in (new / "game.yaml").read_bytes()


@pytest.mark.parametrize("name", SOME)
def test_a_copy_plays_as_the_game_does(name: str, tmp_path: Path) -> None:
    new = copy(REPO / name, "my_own", tmp_path)
    game, was = load(new), game_of(name)
    assert (game.id, game.rulebook.title["en"]) == ("my_own", "My Own")
    for index in range(2):
        one, other = play_random(game, 1, index, record=True), play_random(was, 1, index, record=True)
        assert (one.choices, one.winners, one.scores) == (other.choices, other.winners, other.scores)
    found, problems = variants_of(new)
    assert not problems and [each.id for each in found] == [each.id for each in variants_of(REPO / name)[0]]
    for variant in found:
        assert load(new, () if variant.alone else variant.id).rulebook.id == "my_own"


@pytest.mark.parts
def test_its_scenarios_come_out(tmp_path: Path) -> None:
    book = load(copy(REPO / "rules" / "revolution", "my_own", tmp_path)).rulebook
    scenarios = load_scenarios(book)
    assert len(scenarios) > 50
    assert [each.scenario.name for each in play_scenarios(GameCache(book, {}), scenarios) if not each.has_passed] == []


@pytest.mark.parts
def test_there_and_back_again(tmp_path: Path) -> None:
    """But for the name that nobody has translated yet."""
    folder = REPO / "rules" / "red_flag_over_paris"
    there = copy(folder, "my_own", tmp_path)
    back = copy(there, "red_flag_over_paris", tmp_path)
    differing = {(file, two) for file, _, two in changed(folder, back)}
    assert differing == {("text/ru.yaml", b"  red_flag_over_paris: Red Flag Over Paris")}


def test_the_schema_lines_lead_to_the_schemas_within_the_project_only(tmp_path: Path) -> None:
    """A path out of any other folder would name a folder of one's own machine."""
    for name in ("map.schema.json", "variant.schema.json"):
        inside = schema_comment(name, str(INSTALLED / "rules" / "odd" / "variants"))
        assert inside == f"{SCHEMA}../../../schemas/{name}\n"
        assert schema_comment(name, str(tmp_path / "a b" / "ü")) == ""
    new = copy(REPO / "rules" / "revolution", "my_own", tmp_path)
    for file in new.rglob("*.yaml"):
        said = file.read_text(encoding="utf-8")
        assert SCHEMA not in said and str(REPO) not in said and str(tmp_path) not in said, file


def test_comments_quotes_ends_of_lines_and_languages_stay(tmp_path: Path) -> None:
    old = tmp_path / "old"
    (old / "variants").mkdir(parents=True)
    (old / "text").mkdir()
    game = (
        "\ufeff# one\r\nid:   'odd'   # its id\r\n"
        'title: {en: "Odd", fr: Drôle}   # its names\r\nabout: "odd, title: Odd"\r\n'
        "seats:\r\n  - {id: red, title: Odd}\r\n  - {id: blue, title: Blue}\r\nstart: end the game, nobody wins\r\n"
        "text:\r\n  ru: {names: {odd: 'Ох', red: odd}}\r\n"
    )
    (old / "game.yaml").write_bytes(game.encode())
    (old / "variants" / "more.yaml").write_bytes(b"{id: more, title: Odd, for: odd}  # odd\n")
    (old / "variants" / "lost.yaml").write_bytes(b"id: lost\ntitle: Lost\nfor: other_game\n")
    (old / "text" / "de.yaml").write_bytes(b"names:\n  red: odd\n  odd: >-\n    Sehr\n    seltsam\n  # ende")
    new = copy(old, "my_own", tmp_path)
    wanted = game.replace("'odd'   #", "'my_own'   #").replace('"Odd"', '"My Own"').replace("Drôle", "My Own")
    wanted = wanted.replace("{odd: 'Ох'", "{my_own: 'My Own'")
    assert (new / "game.yaml").read_bytes().decode() == wanted
    assert (new / "variants" / "more.yaml").read_bytes() == b"{id: more, title: Odd, for: my_own}  # odd\n"
    assert (new / "variants" / "lost.yaml").read_bytes() == (old / "variants" / "lost.yaml").read_bytes()
    assert (new / "text" / "de.yaml").read_text() == "names:\n  red: odd\n  my_own: My Own\n  # ende"
    assert load(new, "more").rulebook.title == {"en": "My Own", "fr": "My Own", "ru": "My Own", "de": "My Own"}


@pytest.mark.parts
def test_one_file_is_copied_like_several(tmp_path: Path) -> None:
    one = fold(REPO / "rules" / "red_flag_over_paris", tmp_path / "one")
    book = load(copy(one, "my_own", tmp_path), "solo_versailles").rulebook
    assert book.title == {"en": "My Own", "ru": "My Own"} and book.id == "my_own"


def test_records_and_notes_follow_and_nothing_else_does(tmp_path: Path) -> None:
    old = tmp_path / "old"
    shutil.copytree(REPO / "tests" / "games" / "hex", old)
    (old / "records").mkdir()
    (old / "records" / "a.jsonl").write_text(json.dumps({"game": "hex", "seed": 1}, separators=(",", ":")) + "\n")
    (old / "NOTES.md").write_text("# Hex\n")
    (old / "REPORT.md").write_text("hex")
    (old / "art").mkdir()
    (old / ".hidden").write_text("")
    os.symlink("/etc/hostname", old / "records" / "b.jsonl")
    copied = copy_game(str(old), Destination("my_own", str(tmp_path / "my_own")))
    assert copied.skipped == ("REPORT.md", "art")
    found = {path.relative_to(tmp_path / "my_own").as_posix() for path in (tmp_path / "my_own").rglob("*.*")}
    plain = {file.name for file in old.glob("*.yaml")}
    own = {"scenarios/chains.yaml", "scenarios/swap.yaml", "variants/swap.yaml"}
    assert found == {*plain, *own, "NOTES.md", "records/a.jsonl"} == set(copied.files)
    assert (tmp_path / "my_own" / "records" / "a.jsonl").read_text() == '{"game":"my_own","seed":1}\n'


@pytest.mark.parametrize("spoilt", ["game.yaml", "variants/odd.yaml", "scenarios/chains.yaml"])
def test_what_is_broken_is_not_copied(spoilt: str, tmp_path: Path) -> None:
    """It is told where, in the game that was to be copied; and nothing is left behind."""
    old = tmp_path / "old"
    shutil.copytree(REPO / "tests" / "games" / "hex", old)
    (old / spoilt).parent.mkdir(exist_ok=True)
    (old / spoilt).write_bytes(b"id: odd\xff\n")
    with pytest.raises(CahierError) as raised:
        copy_game(str(old), Destination("my_own", str(tmp_path / "my_own")))
    assert re.fullmatch(rf".*old/{spoilt}", raised.value.problems[0].where.file)
    assert [path.name for path in tmp_path.iterdir()] == ["old"]


@pytest.mark.parametrize("text", ["a: [b\n", "", "just words\n", "- a\n", "a: 1\n---\nb: 2\n"])
def test_a_variant_that_cannot_be_read_is_named_and_nothing_is_made(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "market"
    shutil.copytree(REPO / "tests/cli/market", folder)
    (folder / "variants").mkdir()
    (folder / "variants" / "wet.yaml").write_text(text)
    with pytest.raises(CahierError) as raised:
        copy(folder, "my_own", tmp_path)
    assert raised.value.file == str(folder / "variants" / "wet.yaml")
    assert [path.name for path in tmp_path.iterdir()] == ["market"]


def test_summaries_and_the_picture_come_along(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(REPO / "tests" / "presentation" / "flags", tmp_path / "flags"))
    (folder / "art").mkdir()
    (folder / "art" / "board.svg").write_text(SVG, encoding="utf-8")
    for name in ("RULES.md", "RULES.fr.md", "RULES.old.txt"):
        (folder / name).write_text(name, encoding="utf-8")
    with (folder / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("image: art/board.svg\n")
    copied = copy_game(str(folder), Destination("mine", str(tmp_path / "mine")))
    assert set(copied.files) == {"game.yaml", "RULES.md", "RULES.fr.md", "art/board.svg"}
    assert copied.skipped == ("RULES.old.txt",)
    assert load(tmp_path / "mine").rulebook.player_texts.image == BoardPicture("art/board.svg", 3, 2)
