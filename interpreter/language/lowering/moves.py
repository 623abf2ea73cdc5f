"""Lowering of statements that move pieces and cards, roll dice, and tell players something."""

from __future__ import annotations

from typing import assert_never

from interpreter.language.checking.told_sentences import cards_behind_telling
from interpreter.language.ir import expressions as ir
from interpreter.language.ir.builders import local
from interpreter.language.ir.statements import (
    Announcement,
    ChangeState,
    Choose,
    MoveCards,
    MovePiece,
    MovePieces,
    MoveTopCard,
    RecordUse,
    Reveal,
    RevealDice,
    Roll,
    ShowChoices,
    Tell,
)
from interpreter.language.ir.types import NUMBER, SEAT, Type
from interpreter.language.lowered import instructions as code
from interpreter.language.lowered.instructions import (
    Add,
    ConditionalBody,
    ConditionalChain,
    DrawCard,
    Log,
    Loop,
    MoveCard,
    MoveZone,
    Set,
)
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import (
    NOTHING,
    TRUE,
    Comprehension,
    ConditionalValue,
    Conjunction,
    Constant,
    Register,
    Value,
    ZoneCards,
    apply,
    cell_at,
    constant_number,
    none_test,
    plus,
    table,
)
from interpreter.language.lowering.pieces import (
    can_move_piece,
    hash_changes,
    owner_bases,
    room_in_space,
    room_left,
    single_piece_changes,
)
from interpreter.language.lowering.routine import RoutineBuilder
from interpreter.language.symbols import Symbols
from interpreter.rulebook.log_entries import (
    CardUsed,
    ChoiceShown,
    DiceRolled,
    DiceShown,
    PieceCaptured,
    PiecesMoved,
    StateChanged,
)
from interpreter.rulebook.model import SHOWN

ONE = Constant(1)
NUMBERS = Type("number", many=True)
PieceRow = tuple[Value, Value]
"""Base address of an owner's pieces, and the owner (None for unowned pieces)."""
MovedRow = tuple[str, Value, Value, Value]
"""Sort of some pieces, the base addresses of their row before and after a move, and their owner."""


# -- pieces


def put_move_pieces(writing: RoutineBuilder, statement: MovePieces) -> None:
    """Write the instructions that move pieces between two places."""
    source, target = writing.evaluate_simple(statement.source), writing.evaluate_simple(statement.target)
    owner = writing.evaluate_simple(statement.owner) if statement.owner is not None else None
    symbols = writing.symbols
    rows = [
        (sort, *row)
        for sort in statement.sorts
        for row in _moved_rows(writing, statement, sort, _sort_there(statement, sort, symbols), owner, source, target)
    ]
    if statement.at_random:
        _draw_at_random(writing, statement, rows, source, target)
        return
    left = _remaining_amount(writing, statement)
    amount = left or (writing.value(statement.amount) if statement.amount is not None else None)
    for row in rows:
        _move_some(writing, statement, row, amount, source, target, left)


def _sort_there(statement: MovePieces, sort: str, symbols: Symbols) -> str:
    """Return the sort of pieces in their new place: in boxes, all are in their first state."""
    return symbols.sorts[symbols.pieces[sort].id][0] if statement.target.type.kind == "box" else sort


