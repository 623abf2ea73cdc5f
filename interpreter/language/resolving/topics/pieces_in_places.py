"""Resolution of pieces in places: their sorts, owners and numbers, moves, changes of state, room for more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lark import Token, Tree

from interpreter.language.ir.builders import conjunction, constant, local
from interpreter.language.ir.expressions import (
    AfterMoves,
    Compare,
    Conditional,
    Const,
    Equal,
    Expr,
    HasRoom,
    OwnPlace,
    PieceAmount,
    PieceDetail,
    PieceInBox,
    PieceOn,
    PiecesOn,
    SumOver,
)
from interpreter.language.ir.nullness import (
    narrowed,
    null_safe,
    null_safe_statement,
    optional_parts,
    presence_condition,
)
from interpreter.language.ir.statements import ChangeState, ForEach, If, Let, MovePiece, MovePieces
from interpreter.language.ir.types import NUMBER, SPACES, Local, Type
from interpreter.language.ir.written import Room, WrittenNoun
from interpreter.language.ir.written_statements import CaptureAll, ChangeOwner
from interpreter.language.resolving.resolver import NamedKind, Resolver
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, SyntaxPart, token_of
from interpreter.language.resolving.topics.belonging import opponent
from interpreter.language.resolving.topics.naming import NounPhrase, fail_shared, noun_of, noun_phrase
from interpreter.language.symbols import NounSymbol, SharedValue, ValueAdjective
from interpreter.rulebook.model import PieceKind
from interpreter.support.errors import Missing
from interpreter.support.name_lists import quote_names
from interpreter.support.similar_words import closest_match

PIECES = Handlers[Resolver]()
PIECES.part("first_move", "first_placing", "first_capture", "first_sweep")
PIECES.part("further_move", "further_placing", "further_capture", "further_sweep")

# -- sorts and owners


@dataclass(frozen=True, slots=True)
class _PieceSelection:
    """The meaning of `your hidden PIECES`: the sorts of pieces, and their owner if given; `node` is for messages."""

    node: Syntax
    sorts: tuple[str, ...]
    owner: Expr | None


def _selected(resolver: Resolver, scope: Scope, phrase: NounPhrase) -> _PieceSelection:
    """Resolve the pieces of a phrase; with an owner, only kinds that can be owned."""
    symbols, noun = resolver.symbols, phrase.noun
    states = [word for word in phrase.adjectives if "kind" not in symbols.adjectives.get(str(word), {})]
    owner = _owner(resolver, scope, phrase)
    kinds = [symbols.pieces[kind] for kind in noun.pieces]
    if owner is not None:
        kinds = [kind for kind in kinds if kind.is_owned]
        if not kinds:
            message = f"{noun.many} belong to nobody: leave out whose they are"
            resolver.fail(scope, phrase.node, "wrong-type", message)
    for word in phrase.adjectives:
        if word not in states:
            kinds = _kinds_that_are(resolver, scope, word, kinds)
    if not kinds:
        resolver.fail(scope, phrase.adjectives[0], "wrong-type", f"no {noun.many} are `{phrase.adjectives[0]}`")
    for word in states:
        _check_state(resolver, scope, noun, word)
    if len({str(word) for word in states}) > 1:
        message = f"a piece that is {states[0]} can't be {states[1]} as well"
        resolver.fail(scope, states[1], "wrong-type", message)
    sorts = tuple(
        sort
        for kind in kinds
        for sort, state in zip(symbols.sorts[kind.id], kind.states or ("",), strict=True)
        if not states or state == states[0]
    )
    return _PieceSelection(phrase.node, sorts, owner)


def _kinds_that_are(resolver: Resolver, scope: Scope, word: Token, kinds: list[PieceKind]) -> list[PieceKind]:
    """Return the kinds to which an adjective of kinds applies."""
    symbols = resolver.symbols
    meaning = symbols.adjectives[str(word)]["kind"]
    if isinstance(meaning, SharedValue):
        fail_shared(resolver, scope, word, meaning, "kind")
    if not isinstance(meaning, ValueAdjective):
        message = f"which kinds are `{word}` changes in a match: count their pieces kind by kind"
        form = f"`sum of pieces of it in PLACE over {word} kinds`"
        resolver.fail(scope, word, "wrong-type", message, form=form)
    resolver.record_use(scope, word, *_use_of(word, meaning))
    values = dict(zip(symbols.labels["kind"], symbols.attribute_values("kind", meaning.attribute), strict=True))
    return [kind for kind in kinds if values[kind.id] == meaning.value]


def _use_of(word: Token, meaning: ValueAdjective) -> tuple[NamedKind, str]:
    return ("column", meaning.attribute) if meaning.value is True else ("adjective", str(word))


def _owner(resolver: Resolver, scope: Scope, phrase: NounPhrase) -> Expr | None:
    if phrase.determiner == "other":
        resolver.fail(scope, phrase.node, "wrong-type", "`other` can't stand before pieces: say whose")
    whose = None if phrase.of is None else phrase.resolve_owner(resolver, scope)
    if phrase.of is not None and whose is not None and whose.type.kind == "kind":
        message = f"{phrase.noun.many} of a kind are moved or counted, and here the kind itself is named"
        resolver.fail(scope, phrase.of, "wrong-type", message)
    if phrase.determiner:
        if phrase.of is not None:
            message = f"`{phrase.determiner}` says whose {phrase.noun.many} these are: leave out `of`"
            resolver.fail(scope, phrase.of, "whose", message)
        you = resolver.you(scope, phrase.node)
        return you if phrase.determiner == "your" else opponent(resolver, scope, phrase.node, you)
    if phrase.of is None or whose is None:
        return None
    return resolver.convert(scope, phrase.of, whose, Type("seat"))


def _check_state(resolver: Resolver, scope: Scope, noun: NounSymbol, word: Token) -> None:
    """Refuse a word that is no state of these pieces."""
    known = [state for kind in noun.pieces for state in resolver.symbols.pieces[kind].states]
    if not known:
        message = f"{noun.many} have no states in this game, so none is `{word}`"
        resolver.fail(scope, word, "wrong-type", message)
    if word not in known:
        meant = closest_match(str(word), known)
        message = f"`{word}` is no state of {noun.many}; they are {' or '.join(dict.fromkeys(known))}"
        resolver.fail(scope, word, "wrong-type", message, f"`{meant}`" if meant else None)
    resolver.record_use(scope, word, "state", str(word))


def _restricted_to(resolver: Resolver, scope: Scope, pieces: _PieceSelection, place: Expr) -> _PieceSelection:
    """Restrict the pieces to those that can be in a place: pieces with states are in their first state in boxes.

    A seat's pieces are refused in a box where pieces belong to nobody until a seat takes them.
    """
    symbols = resolver.symbols
    if place.type.kind != "box":
        return pieces
    if pieces.owner is not None and {symbols.pieces[sort].owner for sort in pieces.sorts} == {"taker"}:
        box = place.value if isinstance(place, Const) else None
        if isinstance(box, int) and symbols.place_owners[box] == len(symbols.seats):
            many, called = symbols.pieces[pieces.sorts[0]].noun.many, symbols.labels["place"][box]
            message = f"the {many} in `{called}` are nobody's until somebody takes them: leave out whose they are"
            resolver.fail(scope, pieces.node, "whose", message)
    kinds = dict.fromkeys(symbols.pieces[sort].id for sort in pieces.sorts)
    held = tuple(sort for kind in kinds if (sort := symbols.sorts[kind][0]) in pieces.sorts)
    if not held:
        kind = symbols.pieces[pieces.sorts[0]]
        message = f"in boxes {kind.noun.many} are all {kind.states[0]}"
        resolver.fail(scope, pieces.node, "state-in-box", message)
    return replace(pieces, sorts=held)


# -- amounts


def amount(resolver: Resolver, scope: Scope, phrase: NounPhrase) -> Expr:
    """Resolve the number of pieces in `PIECES in PLACE`."""
    many = phrase.noun.many
    if phrase.within is None:
        missing = Missing(behind=f" in {resolver.symbols.nouns['space'].many}")
        message = f"how many {many} where? say `{many} in PLACE`"
        resolver.fail(scope, phrase.node, "which", message, missing=missing)
    place = phrase.resolve_place(resolver, scope)
    if place.type.kind not in ("space", "box"):
        resolver.refuse_type(scope, phrase.within, "pieces are in spaces and boxes", place.type)
    return amount_in(resolver, scope, place, phrase)


def amount_in(resolver: Resolver, scope: Scope, place: Expr, phrase: NounPhrase) -> Expr:
    """Resolve the number of a noun's pieces in a place, or in several."""
    if phrase.of is not None and (kind := phrase.resolve_owner(resolver, scope)).type.kind == "kind":
        pieces = _restricted_to(resolver, scope, _selected(resolver, scope, replace(phrase, of=None)), place)
        return _sum_of_kind(resolver, pieces, kind, place)
    pieces = _restricted_to(resolver, scope, _selected(resolver, scope, phrase), place)
    return _sum(pieces, place)


