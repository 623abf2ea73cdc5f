"""Translation of any expression: each kind is left to the translator of its kind."""

from __future__ import annotations

from typing import assert_never

from interpreter.language.analysis import Analysis
from interpreter.language.ir import expressions as ir
from interpreter.language.ir.types import CONDITION
from interpreter.language.ir.written import (
    AdjectiveTest,
    AndOr,
    AnySurfaceForm,
    Belonging,
    BoardEdge,
    GamePlace,
    HowMany,
    Name,
    NegatedWhole,
    OneOfTwo,
    OrIfNone,
    Parenthesized,
    Possession,
    Room,
    SameFace,
    ShareTest,
    SizeTest,
    SurfaceForm,
    Written,
    WrittenLine,
    WrittenNoun,
    as_written,
)
from interpreter.presentation.names import Names
from interpreter.presentation.saying.expressions.board_phrases import BoardForm
from interpreter.presentation.saying.expressions.condition_phrases import BasicCondition, ConditionTranslator, Test
from interpreter.presentation.saying.expressions.core_forms import FormFiller, missing_form, number_phrase
from interpreter.presentation.saying.expressions.local_names import LocalNameTranslator
from interpreter.presentation.saying.expressions.map_phrases import MapSearchTranslator
from interpreter.presentation.saying.expressions.noun_phrases import NounTranslator
from interpreter.presentation.saying.expressions.number_phrases import NumberOfSet, NumberTranslator
from interpreter.presentation.saying.expressions.phrase_translator import PhraseParts
from interpreter.presentation.saying.expressions.referents import Referents
from interpreter.presentation.saying.expressions.set_phrases import SetForm, SetTranslator
from interpreter.presentation.saying.expressions.vocabulary_words import VocabularyTranslator
from interpreter.presentation.saying.inflection import replace_number
from interpreter.presentation.saying.templates import InflectedPhrase, invariant_phrase
from interpreter.presentation.saying.wordbook import Wordbook
from interpreter.rulebook.model import GAME_NUMBER, SHOWN

Thing = (
    ir.Const | ir.Ref | ir.TermCall | ir.AsSet | ir.Opponent | ir.NextSeat | ir.NextValue | ir.Cards | ir.CardsIn
    | ir.EndCard
)  # fmt: skip
Value = ir.EnumWord | ir.VariableValue | ir.PieceDetail | ir.Conditional
NeverWritten = (
    ir.TrackValue | ir.FlagValue | ir.IsWatchRunning | ir.IsOmitted | ir.IsLowered | ir.RecordedCondition
    | ir.StepValue | ir.PlaceInList | ir.AttributeValue | ir.IsWord | ir.OwnPlace | ir.KeyNumber | ir.OwnZones
    | ir.NeighbourSpaces | ir.SeatRow | ir.PieceAmount | ir.PieceOn | ir.LonePiece | ir.PiecesOn | ir.HasRoom
    | ir.CanMovePiece | ir.IsMuted | ir.Subsets | ir.SubsetMembers
    | ir.Intersection | ir.Computed | ir.Pairs | ir.PairPart | ir.PieceInBox | ir.InOrder | ir.ForwardDirection | ir.Ray
    | ir.StepsBeside | ir.RaysFrom | ir.SpacesALeapAway | ir.SpacesBetween | ir.UpToFirst
)  # fmt: skip
"""Operations that are always written in another form, stand only inside another one, or are made by the compiler."""


