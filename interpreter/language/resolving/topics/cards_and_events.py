"""Resolution of statements and conditions about cards and events.

Cards are moved, drawn, shuffled, revealed or noted, and players are told sentences. Events are carried out, and tested:
if they can be played, or would change something.
"""

from __future__ import annotations

from dataclasses import replace

from lark import Token, Tree

from interpreter.language.ir.builders import constant, local, negation
from interpreter.language.ir.expressions import (
    Arithmetic,
    BestHand,
    Cards,
    Conditional,
    Const,
    Count,
    EndCard,
    Expr,
    IsPlayable,
    Leading,
    LongestRun,
    OwnPlace,
    PieceAmount,
    SumOver,
    TrackValue,
    WouldChange,
)
from interpreter.language.ir.nullness import narrowed, null_safe, optional_parts, presence_condition
from interpreter.language.ir.statements import (
    Block,
    Draw,
    If,
    Let,
    MoveCards,
    MovePiece,
    RecordUse,
    Reveal,
    RevealDice,
    Tell,
)
from interpreter.language.ir.types import NUMBER, Local, Type
from interpreter.language.ir.written_statements import ExchangeZones
from interpreter.language.resolving.holes import SentenceHole, read_hole, split_sentence
from interpreter.language.resolving.resolver import Resolver, cards_of
from interpreter.language.resolving.scope import Handlers, Scope, Syntax, first_token, token_of
from interpreter.language.resolving.topics.belonging import member
from interpreter.language.resolving.topics.naming import noun_of
from interpreter.language.resolving.topics.pieces_in_places import move_piece
from interpreter.rulebook.model import MOST_IN_HAND, Text, Zone
from interpreter.support.similar_words import closest_match

LONGEST_SENTENCE = 500
"""Largest number of letters of a sentence for players, as of the key of its translation."""
CARDS = Handlers[Resolver]()
CARDS.part("on_top", "at_bottom", "everyone")

# -- cards