def _draw_at_random(
    writing: RoutineBuilder, statement: MovePieces, rows: list[MovedRow], source: Value, target: Value
) -> None:
    """Write the loop that draws pieces one after the other, each piece equally likely."""
    assert statement.amount is not None
    name, it = statement.name, Register(NUMBER)
    if name is not None:
        writing.bind(name, NOTHING)
    bases: Value = Constant(())
    for _, base, _, _ in rows:
        if isinstance(bases, Constant) and isinstance(base, Constant):
            bases = Constant((*bases.value, base.value))
        else:
            bases = apply(Operation.WITH, bases, base)
    if not isinstance(bases, Constant):
        bases = writing.evaluate(bases, NUMBERS)
    counts = Comprehension(it, bases, None, cell_at(it, source))
    times = apply(Operation.LEAST, writing.value(statement.amount), apply(Operation.TOTAL, counts))
    with writing.nested_body() as body:
        index = writing.evaluate(apply(Operation.RANDOM_INDEX, counts), NUMBER)
        for at, row in enumerate(rows):
            with writing.nested_body() as moved:
                _move_some(writing, statement, row, ONE, source, target, None)
                if name is not None:
                    writing.bind(name, plus(row[2], target))
            writing.put_if(apply(Operation.EQUAL, index, Constant(at)), moved)
    writing.put(code.CountedLoop(writing.evaluate(times, NUMBER), tuple(body)))


def _moved_rows(
    writing: RoutineBuilder,
    statement: MovePieces,
    sort: str,
    to: str,
    owner: Value | None,
    source: Value,
    target: Value,
) -> list[tuple[Value, Value, Value]]:
    """Return base address before the move, base address after it, and owner, for each row of pieces that is moved."""
    symbols = writing.symbols
    distance = symbols.piece_base[to] - symbols.piece_base[sort]
    if symbols.pieces[sort].owner != "taker":
        return [(base, plus(base, distance), whose) for base, whose in _rows(writing, sort, owner)]
    if owner is None and statement.source.type.kind == "box":
        holder = _holder(writing, source)
        whose: Value = holder
        if statement.taker is not None:
            taker = writing.evaluate_simple(statement.taker)
            whose = taker
            if constant_number(holder) is None:
                nobodys = apply(Operation.EQUAL, holder, Constant(len(symbols.seats)))
                whose = writing.evaluate(ConditionalValue(taker, nobodys, holder), SEAT)
        rows = [(_rows(writing, sort, holder)[0][0], whose)]
    else:
        rows = _rows(writing, sort, owner)[: len(symbols.seats)]
    if statement.target.type.kind == "box":
        ends = [_rows(writing, to, _holder(writing, target))[0][0]] * len(rows)
    elif statement.taker is not None:
        ends = [_rows(writing, to, rows[0][1])[0][0]]
    else:
        ends = [plus(base, distance) for base, _ in rows]
    return [(base, end, whose) for (base, whose), end in zip(rows, ends, strict=True)]


def _holder(writing: RoutineBuilder, place: Value) -> Value:
    """Return the number of the seat that holds the box, or the number after the last seat if no seat does."""
    holders = writing.symbols.place_owners
    at = constant_number(place)
    if at is not None:
        return Constant(holders[at])
    return writing.evaluate(table(holders, place), SEAT)


def _remaining_amount(writing: RoutineBuilder, statement: MovePieces | ChangeState) -> Register | None:
    """Return a register with the number of pieces still to be taken, if pieces of several sorts are counted."""
    if statement.amount is None or len(statement.sorts) < 2:
        return None
    return writing.evaluate(writing.value(statement.amount), NUMBER)


def _rows(writing: RoutineBuilder, sort: str, owner: Value | None) -> list[PieceRow]:
    """Return the base addresses and owners of the pieces of a sort, for one owner or for all."""
    bases = owner_bases(sort, writing.symbols)
    owned = writing.symbols.pieces[sort].is_owned
    if not owned or owner is None:
        return [(Constant(base), Constant(seat) if owned else NOTHING) for seat, base in enumerate(bases)]
    seat = constant_number(owner)
    if seat is not None:
        return [(Constant(bases[seat]), owner)]
    return [(writing.evaluate(table(bases, owner), NUMBER), owner)]


