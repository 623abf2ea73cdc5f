"""Terms of a game that need a translation: names of things, labels and glossary notes, with their English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.language.ir.statements import Choose, Either, End, May, RecordUse
from interpreter.language.ir.walks import statements_in
from interpreter.matches.match import Game
from interpreter.presentation.phrases import find_placeholders, phrase_texts
from interpreter.presentation.questions import TRANSLATED_LABELS, with_article
from interpreter.presentation.speech import MessageCatalog
from interpreter.rulebook.labels import slug
from interpreter.rulebook.model import Attribute, Rulebook
from interpreter.rulebook.texts import titles_to_translate

CHOICES = "choices"
TermGroups = Mapping[str, Mapping[str, str]]
"""English text by key, grouped by what the keys have in common."""


def translatable_names(book: Rulebook) -> TermGroups:
    """Return the English names of things by id."""
    return {
        kind: {thing_id: title["en"] for thing_id, title in things.items()}
        for kind, things in titles_to_translate(book).items()
    }


def glossary_notes(book: Rulebook) -> TermGroups:
    """Return the notes of the glossary by word, as they are shown."""
    return {"": {each.word: f"{each.word}: {each.about['en'].strip()}" for each in book.glossary}}


def translatable_labels(game: Game, speech: MessageCatalog) -> TermGroups:
    """Return the labels in the rules that aren't the title of a thing with this id, by key.

    Labels of choices are included only if the questions of the language mention them.
    """
    found: dict[str, dict[str, str]] = {}
    titles = {
        thing_id: title.lower()
        for things in translatable_names(game.rulebook).values()
        for thing_id, title in things.items()
    }
    asks = any("noun" in find_placeholders(text) for text in phrase_texts(speech.sentences.get("ask_thing", "{noun}")))
    known = {*TRANSLATED_LABELS, ""}
    for kind, label, english in (*_of_statements(game), *_of_data(game.rulebook)):
        key, said = slug(label), english.replace("_", " ")
        if key not in known and titles.get(key) != said.lower():
            known.add(key)
            found.setdefault(kind, {})[key] = said
    return {kind: labels for kind, labels in found.items() if asks or kind != CHOICES}


def _of_statements(game: Game) -> Iterator[tuple[str, str, str]]:
    """Yield kind, label and English of the questions and log entries in the rules."""
    for routine in game.program.routines.all:
        for statement in statements_in(routine.body):
            match statement:
                case Choose():
                    yield "decisions", statement.label, f"to {statement.label}"
                    yield CHOICES, with_article(statement.noun), with_article(statement.noun)
                case Either():
                    yield from (("options", label, label) for label, _ in statement.options)
                case May():
                    yield "options", statement.label, statement.label
                case RecordUse():
                    yield "uses of cards", statement.label, statement.label
                case End():
                    yield "reasons for the end", statement.reason, statement.reason


def _of_data(book: Rulebook) -> Iterator[tuple[str, str, str]]:
    """Yield kind, label and English of the labels in the game's data."""
    for flag in book.flags:
        yield "flags", flag.id, flag.id
    for kind in book.pieces:
        yield from (("states of pieces", state, state) for state in kind.states)
    for declared in (book.map.attributes, *(deck.attributes for deck in book.decks)):
        for attribute in declared.values():
            yield from _of_attribute(attribute)
    for track in book.tracks:
        yield from (("what tracks give", name, name) for name in track.gives)


def _of_attribute(attribute: Attribute) -> Iterator[tuple[str, str, str]]:
    for word in (attribute.id, *attribute.values, *([attribute.none] if attribute.none else ())):
        yield "attributes", word, word
