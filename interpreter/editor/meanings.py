"""Meaning of the word at a position in a file: things of the game, a form of the language, or a local name.

Hover text in Markdown. Text from the game's files is fenced, so that none of it is taken for markup.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import yaml
from lark import Token, Tree

from interpreter.authoring.lookup import KIND_PHRASES, Thing
from interpreter.authoring.references.mentions import read_scenario_texts, rule_texts
from interpreter.authoring.references.rename_data import id_spans, scalars, text_columns
from interpreter.authoring.yaml_spans import YamlText
from interpreter.editor.buffers import GameReading, GameWorkspace, ReadingCache, Variants
from interpreter.language.reading.grammar import Grammar
from interpreter.language.reference import FormEntry, GlossaryEntry, build_reference
from interpreter.presentation.phrases import format_count
from interpreter.rulebook.model import Card, Rulebook, Space, Text, VocabularyWord
from interpreter.rulebook.overlays.overlays import combinations_of, variants_of
from interpreter.rulebook.scenarios.scenario_files import Scenario, read_scenarios
from interpreter.rulebook.source.files import FOLDERS
from interpreter.support.errors import Location, RulebookError, printable

WORDING_RULES = frozenset({"phrase", "condition", "computed", "quantified"})
"""Grammar rules for the game's own wordings."""
TRANSPARENT_FORMS = WORDING_RULES | {"number", "name", "noun_name", "adjective", "parens", "np", "pick", "pieces"}
"""Forms that only wrap their contents and aren't described."""
_WORD = re.compile(r"\w+")
Syntax = Tree[Token]


@dataclass(frozen=True, slots=True)
class WordMeaning:
    """The meaning of a range of characters in a reading of the game.

    Attributes:
        things: Things of the game.
        form: Name of a form of the language.
        local: Position at which a local name is introduced.
    """

    where: Location
    length: int
    reading: GameReading
    things: tuple[Thing, ...] = ()
    form: str | None = None
    local: Location | None = None


def meaning_at(readings: ReadingCache, home: GameWorkspace, place: Location) -> WordMeaning | None:
    """Return the meaning of the word at a position; None if there is no word, or it has no known meaning."""
    line = readings.buffers.line(place)
    word = next((each for each in _WORD.finditer(line) if each.start() < place.column <= each.end() + 1), None)
    if word is None:
        return None
    place = Location(place.file, place.line, min(place.column, word.end()))
    whole, seen = Location(place.file, place.line, word.start() + 1), list[GameReading]()
    for reading, texts in readings_at(readings, home, place):
        seen.append(reading)
        found = _in_texts(reading, texts, place) if reading.is_current else None
        if found is not None:
            return found if found.length else replace(found, where=whole, length=len(word[0]))
    for reading in seen:
        things = (
            _in_data(readings, reading, home, place) if reading.is_current else _by_name(reading, line, place.column)
        )
        if things:
            return WordMeaning(whole, len(word[0]), reading, things)
    return None


def declarations(meaning: WordMeaning) -> list[Location]:
    """Return the positions at which the meaning of a word is declared."""
    if meaning.local is not None:
        return [meaning.local]
    return list(dict.fromkeys(meaning.reading.declared_words[thing].where for thing in meaning.things))


def readings_at(
    readings: ReadingCache, home: GameWorkspace, place: Location
) -> Iterator[tuple[GameReading, list[Text]]]:
    """Yield the readings of the game that apply at a position, with or without variants, and the texts there."""
    folder = os.path.basename(os.path.dirname(place.file)) if home.variant is None else ""
    plain = readings.get(home)
    if plain is None:
        return
    if FOLDERS.get(folder) == "scenarios":
        scenario = _scenario_at(readings, plain, place)
        reading = plain if scenario is None else readings.get(home, scenario.variants)
        if reading is not None:
            yield reading, [] if scenario is None else read_scenario_texts(scenario, reading.analysis)
        return
    if FOLDERS.get(folder) != "variant":
        yield plain, [text for _, text in rule_texts(plain.book)]
    if FOLDERS.get(folder) in ("variant", "bot"):
        for variants in _with_variants(readings, plain, os.path.basename(place.file).removesuffix(".yaml")):
            reading = readings.get(home, variants)
            if reading is not None:
                yield reading, [text for _, text in rule_texts(reading.book)]


