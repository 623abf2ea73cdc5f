"""What is sent to another machine so that it can play an arm: the text of the rules, and how to play them. No objects,
and no code: the other machine has the same version of this program, loads the rules, and makes what it plays them by.
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
"""What results depend on: folders, and endings of their files."""
GAME, VARIANT = "game", "variant"
"""What the folders are called in which the files are laid down."""


@cache
def program_digest() -> str:
    """A hash of this program: two machines give the same results if it is the same on both."""
    digest = sha256()
    for folder, endings in OF_THE_PROGRAM.items():
        for path in sorted((INSTALLED / folder).rglob("*")):
            if path.suffix in endings:
                digest.update(path.relative_to(INSTALLED).as_posix().encode() + b"\0")
                digest.update(path.read_bytes())
    return digest.hexdigest()


def version() -> dict[str, str]:
    """What has to be the same where an arm is played elsewhere: this program, and Python's version."""
    return {"program": program_digest(), "python": ".".join(platform.python_version_tuple()[:2])}


def packed(arm: Arm) -> str:
    """An arm as text. Raises PlayError if its files can't be read any more."""
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
    """The arm that `packed` made text of, its game loaded here. Machine code plays it if it played there and can be had
    here; if not, Python does, unless that is meant in a `strict` way.

    Raises CahierError if this is another version of the program, the game can't be loaded, or is not the same, or
    nobody plays it.
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
    """What a chunk should keep of its games, as text."""
    return json.dumps([wanted.records, wanted.endings, None if wanted.looker is None else as_data(wanted.looker)])


@cache
def unpacked_wanted(text: str) -> Wanted:
    """What `packed_wanted` made text of."""
    records, endings, looker = json.loads(text)
    return Wanted(records, endings, looker=None if looker is None else looker_of(*looker))


def _check_version(asked: Mapping[str, str]) -> None:
    """This machine may have joined after it was looked at who is there."""
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
    """A game's folder, and its variants as `load` takes them, in a place that nobody else can look into."""
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
    """The id of one of the game's own; what another's file is called, and what is in it."""
    return {"file": os.path.basename(name), "data": _read(name)} if is_path(name) else name


def _read(path: str) -> str:
    return base64.b64encode(Path(path).read_bytes()).decode("ascii")
