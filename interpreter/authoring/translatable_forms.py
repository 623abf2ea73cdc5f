"""Forms that a phrasebook needs to render cards in a language: nouns, adjectives and templates of words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from interpreter.authoring.translation import Blank, Groups
from interpreter.language.analysis import Analysis
from interpreter.language.reading.patterns import HOLE
from interpreter.presentation.names import Names
from interpreter.presentation.saying.entries import NEGATED, plain_wording
from interpreter.presentation.saying.inflection import NUMBERS
from interpreter.presentation.saying.languages import Language
from interpreter.presentation.saying.needs import needs_of
from interpreter.rulebook.labels import slug
from interpreter.rulebook.phrasebooks import Forms, Phrasebook, filled

_KEY = re.compile(r"[a-z][a-z0-9_]{0,63}")


def forms_of(analysis: Analysis, language: Language) -> dict[str, Groups]:
    """Return the phrasebook entries that the events of the cards need, by section, without empty sections.

    Keys are written as in the existing phrasebook, if it has them.
    """
    book = analysis.rulebook
    own = book.phrasebooks.get(language.id, Phrasebook())
    needs = needs_of(analysis, language)
    nouns, names = analysis.symbols.nouns, Names(book)
    cases = language.cases.names
    kinds = {
        key: Blank(f"{noun.one}, {noun.many}", {"is": (), **dict.fromkeys(NUMBERS, cases)})
        for noun, key in ((nouns[id], _kind_key(id, nouns[id].one, analysis, own.nouns)) for id in needs.kinds)
    }
    things = {id: Blank(names.of(id), dict.fromkeys(("is", *cases), ())) for id in needs.things}
    is_ = f"is: {', '.join((*language.genders, *sorted(language.marks)))}"
    adjectives = {word: Blank(word.replace("_", " "), _of_adjective(language)) for word in needs.adjectives}
    words = {
        _word_key(wording, own.words): Blank(
            " ".join(pattern.text.split()), _of_word(book.words[pattern.word].kind, cases)
        )
        for wording, pattern in needs.wordings.items()
        if wording in map(plain_wording, own.words) or not _is_said(wording, book.words[pattern.word].says, own.words)
    }
    found: dict[str, Groups] = {
        "nouns": {f"kinds of things ({is_})": kinds, f"things ({is_}, many); without nom, the name": things},
        "adjectives": {"": adjectives},
        "words": {"": words},
    }
    return {section: groups for section, groups in found.items() if any(groups.values())}


def made_names(analysis: Analysis, language: Language) -> dict[str, str]:
    """Return the labels of names that the events of the cards introduce, with their English."""
    return {slug(name): name.replace("_", " ") for name in needs_of(analysis, language).made_names}


def _kind_key(id: str, one: str, analysis: Analysis, own: Mapping[str, Forms]) -> str:
    """Return the key of a kind of things in a phrasebook: its noun, unless that is the id of a thing."""
    if id in own or one in analysis.symbols.names or not _KEY.fullmatch(one):
        return id
    return one


def _word_key(wording: str, own: Mapping[str, Forms]) -> str:
    return next((str(key) for key in own if plain_wording(key) == wording), wording)


def _is_said(wording: str, says: tuple[str, ...], own: Mapping[str, Forms]) -> bool:
    """Return True if another wording of the same word is translated and can stand for this one.

    It can if it has no holes that this one lacks.
    """
    holes = set(HOLE.findall(wording))
    others = {plain_wording(say) for say in says}
    there = {plain_wording(key) for key, entry in own.items() if (filled(entry) if isinstance(entry, dict) else entry)}
    return any(set(HOLE.findall(other)) <= holes for other in others & there)


def _of_adjective(language: Language) -> dict[str, tuple[str, ...]]:
    """Return the parts of an adjective's entry: stem and model in languages with cases, otherwise all its forms."""
    if len(language.cases.names) > 1:
        return {"like": (), "stem": ()}
    of = [*language.genders, *(f"{gender} many" for gender in language.genders)]
    return dict.fromkeys(of, ())


def _of_word(kind: str, cases: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the parts of a word's entry; empty if it is a single template."""
    if kind == "when":
        return {"says": (), NEGATED: ()}
    return dict.fromkeys(("is", *cases), ()) if kind == "means" else {}