def _with_variants(readings: ReadingCache, plain: GameReading, variant_id: str) -> list[Variants]:
    """Return the single variants that can be read, this one first."""
    with readings.buffers.using_unsaved():
        own, _ = variants_of(plain.book.folder)
    able = [variants for variants in combinations_of(own) if len(variants) == 1]
    return sorted(able, key=lambda variants: variant_id not in variants)


def _scenario_at(readings: ReadingCache, plain: GameReading, place: Location) -> Scenario | None:
    """Return the scenario at a position; None if there is none, or it has mistakes."""
    with readings.buffers.using_unsaved():
        try:
            scenarios, _ = read_scenarios(plain.book, [place.file])
        except RulebookError:
            return None
    before = [each for each in scenarios if each.where.line <= place.line]
    return before[-1] if before and not before[-1].mistakes else None


# -- in texts


def _in_texts(reading: GameReading, texts: list[Text], place: Location) -> WordMeaning | None:
    for text in texts:
        if text.where.file == place.file and (spot := text.position_of(place.line, place.column)) is not None:
            return _in_text(reading, text, spot, place)
    for word in reading.book.words:
        for say in word.says:
            if say.where.file == place.file and say.position_of(place.line, place.column) is not None:
                return WordMeaning(place, 0, reading, (("word", word.title),))
    return None


def _in_text(reading: GameReading, text: Text, spot: tuple[int, int], place: Location) -> WordMeaning | None:
    grammar = reading.analysis.grammar
    tree = _tree(grammar, text)
    if tree is None:
        return None
    noted: dict[tuple[int, int, str], Thing] = {
        (line, column, beside): (each.kind, each.id)
        for (where, line, column, beside), each in reading.analysis.resolver.name_uses.items()
        if where == text.where
    }
    for node in reversed([*_nodes_at(tree, spot)]):
        found = _node_things(reading, grammar, node, noted)
        if isinstance(node, Token):
            where, length = text.place_at(node.line or 1, node.column or 1), (node.end_column or 1) - (node.column or 1)
            if not found and node.type in ("NAME", "DIRECTION"):
                return _name_meaning(reading, text, where, length, str(node))
        else:
            where, length = place, 0
        if found:
            return WordMeaning(where, length, reading, found)
        form = grammar.rules.get(str(node.data)) if isinstance(node, Tree) else None
        if form in build_reference().entries and form not in TRANSPARENT_FORMS:
            return WordMeaning(place, 0, reading, form=form)
    return None


def _tree(grammar: Grammar, text: Text) -> Syntax | None:
    """Return the syntax tree of an expression or of statements; None if the text can't be parsed."""
    for start in ("value", "program", "body"):
        try:
            return grammar.parse(text, start)
        except RulebookError:
            continue
    return None


def _nodes_at(tree: Syntax, spot: tuple[int, int]) -> Iterator[Syntax | Token]:
    """Yield the nodes that contain a position, from the root to the innermost."""
    node: Syntax | Token | None = tree
    while node is not None:
        yield node
        children = node.children if isinstance(node, Tree) else []
        node = next((child for child in children if _contains(child, spot)), None)


def _contains(node: Syntax | Token | None, spot: tuple[int, int]) -> bool:
    if isinstance(node, Tree):
        meta = node.meta
        return not meta.empty and (meta.line, meta.column) <= spot < (meta.end_line, meta.end_column)
    return node is not None and (node.line, node.column) <= spot < (node.line, node.end_column)


def _node_things(
    reading: GameReading, grammar: Grammar, node: Syntax | Token, noted: dict[tuple[int, int, str], Thing]
) -> tuple[Thing, ...]:
    """Return the things that a node stands for: a token by its own entry, a wording by its word."""
    if isinstance(node, Token):
        start = node.line, node.column
        mine = [
            thing
            for (*where, beside), thing in noted.items()
            if tuple(where) == start and grammar.rules.get(beside) not in WORDING_RULES
        ]
    else:
        known = None if node.meta.empty else noted.get((node.meta.line, node.meta.column, str(node.data)))
        mine = [known] if known is not None and grammar.rules[node.data] in WORDING_RULES else []
    return tuple(thing for thing in mine if thing in reading.declared_words)


