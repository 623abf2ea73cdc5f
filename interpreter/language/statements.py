"""From a syntax tree to statements with known names and types."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from lark import Token, Tree

from interpreter.errors import Problem, RulebookError, Where, nearest
from interpreter.language.guessing import names_set, types_for
from interpreter.language.parts import Run
from interpreter.language.piece_statements import PieceStatements
from interpreter.language.resolve import Resolver
from interpreter.language.resolve_names import (
    Scope,
    Syntax,
    fits,
    is_something,
    missing,
    nothing_of,
    present,
    variable_type,
)
from interpreter.language.tree import (
    CONDITION,
    NUMBER,
    TRUE,
    As,
    Assign,
    Block,
    Call,
    Carry,
    ChangeState,
    Choose,
    Draw,
    Either,
    End,
    Expr,
    ForEach,
    If,
    Leave,
    Let,
    ListChange,
    Local,
    Make,
    May,
    MoveCards,
    MovePieces,
    Must,
    Note,
    OnlyIf,
    Repeat,
    Reveal,
    Routine,
    Shuffle,
    Statement,
    Stop,
    Type,
    While,
    constant,
    local,
)
from interpreter.rulebook.texts import slug

FOR_PARTS = {"as_name": "as", "as_you": "as you", "in_order": "in player order", "again": "again and again"}
"""What may stand behind the commas of `for each`, by the names of the grammar."""

MOST_GUESSES = 100
"""How often one text is read to find out what can be in the names that are nothing at first."""


class StatementResolver(PieceStatements):
    """Gives the statements of one game's texts their meaning. `routines` are the phrases by number, holes known."""

    def __init__(self, resolver: Resolver, routines: dict[int, Routine]) -> None:
        super().__init__(resolver)
        self.routines = routines
        self.outdated: set[int] = set()
        self.added: set[str] = set()
        self._set_later: set[str] = set()
        self._guesses = MOST_GUESSES
        self._wider: dict[Where, Type] = {}
        """What a name made by a `let` can be, where that is more than the `let` itself tells."""

    def program(self, scope: Scope, tree: Syntax) -> Block:
        """The statements of a text. What a name that is set later can be is known when it has been set: then the text
        is read once more."""
        self._set_later = names_set(tree)
        self._guesses = MOST_GUESSES
        return self._read(scope, tree)

    def _read(self, scope: Scope, tree: Syntax) -> Block:
        while True:
            try:
                inside = replace(scope, names=dict(scope.names))
                return self._statements(inside, tree.children)
            except _Wider as found:
                self._wider[found.where] = found.type
            except _Open as found:
                return self._guessed(scope, tree, found.where, found.name)

    def _guessed(self, scope: Scope, tree: Syntax, let: Where, name: str) -> Block:
        """The statements with the one type for what a `let` names with which they make sense. If there is none, the
        mistake is the one that stands last."""
        mistakes: list[RulebookError] = []
        for type in types_for(name, tree, self.values.grammar, self.symbols):
            self._guesses -= 1
            if self._guesses < 0:
                message = f"what can be in `{name}`? too many names are nothing at first here"
                raise RulebookError(Problem(let, "too-deep", message))
            self._wider[let] = type
            try:
                return self._read(scope, tree)
            except RulebookError as error:
                mistakes.append(error)
        raise max(mistakes, key=lambda mistake: mistake.problems[0].where)

    def _statements(self, scope: Scope, nodes: list[Any]) -> Block:
        return [self.statement(scope, node) for node in nodes]

    def _block(self, scope: Scope, node: Syntax) -> Block:
        return self._statements(scope, node.children)

    def statement(self, scope: Scope, node: Syntax) -> Statement | Run:
        """A statement; one that would change something of what may be nothing is done only if it is something."""
        statement, given = given_something(self._plain(scope, node))
        return statement if given == TRUE else If(self._where(scope, node), [(given, [statement])], None)

    def _plain(self, scope: Scope, node: Syntax) -> Statement | Run:
        method = getattr(self, f"_{node.data}", None)
        if method is not None:
            statement: Statement | Run = method(scope, node)
            return statement
        return self._phrase(scope, node)

    def _bind(self, scope: Scope, token: Any, type: Type) -> Local:
        word = str(token)
        if isinstance(token, Token) and (self.values.grammar.reserved(word) or word in self.symbols.names):
            self.values.fail(
                scope, token, "reserved-name", f"`{word}` already has a meaning in this game: take another name"
            )
        name = Local(word, type)
        scope.names[word] = name
        return name

    # -- names and choices

    def _let(self, scope: Scope, node: Syntax) -> Let:
        token, value_node = node.children
        where = self._where(scope, node)
        value = self.values.value(scope, value_node)
        outer = scope.names.get(str(token))
        if outer is not None and str(token) in scope.outside:
            message = f"`{token}` has a meaning outside of this block already"
            hint = f"`set {token} to …`" if outer.let is not None else "another name"
            self.values.fail(scope, token, "let-again", message, hint)
        type = self._wider.get(where, value.type)
        if value.type.kind == "nothing":
            if type.kind == "nothing" and str(token) in self._set_later:
                raise _Open(where, str(token))
            if type.kind == "nothing":
                type = Type("nothing", many=True)
            value = nothing_of(type)
        name = self._bind(scope, token, type)
        name.let = where
        return Let(where, name, self.values.fitted(scope, value_node, value, type))

    def _options(self, scope: Scope, nodes: list[Any]) -> tuple[str, Token | None, str]:
        way_out, name, label = "", None, ""
        kinds: set[str] = set()
        for option in nodes:
            if option is None:
                continue
            kind = option.data.split("_")[0]
            if kind in kinds:
                self.values.fail(scope, option, "duplicate", f"`{kind}` is said twice of one choice")
            kinds.add(kind)
            if option.data in ("or_stop", "or_none"):
                way_out = option.data[3:]
            elif option.data == "as_name":
                name = option.children[0]
            elif option.data == "to_label":
                label = str(option.children[0])
        return way_out, name, label

    def _chosen(self, scope: Scope, node: Syntax, options: Expr, noun: str, rest: list[Any]) -> Choose:
        you = self.values.you(scope, node)
        way_out, token, label = self._options(scope, rest)
        type = options.type._replace(many=False, optional=way_out == "none")
        name = self._bind(scope, token if token is not None else noun, type)
        return Choose(self._where(scope, node), name, options, you, way_out, label, noun)

    def _choose(self, scope: Scope, node: Syntax) -> Choose:
        pick, *rest = node.children
        options, noun = self.values.pick(scope, pick)
        return self._chosen(scope, node, options, noun, rest)

    def _choose_one(self, scope: Scope, node: Syntax) -> Choose:
        options = self.values.set_of(scope, node.children[0])
        return self._chosen(scope, node, options, options.type.kind, node.children[1:])

    def _choose_number(self, scope: Scope, node: Syntax) -> Choose:
        low, high, *rest = node.children
        ends = (self.values.number(scope, low), self.values.number(scope, high))
        return self._chosen(scope, node, Expr("range", Type("number", many=True), ends), "number", rest)

    # -- cards

    def _move_cards(self, scope: Scope, node: Syntax) -> MoveCards:
        cards_node, target = node.children
        cards = self.values.value(scope, cards_node)
        if cards.op in ("amount", "sum_over"):
            self.values.fail(scope, cards_node, "which", "how many? a number or `all` goes before them")
        if cards.type.kind != "card":
            self.values.fail(
                scope, cards_node, "wrong-type", f"cards can be moved like this, and this is {cards.type.a()}"
            )
        zone = self.values.value(scope, target.children[0], Type("zone"))
        return MoveCards(self._where(scope, node), cards, zone, target.data == "at_bottom")

    def _draw(self, scope: Scope, node: Syntax) -> Draw:
        amount_node, noun_node, source_node, target_node, token = node.children
        noun, _, noun_token = self.values.noun(noun_node)
        if noun.kind != "card":
            self.values.fail(scope, noun_token, "wrong-type", "only cards are drawn")
        amount = self.values.number(scope, amount_node)
        source = self.values.value(scope, source_node, Type("zone"))
        if source.op != "const":
            self.values.fail(scope, source_node, "wrong-type", "cards are drawn from one zone that is known beforehand")
        targets: tuple[Expr, ...]
        if (
            isinstance(target_node, Tree)
            and target_node.data == "of"
            and getattr(target_node.children[1], "data", "") == "each"
        ):
            targets = tuple(
                self.values._of_name(scope, target_node.children[0], constant(seat, Type("seat")), target_node)
                for seat in range(len(self.symbols.seats))
            )
            for target in targets:
                self.values.fitted(scope, target_node, target, Type("zone"))
        else:
            target = self.values.value(scope, target_node, Type("zone"))
            if target.type.optional:  # nothing is drawn to nothing
                amount = Expr("conditional", NUMBER, (amount, is_something([target]), constant(0, NUMBER)))
            targets = (present(target),)
        name = self._bind(scope, token, Type("card", optional=True)) if token is not None else None
        zone = next(
            (zone for zone in self.symbols.rulebook.zones if self.symbols.zone_index[zone.id] == source.data), None
        )
        if zone is None or zone.per is not None:
            message = "cards are drawn from a zone that is there once; say `move top card of …`"
            self.values.fail(scope, source_node, "wrong-type", message)
        return Draw(self._where(scope, node), amount, source, targets, name, zone.id)

    def _shuffle(self, scope: Scope, node: Syntax) -> Shuffle:
        return Shuffle(self._where(scope, node), self.values.value(scope, node.children[0], Type("zone")))

    def _reveal(self, scope: Scope, node: Syntax) -> Reveal:
        cards_node, to = node.children
        cards = self.values.value(scope, cards_node)
        if cards.type == Type("zone"):
            cards = Expr("cards", Type("card", many=True), (cards,))
        cards = self.values.fitted(scope, cards_node, cards, Type("card", many=True))
        seat = None if isinstance(to, Tree) and to.data == "everyone" else self.values.seat(scope, to)
        return Reveal(self._where(scope, node), cards, seat)

    # -- changes of tracks, variables, lists, flags

    def _cell(self, scope: Scope, node: Syntax) -> Expr:
        cell = self.values.value(scope, node)
        if cell.op == "conditional" and cell.args[0].op in ("track", "variable"):
            cell = replace(cell.args[0], args=tuple(_maybe(arg, cell.args[1]) for arg in cell.args[0].args))
        if cell.op == "local" and cell.data.let is None:
            message = f"`{cell.data.name}` stays what it is: only what was named by `let` can be changed"
            self.values.fail(scope, node, "wrong-type", message)
        if cell.op not in ("track", "variable", "local"):
            message = "only tracks, variables and names made by `let` can be changed like this"
            self.values.fail(scope, node, "wrong-type", message)
        return cell

    def _set_to(self, scope: Scope, node: Syntax) -> Assign:
        cell = self._cell(scope, node.children[0])
        if cell.op == "local":
            return self._set_name(scope, node, cell)
        wanted = cell.type if cell.op == "track" else variable_type(self.symbols.variables[cell.data].kind)
        value = self.values.value(scope, node.children[1], wanted)
        self.values.in_range(scope, node.children[1], cell, value)
        return Assign(self._where(scope, node), "set", cell, value)

    def _set_name(self, scope: Scope, node: Syntax, cell: Expr) -> Assign:
        """What was named by `let` is set to something else, which may widen its type."""
        name: Local = cell.data
        value = self.values.value(scope, node.children[1])
        assert name.let is not None
        if _or_nothing(name.type) != name.type and (value.type.optional or value.type.kind == "nothing"):
            raise _Wider(name.let, _or_nothing(name.type))
        return Assign(
            self._where(scope, node), "set", cell, self.values.fitted(scope, node.children[1], value, name.type)
        )

    def _changed(self, scope: Scope, node: Syntax) -> Assign:
        cell = self._cell(scope, node.children[0])
        if cell.type != NUMBER:
            self.values.fail(scope, node.children[0], "wrong-type", "only a number can be raised or lowered")
        amount = constant(1, NUMBER) if node.children[1] is None else self.values.number(scope, node.children[1])
        if cell.op == "track" and amount.op == "const":
            track = self.symbols.track(cell.data)
            if not 0 <= amount.data <= track.high - track.low:
                message = f"{amount.data} is out of range: `{track.id}` goes from {track.low} to {track.high}"
                self.values.fail(scope, node.children[1], "out-of-range", message)
        return Assign(self._where(scope, node), node.data[:-3], cell, amount)

    _raise_by = _lower_by = _changed

    def _list(self, scope: Scope, node: Syntax) -> ListChange:
        item_node, list_node = node.children
        item = self.values.value(scope, item_node)
        if item.type.kind == "nothing":
            self.values.fail(scope, item_node, "wrong-type", "nothing can't be in a list")
        verb = "add" if node.data == "add_to" else "take"
        if verb == "add":
            self.added.add(item.type.kind)
        cell = self.values.value(scope, list_node)
        if cell.op == "local":
            known = cell.data
            if not known.type.many:
                self.values.fail(scope, list_node, "wrong-type", f"`{known.name}` is one thing, not a list")
            if known.type.kind == "nothing":
                known.type = item.type._replace(many=True, optional=False)
            if item.type.kind != known.type.kind or item.type.many:
                message = f"{item.type.a()} can't be in {known.type.a()}"
                self.values.fail(scope, item_node, "wrong-type", message)
            return ListChange(self._where(scope, node), verb, known, None, item)
        cell = self._cell(scope, list_node)
        if not cell.type.many:
            self.values.fail(scope, list_node, "wrong-type", f"this is {cell.type.a()}, not a list")
        if not fits(item.type, cell.type) or item.type.many:
            message = f"{item.type.a()} can't be in a list of {cell.type.kind}s"
            self.values.fail(scope, item_node, "wrong-type", message)
        return ListChange(self._where(scope, node), verb, None, cell, item)

    _add_to = _take_out = _list

    def _make(self, scope: Scope, node: Syntax) -> Make:
        things_node, word = node.children
        things = self.values.value(scope, things_node)
        meaning = self.symbols.adjectives.get(str(word), {}).get(things.type.kind)
        if things.op in ("amount", "sum_over") and "pieces" in self.symbols.adjectives.get(str(word), {}):
            message = "how many? say `make all …` or a number: `make 1 …`"
            self.values.fail(scope, things_node, "wrong-type", message)
        if meaning is None or meaning[0] != "flag":
            kind = things.type.kind
            flags = [id for id, flag in self.symbols.flags.items() if self.symbols.kind_of_noun(flag.of) == kind]
            meant = nearest(str(word), flags)
            message = f"{things.type.a()} can't become `{word}`: no such flag is declared"
            self.values.fail(scope, word, "unknown-name", message, f"`{meant}`" if meant else None)
        things = self.values.fitted(scope, things_node, things, things.type._replace(many=True))
        return Make(self._where(scope, node), things, meaning[1], node.data == "make")

    _unmake = _make

    # -- conditions of playing

    def _must(self, scope: Scope, node: Syntax) -> Must:
        inner, given = given_something(self._plain(scope, node.children[0]))
        if not isinstance(inner, (Assign, MovePieces, ChangeState, MoveCards, Choose, Call, Run)):
            self.values.fail(scope, node, "must", "`must` can stand before raise, lower, move, choose and phrases")
        return Must(self._where(scope, node), inner, given)

    def _only_if(self, scope: Scope, node: Syntax) -> OnlyIf:
        return OnlyIf(self._where(scope, node), self.values.condition(scope, node.children[0]))

    # -- the rest

    def _carry_out(self, scope: Scope, node: Syntax) -> Carry:
        card = self.values.value(scope, node.children[0], Type("card"))
        return Carry(self._where(scope, node), card, self.values.you(scope, node))

    def _note(self, scope: Scope, node: Syntax) -> Note:
        card = self.values.value(scope, node.children[0], Type("card"))
        return Note(self._where(scope, node), card, str(node.children[1]), self.values.you(scope, node))

    def _leave(self, scope: Scope, node: Syntax) -> Leave:
        return Leave(self._where(scope, node))

    def _stop(self, scope: Scope, node: Syntax) -> Stop:
        return Stop(self._where(scope, node))

    def _end_game(self, scope: Scope, node: Syntax) -> End:
        winners_node, reason = node.children[0], str(node.children[1] or "end")
        winners = self.values.value(scope, winners_node)
        if winners.type.kind != "side":
            winners = self.values.fitted(scope, winners_node, winners, Type("seat", many=True))
            return End(self._where(scope, node), winners, reason)
        side = Expr("only", Type("side", optional=True), (winners,)) if winners.type.many else winners
        it = Local("it", Type("seat"))
        own = self.values.side_of(scope, winners_node, local(it))
        those = self.values.fitted(scope, winners_node, winners, Type("side", many=True))
        test = Expr("in", CONDITION, (own, those))
        seats = constant(tuple(range(len(self.symbols.seats))), Type("seat", many=True))
        on_it = Expr("filter", seats.type, (seats, test), it)
        return End(self._where(scope, node), on_it, reason, side)

    def _end_nobody(self, scope: Scope, node: Syntax) -> End:
        return End(self._where(scope, node), None, str(node.children[0] or "end"))

    def _as_usual(self, scope: Scope, node: Syntax) -> Run:
        if scope.bent is None:
            self.values.fail(
                scope, node, "nothing-bent", "`do it as usual` can stand only in a rule that bends a phrase"
            )
        word, routine = scope.bent
        args = tuple(local(scope.names[hole.name]) for hole in self.routines[word].holes)
        return Run(self._where(scope, node), routine, args, self._you_or_nobody(scope))

    def _you_or_nobody(self, scope: Scope) -> Expr:
        return scope.you if scope.you is not None else constant(None, Type("seat", optional=True))

    def _phrase(self, scope: Scope, node: Syntax) -> Call | Run:
        pattern, args = self.values.match(scope, node, lambda word: self.routines[word].holes)
        for hole, arg in zip(self.routines[pattern.word].holes, args, strict=True):
            if arg.type.optional and not hole.type.optional:
                hole.type = hole.type._replace(optional=True)
                self.outdated.add(pattern.word)
        you = self._you_or_nobody(scope)
        if scope.bent is not None and pattern.word == scope.bent[0]:
            return Run(self._where(scope, node), scope.bent[1], args, you)
        return Call(self._where(scope, node), pattern.word, args, you)

    def _if_(self, scope: Scope, node: Syntax) -> If:
        condition, block, *rest = node.children
        branches = [(self.values.condition(scope, condition), self._block(scope.inner(), block))]
        otherwise: Block | None = None
        for at, part in enumerate(rest):
            assert isinstance(part, Tree)
            if part.data == "otherwise":
                if at != len(rest) - 1:
                    self.values.fail(scope, rest[at + 1], "syntax", "nothing can follow the last `otherwise:`")
                otherwise = self._block(scope.inner(), part.children[0])
            else:
                test, block = part.children
                branches.append((self.values.condition(scope, test), self._block(scope.inner(), block)))
        return If(self._where(scope, node), branches, otherwise)

    def _either(self, scope: Scope, node: Syntax) -> Either:
        you = self.values.you(scope, node)
        options: list[tuple[str, Block]] = []
        for label, block in zip(node.children[::2], node.children[1::2], strict=False):
            self._check_label(scope, label)
            if any(slug(label) == slug(known) for known, _ in options):
                self.values.fail(scope, label, "duplicate", f'two options are called "{label}", or alike')
            options.append((str(label), self._block(scope.inner(), block)))
        return Either(self._where(scope, node), Local("option", Type("text")), options, you)

    def _check_label(self, scope: Scope, label: Syntax) -> None:
        if not slug(label):
            self.values.fail(scope, label, "bad-label", "a label needs a letter or a digit")

    def _may(self, scope: Scope, node: Syntax) -> May:
        label, block = node.children
        self._check_label(scope, label)
        you = self.values.you(scope, node)
        return May(
            self._where(scope, node), Local("option", Type("text")), str(label), self._block(scope.inner(), block), you
        )

    def _for_each(self, scope: Scope, node: Syntax) -> ForEach | If:
        pick, *parts, block = node.children
        where = self._where(scope, node)
        things, noun = self.values.pick(scope, pick)
        token: Any = noun
        said: set[str] = set()
        for part in parts:
            assert isinstance(part, Tree)
            if part.data in said:
                words = FOR_PARTS[part.data]
                self.values.fail(scope, part, "duplicate", f"`{words}` is said twice of one loop")
            said.add(part.data)
            if part.data == "as_name":
                token = part.children[0]
            if part.data == "as_you" and things.type.kind != "seat":
                self.values.fail(scope, part, "wrong-type", "only a seat acts: `as you` needs seats")
            if part.data != "in_order":
                continue
            if things.type.kind != "seat":
                self.values.fail(scope, part, "wrong-type", "only seats have a player order")
            if part.children and part.children[0] is not None:
                start = self.values.seat(scope, part.children[0])
                things = Expr("in_order", things.type, (things, start))
        first: list[Let] = []
        if "again" in said and things.op == "in_order" and things.args[1].op != "const":
            start = things.args[1]  # where the first round begins, all rounds do
            first = [Let(where, Local("start", start.type), start)]
            things = replace(things, args=(things.args[0], local(first[0].name)))
        inside = scope.inner()
        name = self._bind(inside, token, things.type._replace(many=False))
        if "as_you" in said:
            body: Block = [self._acting(inside, where, local(name), block)]
        else:
            body = self._block(inside, block)
        loop = ForEach(where, name, things, body, "again" in said)
        return If(where, [(TRUE, [*first, loop])], None) if first else loop

    def _repeat(self, scope: Scope, node: Syntax) -> Repeat:
        times, block = node.children
        return Repeat(self._where(scope, node), self.values.number(scope, times), self._block(scope.inner(), block))

    def _while_(self, scope: Scope, node: Syntax) -> While:
        condition, block = node.children
        return While(
            self._where(scope, node), self.values.condition(scope, condition), self._block(scope.inner(), block)
        )

    def _as_seat(self, scope: Scope, node: Syntax) -> As:
        seat_node, block = node.children
        return self._acting(scope, self._where(scope, node), self.values.seat(scope, seat_node), block)

    def _acting(self, scope: Scope, where: Where, seat: Expr, block: Syntax) -> As:
        """The block, done by that seat."""
        name = Local("you", Type("seat"))
        return As(where, name, seat, self._block(scope.inner(you=local(name)), block))


