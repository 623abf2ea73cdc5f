"""Arms as text for other machines, and the functions that dask_executor.py calls there. Arguments and results are text.

A parcel has the text of the rules and how to play them, but no objects and no code. The other machine has the same
version of this program; it loads the rules and compiles them itself. A worker keeps the games that it has loaded for
further chunks. It plays one chunk at a time, even with several threads.
"""

from __future__ import annotations

import base64
import json
import os
import platform
import tempfile
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

from interpreter.engine.native_games import prepare_native
from interpreter.language.execution.executable import NativeUnavailableError
from interpreter.matches.loading import load
from interpreter.matches.match import Game
from interpreter.playtest.run.arms import Arm, backend_error, native_games
from interpreter.playtest.run.chunks import ChunkOutputs, ChunkPlayer
from interpreter.playtest.run.observers import decode_probe, encode_probe
from interpreter.playtest.store.chunk_data import Places, encode_chunk, encode_problem
from interpreter.playtest.store.run_identity import fact_differences, terms_of
from interpreter.rulebook.source.files import INSTALLED, is_path, list_files
from interpreter.rulebook.source.nodes import Problems
from interpreter.support.errors import CahierError, Location, PlayError, Problem

PROGRAM_FILES = {"interpreter": (".py", ".lark"), "schemas": (".json",)}
"""Folders, and suffixes of their files, on which results depend."""
GAME, VARIANT = "game", "variant"
"""Names of the folders into which files are unpacked."""


@cache
def program_digest() -> str:
    """Return a hash of this program; machines with equal hashes give equal results."""
    digest = sha256()
    for folder, endings in PROGRAM_FILES.items():
        for path in sorted((INSTALLED / folder).rglob("*")):
            if path.suffix in endings:
                digest.update(path.relative_to(INSTALLED).as_posix().encode() + b"\0")
                digest.update(path.read_bytes())
    return digest.hexdigest()


def program_version() -> dict[str, str]:
    """Return the hash of this program and Python's version, which must be the same on all machines."""
    return {"program": program_digest(), "python": ".".join(platform.python_version_tuple()[:2])}


