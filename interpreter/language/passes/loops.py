"""Lists in loops: those that are only traversed are never made, and those of an iteration are freed after it.

Loop fusion:

    number of [x for x in z[2] if v[9 + x] > 0]      a `Fold` of LENGTH: a loop that counts
    x in [y + 1 for y in z[2]]                       an `AnyMember`: a loop that ends at the first equal one
    highest of …, only one of …, sum of …            likewise

Operations are also replaced by cheaper ones: the number of neighbours in a filter over all spaces is found by going
through the neighbours, and the n highest of a few different numbers by counting each of them (counting sort).

Region analysis: memory that an iteration allocates and that nothing refers to later is freed after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from interpreter.language.execution.executable import FramedRoutine
from interpreter.language.ir.types import CARDS, NUMBER
from interpreter.language.lowered import instructions as code
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import Body, Instruction, instructions_in, registers_in, with_bodies
from interpreter.language.lowered.operations import Operation, ValueKind
from interpreter.language.lowered.values import (
    TRUE,
    AnyMember,
    Apply,
    Cell,
    Comprehension,
    ConditionalValue,
    Constant,
    Fold,
    LetValue,
    PlayabilityTest,
    Register,
    TermValue,
    Value,
    apply,
    is_expensive,
    is_simple,
    negation,
    number,
    substitute,
    subvalues,
)
from interpreter.language.passes.value_facts import COPIES, ValueFacts, source_of

REDUCTIONS = (Operation.LENGTH, Operation.TOTAL, Operation.HIGHEST, Operation.LOWEST)
"""Operations that need all members of a list, one after the other."""
PICKS = (Operation.FIRST, Operation.ONLY)
"""Operations that may need only some members."""
READERS = {*REDUCTIONS, *PICKS, Operation.HAS_ANY, Operation.CONTAINS}
"""Operations that only read a list, so that it need not be copied."""
Traversal = TypeVar("Traversal", Comprehension, AnyMember, Fold)
BEST = (Operation.BEST_HIGHEST, Operation.BEST_LOWEST)
EXTREMES = (Operation.TOTAL_OF_HIGHEST, Operation.TOTAL_OF_LOWEST)


class LoopFusion:
    """The pass over the values of one game."""

    def __init__(self, known: ValueFacts) -> None:
        self._known = known

    def value(self, value: Value) -> Value:
        """Return a value whose lists are made only where they are needed, each from a constant or a register."""
        return self._with_simple_sources(self._rewritten(value))

    def _rewritten(self, value: Value) -> Value:
        return self._fused(self._simplified(value).map_parts(self._rewritten))

    def _simplified(self, value: Value) -> Value:
        """Return an equal value that evaluates less of its lists."""
        match value:
            case Comprehension() | AnyMember() if (inner := _uncopied(value.things)) is not value.things:
                return value.replace(things=inner)
            case Apply(operation, (*others, things)) if operation in READERS and things is not _uncopied(things):
                return self._simplified(apply(operation, *others, _uncopied(things)))
            case Apply(Operation.GREATER, (Apply(Operation.LENGTH, (things,)), Constant(0))):
                return self._simplified(apply(Operation.HAS_ANY, things))
            case Apply(Operation.EQUAL, (Apply(Operation.LENGTH, (things,)), Constant(0))):
                return negation(self._simplified(apply(Operation.HAS_ANY, things)))
            case Apply(Operation.OPTIONS, (Comprehension() as things,)):
                return self._simplified(things)
            case Apply(Operation.SINGLE, (Constant() as thing,)):
                return Constant((thing.value,))
            case Apply(Operation.COUNT_COMMON, (row, Comprehension() as each)) if self._is_filter_of_spaces(each):
                return apply(Operation.LENGTH, each.replace(things=row))
            case Apply(Operation.ANY_COMMON, (row, Comprehension() as each)) if self._is_filter_of_spaces(each):
                return AnyMember(each.it, row, each.test or TRUE)
            case _:
                return value

    def _fused(self, value: Value) -> Value:
        """Return a value, whose parts are done, with its own operation on a list as a loop."""
        match value:
            case Apply(Operation.LENGTH, (Comprehension() as each,)) if self._known.is_speculatable(each.value):
                return Fold(Operation.LENGTH, each.replace(value=number(0)))
            case Apply(operation, (things,)) if operation in REDUCTIONS and _is_derived(things):
                return Fold(operation, things)
            case Apply(operation, (things,)) if operation in PICKS and self._is_freely_derived(things):
                return Fold(operation, things)
            case Apply(Operation.HAS_ANY, (things,)) if self._is_freely_derived(things):
                if isinstance(things, Comprehension):
                    return AnyMember(things.it, things.things, things.test or TRUE)
                return AnyMember(Register(NUMBER), things, TRUE)
            case Apply(Operation.CONTAINS, (thing, things)) if self._is_freely_derived(things):
                return self._search(thing, things)
            case Apply(operation, (things, Comprehension() as numbers)) if operation in BEST and (
                _is_in_step(things, numbers) and self._known.is_speculatable(things)
            ):
                return Fold(operation, numbers)
            case Apply(operation, (things, count)) if operation in EXTREMES and self._known.is_speculatable(things):
                return self._total_of_extremes(operation, things, count)
            case AnyMember(it, things, test) if not (self._known.is_speculatable(value) or is_expensive(test)):
                passing = Fold(Operation.LENGTH, Comprehension(it, things, test, number(0)))
                return apply(Operation.GREATER, passing, number(0))
            case _:
                return value

    def _is_filter_of_spaces(self, each: Comprehension) -> bool:
        """Return True if a list is a filter over all spaces that need not be evaluated for each of them."""
        spaces = Constant(tuple(range(self._known.game.counts["space"])))
        return each.value is each.it and each.things == spaces and self._known.is_speculatable(each)

    def _is_freely_derived(self, things: Value) -> bool:
        return _is_derived(things) and self._known.is_speculatable(things)

    def _search(self, thing: Value, things: Value) -> Value:
        """Return the test whether a list contains a thing, which is evaluated once."""
        it, sought = Register(NUMBER), thing if is_simple(thing) else Register(NUMBER)
        found = AnyMember(it, things, apply(Operation.EQUAL, it, sought))
        return LetValue(sought, thing, found) if isinstance(sought, Register) and sought is not thing else found

    def _total_of_extremes(self, operation: Operation, things: Value, count: Value) -> Value:
        """Return the sum of the n highest or lowest numbers of a list, which is not evaluated if n is 0."""
        most = Register(NUMBER)
        total = self._counted_total(operation, things, most) or apply(operation, things, most)
        return LetValue(most, count, ConditionalValue(number(0), apply(Operation.AT_MOST, most, number(0)), total))

    def _counted_total(self, operation: Operation, things: Value, most: Register) -> Value | None:
        """Return the sum for numbers printed on cards or written for places; None if their counts don't fit a word."""
        match things:
            case Comprehension(value=Apply(Operation.ITEM, (Constant(tuple() as printed), at))) if all(
                type(each) is int for each in printed
            ):
                low, high = min(printed), max(printed)
            case _:
                return None
        width = self._known.max_length(things).bit_length()
        if width * (high - low + 1) >= 63:
            return None
        first, step = (high, -1) if operation is Operation.TOTAL_OF_HIGHEST else (low, 1)
        ones = tuple(1 << width * abs(each - first) for each in printed)
        counts = Fold(Operation.TOTAL, things.replace(value=apply(Operation.ITEM, Constant(ones), at)))
        return apply(Operation.TOTAL_OF_COUNTED, counts, most, number(first), number(step), number(width))

    # -- the lists that are made

    def _with_simple_sources(self, value: Value) -> Value:
        """Return a value in which each list is made from a constant or register, whose length bounds its own."""
        match value:
            case Fold(operation, Comprehension() as numbers) if operation in BEST:
                source, made = self._simple_source(numbers)
                return _bound(source, Fold(operation, made))
            case Comprehension():
                return _bound(*self._simple_source(value))
            case AnyMember():
                return self._traversed(value)
            case Fold():
                return self._traversed(value)
            case _:
                return value.map_parts(self._with_simple_sources)

    def _simple_source(self, made: Comprehension) -> tuple[tuple[Register, Value] | None, Comprehension]:
        source = source_of(made)
        if isinstance(source, Constant):
            return None, self._traversed(made)
        register = Register(CARDS)
        return (register, self._with_simple_sources(source)), self._traversed(_with_source(made, register))

    def _traversed(self, value: Traversal) -> Traversal:
        """Return a value whose list is traversed, with simple sources of all lists that are made in it."""

        def changed(part: Value) -> Value:
            if part is value.things and isinstance(part, Comprehension):
                return self._traversed(part)
            return self._with_simple_sources(part)

        return value.map_parts(changed)


