"""Completions for the text at the cursor: words of the language, wordings of the game and names.

The text before the cursor is found by lines and indentation, because a file that is being edited is rarely valid YAML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from interpreter.authoring.lookup import KIND_PHRASES
from interpreter.authoring.references.rename_data import PROSE_KEYS
from interpreter.editor.buffers import GameReading, GameWorkspace, ReadingCache
from interpreter.editor.meanings import readings_at
from interpreter.language.ir.builders import local
from interpreter.language.ir.types import Local, Type
from interpreter.language.reading.diagnosis import defined_names
from interpreter.language.reading.joined_words import JOINED_TOKENS, join_with_blanks
from interpreter.language.reading.lark_parser import Stack
from interpreter.language.reading.lexeme import Lexeme
from interpreter.language.reading.lexer import ANSWERS
from interpreter.language.reading.patterns import HOLE, Pattern, split_verb
from interpreter.language.resolving.scope import Scope
from interpreter.rulebook.text import standalone_text
from interpreter.support.errors import Location, RulebookError

KEY = re.compile(r"(?:^|[\s{,\[])(?P<key>[\w/]+(?: [\w/]+)?):(?: +|$)")
HEADER = re.compile(r" *(?:- +)*(?P<key>[\w/]+(?: [\w/]+)?): *[|>][-+0-9]*\s*(?:#.*)?$")
_PARTIAL = re.compile(r"\w*$")


@dataclass(frozen=True, slots=True)
class CursorContext:
    """The text before a cursor.

    Attributes:
        key: Key of the value at the cursor.
        is_top_level: True if the key begins its line, which makes it a key of the file itself.
        rows: Lines of the value, the last one up to the word at the cursor.
    """

    key: str
    is_top_level: bool
    rows: tuple[str, ...]


def cursor_context(lines: Sequence[str], line: int, column: int) -> CursorContext | None:
    """Return the text before a position, counted from 1; None if it is under no key."""
    if not 1 <= line <= len(lines):
        return None
    row = lines[line - 1][: max(0, column - 1)]
    if (found := _block_context(lines, line, row)) is not None:
        return found
    if (found := _line_context(row)) is not None:
        return found
    return _continued_context(lines, line, row)


def keyed_text(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each key of a file with the text after it on its line, and with each further line without a key."""
    key = ""
    for row in lines:
        found = list(KEY.finditer(row))
        ends = [*(each.start() for each in found[1:]), len(row)]
        for each, end in zip(found, ends, strict=True) if found else ():
            key = each["key"]
            yield key, row[each.end() : end]
        if not found:
            yield key, row


def _block_context(lines: Sequence[str], line: int, row: str) -> CursorContext | None:
    """Return the lines up to the cursor of a block scalar, opened by `|` or `>`; None outside of one."""
    inside = _indent(row) if row.strip() else max(_indent(row), 1)
    rows = [row]
    for above in reversed(lines[: line - 1]):
        indent = _indent(above)
        if above.strip() and indent < inside:
            if (header := HEADER.match(above)) is not None:
                margin = min((_indent(each) for each in rows if each.strip()), default=inside)
                return _context(header, [each[margin:] for each in reversed(rows)])
            inside = indent
        rows.append(above)
    return None


def _line_context(row: str) -> CursorContext | None:
    """Return the text after the last key on the line; None if there is no key, or only the header of a block."""
    key = next(reversed([*KEY.finditer(row)]), None)
    if key is None or HEADER.match(row):
        return None
    return _context(key, [row[key.end() :].lstrip("\"'[")])


def _continued_context(lines: Sequence[str], line: int, row: str) -> CursorContext | None:
    """Return a list item under a key above, or a value continued from a line above; None if it is neither."""
    item = re.match(r" *- +(.*)", row)
    rows, indent = [item[1] if item else row.lstrip()], _indent(row)
    for above in reversed(lines[: line - 1]):
        if not above.strip() or above.lstrip().startswith("#"):
            continue
        key = next(reversed([*KEY.finditer(above)]), None)
        begins = above.lstrip().startswith("- ")
        if key is not None and (_indent(above) < indent or (item and _indent(above) == indent and not begins)):
            value = above[key.end() :].strip()
            return _context(key, rows if item else [" ".join([value, *reversed(rows)]).lstrip()])
        if key is None and begins and not item:
            return None
        if not item:
            rows.append(above.strip())
    return None


