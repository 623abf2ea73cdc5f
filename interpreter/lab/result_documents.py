"""Result documents: frozen dataclasses, one for each question of the lab, and their conversion to JSON.

A document has numbers in full precision. The type of a field says how it is written: its digits, the name of an
estimate beside its bounds. `tests/result_schemas.py` derives the published JSON schemas from the same types.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from math import isfinite
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from interpreter.lab.stats.intervals import Interval
from interpreter.matches.match import Game
from interpreter.players.lineup import lineup
from interpreter.playtest.run.run_session import BackendUse
from interpreter.rulebook.source.files import is_installed, public_path
from interpreter.support.formats import FORMAT_VERSIONS

DECIMALS = 4
"""Number of decimals in documents and tables."""


@dataclass(frozen=True, slots=True)
class Decimals:
    """Annotation of a number: the decimals written; None for the number as it is."""

    number: int | None


@dataclass(frozen=True, slots=True)
class Estimate:
    """Annotation of an interval: the key of its estimate beside `low` and `high`, and the factor on all three."""

    key: str
    factor: float = 1


@dataclass(frozen=True, slots=True)
class Without:
    """Annotation of a field that is written inline: keys of it that are left out."""

    keys: tuple[str, ...]


INLINE = "inline"
"""Annotation of a field whose keys are written in place of its name."""
OPTIONAL = "optional"
"""Annotation of a field that is left out if it is None."""
UNWRITTEN = "unwritten"
"""Annotation of a field for texts and pages, which JSON leaves out."""

Exact = Annotated[float, Decimals(None)]
Seconds = Annotated[float, Decimals(6)]
Rate = Annotated[float, Decimals(1)]
ShareEstimate = Annotated[Interval, Estimate("share")]
MeanEstimate = Annotated[Interval, Estimate("mean")]
Points = Annotated[Interval, Estimate("points", 100)]
"""A difference of shares, written in percentage points."""
KnownPoints = Annotated[Interval | None, Estimate("points", 100)]
"""A difference of shares, written with three nulls if it is unknown."""
KnownValue = Annotated[Interval, Estimate("value")]
Value = Annotated[Interval | None, Estimate("value")]
"""An interval that is written with three nulls if it is unknown."""


@dataclass(frozen=True, slots=True)
class Lengths:
    """Smallest, middle and largest length of a game."""

    min: float | None
    median: float | None
    max: float | None


@dataclass(frozen=True, slots=True)
class FallbackRule:
    """A rule that machine code could not continue, and the number of games in which this happened."""

    rule: str
    games: int


@dataclass(frozen=True, slots=True)
class PythonGames:
    """Games that Python played in place of machine code, and the rules because of which it did."""

    games: int
    rules: list[FallbackRule]


@dataclass(frozen=True, slots=True)
class RunHead:
    """Head of every document: its format, and the backend that played the games.

    Attributes:
        format: Version of the format.
        backend: `native` for machine code.
        played_in_python: Games that Python played in place of machine code, if any.
    """

    format: str
    backend: Literal["native", "python"]
    played_in_python: Annotated[PythonGames | None, OPTIONAL] = None

    @classmethod
    def of(cls, kind: str, use: BackendUse, chosen: bool) -> RunHead:
        """Return the head of a kind of document. `chosen`: machine code was chosen for the run."""
        games = use.python_fallbacks(chosen)
        known = [FallbackRule(rule, times) for rule, times in use.fallback_games.items() if rule]
        rules = sorted(known, key=lambda each: (-each.games, each.rule))
        backend: Literal["native", "python"] = "native" if use.is_native(chosen) else "python"
        return cls(FORMAT_VERSIONS[kind], backend, PythonGames(games, rules) if games else None)


@dataclass(frozen=True, slots=True)
class StudiedGame:
    """The game of a run with its players.

    Attributes:
        game: Id of the game.
        folder: Folder of the game, unless it comes with the project.
        revision: Git revision of its files, if it is not the working tree.
        variants: Ids of the variants.
        players: Player on each seat.
        seated: The same as `players`, under its earlier name.
        digest: Hash of the game's content.
    """

    game: str
    folder: str | None
    revision: str | None
    variants: list[str]
    players: dict[str, str]
    seated: dict[str, str]
    digest: str

    @classmethod
    def of(cls, game: Game, seated: Mapping[str, str]) -> StudiedGame:
        """Return a game as it was loaded, with the players of its seats."""
        book, players = game.rulebook, lineup(game, seated)
        folder = None if is_installed(book.folder) else public_path(book.folder, book.folder)
        return cls(book.id, folder, None, list(book.variants), players, players, book.digest)


LoadedGame = Annotated[StudiedGame, INLINE, Without(("revision",))]
"""A game that was loaded from its folder."""
NamedGame = Annotated[StudiedGame, INLINE, Without(("folder", "revision", "digest"))]
"""A game of which only the id and variants are written."""


@dataclass(frozen=True, slots=True)
class StudyDocument:
    """Head of the result documents of studies of one game.

    Attributes:
        run: Format and backend.
        subject: The game and its players.
        seed: Seed of the run.
    """

    run: Annotated[RunHead, INLINE]
    subject: NamedGame
    seed: int


def rounded_or_none(value: float, decimals: int = DECIMALS) -> float | None:
    """Round a number for output; an infinite or unknown one becomes None."""
    return round(value, decimals) + 0.0 if isfinite(value) else None  # 0.0: no -0


def to_json(document: Any) -> dict[str, Any]:
    """Return a document, or a part of one that is a dataclass, as plain data for JSON."""
    found: dict[str, Any] = {}
    for name, hint in field_types(document.__class__).items():
        value, marks = getattr(document, name), getattr(hint, "__metadata__", ())
        if UNWRITTEN in marks or (value is None and OPTIONAL in marks):
            continue
        plain = _to_plain(value, hint)
        found |= inlined(plain, marks) if INLINE in marks else {name: plain}
    return found


def inlined(keys: Mapping[str, Any], marks: Sequence[Any]) -> dict[str, Any]:
    """Return those keys of a field that are written in place of its name. `marks`: annotations of the field."""
    without = {key for mark in marks if isinstance(mark, Without) for key in mark.keys}
    return {key: value for key, value in keys.items() if key not in without}


@cache
def field_types(document: Any) -> dict[str, Any]:
    """Return the types of a dataclass's fields in order, with their annotations."""
    hints = get_type_hints(document, include_extras=True)
    return {field.name: hints[field.name] for field in fields(document)}