def encode_arm(arm: Arm) -> str:
    """Encode an arm as text. Raises PlayError if its files can't be read any more."""
    book = arm.game.rulebook
    problems = Problems()
    found = list_files(book.folder, problems)
    try:
        files = {file.name: _encode_file(file.real_path) for file in found}
        variants = [_encode_variant(name) for name in book.requested_variants]
    except OSError:
        files = {}
    if len(problems) or not files:
        raise PlayError(Problem(Location(book.folder), "rules-changed", "the files have just changed"))
    return json.dumps(
        {
            "version": program_version(),
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


def decode_arm(text: str, strict: bool) -> Arm:
    """Decode an arm encoded by `encode_arm`, and load its game.

    Machine code plays it if it did so there and is available here. Otherwise Python does, unless `strict`.

    Raises CahierError if the program's version differs, the game can't be loaded or differs, or machine code is
    missing.
    """
    data = json.loads(text)
    _check_version(data["version"])
    seated, seed = data["seated"], data["seed"]
    with _unpacked_game(data["files"], data["variants"]) as (folder, variants):
        game = load(folder, variants=variants, players=data["players"])
    if data["omits"]:
        game = game.with_omissions()
    if data["covers"]:
        game = game.with_coverage()
    _check_terms(data["terms"], game, seated, seed)
    if not data["native"]:
        return Arm(game, seed, seated)
    try:
        prepare_native(game)
        return Arm(game, seed, seated, native_games(game, seed, seated))
    except NativeUnavailableError as error:
        if strict:
            raise backend_error(game, error) from None
        return Arm(game, seed, seated)


def encode_outputs(wanted: ChunkOutputs) -> str:
    """Encode the data that a chunk should keep."""
    probe = None if wanted.probe is None else encode_probe(wanted.probe)
    return json.dumps([wanted.records, wanted.endings, wanted.decisions, probe])


@cache
def decode_outputs(text: str) -> ChunkOutputs:
    """Decode the result of `encode_outputs`."""
    records, endings, decisions, looker = json.loads(text)
    probe = None if looker is None else decode_probe(*looker)
    return ChunkOutputs(records, endings, decisions=decisions, probe=probe)


def _check_version(asked: Mapping[str, str]) -> None:
    """Raise PlayError for another version, since this machine may have joined after the cluster was checked."""
    if (here := program_version()) != asked:
        what = "another version of cahier than where games were asked for"
        if here["python"] != asked["python"]:
            what = f"Python {here['python']}, and where games were asked for it is {asked['python']}"
        raise PlayError(Problem(Location("--dask"), "other-version", f"a worker joined that has {what}"))


def _check_terms(terms: Mapping[str, Any], game: Game, seated: Mapping[str, str], seed: int) -> None:
    if found := fact_differences(terms, terms_of(game, seated, seed).facts):
        message = f"the games are others than where they were asked for: {'; '.join(found)}"
        raise PlayError(Problem(Location(game.id), "other-results", message))


@contextmanager
def _unpacked_game(files: Mapping[str, str], variants: list[Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Provide a game's folder and variants, as `load` takes them, in a private temporary folder."""
    with tempfile.TemporaryDirectory(prefix="cahier-") as place:
        root = Path(place)
        for name, data in files.items():
            _decode_file(root / GAME, name, data)
        asked = []
        for number, variant in enumerate(variants):
            if isinstance(variant, str):
                asked.append(variant)
            else:
                folder = root / f"{VARIANT}{number}"
                _decode_file(folder, variant["file"], variant["data"])
                asked.append(str(folder / variant["file"]))
        yield str(root / GAME), tuple(asked)


def _decode_file(folder: Path, name: str, data: str) -> None:
    path = folder / name
    if os.path.isabs(name) or os.pardir in Path(name).parts:
        raise PlayError(Problem(Location(name), "outside-folder", "this file would lie outside the game's folder"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(base64.b64decode(data))


def _encode_variant(name: str) -> str | dict[str, str]:
    """Return a variant's id if it belongs to the game, else its file name and content."""
    return {"file": os.path.basename(name), "data": _encode_file(name)} if is_path(name) else name


def _encode_file(path: str) -> str:
    return base64.b64encode(Path(path).read_bytes()).decode("ascii")


MAX_CACHED_ARMS = 32
"""Number of arms that are kept, the most recently played ones."""
_play_lock = Lock()


def describe_machine() -> str:
    """Return the versions installed on this machine."""
    return json.dumps({**program_version(), "wasmtime": find_spec("wasmtime") is not None})


def pass_parcel(text: str) -> str:
    """Return an arm's parcel unchanged, to pass it between workers."""
    return text


def play(parcel: str, games: tuple[int, int, int], outputs: str, strict: bool) -> str:
    """Play games of an arm.

    Args:
        parcel: The encoded arm.
        games: The first game, their number, and the item left out.
        outputs: The encoded data to keep.
        strict: True if machine code must play if it does so at the sender.

    Returns:
        JSON with the encoded chunk and its duration, or with the error.
    """
    first, count, without = games
    places = Places("")
    try:
        with _play_lock:
            arm, player = _player(parcel, strict)
            places = terms_of(arm.game, arm.seated, arm.seed).places
            chunk = player.play(first, count, decode_outputs(outputs), omitted_item=without)
        return json.dumps({"seconds": chunk.seconds, "chunk": encode_chunk(chunk, places)})
    except CahierError as error:
        return json.dumps({"problems": [encode_problem(problem, places) for problem in error.problems]})
    except Exception as error:
        failure = {"text": f"{type(error).__name__}: {error}", "trace": traceback.format_exc()}
        return json.dumps({"broken": failure})


@lru_cache(MAX_CACHED_ARMS)
def _player(parcel: str, strict: bool) -> tuple[Arm, ChunkPlayer]:
    arm = decode_arm(parcel, strict)
    return arm, arm.chunk_player()
