"""Completions for the text at the cursor: words of the language, wordings of the game and names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from interpreter.authoring.lookup import KIND_PHRASES
from interpreter.authoring.references.rename_data import PROSE_KEYS
from interpreter.editor.buffers import GameWorkspace
from interpreter.editor.cursor import CursorContext, cursor_context, keyed_text
from interpreter.editor.meanings import readings_at
from interpreter.editor.partial_texts import GameReading, ReadingCache
from interpreter.language.ir.builders import local
from interpreter.language.ir.types import Local, Type
from interpreter.language.reading.joining import JOINED_TOKENS, Lexeme, join_with_blanks
from interpreter.language.reading.patterns import HOLE, Pattern
from interpreter.language.resolving.scope import Scope
from interpreter.language.suggestions.likely_lines import standalone_text
from interpreter.language.suggestions.misread import defined_names
from interpreter.language.suggestions.repairs import Stack
from interpreter.support.errors import Location, RulebookError

STATEMENT_KEYS = frozenset({"event", "do", "start", "begin", "when empty"})
EXPRESSION_KEYS = frozenset(
    {"when", "means", "score", "side", "holds", "that", "only", "highest", "lowest", "certain", "then"}
)
MIXED_KEYS = frozenset({"to", "line"})
"""Keys whose values can be statements or expressions."""
TOP_LEVEL_KEYS = frozenset({"start", "score", "side"})
"""Keys whose values are texts only at the top of a file."""
CONDITION_WORDS = frozenset({"if", "where", "and", "or", "not", "while"})
CURSOR_NAME = "cursor"
CandidateKind = Literal["wording", "name", "keyword"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible continuation; holes of a wording are in braces. `is_likely`: its kind fits, too."""

    text: str
    kind: CandidateKind
    detail: str
    is_likely: bool = True


def completions(readings: ReadingCache, home: GameWorkspace, place: Location) -> list[Candidate]:
    """Return the possible continuations at a position."""
    here = cursor_context(readings.buffers.lines(place.file), place.line, place.column)
    reading = next((reading for reading, _ in readings_at(readings, home, place)), None) or readings.get(home)
    if here is None or reading is None or here.key in PROSE_KEYS:
        return []
    key = "" if here.key in TOP_LEVEL_KEYS and not here.is_top_level else here.key
    starts = ["program"] * (key in STATEMENT_KEYS | MIXED_KEYS) + ["value"] * (key in EXPRESSION_KEYS | MIXED_KEYS)
    for start in starts:
        found = _in_text(reading, here, start)
        if found:
            return list(dict.fromkeys(found))
    return _ids(reading, here.key, readings.buffers.lines(place.file))


def snippet_of(wording: str) -> str:
    """Return a wording as a snippet with a tab stop for each hole."""
    parts = re.split(r"(\{\w+\})", wording)
    stops = iter(range(1, len(parts) + 1))
    return "".join(f"${{{next(stops)}:{part[1:-1]}}}" if part.startswith("{") else part for part in parts)


def _ids(reading: GameReading, key: str, lines: Sequence[str]) -> list[Candidate]:
    """Return candidates for all ids.

    Likely are ids that occur elsewhere in the file under the same key. If these are all of one kind, the others of that
    kind are likely, too.
    """
    things = [thing for thing in reading.declared_words if thing[0] != "word"]
    there = {word for each, value in keyed_text(lines) if each == key for word in re.findall(r"[a-z]\w*", value)}
    kinds = {kind for kind, thing_id in things if thing_id in there}
    return [
        Candidate(thing_id, "name", KIND_PHRASES.get(kind, kind), not kinds or thing_id in there or kinds == {kind})
        for kind, thing_id in things
    ]


