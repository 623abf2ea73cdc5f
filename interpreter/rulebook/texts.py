"""Ids of things in other languages, from `text/LANGUAGE.yaml`, put into the titles of what they name; and what is said
in those languages besides."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from interpreter.errors import Where, nearest
from interpreter.rulebook.documents import Documents
from interpreter.rulebook.grids import MOST_CELLS, cell_id, cells
from interpreter.rulebook.ids import Ids, as_title, on_one_line
from interpreter.rulebook.labels import slug
from interpreter.rulebook.library import LANGUAGE
from interpreter.rulebook.model import Gloss, Phrase, Phrases, Rulebook, Title
from interpreter.rulebook.nodes import Mapping, Node, Scalar, Spot
from interpreter.rulebook.phrasebooks import Forms, Phrasebook

NOUNS = ("card", "seat", "side", "space", "neighbour", "entrance", "number", "box", "track", "zone", "deck", "flag")
"""What a choice may be called to be of in any game: `a_card`. A game has nouns of its own besides."""
QUOTED = re.compile(r'"([^"\n]*)"')
PURPOSE = re.compile(r"\bto (\w+)")
MADE = re.compile(r"\b(?:as|let) (\w+)")
LABEL = re.compile(r", to (\w+(?: \w+)+)")


class _Titled(Protocol):
    @property
    def id(self) -> str: ...

    @property
    def title(self) -> Title: ...


Texts = dict[str, dict[str, str]]
"""Language to id, label or word, to what it is called."""
SECTIONS = ("sentences", "messages")
"""What holds phrases."""
FORMS = ("nouns", "adjectives", "words")
"""What says how texts read."""


@dataclass(frozen=True, slots=True)
class Named:
    """Names in a language, and where it is said which one. `strange`: they are not the game's own, which may have been
    changed since they were written."""

    language: str
    spot: Spot
    root: Mapping
    strange: bool = False

    @classmethod
    def of_file(cls, root: Mapping) -> Named:
        """Those of a file, which is called by its language."""
        language = root.source.name.removeprefix("text/").removesuffix(".yaml")
        return cls(language, Where(root.source.path), root)


@dataclass(frozen=True, slots=True)
class Spoken:
    """Texts in other languages: names of things and of labels, notes on special words, phrases, how texts read.
    `glossary`: the notes on special words as the game itself has them, without its variants."""

    texts: Texts
    labels: Texts
    notes: Texts
    glossary: dict[str, Title]
    phrases: dict[str, Phrases]
    phrasebooks: dict[str, Phrasebook]


def read_spoken(given: list[Named], documents: Documents, variants: list[str], names: Ids) -> Spoken:
    """All that is given, by language. `variants`: what their files say."""
    meant = [each for each in given if _is_meant(each, documents, names)]
    return Spoken(
        _read_names(meant, documents, names),
        _read_labels(meant, documents, variants, names),
        _read_notes(meant, documents, names),
        _own_glossary(documents),
        read_phrases(meant),
        read_phrasebooks(meant),
    )


def _read_names(given: list[Named], documents: Documents, names: Ids) -> Texts:
    """The names of things that are given, by language; empty ones are none. A name has to be that of something in the
    documents, which are those of the game itself: a variant may take things out, and names its own."""
    things = {id for _, root in documents.all() for id in _ids(root.data)}
    for each, name, key in _keys(given, "names", names):
        if name not in things:
            _tell(each, key, "unknown-thing", f"there is no thing with the id `{name}`", things, names)
    return _said(given, "names")


def _read_labels(given: list[Named], documents: Documents, variants: list[str], names: Ids) -> Texts:
    """The labels that are given. One has to be in the documents, or in what the files of `variants` say."""
    known: set[str] = set()
    for each, label, key in _keys(given, "labels", names):
        known = known or _labels(documents, variants)
        if label not in known:
            _tell(each, key, "unknown-label", f"no text has a label `{label}`", known, names)
    return _said(given, "labels")


def _read_notes(given: list[Named], documents: Documents, names: Ids) -> Texts:
    """The notes on special words that are given, which have to be those of the glossary."""
    words = set(_own_glossary(documents))
    for each, word, key in _keys(given, "glossary", names):
        if word not in words:
            _tell(each, key, "unknown-gloss", f"the glossary has no word `{word}`", words, names)
    notes = _said(given, "glossary")
    return {language: {word: on_one_line(note) for word, note in said.items()} for language, said in notes.items()}


def _own_glossary(documents: Documents) -> dict[str, Title]:
    """The notes on special words in the game's own files."""
    vocabulary = documents.single.get("vocabulary")
    glossary = vocabulary.mapping("glossary") if vocabulary is not None else None
    return {word: as_title(note, word) for word, note in glossary.data.items()} if glossary is not None else {}


