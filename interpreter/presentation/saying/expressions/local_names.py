"""Translation of pronouns, and of the names that a text gives to things."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.language.ir import expressions as ir
from interpreter.language.ir.types import Local
from interpreter.language.symbols import Symbols
from interpreter.presentation.saying.expressions.core_forms import FormFiller
from interpreter.presentation.saying.expressions.noun_phrases import THEIR, NounTranslator, first_noun, number_of
from interpreter.presentation.saying.expressions.referents import IT, THEM, YOU, Referents
from interpreter.presentation.saying.inflection import NUMBERS, InflectedNoun, replace_number
from interpreter.presentation.saying.templates import InflectedPhrase, invariant_phrase


class LocalNameTranslator(FormFiller):
    """Translator of local names: `you`, `it`, `them`, nouns, and names that the text makes."""

    def __init__(self, forms: FormFiller, referents: Referents, nouns: NounTranslator, symbols: Symbols) -> None:
        super().__init__(forms.words, forms.translate)
        self._referents = referents
        self._nouns = nouns
        self._symbols = symbols

    def local_name(self, local: Local) -> InflectedPhrase:
        """Translate a local name: `you`, `it`, a noun, or a name that follows the noun of its value."""
        if local.name == YOU:
            return self._referents.actor or self.core_noun("you")
        if local.name == IT:
            return self._pronoun(self._referents.candidates.get(local, frozenset()))
        if local.name == THEM:
            return self._pronoun_of_several(local)
        if local.name in self._nouns.noun_ids:
            return self._nouns.noun_alone(self._nouns.noun_ids[local.name])
        if local.name == "number" and local.type.kind == "number":
            return self.core_noun("number")
        name = {"name": self.made_name(local)}
        if local not in self._referents.heads:
            return self._name_alone(name)
        noun, number = self._referents.heads[local]
        if self.words.language.names_stand_alone:
            return self._name_as_noun(name["name"], noun, number)
        return self.form("name_behind", {"thing": self.words.cases.build_noun_phrase(noun, number), **name})

    def made_name(self, local: Local) -> InflectedPhrase:
        """Translate a name that the text defines."""
        return invariant_phrase(self.words.defined_name(local.name))

    def has_made_name(self, local: Local, noun: str) -> bool:
        """Return True if the text gives a name to a member of a set with this noun."""
        return local.name not in (noun, *self._nouns.noun_ids)

    def translate_value_of(self, local: Local, value: ir.Expr) -> InflectedPhrase:
        """Translate a value to which the text gives a name."""
        said = self.translate(value)
        self.remember_noun(value, local)
        return said

    def remember_noun(self, thing: ir.Expr, local: Local) -> None:
        """Remember the noun that a name stands for from here on."""
        if (noun := first_noun(thing)) is not None:
            self._referents.heads[local] = self._nouns.noun(noun.noun), number_of(noun)
        elif thing.type.kind in self._symbols.nouns:
            self._referents.heads[local] = self._nouns.noun(thing.type.kind), "many" if thing.type.many else "one"

    def with_name(self, said: InflectedPhrase, noun_id: str, local: Local) -> InflectedPhrase:
        """Return a phrase with the name that the text gives to a thing of this noun."""
        self._referents.heads[local] = self._nouns.noun(noun_id), "one"
        return self.form("named", {"thing": said, "name": self.made_name(local)})

    def candidate_name(self, loop: ir.SetLoop) -> InflectedPhrase | None:
        """Translate the name that a set gives to each of its things; None if `it` is the only one."""
        if loop.it.name == IT:
            return None
        if (noun := first_noun(loop.things)) is not None:
            self._referents.heads[loop.it] = self._nouns.noun(noun.noun), "one"
        return self.made_name(loop.it)

    def introduce(self, candidate: Local) -> None:
        """Let `it` stand for one thing of its type, as in a row of a bot's table."""
        if candidate.type.kind in self._symbols.nouns:
            self._referents.candidates[candidate] = self._nouns.noun(candidate.type.kind).marks | {"one"}

    @contextmanager
    def in_third_person(self) -> Iterator[None]:
        """Translate what each of several seats does: `you` is a pronoun, if the language has words for `their`."""
        if THEIR in self.words.language.adjectives:
            self._referents.actor = self._pronoun(self._nouns.noun("seat").marks | {"one"})
        try:
            yield
        finally:
            self._referents.actor = None

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

    def _pronoun_of_several(self, local: Local) -> InflectedPhrase:
        """Translate `them`: the things that were chosen, which need no name."""
        marks = self._referents.heads[local][0].marks if local in self._referents.heads else frozenset()
        pronoun, cases = self.words.core_adjective(IT), self.words.cases
        forms = {("many", case): pronoun.agree(replace_number(marks, "many", case)) for case in cases.names}
        return cases.build_noun_phrase(InflectedNoun(IT, marks, forms, self.words.pronoun_cases), "many")