def _move_some(
    writing: RoutineBuilder,
    statement: MovePieces,
    row: MovedRow,
    amount: Value | None,
    source: Value,
    target: Value,
    left: Register | None,
) -> None:
    """Move pieces of one row to another."""
    sort, base, end, owner = row
    symbols = writing.symbols
    start = cell_at(base, source)
    piece = symbols.pieces[sort]
    limited = piece.room_each is not None or piece.room_all is not None or symbols.omissions is not None
    room = limited and statement.target.type.kind != "box"
    state = Constant(sort.partition(" ")[0]) if piece.states and sort != piece.id else NOTHING
    moved = [Constant(piece.id), state, owner, source, target]
    entry = PieceCaptured if statement.is_capture else PiecesMoved
    if amount == ONE:
        test: Value = apply(Operation.GREATER, start, Constant(0))
        if room:
            fits = room_in_space(piece, target, ONE, None if owner == NOTHING else owner, symbols)
            test = test if fits == TRUE else Conjunction(fits, test)
        with writing.nested_body() as body:
            _shift_pieces(writing, ONE, base, end, sort, source, target)
            writing.log(entry, ONE, *moved)
        writing.put_if(test, body)
        return
    limit: Value = start if amount is None else apply(Operation.LEAST, start, amount)
    if room:
        limit = apply(Operation.LEAST, limit, room_left(piece, target, owner, symbols))
    count = writing.evaluate(limit, NUMBER)
    with writing.nested_body() as body:
        _shift_pieces(writing, count, base, end, sort, source, target)
        if left is not None:
            writing.put(Add(left, count, subtracts=True))
        writing.log(entry, count, *moved)
    writing.put_if(apply(Operation.GREATER, count, Constant(0)), body)


def _shift_pieces(
    writing: RoutineBuilder, count: Value, base: Value, end: Value, sort: str, source: Value, target: Value
) -> None:
    """Update the cells of both places, and the cells of the totals over all kinds, which lie at a fixed offset."""
    symbols = writing.symbols
    ends = [(base, end)]
    if symbols.total_base is not None:
        total = plus(base, symbols.total_base - symbols.piece_base[sort])
        ends.append((total, total))
    for first, last in ends:
        writing.put(Add(cell_at(first, source), count, subtracts=True), Add(cell_at(last, target), count))
    moved = Add(cell_at(base, source), count, subtracts=True), Add(cell_at(end, target), count)
    writing.put(*hash_changes(moved, symbols))


def put_move_piece(writing: RoutineBuilder, statement: MovePiece) -> None:
    """Write the instructions that move one piece of any kind, or capture it."""
    symbols, place = writing.symbols, statement.target.type.kind
    piece, target = writing.evaluate_simple(statement.piece), writing.evaluate_simple(statement.target)
    source = writing.evaluate(table(symbols.piece_details("space"), piece), Type("space"))
    kind, owner = symbols.piece_details("kind"), table(symbols.piece_details("owner"), piece)
    changes = single_piece_changes(piece, target, place, symbols, writing.evaluate)
    with writing.nested_body() as body:
        writing.put(*changes, *hash_changes(changes[:2], symbols))
        states = tuple(
            symbols.pieces[sort].states[at] if symbols.pieces[sort].states else None
            for kind_id in symbols.sorts
            for at, sort in enumerate(symbols.sorts[kind_id])
            for _ in range(symbols.place_count * symbols.owner_count(symbols.pieces[sort]))
        )
        ids = tuple(symbols.labels["kind"][each] for each in kind if each is not None)
        entry = PieceCaptured if statement.is_capture else PiecesMoved
        writing.log(entry, ONE, table(ids, piece), table(states, piece), owner, source, target)
    writing.put_if(can_move_piece(piece, target, place, symbols), body)


