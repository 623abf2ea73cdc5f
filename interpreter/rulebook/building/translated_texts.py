"""Translations from `text/LANGUAGE.yaml`: titles of things, labels, notes, phrases and phrasebooks.

Keys of options, made from the labels that players read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from interpreter.rulebook.boards.declared import declared_grid, joined_grid
from interpreter.rulebook.building.ids import DECLARED_IN, IdTable, as_title, on_one_line
from interpreter.rulebook.building.joints import joined_title
from interpreter.rulebook.building.map_builder import cell_title
from interpreter.rulebook.building.player_texts import (
    EVERYBODY,
    SENTENCE_SECTIONS,
    SentencePath,
    find_sentences,
    sentences_of,
    told_sentences,
)
from interpreter.rulebook.model import Box, GlossaryNote, Rulebook, Space, Text, Title
from interpreter.rulebook.player_words import Forms, Phrase, Phrasebook, Phrases, Sentence
from interpreter.rulebook.schema.documents import Documents
from interpreter.rulebook.source.library import LANGUAGE_CODE
from interpreter.rulebook.source.nodes import ProblemPlace, YamlMapping, YamlNode, YamlScalar
from interpreter.rulebook.text import slug
from interpreter.support.errors import Location
from interpreter.support.name_lists import quote_names
from interpreter.support.similar_words import closest_match

LABEL_FIELDS = ("states", "answers", "attributes", "gives", "noun")
"""Fields whose values have words that can be labels."""
NOUNS = ("card", "seat", "side", "space", "neighbour", "entrance", "number", "box", "track", "zone", "deck", "flag")
"""Nouns that a choice's label can contain in any game (`a_card`); a game adds nouns of its own."""
QUOTED = re.compile(r'"([^"\n]*)"')
PURPOSE = re.compile(r"\bto (\w+)")
MADE = re.compile(r"\b(?:as|let) (\w+)")
LABEL = re.compile(r", to (\w+(?: \w+)+)")
ADDED = re.compile(r"\b(?:say|id): *(?:\"([^\"\n]+)\"|([^\s\"#,}][^\"\n#,}]*))")
"""The wording of a word, or the id of a thing, in the file of a variant."""

MOST_LABELLED = 8192
"""Number of texts whose labels are cached."""

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
        counted_labels: Names of labels behind a number, by plural category.
        notes: Notes on special words.
        glossary: The notes of the game itself, without its variants.
        phrases: Phrases.
        sentences: Sentences for players by place.
        own_sentences: The English sentences of the game itself, without its variants, by place.
        phrasebooks: Grammatical forms and templates for texts.
    """

    texts: TextsByLanguage
    labels: TextsByLanguage
    counted_labels: dict[str, dict[str, dict[str, str]]]
    notes: TextsByLanguage
    glossary: dict[str, Title]
    phrases: dict[str, Phrases]
    sentences: dict[str, dict[SentencePath, Text]]
    own_sentences: dict[SentencePath, Text]
    phrasebooks: dict[str, Phrasebook]


@dataclass(frozen=True, slots=True)
class _WrittenTexts:
    """The texts of one file or section that know their places. They are shared, and never changed.

    Attributes:
        phrases: Phrases by section and name.
        sentences: Sentences for players by place.
        forms: Grammatical forms and templates by section.
    """

    phrases: Phrases
    sentences: dict[SentencePath, Text]
    forms: dict[str, dict[str, Forms]]


MOST_WRITTEN = 32
"""Number of files and sections whose texts are cached."""


@lru_cache(maxsize=MOST_WRITTEN)
def _written_texts(root: YamlMapping) -> _WrittenTexts:
    """Return the texts of a file or section, which doesn't change any more; a changed file is another root."""
    phrases: Phrases = {}
    for section in PHRASE_SECTIONS:
        entries = root.section(section).entries()
        phrases[section] = {key.text: phrase for key, node in entries if (phrase := _phrase(node))}
    sentences = {path: sentence["en"] for path, sentence in find_sentences(root).items()}
    forms = {name: _forms(part) for name in FORM_SECTIONS if (part := root.get_mapping(name)) is not None}
    return _WrittenTexts(phrases, sentences, forms)


