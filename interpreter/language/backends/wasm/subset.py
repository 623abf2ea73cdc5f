"""Translator from a small subset of Python, in which the runtime (runtime/) is written, to WebAssembly text.

A function takes words and returns one, or nothing; its annotations say which are whole numbers, floating-point numbers
or addresses (execution/machine_memory.py, which also has primitives). It may assign to names, loop with `while` and
`for … in range(…)`, branch, return, and call other such functions. Whole numbers wrap at 64 bits. Numbers of the module
are constants. Methods of a struct at a known address, inherited ones included, become functions of that one object.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import EnumType
from functools import cache
from math import sqrt
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, NoReturn, get_type_hints

from interpreter.language.backends.wasm.sizes import WORD
from interpreter.language.execution import executable, machine_memory, search_tables
from interpreter.language.execution.machine_memory import (
    Field,
    Kind,
    Layouts,
    List,
    Numbers,
    Pointer,
    Row,
    Struct,
    Table,
    element,
    hints,
    origin_of,
    plain,
)

OPERATORS = {
    ast.Add: "i64.add",
    ast.Sub: "i64.sub",
    ast.Mult: "i64.mul",
    ast.BitAnd: "i64.and",
    ast.BitOr: "i64.or",
    ast.BitXor: "i64.xor",
    ast.LShift: "i64.shl",
    ast.RShift: "i64.shr_s",
}
FLOAT_OPERATORS = {ast.Add: "f64.add", ast.Sub: "f64.sub", ast.Mult: "f64.mul", ast.Div: "f64.div"}
COMPARISONS = {
    ast.Eq: "i64.eq",
    ast.NotEq: "i64.ne",
    ast.Lt: "i64.lt_s",
    ast.LtE: "i64.le_s",
    ast.Gt: "i64.gt_s",
    ast.GtE: "i64.ge_s",
}
FLOAT_COMPARISONS = {ast.Lt: "f64.lt", ast.LtE: "f64.le", ast.Gt: "f64.gt", ast.GtE: "f64.ge"}
PRIMITIVES: dict[Callable[..., Any], str] = {
    machine_memory.wrapped: "{0}",
    machine_memory.shifted: "(i64.shr_u {0} {1})",
    machine_memory.remainder: "(i64.rem_s {0} {1})",
    machine_memory.quotient: "(i64.div_s {0} {1})",
    machine_memory.segment: "(i64.extend_i32_s (call_indirect $segments (type $segment) "
    "(i32.wrap_i64 {1}) (i32.wrap_i64 {0})))",
    machine_memory.judged: "(call_indirect $judges (type $judge) {1} {2} (i32.wrap_i64 {0}))",
    machine_memory.certain: "(call_indirect $certain (type $fact) (i32.wrap_i64 {0}))",
    machine_memory.playable: "(call_indirect $playable (type $test) {1} (i32.wrap_i64 {0}))",
    machine_memory.score: "(call $score {0})",
    machine_memory.copy: "(memory.copy (i32.wrap_i64 {0}) (i32.wrap_i64 {1}) (i32.wrap_i64 {2}))",
    machine_memory.stop: "(unreachable)",
    executable.decision_of: f"(i64.sub (i64.const {executable.FIRST_DECISION}) {{0}})",
    search_tables.log_of: "(call $table_log {0})",
    search_tables.chance_of_lead: "(call $table_chance {0})",
    sqrt: "(f64.sqrt {0})",
    float: "(f64.convert_i64_s {0})",
    int: "(i64.trunc_f64_s {0})",
}
"""Templates of the primitives, by function."""
PRIMITIVE_KINDS: dict[Callable[..., Any], tuple[Kind, Kind]] = {
    sqrt: (float, float),
    float: (int, float),
    int: (float, int),
}
"""Kinds of the argument and of the result of primitives without annotations."""

LARGEST_WORD = (1 << 64) - 1


class UnsupportedPythonError(Exception):
    """A function is outside the supported subset of Python."""


class FunctionSignature(NamedTuple):
    """Kinds of a function's parameters, and of its result or None."""

    parameters: tuple[Kind, ...]
    result: Kind


class TypedText(NamedTuple):
    """An expression in WebAssembly text with its kind; `number` is its value if that is known."""

    text: str
    kind: Kind
    number: int | None = None


