"""Packages: the same content gives the same bytes, comes back as it was, and nothing hostile gets into the library."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import stat
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.authoring.packages import archive
from interpreter.authoring.packages.archive import MANIFEST, pack, read_package
from interpreter.authoring.packages.package_content import PackageContent, collect, find_clash, reason_against
from interpreter.authoring.packages.user_library import add_package, remove_package
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.source.library import own_library
from interpreter.support.errors import CahierError, RulebookError
from tests.loaded import REPO

HEX = str(REPO / "tests" / "games" / "hex")
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"/>'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder, and a working directory beside it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("CAHIER_LIBRARY", raising=False)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


@cache
def hex_content() -> PackageContent:
    return collect(HEX)


def repacked(change: Callable[[dict[str, bytes], dict[str, Any]], None], **entry: Any) -> str:
    """A package of Hex with changed files or another manifest; `entry` sets attributes of its last file."""
    content = hex_content()
    with zipfile.ZipFile(io.BytesIO(pack(content))) as before:
        files = {name: before.read(name) for name in before.namelist()}
    manifest = json.loads(files[MANIFEST])
    change(files, manifest)
    if files.get(MANIFEST, b"").startswith(b"{"):
        files[MANIFEST] = json.dumps(manifest).encode()
    with zipfile.ZipFile("bad.cahier", "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            if name == [*files][-1]:
                for field, value in entry.items():
                    setattr(info, field, value)
            made.writestr(info, data)
    return "bad.cahier"


def listed(manifest: dict[str, Any], name: str, data: bytes) -> None:
    """Give a file a right entry in the manifest."""
    manifest["files"][name] = {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def put(name: str, data: bytes = b"x\n") -> Callable[[dict[str, bytes], dict[str, Any]], None]:
    def change(files: dict[str, bytes], manifest: dict[str, Any]) -> None:
        files[name] = data
        listed(manifest, name, data)

    return change


def tell(field: str, value: Any) -> Callable[[dict[str, bytes], dict[str, Any]], None]:
    return lambda files, manifest: manifest.update({field: value})


def replaced(name: str, data: bytes) -> Callable[[dict[str, bytes], dict[str, Any]], None]:
    return lambda files, manifest: files.update({name: data})


def without(name: str) -> Callable[[dict[str, bytes], dict[str, Any]], None]:
    def change(files: dict[str, bytes], manifest: dict[str, Any]) -> None:
        del files[name]

    return change


def nothing(files: dict[str, bytes], manifest: dict[str, Any]) -> None:
    """Change nothing."""


def test_a_package_is_the_same_bytes_again_and_has_what_was_packed() -> None:
    first, again = collect(HEX), collect(HEX)
    assert pack(first) == pack(again)
    Path("hex.cahier").write_bytes(pack(first))
    assert read_package("hex.cahier") == first
    added = add_package("hex.cahier")
    assert load_rulebook("hex").digest == load_rulebook(HEX).digest
    for name, data in first.files.items():
        assert Path(added.path, name).read_bytes() == data
    with pytest.raises(RulebookError, match="the library has `hex` already; `cahier remove hex` first"):
        add_package("hex.cahier")
    remove_package("hex")
    assert os.listdir(own_library()) == []
    with pytest.raises(RulebookError, match="the library has nothing of this name"):
        remove_package("../library")


Change = Callable[[dict[str, bytes], dict[str, Any]], None]
HOSTILE: dict[str, tuple[Change, dict[str, Any], str]] = {
    "a path upward": (put("../evil.yaml"), {}, "can't be in a package"),
    "an absolute path": (put("/tmp/evil.yaml"), {}, "can't be in a package"),
    "another system's path": (put("a\\..\\evil.yaml"), {}, "can't be in a package"),
    "a drive": (put("C:evil.yaml"), {}, "can't be in a package"),
    "a hidden file": (put(".git/config.yaml"), {}, "can't be in a package"),
    "an empty part": (put("a//b.yaml"), {}, "can't be in a package"),
    "a device": (put("cards/CON.yaml"), {}, "some systems have a device"),
    "a program": (put("run.py"), {}, "a package has only files that end in"),
    "a control character": (put("a\x1b[31m.yaml"), {}, "can't be in a package"),
    "a text that runs backwards": (put("a\u202ey.yaml"), {}, "can't be in a package"),
    "a long path": (put("a" * 201 + ".yaml"), {}, "at most 200 letters"),
    "many levels": (put("a/" * 6 + "b.yaml"), {}, "6 parts"),
    "a clash of case": (put("GAME.yaml"), {}, "can't lie side by side"),
    "a file as a folder": (put("game.yaml/x.yaml"), {}, "can't lie side by side"),
    "a link": (put("z.yaml", b"/etc/passwd"), {"external_attr": (stat.S_IFLNK | 0o777) << 16}, "is a link"),
    "a device file": (put("z.yaml"), {"external_attr": (stat.S_IFIFO | 0o644) << 16}, "a folder or a device"),
    "a folder": (put("z/"), {}, "is a link, a folder or a device"),
    "not in the manifest": (replaced("more.yaml", b"x"), {}, "its manifest.json and its files differ: `more.yaml`"),
    "missing": (without("game.yaml"), {}, "its manifest.json and its files differ: `game.yaml`"),
    "another content": (replaced("game.yaml", b"id: hex"), {}, "isn't the file that was packed"),
    "no manifest": (without(MANIFEST), {}, "has no manifest.json"),
    "a manifest that isn't JSON": (replaced(MANIFEST, b"x"), {}, "isn't JSON"),
    "nested brackets": (replaced(MANIFEST, b"[" * 100_000), {}, "isn't JSON"),
    "a long number": (replaced(MANIFEST, b"9" * 10_000), {}, "isn't JSON"),
    "another format": (tell("format", "9"), {}, "the format of its manifest.json is 9"),
    "another kind": (tell("kind", "virus"), {}, "doesn't say which game or variant"),
    "an id that is a path": (tell("id", "../../x"), {}, "doesn't say which game or variant"),
    "an id that is no text": (tell("id", ["hex"]), {}, "doesn't say which game or variant"),
    "another id": (tell("id", "hax"), {}, "its manifest says that it is `hax`"),
    "a game's name": (tell("id", "revolution"), {}, "`revolution` is a game that comes with cahier"),
    "a variant without its file": (lambda f, m: m.update(kind="variant", **{"for": "hex"}), {}, "a file variant.yaml"),
    "files that are no mapping": (tell("files", [1]), {}, "its manifest.json and its files differ"),
    "a size that is no number": (lambda f, m: m["files"]["game.yaml"].update(size=True), {}, "no size and checksum"),
    "a negative size": (lambda f, m: m["files"]["game.yaml"].update(size=-1), {}, "no size and checksum"),
    "a bomb": (put("z.txt", bytes(40_000_000)), {}, "more than 32 MiB"),
    "a broken game": (put("tracks.yaml", b"tracks: ["), {}, r"bad\.cahier/tracks\.yaml:1"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_of_a_hostile_package_gets_into_the_library(name: str, home: Path) -> None:
    change, entry, message = HOSTILE[name]
    with pytest.raises(RulebookError, match=message):
        add_package(repacked(change, **entry))
    left = [path for path in home.rglob("*") if path.is_file()]
    assert left == [home / "work" / "bad.cahier"]


def test_a_size_that_a_zip_hides_is_noticed() -> None:
    """The list of files says 5 bytes, and a mebibyte comes out."""
    path = Path(repacked(put("z.txt", bytes(1_000_000))))
    data = path.read_bytes()
    at = data.rindex(b"PK\x01\x02")
    path.write_bytes(data[: at + 24] + (5).to_bytes(4, "little") + data[at + 28 :])
    with pytest.raises(RulebookError, match=r"damaged|isn't the file that was packed"):
        read_package(str(path))


def test_a_list_of_very_many_files_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_DIRECTORY_BYTES", 100)
    with pytest.raises(RulebookError, match="a package has at most 1,000 files"):
        read_package(repacked(nothing))


def test_what_is_no_package_is_refused(home: Path) -> None:
    os.mkfifo("pipe.cahier")
    os.symlink("nowhere", "link.cahier")
    Path("text.cahier").write_text("id: hex\n")
    Path("empty.cahier").write_bytes(b"")
    for name in ("pipe", "link", "text", "empty", "missing"):
        with pytest.raises(RulebookError):
            add_package(f"{name}.cahier")


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_damaged_package_is_refused_or_harmless(data: st.DataObject) -> None:
    """Flipped, cut or repeated bytes anywhere: a message, or the content as it was."""
    content = hex_content()
    whole = pack(content)
    at = data.draw(st.integers(0, len(whole) - 1))
    change = data.draw(st.sampled_from(["flip", "cut", "repeat"]))
    spoiled = {
        "flip": whole[:at] + bytes([whole[at] ^ data.draw(st.integers(1, 255))]) + whole[at + 1 :],
        "cut": whole[:at],
        "repeat": whole[:at] + whole[at - 50 :],
    }[change]
    Path("spoiled.cahier").write_bytes(spoiled)
    try:
        assert dict(read_package("spoiled.cahier").files) == dict(content.files)
    except RulebookError as error:
        assert "\n" not in error.message


@pytest.mark.parts
@given(st.text(max_size=30))
@settings(max_examples=200, deadline=None)
def test_an_allowed_name_stays_within_its_folder(name: str) -> None:
    if reason_against(name) is None:
        assert not os.path.isabs(name) and os.path.normpath(name) == name and "\0" not in name
        assert not name.startswith((".", "/")) and "\\" not in name and ":" not in name


def test_names_that_clash() -> None:
    assert find_clash(["a.yaml", "b/a.yaml"]) is None
    assert find_clash(["Ab.yaml", "aB.yaml"]) == ("Ab.yaml", "aB.yaml")
    assert find_clash(["b", "b/a"]) and find_clash(["b/a", "b"]) and find_clash(["ﬁ.md", "fi.md"])


VARIANT = "id: night\ntitle: Night\nfor: hex\nchange: [{at: image, from: null, to: art/night.svg}]\n"


def night(folder: Path) -> Path:
    """A variant with a folder of its own, and a link and a program that stay out of the package."""
    (folder / "night" / "art").mkdir(parents=True)
    (folder / "night" / "variant.yaml").write_text(VARIANT)
    (folder / "night" / "art" / "night.svg").write_bytes(SVG)
    (folder / "night" / "run.py").write_text("")
    (folder / "night" / ".git").mkdir()
    (folder / "night" / ".git" / "config.txt").write_text("")
    os.symlink("/etc/passwd", folder / "night" / "secret.txt")
    return folder / "night"


def test_a_variant_carries_its_art(home: Path) -> None:
    add_package(HEX)
    content = collect(str(night(home / "work")))
    assert list(content.files) == ["art/night.svg", "variant.yaml"]
    assert content.skipped == ("run.py", "secret.txt")
    Path("night.cahier").write_bytes(pack(content))
    shutil.rmtree("night")
    added = add_package("night.cahier")
    book = load_rulebook("hex", variants="night")
    assert added.has_game and book.player_texts.image is not None
    assert book.player_texts.image.folder == os.path.join(own_library(), "night")
    assert load_rulebook("hex").player_texts.image is None


def test_a_working_copy_with_one_game_is_enough(home: Path) -> None:
    shutil.copytree(HEX, "clone/game")
    Path("clone/README.md").write_text("A game.")
    assert add_package("clone").content.id == "hex"
    shutil.copytree(HEX, "clone/other")
    with pytest.raises(RulebookError, match="there are several in it; add one of them: clone/game, clone/other"):
        add_package("clone")
    with pytest.raises(CahierError, match="neither a game nor a variant"):
        add_package(str(home / "data"))


def test_no_path_of_the_machine_is_packed(home: Path) -> None:
    shutil.copytree(HEX, "mine")
    file = Path("mine/game.yaml")
    file.write_text(f"# yaml-language-server: $schema=file://{home}/game.schema.json\n" + file.read_text())
    content = collect("mine")
    assert not any(str(home).encode() in data for data in content.files.values())
