"""Translation of statements: one sentence each, with blocks indented below their heading."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Literal, TypeVar, assert_never

from interpreter.language.ir import statements as ir
from interpreter.language.ir.builders import TRUE, conjunction, expressions_of, negation, statements_in
from interpreter.language.ir.expressions import Const, Expr, InOrder, Pairs, Ref
from interpreter.language.ir.statement_nodes import PlainForm
from interpreter.language.ir.types import Local
from interpreter.language.ir.written import Belonging, Written, WrittenNoun, as_written
from interpreter.language.ir.written_statements import (
    CaptureAll,
    ChangeOwner,
    ChooseSeveral,
    ChooseTogether,
    Exchange,
    ExchangeZones,
    RepeatUntil,
    WrittenStatement,
)
from interpreter.presentation.printed_cards import ELLIPSIS
from interpreter.presentation.saying.expressions.translator import ExpressionTranslator
from interpreter.presentation.saying.templates import (
    InflectedPhrase,
    MissingTranslationError,
    invariant_phrase,
    tidy_sentence,
)
from interpreter.rulebook.model import Text

BULLET = "•"
"""Sign before an alternative on a card."""
FIRST_IN_EVENT, FIRST_IN_OPTION, INSIDE = "_event", "_option", ""
"""Positions of a condition, which affect its meaning. The values are suffixes of form names."""
_ARTICLE = re.compile(r"\b(?:the|an?)\s*$")
"""An article before a statement's first word, which the statement's range leaves out."""
ASSIGNMENT_FORMS = {"set": "set_to", "raise": "raise_by", "lower": "lower_by"}
WAY_OUT_SUFFIXES = {"stop": "_or_stop", "none": "_or_none", "": ""}
LineRole = Literal["sentence", "heading", "offer", "option"]
"""Role of a line: a sentence, or the heading of a block. An offer can be declined, an option is one of several."""
SENTENCE: LineRole = "sentence"
Parts = dict[str, InflectedPhrase]
"""Contents of the holes of a form."""
SentenceStatement = ir.ValueChange | ir.ComponentChange | ir.Choose | ir.Must | ir.Transfer
"""Statements that are translated to one sentence."""
AnySentence = TypeVar("AnySentence", bound=SentenceStatement | WrittenStatement)


@dataclass(frozen=True, slots=True)
class TranslatedLine:
    """A translated line.

    Attributes:
        depth: Level of indentation.
        words: The sentence; the wording of the rules if it can't be translated.
        row: Row of the statement in the text.
        column: Column of the statement in the text.
        untold: The reason why it can't be translated.
        role: Role of the line on a card.
        label: Name of an option; empty if it has none.
    """

    depth: int
    words: str
    row: int
    column: int
    untold: str = ""
    role: LineRole = SENTENCE
    label: str = ""


class StatementTranslator:
    """Translator of the statements of one text."""

    def __init__(self, expressions: ExpressionTranslator, text: Text, as_card: bool = False) -> None:
        """Translate a text. `as_card`: without the labels of options, as cards print them."""
        self._expressions = expressions
        self._as_card = as_card
        self._rows = text.split("\n")

    def lines(self, event: ir.Block) -> list[TranslatedLine]:
        """Return all lines of an event."""
        return list(self._block(event, 0, FIRST_IN_EVENT))

    def translate_condition(self, condition: Expr) -> str | None:
        """Return the translation of a condition by itself; None if there is none."""
        return self._alone(lambda: self._expressions.condition_alone(condition))

    def translate_value(self, form: str, value: Expr) -> str | None:
        """Return the translation of a value in a form; None if there is none."""
        return self._alone(lambda: self._form(form, value=self._expressions.value_alone(value)))

    def translate_statement(self, statement: SentenceStatement) -> str | None:
        """Return the translation of a statement by itself; None if there is none."""
        return self._alone(lambda: self._simple(statement, INSIDE))

    def _alone(self, translate: Callable[[], InflectedPhrase]) -> str | None:
        try:
            return self._sentence(translate)
        except MissingTranslationError:
            return None

    def _sentence(self, translate: Callable[[], InflectedPhrase]) -> str:
        """Return a translation as a sentence. Raises MissingTranslationError."""
        try:
            return self._expressions.words.language.smooth(tidy_sentence(translate().form("")))
        except RecursionError:
            raise MissingTranslationError("it is nested too deeply") from None

    def _block(self, block: ir.Block, depth: int, place: str) -> Iterator[TranslatedLine]:
        for statement in block:
            if not isinstance(statement, ir.Tell):  # it is for the log, and no card prints it
                yield from self._statement(statement, depth, place)
            if not isinstance(statement, ir.Must | ir.OnlyIf):
                place = INSIDE

    def _statement(self, statement: ir.Statement, depth: int, place: str) -> Iterator[TranslatedLine]:
        match statement:
            case ir.If():
                yield from self._if(statement, depth, place)
            case ir.Either() if self._as_card:
                yield from self._options(statement, depth)
            case ir.Either():
                heads = [
                    self._heading("either_or" if at else "either", block, depth, partial(self._label, label))
                    for at, (label, block) in enumerate(statement.options)
                ]
                yield from self._headed_blocks(heads, [block for _, block in statement.options], FIRST_IN_OPTION)
            case ir.May() if self._as_card:
                yield from self._heading_and_block(
                    "may_do", statement.body, depth, FIRST_IN_OPTION, dict, "offer", self._name(statement.label)
                )
            case ir.May():
                parts = partial(self._label, statement.label)
                yield from self._heading_and_block("may", statement.body, depth, FIRST_IN_OPTION, parts)
            case ir.ActAs():
                yield from self._act_as(statement, depth)
            case ir.Repeat() | ir.ForEach() | ir.WhileLoop():
                yield from self._loop(statement, depth)
            case ir.Must(otherwise=tuple() as otherwise):
                yield self._sentence_line(statement.inner, depth, partial(self._simple, place=INSIDE))
                yield from self._heading_and_block("or_else", otherwise, depth, INSIDE, dict)
            case _:
                yield self._sentence_line(statement, depth, partial(self._simple, place=place))

    def _options(self, statement: ir.Either, depth: int) -> Iterator[TranslatedLine]:
        """Translate alternatives as bullets under one heading."""
        first = statement.options[0][1]
        yield self._heading("choose_an_option", first, depth, dict)
        for label, block in statement.options:
            heading = self._heading_as_written(block, depth)
            try:
                name = self._expressions.vocabulary.label(label).form("")
            except MissingTranslationError:
                name = ""
            yield replace(heading, words=BULLET, role="option", label=name)
            yield from self._block(block, depth + 1, FIRST_IN_OPTION)

    def _name(self, label: str) -> str:
        """Return the name of an offer as a sentence; an ellipsis if there is none."""
        try:
            name = self._expressions.vocabulary.label(label).form("")
        except MissingTranslationError:
            return ELLIPSIS
        return f"{name[:1].upper()}{name[1:]}."

    def _loop(self, statement: ir.Iteration, depth: int) -> Iterator[TranslatedLine]:
        """Translate a loop."""
        match statement:
            case ir.Repeat():
                parts = partial(self._value, "number", statement.times)
                yield from self._heading_and_block("repeat", statement.body, depth, INSIDE, parts)
            case ir.ForEach():
                form, block = _for_each_form(statement), statement.body
                if "as_you" in statement.options:
                    (acting,) = block
                    assert isinstance(acting, ir.ActAs)
                    block = acting.body
                yield from self._heading_and_block(form, block, depth, INSIDE, partial(self._each, statement))
            case ir.WhileLoop() if statement.condition == TRUE:
                yield from self._heading_and_block("endless", statement.body, depth, INSIDE, dict)
            case ir.WhileLoop():
                parts = partial(self._condition, statement.condition)
                yield from self._heading_and_block("while_", statement.body, depth, INSIDE, parts)
            case _:
                assert_never(statement)

    def _if(self, statement: ir.If, depth: int, place: str) -> Iterator[TranslatedLine]:
        """Translate branches, or the statement that is written in their place."""
        match statement.written:
            case None:
                yield from self._branches(statement, depth)
            case ChooseSeveral():
                yield self._sentence_line(statement.written, depth, self._choose_several)
            case ChooseTogether():
                yield self._sentence_line(statement.written, depth, self._choose_together)
            case ChangeOwner():
                yield self._sentence_line(statement.written, depth, self._change_owner)
            case CaptureAll():
                yield self._sentence_line(statement.written, depth, self._capture_all)
            case RepeatUntil():
                parts, (loop,) = partial(self._condition, statement.written.condition), statement.branches[0][1]
                assert isinstance(loop, ir.WhileLoop)
                yield from self._heading_and_block("repeat_until", loop.body[:-1], depth, INSIDE, parts)
            case Exchange():
                yield self._sentence_line(statement.written, depth, partial(self._exchange, place=place))
            case ExchangeZones():
                yield self._sentence_line(statement.written, depth, self._exchange_zones)
            case _:
                yield from self._statement(statement.written, depth, place)

    def _branches(self, statement: ir.If, depth: int) -> Iterator[TranslatedLine]:
        heads: list[TranslatedLine] = []
        blocks: list[ir.Block] = []
        for condition, block in _printed_branches(statement) if self._as_card else _branches_of(statement):
            form = ("otherwise_if" if heads else "if_") if condition is not None else "otherwise"
            parts = dict if condition is None else partial(self._condition, condition)
            heads.append(self._heading(form, block, depth, parts))
            blocks.append(block)
        if heads:
            yield from self._headed_blocks(heads, blocks, INSIDE)

    def _act_as(self, statement: ir.ActAs, depth: int) -> Iterator[TranslatedLine]:
        """Translate what another seat does, in one sentence with `may` if that is the whole block."""
        seat, block, only = statement.seat, statement.body, statement.body[0]
        if len(block) == 1 and isinstance(only, ir.May):
            label, form = (None, "as_seat_may_do") if self._as_card else (only.label, "as_seat_may")
            parts = partial(self._seat, seat, label)
            empty = self._name(only.label) if self._as_card else ELLIPSIS
            lines = list(self._heading_and_block(form, only.body, depth, FIRST_IN_OPTION, parts, "offer", empty))
            if not lines[0].untold and not _mentions(block, statement.name):
                yield from lines
                return
        yield from self._heading_and_block("as_seat", block, depth, INSIDE, partial(self._seat, seat))

    def _heading_and_block(
        self,
        form: str,
        block: ir.Block,
        depth: int,
        place: str,
        parts: Callable[[], Parts],
        role: LineRole = "heading",
        empty: str = ELLIPSIS,
    ) -> Iterator[TranslatedLine]:
        """Translate the heading of a block, and the block."""
        heading = replace(self._heading(form, block, depth, parts), role=role)
        yield from self._headed_blocks([heading], [block], place, empty)

    def _headed_blocks(
        self, heads: Sequence[TranslatedLine], blocks: Sequence[ir.Block], place: str, empty: str = ELLIPSIS
    ) -> Iterator[TranslatedLine]:
        """Translate blocks with their headings. If one heading can't be translated, all are quoted.

        `empty` stands for a block that only tells players something.
        """
        reason = next((head.untold for head in heads if head.untold), "")
        parts = [list(self._block(block, head.depth + 1, place)) for head, block in zip(heads, blocks, strict=True)]
        while place == INSIDE and parts and not parts[-1]:  # a branch that only tells players something
            parts.pop()
        for head, block, lines in zip(heads, blocks, parts, strict=False):
            yield replace(self._heading_as_written(block, head.depth), untold=reason) if reason else head
            yield from lines or [replace(head, depth=head.depth + 1, words=empty, untold="", role=SENTENCE)]

    def _heading(self, form: str, block: ir.Block, depth: int, parts: Callable[[], Parts]) -> TranslatedLine:
        """Translate the heading of a block."""
        ends = self._expressions.words.language.block_ends
        return self._translated(
            self._heading_as_written(block, depth), ends, lambda: self._expressions.forms.form(form, parts())
        )

    def _heading_as_written(self, block: ir.Block, depth: int) -> TranslatedLine:
        """Return the heading of a block as written in the rules: before its first statement, or in the row above."""
        place = block[0].source_range
        assert place is not None
        row, column = place.line, place.column
        heading = _ARTICLE.sub("", self._rows[row - 1][: column - 1])
        while not heading.strip():
            row -= 1
            heading = self._rows[row - 1]
        column = len(heading) - len(heading.lstrip()) + 1
        return TranslatedLine(depth, heading.strip(), row, column, role="heading")

    def _sentence_line(
        self, statement: AnySentence, depth: int, translate: Callable[[AnySentence], InflectedPhrase]
    ) -> TranslatedLine:
        """Translate a statement of one sentence."""
        line = self._line_as_written(statement, depth)
        return self._translated(line, self._expressions.words.language.sentence_ends, lambda: translate(statement))

    @staticmethod
    def _line_as_written(statement: SentenceStatement | WrittenStatement, depth: int) -> TranslatedLine:
        """Return a statement as written in the rules."""
        place = statement.source_range
        assert place is not None
        return TranslatedLine(depth, place.words, place.line, place.column)

    def _translated(
        self, written: TranslatedLine, ending: str, translate: Callable[[], InflectedPhrase]
    ) -> TranslatedLine:
        """Return a line with its translation, or as written if it can't be translated."""
        try:
            said = self._sentence(translate)
        except MissingTranslationError as error:
            return replace(written, untold=str(error))
        return replace(written, words=said[:1].upper() + said[1:] + ending)

    # -- statements of one sentence

    def _simple(self, statement: SentenceStatement, place: str) -> InflectedPhrase:
        """Translate a statement without blocks. Raises MissingTranslationError."""
        if isinstance(statement, ir.ValueChange):
            return self._value_change(statement)
        if isinstance(statement, ir.ComponentChange):
            return self._component_change(statement)
        if isinstance(statement, ir.Choose):
            return self._choose(statement)
        if isinstance(statement, ir.Must):
            words = tidy_sentence(self._simple(statement.inner, INSIDE).form(""))
            return self._form(f"must{place}", statement=invariant_phrase(words))
        if isinstance(statement, ir.Transfer):
            return self._transfer(statement, place)
        assert_never(statement)

    def _value_change(self, statement: ir.ValueChange) -> InflectedPhrase:
        translate = self._expressions.translate
        match statement:
            case ir.Let():
                value = self._expressions.names.translate_value_of(statement.name, statement.value)
                return self._form("let", value=value, name=self._expressions.names.made_name(statement.name))
            case ir.Assign():
                if _is_nothing(statement.amount):
                    return self._form("clear", cell=translate(statement.cell))
                amount = "value" if statement.verb == "set" else "number"
                parts = {"cell": translate(statement.cell), amount: translate(statement.amount)}
                return self._form(ASSIGNMENT_FORMS[statement.verb], **parts)
            case ir.ListChange():
                return self._list_change(statement)
            case ir.SetFlag():
                thing = translate(statement.things)
                adjective = self._expressions.nouns.adjective_of(thing, statement.flag)
                return self._form("make" if statement.value else "unmake", thing=thing, adjective=adjective)
            case ir.StepTrack() | ir.TrackAtEnd():
                raise AssertionError(statement)  # never written
            case _:
                assert_never(statement)

    def _list_change(self, statement: ir.ListChange) -> InflectedPhrase:
        value = self._expressions.translate(statement.item)
        if statement.cell is None:
            assert statement.name is not None
            cell = self._expressions.names.local_name(statement.name)
        else:
            cell = self._expressions.translate(statement.cell)
        return self._form("add_to" if statement.verb == "add" else "take_out", value=value, cell=cell)

    def _component_change(self, statement: ir.ComponentChange) -> InflectedPhrase:
        translate = self._expressions.translate
        match statement:
            case ir.MovePieces():
                return self._move_pieces(statement)
            case ir.MovePiece():
                return self._move_piece(statement)
            case ir.MoveCards():
                form = "move_to_bottom" if statement.bottom else "move_cards"
                return self._form(form, cards=translate(statement.cards), target=translate(statement.target))
            case ir.Draw():
                return self._draw(statement)
            case PlainForm():
                return self._plain(statement)
            case ir.Roll():
                return self._roll(statement)
            case ir.RememberPosition():
                return self._remember(statement)
            case ir.Reveal(cards=shown) | ir.RevealDice(dice=shown):
                seat = self._expressions.nouns.everyone() if statement.seat is None else translate(statement.seat)
                return self._form("reveal", cards=translate(shown), seat=seat)
            case ir.ChangeState():
                return self._change_state(statement)
            case ir.RecordUse():
                label = self._expressions.vocabulary.label(statement.label)
                return self._form("note", card=translate(statement.card), label=label)
            case ir.MoveTopCard() | ir.ShowChoices() | ir.Tell():
                raise AssertionError(statement)  # the first two are never written, the last is never printed
            case _:
                assert_never(statement)

    def _move_pieces(self, statement: ir.MovePieces) -> InflectedPhrase:
        translate = self._expressions.translate
        parts = {
            "pieces": self._expressions.nouns.noun_phrase(statement.pieces, statement.amount),
            "source": translate(statement.source),
            "target": translate(statement.target),
        }
        if statement.name is not None:
            return self._form("draw_pieces_named", **parts, name=self._expressions.names.made_name(statement.name))
        if statement.at_random:
            return self._form("draw_pieces", **parts)
        return self._form("move_all" if statement.amount is None else "move_pieces", **parts)

    def _change_owner(self, statement: ChangeOwner) -> InflectedPhrase:
        form = "turn_over" if statement.is_turned else "replace_by_own"
        return self._form(form, piece=self._expressions.translate(statement.piece))

    def _capture_all(self, statement: CaptureAll) -> InflectedPhrase:
        return self._form("capture_all", pieces=self._expressions.translate(statement.pieces))

    def _move_piece(self, statement: ir.MovePiece) -> InflectedPhrase:
        piece = self._expressions.translate(statement.piece)
        if statement.is_capture:
            return self._form("capture", piece=piece)
        return self._form("move_piece", piece=piece, target=self._expressions.translate(statement.target))

    def _change_state(self, statement: ir.ChangeState) -> InflectedPhrase:
        pieces = self._expressions.nouns.noun_phrase(statement.pieces, statement.amount)
        form = "make_all_pieces" if statement.amount is None else "make_pieces"
        adjective = self._expressions.nouns.adjective_of(pieces, statement.state)
        place = self._expressions.translate(statement.place)
        return self._form(form, pieces=pieces, place=place, adjective=adjective)

    def _plain(self, statement: PlainForm) -> InflectedPhrase:
        """Translate a statement that says what its form shows."""
        values = {name: self._expressions.translate(getattr(statement, name)) for name in statement.holes}
        return self._form(statement.form, **values)

    def _roll(self, statement: ir.Roll) -> InflectedPhrase:
        if statement.amount is None:
            dice = self._expressions.translate(statement.dice)
        else:
            dice = self._expressions.sets.restricted_set(statement.dice, statement.amount)
        if statement.name is None:
            return self._form("roll", dice=dice)
        return self._form("roll_named", dice=dice, name=self._expressions.names.made_name(statement.name))

    def _remember(self, statement: ir.RememberPosition) -> InflectedPhrase:
        said = self._form("remember")
        if statement.values:
            said = self._form("remember_with", values=self._expressions.forms.listed(statement.values))
        if statement.name is None:
            return said
        return self._form("remember_named", statement=said, name=self._expressions.names.made_name(statement.name))

    def _exchange_zones(self, statement: ExchangeZones) -> InflectedPhrase:
        zones = {"first": statement.first, "second": statement.second}
        return self._form("exchange", **{name: self._expressions.translate(zone) for name, zone in zones.items()})

    def _draw(self, statement: ir.Draw) -> InflectedPhrase:
        cards = self._expressions.nouns.counted_noun(statement.amount, "card")
        if statement.name is not None:
            cards = self._expressions.names.with_name(cards, "card", statement.name)
        source, first = self._expressions.translate(statement.source), as_written(statement.receiving[0])
        if statement.filled_to is not None:
            cards = self._expressions.nouns.counted_noun(statement.filled_to, "card")
            return self._form("refill", cards=cards, source=source, target=self._expressions.translate(first))
        if len(statement.receiving) > 1:
            assert isinstance(first, Belonging)
            target, seat = self._expressions.nouns.name_of(first), self._expressions.nouns.noun_alone("seat")
            return self._form("draw_each", cards=cards, source=source, target=target, seat=seat)
        return self._form("draw", cards=cards, source=source, target=self._expressions.translate(first))

    def _transfer(self, statement: ir.Transfer, place: str) -> InflectedPhrase:
        match statement:
            case ir.OnlyIf():
                return self._form(f"only_if{place}", **self._condition(statement.condition))
            case PlainForm():
                return self._plain(statement)
            case ir.CallPhrase():
                word, wording = statement.word, statement.wording
                sentence, holes = self._expressions.vocabulary.vocabulary_word(word, wording, statement.args)
                return InflectedPhrase(frozenset(), lambda _: sentence.default.fill(holes))
            case ir.LeaveLoop():
                return self._form("leave")
            case ir.End():
                winners = statement.winners if statement.side is None else statement.side
                if winners is None:
                    return self._form("end_nobody")
                return self._form("end_game", winners=self._expressions.translate(winners))
            case ir.CallRoutine():
                return self._form("as_usual")
            case ir.Answer():
                return self._form("give", value=self._expressions.translate(statement.value))
            case _:
                assert_never(statement)

    def _choose(self, statement: ir.Choose) -> InflectedPhrase:
        if isinstance(pairs := statement.options, Pairs):
            things = zip((pairs.things, pairs.seconds), statement.parts_of_pair, strict=True)
            first, second = (self._named(each, name, "", name_whole=False) for each, name in things)
            said = self._form(f"choose_pair{WAY_OUT_SUFFIXES[statement.way_out]}", first=first, second=second)
            return self._with_purpose(said, statement.label)
        form = "choose_one" if statement.one_of else "choose"
        thing = self._named(statement.options, statement.name, statement.noun, statement.one_of)
        return self._with_purpose(
            self._form(f"{form}{WAY_OUT_SUFFIXES[statement.way_out]}", thing=thing), statement.label
        )

    def _with_purpose(self, said: InflectedPhrase, label: str) -> InflectedPhrase:
        """Add the purpose of a choice on a card, if it has one that the language has a word for."""
        if not (self._as_card and label):
            return said
        try:
            purpose = self._expressions.vocabulary.purpose(label)
        except MissingTranslationError:
            return said
        return self._form("chosen_for", statement=said, purpose=purpose)

    def _choose_several(self, statement: ChooseSeveral) -> InflectedPhrase:
        amount = None if statement.quantity == "any" else statement.amount
        thing = self._expressions.sets.translate_several(statement.options, amount, statement.name)
        said = self._form(f"choose_{statement.quantity}", thing=thing)
        return self._form("all_at_once", statement=said) if statement.is_at_once else said

    def _choose_together(self, statement: ChooseTogether) -> InflectedPhrase:
        seats = self._expressions.translate(statement.seats)
        form = "choose_one_together" if statement.one_of else "choose_together"
        with self._expressions.names.in_third_person():
            thing = self._named(statement.options, statement.name, statement.noun, statement.one_of)
            words = self._form(f"{form}{WAY_OUT_SUFFIXES[statement.way_out]}", seats=seats, thing=thing).form("")
        return invariant_phrase(words)

    def _exchange(self, statement: Exchange, place: str) -> InflectedPhrase:
        pairs = zip(statement.cells, statement.amounts, strict=True)
        translate = self._expressions.translate
        costs = [self._form("cost", cell=translate(cell), number=translate(amount)) for cell, amount in pairs]
        listed = reduce(lambda left, right: self._form("listed", left=left, right=right), costs)
        sentence = self._form(statement.form, costs=listed)
        if statement.form == "gain" or place == INSIDE:
            return sentence
        return self._form(f"must{place}", statement=invariant_phrase(tidy_sentence(sentence.form(""))))

    def _named(self, things: Expr, name: Local, noun: str, name_whole: bool) -> InflectedPhrase:
        """Translate a set, with the name that the text gives its member."""
        if self._expressions.names.has_made_name(name, noun):
            return self._expressions.sets.translate_named(things, name, name_whole)
        return self._expressions.translate(things)

    # -- parts of headings

    def _form(self, form: str, **parts: InflectedPhrase) -> InflectedPhrase:
        return self._expressions.forms.form(form, parts)

    def _value(self, name: str, value: Expr) -> Parts:
        return {name: self._expressions.translate(value)}

    def _condition(self, condition: Expr) -> Parts:
        return {"condition": self._expressions.conditions.condition(condition)}

    def _each(self, loop: ir.ForEach) -> Parts:
        things = as_written(loop.things)
        if not isinstance(things, InOrder):
            return {"thing": self._named(loop.things, loop.name, "", name_whole=False)}
        thing = self._named(things.things, loop.name, "", name_whole=False)
        return {"thing": thing, "start": self._expressions.translate(things.start)}

    def _label(self, label: str) -> Parts:
        return {"label": self._expressions.vocabulary.label(label)}

    def _seat(self, seat: Expr, label: str | None = None) -> Parts:
        return {"seat": self._expressions.translate(seat), **({} if label is None else self._label(label))}