def read_translations(
    given: list[TranslationSection], documents: Documents, variants: list[str], names: IdTable
) -> TranslatedTexts:
    """Return all given translations, by language; `variants` are the texts of the variants' files."""
    meant = [each for each in given if _is_for_game(each, documents, names)]
    own_notes = documents.get("vocabulary").section("glossary").data
    glossary = {word: as_title(note, word) for word, note in own_notes.items()}
    _check_keys(meant, "names", "unknown-thing", "there is no thing with the id `{}`", lambda: _ids(documents), names)
    labels = partial(_labels, documents, variants)
    _check_keys(meant, "labels", "unknown-label", "no text has a label `{}`", labels, names)
    _check_keys(meant, "glossary", "unknown-gloss", "the glossary has no word `{}`", lambda: set(glossary), names)
    game = documents.get("game")
    own = find_sentences(game) | told_sentences(documents)
    own_sentences = {path: sentence["en"] for path, sentence in own.items()}
    for section in SENTENCE_SECTIONS:
        known = {key or EVERYBODY for name, key, _ in own_sentences if name == section}
        message = f"`{section}` in game.yaml has no sentence for `{{}}`"
        alone = [key for key in known if not any(key in each.root.section(section).keys for each in meant)]
        if meant and 0 < len(alone) < len(known):
            message += f"; {quote_names(sorted(alone))} there {'has' if len(alone) == 1 else 'have'} no translation"
        if section == "tell":
            message = "no `tell` in the rules has the sentence `{}`"
        elif section in RENAMED:
            known |= _report_renamed(game, section, alone, meant, labels, names)
        _check_keys(meant, section, "unknown-sentence", message, known.copy, names)
    notes = _texts_by_language(meant, "glossary")
    return TranslatedTexts(
        _texts_by_language(meant, "names"),
        _texts_by_language(meant, "labels"),
        _counted_labels(meant),
        {language: {word: on_one_line(note) for word, note in said.items()} for language, said in notes.items()},
        glossary,
        read_phrases(meant),
        _translated_sentences(meant),
        own_sentences,
        read_phrasebooks(meant, variants),
    )


RENAMED = {
    "ask": "no decision has the purpose `{}`, and no phrase or card of this name asks one",
    "because": "the game never ends with the reason `{}`",
}
"""The message about a sentence for players whose key nothing in the rules has, by the section of game.yaml."""


def _report_renamed(
    game: YamlMapping,
    section: str,
    alone: list[str],
    given: list[TranslationSection],
    find_labels: Callable[[], set[str]],
    names: IdTable,
) -> set[str]:
    """Report the keys in game.yaml that nothing in the rules has; return those of the translations that are right.

    Such a key is untranslated (one of `alone`), and a translation has a similar one, which the rules do have.
    """
    right, written = set[str](), game.section(section).keys
    translated = {str(key.data) for each in given for key in each.root.section(section).keys.values()}
    untold = translated - written.keys()
    labels = find_labels() if untold and not names.incomplete_kinds else set()
    for key in alone if labels else ():
        meant = closest_match(key, untold & labels) if slug(key) not in labels and key in written else None
        if meant is not None:
            right.add(meant)
            names.problems.add(written[key], "unknown-purpose", RENAMED[section].format(key), suggestion=meant)
    return right


def _check_keys(
    given: list[TranslationSection],
    section: str,
    code: str,
    message: str,
    find_known: Callable[[], set[str]],
    names: IdTable,
) -> None:
    """Report translations of things that don't exist, unless some of the rules could not be read.

    The known things are the game's own: a variant can remove things, and gives names to the things that it adds. It is
    an error in the game's own files, elsewhere a warning.
    """
    keys = [(each, key) for each in given for key in each.root.section(section).keys.values()]
    known = find_known() if keys and not names.incomplete_kinds else set()
    for each, key in keys if not names.incomplete_kinds else ():
        if key.data in known:
            continue
        if each.is_foreign:
            names.problems.warn(key, code, message.format(key.data), closest_match(key.data, known))
        else:
            names.problems.add(key, code, message.format(key.data), key.data, known)


