"""A reader for the map with its graph, and the boxes beside it."""

from __future__ import annotations

from dataclasses import replace

from interpreter.errors import nearest
from interpreter.rulebook.attributes import read_attributes, read_values
from interpreter.rulebook.doubles import warn_of_doubles
from interpreter.rulebook.grids import COLUMNS, beside, cell_id, cells, neighbours, place_of
from interpreter.rulebook.ids import Ids, as_title, source_of, title_of
from interpreter.rulebook.model import Attribute, Box, BoxGroup, Grid, Map, Noun, Space, Value
from interpreter.rulebook.nodes import Items, Mapping

_SPACE = frozenset({"id", "title", "closed", "at", "source"})
_BOX = frozenset({"id", "title", "for", "group", "source"})


def read_map(node: Mapping | None, grid: Grid | None, names: Ids) -> Map:
    """Return the map; without a file, a map without spaces."""
    noun = noun_of(node.mapping("noun") if node else None, "space", "spaces")
    fields = _SPACE | set(COLUMNS) if grid else _SPACE
    items = [item for item in node.items_of("spaces") if isinstance(item, Mapping)] if node else []
    attributes = read_attributes(node.mapping("attributes") if node else None, fields, names, items)
    warn_of_doubles(items, attributes, names)
    if grid is not None and node is not None:
        return _grid_map(node, grid, items, noun, attributes, names)
    for item in items:
        if "title" not in item.values and not item.damaged and node is not None and not node.damaged:
            meant = nearest("title", item.keys)
            if meant is not None:
                names.problems.add(item.keys[meant], "unknown-field", f"unknown field `{meant}`", suggestion="title")
            else:
                names.problems.add(item, "missing-field", "the field `title` is missing here")
    spaces = [_space(item, item.data["id"], None, attributes, names) for item in items]
    return Map(noun, attributes, tuple(spaces), _edges(node, spaces, names))


def _space(
    item: Mapping, fallback: str, at: tuple[float, float] | None, attributes: dict[str, Attribute], names: Ids
) -> Space:
    where = item.plain("at")
    return Space(
        item.data["id"],
        title_of(item, fallback),
        read_values(item, attributes, _SPACE, names),
        bool(item.plain("closed", False)),
        (float(where[0]), float(where[1])) if where else at,
        source_of(item, names.problems),
        item.values["id"].where,
    )


def _grid_map(
    node: Mapping, grid: Grid, items: list[Mapping], noun: Noun, attributes: dict[str, Attribute], names: Ids
) -> Map:
    """Return a map of a grid's cells, with the declarations of single cells applied."""
    spec = node.values["grid"]
    source = source_of(spec, names.problems) if isinstance(spec, Mapping) else None
    told = {item.data["id"]: item for item in items}
    edges: list[tuple[str, str]] = []
    spaces = []
    for column, row in cells(grid):
        id = cell_id(column, row)
        at = place_of(grid, column, row)
        if id in told:
            space = _space(told.pop(id), id, at, attributes, names)
        else:
            untold: dict[str, Value] = {name: False if own.kind == "flag" else None for name, own in attributes.items()}
            space = Space(id, as_title(None, id), untold, False, at, None, spec.where)
        space = replace(space, attributes=space.attributes | beside(grid, column, row), source=space.source or source)
        spaces.append(space)
        edges += ((id, other) for other in neighbours(grid, column, row))
    for id, item in told.items():
        if "map" not in names.incomplete:
            message = f"the grid has no cell `{id}`: it goes from a1 to {cell_id(grid.columns, grid.rows)}"
            names.problems.add(item.values["id"], "unknown-space", message)
    if len(items) < len(spaces):
        for attribute in attributes.values():
            if attribute.kind != "flag" and not attribute.optional:
                message = f"cells that are not listed have no `{attribute.id}`: say `optional: true`, or list all cells"
                names.problems.add(node.find(["attributes"]).find([attribute.id]), "missing-field", message)
    return Map(noun, attributes, tuple(spaces), tuple(edges), grid)


def noun_of(node: Mapping | None, one: str, many: str) -> Noun:
    """Return the noun that a node gives, or one of these default words."""
    return Noun(node.data["one"], node.data["many"]) if node else Noun(one, many)


def _edges(node: Mapping | None, spaces: list[Space], names: Ids) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    connections = node.mapping("connections") if node else None
    if connections is None:
        return ()
    lines: dict[tuple[str, str], int] = {}
    mentioned: set[str] = set()
    clear = not connections.damaged
    for way in ("two_way", "one_way"):
        for pair in connections.items_of(way):
            ends = pair.items if isinstance(pair, Items) else []
            mentioned.update(end.data for end in ends)
            known = [names.refers(end, end.data, "space") for end in ends]  # a list: both are checked
            if not all(known):
                clear = False
                continue
            first, second = (end.data for end in ends)
            if first == second:
                names.problems.add(pair, "self-connection", f"`{first}` is connected to itself")
                clear = False
                continue
            edges = [(first, second), (second, first)] if way == "two_way" else [(first, second)]
            before = next((lines[edge] for edge in edges if edge in lines), None)
            if before is not None:
                message = f"`{first}` and `{second}` are connected already, in line {before}"
                names.problems.add(pair, "connection-twice", message)
                clear = False
            for edge in edges:
                lines.setdefault(edge, pair.line)
            found += edges
    declared = names.of_kind("space")
    for space in spaces:
        if space.id not in mentioned and clear and space.id in declared:
            names.problems.add(declared[space.id].spot, "no-connection", f"`{space.id}` has no connection at all")
    return tuple(found)


def read_groups(node: Mapping | None, names: Ids) -> tuple[BoxGroup, ...]:
    """Return the groups that boxes can belong to."""
    groups = node.mapping("groups") if node else None
    found = []
    for name, spec in groups.values.items() if groups else ():
        assert isinstance(spec, Mapping) and groups is not None and node is not None
        boxes = [box for box in node.items_of("boxes") if isinstance(box, Mapping) and box.plain("group") == name]
        attributes = read_attributes(spec.mapping("attributes"), _BOX, names, boxes)
        noun = Noun(spec.data["one"], spec.data["many"])
        found.append(BoxGroup(name, noun, attributes, groups.keys[name].where))
    return tuple(found)


def read_boxes(node: Mapping | None, groups: tuple[BoxGroup, ...], names: Ids) -> tuple[Box, ...]:
    """Return the boxes beside the map."""
    by_id = {group.id: group for group in groups}
    items = [item for item in node.items_of("boxes") if isinstance(item, Mapping)] if node else []
    for group in groups:
        warn_of_doubles([item for item in items if item.plain("group") == group.id], group.attributes, names)
    found = []
    for item in items:
        per_seat = item.plain("for") == "seat"
        own = item.plain("group")
        if own is not None and not names.refers(item.values["group"], own, "group"):
            own = None
        attributes = by_id[own].attributes if own in by_id else {}
        if item.plain("group") is None or own is not None:
            values = read_values(item, attributes, _BOX, names, own_boxes=per_seat)
        else:
            values = {}
        source = source_of(item, names.problems)
        name = item.data["id"]
        found.append(Box(name, title_of(item, name), per_seat, own, values, source, item.values["id"].where))
    return tuple(found)
