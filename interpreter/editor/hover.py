"""Hover text in Markdown. Text from the game's files is fenced, so that none of it is taken for markup."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from interpreter.authoring.named import KIND_PHRASES, Thing
from interpreter.authoring.places import rule_texts
from interpreter.editor.meanings import WordMeaning
from interpreter.editor.readings import GameReading
from interpreter.errors import printable
from interpreter.language.own_words import GlossaryEntry
from interpreter.language.reference import FormEntry, reference
from interpreter.presentation.counts import format_count
from interpreter.rulebook.model import Card, Space

WORD_KINDS = {"do": "a phrase", "when": "a condition", "means": "a value"}


def hover_text(meaning: WordMeaning) -> str | None:
    """Return the description of a word; None if nothing is known."""
    reading = meaning.reading
    if meaning.things:
        return "\n\n---\n\n".join(
            "\n\n".join(_thing(reading, thing, reading.declared_words[thing])) for thing in meaning.things
        )
    if meaning.form is not None:
        return "\n\n".join(_form(reference().entries[meaning.form]))
    if meaning.local is not None:
        return f"a name of this text, made in line {meaning.local.line}"
    return None


def _thing(reading: GameReading, thing: Thing, word: GlossaryEntry) -> Iterator[str]:
    kind, thing_id = thing
    yield _fenced("\n".join(word.wordings))
    said = (
        {each.title: WORD_KINDS[each.kind] for each in reading.book.words}.get(thing_id, "") if kind == "word" else ""
    )
    what = said or KIND_PHRASES.get(kind, f"a {kind}")
    titles = ", ".join(dict.fromkeys(word.title.values())) if word.title else ""
    yield what
    facts = [titles, word.description if word.description != kind else "", *_printed(reading, thing)]
    if any(facts):
        yield _fenced("\n".join(filter(None, facts)))
    texts = {text.where for _, text in rule_texts(reading.book)}
    meant = reading.analysis.resolver.name_uses.values()
    named = sum((each.kind, each.id) == thing and each.text.where in texts for each in meant)
    file = os.path.relpath(word.where.file, reading.book.folder)
    yield f"named in {format_count(named, 'place')} of the rules; declared in `{_plain(file)}`, line {word.where.line}"


def _printed(reading: GameReading, thing: Thing) -> Iterator[str]:
    """Yield the values and text on a thing, or the body of a word."""
    kind, thing_id = thing
    book = reading.book
    if kind == "word":
        yield from (str(word.body).rstrip("\n") for word in book.words if word.title == thing_id)
    card = next((each for each in book.cards if kind == "card" and each.id == thing_id), None)
    space = next((each for each in book.map.spaces if kind == "space" and each.id == thing_id), None)
    known: Card | Space | None = card or space
    columns = known.attributes if known else {}
    yield from (f"{name}: {value}" for name, value in columns.items() if value is not None)
    if card and card.event is not None:
        yield str(card.event).rstrip("\n")


def _form(entry: FormEntry) -> Iterator[str]:
    yield _fenced("\n".join(entry.wordings))
    gives = f" It gives {entry.result_type}." if entry.result_type else ""
    yield f"{' '.join((entry.meaning, *entry.facts))}{gives}"
    yield _fenced("\n".join(entry.examples))


def _fenced(text: str) -> str:
    """Return a text in a code fence longer than any in the text."""
    safe = "\n".join(printable(line) for line in text.split("\n"))
    longest = max((len(ticks) for ticks in re.findall("`+", safe)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}cahier\n{safe}\n{fence}"


def _plain(name: str) -> str:
    return printable(name).replace("`", "'")
