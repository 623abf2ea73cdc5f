"""The tables of a sweep."""

from __future__ import annotations

from interpreter.lab.sweep import Swept
from interpreter.lab.sweep_document import document
from interpreter.lab.tables import Cell, Table
from interpreter.presentation.names import Names

BOUNDS = ("low", "high")


def sweep_tables(found: Swept) -> list[Table]:
    """How often each side wins with each value; how games end; how long they are."""
    points, names = document(found)["points"], Names(found.sweep.game.rulebook)
    paths = tuple(place.path for place in found.sweep.places)
    shares, reasons, lengths = list[tuple[Cell, ...]](), list[tuple[Cell, ...]](), list[tuple[Cell, ...]]()
    for point in points:
        head = (*(_cell(value) for value in point["values"].values()), point["games"])
        for key, rows in (("wins", shares), ("reasons", reasons)):
            for id, share in point[key].items():
                rows.append((*head, id, names.of(id), *(share[bound] for bound in ("share", *BOUNDS))))
        for id, mean in point["length"].items():
            lengths.append((*head, id, *(mean[bound] for bound in ("mean", *BOUNDS))))
        if not point["wins"]:
            shares.append((*head, None, None, None, None, None))
    columns = (*paths, "games")
    return [
        Table(
            "wins", "Won with each value, alone or with others", (*columns, "winner", "title", "share", *BOUNDS), shares
        ),
        Table("reasons", "How games end with each value", (*columns, "reason", "title", "share", *BOUNDS), reasons),
        Table("length", "How long games are with each value", (*columns, "in", "mean", *BOUNDS), lengths),
    ]


def _cell(value: object) -> Cell:
    return value if isinstance(value, str | int | float | bool) else str(value)
