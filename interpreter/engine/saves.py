"""Saved matches as JSON: the game, a hash of its content, the seed and the choices.

A match is loaded by replaying it, so that a file can't contain anything that play couldn't have produced. The position
reached is compared with a saved digest. Saves of earlier versions are exempt, because the same position had another
digest then: their choices alone must be valid.

A save names its game and variants by ids where these lead to them. The paths of others are relative to the save if they
lie beside it, else left out; only private saves have them whole.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter.engine.history import History
from interpreter.rulebook.building.ids import is_id
from interpreter.rulebook.source.files import is_path
from interpreter.rulebook.source.references import (
    is_beside,
    is_found_by_name,
    reference_beside,
    reference_to_variant,
)
from interpreter.support.atomic_writes import AtomicFile
from interpreter.support.errors import Location, Problem, SaveError
from interpreter.support.formats import migrate_document, version_fields
from interpreter.support.similar_words import closest_match

SAVE_FIELDS = {
    "format": str,
    "language": str,
    "game": str,
    "variants": list,
    "players": int,
    "rules": str,
    "seed": int,
    "choices": list,
    "position": str,
}
"""Fields of a save with their types."""
OPTIONAL_FIELDS = {"folder": str, "notes": dict, "early": dict, "after": dict}
"""Fields that a save may have, with their types.