@CARDS.expression("top_card")
def _top_card(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    _check_card(resolver, scope, node.children[0], "only cards lie on top of something: `top card of ZONE`")
    return null_safe(EndCard(resolver.value(scope, node.children[1], Type("zone"))))


@CARDS.expression("bottom_card")
def _bottom_card(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    _check_card(resolver, scope, node.children[0], "only cards lie at the bottom of something: `bottom card of ZONE`")
    return null_safe(EndCard(resolver.value(scope, node.children[1], Type("zone")), is_bottom=True))


@CARDS.expression("top_cards", "bottom_cards")
def _cards_at_an_end(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    amount, noun, zone = node.children
    end = "top" if node.data == "top_cards" else "bottom"
    _check_card(resolver, scope, noun, f"only cards have an order from top to bottom: `{end} 3 cards of ZONE`")
    cards = cards_of(resolver.value(scope, zone, Type("zone")))
    return Leading(cards, resolver.number(scope, amount), node.data == "top_cards", type=cards.type)


def _check_card(resolver: Resolver, scope: Scope, node: Syntax, message: str) -> None:
    noun, _, token = noun_of(resolver, scope, node)
    if noun.kind != "card":
        resolver.fail(scope, token, "wrong-type", message)


@CARDS.expression("best_hand")
def _best_hand(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `best hand of 5 from CARDS`."""
    number, set_node = node.children
    if all(deck.hands is None for deck in resolver.symbols.rulebook.decks):
        message = "which hands are there, and which is better? a deck says so under `hands:`"
        resolver.fail(scope, node, "no-hands", message)
    size = resolver.number(scope, number)
    if not isinstance(size, Const) or not 1 <= size.number <= MOST_IN_HAND:
        message = f"a hand that is compared has 1 to {MOST_IN_HAND} cards, written as a number"
        resolver.fail(scope, number, "out-of-range", message)
    return BestHand(resolver.value(scope, set_node, Type("card", many=True)), size.number)


@CARDS.statement("move_cards")
def _move(resolver: Resolver, scope: Scope, node: Syntax) -> MoveCards | MovePiece:
    """Resolve `move CARDS to ZONE`, or `move PIECE to PLACE`."""
    cards_node, target = node.children
    cards = resolver.value(scope, cards_node)
    if cards.type == Type("piece", optional=cards.type.optional):
        return move_piece(resolver, scope, node, cards, target)
    if isinstance(cards, PieceAmount | SumOver):
        resolver.fail(scope, cards_node, "which", "how many? a number or `all` goes before them")
    if cards.type.kind != "card":
        resolver.refuse_type(scope, cards_node, "cards can be moved like this", cards.type)
    zone = resolver.value(scope, target.children[0], Type("zone"))
    return MoveCards(resolver.where(scope, node), cards, zone, target.data == "at_bottom")


@CARDS.expression("longest_run")
def _longest_run(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `longest run of CARDS by rank within suit`."""
    word, set_node, *columns = node.children
    if str(word) != "run":
        resolver.fail(scope, word, "syntax", f"`{word}` can't stand here", "`run`", detail="place")
    cards = resolver.value(scope, set_node, Type("card", many=True))
    column, within = (None if each is None else _column_of_cards(resolver, scope, each) for each in columns)
    assert column is not None
    return LongestRun(cards, column, within)


def _column_of_cards(resolver: Resolver, scope: Scope, node: Syntax) -> str:
    """Return the name of a column of cards that has numbers or lists its values."""
    token = first_token(node)
    column = resolver.symbols.attributes.get(str(token), {}).get("card")
    if column is None or column.kind not in ("number", "values"):
        of_cards = (name for name, kinds in resolver.symbols.attributes.items() if "card" in kinds)
        meant = closest_match(str(token), of_cards)
        message = f"a column of cards with numbers or a list of values is needed, which `{token}` is not"
        resolver.fail(scope, node, "wrong-type", message, form=f"`{meant}`" if meant else None)
    resolver.record_use(scope, token, "column", column.id)
    return column.id


@CARDS.statement("draw")
def _draw(resolver: Resolver, scope: Scope, node: Syntax) -> Draw:
    number, noun_node, source_node, target_node, token = node.children
    noun, _, noun_token = noun_of(resolver, scope, noun_node)
    if noun.kind == "pieces":
        message = "pieces are drawn at random, and moved if they aren't: say which"
        form = f"draw NUMBER {noun.many} at random from PLACE to PLACE"
        resolver.fail(scope, noun_token, "wrong-type", message, form=f"`{form}`")
    if noun.kind != "card":
        resolver.fail(scope, noun_token, "wrong-type", "only cards are drawn, and pieces at random")
    amount = resolver.number(scope, number)
    named = Type("card", optional=True) if amount == constant(1, NUMBER) else Type("card", many=True)
    source = resolver.value(scope, source_node, Type("zone"))
    if isinstance(source, Conditional) and isinstance(source.yes, OwnPlace):  # the zone of a seat that may be nothing
        amount = Conditional(
            amount, source.condition, constant(0, NUMBER), type=NUMBER, written=amount.written or amount
        )
        source = source.yes.replace(written=source.written)
    zone, owner = _drawn_from(resolver, scope, source, source_node)
    targets = _of_each_seat(resolver, scope, target_node)
    if targets is None:
        target = resolver.value(scope, target_node, Type("zone"))
        if target.type.optional:  # no card is drawn to a zone that is nothing
            condition, zero = presence_condition([target]), constant(0, NUMBER)
            amount = Conditional(amount, condition, zero, type=NUMBER, written=amount.written or amount)
        targets = (narrowed(target),)
    name = resolver.bind(scope, token_of(token), named) if token is not None else None
    return Draw(resolver.where(scope, node), amount, source, targets, name, zone.id, owner)


@CARDS.statement("refill")
def _refill(resolver: Resolver, scope: Scope, node: Syntax) -> Draw:
    """Resolve `refill ZONE to 5 from ZONE`: draw as many cards as are missing."""
    target_node, number, noun_node, source_node = node.children
    if noun_node is not None:
        noun, _, noun_token = noun_of(resolver, scope, noun_node)
        if noun.kind != "card":
            resolver.fail(scope, noun_token, "wrong-type", "a zone is refilled with cards; pieces are moved")
    filled_to = resolver.number(scope, number)
    source, target = (resolver.value(scope, each, Type("zone")) for each in (source_node, target_node))
    absent = [each for each in (source, target) if each.type.optional or isinstance(each, Conditional)]
    if absent:
        resolver.fail(scope, node, "may-be-nothing", "whose zone this is may be nothing: use `if … is not nothing:`")
    zone, owner = _drawn_from(resolver, scope, source, source_node)
    missing = Arithmetic("-", filled_to, Count(Cards(target)))
    where = resolver.where(scope, node)
    return Draw(where, missing, source, (target,), None, zone.id, owner, filled_to)


@CARDS.statement("exchange")
def _exchange(resolver: Resolver, scope: Scope, node: Syntax) -> If:
    """Resolve `exchange ZONE and ZONE`: the cards of each go to the other one."""
    first, second = (resolver.value(scope, each, Type("zone")) for each in node.children)
    where, source_range = resolver.where(scope, node), resolver.span_of(scope, node)
    absent = optional_parts([first, second])
    written = ExchangeZones(first, second, source_range=source_range)
    cards = Local("cards", Type("card", many=True))
    body: Block = (
        Let(where, cards, Cards(narrowed(first)), source_range=source_range),
        MoveCards(where, Cards(narrowed(second)), narrowed(first), False, source_range=source_range),
        MoveCards(where, local(cards), narrowed(second), False, source_range=source_range),
    )
    return If(where, ((presence_condition(absent), body),), None, written)


def _drawing_seat(zone: Zone, source: Expr, number: int) -> Expr | None:
    """Return the seat whose zone cards are drawn from, which acts if it is empty; None if each seat has none."""
    if not zone.per_seat:
        return None
    return source.whose if isinstance(source, OwnPlace) else constant(number, Type("seat"))


def _drawn_from(resolver: Resolver, scope: Scope, source: Expr, node: Syntax) -> tuple[Zone, Expr | None]:
    """Return the zone from which cards are drawn, and the seat whose zone it is if each seat has one."""
    symbols = resolver.symbols
    number = source.first if isinstance(source, OwnPlace) else source.value if isinstance(source, Const) else None
    for zone in symbols.rulebook.zones:
        first = symbols.zone_index[zone.id]
        if isinstance(number, int) and number in symbols.zones_from(first) and zone.per != ("space",):
            if not zone.per:
                return zone, None
            if zone.face != "owner":
                return zone, _drawing_seat(zone, source, number - first)
    message = (
        "cards are drawn from one zone, or from a seat's pile that it can't look through; say `move top card of …`"
    )
    return resolver.fail(scope, node, "wrong-type", message)


def _of_each_seat(resolver: Resolver, scope: Scope, node: Syntax) -> tuple[Expr, ...] | None:
    """Return the zones of `ZONE of each seat`; None if the tree is something else."""
    if not isinstance(node, Tree) or node.data != "of":
        return None
    whose = node.children[1]
    if not isinstance(whose, Tree) or whose.data != "each":
        return None
    token = first_token(node)
    seats = (constant(seat, Type("seat")) for seat in range(len(resolver.symbols.seats)))
    zones = tuple(member(resolver, scope, token, seat, node) for seat in seats)
    return tuple(resolver.convert(scope, node, zone, Type("zone")) for zone in zones)


@CARDS.statement("reveal")
def _reveal(resolver: Resolver, scope: Scope, node: Syntax) -> Reveal | RevealDice:
    cards_node, to = node.children
    cards = resolver.value(scope, cards_node)
    seat = None if isinstance(to, Tree) and to.data == "everyone" else resolver.seat(scope, to)
    if cards.type.kind == "die":
        dice = resolver.convert(scope, cards_node, cards, Type("die", many=True))
        return RevealDice(resolver.where(scope, node), dice, seat)
    cards = resolver.convert(scope, cards_node, cards, Type("card", many=True))
    return Reveal(resolver.where(scope, node), cards, seat)


@CARDS.statement("note")
def _note(resolver: Resolver, scope: Scope, node: Syntax) -> RecordUse:
    card = resolver.value(scope, node.children[0], Type("card"))
    return RecordUse(resolver.where(scope, node), card, str(node.children[1]), resolver.you(scope, node))


@CARDS.statement("tell")
def _tell(resolver: Resolver, scope: Scope, node: Syntax) -> Tell:
    sentence = _quoted(scope, token_of(node.children[0]))
    if len(sentence) > LONGEST_SENTENCE:
        message = f"a sentence for players has at most {LONGEST_SENTENCE} letters"
        resolver.fail(scope, node.children[0], "too-long", message)
    holes = [part.text for part in split_sentence(sentence) if isinstance(part, SentenceHole)]
    values = tuple(read_hole(resolver, replace(scope, text=hole)) for hole in holes)
    return Tell(resolver.where(scope, node), str(sentence), values, tuple(hole.where for hole in holes))


def _quoted(scope: Scope, token: Token) -> Text:
    """Return the text between the quotation marks of a token, which knows its place."""
    rows = scope.text.split("\n")[: (token.line or 1) - 1]
    start = sum(len(row) + 1 for row in rows) + (token.column or 1)
    return scope.text.part(start, start + len(token))


# -- events


@CARDS.expression("playable", "not_playable", "permitted", "not_permitted")
def _playable(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    card = resolver.value(scope, node.children[0], Type("card"))
    test = null_safe(IsPlayable(card, resolver.you(scope, node), node.data.endswith("permitted")))
    return negation(test) if node.data.startswith("not_") else test


@CARDS.expression("would_change")
def _would_change(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    """Resolve `the event of CARD would change something`, with or without `besides raising` a track."""
    if not scope.can_try:
        message = "what an event would change can only be asked in a phrase, outside `where` and vocabulary conditions"
        resolver.fail(scope, node, "cannot-try", message)
    card_node, track_node = node.children
    card, you = resolver.value(scope, card_node, Type("card")), resolver.you(scope, node)
    if track_node is None:
        return null_safe(WouldChange(card, you, None, None))
    track = resolver.value(scope, track_node)
    if not isinstance(track, TrackValue):
        resolver.refuse_type(scope, track_node, "a track is raised", track.type)
    return null_safe(WouldChange(card, you, track.track, track.seat))


@CARDS.expression("would_not_change")
def _would_not_change(resolver: Resolver, scope: Scope, node: Syntax) -> Expr:
    return negation(_would_change(resolver, scope, node))
