"""Terms and forms of a game that need a translation, and the translated names of two games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interpreter.authoring.translation_files import EntryGroups, EntryTemplate
from interpreter.language.analysis import Analysis
from interpreter.language.ir.builders import statements_in
from interpreter.language.ir.statements import Choose, Either, End, May, RecordUse
from interpreter.language.reading.patterns import HOLE
from interpreter.matches.match import Game
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import find_placeholders, phrase_texts
from interpreter.presentation.questions import TRANSLATED_LABELS, with_article
from interpreter.presentation.saying.card_texts import collect_required_entries
from interpreter.presentation.saying.entries import NEGATED, untyped_wording
from interpreter.presentation.saying.inflection import NUMBERS, Language, load_language
from interpreter.presentation.saying.templates import parse_template
from interpreter.presentation.speech import DEFAULT_LANGUAGE, MessageCatalog
from interpreter.rulebook.building.ids import IdTable, as_title, on_one_line
from interpreter.rulebook.building.player_texts import EVERYBODY, QUESTION
from interpreter.rulebook.building.translated_texts import (
    PHRASE_SECTIONS,
    TranslationSection,
    titles_to_translate,
)
from interpreter.rulebook.model import Rulebook
from interpreter.rulebook.player_words import Forms, Phrasebook, without_empty
from interpreter.rulebook.schema.documents import REPEATABLE_KINDS, Documents, read_document, read_documents
from interpreter.rulebook.source.files import SINGLE_KINDS, list_files, read_files
from interpreter.rulebook.source.nodes import Problems, YamlList, YamlMapping, YamlNode, YamlScalar
from interpreter.rulebook.text import slug

NAMES = "names"


@dataclass(frozen=True, slots=True)
class GameContents:
    """The contents of a game's files without mistakes: its rules and its translations.

    `texts` has the translations by language, section (`names`, `labels`, …) and key: an id, a label or a phrase's name.
    """

    rules: Documents
    texts: dict[tuple[str, str, str], YamlNode]

    @property
    def id(self) -> str:
        """The game's id."""
        return str(self.rules.single["game"].data["id"])


def read_game_contents(folder: str) -> GameContents:
    """Read a game's files."""
    names = IdTable(Problems())
    listed = list_files(folder, names.problems)
    rules, _ = read_documents(
        [file for file in listed if file.kind in (*SINGLE_KINDS, *REPEATABLE_KINDS)], folder, names
    )
    contents, _ = read_files([file for file in listed if file.kind == "text"], folder, names.problems)
    roots = [read_document(file, text, names) for file, text in contents.values()]
    named = [TranslationSection(str(key.data), key, root) for key, root in rules.texts]
    named += [TranslationSection.of_file(root) for root in roots if root is not None]
    texts = {
        (each.language, part, name): value
        for each in named
        for part, section in each.root.values.items()
        if isinstance(section, YamlMapping)
        for name, value in section.values.items()
        if value.data
    }
    return GameContents(rules, texts)


def put_names_into_titles(
    base: GameContents, other: GameContents, include_game: bool
) -> Iterator[tuple[str, YamlNode, str]]:
    """Add the second game's new or changed names to the titles of its things.

    Yield the description, position and reason of each translation that a title can't express. `include_game`: include
    the names of the games themselves.
    """
    for language, part, name in dict.fromkeys((*base.texts, *other.texts)):
        own = name in (base.id, other.id) and part == NAMES
        if own and (not include_game or name != other.id):
            continue
        old = base.texts.get((language, part, base.id if own else name))
        new = other.texts.get((language, part, name))
        roots = [root for kind, root in other.rules.kinds_and_roots() if kind != "bot" and part == NAMES]
        things = [thing for root in roots for thing in _things_with_title(root, name)]
        what = f"`{name}` under `{part}` of `{language}`"
        if new is None:  # a removed label, phrase or thing needs no translation
            missed = any(language not in as_title(thing.data["title"], name) for thing in things)
            if old is not None and (missed or part in PHRASE_SECTIONS):
                yield what, old, "a variant adds names and removes none"
        elif old is None or old.data != new.data:
            for thing in things:
                _add_name(thing, language, new)
            if not things:
                yield what, new, "a variant names only things that have titles"


def _add_name(thing: YamlMapping, language: str, name: YamlNode) -> None:
    """Add a name in a language to the title of a thing, unless the title has one."""
    title = thing.values["title"]
    whole = YamlMapping(title.source, title.line, title.column)
    for each, text in as_title(title.data, "").items():
        whole.put(each, YamlScalar(title.source, title.line, title.column, title.length, text))
    if language not in whole.values:
        whole.put(language, name)
        thing.put("title", whole)


def _things_with_title(node: YamlNode, name: str) -> Iterator[YamlMapping]:
    """Yield the things with this id whose titles can take names."""
    if isinstance(node, YamlMapping):
        seats = isinstance(node.get_plain("to"), int)  # a range of numbered seats
        if name in (node.get_plain("id"), node.get_plain("deck")) and node.get("title") is not None and not seats:
            yield node
        for value in node.values.values():
            yield from _things_with_title(value, name)
    elif isinstance(node, YamlList):
        for item in node.items:
            yield from _things_with_title(item, name)


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


