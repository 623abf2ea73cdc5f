"""Terms of a run: everything that its results depend on, which excludes its speed and its machines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.language.coverage_points import digest_of
from interpreter.matches.match import Game
from interpreter.players.lineup import player_package
from interpreter.playtest.run.observers import Probe, encode_probe
from interpreter.playtest.store.chunk_data import Participants, Places
from interpreter.rulebook.source.files import is_path
from interpreter.support.formats import RESULTS_VERSION

FACT_PHRASES = {
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
    "holders": "that it keeps who held cards is",
}
"""Beginnings of messages about differences, by fact, in their order."""
ENDINGS_FACT = "endings"
"""Fact that the ending of each game is kept."""
HASH_LENGTH = 64
"""Number of digits of a hash."""
MAX_HASH_SHOWN, MAX_VALUE_SHOWN = 12, 100
"""Number of characters shown of a hash, and of any other value, unless more are needed to tell two apart."""


@dataclass(frozen=True, slots=True)
class RunTerms:
    """The terms of a run.

    Attributes:
        facts: Everything that the results depend on, as plain data.
        places: The folders of its files, on which nothing depends.
        participants: The seats and sides.
    """

    facts: Mapping[str, Any]
    places: Places
    participants: Participants


def terms_of(
    game: Game, seated: Mapping[str, str], seed: int, endings: bool = False, probe: Probe | None = None
) -> RunTerms:
    """Return the terms of a run between these players (random ones on seats that are not named).

    `endings`: the ending of each game is kept. `probe`: a probe whose observations are kept.
    """
    book = game.rulebook
    names = {seat: seated.get(seat, "random") for seat in game.seats}
    packages = {name: package for name in names.values() if (package := player_package(name)) is not None}
    facts = {
        "results": RESULTS_VERSION,
        "game": book.id,
        "variants": list(book.variants),
        "players": len(game.seats),
        "rules": book.digest,
        "seated": names,
        **({"packages": packages} if packages else {}),
        "seed": seed,
        **({ENDINGS_FACT: True} if endings else {}),
        **({"looked": _probe_facts(probe)} if probe is not None else {}),
        **({"holders": True} if book.omits else {}),
        **({"covered": digest_of(game.program.code(False).items)} if book.covers else {}),
    }
    return RunTerms(
        facts,
        Places(book.folder, [name for name in book.requested_variants if is_path(name)]),
        Participants.from_game(game),
    )


def _probe_facts(probe: Probe) -> dict[str, Any]:
    """Return the data of a probe that its observations depend on; the backend is not part of it."""
    _, name, fields = encode_probe(probe)
    return {"by": name, **{field: value for field, value in fields.items() if field != "native"}}


def fact_differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> list[str]:
    """Return the differences between two sets of facts, a few words for each."""
    names = [*FACT_PHRASES, *sorted({*there, *here} - set(FACT_PHRASES))]
    changed = [name for name in names if there.get(name) != here.get(name) and name != ENDINGS_FACT]
    if "game" in changed:
        changed = ["game"]
    return [
        f"{FACT_PHRASES.get(name, f'`{name}` is')} {told_there} there, {told_here} here"
        for name in changed
        for told_there, told_here in [_shorten_pair(there.get(name), here.get(name))]
    ]


def _shorten_pair(there: Any, here: Any) -> tuple[str, str]:
    """Return texts of two values, shortened only as far as they still differ."""
    one, other = _describe_value(there), _describe_value(here)
    hashes = all(isinstance(value, str) and len(value) == HASH_LENGTH for value in (there, here))
    differs = next((at for at, (a, b) in enumerate(zip(one, other, strict=False), 1) if a != b), 0)
    most = max(MAX_HASH_SHOWN if hashes else MAX_VALUE_SHOWN, differs or min(len(one), len(other)) + 1)
    return _shorten(one, most), _shorten(other, most)


def _shorten(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _describe_value(value: Any) -> str:
    if value in (None, [], {}):
        return "none"
    match value:
        case list():
            return " + ".join(map(_describe_value, value))
        case dict():
            return ", ".join(f"{name} {_describe_value(each)}" for name, each in value.items())
    return str(value)
