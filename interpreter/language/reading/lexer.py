"""The lexer of the effect language.

It reads whole words, leaves out articles, and makes the indentation tokens. Only the parser can decide if a word is a
word of the language or a name, because that depends on its place. A token therefore has all its readings, best first.

Between lexer and parser, some words are joined or expanded to others (`joined_words.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from interpreter.language.reading.joined_words import WORD_VARIANTS, join_words
from interpreter.language.reading.lexeme import Lexeme
from interpreter.language.reading.relative_clauses import NO_OWN_CLAUSES, OwnClauses, Readings
from interpreter.rulebook.model import Text
from interpreter.support.errors import Problem, RulebookError

ARTICLES = frozenset({"a", "an", "the"})
SIGNS = {
    "(": "_LPAR",
    ")": "_RPAR",
    ":": "_COLON",
    ",": "_COMMA",
    "+": "_PLUS",
    "-": "_MINUS",
    "*": "_STAR",
    "<=": "OP",
    ">=": "OP",
    "<": "OP",
    ">": "OP",
}
SCAN = re.compile(
    r"""(?P<skip>[ \t]+|\#[^\n]*)|(?P<newline>\r?\n)|(?P<number>\d+)|(?P<string>"[^"\n]*")"""
    r"""|(?P<cannot>can['’]t(?!\w)|cannot(?!\w))|(?P<negated>(?:is|are|does|do)n['’]t(?!\w))
    |(?P<owns>(?<=\w)['’]s(?!\w))
    |(?P<either>and/or(?!\w))|(?P<word>[^\W\d]\w*)|(?P<sign><=|>=|[-+*<>():,])|(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
NO_DICE = "dice are rolled in a line of its own: `roll 2 dice, as roll`; `dice: [{id: die, count: 2}]` declares them"
DICE_NOTATION = re.compile(r"d\d+(?!\w)")
"""The text after the number of dice, as in `1d6`."""
SIGN_REPLACEMENTS = {
    "„": '"', "“": '"', "”": '"', "«": '"', "»": '"', "‹": '"', "›": '"',
    "’": '"', "‘": '"', "`": '"', "'": '"', "–": "-", "—": "-", "−": "-", "×": "*", "·": "*",
    "≥": ">=", "≤": "<=", "≠": "is not", "==": "is", "!=": "is not", "=": "is", "&": "and", "…": "",
}  # fmt: skip
"""Replacements of signs that the language does not have. An apostrophe within a name is no sign."""
SIGN_HINTS = {
    "/": ": `X divided by Y, rounded down` is a quotient",
    ";": ": each statement stands on a line of its own",
    "%": ": `remainder of X divided by Y` is a remainder, and `20 * X divided by 100, rounded down` a fifth",
    "$": ": a name stands without it",
}
"""Hints for signs of other languages that no single sign replaces."""
NO_BREAK_SPACES = {0xA0: " ", 0x2007: " ", 0x202F: " "}
"""No-break spaces, as they come with pasted text."""
MAX_TEXT_LENGTH = 60_000
"""Maximum length of one text, in characters."""
MOST_LEXED = 2000
"""Maximum number of texts whose words are cached for the same titles and clauses."""


class _LexedText(NamedTuple):
    """The words of a text, and the readings on which they depend."""

    readings: Mapping[str, tuple[str, ...]]
    lexemes: tuple[Lexeme, ...]


class _LexedTexts:
    """The words of texts, shared by lexers that differ only in their keywords; those used last are kept."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, bool, bool], _LexedText] = {}

    @staticmethod
    @lru_cache(maxsize=4)
    def for_lexers(*others: object) -> _LexedTexts:
        """Return the words for lexers that are equal in all but their keywords."""
        return _LexedTexts()

    def get(self, key: tuple[str, bool, bool], readings: Readings) -> list[Lexeme] | None:
        """Return the words of a text, by its letters, `block` and `answers`; None if a word is read otherwise now."""
        lexed = self._known.pop(key, None)
        if lexed is None or any(readings(word) != kinds for word, kinds in lexed.readings.items()):
            return None
        self._known[key] = lexed
        return list(lexed.lexemes)

    def put(self, key: tuple[str, bool, bool], lexed: _LexedText) -> None:
        """Keep the words of a text."""
        if len(self._known) >= MOST_LEXED:
            del self._known[next(iter(self._known))]
        self._known[key] = lexed


class Lexer:
    """The words of one game.

    Args:
        keywords: Possible tokens of each word.
        titles: Ids by printed title.
        adjectives: Titles that are adjectives, too.
        own_clauses: Words of the game's wordings that stand in relative clauses, or look as if they did.
        plain: The tokens of a word that is a name.
        separate: Sequences of words that are not joined to one token.
    """

    def __init__(
        self,
        keywords: dict[str, tuple[str, ...]],
        titles: dict[str, str],
        adjectives: frozenset[str] = frozenset(),
        own_clauses: OwnClauses = NO_OWN_CLAUSES,
        plain: tuple[str, ...] = ("NAME",),
        separate: frozenset[tuple[str, ...]] = frozenset(),
    ) -> None:
        self.keywords = keywords
        self._plain = plain
        self.titles = titles
        self._adjectives, self._own_clauses, self._separate = adjectives, own_clauses, separate
        longest_first = sorted(titles, key=len, reverse=True)
        self._title = re.compile("|".join(re.escape(title) for title in longest_first) or r"(?!)")
        self._nouns = long_nouns(keywords)
        by_title = frozenset(titles.items())
        self._lexed = _LexedTexts.for_lexers(by_title, adjectives, own_clauses, plain, separate, self._nouns)

    def titles_in(self, line: str) -> Iterator[re.Match[str]]:
        """Return the matches of titles in a line."""
        return self._title.finditer(line)

    def readings(self, word: str) -> tuple[str, ...]:
        """Return the possible tokens of a word, best first."""
        return (*self.keywords.get(WORD_VARIANTS.get(word, word), ()), *self._plain)

    def tokenize(self, text: Text, *, block: bool, answers: bool = False) -> list[Lexeme]:
        """Return the words of a text. With `block`, line ends and indentation are words, too.

        With `answers`, statements that begin with `yes`, `no` and `give` are answers of a body.

        Raises:
            RulebookError: A sign or an indentation can't be read, or the text is too long.
        """
        if len(text) > MAX_TEXT_LENGTH:
            raise RulebookError(
                Problem(text.where, "too-long", f"this text has {len(text)} characters; {MAX_TEXT_LENGTH} may be used")
            )
        key = (str(text), block, answers)
        if (known := self._lexed.get(key, self.readings)) is not None:
            return known
        looked_up: dict[str, tuple[str, ...]] = {}

        def readings(word: str) -> tuple[str, ...]:
            return looked_up.setdefault(word, self.readings(word))

        words = self._words(text, block, answers, readings)
        self._lexed.put(key, _LexedText(looked_up, tuple(words)))
        return words

    def _words(self, text: Text, block: bool, answers: bool, readings: Readings) -> list[Lexeme]:
        """Return the words of a text; they depend on its letters, and otherwise only on `readings` and the lexer."""
        depths: dict[int, int] = {}
        words = self._with_long_nouns(self._scan(text, depths, readings), readings)
        words = join_words(words, text, readings, self._own_clauses, self._separate)
        if answers:
            words = list(_with_answers(words))
        return _indented(text, words, depths) if block else [word for word in words if word.kinds != ("_NL",)]

    def _scan(self, text: Text, depths: dict[int, int], readings: Readings) -> list[Lexeme]:
        """Return the words and line ends, and record the indentation of each line in `depths`."""
        found: list[Lexeme] = []
        line, start, at = 1, 0, 0
        plain = str(text) if text.isascii() else text.translate(NO_BREAK_SPACES)
        while at < len(text):
            column = at - start + 1
            title = self._title.match(plain, at) if text[at].isupper() else None
            if title is not None and not _word_goes_on(text, title.end()):
                depths.setdefault(line, column - 1)
                found.append(self._title_lexeme(title.group(), line, column))
                at = title.end()
                continue
            match = SCAN.match(plain, at)
            assert match is not None  # the last alternative takes any character
            kind, piece = match.lastgroup, text[at : match.end()]
            at = match.end()
            if kind == "skip":
                continue
            if kind == "newline":
                found.append(Lexeme(("_NL",), "", line, column, column + len(piece)))
                line, start = line + 1, at
                continue
            depths.setdefault(line, column - 1)
            if kind != "word":
                found += self._special_lexemes(text, at, kind, piece, line, column, readings)
            elif piece not in ARTICLES:
                found.append(Lexeme(readings(piece), piece, line, column, column + len(piece)))
        found.append(Lexeme(("_NL",), "", line, len(text) - start + 1, len(text) - start + 1))
        return found

    def _with_long_nouns(self, words: list[Lexeme], readings: Readings) -> list[Lexeme]:
        """Join the words of a noun of several words, such as `red token`, to one."""
        if not self._nouns:
            return words
        joined: list[Lexeme] = []
        at = 0
        while at < len(words):
            ahead = words[at : at + self._nouns[0].count(" ") + 1]
            length = long_noun_at(["" if word.kinds == ("STRING",) else word.text for word in ahead], self._nouns)
            noun = " ".join(word.text for word in words[at : at + length])
            one = replace(words[at], kinds=readings(noun), text=noun, end=words[at + length - 1].end)
            joined.append(words[at] if length == 1 else one)
            at += length
        return joined

    def _title_lexeme(self, title: str, line: int, column: int) -> Lexeme:
        kinds = ("ADJ", "NAME") if title in self._adjectives else ("NAME",)
        return Lexeme(kinds, self.titles[title], line, column, column + len(title))

    def _special_lexemes(
        self,
        text: Text,
        at: int,
        kind: str | None,
        piece: str,
        line: int,
        column: int,
        readings: Readings,
    ) -> list[Lexeme]:
        """Return the lexemes of a piece of text that is not a plain word and ends before `at`."""
        end = column + len(piece)
        match kind:
            case "cannot":
                return [Lexeme(readings(part), piece, line, column, end) for part in ("can", "not")]
            case "negated":
                return [Lexeme(readings(part), part, line, column, end) for part in (piece[:-3], "not")]
            case "either":
                return [Lexeme(("_AND_OR",), piece, line, column, end)]
            case "owns":
                return [Lexeme(("_OWNS",), piece, line, column, end)]
            case "number":
                _check_number(text, at, piece, line, column)
                return [Lexeme(("NUMBER",), piece, line, column, end)]
            case "string":
                return [Lexeme(("STRING",), piece[1:-1], line, column, end)]
            case "sign":
                return [Lexeme((SIGNS[piece],), piece, line, column, end)]
            case _:
                raise RulebookError(_bad_sign(text, line, column, piece))


def long_nouns(words: Iterable[str]) -> tuple[str, ...]:
    """Return those of these nouns and words that consist of several words, the longest first."""
    return tuple(sorted((word for word in words if " " in word), key=lambda noun: (-noun.count(" "), noun)))


def long_noun_at(words: Sequence[object], nouns: tuple[str, ...]) -> int:
    """Return how many of these words are the first noun of several words that they begin with, or 1."""
    for noun in nouns:
        parts = noun.split(" ")
        if list(words[: len(parts)]) == parts:
            return len(parts)
    return 1


def _check_number(text: Text, at: int, piece: str, line: int, column: int) -> None:
    """Raise RulebookError for a number that ends before `at` if it is too large or a number of dice."""
    if len(piece) > 9:
        raise RulebookError(Problem(text.place_at(line, column), "number-too-large", "a number may have 9 digits"))
    if die := DICE_NOTATION.match(text, at):
        length = len(piece) + len(die.group())
        raise RulebookError(Problem(text.place_at(line, column), "no-dice", NO_DICE, length=length))


def _bad_sign(text: Text, line: int, column: int, piece: str) -> Problem:
    """Report a sign that the language does not have."""
    if piece == '"':
        return Problem(text.place_at(line, column), "bad-sign", "a quotation mark without its partner")
    row = text.split("\n")[line - 1]
    doubled = row[column - 1 : column + 1]
    sign = doubled if doubled in SIGN_REPLACEMENTS else piece
    meant = SIGN_REPLACEMENTS.get(sign)
    hint = f": type `{meant}`" if meant else SIGN_HINTS.get(sign, "")
    if sign in ("'", "’") and row[column - 2 : column - 1] == "n" and row[column : column + 1] == "t":
        hint = ": `not` is written out, as in `is not`"
    elif sign == "/" and row[: column - 1].endswith("<"):
        hint = ": texts have no tags"
    elif sign == "=" and (named := _NAMED.match(row)) is not None:
        hint = f": `let {named[1]} be …` gives a name"
    elif sign in (".", "[") and _OWNER.search(row[:column]) is not None:
        if _OWNED.match(row, column) is not None:
            hint = ": what belongs to something is said with `of`, as `X of Y`"
    elif sign == "=":
        hint += " to compare; `set`, `raise` and `lower` change a value"
    return Problem(
        text.place_at(line, column), "bad-sign", f"{sign!r} is not a sign of the language{hint}", length=len(sign)
    )


_OWNER = re.compile(r"(\w+)[.[]$")
_OWNED = re.compile(r"([^\W\d]\w*)")
_NAMED = re.compile(r"\s*(?:let|var|set) +(\w+) *=")
_ANSWER = re.compile(r"^[ \t]*(?:[^#\n]*:[ \t]*)?(?:(?:yes|no)[ \t]*(?:#.*)?$|give[ \t(])", re.MULTILINE)
_BEGINS_BODY = re.compile(r"\s*(?:if|let|for each|while|repeat)\b")
ANSWERS = {"yes": "_ANSWER_YES", "no": "_ANSWER_NO", "give": "_GIVE"}
"""Tokens of the words that begin an answer, at the beginning of a statement."""


def is_body(text: str) -> bool:
    """Return whether the text of a condition or value consists of statements that end in answers."""
    return _BEGINS_BODY.match(text) is not None or _ANSWER.search(text) is not None


def _with_answers(words: list[Lexeme]) -> Iterator[Lexeme]:
    """Yield the words of a body; `yes`, `no` and `give` at the beginning of a statement are answers."""
    before: tuple[str, ...] = ("_NL",)
    for word, after in zip(words, [*words[1:], None], strict=True):
        begins = before in (("_NL",), ("_COLON",)) and word.text in ANSWERS
        if begins and (word.text == "give" or after is None or after.kinds == ("_NL",)):
            yield replace(word, kinds=(ANSWERS[word.text],))
        else:
            yield word
        before = word.kinds


def _word_goes_on(text: str, at: int) -> bool:
    return at < len(text) and (text[at].isalnum() or text[at] == "_")


_CONNECTIVES = ("and", "or")


def _goes_on(words: list[Lexeme], at: int) -> bool:
    """Return whether a condition goes on in the next line: `and` or `or` ends this line, or begins that one."""
    before, after = words[at - 1], words[at + 1 : at + 3]
    if before.text in _CONNECTIVES and before.kinds != ("STRING",):
        return True
    begins = bool(after) and after[0].text in _CONNECTIVES and after[0].kinds != ("STRING",)
    return begins and after[1:] != [] and after[1].kinds != ("STRING",)


def _indented(text: Text, words: list[Lexeme], depths: dict[int, int]) -> list[Lexeme]:
    """Replace line ends and changes of indentation by words; leave out empty lines.

    Line ends are left out within parentheses, and where a condition goes on.
    """
    result: list[Lexeme] = []
    levels = [0]
    depth = 0
    first = True
    pending = 0
    for at, word in enumerate(words):
        if word.kinds == ("_NL",):
            if not first and _goes_on(words, at):
                continue
            if not first and depth == 0:
                result.append(word)
                first = True
            continue
        if first and depth == 0:
            pending = depths[word.line]
            column = pending + 1
            if pending > levels[-1]:
                levels.append(pending)
                result.append(Lexeme(("_INDENT",), "", word.line, column, column))
            while pending < levels[-1]:
                levels.pop()
                result.append(Lexeme(("_DEDENT",), "", word.line, column, column))
            if pending != levels[-1]:
                where = text.place_at(word.line, column)
                raise RulebookError(
                    Problem(where, "bad-indent", "this line is indented to a depth that no line above it has")
                )
            first = False
        depth += (word.text == "(" and word.kinds == ("_LPAR",)) - (word.text == ")" and word.kinds == ("_RPAR",))
        depth = max(depth, 0)
        result.append(word)
    last = words[-1]
    if not first:
        result.append(last)
    result.extend(Lexeme(("_DEDENT",), "", last.line, last.column, last.column) for _ in levels[1:])
    return result