They are the folder of the rules, notes, choices made early, and what an earlier game kept.
"""
SAVE_PREFIX = b'{\n "'
MAX_BYTES = 8 << 20
"""Largest size of a save in bytes."""


@dataclass(frozen=True, slots=True)
class SaveData:
    """Content of a save.

    Attributes:
        language: Version of the language by which the match was played.
        game: Id of the game.
        variants: Ids and paths of the variants in use.
        players: Number of players.
        rules: Hash of the rules at that time.
        folder: Folder of the rules at that time; None if the save doesn't name it.
        seed: Seed of the match.
        choices: Keys of the chosen options.
        position: Hash of the position.
        notes: Data of the program that saved the match.
        early: Key of the choice of each seat that has chosen before it was asked.
        after: What an earlier game of the campaign kept, if it begins with that.
    """

    language: str
    game: str
    variants: tuple[str, ...]
    players: int
    rules: str
    folder: str | None
    seed: int
    choices: tuple[str, ...]
    position: str
    notes: dict[str, str]
    early: dict[str, str]
    after: dict[str, Any] | None = None


def position_digest(snapshot: Mapping[str, Any]) -> str:
    """Return a hash of a whole position."""
    return hashlib.sha256(json.dumps(snapshot, separators=(",", ":")).encode()).hexdigest()


def write_save(
    history: History, path: Path, notes: Mapping[str, str] | None = None, *, is_private: bool = False
) -> None:
    """Save a match atomically to a file that only its owner may read.

    Args:
        history: The match.
        path: The file to write.
        notes: Data that a program wants to find again with the match (see `read_save`).
        is_private: True if the file stays on this machine: it keeps the paths of rules and variants.

    Raises:
        SaveError: The match can't be saved, or the file can't be written.
    """
    if history.is_imagined:
        raise SaveError(Problem(Location(str(path)), "imagined", "a match that was only imagined can't be saved"))
    if history.is_staged:
        message = "a match that began in a laid-out position can't be saved: a save is played again from the start"
        raise SaveError(Problem(Location(str(path)), "staged", message))
    data = _as_data(history) | ({"notes": dict(notes)} if notes else {})
    text = _format(data if is_private else _without_paths(data, os.path.dirname(os.path.abspath(path))))
    with AtomicFile(path, mode=0o600) as file:  # the seed reveals hidden information
        file.write(text)


def read_public_text(path: str | os.PathLike[str]) -> str:
    """Return the text of a save as it may be handed on: without paths. Raises SaveError as `read_save` does."""
    return _format(_without_paths(_read(Path(path), Location(os.fspath(path))), None))


def _format(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _without_paths(data: Mapping[str, Any], home: str | None) -> dict[str, Any]:
    """Return the data of a save in the folder `home` (None: anywhere) without paths of this machine."""
    public = dict(data)
    folder = public.pop("folder", None)
    if folder is not None and home is not None and is_beside(folder, home):
        public["folder"] = reference_beside(folder, home)
    public["variants"] = [reference_beside(name, home) if is_path(name) else name for name in data["variants"]]
    if "notes" in data:
        public["notes"] = {
            key: reference_beside(text, home) if os.path.isabs(text) else text for key, text in data["notes"].items()
        }
    return public


def _as_data(history: History) -> dict[str, Any]:
    """Return a match as plain data, secrets included."""
    book = history.rules.rulebook
    return {
        **version_fields("save"),
        "game": book.id,
        "variants": [reference_to_variant(each.name, each.id, book.folder) for each in book.overlays],
        "players": len(history.rules.seats),
        "rules": book.digest,
        **({} if is_found_by_name(book.folder, book.id) else {"folder": os.path.abspath(book.folder)}),
        "seed": history.seed,
        "choices": history.choices,
        "position": position_digest(history.snapshot()),
        **({"early": {history.rules.seats[seat]: key for seat, key in history.early.items()}} if history.early else {}),
        **({"after": dict(history.rules.kept)} if history.rules.kept is not None else {}),
    }


def read_save(path: str | os.PathLike[str]) -> SaveData:
    """Return the content of a save, without replaying it; paths that are relative to it are joined with its folder.

    Raises SaveError if the file is no complete saved match.
    """
    where = Location(os.fspath(path))
    data = _read(Path(path), where)
    home = os.path.dirname(os.fspath(path))
    return SaveData(
        language=data["language"],
        game=data["game"],
        variants=tuple(_join_if_there(home, name) if is_path(name) else name for name in data["variants"]),
        players=data["players"],
        rules=data["rules"],
        folder=_join_if_there(home, data["folder"]) if "folder" in data else None,
        seed=data["seed"],
        choices=tuple(data["choices"]),
        position=data["position"],
        notes=data.get("notes", {}),
        early=data.get("early", {}),
        after=data.get("after"),
    )


def _join_if_there(home: str, path: str) -> str:
    """Return a path relative to a folder as seen from the working directory, if there is something."""
    joined = os.path.normpath(os.path.join(home, path))
    return joined if "\0" not in path and os.path.lexists(joined) else path


def has_save_prefix(path: str | os.PathLike[str]) -> bool:
    """Return True if a file begins as `write_save` begins one: indented, which no record is."""
    try:
        if not os.path.isfile(path):  # opening a pipe would block
            return False
        with open(path, "rb") as file:
            return file.read(len(SAVE_PREFIX)) == SAVE_PREFIX
    except (OSError, ValueError):
        return False


def _read(path: Path, where: Location) -> dict[str, Any]:
    """Return the validated content of a save file."""
    try:
        if not path.is_file():
            raise SaveError(Problem(where, "no-file", "there is no such file"))
        if path.stat().st_size > MAX_BYTES:
            raise SaveError(Problem(where, "too-large", "the file is too large for a saved match"))
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise SaveError(Problem(where, "cannot-read", f"can't be read: {error.strerror}")) from None
    except (ValueError, RecursionError):
        raise SaveError(
            Problem(where, "not-a-save", "this is not a whole saved match: it is cut short or not JSON")
        ) from None
    if isinstance(data, dict):
        data = migrate_document(data, "save", where)
    if data is None or not isinstance(data, dict):
        raise SaveError(Problem(where, "not-a-save", "this is not a saved match"))
    for name, kind in SAVE_FIELDS.items():
        if not isinstance(data.get(name), kind) or isinstance(data[name], bool):
            meant = closest_match(name, data)
            raise SaveError(Problem(where, "not-a-save", f"`{name}` is missing or is not what it should be", meant))
    if (
        set(data) - set(OPTIONAL_FIELDS) != set(SAVE_FIELDS)
        or not all(isinstance(data[name], kind) for name, kind in OPTIONAL_FIELDS.items() if name in data)
        or not is_id(data["game"])
        or data["seed"] < 0
        or not all(isinstance(item, str) for item in data["choices"] + data["variants"])
        or not all(map(_is_text_map, (data.get("notes", {}), data.get("early", {}))))
    ):
        raise SaveError(Problem(where, "not-a-save", "it holds something that a saved match does not have"))
    return data


def _is_text_map(data: Any) -> bool:
    return isinstance(data, dict) and all(isinstance(said, str) for said in data.values())
