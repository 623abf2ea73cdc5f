"""The lexer of the effect language.

It reads whole words, leaves out articles, and makes the indentation tokens. Only the parser can decide if a word is a
word of the language or a name, because that depends on its place. A token therefore has all its readings, best first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.language.reading.joining import RELATIVE_PRONOUNS, WORD_VARIANTS, Lexeme, join_words
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
    r"""|(?P<cannot>can['’]t(?!\w)|cannot(?!\w))|(?P<owns>(?<=\w)['’]s(?!\w))
    |(?P<either>and/or(?!\w))|(?P<word>[^\W\d]\w*)|(?P<sign><=|>=|[-+*<>():,])|(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
NO_DICE = "there are no dice: chance is which card of a shuffled deck comes, or `a random one of` a set"
DICE_NOTATION = re.compile(r"d\d+(?!\w)")
"""The text after the number of dice, as in `1d6`."""
SIGN_REPLACEMENTS = {
    "„": '"', "“": '"', "”": '"', "«": '"', "»": '"', "‹": '"', "›": '"',
    "’": '"', "‘": '"', "`": '"', "'": '"', "–": "-", "—": "-", "−": "-", "×": "*", "·": "*",
    "≥": ">=", "≤": "<=", "≠": "is not", "==": "is", "!=": "is not", "=": "is", "&": "and", "…": "",
}  # fmt: skip
"""Replacements of signs that the language does not have. An apostrophe within a name is no sign."""
NO_BREAK_SPACES = {0xA0: " ", 0x2007: " ", 0x202F: " "}
"""No-break spaces, as they come with pasted text."""
MAX_TEXT_LENGTH = 60_000
"""Maximum length of one text, in characters."""


class Lexer:
    """The words of one game.

    Args:
        keywords: Possible tokens of each word.
        titles: Ids by printed title.
        adjectives: Titles that are adjectives, too.
        relative: Those of `who`, `that` and `whose` that begin a relative clause.
    """

    def __init__(
        self,
        keywords: dict[str, tuple[str, ...]],
        titles: dict[str, str],
        adjectives: frozenset[str] = frozenset(),
        relative: frozenset[str] = RELATIVE_PRONOUNS,
    ) -> None:
        self.keywords = keywords
        self.titles = titles
        self._adjectives, self._relative = adjectives, relative
        longest_first = sorted(titles, key=len, reverse=True)
        self._title = re.compile("|".join(re.escape(title) for title in longest_first) or r"(?!)")

    def titles_in(self, line: str) -> Iterator[re.Match[str]]:
        """Return the matches of titles in a line."""
        return self._title.finditer(line)

    def readings(self, word: str) -> tuple[str, ...]:
        """Return the possible tokens of a word, best first."""
        return (*self.keywords.get(WORD_VARIANTS.get(word, word), ()), "NAME")

    def tokenize(self, text: Text, *, block: bool) -> list[Lexeme]:
        """Return the words of a text. With `block`, line ends and indentation are words, too.

        Raises:
            RulebookError: A sign or an indentation can't be read, or the text is too long.
        """
        if len(text) > MAX_TEXT_LENGTH:
            raise RulebookError(
                Problem(text.where, "too-long", f"this text has {len(text)} characters; {MAX_TEXT_LENGTH} may be used")
            )
        depths: dict[int, int] = {}
        words = join_words(self._scan(text, depths), text, self.readings, self._relative)
        return _indented(text, words, depths) if block else [word for word in words if word.kinds != ("_NL",)]

    def _scan(self, text: Text, depths: dict[int, int]) -> list[Lexeme]:
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
                found += self._special_lexemes(text, at, kind, piece, line, column)
            elif piece not in ARTICLES:
                found.append(Lexeme(self.readings(piece), piece, line, column, column + len(piece)))
        found.append(Lexeme(("_NL",), "", line, len(text) - start + 1, len(text) - start + 1))
        return found

    def _title_lexeme(self, title: str, line: int, column: int) -> Lexeme:
        kinds = ("ADJ", "NAME") if title in self._adjectives else ("NAME",)
        return Lexeme(kinds, self.titles[title], line, column, column + len(title))

    def _special_lexemes(
        self, text: Text, at: int, kind: str | None, piece: str, line: int, column: int
    ) -> list[Lexeme]:
        """Return the lexemes of a piece of text that is not a plain word and ends before `at`."""
        end = column + len(piece)
        match kind:
            case "cannot":
                return [Lexeme(self.readings(part), piece, line, column, end) for part in ("can", "not")]
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
    hint = f": type `{meant}`" if meant else ""
    return Problem(
        text.place_at(line, column), "bad-sign", f"{sign!r} is not a sign of the language{hint}", length=len(sign)
    )


def _word_goes_on(text: str, at: int) -> bool:
    return at < len(text) and (text[at].isalnum() or text[at] == "_")


def _indented(text: Text, words: list[Lexeme], depths: dict[int, int]) -> list[Lexeme]:
    """Replace line ends and changes of indentation by words; leave out empty lines and line ends within parentheses."""
    result: list[Lexeme] = []
    levels = [0]
    depth = 0
    first = True
    pending = 0
    for word in words:
        if word.kinds == ("_NL",):
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