class ExpressionTranslator:
    """Translator of the expressions of one text.

    Attributes:
        words: Words and templates of the language.
        forms: Forms of the core.
        nouns: Translator of nouns with the words around them.
        names: Translator of pronouns, and of names that the text makes.
        vocabulary: Translator of the game's labels and vocabulary.
        sets: Translator of sets.
        conditions: Translator of conditions.
    """

    def __init__(self, words: Wordbook, names: Names, analysis: Analysis) -> None:
        symbols = analysis.symbols
        self.words = words
        self.forms = FormFiller(words, self.translate)
        self._referents = Referents()
        self.nouns = NounTranslator(self.forms, self._referents, symbols)
        self.names = LocalNameTranslator(self.forms, self._referents, self.nouns, symbols)
        self.vocabulary = VocabularyTranslator(self.forms, analysis, names)
        parts = PhraseParts(self.forms, self._referents, self.nouns, self.names, self.vocabulary)
        self.sets = SetTranslator(parts, symbols)
        self.conditions = ConditionTranslator(parts, self.sets, analysis)
        self._numbers = NumberTranslator(parts, self.sets)
        self._maps = MapSearchTranslator(self.forms)

    def translate(self, expr: Written) -> InflectedPhrase:
        """Return the translation of an expression. Raises MissingTranslationError."""
        written = as_written(expr)
        if isinstance(written, SurfaceForm):
            return self._surface_form(written)
        if isinstance(written, Thing):
            return self._thing(written)
        if isinstance(written, Value):
            return self._value(written)
        if isinstance(written, SetForm):
            return self.sets.translate_set(written)
        if isinstance(written, NumberOfSet):
            return self._numbers.translate_number_of_set(written)
        if isinstance(written, ir.Calculation):
            return self._numbers.translate_calculation(written)
        if isinstance(written, ir.MapSearch):
            return self._maps.translate_search(written)
        if isinstance(written, BasicCondition):
            return self.conditions.translate_condition(written)
        if isinstance(written, Test):
            return self.conditions.translate_test(written, negated=False)
        if isinstance(written, BoardForm):
            return self.sets.board.translate_board_form(written)
        if isinstance(written, NeverWritten):
            raise AssertionError(written)
        assert_never(written)

    def condition_alone(self, condition: ir.Expr) -> InflectedPhrase:
        """Translate a condition without the text around it: `it` is one thing. Raises MissingTranslationError."""
        self._referents.candidates = {
            it: replace_number(marks, "one") for it, marks in self._referents.candidates.items()
        }
        written = as_written(condition)
        return self.conditions.condition(written.inner if isinstance(written, Parenthesized) else condition)

    def value_alone(self, value: ir.Expr) -> InflectedPhrase:
        """Translate a value without the text around it. Raises MissingTranslationError."""
        with self._referents.in_condition():
            return self.translate(value)

    def _surface_form(self, written: AnySurfaceForm) -> InflectedPhrase:
        match written:
            case Name():
                return self.nouns.name_phrase(written)
            case Belonging():
                return self.nouns.belonging(written)
            case WrittenNoun() | WrittenLine() | BoardEdge():
                return self.sets.with_noun(written)
            case Possession():
                return self.conditions.possession(written, negated=False)
            case Room():
                return self.conditions.room("room", written)
            case HowMany() | SameFace() | ShareTest() | SizeTest():
                return self.conditions.translate_amount(written)
            case AdjectiveTest() | NegatedWhole() | GamePlace() | OneOfTwo():
                return self.conditions.translate_written(written)
            case OrIfNone(things=left, other=right) | AndOr(left=left, right=right):
                return self.forms.of_both("or_if_none" if isinstance(written, OrIfNone) else "and_or_set", left, right)
            case Parenthesized():
                return self.forms.form("parens", {"value": self.translate(written.inner)})
            case _:
                assert_never(written)

    def _thing(self, expr: Thing) -> InflectedPhrase:
        match expr:
            case ir.Const():
                return self._constant(expr)
            case ir.Ref():
                return self.names.local_name(expr.local)
            case ir.TermCall():
                word = self.conditions.condition_word if expr.type == CONDITION else self.vocabulary.value_word
                return word(expr)
            case ir.AsSet():
                return self.translate(expr.thing)
            case ir.Opponent():
                return self.nouns.opponent(expr)
            case ir.NextSeat():
                thing = self.words.cases.build_noun_phrase(self.nouns.noun("seat"), "one")
                form = "before" if expr.is_before else "after"
                return self.forms.form(form, {"thing": thing, "seat": self.translate(expr.seat)})
            case ir.NextValue():
                column = self.words.cases.build_noun_phrase(self.nouns.noun(expr.column), "one")
                form = "value_before" if expr.is_before else "value_after"
                return self.forms.form(form, {"value": column, "other": self.translate(expr.value)})
            case ir.Cards():
                return self.translate(expr.zone)
            case ir.CardsIn():
                return self.translate(expr.zones)
            case ir.EndCard():
                top = self.words.core_adjective("bottom" if expr.is_bottom else "top")
                card = self.words.cases.build_noun_phrase(self.nouns.noun("card"), "one", [top])
                return self.forms.form("top_card", {"card": card, "zone": self.translate(expr.zone)})
            case _:
                assert_never(expr)

    def _value(self, expr: Value) -> InflectedPhrase:
        match expr:
            case ir.EnumWord():
                word, cases = self.words.adjective(expr.word), self.words.cases
                said = word.agree(frozenset({*self.words.language.genders[:1], "one", cases.names[0]}))
                return self.forms.form("word", {"word": invariant_phrase(said)})
            case ir.VariableValue():
                return self._variable(expr)
            case ir.PieceDetail():
                return self.translate(expr.piece)  # its kind, which is compared
            case ir.Conditional():
                parts = {"first": self.translate(expr.yes), "other": self.translate(expr.no)}
                return self.forms.form("conditional", {**parts, "condition": self.conditions.condition(expr.condition)})
            case _:
                assert_never(expr)

    def _constant(self, expr: ir.Const) -> InflectedPhrase:
        if isinstance(expr.value, bool):
            return self.forms.form(str(expr.value).lower(), {})
        if expr.value is None:
            return self.forms.core_noun("nothing")
        if expr.type.kind != "number":
            raise missing_form("of_all")
        said = number_phrase(self.words.language.id, abs(expr.number))
        return said if expr.number >= 0 else self.forms.form("neg", {"value": said}, "number")

    def _variable(self, expr: ir.VariableValue) -> InflectedPhrase:
        """Translate what a die shows, or a variable that is kept for nothing or for two things."""
        if expr.variable == SHOWN:
            die = self.translate(expr.keys[0])
            return self.forms.form("shown", {"number": self.forms.core_noun("number"), "die": die}, "number")
        if expr.variable == GAME_NUMBER:
            return self.forms.form("game_number", {}, "number")
        if not expr.keys:
            return self.translate(Name(expr.variable, "variable"))
        owner, place = expr.keys
        kept = self.nouns.belonging(Belonging(expr.variable, "variable", owner))
        return self.forms.form("of_in", {"thing": kept, "place": self.translate(place)})