def _bound(source: tuple[Register, Value] | None, value: Value) -> Value:
    return value if source is None else LetValue(*source, value)


def _uncopied(things: Value) -> Value:
    """Return the list of which a list is a copy."""
    while isinstance(things, Apply) and things.operation in COPIES:
        (things,) = things.arguments
    return things


def _is_derived(things: Value) -> bool:
    """Return True if a list can be traversed without being made."""
    if isinstance(things, Apply):
        return things.operation in (Operation.CARDS_OF, Operation.SINGLE_OR_NONE)
    return isinstance(things, Comprehension)


def _with_source(things: Comprehension, source: Register) -> Comprehension:
    """Return the same list made from another source."""
    inner = things.things
    return things.replace(things=_with_source(inner, source) if isinstance(inner, Comprehension) else source)


def _is_in_step(things: Value, numbers: Comprehension) -> bool:
    """Return True if numbers belong to the members of a list, in order, so that only they need to be evaluated."""
    if isinstance(things, Comprehension):
        if things.value is not things.it or things.things != numbers.things:
            return False
        return things.test == (None if numbers.test is None else substitute(numbers.test, {numbers.it: things.it}))
    return numbers.test is None and numbers.things == things


ALLOCATORS = {
    *(operation for operation in Operation if operation.result_kind is ValueKind.LIST),
    Operation.TOTAL_OF_HIGHEST,
    Operation.TOTAL_OF_LOWEST,
    Operation.WOULD_CHANGE,
}
"""Operations that allocate lists, if only for a while."""


