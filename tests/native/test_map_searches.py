"""Searches of maps by both backends, and by networkx."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.language.ir.types import NUMBER
from interpreter.language.layout import MOST_ROUTE_BOXES
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import Constant, Register, apply
from interpreter.rulebook.boards.declared import declared_grid
from interpreter.rulebook.boards.sight import sight_table
from tests.native.test_operations import MANY, Case, compare, function_of

Row = tuple[int, ...]


def graph_of(size: int, seed: int) -> nx.DiGraph[int]:
    graph: nx.DiGraph[int] = nx.gnp_random_graph(size, 2.2 / size, seed, directed=True)
    return graph


def tables_of(graph: nx.DiGraph[int]) -> tuple[tuple[Row, ...], tuple[Row, ...], tuple[Row, ...]]:
    """The spaces that each leads to, those that lead to it, and both."""
    onward, back = (
        tuple(tuple(sorted(way(at))) for at in sorted(graph)) for way in (graph.successors, graph.predecessors)
    )
    return onward, back, tuple(tuple(sorted({*one, *other})) for one, other in zip(onward, back, strict=True))


def some(random: Random, size: int) -> Row:
    return tuple(sorted(random.sample(range(size), random.randint(0, size))))


@pytest.mark.parametrize(("size", "seed"), [(3, 1), (9, 2), (40, 3), (90, 4)])
def test_searches(size: int, seed: int) -> None:
    random, graph = Random(seed), graph_of(size, seed)
    onward, back, beside = map(Constant, tables_of(graph))
    space, spaces, goals, through = Register(NUMBER), Register(MANY), Register(MANY), Register(MANY)
    group = function_of((space, spaces), apply(Operation.GROUP, space, spaces, beside))
    of_set = [
        function_of((spaces,), apply(Operation.LARGEST_GROUP, spaces, Constant(()), beside)),
        function_of((spaces,), apply(Operation.GROUP_COUNT, spaces, beside)),
        function_of((spaces,), apply(Operation.SURROUNDINGS, spaces, beside)),
    ]
    ends = (spaces, goals, through)
    of_ways = [
        function_of(ends, apply(Operation.DISTANCE, *ends, onward)),
        function_of(ends, apply(Operation.SHORTEST_PATH, *ends, onward, back)),
    ]
    cases: list[Case] = []
    for _ in range(12):
        given = some(random, size)
        cases += [(group, (random.randrange(size), given)), *((function, (given,)) for function in of_set)]
        few = tuple(random.sample(range(size), 2))
        cases += [
            (function, (start, some(random, size), some(random, size)[::2]))
            for start in (given, few)
            for function in of_ways
        ]
        cases += [(function, (few[:1], few[1:], some(random, size))) for function in of_ways]
    compare(cases)


Roads = list[tuple[int, int]]
"""The two spaces that each box joins; the boxes are numbered behind the spaces."""
SPACES = 6


def tables_of_roads(roads: Roads, one_way: bool) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """For each place, the places that one gets to from there; for each box, the spaces that it joins."""
    onward: list[list[int]] = [[] for _ in range(SPACES + len(roads))]
    for box, (start, end) in enumerate(roads, SPACES):
        for one, other in ((start, end),) if one_way else ((start, end), (end, start)):
            onward[one].append(box)
            onward[box].append(other)
    return tuple(map(tuple, onward)), ((),) * SPACES + tuple(tuple(sorted(ends)) for ends in roads)


def size_of_largest(spaces: Row, roads: Roads) -> int:
    graph: nx.Graph[int] = nx.Graph(roads)
    graph.add_nodes_from(spaces)
    return max(map(len, nx.connected_components(graph.subgraph(spaces))), default=0)


def test_largest_groups_over_boxes_are_those_of_networkx() -> None:
    from interpreter.language.backends.python.map_searches import largest_group

    random = Random(5)
    roads: Roads = [(0, 1), (1, 0), (0, 1), (0, 1), (2, 3), (3, 4), (4, 5)]
    beside, _ = tables_of_roads(roads, one_way=False)
    spaces, boxes = Register(MANY), Register(MANY)
    over = function_of((spaces, boxes), apply(Operation.LARGEST_GROUP, spaces, boxes, Constant(beside)))
    cases: list[Case] = []
    for _ in range(30):
        given, taken = some(random, SPACES), some(random, len(roads))
        numbers = tuple(SPACES + at for at in taken)
        cases.append((over, (given, numbers)))
        found = largest_group(given, numbers, beside)
        assert len(found) == size_of_largest(given, [roads[at] for at in taken])
    compare(cases)


def longest_trail(roads: Roads, inside: set[int], one_way: bool) -> int:
    """The most roads that a route can lead over: networkx asks each set of them for an Eulerian path.

    A route only ends at a space that isn't inside, so that each road there has an end of its own.
    """
    split = [tuple((space, 0 if space in inside else at) for space in ends) for at, ends in enumerate(roads, start=1)]
    for size in range(len(roads), 0, -1):
        for some_roads in combinations(split, size):
            graph: nx.Graph[tuple[int, int]] = nx.MultiDiGraph(some_roads) if one_way else nx.MultiGraph(some_roads)
            if nx.has_eulerian_path(graph):
                return size
    return 0


road = st.tuples(st.integers(0, SPACES - 1), st.integers(0, SPACES - 1)).filter(lambda ends: ends[0] != ends[1])


@settings(deadline=None, max_examples=25)
@given(st.lists(road, max_size=8), st.sets(st.integers(0, SPACES - 1)), st.booleans())
def test_longest_routes_are_those_of_networkx(roads: Roads, inside: set[int], one_way: bool) -> None:
    from interpreter.language.backends.python.map_searches import longest_route

    boxes = tuple(range(SPACES, SPACES + len(roads)))
    ones = (1,) * (SPACES + len(roads))
    found = longest_route(boxes, sorted(inside), *tables_of_roads(roads, one_way), ones)
    assert found == longest_trail(roads, inside, one_way)


@pytest.mark.parametrize("one_way", [False, True])
def test_longest_routes_by_both_backends(one_way: bool) -> None:
    random = Random(7)
    pairs = [(one, other) for one in range(SPACES) for other in range(SPACES) if one != other]
    roads = [random.choice(pairs) for _ in range(MOST_ROUTE_BOXES + 3)]
    onward, ends = map(Constant, tables_of_roads(roads, one_way))
    boxes, through = Register(MANY), Register(MANY)
    lengths = Constant(tuple(random.randint(-1, 6) for _ in range(SPACES + len(roads))))
    length = function_of((boxes, through), apply(Operation.LONGEST_ROUTE, boxes, through, onward, ends, lengths))
    every = range(SPACES, SPACES + len(roads))
    cases: list[Case] = [(length, ((), ()))]
    if one_way:  # the other way takes Python long between so few spaces
        cases.append((length, (tuple(every[:MOST_ROUTE_BOXES]), tuple(range(SPACES)))))
    for size in (1, 4, 7, 8, 12):
        cases += [(length, (tuple(sorted(random.sample(every, size))), some(random, SPACES))) for _ in range(6)]
    compare(cases)


@pytest.mark.parametrize("shape", [{"hexes": "rectangle"}, {"triangles": "rectangle"}, {}])
def test_lines_of_sight(shape: dict[str, str]) -> None:
    table, random = sight_table(declared_grid({"columns": 6, "rows": 5, **shape})), Random(5)
    line, start, through = Register(MANY), Register(NUMBER), Register(MANY)
    sees = function_of((line, start, through), apply(Operation.HAS_SIGHT, line, start, through, Constant(table.cells)))
    cases: list[Case] = []
    for _ in range(60):
        one, other = random.randrange(30), random.randrange(30)
        given = table.lines[table.firsts[one] + table.places[other]], table.places[one], some(random, 30)
        cases.append((sees, given))
    compare(cases)


@pytest.mark.parametrize("seed", range(6))
def test_what_networkx_finds(seed: int) -> None:
    from interpreter.language.backends.python import map_searches as searches

    size, random, graph = 14, Random(seed), graph_of(14, seed)
    onward, back, beside = tables_of(graph)
    spaces = some(random, size)
    parts: list[Any] = list(nx.weakly_connected_components(graph.subgraph(spaces)))
    assert searches.group_count(spaces, beside) == len(parts)
    assert len(searches.largest_group(spaces, (), beside)) == max(map(len, parts), default=0)
    for space in range(size):
        assert searches.group(space, spaces, beside) == next((sorted(each) for each in parts if space in each), ())
    for start in range(size):
        for goal in range(size):
            inside = graph.subgraph({*spaces, start, goal})
            distance = searches.distance((start,), (goal,), spaces, onward)
            path = searches.shortest_path((start,), (goal,), spaces, onward, back)
            if not nx.has_path(inside, start, goal):
                assert (distance, path) == (size, ())
                continue
            assert distance == nx.shortest_path_length(inside, start, goal)
            assert list(path) == min(nx.all_shortest_paths(inside, start, goal))
