"""Instructions, functions and segments of the intermediate language as WebAssembly text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from interpreter.language.backends.wasm.loops import Lines, restore_top, save_top
from interpreter.language.backends.wasm.memory import MemoryLayout
from interpreter.language.backends.wasm.runtime.structs import END, RESUME, ROUTINE, UNDER, slot
from interpreter.language.backends.wasm.values import ValueGenerator, record_point
from interpreter.language.execution.executable import (
    FIRST_SLOT,
    GAME_OVER,
    NIL,
    FramedRoutine,
    ToldSentence,
    decision_code,
)
from interpreter.language.lowered import instructions as code
from interpreter.language.lowered.game import Function, LoweredGame, Segment
from interpreter.language.lowered.instructions import Body, Instruction
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import Apply, Cell, Constant, Register, Value
from interpreter.language.passes.pipeline import Optimizer
from interpreter.language.passes.value_facts import CELL_BOUND, ValueFacts
from interpreter.rulebook.log_entries import ChoiceShown

STEPS = 1_000_000
"""Largest number that is added to a cell without a check; a game can't add it often enough to overflow."""


class FunctionGenerator:
    """Code generator for the functions of one game."""

    def __init__(self, memory: MemoryLayout, lowered: LoweredGame) -> None:
        self._memory = memory
        self._lowered = lowered
        self._optimizer = Optimizer(memory.facts, lowered.routines)

    def function(self, name: str, function: Function) -> str:
        """Return the text of a function."""
        function = self._optimizer.function(function)
        writer = self._writer(function.parameters, function.result)
        lines = writer.body(function.body)
        if function.result is not None:
            lines.append(writer.values.stored_word(function.result))
        parameters = "".join(f" (param $a{at} i64)" for at in range(len(function.parameters)))
        result = "" if function.result is None else " (result i64)"
        return _function(name, f"{parameters}{result}", writer, lines)

    def question(self, name: str, function: Function) -> str:
        """Return the text of a function with a result that reads the names of a frame, its first argument.

        Its work isn't counted with that of the match.
        """
        function = self._optimizer.function(function)
        assert function.result is not None
        writer = self._writer(function.parameters)
        kept = writer.values.local()
        lines = [f"(local.set {kept} (global.get $work))", *writer.body(function.body)]
        lines += [writer.values.stored_word(function.result), f"(global.set $work (local.get {kept}))"]
        parameters = "".join(f" (param $a{at} i64)" for at in range(len(function.parameters)))
        return _function(name, f" (param $f i32){parameters} (result i64)", writer, lines)

    def segment(self, number: int, segment: Segment) -> str:
        """Return the text of a segment."""
        writer = self._writer()
        lines = [*writer.body(self._optimizer.segment(segment).body), "(unreachable)"]
        return _function(f"s{number}", " (type $segment) (param $f i32) (result i32)", writer, lines)

    def _writer(self, parameters: tuple[Register, ...] = (), result: Value | None = None) -> _InstructionGenerator:
        return _InstructionGenerator(self._memory, self._optimizer.known, self._lowered, parameters, result)


def _function(name: str, head: str, writer: _InstructionGenerator, lines: Lines) -> str:
    names = "".join(f" (local {name} i64)" for name in writer.values.locals)
    return f"(func ${name}{head}{names}\n" + "".join(f"  {line}\n" for line in lines) + ")\n"


