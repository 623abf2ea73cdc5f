"""Encoding of an arm for another machine: the text of the rules, and how to play them.

It contains no objects and no code. The other machine has the same version of this program; it loads the rules and
compiles them itself.
"""

from __future__ import annotations

import base64
import json
import os
import platform
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from interpreter.engine.native import prepare
from interpreter.errors import PlayError, Problem, Where
from interpreter.language.executable import NotNative
from interpreter.matches.loading import load
from interpreter.matches.match import Game
from interpreter.playtest.arms import Arm
from interpreter.playtest.backends import native_games, no_backend
from interpreter.playtest.chunks import Wanted
from interpreter.playtest.lookers import as_data, looker_of
from interpreter.playtest.terms import differences, terms_of
from interpreter.rulebook.files import INSTALLED, is_path, list_files
from interpreter.rulebook.nodes import Problems

OF_THE_PROGRAM = {"interpreter": (".py", ".lark"), "schemas": (".json",)}
"""Folders, and suffixes of their files, on which results depend."""
GAME, VARIANT = "game", "variant"
"""Names of the folders into which files are unpacked."""


@cache
def program_digest() -> str:
    """Return a hash of this program; machines with equal hashes give equal results."""
    digest = sha256()
    for folder, endings in OF_THE_PROGRAM.items():
        for path in sorted((INSTALLED / folder).rglob("*")):
            if path.suffix in endings:
                digest.update(path.relative_to(INSTALLED).as_posix().encode() + b"\0")
                digest.update(path.read_bytes())
    return digest.hexdigest()


def version() -> dict[str, str]:
    """Return the hash of this program and Python's version, which must be the same on all machines."""
    return {"program": program_digest(), "python": ".".join(platform.python_version_tuple()[:2])}


def packed(arm: Arm) -> str:
    """Encode an arm as text. Raises PlayError if its files can't be read any more."""
    book = arm.game.rulebook
    problems = Problems()
    found = list_files(book.folder, problems)
    try:
        files = {file.name: _read(file.real) for file in found}
        variants = [_variant(name) for name in book.asked]
    except OSError:
        files = {}
    if len(problems) or not files:
        raise PlayError(Problem(Where(book.folder), "rules-changed", "the files have just changed"))
    return json.dumps(
        {
            "version": version(),
            "files": files,
            "variants": variants,
            "players": len(arm.game.seats),
            "seated": arm.seated,
            "seed": arm.seed,
            "native": arm.native is not None,
            "omits": book.omits,
            "covers": book.covers,
            "terms": terms_of(arm.game, arm.seated, arm.seed).facts,
        }
    )


def unpacked(text: str, strict: bool) -> Arm:
    """Decode an arm encoded by `packed`, and load its game.

    Machine code plays it if it did so there and is available here. Otherwise Python does, unless `strict`.

    Raises CahierError if the program's version differs, the game can't be loaded or differs, or machine code is
    missing.
    """
    data = json.loads(text)
    _check_version(data["version"])
    seated, seed = data["seated"], data["seed"]
    with _laid_down(data["files"], data["variants"]) as (folder, variants):
        game = load(folder, variants=variants, players=data["players"])
    if data["omits"]:
        game = game.omitting()
    if data["covers"]:
        game = game.covering()
    _compare(data["terms"], game, seated, seed)
    if not data["native"]:
        return Arm(game, seed, seated)
    try:
        prepare(game)
        return Arm(game, seed, seated, native_games(game, seed, seated))
    except NotNative as error:
        if strict:
            raise no_backend(game, error) from None
        return Arm(game, seed, seated)


def packed_wanted(wanted: Wanted) -> str:
    """Encode the data that a chunk should keep."""
    return json.dumps([wanted.records, wanted.endings, None if wanted.looker is None else as_data(wanted.looker)])


@cache
def unpacked_wanted(text: str) -> Wanted:
    """Decode the result of `packed_wanted`."""
    records, endings, looker = json.loads(text)
    return Wanted(records, endings, looker=None if looker is None else looker_of(*looker))


def _check_version(asked: Mapping[str, str]) -> None:
    """Raise PlayError for another version, since this machine may have joined after the cluster was checked."""
    if (here := version()) != asked:
        what = "another version of cahier than where games were asked for"
        if here["python"] != asked["python"]:
            what = f"Python {here['python']}, and where games were asked for it is {asked['python']}"
        raise PlayError(Problem(Where("--dask"), "other-version", f"a worker has come that has {what}"))


def _compare(terms: Mapping[str, Any], game: Game, seated: Mapping[str, str], seed: int) -> None:
    if found := differences(terms, terms_of(game, seated, seed).facts):
        message = f"the games are others than where they were asked for: {'; '.join(found)}"
        raise PlayError(Problem(Where(game.id), "other-results", message))


@contextmanager
def _laid_down(files: Mapping[str, str], variants: list[Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Provide a game's folder and variants, as `load` takes them, in a private temporary folder."""
    with tempfile.TemporaryDirectory(prefix="cahier-") as place:
        root = Path(place)
        for name, data in files.items():
            _write(root / GAME, name, data)
        asked = []
        for number, variant in enumerate(variants):
            if isinstance(variant, str):
                asked.append(variant)
            else:
                folder = root / f"{VARIANT}{number}"
                _write(folder, variant["file"], variant["data"])
                asked.append(str(folder / variant["file"]))
        yield str(root / GAME), tuple(asked)


def _write(folder: Path, name: str, data: str) -> None:
    path = folder / name
    if os.path.isabs(name) or os.pardir in Path(name).parts:
        raise PlayError(Problem(Where(name), "outside-folder", "this file would lie outside the game's folder"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(base64.b64decode(data))


def _variant(name: str) -> str | dict[str, str]:
    """Return a variant's id if it belongs to the game, else its file name and content."""
    return {"file": os.path.basename(name), "data": _read(name)} if is_path(name) else name


def _read(path: str) -> str:
    return base64.b64encode(Path(path).read_bytes()).decode("ascii")