def put_change_state(writing: RoutineBuilder, statement: ChangeState) -> None:
    """Write the instructions that change the state of pieces."""
    symbols = writing.symbols
    place = writing.evaluate_simple(statement.place)
    owner = writing.evaluate_simple(statement.owner) if statement.owner is not None else None
    left = _remaining_amount(writing, statement)
    for sort in statement.sorts:
        to = f"{statement.state} {symbols.pieces[sort].id}"
        distance = symbols.piece_base[to] - symbols.piece_base[sort]
        states = Constant(sort.partition(" ")[0]), Constant(statement.state)
        for base, whose in _rows(writing, sort, owner):
            start, end = cell_at(base, place), cell_at(base, distance, place)
            amount = left or (writing.value(statement.amount) if statement.amount is not None else None)
            count = writing.evaluate(start if amount is None else apply(Operation.LEAST, start, amount), NUMBER)
            with writing.nested_body() as body:
                changes = Add(start, count, subtracts=True), Add(end, count)
                writing.put(*changes, *hash_changes(changes, symbols))
                if left is not None:
                    writing.put(Add(left, count, subtracts=True))
                writing.log(StateChanged, count, Constant(symbols.pieces[sort].id), whose, place, *states)
            writing.put_if(apply(Operation.GREATER, count, Constant(0)), body)


# -- cards


def put_move_cards(writing: RoutineBuilder, statement: MoveCards) -> None:
    """Write the instructions that move cards to a zone."""
    target, cards = writing.evaluate_simple(statement.target), statement.cards
    if isinstance(cards, ir.Cards):
        writing.put(MoveZone(writing.value(cards.zone), target, Constant(statement.bottom)))
    elif cards.type.many:
        card = Register(Type("card"))
        writing.put(Loop(card, writing.snapshot(cards), (MoveCard(card, target, statement.bottom),)))
    elif isinstance(cards, ir.EndCard) and not cards.is_bottom:  # not chosen: seats that know the other cards still do
        writing.put(DrawCard(writing.value(cards.zone), target, statement.bottom))
    else:
        writing.put(MoveCard(writing.value(cards), target, statement.bottom))


def put_top(writing: RoutineBuilder, statement: MoveTopCard) -> None:
    """Write the instructions that draw the top card of a zone."""
    source = writing.value(statement.source)
    if statement.name is not None:
        writing.bind(statement.name, apply(Operation.ITEM, ZoneCards(source), Constant(-1)))
    writing.put(DrawCard(source, writing.value(statement.target)))


def put_roll(writing: RoutineBuilder, statement: Roll) -> None:
    """Write the instructions that roll dice one by one, and log what they show if there are any."""
    symbols, base = writing.symbols, writing.symbols.variable_base[SHOWN]
    dice = _dice_to_roll(writing, statement)
    it = Register(Type("die"))
    rolled = apply(Operation.RANDOM_MEMBER, table(symbols.die_faces, it))
    known = symbols.die_known_base
    sight = () if known is None else (Set(cell_at(known, it), table(symbols.die_sight, it)),)
    writing.put(Loop(it, dice, (Set(cell_at(base, it), rolled), *sight)))
    name = statement.name
    if name is not None:
        first = apply(Operation.FIRST, dice)
        writing.bind(name, cell_at(base, first) if name.type == NUMBER else dice if name.type.many else first)
    which = Register(Type("die"))
    numbers = Comprehension(which, dice, None, cell_at(base, which))
    if writing.context.has_log:
        masks = Comprehension(which, dice, None, table(symbols.die_sight, which))
        entry = Log(DiceRolled, (writing.optional_value(statement.you), dice, numbers, masks))
        writing.put(ConditionalChain((ConditionalBody(apply(Operation.HAS_ANY, dice), (entry,)),)))


def _dice_to_roll(writing: RoutineBuilder, statement: Roll) -> Register | Constant:
    """Return the list of the dice to roll."""
    dice, amount = writing.snapshot(statement.dice), statement.amount
    if amount is None:
        return dice if isinstance(dice, Constant) else writing.evaluate(dice, statement.dice.type)
    number = writing.evaluate_simple(amount)
    if isinstance(dice, Constant) and isinstance(number, Constant):
        return Constant(dice.value[: number.value])
    found, it = writing.evaluate(Constant(()), statement.dice.type), Register(Type("die"))
    missing = apply(Operation.LESS, apply(Operation.LENGTH, found), number)
    added = ConditionalBody(missing, (Set(found, apply(Operation.WITH, found, it)),))
    writing.put(Loop(it, dice, (ConditionalChain((added,)),)))
    return found