class _InstructionGenerator:
    """Generator for one function or segment; `result` is the value that a function returns."""

    def __init__(
        self,
        memory: MemoryLayout,
        known: ValueFacts,
        lowered: LoweredGame,
        parameters: tuple[Register, ...],
        result: Value | None,
    ) -> None:
        self.values = ValueGenerator(memory, known, parameters)
        self._memory = memory
        self._lowered = lowered
        self._result = result
        self._loops: list[tuple[str, str]] = []

    def body(self, body: Body) -> Lines:
        return [line for instruction in body for line in self._instruction(instruction)]

    def _inner(self, body: Body) -> str:
        return " ".join(self.body(body))

    def _call(self, name: str, *arguments: Value) -> Lines:
        return [f"(call ${name}{''.join(f' {self.values.word(argument)}' for argument in arguments)})"]

    def _card(self, card: Value) -> str:
        return self.values.index(card, self._memory.known["CARDS"])

    def _zone(self, zone: Value) -> str:
        return self.values.index(zone, self._memory.known["ZONE_COUNT"])

    def _set(self, target: Register | Cell, value: Value) -> str:
        if isinstance(target, Register):
            return self.values.assign(target, self.values.stored_word(value))
        word = self.values.word(value)
        if self.values.known.upper_bound(value) > CELL_BOUND:
            word = f"(call $limited_cell {word})"
        return f"(i64.store {self.values.cell(target)} {word})"

    def _return_segment(self, number: int) -> str:
        return f"(return (i32.const {number}))"

    def _instruction(self, instruction: Instruction) -> Lines:
        if isinstance(instruction, code.Assignment):
            return self._assignment(instruction)
        if isinstance(instruction, code.Flow):
            return self._flow(instruction)
        if isinstance(instruction, code.Account):
            return self._account(instruction)
        if isinstance(instruction, code.RuntimeCall):
            return self._runtime_call(instruction)
        if isinstance(instruction, code.RoutineStart):
            return self._routine_start(instruction)
        if isinstance(instruction, code.End):
            return self._end(instruction)
        assert_never(instruction)

    def _assignment(self, instruction: code.Assignment) -> Lines:
        values = self.values
        match instruction:
            case code.Set(target, value):
                return [] if target is value else [self._set(target, value)]
            case code.Add(target, value, taken):
                operation = Operation.SUBTRACT if taken else Operation.ADD
                if isinstance(target, Cell) and isinstance(value, Constant) and abs(value.value) <= STEPS:
                    word = values.word(Apply(operation, (target, value)))
                    return [f"(i64.store {values.cell(target)} {word})"]
                return [self._set(target, Apply(operation, (target, value)))]
            case code.Append(options, value):
                return [values.assign(options, f"(call $appended {values.word(options)} {values.stored_word(value)})")]
            case _:
                assert_never(instruction)

    def _flow(self, instruction: code.Flow) -> Lines:
        values = self.values
        match instruction:
            case code.ConditionalChain():
                return [self._when(instruction)]
            case code.Loop():
                return self._loop(instruction)
            case code.CountedLoop():
                return self._times(instruction)
            case code.While():
                out, again = values.label("out"), values.label("again")
                self._loops.append((out, again))
                inner = self._inner(instruction.body)
                self._loops.pop()
                test = f"(br_if {out} (i32.eqz {values.test(instruction.condition)}))"
                before, after = self._freeing_code(instruction.frees)
                return [before, f"(block {out} (loop {again} {after} {test} {inner} (br {again})))"]
            case code.Break():
                return [f"(br {self._loops[-1][0]})"]
            case code.Continue():
                return [f"(br {self._loops[-1][1]})"]
            case code.Return():
                return ["(return)" if self._result is None else f"(return {values.stored_word(self._result)})"]
            case _:
                assert_never(instruction)

    def _account(self, instruction: code.Account) -> Lines:
        match instruction:
            case code.Charge(units, _):
                lines = [f"(global.set $work (i64.sub (global.get $work) (i64.const {units})))"]
                if self._loops or self._result is not None:  # else the next check is soon enough
                    lines.append("(if (i64.lt_s (global.get $work) (i64.const 0)) (then (unreachable)))")
                return lines
            case code.StopAtEnd(track, upper):
                end = f"(i32.shl {self.values.test(upper)} (i32.const 3))"
                place = f"offset={self._memory.known['ENDS'] + 16 * track} {end}"
                return [f"(i64.store {place} (i64.add (i64.load {place}) (i64.const 1)))"]
            case code.Fail():
                return ["(unreachable)"]
            case code.Log(kind, (seat, value, Constant(int(decision)), readers)) if kind is ChoiceShown:
                told = ToldSentence(
                    "", ("seat", self._lowered.decisions[decision].info.type.kind), (False, False), decision
                )
                return self._tell(told, (seat, value), readers)
            case code.Log():  # in code with a log, of which machine code keeps only what players are told
                return []
            case code.LogSentence(sentence, kinds, values, readers, many):
                return self._tell(ToldSentence(sentence, kinds, many), values, readers)
            case code.RecordPoint(point):
                return [record_point(point)]
            case code.CountCardUse(card, label):
                labels = self._memory.labels
                use = f"(i64.mul {self._card(card)} (i64.const {len(labels)}))"
                return [f"(call $note (i64.add {use} (i64.const {labels.index(label)})))"]
            case code.RevealOptions(cards, seat):
                return self._call("reveal", cards, seat)
            case _:
                assert_never(instruction)

    def _tell(self, told: ToldSentence, values: Sequence[Value], readers: Value) -> Lines:
        begin = f"(call $begin_sentence (i64.const {self._memory.sentence_number(told)}) {self.values.word(readers)})"
        lines = [begin]
        for value, is_list in zip(values, told.many, strict=True):
            function = "tell_list" if is_list else "tell_word"
            lines.append(f"(call ${function} {self.values.stored_word(value)})")
        return lines

    def _runtime_call(self, instruction: code.RuntimeCall) -> Lines:
        word = {"CardNumber": self._card, "ZoneNumber": self._zone, "Value": self.values.word}
        operands = zip(instruction.operand_types, instruction.parts, strict=True)
        return [f"(call ${instruction.function_name} {' '.join(word[kind](value) for kind, value in operands)})"]

    def _routine_start(self, instruction: code.RoutineStart) -> Lines:
        match instruction:
            case code.BeginTurn(seat):
                return self._call("turn", seat)
            case code.Call(routine, arguments):
                given = "".join(f" {self.values.stored_word(argument)}" for argument in arguments)
                return [f"(call $r{routine}{given})"]
            case code.PushFrame():
                return self._push(instruction)
            case code.PushEventFrame():
                return self._push_event(instruction)
            case _:
                assert_never(instruction)

    def _end(self, instruction: code.End) -> Lines:
        values = self.values
        match instruction:
            case code.Jump(target):
                used_up = f"(if (i64.lt_s (global.get $work) (global.get $mark)) (then {self._return_segment(target)}))"
                return [used_up, f"(return_call $s{target} (i32.wrap_i64 (global.get $frame)))"]
            case code.ComputedJump(value):
                return [f"(return (i32.wrap_i64 {values.word(value)}))"]
            case code.PopFrame():
                return ["(return (i32.wrap_i64 (call $pop_frame)))"]
            case code.Ask(decision, options, resume, _):
                return [
                    f"(global.set $options {values.word(options)})",
                    f"(i64.store offset={RESUME} (local.get $f) (i64.const {resume}))",
                    self._return_segment(decision_code(decision)),
                ]
            case code.EndGame(winners, reason, side):
                why = Constant(self._memory.reasons.index(reason))
                return [*self._call("finish", winners, why, side), self._return_segment(GAME_OVER)]
            case code.EndOfRules():
                return ["(call $finished)", self._return_segment(GAME_OVER)]
            case _:
                assert_never(instruction)

    def _number(self, name: str) -> str:
        return f"(i64.const {self._memory.known[name]})"

    def _push(self, instruction: code.PushFrame) -> Lines:
        """Return the instructions that push a frame, or replace the top one.

        Its first slots hold the acting seat and the arguments; the others hold None.
        """
        framed = self._lowered.routines[instruction.routine]
        assert isinstance(framed, FramedRoutine)
        values, new, under = self.values, self.values.local(), self.values.local()
        given = [(values.local(), values.stored_word(argument)) for argument in instruction.arguments]
        lines = [f"(local.set {name} {word})" for name, word in given]
        if instruction.instead:
            lines.append(f"(local.set {new} (i64.extend_i32_u (local.get $f)))")
            lines.append(f"(local.set {under} (i64.load offset={UNDER} (local.get $f)))")
        else:
            if instruction.guarded:
                lines.append("(call $check_depth)")
            lines.append(f"(i64.store offset={RESUME} (local.get $f) (i64.const {instruction.resume}))")
            lines.append(f"(local.set {new} (i64.load offset={END} (local.get $f)))")
            lines.append(f"(local.set {under} (i64.extend_i32_u (local.get $f)))")
            lines.append("(global.set $depth (i64.add (global.get $depth) (i64.const 1)))")
        slots = FIRST_SLOT + framed.name_count
        end = f"(i64.add (local.get {new}) (i64.const {slot(slots)}))"
        nothing = [f"(i64.const {NIL})"] * (slots - 1 - len(given))
        given_words = [f"(local.get {name})" for name, _ in given]
        frame = {
            UNDER: f"(local.get {under})",
            ROUTINE: f"(i64.const {instruction.routine})",
            END: end,
            RESUME: "(i64.const 0)",
            **{slot(at): word for at, word in enumerate((*given_words, *nothing), FIRST_SLOT - 1)},
        }
        for offset, word in frame.items():
            lines.append(f"(i64.store offset={offset} (i32.wrap_i64 (local.get {new})) {word})")
        lines.append(f"(global.set $frame (local.get {new}))")
        lines.append(f"(if (i64.gt_s {end} {self._number('FRAMES_END')}) (then (unreachable)))")
        return lines

    def _push_event(self, instruction: code.PushEventFrame) -> Lines:
        card, you = self._card(instruction.card), self.values.word(instruction.you)
        if instruction.instead:
            return [f"(call $replace_by_event {card} {you})"]
        return [
            f"(i64.store offset={RESUME} (local.get $f) (i64.const {instruction.resume}))",
            f"(call $push_event {card} {you})",
        ]

    def _when(self, instruction: code.ConditionalChain) -> str:
        text = self._inner(instruction.otherwise)
        for branch in reversed(instruction.branches):
            other = f" (else {text})" if text else ""
            text = f"(if {self.values.test(branch.condition)} (then {self._inner(branch.body)}){other})"
        return text

    def _loop(self, instruction: code.Loop) -> Lines:
        """Return a loop over a list that is evaluated before the first iteration, since the body may change it."""
        values = self.values
        broken, rest = values.label("broken"), values.label("rest")
        kept = Register(instruction.it.type._replace(many=True))
        things: Value = instruction.things
        lines: Lines = []
        if not isinstance(things, Constant):
            lines.append(values.assign(kept, values.word(things)))
            things = kept

        def each(item: str) -> Lines:
            self._loops.append((broken, rest))
            inner = self._inner(instruction.body)
            self._loops.pop()
            return [f"(block {rest} {values.assign(instruction.it, item)} {inner})"]

        loop = " ".join(values.loops.loop(things, each, instruction.frees))
        return [*lines, f"(block {broken} {loop} {self._inner(instruction.otherwise)})"]

    def _times(self, instruction: code.CountedLoop) -> Lines:
        values, left = self.values, self.values.local()
        out, again, rest = values.label("out"), values.label("again"), values.label("rest")
        self._loops.append((out, rest))
        inner = self._inner(instruction.body)
        self._loops.pop()
        test = f"(br_if {out} (i64.le_s (local.get {left}) (i64.const 0)))"
        less = f"(local.set {left} (i64.sub (local.get {left}) (i64.const 1)))"
        before, after = self._freeing_code(instruction.frees)
        return [
            f"(local.set {left} {values.word(instruction.times)}) {before}",
            f"(block {out} (loop {again} {after} {test} {less} (block {rest} {inner}) (br {again})))",
        ]

    def _freeing_code(self, frees: bool) -> tuple[str, str]:
        """Return instructions for freeing what an iteration allocates: before the loop and in each iteration."""
        if not frees:
            return "", ""
        top = self.values.local()
        return save_top(top), restore_top(top)
