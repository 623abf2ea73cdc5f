"""The worth of cards and other things, as the last `cahier impact GAME --json GAME/impact.json` found it."""

from __future__ import annotations

import json
import os
from typing import Any

from interpreter.rulebook.model import Rulebook

STORED = "impact.json"
"""Name of the file in a game's folder."""
MOST_BYTES = 5_000_000


def stored_worths(book: Rulebook) -> dict[str, str]:
    """Return what the stored document says about each thing, by its id; nothing if there is none that can be read.

    A result of other rules than those shown says so.
    """
    document = _read(os.path.join(book.folder, STORED))
    if not isinstance(document, dict) or document.get("game") != book.id or document.get("variants"):
        return {}
    of = "last impact" if document.get("digest") == book.digest else "impact of earlier rules"
    things = [thing for part in ("cards", "things") for thing in _items(document.get(part))]
    found = {str(thing.get("id")): _worth(thing) for thing in things}
    return {thing_id: f"{worth}, {of}" for thing_id, worth in found.items() if worth is not None}


def _worth(thing: dict[str, Any]) -> str | None:
    """Return the points that count, with their interval; None without results."""
    counted = thing.get("counted")
    points = thing.get("points")
    interval = thing.get("holder") if counted == "holder" else points.get(counted) if isinstance(points, dict) else None
    if not isinstance(interval, dict):
        return None
    values = [interval.get(name) for name in ("points", "low", "high")]
    if not all(isinstance(value, int | float) for value in values):
        return None
    middle, low, high = values
    return f"worth {middle:+.1f} points ({low:.1f} to {high:.1f})"


def _items(part: object) -> list[dict[str, Any]]:
    return [each for each in part if isinstance(each, dict)] if isinstance(part, list) else []


def _read(path: str) -> object:
    """Return the content of a JSON file in a game's folder; None if it can't be read, or is a link or too large."""
    try:
        if os.path.islink(path) or os.path.getsize(path) > MOST_BYTES:
            return None
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError, RecursionError):
        return None
