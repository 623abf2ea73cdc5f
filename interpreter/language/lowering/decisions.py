"""Lowering of decisions: the options are computed, and the answer is stored in the frame.

Chains of segments for routines with decisions.

The segments jump to each other by number and keep the routine's names in its frame.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from interpreter.language.coverage_points import CoveragePoint
from interpreter.language.execution.executable import (
    FIRST_SLOT,
    DecisionInfo,
    DecisionKind,
    SealedSlots,
    SubsetOptions,
)
from interpreter.language.execution.subset_numbers import SubsetNumbering
from interpreter.language.ir import expressions as ir
from interpreter.language.ir.builders import blocks_of, can_repeat, expressions_in, superset_of
from interpreter.language.ir.expressions import Expr
from interpreter.language.ir.statements import Block, Choose, Either, May, OnlyIf, Routine
from interpreter.language.ir.types import NUMBER, SEAT, Kind, Type, WayOut
from interpreter.language.lowered.game import LoweredDecision, Segment
from interpreter.language.lowered.instructions import (
    Append,
    Ask,
    Body,
    Instruction,
    Jump,
    Log,
    Loop,
    PopFrame,
    RevealOptions,
    Set,
)
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    NOTHING,
    Comprehension,
    ConditionalValue,
    Constant,
    Disjunction,
    Register,
    Value,
    apply,
    cell_at,
    negation,
    none_test,
    table,
    times,
)
from interpreter.language.lowering.routine import LoweringContext, RoutineBuilder
from interpreter.rulebook.log_entries import DecisionForced


@dataclass(slots=True)
class ExitTargets:
    """Targets for leaving a block and the enclosing loop: segment numbers, or None for the end of the routine."""

    block: int | None
    loop: int | None = None


class ChainBuilder(RoutineBuilder, ABC):
    """Builder for a routine made of segments; the current segment is open until it jumps."""

    def __init__(self, context: LoweringContext, number: int, routine: Routine) -> None:
        super().__init__(context, routine, self.new_slot)
        self.number = number
        self.slot_count = FIRST_SLOT
        self.card_slots: list[int] = []
        self.current_segment = context.entries[number]
        self.is_open = True
        self.names[routine.you] = Register(SEAT, FIRST_SLOT - 1)

    def new_slot(self, value_type: Type) -> Register:
        """Allocate a slot in the frame and return its register."""
        register = Register(value_type, self.slot_count)
        self.slot_count += 1
        if value_type.kind == "card":
            self.card_slots.append(self.slot_count - 1)
        return register

    def new_segment(self) -> int:
        """Reserve a segment and return its number."""
        self.context.segments.append(Segment(self.number, ()))
        return len(self.context.segments) - 1

    def begin(self, label: int) -> None:
        """Close the current segment and continue in segment `label`."""
        self.close()
        self.current_segment, self.body, self.is_open = label, [], True

    def close(self) -> None:
        """Store the body of the current segment."""
        self.context.segments[self.current_segment] = Segment(self.number, tuple(self.body))

    def end(self, instruction: Instruction) -> None:
        """Append the final instruction of the open segment."""
        if self.is_open:
            self.put(instruction)
            self.is_open = False

    def leave(self, label: int | None) -> None:
        """Jump to a segment, or return from the routine."""
        self.end(PopFrame() if label is None else Jump(label))

    def branch(self, write: Callable[[], None], after: int | None = None) -> Body:
        """Write a body that may continue in other segments, and return it.

        It ends in a jump: to `after`, unless it has jumped elsewhere.
        """
        home, outer = self.current_segment, self.body
        first: list[Instruction] = []
        self.body, self.is_open = first, True
        write()
        self.leave(after)
        if self.current_segment != home:
            self.close()
        self.current_segment, self.body, self.is_open = home, outer, True
        return tuple(first)

    def when(self, condition: Value, write: Callable[[], None], after: int | None = None) -> None:
        """Write a branch that replaces everything after it if a condition holds."""
        self.put_if(condition, self.branch(write, after))

    def jump_if(self, condition: Value, label: int | None, point: CoveragePoint | None = None) -> None:
        """Jump to a segment if a condition holds, and record `point` in that case."""

        def go() -> None:
            if point is not None:
                self.record_point(point)
            self.leave(label)

        self.when(condition, go)

    @abstractmethod
    def block(self, block: Block, exits: ExitTargets) -> None:
        """Write the statements of a block."""


def put_choose(chain: ChainBuilder, statement: Choose, exits: ExitTargets, otherwise: Block = ()) -> None:
    """Write the choice of a thing among a set of options; `otherwise` is carried out if there are none."""
    after = chain.new_segment()
    answer = chain.register(statement.name)
    restart = None
    if statement.together:
        restart = chain.new_segment()
        chain.leave(restart)
        chain.begin(restart)
    decision = _new_decision(chain, "choose", statement, statement.label, restart=restart)
    if isinstance(statement.options, ir.Pairs):
        options = _put_pairs(chain, statement, statement.options)
    elif isinstance(statement.options, ir.Subsets):
        options = _put_subsets(chain, statement, statement.options)
    else:
        options = _put_options(chain, statement, statement.options)
    stops = statement.way_out == "stop"
    if statement.way_out != "none":
        chain.when(_empty_test(options), partial(chain.block, otherwise, exits), exits.block)
    if statement.way_out:
        chain.put(Append(options, NOTHING))
    _decide(chain, answer, options, decision, statement.you, after, forced=not stops)
    chain.begin(after)
    if stops:
        chain.jump_if(none_test(answer), exits.block)
    if isinstance(statement.options, ir.Pairs):
        width, pair = decision.info.width, ir.Ref(statement.name, type=statement.name.type)
        for is_second, name in enumerate(statement.parts_of_pair):
            chain.bind(name, chain.value(ir.PairPart(pair, width, bool(is_second), type=name.type)))


def _put_options(chain: ChainBuilder, statement: Choose, members: Expr, merges_twins: bool = True) -> Register:
    """Write the list of the members of a set that a seat can choose, and return its register.

    `merges_twins`: of several cards with the same print in the same zone, one is in the list.
    """
    cards = members.type.kind == "card"
    options = Register(members.type)
    things = chain.value(members)
    if members.type.kind in chain.context.added_kinds and can_repeat(members):
        things = apply(Operation.UNIQUE, things)
    chain.put(Set(options, apply(Operation.OPTIONS, things)))
    if cards and merges_twins and chain.symbols.has_identical_cards:
        several = apply(Operation.GREATER, apply(Operation.LENGTH, options), Constant(1))
        chain.put_if(several, (Set(options, apply(Operation.DISTINCT, options)),))
    if cards and not _is_visible(chain, members, statement.you):
        chain.put(RevealOptions(options, chain.value(statement.you)))
    return options


def _put_pairs(chain: ChainBuilder, statement: Choose, pairs: ir.Pairs) -> Register:
    """Write the list of the pairs that a seat can choose, and return its register."""
    options, firsts = Register(pairs.type), _put_options(chain, statement, pairs.things)
    chain.put(Set(options, apply(Operation.OPTIONS, Constant(()))))
    first, second = Register(pairs.it.type), Register(pairs.seconds.type._replace(many=False))
    chain.names[pairs.it] = first
    with chain.nested_body() as body:
        seconds = _put_options(chain, statement, pairs.seconds)
        width = Constant(_count_things(chain, pairs.seconds))
        pair = apply(Operation.ADD, apply(Operation.MULTIPLY, first, width), second)
        chain.put(Loop(second, seconds, (Append(options, pair),)))
    del chain.names[pairs.it]
    chain.put(Loop(first, firsts, tuple(body)))
    return options


def _put_subsets(chain: ChainBuilder, statement: Choose, subsets: ir.Subsets) -> Register:
    """Write the list of the subsets that a seat can choose, and return its register."""
    options, things = Register(subsets.type), _put_options(chain, statement, subsets.things, merges_twins=False)
    alike: Value = Constant(())
    symbols = chain.symbols
    if things.type.kind == "card" and symbols.has_identical_cards:
        card = Register(things.type._replace(many=False))
        zone = cell_at(symbols.card_zone_base, card)
        place = ConditionalValue(Constant(symbols.zone_count), none_test(zone), zone)
        print_number = table(symbols.kinds_of_card, card)
        alike = Comprehension(
            card, things, None, apply(Operation.ADD, times(print_number, symbols.zone_count + 1), place)
        )
    sizes = (chain.value(subsets.fewest), chain.value(subsets.most))
    numbers = Constant(_subset_numbering(chain, subsets).table)
    found = apply(Operation.SUBSETS, things, alike, *sizes, numbers)
    chain.put(Set(options, apply(Operation.OPTIONS, found)))
    return options


def _subset_numbering(chain: ChainBuilder, subsets: ir.Subsets) -> SubsetNumbering:
    return SubsetNumbering(_count_things(chain, subsets.things), subsets.largest)


def _count_things(chain: ChainBuilder, things: Expr) -> int:
    """Return the number of all things of the kind of a set."""
    return len(chain.symbols.labels[things.type.kind])


def put_either(chain: ChainBuilder, statement: Either, exits: ExitTargets) -> None:
    """Write the choice between several blocks; only those whose preconditions hold are offered."""
    after, chosen = chain.new_segment(), chain.new_segment()
    answer = chain.register(statement.name)
    decision = _new_decision(chain, "either", statement, "", tuple(label for label, _ in statement.options))
    tests = [chain.precondition(block) for _, block in statement.options]
    always = [isinstance(test, ir.Const) and bool(test.value) for test in tests]
    numbers = tuple(range(len(tests)))
    options: Value = Constant(numbers)
    if all(always):
        for at in numbers:
            chain.record_point(CoveragePoint(statement.where, "offered", at))
    else:
        list_of = Register(Type("number", many=True))
        options = list_of
        chain.put(Set(list_of, apply(Operation.OPTIONS, Constant(()))))
        for at, test in enumerate(tests):
            with chain.nested_body() as more:
                chain.put(Append(list_of, Constant(at)))
                chain.record_point(CoveragePoint(statement.where, "offered", at))
            if always[at]:
                chain.put(*more)
            else:
                chain.put_if(chain.value(test), more)
        if not any(always):
            chain.jump_if(_empty_test(list_of), after)
    _decide(chain, answer, options, decision, statement.you, chosen, forced=not all(always))
    chain.begin(chosen)
    inner = ExitTargets(after, exits.loop)
    for at, (_, block) in enumerate(statement.options):
        taken = apply(Operation.EQUAL, answer, Constant(at))
        chain.when(taken, partial(_put_option, chain, statement, at, block, inner), after)
    chain.leave(after)
    chain.begin(after)


def put_may(chain: ChainBuilder, statement: May, exits: ExitTargets) -> None:
    """Write the choice to carry out a block or to decline."""
    after, chosen = chain.new_segment(), chain.new_segment()
    declined = chain.new_segment() if statement.otherwise else after
    answer = chain.register(statement.name)
    decision = _new_decision(chain, "may", statement, "", (statement.label,))
    test = chain.precondition(statement.body)
    if not (isinstance(test, ir.Const) and test.value):
        chain.jump_if(negation(chain.value(test)), declined)
    chain.record_point(CoveragePoint(statement.where, "offered"))
    _decide(chain, answer, Constant((1, 0)), decision, statement.you, chosen, forced=False)
    chain.begin(chosen)
    chain.jump_if(negation(answer), declined)
    _put_option(chain, statement, 0, statement.body, ExitTargets(after, exits.loop))
    chain.leave(after)
    if statement.otherwise:
        chain.begin(declined)
        chain.block(statement.otherwise, ExitTargets(after, exits.loop))
        chain.leave(after)
    chain.begin(after)


def _new_decision(
    chain: ChainBuilder,
    kind: DecisionKind,
    statement: Choose | Either | May,
    label: str,
    labels: tuple[str, ...] = (),
    restart: int | None = None,
) -> LoweredDecision:
    answer, seat = chain.register(statement.name), chain.value(statement.you)
    assert answer.slot is not None and isinstance(seat, Register) and seat.slot is not None
    noun, option_type = "option", Type("text")
    way_out: WayOut = ""
    parts: tuple[Kind, ...] = ()
    width = 0
    sealed = subset = None
    if isinstance(statement, Choose):
        noun, option_type, way_out = statement.noun, statement.options.type, statement.way_out
        if isinstance(pairs := statement.options, ir.Pairs):
            parts, width = (pairs.things.type.kind, pairs.seconds.type.kind), _count_things(chain, pairs.seconds)
        if isinstance(subsets := statement.options, ir.Subsets):
            subset = SubsetOptions(subsets.things.type.kind, _subset_numbering(chain, subsets))
        if restart is not None:
            sealed = _sealed_slots(chain, statement, restart)
    slots = (answer.slot, seat.slot)
    info = DecisionInfo(
        kind,
        noun,
        label,
        option_type,
        labels,
        *slots,
        way_out,
        _card_slot(chain, statement),
        parts,
        width,
        sealed,
        subset,
    )
    return LoweredDecision(info, statement, dict(chain.names))


def _sealed_slots(chain: ChainBuilder, statement: Choose, restart: int) -> SealedSlots:
    """Return the slots of a choice that several seats make at the same time."""
    registers = map(chain.register, statement.together)
    members, waiting, *answers = (register.slot for register in registers if register.slot is not None)
    blank = 0 if statement.together[-1].type == NUMBER else None
    return SealedSlots(members, waiting, tuple(answers), blank, restart)


def _card_slot(chain: ChainBuilder, statement: Choose | Either | May) -> int:
    """Return the slot of the card on which the options of a decision act; negative if it isn't a single one."""
    used = {
        chain.names.get(expr.local)
        for block in blocks_of(statement)
        for expr in expressions_in(block)
        if isinstance(expr, ir.Ref) and expr.type.kind == "card" and not expr.type.many
    }
    slots = [value.slot for value in used if isinstance(value, Register) and value.slot is not None]
    return slots[0] if len(slots) == 1 else -1


