"""Saved matches: the game, its content's hash, the seed and the choices, as JSON.

A match is loaded by playing it again, so that a file can hold nothing that play could not have made. What was saved
is checked against a digest of the position that was reached; but not if an earlier version saved it, for which the same
position was another one: that is judged by its choices alone.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter.atomic_files import AtomicFile
from interpreter.engine.history import History
from interpreter.errors import Problem, SaveError, Where, nearest
from interpreter.formats import as_of_today, versions
from interpreter.rulebook.ids import is_id

SHAPE = {
    "format": str,
    "language": str,
    "game": str,
    "variants": list,
    "players": int,
    "rules": str,
    "folder": str,
    "seed": int,
    "choices": list,
    "position": str,
}
"""What a save has, besides notes."""
BEGINNING = b'{\n "'
LARGEST = 8 << 20
"""Bytes that a saved match may have."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What stands in a save: by which language it was played, which game for how many players, with which variants (ids
    and paths), the hash of the rules then, in which folder they lay; the match, with a hash of its position; and what a
    program has noted.
    """

    language: str
    game: str
    variants: tuple[str, ...]
    players: int
    rules: str
    folder: str
    seed: int
    choices: tuple[str, ...]
    position: str
    notes: dict[str, str]


def position_digest(snapshot: Mapping[str, Any]) -> str:
    """A hash of a whole position."""
    return hashlib.sha256(json.dumps(snapshot, separators=(",", ":")).encode()).hexdigest()


def write_history(history: History, path: Path, notes: Mapping[str, str] | None = None) -> None:
    """Write a match aside, then put it in place, so that the file is whole at every moment; only its owner may read
    it. Raises SaveError.

    `notes` is what a program wants to find again with the match (see `read_save`).
    """
    if history.imagined:
        raise SaveError(Problem(Where(str(path)), "imagined", "a match that was only imagined can't be saved"))
    if history.opening is not None:
        message = "a match that began in a laid-out position can't be saved: a save is played again from the start"
        raise SaveError(Problem(Where(str(path)), "staged", message))
    noted = {"notes": dict(notes)} if notes else {}
    data = json.dumps(_as_data(history) | noted, ensure_ascii=False, indent=1) + "\n"
    with AtomicFile(path, mode=0o600) as file:  # with the seed in it one knows what is hidden
        file.write(data)


def _as_data(history: History) -> dict[str, Any]:
    """A match as plain data, secrets included."""
    book = history.rules.rulebook
    return {
        **versions("save"),
        "game": book.id,
        "variants": list(book.asked),
        "players": len(history.rules.seats),
        "rules": book.digest,
        "folder": os.path.abspath(book.folder),
        "seed": history.seed,
        "choices": history.choices,
        "position": position_digest(history.snapshot()),
    }


def read_save(path: str | os.PathLike[str]) -> Saved:
    """What stands in a save besides the match. Raises SaveError if the file is no whole saved match."""
    where = Where(os.fspath(path))
    data = _read(Path(path), where)
    return Saved(
        language=data["language"],
        game=data["game"],
        variants=tuple(data["variants"]),
        players=data["players"],
        rules=data["rules"],
        folder=data["folder"],
        seed=data["seed"],
        choices=tuple(data["choices"]),
        position=data["position"],
        notes=data.get("notes", {}),
    )


def begins_like_a_save(path: str | os.PathLike[str]) -> bool:
    """True for a file that begins as `write_history` begins one: indented, which no record is."""
    try:
        if not os.path.isfile(path):  # a pipe would be waited for
            return False
        with open(path, "rb") as file:
            return file.read(len(BEGINNING)) == BEGINNING
    except (OSError, ValueError):
        return False


def _read(path: Path, where: Where) -> dict[str, Any]:
    """The checked content of a save file."""
    try:
        if not path.is_file():
            raise SaveError(Problem(where, "no-file", "there is no such file"))
        if path.stat().st_size > LARGEST:
            raise SaveError(Problem(where, "too-large", "the file is too large for a saved match"))
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise SaveError(Problem(where, "cannot-read", f"can't be read: {error.strerror}")) from None
    except (ValueError, RecursionError):
        raise SaveError(
            Problem(where, "not-a-save", "this is not a whole saved match: it is cut short or not JSON")
        ) from None
    if isinstance(data, dict):
        data = as_of_today(data, "save", where)
    if data is None or not isinstance(data, dict):
        raise SaveError(Problem(where, "not-a-save", "this is not a saved match"))
    for name, kind in SHAPE.items():
        if not isinstance(data.get(name), kind) or isinstance(data[name], bool):
            meant = nearest(name, data)
            raise SaveError(Problem(where, "not-a-save", f"`{name}` is missing or is not what it should be", meant))
    if (
        set(data) - {"notes"} != set(SHAPE)
        or not is_id(data["game"])
        or data["seed"] < 0
        or not all(isinstance(item, str) for item in data["choices"] + data["variants"])
        or not _are_notes(data.get("notes", {}))
    ):
        raise SaveError(Problem(where, "not-a-save", "it holds something that a saved match does not have"))
    return data


def _are_notes(notes: Any) -> bool:
    return isinstance(notes, dict) and all(isinstance(said, str) for said in notes.values())