def _to_plain(value: Any, hint: Any) -> Any:
    """Return a value as plain data, written as its type says."""
    kind, parts = get_origin(hint), get_args(hint)
    if kind is Annotated:
        for mark in hint.__metadata__:
            if isinstance(mark, Estimate):
                return _interval_to_plain(value, mark)
            if isinstance(mark, Decimals):
                return value if mark.number is None else rounded_or_none(value, mark.number)
        return _to_plain(value, parts[0])
    if value is None or hint is Any:
        return value
    if kind in (Union, UnionType):
        (part,) = (part for part in parts if part is not type(None))
        return _to_plain(value, part)
    if kind in (dict, Mapping):
        return {key: _to_plain(item, parts[1]) for key, item in value.items()}
    if kind is list:
        return [_to_plain(item, parts[0]) for item in value]
    if isinstance(value, float):
        return rounded_or_none(value)
    return to_json(value) if hasattr(hint, "__dataclass_fields__") else value


def _interval_to_plain(interval: Interval | None, mark: Estimate) -> dict[str, float | None]:
    if interval is None:
        return dict.fromkeys((mark.key, "low", "high"))
    bounds = {mark.key: interval.estimate, "low": interval.low, "high": interval.high}
    return {name: rounded_or_none(mark.factor * bound) for name, bound in bounds.items()}