def _texts_by_language(given: list[TranslationSection], section: str) -> TextsByLanguage:
    """Return the texts of a section by language, without empty ones; of several plural forms, the most general one."""
    found: TextsByLanguage = {}
    for each in given:
        written = each.root.section(section).data.items()
        said = {entry_id: _general_form(text) if isinstance(text, dict) else text for entry_id, text in written if text}
        found.setdefault(each.language, {}).update(said)
    return found


def _general_form(forms: Mapping[str, str]) -> str:
    """Return the plural form for numbers without a form of their own, else the last one."""
    return forms.get("other") or [*forms.values()][-1]


def _counted_labels(given: list[TranslationSection]) -> dict[str, dict[str, dict[str, str]]]:
    """Return the labels that have plural forms, by language."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for each in given:
        labels = each.root.section("labels").data.items()
        if said := {label: forms for label, forms in labels if forms and isinstance(forms, dict)}:
            found.setdefault(each.language, {}).update(said)
    return found


def _translated_sentences(given: list[TranslationSection]) -> dict[str, dict[SentencePath, Text]]:
    """Return the translated sentences by language and place."""
    found: dict[str, dict[SentencePath, Text]] = {}
    for each in given:
        if said := _written_texts(each.root).sentences:
            found.setdefault(each.language, {}).update(said)
    return found


def read_phrases(given: list[TranslationSection]) -> dict[str, Phrases]:
    """Return the given phrases by language, without empty ones."""
    found: dict[str, Phrases] = {}
    for each in given:
        for section, said in _written_texts(each.root).phrases.items():
            if said:
                found.setdefault(each.language, {}).setdefault(section, {}).update(said)
    return found


def read_phrasebooks(given: list[TranslationSection], variants: list[str]) -> dict[str, Phrasebook]:
    """Return the given phrasebooks by language; `variants` are the texts of the variants' files.

    They aren't checked against the game or the grammar of the language here.
    """
    brought = {(quoted or bare).strip() for text in variants for quoted, bare in ADDED.findall(text)}
    found: dict[str, Phrasebook] = {}
    for each in given:
        sections = _written_texts(each.root).forms
        if any(sections.values()):
            found.setdefault(each.language, Phrasebook()).add(Phrasebook(**sections, of_variants=brought))
    return found


def _forms(mapping: YamlMapping) -> dict[str, Forms]:
    """Return forms by key, both with their places."""
    found: dict[str, Forms] = {}
    for key, node in mapping.entries():
        if isinstance(node, YamlMapping):
            found[key.text] = _forms(node)
        elif isinstance(node, YamlScalar):
            found[key.text] = node.text
    return found


def _phrase(node: YamlNode) -> Phrase:
    if isinstance(node, YamlMapping):
        return {form.text: each.text for form, each in node.entries() if isinstance(each, YamlScalar) and each.text}
    return node.text if isinstance(node, YamlScalar) else ""


def _is_for_game(named: TranslationSection, documents: Documents, names: IdTable) -> bool:
    """True if the translations' language and game are right; report it if not."""
    root, language = named.root, named.language
    if not LANGUAGE_CODE.fullmatch(language):
        message = f"a file of names is named after its language, such as fr.yaml; `{language}` isn't one"
        names.problems.add(named.spot, "bad-language", message)
        return False
    said, game = root.get_plain("language", language), documents.single.get("game")
    if said != language:
        message = f"these are names in `{language}`, as the name of the file says, not in `{said}`"
        names.problems.add(root.values["language"], "other-language", message, suggestion=language)
        return False
    if game is not None and root.get_plain("for", game.data["id"]) != game.data["id"]:
        message = f"these are names for the game `{root.data['for']}`, not for `{game.data['id']}`"
        names.problems.add(root.values["for"], "other-game", message)
        return False
    return True