def _sum_of_kind(resolver: Resolver, pieces: _PieceSelection, kind: Expr, place: Expr) -> Expr:
    """Return the number of those pieces that are of a kind, which need not be known beforehand."""
    found: Expr = constant(0, NUMBER)
    for number, each in enumerate(resolver.symbols.rulebook.pieces):
        sorts = tuple(sort for sort in pieces.sorts if resolver.symbols.pieces[sort] is each)
        if sorts:
            test = Equal(kind, constant(number, Type("kind")))
            found = Conditional(_sum(replace(pieces, sorts=sorts), place), test, found, type=NUMBER)
    return found


def _sum(pieces: _PieceSelection, place: Expr) -> Expr:
    if place.type.many:
        it = Local("it", place.type._replace(many=False))
        return SumOver(place, it, _sum(pieces, local(it)))
    return null_safe(PieceAmount(pieces.sorts, place, pieces.owner))


def emptiness(resolver: Resolver, place: Expr, occupied: bool) -> Expr:
    """Return the condition that a space or a box has no pieces, or that it has some; nothing is neither."""
    in_space, symbols = place.type.kind == "space", resolver.symbols
    every = (symbols.sorts[kind.id] for kind in symbols.rulebook.pieces)
    sorts = tuple(sort for sorts in every for sort in (sorts if in_space else sorts[:1]))
    amount = PieceAmount(sorts, narrowed(place), None)
    is_so = Compare(">" if occupied else "==", amount, constant(0, NUMBER))
    return conjunction(presence_condition(optional_parts([place])), is_so)