def put_reveal(writing: RoutineBuilder, statement: Reveal | RevealDice) -> None:
    """Write the instructions that show cards or dice to a seat, or to everyone."""
    if isinstance(statement, RevealDice):
        _put_reveal_dice(writing, statement)
    else:
        writing.put(code.RevealCards(writing.snapshot(statement.cards), writing.optional_value(statement.seat)))


def _put_reveal_dice(writing: RoutineBuilder, statement: RevealDice) -> None:
    """Write the instructions that show dice, and log what they show if there are any."""
    symbols, known = writing.symbols, writing.symbols.die_known_base
    dice = writing.evaluate(writing.snapshot(statement.dice), statement.dice.type)
    if known is None:  # everyone knows
        return
    it = Register(Type("die"))
    mask: Value = Constant(symbols.everyone_mask)
    seen = mask
    if statement.seat is not None:
        seat, before = writing.evaluate_simple(statement.seat), cell_at(known, it)
        mask = table(tuple(1 << number for number in range(len(symbols.seats))), seat)
        seen = ConditionalValue(before, apply(Operation.HAS_BIT, before, seat), plus(before, mask))
    writing.put(Loop(it, dice, (Set(cell_at(known, it), seen),)))
    if writing.context.has_log:
        which = Register(Type("die"))
        numbers = Comprehension(which, dice, None, cell_at(symbols.variable_base[SHOWN], which))
        entry = Log(DiceShown, (dice, numbers, mask))
        writing.put(ConditionalChain((ConditionalBody(apply(Operation.HAS_ANY, dice), (entry,)),)))


def put_announcement(writing: RoutineBuilder, statement: Announcement) -> None:
    """Write the instructions of a statement that only writes to the log."""
    match statement:
        case RecordUse():
            _put_note(writing, statement)
        case Tell():
            _put_tell(writing, statement)
        case ShowChoices():
            _put_choices_shown(writing, statement)
        case _:
            assert_never(statement)


def _put_note(writing: RoutineBuilder, statement: RecordUse) -> None:
    """Write the instructions that count and log the use of a card."""
    card = writing.evaluate_simple(statement.card)
    writing.put(code.CountCardUse(card, statement.label))
    known = cell_at(writing.symbols.known_base, card)
    writing.log(CardUsed, card, Constant(statement.label), writing.value(statement.you), known)


def _put_tell(writing: RoutineBuilder, statement: Tell) -> None:
    """Write the instruction that logs a sentence, for the seats that know each card on which it depends."""
    if not writing.context.has_log:
        return
    everyone = Constant(writing.symbols.everyone_mask)
    readers: Value = everyone
    for card in cards_behind_telling(statement, writing.routine):
        number = writing.value(card)
        knowing = ConditionalValue(everyone, none_test(number), cell_at(writing.symbols.known_base, number))
        readers = apply(Operation.COMMON_BITS, readers, knowing)
    kinds = tuple(value.type.kind for value in statement.values)
    many = tuple(value.type.many for value in statement.values)
    writing.put(code.LogSentence(statement.sentence, kinds, writing.snapshots(statement.values), readers, many))


def _put_choices_shown(writing: RoutineBuilder, statement: ShowChoices) -> None:
    """Write the instructions that log what several seats have chosen at the same time."""
    asking = (decision.asking for decision in writing.context.decisions)
    decision = Constant(
        next(at for at, each in enumerate(asking) if isinstance(each, Choose) and statement.seats in each.together)
    )
    if not writing.context.has_log:
        return
    everyone = Constant(writing.symbols.everyone_mask)
    for seat, name in enumerate(statement.by_seat):
        entry = Log(ChoiceShown, (Constant(seat), writing.value(local(name)), decision, everyone))
        writing.put_if(apply(Operation.CONTAINS, Constant(seat), writing.names[statement.seats]), (entry,))
