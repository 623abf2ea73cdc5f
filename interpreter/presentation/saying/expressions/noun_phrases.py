"""Translation of nouns with the words around them: adjectives, amounts, owners and places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.language.ir import expressions as ir
from interpreter.language.ir.written import Belonging, Name, Written, WrittenNoun, as_written
from interpreter.language.symbols import Symbols
from interpreter.presentation.saying.expressions.core_forms import FormFiller
from interpreter.presentation.saying.expressions.referents import Referents, is_acting_seat
from interpreter.presentation.saying.inflection import InflectedAdjective, InflectedNoun
from interpreter.presentation.saying.templates import InflectedPhrase, invariant_phrase

NEIGHBOURS = ("neighbour", "entrance")
"""Nouns of spaces that are known by another space."""
THEIR = "their"
"""Adjective for what belongs to each of several seats."""
ENEMY = "enemy"
"""Determiner of enemy pieces, and the adjective for it in languages that have one."""


def first_noun(thing: Written) -> WrittenNoun | None:
    """Return the first noun phrase in an expression."""
    written = as_written(thing)
    if isinstance(written, WrittenNoun):
        return written
    return next(filter(None, map(first_noun, written.parts)), None)


def number_of(phrase: WrittenNoun) -> str:
    """Return the number of a noun phrase."""
    return "many" if phrase.many else "one"


class NounTranslator(FormFiller):
    """Translator of noun phrases.

    Attributes:
        noun_ids: Ids of nouns by their singular.
    """

    def __init__(self, forms: FormFiller, referents: Referents, symbols: Symbols) -> None:
        super().__init__(forms.words, forms.translate)
        self._referents = referents
        self._symbols = symbols
        self.noun_ids = {noun.one: noun_id for noun_id, noun in symbols.nouns.items()}

    def noun(self, noun_id: str) -> InflectedNoun:
        """Return a noun with its kind as a feature; for neighbours, that of spaces."""
        noun = self.words.noun("space" if noun_id in NEIGHBOURS else noun_id)
        return replace(noun, marks=noun.marks | {self._symbols.nouns[noun_id].kind})

    def noun_alone(self, noun_id: str) -> InflectedPhrase:
        """Translate one thing of a kind by its noun alone. A neighbour is a space that is next to one."""
        adjectives = [self.words.core_adjective(noun_id)] if noun_id in NEIGHBOURS else []
        return self.words.cases.build_noun_phrase(self.noun(noun_id), "one", adjectives)

    def noun_phrase(self, phrase: WrittenNoun, count: ir.Expr | None = None) -> InflectedPhrase:
        """Translate a noun with its adjectives, owner and place, and with a count if there is one."""
        amount = None if count is None else self.translate(count)
        noun, determiner, owner = self.noun(phrase.noun), phrase.determiner, phrase.owner
        adjectives = [self.words.adjective(word) for word in phrase.adjectives]
        if phrase.noun in NEIGHBOURS and owner is not None:
            next_to = self.with_complement(phrase.noun, f"{phrase.noun}_of", self.translate(owner))
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
            cases.build_noun_phrase(noun, number_of(phrase), adjectives)
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

    def counted_noun(self, amount: ir.Expr, noun_id: str) -> InflectedPhrase:
        """Translate a bare noun with an amount."""
        return self.words.cases.build_counted_phrase(self.translate(amount), self.noun(noun_id))

    def everyone(self) -> InflectedPhrase:
        """Translate `everyone`."""
        return self.core_noun("everyone")

    def name_phrase(self, name: Name) -> InflectedPhrase:
        """Translate the name of a thing of the game."""
        thing = _of_kind(self.words.thing(name.id), name.kind)
        return self.words.cases.build_noun_phrase(thing, thing.number)

    def name_of(self, written: Belonging, adjectives: Sequence[InflectedAdjective] = ()) -> InflectedPhrase:
        """Translate the name of a possession or property, without its owner."""
        thing = _of_kind(self.words.thing(written.name), written.kind)
        genders = self.words.language.genders
        if not genders or not thing.marks.isdisjoint(genders):  # one of several, not a thing of that name
            thing = replace(thing, marks=thing.marks - {"name"})
        return self.words.cases.build_noun_phrase(thing, thing.number, adjectives)

    def belonging(self, written: Belonging) -> InflectedPhrase:
        """Translate a possession or property: `X of Y`, `your X`, `X of Y in Z`."""
        if written.place is not None:
            kept = self.belonging(replace(written, place=None))
            return self.form("of_in", {"thing": kept, "place": self.translate(written.place)})
        noun_id = self.noun_ids.get(written.name)
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

    def opponent(self, expr: ir.Opponent) -> InflectedPhrase:
        """Translate the other seat or side."""
        if expr.type.kind == "side":
            other = self.with_complement("opposing", "other_of", self.translate(expr.of))
            return self.words.cases.build_noun_phrase(self.noun("side"), "one", [other])
        opponent = self.core_noun("opponent")
        if is_acting_seat(expr.of):
            return opponent
        return self.form("opponent_of", {"opponent": opponent, "seat": self.translate(expr.of)})

    @property
    def _possessive(self) -> InflectedAdjective:
        """The adjective for what belongs to the acting seat."""
        if self._referents.actor is None:
            return self.words.core_adjective(self._referents.your_adjective)
        known = self.words.language.adjectives
        of_gender = next(
            (f"{THEIR}_{mark}" for mark in self._referents.actor.marks if f"{THEIR}_{mark}" in known), THEIR
        )
        return self.words.core_adjective(of_gender)

    def adjective_of(self, thing: InflectedPhrase, adjective: str) -> InflectedPhrase:
        """Translate a predicative adjective, which agrees with the thing."""
        word, first = self.words.adjective(adjective), self.words.cases.names[0]
        return InflectedPhrase(frozenset(), lambda case: word.agree(thing.marks | {case or first}))

    def with_complement(self, adjective: str, form: str, of: InflectedPhrase) -> InflectedAdjective:
        """Return an adjective of the core together with the words that it governs, as in `next to X`."""
        words = self.words
        name = form if form in words.language.adjectives else adjective  # where it stands elsewhere with these words
        known, template = words.core_adjective(name), words.form(form)
        forms = {
            marks: template.fill({"adjective": invariant_phrase(said), "of": of}) for marks, said in known.forms.items()
        }
        return replace(known, forms=forms)


def _of_kind(thing: InflectedNoun, kind: str) -> InflectedNoun:
    return replace(thing, marks=thing.marks | {kind})
