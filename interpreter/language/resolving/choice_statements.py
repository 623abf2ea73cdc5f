"""From a syntax tree to statements in which a seat decides."""

from __future__ import annotations

from typing import Any

from lark import Token

from interpreter.language.ir.expressions import Expr, Range
from interpreter.language.ir.statements import Block, Choose, Either, May
from interpreter.language.ir.types import Local, Type
from interpreter.language.resolving.binding import Binder
from interpreter.language.resolving.scope import Scope, Syntax
from interpreter.rulebook.texts import slug


class ChoiceStatements(Binder):
    """Gives the choices their meaning."""

    def _choose(self, scope: Scope, node: Syntax) -> Choose:
        pick, *rest = node.children
        options, noun = self.values.pick(scope, pick)
        return self._chosen(scope, node, options, noun, rest)

    def _choose_one(self, scope: Scope, node: Syntax) -> Choose:
        options = self.values.set_of(scope, node.children[0])
        return self._chosen(scope, node, options, options.type.kind, node.children[1:])

    def _choose_number(self, scope: Scope, node: Syntax) -> Choose:
        low, high, *rest = node.children
        ends = Range(self.values.number(scope, low), self.values.number(scope, high))
        return self._chosen(scope, node, ends, "number", rest)

    def _chosen(self, scope: Scope, node: Syntax, options: Expr, noun: str, rest: list[Any]) -> Choose:
        you = self.values.you(scope, node)
        way_out, token, label = self._options(scope, rest)
        type = options.type._replace(many=False, optional=way_out == "none")
        name = self._bind(scope, token if token is not None else noun, type)
        return Choose(self._where(scope, node), name, options, you, way_out, label, noun)

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

    def _either(self, scope: Scope, node: Syntax) -> Either:
        you = self.values.you(scope, node)
        options: list[tuple[str, Block]] = []
        for label, block in zip(node.children[::2], node.children[1::2], strict=False):
            self._check_label(scope, label)
            if any(slug(label) == slug(known) for known, _ in options):
                self.values.fail(scope, label, "duplicate", f'two options are called "{label}", or alike')
            options.append((str(label), self._block(scope.inner(), block)))
        return Either(self._where(scope, node), Local("option", Type("text")), options, you)

    def _may(self, scope: Scope, node: Syntax) -> May:
        label, block = node.children
        self._check_label(scope, label)
        you = self.values.you(scope, node)
        return May(
            self._where(scope, node), Local("option", Type("text")), str(label), self._block(scope.inner(), block), you
        )

    def _check_label(self, scope: Scope, label: Syntax) -> None:
        if not slug(label):
            self.values.fail(scope, label, "bad-label", "a label needs a letter or a digit")
