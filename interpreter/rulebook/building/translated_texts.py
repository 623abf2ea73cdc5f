"""Translations from `text/LANGUAGE.yaml`: titles of things, labels, notes, phrases and phrasebooks.

Keys of options, made from the labels that players read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from interpreter.rulebook.building.ids import IdTable, as_title, on_one_line
from interpreter.rulebook.building.map_builder import MOST_CELLS, cell_id, cells
from interpreter.rulebook.model import Forms, GlossaryNote, Phrase, Phrasebook, Phrases, Rulebook, Title
from interpreter.rulebook.schema.documents import Documents
from interpreter.rulebook.source.library import LANGUAGE_CODE
from interpreter.rulebook.source.nodes import ProblemPlace, YamlMapping, YamlNode, YamlScalar
from interpreter.rulebook.text import slug
from interpreter.support.errors import Location, closest_match

NOUNS = ("card", "seat", "side", "space", "neighbour", "entrance", "number", "box", "track", "zone", "deck", "flag")
"""Nouns that a choice's label can contain in any game (`a_card`); a game adds nouns of its own."""
QUOTED = re.compile(r'"([^"\n]*)"')
PURPOSE = re.compile(r"\bto (\w+)")
MADE = re.compile(r"\b(?:as|let) (\w+)")
LABEL = re.compile(r", to (\w+(?: \w+)+)")


class _Titled(Protocol):
    @property
    def id(self) -> str: ...

    @property
    def title(self) -> Title: ...


TextsByLanguage = dict[str, dict[str, str]]
"""Translations by language, and then by id, label or word."""
PHRASE_SECTIONS = ("sentences", "messages")
"""Sections of a language file that contain phrases."""
FORM_SECTIONS = ("nouns", "adjectives", "words")
"""Sections of a language file that contain grammatical forms and templates."""


@dataclass(frozen=True, slots=True)
class TranslationSection:
    """The translations of one file or section, with their language.

    Attributes:
        spot: The place where the language is given.
        is_foreign: True if they aren't the game's own. The game may then have changed since they were written.
    """

    language: str
    spot: ProblemPlace
    root: YamlMapping
    is_foreign: bool = False

    @classmethod
    def of_file(cls, root: YamlMapping) -> TranslationSection:
        """Return the translations of a file whose name is its language."""
        language = root.source.name.removeprefix("text/").removesuffix(".yaml")
        return cls(language, Location(root.source.path), root)


@dataclass(frozen=True, slots=True)
class TranslatedTexts:
    """Translations by language.

    Attributes:
        texts: Names of things.
        labels: Names of labels.
        notes: Notes on special words.
        glossary: The notes of the game itself, without its variants.
        phrases: Phrases.
        phrasebooks: Grammatical forms and templates for texts.
    """

    texts: TextsByLanguage
    labels: TextsByLanguage
    notes: TextsByLanguage
    glossary: dict[str, Title]
    phrases: dict[str, Phrases]
    phrasebooks: dict[str, Phrasebook]


def read_translations(
    given: list[TranslationSection], documents: Documents, variants: list[str], names: IdTable
) -> TranslatedTexts:
    """Return all given translations, by language; `variants` are the texts of the variants' files."""
    meant = [each for each in given if _is_meant(each, documents, names)]
    return TranslatedTexts(
        _read_names(meant, documents, names),
        _read_labels(meant, documents, variants, names),
        _read_notes(meant, documents, names),
        _own_glossary(documents),
        read_phrases(meant),
        read_phrasebooks(meant),
    )


def _read_names(given: list[TranslationSection], documents: Documents, names: IdTable) -> TextsByLanguage:
    """Return the given names of things, by language, without empty ones.

    Report names of things that aren't in the documents. These are the game's own: a variant can remove things, and
    gives names to the things that it adds.
    """
    things = {thing_id for _, root in documents.kinds_and_roots() for thing_id in _ids(root.data)}
    for each, name, key in _keys(given, "names", names):
        if name not in things:
            _tell(each, key, "unknown-thing", f"there is no thing with the id `{name}`", things, names)
    return _said(given, "names")


def _read_labels(
    given: list[TranslationSection], documents: Documents, variants: list[str], names: IdTable
) -> TextsByLanguage:
    """Return the given labels, by language, and report those that neither the documents nor variants contain."""
    known: set[str] = set()
    for each, label, key in _keys(given, "labels", names):
        known = known or _labels(documents, variants)
        if label not in known:
            _tell(each, key, "unknown-label", f"no text has a label `{label}`", known, names)
    return _said(given, "labels")


def _read_notes(given: list[TranslationSection], documents: Documents, names: IdTable) -> TextsByLanguage:
    """Return the given notes, by language, and report words that aren't in the glossary."""
    words = set(_own_glossary(documents))
    for each, word, key in _keys(given, "glossary", names):
        if word not in words:
            _tell(each, key, "unknown-gloss", f"the glossary has no word `{word}`", words, names)
    notes = _said(given, "glossary")
    return {language: {word: on_one_line(note) for word, note in said.items()} for language, said in notes.items()}


