"""Translation of conditions and their negations."""

from __future__ import annotations

from functools import reduce
from typing import assert_never

from interpreter.language.analysis import Analysis
from interpreter.language.ir import expressions as ir
from interpreter.language.ir.written import (
    AdjectiveTest,
    Belonging,
    GamePlace,
    HowMany,
    NegatedWhole,
    OneOfTwo,
    Parenthesized,
    Possession,
    Room,
    SameFace,
    ShareTest,
    SizeTest,
    Written,
    as_written,
)
from interpreter.presentation.saying.entries import NEGATED
from interpreter.presentation.saying.expressions.core_forms import IS_CONDITION
from interpreter.presentation.saying.expressions.phrase_translator import PhraseParts, PhraseTranslator
from interpreter.presentation.saying.expressions.set_phrases import SetTranslator
from interpreter.presentation.saying.templates import COMPARISON_FORMS, InflectedPhrase

OPEN_ENDED = "goes on"
"""Feature of conditions whose scope would include any text that follows."""
OPPOSITES = {">=": "<", "<": ">=", "<=": ">", ">": "<="}
"""Comparison operators that hold where another one doesn't."""

BasicCondition = ir.And | ir.Or | ir.Not | ir.Compare | ir.Equal | ir.IsMember | ir.Exists
Test = ir.SameMembers | ir.Some | ir.Every | ir.IsPlayable | ir.WouldChange
WrittenCondition = AdjectiveTest | NegatedWhole | GamePlace | OneOfTwo
Amount = HowMany | SameFace | ShareTest | SizeTest


