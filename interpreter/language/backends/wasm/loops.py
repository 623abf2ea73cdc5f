"""Loops over lists as WebAssembly text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from interpreter.language.backends.wasm.memory import MemoryLayout
from interpreter.language.execution.executable import NIL
from interpreter.language.ir.types import NUMBER
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    AnyMember,
    Apply,
    Comprehension,
    Constant,
    Fold,
    Register,
    Value,
    ZoneCards,
)
from interpreter.language.passes.loops import allocates, can_free_members, traversed_values
from interpreter.language.passes.value_facts import WORD_BOUND, ValueFacts, source_of

Lines = list[str]
MemberCode = Callable[[str], Lines]
"""Generates the code for a member, which is given as text; the code is written once."""
LOADED = "(i64.load (i32.wrap_i64 {0}))"
POISONED = False
"""True to overwrite freed memory, so that tests detect any access to it."""


def save_top(name: str) -> str:
    """Return an instruction that saves the start of the arena's free space."""
    return f"(local.set {name} (global.get $top))"


def restore_top(name: str) -> str:
    """Return an instruction that frees everything allocated since the free space was saved."""
    return f"(call $poisoned (local.get {name}))" if POISONED else f"(global.set $top (local.get {name}))"


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


class LoopGenerator:
    """Code generator for the loops of one function."""

    def __init__(self, words: ValueCode, memory: MemoryLayout, known: ValueFacts) -> None:
        self._words = words
        self._memory = memory
        self._known = known

    def loop(self, things: Value, body: MemberCode, frees: bool) -> Lines:
        """Return the lines of a loop over a list. `frees`: what is allocated for a member is freed after it."""
        match things:
            case Comprehension(it, inner, test, value):

                def each(item: str) -> Lines:
                    assignment = self._words.assign(it, item)
                    lines = body(self._words.word(value))
                    if test is None:
                        return [assignment, *lines]
                    return [assignment, f"(if {self._words.test(test)} (then {' '.join(lines)}))"]

                return self.loop(inner, each, frees)
            case Apply(Operation.CARDS_OF, (zones,)):
                zone = Register(NUMBER)

                def cards(item: str) -> Lines:
                    return [self._words.assign(zone, item), *self.loop(ZoneCards(zone), body, frees)]

                return self.loop(zones, cards, frees)
            case Apply(Operation.SINGLE_OR_NONE, (thing,)):
                item = self._words.local()
                there = f"(i64.ne (local.tee {item} {self._words.word(thing)}) (i64.const {NIL}))"
                return [f"(if {there} (then {' '.join(body(f'(local.get {item})'))}))"]
            case Constant() if _is_row(things.value):
                members = tuple(things.value)
                return self._steps(f"(i64.const {members[0]})", f"(i64.const {members[-1] + 1})", 1, "{0}", body, frees)
            case Constant():
                address = self._memory.data.word(things.value)
                behind = address + 8 + 8 * len(things.value)
                return self._steps(f"(i64.const {address + 8})", f"(i64.const {behind})", 8, LOADED, body, frees)
            case _:
                list_address = self._words.local()
                first = f"(i64.add (local.tee {list_address} {self._words.word(things)}) (i64.const 8))"
                size = f"(i64.shl (i64.load (i32.wrap_i64 (local.get {list_address}))) (i64.const 3))"
                end = f"(i64.add (i64.add (local.get {list_address}) (i64.const 8)) {size})"
                return self._steps(first, end, 8, LOADED, body, frees)

    def _steps(self, first: str, end: str, step: int, item: str, body: MemberCode, frees: bool) -> Lines:
        """Return a counting loop; `item` is the template that computes a member from the counter."""
        at, last, this = self._words.local(), self._words.local(), self._words.local()
        again = self._words.label("again")
        get = f"(local.get {at})"
        more = f"(i64.lt_s {get} (local.get {last}))"
        lines = " ".join(body(f"(local.get {this})"))
        before, after = "", ""
        if frees:
            top = self._words.local()
            before, after = save_top(top), restore_top(top)
        return [
            f"(local.set {at} {first})",
            f"(local.set {last} {end}) {before}",
            f"(if {more} (then (loop {again}",
            f"(local.set {this} {item.format(get)}) (local.set {at} (i64.add {get} (i64.const {step})))",
            f"{lines} {after} (br_if {again} {more}))))",
        ]

    def _traversal(self, things: Value, body: MemberCode, *tested: Value) -> str:
        """Return a loop over a list for a value; `tested` is evaluated for each member."""
        return " ".join(self.loop(things, body, can_free_members(self._known, things, *tested)))

    def any_member(self, value: AnyMember) -> str:
        """Return a test whether some member passes a test; the loop ends at the first one."""
        found = self._words.label("found")

        def leave(item: str) -> Lines:
            passes = f"(if {self._words.test(value.test)} (then (br {found} (i32.const 1))))"
            return [self._words.assign(value.it, item), passes]

        return f"(block {found} (result i32) {self._traversal(value.things, leave, value.test)} (i32.const 0))"

    # -- lists

    def allocated_list(self, value: Comprehension) -> str:
        """Return a list, allocated in the arena."""
        address, end = self._words.local(), self._words.local()

        def store(item: str, step: str = "(i64.const 8)") -> Lines:
            there = f"(i64.store (i32.wrap_i64 (local.get {end})) {item})"
            return [there, f"(local.set {end} (i64.add (local.get {end}) {step}))"]

        things: Value = value
        body: MemberCode = store
        if value.is_branchless and value.test is not None:
            it, things, test, member = value.it, value.things, value.test, value.value

            def store_all(item: str) -> Lines:
                step = f"(i64.shl (i64.extend_i32_u {self._words.test(test)}) (i64.const 3))"
                return [self._words.assign(it, item), *store(self._words.word(member), step)]

            body = store_all
        return self._filled_list(
            value, address, end, " ".join(self.loop(things, body, can_free_members(self._known, value)))
        )

    def _filled_list(self, value: Comprehension, address: str, end: str, lines: str) -> str:
        """Return a list that some lines fill.

        If nothing else is allocated meanwhile, it grows at the end of the arena.
        """
        source = source_of(value)
        size = (
            f"(i64.const {len(source.value)})"
            if isinstance(source, Constant)
            else LOADED.format(self._words.word(source))
        )
        begin = f"(local.set {end} (i64.add (local.get {address}) (i64.const 8)))"
        count = f"(i64.shr_u (i64.sub (i64.sub (local.get {end}) (local.get {address})) (i64.const 8)) (i64.const 3))"
        each, _ = traversed_values(value)
        if any(map(allocates, each)):
            return (
                f"(block (result i64) (local.set {address} (call $new {size})) {begin} {lines}"
                f" (call $shrunk (local.get {address}) {count}))"
            )
        room = f"(i64.add (local.tee {address} (global.get $top)) (i64.shl {size} (i64.const 3)))"
        return (
            f"(block (result i64) (if (i64.ge_s {room} (global.get $limit)) (then (unreachable)))"
            f" {begin} {lines}"
            f" (i64.store (i32.wrap_i64 (local.get {address})) {count}) (global.set $top (local.get {end}))"
            f" (local.get {address}))"
        )

    # -- folds

    def folded(self, value: Fold) -> str:
        """Return an operation on a list that is traversed."""
        match value.operation, value.things:
            case Operation.LENGTH, things:
                return self._counted(things)
            case Operation.TOTAL, things:
                return self._added(things)
            case (Operation.HIGHEST | Operation.LOWEST) as operation, things:
                return self._extreme("gt_s" if operation is Operation.HIGHEST else "lt_s", things)
            case Operation.FIRST, things:
                return self._first(things)
            case Operation.ONLY, things:
                return self._only(things)
            case (Operation.BEST_HIGHEST | Operation.BEST_LOWEST) as operation, Comprehension() as numbers:
                return self._best("gt_s" if operation is Operation.BEST_HIGHEST else "lt_s", numbers)
            case operation, _:
                raise TypeError(f"no list can be traversed for {operation.name}")

    def _counted(self, things: Value) -> str:
        count = self._words.local()
        more = f"(local.set {count} (i64.add (local.get {count}) (i64.const 1)))"
        lines = self._traversal(things, lambda item: [f"(drop {item})", more])
        return f"(block (result i64) (local.set {count} (i64.const 0)) {lines} (local.get {count}))"

    def _added(self, things: Value) -> str:
        total = self._words.local()
        limited = self._known.upper_bound(things) * self._known.max_length(things) >= WORD_BOUND

        def more(item: str) -> Lines:
            added = f"(i64.add (local.get {total}) {item})"
            return [f"(local.set {total} {f'(call $limited {added})' if limited else added})"]

        lines = self._traversal(things, more)
        return f"(block (result i64) (local.set {total} (i64.const 0)) {lines} (local.get {total}))"

    def _extreme(self, compared: str, things: Value) -> str:
        best, new, is_set = self._words.local(), self._words.local(), self._words.local()

        def more(item: str) -> Lines:
            better = f"(i64.{compared} (local.get {new}) (local.get {best}))"
            unset = f"(i64.eqz (local.get {is_set}))"
            keep = f"(local.set {best} (local.get {new})) (local.set {is_set} (i64.const 1))"
            return [f"(local.set {new} {item}) (if (i32.or {unset} {better}) (then {keep}))"]

        zero = f"(local.set {best} (i64.const 0)) (local.set {is_set} (i64.const 0))"
        return f"(block (result i64) {zero} {self._traversal(things, more)} (local.get {best}))"

    def _best(self, compared: str, numbers: Comprehension) -> str:
        """Return the members whose number is the best one, found in one pass."""
        address, end, best, new = (self._words.local() for _ in range(4))
        start = f"(local.set {end} (i64.add (local.get {address}) (i64.const 8)))"

        def more(item: str) -> Lines:
            better = f"(i64.{compared} (local.get {new}) (local.get {best}))"
            first = f"(i64.eq (local.get {end}) (i64.add (local.get {address}) (i64.const 8)))"
            put = f"(i64.store (i32.wrap_i64 (local.get {end})) {self._words.word(numbers.it)})"
            store = f"{put} (local.set {end} (i64.add (local.get {end}) (i64.const 8)))"
            as_good = f"(if (i64.eq (local.get {new}) (local.get {best})) (then {store}))"
            over_again = f"(if (i32.or {first} {better}) (then {start} (local.set {best} (local.get {new}))))"
            return [f"(local.set {new} {item}) {over_again} {as_good}"]

        return self._filled_list(numbers, address, end, self._traversal(numbers, more))

    def _first(self, things: Value) -> str:
        found, out = self._words.local(), self._words.label("out")
        lines = self._traversal(things, lambda item: [f"(local.set {found} {item}) (br {out})"])
        nothing = f"(local.set {found} (i64.const {NIL}))"
        return f"(block (result i64) (block {out} {nothing} {lines}) (local.get {found}))"

    def _only(self, things: Value) -> str:
        found, count = self._words.local(), self._words.local()
        keep = f"(local.set {count} (i64.add (local.get {count}) (i64.const 1)))"
        lines = self._traversal(things, lambda item: [f"(local.set {found} {item}) {keep}"])
        one = f"(i64.eq (local.get {count}) (i64.const 1))"
        nothing = f"(i64.const {NIL})"
        begin = f"(local.set {count} (i64.const 0)) (local.set {found} {nothing})"
        return f"(block (result i64) {begin} {lines} (select (local.get {found}) {nothing} {one}))"


def _is_row(members: Sequence[object]) -> bool:
    """Return True if the members are consecutive numbers."""
    first = members[0] if members and not isinstance(members, frozenset) else None
    return type(first) is int and tuple(members) == tuple(range(first, first + len(members)))