def _labels(documents: Documents, variants: list[str]) -> set[str]:
    """Return all possible labels.

    These are texts in quotes, words after `to`, `as` or `let`, offers of bends, titles of bots and their tables,
    and the ids of flags and variables.
    """
    roots = [root for _, root in documents.kinds_and_roots()]
    pairs = [pair for root in roots for pair in _pairs(root.data)]
    kept = documents.get("vocabulary")
    found = {item.data["id"] for what in ("flags", "variables") for item in kept.list_items(what)}
    found.update(slug(word) for key, value in pairs if key in LABEL_FIELDS for word in _words(key, value))
    found.update(f"{article}_{noun}" for article in ("a", "an") for noun in NOUNS)
    found = found.union(*(_labels_in(value) for _, value in pairs if isinstance(value, str)))
    found = found.union(*map(_labels_in, variants))
    bots = documents.several["bot"]
    titled = (*bots, *(table for root in bots for table in root.mappings("tables")))
    found.update(slug(as_title(each.data["title"], "")["en"]) for each in titled if "title" in each.data)
    offers = (item.get_plain("offer") for root in roots for item in root.mappings("bends"))
    return found | {slug(offer) for offer in offers if isinstance(offer, str)}


def quoted_labels(documents: Documents) -> set[str]:
    """Return the texts in double quotes in the rules, such as the options of decisions."""
    values = (value for _, root in documents.kinds_and_roots() for _, value in _pairs(root.data))
    return {label for value in values if isinstance(value, str) for label in QUOTED.findall(value)}


@lru_cache(maxsize=MOST_LABELLED)
def _labels_in(text: str) -> frozenset[str]:
    """Return the labels in a text of the rules, or in the file of a variant."""
    quoted = (slug(label) for pattern in (QUOTED, MADE, LABEL) for label in pattern.findall(text))
    return frozenset([*quoted, *PURPOSE.findall(text)])


def _pairs(data: object) -> list[tuple[str, object]]:
    """Return the values in plain data at any depth, each with its key; of an entry of a list, the key is empty."""
    found: list[tuple[str, object]] = []
    inner: list[object] = [data]
    while inner:
        value = inner.pop()
        if isinstance(value, dict):
            found += value.items()
            inner += value.values()
        elif isinstance(value, list):
            found += (("", item) for item in value)
            inner += value
    return found


def _words(key: str, value: object) -> Iterator[str]:
    """Yield the words in the value of a field that can be labels.

    These are states of pieces, attributes and their values, names that a track gives, answers of tables, and nouns
    with an article.
    """
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


def _ids(documents: Documents) -> set[str]:
    """Return every id in the documents, including those of cells and of a range of seats."""
    found: set[str] = set()
    for key, value in (pair for _, root in documents.kinds_and_roots() for pair in _pairs({"": root.data})):
        if key in ("id", "deck") and isinstance(value, str):
            found.add(value)
        elif isinstance(value, dict) and key == "grid":
            found |= {*declared_grid(value).ids}
        elif isinstance(value, list) and key == "boards" and all(isinstance(each, dict) for each in value):
            found |= {*joined_grid({str(each.get("id")): each for each in value}).ids}
        elif isinstance(value, dict) and isinstance(value.get("id"), str) and isinstance(value.get("to"), int):
            found |= {f"{value['id']}{number}" for number in range(1, value["to"] + 1)}
    return found


def add_translations(book: Rulebook, spoken: TranslatedTexts) -> None:
    """Add translated names to everything in a new rulebook, unless its own title has one; the same for notes."""
    _drop_outdated(book, spoken)
    for given, titles in ((spoken.texts, titles_of(book)), (spoken.notes, _notes_to_translate(book, spoken))):
        for thing_id, title in titles:
            for language, texts in given.items():
                if thing_id in texts:
                    title.setdefault(language, texts[thing_id])
    for thing, made in _named_after_others(book):
        thing.title.update({language: text for language, text in made.items() if language not in thing.title})
    for language, path, sentence in _sentences_to_translate(book, spoken):
        sentence.setdefault(language, spoken.sentences[language][path])


