"""Meaning of the word at a position in a file: things of the game, a form of the language, or a local name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import yaml
from lark import Token, Tree

from interpreter.authoring.named import Thing
from interpreter.authoring.places import texts_of
from interpreter.authoring.rename_data import ids_in, scalars, text_columns
from interpreter.authoring.scenario_mentions import read_in
from interpreter.authoring.yaml_spans import YamlText
from interpreter.editor.homes import Home
from interpreter.editor.readings import Reading, Readings, Variants
from interpreter.errors import RulebookError, Where
from interpreter.language.reading.grammar import Grammar
from interpreter.language.reference import reference
from interpreter.rulebook.files import FOLDERS
from interpreter.rulebook.model import Rulebook, Text
from interpreter.rulebook.overlays import combinations_of, variants_of
from interpreter.rulebook.scenarios import Scenario, read_scenarios

WORDINGS = frozenset({"phrase", "condition", "computed", "quantified"})
"""Grammar rules for the game's own wordings."""
TOLD_BY_THEMSELVES = WORDINGS | {"number", "name", "noun_name", "adjective", "parens", "np", "pick", "pieces"}
"""Forms that only wrap their contents and aren't described."""
_WORD = re.compile(r"\w+")
Syntax = Tree[Token]


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a range of characters in a reading of the game.

    Attributes:
        things: Things of the game.
        form: Name of a form of the language.
        local: Position at which a local name is introduced.
    """

    where: Where
    length: int
    reading: Reading
    things: tuple[Thing, ...] = ()
    form: str | None = None
    local: Where | None = None


def meaning_at(readings: Readings, home: Home, place: Where) -> Meaning | None:
    """Return the meaning of the word at a position; None if there is no word, or it has no known meaning."""
    line = readings.buffers.line(place)
    word = next((each for each in _WORD.finditer(line) if each.start() < place.column <= each.end() + 1), None)
    if word is None:
        return None
    place = Where(place.file, place.line, min(place.column, word.end()))
    whole, seen = Where(place.file, place.line, word.start() + 1), list[Reading]()
    for reading, texts in readings_at(readings, home, place):
        seen.append(reading)
        found = _in_texts(reading, texts, place) if reading.fresh else None
        if found is not None:
            return found if found.length else replace(found, where=whole, length=len(word[0]))
    for reading in seen:
        things = _in_data(readings, reading, home, place) if reading.fresh else _by_name(reading, line, place.column)
        if things:
            return Meaning(whole, len(word[0]), reading, things)
    return None


def declared(meaning: Meaning) -> list[Where]:
    """Return the positions at which the meaning of a word is declared."""
    if meaning.local is not None:
        return [meaning.local]
    return list(dict.fromkeys(meaning.reading.own[thing].where for thing in meaning.things))


def readings_at(readings: Readings, home: Home, place: Where) -> Iterator[tuple[Reading, list[Text]]]:
    """Yield the readings of the game that apply at a position, with or without variants, and the texts there."""
    folder = os.path.basename(os.path.dirname(place.file)) if home.variant is None else ""
    plain = readings.of(home)
    if plain is None:
        return
    if FOLDERS.get(folder) == "scenarios":
        scenario = _scenario_at(readings, plain, place)
        reading = plain if scenario is None else readings.of(home, scenario.variants)
        if reading is not None:
            yield reading, [] if scenario is None else read_in(scenario, reading.analysis)
        return
    if FOLDERS.get(folder) != "variant":
        yield plain, [text for _, text in texts_of(plain.book)]
    if FOLDERS.get(folder) in ("variant", "bot"):
        for variants in _with_variants(readings, plain, os.path.basename(place.file).removesuffix(".yaml")):
            reading = readings.of(home, variants)
            if reading is not None:
                yield reading, [text for _, text in texts_of(reading.book)]


def _with_variants(readings: Readings, plain: Reading, id: str) -> list[Variants]:
    """Return the single variants that can be read, this one first."""
    with readings.buffers.read():
        own, _ = variants_of(plain.book.folder)
    able = [variants for variants in combinations_of(own) if len(variants) == 1]
    return sorted(able, key=lambda variants: id not in variants)


def _scenario_at(readings: Readings, plain: Reading, place: Where) -> Scenario | None:
    """Return the scenario at a position; None if there is none, or it has mistakes."""
    with readings.buffers.read():
        try:
            scenarios, _ = read_scenarios(plain.book, [place.file])
        except RulebookError:
            return None
    before = [each for each in scenarios if each.where.line <= place.line]
    return before[-1] if before and not before[-1].mistakes else None


# -- in texts


def _in_texts(reading: Reading, texts: list[Text], place: Where) -> Meaning | None:
    for text in texts:
        if text.where.file == place.file and (spot := text.within(place.line, place.column)) is not None:
            return _in_text(reading, text, spot, place)
    for word in reading.book.words:
        for say in word.says:
            if say.where.file == place.file and say.within(place.line, place.column) is not None:
                return Meaning(place, 0, reading, (("word", word.title),))
    return None


def _in_text(reading: Reading, text: Text, spot: tuple[int, int], place: Where) -> Meaning | None:
    grammar = reading.analysis.grammar
    tree = _tree(grammar, text)
    if tree is None:
        return None
    noted: dict[tuple[int, int, str], Thing] = {
        (line, column, beside): (each.kind, each.id)
        for (where, line, column, beside), each in reading.analysis.resolver.meant.items()
        if where == text.where
    }
    for node in reversed([*_down_to(tree, spot)]):
        found = _of_node(reading, grammar, node, noted)
        if isinstance(node, Token):
            where, length = text.at(node.line or 1, node.column or 1), (node.end_column or 1) - (node.column or 1)
            if not found and node.type == "NAME":
                return _named(reading, text, where, length, str(node))
        else:
            where, length = place, 0
        if found:
            return Meaning(where, length, reading, found)
        form = grammar.rules.get(str(node.data)) if isinstance(node, Tree) else None
        if form in reference().entries and form not in TOLD_BY_THEMSELVES:
            return Meaning(place, 0, reading, form=form)
    return None


def _tree(grammar: Grammar, text: Text) -> Syntax | None:
    """Return the syntax tree of an expression or of statements; None if the text can't be parsed."""
    for start in ("value", "program"):
        try:
            return grammar.parse(text, start)
        except RulebookError:
            continue
    return None


