"""From a syntax tree to statements that change tracks, variables, names, lists and flags."""

from __future__ import annotations

from interpreter.errors import nearest
from interpreter.language.ir.expressions import Amount, Conditional, Const, Ref, SumOver, Track, Variable
from interpreter.language.ir.making import constant
from interpreter.language.ir.statements import Assign, Let, ListChange, Make
from interpreter.language.ir.types import NUMBER
from interpreter.language.resolving.binding import Binder
from interpreter.language.resolving.inference import Inference
from interpreter.language.resolving.names import variable_type
from interpreter.language.resolving.optional import nothing_of, unguarded
from interpreter.language.resolving.resolver import Resolver
from interpreter.language.resolving.scope import Scope, Syntax
from interpreter.language.resolving.types import fits


class Assignments(Binder):
    """Gives the assignments their meaning. `added` are the kinds of things that are put into lists."""

    def __init__(self, values: Resolver) -> None:
        super().__init__(values)
        self.inference = Inference(values)
        self.added: set[str] = set()

    def _let(self, scope: Scope, node: Syntax) -> Let:
        token, value_node = node.children
        where = self._where(scope, node)
        value = self.values.value(scope, value_node)
        outer = scope.names.get(str(token))
        if outer is not None and str(token) in scope.outside:
            message = f"`{token}` has a meaning outside of this block already"
            hint = f"`set {token} to …`" if outer.let is not None else "another name"
            self.values.fail(scope, token, "let-again", message, hint)
        type = self.inference.type_of(where, str(token), value.type)
        if value.type.kind == "nothing":
            value = nothing_of(type)
        name = self._bind(scope, token, type)
        name.let = where
        return Let(where, name, self.values.fitted(scope, value_node, value, type))

    def _set_to(self, scope: Scope, node: Syntax) -> Assign:
        cell = self._cell(scope, node.children[0])
        if isinstance(cell, Ref):
            return self._set_name(scope, node, cell)
        wanted = cell.type if isinstance(cell, Track) else variable_type(self.symbols.variables[cell.variable].kind)
        value = self.values.value(scope, node.children[1], wanted)
        self.values.in_range(scope, node.children[1], cell, value)
        return Assign(self._where(scope, node), "set", cell, value)

    def _set_name(self, scope: Scope, node: Syntax, cell: Ref) -> Assign:
        """What was named by `let` is set to something else, which may widen its type."""
        name = cell.local
        value = self.values.value(scope, node.children[1])
        self.inference.widen(name, value.type)
        return Assign(
            self._where(scope, node), "set", cell, self.values.fitted(scope, node.children[1], value, name.type)
        )

    def _changed(self, scope: Scope, node: Syntax) -> Assign:
        cell = self._cell(scope, node.children[0])
        if cell.type != NUMBER:
            self.values.fail(scope, node.children[0], "wrong-type", "only a number can be raised or lowered")
        amount = constant(1, NUMBER) if node.children[1] is None else self.values.number(scope, node.children[1])
        if isinstance(cell, Track) and isinstance(amount, Const):
            track = self.symbols.track(cell.track)
            if not 0 <= amount.value <= track.high - track.low:
                message = f"{amount.value} is out of range: `{track.id}` goes from {track.low} to {track.high}"
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
        things = self.values.value(scope, list_node)
        if isinstance(things, Ref):
            known = things.local
            if not known.type.many:
                self.values.fail(scope, list_node, "wrong-type", f"`{known.name}` is one thing, not a list")
            if known.type.kind == "nothing":
                known.type = item.type._replace(many=True, optional=False)
            if item.type.kind != known.type.kind or item.type.many:
                message = f"{item.type.a()} can't be in {known.type.a()}"
                self.values.fail(scope, item_node, "wrong-type", message)
            return ListChange(self._where(scope, node), verb, known, None, item)
        cell = self._cell(scope, list_node)
        if not isinstance(cell, Variable) or not cell.type.many:
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
        if isinstance(things, Amount | SumOver) and "pieces" in self.symbols.adjectives.get(str(word), {}):
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

    def _cell(self, scope: Scope, node: Syntax) -> Track | Variable | Ref:
        cell = self.values.value(scope, node)
        if isinstance(cell, Conditional) and isinstance(cell.yes, Track | Variable):
            cell = unguarded(cell)
        if isinstance(cell, Ref) and cell.local.let is None:
            message = f"`{cell.local.name}` stays what it is: only what was named by `let` can be changed"
            self.values.fail(scope, node, "wrong-type", message)
        if not isinstance(cell, Track | Variable | Ref):
            message = "only tracks, variables and names made by `let` can be changed like this"
            self.values.fail(scope, node, "wrong-type", message)
        return cell
