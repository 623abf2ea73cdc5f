"""What somebody means by a few letters: one of several things that have names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping


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


def only_one(wanted: str, names: Mapping[str, Collection[str]]) -> str | None:
    """What `wanted` means if that is clear: of several things with just this name the first."""
    found = meant(wanted, names)
    exact = [id for id in found if _plain(wanted) in map(_plain, names[id])]
    return exact[0] if exact else found[0] if len(found) == 1 else None


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.strip())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