def _down_to(tree: Syntax, spot: tuple[int, int]) -> Iterator[Syntax | Token]:
    """Yield the nodes that contain a position, from the root to the innermost."""
    node: Syntax | Token | None = tree
    while node is not None:
        yield node
        children = node.children if isinstance(node, Tree) else []
        node = next((child for child in children if _holds(child, spot)), None)


def _holds(node: Syntax | Token | None, spot: tuple[int, int]) -> bool:
    if isinstance(node, Tree):
        meta = node.meta
        return not meta.empty and (meta.line, meta.column) <= spot < (meta.end_line, meta.end_column)
    return node is not None and (node.line, node.column) <= spot < (node.line, node.end_column)


def _of_node(
    reading: Reading, grammar: Grammar, node: Syntax | Token, noted: dict[tuple[int, int, str], Thing]
) -> tuple[Thing, ...]:
    """Return the things that a node stands for: a token by its own entry, a wording by its word."""
    if isinstance(node, Token):
        start = node.line, node.column
        mine = [
            thing
            for (*where, beside), thing in noted.items()
            if tuple(where) == start and grammar.rules.get(beside) not in WORDINGS
        ]
    else:
        known = None if node.meta.empty else noted.get((node.meta.line, node.meta.column, str(node.data)))
        mine = [known] if known is not None and grammar.rules[node.data] in WORDINGS else []
    return tuple(thing for thing in mine if thing in reading.own)


def _named(reading: Reading, text: Text, where: Where, length: int, name: str) -> Meaning | None:
    """Return the meaning of a name without an entry: a thing, or a name that the text introduces."""
    known = reading.analysis.symbols.names.get(name)
    if known is not None:
        thing = known.kind, known.id
        return Meaning(where, length, reading, (thing,)) if thing in reading.own else None
    made = _hole(reading.book, text, name) or _made(reading.analysis.grammar, text, name)
    return None if made is None else Meaning(where, length, reading, local=made)


def _hole(book: Rulebook, text: Text, name: str) -> Where | None:
    """Return the position of the hole that a local name comes from; None if there is none."""
    for word in book.words:
        for say in word.says if word.body.where == text.where else ():
            if (hole := re.search(rf"\{{\s*{re.escape(name)}\b", say)) is not None:
                return say.at(1, hole.end() - len(name) + 1)
    return None


def _made(grammar: Grammar, text: Text, name: str) -> Where | None:
    """Return the position at which a text introduces a name; None if it doesn't."""
    words = grammar.dictionary.split(text, block=False)
    made = (after for word, after in pairwise(words) if word.text in ("as", "let", "to") and after.text == name)
    first = next(made, None)
    return None if first is None else text.at(first.line, first.column)


# -- in data


def _in_data(readings: Readings, reading: Reading, home: Home, place: Where) -> tuple[Thing, ...]:
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
        things = [thing for name, known in reading.names.items() if name in scalar.node.value for thing in known]
        return tuple(
            thing
            for thing in dict.fromkeys(things)
            if thing in reading.own
            and any(at + first <= offset < at + last for first, last in ids_in(scalar, *thing, columns))
        )
    return ()


def _by_name(reading: Reading, line: str, column: int) -> tuple[Thing, ...]:
    """Return the things whose name is at a column of a line; the longest name wins."""
    there = [
        name
        for name in reading.names
        for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", line)
        if found.start() < column <= found.end() + 1
    ]
    longest = max(there, key=len, default=None)
    return () if longest is None else tuple(thing for thing in reading.names[longest] if thing in reading.own)