def allocates(value: Value) -> bool:
    """Return True if evaluating a value may allocate a list."""
    match value:
        case Comprehension() | TermValue() | PlayabilityTest() | Fold(Operation.BEST_HIGHEST | Operation.BEST_LOWEST):
            return True
        case Apply(operation) if operation in ALLOCATORS:
            return True
        case Fold(_, things) | AnyMember(_, things):
            each, source = traversed_values(things)
            return any(map(allocates, (*each, source, *(value.scoped_values if isinstance(value, AnyMember) else ()))))
        case _:
            return any(map(allocates, value.parts))


def traversed_values(things: Value) -> tuple[list[Value], Value]:
    """Return the values that the traversal of a list evaluates for each member, and the one evaluated before it."""
    match things:
        case Comprehension():
            each, source = traversed_values(things.things)
            return [*things.scoped_values, *each], source
        case Apply(Operation.CARDS_OF, (zones,)):
            return traversed_values(zones)
        case Apply(Operation.SINGLE_OR_NONE, (thing,)):
            return [], thing
        case _:
            return [], things


class RegionAnalysis:
    """Analysis of one function or segment: finds loops whose lists are not needed after an iteration."""

    def __init__(
        self,
        known: ValueFacts,
        routines: Sequence[Function | FramedRoutine],
        body: Body,
        result: Value | None = None,
    ) -> None:
        self._known = known
        self._routines = routines
        self._uses = Counter(registers_in(body))
        if result is not None:
            self._uses.update(part for part in subvalues(result) if isinstance(part, Register))
        self._body = body

    def marked(self) -> Body:
        """Return the body, with marks on the loops whose iterations are to be freed."""
        return tuple(map(self._marked, self._body))

    def _marked(self, instruction: Instruction) -> Instruction:
        instruction = with_bodies(instruction, lambda inner: tuple(map(self._marked, inner)))
        match instruction:
            case code.Loop(body=body) | code.CountedLoop(body=body):
                return instruction.replace(frees=self._allocates(body) and self._can_free(body))
            case code.While(condition, body):
                return instruction.replace(
                    frees=(allocates(condition) or self._allocates(body)) and self._can_free(body)
                )
            case _:
                return instruction

    def _allocates(self, body: Body) -> bool:
        return any(
            isinstance(each, code.Append | code.Call) or any(map(allocates, each.parts))
            for each in instructions_in(body)
        )

    def _can_free(self, body: Body) -> bool:
        """Return True if nothing that an iteration of this body allocates is needed after it."""
        inside = Counter(registers_in(body))
        local = {each for each, times in inside.items() if each.slot is None and times == self._uses[each]}
        return not any(self._stores_list(each, local, set()) for each in instructions_in(body))

    def _stores_list(self, instruction: Instruction, local: set[Register], seen: set[int]) -> bool:
        """Return True if an instruction may store a new list anywhere but in the registers `local`."""
        match instruction:
            case code.Set(Register() as target, value):
                many = target.type.many or self._known.kind(value) is ValueKind.LIST
                return many and target not in local
            case code.Set(Cell(base), value):  # the list may be new
                return base in self._known.game.list_cells and not isinstance(value, Constant | Cell)
            case code.Append():
                return True
            case code.Call(routine):
                called = self._routines[routine]
                if routine in seen or not isinstance(called, Function):
                    return routine not in seen
                seen.add(routine)
                own = {each for each in registers_in(called.body) if each.slot is None}
                return any(self._stores_list(each, own, seen) for each in instructions_in(called.body))
            case code.PushFrame() | code.PushEventFrame():
                return True
            case _:  # the end of a segment leaves the loop
                return False


def can_free_members(known: ValueFacts, things: Value, *tested: Value) -> bool:
    """Return True if the traversal of a list allocates memory that is not needed after each member.

    `tested` is evaluated for each member, too.
    """
    each, _ = traversed_values(things)
    return any(map(allocates, (*each, *tested))) and not _has_list_members(known, things)


def _has_list_members(known: ValueFacts, things: Value) -> bool:
    if not isinstance(things, Comprehension):
        return False
    return known.kind(things.value) is ValueKind.LIST or _has_list_members(known, things.things)