class _Wider(Exception):
    """A name made by a `let` can be something else than the `let` alone tells."""

    def __init__(self, where: Where, type: Type) -> None:
        super().__init__()
        self.where = where
        self.type = type


class _Open(Exception):
    """A name is nothing at first, and is set later: what it can be is not known yet."""

    def __init__(self, where: Where, name: str) -> None:
        super().__init__()
        self.where = where
        self.name = name


def _or_nothing(type: Type) -> Type:
    """The type of something that may be nothing; sets, numbers and conditions never are."""
    return type if type.many or type.kind in ("number", "condition") else type._replace(optional=True)


GUARDED = (MovePieces, ChangeState, MoveCards, Shuffle, Reveal, Assign, ListChange, Make, Carry, Note, As)


def given_something(statement: Any) -> tuple[Any, Expr]:
    """A statement for things that are there, and the condition that they are."""
    if not isinstance(statement, GUARDED):
        return statement, TRUE
    absent: list[Expr] = []
    changes: dict[str, Expr] = {}
    for field in fields(statement):
        value = getattr(statement, field.name)
        if not isinstance(value, Expr) or (isinstance(statement, Assign) and field.name == "amount"):
            continue
        if field.name == "cell":
            absent += missing(value.args)
            changes[field.name] = replace(value, args=tuple(present(arg) for arg in value.args))
        else:
            absent += missing([value])
            changes[field.name] = present(value)
    if not absent:
        return statement, TRUE
    guarded: Any = statement
    return replace(guarded, **changes), is_something(absent)


def _maybe(arg: Expr, condition: Expr) -> Expr:
    """An argument as it was before it was found to be something."""
    return replace(arg, type=arg.type._replace(optional=True)) if _tested(condition, arg) else arg


def _tested(condition: Expr, arg: Expr) -> bool:
    if condition.op == "equal":
        return present(condition.args[0]) == arg
    return any(_tested(part, arg) for part in condition.args)