def _keys(given: list[Named], section: str, names: Ids) -> Iterator[tuple[Named, str, Scalar]]:
    """What the entries of a section are for; nothing if not all of the rules could be read."""
    for each in given:
        part = each.root.mapping(section)
        if part is not None and not names.incomplete:
            yield from ((each, id, key) for id, key in part.keys.items())


def _said(given: list[Named], section: str) -> Texts:
    """What a section says, by language; what is empty is not said."""
    found: Texts = {}
    for each in given:
        part = each.root.mapping(section)
        said = {id: text for id, text in part.data.items() if text} if part else {}
        found.setdefault(each.language, {}).update(said)
    return found


def _tell(named: Named, key: Scalar, code: str, message: str, known: set[str], names: Ids) -> None:
    """That something is named that is not there: of a game's own files a mistake."""
    if named.strange:
        names.problems.warn(key, code, message, nearest(key.data, known))
    else:
        names.problems.add(key, code, message, key.data, known)


def read_phrases(given: list[Named]) -> dict[str, Phrases]:
    """What is said besides, by language; empty phrases are none."""
    found: dict[str, Phrases] = {}
    for each in given:
        for section in SECTIONS:
            part = each.root.mapping(section)
            entries = part.values.items() if part else ()
            said: dict[str, Phrase] = {part.keys[name].text: _phrase(node) for name, node in entries} if part else {}
            if said := {name: phrase for name, phrase in said.items() if phrase}:
                found.setdefault(each.language, {}).setdefault(section, {}).update(said)
    return found


def read_phrasebooks(given: list[Named]) -> dict[str, Phrasebook]:
    """How texts read, by language; whether that fits the game, and the language, is for who speaks it."""
    found: dict[str, Phrasebook] = {}
    for each in given:
        sections = {name: _forms(part) for name in FORMS if (part := each.root.mapping(name)) is not None}
        if any(sections.values()):
            found.setdefault(each.language, Phrasebook()).add(Phrasebook(**sections))
    return found


def _forms(mapping: Mapping) -> dict[str, Forms]:
    """Forms by key, both with their places."""
    found: dict[str, Forms] = {}
    for key, node in mapping.values.items():
        if isinstance(node, Mapping):
            found[mapping.keys[key].text] = _forms(node)
        elif isinstance(node, Scalar):
            found[mapping.keys[key].text] = node.text
    return found


def _phrase(node: Node) -> Phrase:
    if isinstance(node, Mapping):
        texts = {node.keys[form].text: each.text for form, each in node.values.items() if isinstance(each, Scalar)}
        return {form: text for form, text in texts.items() if text}
    return node.text if isinstance(node, Scalar) else ""


def _is_meant(named: Named, documents: Documents, names: Ids) -> bool:
    """Whether the names are in a language, and what they say of themselves is so; if not, that is told."""
    root, language = named.root, named.language
    if not LANGUAGE.fullmatch(language):
        message = f"a file of names is called by its language, as in fr.yaml; `{language}` is none"
        names.problems.add(named.spot, "bad-language", message)
        return False
    said, game = root.plain("language", language), documents.single.get("game")
    if said != language:
        message = f"these are names in `{language}`, as the file is called, not in `{said}`"
        names.problems.add(root.values["language"], "other-language", message, suggestion=language)
        return False
    if game is not None and root.plain("for", game.data["id"]) != game.data["id"]:
        message = f"these are names for the game `{root.data['for']}`, not for `{game.data['id']}`"
        names.problems.add(root.values["for"], "other-game", message)
        return False
    return True


