"""Records of games, one line of JSON for each: enough to replay a game decision by decision."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.engine.history import Outcome
from interpreter.engine.playout import GameResult, game_seed
from interpreter.matches.human_play import HumanAct, read_acts
from interpreter.matches.match import Game, Match
from interpreter.rulebook.source.files import RECORDS, is_path, public_path
from interpreter.rulebook.source.references import is_found_by_name, reference_to_variant
from interpreter.support.errors import Location, Problem, SaveError
from interpreter.support.formats import migrate_document, version_fields

FILE_SUFFIX = ".jsonl"
"""Suffix of a file of recorded games."""
MAX_FILES = 500
MAX_LINE_LENGTH = 16 * 1024 * 1024
MAX_PATH_LENGTH = 4096


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game.

    Attributes:
        language: The version of the language.
        game: The game's id.
        folder: The folder of the rules, as it may be shown to others; None for a game that comes with the project.
        variants: The variants, by id or path.
        players: Number of players.
        digest: The hash of the rules.
        seed: The seed of the run.
        index: The number of the game in the run.
        choices: The keys of the options chosen.
        winners: The seats that won.
        side: The side that won, if any.
        reason: The reason of the ending.
        scores: The score of each seat.
        where: The place of the record in its file.
        log: The events before the first decision and after each one (see replays), if recorded.
        failed: The error in the rules that stopped the game, if any; winners, reason and scores are empty then.
        seated: The player of each seat, if it is a match that people played. Its seed is its own then, not that of a
            run.
        acts: What people did in such a match.
        after: What an earlier game of its campaign kept, if it began with that.
    """

    language: str
    game: str
    folder: str | None
    variants: tuple[str, ...]
    players: int
    digest: str
    seed: int
    index: int
    choices: tuple[str, ...]
    winners: tuple[str, ...]
    side: str | None
    reason: str
    scores: dict[str, int]
    where: Location
    log: tuple[tuple[str, ...], ...] | None = None
    failed: str | None = None
    seated: Mapping[str, str] | None = None
    acts: tuple[HumanAct, ...] = ()
    after: Mapping[str, Any] | None = None

    @property
    def match_seed(self) -> int:
        """The seed with which the game itself started."""
        return game_seed(self.seed, self.index) if self.seated is None else self.seed


def format_played(game: Game, seed: int, index: int, played: GameResult) -> str:
    """Return the line of a finished game whose choices were recorded. It ends with a line feed."""
    end = Outcome(list(played.winners), played.reason, played.scores, played.side)
    return format_record(game, seed, index, played.choices or [], end)


def format_record(
    game: Game,
    seed: int,
    index: int,
    choices: Sequence[str],
    end: Outcome | str,
    log: Sequence[Sequence[str]] | None = None,
    seated: Mapping[str, str] | None = None,
    acts: Sequence[HumanAct] = (),
) -> str:
    """Return the line of a game, which ends with a line feed.

    `end`: the outcome, or the error that stopped the game. `seated` and `acts` as in `Record`.
    """
    fields = {
        **record_head(game),
        "seed": seed,
        "index": index,
        **({} if game.kept is None else {"after": dict(game.kept)}),
        "choices": list(choices),
        **({"failed": end} if isinstance(end, str) else {"outcome": _outcome(game, end)}),
        **({} if log is None else {"log": [list(events) for events in log]}),
        **({} if seated is None else {"seated": dict(seated), "acts": [act.to_json() for act in acts]}),
    }
    return json.dumps(fields, separators=(",", ":")) + "\n"


def record_head(game: Game) -> dict[str, Any]:
    """Return the fields with which all records of a game begin."""
    return {
        **version_fields("record"),
        "game": game.rulebook.id,
        **_rules_location(game),
        "players": len(game.seats),
        "digest": game.rulebook.digest,
    }


def format_match(match: Match, seated: Mapping[str, str], acts: Sequence[HumanAct]) -> str:
    """Return the line of a match that is over, and that people played; `seated` is the player of each seat."""
    end = match.outcome()
    assert end is not None
    return format_record(match.game, match.seed, 0, match.choices, end, seated=seated, acts=acts)


def with_local_rules(game: Game, line: str) -> str:
    """Return a line written on another machine with the paths of this machine's copy of the rules."""
    data = json.loads(line)
    data |= _rules_location(game)
    if is_found_by_name(game.rulebook.folder, game.id):
        data.pop("folder", None)
    return json.dumps(data, separators=(",", ":")) + "\n"


def _rules_location(game: Game) -> dict[str, Any]:
    """Return the folder and variants of a game, as they may be shown to others."""
    folder = game.rulebook.folder
    names = [reference_to_variant(each.name, each.id, folder) for each in game.rulebook.overlays]
    variants = [public_path(name, name) if is_path(name) else name for name in names]
    return {
        **({} if is_found_by_name(folder, game.id) else {"folder": public_path(folder, folder)}),
        "variants": variants,
    }


def _outcome(game: Game, end: Outcome) -> dict[str, Any]:
    return {
        "winners": end.winners,
        **({"side": end.side} if game.rulebook.sides else {}),
        "reason": end.reason,
        "scores": dict(sorted(end.scores.items())),
    }


def find_record_files(folder: str) -> list[str]:
    """Return the paths of the records in a game's folder, sorted. Raises SaveError if they can't be read."""
    home = os.path.join(folder, RECORDS)
    try:
        names = sorted(name for name in os.listdir(home) if name.endswith(FILE_SUFFIX) and not name.startswith("."))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise SaveError(Problem(Location(home), "cannot-read", f"cannot be read: {error.strerror}")) from None
    if len(names) > MAX_FILES:
        raise SaveError(Problem(Location(home), "too-many-files", f"{len(names)} files; at most {MAX_FILES} are read"))
    found = [os.path.join(home, name) for name in names]
    root = os.path.realpath(folder)
    for path in found:
        if os.path.commonpath([root, os.path.realpath(path)]) != root:
            message = "this is a link to a file outside the game's folder"
            raise SaveError(Problem(Location(path), "outside-folder", message))
    return found


