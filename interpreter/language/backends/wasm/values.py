"""Values of the intermediate language as WebAssembly text: each as a word of 64 bits, or as a condition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import assert_never

from interpreter.language.backends.wasm.loops import LoopGenerator
from interpreter.language.backends.wasm.memory import MemoryLayout
from interpreter.language.backends.wasm.runtime.structs import slot
from interpreter.language.execution.executable import NIL
from interpreter.language.lowered.operations import Operation, ValueKind
from interpreter.language.lowered.values import (
    AnyMember,
    Apply,
    Cell,
    Comprehension,
    ConditionalValue,
    Conjunction,
    Constant,
    Disjunction,
    OrElse,
    PlayabilityTest,
    Register,
    TermValue,
    Value,
    ZoneCards,
    constant_number,
    is_expensive,
    substitute,
    subvalues,
)
from interpreter.language.passes.value_facts import STORED_BOUND, THING_BOUND, ValueFacts, always_evaluated

WORD_TEMPLATES = {
    Operation.ADD: "(i64.add {0} {1})",
    Operation.SUBTRACT: "(i64.sub {0} {1})",
    Operation.NEGATE: "(i64.sub (i64.const 0) {0})",
    Operation.BOUNDED: "(call $bounded {0})",
    Operation.LEAST: "(call $least {0} {1})",
    Operation.OR_ZERO: "(call $or_zero {0})",
    Operation.LENGTH: "(i64.load (i32.wrap_i64 {0}))",
    Operation.COUNT_COMMON: "(call $count_common {0} {1})",
    Operation.FIRST: "(call $first {0})",
    Operation.ONLY: "(call $only {0})",
    Operation.TOTAL: "(call $total {0})",
    Operation.HIGHEST: "(call $highest {0})",
    Operation.LOWEST: "(call $lowest {0})",
    Operation.TOTAL_OF_HIGHEST: "(call $total_of_highest {0} {1})",
    Operation.TOTAL_OF_LOWEST: "(call $total_of_lowest {0} {1})",
    Operation.LONGEST_LINE: "(call $longest_line {0} {1} {2} {3})",
    Operation.SINGLE: "(call $single {0})",
    Operation.SINGLE_OR_NONE: "(call $single_or_none {0})",
    Operation.UNION: "(call $union {0} {1})",
    Operation.CARDS_OF: "(call $cards_of {0})",
    Operation.WITH: "(call $with_item {0} {1})",
    Operation.WITHOUT: "(call $without_item {0} {1})",
    Operation.BEST_HIGHEST: "(call $best_highest {0} {1})",
    Operation.BEST_LOWEST: "(call $best_lowest {0} {1})",
    Operation.SPAN: "(call $span {0} {1})",
    Operation.IN_ORDER: "(call $in_order {0} {1} {2})",
    Operation.SNAPSHOT: "(call $copied {0})",
    Operation.OPTIONS: "(call $copied {0})",
    Operation.UNIQUE: "(call $unique {0})",
    Operation.DISTINCT: "(call $distinct {0})",
    Operation.ROOM_LEFT: "(call $fit {0} {1} {2})",
    Operation.RANDOM_MEMBER: "(call $chance {0})",
    Operation.WOULD_CHANGE: "(call $would_change {0} {1} {2})",
}
"""Templates of operations that return a word."""
TEST_TEMPLATES = {
    Operation.EQUAL: "(i64.eq {0} {1})",
    Operation.LESS: "(i64.lt_s {0} {1})",
    Operation.GREATER: "(i64.gt_s {0} {1})",
    Operation.AT_MOST: "(i64.le_s {0} {1})",
    Operation.AT_LEAST: "(i64.ge_s {0} {1})",
    Operation.CONTAINS: "(i32.wrap_i64 (call $is_in {0} {1}))",
    Operation.ANY_COMMON: "(i32.wrap_i64 (call $any_common {0} {1}))",
    Operation.SAME: "(i32.wrap_i64 (call $same {0} {1}))",
}
"""Templates of operations that return a condition."""
CHECKED = False
"""True to check the index of every thing, even those known to be valid; for tests."""
LOOKAHEAD = 12
"""Number of following conditions that are searched for common subexpressions."""
SPECIAL_CASES = {
    Operation.MULTIPLY, Operation.IS_NOTHING, Operation.NOT, Operation.HAS_ANY, Operation.ITEM, Operation.MUTED_TRACK,
    Operation.RECORDED,
}  # fmt: skip
"""Operations without a template, whose code depends on their arguments."""
SPECIAL_TESTS = {Operation.IS_NOTHING, Operation.NOT, Operation.HAS_ANY, Operation.RECORDED}
"""Operations of `SPECIAL_CASES` that return a condition."""
if missing := [each.name for each in Operation if each not in {*WORD_TEMPLATES, *TEST_TEMPLATES, *SPECIAL_CASES}]:
    raise TypeError(f"it is not said how {', '.join(missing)} is written")


class ValueGenerator:
    """Code generator for the values in one function."""

    def __init__(self, memory: MemoryLayout, known: ValueFacts, parameters: Sequence[Register] = ()) -> None:
        self._memory = memory
        self.known = known
        self.loops = LoopGenerator(self, memory, known)
        self.names = {parameter: f"$a{at}" for at, parameter in enumerate(parameters)}
        self.locals: list[str] = []
        self._named: dict[Value, str] = {}
        self._masks: dict[Value, str] = {}
        self._labels = 0

    def address(self, name: str) -> int:
        """Return the address or number that the game's memory layout has for a name."""
        return self._memory.known[name]

    def label(self, word: str) -> str:
        """Return a new label that begins with a word."""
        self._labels += 1
        return f"${word}{self._labels}"

    def local(self) -> str:
        """Return a new local variable."""
        name = f"$x{len(self.locals)}"
        self.locals.append(name)
        return name

    @contextmanager
    def masks(self, loop: Comprehension) -> Iterator[list[str]]:
        """Convert lists that a loop tests for membership to bit masks, and yield the instructions for this.

        This concerns lists in registers. The masks are available in the context.
        """
        parts = (part for each in loop.member_values for part in subvalues(each))
        asked = dict.fromkeys(
            part.arguments[1] for part in parts if isinstance(part, Apply) and self._is_mask_asked(part)
        )
        new = {things: self.local() for things in asked if things not in self._masks}
        before = [f"(local.set {name} (call $mask {self.word(things)}))" for things, name in new.items()]
        self._masks |= new
        yield before
        for things in new:
            del self._masks[things]

    def _is_mask_asked(self, part: Apply) -> bool:
        """Return True if an operation tests a list that could be a bit mask."""
        match part.operation, part.arguments:
            case Operation.CONTAINS, (_, Register() as things):
                return self.known.is_maskable(things)
            case ((Operation.ANY_COMMON | Operation.COUNT_COMMON), (row, Register() as things)):
                return self.known.is_maskable(things) and _masks_of(row) is not None
            case _:
                return False

    # -- words

    def word(self, value: Value) -> str:
        """Return a value as a word."""
        if value in self._named:
            return self._named[value]
        match value:
            case Constant():
                return f"(i64.const {self._memory.data.word(value.value)})"
            case Register() | Cell():
                return self._loaded(value)
            case ZoneCards():
                return self._zone(value)
            case Apply():
                return self._apply(value)
            case ConditionalValue():
                return self._selected(value)
            case Comprehension():
                return self.loops.allocated_list(value)
            case OrElse():
                kept = self.local()
                size = f"(i64.load (i32.wrap_i64 (local.tee {kept} {self.word(value.things)})))"
                return f"(if (result i64) (i64.eqz {size}) (then {self.word(value.other)}) (else (local.get {kept})))"
            case TermValue():
                return (
                    "(call "
                    f"$t{value.number}{''.join(f' {self.stored_word(argument)}' for argument in value.arguments)})"
                )
            case PlayabilityTest():
                card = self.index(value.card, self.address("CARDS"))
                arguments = f"{self.word(value.you)} (i32.wrap_i64 {card})"
                table = "permitted" if value.permitted else "playable"
                return f"(call_indirect ${table} (type $test) {arguments})"
            case Conjunction() | Disjunction() | AnyMember():
                return f"(i64.extend_i32_u {self.test(value)})"
            case _:
                assert_never(value)

    def _loaded(self, value: Register | Cell) -> str:
        if isinstance(value, Cell):
            return f"(i64.load {self.cell(value)})"
        if value.slot is not None:
            return f"(i64.load offset={slot(value.slot)} (local.get $f))"
        return f"(local.get {self._name(value)})"

    def _zone(self, value: ZoneCards) -> str:
        number = constant_number(value.number)
        if number is not None:
            return f"(i64.const {self.address('ZONES') + number * self.address('ZONE_SIZE')})"
        zone = self.index(value.number, self.address("ZONE_COUNT"))
        size = f"(i64.mul {zone} (i64.const {self.address('ZONE_SIZE')}))"
        return f"(i64.add (i64.const {self.address('ZONES')}) {size})"

    def _selected(self, value: ConditionalValue) -> str:
        yes, no = self.word(value.yes), self.word(value.no)
        if all(isinstance(each, Constant | Register) for each in (value.yes, value.no)):
            return f"(select {yes} {no} {self.test(value.condition)})"
        return f"(if (result i64) {self.test(value.condition)} (then {yes}) (else {no}))"

    def stored_word(self, value: Value) -> str:
        """Return a word that is going to be stored, with a check that it is not too large."""
        word = self.word(value)
        return word if self.known.upper_bound(value) < STORED_BOUND else f"(call $limited {word})"

    def _name(self, register: Register) -> str:
        if register not in self.names:
            self.names[register] = self.local()
        return self.names[register]

    def assign(self, register: Register, word: str) -> str:
        """Return an instruction that assigns a word to a register."""
        if register.slot is not None:
            return f"(i64.store offset={slot(register.slot)} (local.get $f) {word})"
        return f"(local.set {self._name(register)} {word})"

    def cell(self, value: Cell) -> str:
        """Return the offset and address of a cell, as operands of a load or store."""
        offset = self.address("CELLS") + 8 * value.base
        if value.index is None:
            return f"offset={offset} (i32.const 0)"
        index = self.index(value.index, self.address("CELL_COUNT") - value.base)
        return f"offset={offset} (i32.shl (i32.wrap_i64 {index}) (i32.const 3))"

    def index(self, value: Value, size: int) -> str:
        """Return an index below `size`, checked at run time unless the rules guarantee that it is valid.

        None is also rejected.
        """
        if self.known.is_valid_index(value) and not CHECKED:
            return self.word(value)
        kept = self.local()
        none = f"(i64.ge_u (local.tee {kept} {self._sum(value)}) (i64.const {size}))"
        return f"(block (result i64) (if {none} (then (unreachable))) (local.get {kept}))"

    def _sum(self, value: Value) -> str:
        """Return an index that is going to be checked.

        Factors are checked one by one, since a multiple of NIL could look valid.
        """
        match value:
            case Apply(Operation.ADD, (left, right)):
                return f"(i64.add {self._sum(left)} {self._sum(right)})"
            case Apply(Operation.MULTIPLY, (left, right)):
                return f"(i64.mul {self.index(left, THING_BOUND)} {self.index(right, THING_BOUND)})"
            case _:
                return self.word(value)

    def _apply(self, value: Apply) -> str:
        operation, arguments = value.operation, value.arguments
        if operation in TEST_TEMPLATES or operation in SPECIAL_TESTS:
            return f"(i64.extend_i32_u {self.test(value)})"
        match operation, arguments:
            case Operation.MUTED_TRACK, _:
                return f"(i64.load offset={self.address('MUTED')} (i32.const 0))"
            case Operation.MULTIPLY, (left, right):
                return self._product(left, right)
            case Operation.ITEM, (things, at):
                return self._item(things, at)
            case Operation.SINGLE, (Constant() as known,):
                return self.word(Constant((known.value,)))
            case Operation.OR_ZERO, (one,):
                return self._or_zero(one)
            case Operation.LEAST, (left, right):
                return self._least(left, right)
            case Operation.OPTIONS, (Comprehension() as things,):
                return self.word(things)
            case _:
                return self._over_list(value) or WORD_TEMPLATES[operation].format(*map(self.word, arguments))

    def _product(self, left: Value, right: Value) -> str:
        if self.known.upper_bound(left) * self.known.upper_bound(right) < STORED_BOUND:
            return f"(i64.mul {self.word(left)} {self.word(right)})"
        known = any(isinstance(argument, Constant) for argument in (left, right))
        return f"(call ${'multiplied' if known else 'times'} {self.word(left)} {self.word(right)})"

    def _item(self, things: Value, at: Value) -> str:
        if constant_number(at) == -1:
            return f"(call $last {self.word(things)})"
        if isinstance(things, Constant) and isinstance(things.value, tuple):
            index = self.index(at, len(things.value))
            first = self._memory.data.word(things.value) + 8
            return f"(i64.load offset={first} (i32.shl (i32.wrap_i64 {index}) (i32.const 3)))"
        return f"(call $member {self.word(things)} {self.word(at)})"

    def _or_zero(self, one: Value) -> str:
        kept = self.local()
        nothing = f"(i64.eq (local.tee {kept} {self.word(one)}) (i64.const {NIL}))"
        return f"(if (result i64) {nothing} (then (i64.const 0)) (else (local.get {kept})))"

    def _least(self, left: Value, right: Value) -> str:
        mine, yours = self.local(), self.local()
        less = f"(i64.lt_s (local.tee {mine} {self.word(left)}) (local.tee {yours} {self.word(right)}))"
        return f"(if (result i64) {less} (then (local.get {mine})) (else (local.get {yours})))"

    def _over_list(self, value: Apply) -> str | None:
        """Return an operation on a list as a loop, from bit masks or with a check; None if its template is enough."""
        operation, arguments = value.operation, value.arguments
        match operation, arguments:
            case Operation.LENGTH, (things,) if self.loops.is_fused(things):
                return self.loops.counted(things)
            case Operation.COUNT_COMMON, (row, Comprehension() as each) if self.loops.is_subset(each):
                return self.loops.counted(Comprehension(each.it, row, each.test, each.it))
            case Operation.COUNT_COMMON, (row, things) if things in self._masks and (masks := _masks_of(row)):
                return f"(i64.popcnt (i64.and {self.word(masks)} (local.get {self._masks[things]})))"
            case ((Operation.BEST_HIGHEST | Operation.BEST_LOWEST), (things, Comprehension() as values)) if self._fits(
                things, values
            ):
                return self.loops.best(operation, values)
            case ((Operation.TOTAL_OF_HIGHEST | Operation.TOTAL_OF_LOWEST), (things, most)) if (
                self.known.is_speculatable(things)
            ):
                count = self.local()
                none = f"(i64.le_s (local.tee {count} {self.word(most)}) (i64.const 0))"
                of_them = self.loops.total_of_extremes(operation, things, f"(local.get {count})") or self._limited(
                    value, WORD_TEMPLATES[operation].format(self.word(things), f"(local.get {count})")
                )
                return f"(if (result i64) {none} (then (i64.const 0)) (else {of_them}))"
            case Operation.TOTAL, (things,) if self.loops.is_fused(things):
                return self._limited(value, self.loops.summed(things))
            case Operation.TOTAL, (things,):
                return self._limited(value, WORD_TEMPLATES[operation].format(self.word(things)))
            case ((Operation.HIGHEST | Operation.LOWEST), (things,)) if self.loops.is_fused(things):
                return self.loops.extreme(operation, things)
            case Operation.FIRST, (things,) if self.loops.is_fused(things) and self.known.is_speculatable(things):
                return self.loops.first(things)
            case Operation.ONLY, (things,) if self.loops.is_fused(things) and self.known.is_speculatable(things):
                return self.loops.only(things)
            case _:
                return None

    def _fits(self, things: Value, values: Comprehension) -> bool:
        """Return True if numbers belong to the members of a list, in order.

        Then only the numbers need to be evaluated, provided that the list has no side effects.
        """
        return _is_value_list(things, values) and self.known.is_speculatable(things)

    def _limited(self, value: Value, word: str) -> str:
        """Return a sum, checked at run time unless it can't get too large."""
        return word if self.known.upper_bound(value) < STORED_BOUND else f"(call $limited {word})"

    # -- conditions

    def test(self, value: Value) -> str:
        """Return a condition as a word of 32 bits; for any other value, its truth in Python's sense."""
        match value:
            case Constant():
                return f"(i32.const {int(bool(value.value))})"
            case Conjunction() | Disjunction():
                return self._chain(type(value), _operands(value))
            case AnyMember():
                return self.loops.any_passes(
                    value.it,
                    value.things,
                    value.test,
                    early=self.known.is_speculatable(value) or is_expensive(value.test),
                )
            case Apply(Operation.NOT, (condition,)):
                return f"(i32.eqz {self.test(condition)})"
            case ConditionalValue():
                yes, no = self.test(value.yes), self.test(value.no)
                return f"(if (result i32) {self.test(value.condition)} (then {yes}) (else {no}))"
            case Apply():
                return self._tested_operation(value)
            case _:
                return self._is_true(value)

    def _tested_operation(self, value: Apply) -> str:
        match value:
            case Apply(Operation.RECORDED, (condition, Constant(int() as held), Constant(int() as failed))):
                sides = f"(then {record_point(held)} (i32.const 1)) (else {record_point(failed)} (i32.const 0))"
                return f"(if (result i32) {self.test(condition)} {sides})"
            case Apply(Operation.IS_NOTHING, (thing,)):
                return f"(i64.eq {self.word(thing)} (i64.const {NIL}))"
            case Apply(Operation.GREATER, (Apply(Operation.LENGTH, (things,)), Constant(0))):
                return self.test(Apply(Operation.HAS_ANY, (things,)))
            case Apply(Operation.EQUAL, (Apply(Operation.LENGTH, (things,)), Constant(0))):
                return f"(i32.eqz {self.test(Apply(Operation.HAS_ANY, (things,)))})"
            case Apply(Operation.HAS_ANY, (things,)):
                if self.loops.is_fused(things) and self.known.is_speculatable(things):
                    return self.loops.any_member(things, lambda _: "(i32.const 1)")
                return f"(i64.ne (i64.load (i32.wrap_i64 {self.word(things)})) (i64.const 0))"
            case Apply(Operation.CONTAINS | Operation.ANY_COMMON):
                return self._membership(value)
            case Apply(operation, arguments) if operation in TEST_TEMPLATES:
                return TEST_TEMPLATES[operation].format(*map(self.word, arguments))
            case _:
                return self._is_true(value)

    def _membership(self, value: Apply) -> str:
        """Return a test whether a list contains a thing, or a member of another list."""
        match value:
            case Apply(Operation.CONTAINS, (thing, Constant(tuple() as members))) if _are_small(members):
                return self._in_mask(thing, members)
            case Apply(Operation.CONTAINS, (thing, things)) if things in self._masks:
                return self._is_bit(thing, f"(local.get {self._masks[things]})")
            case Apply(Operation.ANY_COMMON, (row, things)) if things in self._masks and (masks := _masks_of(row)):
                both = f"(i64.and {self.word(masks)} (local.get {self._masks[things]}))"
                return f"(i64.ne {both} (i64.const 0))"
            case Apply(Operation.CONTAINS, (thing, things)) if self.known.is_speculatable(things):
                kept = self.local()
                found = self.loops.any_member(things, lambda item: f"(i64.eq {item} (local.get {kept}))")
                return f"(block (result i32) (local.set {kept} {self.word(thing)}) {found})"
            case Apply(Operation.ANY_COMMON, (row, Comprehension() as each)) if (
                self.loops.is_subset(each) and each.test is not None
            ):
                return self.loops.any_passes(each.it, row, each.test)
            case _:
                return TEST_TEMPLATES[value.operation].format(*map(self.word, value.arguments))

    def _chain(self, joined: type[Conjunction | Disjunction], parts: list[Value]) -> str:
        """Return a chain of conditions with short-circuit evaluation.

        Subexpressions that one condition evaluates in any case are not evaluated again by later ones.
        """
        if len(parts) == 1:
            return self.test(parts[0])
        first, rest = parts[0], parts[1:]
        later = {each for part in rest[:LOOKAHEAD] for each in subvalues(part)}
        kept = [each for each in always_evaluated(first) if each in later and each not in self._named]
        lines = ""
        for each in kept:
            name = self.local()
            lines += f"(local.set {name} {self.word(each)}) "
            self._named[each] = f"(local.get {name})"
        test = self.test(first)
        if self.known.is_cheap(*rest):
            others = self._chain(joined, rest)
            text = f"(i32.{'and' if joined is Conjunction else 'or'} {test} {others})"
        elif joined is Conjunction:
            text = f"(if (result i32) {test} (then {self._chain(joined, rest)}) (else (i32.const 0)))"
        else:
            text = f"(if (result i32) {test} (then (i32.const 1)) (else {self._chain(joined, rest)}))"
        for each in kept:
            del self._named[each]
        return f"(block (result i32) {lines}{text})" if lines else text

    def _is_true(self, value: Value) -> str:
        word = self.word(value)
        match self.known.kind(value):
            case ValueKind.TRUTH:
                return f"(i32.wrap_i64 {word})"
            case ValueKind.LIST:
                return f"(i64.ne (i64.load (i32.wrap_i64 {word})) (i64.const 0))"
            case ValueKind.NUMBER | ValueKind.ANY:  # NIL is the highest bit alone
                return f"(i64.ne (i64.shl {word} (i64.const 1)) (i64.const 0))"

    def _in_mask(self, thing: Value, members: tuple[int, ...]) -> str:
        return self._is_bit(thing, f"(i64.const {_mask(members)})")

    def _is_bit(self, thing: Value, mask: str) -> str:
        """Return a condition: the bit of a thing is set."""
        kept = self.local()
        small = f"(i64.lt_u (local.tee {kept} {self.word(thing)}) (i64.const 64))"
        return f"(i32.and {small} (i32.wrap_i64 (i64.shr_u {mask} (local.get {kept}))))"