def _in_text(reading: GameReading, here: CursorContext, start: str) -> list[Candidate]:
    """Return the continuations in a text; empty if the text before the cursor can't be read."""
    grammar = reading.analysis.grammar
    rows = [*here.rows[:-1], here.rows[-1] + CURSOR_NAME]
    try:
        words = grammar.dictionary.tokenize(standalone_text(rows), block=start == "program")
    except RulebookError:
        return []
    at = max((at for at, word in enumerate(words) if word.text == CURSOR_NAME), default=0)
    repairs = grammar.wordings.repairs
    stack = repairs.begin(start, words[:at])
    if stack is None:
        return []
    last = words[at - 1].text if at else ""
    opens = last in CONDITION_WORDS or (start == "value" and not at)
    return [
        *_wordings(reading, stack, opens),
        *_names(reading, stack, rows, start, words[:at]),
        *_keywords(reading, stack),
    ]


def _wordings(reading: GameReading, stack: Stack, condition: bool) -> Iterator[Candidate]:
    """Yield the game's wordings that can follow; one that begins with a hole only where a condition can begin."""
    grammar = reading.analysis.grammar
    kinds = {"do": "phrase", "when": "condition", "means": "value"}
    for shape in grammar.shapes.values():
        for pattern in shape.patterns:
            begins = isinstance(pattern.parts[0], str)
            if (begins or condition) and grammar.wordings.repairs.can_follow(stack, _as_words(reading, pattern)):
                yield Candidate(_written(pattern), "wording", kinds[reading.book.words[pattern.word].kind])


def _as_words(reading: GameReading, pattern: Pattern) -> list[Lexeme]:
    """Return a wording as tokens with a name in each hole."""
    dictionary = reading.analysis.grammar.dictionary
    plain = (re.sub(r"\((s|es)\)$", "", part) if isinstance(part, str) else CURSOR_NAME for part in pattern.parts)
    return [Lexeme(dictionary.readings(word), word, 1, 1, 1) for word in plain]


def _written(pattern: Pattern) -> str:
    """Return a wording as text with the names of its holes in braces."""
    return re.sub(r"\((s|es)\)", r"\1", HOLE.sub(lambda hole: f"{{{hole[1]}}}", pattern.text))


def _keywords(reading: GameReading, stack: Stack) -> Iterator[Candidate]:
    """Yield the words of the language and of wordings that can follow."""
    grammar = reading.analysis.grammar
    joined = {join_with_blanks(words): (kind,) for words, kind in JOINED_TOKENS.items()}
    for word, kinds in sorted({**grammar.dictionary.keywords, **joined}.items()):
        if grammar.wordings.repairs.can_follow(stack, [Lexeme(tuple(kinds), word, 1, 1, 1)]):
            yield Candidate(word, "keyword", "adjective" if "ADJ" in kinds else "")


def _names(
    reading: GameReading, stack: Stack, rows: Sequence[str], start: str, words: Sequence[Lexeme]
) -> Iterator[Candidate]:
    """Yield names of things, in printed form if texts can use it, and names that the text introduces."""
    grammar = reading.analysis.grammar
    if not grammar.wordings.repairs.can_follow(stack, [Lexeme(("NAME",), CURSOR_NAME, 1, 1, 1)]):
        return
    yield from (Candidate(name, "name", "a name of this text") for name in sorted(defined_names([*words])))
    printed: dict[str, str] = {}
    for title, thing_id in grammar.dictionary.titles.items():
        printed.setdefault(thing_id, title)
    names = reading.analysis.symbols.names
    fits: dict[str, bool] = {}
    for thing_id, name in names.items():
        if name.kind not in fits:
            fits[name.kind] = _is_valid_text(
                reading, [*rows[:-1], rows[-1].removesuffix(CURSOR_NAME) + thing_id], start
            )
    for thing_id, name in names.items():
        likely = fits[name.kind] or not any(fits.values())
        yield Candidate(printed.get(thing_id, thing_id), "name", name.kind, likely)


def _is_valid_text(reading: GameReading, rows: Sequence[str], start: str) -> bool:
    """Return True if a text has a valid meaning."""
    resolver, text = reading.analysis.resolver, standalone_text(rows)
    scope = Scope(text, {}, local(Local("you", Type("seat"))), can_try=True)
    try:
        tree = resolver.grammar.parse(text, start)
        with resolver.without_recording():
            if start == "program":
                resolver.inference.read(tree, lambda: resolver.block(scope, tree))
            else:
                resolver.value(scope, tree.children[0])
    except RulebookError:
        return False
    return True