def find_record(path: str, index: int | None = None) -> Record:
    """Return the first record of a file, or the one of game `index` of its run. Raises SaveError if there is none."""
    place = Location(path)
    seen: list[int] = []
    for record in read_records(path):
        if index is None or record.index == index:
            return record
        seen.append(record.index)
    if not seen:
        raise SaveError(Problem(place, "bad-record", "there is no recorded game in it"))
    message = f"game {index} is not in it; it has {len(seen)} games, {min(seen)} to {max(seen)}"
    raise SaveError(Problem(place, "no-such-game", message))


def read_records(path: str) -> Iterator[Record]:
    """Yield all records of a file. Raises SaveError for an invalid one."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise SaveError(Problem(Location(path), "bad-record", "this isn't a regular file"))
        with open(path, "rb") as lines:
            number = 0
            while line := lines.readline(MAX_LINE_LENGTH + 1):
                number += 1
                yield _parse_record(line, Location(path, number, 1))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise SaveError(Problem(Location(path), "cannot-read", f"cannot be read: {why}")) from None


def _parse_record(line: bytes, where: Location) -> Record:
    """Return the record of a line. Raises SaveError for an invalid one."""
    try:
        data = migrate_document(_parse_line(line), "record", where)
        if data is None:
            raise _BadRecordError("it lacks a field of its version")
        _check_fields(data)
    except _BadRecordError as error:
        message = f"this line is not a recorded game: {error}"
        raise SaveError(Problem(where, "bad-record", message)) from None
    outcome, log = data["outcome"], data.get("log")
    return Record(
        language=data["language"],
        game=data["game"],
        folder=data.get("folder"),
        variants=tuple(data["variants"]),
        players=data["players"],
        digest=data["digest"],
        seed=data["seed"],
        index=data["index"],
        choices=tuple(data["choices"]),
        winners=tuple(outcome["winners"]),
        side=outcome.get("side"),
        reason=outcome["reason"],
        scores=outcome["scores"],
        where=where,
        log=None if log is None else tuple(map(tuple, log)),
        failed=data.get("failed"),
        seated=data.get("seated"),
        acts=tuple(read_acts(data.get("acts", [])) or ()),
        after=data.get("after"),
    )


class _BadRecordError(Exception):
    """A line isn't a record; the text says why."""


def _parse_line(line: bytes) -> dict[str, Any]:
    """Return the JSON of a line; a game that failed gets an empty outcome. Raises _BadRecordError."""
    if len(line) > MAX_LINE_LENGTH:
        raise _BadRecordError("it is too long")
    if not line.endswith(b"\n"):
        raise _BadRecordError("its end is missing")
    try:
        data = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        raise _BadRecordError("it is not JSON") from None
    if not isinstance(data, dict):
        raise _BadRecordError("it is not a mapping")
    failed = data.get("failed")
    if failed is not None:
        if not isinstance(failed, str):
            raise _BadRecordError("`failed` is not a text")
        data["outcome"] = {"winners": [], "reason": "", "scores": {}}
    if not isinstance(data.get("outcome"), dict):
        raise _BadRecordError("`outcome` is missing or not a mapping")
    return data


def _check_fields(data: dict[str, Any]) -> None:
    """Raise _BadRecordError for a field of the wrong type."""
    outcome = data["outcome"]
    for part, fields in ((data, _RECORD_FIELDS), (outcome, _OUTCOME_FIELDS)):
        for name, kind in fields.items():
            if not _has_kind(part.get(name), kind):
                raise _BadRecordError(f"`{name}` is missing or not {_KIND_PHRASES[kind]}")
    if not isinstance(outcome.get("side"), str | None):
        raise _BadRecordError("`side` is not a text")
    folder = data.get("folder")
    if not isinstance(folder, str | None):
        raise _BadRecordError("`folder` is not a text")
    log = data.get("log")
    if log is not None and not (isinstance(log, list) and all(_has_kind(events, "texts") for events in log)):
        raise _BadRecordError("`log` is not a list of lists of texts")
    if not isinstance(data.get("after"), dict | None):
        raise _BadRecordError("`after` is not a mapping")
    seated = data.get("seated", {})
    if not (isinstance(seated, dict) and all(isinstance(player, str) for player in seated.values())):
        raise _BadRecordError("`seated` is not a mapping to texts")
    if read_acts(data.get("acts", [])) is None:
        raise _BadRecordError("`acts` is not a list of choices and takebacks")
    if folder is not None and len(folder) > MAX_PATH_LENGTH:
        raise _BadRecordError("`folder` is too long")


_RECORD_FIELDS = {
    "language": "text",
    "game": "text",
    "variants": "texts",
    "players": "number",
    "digest": "text",
    "seed": "number",
    "index": "number",
    "choices": "texts",
}
_OUTCOME_FIELDS = {"winners": "texts", "reason": "text", "scores": "scores"}
_KIND_PHRASES = {
    "text": "a text",
    "texts": "a list of texts",
    "number": "a number from 0",
    "scores": "a mapping to whole numbers",
}


def _has_kind(value: Any, kind: str) -> bool:
    if kind == "text":
        return isinstance(value, str)
    if kind == "texts":
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if kind == "number":
        return type(value) is int and value >= 0
    return isinstance(value, dict) and all(type(score) is int for score in value.values())
