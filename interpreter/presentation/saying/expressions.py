"""Translation of values, sets and conditions, as they are written, from their typed trees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import reduce
from typing import assert_never

from interpreter.language.analysis import Analysis
from interpreter.language.ir import expressions as ir
from interpreter.language.ir.types import CONDITION, Local
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
    OrIfNone,
    Parenthesized,
    Possession,
    Room,
    SameFace,
    SizeTest,
    SurfaceForm,
    Written,
    WrittenLine,
    WrittenNoun,
    as_written,
)
from interpreter.language.reading.patterns import HOLE
from interpreter.presentation.names import Names
from interpreter.presentation.saying.board_words import (
    IS_CONDITION,
    NEIGHBOURS,
    BoardForm,
    BoardTranslator,
    Restriction,
    is_acting_seat,
    number_phrase,
)
from interpreter.presentation.saying.entries import DEFAULT_TEMPLATE, NEGATED, WordTranslation
from interpreter.presentation.saying.inflection import (
    NARROWED,
    NUMBERS,
    WEAK,
    InflectedAdjective,
    InflectedNoun,
    replace_number,
)
from interpreter.presentation.saying.templates import (
    COMPARISON_FORMS,
    InflectedPhrase,
    MissingTranslationError,
    Template,
    invariant_phrase,
)
from interpreter.presentation.saying.wordbook import Wordbook
from interpreter.presentation.speech import DEFAULT_LANGUAGE
from interpreter.rulebook.model import GAME_NUMBER, SHOWN
from interpreter.rulebook.text import slug

OPEN_ENDED = "goes on"
"""Feature of conditions whose scope would include any text that follows."""
IT = "it"
"""Feature of the thing that `it` refers to, and the name of its local."""
YOU = "you"
"""Name of the acting seat's local."""
THEIR = "their"
"""Adjective for what belongs to each of several seats."""
ENEMY = "enemy"
"""Determiner of enemy pieces, and the adjective for it in languages that have one."""
OPPOSITES = {">=": "<", "<": ">=", "<=": ">", ">": "<="}
"""Comparison operators that hold where another one doesn't."""
FACE_FORMS = {"==": "just", ">=": "at_least", "<=": "at_most", ">": "more_than", "<": "less_than"}
"""Forms of what dice are said to show."""

Thing = (
    ir.Const | ir.Ref | ir.TermCall | ir.AsSet | ir.Opponent | ir.NextSeat | ir.Cards | ir.CardsIn | ir.EndCard
)  # fmt: skip
Value = ir.EnumWord | ir.VariableValue | ir.PieceDetail | ir.Conditional
SetForm = (
    ir.Filter | ir.Prefer | ir.Union | ir.ArgBest | ir.Random | ir.First | ir.Leading | ir.Only | ir.Range
    | ir.LongestRun
)  # fmt: skip
NumberOfSet = ir.Count | ir.SumOver | ir.SumBest | ir.Best | ir.BestHand | ir.TimesOccurred
BasicCondition = ir.And | ir.Or | ir.Not | ir.Compare | ir.Equal | ir.IsMember | ir.Exists
Test = ir.SameMembers | ir.Some | ir.Every | ir.IsPlayable | ir.WouldChange
Amount = HowMany | SameFace | SizeTest
NeverWritten = (
    ir.TrackValue | ir.FlagValue | ir.IsWatchRunning | ir.IsOmitted | ir.IsLowered | ir.RecordedCondition
    | ir.StepValue | ir.PlaceInList | ir.AttributeValue | ir.IsWord | ir.OwnPlace | ir.KeyNumber | ir.OwnZones
    | ir.NeighbourSpaces | ir.SeatRow | ir.PieceAmount | ir.PieceOn | ir.PiecesOn | ir.HasRoom | ir.CanMovePiece
    | ir.IsMuted
    | ir.Intersection | ir.Computed | ir.Pairs | ir.PairPart | ir.PieceInBox | ir.InOrder | ir.ForwardDirection | ir.Ray
    | ir.StepsBeside | ir.RaysFrom | ir.SpacesALeapAway | ir.SpacesBetween | ir.UpToFirst
)  # fmt: skip
"""Operations that are always written in another form, stand only inside another one, or are made by the compiler."""


def missing_form(form: str) -> MissingTranslationError:
    """Return the error for a form that has no template in any language."""
    return MissingTranslationError(f"there are no words for the form `{form}`")


