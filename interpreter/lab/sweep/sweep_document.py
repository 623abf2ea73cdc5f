"""JSON document of a sweep, as written by `sweep --json`.

Tables of a sweep for CSV files and reports.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.lab.compare.question import POINTS
from interpreter.lab.result_tables import Cell, DataTable, rounded_or_none
from interpreter.lab.stats.intervals import Interval
from interpreter.lab.sweep.sweep import SweepResult
from interpreter.lab.sweep.sweep_points import LENGTH_STATISTICS, PointResult
from interpreter.players.lineup import lineup
from interpreter.presentation.names import Names
from interpreter.support.formats import FORMAT_VERSIONS


def sweep_document(found: SweepResult) -> dict[str, Any]:
    """Return the JSON document.

    The points are in the order of the values as given; the last place varies fastest.
    """
    asked, book = found.spec, found.spec.game.rulebook
    return {
        "format": FORMAT_VERSIONS["sweep"],
        **found.backend_use.document(found.native),
        "game": book.id,
        "variants": list(book.variants),
        "players": lineup(asked.game, asked.seated),
        "seated": asked.seated,
        "seed": asked.seed,
        "vary": {place.path: [value.data for value in place.values] for place in asked.places},
        "within": None if asked.has_fixed_size else POINTS * asked.half_width,
        "complete": found.is_complete,
        "games": found.games,
        "most_games": asked.max_games,
        "seconds": round(found.seconds, 6),
        "aim": _aim(found),
        "points": [_point(spot) for spot in found.results],
    }


def _aim(found: SweepResult) -> dict[str, Any] | None:
    aimed = found.target_search
    if aimed is None:
        return None
    return {
        "side": aimed.aim.contender,
        "target": rounded_or_none(POINTS * aimed.aim.target),
        "verdict": aimed.verdict,
        "values": [spot.point.values for spot in aimed.found],
        "nearest": [spot.point.values for spot in aimed.nearest()],
        "undecided": [spot.point.values for spot in aimed.undecided],
        "settled_after": aimed.games_to_verdict(),
        "more_games": aimed.more_games(),
    }


def _point(spot: PointResult) -> dict[str, Any]:
    known = spot.has_results
    return {
        "values": spot.point.values,
        "settings": list(spot.point.settings),
        "games": spot.games,
        "stopped_in": spot.stopped,
        "wins": {who: _share(share) for who, share in spot.shares().items()} if known else {},
        "reasons": {reason: _share(share) for reason, share in spot.reasons().items()} if known else {},
        "length": _lengths(spot) if known else {},
    }


def _lengths(spot: PointResult) -> dict[str, Any]:
    found = spot.lengths()
    return {key: _interval(found[key], "mean") if key in found else None for key in LENGTH_STATISTICS}


def _share(share: Interval) -> dict[str, float | None]:
    return _interval(share, "share")


def _interval(interval: Interval, called: str) -> dict[str, float | None]:
    bounds = {called: interval.estimate, "low": interval.low, "high": interval.high}
    return {name: rounded_or_none(bound) for name, bound in bounds.items()}


BOUNDS = ("low", "high")
WINS = ("stopped in", "winner", "title", "share", *BOUNDS)


def sweep_tables(found: SweepResult) -> list[DataTable]:
    """Return the tables of wins, endings and lengths with each value."""
    points, names = sweep_document(found)["points"], Names(found.spec.game.rulebook)
    paths = tuple(place.path for place in found.spec.places)
    shares, reasons, lengths = list[tuple[Cell, ...]](), list[tuple[Cell, ...]](), list[tuple[Cell, ...]]()
    for point in points:
        head = (*(_cell(value) for value in point["values"].values()), point["games"])
        for who, share in point["wins"].items():
            shares.append((*head, point["stopped_in"], who, names.title_of(who), *_bounds(share, "share")))
        for reason, share in point["reasons"].items():
            title = names.label(reason, names.as_words(reason))
            reasons.append((*head, reason, title, *_bounds(share, "share")))
        for key, mean in point["length"].items():
            if mean is not None:
                lengths.append((*head, key, *_bounds(mean, "mean")))
        if not point["wins"]:
            shares.append((*head, point["stopped_in"], None, None, None, None, None))
    columns = (*paths, "games")
    return [
        DataTable("wins", "Won with each value, alone or with others", (*columns, *WINS), shares),
        DataTable("reasons", "How games end with each value", (*columns, "reason", "title", "share", *BOUNDS), reasons),
        DataTable("length", "How long games are with each value", (*columns, "in", "mean", *BOUNDS), lengths),
    ]


def _bounds(interval: Mapping[str, Cell], called: str) -> tuple[Cell, ...]:
    return tuple(interval[bound] for bound in (called, *BOUNDS))


def _cell(value: object) -> Cell:
    return value if isinstance(value, str | int | float | bool) else str(value)
