"""Boxes that lie between two spaces of the map, such as roads and walls: declared one by one, or one for each pair."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.rulebook.building.ids import IdTable
from interpreter.rulebook.model import AttributeDatum, Box, BoxGroup, Map, Title
from interpreter.rulebook.source.nodes import YamlList, YamlMapping

NEIGHBOURS = "neighbours"
"""The value of `joins` with which a group has a box for each two spaces that are neighbours."""


def read_joint(item: YamlMapping, board: Map, names: IdTable) -> tuple[str, str] | None:
    """Return the two spaces that a box joins, or None; report others than two neighbours."""
    pair = item.values.get("joins")
    if not isinstance(pair, YamlList):
        return None
    known = [names.check_reference(end, end.data, "space") for end in pair.items]  # a list: both are checked
    if not all(known) or len(known) != 2:
        return None
    first, second = (str(end.data) for end in pair.items)
    if item.get_plain("for") == "seat":
        names.problems.add(
            item.values["for"], "own-joint", "a box that joins two spaces is there once: leave out `for`"
        )
    elif (first, second) not in board.edges and (second, first) not in board.edges:
        message = f"`{first}` and `{second}` aren't neighbours: a box joins two spaces that are connected in map.yaml"
        names.problems.add(pair, "no-neighbours", message)
    else:
        return first, second
    return None


def joints_of_groups(node: YamlMapping, groups: tuple[BoxGroup, ...], board: Map, names: IdTable) -> Iterator[Box]:
    """Yield the boxes of groups that have one for each two neighbours, and declare their ids."""
    titles = {space.id: space.title for space in board.spaces}
    order = {space.id: at for at, space in enumerate(board.spaces)}
    edges = (edge for edge in board.edges if order.keys() >= {*edge})
    pairs = sorted({(min(edge, key=order.__getitem__), max(edge, key=order.__getitem__)) for edge in edges},
                   key=lambda pair: (order[pair[0]], order[pair[1]]))  # fmt: skip
    for key, spec in node.section("groups").entries():
        group = next((each for each in groups if each.id == key.data), None)
        if group is None or not isinstance(spec, YamlMapping) or spec.get_plain("joins") != NEIGHBOURS:
            continue
        values: dict[str, AttributeDatum] = {}
        for name, attribute in group.attributes.items():
            if attribute.kind != "flag" and not attribute.optional:
                message = (
                    f"boxes between neighbours have no `{name}`: add `optional: true`, or list each box with `joins`"
                )
                names.problems.add(spec.find(["attributes"]).find([name]), "missing-field", message)
            values[name] = False if attribute.kind == "flag" else None
        for start, end in pairs:
            box_id = f"{start}_{end}"
            names.declare("box", spec.keys["joins"], None, box_id)
            title = joined_title(titles[start], titles[end])
            yield Box(box_id, title, spec.where, None, False, group.id, dict(values), (start, end))


def joined_title(one: Title, other: Title) -> Title:
    """Return the titles of two spaces with a dash, by language."""
    languages = {**one, **other}
    return {lang: f"{one.get(lang, one['en'])}–{other.get(lang, other['en'])}" for lang in languages}