def record_point(point: int) -> str:
    """Return an instruction that records that play has reached a coverage point."""
    return f"(i32.store8 offset={point} (i32.wrap_i64 (global.get $reached)) (i32.const 1))"


def _operands(value: Conjunction | Disjunction) -> list[Value]:
    """Return the operands of a chain of the same connective."""
    parts: list[Value] = []
    for part in (value.left, value.right):
        parts += (
            _operands(part) if isinstance(part, Conjunction | Disjunction) and type(part) is type(value) else [part]
        )
    return parts


def _mask(members: Iterable[int]) -> int:
    """Return a word with the bits of some things, each below 64."""
    mask = sum(1 << member for member in set(members))
    return mask - (1 << 64) if mask >> 63 else mask


def _masks_of(row: Value) -> Value | None:
    """Return a table row as a bit mask, looked up in a table of masks; None if the rows don't fit."""
    if not isinstance(row, Apply) or row.operation is not Operation.ITEM:
        return None
    rows, at = row.arguments
    if not isinstance(rows, Constant) or not all(_is_set(each) for each in rows.value):
        return None
    return Apply(Operation.ITEM, (Constant(tuple(map(_mask, rows.value))), at))


def _is_set(row: object) -> bool:
    """Return True if a row has distinct things that fit into a bit mask."""
    return isinstance(row, tuple | frozenset) and _are_small(row) and len(set(row)) == len(row)


def _are_small(members: Iterable[object]) -> bool:
    return all(isinstance(member, int) and 0 <= member < 64 for member in members)


def _is_value_list(things: Value, values: Comprehension) -> bool:
    if isinstance(things, Comprehension):
        if things.value is not things.it or things.things != values.things:
            return False
        return things.test == (None if values.test is None else substitute(values.test, {values.it: things.it}))
    return values.test is None and values.things == things