def _labels(documents: Documents, variants: list[str]) -> set[str]:
    """What may be a label: what stands in quotes, behind `to`, `as` or `let`, and the ids of flags and of variables."""
    texts = [text for _, root in documents.all() for text in _strings(root.data)] + variants
    kept = documents.single.get("vocabulary")
    found = {item.data["id"] for what in ("flags", "variables") for item in kept.items_of(what)} if kept else set()
    found.update(slug(word) for _, root in documents.all() for word in _words(root.data))
    found.update(f"{article}_{noun}" for article in ("a", "an") for noun in NOUNS)
    for text in texts:
        found.update(slug(label) for label in QUOTED.findall(text))
        found.update(PURPOSE.findall(text))
        found.update(map(slug, MADE.findall(text)))
        found.update(map(slug, LABEL.findall(text)))
    return found | {slug(offer) for _, root in documents.all() for offer in _offers(root)}


def _words(data: object) -> Iterator[str]:
    """States of pieces, attributes and what they can be, what a track gives, answers of tables, nouns with an article:
    in plain data."""
    if isinstance(data, list):
        for item in data:
            yield from _words(item)
    if not isinstance(data, dict):
        return
    for key, value in data.items():
        if key in ("states", "answers") and isinstance(value, list):
            yield from (each for each in value if isinstance(each, str))
        elif key in ("attributes", "gives") and isinstance(value, dict):
            yield from value
            for kind in value.values():
                kinds = kind.get("is") if isinstance(kind, dict) else kind
                yield from (each for each in kinds if isinstance(each, str)) if isinstance(kinds, list) else ()
                if isinstance(kind, dict) and isinstance(kind.get("none"), str):
                    yield kind["none"]
        elif key == "noun" and isinstance(value, dict):
            yield from (f"{article} {value.get('one')}" for article in ("a", "an"))
        yield from _words(value)


def _offers(root: Mapping) -> Iterator[str]:
    for item in root.items_of("bends"):
        if isinstance(item, Mapping) and isinstance(item.plain("offer"), str):
            yield item.plain("offer")


def _strings(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, (list, dict)):
        for value in data.values() if isinstance(data, dict) else data:
            yield from _strings(value)


def _ids(data: object) -> Iterator[str]:
    """Every id in plain data, those of the seats of a range included."""
    if isinstance(data, list):
        for item in data:
            yield from _ids(item)
    if not isinstance(data, dict):
        return
    for key in ("id", "deck"):
        if isinstance(data.get(key), str):
            yield data[key]
    grid = data.get("grid")
    if isinstance(grid, dict):
        columns, rows = grid.get("columns", 1), grid.get("rows", 1)
        if columns * rows <= MOST_CELLS:
            yield from (cell_id(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1))
    if isinstance(data.get("id"), str) and isinstance(data.get("to"), int):
        yield from (f"{data['id']}{number}" for number in range(1, data["to"] + 1))
    for value in data.values():
        yield from _ids(value)


def put_in(book: Rulebook, spoken: Spoken) -> None:
    """Give everything in a new rulebook its names in other languages, unless its own title has one; so for notes."""
    _drop_outdated(book, spoken)
    for given, titles in ((spoken.texts, titles_of(book)), (spoken.notes, _notes_to_translate(book, spoken))):
        for id, title in titles:
            for language, texts in given.items():
                if id in texts:
                    title.setdefault(language, texts[id])