class ConditionTranslator(PhraseTranslator):
    """Translator of conditions."""

    def __init__(self, parts: PhraseParts, sets: SetTranslator, analysis: Analysis) -> None:
        super().__init__(parts)
        self._sets = sets
        self._analysis = analysis

    def condition(self, condition: ir.Expr) -> InflectedPhrase:
        """Translate a condition. Raises MissingTranslationError."""
        with self.referents.in_condition():
            return self.translate(condition)

    def translate_condition(self, expr: BasicCondition) -> InflectedPhrase:
        """Translate a comparison, or conditions that are joined."""
        match expr:
            case ir.And():
                return self._joined("and_e", *map(_with_parentheses, (expr.left, expr.right)))
            case ir.Or():
                return self._joined("or_e", expr.left, expr.right)
            case ir.Not():
                return self._negation(expr.condition)
            case ir.Compare():
                return self.of_both(COMPARISON_FORMS[expr.sign], expr.left, expr.right, IS_CONDITION)
            case ir.Equal():
                return self._equality(expr, negated=False)
            case ir.IsMember():
                return self._membership("is_in", expr)
            case ir.Exists():
                return self.form("there_is", {"thing": self.translate(expr.things)}, IS_CONDITION)
            case _:
                assert_never(expr)

    def translate_written(self, written: WrittenCondition) -> InflectedPhrase:
        """Translate a condition that is written in a form of its own."""
        match written:
            case AdjectiveTest():
                return self._adjective_test("is_so", written.thing, written.adjective)
            case NegatedWhole():
                return self._negation(written.condition)
            case GamePlace():
                return self.form(written.form, {}, IS_CONDITION)
            case OneOfTwo():
                return self._joined("one_of_two", written.left, written.right)
            case _:
                assert_never(written)

    def translate_amount(self, written: Amount) -> InflectedPhrase:
        """Translate a condition about an amount, or the number of conditions that hold."""
        match written:
            case HowMany():
                conditions = reduce(self._in_row, map(self.condition, written.conditions))
                parts = {"number": self.core_noun("number"), "conditions": conditions}
                return self.form("how_many", parts, "number")
            case SameFace():
                amount = self.form(written.quantity, {"thing": self.translate(written.amount)})
                return self.form("same_face", {"amount": amount, "dice": self.translate(written.dice)}, IS_CONDITION)
            case ShareTest():
                form = "more_than_half" if written.is_more else "at_least_half"
                parts = {"found": self.translate(written.found), "things": self.translate(written.things)}
                return self.form(form, parts, IS_CONDITION)
            case SizeTest():
                size = self.form(written.quantity, {"thing": self._sets.restricted_set(written.things, written.amount)})
                return self.form("there_is", {"thing": size}, IS_CONDITION)
            case _:
                assert_never(written)

    def translate_test(self, expr: Test, negated: bool) -> InflectedPhrase:
        """Translate a test, or its negation."""
        no = "not_" if negated else ""
        match expr:
            case ir.SameMembers():
                return self.of_both(f"is_{no}exactly", expr.left, expr.right, IS_CONDITION)
            case ir.Some():
                return self._of_each("no_one" if negated else "some", expr)
            case ir.Every():
                said = self._of_each("every", expr)
                return self._negated_whole(said) if negated else said
            case ir.IsPlayable():
                form = "permitted" if expr.permitted else "playable"
                return self.form(f"{no}{form}", {"card": self.translate(expr.card)}, IS_CONDITION)
            case ir.WouldChange():
                return self._would_change(f"would_{no}change", expr)
            case _:
                assert_never(expr)

    def possession(self, written: Possession, negated: bool) -> InflectedPhrase:
        """Translate a condition about pieces or cards in a place, or its negation."""
        thing, some = self._sets.item(written)
        form = "has" if some != negated else "has_not"
        return self.form(form, {"place": self.translate(written.place), "thing": thing}, IS_CONDITION)

    def room(self, form: str, written: Room) -> InflectedPhrase:
        """Translate a test for room. Here `2 boats` means exactly two, without `at least`."""
        thing = self.nouns.noun_phrase(written.things, written.amount)
        return self.form(form, {"place": self.translate(written.place), "thing": thing}, IS_CONDITION)

    def condition_word(self, expr: ir.TermCall) -> InflectedPhrase:
        """Translate a condition of the vocabulary."""
        if expr.word in self._analysis.phrases:
            return self._possible_phrase("can_do", expr)
        sentence, holes = self.vocabulary.vocabulary_word(expr.word, expr.wording, expr.args)
        return InflectedPhrase(frozenset({IS_CONDITION}), lambda _: sentence.default.fill(holes))

    def _in_row(self, left: InflectedPhrase, right: InflectedPhrase) -> InflectedPhrase:
        return self.form("in_row", {"left": left, "right": right})

    def _of_each(self, form: str, expr: ir.Some | ir.Every) -> InflectedPhrase:
        """Translate a condition about some things of a set, or all of them."""
        base = self._sets.restricted_set(expr.things, name=self.names.candidate_name(expr))
        self.referents.candidates[expr.it] = base.marks
        return self.form(form, {"set": base, "condition": self.translate(expr.condition)}, IS_CONDITION, OPEN_ENDED)

    def _would_change(self, form: str, expr: ir.WouldChange) -> InflectedPhrase:
        card = {"card": self.translate(expr.card)}
        if expr.track is None:
            return self.form(form, card, IS_CONDITION)
        if expr.seat is None:
            track = self.words.cases.build_noun_phrase(self.words.thing(expr.track), "one")
        else:
            track = self.nouns.belonging(Belonging(expr.track, "track", expr.seat))
        return self.form(f"{form}_besides", {**card, "track": track}, IS_CONDITION)

    def _negation(self, condition: Written) -> InflectedPhrase:
        """Translate a condition whose verb is negated; of joined conditions, each of them is."""
        inner = as_written(condition)
        match inner:
            case Parenthesized():
                return self._negation(inner.inner)
            case ir.And() | ir.Or():
                return self._negated_both(inner)
            case ir.Not() | NegatedWhole():
                return self.translate(inner.condition)
            case ir.Compare() if inner.sign in OPPOSITES:
                form = COMPARISON_FORMS[OPPOSITES[inner.sign]]
                return self.of_both(form, inner.left, inner.right, IS_CONDITION)
            case _:
                return self._negated_verb(inner)

    def _negated_verb(self, inner: Written) -> InflectedPhrase:
        """Translate a single condition whose verb is negated."""
        match inner:
            case Possession():
                return self.possession(inner, negated=True)
            case Room():
                return self.room("no_room", inner)
            case AdjectiveTest():
                return self._adjective_test("is_not_so", inner.thing, inner.adjective)
            case ir.Equal():
                return self._equality(inner, negated=True)
            case ir.Compare(sign="=="):
                return self.of_both("is_not", inner.left, inner.right, IS_CONDITION)
            case ir.IsMember():
                return self._membership("is_not_in", inner)
            case ir.Exists():
                return self.form("there_is_no", {"thing": self.translate(inner.things)}, IS_CONDITION)
            case ir.TermCall():
                return self._negated_word(inner)
            case ir.HasSight():
                return self._sets.board.sight(inner, negated=True)
            case _ if isinstance(inner, Test):
                return self.translate_test(inner, negated=True)
            case _:
                return self._negated_whole(self.translate(inner))

    def _negated_whole(self, condition: InflectedPhrase) -> InflectedPhrase:
        return self.form("not_e", {"condition": condition}, IS_CONDITION, OPEN_ENDED)

    def _negated_both(self, joined: ir.And | ir.Or) -> InflectedPhrase:
        """Translate the negation of two joined conditions; those joined alike need no parentheses within each other."""
        parts = {}
        for name, part in (("left", joined.left), ("right", joined.right)):
            said = self._negation(part)
            parts[name] = said if type(as_written(part)) is type(joined) else _parenthesized(said)
        return self.form("or_e" if isinstance(joined, ir.And) else "and_e", parts, IS_CONDITION, OPEN_ENDED)

    def _joined(self, form: str, left: Written, right: Written) -> InflectedPhrase:
        """Translate two joined conditions, with parentheses around one whose scope would be ambiguous."""
        parts = {"left": _parenthesized(self.translate(left)), "right": _parenthesized(self.translate(right))}
        return self.form(form, parts, IS_CONDITION)

    def _equality(self, expr: ir.Equal, negated: bool) -> InflectedPhrase:
        left, right = as_written(expr.left), as_written(expr.right)
        if isinstance(right, ir.Const) and right.value is None:
            if isinstance(left, ir.Bearing):
                ends = {"start": self.translate(left.space), "goal": self.translate(left.other)}
                return self.form("in_line" if negated else "not_in_line", ends, IS_CONDITION)
            return self.form("there_is" if negated else "there_is_no", {"thing": self.translate(left)}, IS_CONDITION)
        if isinstance(right, ir.EnumWord):
            return self._adjective_test("is_not_so" if negated else "is_so", expr.left, right.word)
        return self.of_both("is_not" if negated else "is_", expr.left, expr.right, IS_CONDITION)

    def _adjective_test(self, form: str, thing: Written, adjective: str) -> InflectedPhrase:
        said = self.translate(thing)
        return self.form(form, {"thing": said, "adjective": self.nouns.adjective_of(said, adjective)}, IS_CONDITION)

    def _membership(self, form: str, expr: ir.IsMember) -> InflectedPhrase:
        return self.form(form, {"thing": self.translate(expr.thing), "set": self.translate(expr.things)}, IS_CONDITION)

    def _possible_phrase(self, form: str, expr: ir.TermCall) -> InflectedPhrase:
        """Translate the condition that a seat, the last argument, can carry out a phrase or can't."""
        *args, seat = expr.args
        sentence, holes = self.vocabulary.vocabulary_word(expr.word, expr.wording, tuple(args))
        said = InflectedPhrase(frozenset(), lambda _: sentence.default.fill(holes))
        return self.form(form, {"seat": self.translate(seat), "statement": said}, IS_CONDITION)

    def _negated_word(self, expr: ir.TermCall) -> InflectedPhrase:
        if expr.word in self._analysis.phrases:
            return self._possible_phrase("can_not_do", expr)
        sentence, holes = self.vocabulary.vocabulary_word(expr.word, expr.wording, expr.args)
        if NEGATED in sentence.templates:
            return InflectedPhrase(frozenset({IS_CONDITION}), lambda _: sentence.templates[NEGATED].fill(holes))
        return self._negated_whole(
            InflectedPhrase(frozenset({IS_CONDITION}), lambda _: sentence.default.fill(holes)),
        )


def _with_parentheses(condition: ir.Expr) -> Written:
    """Return how a condition is written in a conjunction, with parentheses around alternatives."""
    written = as_written(condition)
    return Parenthesized(condition) if isinstance(written, ir.Or | OneOfTwo) else written


def _parenthesized(condition: InflectedPhrase) -> InflectedPhrase:
    """Return a condition in parentheses, if its scope would include the text that follows."""
    if OPEN_ENDED not in condition.marks:
        return condition
    return InflectedPhrase(condition.marks, lambda case: f"({condition.form(case)})")