class KnownStruct(NamedTuple):
    """A struct at an address that is known by its name."""

    name: str
    kind: type[Struct]


class MemoryPlace(NamedTuple):
    """A place in memory: the address plus an offset, and what is there; `is_inline` if that is not a word's content."""

    address: TypedText
    offset: int
    kind: Kind
    is_inline: bool = False


def translate_modules(modules: Sequence[ModuleType], known: Mapping[str, int]) -> Iterator[str]:
    """Yield the text of all functions in some modules, which may call each other.

    Args:
        modules: The modules.
        known: Numbers and addresses that are known for the game, by name in capitals.

    Raises:
        UnsupportedPythonError: A function is outside the subset, or two functions have the same name.
    """
    functions: list[tuple[FunctionType, KnownStruct | None]] = []
    for module in modules:
        for name, each in vars(module).items():
            if inspect.isfunction(each) and each.__module__ == module.__name__:
                functions.append((each, None))
            elif isinstance(each, Struct) and type(each).__module__ == module.__name__:
                functions += ((method, KnownStruct(name, type(each))) for method in _methods(type(each)))
    if len({_function_name(*each) for each in functions}) < len(functions):
        raise UnsupportedPythonError("two functions have the same name")
    layouts = Layouts(known)
    for function, owner in functions:
        yield _translated(function, owner, layouts)


MOST_TRANSLATIONS = 8
"""Most translations of a function that are kept."""


@cache
def _translations(
    function: FunctionType, owner: KnownStruct | None
) -> deque[tuple[dict[tuple[Callable[[Layouts, Any], Any], Any], Any], str]]:
    """Return the latest translations of a function, each with the answers of the layouts that it was made from."""
    return deque(maxlen=MOST_TRANSLATIONS)


def _translated(function: FunctionType, owner: KnownStruct | None, layouts: Layouts) -> str:
    """Return the text of a function, made anew if no earlier game has the same numbers and addresses in it."""
    earlier = _translations(function, owner)
    for answers, text in earlier:
        if all(question(layouts, about) == answer for (question, about), answer in answers.items()):
            return text
    translator = _FunctionTranslator(function, layouts, owner)
    text = translator.text()
    earlier.append((translator.answers, text))
    return text


def _known_number(layouts: Layouts, name: str) -> int | None:
    return layouts.known.get(name)


def _known_field(layouts: Layouts, place: tuple[type[Struct], str]) -> Field | None:
    struct, name = place
    return layouts.fields(struct).get(name)


def _methods(struct: type[Struct]) -> Iterator[FunctionType]:
    """Yield the methods of a struct, those that it inherits from other structs included."""
    bases = [base for base in struct.__mro__ if issubclass(base, Struct) and base is not Struct]
    for name in dict.fromkeys(name for base in bases for name in vars(base)):
        if inspect.isfunction(method := inspect.getattr_static(struct, name)):
            yield method


def _function_name(function: FunctionType, owner: KnownStruct | None) -> str:
    """Return the name of a function, or of a method of a struct, in the module."""
    return function.__name__ if owner is None else f"{owner.name}_{function.__name__}"


@cache
def _parsed(function: FunctionType) -> ast.FunctionDef:
    """Return the tree of a function. Raises UnsupportedPythonError for special parameters and decorators."""
    tree = _definitions(function.__code__.co_filename)[function.__code__.co_firstlineno]
    arguments = tree.args
    plain = ast.arguments(posonlyargs=[], args=arguments.args, kwonlyargs=[], kw_defaults=[], defaults=[])
    if ast.dump(arguments) != ast.dump(plain) or tree.decorator_list:
        raise UnsupportedPythonError(f"{tree.name}: {ast.unparse(tree)}")
    return tree


@cache
def _definitions(file: str) -> dict[int, ast.FunctionDef]:
    """Return the functions of a source file by their first line, decorators included. Each file is parsed once."""
    nodes = ast.walk(ast.parse("".join(linecache.getlines(file))))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    return {min([node.lineno, *(each.lineno for each in node.decorator_list)]): node for node in functions}


