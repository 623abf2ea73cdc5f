"""Hover text in Markdown. Text from the game's files is fenced, so that none of it is taken for markup."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from interpreter.authoring.named import KINDS, Thing
from interpreter.authoring.places import texts_of
from interpreter.editor.meanings import Meaning
from interpreter.editor.readings import Reading
from interpreter.errors import shown
from interpreter.language.own_words import OwnWord
from interpreter.language.reference import Entry, reference
from interpreter.presentation.counts import number_of
from interpreter.rulebook.model import Card, Space

KINDS_OF_WORDS = {"do": "a phrase", "when": "a condition", "means": "a value"}


def told(meaning: Meaning) -> str | None:
    """Return the description of a word; None if nothing is known."""
    reading = meaning.reading
    if meaning.things:
        return "\n\n---\n\n".join("\n\n".join(_thing(reading, thing, reading.own[thing])) for thing in meaning.things)
    if meaning.form is not None:
        return "\n\n".join(_form(reference().entries[meaning.form]))
    if meaning.local is not None:
        return f"a name of this text, made in line {meaning.local.line}"
    return None


def _thing(reading: Reading, thing: Thing, word: OwnWord) -> Iterator[str]:
    kind, id = thing
    yield _fenced("\n".join(word.written))
    said = {each.title: KINDS_OF_WORDS[each.kind] for each in reading.book.words}.get(id, "") if kind == "word" else ""
    what = said or KINDS.get(kind, f"a {kind}")
    titles = ", ".join(dict.fromkeys(word.title.values())) if word.title else ""
    yield what
    facts = [titles, word.gives if word.gives != kind else "", *_printed(reading, thing)]
    if any(facts):
        yield _fenced("\n".join(filter(None, facts)))
    texts = {text.where for _, text in texts_of(reading.book)}
    meant = reading.analysis.resolver.meant.values()
    named = sum((each.kind, each.id) == thing and each.text.where in texts for each in meant)
    file = os.path.relpath(word.where.file, reading.book.folder)
    yield f"named in {number_of(named, 'place')} of the rules; declared in `{_plain(file)}`, line {word.where.line}"


def _printed(reading: Reading, thing: Thing) -> Iterator[str]:
    """Yield the values and text on a thing, or the body of a word."""
    kind, id = thing
    book = reading.book
    if kind == "word":
        yield from (str(word.body).rstrip("\n") for word in book.words if word.title == id)
    card = next((each for each in book.cards if kind == "card" and each.id == id), None)
    space = next((each for each in book.map.spaces if kind == "space" and each.id == id), None)
    known: Card | Space | None = card or space
    columns = known.attributes if known else {}
    yield from (f"{name}: {value}" for name, value in columns.items() if value is not None)
    if card and card.event is not None:
        yield str(card.event).rstrip("\n")


def _form(entry: Entry) -> Iterator[str]:
    yield _fenced("\n".join(entry.written))
    gives = f" It gives {entry.gives}." if entry.gives else ""
    yield f"{' '.join((entry.does, *entry.facts))}{gives}"
    yield _fenced("\n".join(entry.examples))


def _fenced(text: str) -> str:
    """Return a text in a code fence longer than any in the text."""
    safe = "\n".join(shown(line) for line in text.split("\n"))
    longest = max((len(ticks) for ticks in re.findall("`+", safe)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}cahier\n{safe}\n{fence}"


def _plain(name: str) -> str:
    return shown(name).replace("`", "'")