Branches = list[tuple[Expr | None, ir.Block]]
"""Blocks with their conditions; the last one may have none."""


def _branches_of(statement: ir.If) -> Branches:
    """Return all branches of a statement."""
    return [*statement.branches, *([] if statement.otherwise is None else [(None, statement.otherwise)])]


def _printed_branches(statement: ir.If) -> Branches:
    """Return the branches that do anything; those after one that only tells players something need its contrary."""
    found: Branches = []
    contrary: Expr = TRUE
    for condition, block in _branches_of(statement):
        if condition is not None and all(isinstance(each, ir.Tell) for each in block):
            contrary = conjunction(contrary, negation(condition))
        elif contrary == TRUE:
            found.append((condition, block))
        else:
            found.append((contrary if condition is None else conjunction(condition, contrary), block))
    return found


def _for_each_form(loop: ir.ForEach) -> str:
    """Return the form of the heading of a loop."""
    order = "in_order" if "in_order" in loop.options else "chosen_order" if "chosen_order" in loop.options else ""
    start = "from" if isinstance(as_written(loop.things), InOrder) else ""
    again = "again" if "again" in loop.options else ""
    return "_".join(filter(None, ("for_each", order, start, again)))


def _is_nothing(value: Expr | None) -> bool:
    written = None if value is None else as_written(value)
    return isinstance(written, Const) and written.value is None


def _mentions(block: ir.Block, seat: Local) -> bool:
    """Return True if a block mentions the acting seat, as `you`, by `your`, or as the opponent."""
    return any(
        _names(expr, seat)
        for statement in statements_in(block)
        for expr in expressions_of(statement, excluding=("you", "taker"))
    )


def _names(part: Written, seat: Local) -> bool:
    written = as_written(part)
    if isinstance(written, Ref):
        return written.local is seat
    if isinstance(written, WrittenNoun) and written.determiner in ("your", "enemy"):
        return True
    return any(_names(each, seat) for each in written.parts)