def _own_glossary(documents: Documents) -> dict[str, Title]:
    """Return the notes on special words in the game's own files."""
    vocabulary = documents.single.get("vocabulary")
    glossary = vocabulary.get_mapping("glossary") if vocabulary is not None else None
    return {word: as_title(note, word) for word, note in glossary.data.items()} if glossary is not None else {}


def _keys(
    given: list[TranslationSection], section: str, names: IdTable
) -> Iterator[tuple[TranslationSection, str, YamlScalar]]:
    """Yield the entries of a section; none if some of the rules could not be read."""
    for each in given:
        part = each.root.get_mapping(section)
        if part is not None and not names.incomplete_kinds:
            yield from ((each, entry_id, key) for entry_id, key in part.keys.items())


def _said(given: list[TranslationSection], section: str) -> TextsByLanguage:
    """Return the texts of a section by language, without empty ones."""
    found: TextsByLanguage = {}
    for each in given:
        part = each.root.get_mapping(section)
        said = {entry_id: text for entry_id, text in part.data.items() if text} if part else {}
        found.setdefault(each.language, {}).update(said)
    return found


def _tell(named: TranslationSection, key: YamlScalar, code: str, message: str, known: set[str], names: IdTable) -> None:
    """Report a translation of something that doesn't exist: an error in the game's own files, elsewhere a warning."""
    if named.is_foreign:
        names.problems.warn(key, code, message, closest_match(key.data, known))
    else:
        names.problems.add(key, code, message, key.data, known)


def read_phrases(given: list[TranslationSection]) -> dict[str, Phrases]:
    """Return the given phrases by language, without empty ones."""
    found: dict[str, Phrases] = {}
    for each in given:
        for section in PHRASE_SECTIONS:
            part = each.root.get_mapping(section)
            entries = part.values.items() if part else ()
            said: dict[str, Phrase] = {part.keys[name].text: _phrase(node) for name, node in entries} if part else {}
            if said := {name: phrase for name, phrase in said.items() if phrase}:
                found.setdefault(each.language, {}).setdefault(section, {}).update(said)
    return found


def read_phrasebooks(given: list[TranslationSection]) -> dict[str, Phrasebook]:
    """Return the given phrasebooks by language.

    They aren't checked against the game or the grammar of the language here.
    """
    found: dict[str, Phrasebook] = {}
    for each in given:
        sections = {name: _forms(part) for name in FORM_SECTIONS if (part := each.root.get_mapping(name)) is not None}
        if any(sections.values()):
            found.setdefault(each.language, Phrasebook()).add(Phrasebook(**sections))
    return found


def _forms(mapping: YamlMapping) -> dict[str, Forms]:
    """Return forms by key, both with their places."""
    found: dict[str, Forms] = {}
    for key, node in mapping.values.items():
        if isinstance(node, YamlMapping):
            found[mapping.keys[key].text] = _forms(node)
        elif isinstance(node, YamlScalar):
            found[mapping.keys[key].text] = node.text
    return found


def _phrase(node: YamlNode) -> Phrase:
    if isinstance(node, YamlMapping):
        texts = {node.keys[form].text: each.text for form, each in node.values.items() if isinstance(each, YamlScalar)}
        return {form: text for form, text in texts.items() if text}
    return node.text if isinstance(node, YamlScalar) else ""


def _is_meant(named: TranslationSection, documents: Documents, names: IdTable) -> bool:
    """True if the translations' language and game are right; report it if not."""
    root, language = named.root, named.language
    if not LANGUAGE_CODE.fullmatch(language):
        message = f"a file of names is called by its language, as in fr.yaml; `{language}` is none"
        names.problems.add(named.spot, "bad-language", message)
        return False
    said, game = root.get_plain("language", language), documents.single.get("game")
    if said != language:
        message = f"these are names in `{language}`, as the file is called, not in `{said}`"
        names.problems.add(root.values["language"], "other-language", message, suggestion=language)
        return False
    if game is not None and root.get_plain("for", game.data["id"]) != game.data["id"]:
        message = f"these are names for the game `{root.data['for']}`, not for `{game.data['id']}`"
        names.problems.add(root.values["for"], "other-game", message)
        return False
    return True


def _labels(documents: Documents, variants: list[str]) -> set[str]:
    """Return all possible labels.

    These are texts in quotes, words after `to`, `as` or `let`, and the ids of flags and variables.
    """
    texts = [text for _, root in documents.kinds_and_roots() for text in _strings(root.data)] + variants
    kept = documents.single.get("vocabulary")
    found = {item.data["id"] for what in ("flags", "variables") for item in kept.list_items(what)} if kept else set()
    found.update(slug(word) for _, root in documents.kinds_and_roots() for word in _words(root.data))
    found.update(f"{article}_{noun}" for article in ("a", "an") for noun in NOUNS)
    for text in texts:
        found.update(slug(label) for label in QUOTED.findall(text))
        found.update(PURPOSE.findall(text))
        found.update(map(slug, MADE.findall(text)))
        found.update(map(slug, LABEL.findall(text)))
    return found | {slug(offer) for _, root in documents.kinds_and_roots() for offer in _offers(root)}


