"""Python source for the intermediate language.

Only text generated here is ever compiled: numbers, quoted words, constants `K…`, the names of the functions below, and
generated names. `m` is the match's state, `v` its cells, `z` its zones, `f` the frame of the routine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from interpreter.language.backends.python.code import NamedConstants
from interpreter.language.execution.executable import decision_code
from interpreter.language.lowered import instructions as code
from interpreter.language.lowered.game import Function, Segment
from interpreter.language.lowered.instructions import Body, Instruction
from interpreter.language.lowered.operations import Operation
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
    Fold,
    LetValue,
    OrElse,
    PlayabilityTest,
    Register,
    TermValue,
    Value,
    ZoneCards,
    is_expensive,
)
from interpreter.language.position_hashes import HASH_MASK
from interpreter.rulebook.log_entries import PlayersTold

INFIX = {
    Operation.ADD: "+",
    Operation.SUBTRACT: "-",
    Operation.EQUAL: "==",
    Operation.LESS: "<",
    Operation.GREATER: ">",
    Operation.AT_MOST: "<=",
    Operation.AT_LEAST: ">=",
    Operation.CONTAINS: "in",
}
SUMS = {Operation.ADD, Operation.SUBTRACT}
"""Operations that can be an operand of a sum without parentheses."""
CALL_TEMPLATES = {
    Operation.QUOTIENT: "quotient({0}, {1})",
    Operation.REMAINDER: "remainder({0}, {1})",
    Operation.NEGATE: "(-{0})",
    Operation.ABSOLUTE: "abs({0})",
    Operation.BOUNDED: "bounded({0})",
    Operation.LEAST: "min({0}, {1})",
    Operation.OR_ZERO: "({0} or 0)",
    Operation.HASHED: f"({{0}} + {{1}} * {{2}} & {HASH_MASK})",
    Operation.MIXED: "mixed({0}, {1})",
    Operation.TIMES_SEEN: "times_seen(v, {0}, {1}, {2})",
    Operation.LENGTH: "len({0})",
    Operation.COUNT_COMMON: "len({0}.intersection({1}))",
    Operation.ANY_COMMON: "(not {0}.isdisjoint({1}))",
    Operation.SAME: "same({0}, {1})",
    Operation.ITEM: "{0}[{1}]",
    Operation.FIRST: "first({0})",
    Operation.ONLY: "only({0})",
    Operation.TOTAL: "sum({0})",
    Operation.HIGHEST: "max({0}, default=0)",
    Operation.LOWEST: "min({0}, default=0)",
    Operation.TOTAL_OF_HIGHEST: "sum(sorted({0}, reverse=True)[:max(0, {1})])",
    Operation.TOTAL_OF_LOWEST: "sum(sorted({0})[:max(0, {1})])",
    Operation.BEST_HAND: "best_hand({0}, {1}, {2}, {3}, {4})",
    Operation.LONGEST_RUN: "longest_run({0}, {1})",
    Operation.LONGEST_LINE: "longest_line({0}, {1}, {2}, {3})",
    Operation.GROUP: "group({0}, {1}, {2})",
    Operation.LARGEST_GROUP: "largest_group({0}, {1}, {2})",
    Operation.GROUP_COUNT: "group_count({0}, {1})",
    Operation.SURROUNDINGS: "surroundings({0}, {1})",
    Operation.DISTANCE: "distance({0}, {1}, {2}, {3})",
    Operation.LONGEST_ROUTE: "longest_route({0}, {1}, {2}, {3}, {4})",
    Operation.SHORTEST_PATH: "shortest_path({0}, {1}, {2}, {3}, {4})",
    Operation.HAS_SIGHT: "has_sight({0}, {1}, {2}, {3})",
    Operation.SINGLE: "({0},)",
    Operation.SINGLE_OR_NONE: "one({0})",
    Operation.UNION: "union({0}, {1})",
    Operation.CARDS_OF: "[card for zone in {0} for card in z[zone]]",
    Operation.WITH: "with_item({0}, {1})",
    Operation.WITHOUT: "without_item({0}, {1})",
    Operation.UP_TO: "up_to({0}, {1})",
    Operation.FIRST_FEW: "first_few({0}, {1})",
    Operation.LAST_FEW: "last_few({0}, {1})",
    Operation.BEGINNINGS: "beginnings({0}, {1}, {2}, {3})",
    Operation.BEFORE: "before({0}, {1})",
    Operation.BEST_HIGHEST: "argbest({0}, {1}, max)",
    Operation.BEST_LOWEST: "argbest({0}, {1}, min)",
    Operation.SPAN: "span({0}, {1})",
    Operation.IN_ORDER: "in_order({0}, {1}, {2})",
    Operation.SNAPSHOT: "tuple({0})",
    Operation.UNIQUE: "dict.fromkeys({0})",
    Operation.SUBSETS: "subsets({0}, {1}, {2}, {3}, {4})",
    Operation.SUBSET_MEMBERS: "subset_members({0}, {1})",
    Operation.DISTINCT: "m.distinct({0})",
    Operation.ROOM_LEFT: "m.fit({0}, {1}, {2})",
    Operation.PIECE_ON: "piece_on(v, {0}, {1})",
    Operation.RANDOM_MEMBER: "m.one_of({0})",
    Operation.RANDOM_INDEX: "m.index_by_weight({0})",
    Operation.CALL_COUNT: "m.call_count({0})",
    Operation.WOULD_CHANGE: "m.would_change({0}, {1}, {2})",
    Operation.MUTED_TRACK: "m.muted",
    Operation.RECORDED: "noted({0}, {1}, {2})",
    Operation.BOTH: "({0} and {1})",
    Operation.EITHER: "({0} or {1})",
    Operation.SELECT: "({0} if {1} else {2})",
    Operation.BIT_SET: "bit_set({0})",
    Operation.HAS_BIT: "has_bit({0}, {1})",
    Operation.COMMON_BITS: "({0} & {1})",
    Operation.BIT_COUNT: "bit_count({0})",
    Operation.TOTAL_OF_COUNTED: "total_of_counted({0}, {1}, {2}, {3}, {4})",
}
"""Templates of operations that are written as calls."""
SPECIAL_CASES = {Operation.NOT, Operation.IS_NOTHING, Operation.HAS_ANY, Operation.OPTIONS, Operation.MULTIPLY}
"""Operations without a template, whose source depends on their arguments."""
if missing := [each.name for each in Operation if each not in {*INFIX, *CALL_TEMPLATES, *SPECIAL_CASES}]:
    raise TypeError(f"it is not said how {', '.join(missing)} is written")


class Printer:
    """Printer for one function or segment.

    Args:
        constants: Names of constants.
        frames: Number of names in the frame of each routine.
        parameters: Parameters of a function.
        result: The value that a function returns.
    """

    def __init__(
        self,
        constants: NamedConstants,
        frames: dict[int, int],
        parameters: Sequence[Register] = (),
        result: Value | None = None,
    ) -> None:
        self._constants = constants
        self._result = result
        self._frames = frames
        self._names = {parameter: f"a{at}" for at, parameter in enumerate(parameters)}
        self._made = 0
        self._lines: list[str] = []
        self._depth = 0

    # -- values

    def value(self, value: Value) -> str:
        """Return an expression that can be used anywhere."""
        match value:
            case Constant():
                return (
                    self._constants.name_of(value.value)
                    if isinstance(value.value, tuple | frozenset)
                    else repr(value.value)
                )
            case Register():
                return self._name(value)
            case Cell():
                return self._cell(value)
            case ZoneCards():
                return f"z[{self.bare(value.number)}]"
            case Apply():
                return self._apply(value)
            case Conjunction() | Disjunction() | ConditionalValue() | OrElse():
                return f"({self.bare(value)})"
            case Comprehension():
                return f"[{self.bare(value.value)} {self._for(value)}]"
            case AnyMember():
                return self._some(value) if is_expensive(value.test) else f"bool({self._some(value)})"
            case Fold() | LetValue():
                return self._made_by_passes(value)
            case TermValue():
                return f"t{value.number}({self._listed(MVZ, value.arguments)})"
            case PlayabilityTest():
                tests = "PERMITTED" if value.permitted else "PLAYABLE"
                return f"{tests}[{self.bare(value.card)}](m, v, z, {self.bare(value.you)})"
            case _:
                assert_never(value)

    def _made_by_passes(self, value: Fold | LetValue) -> str:
        match value:
            case Fold(Operation.BEST_HIGHEST | Operation.BEST_LOWEST, Comprehension() as values):
                return self._apply(Apply(value.operation, (values.replace(value=values.it), values)))
            case Fold(operation, things):
                return self.value(Apply(operation, (things,)))
            case LetValue(it, bound, inner):
                return f"(lambda {self._name(it)}: {self.bare(inner)})({self.bare(bound)})"

    def _cell(self, value: Cell) -> str:
        if value.index is None:
            return f"v[{value.base}]"
        if value.base == 0:
            return f"v[{self.bare(value.index)}]"
        is_sum = isinstance(value.index, Apply) and value.index.operation in SUMS
        return f"v[{value.base} + {self.bare(value.index) if is_sum else self.value(value.index)}]"

    def bare(self, value: Value) -> str:
        """Return a whole expression, which needs no parentheses."""
        match value:
            case Conjunction() | Disjunction():
                word = "and" if isinstance(value, Conjunction) else "or"
                left = self.bare(value.left) if type(value.left) is type(value) else self.value(value.left)
                return f"{left} {word} {self.value(value.right)}"
            case ConditionalValue():
                return (
                    f"{self.value(value.yes)} if {self._inline_condition(value.condition)} else {self.value(value.no)}"
                )
            case OrElse():
                return f"{self.value(value.things)} or {self.value(value.other)}"
            case Apply(operation, (left, right)) if operation in INFIX:
                return f"{self.value(left)} {INFIX[operation]} {self.value(right)}"
            case Apply(Operation.NOT, (Apply(Operation.IS_NOTHING, (thing,)),)):
                return f"{self.value(thing)} is not None"
            case Apply(Operation.IS_NOTHING, (thing,)):
                return f"{self.value(thing)} is None"
            case Apply(Operation.NOT, (condition,)):
                return f"not {self._part(condition)}"
            case _:
                return self.value(value)

    def test(self, condition: Value) -> str:
        """Return a whole expression of which only the truth matters."""
        match condition:
            case Conjunction():
                return f"{self._part(condition.left, Conjunction)} and {self._part(condition.right, Conjunction)}"
            case Disjunction():
                return f"{self._part(condition.left, Disjunction)} or {self._part(condition.right, Disjunction)}"
            case Apply(Operation.HAS_ANY, (things,)):
                return self.value(things)
            case AnyMember():
                return self._some(condition)
            case _:
                return self.bare(condition)

    def _inline_condition(self, condition: Value) -> str:
        """Return a condition after an `if` inside an expression."""
        return f"({self.test(condition)})" if isinstance(condition, ConditionalValue) else self.test(condition)

    def _part(self, condition: Value, within: type[Conjunction | Disjunction] | None = None) -> str:
        """Return an operand of a condition of which only the truth matters; `within` is the enclosing connective."""
        atom = isinstance(condition, AnyMember) or (
            isinstance(condition, Apply) and condition.operation is Operation.HAS_ANY
        )
        if atom or (within is not None and isinstance(condition, within)):
            return self.test(condition)
        if isinstance(condition, Conjunction | Disjunction):
            return f"({self.test(condition)})"
        return self.value(condition)

    def _apply(self, value: Apply) -> str:
        operation, arguments = value.operation, value.arguments
        if operation in INFIX or operation in (Operation.NOT, Operation.IS_NOTHING):
            return f"({self.bare(value)})"
        if operation is Operation.HAS_ANY:
            return f"bool({self.bare(arguments[0])})"
        if operation is Operation.OPTIONS:
            things = self.bare(arguments[0])
            return things if isinstance(arguments[0], Comprehension) else f"list({things})"
        if operation is Operation.MULTIPLY:
            known = any(isinstance(argument, Constant) for argument in arguments)
            left, right = map(self.value, arguments)
            return f"({left} * {right})" if known else f"times({left}, {right})"
        return CALL_TEMPLATES[operation].format(*map(self.value, arguments))

    def _for(self, loop: Comprehension | AnyMember) -> str:
        """Return the `for` clause of a comprehension."""
        name = self._name(loop.it)
        asked = "" if loop.test is None else f" if {self._inline_condition(loop.test)}"
        return f"for {name} in {self.value(loop.things)}{asked}"

    def _some(self, value: AnyMember) -> str:
        """Return an expression that is true if a member passes the test; a slow test stops at the first one."""
        return f"any(1 {self._for(value)})" if is_expensive(value.test) else f"[1 {self._for(value)}]"

    def _name(self, register: Register) -> str:
        if register.slot is not None:
            return f"f[{register.slot}]"
        if register not in self._names:
            self._made += 1
            self._names[register] = f"x{self._made}"
        return self._names[register]

    def _listed(self, first: Sequence[str], values: Sequence[Value]) -> str:
        return ", ".join([*first, *map(self.bare, values)])

    # -- instructions

    def body(self, body: Body) -> str:
        """Return the lines of a body, indented."""
        self._inner(body)
        return "".join(self._lines)

    def result(self, value: Value) -> str:
        """Return the line that returns a function's value."""
        return f"    return {self.bare(value)}\n"

    def _put(self, line: str) -> None:
        self._lines.append(f"{'    ' * self._depth}{line}\n")

    def _inner(self, body: Body) -> None:
        self._depth += 1
        before = len(self._lines)
        for instruction in body:
            self._instruction(instruction)
        if len(self._lines) == before:
            self._put("pass")
        self._depth -= 1

    def _instruction(self, instruction: Instruction) -> None:
        if isinstance(instruction, code.Assignment):
            self._assignment(instruction)
        elif isinstance(instruction, code.Flow):
            self._flow(instruction)
        elif isinstance(instruction, code.Account):
            self._account(instruction)
        elif isinstance(instruction, code.RuntimeCall):
            self._put(f"{instruction.function_name}({self._listed(MVZ, instruction.parts)})")
        elif isinstance(instruction, code.RoutineStart):
            self._routine_start(instruction)
        elif isinstance(instruction, code.End):
            self._end(instruction)
        else:
            assert_never(instruction)

    def _assignment(self, instruction: code.Assignment) -> None:
        match instruction:
            case code.Set(target, value):
                if target is not value:
                    self._put(f"{self.value(target)} = {self.bare(value)}")
            case code.Add(target, value, taken):
                self._put(f"{self.value(target)} {'-' if taken else '+'}= {self.bare(value)}")
            case code.Append(options, value):
                self._put(f"{self.value(options)}.append({self.bare(value)})")
            case _:
                assert_never(instruction)

    def _flow(self, instruction: code.Flow) -> None:
        match instruction:
            case code.ConditionalChain():
                for at, branch in enumerate(instruction.branches):
                    self._put(f"{'el' if at else ''}if {self.test(branch.condition)}:")
                    self._inner(branch.body)
                if instruction.otherwise:
                    self._put("else:")
                    self._inner(instruction.otherwise)
            case code.Loop():
                self._put(f"for {self.value(instruction.it)} in {self.bare(instruction.things)}:")
                self._inner(instruction.body)
                if instruction.otherwise:
                    self._put("else:")
                    self._inner(instruction.otherwise)
            case code.CountedLoop():
                self._put(f"for _ in range({self.bare(instruction.times)}):")
                self._inner(instruction.body)
            case code.While():
                self._put(f"while {self.test(instruction.condition)}:")
                self._inner(instruction.body)
            case code.Break():
                self._put("break")
            case code.Continue():
                self._put("continue")
            case code.Return():
                self._put("return" if self._result is None else f"return {self.bare(self._result)}")
            case _:
                assert_never(instruction)

    def _account(self, instruction: code.Account) -> None:
        match instruction:
            case code.Charge(units, place):
                self._put(f"m.work -= {units}")
                self._put(f"if m.work < 0: m.overrun({place})")
            case code.StopAtEnd(track, Constant(upper)):
                self._put(f"m.ends[{2 * track + upper}] += 1")
            case code.StopAtEnd(track, upper):
                self._put(f"m.ends[{2 * track} + {self.value(upper)}] += 1")
            case code.Fail(where, problem, message):
                self._put(f"fail({where.file!r}, {where.line}, {where.column}, {problem!r}, {message!r})")
            case code.Log(kind, entry):
                self._put(f"m.log.append({kind.__name__}({self._listed((), entry)}))")
            case code.LogSentence(sentence, kinds, values, readers, _):
                said = "".join(f"{self.bare(value)}, " for value in values)
                told = self._listed((f"{sentence!r}, {kinds!r}, ({said})",), (readers,))
                self._put(f"m.log.append({PlayersTold.__name__}({told}))")
            case code.RecordPoint(point):
                self._put(f"REACHED[{point}] = 1")
            case code.CountCardUse(card, label):
                self._put(f"m.uses.append(({self.bare(card)}, {label!r}))")
            case code.RevealOptions(cards, seat):
                self._put(f"m.show({self._listed((), (cards, seat))})")
            case _:
                assert_never(instruction)

    def _routine_start(self, instruction: code.RoutineStart) -> None:
        match instruction:
            case code.BeginTurn(seat):
                self._put(f"m.turn({self.bare(seat)})")
            case code.Call(routine, arguments):
                self._put(f"r{routine}({self._listed(MVZ, arguments)})")
            case code.PushFrame():
                names = self._frames[instruction.routine] - len(instruction.arguments) + 1
                frame = f"[{self._listed(('0',), instruction.arguments)}{', None' * names}]"
                self._push(frame, instruction)
            case code.PushEventFrame(card, you):
                frame = f"[0, {self.bare(you)}] + [None] * EVENT_SIZES[{self.bare(card)}]"
                self._push(frame, instruction)
            case _:
                assert_never(instruction)

    def _end(self, instruction: code.End) -> None:
        match instruction:
            case code.Jump(target):
                self._put(f"return {target}")
            case code.ComputedJump(value):
                self._put(f"return {self.bare(value)}")
            case code.PopFrame():
                self._put("s = m.stack; s.pop(); return s[-1][0]")
            case code.Ask(decision, options, resume, _):
                self._put(f"m.options = {self.bare(options)}; f[0] = {resume}")
                self._put(f"return {decision_code(decision)}")
            case code.EndGame(winners, reason, side):
                last = (winners, Constant(reason)) if side == NOTHING else (winners, Constant(reason), side)
                self._put(f"return m.end({self._listed((), last)})")
            case code.EndOfRules():
                self._put("return m.finished()")
            case _:
                assert_never(instruction)

    def _push(self, frame: str, instruction: code.PushFrame | code.PushEventFrame) -> None:
        if instruction.instead:
            self._put(f"m.stack[-1] = {frame}")
            return
        guarded = isinstance(instruction, code.PushEventFrame) or instruction.guarded
        self._put(f"f[0] = {instruction.resume}")
        self._put(f"{'m.enter' if guarded else 'm.stack.append'}({frame})")


MVZ = ("m", "v", "z")


def print_function(name: str, first: Sequence[str], function: Function, constants: NamedConstants) -> str:
    """Return the source of a function; `first` are the names of its leading arguments."""
    printer = Printer(constants, {}, function.parameters, function.result)
    names = ", ".join([*first, *map(printer.value, function.parameters)])
    lines = printer.body(function.body) if function.body or function.result is None else ""
    if function.result is not None:
        lines += printer.result(function.result)
    return f"def {name}({names}):\n{lines}"


def print_segment(number: int, segment: Segment, constants: NamedConstants, frames: dict[int, int]) -> str:
    """Return the source of a segment."""
    return f"def s{number}(m, v, z, f):\n{Printer(constants, frames).body(segment.body)}"