@cache
def _signature(function: Callable[..., Any]) -> FunctionSignature:
    if function in PRIMITIVE_KINDS:
        parameter, result = PRIMITIVE_KINDS[function]
        return FunctionSignature((parameter,), result)
    kinds = get_type_hints(function)
    result = kinds.pop("return", None)
    return FunctionSignature(tuple(kinds.values()), None if result in (type(None), NoReturn) else result)


@cache
def _is_pointer(kind: Kind) -> bool:
    """Return True for the type of an address."""
    return isinstance(origin_of(kind), type) and issubclass(origin_of(kind), Pointer)


def _machine_type(kind: Kind) -> str:
    """Return the WebAssembly type of a kind."""
    return "f64" if kind is float else "i64"


def _number(number: float) -> TypedText:
    if isinstance(number, float):
        return TypedText(f"(f64.const {number.hex()})", float)
    return TypedText(f"(i64.const {int(number)})", type(number), int(number))


def _as_float(value: TypedText) -> TypedText:
    return value if value.kind is float else TypedText(f"(f64.convert_i64_s {value.text})", float)


class _FunctionTranslator:
    """Translator of one function. `answers` are those of the layouts so far, by what was asked."""

    def __init__(self, function: FunctionType, layouts: Layouts, owner: KnownStruct | None) -> None:
        """`owner`: the struct whose method the function is."""
        self._tree = tree = _parsed(function)
        self._name = _function_name(function, owner)
        self._owner = owner
        self._globals = function.__globals__
        self._layouts = layouts
        self.answers: dict[tuple[Callable[[Layouts, Any], Any], Any], Any] = {}
        signature = _signature(function)
        self._result = signature.result
        self._parameters = [argument.arg for argument in tree.args.args[owner is not None :]]
        self._kinds: dict[str, Kind] = dict(zip(self._parameters, signature.parameters, strict=True))
        self._loops: list[tuple[str, str]] = []
        self._labels = 0

    def text(self) -> str:
        body = "".join(f"  {line}\n" for line in self._body(self._tree.body))
        types = {name: _machine_type(kind) for name, kind in self._kinds.items()}
        parameters = "".join(f" (param ${name} {types[name]})" for name in self._parameters)
        result = f" (result {_machine_type(self._result)})" if self._result else ""
        names = "".join(f" (local ${name} {types[name]})" for name in types if name not in self._parameters)
        end = "  (unreachable)\n" if result and not isinstance(self._tree.body[-1], ast.Return) else ""
        return f"(func ${self._name}{parameters}{result}{names}\n{body}{end})\n"

    # -- statements

    def _body(self, statements: list[ast.stmt]) -> list[str]:
        return [line for statement in statements for line in self._statement(statement)]

    def _statement(self, statement: ast.stmt) -> list[str]:
        match statement:
            case ast.Expr(ast.Constant(str())):
                return []
            case ast.Expr(ast.Call() as call):
                value = self._call(call)
                return [value.text if value.kind is None else f"(drop {value.text})"]
            case ast.Assign([target], value):
                return [self._set(target, self._value(value))]
            case ast.AugAssign(target, operator, value):
                return [self._set(target, self._binary(statement, self._value(target), operator, self._value(value)))]
            case ast.If(condition, body, otherwise):
                then = " ".join(self._body(body))
                other = f" (else {' '.join(self._body(otherwise))})" if otherwise else ""
                return [f"(if {self._test(condition)} (then {then}){other})"]
            case ast.While(condition, body, []):
                return self._loop(self._test(condition), [], body, [])
            case ast.For(target, ast.Call(ast.Name("range"), [*first, end], []), body, []) if len(first) < 2:
                return self._counted(target, first[0] if first else ast.Constant(0), end, body)
            case ast.Return(None) if not self._result:
                return ["(return)"]
            case ast.Return(value) if value is not None and self._result:
                return [f"(return {self._fitting(value, self._result)})"]
            case ast.Break():
                return [f"(br {self._loops[-1][0]})"]
            case ast.Continue():
                return [f"(br {self._loops[-1][1]})"]
            case _:
                raise self._unwritable(statement)

    def _counted(self, target: ast.expr, first: ast.expr, end: ast.expr, body: list[ast.stmt]) -> list[str]:
        """Return a loop over a range. The counter is separate from the loop variable, which the body may change."""
        self._labels += 1
        at, last = f"at.{self._labels}", f"last.{self._labels}"
        begin = [f"(local.set ${at} {self._word(first)})", f"(local.set ${last} {self._word(end)})"]
        self._kinds |= {at: int, last: int}
        test = f"(i64.lt_s (local.get ${at}) (local.get ${last}))"
        step = f"(local.set ${at} (i64.add (local.get ${at}) (i64.const 1)))"
        return [*begin, *self._loop(test, [self._set(target, TypedText(f"(local.get ${at})", int))], body, [step])]

    def _loop(self, test: str, before: list[str], body: list[ast.stmt], after: list[str]) -> list[str]:
        self._labels += 1
        out, again, rest = (f"${word}{self._labels}" for word in ("out", "again", "rest"))
        self._loops.append((out, rest))
        inner = " ".join([*before, *self._body(body)])
        self._loops.pop()
        rounds = f"(loop {again} (block {rest} {inner}) {' '.join(after)} (br_if {again} {test}))"
        return [f"(block {out} (if {test} (then {rounds})))"]

    def _set(self, target: ast.expr, value: TypedText) -> str:
        match target:
            case ast.Name(name) if not isinstance(self._globals.get(name), int | float | Pointer):
                if not self._is_alike(self._kinds.setdefault(name, value.kind), value.kind):
                    raise self._unwritable(target)
                return f"(local.set ${name} {value.text})"
            case ast.Attribute(ast.Name(owner), name) if (kind := self._register(owner, name)) is not None:
                if not self._is_alike(kind, value.kind):
                    raise self._unwritable(target)
                return f"(global.set ${name} {value.text})"
            case ast.Attribute() | ast.Subscript():
                place = self._place(target)
                if place is None or place.is_inline or not self._is_alike(place.kind, value.kind):
                    raise self._unwritable(target)
                return f"({_machine_type(place.kind)}.store {self._address(place)} {value.text})"
            case _:
                raise self._unwritable(target)

    # -- expressions

    def _word(self, node: ast.expr) -> str:
        return self._fitting(node, int)

    def _fitting(self, node: ast.expr, kind: Kind) -> str:
        """Return an expression, which must be of a kind."""
        value = self._value(node)
        if not self._is_alike(value.kind, kind):
            raise self._unwritable(node)
        return value.text

    @staticmethod
    def _is_alike(one: Kind, other: Kind) -> bool:
        """Return True if a value of a kind can be stored as another; mypy checks what is at addresses."""
        if one is None or other is None:
            return False
        return (one is float) == (other is float) and _is_pointer(one) == _is_pointer(other)

    def _value(self, node: ast.expr) -> TypedText:
        match node:
            case ast.Constant(int() | float() as number) if number <= LARGEST_WORD:
                return _number(number)
            case ast.Name(name):
                return self._named(node, name)
            case ast.Attribute(ast.Name(owner), name) if (kind := self._register(owner, name)) is not None:
                return TypedText(f"(global.get ${name})", kind)
            case ast.Attribute(ast.Name(owner), name) if isinstance(self._globals.get(owner), Numbers):
                return self._known(node, hints(type(self._globals[owner])).get(name), name)
            case ast.Attribute(ast.Name(owner), name) if isinstance(self._globals.get(owner), EnumType):
                return _number(int(self._globals[owner][name]))
            case ast.Attribute() | ast.Subscript():
                return self._loaded(node)
            case ast.UnaryOp(ast.USub() | ast.Invert()):
                return self._unary(node)
            case ast.BinOp(left, operator, right):
                return self._binary(node, self._value(left), operator, self._value(right))
            case ast.IfExp(condition, yes, no):
                then = self._value(yes)
                inner = f"{self._test(condition)} (then {then.text}) (else {self._fitting(no, then.kind)})"
                return TypedText(f"(if (result {_machine_type(then.kind)}) {inner})", then.kind)
            case ast.Call():
                return self._call(node)
            case ast.BoolOp() | ast.Compare() | ast.UnaryOp(ast.Not()) if self._is_condition(node):
                return TypedText(f"(i64.extend_i32_u {self._test(node)})", bool)
            case _:
                raise self._unwritable(node)

    def _is_condition(self, node: ast.expr) -> bool:
        """Return True if an expression is a truth value, unlike Python's `and` and `or` of other values."""
        match node:
            case ast.Compare() | ast.UnaryOp(ast.Not()):
                return True
            case ast.BoolOp(_, parts):
                return all(map(self._is_condition, parts))
            case _:
                return self._value(node).kind is bool

    def _unary(self, node: ast.UnaryOp) -> TypedText:
        match node.op, self._value(node.operand):
            case ast.USub(), TypedText(kind=kind, number=int() as number) if not _is_pointer(kind):
                return _number(-number)
            case ast.USub(), TypedText(text, kind) if kind is float:
                return TypedText(f"(f64.neg {text})", float)
            case ast.USub(), _:
                return TypedText(f"(i64.sub (i64.const 0) {self._word(node.operand)})", int)
            case _:
                return TypedText(f"(i64.xor (i64.const -1) {self._word(node.operand)})", int)

    def _named(self, node: ast.expr, name: str) -> TypedText:
        """Return a local variable, a number of the module, or a struct at a known address."""
        if name in self._kinds:
            return TypedText(f"(local.get ${name})", self._kinds[name])
        struct = self._struct(name)
        if struct is not None:
            return self._known(node, struct.kind, struct.name)
        match self._globals.get(name):
            case int() | float() as number:
                return _number(number)
            case _:
                raise self._unwritable(node)

    def _struct(self, name: str) -> KnownStruct | None:
        """Return the struct at a known address that a name stands for; `self` is the one whose method this is."""
        if name == "self":
            return self._owner
        found = self._globals.get(name)
        return KnownStruct(name, type(found)) if isinstance(found, Struct) else None

    def _known(self, node: ast.AST, kind: Kind, name: str) -> TypedText:
        """Return a number or an address that is known for the game."""
        number = self._ask(_known_number, name.upper())
        if kind is None or number is None:
            raise self._unwritable(node)
        return _number(number)._replace(kind=plain(kind))

    def _ask(self, question: Callable[[Layouts, Any], Any], about: Any) -> Any:
        """Return an answer of the layouts, and note it."""
        answer = self.answers[question, about] = question(self._layouts, about)
        return answer

    def _register(self, owner: str, name: str) -> Kind:
        """Return the kind of a register, None if there is none."""
        registers = self._globals.get(owner)
        return hints(type(registers)).get(name) if isinstance(registers, machine_memory.Registers) else None

    def _binary(self, node: ast.AST, left: TypedText, operator: ast.operator, right: TypedText) -> TypedText:
        """Return an operation; whole numbers are converted if another number is none, or in a division."""
        is_float = float in (left.kind, right.kind) or isinstance(operator, ast.Div)
        text = (FLOAT_OPERATORS if is_float else OPERATORS).get(type(operator))
        if text is None or _is_pointer(left.kind) or _is_pointer(right.kind):
            raise self._unwritable(node)
        if is_float:
            left, right = map(_as_float, (left, right))
        return TypedText(f"({text} {left.text} {right.text})", float if is_float else int)

    def _call(self, node: ast.Call) -> TypedText:
        match node:
            case ast.Call(ast.Attribute(owner, "address_of"), [index], []):
                place = self._element(self._value(owner), index)
                if place is not None:
                    return TypedText(f"(i64.add (i64.const {place.offset}) {place.address.text})", int)
            case ast.Call(ast.Name(name), arguments, []):
                called = self._globals.get(name, getattr(builtins, name, None))
                if _is_pointer(called) and len(arguments) == 1:
                    return TypedText(self._word(arguments[0]), called)
                if called in PRIMITIVES or isinstance(called, FunctionType):
                    return self._call_of(node, called, name)
            case ast.Call(ast.Attribute(ast.Name(name), method), _, []) if (struct := self._struct(name)) is not None:
                called = inspect.getattr_static(struct.kind, method, None)
                if isinstance(called, FunctionType):
                    return self._call_of(node, called, _function_name(called, struct))
        raise self._unwritable(node)

    def _call_of(self, node: ast.Call, function: Callable[..., Any], name: str) -> TypedText:
        """Return a call of a function, by its name in the module."""
        signature = _signature(function)
        if len(node.args) != len(signature.parameters):
            raise self._unwritable(node)
        texts = list(map(self._fitting, node.args, signature.parameters))
        form = PRIMITIVES.get(function)
        return TypedText(form.format(*texts) if form else f"(call ${' '.join([name, *texts])})", signature.result)

    def _test(self, node: ast.expr) -> str:
        """Return a condition as a word of 32 bits."""
        match node:
            case ast.Constant(bool() as known):
                return f"(i32.const {int(known)})"
            case ast.Compare(left, [operator], [right]):
                first = self._value(left)
                name = (FLOAT_COMPARISONS if first.kind is float else COMPARISONS).get(type(operator))
                if name is None or _is_pointer(first.kind):
                    raise self._unwritable(node)
                return f"({name} {first.text} {self._fitting(right, first.kind)})"
            case ast.BoolOp(ast.And(), [*parts, last]):
                text = self._test(last)
                for part in reversed(parts):
                    text = f"(if (result i32) {self._test(part)} (then {text}) (else (i32.const 0)))"
                return text
            case ast.BoolOp(ast.Or(), [*parts, last]):
                text = self._test(last)
                for part in reversed(parts):
                    text = f"(if (result i32) {self._test(part)} (then (i32.const 1)) (else {text}))"
                return text
            case ast.UnaryOp(ast.Not(), value):
                return f"(i32.eqz {self._test(value)})"
            case ast.Compare() | ast.BoolOp():
                raise self._unwritable(node)
            case _:
                return f"(i64.ne {self._word(node)} (i64.const 0))"

    # -- memory

    def _loaded(self, node: ast.expr) -> TypedText:
        """Return the content of a field or an element; the address of one that is inline."""
        match node:
            case ast.Attribute(owner, "address"):
                value = self._value(owner)
                if not _is_pointer(value.kind):
                    raise self._unwritable(node)
                return value._replace(kind=int)
        place = self._place(node)
        if place is None:
            raise self._unwritable(node)
        if not place.is_inline:
            return TypedText(f"({_machine_type(place.kind)}.load {self._address(place)})", place.kind)
        address, offset = place.address, place.offset
        if address.number is not None:
            return _number(address.number + offset)._replace(kind=place.kind)
        text = f"(i64.add {address.text} (i64.const {offset}))" if offset else address.text
        return TypedText(text, place.kind)

    def _place(self, node: ast.expr) -> MemoryPlace | None:
        match node:
            case ast.Subscript(ast.Name(name), address) if self._globals.get(name) is machine_memory.words:
                return MemoryPlace(TypedText(self._word(address), int), 0, int)
            case ast.Subscript(owner, index):
                return self._element(self._value(owner), index)
            case ast.Attribute(owner, name):
                value = self._value(owner)
                if origin_of(value.kind) is List and name == "length":
                    return MemoryPlace(value, 0, int)
                if isinstance(value.kind, type) and issubclass(value.kind, Struct):
                    field = self._ask(_known_field, (value.kind, name))
                    return field and MemoryPlace(value, *field)
        return None

    def _element(self, owner: TypedText, index: ast.expr) -> MemoryPlace | None:
        """Return the place of an element of a row, list or table."""
        origin = origin_of(owner.kind)
        if origin not in (Row, List, Table):
            return None
        kind = element(owner.kind)
        size = self._ask(Layouts.size, kind) if origin is Table else WORD
        at = self._value(index)
        if at.kind is float or _is_pointer(at.kind):
            raise self._unwritable(index)
        offset = WORD if origin is List else 0
        if at.number is not None:
            return MemoryPlace(owner, offset + size * at.number, plain(kind), origin is Table)
        scaled = f"(i64.shl {at.text} (i64.const 3))" if size == WORD else f"(i64.mul {at.text} (i64.const {size}))"
        address = TypedText(f"(i64.add {owner.text} {scaled})", int)
        return MemoryPlace(address, offset, plain(kind), origin is Table)

    @staticmethod
    def _address(place: MemoryPlace) -> str:
        if place.address.number is not None:
            return f"(i32.const {place.address.number + place.offset})"
        offset = f"offset={place.offset} " if place.offset else ""
        return f"{offset}(i32.wrap_i64 {place.address.text})"

    def _unwritable(self, node: ast.AST) -> UnsupportedPythonError:
        return UnsupportedPythonError(f"{self._tree.name}: {ast.unparse(node)}")
