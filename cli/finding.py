"""Things looked up by their names, or by the beginning of one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

MOST_NAMED = 8
"""Candidates that are named when it is not clear which one is meant."""


def meant(wanted: str, names: Mapping[str, Collection[str]]) -> list[str]:
    """The ids of the things of which one name is `wanted`, or else begins so, or else has a word that begins so.

    Neither capitals nor accents matter.
    """
    wanted = _plain(wanted)
    if not wanted:
        return []
    known = {id: [_plain(name) for name in each] for id, each in names.items()}
    exact = [id for id, each in known.items() if wanted in each]
    begun = [id for id, each in known.items() if any(name.startswith(wanted) for name in each)]
    inside = re.compile(rf"\b{re.escape(wanted)}")
    return exact or begun or [id for id, each in known.items() if any(inside.search(name) for name in each)]


def candidates(wanted: str, names: Mapping[str, Collection[str]]) -> list[str]:
    """As `meant`, but of several things with exactly this name only the first."""
    found = meant(wanted, names)
    exact = [id for id in found if _plain(wanted) in map(_plain, names[id])]
    return exact[:1] or found


def by_title(found: Sequence[str], called: Callable[[str], str]) -> dict[str, str]:
    """The first of the things with each title: copies of a card are one."""
    things: dict[str, str] = {}
    for id in found:
        things.setdefault(called(id), id)
    return things


def listed(titles: Iterable[str]) -> str:
    """The first of several titles, one after the other."""
    several = [*titles]
    return ", ".join(several[:MOST_NAMED]) + (", …" if len(several) > MOST_NAMED else "")


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.strip())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