def _decide(
    chain: ChainBuilder,
    answer: Register,
    options: Value,
    decision: LoweredDecision,
    you: Expr,
    after: int,
    forced: bool = True,
) -> None:
    """Ask for one of `options` and go on at `after`. `forced`: a single option is taken without asking."""
    number = len(chain.context.decisions)
    chain.context.decisions.append(decision)
    if forced:
        single = apply(Operation.LESS, apply(Operation.LENGTH, options), Constant(2))

        def take() -> None:
            chain.put(Set(answer, apply(Operation.ITEM, options, Constant(0))))
            if chain.context.has_log:
                is_seen = decision.info.type.kind == "card" and decision.info.sealed is None
                mask = _mask(chain, answer) if is_seen else Constant(0)
                chain.put(Log(DecisionForced, (chain.value(you), answer, Constant(number), mask)))
            chain.leave(after)

        chain.when(single, take)
    restart = after if decision.info.sealed is None else decision.info.sealed.restart
    chain.end(Ask(number, options, after, restart))


def _mask(chain: ChainBuilder, card: Register) -> Value:
    """Return the seats that see the zone of a card as a bit mask; 0 if there is no card or it is in no zone."""
    faces = (*chain.symbols.faces, 0)
    place = cell_at(chain.symbols.card_zone_base, card)
    nowhere = Disjunction(none_test(card), none_test(place))
    return table(faces, ConditionalValue(Constant(-1), nowhere, place))


