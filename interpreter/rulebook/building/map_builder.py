"""A reader for the map with its graph, or of the cells of a grid, and for the boxes beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from interpreter.rulebook.boards.declared import (
    MOST_CELLS,
    SIZES,
    can_have,
    cell_count,
    declared_grid,
    joined_grid,
    kind_of_board,
    misplacement,
    same_cells,
    wrap_problem,
)
from interpreter.rulebook.boards.grid import Grid
from interpreter.rulebook.boards.joined import BOARD, JoinedGrids
from interpreter.rulebook.boards.squares import SquareGrid
from interpreter.rulebook.building.attributes import read_attributes, read_values, warn_of_duplicates
from interpreter.rulebook.building.ids import IdTable, as_title, declared_source, sourced_fields, title_of
from interpreter.rulebook.building.joints import joints_of_groups, read_joint
from interpreter.rulebook.model import Attribute, AttributeDatum, Box, BoxGroup, Map, NounPair, Space, Title
from interpreter.rulebook.source.nodes import Problems, YamlList, YamlMapping
from interpreter.support.noun_forms import plural_of
from interpreter.support.similar_words import closest_match


def read_grid(node: YamlMapping, names: IdTable) -> Grid | None:
    """Return the grid that a map declares, or None."""
    if "boards" in node.values:
        return _read_boards(node, names)
    spec = node.get_mapping("grid")
    if spec is None:
        return None
    if "connections" in node.values:
        message = "the cells are already connected; leave out `connections`, or add `diagonal` to a `grid` of squares"
        names.problems.add(node.keys["connections"], "grid-connections", message)
    if spec.damaged or not _fields_fit(spec, names.problems):
        names.incomplete_kinds.add("map")
        return declared_grid({})
    if (count := cell_count(spec.data)) > MOST_CELLS:
        names.incomplete_kinds.add("map")
        sides = [f"{spec.data[field]:,}" for field in SIZES[kind_of_board(spec.data)]]
        said = f"{' x '.join(sides)} are" if len(sides) > 1 else f"a side of {sides[0]} makes"
        message = f"{said} {count:,} cells; at most {MOST_CELLS:,} are allowed"
        names.problems.add(node.keys["grid"], "too-many", message)
    return declared_grid(spec.data)


def _read_boards(node: YamlMapping, names: IdTable) -> Grid:
    """Return the boards that a map declares, as one grid."""
    boards, problems = node.mappings("boards"), names.problems
    if "grid" in node.values:
        problems.add(node.keys["grid"], "grid-field", "several `boards` are grids themselves: leave out `grid`")
    fitting = [_fields_fit(item, problems) for item in boards if not item.damaged]  # a list: all are checked
    fits = len(fitting) == len(boards) and all(fitting)
    specs: dict[str, dict[str, object]] = {}
    for item in boards:
        if item.data.get("id") in specs:
            problems.add(item.values["id"], "duplicate-id", f"the id `{item.data['id']}` is used by two boards")
        elif not item.damaged and not same_cells(boards[0].data, item.data):
            problems.add(item, "grid-field", "all boards of a game have cells of the same kind, as the first one has")
            fits = False
        else:
            specs[str(item.data.get("id"))] = item.data
    if fits and (count := sum(map(cell_count, specs.values()))) > MOST_CELLS:
        message = f"the boards together have {count:,} cells; at most {MOST_CELLS:,} are allowed"
        problems.add(node.keys["boards"], "too-many", message)
        fits = False
    if not fits:
        names.incomplete_kinds.add("map")
        return declared_grid({})
    return joined_grid(specs)


def _fields_fit(spec: YamlMapping, problems: Problems) -> bool:
    """Report fields that the kind of a board lacks or can't have; return True if there are none."""
    kind = kind_of_board(spec.data)
    missing = [field for field in SIZES[kind] if field not in spec.data]
    misplaced = [field for field in spec.data if not can_have(kind, field)]
    for field in misplaced:
        problems.add(spec.keys[field], "grid-field", misplacement(kind, field))
    for field in missing if not misplaced else ():
        problems.add(spec, "missing-field", f"the field `{field}` is missing here")
    if missing or misplaced:
        return False
    if message := wrap_problem(spec.data):
        problems.add(spec.values["wrap"], "grid-field", message)
    return not message and _holes_fit(spec, problems) and _leaps_fit(spec, problems)


def _leaps_fit(spec: YamlMapping, problems: Problems) -> bool:
    """Report leaps that lead nowhere; return True if there are none."""
    moves = spec.get_mapping("moves")
    grid = declared_grid(spec.data)
    if moves is None or not isinstance(grid, SquareGrid) or cell_count(spec.data) > MOST_CELLS:
        return True
    idle = [name for name, leaps in grid.leaps.items() if not any(leaps)]
    for name in idle:
        message = f"`{name}` leads from no square of this board to another one: say steps that fit on it, as `[1, 2]`"
        problems.add(moves.values[name], "grid-field", message)
    return not idle


