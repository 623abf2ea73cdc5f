"""A reader for the map with its graph, and the boxes beside it.

Maps that are declared as a grid: ids, neighbours and built-in attributes of the cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from string import ascii_lowercase

from interpreter.rulebook.building.attributes import read_attributes, read_values, warn_of_duplicates
from interpreter.rulebook.building.ids import IdTable, as_title, declared_source, sourced_fields
from interpreter.rulebook.model import Attribute, AttributeValue, Box, BoxGroup, Grid, Map, NounPair, Space
from interpreter.rulebook.source.nodes import YamlList, YamlMapping
from interpreter.support.errors import closest_match

MOST_CELLS = 5_000
BUILT_IN_ATTRIBUTES = ("column", "row", "left", "right", "above", "below")
"""Built-in attributes of a cell: its column and row as numbers, and the cells beside it."""


def read_grid(node: YamlMapping, names: IdTable) -> Grid | None:
    """Return the grid that a map declares, or None."""
    spec = node.get_mapping("grid")
    if spec is None:
        return None
    columns, rows = spec.get_plain("columns", 1), spec.get_plain("rows", 1)
    if "connections" in node.values:
        message = (
            "the cells are already connected; leave out `connections`, or add `diagonal` to `grid` for the corners"
        )
        names.problems.add(node.keys["connections"], "grid-connections", message)
    if spec.damaged or columns * rows > MOST_CELLS:
        names.incomplete_kinds.add("map")
        if not spec.damaged:
            message = f"{columns:,} x {rows:,} are {columns * rows:,} cells; at most {MOST_CELLS:,} are allowed"
            names.problems.add(node.keys["grid"], "too-many", message)
        columns = rows = 1
    kinds = {name: "number" if name in BUILT_IN_ATTRIBUTES[:2] else "space" for name in BUILT_IN_ATTRIBUTES}
    own = {name: Attribute(name, kind, (), None, kind == "space", spec.where) for name, kind in kinds.items()}
    return Grid(columns, rows, bool(spec.get_plain("diagonal", False)), spec.get_plain("a1") == "bottom", own)


def cells(grid: Grid) -> Iterator[tuple[int, int]]:
    """Yield column and row of each cell, from 1, in reading order: a1, b1, c1 and so on."""
    for row in range(1, grid.rows + 1):
        for column in range(1, grid.columns + 1):
            yield column, row


def cell_id(column: int, row: int) -> str:
    """Return the id of a cell: a letter or more for the column, then the row (a1, z1, aa1)."""
    letters = ""
    while column:
        column, letter = divmod(column - 1, len(ascii_lowercase))
        letters = ascii_lowercase[letter] + letters
    return f"{letters}{row}"


def built_in_values(grid: Grid, column: int, row: int) -> dict[str, AttributeValue]:
    """Return the values of a cell's built-in attributes."""
    down = -1 if grid.upward else 1
    ways = {"left": (-1, 0), "right": (1, 0), "above": (0, -down), "below": (0, down)}
    found: dict[str, AttributeValue] = {"column": column, "row": row}
    for way, (across, along) in ways.items():
        found[way] = cell_id(column + across, row + along) if _inside(grid, column + across, row + along) else None
    return found


def cell_centre(grid: Grid, column: int, row: int) -> tuple[float, float]:
    """Return the centre of a cell on the board, as fractions from the top left."""
    from_top = grid.rows - row if grid.upward else row - 1
    return (column - 0.5) / grid.columns, (from_top + 0.5) / grid.rows


def neighbours(grid: Grid, column: int, row: int) -> Iterator[str]:
    """Yield the ids of a cell's neighbours."""
    for along in (-1, 0, 1):
        for across in (-1, 0, 1):
            near = across == 0 or along == 0 or grid.diagonal
            if (across or along) and near and _inside(grid, column + across, row + along):
                yield cell_id(column + across, row + along)


def _inside(grid: Grid, column: int, row: int) -> bool:
    return 1 <= column <= grid.columns and 1 <= row <= grid.rows


_SPACE = frozenset({"id", "title", "closed", "at", "source"})
_BOX = frozenset({"id", "title", "for", "group", "source"})


def read_map(node: YamlMapping, grid: Grid | None, names: IdTable) -> Map:
    """Return the map; without a file, a map without spaces."""
    noun = noun_of(node, "space")
    fields = _SPACE | set(BUILT_IN_ATTRIBUTES) if grid else _SPACE
    items = node.mappings("spaces")
    attributes = read_attributes(node.section("attributes"), fields, names, items)
    warn_of_duplicates(items, attributes, names)
    if grid is not None:
        return _grid_map(node, grid, items, noun, attributes, names)
    for item in items:
        if "title" not in item.values and not item.damaged and not node.damaged:
            meant = closest_match("title", item.keys)
            if meant is not None:
                names.problems.add(item.keys[meant], "unknown-field", f"unknown field `{meant}`", suggestion="title")
            else:
                names.problems.add(item, "missing-field", "the field `title` is missing here")
    spaces = [_space(item, None, attributes, names) for item in items]
    connections = node.get_mapping("connections")
    return Map(noun, attributes, tuple(spaces), _edges(connections, spaces, names) if connections else ())


