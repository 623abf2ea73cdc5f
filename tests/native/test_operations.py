"""Every operation, on boundary values: Python's backend and machine code give the same results.

Machine code stops if Python raises; it may also stop at large numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

import pytest

from interpreter.language.backends.python.helpers import card_functions
from interpreter.language.backends.wasm.runtime import cards
from interpreter.language.execution.subset_numbers import SubsetNumbering
from interpreter.language.ir.types import CARDS, NUMBER, Type
from interpreter.language.layout import MAX_LIST_LENGTH, MAX_NUMBER
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import RuntimeCall
from interpreter.language.lowered.operations import Operation, ValueKind
from interpreter.language.lowered.values import (
    NOTHING,
    AnyMember,
    Apply,
    Cell,
    Comprehension,
    ConditionalValue,
    Conjunction,
    Constant,
    Disjunction,
    OrElse,
    Register,
    Value,
    ZoneCards,
    apply,
    negation,
    number,
)
from interpreter.rulebook.boards.declared import declared_grid
from tests.language.cases import SAMPLE
from tests.loaded import game_of
from tests.native.comparing import only_some
from tests.native.functions import STOPPED, Functions

NUMBERS = (0, 1, -1, 2, 7, 63, 64, -64, 2**31, -(2**31) - 1, MAX_NUMBER - 1, MAX_NUMBER, -MAX_NUMBER, 2**53 - 1)
LISTS: tuple[tuple[Any, ...], ...] = (
    (),
    (0,),
    (7,),
    (5, 5, 5),
    (3, 1, 2, 2, 1, 3),
    (-1, -5, 7, -5),
    (63, 64, 0),
    (MAX_NUMBER - 1, MAX_NUMBER - 1, 1 - MAX_NUMBER),
    tuple(range(64)),
    tuple(range(MAX_LIST_LENGTH - 1)),
    tuple(range(MAX_LIST_LENGTH, 0, -1)),
)
THINGS = (0, 2, 63, 64, -1, None)
ROWS = (frozenset[int](), frozenset({0}), frozenset({1, 2, 63, 64}), frozenset(range(5)))
LARGE = 2**31
MANY = Type("number", many=True)
SPACES, CARD_COUNT, ZONES, SEATS = 5, 9, 8, 2
BOARD = declared_grid({"columns": 4, "rows": 3})
WRAPPED = declared_grid({"columns": 4, "rows": 3, "wrap": "both"})
STEPS, ROUND = (
    tuple(-1 if to is None else to for axis in grid.axes for way in axis for to in grid.steps[way])
    for grid in (BOARD, WRAPPED)
)

GIVEN: dict[Operation, Sequence[Sequence[Any]]] = {
    Operation.TOTAL_OF_HIGHEST: (LISTS, (-3, 0, 1, 2, 5, 100)),
    Operation.TOTAL_OF_LOWEST: (LISTS, (-3, 0, 1, 2, 5, 100)),
    Operation.LONGEST_LINE: (
        ((), (0,), (0, 1, 2), (3, 7, 11, 2, 5), (2, 5, 8), tuple(range(12))),
        range(12),
        (STEPS, ROUND),
        (12,),
    ),
    Operation.LONGEST_RUN: (
        ((), (0,), (8,), (3, 2, 1, 0), (0, 1, 6, 5, 4), (7, 7, 0), tuple(range(CARD_COUNT))),
        ((1, 2, 3, 4, 6, 7, 8, 8, 0), (0,) * CARD_COUNT, tuple(range(CARD_COUNT)), (5, 1, 5, 2, 9, 3, 10, 4, 0)),
    ),
    Operation.IN_ORDER: (((), (3,), (0, 1, 2, 3), (2, 0, 2, 3)), (None, 0, 1, 3), (4,)),
    Operation.CARDS_OF: (((), (0,), (0, 6), (6, 0, 1), tuple(range(ZONES))),),
    Operation.DISTINCT: (((), (0,), (7, 8), (8, 0, 7, 8), tuple(range(CARD_COUNT))),),
    Operation.SUBSETS: (
        ((), (4,), (3, 0, 5), (5, 2, 3, 0, 1)),
        ((), (7, 7, 7, 7, 7), (1, 2, 1, 1, 2)),
        (-1, 0, 1, 2, 9),
        (-1, 0, 1, 3, 9),
        (SubsetNumbering(6, 6).table, SubsetNumbering(6, 2).table),
    ),
    Operation.SUBSET_MEMBERS: (range(22), (SubsetNumbering(6, 6).table, SubsetNumbering(6, 2).table)),
    Operation.ROOM_LEFT: ((0, 1, 2), range(SPACES + 3), (None, 0, 1)),
    Operation.PIECE_ON: (((), (0,), (0, 10), (5, 0, 20)), range(SPACES)),
    Operation.RANDOM_INDEX: (((), (0,), (0, 0), (3,), (1, 0, 5), (0, 2, 2, 0), (0, 0, 900, 1)),),
    Operation.WOULD_CHANGE: ((None,), (0,), (-1,)),
    Operation.SPAN: ((-3, 0, 5), (-4, -3, 0, 7, MAX_LIST_LENGTH - 4, MAX_LIST_LENGTH + 5, MAX_NUMBER)),
    Operation.NOT: ((True, False),),
    Operation.OR_ZERO: ((*NUMBERS, None),),
    Operation.EQUAL: ((*NUMBERS, None), (*NUMBERS, None)),
    Operation.IS_NOTHING: (THINGS,),
    Operation.SINGLE: (THINGS,),
    Operation.SINGLE_OR_NONE: (THINGS,),
    Operation.CONTAINS: (THINGS, (*LISTS, (None, 2))),
    Operation.WITHOUT: ((*LISTS, (1, None, 2, None)), THINGS),
    Operation.WITH: (LISTS, THINGS),
    Operation.UNIQUE: ((*LISTS, (None, 1, None)),),
    Operation.HAS_BIT: ((0, 5, -1, 2**62 + 1), THINGS),
    Operation.TOTAL_OF_COUNTED: ((0, 0x7, 0x2301, 0x1F00A), (-3, 0, 1, 4, 100), (9, -2), (-1, 1), (4, 8)),
}
"""Arguments for operations that do not accept every value."""
ELSEWHERE = {
    Operation.COUNT_COMMON, Operation.ANY_COMMON, Operation.ITEM, Operation.RECORDED, Operation.GROUP,
    Operation.LARGEST_GROUP, Operation.GROUP_COUNT, Operation.SURROUNDINGS, Operation.DISTANCE, Operation.SHORTEST_PATH,
    Operation.BEST_HAND, Operation.TIMES_SEEN, Operation.HAS_SIGHT, Operation.CALL_COUNT,
    Operation.LONGEST_ROUTE,
}  # fmt: skip
QUICK, MANY_CASES = 80, 800
"""Cases of one operation that are tried in every run, and as parts."""
GROUPS = 5
"""Operations are tried together, as a game is compiled for each test."""
BEGINNINGS = {Operation.UP_TO, Operation.BEFORE}
"""Operations on a list and one of its things, or nothing."""
PAIRS = {Operation.BEST_HIGHEST, Operation.BEST_LOWEST}


def tried(operation: Operation) -> Iterator[tuple[Any, ...]]:
    """Arguments of an operation."""
    if operation in PAIRS:
        for things in LISTS:
            for worth in (things, things[::-1], tuple(each % 3 for each in things), (4,) * len(things)):
                yield things, worth
        return
    if operation is Operation.BEGINNINGS:
        for things in LISTS:
            for size in (1, 3, len(things) or 1):
                lengths = (0, *(min(size, len(things) - at) for at in range(0, len(things), size)))
                for ends in (tuple(each % 3 == 1 for each in things), (0,) * len(things)):
                    yield from ((things, lengths, tuple(map(int, ends)), included) for included in (0, 1))
        return
    if operation in BEGINNINGS:
        yield from ((things, thing) for things in LISTS for thing in (*things, None))
        return
    usual = {ValueKind.NUMBER: NUMBERS, ValueKind.LIST: LISTS, ValueKind.ANY: THINGS, ValueKind.TRUTH: (True, False)}
    yield from product(*(GIVEN.get(operation) or [usual[kind] for kind in operation.argument_kinds]))


def type_of(argument: Any) -> Type:
    return MANY if isinstance(argument, tuple) else NUMBER


def forms(operation: Operation, arguments: tuple[Any, ...]) -> Iterator[tuple[tuple[Register, ...], Value]]:
    """Ways to write the operation: of what is known only later, of constants, of lists that need not be made."""
    registers = tuple(Register(type_of(argument)) for argument in arguments)
    constants = [Constant(argument) for argument in arguments]
    yield registers, Apply(operation, registers)
    yield registers, Apply(operation, tuple(map(gone_through, registers)))
    yield registers, Apply(operation, tuple(map(copied, registers)))
    if sum(len(each) if isinstance(each, tuple) else 1 for each in arguments) < MAX_LIST_LENGTH / 2:
        yield registers, Apply(operation, tuple(constants))
        yield registers, Apply(operation, tuple(map(gone_through, constants)))
        yield registers, Apply(operation, (registers[:1] + tuple(constants[1:])))


def gone_through(value: Value) -> Value:
    """A list as one that is made of another."""
    if (isinstance(value, Register) and value.type.many) or (
        isinstance(value, Constant) and isinstance(value.value, tuple)
    ):
        it = Register(NUMBER)
        return Comprehension(it, value, None, it)
    return value


def copied(value: Value) -> Value:
    """A list as a copy, which is used as soon as it is made."""
    return apply(Operation.SNAPSHOT, value) if isinstance(value, Register) and value.type.many else value


def is_large(values: Sequence[Any]) -> bool:
    flat = [each for value in values for each in (value if isinstance(value, tuple) else (value,))]
    return any(isinstance(each, int) and abs(each) >= LARGE for each in flat)


Case = tuple[Function, tuple[Any, ...]]


def compare(cases: Sequence[Case]) -> None:
    """Carries out functions on their arguments by both backends."""
    lists = {each for _, arguments in cases for each in arguments if isinstance(each, tuple)}
    different = {id(function): function for function, _ in cases}
    functions = Functions(game_of(SAMPLE), list(different.values()), list(lists))
    numbers = {key: at for at, key in enumerate(different)}
    for function, arguments in cases:
        at = numbers[id(function)]
        python = functions.by_python(at, arguments)
        machine = functions.by_machine(at, arguments, many=isinstance(python[0], tuple))
        if machine[0] == STOPPED and is_large((*arguments, *parts_of(function), python[0])):
            continue
        assert machine == python, f"{function.result} of {arguments}"[:2_000]


def parts_of(function: Function) -> list[Any]:
    assert function.result is not None
    return [part.value for part in parts_within(function.result) if isinstance(part, Constant)]


def parts_within(value: Value) -> Iterator[Value]:
    yield value
    for part in value.parts:
        yield from parts_within(part)


def function_of(parameters: tuple[Register, ...], value: Value) -> Function:
    return Function("a test", parameters, (), value)


@pytest.mark.parts
@pytest.mark.parametrize("group", range(GROUPS))
def test_operations(group: int) -> None:
    operations = [each for each in Operation if each not in ELSEWHERE]
    compare([case for operation in operations[group::GROUPS] for case in some(cases_of(operation), QUICK)])


@pytest.mark.parts
@pytest.mark.parametrize("group", range(GROUPS))
def test_many_cases_of_operations(group: int) -> None:
    operations = [each for each in Operation if each not in ELSEWHERE]
    compare([case for operation in operations[group::GROUPS] for case in some(cases_of(operation), MANY_CASES)])


def some(cases: list[Case], most: int) -> list[Case]:
    """All cases, or every fifth or seventh: the forms come round every six, so that all of them are among those."""
    return cases if len(cases) <= most else cases[:: 7 if len(cases) > 4 * most else 5]


def cases_of(operation: Operation) -> list[Case]:
    cases: list[Case] = []
    general: list[Function] = []
    for arguments in tried(operation):
        written = list(forms(operation, arguments))
        if not general:
            general = [function_of(*form) for form in written[:3]]
        cases += [(function, arguments) for function in general]
        cases += [(function_of(*form), arguments) for form in written[3:]]
    return cases


@cache
def beginning() -> tuple[int, int, int]:
    game = game_of(SAMPLE)
    symbols = game.program.symbols
    return symbols.space_count, symbols.zone_count, len(game.rulebook.cards)


def test_the_sample_is_as_it_is_taken_to_be() -> None:
    assert beginning() == (SPACES, ZONES, CARD_COUNT)


def test_both_runtimes_have_the_functions_of_instructions() -> None:
    in_python = card_functions(game_of(SAMPLE).program.symbols)
    for kind in RuntimeCall.__subclasses__():
        has_variant = ("to_bottom", "bool") in kind.fields_declared("bool")
        for name in (kind.function, *([f"{kind.function}_under"] if has_variant else [])):
            assert name in in_python and hasattr(cards, name)


def test_rows_of_tables() -> None:
    """Neighbours in a list, or in a part of all spaces that is never made."""
    cases: list[Case] = []
    at, given, it = Register(NUMBER), Register(MANY), Register(NUMBER)
    spaces = Constant(tuple(range(SPACES)))
    part = Comprehension(it, spaces, apply(Operation.GREATER, it, at), it)
    lists: tuple[Value, ...] = (
        given,
        spaces,
        part,
        Comprehension(it, spaces, None, it),
        Comprehension(it, given, apply(Operation.LESS, it, at), it),
    )
    for operation, (which, row), things in product(
        (Operation.COUNT_COMMON, Operation.ANY_COMMON), enumerate(ROWS), lists
    ):
        firsts: list[Value] = [Constant(row), apply(Operation.ITEM, Constant(ROWS), at)]
        for first in firsts:
            if things in (part, lists[3]) and not row <= set(range(SPACES)):  # rows of spaces can only contain spaces
                continue
            function = function_of((at, given), apply(operation, first, things))
            cases += [(function, (which, members)) for members in LISTS]
    compare(cases)


def test_items() -> None:
    at, given = Register(NUMBER), Register(MANY)
    cases: list[Case] = []
    for things in LISTS:
        for place in {0, 1, len(things) - 1} & set(range(len(things))):
            cases.append((function_of((at, given), apply(Operation.ITEM, given, at)), (place, things)))
            cases.append((function_of((at, given), apply(Operation.ITEM, given, number(place))), (place, things)))
            cases.append((function_of((at, given), apply(Operation.ITEM, Constant(things), at)), (place, things)))
        cases.append((function_of((given,), apply(Operation.ITEM, given, number(-1))), (things,)))
        cases.append((function_of((given,), apply(Operation.ITEM, Constant(things or (1,)), number(-1))), (things,)))
    entries = (3, None, True, -1)
    cases += [(function_of((at,), apply(Operation.ITEM, Constant(entries), at)), (place,)) for place in range(4)]
    lists = ((), (1, 2), (4,))
    cases += [(function_of((at,), apply(Operation.ITEM, Constant(lists), at)), (place,)) for place in range(3)]
    compare(cases)


@pytest.mark.parts
def test_the_highest_and_lowest_of_what_is_printed() -> None:
    """Numbers of little difference are counted in the bits of a word; others, and those that lack one, are sorted."""
    tables = (
        (4, 0, 3, 3, 1),
        (-2, 5, 5, -3, 0),
        (7,) * 5,
        (0, 10, 0, 10, 3),
        (0, 20, 1, 15, 3),
        (-90, 4, 3, 2, 1),
        (0, 2**40, 1, 2, 3),
    )
    cases: list[Case] = []
    above, most, it = Register(NUMBER), Register(NUMBER), Register(NUMBER)
    for entries in tables:
        for places in ((0, 1, 2, 3, 4), (4, 1, 1, 0, 2, 1), (2,) * 15, ()):
            worth = apply(Operation.ITEM, Constant(entries), it)
            for test in (None, apply(Operation.GREATER, it, above)):
                things = Comprehension(it, Constant(places), test, worth)
                for operation in (Operation.TOTAL_OF_HIGHEST, Operation.TOTAL_OF_LOWEST):
                    function = function_of((above, most), apply(operation, things, most))
                    cases += [(function, given) for given in product((-1, 1), (-1, 0, 1, 3, 100))]
    compare(cases)


@pytest.mark.parts
def test_choices_and_lists_that_depend_on_something() -> None:
    a, given, it, other = Register(NUMBER), Register(MANY), Register(NUMBER), Register(NUMBER)
    above = apply(Operation.GREATER, it, a)
    some_above = Comprehension(it, given, above, it)
    chosen = ConditionalValue(given, apply(Operation.LESS, a, number(3)), Constant((9, 9)))
    either = OrElse(some_above, ConditionalValue(Constant(()), apply(Operation.LESS, a, number(0)), given))
    zones = Constant(tuple(range(ZONES)))
    nested = Comprehension(
        it, given, AnyMember(other, some_above.things, apply(Operation.LESS, other, it)), apply(Operation.ADD, it, a)
    )
    deep = Comprehension(other, nested, apply(Operation.CONTAINS, other, given), apply(Operation.NEGATE, other))
    inside = Comprehension(
        it, given, None, apply(Operation.LENGTH, Comprehension(other, given, apply(Operation.AT_LEAST, it, other), it))
    )
    drawn = Comprehension(
        it,
        given,
        apply(Operation.CONTAINS, apply(Operation.RANDOM_MEMBER, given), chosen),
        apply(Operation.RANDOM_MEMBER, given),
    )
    cards = Comprehension(it, apply(Operation.CARDS_OF, zones), apply(Operation.GREATER, it, a), it)
    first_of = Comprehension(
        it,
        given,
        None,
        apply(
            Operation.OR_ZERO,
            apply(Operation.FIRST, Comprehension(other, given, apply(Operation.GREATER, other, it), other)),
        ),
    )
    lists: list[Value] = [
        some_above,
        chosen,
        either,
        nested,
        deep,
        inside,
        drawn,
        cards,
        first_of,
        ZoneCards(number(0)),
        ZoneCards(Cell(0)),
        Comprehension(it, ZoneCards(number(0)), above, it),
        apply(Operation.OPTIONS, ZoneCards(number(0))),
        apply(Operation.UNION, some_above, deep),
        apply(Operation.WITH, nested, a),
        apply(Operation.WITHOUT, nested, a),
        apply(Operation.DISTINCT, apply(Operation.CARDS_OF, zones)),
        apply(
            Operation.BEST_HIGHEST,
            some_above,
            Comprehension(other, given, apply(Operation.GREATER, other, a), apply(Operation.NEGATE, other)),
        ),
        apply(
            Operation.BEST_LOWEST,
            given,
            Comprehension(
                other,
                given,
                None,
                apply(Operation.LENGTH, Comprehension(it, given, apply(Operation.LESS, it, other), it)),
            ),
        ),
        apply(Operation.BEST_HIGHEST, given, drawn),
    ]
    numbers = [
        Operation.LENGTH, Operation.TOTAL, Operation.HIGHEST, Operation.LOWEST, Operation.FIRST, Operation.ONLY,
        Operation.RANDOM_MEMBER, Operation.HAS_ANY,
    ]  # fmt: skip
    values = [*lists]
    for each in lists:
        values += [apply(operation, each) for operation in numbers]
        values += [
            apply(Operation.CONTAINS, a, each),
            apply(Operation.SAME, each, given),
            apply(Operation.SNAPSHOT, each),
        ]
        values += [
            negation(apply(Operation.HAS_ANY, each)),
            apply(Operation.EQUAL, apply(Operation.LENGTH, each), number(0)),
            Conjunction(
                apply(Operation.HAS_ANY, each), Disjunction(apply(Operation.CONTAINS, a, each), above_all(each, a))
            ),
            ConditionalValue(number(1), apply(Operation.HAS_ANY, each), NOTHING),
            apply(Operation.OR_ZERO, ConditionalValue(number(1), above_all(each, a), NOTHING)),
        ]
    small = [each for each in LISTS if len(each) < 100]
    cases = [
        (function, (start, members))
        for function in (function_of((a, given), value) for value in values)
        for start, members in product((-2, 0, 2), small)
    ]
    compare(cases)


def above_all(things: Value, a: Value) -> Value:
    it = Register(CARDS._replace(many=False))
    return negation(AnyMember(it, things, negation(apply(Operation.GREATER, it, a))))


MANY_THINGS = tuple(at * 7919 % 20_000 for at in range(30_000))
"""Each of the first half twice; far too many to look through for each of them."""
ODD_ONES = tuple((-1 - at * 331 % 500) * 70_000 for at in range(60))
"""Large numbers."""
LONG_LISTS: tuple[tuple[int, ...], ...] = (
    MANY_THINGS,
    MANY_THINGS[::-1],
    MANY_THINGS[1:],
    (*ODD_ONES, *MANY_THINGS),
    (*MANY_THINGS, *ODD_ONES),
)


@pytest.mark.parts
@pytest.mark.parametrize(
    "operation",
    only_some(
        [Operation.UNIQUE, Operation.UNION, Operation.SAME, Operation.COUNT_COMMON, Operation.ANY_COMMON],
        (Operation.UNIQUE, Operation.COUNT_COMMON),
    ),
)
def test_long_lists(operation: Operation) -> None:
    """None is looked through again and again, nor is that left to Python."""
    given = tuple(Register(MANY) for _ in operation.argument_kinds)
    function = function_of(given, Apply(operation, given))
    lists = LONG_LISTS[::2]
    if operation is Operation.UNION:
        lists = tuple(each[:25_000] for each in lists)
    if operation in (Operation.COUNT_COMMON, Operation.ANY_COMMON):  # the first one has no repetitions
        rows = tuple(tuple(dict.fromkeys(each)) for each in lists)
        row = Constant(tuple(map(frozenset, rows)))
        at = Register(NUMBER)
        function = function_of((at, given[1]), apply(operation, apply(Operation.ITEM, row, at), given[1]))
        compare([(function, (which, members)) for which in range(len(rows)) for members in lists])
        return
    compare([(function, arguments) for arguments in product(lists, repeat=len(given))])


@pytest.mark.parts
@pytest.mark.parametrize(
    "operation", only_some([Operation.TOTAL_OF_HIGHEST, Operation.TOTAL_OF_LOWEST], (Operation.TOTAL_OF_HIGHEST,))
)
def test_many_of_long_lists(operation: Operation) -> None:
    given, most = Register(MANY), Register(NUMBER)
    function = function_of((given, most), apply(operation, given, most))
    compare([(function, (members, size)) for members in LONG_LISTS for size in (1, 16, 17, 5_000, 29_999, 40_000)])