def translatable_sentences(book: Rulebook) -> dict[str, EntryGroups]:
    """Return the English sentences for players by section and key."""
    texts = book.player_texts
    found: dict[str, dict[str, str | EntryTemplate]] = {
        "about": {EVERYBODY: on_one_line(book.about["en"])} if book.about.get("en") else {},
        **{section: {} for section in ("goal", "ask", "why", "because", "tell")},
    }
    plain = {"goal": texts.goals, "why": texts.refusals, "because": texts.endings, "tell": texts.told}
    for section, sentences in plain.items():
        found[section] |= {str(key or EVERYBODY): on_one_line(each["en"]) for key, each in sentences.items()}
    for key, parts in texts.questions.items():
        english = on_one_line(next(iter(parts.values()))["en"])
        is_plain = parts.keys() == {QUESTION}
        found["ask"][str(key)] = english if is_plain else EntryTemplate(english, dict.fromkeys(parts, ()))
    return {section: {"": entries} for section, entries in found.items() if entries}


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
    for kind, label, english in (*_of_statements(game), *_of_data(game.rulebook, speech.lang)):
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


def _of_data(book: Rulebook, lang: str) -> Iterator[tuple[str, str, str]]:
    """Yield kind, label and English of the labels in the game's data."""
    for flag in book.flags:
        yield "flags", flag.id, flag.id
    for kind in book.pieces:
        yield from (("states of pieces", state, state) for state in kind.states)
    for declared in (book.map.attributes, *(deck.attributes for deck in book.decks)):
        for attribute in declared.values():
            words = (attribute.id, *attribute.values, *([attribute.none] if attribute.none else ()))
            yield from (("attributes", word, word) for word in words)
    for track in book.tracks:
        yield from (("what tracks give", name, name) for name in track.gives)
    tables = (table for bot in book.bots for table in bot.tables if table.title["en"] != ", ".join(table.answers))
    for title in (*(bot.title for bot in book.bots), *(table.title for table in tables)):
        if lang not in title:
            yield "bots and their tables", title["en"], title["en"]


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
    has_grammar = not language.is_open
    of_kind = {"is": (), **dict.fromkeys(NUMBERS, cases)} if has_grammar else dict.fromkeys(NUMBERS, ())
    kinds = {
        key: EntryTemplate(f"{noun.one}, {noun.many}", of_kind)
        for noun, key in (
            (nouns[thing_id], _kind_key(thing_id, nouns[thing_id].one, analysis, own.nouns)) for thing_id in needs.kinds
        )
    }
    things = {
        thing_id: EntryTemplate(names.title_of(thing_id), dict.fromkeys(("is", *cases), ()))
        for thing_id in needs.things
        if has_grammar  # other languages take the names as they are
    }
    keys = {untyped_wording(key): str(key) for key in reversed(own.words)}
    is_ = f"is: {', '.join((*language.genders, *sorted(language.marks)))}"
    adjectives = {word: EntryTemplate(word.replace("_", " "), _of_adjective(language)) for word in needs.adjectives}
    words = {
        keys.get(wording, wording): EntryTemplate(
            " ".join(typed.split()), _of_word(book.words[word].kind, cases if has_grammar else ())
        )
        for wording, (word, typed) in needs.wordings.items()
        if wording in map(untyped_wording, own.words) or not _is_covered(wording, book.words[word].says, own.words)
    }
    found: dict[str, EntryGroups] = {
        "nouns": {
            f"kinds of things ({is_})" if has_grammar else "kinds of things": kinds,
            f"things ({is_}, many); without nom, the name": things,
        },
        "adjectives": {"": adjectives},
        "words": {"": words},
    }
    return {section: groups for section, groups in found.items() if any(groups.values())}


def untold_words(analysis: Analysis, language: Language) -> dict[str, dict[str, str]]:
    """Return the words and forms of the core that a game needs and the language lacks, with their English.

    They are listed by section of a language file. A language of the program has all the words that it needs.
    """
    needs = collect_required_entries(analysis, language)
    english = load_language(DEFAULT_LANGUAGE)
    assert english is not None
    forms = {form: parse_template(english.forms[form]).outline for form in needs.untold_forms}
    if load_language(language.id) is not None:
        return {"forms": forms} if forms else {}
    nouns = dict(zip(needs.untold_nouns, needs.untold_nouns, strict=True))
    adjectives = dict(zip(needs.untold_adjectives, needs.untold_adjectives, strict=True))
    found = {"adjectives": adjectives, "nouns": nouns, "forms": forms}
    return {section: words for section, words in found.items() if words}


def introduced_names(analysis: Analysis, language: Language) -> dict[str, str]:
    """Return the labels of names that the events of the cards introduce, with their English."""
    return {slug(name): name.replace("_", " ") for name in collect_required_entries(analysis, language).made_names}


def _kind_key(thing_id: str, one: str, analysis: Analysis, own: Mapping[str, Forms]) -> str:
    """Return the key of a kind of things in a phrasebook: its noun, unless that is the id of a thing."""
    if thing_id in own or one in analysis.symbols.names or not _KEY.fullmatch(one):
        return thing_id
    return one


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
    if language.endings:
        return {"like": (), "stem": ()}
    of = [*language.genders, *(f"{gender} many" for gender in language.genders)]
    return dict.fromkeys(of, ())


def _of_word(kind: str, cases: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Return the parts of a word's entry; empty if it is a single template."""
    if kind == "when":
        return {"says": (), NEGATED: ()}
    return dict.fromkeys(("is", *cases), ()) if kind == "means" and cases else {}
