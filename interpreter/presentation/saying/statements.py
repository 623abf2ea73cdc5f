"""Translation of statements: one sentence each, with blocks indented below their heading."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from lark import Token, Tree

from interpreter.presentation.saying.expressions import IS_CONDITION, ExpressionTranslator, Syntax, SyntaxPart
from interpreter.presentation.saying.templates import (
    RULE_PARAMETERS,
    InflectedPhrase,
    MissingTranslationError,
    invariant_phrase,
    tidy_sentence,
)
from interpreter.rulebook.model import Text

FIRST_IN_EVENT, FIRST_IN_OPTION, INSIDE = "_event", "_option", ""
"""Positions of a condition, which affect its meaning. The values are suffixes of form names."""
MUST_RULES = frozenset({"must", "to_play", "if_you_can"})
"""Rules that require the statement within to be possible."""
ACTING_SEAT_RULES = frozenset({"you", "your", "your_name", "opponent", "enemy"})
"""Rules that refer to the acting seat."""
WAY_OUT_SUFFIXES = {"or_stop": "_or_stop", "or_none": "_or_none"}
FOR_EACH_OPTIONS = frozenset({"as_name", "to_label", "in_order"})
"""Options that `for each …` may have."""


@dataclass(frozen=True, slots=True)
class TranslatedLine:
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


class StatementTranslator:
    """Translator of the statements of one text."""

    def __init__(self, expressions: ExpressionTranslator, text: Text) -> None:
        self._expressions = expressions
        self._rows = text.split("\n")

    def lines(self, program: Syntax) -> list[TranslatedLine]:
        """Return all lines of an event."""
        return list(self._block(program.children, 0, FIRST_IN_EVENT))

    def translate_part(self, node: Syntax) -> str | None:
        """Return the translation of a statement or condition by itself; None if there is none."""
        if self._expressions.rule(node) in MUST_RULES:
            (inner,) = node.children
            assert isinstance(inner, Tree)
            return self.translate_part(inner)
        try:
            return self._expressions.words.language.smooth(tidy_sentence(self._by_itself(node)))
        except MissingTranslationError:
            return None

    def _by_itself(self, node: Syntax) -> str:
        try:
            said = self._condition("part", node)["part"]
        except MissingTranslationError:
            return self._simple_statement(node, INSIDE)
        return said.form("") if IS_CONDITION in said.marks else self._simple_statement(node, INSIDE)

    def wording(self, node: Syntax) -> str:
        """Return the wording of a part of the text within one line."""
        meta = node.meta
        return self._rows[meta.line - 1][meta.column - 1 : meta.end_column - 1]

    def _block(self, statements: Sequence[SyntaxPart], depth: int, place: str) -> Iterator[TranslatedLine]:
        for statement in statements:
            assert isinstance(statement, Tree)
            yield from self._statement(statement, depth, place)
            if self._expressions.rule(statement) not in MUST_RULES | {"only_if", "play_only_if"}:
                place = INSIDE

    def _statement(self, node: Syntax, depth: int, place: str) -> Iterator[TranslatedLine]:
        match self._expressions.rule(node):
            case "if_":
                condition, block, *others = node.children
                heads = [self._heading("if_", block, depth, partial(self._condition, "condition", condition))]
                blocks = [block]
                for other in others:
                    assert isinstance(other, Tree)
                    *conditions, block = other.children
                    parts = partial(self._condition, "condition", conditions[0]) if conditions else _no_parts
                    heads.append(self._heading(self._expressions.rule(other), block, depth, parts))
                    blocks.append(block)
                yield from self._headed_blocks(heads, blocks, INSIDE)
            case "either":
                labels, blocks = node.children[::2], node.children[1::2]
                heads = [
                    self._heading("either_or" if at else "either", block, depth, partial(self._label, label))
                    for at, (label, block) in enumerate(zip(labels, blocks, strict=True))
                ]
                yield from self._headed_blocks(heads, blocks, FIRST_IN_OPTION)
            case "may":
                label, block = node.children
                yield from self._heading_and_block("may", block, depth, FIRST_IN_OPTION, partial(self._label, label))
            case "as_seat":
                yield from self._as_seat(node, depth)
            case "repeat":
                times, block = node.children
                yield from self._heading_and_block(
                    "repeat", block, depth, INSIDE, lambda: {"number": self._expressions.translate(times)}
                )
            case "for_each":
                thing, *how, block = node.children
                form = "for_each_in_order" if "in_order" in map(self._option_rule, how) else "for_each"
                yield from self._heading_and_block(form, block, depth, INSIDE, partial(self._each, thing, how))
            case "while_":
                condition, block = node.children
                yield from self._heading_and_block(
                    "while_", block, depth, INSIDE, partial(self._condition, "condition", condition)
                )
            case _:
                words = partial(self._simple_statement, node, place)
                line = TranslatedLine(depth, self.wording(node), node.meta.line, node.meta.column)
                yield self._translated(line, self._expressions.words.language.sentence_ends, words)

    def _as_seat(self, node: Syntax, depth: int) -> Iterator[TranslatedLine]:
        """Translate what another seat does, in one sentence with `may` if that is the whole block."""
        seat, block = node.children
        assert isinstance(block, Tree)
        only = block.children[0]
        if len(block.children) == 1 and isinstance(only, Tree) and self._expressions.rule(only) == "may":
            label, inner = only.children
            lines = list(
                self._heading_and_block("as_seat_may", inner, depth, FIRST_IN_OPTION, partial(self._seat, seat, label))
            )
            if not lines[0].untold and not any(
                self._expressions.rule(each) in ACTING_SEAT_RULES for each in only.iter_subtrees()
            ):
                yield from lines
                return
        yield from self._heading_and_block("as_seat", block, depth, INSIDE, partial(self._seat, seat))

    def _seat(self, seat: SyntaxPart, label: SyntaxPart = None) -> dict[str, InflectedPhrase]:
        return {"seat": self._expressions.translate(seat), **({} if label is None else self._label(label))}

    def _heading_and_block(
        self, form: str, block: SyntaxPart, depth: int, place: str, parts: Callable[[], dict[str, InflectedPhrase]]
    ) -> Iterator[TranslatedLine]:
        """Translate the heading of a block, and the block."""
        yield from self._headed_blocks([self._heading(form, block, depth, parts)], [block], place)

    def _headed_blocks(
        self, heads: Sequence[TranslatedLine], blocks: Sequence[SyntaxPart], place: str
    ) -> Iterator[TranslatedLine]:
        """Translate blocks with their headings. If one heading can't be translated, all are quoted."""
        reason = next((head.untold for head in heads if head.untold), "")
        for head, block in zip(heads, blocks, strict=True):
            assert isinstance(block, Tree)
            yield replace(self._heading_as_written(block, head.depth), untold=reason) if reason else head
            yield from self._block(block.children, head.depth + 1, place)

    def _heading(
        self, form: str, block: SyntaxPart, depth: int, parts: Callable[[], dict[str, InflectedPhrase]]
    ) -> TranslatedLine:
        """Translate the heading of a block."""
        ends = self._expressions.words.language.block_ends
        return self._translated(
            self._heading_as_written(block, depth), ends, lambda: self._expressions.form(form, parts()).form("")
        )

    def _heading_as_written(self, block: SyntaxPart, depth: int) -> TranslatedLine:
        """Return the heading of a block as written in the rules."""
        assert isinstance(block, Tree)
        before = self._rows[block.meta.line - 1][: block.meta.column]
        column = len(before) - len(before.lstrip()) + 1
        return TranslatedLine(depth, before.strip(), block.meta.line, column)

    def _translated(self, written: TranslatedLine, ending: str, words: Callable[[], str]) -> TranslatedLine:
        """Return a line with its translation, or as written if it can't be translated."""
        try:
            said = self._expressions.words.language.smooth(tidy_sentence(words()))
        except MissingTranslationError as error:
            return replace(written, untold=str(error))
        return replace(written, words=said[:1].upper() + said[1:] + ending)

    def _simple_statement(self, node: Syntax, place: str) -> str:
        """Translate a statement without blocks. Raises NotSayable."""
        rule = self._expressions.rule(node)
        match rule:
            case "phrase":
                sentence, holes = self._expressions.vocabulary_word(node)
                return sentence.default.fill(holes)
            case _ if rule in MUST_RULES:
                inner = node.children[0]
                assert isinstance(inner, Tree)
                return self._form(
                    f"must{place}", statement=invariant_phrase(tidy_sentence(self._simple_statement(inner, INSIDE)))
                )
            case "only_if" | "play_only_if":
                return self._expressions.form(f"only_if{place}", self._condition("condition", node.children[0])).form(
                    ""
                )
            case "let":
                name, value = node.children
                assert isinstance(name, Token)
                return self._form(
                    rule,
                    value=self._expressions.translate_named_value(value, name),
                    name=self._expressions.made_name(name),
                )
            case "choose" | "choose_one":
                return self._choose(node)
            case "make" | "unmake":
                thing, adjective = self._expressions.translate(node.children[0]), node.children[1]
                assert isinstance(adjective, Token)
                return self._form(rule, thing=thing, adjective=self._expressions.adjective_of(thing, adjective))
            case "draw":
                amount, noun, source, target, name = node.children
                if name is not None:
                    raise MissingTranslationError("there are no words for the form `draw` with `as`")
                cards = self._expressions.counted_noun(amount, noun)
                return self._form(
                    rule,
                    cards=cards,
                    source=self._expressions.translate(source),
                    target=self._expressions.translate(target),
                )
            case "move_pieces":
                amount, pieces, source, target = node.children
                assert isinstance(pieces, Tree)
                counted = self._expressions.counted(amount, pieces.children)
                return self._form(
                    rule,
                    pieces=counted,
                    source=self._expressions.translate(source),
                    target=self._expressions.translate(target),
                )
            case "move_cards":
                moved, target = node.children
                assert isinstance(target, Tree)
                form = rule if self._expressions.rule(target) == "on_top" else "move_to_bottom"
                return self._form(
                    form,
                    cards=self._expressions.translate(moved),
                    target=self._expressions.translate(target.children[0]),
                )
            case _ if rule in RULE_PARAMETERS:
                return self._expressions.form(rule, self._expressions.parts(rule, node)).form("")
            case _:
                raise MissingTranslationError(f"there are no words for the form `{rule}`")

    def _choose(self, node: Syntax) -> str:
        """Translate the choice of a thing, or of one among several."""
        thing, *options = node.children
        way_out = next(
            (WAY_OUT_SUFFIXES[rule] for rule in map(self._option_rule, options) if rule in WAY_OUT_SUFFIXES), ""
        )
        return self._form(f"{self._expressions.rule(node)}{way_out}", thing=self._named(thing, options))

    def _option_rule(self, option: SyntaxPart) -> str:
        assert isinstance(option, Tree)
        return self._expressions.rule(option)

    def _named(self, thing: SyntaxPart, options: Sequence[SyntaxPart]) -> InflectedPhrase:
        """Translate a thing with the name that one of the options gives it."""
        for option in options:
            if isinstance(option, Tree) and self._expressions.rule(option) == "as_name":
                name = option.children[0]
                assert isinstance(thing, Tree) and isinstance(name, Token)
                return self._expressions.translate_named(thing, name)
        return self._expressions.translate(thing)

    def _form(self, form: str, **parts: InflectedPhrase) -> str:
        return self._expressions.form(form, parts).form("")

    def _condition(self, name: str, node: SyntaxPart) -> dict[str, InflectedPhrase]:
        with self._expressions.in_condition():
            return {name: self._expressions.translate(node)}

    def _each(self, thing: SyntaxPart, how: Sequence[SyntaxPart]) -> dict[str, InflectedPhrase]:
        for each in how:
            assert isinstance(each, Tree)
            if (rule := self._expressions.rule(each)) not in FOR_EACH_OPTIONS or (
                rule == "in_order" and each.children[0] is not None
            ):
                raise MissingTranslationError(f"there are no words for the form `{rule}`")
        return {"thing": self._named(thing, how)}

    def _label(self, label: SyntaxPart) -> dict[str, InflectedPhrase]:
        assert isinstance(label, Token)
        return {"label": invariant_phrase(self._expressions.label(label))}


def _no_parts() -> dict[str, InflectedPhrase]:
    return {}
