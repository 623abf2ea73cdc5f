"""Loop fusion: lists that are only traversed become loops and are never allocated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Protocol

from interpreter.language.backends.wasm.memory import MemoryLayout
from interpreter.language.backends.wasm.regions import has_allocation, restore_top, save_top
from interpreter.language.execution.executable import NIL
from interpreter.language.ir.types import CARDS, NUMBER
from interpreter.language.lowered.operations import Operation, ValueKind
from interpreter.language.lowered.values import Apply, Comprehension, Constant, Register, Value, ZoneCards
from interpreter.language.passes.value_facts import COPIES, WORD_BOUND, ValueFacts, can_allocate, source_of

Lines = list[str]
MemberCode = Callable[[str], Lines]
"""Generates the code for a member, which is given as text; the code is written once."""
FilteredMemberCode = Callable[[str, str], Lines]
"""As `MemberCode`, for members that pass a condition. A mispredicted branch costs more than a superfluous store."""
LOADED = "(i64.load (i32.wrap_i64 {0}))"


class ValueCode(Protocol):
    """The part of the value generator that loops need."""

    def word(self, value: Value) -> str:
        """Return a value as a word."""

    def test(self, value: Value) -> str:
        """Return a value as a condition."""

    def assign(self, register: Register, word: str) -> str:
        """Return an instruction that assigns a word to a register."""

    def local(self) -> str:
        """Return a new local variable."""

    def label(self, word: str) -> str:
        """Return a new label that begins with a word."""

    def masks(self, loop: Comprehension) -> AbstractContextManager[Lines]:
        """Convert lists that a loop tests for membership to bit masks."""


class LoopGenerator:
    """Code generator for the loops of one function."""

    def __init__(self, words: ValueCode, memory: MemoryLayout, known: ValueFacts) -> None:
        self._words = words
        self._memory = memory
        self._known = known

    def loop(self, things: Value, body: MemberCode, free: bool = True) -> Lines:
        """Return the lines of a loop over a list. `free`: no list that an iteration allocates is needed after it."""
        match things:
            case Comprehension(it, inner, test, value):

                def each(item: str) -> Lines:
                    assignment = self._words.assign(it, item)
                    lines = body(self._words.word(value))
                    if test is None:
                        return [assignment, *lines]
                    return [assignment, f"(if {self._words.test(test)} (then {' '.join(lines)}))"]

                with self._words.masks(things) as masks:
                    return [*masks, *self.loop(inner, each, free and self._known.kind(value) is not ValueKind.LIST)]
            case Apply(operation, (inner,)) if operation in COPIES:
                return self.loop(inner, body, free)
            case Apply(Operation.CARDS_OF, (zones,)):
                zone = Register(NUMBER)

                def cards(item: str) -> Lines:
                    return [self._words.assign(zone, item), *self.loop(ZoneCards(zone), body, free)]

                return self.loop(zones, cards, free)
            case Apply(Operation.SINGLE, (thing,)):
                item = self._words.local()
                return [f"(local.set {item} {self._words.word(thing)})", *body(f"(local.get {item})")]
            case Apply(Operation.SINGLE_OR_NONE, (thing,)):
                item = self._words.local()
                there = f"(i64.ne (local.tee {item} {self._words.word(thing)}) (i64.const {NIL}))"
                return [f"(if {there} (then {' '.join(body(f'(local.get {item})'))}))"]
            case Constant() if _is_row(things.value):
                members = tuple(things.value)
                return self._steps(f"(i64.const {members[0]})", f"(i64.const {members[-1] + 1})", 1, "{0}", body, free)
            case Constant():
                address = self._memory.data.word(things.value)
                behind = address + 8 + 8 * len(things.value)
                return self._steps(f"(i64.const {address + 8})", f"(i64.const {behind})", 8, LOADED, body, free)
            case _:
                list_address = self._words.local()
                first = f"(i64.add (local.tee {list_address} {self._words.word(things)}) (i64.const 8))"
                size = f"(i64.shl (i64.load (i32.wrap_i64 (local.get {list_address}))) (i64.const 3))"
                end = f"(i64.add (i64.add (local.get {list_address}) (i64.const 8)) {size})"
                return self._steps(first, end, 8, LOADED, body, free)

    def filtered_loop(self, things: Value, body: MemberCode, filter_code: FilteredMemberCode) -> Lines:
        """Return a loop as `loop` does, but let `filter_code` generate both test and body if the test is cheap."""
        match things:
            case Comprehension(it, inner, test, value) if test is not None and self._known.is_cheap(test, value):

                def each(item: str) -> Lines:
                    assignment = self._words.assign(it, item)
                    return [assignment, *filter_code(self._words.word(value), self._words.test(test))]

                with self._words.masks(things) as masks:
                    return [*masks, *self.loop(inner, each)]
            case Apply(operation, (inner,)) if operation in COPIES:
                return self.filtered_loop(inner, body, filter_code)
            case _:
                return self.loop(things, body)

    def _steps(self, first: str, end: str, step: int, item: str, body: MemberCode, free: bool) -> Lines:
        """Return a counting loop; `item` is the template that computes a member from the counter."""
        at, last, this = self._words.local(), self._words.local(), self._words.local()
        again = self._words.label("again")
        get = f"(local.get {at})"
        more = f"(i64.lt_s {get} (local.get {last}))"
        lines = " ".join(body(f"(local.get {this})"))
        before, after = "", ""
        if free and has_allocation(lines):
            top = self._words.local()
            before, after = save_top(top), restore_top(top)
        return [
            f"(local.set {at} {first})",
            f"(local.set {last} {end}) {before}",
            f"(if {more} (then (loop {again}",
            f"(local.set {this} {item.format(get)}) (local.set {at} (i64.add {get} (i64.const {step})))",
            f"{lines} {after} (br_if {again} {more}))))",
        ]

    def is_fused(self, things: Value) -> bool:
        """Return True if a list can be traversed without being allocated."""
        match things:
            case Comprehension():
                return True
            case Apply(operation, (inner,)) if operation in COPIES:
                return self.is_fused(inner)
            case Apply(operation):
                return operation in (Operation.CARDS_OF, Operation.SINGLE, Operation.SINGLE_OR_NONE)
            case _:
                return False

    def is_subset(self, each: Comprehension) -> bool:
        """Return True if a list is a filter over all spaces that need not be evaluated for each of them."""
        spaces = tuple(range(self._memory.known["SPACES"]))
        return each.value is each.it and each.things == Constant(spaces) and self._known.is_speculatable(each)

    def allocated_list(self, value: Comprehension) -> str:
        """Return a list, allocated in the arena."""
        address, end = self._words.local(), self._words.local()
        before, size, given = self._source(value)

        def store(item: str, step: str = "(i64.const 8)") -> Lines:
            there = f"(i64.store (i32.wrap_i64 (local.get {end})) {item})"
            return [there, f"(local.set {end} (i64.add (local.get {end}) {step}))"]

        def store_if(item: str, test: str) -> Lines:
            return store(item, f"(i64.shl (i64.extend_i32_u {test}) (i64.const 3))")

        lines = " ".join(self.filtered_loop(given, store, store_if))
        return self._filled_list(given, address, end, before, size, lines)

    def _source(self, value: Comprehension) -> tuple[str, str, Value]:
        """Return what is needed to make a list from another one.

        These are preparatory instructions, the maximum length, and the same list based on a register.
        """
        base = source_of(value)
        if isinstance(base, Constant):
            return "", f"(i64.const {len(base.value)})", value
        stands = Register(CARDS)
        before = self._words.assign(stands, self._words.word(base))
        return before, f"(i64.load (i32.wrap_i64 {self._words.word(stands)}))", with_source(value, stands)

    def _filled_list(self, value: Value, address: str, end: str, before: str, size: str, lines: str) -> str:
        """Return a list that some lines fill.

        If nothing else is allocated meanwhile, it grows at the end of the arena.
        """
        begin = f"(local.set {end} (i64.add (local.get {address}) (i64.const 8)))"
        count = f"(i64.shr_u (i64.sub (i64.sub (local.get {end}) (local.get {address})) (i64.const 8)) (i64.const 3))"
        if any(map(can_allocate, _evaluated_parts(value))):
            return (
                f"(block (result i64) {before} (local.set {address} (call $new {size})) {begin} {lines}"
                f" (call $shrunk (local.get {address}) {count}))"
            )
        room = f"(i64.add (local.tee {address} (global.get $top)) (i64.shl {size} (i64.const 3)))"
        return (
            f"(block (result i64) {before} (if (i64.ge_s {room} (global.get $limit)) (then (unreachable)))"
            f" {begin} {lines}"
            f" (i64.store (i32.wrap_i64 (local.get {address})) {count}) (global.set $top (local.get {end}))"
            f" (local.get {address}))"
        )

    def counted(self, things: Value) -> str:
        """Return the length of a list."""
        count = self._words.local()
        more = f"(local.set {count} (i64.add (local.get {count}) (i64.const 1)))"
        sure = self._known.is_speculatable(things)

        def more_if(_: str, test: str) -> Lines:
            return [f"(local.set {count} (i64.add (local.get {count}) (i64.extend_i32_u {test})))"]

        def each(item: str) -> Lines:
            return [more] if sure else [f"(drop {item})", more]

        lines = " ".join(self.filtered_loop(things, each, more_if))
        return f"(block (result i64) (local.set {count} (i64.const 0)) {lines} (local.get {count}))"

    def summed(self, things: Value) -> str:
        """Return the sum of a list."""
        return self._added(things, self._known.upper_bound(things) * self._known.max_length(things) >= WORD_BOUND)

    def _added(self, things: Value, limited: bool = False) -> str:
        total = self._words.local()

        def more(item: str) -> Lines:
            added = f"(i64.add (local.get {total}) {item})"
            return [f"(local.set {total} {f'(call $limited {added})' if limited else added})"]

        def more_if(item: str, test: str) -> Lines:
            return more(f"(select {item} (i64.const 0) {test})")

        lines = " ".join(self.filtered_loop(things, more, more_if))
        return f"(block (result i64) (local.set {total} (i64.const 0)) {lines} (local.get {total}))"

    def total_of_extremes(self, operation: Operation, things: Value, most: str) -> str | None:
        """Return the sum of the n highest or lowest numbers, for numbers printed on cards or written for places.

        The number of occurrences of each value is counted in bit fields of one word. The result is None if they don't
        fit.
        """
        match things:
            case Comprehension(it, inner, test, Apply(Operation.ITEM, (Constant(tuple() as printed), at))) if all(
                type(number) is int for number in printed
            ):
                low, high = min(printed), max(printed)
            case _:
                return None
        width = self._known.max_length(things).bit_length()
        if width * (high - low + 1) >= 63:
            return None
        first, step = (high, -1) if operation is Operation.TOTAL_OF_HIGHEST else (low, 1)
        ones = tuple(1 << width * abs(number - first) for number in printed)
        counts = Comprehension(it, inner, test, Apply(Operation.ITEM, (Constant(ones), at)))
        numbers = f"(i64.const {first}) (i64.const {step}) (i64.const {width})"
        return f"(call $total_of_first {self._added(counts)} {most} {numbers})"

    def extreme(self, operation: Operation, things: Value) -> str:
        """Return the highest or lowest number of a list."""
        best, new, is_set = self._words.local(), self._words.local(), self._words.local()
        compared = "gt_s" if operation is Operation.HIGHEST else "lt_s"

        def more(item: str) -> Lines:
            better = f"(i64.{compared} (local.get {new}) (local.get {best}))"
            unset = f"(i64.eqz (local.get {is_set}))"
            keep = f"(local.set {best} (local.get {new})) (local.set {is_set} (i64.const 1))"
            return [f"(local.set {new} {item}) (if (i32.or {unset} {better}) (then {keep}))"]

        lines = " ".join(self.loop(things, more))
        zero = f"(local.set {best} (i64.const 0)) (local.set {is_set} (i64.const 0))"
        return f"(block (result i64) {zero} {lines} (local.get {best}))"

    def best(self, operation: Operation, values: Comprehension) -> str:
        """Return the members whose number is the best one, found in one pass."""
        address, end, best, new = (self._words.local() for _ in range(4))
        before, size, given = self._source(values)
        compared = "gt_s" if operation is Operation.BEST_HIGHEST else "lt_s"
        start = f"(local.set {end} (i64.add (local.get {address}) (i64.const 8)))"

        def more(item: str) -> Lines:
            better = f"(i64.{compared} (local.get {new}) (local.get {best}))"
            first = f"(i64.eq (local.get {end}) (i64.add (local.get {address}) (i64.const 8)))"
            put = f"(i64.store (i32.wrap_i64 (local.get {end})) {self._words.word(values.it)})"
            store = f"{put} (local.set {end} (i64.add (local.get {end}) (i64.const 8)))"
            as_good = f"(if (i64.eq (local.get {new}) (local.get {best})) (then {store}))"
            over_again = f"(if (i32.or {first} {better}) (then {start} (local.set {best} (local.get {new}))))"
            return [f"(local.set {new} {item}) {over_again} {as_good}"]

        lines = " ".join(self.loop(given, more))
        return self._filled_list(given, address, end, before, size, lines)

    def first(self, things: Value) -> str:
        """Return the first member of a list, or NIL."""
        found, out = self._words.local(), self._words.label("out")
        lines = " ".join(self.loop(things, lambda item: [f"(local.set {found} {item}) (br {out})"]))
        nothing = f"(local.set {found} (i64.const {NIL}))"
        return f"(block (result i64) (block {out} {nothing} {lines}) (local.get {found}))"

    def only(self, things: Value) -> str:
        """Return the single member of a list, or NIL."""
        found, count = self._words.local(), self._words.local()
        keep = f"(local.set {count} (i64.add (local.get {count}) (i64.const 1)))"
        lines = " ".join(self.loop(things, lambda item: [f"(local.set {found} {item}) {keep}"]))
        one = f"(i64.eq (local.get {count}) (i64.const 1))"
        nothing = f"(i64.const {NIL})"
        begin = f"(local.set {count} (i64.const 0)) (local.set {found} {nothing})"
        return f"(block (result i64) {begin} {lines} (select (local.get {found}) {nothing} {one}))"

    def any_member(self, things: Value, test: Callable[[str], str]) -> str:
        """Return a test whether some member passes a test; the loop ends at the first one."""
        found = self._words.label("found")
        lines = " ".join(self.loop(things, lambda item: [f"(drop (br_if {found} (i32.const 1) {test(item)}))"]))
        return f"(block {found} (result i32) {lines} (i32.const 0))"

    def any_passes(self, it: Register, things: Value, test: Value, early: bool = True) -> str:
        """Return a test whether some member passes a test. `early`: the loop may end at the first one."""
        if early:
            found = self._words.label("found")

            def leave(item: str) -> Lines:
                return [
                    self._words.assign(it, item),
                    f"(if {self._words.test(test)} (then (br {found} (i32.const 1))))",
                ]

            lines = " ".join(self.loop(things, leave))
            return f"(block {found} (result i32) {lines} (i32.const 0))"
        found_any = self._words.local()

        def more(item: str) -> Lines:
            return [
                self._words.assign(it, item),
                f"(if {self._words.test(test)} (then (local.set {found_any} (i64.const 1))))",
            ]

        lines = " ".join(self.loop(things, more))
        return (
            f"(block (result i32) (local.set {found_any} (i64.const 0)) {lines} (i32.wrap_i64 (local.get {found_any})))"
        )


def _is_row(members: Sequence[object]) -> bool:
    """Return True if the members are consecutive numbers."""
    first = members[0] if members and not isinstance(members, frozenset) else None
    return type(first) is int and tuple(members) == tuple(range(first, first + len(members)))


def with_source(things: Value, base: Value) -> Value:
    """Return the same list made from another base."""
    match things:
        case Comprehension():
            return replace(things, things=with_source(things.things, base))
        case Apply(operation, (inner,)) if operation in COPIES:
            return with_source(inner, base)
        case _:
            return base


def _evaluated_parts(things: Value) -> Iterator[Value]:
    """Yield the values that are evaluated for each member while a list is made."""
    match things:
        case Comprehension():
            yield from things.member_values
            yield from _evaluated_parts(things.things)
        case Apply(operation, (inner,)) if operation in COPIES:
            yield from _evaluated_parts(inner)
        case _:
            pass
