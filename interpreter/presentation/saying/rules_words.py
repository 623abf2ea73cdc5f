"""Phrasebook of a game in the language of its rules, English: made of its nouns, adjectives and wordings.

A game's `text/en.yaml` may have entries of its own, which take precedence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.language.analysis import Analysis
from interpreter.language.ir.types import NUMBER
from interpreter.language.reading.patterns import HOLE, split_verb
from interpreter.language.symbols import NameSymbol
from interpreter.presentation.names import Names
from interpreter.presentation.saying.entries import NEGATED
from interpreter.presentation.speech import DEFAULT_LANGUAGE
from interpreter.rulebook.model import Text, VocabularyWord
from interpreter.rulebook.player_words import Forms, Phrasebook
from interpreter.support.errors import Location
from interpreter.support.noun_forms import counted_noun

OWN_NOUNS = frozenset({"seat", "card", "side", "neighbour", "entrance", "direction", "kind", "piece", "column", "row"})
"""Nouns that the core declares, unless a game gives them other words."""
COMMON_KINDS = frozenset({"zone", "box", "track", "variable", "die"})
"""Kinds of things whose name can be a common noun: `the deck`, `your hand`."""
COUNTED_KINDS = frozenset({"track", "variable"})
"""Kinds of things that are numbers."""
_NO_ARTICLE = re.compile(
    r"\b(?:an?|by|face|for|from|in|not|off|on|out|over|the|to|under|up|with|your|\w+ed|\w+ing)\b", re.IGNORECASE
)
"""Words in titles that go without an article, such as `Face up` or `Pieces on the map`."""
_WORD = re.compile(r"\{[^{}]*\}|[^\s{}]+")
_BEING = ("is", "are", "has", "have", "can")
_OF = (["one", "of"], ["any", "of"])
"""Words before a set that is known: one of the spaces."""


def phrasebook_of_rules(analysis: Analysis, names: Names) -> Phrasebook:
    """Return the English phrasebook of a game."""
    symbols = analysis.symbols
    nouns: dict[str, Forms] = {
        noun_id: {"one": _entry(noun.one.replace("_", " ")), "many": _entry(noun.many.replace("_", " "))}
        for noun_id, noun in symbols.nouns.items()
        if noun_id not in OWN_NOUNS
    }
    grouped = {box.id for box in analysis.rulebook.boxes if box.group is not None}
    for thing_id, name in symbols.names.items():
        if thing_id not in symbols.nouns:
            nouns |= _common_noun(thing_id, name, names, thing_id in grouped)
    adjectives: dict[str, Forms] = {word: _entry(names.title_of(word).replace("_", " ")) for word in symbols.adjectives}
    words = {
        str(say): _Wording(analysis, number, word, say).entry()
        for number, word in enumerate(analysis.rulebook.words)
        for say in word.says
    }
    book = Phrasebook(nouns, adjectives, words)
    if (own := analysis.rulebook.phrasebooks.get(DEFAULT_LANGUAGE)) is not None:
        book.add(own)
    return book


def _entry(words: str) -> Text:
    return Text(words, Location(words))


def _common_noun(thing_id: str, name: NameSymbol, names: Names, is_grouped: bool) -> dict[str, Forms]:
    """Return the entry of a thing whose name is an ordinary word: the deck, your hand. Others are called by title.

    Boxes of a group have no article: red and blue.
    """
    if name.kind not in COMMON_KINDS:
        return {}
    said = thing_id.replace("_", " ")
    is_own = name.per_seat or name.per_space or bool(name.per)
    title = names.title_or(thing_id, said)
    if title in (said, said.capitalize()) or (is_own and "_" not in thing_id):
        title = said
    elif is_own or _NO_ARTICLE.search(title) or name.kind == "track":
        return {}
    entry: dict[str, Forms] = {"nom": _entry(title)}
    if name.kind in COUNTED_KINDS and counted_noun(title, 1) != title:
        entry["is"] = _entry("many")
    if not (is_own or is_grouped):
        entry |= dict.fromkeys(("a", "the", "these"), _entry("the {nom}"))
    return {thing_id: entry}


class _Wording:
    """A wording as an English template."""

    def __init__(self, analysis: Analysis, number: int, word: VocabularyWord, say: Text) -> None:
        self._where = say.where
        self._kind = word.kind
        self._parts = _WORD.findall(HOLE.sub(r"{\1}", say))
        self._numbers = {hole.name for hole in analysis.holes_of(number) if hole.type == NUMBER}
        nouns = analysis.symbols.nouns.values()
        self._singular = _counted_names(analysis) | {noun.many: noun.one for noun in nouns}
        self._is_many = word.kind == "means" and analysis.terms.term(number).type.many
        if self._is_many:
            plural = {noun.one: noun.many for noun in nouns}
            known = [at for at, part in enumerate(self._parts) if part in plural or part in self._singular]
            for at in known[:1]:
                self._parts[at] = plural.get(self._parts[at], self._parts[at])

    def entry(self) -> Forms:
        """Return the entry of the phrasebook."""
        said = self._template()
        if self._kind == "do":
            return self._text(said)
        if self._kind == "means":
            said = re.sub("^(?:the|an?) ", "", said)
            return {"nom": self._text(said), "is": self._text("many" if self._is_many else "")}
        negated = self._template(negated=True)
        return {"says": self._text(said), **({NEGATED: self._text(negated)} if negated != said else {})}

    def _text(self, words: str) -> Text:
        return Text(words, self._where)

    def _template(self, negated: bool = False) -> str:
        return " ".join(self._words(negated))

    def _words(self, negated: bool) -> Iterator[str]:
        """Yield the words with the verb in agreement with its subject, and nouns with the number before them."""
        subject, count, is_said = "", "", False
        for at, part in enumerate(self._parts):
            if part.startswith("{"):
                name = part[1:-1]
                subject, count = subject or name, name if name in self._numbers else ""
                case = "these" if self._parts[max(at - 2, 0) : at] in _OF else "the"
                yield f"{{{name}}}" if count else f"{{{name}, {case}}}"
            elif (verb := split_verb(part))[1] and not is_said:
                is_said = True
                yield from _verb(subject, verb[0], "".join(verb), negated)
            elif self._kind == "when" and part in _BEING and not is_said and subject:
                is_said = True
                yield from _being(subject, part, negated)
            elif count and part in self._singular:
                yield f"{{{count}, one: {self._singular[part]} | other: {part}}}"
                count = ""
            else:
                yield part


def _counted_names(analysis: Analysis) -> dict[str, str]:
    """Return the names of what is counted by numbers, such as points and coins, with their singulars."""
    counted = {*analysis.symbols.attributes}
    counted |= {name for name, symbol in analysis.symbols.names.items() if symbol.kind in COUNTED_KINDS}
    return {name: one for name in counted if (one := counted_noun(name, 1)) != name}


def _agreeing(subject: str, plural: str, singular: str) -> str:
    return f"{{{subject}, you: {plural} | many: {plural} | other: {singular}}}"


def _verb(subject: str, plural: str, singular: str, negated: bool) -> Iterator[str]:
    if not subject:
        yield plural
    elif negated:
        yield f"{_agreeing(subject, 'do', 'does')} not {plural}"
    else:
        yield _agreeing(subject, plural, singular)


def _being(subject: str, verb: str, negated: bool) -> Iterator[str]:
    """Yield a form of `be` or `have`, or `can`."""
    if verb in ("has", "have"):
        yield from _verb(subject, "have", "has", negated)
        return
    said = _agreeing(subject, "are", "is") if verb in ("is", "are") else verb
    yield f"{said} not" if negated else said
