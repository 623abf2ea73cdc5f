"""Translator from a small subset of Python, in which the runtime (runtime/) is written, to WebAssembly text.

A function takes 64-bit words and returns one, or nothing. It may assign to names, loop with `while` and `for … in
range(…)`, branch, return, and call other such functions and the primitives of words.py. Numbers wrap at 64 bits. Names
in capitals are numbers that are known when the function is translated.
"""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from string import Formatter
from types import FunctionType, ModuleType
from typing import NamedTuple

from interpreter.language.backends.wasm.toolchain.words import Registers

BINARY = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "shr_s",
}
COMPARISONS = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt_s",
    ast.LtE: "le_s",
    ast.Gt: "gt_s",
    ast.GtE: "ge_s",
}
WORD_TEMPLATES = {
    "shifted": "(i64.shr_u {0} {1})",
    "remainder": "(i64.rem_s {0} {1})",
    "quotient": "(i64.div_s {0} {1})",
    "bits": "(i64.popcnt {0})",
    "length": "(i64.load (i32.wrap_i64 {0}))",
    "item": "(i64.load offset=8 (i32.wrap_i64 (i64.add {0} (i64.shl {1} (i64.const 3)))))",
    "segment": "(i64.extend_i32_s (call_indirect $segments (type $segment) (i32.wrap_i64 {1}) (i32.wrap_i64 {0})))",
    "plus": "(i64.reinterpret_f64 (f64.add (f64.reinterpret_i64 {0}) (f64.reinterpret_i64 {1})))",
    "minus": "(i64.reinterpret_f64 (f64.sub (f64.reinterpret_i64 {0}) (f64.reinterpret_i64 {1})))",
    "product": "(i64.reinterpret_f64 (f64.mul (f64.reinterpret_i64 {0}) (f64.reinterpret_i64 {1})))",
    "over": "(i64.reinterpret_f64 (f64.div (f64.reinterpret_i64 {0}) (f64.reinterpret_i64 {1})))",
    "root": "(i64.reinterpret_f64 (f64.sqrt (f64.reinterpret_i64 {0})))",
    "is_more": "(i64.extend_i32_u (f64.gt (f64.reinterpret_i64 {0}) (f64.reinterpret_i64 {1})))",
    "fraction": "(i64.reinterpret_f64 (f64.convert_i64_s {0}))",
    "cut_off": "(i64.trunc_f64_s (f64.reinterpret_i64 {0}))",
    "judged": "(call_indirect $judges (type $judge) {1} {2} (i32.wrap_i64 {0}))",
    "certain": "(call_indirect $certain (type $fact) (i32.wrap_i64 {0}))",
    "playable": "(call_indirect $playable (type $test) {1} (i32.wrap_i64 {0}))",
}
"""Templates of primitives that return a word."""
EFFECT_TEMPLATES = {
    "set_item": "(i64.store offset=8 (i32.wrap_i64 (i64.add {0} (i64.shl {1} (i64.const 3)))) {2})",
    "set_length": "(i64.store (i32.wrap_i64 {0}) {1})",
    "copy": "(memory.copy (i32.wrap_i64 {0}) (i32.wrap_i64 {1}) (i32.wrap_i64 {2}))",
    "stop": "(unreachable)",
}
"""Templates of primitives that return nothing. `copy` takes the target, the source and the number of bytes."""


LARGEST_WORD = (1 << 64) - 1


class UnsupportedPythonError(Exception):
    """A function is outside the supported subset of Python."""


class FunctionSignature(NamedTuple):
    """Signature of a function: its number of parameters, and True if it returns a word."""

    parameter_count: int
    has_result: bool


def translate_modules(modules: Sequence[ModuleType], known: Mapping[str, int]) -> Iterator[str]:
    """Yield the text of all functions in some modules, which may call each other. `known`: values of names in capitals.

    Raises:
        Unwritable: A function is outside the subset, or two functions have the same name.
    """
    trees = [
        _parsed(function)
        for module in modules
        for function in vars(module).values()
        if inspect.isfunction(function) and function.__module__ == module.__name__
    ]
    names = [tree.name for tree in trees]
    if len({*names, *WORD_TEMPLATES, *EFFECT_TEMPLATES}) < len(names) + len(WORD_TEMPLATES) + len(EFFECT_TEMPLATES):
        raise UnsupportedPythonError("two functions have the same name")
    headed = {tree.name: FunctionSignature(len(tree.args.args), _has_result(tree)) for tree in trees} | {
        "score": FunctionSignature(1, True)
    }
    for tree in trees:
        yield _FunctionTranslator(tree, known, headed).text()


def _parsed(function: FunctionType) -> ast.FunctionDef:
    return _definitions(function.__code__.co_filename)[function.__code__.co_firstlineno]