def _name_meaning(reading: GameReading, text: Text, where: Location, length: int, name: str) -> WordMeaning | None:
    """Return the meaning of a name without an entry: a thing, or a name that the text introduces."""
    known = reading.analysis.symbols.names.get(name)
    if known is not None:
        thing = known.kind, known.id
        return WordMeaning(where, length, reading, (thing,)) if thing in reading.declared_words else None
    made = _hole(reading.book, text, name) or _introduction_of(reading.analysis.grammar, text, name)
    return None if made is None else WordMeaning(where, length, reading, local=made)


def _hole(book: Rulebook, text: Text, name: str) -> Location | None:
    """Return the position of the hole that a local name comes from; None if there is none."""
    for word in book.words:
        for say in word.says if word.body.where == text.where else ():
            if (hole := re.search(rf"\{{\s*{re.escape(name)}\b", say)) is not None:
                return say.place_at(1, hole.end() - len(name) + 1)
    return None


def _introduction_of(grammar: Grammar, text: Text, name: str) -> Location | None:
    """Return the position at which a text introduces a name; None if it doesn't."""
    words = grammar.lexer.tokenize(text, block=False)
    made = (after for word, after in pairwise(words) if word.text in ("as", "let", "to") and after.text == name)
    first = next(made, None)
    return None if first is None else text.place_at(first.line, first.column)


# -- in data


def _in_data(readings: ReadingCache, reading: GameReading, home: GameWorkspace, place: Location) -> tuple[Thing, ...]:
    """Return the things whose id is at a position outside of texts."""
    buffer = "\n".join(readings.buffers.lines(place.file))
    name = os.path.basename(place.file).removesuffix(".yaml")
    kind = "variant" if home.variant else FOLDERS.get(os.path.basename(os.path.dirname(place.file)), name)
    try:
        file = YamlText(buffer.encode("utf-8", "surrogatepass"))
        found = [*scalars(file, kind)]
    except (ValueError, yaml.YAMLError):
        return ()
    offset = file.offset_of(place.line, place.column)
    columns = text_columns(reading.book)
    for scalar in found:
        start, end = file.span_of(scalar.node)
        if not start <= offset < end:
            continue
        at = start + file.text[start:end].find(scalar.node.value)
        things = [
            thing for name, known in reading.things_by_name.items() if name in scalar.node.value for thing in known
        ]
        return tuple(
            thing
            for thing in dict.fromkeys(things)
            if thing in reading.declared_words
            and any(at + first <= offset < at + last for first, last in id_spans(scalar, *thing, columns))
        )
    return ()


def _by_name(reading: GameReading, line: str, column: int) -> tuple[Thing, ...]:
    """Return the things whose name is at a column of a line; the longest name wins."""
    there = [
        name
        for name in reading.things_by_name
        for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", line)
        if found.start() < column <= found.end() + 1
    ]
    longest = max(there, key=len, default=None)
    return (
        ()
        if longest is None
        else tuple(thing for thing in reading.things_by_name[longest] if thing in reading.declared_words)
    )


WORD_KINDS = {"do": "a phrase", "when": "a condition", "means": "a value"}


def hover_text(meaning: WordMeaning) -> str | None:
    """Return the description of a word; None if nothing is known."""
    reading = meaning.reading
    if meaning.things:
        return "\n\n---\n\n".join(
            "\n\n".join(_thing(reading, thing, reading.declared_words[thing])) for thing in meaning.things
        )
    if meaning.form is not None:
        return "\n\n".join(_form(build_reference().entries[meaning.form]))
    if meaning.local is not None:
        return f"a name that this text introduces in line {meaning.local.line}"
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
    file = printable(os.path.relpath(word.where.file, reading.book.folder)).replace("`", "'")
    yield f"named in {format_count(named, 'place')} of the rules; declared in `{file}`, line {word.where.line}"


def _body(word: VocabularyWord) -> str:
    """Return the text of a word, or its table."""
    return str(word.body).rstrip("\n") if word.table is None else "\n".join(word.table.lines())


def _printed(reading: GameReading, thing: Thing) -> Iterator[str]:
    """Yield the values and text on a thing, or the body of a word."""
    kind, thing_id = thing
    book = reading.book
    if kind == "word":
        yield from (_body(word) for word in book.words if word.title == thing_id)
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