def override_translations(book: Rulebook, spoken: TranslatedTexts) -> None:
    """Replace names, phrases and forms in a rulebook by these translations."""
    for given, titles in ((spoken.texts, titles_of(book)), (spoken.notes, _notes_to_translate(book, spoken))):
        for thing_id, title in titles:
            title.update({language: texts[thing_id] for language, texts in given.items() if thing_id in texts})
    for thing, made in _named_after_others(book):
        thing.title.update(
            {
                language: made[language]
                for language, texts in spoken.texts.items()
                if language in made and thing.id not in texts
            }
        )
    for language, path, sentence in _sentences_to_translate(book, spoken):
        sentence[language] = spoken.sentences[language][path]
    for texts, own in ((spoken.texts, book.texts), (spoken.labels, book.labels)):
        for language, names in texts.items():
            own.setdefault(language, {}).update(names)
    for language, forms in spoken.counted_labels.items():
        book.counted_labels.setdefault(language, {}).update(forms)
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


def untranslated_sentences(book: Rulebook, language: str) -> dict[str, str]:
    """Return English sentences for players by key that have no text in a language."""
    lacking = {path: each for path, each in sentences_of(book.player_texts, book.about).items() if language not in each}
    return {key or section: on_one_line(each["en"]) for (section, key, _), each in lacking.items()}


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
    plain = {space.id for space in book.map.spaces if book.map.grid is not None and book.map.is_plain_cell(space)}
    found: dict[str, dict[str, Title]] = {}
    seen: set[int | str] = set()
    for kind, things in _things(book):
        for name, title in things:
            if seen.isdisjoint((id(title), name)) and not (name in plain and kind == "spaces"):
                found.setdefault(kind, {})[name] = title
            seen |= {id(title), name}
    return found


def _named_after_others(book: Rulebook) -> Iterator[tuple[Space | Box, Title]]:
    """Yield what is called after other things, with its title made anew: cells of several boards, boxes between spaces.

    A box between two spaces may have a title of its own; then it is left out.
    """
    for space in book.map.spaces if book.map.board_titles else ():
        if book.map.is_plain_cell(space):
            yield space, cell_title(space.id, book.map.board_titles)
    titles = {space.id: space.title for space in book.map.spaces}
    for box in book.boxes:
        if box.joins is not None:
            made = joined_title(*(titles[end] for end in box.joins))
            if box.title.get("en") == made["en"]:
                yield box, made


def _notes_to_translate(book: Rulebook, spoken: TranslatedTexts) -> Iterator[tuple[str, Title]]:
    """Yield special words with their notes, without those whose English text a variant has changed.

    A translation of the game's own note would explain the rule without the variant.
    """
    return ((each.word, each.about) for each in book.glossary if not _is_changed(each, spoken))


def _sentences_to_translate(
    book: Rulebook, spoken: TranslatedTexts
) -> Iterator[tuple[str, SentencePath, Sentence | Title]]:
    """Yield the sentences that have a translation, with its language and their place.

    Sentences whose English text a variant has changed are left out: the translation would say something else.
    """
    for path, sentence in sentences_of(book.player_texts, book.about).items() if spoken.sentences else ():
        if on_one_line(sentence["en"]) == on_one_line(spoken.own_sentences.get(path, "")):
            yield from ((language, path, sentence) for language, texts in spoken.sentences.items() if path in texts)


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
    yield "game", iter([(book.id, book.title)])
    for kind, things in book.titled_things.items():
        yield DECLARED_IN[kind][1], ((thing.id, thing.title) for thing in things)
    yield "boards", iter(book.map.board_titles.items())
    yield "tracks", (name for track in book.tracks for name in track.names.values())
    yield "variables", ((each.id, each.title) for each in book.variables if each.title is not None)
