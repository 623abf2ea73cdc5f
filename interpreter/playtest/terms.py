"""Terms of a run: everything that its results depend on, which excludes its speed and its machines."""

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
"""Beginnings of messages about differences, by fact, in their order."""
ENDINGS = "endings"
"""Fact that the ending of each game is kept."""
HASH = 64
"""Number of digits of a hash."""
LONGEST_HASH, LONGEST = 12, 100
"""Number of characters shown of a hash, and of any other value, unless more are needed to tell two apart."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a run.

    Attributes:
        facts: Everything that the results depend on, as plain data.
        places: The folders of its files, on which nothing depends.
        who: The seats and sides.
    """

    facts: Mapping[str, Any]
    places: Places
    who: Who


def terms_of(
    game: Game, seated: Mapping[str, str], seed: int, endings: bool = False, looker: Looker | None = None
) -> Terms:
    """Return the terms of a run between these players (random ones on seats that are not named).

    `endings`: the ending of each game is kept. `looker`: a probe whose observations are kept.
    """
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
    """Return the data of a probe that its observations depend on; the backend is not part of it."""
    _, name, fields = as_data(looker)
    return {"by": name, **{field: value for field, value in fields.items() if field != "native"}}


def differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> list[str]:
    """Return the differences between two sets of facts, a few words for each."""
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
    """Return texts of two values, shortened only as far as they still differ."""
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
