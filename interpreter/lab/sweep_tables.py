"""Tables of a sweep for CSV files and reports."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.lab.sweep import SweepResult
from interpreter.lab.sweep_document import sweep_document
from interpreter.lab.tables import Cell, DataTable
from interpreter.presentation.names import Names

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
