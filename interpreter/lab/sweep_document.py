"""What came of a sweep as plain data, as `sweep --json` gives it."""

from __future__ import annotations

from typing import Any

from interpreter.formats import FORMATS
from interpreter.lab.intervals import Interval
from interpreter.lab.question import POINTS
from interpreter.lab.spots import Spot
from interpreter.lab.sweep import Swept

DIGITS = 4


def document(found: Swept) -> dict[str, Any]:
    """`points` are in the order in which the values were given, the last place changing first."""
    asked, book = found.sweep, found.sweep.game.rulebook
    return {
        "format": FORMATS["sweep"],
        "backend": "native" if found.native else "python",
        "game": book.id,
        "variants": list(book.variants),
        "players": len(asked.game.seats),
        "seated": asked.seated,
        "seed": asked.seed,
        "vary": {place.path: [value.data for value in place.values] for place in asked.places},
        "within": POINTS * asked.reach,
        "games": found.games,
        "most_games": asked.most,
        "seconds": round(found.seconds, 6),
        "aim": _aim(found),
        "points": [_point(spot) for spot in found.spots],
    }


def _aim(found: Swept) -> dict[str, Any] | None:
    aimed = found.aimed
    if aimed is None:
        return None
    return {
        "side": aimed.aim.who,
        "target": round(POINTS * aimed.aim.target, DIGITS),
        "verdict": aimed.verdict,
        "values": [spot.point.values for spot in aimed.found],
        "nearest": [spot.point.values for spot in aimed.around()],
        "undecided": [spot.point.values for spot in aimed.open],
        "settled_after": aimed.settled_after(),
    }


def _point(spot: Spot) -> dict[str, Any]:
    known = spot.known
    return {
        "values": spot.point.values,
        "settings": list(spot.point.settings),
        "games": spot.games,
        "stopped_in": spot.stopped,
        "wins": {who: _share(share) for who, share in spot.shares().items()} if known else {},
        "reasons": {reason: _share(share) for reason, share in spot.reasons().items()} if known else {},
        "length": {key: _interval(mean, "mean") for key, mean in spot.lengths().items()} if known else {},
    }


def _share(share: Interval) -> dict[str, float]:
    return _interval(share, "share")


def _interval(interval: Interval, called: str) -> dict[str, float]:
    bounds = {called: interval.estimate, "low": interval.low, "high": interval.high}
    return {name: round(bound, DIGITS) for name, bound in bounds.items()}
