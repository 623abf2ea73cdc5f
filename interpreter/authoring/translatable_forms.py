"""Forms that a phrasebook needs to render cards in a language: nouns, adjectives and templates of words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from interpreter.authoring.translation import EntryGroups, EntryTemplate
from interpreter.language.analysis import Analysis
from interpreter.language.reading.patterns import HOLE
from interpreter.presentation.names import Names
from interpreter.presentation.saying.entries import NEGATED, untyped_wording
from interpreter.presentation.saying.inflection import NUMBERS
from interpreter.presentation.saying.languages import Language
from interpreter.presentation.saying.needs import collect_required_entries
from interpreter.rulebook.labels import slug
from interpreter.rulebook.phrasebooks import Forms, Phrasebook, without_empty

_KEY = re.compile(r"[a-z][a-z0-9_]{0,63}")


def forms_of(analysis: Analysis, language: Language) -> dict[str, EntryGroups]:
    """Return the phrasebook entries that the events of the cards need, by section, without empty sections.

    Keys are written as in the existing phrasebook, if it has them.
    """
    book = analysis.rulebook
    own = book.phrasebooks.get(language.id, Phrasebook())
    needs = collect_required_entries(analysis, language)
    nouns, names = analysis.symbols.nouns, Names(book)
    cases = language.cases.names
    kinds = {
        key: EntryTemplate(f"{noun.one}, {noun.many}", {"is": (), **dict.fromkeys(NUMBERS, cases)})
        for noun, key in (
            (nouns[thing_id], _kind_key(thing_id, nouns[thing_id].one, analysis, own.nouns)) for thing_id in needs.kinds
        )
    }
    things = {id: EntryTemplate(names.title_of(id), dict.fromkeys(("is", *cases), ())) for id in needs.things}
    is_ = f"is: {', '.join((*language.genders, *sorted(language.marks)))}"
    adjectives = {word: EntryTemplate(word.replace("_", " "), _of_adjective(language)) for word in needs.adjectives}
    words = {
        _word_key(wording, own.words): EntryTemplate(
            " ".join(pattern.text.split()), _of_word(book.words[pattern.word].kind, cases)
        )
        for wording, pattern in needs.wordings.items()
        if wording in map(untyped_wording, own.words)
        or not _is_covered(wording, book.words[pattern.word].says, own.words)
    }
    found: dict[str, EntryGroups] = {
        "nouns": {f"kinds of things ({is_})": kinds, f"things ({is_}, many); without nom, the name": things},
        "adjectives": {"": adjectives},
        "words": {"": words},
    }
    return {section: groups for section, groups in found.items() if any(groups.values())}


def introduced_names(analysis: Analysis, language: Language) -> dict[str, str]:
    """Return the labels of names that the events of the cards introduce, with their English."""
    return {slug(name): name.replace("_", " ") for name in collect_required_entries(analysis, language).made_names}


def _kind_key(thing_id: str, one: str, analysis: Analysis, own: Mapping[str, Forms]) -> str:
    """Return the key of a kind of things in a phrasebook: its noun, unless that is the id of a thing."""
    if thing_id in own or one in analysis.symbols.names or not _KEY.fullmatch(one):
        return thing_id
    return one


def _word_key(wording: str, own: Mapping[str, Forms]) -> str:
    return next((str(key) for key in own if untyped_wording(key) == wording), wording)


def _is_covered(wording: str, says: tuple[str, ...], own: Mapping[str, Forms]) -> bool:
    """Return True if another wording of the same word is translated and can stand for this one.

    It can if it has no holes that this one lacks.
    """
    holes = set(HOLE.findall(wording))
    others = {untyped_wording(say) for say in says}
    there = {
        untyped_wording(key)
        for key, entry in own.items()
        if (without_empty(entry) if isinstance(entry, dict) else entry)
    }
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