def _words(data: object) -> Iterator[str]:
    """Yield words of plain data that can be labels.

    These are states of pieces, attributes and their values, names that a track gives, answers of tables, and nouns
    with an article.
    """
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


def _offers(root: YamlMapping) -> Iterator[str]:
    for item in root.list_items("bends"):
        if isinstance(item, YamlMapping) and isinstance(item.get_plain("offer"), str):
            yield item.get_plain("offer")


def _strings(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, (list, dict)):
        for value in data.values() if isinstance(data, dict) else data:
            yield from _strings(value)


def _ids(data: object) -> Iterator[str]:
    """Yield every id in plain data, including those of a range of seats."""
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


def add_translations(book: Rulebook, spoken: TranslatedTexts) -> None:
    """Add translated names to everything in a new rulebook, unless its own title has one; the same for notes."""
    _drop_outdated(book, spoken)
    for given, titles in ((spoken.texts, titles_of(book)), (spoken.notes, _notes_to_translate(book, spoken))):
        for thing_id, title in titles:
            for language, texts in given.items():
                if thing_id in texts:
                    title.setdefault(language, texts[thing_id])


def override_translations(book: Rulebook, spoken: TranslatedTexts) -> None:
    """Replace names, phrases and forms in a rulebook by these translations."""
    for given, titles in ((spoken.texts, titles_of(book)), (spoken.notes, _notes_to_translate(book, spoken))):
        for thing_id, title in titles:
            title.update({language: texts[thing_id] for language, texts in given.items() if thing_id in texts})
    for texts, own in ((spoken.texts, book.texts), (spoken.labels, book.labels)):
        for language, names in texts.items():
            own.setdefault(language, {}).update(names)
    for language, sections in spoken.phrases.items():
        for section, said in sections.items():
            book.phrases.setdefault(language, {}).setdefault(section, {}).update(said)
    for language, phrasebook in spoken.phrasebooks.items():
        book.phrasebooks.setdefault(language, Phrasebook()).add(phrasebook)


def untranslated_titles(book: Rulebook, language: str) -> dict[str, str]:
    """Return English titles by id of the things that have no name of their own in a language."""
    return {
        thing_id: title["en"]
        for things in titles_to_translate(book).values()
        for thing_id, title in things.items()
        if language not in title
    }


def untranslated_notes(book: Rulebook, language: str) -> dict[str, str]:
    """Return English notes by word of the special words that have no note in a language."""
    return {each.word: each.about["en"] for each in book.glossary if language not in each.about}


def untranslated_counts(book: Rulebook) -> dict[str, int]:
    """Return the number of things without a name of their own, by language.

    Languages other than English in which at least one thing has a name are counted.
    """
    languages = {language for _, title in titles_of(book) for language in title} | {*book.texts}
    return {each: len(untranslated_titles(book, each)) for each in sorted(languages - {"en"})}


def titles_to_translate(book: Rulebook) -> dict[str, dict[str, Title]]:
    """Return the titles that a translator has to translate, by kind of thing and id.

    Of copies, only the first is listed, and of things with the same id as well. Cells of a grid that are called by
    their column and row are left out.
    """
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


def _notes_to_translate(book: Rulebook, spoken: TranslatedTexts) -> Iterator[tuple[str, Title]]:
    """Yield special words with their notes, without those whose English text a variant has changed.

    A translation of the game's own note would explain the rule without the variant.
    """
    return ((each.word, each.about) for each in book.glossary if not _is_changed(each, spoken))


def _drop_outdated(book: Rulebook, spoken: TranslatedTexts) -> None:
    """Remove translations of notes whose English text a variant has changed.

    Those that the variant has changed as well are kept.
    """
    for each in book.glossary:
        if _is_changed(each, spoken):
            for language in [*each.about]:
                if language != "en" and each.about[language] == spoken.glossary[each.word].get(language):
                    del each.about[language]


def _is_changed(gloss: GlossaryNote, spoken: TranslatedTexts) -> bool:
    own = spoken.glossary.get(gloss.word)
    return own is not None and own.get("en") != gloss.about.get("en")


def titles_of(book: Rulebook) -> Iterator[tuple[str, Title]]:
    """Yield the ids and titles of a game and of everything in it."""
    for _, things in _things(book):
        yield from things


def _things(book: Rulebook) -> Iterator[tuple[str, Iterator[tuple[str, Title]]]]:
    """Yield the ids and titles of a game and of everything in it, by kind."""
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