class ExpressionTranslator:
    """Translator of the expressions of one text."""

    def __init__(self, words: Wordbook, names: Names, analysis: Analysis) -> None:
        self.words = words
        self._names = names
        self._analysis = analysis
        self._noun_ids = {noun.one: noun_id for noun_id, noun in analysis.symbols.nouns.items()}
        self._board = BoardTranslator(self, analysis.symbols)
        self._your_adjective = "own"
        self._actor: InflectedPhrase | None = None
        self._candidates: dict[Local, frozenset[str]] = {}
        self._heads: dict[Local, tuple[InflectedNoun, str]] = {}

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
            return self._set_form(written)
        if isinstance(written, NumberOfSet):
            return self._number_of_set(written)
        if isinstance(written, ir.Calculation):
            return self._calculation(written)
        if isinstance(written, ir.MapSearch):
            return self._map_search(written)
        if isinstance(written, BasicCondition):
            return self._condition(written)
        if isinstance(written, Test):
            return self._test(written, negated=False)
        if isinstance(written, BoardForm):
            return self._board.translate(written)
        if isinstance(written, NeverWritten):
            raise AssertionError(written)
        assert_never(written)

    def form(self, form: str, parts: dict[str, InflectedPhrase], *marks: str) -> InflectedPhrase:
        """Return a form of the core, filled with these parts.

        It has the features of the part that takes the case of the whole, and `marks`.
        """
        template = self.words.form(form)
        head = template.head
        own = parts[head].marks if head is not None else frozenset()
        return InflectedPhrase(own | set(marks), lambda case: template.fill(parts, case))

    def condition(self, condition: ir.Expr) -> InflectedPhrase:
        """Translate a condition. Raises MissingTranslationError."""
        with self._in_condition():
            return self.translate(condition)

    def condition_alone(self, condition: ir.Expr) -> InflectedPhrase:
        """Translate a condition without the text around it: `it` is one thing. Raises MissingTranslationError."""
        self._candidates = {it: replace_number(marks, "one") for it, marks in self._candidates.items()}
        written = as_written(condition)
        return self.condition(written.inner if isinstance(written, Parenthesized) else condition)

    def value_alone(self, value: ir.Expr) -> InflectedPhrase:
        """Translate a value without the text around it. Raises MissingTranslationError."""
        with self._in_condition():
            return self.translate(value)

    def introduce(self, candidate: Local) -> None:
        """Let `it` stand for one thing of its type, as in a row of a bot's table."""
        if candidate.type.kind in self._analysis.symbols.nouns:
            self._candidates[candidate] = self.noun(candidate.type.kind).marks | {"one"}

    @contextmanager
    def in_third_person(self) -> Iterator[None]:
        """Translate what each of several seats does: `you` is a pronoun, if the language has words for `their`."""
        if THEIR in self.words.language.adjectives:
            self._actor = self._pronoun(self.noun("seat").marks | {"one"})
        try:
            yield
        finally:
            self._actor = None

    @property
    def _possessive(self) -> InflectedAdjective:
        """The adjective for what belongs to the acting seat."""
        if self._actor is None:
            return self.words.core_adjective(self._your_adjective)
        known = self.words.language.adjectives
        of_gender = next((f"{THEIR}_{mark}" for mark in self._actor.marks if f"{THEIR}_{mark}" in known), THEIR)
        return self.words.core_adjective(of_gender)

    @contextmanager
    def _in_condition(self) -> Iterator[None]:
        """Translate inside a condition: the subject may differ from the acting seat."""
        before, self._your_adjective = self._your_adjective, "your"
        try:
            yield
        finally:
            self._your_adjective = before

    def _of_both(self, form: str, left: Written, right: Written, *marks: str) -> InflectedPhrase:
        return self.form(form, {"left": self.translate(left), "right": self.translate(right)}, *marks)

    def listed(self, values: Sequence[Written]) -> InflectedPhrase:
        """Return the translations of some values, one after the other."""
        return reduce(self._listed, map(self.translate, values))

    def _listed(self, left: InflectedPhrase, right: InflectedPhrase) -> InflectedPhrase:
        return self.form("listed", {"left": left, "right": right})

    def _in_row(self, left: InflectedPhrase, right: InflectedPhrase) -> InflectedPhrase:
        return self.form("in_row", {"left": left, "right": right})

    # -- groups of expressions

    def _surface_form(self, written: AnySurfaceForm) -> InflectedPhrase:
        match written:
            case Name():
                thing = self._of_kind(self.words.thing(written.id), written.kind)
                return self.words.cases.build_noun_phrase(thing, thing.number)
            case Belonging():
                return self._belonging(written)
            case WrittenNoun() | WrittenLine() | BoardEdge():
                return self._with_noun(written)
            case Possession():
                return self._possession(written, negated=False)
            case Room():
                return self._room("room", written)
            case HowMany() | SameFace() | SizeTest():
                return self._amount(written)
            case AdjectiveTest():
                return self._adjective_test("is_so", written.thing, written.adjective)
            case NegatedWhole():
                return self._negation(written.condition)
            case GamePlace():
                return self.form(written.form, {}, IS_CONDITION)
            case OrIfNone(things=left, other=right) | AndOr(left=left, right=right):
                return self._of_both("or_if_none" if isinstance(written, OrIfNone) else "and_or_set", left, right)
            case Parenthesized():
                return self.form("parens", {"value": self.translate(written.inner)})
            case _:
                assert_never(written)

    def _with_noun(
        self, written: WrittenNoun | WrittenLine | BoardEdge, amount: ir.Expr | None = None
    ) -> InflectedPhrase:
        if isinstance(written, BoardEdge):
            return self._board.edge(written)
        if isinstance(written, WrittenLine):
            return self._board.line(written, amount)
        return self.noun_phrase(written, amount)

    def _amount(self, written: Amount) -> InflectedPhrase:
        match written:
            case HowMany():
                conditions = reduce(self._in_row, map(self.condition, written.conditions))
                parts = {"number": self._core_noun("number"), "conditions": conditions}
                return self.form("how_many", parts, "number")
            case SameFace():
                amount = self.form(written.quantity, {"thing": self.translate(written.amount)})
                return self.form("same_face", {"amount": amount, "dice": self.translate(written.dice)}, IS_CONDITION)
            case SizeTest():
                size = self.form(written.quantity, {"thing": self._set(written.things, written.amount)})
                return self.form("there_is", {"thing": size}, IS_CONDITION)
            case _:
                assert_never(written)

    def _thing(self, expr: Thing) -> InflectedPhrase:
        match expr:
            case ir.Const():
                return self._constant(expr)
            case ir.Ref():
                return self.local_name(expr.local)
            case ir.TermCall():
                return self._condition_word(expr) if expr.type == CONDITION else self._value_word(expr)
            case ir.AsSet():
                return self.translate(expr.thing)
            case ir.Opponent():
                return self._opponent(expr)
            case ir.NextSeat():
                thing = self.words.cases.build_noun_phrase(self.noun("seat"), "one")
                return self.form("after", {"thing": thing, "seat": self.translate(expr.seat)})
            case ir.Cards():
                return self.translate(expr.zone)
            case ir.CardsIn():
                return self.translate(expr.zones)
            case ir.EndCard():
                top = self.words.core_adjective("bottom" if expr.is_bottom else "top")
                card = self.words.cases.build_noun_phrase(self.noun("card"), "one", [top])
                return self.form("top_card", {"card": card, "zone": self.translate(expr.zone)})
            case _:
                assert_never(expr)

    def _value(self, expr: Value) -> InflectedPhrase:
        match expr:
            case ir.EnumWord():
                word, cases = self.words.adjective(expr.word), self.words.cases
                said = word.agree(frozenset({self.words.language.genders[0], "one", cases.names[0]}))
                return self.form("word", {"word": invariant_phrase(said)})
            case ir.VariableValue():
                return self._variable(expr)
            case ir.PieceDetail():
                return self.translate(expr.piece)  # its kind, which is compared
            case ir.Conditional():
                parts = {"first": self.translate(expr.yes), "other": self.translate(expr.no)}
                return self.form("conditional", {**parts, "condition": self.condition(expr.condition)})
            case _:
                assert_never(expr)

    def _constant(self, expr: ir.Const) -> InflectedPhrase:
        if isinstance(expr.value, bool):
            return self.form(str(expr.value).lower(), {})
        if expr.value is None:
            return self._core_noun("nothing")
        if expr.type.kind != "number":
            raise missing_form("of_all")
        said = number_phrase(self.words.language.id, abs(expr.number))
        return said if expr.number >= 0 else self.form("neg", {"value": said}, "number")

    def _set_form(self, expr: SetForm) -> InflectedPhrase:
        match expr:
            case ir.Filter() | ir.Prefer():
                return self._set(expr)
            case ir.First() if isinstance(players := as_written(expr.things), ir.Filter) and isinstance(
                order := as_written(players.things), ir.InOrder
            ):
                return self._next_player(players, order)
            case ir.First():
                return self._single("first", expr.things)
            case ir.Leading(ir.Cards(zone), amount, from_end):
                end = self.words.core_adjective("top" if from_end else "bottom")
                cards = self.words.cases.build_counted_phrase(self.translate(amount), self.noun("card"), [end])
                return self.form("top_cards", {"cards": cards, "zone": self.translate(zone)})
            case ir.Leading():
                parts = {"set": self.translate(expr.things), "number": self.translate(expr.amount)}
                return self.form("first_few", parts)
            case ir.Only():
                return self._single("only", expr.things)
            case ir.Range():
                ends = {"low": self.translate(expr.low), "high": self.translate(expr.high)}
                return self.form("range", {"number": self._core_noun("number"), **ends}, "number")
            case ir.Union():
                return self._of_both("or_set", expr.left, expr.right)
            case ir.ArgBest():
                return self._best_of(expr)
            case ir.Random():
                return self._at_random(expr.things)
            case ir.LongestRun():
                parts = {"set": self.translate(expr.things), "column": self._column(expr.column)}
                within = {} if expr.within is None else {"within": self._column(expr.within)}
                return self.form("longest_run_within" if within else "longest_run", parts | within)
            case _:
                assert_never(expr)

    def _column(self, name: str) -> InflectedPhrase:
        """Translate the name of a column."""
        column = self.words.thing(name)
        return self.words.cases.build_noun_phrase(column, column.number)

    def _number_of_set(self, expr: NumberOfSet) -> InflectedPhrase:
        match expr:
            case ir.Count():
                return self.form("count", {"number": self._core_noun("number"), "set": self.translate(expr.things)})
            case ir.SumOver():
                return self._over("sum_over", "sum", expr)
            case ir.SumBest():
                return self._over(f"sum_{expr.extreme}", "sum", expr, number=self.translate(expr.most))
            case ir.Best():
                return self._over("extreme_over", expr.extreme, expr)
            case ir.BestHand():
                amount = number_phrase(self.words.language.id, expr.card_count)
                cards = self.words.cases.build_counted_phrase(amount, self.noun("card"))
                parts = {"cards": cards, "set": self.translate(expr.cards)}
                return self.form("best_hand", {"hand": self._core_noun("best_hand"), **parts}, "number")
            case ir.TimesOccurred(values=()):
                return self.form("times_occurred", {}, "number")
            case ir.TimesOccurred():
                return self.form("times_occurred_with", {"values": self.listed(expr.values)}, "number")
            case _:
                assert_never(expr)

    def _calculation(self, expr: ir.Calculation) -> InflectedPhrase:
        match expr:
            case ir.Arithmetic():
                return self._of_both("add" if expr.sign == "+" else "sub", expr.left, expr.right, "number")
            case ir.Product():
                return self._of_both("mul", expr.left, expr.right, "number")
            case ir.Quotient():
                return self._of_both(f"divide_{expr.rounding}", expr.left, expr.right, "number")
            case ir.Remainder():
                return self._of_both("remainder", expr.left, expr.right, "number")
            case ir.ExtremeOf():
                numbers = self.listed(expr.numbers)
                return self.form(f"{expr.extreme}_of", {"numbers": numbers}, "number")
            case ir.AbsoluteDifference(right=ir.Const(value=0)):
                return self.form("absolute", {"value": self.translate(expr.left)}, "number")
            case ir.AbsoluteDifference():
                return self._of_both("difference", expr.left, expr.right, "number")
            case ir.Negative():
                return self.form("neg", {"value": self.translate(expr.value)}, "number")
            case _:
                assert_never(expr)

    def _map_search(self, expr: ir.MapSearch) -> InflectedPhrase:
        match expr:
            case ir.Group():
                return self.form("group", {"set": self.translate(expr.spaces), "space": self.translate(expr.space)})
            case ir.LargestGroup():
                return self.form("largest_group", {"set": self.translate(expr.spaces)})
            case ir.GroupCount():
                return self.form("group_count", {"set": self.translate(expr.spaces)}, "number")
            case ir.Surroundings():
                raise AssertionError(expr)  # always written as a noun
            case ir.Distance():
                return self._way("distance", expr, "number")
            case ir.IsConnected():
                return self._way("connected", expr, IS_CONDITION)
            case ir.ShortestPath():
                return self._way("shortest_path", expr)
            case _:
                assert_never(expr)

    def _way(self, form: str, expr: ir.Distance | ir.IsConnected | ir.ShortestPath, *marks: str) -> InflectedPhrase:
        parts = {"start": self.translate(expr.starts), "goal": self.translate(expr.goals)}
        if isinstance(as_written(expr.through), ir.Const):
            return self.form(form, parts, *marks)
        return self.form(f"{form}_through", {**parts, "set": self.translate(expr.through)}, *marks)

    def _condition(self, expr: BasicCondition) -> InflectedPhrase:
        match expr:
            case ir.And():
                return self._joined("and_e", expr.left, expr.right)
            case ir.Or():
                return self._joined("or_e", expr.left, expr.right)
            case ir.Not():
                return self._negation(expr.condition)
            case ir.Compare():
                return self._of_both(COMPARISON_FORMS[expr.sign], expr.left, expr.right, IS_CONDITION)
            case ir.Equal():
                return self._equality(expr, negated=False)
            case ir.IsMember():
                return self._membership("is_in", expr)
            case ir.Exists():
                return self.form("there_is", {"thing": self.translate(expr.things)}, IS_CONDITION)
            case _:
                assert_never(expr)

    def _test(self, expr: Test, negated: bool) -> InflectedPhrase:
        """Translate a test, or its negation."""
        no = "not_" if negated else ""
        match expr:
            case ir.SameMembers():
                return self._of_both(f"is_{no}exactly", expr.left, expr.right, IS_CONDITION)
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

    def _of_each(self, form: str, expr: ir.Some | ir.Every) -> InflectedPhrase:
        """Translate a condition about some things of a set, or all of them."""
        base = self._set(expr.things, name=self._candidate_name(expr))
        self._candidates[expr.it] = base.marks
        return self.form(form, {"set": base, "condition": self.translate(expr.condition)}, IS_CONDITION, OPEN_ENDED)

    def _would_change(self, form: str, expr: ir.WouldChange) -> InflectedPhrase:
        card = {"card": self.translate(expr.card)}
        if expr.track is None:
            return self.form(form, card, IS_CONDITION)
        if expr.seat is None:
            track = self.words.cases.build_noun_phrase(self.words.thing(expr.track), "one")
        else:
            track = self._belonging(Belonging(expr.track, "track", expr.seat))
        return self.form(f"{form}_besides", {**card, "track": track}, IS_CONDITION)

    # -- words

    def label(self, label: str) -> InflectedPhrase:
        """Translate a label. Raises MissingTranslationError."""
        key = slug(label)
        if not self.words.has_label(key):
            raise MissingTranslationError(f"the label `{key}` has no name")
        return invariant_phrase(self._names.label(key, label))

    def purpose(self, label: str) -> InflectedPhrase:
        """Translate the purpose of a choice; in the language of the rules it is as they write it."""
        if self.words.language.id == DEFAULT_LANGUAGE:
            return invariant_phrase(self._names.as_words(label))
        return self.label(label)

    def local_name(self, local: Local) -> InflectedPhrase:
        """Translate a local name: `you`, `it`, a noun, or a name that follows the noun of its value."""
        if local.name == YOU:
            return self._actor or self._core_noun("you")
        if local.name == IT:
            return self._pronoun(self._candidates.get(local, frozenset()))
        if local.name in self._noun_ids:
            return self.noun_alone(self._noun_ids[local.name])
        if local.name == "number" and local.type.kind == "number":
            return self._core_noun("number")
        name = {"name": self.made_name(local)}
        if local not in self._heads:
            return self._name_alone(name)
        noun, number = self._heads[local]
        if self.words.language.names_stand_alone:
            return self._name_as_noun(name["name"], noun, number)
        return self.form("name_behind", {"thing": self.words.cases.build_noun_phrase(noun, number), **name})

    def made_name(self, local: Local) -> InflectedPhrase:
        """Translate a name that the text defines."""
        return invariant_phrase(self.words.defined_name(local.name))

    def has_made_name(self, local: Local, noun: str) -> bool:
        """Return True if the text gives a name to a member of a set with this noun."""
        return local.name not in (noun, *self._noun_ids)

    def _name_alone(self, name: dict[str, InflectedPhrase]) -> InflectedPhrase:
        """Translate a name whose value has no known noun."""
        cases = self.words.cases
        forms = dict.fromkeys((("one", case) for case in cases.names), self.form("name_alone", name).form(""))
        return cases.build_noun_phrase(InflectedNoun("name", frozenset({"name"}), forms), "one")

    def _name_as_noun(self, name: InflectedPhrase, noun: InflectedNoun, number: str) -> InflectedPhrase:
        """Return a name that stands in place of the noun of its value, such as `the victim`."""
        cases = self.words.cases
        forms = {(number, case): name.form(case) for case in cases.names}
        return cases.build_noun_phrase(InflectedNoun("name", noun.marks, forms), number)

    def translate_named(self, thing: ir.Expr, local: Local, name_whole: bool) -> InflectedPhrase:
        """Translate a set to whose member the text gives a name, behind the noun or behind the whole set."""
        name = self.made_name(local)
        if name_whole:
            said = self.form("named", {"thing": self.translate(thing), "name": name})
        else:
            said = self._set(thing, name=name)
        self._remember_noun(thing, local)
        return said

    def counted_set(self, things: ir.Expr, amount: ir.Expr) -> InflectedPhrase:
        """Translate a set whose noun has an amount."""
        return self._set(things, amount)

    def translate_value_of(self, local: Local, value: ir.Expr) -> InflectedPhrase:
        """Translate a value to which the text gives a name."""
        said = self.translate(value)
        self._remember_noun(value, local)
        return said

    def _remember_noun(self, thing: ir.Expr, local: Local) -> None:
        """Remember the noun that a name stands for from here on."""
        if (noun := self._first_noun(thing)) is not None:
            self._heads[local] = self.noun(noun.noun), _number(noun)
        elif thing.type.kind in self._analysis.symbols.nouns:
            self._heads[local] = self.noun(thing.type.kind), "many" if thing.type.many else "one"

    def with_name(self, said: InflectedPhrase, noun_id: str, local: Local) -> InflectedPhrase:
        """Return a phrase with the name that the text gives to a thing of this noun."""
        self._heads[local] = self.noun(noun_id), "one"
        return self.form("named", {"thing": said, "name": self.made_name(local)})

    def noun_alone(self, noun_id: str) -> InflectedPhrase:
        """Translate one thing of a kind by its noun alone. A neighbour is a space that is next to one."""
        adjectives = [self.words.core_adjective(noun_id)] if noun_id in NEIGHBOURS else []
        return self.words.cases.build_noun_phrase(self.noun(noun_id), "one", adjectives)

    def _first_noun(self, thing: Written) -> WrittenNoun | None:
        """Return the first noun phrase in an expression."""
        written = as_written(thing)
        if isinstance(written, WrittenNoun):
            return written
        return next(filter(None, map(self._first_noun, written.parts)), None)

    def _pronoun(self, marks: frozenset[str]) -> InflectedPhrase:
        if self.words.has_singular_pronoun:
            marks = replace_number(marks, "one")
        pronoun, number = self.words.core_adjective("it"), InflectedNoun("it", marks, {}).number

        def form(asked: str) -> str:
            cases = self.words.cases
            forms = {(each, case): pronoun.agree(marks | {case}) for each in NUMBERS for case in cases.names}
            noun = InflectedNoun("it", marks, forms, self.words.pronoun_cases)
            return cases.build_noun_phrase(noun, number).form(asked)

        return InflectedPhrase(replace_number(marks, number, IT), form)

    def _core_noun(self, name: str) -> InflectedPhrase:
        noun = self.words.core_noun(name)
        return self.words.cases.build_noun_phrase(noun, noun.number)

    def everyone(self) -> InflectedPhrase:
        """Translate `everyone`."""
        return self._core_noun("everyone")

    def _opponent(self, expr: ir.Opponent) -> InflectedPhrase:
        if expr.type.kind == "side":
            other = self._board.with_complement("opposing", "other_of", self.translate(expr.of))
            return self.words.cases.build_noun_phrase(self.noun("side"), "one", [other])
        opponent = self._core_noun("opponent")
        if is_acting_seat(expr.of):
            return opponent
        return self.form("opponent_of", {"opponent": opponent, "seat": self.translate(expr.of)})

    def _belonging(self, written: Belonging) -> InflectedPhrase:
        """Translate a possession or property: `X of Y`, `your X`, `X of Y in Z`."""
        if written.place is not None:
            kept = self._belonging(replace(written, place=None))
            return self.form("of_in", {"thing": kept, "place": self.translate(written.place)})
        noun_id = self._noun_ids.get(written.name)
        yours = is_acting_seat(written.owner)
        adjectives = [self._possessive] if yours else []
        if noun_id is not None:
            said = self.words.cases.build_noun_phrase(self.noun(noun_id), "one", adjectives)
        else:
            said = self.name_of(written, adjectives)
        if yours:
            return said
        owner = as_written(written.owner)
        form = "of_all" if isinstance(owner, WrittenNoun) and owner.many else "of"
        return self.form(form, {"thing": said, "owner": self.translate(owner)})

    def name_of(self, written: Belonging, adjectives: Sequence[InflectedAdjective] = ()) -> InflectedPhrase:
        """Translate the name of a possession or property, without its owner."""
        thing = self._of_kind(self.words.thing(written.name), written.kind)
        genders = self.words.language.genders
        if not genders or not thing.marks.isdisjoint(genders):  # one of several, not a thing of that name
            thing = replace(thing, marks=thing.marks - {"name"})
        return self.words.cases.build_noun_phrase(thing, thing.number, adjectives)

    def _variable(self, expr: ir.VariableValue) -> InflectedPhrase:
        """Translate what a die shows, or a variable that is kept for nothing or for two things."""
        if expr.variable == SHOWN:
            die = self.translate(expr.keys[0])
            return self.form("shown", {"number": self._core_noun("number"), "die": die}, "number")
        if expr.variable == GAME_NUMBER:
            return self.form("game_number", {}, "number")
        if not expr.keys:
            return self.translate(Name(expr.variable, "variable"))
        owner, place = expr.keys
        kept = self._belonging(Belonging(expr.variable, "variable", owner))
        return self.form("of_in", {"thing": kept, "place": self.translate(place)})

    @staticmethod
    def _of_kind(thing: InflectedNoun, kind: str) -> InflectedNoun:
        return replace(thing, marks=thing.marks | {kind})

    # -- noun phrases

    def counted_noun(self, amount: ir.Expr, noun_id: str) -> InflectedPhrase:
        """Translate a bare noun with an amount."""
        return self.words.cases.build_counted_phrase(self.translate(amount), self.noun(noun_id))

    def noun_phrase(self, phrase: WrittenNoun, count: ir.Expr | None = None) -> InflectedPhrase:
        """Translate a noun with its adjectives, owner and place, and with a count if there is one."""
        amount = None if count is None else self.translate(count)
        noun, determiner, owner = self.noun(phrase.noun), phrase.determiner, phrase.owner
        adjectives = [self.words.adjective(word) for word in phrase.adjectives]
        if phrase.noun in NEIGHBOURS and owner is not None:
            next_to = self._board.with_complement(phrase.noun, f"{phrase.noun}_of", self.translate(owner))
            adjectives, owner = [next_to, *adjectives], None
        if owner is not None and not determiner and is_acting_seat(owner):
            determiner, owner = "your", None
        if determiner == ENEMY and ENEMY in self.words.language.adjectives:
            adjectives.insert(0, self.words.core_adjective(ENEMY))
            determiner = ""
        if determiner in ("your", "other"):
            adjectives.insert(0, self._possessive if determiner == "your" else self.words.core_adjective("other"))
        cases = self.words.cases
        said = (
            cases.build_noun_phrase(noun, _number(phrase), adjectives)
            if amount is None
            else cases.build_counted_phrase(amount, noun, adjectives)
        )
        if determiner == ENEMY:
            said = self.form("of_enemy", {"thing": said})
        if owner is not None:
            said = self.form("of_thing", {"thing": said, "owner": self.translate(owner)})
        if phrase.place is not None:
            said = self.form("in_place", {"thing": said, "place": self.translate(phrase.place)})
        return said

    def noun(self, noun_id: str) -> InflectedNoun:
        """Return a noun with its kind as a feature; for neighbours, that of spaces."""
        noun = self.words.noun("space" if noun_id in NEIGHBOURS else noun_id)
        return replace(noun, marks=noun.marks | {self._analysis.symbols.nouns[noun_id].kind})

    # -- sets

    def _set(
        self, things: ir.Expr, amount: ir.Expr | None = None, name: InflectedPhrase | None = None
    ) -> InflectedPhrase:
        """Translate a set with its restrictions; its noun gets an amount or a name if there is one."""
        written = as_written(things)
        if isinstance(written, ir.Filter | ir.Prefer):
            own_name = self._candidate_name(written)
            base = self._set(written.things, amount, name or own_name)
            if isinstance(as_written(written.things), Parenthesized):  # its own restrictions end with it
                base = InflectedPhrase(base.marks - {NARROWED}, base.form)
            restricted = self.restricted(base, written)
            return restricted if isinstance(written, ir.Filter) else self.form("preferably", {"set": restricted})
        if isinstance(written, WrittenNoun | WrittenLine):
            said = self._with_noun(written, amount)
        else:
            said = self.translate(written)
        return said if name is None else self.form("named", {"thing": said, "name": name})

    def _candidate_name(self, loop: ir.SetLoop) -> InflectedPhrase | None:
        """Translate the name that a set gives to each of its things; None if `it` is the only one."""
        if loop.it.name == IT:
            return None
        if (noun := self._first_noun(loop.things)) is not None:
            self._heads[loop.it] = self.noun(noun.noun), "one"
        return self.made_name(loop.it)

    def restricted(self, base: InflectedPhrase, restriction: Restriction) -> InflectedPhrase:
        """Translate a set with one more restriction: `where …`, `with …`, `without …`.

        Where possible, it is worded without a pronoun for `it`.
        """
        more = "and_" if NARROWED in base.marks else ""
        self._candidates[restriction.it] = base.marks
        condition = as_written(restriction.condition)
        negated = isinstance(condition, ir.Not)
        inner = as_written(condition.condition) if isinstance(condition, ir.Not) else condition
        with self._in_condition():
            if isinstance(inner, Possession) and _is_local(inner.place, restriction.it):
                thing, some = self._item(inner)
                form = "with" if some != negated else "without"
                return self.form(f"{more}{form}", {"set": base, "thing": thing}, NARROWED)
            if isinstance(inner, ir.Compare) and _is_shown_on(inner.left, restriction.it):
                form = "not_showing" if negated else "showing"
                parts = {"set": base, "face": self.form(FACE_FORMS[inner.sign], {"thing": self.translate(inner.right)})}
                return self.form(f"{more}{form}", parts, NARROWED)
            if isinstance(inner, AdjectiveTest) and _is_local(inner.thing, restriction.it):
                adjective = self.adjective_of(base, inner.adjective)
                form = "which_is_not" if negated else "which_is"
                return self.form(f"{more}{form}", {"set": base, "adjective": adjective}, NARROWED)
            if isinstance(inner, ir.TermCall) and (which := self._relative_clause(base, inner, negated)) is not None:
                return self.form(f"{more}which", {"set": base, **which}, NARROWED)
            parts = {"set": base, "condition": self.translate(restriction.condition)}
            return self.form(f"{more}where", parts, NARROWED)

    def _relative_clause(
        self, base: InflectedPhrase, condition: ir.TermCall, negated: bool
    ) -> dict[str, InflectedPhrase] | None:
        """Return a relative pronoun and the rest of the condition, if its subject is the set's `it`; otherwise None."""
        sentence, holes = self.vocabulary_word(condition.word, condition.wording, condition.args)
        template = sentence.templates.get(NEGATED if negated else DEFAULT_TEMPLATE)
        if template is None or template.subject is None or IT not in holes[template.subject.name].marks:
            return None
        if template.subject.case not in self.words.language.subject_cases:
            return None
        marks, rest = _with_number(base), Template(template.parts[1:])
        pronoun = self.words.core_adjective("which").agree(marks | {self.words.cases.names[0]})
        holes[template.subject.name] = replace(holes[template.subject.name], marks=marks | {IT})
        return {
            "which": invariant_phrase(pronoun),
            "condition": InflectedPhrase(frozenset(), lambda _: rest.fill(holes)),
        }

    def _item(self, possession: Possession) -> tuple[InflectedPhrase, bool]:
        """Translate pieces or cards with their amount. The second value is False if there must be none."""
        if possession.quantity in ("", "none_of"):
            return self.noun_phrase(possession.things), possession.quantity == ""
        return self.form(possession.quantity, {"thing": self.noun_phrase(possession.things, possession.amount)}), True

    def _best_of(self, expr: ir.ArgBest) -> InflectedPhrase:
        """Translate the members of a set with the highest or lowest value."""
        if isinstance(as_written(expr.things), ir.ArgBest):
            base = self.translate(expr.things)
            self._candidates[expr.it] = base.marks
            with self._in_condition():
                return self.form(f"tie_to_{expr.extreme}", {"set": base, "value": self.translate(expr.value)})
        base = self._set(expr.things, name=self._candidate_name(expr))
        self._candidates[expr.it] = base.marks
        with self._in_condition():
            return self.form(f"with_{expr.extreme}", {"set": base, "value": self.translate(expr.value)}, NARROWED)

    def _at_random(self, things: ir.Expr) -> InflectedPhrase:
        """Translate `random one of SET`, with words for the one if the language has them."""
        try:
            return self._single("random", things, "name")
        except MissingTranslationError:
            return self.form("random", {"set": self.translate(things)})

    def _single(self, adjective: str, things: ir.Expr, *marks: str) -> InflectedPhrase:
        """Translate `the first of SET`, with an adjective that stands for one of its things and has these features."""
        found = self._first_noun(things)
        if found is None and things.type.kind not in self._analysis.symbols.nouns:
            raise missing_form(adjective)
        noun = self.noun(found.noun if found is not None else things.type.kind)
        word, cases = self.words.core_adjective(adjective), self.words.cases
        forms = {("one", case): word.agree(replace_number(noun.marks, "one", case)) for case in cases.names}
        one = cases.build_noun_phrase(replace(noun, name=adjective, marks=noun.marks | set(marks), forms=forms), "one")
        return self.form("one_of", {"one": one, "set": self.translate(things)})

    def _next_player(self, players: ir.Filter, order: ir.InOrder) -> InflectedPhrase:
        """Translate the first player after one, of whom a condition holds."""
        after, word = as_written(order.start), self.words.core_adjective("next")
        assert isinstance(after, ir.NextSeat)
        if not is_acting_seat(after.seat):
            word = self._board.with_complement("next", "next_after", self.translate(after.seat))
        base = self.words.cases.build_noun_phrase(self.noun("seat"), "one", [word])
        return self.restricted(base, players)

    def _over(
        self, form: str, noun: str, loop: ir.SumOver | ir.SumBest | ir.Best, **parts: InflectedPhrase
    ) -> InflectedPhrase:
        """Translate a sum over a set, or an extreme; that of dice is one of what they show."""
        whole = self._core_noun(noun)
        if _is_shown_on(loop.value, loop.it):
            dice = {"number": whole, "dice": self.translate(loop.things)}
            return self.form("sum_of_dice" if isinstance(loop, ir.SumOver) else "extreme_of_dice", dice, "number")
        base = self._set(loop.things, name=self._candidate_name(loop))
        self._candidates[loop.it] = replace_number(base.marks, "one")
        with self._in_condition():
            said = {"whole": whole, "set": base, "value": self.translate(loop.value)}
        return self.form(form, {**said, **parts}, "number")

    # -- conditions

    def _negation(self, condition: Written) -> InflectedPhrase:
        """Translate a condition whose verb is negated; of joined conditions, each of them is."""
        inner = as_written(condition)
        match inner:
            case Parenthesized():
                return self._negation(inner.inner)
            case ir.And() | ir.Or():
                return self._negated_both("or_e" if isinstance(inner, ir.And) else "and_e", inner.left, inner.right)
            case ir.Not() | NegatedWhole():
                return self.translate(inner.condition)
            case ir.Compare() if inner.sign in OPPOSITES:
                form = COMPARISON_FORMS[OPPOSITES[inner.sign]]
                return self._of_both(form, inner.left, inner.right, IS_CONDITION)
            case _:
                return self._negated_verb(inner)

    def _negated_verb(self, inner: Written) -> InflectedPhrase:
        """Translate a single condition whose verb is negated."""
        match inner:
            case Possession():
                return self._possession(inner, negated=True)
            case Room():
                return self._room("no_room", inner)
            case AdjectiveTest():
                return self._adjective_test("is_not_so", inner.thing, inner.adjective)
            case ir.Equal():
                return self._equality(inner, negated=True)
            case ir.Compare(sign="=="):
                return self._of_both("is_not", inner.left, inner.right, IS_CONDITION)
            case ir.IsMember():
                return self._membership("is_not_in", inner)
            case ir.Exists():
                return self.form("there_is_no", {"thing": self.translate(inner.things)}, IS_CONDITION)
            case ir.TermCall():
                return self._negated_word(inner)
            case ir.HasSight():
                return self._board.sight(inner, negated=True)
            case _ if isinstance(inner, Test):
                return self._test(inner, negated=True)
            case _:
                return self._negated_whole(self.translate(inner))

    def _negated_whole(self, condition: InflectedPhrase) -> InflectedPhrase:
        return self.form("not_e", {"condition": condition}, IS_CONDITION, OPEN_ENDED)

    def _negated_both(self, form: str, left: Written, right: Written) -> InflectedPhrase:
        parts = {"left": _parenthesized(self._negation(left)), "right": _parenthesized(self._negation(right))}
        return self.form(form, parts, IS_CONDITION, OPEN_ENDED)

    def _joined(self, form: str, left: ir.Expr, right: ir.Expr) -> InflectedPhrase:
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
        return self._of_both("is_not" if negated else "is_", expr.left, expr.right, IS_CONDITION)

    def _adjective_test(self, form: str, thing: Written, adjective: str) -> InflectedPhrase:
        said = self.translate(thing)
        return self.form(form, {"thing": said, "adjective": self.adjective_of(said, adjective)}, IS_CONDITION)

    def adjective_of(self, thing: InflectedPhrase, adjective: str) -> InflectedPhrase:
        """Translate a predicative adjective, which agrees with the thing."""
        word, first = self.words.adjective(adjective), self.words.cases.names[0]
        return InflectedPhrase(frozenset(), lambda case: word.agree(thing.marks | {case or first}))

    def _membership(self, form: str, expr: ir.IsMember) -> InflectedPhrase:
        return self.form(form, {"thing": self.translate(expr.thing), "set": self.translate(expr.things)}, IS_CONDITION)

    def _possession(self, written: Possession, negated: bool) -> InflectedPhrase:
        thing, some = self._item(written)
        form = "has" if some != negated else "has_not"
        return self.form(form, {"place": self.translate(written.place), "thing": thing}, IS_CONDITION)

    def _room(self, form: str, written: Room) -> InflectedPhrase:
        """Translate a test for room. Here `2 boats` means exactly two, without `at least`."""
        thing = self.noun_phrase(written.things, written.amount)
        return self.form(form, {"place": self.translate(written.place), "thing": thing}, IS_CONDITION)

    # -- vocabulary words

    def _condition_word(self, expr: ir.TermCall) -> InflectedPhrase:
        if expr.word in self._analysis.phrases:
            return self._possible_phrase("can_do", expr)
        sentence, holes = self.vocabulary_word(expr.word, expr.wording, expr.args)
        return InflectedPhrase(frozenset({IS_CONDITION}), lambda _: sentence.default.fill(holes))

    def _possible_phrase(self, form: str, expr: ir.TermCall) -> InflectedPhrase:
        """Translate the condition that a seat, the last argument, can carry out a phrase or can't."""
        *args, seat = expr.args
        sentence, holes = self.vocabulary_word(expr.word, expr.wording, tuple(args))
        said = InflectedPhrase(frozenset(), lambda _: sentence.default.fill(holes))
        return self.form(form, {"seat": self.translate(seat), "statement": said}, IS_CONDITION)

    def _negated_word(self, expr: ir.TermCall) -> InflectedPhrase:
        if expr.word in self._analysis.phrases:
            return self._possible_phrase("can_not_do", expr)
        sentence, holes = self.vocabulary_word(expr.word, expr.wording, expr.args)
        if NEGATED in sentence.templates:
            return InflectedPhrase(frozenset({IS_CONDITION}), lambda _: sentence.templates[NEGATED].fill(holes))
        return self._negated_whole(
            InflectedPhrase(frozenset({IS_CONDITION}), lambda _: sentence.default.fill(holes)),
        )

    def _value_word(self, expr: ir.TermCall) -> InflectedPhrase:
        sentence, holes = self.vocabulary_word(expr.word, expr.wording, expr.args)
        templates = sentence.templates
        head = templates[DEFAULT_TEMPLATE].head if DEFAULT_TEMPLATE in templates else None
        marks = sentence.marks or (holes[head].marks if head is not None else frozenset())

        def form(asked: str) -> str:
            _, case = self.words.cases.parse_case(asked, "one")
            if DEFAULT_TEMPLATE in templates or case in templates:
                return (templates.get(case) or templates[DEFAULT_TEMPLATE]).fill(holes, case)
            return self.words.cases.build_case(
                marks, case, lambda each: templates[each.removeprefix(f"{WEAK} ")].fill(holes, each)
            )

        return InflectedPhrase(marks, form)

    def vocabulary_word(
        self, word: int, wording: str, args: tuple[ir.Expr, ...]
    ) -> tuple[WordTranslation, dict[str, InflectedPhrase]]:
        """Return the translation of a vocabulary word, and the contents of its holes. Raises MissingTranslationError.

        Args:
            word: Its number.
            wording: The wording that is used.
            args: Its arguments. The acting seat may follow, which the wording does not mention.
        """
        sentence = self.words.sentence(word, wording)
        given = dict(zip((hole.name for hole in self._analysis.holes_of(word)), args, strict=False))
        order = dict.fromkeys((*(name for name, _ in HOLE.findall(wording)), *given))
        return sentence, {name: self.translate(given[name]) for name in order}


def _number(phrase: WrittenNoun) -> str:
    return "many" if phrase.many else "one"


def _with_number(phrase: InflectedPhrase) -> frozenset[str]:
    """Return the features of a phrase; a counted one has no number of its own, and is many unless the count is one."""
    is_counted = "number" in phrase.marks and phrase.marks.isdisjoint(NUMBERS)
    return phrase.marks | {"many"} if is_counted else phrase.marks


def _is_shown_on(part: Written, die: Local) -> bool:
    """Return True if an expression is what this die shows."""
    written = as_written(part)
    return isinstance(written, ir.VariableValue) and written.variable == SHOWN and _is_local(written.keys[0], die)


def _is_local(part: Written, local: Local) -> bool:
    """Return True if an expression is this local name."""
    written = as_written(part)
    return isinstance(written, ir.Ref) and written.local is local


def _parenthesized(condition: InflectedPhrase) -> InflectedPhrase:
    """Return a condition in parentheses, if its scope would include the text that follows."""
    if OPEN_ENDED not in condition.marks:
        return condition
    return InflectedPhrase(condition.marks, lambda case: f"({condition.form(case)})")
