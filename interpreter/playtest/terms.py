"""What the results of a run depend on. How fast they come, and on which machines, is no part of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.formats import RESULTS
from interpreter.language.points import digest_of
from interpreter.matches.match import Game
from interpreter.players.making import package_of
from interpreter.playtest.lookers import Looker, as_data
from interpreter.playtest.plain import Places, Who
from interpreter.rulebook.files import is_path

SAID = {
    "results": "what a seed gives is of version",
    "game": "the game is",
    "variants": "the variants are",
    "players": "the number of players is",
    "rules": "the content of the rules is",
    "seated": "who plays:",
    "packages": "what players come from is",
    "seed": "the seed is",
    "covered": "what --coverage notes is",
    "looked": "what is looked for is",
}
"""How a difference in each of the facts is told, in this order."""
ENDINGS = "endings"
"""The fact that it is kept how each game ended."""
HASH = 64
"""Letters of a hash."""
LONGEST_HASH, LONGEST = 12, 100
"""Letters of a hash, and of anything else, that are told unless more are needed to tell two apart."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the games of a run depend on, as plain data, who plays them, and where its files are, on which nothing
    depends."""

    facts: Mapping[str, Any]
    places: Places
    who: Who


def terms_of(
    game: Game, seated: Mapping[str, str], seed: int, endings: bool = False, looker: Looker | None = None
) -> Terms:
    """The terms of games between these players (random, where a seat is not named). `endings`: of each game it is kept
    how it ended; `looker`: what that finds in it."""
    book = game.rulebook
    names = {seat: seated.get(seat, "random") for seat in game.seats}
    packages = {name: package for name in names.values() if (package := package_of(name)) is not None}
    facts = {
        "results": RESULTS,
        "game": book.id,
        "variants": list(book.variants),
        "players": len(game.seats),
        "rules": book.digest,
        "seated": names,
        **({"packages": packages} if packages else {}),
        "seed": seed,
        **({ENDINGS: True} if endings else {}),
        **({"looked": _looked(looker)} if looker is not None else {}),
        **({"covered": digest_of(game.program.code(False).items)} if book.covers else {}),
    }
    return Terms(facts, Places(book.folder, [name for name in book.asked if is_path(name)]), Who.of(game))


def _looked(looker: Looker) -> dict[str, Any]:
    """What decides what is found: by machine code it is the same."""
    _, name, fields = as_data(looker)
    return {"by": name, **{field: value for field, value in fields.items() if field != "native"}}


def differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> list[str]:
    """What is not the same about the games, each in a few words."""
    names = [*SAID, *sorted({*there, *here} - set(SAID))]
    changed = [name for name in names if there.get(name) != here.get(name) and name != ENDINGS]
    if "game" in changed:
        changed = ["game"]
    return [
        f"{SAID.get(name, f'`{name}` is')} {told_there} there, {told_here} here"
        for name in changed
        for told_there, told_here in [_told_apart(there.get(name), here.get(name))]
    ]


def _told_apart(there: Any, here: Any) -> tuple[str, str]:
    """Two values that differ, each cut where it gets long, but not before they differ."""
    one, other = _told(there), _told(here)
    hashes = all(isinstance(value, str) and len(value) == HASH for value in (there, here))
    differs = next((at for at, (a, b) in enumerate(zip(one, other, strict=False), 1) if a != b), 0)
    most = max(LONGEST_HASH if hashes else LONGEST, differs or min(len(one), len(other)) + 1)
    return _cut(one, most), _cut(other, most)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _told(value: Any) -> str:
    if value in (None, [], {}):
        return "none"
    match value:
        case list():
            return " + ".join(map(_told, value))
        case dict():
            return ", ".join(f"{name} {_told(each)}" for name, each in value.items())
    return str(value)
