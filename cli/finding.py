"""Look-up of things by name, or by the beginning of a name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

MOST_NAMED = 8
"""Maximum number of candidates that are listed for an ambiguous name."""


def find_matches(wanted: str, names: Mapping[str, Collection[str]]) -> list[str]:
    """Return the ids of the things that a text may name.

    A name that equals `wanted` comes first, else names that begin with it, else names with a word that begins with it.
    Case and accents don't matter.
    """
    wanted = _normalise(wanted)
    if not wanted:
        return []
    known = {thing_id: [_normalise(name) for name in each] for thing_id, each in names.items()}
    exact = [id for id, each in known.items() if wanted in each]
    begun = [id for id, each in known.items() if any(name.startswith(wanted) for name in each)]
    inside = re.compile(rf"\b{re.escape(wanted)}")
    return exact or begun or [id for id, each in known.items() if any(inside.search(name) for name in each)]


def find_best_matches(wanted: str, names: Mapping[str, Collection[str]]) -> list[str]:
    """Return ids as `find_matches` does, but only the first of several things with exactly this name."""
    found = find_matches(wanted, names)
    exact = [thing_id for thing_id in found if _normalise(wanted) in map(_normalise, names[thing_id])]
    return exact[:1] or found


def pick_first_by_title(found: Sequence[str], called: Callable[[str], str]) -> dict[str, str]:
    """Return the id of the first thing with each title; copies of a card count as one."""
    things: dict[str, str] = {}
    for thing_id in found:
        things.setdefault(called(thing_id), thing_id)
    return things


def join_titles(titles: Iterable[str]) -> str:
    """Join the first titles with commas."""
    several = [*titles]
    return ", ".join(several[:MOST_NAMED]) + (", …" if len(several) > MOST_NAMED else "")


def _normalise(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.strip())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
