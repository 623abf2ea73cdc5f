"""Translation of statements: one sentence each, with blocks indented below their heading."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from lark import Token, Tree

from interpreter.presentation.saying.expressions import IS_CONDITION, Expressions, Syntax, Written
from interpreter.presentation.saying.forms import PARTS
from interpreter.presentation.saying.templates import NotSayable, Said, finished, plain
from interpreter.rulebook.model import Text

FIRST_IN_EVENT, FIRST_IN_OPTION, INSIDE = "_event", "_option", ""
"""Positions of a condition, which affect its meaning. The values are suffixes of form names."""
MUST = frozenset({"must", "to_play", "if_you_can"})
"""Rules that require the statement within to be possible."""
OF_WHO_ACTS = frozenset({"you", "your", "your_name", "opponent", "enemy"})
"""Rules that refer to the acting seat."""
WAYS_OUT = {"or_stop": "_or_stop", "or_none": "_or_none"}
EACH = frozenset({"as_name", "to_label", "in_order"})
"""Options that `for each …` may have."""


@dataclass(frozen=True, slots=True)
class Line:
    """A translated line.

    Attributes:
        depth: Level of indentation.
        words: The sentence; the wording of the rules if it can't be translated.
        row: Row of the statement in the text.
        column: Column of the statement in the text.
        untold: The reason why it can't be translated.
    """

    depth: int
    words: str
    row: int
    column: int
    untold: str = ""


class Statements:
    """Translator of the statements of one text."""

    def __init__(self, expressions: Expressions, text: Text) -> None:
        self._of = expressions
        self._rows = text.split("\n")

    def lines(self, program: Syntax) -> list[Line]:
        """Return all lines of an event."""
        return list(self._block(program.children, 0, FIRST_IN_EVENT))

    def part(self, node: Syntax) -> str | None:
        """Return the translation of a statement or condition by itself; None if there is none."""
        if self._of.rule(node) in MUST:
            (inner,) = node.children
            assert isinstance(inner, Tree)
            return self.part(inner)
        try:
            return self._of.words.language.smooth(finished(self._by_itself(node)))
        except NotSayable:
            return None

    def _by_itself(self, node: Syntax) -> str:
        try:
            said = self._condition("part", node)["part"]
        except NotSayable:
            return self._simple(node, INSIDE)
        return said.form("") if IS_CONDITION in said.marks else self._simple(node, INSIDE)

    def written(self, node: Syntax) -> str:
        """Return the wording of a part of the text within one line."""
        meta = node.meta
        return self._rows[meta.line - 1][meta.column - 1 : meta.end_column - 1]

    def _block(self, statements: Sequence[Written], depth: int, place: str) -> Iterator[Line]:
        for statement in statements:
            assert isinstance(statement, Tree)
            yield from self._statement(statement, depth, place)
            if self._of.rule(statement) not in MUST | {"only_if", "play_only_if"}:
                place = INSIDE

    def _statement(self, node: Syntax, depth: int, place: str) -> Iterator[Line]:
        match self._of.rule(node):
            case "if_":
                condition, block, *others = node.children
                heads = [self._head("if_", block, depth, partial(self._condition, "condition", condition))]
                blocks = [block]
                for other in others:
                    assert isinstance(other, Tree)
                    *conditions, block = other.children
                    parts = partial(self._condition, "condition", conditions[0]) if conditions else _no_parts
                    heads.append(self._head(self._of.rule(other), block, depth, parts))
                    blocks.append(block)
                yield from self._branches(heads, blocks, INSIDE)
            case "either":
                labels, blocks = node.children[::2], node.children[1::2]
                heads = [
                    self._head("either_or" if at else "either", block, depth, partial(self._label, label))
                    for at, (label, block) in enumerate(zip(labels, blocks, strict=True))
                ]
                yield from self._branches(heads, blocks, FIRST_IN_OPTION)
            case "may":
                label, block = node.children
                yield from self._above("may", block, depth, FIRST_IN_OPTION, partial(self._label, label))
            case "as_seat":
                yield from self._as_seat(node, depth)
            case "repeat":
                times, block = node.children
                yield from self._above("repeat", block, depth, INSIDE, lambda: {"number": self._of.said(times)})
            case "for_each":
                thing, *how, block = node.children
                form = "for_each_in_order" if "in_order" in map(self._option, how) else "for_each"
                yield from self._above(form, block, depth, INSIDE, partial(self._each, thing, how))
            case "while_":
                condition, block = node.children
                yield from self._above("while_", block, depth, INSIDE, partial(self._condition, "condition", condition))
            case _:
                words = partial(self._simple, node, place)
                line = Line(depth, self.written(node), node.meta.line, node.meta.column)
                yield self._told(line, self._of.words.language.sentence_ends, words)

    def _as_seat(self, node: Syntax, depth: int) -> Iterator[Line]:
        """Translate what another seat does, in one sentence with `may` if that is the whole block."""
        seat, block = node.children
        assert isinstance(block, Tree)
        only = block.children[0]
        if len(block.children) == 1 and isinstance(only, Tree) and self._of.rule(only) == "may":
            label, inner = only.children
            lines = list(self._above("as_seat_may", inner, depth, FIRST_IN_OPTION, partial(self._seat, seat, label)))
            if not lines[0].untold and not any(self._of.rule(each) in OF_WHO_ACTS for each in only.iter_subtrees()):
                yield from lines
                return
        yield from self._above("as_seat", block, depth, INSIDE, partial(self._seat, seat))

    def _seat(self, seat: Written, label: Written = None) -> dict[str, Said]:
        return {"seat": self._of.said(seat), **({} if label is None else self._label(label))}

    def _above(
        self, form: str, block: Written, depth: int, place: str, parts: Callable[[], dict[str, Said]]
    ) -> Iterator[Line]:
        """Translate the heading of a block, and the block."""
        yield from self._branches([self._head(form, block, depth, parts)], [block], place)

    def _branches(self, heads: Sequence[Line], blocks: Sequence[Written], place: str) -> Iterator[Line]:
        """Translate blocks with their headings. If one heading can't be translated, all are quoted."""
        reason = next((head.untold for head in heads if head.untold), "")
        for head, block in zip(heads, blocks, strict=True):
            assert isinstance(block, Tree)
            yield replace(self._written(block, head.depth), untold=reason) if reason else head
            yield from self._block(block.children, head.depth + 1, place)

    def _head(self, form: str, block: Written, depth: int, parts: Callable[[], dict[str, Said]]) -> Line:
        """Translate the heading of a block."""
        ends = self._of.words.language.block_ends
        return self._told(self._written(block, depth), ends, lambda: self._of.form(form, parts()).form(""))

    def _written(self, block: Written, depth: int) -> Line:
        """Return the heading of a block as written in the rules."""
        assert isinstance(block, Tree)
        before = self._rows[block.meta.line - 1][: block.meta.column]
        column = len(before) - len(before.lstrip()) + 1
        return Line(depth, before.strip(), block.meta.line, column)

    def _told(self, written: Line, ending: str, words: Callable[[], str]) -> Line:
        """Return a line with its translation, or as written if it can't be translated."""
        try:
            said = self._of.words.language.smooth(finished(words()))
        except NotSayable as error:
            return replace(written, untold=str(error))
        return replace(written, words=said[:1].upper() + said[1:] + ending)

    def _simple(self, node: Syntax, place: str) -> str:
        """Translate a statement without blocks. Raises NotSayable."""
        rule = self._of.rule(node)
        match rule:
            case "phrase":
                sentence, holes = self._of.own(node)
                return sentence.by_itself.fill(holes)
            case _ if rule in MUST:
                inner = node.children[0]
                assert isinstance(inner, Tree)
                return self._form(f"must{place}", statement=plain(finished(self._simple(inner, INSIDE))))
            case "only_if" | "play_only_if":
                return self._of.form(f"only_if{place}", self._condition("condition", node.children[0])).form("")
            case "let":
                name, value = node.children
                assert isinstance(name, Token)
                return self._form(rule, value=self._of.made(value, name), name=self._of.made_name(name))
            case "choose" | "choose_one":
                return self._choose(node)
            case "make" | "unmake":
                thing, adjective = self._of.said(node.children[0]), node.children[1]
                assert isinstance(adjective, Token)
                return self._form(rule, thing=thing, adjective=self._of.adjective_of(thing, adjective))
            case "draw":
                amount, noun, source, target, name = node.children
                if name is not None:
                    raise NotSayable("there are no words for the form `draw` with `as`")
                cards = self._of.so_many(amount, noun)
                return self._form(rule, cards=cards, source=self._of.said(source), target=self._of.said(target))
            case "move_pieces":
                amount, pieces, source, target = node.children
                assert isinstance(pieces, Tree)
                counted = self._of.counted(amount, pieces.children)
                return self._form(rule, pieces=counted, source=self._of.said(source), target=self._of.said(target))
            case "move_cards":
                moved, target = node.children
                assert isinstance(target, Tree)
                form = rule if self._of.rule(target) == "on_top" else "move_to_bottom"
                return self._form(form, cards=self._of.said(moved), target=self._of.said(target.children[0]))
            case _ if rule in PARTS:
                return self._of.form(rule, self._of.parts(rule, node)).form("")
            case _:
                raise NotSayable(f"there are no words for the form `{rule}`")

    def _choose(self, node: Syntax) -> str:
        """Translate the choice of a thing, or of one among several."""
        thing, *options = node.children
        way_out = next((WAYS_OUT[rule] for rule in map(self._option, options) if rule in WAYS_OUT), "")
        return self._form(f"{self._of.rule(node)}{way_out}", thing=self._named(thing, options))

    def _option(self, option: Written) -> str:
        assert isinstance(option, Tree)
        return self._of.rule(option)

    def _named(self, thing: Written, options: Sequence[Written]) -> Said:
        """Translate a thing with the name that one of the options gives it."""
        for option in options:
            if isinstance(option, Tree) and self._of.rule(option) == "as_name":
                name = option.children[0]
                assert isinstance(thing, Tree) and isinstance(name, Token)
                return self._of.named(thing, name)
        return self._of.said(thing)

    def _form(self, form: str, **parts: Said) -> str:
        return self._of.form(form, parts).form("")

    def _condition(self, name: str, node: Written) -> dict[str, Said]:
        with self._of.in_condition():
            return {name: self._of.said(node)}

    def _each(self, thing: Written, how: Sequence[Written]) -> dict[str, Said]:
        for each in how:
            assert isinstance(each, Tree)
            if (rule := self._of.rule(each)) not in EACH or (rule == "in_order" and each.children[0] is not None):
                raise NotSayable(f"there are no words for the form `{rule}`")
        return {"thing": self._named(thing, how)}

    def _label(self, label: Written) -> dict[str, Said]:
        assert isinstance(label, Token)
        return {"label": plain(self._of.label(label))}


def _no_parts() -> dict[str, Said]:
    return {}