def put_over(book: Rulebook, spoken: Spoken) -> None:
    """Give everything in a rulebook these names, phrases and forms, whatever it was called and said before."""
    for given, titles in ((spoken.texts, titles_of(book)), (spoken.notes, _notes_to_translate(book, spoken))):
        for id, title in titles:
            title.update({language: texts[id] for language, texts in given.items() if id in texts})
    for texts, own in ((spoken.texts, book.texts), (spoken.labels, book.labels)):
        for language, names in texts.items():
            own.setdefault(language, {}).update(names)
    for language, sections in spoken.phrases.items():
        for section, said in sections.items():
            book.phrases.setdefault(language, {}).setdefault(section, {}).update(said)
    for language, phrasebook in spoken.phrasebooks.items():
        book.phrasebooks.setdefault(language, Phrasebook()).add(phrasebook)


def unnamed(book: Rulebook, language: str) -> dict[str, str]:
    """The things that have no name of their own in a language, by id, with their English titles."""
    return {
        id: title["en"] for things in titled(book).values() for id, title in things.items() if language not in title
    }


def unexplained(book: Rulebook, language: str) -> dict[str, str]:
    """The special words that have no note in a language, with the English one."""
    return {each.word: each.about["en"] for each in book.glossary if language not in each.about}


def missing_names(book: Rulebook) -> dict[str, int]:
    """How many things have no name of their own, in each language other than English in which something has one."""
    languages = {language for _, title in titles_of(book) for language in title} | {*book.texts}
    return {each: len(unnamed(book, each)) for each in sorted(languages - {"en"})}


def titled(book: Rulebook) -> dict[str, dict[str, Title]]:
    """What a translator has to name: titles by id, by the kind of thing. Copies are called as their first, things of
    one id as the first of them, cells of a grid by their column and row."""
    grid = book.map.grid
    plain = {cell_id(*cell) for cell in cells(grid)} if grid else set()
    found: dict[str, dict[str, Title]] = {}
    seen: set[int | str] = set()
    for kind, things in _things(book):
        for name, title in things:
            if seen.isdisjoint((id(title), name)) and not (name in plain and title["en"].lower() == name):
                found.setdefault(kind, {})[name] = title
            seen |= {id(title), name}
    return found


def _notes_to_translate(book: Rulebook, spoken: Spoken) -> Iterator[tuple[str, Title]]:
    """The special words and the notes on them, without those whose English text a variant has changed: a translation
    of the game's own note would tell the rule without the variant."""
    return ((each.word, each.about) for each in book.glossary if not _is_changed(each, spoken))


def _drop_outdated(book: Rulebook, spoken: Spoken) -> None:
    """Take the translations out of notes whose English text a variant has changed, unless it has changed them, too."""
    for each in book.glossary:
        if _is_changed(each, spoken):
            for language in [*each.about]:
                if language != "en" and each.about[language] == spoken.glossary[each.word].get(language):
                    del each.about[language]


def _is_changed(gloss: Gloss, spoken: Spoken) -> bool:
    own = spoken.glossary.get(gloss.word)
    return own is not None and own.get("en") != gloss.about.get("en")


def titles_of(book: Rulebook) -> Iterator[tuple[str, Title]]:
    """The ids and titles of a game and of everything in it."""
    for _, things in _things(book):
        yield from things


def _things(book: Rulebook) -> Iterator[tuple[str, Iterator[tuple[str, Title]]]]:
    """The ids and titles of a game and of everything in it, by kind."""
    lists: dict[str, Iterable[_Titled]] = {
        "seats": book.seats,
        "sides": book.sides,
        "spaces": book.map.spaces,
        "pieces": book.pieces,
        "boxes": book.boxes,
        "tracks": book.tracks,
        "zones": book.zones,
        "decks": book.decks,
        "cards": book.cards,
    }
    yield "game", iter([(book.id, book.title)])
    for kind, things in lists.items():
        yield kind, ((thing.id, thing.title) for thing in things)
    yield "tracks", (name for track in book.tracks for name in track.names.values())
    yield "variables", ((each.id, each.title) for each in book.variables if each.title is not None)
