"""Translation of sets with their restrictions, and of things picked from them."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from interpreter.language.ir import expressions as ir
from interpreter.language.ir.types import Local
from interpreter.language.ir.written import (
    AdjectiveTest,
    BoardEdge,
    Parenthesized,
    Possession,
    Written,
    WrittenLine,
    WrittenNoun,
    as_written,
)
from interpreter.language.symbols import Symbols
from interpreter.presentation.saying.entries import DEFAULT_TEMPLATE, NEGATED
from interpreter.presentation.saying.expressions.board_phrases import BoardTranslator, Restriction
from interpreter.presentation.saying.expressions.core_forms import missing_form
from interpreter.presentation.saying.expressions.noun_phrases import first_noun
from interpreter.presentation.saying.expressions.phrase_translator import PhraseParts, PhraseTranslator
from interpreter.presentation.saying.expressions.referents import IT, THEM, is_acting_seat, is_local
from interpreter.presentation.saying.inflection import NARROWED, NUMBERS, replace_number
from interpreter.presentation.saying.templates import (
    InflectedPhrase,
    MissingTranslationError,
    Template,
    invariant_phrase,
)
from interpreter.rulebook.model import SHOWN

FACE_FORMS = {"==": "just", ">=": "at_least", "<=": "at_most", ">": "more_than", "<": "less_than"}
"""Forms of what dice are said to show."""

SetForm = (
    ir.Filter | ir.Prefer | ir.Union | ir.ArgBest | ir.Random | ir.First | ir.Leading | ir.Only | ir.Range
    | ir.LongestRun
)  # fmt: skip


class SetTranslator(PhraseTranslator):
    """Translator of sets.

    Attributes:
        board: Translator of lines and other spaces of a board, which have restrictions as sets do.
    """

    def __init__(self, parts: PhraseParts, symbols: Symbols) -> None:
        super().__init__(parts)
        self._symbols = symbols
        self.board = BoardTranslator(parts.forms, parts.nouns, symbols, self.restricted)

    def translate_set(self, expr: SetForm) -> InflectedPhrase:
        """Translate a set that is made of another one."""
        match expr:
            case ir.Filter() | ir.Prefer():
                return self.restricted_set(expr)
            case ir.First() if isinstance(players := as_written(expr.things), ir.Filter) and isinstance(
                order := as_written(players.things), ir.InOrder
            ):
                return self._next_player(players, order)
            case ir.First():
                return self._single("first", expr.things)
            case ir.Leading(ir.Cards(zone), amount, from_end):
                end = self.words.core_adjective("top" if from_end else "bottom")
                cards = self.words.cases.build_counted_phrase(self.translate(amount), self.nouns.noun("card"), [end])
                return self.form("top_cards", {"cards": cards, "zone": self.translate(zone)})
            case ir.Leading():
                parts = {"set": self.translate(expr.things), "number": self.translate(expr.amount)}
                return self.form("first_few", parts)
            case ir.Only():
                return self._single("only", expr.things)
            case ir.Range():
                ends = {"low": self.translate(expr.low), "high": self.translate(expr.high)}
                return self.form("range", {"number": self.core_noun("number"), **ends}, "number")
            case ir.Union():
                return self.of_both("or_set", expr.left, expr.right)
            case ir.ArgBest():
                return self._best_of(expr)
            case ir.Random():
                return self._at_random(expr.things)
            case ir.LongestRun():
                parts = {"set": self.translate(expr.things), "column": self.column(expr.column)}
                within = {} if expr.within is None else {"within": self.column(expr.within)}
                return self.form("longest_run_within" if within else "longest_run", parts | within)
            case _:
                assert_never(expr)

    def translate_named(self, thing: ir.Expr, local: Local, name_whole: bool) -> InflectedPhrase:
        """Translate a set to whose member the text gives a name, behind the noun or behind the whole set."""
        name = self.names.made_name(local)
        if name_whole:
            said = self.form("named", {"thing": self.translate(thing), "name": name})
        else:
            said = self.restricted_set(thing, name=name)
        self.names.remember_noun(thing, local)
        return said

    def translate_several(self, things: ir.Expr, amount: ir.Expr | None, local: Local) -> InflectedPhrase:
        """Translate a set of which several are chosen, with the name that the text gives them, if it does.

        Args:
            things: The set.
            amount: Number of things, which the noun is told with; None for any number.
            local: The chosen things.
        """
        said = self.translate(things) if amount is None else self.restricted_set(things, amount)
        noun = first_noun(things)
        noun_id = noun.noun if noun is not None else things.type.kind
        if noun_id in self._symbols.nouns:
            self.referents.heads[local] = self.nouns.noun(noun_id), "many"
        return said if local.name == THEM else self.form("named", {"thing": said, "name": self.names.made_name(local)})

    def restricted_set(
        self, things: ir.Expr, amount: ir.Expr | None = None, name: InflectedPhrase | None = None
    ) -> InflectedPhrase:
        """Translate a set with its restrictions; its noun gets an amount or a name if there is one."""
        written = as_written(things)
        if isinstance(written, ir.Filter | ir.Prefer):
            own_name = self.names.candidate_name(written)
            base = self.restricted_set(written.things, amount, name or own_name)
            if isinstance(as_written(written.things), Parenthesized):  # its own restrictions end with it
                base = InflectedPhrase(base.marks - {NARROWED}, base.form)
            restricted = self.restricted(base, written)
            return restricted if isinstance(written, ir.Filter) else self.form("preferably", {"set": restricted})
        if isinstance(written, WrittenNoun | WrittenLine):
            said = self.with_noun(written, amount)
        else:
            said = self.translate(written)
        return said if name is None else self.form("named", {"thing": said, "name": name})

    def with_noun(
        self, written: WrittenNoun | WrittenLine | BoardEdge, amount: ir.Expr | None = None
    ) -> InflectedPhrase:
        """Translate a noun phrase, or spaces of a board, with an amount if there is one."""
        if isinstance(written, BoardEdge):
            return self.board.edge(written)
        if isinstance(written, WrittenLine):
            return self.board.line(written, amount)
        return self.nouns.noun_phrase(written, amount)

    def restricted(self, base: InflectedPhrase, restriction: Restriction) -> InflectedPhrase:
        """Translate a set with one more restriction: `where …`, `with …`, `without …`.

        Where possible, it is worded without a pronoun for `it`.
        """
        more = "and_" if NARROWED in base.marks else ""
        base = replace(base, marks=_with_number(base))
        self.referents.candidates[restriction.it] = base.marks
        condition = as_written(restriction.condition)
        negated = isinstance(condition, ir.Not)
        inner = as_written(condition.condition) if isinstance(condition, ir.Not) else condition
        with self.referents.in_condition():
            if isinstance(inner, Possession) and is_local(inner.place, restriction.it):
                thing, some = self.item(inner)
                form = "with" if some != negated else "without"
                return self.form(f"{more}{form}", {"set": base, "thing": thing}, NARROWED)
            if isinstance(inner, ir.Compare) and is_shown_on(inner.left, restriction.it):
                form = "not_showing" if negated else "showing"
                parts = {"set": base, "face": self.form(FACE_FORMS[inner.sign], {"thing": self.translate(inner.right)})}
                return self.form(f"{more}{form}", parts, NARROWED)
            if isinstance(inner, AdjectiveTest) and is_local(inner.thing, restriction.it):
                adjective = self.nouns.adjective_of(base, inner.adjective)
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
        sentence, holes = self.vocabulary.vocabulary_word(condition.word, condition.wording, condition.args)
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

    def item(self, possession: Possession) -> tuple[InflectedPhrase, bool]:
        """Translate pieces or cards with their amount. The second value is False if there must be none."""
        if possession.quantity in ("", "none_of"):
            return self.nouns.noun_phrase(possession.things), possession.quantity == ""
        thing = self.nouns.noun_phrase(possession.things, possession.amount)
        return self.form(possession.quantity, {"thing": thing}), True

    def _best_of(self, expr: ir.ArgBest) -> InflectedPhrase:
        """Translate the members of a set with the highest or lowest value."""
        if isinstance(as_written(expr.things), ir.ArgBest):
            base = self.translate(expr.things)
            self.referents.candidates[expr.it] = base.marks
            with self.referents.in_condition():
                return self.form(f"tie_to_{expr.extreme}", {"set": base, "value": self.translate(expr.value)})
        base = self.restricted_set(expr.things, name=self.names.candidate_name(expr))
        self.referents.candidates[expr.it] = base.marks
        with self.referents.in_condition():
            return self.form(f"with_{expr.extreme}", {"set": base, "value": self.translate(expr.value)}, NARROWED)

    def _at_random(self, things: ir.Expr) -> InflectedPhrase:
        """Translate `random one of SET`, with words for the one if the language has them."""
        try:
            return self._single("random", things, "name")
        except MissingTranslationError:
            return self.form("random", {"set": self.translate(things)})

    def _single(self, adjective: str, things: ir.Expr, *marks: str) -> InflectedPhrase:
        """Translate `the first of SET`, with an adjective that stands for one of its things and has these features."""
        found = first_noun(things)
        if found is None and things.type.kind not in self._symbols.nouns:
            raise missing_form(adjective)
        noun = self.nouns.noun(found.noun if found is not None else things.type.kind)
        word, cases = self.words.core_adjective(adjective), self.words.cases
        forms = {("one", case): word.agree(replace_number(noun.marks, "one", case)) for case in cases.names}
        one = cases.build_noun_phrase(replace(noun, name=adjective, marks=noun.marks | set(marks), forms=forms), "one")
        return self.form("one_of", {"one": one, "set": self.translate(things)})

    def _next_player(self, players: ir.Filter, order: ir.InOrder) -> InflectedPhrase:
        """Translate the first player after one, of whom a condition holds."""
        after, word = as_written(order.start), self.words.core_adjective("next")
        assert isinstance(after, ir.NextSeat)
        if not is_acting_seat(after.seat):
            word = self.nouns.with_complement("next", "next_after", self.translate(after.seat))
        base = self.words.cases.build_noun_phrase(self.nouns.noun("seat"), "one", [word])
        return self.restricted(base, players)


def _with_number(phrase: InflectedPhrase) -> frozenset[str]:
    """Return the features of a phrase; a counted one has no number of its own, and is many unless the count is one."""
    is_counted = "number" in phrase.marks and phrase.marks.isdisjoint(NUMBERS)
    return phrase.marks | {"many"} if is_counted else phrase.marks


def is_shown_on(part: Written, die: Local) -> bool:
    """Return True if an expression is what this die shows."""
    written = as_written(part)
    return isinstance(written, ir.VariableValue) and written.variable == SHOWN and is_local(written.keys[0], die)
