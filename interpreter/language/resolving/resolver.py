"""From a syntax tree to values and conditions with known names and types: the words of the vocabulary."""

from __future__ import annotations

from collections.abc import Callable

from lark import Token

from interpreter.language.ir.expressions import Expr, TermCall, Word
from interpreter.language.ir.making import constant, negation
from interpreter.language.ir.types import Local
from interpreter.language.reading.patterns import Pattern
from interpreter.language.resolving.conditions import Conditions
from interpreter.language.resolving.optional import or_nothing, safe
from interpreter.language.resolving.scope import Scope, Syntax
from interpreter.language.resolving.types import fits


class Resolver(Conditions):
    """Gives the expressions of one game's texts their meaning."""

    # -- vocabulary

    def match(
        self, scope: Scope, node: Syntax, holes_of: Callable[[int], tuple[Local, ...]], first: Expr | None = None
    ) -> tuple[Pattern, tuple[Expr, ...]]:
        """Which pattern a tree of that shape is, by the types of what stands in its holes, and those arguments in
        order. `first` is in the first hole, if the tree has `every …` or `some …` there.
        """
        shape = self.grammar.shapes[node.data.split("_")[0]]
        given = [
            child
            for child in node.children
            if not (isinstance(child, Token) and child.type.startswith("N") and child.type != "NAME")
        ]
        if first is not None:
            given = given[1:]  # `every` or `some`, and then the set
        values = [first if first is not None and not at else self.value(scope, each) for at, each in enumerate(given)]
        wrong: tuple[Syntax, Expr, Local] | None = None
        for pattern in shape.patterns:
            holes = holes_of(pattern.word)
            order = [part for part in pattern.parts if isinstance(part, int)]
            misfit = next(
                (
                    (child, value, holes[hole])
                    for child, value, hole in zip(given, values, order, strict=False)
                    if not fits(value.type, or_nothing(holes[hole].type))
                ),
                None,
            )
            if misfit is not None:
                wrong = wrong or misfit
                continue
            args: list[Expr] = []
            for number, hole in enumerate(holes):
                if number in order:
                    child, value = given[order.index(number)], values[order.index(number)]
                    if value.type.kind == "nothing" and not hole.type.many:
                        value = constant(None, or_nothing(hole.type))
                    args.append(self.fitted(scope, child, value, or_nothing(hole.type)))
                elif scope.it is None:
                    self.fail(
                        scope,
                        node,
                        "no-it",
                        f"this wording leaves out {{{hole.name}}}, and nothing here could be meant by it",
                    )
                else:
                    args.append(self.fitted(scope, node, scope.it, hole.type))
            return pattern, tuple(args)
        assert wrong is not None
        child, value, hole = wrong
        if hole.type.kind == "number" and isinstance(value, Word):
            self.fitted(scope, child, value, hole.type)
        title = self.title_of(shape.patterns[0].word)
        self.fail(
            scope,
            child,
            "wrong-type",
            f"{{{hole.name}}} of `{title}` is {hole.type.a()}, and this is {value.type.a()}",
        )
        return None

    def _term(self, scope: Scope, node: Syntax) -> Expr:
        if "_of_all" in node.data:
            return self._quantified(scope, node, lambda _, it: self._called(scope, node, it))
        return self._called(scope, node)

    def _called(self, scope: Scope, node: Syntax, first: Expr | None = None) -> Expr:
        """A condition or value of the vocabulary with what stands in its holes."""
        pattern, args = self.match(scope, node, lambda word: self.term_of(word).holes, first)
        term = self.term_of(pattern.word)
        if term.uses_you:
            args = (*args, self.you(scope, node))
        call = safe(TermCall(pattern.word, args, type=term.type))
        return negation(call) if node.data.endswith("_not") else call
