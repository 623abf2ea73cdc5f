"""Searches of maps by both backends, and by networkx."""

from __future__ import annotations

from random import Random
from typing import Any

import networkx as nx
import pytest

from interpreter.language.ir.types import NUMBER
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
        function_of((spaces,), apply(operation, spaces, beside))
        for operation in (Operation.LARGEST_GROUP, Operation.GROUP_COUNT, Operation.SURROUNDINGS)
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
    assert len(searches.largest_group(spaces, beside)) == max(map(len, parts), default=0)
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