def _context(key: re.Match[str], rows: list[str]) -> CursorContext:
    last = rows[-1]
    return CursorContext(key["key"], key.start("key") == 0, (*rows[:-1], last[: len(last) - len(_partial(last))]))


def _partial(row: str) -> str:
    found = _PARTIAL.search(row)
    return found[0] if found else ""


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip(" "))


STATEMENT_KEYS = frozenset({"event", "do", "start", "begin", "when empty"})
EXPRESSION_KEYS = frozenset(
    {"when", "means", "score", "side", "holds", "that", "only", "highest", "lowest", "certain", "then"}
)
MIXED_KEYS = frozenset({"to", "line"})
"""Keys whose values can be statements or expressions."""
BODY_KEYS = frozenset({"when", "means"})
"""Keys whose values can be expressions, or statements that end in answers."""
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
    starts += ["body"] * (key in BODY_KEYS)
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
        words = grammar.lexer.tokenize(standalone_text(rows), block=start != "value", answers=start == "body")
    except RulebookError:
        return []
    at = max((at for at, word in enumerate(words) if word.text == CURSOR_NAME), default=0)
    stack = grammar.parser.stack_after("value" if start == "value" else "program", words[:at])
    if stack is None:
        return []
    last = words[at - 1].text if at else ""
    opens = last in CONDITION_WORDS or (start == "value" and not at)
    return [
        *_wordings(reading, stack, opens),
        *_names(reading, stack, rows, start, words[:at]),
        *_keywords(reading, stack, ANSWERS if start == "body" else {}),
    ]


def _wordings(reading: GameReading, stack: Stack, condition: bool) -> Iterator[Candidate]:
    """Yield the game's wordings that can follow; one that begins with a hole only where a condition can begin."""
    grammar = reading.analysis.grammar
    kinds = {"do": "phrase", "when": "condition", "means": "value"}
    for shape in grammar.shapes.values():
        for pattern in shape.patterns:
            begins = isinstance(pattern.parts[0], str)
            if (begins or condition) and grammar.parser.can_follow(stack, _as_words(reading, pattern)):
                yield Candidate(_written(pattern), "wording", kinds[reading.book.words[pattern.word].kind])


def _as_words(reading: GameReading, pattern: Pattern) -> list[Lexeme]:
    """Return a wording as tokens with a name in each hole."""
    lexer = reading.analysis.grammar.lexer
    plain = (split_verb(part)[0] if isinstance(part, str) else CURSOR_NAME for part in pattern.parts)
    return [Lexeme(lexer.readings(word), word, 1, 1, 1) for word in plain]


def _written(pattern: Pattern) -> str:
    """Return a wording as text with the names of its holes in braces."""
    return re.sub(r"\((s|es)\)", r"\1", HOLE.sub(lambda hole: f"{{{hole[1]}}}", pattern.text))


def _keywords(reading: GameReading, stack: Stack, answers: Mapping[str, str]) -> Iterator[Candidate]:
    """Yield the words of the language and of wordings that can follow; `answers` are those of a body, with tokens."""
    grammar = reading.analysis.grammar
    joined = {join_with_blanks(words): (kind,) for words, kind in JOINED_TOKENS.items()}
    added = {word: (kind, *grammar.lexer.keywords.get(word, ())) for word, kind in answers.items()}
    for word, kinds in sorted({**grammar.lexer.keywords, **joined, **added}.items()):
        if grammar.parser.can_follow(stack, [Lexeme(tuple(kinds), word, 1, 1, 1)]):
            yield Candidate(word, "keyword", "adjective" if "ADJ" in kinds else "")


def _names(
    reading: GameReading, stack: Stack, rows: Sequence[str], start: str, words: Sequence[Lexeme]
) -> Iterator[Candidate]:
    """Yield names of things, in printed form if texts can use it, and names that the text introduces."""
    grammar = reading.analysis.grammar
    if not grammar.parser.can_follow(stack, [Lexeme(("NAME",), CURSOR_NAME, 1, 1, 1)]):
        return
    yield from (Candidate(name, "name", "a name of this text") for name in sorted(defined_names([*words])))
    printed: dict[str, str] = {}
    for title, thing_id in grammar.lexer.titles.items():
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
            if start != "value":
                resolver.inference.read(tree, lambda: resolver.block(scope, tree))
            else:
                resolver.value(scope, tree.children[0])
    except RulebookError:
        return False
    return True
