"""The subset of Python that the run-time part is written in.

As WebAssembly it behaves like Python; anything outside the subset is rejected, never misread.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from copy import copy
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
import wasmtime

from interpreter.language.backends.wasm.machine.machine import new_engine
from interpreter.language.backends.wasm.runtime.structs import RuntimeRegisters, now
from interpreter.language.backends.wasm.subset import UnsupportedPythonError, translate_modules
from interpreter.language.backends.wasm.wat_text import CallInliner
from interpreter.language.execution.machine_memory import Layouts, Struct, host
from interpreter.language.execution.machine_memory import copy as memory_copy
from tests.counted import calls_of

NUMBERS = (0, 1, -1, 2, 3, 5, 7, -4, 10, 2**62, -(2**63))
FIVE = 5


def steps(number: int, most: int) -> int:
    count = 0
    while number > 1 and count < most:
        number = number >> 1 if number & 1 == 0 else number - 1
        count += 1
        if number < 0:
            break
    return count


def odd_sum(first: int, end: int) -> int:
    total = 0
    for at in range(first, end):
        if at & 1 == 0:
            continue
        if total > 40:
            break
        total += at
    return total


def two_loops(wide: int, high: int) -> int:
    found = 0
    for x in range(wide if wide < 12 else 12):
        for y in range(high if high < 12 else 12):
            if x == y:
                continue
            if y > 8:
                break
            found += x * 10 + y
        if found > 500:
            break
    return found


def logic(a: int, b: int) -> int:
    if not (a > b or (a == 0 and b != 0)) and a < FIVE:
        return 1 if a == b else 2
    if a > 1 and (b > 1 and a != b):
        return 3
    return 4 if (a if b > 0 else b) else 5


def truths(a: int, b: int) -> int:
    return (a < b) + (a == b) * 2 + (not a) * 4 + (a != 0 and b > 0) * 8


def whether(a: int, b: int) -> int:
    first = a > 0 and b > 0
    second = a > 0 or b > 0
    return first * 2 + second


def bitwise(a: int, b: int) -> int:
    found = a & b
    found |= a ^ 9
    found ^= ~b
    found -= -a
    return found


def called(a: int, b: int) -> int:
    return logic(b, a) * 10 + logic(a, b)


def early(a: int, b: int) -> int:
    while True:
        a = a - 1 if a > 0 else 0
        if a == 0:
            return b
        for _ in range(3):
            b ^= 1
            if b == FIVE:
                return a


def nested(a: int, b: int) -> int:
    """Calls within arguments, twice the same, and with names that the one who calls has, too."""
    found = called(logic(a, b), called(b, logic(b, a)))
    for a in range(3):
        found = found * 3 + logic(found + a, early_for_one(b, early_for_one(a, b)))
    return found


def early_for_one(a: int, b: int) -> int:
    found = 1
    if a == b:
        return found
    while a > b:
        a = b
        found = 2
    return found + b


def counts(a: int, b: int) -> int:
    """A loop that changes its loop variable and its bound, neither of which affects later rounds."""
    end = a if a < 9 else 9
    found = 0
    at = 100
    for at in range(-2, end):
        end -= 1
        found += at
        at += b if b < 5 else 5
    return found * 1000 + at


WRITABLE = (counts, steps, odd_sum, two_loops, logic, truths, whether, bitwise, called, early, nested, early_for_one)


def module_of(*functions: Callable[..., Any]) -> ModuleType:
    module = ModuleType(__name__)
    for function in functions:
        setattr(module, function.__name__, function)
    return module


def made(*functions: Callable[..., Any], inlined: bool = False) -> tuple[wasmtime.Store, Any]:
    """Functions as WebAssembly."""
    global_lines = "".join(f"(global ${name} (mut i64) (i64.const 0))\n" for name in RuntimeRegisters.__annotations__)
    export_lines = "".join(f'(export "{each.__name__}" (func ${each.__name__}))\n' for each in functions)
    texts = list(translate_modules([module_of(*functions)], {}))
    if inlined:
        texts = list(map(CallInliner(texts).inline, texts))
    store = wasmtime.Store(new_engine())
    wasm = bytes(
        wasmtime.wat2wasm(f'(module (memory (export "memory") 1)\n{global_lines}{export_lines}{"".join(texts)})')
    )
    return store, wasmtime.Instance(store, wasmtime.Module(store.engine, wasm), []).exports(store)


def word(number: int) -> int:
    """A number as one of 64 bits."""
    return (number + 2**63) % 2**64 - 2**63


@pytest.mark.parametrize("inlined", (False, True), ids=("called", "inlined"))
@pytest.mark.parametrize("function", WRITABLE, ids=lambda each: each.__name__)
def test_python_and_webassembly_agree(function: Callable[[int, int], int], inlined: bool) -> None:
    store, exports = made(*WRITABLE, inlined=inlined)
    for a in NUMBERS:
        for b in NUMBERS:
            if function is odd_sum and b - a > 1000:
                continue
            if function is early and a > 1000:
                continue
            assert word(exports[function.__name__](store, a, b)) == word(function(a, b)), (a, b)


def test_short_functions_are_called_no_more() -> None:
    texts = list(translate_modules([module_of(*WRITABLE)], {}))
    inlining = CallInliner(texts)
    by_name = {text.split()[1]: text for text in texts}
    assert "(call $early_for_one" in by_name["$nested"]
    assert set(re.findall(r"\(call \$(\w+)", inlining.inline(by_name["$nested"]))) == {"called", "logic"}
    assert inlining.inline(by_name["$early_for_one"]) == by_name["$early_for_one"]


def test_what_calls_itself_is_called() -> None:
    (text,) = translate_modules([module_of(falling)], {})
    assert "(call $falling" in CallInliner([text]).inline(text)


def falling(a: int) -> int:
    return 0 if a < 1 else falling(a - 1)


def shift_left(a: int, by: int) -> int:
    return a << by


def shift_right(a: int, by: int) -> int:
    return a >> by


def multiple(a: int, b: int) -> int:
    return a * b


def test_numbers_wrap() -> None:
    """Test the documented difference from Python: numbers have 64 bits, so that shifts are by less than 64."""
    store, exports = made(shift_left, shift_right, multiple)
    assert exports["shift_left"](store, 1, 63) == -(2**63)
    assert exports["shift_left"](store, 3, 64) == 3
    assert exports["shift_left"](store, 3, -1) == word(3 << 63)
    assert exports["shift_right"](store, -5, 1) == -3
    assert exports["shift_right"](store, -1, 70) == -1
    for a in NUMBERS:
        for b in NUMBERS:
            assert exports["multiple"](store, a, b) == word(a * b)


REFUSED = {
    "division": "def f(a: int) -> int:\n    return a // 2",
    "true division to a whole number": "def f(a: int) -> int:\n    return a / 2",
    "remainder": "def f(a: int) -> int:\n    return a % 2",
    "power": "def f(a: int) -> int:\n    return a ** 2",
    "a chain": "def f(a: int) -> int:\n    return 1 if 0 < a < 3 else 2",
    "is": "def f(a: int) -> int:\n    return 1 if a is 1 else 2",
    "in": "def f(a: int) -> int:\n    return 1 if a in (1, 2) else 2",
    "a list": "def f(a: int) -> int:\n    return [a][0]",
    "a fraction": "def f(a: int) -> int:\n    return a + 1.5",
    "a text": "def f(a: int) -> int:\n    return 'a'",
    "nothing": "def f(a: int) -> int:\n    return None if a else 2",
    "an unknown name": "def f(a: int) -> int:\n    return b",
    "an unknown function": "def f(a: int) -> int:\n    return g(a)",
    "a method": "def f(a: int) -> int:\n    return a.bit_length()",
    "try": "def f(a: int) -> int:\n    try:\n        return a\n    finally:\n        pass",
    "raise": "def f(a: int) -> int:\n    raise ValueError",
    "assert": "def f(a: int) -> int:\n    assert a\n    return a",
    "with": "def f(a: int) -> int:\n    with a:\n        return a",
    "del": "def f(a: int) -> int:\n    del a\n    return 1",
    "two targets": "def f(a: int) -> int:\n    b = c = a\n    return b",
    "a tuple": "def f(a: int) -> int:\n    b, c = a, 1\n    return b",
    "a walrus": "def f(a: int) -> int:\n    return (b := a)",
    "for in a list": "def f(a: int) -> int:\n    for b in (1, 2):\n        a += b\n    return a",
    "for with steps": "def f(a: int) -> int:\n    for b in range(1, 5, 2):\n        a += b\n    return a",
    "for else": "def f(a: int) -> int:\n    for b in range(3):\n        a += b\n    else:\n        a = 1\n    return a",
    "while else": "def f(a: int) -> int:\n    while a < 3:\n        a += 1\n    else:\n        a = 1\n    return a",
    "a named argument": "def f(a: int) -> int:\n    return a\ndef g(a: int) -> int:\n    return f(a=a)",
    "too few arguments": "def f(a: int) -> int:\n    return a\ndef g(a: int) -> int:\n    return f()",
    "too many arguments": "def f(a: int) -> int:\n    return a\ndef g(a: int) -> int:\n    return f(a, a)",
    "a named argument of what is built in": "def f(a: int) -> int:\n    return memory_copy(target=a)",
    "too many arguments of what is built in": "def f(a: int) -> int:\n    return memory_copy(a, a)",
    "a default": "def f(a: int = 3) -> int:\n    return a",
    "any number of arguments": "def f(*a: int) -> int:\n    return 1",
    "named arguments only": "def f(*, a: int) -> int:\n    return a",
    "a function inside": "def f(a: int) -> int:\n    def g() -> int:\n        return 1\n    return a",
    "a lambda": "def f(a: int) -> int:\n    return (lambda: a)()",
    "global": "def f(a: int) -> int:\n    global b\n    b = a\n    return a",
    "a fraction for a whole number": "def f(a: float) -> int:\n    return a",
    "two types of a name": "def f(a: int) -> int:\n    b = 1\n    b = 1.0\n    return a",
    "an unknown field": "def f(a: int) -> int:\n    return now.frame.unknown",
    "arithmetic with an address": "def f(a: int) -> int:\n    return now.frame + 8",
    "a number of more than 64 bits": "def f(a: int) -> int:\n    return a + 99999999999999999999",
    "or as a value": "def f(a: int) -> int:\n    return a or 7",
    "and as a value": "def f(a: int) -> int:\n    return a and 7",
    "a division in place": "def f(a: int) -> int:\n    a //= 2\n    return a",
    "plus": "def f(a: int) -> int:\n    return +a",
    "a division of a known number": "def f(a: int) -> int:\n    FIVE = 6\n    return FIVE",
    "sometimes nothing is given": "def f(a: int) -> int:\n    if a:\n        return\n    return a",
    "a decorator": "@copy\ndef f(a: int) -> int:\n    return a",
    "an unknown register": "def f(a: int) -> int:\n    now.unknown = a\n    return a",
    "a text for a number": "def f(a: int) -> int:\n    'a'\n    f'{a}'\n    return a",
}


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_in_it_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "refused.py"
    path.write_text(REFUSED[name], encoding="utf-8")
    namespace = {"__name__": __name__, "copy": copy, "now": now, "FIVE": FIVE, "memory_copy": memory_copy}
    exec(compile(REFUSED[name], path, "exec"), namespace)
    functions = [each for each in namespace.values() if isinstance(each, FunctionType)]
    with pytest.raises(UnsupportedPythonError):
        list(translate_modules([module_of(*functions)], {}))


class Counter(Struct):
    count: int

    def add(self, number: int) -> int:
        self.count += self.weighed(number)
        return self.count

    def weighed(self, number: int) -> int:
        return number


class HeavyCounter(Counter):
    def weighed(self, number: int) -> int:
        return 10 * number


counter = HeavyCounter(0)


def add_twice(number: int) -> int:
    counter.add(number)
    return counter.add(number)


def test_methods_of_a_struct_are_functions() -> None:
    """Test that inherited methods call those of the struct's own class, in WebAssembly and in Python."""
    module = module_of(add_twice)
    module.__dict__["counter"] = counter
    texts = list(translate_modules([module], {"COUNTER": 16}))
    store = wasmtime.Store(new_engine())
    memory = '(memory (export "memory") 1) (export "add_twice" (func $add_twice))'
    wasm = wasmtime.Module(store.engine, bytes(wasmtime.wat2wasm(f"(module {memory} {''.join(texts)})")))
    exports: Any = wasmtime.Instance(store, wasm, []).exports(store)
    host.bind(bytearray(32), Layouts({}), {})
    counter.address = 16
    for number in (3, -5):
        assert exports["add_twice"](store, number) == add_twice(number)
    assert add_twice(1) == -20


def test_a_function_is_translated_anew_for_other_numbers() -> None:
    module = module_of(add_twice)
    module.__dict__["counter"] = counter
    texts = [list(translate_modules([module], {"COUNTER": address})) for address in (16, 24, 16)]
    assert texts[0] == texts[2] != texts[1]
    assert texts[1] == [text.replace("const 16", "const 24") for text in texts[0]]


def test_each_source_file_is_parsed_once() -> None:
    def translate() -> list[str]:
        return list(translate_modules([module_of(*WRITABLE)], {}))

    translate()
    assert calls_of(ast.parse.__code__, translate) == 0