def _holes_fit(spec: YamlMapping, problems: Problems) -> bool:
    """Report cells that are left out and are not there, or all; return True if there are none."""
    grid = declared_grid({key: value for key, value in spec.data.items() if key != "without"})
    known = frozenset(grid.ids) if cell_count(spec.data) <= MOST_CELLS else None
    strange = [item for item in spec.list_items("without") if known is not None and item.data not in known]
    for item in strange:
        message = f"the grid has no cell `{item.data}`: it goes from {grid.ids[0]} to {grid.ids[-1]}"
        problems.add(item, "unknown-space", message)
    is_empty = known is not None and known <= set(spec.data.get("without", ()))
    if is_empty:
        problems.add(spec.values["without"], "empty", "no cell is left")
    return not strange and not is_empty


_SPACE = frozenset({"id", "title", "closed", "at", "source"})
_BOX = frozenset({"id", "title", "for", "group", "joins", "source"})


def read_map(node: YamlMapping, grid: Grid | None, names: IdTable) -> Map:
    """Return the map; without a file, a map without spaces."""
    noun = noun_of(node, "space")
    fields = _SPACE | set(grid.attribute_kinds) if grid else _SPACE
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
    spec = node if "boards" in node.values else node.section("grid")
    source = declared_source(spec, names.problems)
    board_titles = _board_titles(node, grid)
    titles = [cell_title(cell_id, board_titles) for cell_id in grid.ids]
    listed = {item.data["id"]: item for item in items}
    edges: list[tuple[str, str]] = []
    spaces = []
    width, height = grid.size
    for cell, space_id in enumerate(grid.ids):
        x, y = grid.centre(cell)
        at = x / width, y / height
        if space_id in listed:
            space = _space(listed.pop(space_id), at, attributes, names)
        else:
            default_values: dict[str, AttributeDatum] = {
                name: False if own.kind == "flag" else None for name, own in attributes.items()
            }
            space = Space(space_id, titles[cell], spec.where, None, default_values, False, at)
        values = space.attributes | grid.attribute_values(cell)
        spaces.append(replace(space, attributes=values, source=space.source or source))
        edges += ((space_id, grid.ids[other]) for other in grid.neighbours(cell))
    for space_id, item in listed.items():
        if "map" not in names.incomplete_kinds:
            message = f"the grid has no cell `{space_id}`: it goes from {grid.ids[0]} to {grid.ids[-1]}"
            if not space_id[-1:].isdigit():
                message += "; a place beside it is a box, or a board of its own among `boards`"
            if space_id in grid.without:
                message = f"`{space_id}` is one of the cells that the grid is `without`"
            names.problems.add(item.values["id"], "unknown-space", message)
    if len(items) < len(spaces):
        for attribute in attributes.values():
            if attribute.kind != "flag" and not attribute.optional:
                message = f"cells that are not listed have no `{attribute.id}`: add `optional: true`, or list all cells"
                names.problems.add(node.find(["attributes"]).find([attribute.id]), "missing-field", message)
    boards = tuple(str(item.data["id"]) for item in node.mappings("boards") if not item.damaged)
    built_in = {
        name: Attribute(name, kind, boards if kind == "values" else (), None, kind == "space", spec.where)
        for name, kind in grid.attribute_kinds.items()
    }
    for name, title in board_titles.items():
        built_in[BOARD].titles[name] = title["en"]
    if boards and (connections := node.get_mapping("connections")) is not None:
        edges = list(dict.fromkeys((*edges, *_edges(connections, [], names))))
    return Map(noun, attributes, tuple(spaces), tuple(edges), grid, built_in, board_titles)


def _board_titles(node: YamlMapping, grid: Grid) -> dict[str, Title]:
    """Return the titles of several boards by id; empty for a single grid."""
    listed = node.mappings("boards") if isinstance(grid, JoinedGrids) else []
    return {item.data["id"]: title_of(item, item.data["id"]) for item in listed}


def cell_title(cell_id: str, board_titles: Mapping[str, Title]) -> Title:
    """Return the title of a grid's cell; of several boards, it begins with that of its board."""
    board, _, cell = cell_id.rpartition("_")
    if board not in board_titles:
        return as_title(None, cell_id)
    return {language: f"{title} {cell.upper()}" for language, title in board_titles[board].items()}


def noun_of(node: YamlMapping, default: str) -> NounPair:
    """Return the noun that a thing has, or a default word with its regular plural."""
    noun = node.get_plain("noun", {"one": default, "many": plural_of(default)})
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


def read_boxes(node: YamlMapping, groups: tuple[BoxGroup, ...], board: Map, names: IdTable) -> tuple[Box, ...]:
    """Return the boxes beside the map, and those between two spaces."""
    columns = {group.id: group.attributes for group in groups}
    items = node.mappings("boxes")
    for group in groups:
        warn_of_duplicates([item for item in items if item.get_plain("group") == group.id], group.attributes, names)
    found = []
    for item in items:
        per_seat = item.get_plain("for") == "seat"
        own = item.get_plain("group")
        values: dict[str, AttributeDatum] = {}
        if own is not None and not names.check_reference(item.values["group"], own, "group"):
            own = None
        else:
            values = read_values(item, columns.get(own, {}), _BOX, names, own_boxes=per_seat)
        joins = read_joint(item, board, names)
        found.append(Box(**sourced_fields(item, names), per_seat=per_seat, group=own, attributes=values, joins=joins))
    return (*found, *joints_of_groups(node, groups, board, names))