@cache
def _definitions(file: str) -> dict[int, ast.FunctionDef]:
    """Return the functions of a source file by their first line, decorators included. Each file is parsed once."""
    nodes = ast.walk(ast.parse("".join(linecache.getlines(file))))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    return {min([node.lineno, *(each.lineno for each in node.decorator_list)]): node for node in functions}


def _has_result(tree: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(tree))


def _plain(arguments: ast.arguments) -> ast.arguments:
    """Return the same names without defaults and special parameters."""
    return ast.arguments(posonlyargs=[], args=arguments.args, kwonlyargs=[], kw_defaults=[], defaults=[])


def _is_condition(node: ast.expr) -> bool:
    """Return True if an expression is a pure truth value, unlike Python's `and` and `or` of other values."""
    match node:
        case ast.Compare() | ast.UnaryOp(ast.Not()):
            return True
        case ast.BoolOp(_, parts):
            return all(map(_is_condition, parts))
        case _:
            return False


class _FunctionTranslator:
    def __init__(
        self, tree: ast.FunctionDef, known: Mapping[str, int], headed: Mapping[str, FunctionSignature]
    ) -> None:
        self._tree = tree
        self._known = known
        self._headed = headed
        self._has_result = headed[tree.name].has_result
        self._parameters = [argument.arg for argument in tree.args.args]
        if ast.dump(tree.args) != ast.dump(_plain(tree.args)) or tree.decorator_list:
            raise self._unwritable(tree)
        self._locals: dict[str, None] = {}
        self._loops: list[tuple[str, str]] = []
        self._labels = 0

    def text(self) -> str:
        body = "".join(f"  {line}\n" for line in self._body(self._tree.body))
        parameters = "".join(f" (param ${name} i64)" for name in self._parameters)
        result = " (result i64)" if self._has_result else ""
        names = "".join(f" (local ${name} i64)" for name in self._locals if name not in self._parameters)
        end = "  (unreachable)\n" if result and not isinstance(self._tree.body[-1], ast.Return) else ""
        return f'(func ${self._tree.name} (export "{self._tree.name}"){parameters}{result}{names}\n{body}{end})\n'

    # -- statements

    def _body(self, statements: list[ast.stmt]) -> list[str]:
        return [line for statement in statements for line in self._statement(statement)]

    def _statement(self, statement: ast.stmt) -> list[str]:
        match statement:
            case ast.Expr(value):
                return self._effect(value)
            case ast.Assign([target], value):
                return [self._set(target, self._word(value))]
            case ast.AugAssign(target, operator, value) if type(operator) in BINARY:
                return [self._set(target, f"(i64.{BINARY[type(operator)]} {self._word(target)} {self._word(value)})")]
            case ast.If(condition, body, otherwise):
                then = " ".join(self._body(body))
                other = f" (else {' '.join(self._body(otherwise))})" if otherwise else ""
                return [f"(if {self._test(condition)} (then {then}){other})"]
            case ast.While(condition, body, []):
                return self._loop(self._test(condition), [], body, [])
            case ast.For(target, ast.Call(ast.Name("range"), [end], []), body, []):
                return self._counted(target, ast.Constant(0), end, body)
            case ast.For(target, ast.Call(ast.Name("range"), [first, end], []), body, []):
                return self._counted(target, first, end, body)
            case ast.Return(None) if not self._has_result:
                return ["(return)"]
            case ast.Return(value) if value is not None:
                return [f"(return {self._word(value)})"]
            case ast.Break():
                return [f"(br {self._loops[-1][0]})"]
            case ast.Continue():
                return [f"(br {self._loops[-1][1]})"]
            case _:
                raise self._unwritable(statement)

    def _effect(self, node: ast.expr) -> list[str]:
        """Return an expression that is a statement: a call, or a docstring, which disappears."""
        match node:
            case ast.Constant(str()):
                return []
            case ast.Call(ast.Name(name)) if name in EFFECT_TEMPLATES:
                return [self._fill_template(EFFECT_TEMPLATES[name], node)]
            case ast.Call(ast.Name(name)):
                gives = name not in self._headed or self._headed[name].has_result
                return [f"(drop {self._word(node)})" if gives else self._word(node)]
            case _:
                raise self._unwritable(node)

    def _counted(self, target: ast.expr, first: ast.expr, end: ast.expr, body: list[ast.stmt]) -> list[str]:
        """Return a loop over a range. The counter is separate from the loop variable, which the body may change."""
        self._labels += 1
        at, last = f"at.{self._labels}", f"last.{self._labels}"
        begin = [f"(local.set ${at} {self._word(first)})", f"(local.set ${last} {self._word(end)})"]
        self._locals |= {at: None, last: None}
        test = f"(i64.lt_s (local.get ${at}) (local.get ${last}))"
        step = f"(local.set ${at} (i64.add (local.get ${at}) (i64.const 1)))"
        return [*begin, *self._loop(test, [self._set(target, f"(local.get ${at})")], body, [step])]

    def _loop(self, test: str, before: list[str], body: list[ast.stmt], after: list[str]) -> list[str]:
        self._labels += 1
        out, again, rest = (f"${word}{self._labels}" for word in ("out", "again", "rest"))
        self._loops.append((out, rest))
        inner = " ".join([*before, *self._body(body)])
        self._loops.pop()
        rounds = f"(loop {again} (block {rest} {inner}) {' '.join(after)} (br_if {again} {test}))"
        return [f"(block {out} (if {test} (then {rounds})))"]

    def _set(self, target: ast.expr, value: str) -> str:
        match target:
            case ast.Attribute(ast.Name("now"), name) if name in Registers.__annotations__:
                return f"(global.set ${name} {value})"
            case ast.Name(name) if name not in self._known:
                self._locals[name] = None
                return f"(local.set ${name} {value})"
            case ast.Subscript(ast.Name("words"), address):
                return f"(i64.store {self._address(address)} {value})"
            case _:
                raise self._unwritable(target)

    # -- expressions

    def _word(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(int() as number) if number <= LARGEST_WORD:
                return f"(i64.const {int(number)})"
            case ast.Attribute(ast.Name("now"), name) if name in Registers.__annotations__:
                return f"(global.get ${name})"
            case ast.Name(name) if name in self._known:
                return f"(i64.const {self._known[name]})"
            case ast.Name(name) if name in self._locals or name in self._parameters:
                return f"(local.get ${name})"
            case ast.Subscript(ast.Name("words"), address):
                return f"(i64.load {self._address(address)})"
            case ast.UnaryOp(ast.USub(), value):
                return f"(i64.sub (i64.const 0) {self._word(value)})"
            case ast.UnaryOp(ast.Invert(), value):
                return f"(i64.xor (i64.const -1) {self._word(value)})"
            case ast.BinOp(left, operator, right) if type(operator) in BINARY:
                return f"(i64.{BINARY[type(operator)]} {self._word(left)} {self._word(right)})"
            case ast.IfExp(condition, yes, no):
                return f"(if (result i64) {self._test(condition)} (then {self._word(yes)}) (else {self._word(no)}))"
            case ast.Call():
                return self._call(node)
            case _ if _is_condition(node):
                return f"(i64.extend_i32_u {self._test(node)})"
            case _:
                raise self._unwritable(node)

    def _call(self, node: ast.Call) -> str:
        match node:
            case ast.Call(ast.Name(name)) if name in WORD_TEMPLATES:
                return self._fill_template(WORD_TEMPLATES[name], node)
            case ast.Call(ast.Name(name), arguments, []) if (
                name in self._headed and len(arguments) == self._headed[name].parameter_count
            ):
                return f"(call ${name}{''.join(f' {self._word(each)}' for each in arguments)})"
            case _:
                raise self._unwritable(node)

    def _test(self, node: ast.expr) -> str:
        """Return a condition as a word of 32 bits."""
        match node:
            case ast.Constant(bool() as known):
                return f"(i32.const {int(known)})"
            case ast.Compare(left, [operator], [right]) if type(operator) in COMPARISONS:
                return f"(i64.{COMPARISONS[type(operator)]} {self._word(left)} {self._word(right)})"
            case ast.BoolOp(ast.And(), [left, right]):
                return f"(if (result i32) {self._test(left)} (then {self._test(right)}) (else (i32.const 0)))"
            case ast.BoolOp(ast.Or(), [left, right]):
                return f"(if (result i32) {self._test(left)} (then (i32.const 1)) (else {self._test(right)}))"
            case ast.UnaryOp(ast.Not(), value):
                return f"(i32.eqz {self._test(value)})"
            case ast.Compare() | ast.BoolOp():
                raise self._unwritable(node)
            case _:
                return f"(i64.ne {self._word(node)} (i64.const 0))"

    def _fill_template(self, form: str, call: ast.Call) -> str:
        """Return an instruction with its arguments filled in."""
        places = len({name for _, name, _, _ in Formatter().parse(form) if name})
        if call.keywords or len(call.args) != places:
            raise self._unwritable(call)
        return form.format(*map(self._word, call.args))

    def _address(self, node: ast.expr) -> str:
        return f"(i32.wrap_i64 {self._word(node)})"

    def _unwritable(self, node: ast.AST) -> UnsupportedPythonError:
        return UnsupportedPythonError(f"{self._tree.name}: {ast.unparse(node)}")
