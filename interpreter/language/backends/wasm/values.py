"""Values of the intermediate language as WebAssembly text: each as a word of 64 bits, or as a condition."""

from __future__ import annotations

from collections.abc import Sequence
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
    Fold,
    LetValue,
    OrElse,
    PlayabilityTest,
    Register,
    TermValue,
    Value,
    ZoneCards,
    constant_number,
)
from interpreter.language.passes.value_facts import STORED_BOUND, THING_BOUND, ValueFacts
from interpreter.language.position_hashes import HASH_MASK

WORD_TEMPLATES = {
    Operation.ADD: "(i64.add {0} {1})",
    Operation.SUBTRACT: "(i64.sub {0} {1})",
    Operation.QUOTIENT: "(call $floor_quotient {0} {1})",
    Operation.REMAINDER: "(call $floor_remainder {0} {1})",
    Operation.ABSOLUTE: "(call $absolute {0})",
    Operation.NEGATE: "(i64.sub (i64.const 0) {0})",
    Operation.BOUNDED: "(call $bounded {0})",
    Operation.LEAST: "(call $least {0} {1})",
    Operation.OR_ZERO: "(call $or_zero {0})",
    Operation.HASHED: f"(i64.and (i64.add {{0}} (i64.mul {{1}} {{2}})) (i64.const {HASH_MASK}))",
    Operation.MIXED: "(call $mixed {0} {1})",
    Operation.TIMES_SEEN: "(call $times_seen {0} {1} {2})",
    Operation.LENGTH: "(i64.load (i32.wrap_i64 {0}))",
    Operation.COUNT_COMMON: "(call $count_common {0} {1})",
    Operation.FIRST: "(call $first {0})",
    Operation.ONLY: "(call $only {0})",
    Operation.TOTAL: "(call $total {0})",
    Operation.HIGHEST: "(call $highest {0})",
    Operation.LOWEST: "(call $lowest {0})",
    Operation.TOTAL_OF_HIGHEST: "(call $total_of_highest {0} {1})",
    Operation.TOTAL_OF_LOWEST: "(call $total_of_lowest {0} {1})",
    Operation.LONGEST_RUN: "(call $longest_run {0} {1})",
    Operation.LONGEST_LINE: "(call $longest_line {0} {1} {2} {3})",
    Operation.BEST_HAND: "(call $best_hand {0} {1} {2} {3} {4})",
    Operation.GROUP: "(call $group {0} {1} {2})",
    Operation.LARGEST_GROUP: "(call $largest_group {0} {1} {2})",
    Operation.GROUP_COUNT: "(call $group_count {0} {1})",
    Operation.SURROUNDINGS: "(call $surroundings {0} {1})",
    Operation.DISTANCE: "(call $distance {0} {1} {2} {3})",
    Operation.LONGEST_ROUTE: "(call $longest_route {0} {1} {2} {3} {4})",
    Operation.SHORTEST_PATH: "(call $shortest_path {0} {1} {2} {3} {4})",
    Operation.SINGLE: "(call $single {0})",
    Operation.SINGLE_OR_NONE: "(call $single_or_none {0})",
    Operation.UNION: "(call $union {0} {1})",
    Operation.CARDS_OF: "(call $cards_of {0})",
    Operation.WITH: "(call $with_item {0} {1})",
    Operation.WITHOUT: "(call $without_item {0} {1})",
    Operation.UP_TO: "(call $up_to {0} {1})",
    Operation.FIRST_FEW: "(call $first_few {0} {1})",
    Operation.LAST_FEW: "(call $last_few {0} {1})",
    Operation.BEGINNINGS: "(call $beginnings {0} {1} {2} {3})",
    Operation.BEFORE: "(call $before {0} {1})",
    Operation.BEST_HIGHEST: "(call $best_highest {0} {1})",
    Operation.BEST_LOWEST: "(call $best_lowest {0} {1})",
    Operation.SPAN: "(call $span {0} {1})",
    Operation.IN_ORDER: "(call $in_order {0} {1} {2})",
    Operation.SNAPSHOT: "(call $copied {0})",
    Operation.OPTIONS: "(call $copied {0})",
    Operation.UNIQUE: "(call $unique {0})",
    Operation.SUBSETS: "(call $subsets {0} {1} {2} {3} {4})",
    Operation.SUBSET_MEMBERS: "(call $subset_members {0} {1})",
    Operation.DISTINCT: "(call $distinct {0})",
    Operation.ROOM_LEFT: "(call $fit {0} {1} {2})",
    Operation.PIECE_ON: "(call $piece_on {0} {1})",
    Operation.RANDOM_MEMBER: "(call $chance {0})",
    Operation.RANDOM_INDEX: "(call $chance_by_weight {0})",
    Operation.CALL_COUNT: "(call $call_count {0})",
    Operation.WOULD_CHANGE: "(call $would_change {0} {1} {2})",
    Operation.BIT_SET: "(call $mask {0})",
    Operation.COMMON_BITS: "(i64.and {0} {1})",
    Operation.BIT_COUNT: "(i64.popcnt {0})",
    Operation.TOTAL_OF_COUNTED: "(call $total_of_first {0} {1} {2} {3} {4})",
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
    Operation.HAS_SIGHT: "(i32.wrap_i64 (call $has_sight {0} {1} {2} {3}))",
    Operation.SAME: "(i32.wrap_i64 (call $same {0} {1}))",
}
"""Templates of operations that return a condition."""
TOTALS = {Operation.TOTAL, Operation.TOTAL_OF_HIGHEST, Operation.TOTAL_OF_LOWEST}
CHECKED = False
"""True to check the index of every thing, even those known to be valid; for tests."""
SPECIAL_TESTS = {
    Operation.IS_NOTHING, Operation.NOT, Operation.HAS_ANY, Operation.RECORDED, Operation.BOTH, Operation.EITHER,
    Operation.HAS_BIT,
}  # fmt: skip
"""Operations without a template, whose code depends on their arguments, and that return a condition."""
SPECIAL_CASES = {Operation.MULTIPLY, Operation.ITEM, Operation.MUTED_TRACK, Operation.SELECT, *SPECIAL_TESTS}
"""All operations without a template."""
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

    # -- words

    def word(self, value: Value) -> str:
        """Return a value as a word."""
        match value:
            case Constant():
                return f"(i64.const {self._memory.data.word(value.value)})"
            case Register() | Cell() | ZoneCards():
                return self._loaded(value)
            case Apply():
                return self._apply(value)
            case ConditionalValue(yes, condition, no):
                return f"(if (result i64) {self.test(condition)} (then {self.word(yes)}) (else {self.word(no)}))"
            case Comprehension():
                return self.loops.allocated_list(value)
            case Fold():
                return self._limited(value, self.loops.folded(value))
            case LetValue(it, bound, inner):
                return f"(block (result i64) {self.assign(it, self.word(bound))} {self.word(inner)})"
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

    def _loaded(self, value: Register | Cell | ZoneCards) -> str:
        if isinstance(value, ZoneCards):
            return self._zone(value)
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
            case Operation.OR_ZERO, (one,):
                return self._or_zero(one)
            case Operation.LEAST, (left, right):
                return self._least(left, right)
            case Operation.SELECT, (yes, condition, no):
                return f"(select {self.word(yes)} {self.word(no)} {self.test(condition)})"
            case _:
                return self._limited(value, WORD_TEMPLATES[operation].format(*map(self.word, arguments)))

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

    def _limited(self, value: Apply | Fold, word: str) -> str:
        """Return a sum of a list, checked at run time unless it can't get too large; any other value unchanged."""
        is_checked = value.operation in TOTALS and self.known.upper_bound(value) >= STORED_BOUND
        return f"(call $limited {word})" if is_checked else word

    # -- conditions

    def test(self, value: Value) -> str:
        """Return a condition as a word of 32 bits; for any other value, its truth in Python's sense."""
        match value:
            case Constant():
                return f"(i32.const {int(bool(value.value))})"
            case Conjunction(left, right):
                return f"(if (result i32) {self.test(left)} (then {self.test(right)}) (else (i32.const 0)))"
            case Disjunction(left, right):
                return f"(if (result i32) {self.test(left)} (then (i32.const 1)) (else {self.test(right)}))"
            case AnyMember():
                return self.loops.any_member(value)
            case LetValue(it, bound, inner):
                return f"(block (result i32) {self.assign(it, self.word(bound))} {self.test(inner)})"
            case ConditionalValue(yes, condition, no):
                return f"(if (result i32) {self.test(condition)} (then {self.test(yes)}) (else {self.test(no)}))"
            case Apply():
                return self._tested_operation(value)
            case _:
                return self._is_true(value)

    def _tested_operation(self, value: Apply) -> str:
        match value.operation, value.arguments:
            case Operation.NOT, (condition,):
                return f"(i32.eqz {self.test(condition)})"
            case Operation.BOTH, (left, right):
                return f"(i32.and {self.test(left)} {self.test(right)})"
            case Operation.EITHER, (left, right):
                return f"(i32.or {self.test(left)} {self.test(right)})"
            case Operation.SELECT, (yes, condition, no):
                return f"(select {self.test(yes)} {self.test(no)} {self.test(condition)})"
            case Operation.RECORDED, (condition, Constant(int() as held), Constant(int() as failed)):
                sides = f"(then {record_point(held)} (i32.const 1)) (else {record_point(failed)} (i32.const 0))"
                return f"(if (result i32) {self.test(condition)} {sides})"
            case Operation.IS_NOTHING, (thing,):
                return f"(i64.eq {self.word(thing)} (i64.const {NIL}))"
            case Operation.HAS_ANY, (things,):
                return f"(i64.ne (i64.load (i32.wrap_i64 {self.word(things)})) (i64.const 0))"
            case Operation.HAS_BIT, (bits, thing):
                kept = self.local()
                small = f"(i64.lt_u (local.tee {kept} {self.word(thing)}) (i64.const 64))"
                return f"(i32.and {small} (i32.wrap_i64 (i64.shr_u {self.word(bits)} (local.get {kept}))))"
            case operation, arguments if operation in TEST_TEMPLATES:
                return TEST_TEMPLATES[operation].format(*map(self.word, arguments))
            case _:
                return self._is_true(value)

    def _is_true(self, value: Value) -> str:
        word = self.word(value)
        match self.known.kind(value):
            case ValueKind.TRUTH:
                return f"(i32.wrap_i64 {word})"
            case ValueKind.LIST:
                return f"(i64.ne (i64.load (i32.wrap_i64 {word})) (i64.const 0))"
            case ValueKind.NUMBER | ValueKind.ANY:  # NIL is the highest bit alone
                return f"(i64.ne (i64.shl {word} (i64.const 1)) (i64.const 0))"


def record_point(point: int) -> str:
    """Return an instruction that records that play has reached a coverage point."""
    return f"(i32.store8 offset={point} (i32.wrap_i64 (global.get $reached)) (i32.const 1))"
