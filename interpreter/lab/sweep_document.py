"""JSON document of a sweep, as written by `sweep --json`."""

from __future__ import annotations

from typing import Any

from interpreter.formats import FORMATS
from interpreter.lab.intervals import Interval
from interpreter.lab.question import POINTS
from interpreter.lab.spots import LENGTHS, Spot
from interpreter.lab.sweep import Swept
from interpreter.lab.tables import rounded
from interpreter.players.lineup import lineup


def document(found: Swept) -> dict[str, Any]:
    """Return the JSON document.

    The points are in the order of the values as given; the last place varies fastest.
    """
    asked, book = found.sweep, found.sweep.game.rulebook
    return {
        "format": FORMATS["sweep"],
        **found.backend_use.document(found.native),
        "game": book.id,
        "variants": list(book.variants),
        "players": lineup(asked.game, asked.seated),
        "seated": asked.seated,
        "seed": asked.seed,
        "vary": {place.path: [value.data for value in place.values] for place in asked.places},
        "within": None if asked.is_counted else POINTS * asked.reach,
        "complete": found.whole,
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
        "target": rounded(POINTS * aimed.aim.target),
        "verdict": aimed.verdict,
        "values": [spot.point.values for spot in aimed.found],
        "nearest": [spot.point.values for spot in aimed.around()],
        "undecided": [spot.point.values for spot in aimed.open],
        "settled_after": aimed.settled_after(),
        "more_games": aimed.more_games(),
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
        "length": _lengths(spot) if known else {},
    }


def _lengths(spot: Spot) -> dict[str, Any]:
    found = spot.lengths()
    return {key: _interval(found[key], "mean") if key in found else None for key in LENGTHS}


def _share(share: Interval) -> dict[str, float | None]:
    return _interval(share, "share")


def _interval(interval: Interval, called: str) -> dict[str, float | None]:
    bounds = {called: interval.estimate, "low": interval.low, "high": interval.high}
    return {name: rounded(bound) for name, bound in bounds.items()}