@PIECES.expression("room", negative="no_room")
def _room(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `PLACE has room for N PIECES`."""
    subject, item = node.children
    return room_condition(resolver, scope, resolver.value(scope, subject, Type("place")), item)


def room_condition(resolver: Resolver, scope: Scope, place: Expr, item: Syntax) -> Expr:
    """Return the condition that a place has room for some pieces."""
    quantity, phrase = item.children[0], noun_phrase(resolver, scope, item)
    noun = phrase.noun
    if noun.kind != "pieces" or len(noun.pieces) != 1:
        resolver.fail(scope, phrase.token, "wrong-type", "`room for` needs one kind of piece")
    owner = _selected(resolver, scope, phrase).owner
    if owner is None and resolver.symbols.pieces[noun.pieces[0]].is_owned:
        message = f"whose {noun.many}? say `your {noun.many}` or `{noun.many} of SEAT`"
        resolver.fail(scope, phrase.token, "whose", message)
    if quantity is not None and not quantity.children:
        resolver.fail(scope, item, "wrong-type", "say how many there has to be room for")
    given = None if quantity is None else resolver.number(scope, quantity.children[0])
    wanted = constant(1, NUMBER) if given is None else given
    written = Room(place, given, phrase.as_written())
    return null_safe(HasRoom(noun.pieces[0], place, wanted, owner, written=written))


# -- a single piece


@PIECES.expression("piece_on", "your_piece_on", "enemy_piece_on")
def _piece_on(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `the PIECE on SPACE`, of an owner or of any."""
    noun_node, space_node = node.children
    noun, noun_id, token = noun_of(resolver, scope, noun_node)
    if noun.kind != "pieces":
        resolver.fail(scope, token, "wrong-type", f"`{token}` are not pieces, and only pieces stand on something")
    determiner = node.data.removesuffix("piece_on").removesuffix("_")
    phrase = NounPhrase(node, determiner, (), noun, "", token, None, None)
    pieces = _selected(resolver, scope, phrase)
    space = resolver.value(scope, space_node, Type("space"))
    written = WrittenNoun(noun_id, False, determiner, (), None, space)
    return null_safe(PieceOn(pieces.sorts, space, pieces.owner, written=written))


def move_piece(resolver: Resolver, scope: Scope, node: Syntax, piece: Expr, target: Syntax) -> MovePiece:
    """Resolve `move PIECE to PLACE`, with one piece of any kind."""
    if target.data != "on_top":
        resolver.fail(scope, target, "wrong-type", "only cards go to the top or the bottom of something")
    place = resolver.value(scope, target.children[0], Type("place"))
    return MovePiece(resolver.where(scope, node), piece, place)


def _captured(resolver: Resolver, scope: Scope, node: SyntaxPart) -> tuple[Expr, Expr]:
    """Return the piece that is captured, and the box to which it goes."""
    piece = resolver.value(scope, node)
    if piece.type.kind != "piece" or piece.type.many:
        captured = "a single piece is captured, such as `the piece on SPACE`"
        resolver.refuse_type(scope, node, captured, piece.type)
    return piece, _capture_box(resolver, scope, node, PieceDetail("owner", narrowed(piece), type=Type("seat")))


def _capture_box(resolver: Resolver, scope: Scope, node: SyntaxPart, owner: Expr | None) -> Expr:
    symbols = resolver.symbols
    declared = symbols.rulebook.captured_to
    if declared is None:
        message = "where do captured pieces go? name the box once, beside the pieces: `captured to: BOX`"
        resolver.fail(scope, node, "no-box", message)
    first = symbols.names[declared.box].index
    if not symbols.names[declared.box].per_seat:
        return constant(first, Type("box"))
    if declared.of_captor:
        return OwnPlace(first, resolver.you(scope, node), type=Type("box"))
    if owner is None or (isinstance(owner, PieceDetail) and None in symbols.piece_details("owner")):
        message = f"each seat has a `{declared.box}`, and some pieces belong to nobody: name another box for them"
        resolver.fail(scope, node, "whose", message)
    return OwnPlace(first, owner, type=Type("box"))


@PIECES.expression("after_moves")
def _after_moves(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `after capturing PIECE and moving PIECE to PLACE, CONDITION`."""
    *trials, condition = node.children
    steps = [_tried(resolver, scope, trial) for trial in trials if isinstance(trial, Tree)]
    pieces, targets = tuple(piece for piece, _, _ in steps), tuple(target for _, target, _ in steps)
    captures = tuple(is_capture for _, _, is_capture in steps)
    return AfterMoves(pieces, targets, resolver.condition(scope, condition), captures)


def _tried(resolver: Resolver, scope: Scope, trial: Syntax) -> tuple[Expr, Expr, bool]:
    """Return what is moved in a trial, where it goes, and whether it is captured."""
    match str(trial.data).partition("_")[2], trial.children:
        case "capture", [piece_node]:
            return *_captured(resolver, scope, piece_node), True
        case "sweep", [pieces_node, spaces_node]:
            return *_all_captured(resolver, scope, pieces_node, spaces_node), True
        case "placing", [number_node, pieces_node, source_node, target_node]:
            return *_one_moved(resolver, scope, number_node, pieces_node, source_node, target_node), False
        case _, [piece_node, target_node]:
            piece = resolver.value(scope, piece_node, Type("piece"))
            return piece, resolver.value(scope, target_node, Type("place")), False
    raise AssertionError(trial)


def _all_captured(resolver: Resolver, scope: Scope, pieces_node: Syntax, spaces_node: SyntaxPart) -> tuple[Expr, Expr]:
    """Return all pieces of a kind on some spaces, and the box to which they go."""
    phrase = _of_pieces(resolver, scope, pieces_node)
    selected, spaces = _selected(resolver, scope, phrase), resolver.value(scope, spaces_node, SPACES)
    _check_tried(resolver, scope, pieces_node, selected)
    written = replace(phrase.as_written(), place=spaces)
    pieces = PiecesOn(selected.sorts, spaces, selected.owner, written=written)
    return pieces, _capture_box(resolver, scope, pieces_node, selected.owner)


def _check_tried(resolver: Resolver, scope: Scope, node: Syntax, selected: _PieceSelection) -> None:
    """Refuse pieces without an owner, and pieces that get one when they are taken."""
    _check_whose(resolver, scope, node, selected, taken=False)
    if any(resolver.symbols.pieces[sort].owner == "taker" for sort in selected.sorts):
        message = "these belong to whoever takes them, and are tried one by one: `moving the PIECE on SPACE to PLACE`"
        resolver.fail(scope, node, "wrong-type", message)


def _one_moved(
    resolver: Resolver,
    scope: Scope,
    number_node: SyntaxPart,
    pieces_node: Syntax,
    source_node: SyntaxPart,
    target_node: SyntaxPart,
) -> tuple[Expr, Expr]:
    """Return a piece in a place, and the place to which it goes."""
    if str(number_node) != "1":
        message = "one piece is moved at a time: `and moving 1 …` moves another one"
        resolver.fail(scope, number_node, "out-of-range", message)
    phrase = _of_pieces(resolver, scope, pieces_node)
    selected = _selected(resolver, scope, phrase)
    _check_tried(resolver, scope, pieces_node, selected)
    _check_one_state(resolver, scope, selected)
    source, target = (resolver.value(scope, each, Type("place")) for each in (source_node, target_node))
    written = replace(phrase.as_written(), place=source)
    return PieceOn(selected.sorts, source, selected.owner, written=written), target


# -- statements


@PIECES.statement("capture")
def _capture(resolver: Resolver, scope: Scope, node: Syntax) -> MovePiece:
    piece, box = _captured(resolver, scope, node.children[0])
    return MovePiece(resolver.where(scope, node), piece, box, is_capture=True)


@PIECES.statement("capture_all")
def _capture_all(resolver: Resolver, scope: Scope, node: Syntax) -> If:
    """Resolve `capture all PIECES on SPACES`: a move from each space to the box for captured pieces."""
    pieces_node, spaces_node = node.children
    phrase, where = _of_pieces(resolver, scope, pieces_node), resolver.where(scope, node)
    selected, spaces = _selected(resolver, scope, phrase), resolver.value(scope, spaces_node, SPACES)
    present, declared = presence_condition(optional_parts(filter(None, [selected.owner]))), resolver.symbols.rulebook
    if declared.captured_to is not None and not declared.captured_to.of_captor:
        _check_whose(
            resolver, scope, pieces_node, selected, not resolver.symbols.names[declared.captured_to.box].per_seat
        )
    owner, space = None if selected.owner is None else narrowed(selected.owner), Local("it", Type("space"))
    box, written = _capture_box(resolver, scope, pieces_node, owner), phrase.as_written()
    sweep = MovePieces(where, None, selected.sorts, owner, local(space), box, written, is_capture=True)
    pieces = PiecesOn(selected.sorts, spaces, selected.owner, written=replace(written, place=spaces))
    said = CaptureAll(pieces, source_range=resolver.span_of(scope, node))
    return If(where, ((present, (ForEach(where, space, spaces, (sweep,)),)),), None, said)


@PIECES.statement("turn_over", "replace_by_own")
def _change_owner(resolver: Resolver, scope: Scope, node: Syntax) -> If:
    """Resolve `turn over PIECE` and `replace PIECE by one of yours`: it goes into a box, and another one comes."""
    piece, symbols = resolver.value(scope, node.children[0], Type("piece", optional=True)), resolver.symbols
    where, moved = resolver.where(scope, node), Local("piece", Type("piece"))
    declared, is_turned = symbols.rulebook.captured_to, node.data == "turn_over"
    if declared is None or not symbols.names[declared.box].per_seat or None in symbols.piece_details("owner"):
        message = "each seat needs a box for its pieces that are off the board: `captured to: BOX`, with `for: seat`"
        resolver.fail(scope, node, "no-box", message)
    first, owner = symbols.names[declared.box].index, PieceDetail("owner", local(moved), type=Type("seat"))
    seat = opponent(resolver, scope, node, owner) if is_turned else resolver.you(scope, node)
    space = Local("space", Type("space"))
    written = ChangeOwner(piece, is_turned, source_range=resolver.span_of(scope, node))
    body = (
        Let(where, moved, narrowed(piece)),
        Let(where, space, PieceDetail("space", local(moved), type=space.type)),
        MovePiece(where, local(moved), OwnPlace(first, owner, type=Type("box"))),
        MovePiece(where, PieceInBox(local(moved), first, seat), local(space)),
    )
    return If(where, ((presence_condition([piece]), body),), None, written)


@PIECES.statement("move_pieces", "move_all")
def _move(resolver: Resolver, scope: Scope, node: Syntax) -> MovePieces | If:
    *number, pieces, source, target = node.children
    phrase = _of_pieces(resolver, scope, pieces)
    if phrase.of is None or (kind := phrase.resolve_owner(resolver, scope)).type.kind != "kind":
        return _moved(resolver, scope, node, phrase, number, source, target)
    owners = {resolver.symbols.pieces[each].owner for each in phrase.noun.pieces}
    if number and not phrase.determiner and "seat" in owners and len(owners) > 1:
        message = "some of these belong to seats: say `your`, or give the kinds that nobody owns a noun of their own"
        resolver.fail(scope, pieces, "whose", message, form="`kinds: {good: {one: good, many: goods, of: [KIND]}}`")
    move = _moved(resolver, scope, node, replace(phrase, of=None), number, source, target)
    return _kind_moved(resolver, kind, replace(move, source_range=resolver.span_of(scope, node)))


def _kind_moved(resolver: Resolver, kind: Expr, move: MovePieces) -> If:
    """Return a move of those pieces that are of a kind, which need not be known beforehand."""
    symbols, where, moved = resolver.symbols, move.where, Local("kind", kind.type)
    inner, present = null_safe_statement(move)
    assert isinstance(inner, MovePieces)
    branches = tuple(
        (Equal(local(moved), constant(number, Type("kind"))), (replace(inner, sorts=sorts),))
        for number, each in enumerate(symbols.rulebook.pieces)
        if (sorts := tuple(sort for sort in move.sorts if symbols.pieces[sort] is each))
    )
    return If(where, ((present, (Let(where, moved, kind), If(where, branches, None))),), None, move)


@PIECES.statement("draw_piece", "draw_pieces")
def _draw(resolver: Resolver, scope: Scope, node: Syntax) -> MovePieces:
    """Resolve `draw 2 PIECES at random from PLACE to PLACE, as NAME`; without a number, it is one piece."""
    *number, pieces, source, target, name = node.children
    phrase = noun_phrase(resolver, scope, pieces)
    if phrase.noun.kind == "card":
        message = "these are cards: the top ones are drawn, or a random one is moved"
        form = "`move a random one of cards in ZONE to ZONE`"
        resolver.fail(scope, phrase.token, "wrong-type", message, form=form)
    phrase = _of_pieces(resolver, scope, pieces)
    move = _moved(resolver, scope, node, phrase, number, source, target, at_random=True)
    amount = move.amount or constant(1, NUMBER)
    if name is None:
        return replace(move, amount=amount)
    if amount != constant(1, NUMBER):
        message = "only one piece has a name when it is drawn: draw them one by one"
        form = "`repeat NUMBER times:` with `draw a PIECE at random from PLACE to PLACE, as NAME` in it"
        resolver.fail(scope, name, "wrong-type", message, form=form)
    bound = resolver.bind(scope, token_of(name), Type("piece", optional=True))
    return replace(move, amount=amount, name=bound)


def _moved(
    resolver: Resolver,
    scope: Scope,
    node: Syntax,
    phrase: NounPhrase,
    number: Sequence[SyntaxPart],
    source: SyntaxPart,
    target: SyntaxPart,
    at_random: bool = False,
) -> MovePieces:
    """Resolve a move of pieces between two places. A draw at random can bring pieces of any owner and in any state."""
    pieces, written = _selected(resolver, scope, phrase), phrase.as_written()
    how_many = resolver.number(scope, number[0]) if number else None
    start, end = (resolver.value(scope, place, Type("place")) for place in (source, target))
    taken = any(resolver.symbols.pieces[sort].owner == "taker" for sort in pieces.sorts)
    taker = None
    if taken and pieces.owner is None and start.type.kind == "box":
        pieces = replace(pieces, owner=_holder(resolver, start))
        if pieces.owner is None and end.type.kind == "space":
            taker = resolver.you(scope, node)
    if number and not at_random:
        _check_whose(resolver, scope, node, pieces, taken and start.type.kind == "box")
    pieces = _restricted_to(resolver, scope, pieces, start)
    if number and not at_random and start.type.kind != "box":
        _check_one_state(resolver, scope, pieces)
    where = resolver.where(scope, node)
    return MovePieces(where, how_many, pieces.sorts, pieces.owner, start, end, written, taker, at_random)


@PIECES.statement("make_pieces", "make_all_pieces")
def _make(resolver: Resolver, scope: Scope, node: Syntax) -> ChangeState:
    *number, pieces_node, place_node, word = node.children
    how_many = resolver.number(scope, number[0]) if number else None
    phrase = _of_pieces(resolver, scope, pieces_node)
    pieces = _selected(resolver, scope, phrase)
    _check_state(resolver, scope, phrase.noun, token_of(word))
    place = resolver.value(scope, place_node, Type("place"))
    if place.type.kind == "box":
        kind = resolver.symbols.pieces[pieces.sorts[0]]
        message = f"in boxes {kind.noun.many} are all {kind.states[0]}"
        resolver.fail(scope, place_node, "state-in-box", message)
    if number:
        _check_whose(resolver, scope, node, pieces, False)
    state = str(word)
    others = tuple(
        sort
        for sort in pieces.sorts
        if state in resolver.symbols.pieces[sort].states and not sort.startswith(f"{state} ")
    )
    if not others:
        resolver.fail(scope, word, "wrong-type", f"these {phrase.noun.many} are `{word}` already")
    where, written = resolver.where(scope, node), phrase.as_written()
    return ChangeState(where, how_many, others, pieces.owner, place, state, written)


def _of_pieces(resolver: Resolver, scope: Scope, node: Syntax) -> NounPhrase:
    phrase = noun_phrase(resolver, scope, node)
    if phrase.noun.kind != "pieces":
        resolver.fail(scope, phrase.token, "wrong-type", f"`{phrase.token}` are not pieces")
    return phrase


def _holder(resolver: Resolver, box: Expr) -> Expr | None:
    """Return the seat that owns a box, if that is known."""
    if isinstance(box, OwnPlace):
        return box.whose
    holders = resolver.symbols.place_owners
    if isinstance(box, Const) and box.value is not None and holders[box.number] < len(resolver.symbols.seats):
        return constant(holders[box.number], Type("seat"))
    return None


def _check_whose(resolver: Resolver, scope: Scope, node: Syntax, pieces: _PieceSelection, taken: bool) -> None:
    """Refuse pieces without an owner. `taken` is True for pieces that a seat takes out of a box."""
    owners = {resolver.symbols.pieces[sort].owner for sort in pieces.sorts} - {None}
    if pieces.owner is None and owners - ({"taker"} if taken else set()):
        resolver.fail(scope, node, "whose", "whose pieces? say `your` or `of SEAT`")


def _check_one_state(resolver: Resolver, scope: Scope, pieces: _PieceSelection) -> None:
    """Refuse a number of pieces that could be in several states."""
    for kind in (resolver.symbols.pieces[sort] for sort in pieces.sorts):
        if kind.states and all(sort in pieces.sorts for sort in resolver.symbols.sorts[kind.id]):
            which = quote_names((f"{state} {kind.noun.many}" for state in kind.states), " or ")
            resolver.fail(scope, pieces.node, "which", f"which of the {kind.noun.many}? say {which}")