def _empty_test(options: Register) -> Value:
    return negation(apply(Operation.HAS_ANY, options))


def _is_visible(chain: ChainBuilder, members: Expr, you: Expr) -> bool:
    """Return True if the seat that chooses always sees the cards: they are in an open zone or one of its own."""
    cards, faces, everyone = superset_of(members), chain.symbols.faces, chain.symbols.everyone_mask
    match cards:
        case ir.CardsIn(ir.Const() as known) | ir.Cards(ir.Const() as known):
            return all(faces[zone] == everyone for zone in known.members)
        case ir.Cards(ir.OwnZones(first)) | ir.CardsIn(ir.OwnZones(first)):
            return bool(faces[first] == everyone)
        case ir.Cards(ir.OwnPlace(first, whose)) | ir.CardsIn(ir.OwnPlace(first, whose)):
            return bool(faces[first] == everyone) or (faces[first] == 1 and whose == you)
        case _:
            return False


def _put_option(chain: ChainBuilder, statement: Either | May, at: int, block: Block, exits: ExitTargets) -> None:
    """Write an option's statements without the conditions that were tested when it was offered."""
    chain.record_point(CoveragePoint(statement.where, "taken", at))
    start = next((at for at, statement in enumerate(block) if not isinstance(statement, OnlyIf)), len(block))
    for tested in block[:start]:
        chain.record_statement(tested)
        chain.record_point(CoveragePoint(tested.where, "true"))
    chain.block(block[start:], exits)