def _space(
    item: YamlMapping, at: tuple[float, float] | None, attributes: dict[str, Attribute], names: IdTable
) -> Space:
    where = item.get_plain("at")
    values = read_values(item, attributes, _SPACE, names)  # before the source: it finds misspelt fields
    return Space(
        **sourced_fields(item, names),
        attributes=values,
        closed=bool(item.get_plain("closed", False)),
        at=(float(where[0]), float(where[1])) if where else at,
    )


def _grid_map(
    node: YamlMapping,
    grid: Grid,
    items: list[YamlMapping],
    noun: NounPair,
    attributes: dict[str, Attribute],
    names: IdTable,
) -> Map:
    """Return a map of a grid's cells, with the declarations of single cells applied."""
    spec = node.section("grid")
    source = declared_source(spec, names.problems)
    listed = {item.data["id"]: item for item in items}
    edges: list[tuple[str, str]] = []
    spaces = []
    for column, row in cells(grid):
        space_id = cell_id(column, row)
        at = cell_centre(grid, column, row)
        if space_id in listed:
            space = _space(listed.pop(space_id), at, attributes, names)
        else:
            default_values: dict[str, AttributeValue] = {
                name: False if own.kind == "flag" else None for name, own in attributes.items()
            }
            space = Space(space_id, as_title(None, space_id), spec.where, None, default_values, False, at)
        space = replace(
            space, attributes=space.attributes | built_in_values(grid, column, row), source=space.source or source
        )
        spaces.append(space)
        edges += ((space_id, other) for other in neighbours(grid, column, row))
    for space_id, item in listed.items():
        if "map" not in names.incomplete_kinds:
            message = f"the grid has no cell `{space_id}`: it goes from a1 to {cell_id(grid.columns, grid.rows)}"
            names.problems.add(item.values["id"], "unknown-space", message)
    if len(items) < len(spaces):
        for attribute in attributes.values():
            if attribute.kind != "flag" and not attribute.optional:
                message = f"cells that are not listed have no `{attribute.id}`: add `optional: true`, or list all cells"
                names.problems.add(node.find(["attributes"]).find([attribute.id]), "missing-field", message)
    return Map(noun, attributes, tuple(spaces), tuple(edges), grid)


def noun_of(node: YamlMapping, default: str) -> NounPair:
    """Return the noun that a thing has, or a default word with its regular plural."""
    noun = node.get_plain("noun", {"one": default, "many": f"{default}s"})
    return NounPair(noun["one"], noun["many"])


def _edges(connections: YamlMapping, spaces: list[Space], names: IdTable) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    lines: dict[tuple[str, str], int] = {}
    mentioned: set[str] = set()
    clear = not connections.damaged
    for way in ("two_way", "one_way"):
        for pair in connections.list_items(way):
            ends = pair.items if isinstance(pair, YamlList) else []
            mentioned.update(end.data for end in ends)
            known = [names.check_reference(end, end.data, "space") for end in ends]  # a list: both are checked
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
                message = f"`{first}` and `{second}` are already connected, in line {before}"
                names.problems.add(pair, "connection-twice", message)
                clear = False
            for edge in edges:
                lines.setdefault(edge, pair.line)
            found += edges
    declared = names.of_kind("space")
    for space in spaces if clear else ():
        if space.id not in mentioned and space.id in declared:
            names.problems.add(declared[space.id].spot, "no-connection", f"`{space.id}` has no connection at all")
    return tuple(found)


def read_groups(node: YamlMapping, names: IdTable) -> tuple[BoxGroup, ...]:
    """Return the groups that boxes can belong to."""
    found = []
    for key, spec in node.section("groups").entries():
        assert isinstance(spec, YamlMapping)
        boxes = [box for box in node.mappings("boxes") if box.get_plain("group") == key.data]
        attributes = read_attributes(spec.section("attributes"), _BOX, names, boxes)
        found.append(BoxGroup(key.data, NounPair(spec.data["one"], spec.data["many"]), attributes, key.where))
    return tuple(found)


def read_boxes(node: YamlMapping, groups: tuple[BoxGroup, ...], names: IdTable) -> tuple[Box, ...]:
    """Return the boxes beside the map."""
    columns = {group.id: group.attributes for group in groups}
    items = node.mappings("boxes")
    for group in groups:
        warn_of_duplicates([item for item in items if item.get_plain("group") == group.id], group.attributes, names)
    found = []
    for item in items:
        per_seat = item.get_plain("for") == "seat"
        own = item.get_plain("group")
        values: dict[str, AttributeValue] = {}
        if own is not None and not names.check_reference(item.values["group"], own, "group"):
            own = None
        else:
            values = read_values(item, columns.get(own, {}), _BOX, names, own_boxes=per_seat)
        found.append(Box(**sourced_fields(item, names), per_seat=per_seat, group=own, attributes=values))
    return tuple(found)
