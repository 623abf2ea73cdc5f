"""The lexer of the effect language.

It reads whole words, leaves out articles, and makes the indentation tokens. Only the parser can decide if a word is a
word of the language or a name, because that depends on its place. A token therefore has all its readings, best first.

Between lexer and parser, some sequences of words are joined to one token, and some words are expanded to several.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import zip_longest

from interpreter.language.reading.lexeme import DIRECTION, NOUN, Lexeme
from interpreter.language.reading.relative_clauses import (
    NEXT_PLAYER,
    NO_OWN_CLAUSES,
    RELATIVE_PRONOUNS,
    OwnClauses,
    with_clauses,
)
from interpreter.rulebook.model import Text
from interpreter.rulebook.text import slug
from interpreter.support.errors import Problem, RulebookError

WORD_VARIANTS = {
    "are": "is",
    "have": "has",
    "does": "do",
    "fewer": "less",
    "another": "other",
    "winners": "winner",
    "chooses": "choose",
    "seats'": "seats",
}
"""Words that are read as another one."""
_CANNOT = frozenset({"can't", "can’t", "cannot"})
_PARTS_OF_CANNOT = {"can": "_K_CAN", "not": "_K_NOT"}
SIGHT_TOKENS: dict[tuple[str, ...], str] = {
    ("line", "of", "sight", "to"): "_LINE_OF_SIGHT_TO",
    ("line", "of", "sight", "from"): "_LINE_OF_SIGHT_FROM",
}
"""Tokens of lines of sight."""
LINE_TOKENS: dict[tuple[str, ...], str] = {
    ("direction", "from"): "_DIRECTION_FROM",
    ("up", "to", "first"): "_UP_TO_FIRST",
    ("before", "first"): "_BEFORE_FIRST",
    ("in", "line", "with"): "_IN_LINE_WITH",
    **SIGHT_TOKENS,
}
"""Joined tokens that only games have whose board has directions."""
EDGE = "EDGE"
"""The token of the name of an edge of a board, such as `north edge`."""
EDGE_TOKENS: dict[tuple[str, ...], str] = {
    (name, "edge"): EDGE
    for name in ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
}
"""Tokens of the names of edges, which only games have whose board has directions."""
BOARD_LINE = "BOARD_LINE"
"""The token of `column` or `row` before the number of one, as in `in column 3`."""
NAMING_TOKENS: dict[tuple[str, ...], str] = {
    ("group", "of"): "_GROUP_OF",
    ("groups", "of"): "_GROUPS_OF",
    ("largest", "group", "of"): "_LARGEST_GROUP_OF",
    ("distance", "from"): "_DISTANCE_FROM",
    ("shortest", "path", "from"): "_SHORTEST_PATH_FROM",
    ("connected", "to"): "_CONNECTED_TO",
    ("at", "random"): "_AT_RANDOM",
    ("absolute", "value", "of"): "_ABSOLUTE_VALUE_OF",
    ("absolute", "difference", "between"): "_DIFFERENCE_BETWEEN",
    ("next", "seat"): NEXT_PLAYER,
    ("next", "player"): NEXT_PLAYER,
    ("number", "of", "this", "game"): "_NUMBER_OF_THIS_GAME",
    ("this", "is", "first", "game"): "_THIS_IS_FIRST_GAME",
    ("this", "is", "not", "first", "game"): "_THIS_IS_NOT_FIRST_GAME",
    ("this", "is", "last", "game"): "_THIS_IS_LAST_GAME",
    ("this", "is", "not", "last", "game"): "_THIS_IS_NOT_LAST_GAME",
    **EDGE_TOKENS,
    **SIGHT_TOKENS,
}
"""Joined tokens that a game's own words take precedence over."""
_CANNOT_WORDS = ("if", "you", "can", "not")
"""Words before the colon of what is done in place of something impossible; elsewhere a condition begins there."""
IF_YOU_CANNOT = "_IF_YOU_CANNOT"
_COSTS_TESTED, _COSTS_NOT_TESTED, _AND_COST = ("can", "pay"), ("can", "not", "pay"), ("and",)
COST_TOKENS: dict[tuple[str, ...], str] = {
    ("pay",): "_PAY",
    ("gain",): "_GAIN",
    _COSTS_TESTED: "_CAN_PAY",
    _COSTS_NOT_TESTED: "_CAN_NOT_PAY",
    _AND_COST: "_AND_COST",
}
"""Joined tokens before an amount and a name: `pay 2 wood`, `you can pay 2 wood and 1 stone`."""
_FURTHER_COSTS = (_AND_COST, (",",))
"""Words between the costs of a test: `you can pay 2 wood, 1 stone and 1 coin`."""
_ALSO = "_AND_ALSO"
_BEFORE_STATEMENTS = frozenset({"_NL", "_COLON", "_K_MUST", "_TO_PLAY", "_IF_YOU_CAN"})
AT_SAME_TIME = ("at", "same", "time", ",")
"""Words before what several seats do at the same time."""
LOOP_WORDS = ("again", "and", "again")
BOARD_LINE_NOUNS = ("column", "row")
JOINED_TOKENS: dict[tuple[str, ...], str] = {
    ("at", "least"): "_AT_LEAST",
    ("at", "most"): "_AT_MOST",
    ("more", "than"): "_MORE_THAN",
    ("less", "than"): "_LESS_THAN",
    ("higher", "than"): "_HIGHER_THAN",
    ("lower", "than"): "_LOWER_THAN",
    ("and", "with"): "_AND_WITH",
    ("and", "without"): "_AND_WITHOUT",
    (",", "preferably"): "_PREFERABLY",
    (",", "and"): _ALSO,
    (",", "or", "any"): "_OR_ANY",
    ("if", "there", "is", "none"): "_IF_THERE_IS_NONE",
    ("or", ",", "if", "there", "is", "none", ","): "_OR_IF_THERE_IS_NONE",
    (",", "ties", "to"): "_TIES_TO",
    ("to", "play", "this", "event", ",", "first"): "_TO_PLAY",
    ("play", "this", "event", "only", "if"): "_PLAY_ONLY_IF",
    ("if", "you", "can", ","): "_IF_YOU_CAN",
    _CANNOT_WORDS: IF_YOU_CANNOT,
    ("none", "of"): "_NONE_OF",
    ("how", "many", "of"): "_HOW_MANY_OF",
    ("not", "showing"): "_NOT_SHOWING",
    ("half", "of"): "_HALF_OF",
    ("best", "hand", "of"): "_BEST_HAND_OF",
    ("remainder", "of"): "_REMAINDER_OF",
    ("difference", "between"): "_DIFFERENCE_BETWEEN",
    (",", "as"): "_CALLED",
    ("players", "take", "turns"): "_TAKE_TURNS",
    LOOP_WORDS: "_AGAIN_AND_AGAIN",
    ("after", "moving"): "_AFTER_MOVING",
    ("after", "capturing"): "_AFTER_CAPTURING",
    ("and", "moving"): "_AND_MOVING",
    ("and", "capturing"): "_AND_CAPTURING",
    AT_SAME_TIME: "_AT_SAME_TIME",
    ("secretly", "choose"): "_SECRETLY_CHOOSE",
    (",", "starting", "with"): "_BEGINNING_WITH",
    (",", "beginning", "with"): "_BEGINNING_WITH",
    **LINE_TOKENS,
    **NAMING_TOKENS,
}
_AT_SAME_TIME, _SECRETLY_CHOOSE = "_AT_SAME_TIME", "_SECRETLY_CHOOSE"
_AFTER_COMMAS = ("as", "or")
"""Words after a comma that are never part of a label."""
_NAMES_CANDIDATE = (",", "as")
"""Words before a name for each thing of a set; elsewhere they are two tokens, before the name of a result."""
_RESTRICTIONS = frozenset({"where", "with", "without", ")", *RELATIVE_PRONOUNS})
"""Words that follow the name of each thing of a set, with or without a comma."""
_AFTER_RESULT = frozenset({"to", "or", "as", "in", "and", "again"})
"""Words that follow the name of a result, after a comma."""
_BY_FIRST: dict[str, list[tuple[str, ...]]] = defaultdict(list)
for _words in sorted(JOINED_TOKENS, key=len, reverse=True):
    _BY_FIRST[_words[0]].append(_words)


def join_words(
    words: list[Lexeme],
    text: Text,
    readings: Callable[[str], tuple[str, ...]],
    own: OwnClauses,
    separate: frozenset[tuple[str, ...]],
) -> list[Lexeme]:
    """Return the words of a text as the parser needs them. `readings` returns the possible tokens of a word.

    Sequences that are one token are joined unless they are in `separate`, and so is the label of a choice after `, to`.
    Relative clauses become conditions (`with_clauses`). Where several seats choose at the same time, `their` is `your`.
    Before an edge, `on` may mean `in`. After `in`, `column` and `row` may have a number.
    """
    joined = _with_own(_in_board_lines(list(_on_edges([*_together(words, separate)])), separate), readings)
    joined = _with_costs(list(_with_last_costs(list(joined))), separate)
    return list(with_clauses(list(_labelled(list(joined), text)), readings, own))


def join_with_blanks(words: tuple[str, ...]) -> str:
    """Join words with blanks, without one before a comma."""
    return " ".join(words).replace(" ,", ",")


JOINED_WORDS = frozenset(map(join_with_blanks, JOINED_TOKENS))
"""The text of each joined token."""


def _together(words: list[Lexeme], separate: frozenset[tuple[str, ...]]) -> Iterator[Lexeme]:
    at = 0
    while at < len(words):
        word = words[at]
        found: tuple[str, ...] = ()
        for candidate in _BY_FIRST.get(WORD_VARIANTS.get(word.text, word.text), ()):
            there = words[at : at + len(candidate)]
            said = tuple(map(_word_read, there))
            if candidate == said and candidate not in separate and all(each.kinds != ("STRING",) for each in there):
                if candidate == _NAMES_CANDIDATE and not _names_candidate(words[at + 2 : at + 5]):
                    continue
                if candidate == _CANNOT_WORDS and words[at + 4 : at + 5] and words[at + 4].kinds != ("_COLON",):
                    continue
                found = candidate
                break
        if found:
            last = words[at + len(found) - 1]
            whole = " ".join({each.column: each.text for each in words[at : at + len(found)]}.values())
            yield replace(word, kinds=(JOINED_TOKENS[found],), text=whole, end=last.end)
        else:
            yield word
        at += len(found) or 1
        if found == _NAMES_CANDIDATE:
            yield words[at]
            at += 1
            if words[at].kinds == ("_COMMA",) and words[at + 1].text != "preferably":
                at += 1


def _on_edges(words: list[Lexeme]) -> Iterator[Lexeme]:
    """Let `on` before an edge of the board mean `in`, where it has no other meaning."""
    for word, following in zip_longest(words, words[1:]):
        if word.text == "on" and following is not None and following.kinds == (EDGE,):
            own = (kind for kind in word.kinds if kind not in (DIRECTION, "NAME"))
            yield replace(word, kinds=(*own, "_K_IN"))
        else:
            yield word


def _in_board_lines(words: list[Lexeme], separate: frozenset[tuple[str, ...]]) -> Iterator[Lexeme]:
    """Let `column` and `row`, where they are nouns, be followed by the number of one after `in`.

    A sequence such as `in column` in `separate` belongs to the game's own wordings.
    """
    for at, word in enumerate(words):
        is_line = word.text in BOARD_LINE_NOUNS and any(map(NOUN.match, word.kinds)) and at > 0
        is_line = is_line and ("in", word.text) not in separate
        if is_line and "_K_IN" in words[at - 1].kinds and _is_amount(words[at + 1 : at + 2]):
            yield replace(word, kinds=(BOARD_LINE,))
        else:
            yield word


def _is_amount(words: list[Lexeme]) -> bool:
    """Return whether words begin with a number, a name, or a value in parentheses."""
    return any(word.kinds in (("NUMBER",), ("_LPAR",)) or word.is_only_a_name for word in words)


def _word_read(word: Lexeme) -> str:
    """Return the word as which a word is read; `can't` is two words with the same text."""
    parts = (part for part, kind in _PARTS_OF_CANNOT.items() if word.text in _CANNOT and kind in word.kinds)
    return next(parts, WORD_VARIANTS.get(word.text, word.text))


def _with_own(words: Iterable[Lexeme], readings: Callable[[str], tuple[str, ...]]) -> Iterator[Lexeme]:
    """Read `their` as `your` in lines in which several seats choose at the same time.

    Put `at the same time,` before `each` in such a line, if it only says that they choose secretly.
    """
    line: list[Lexeme] = []
    for word in words:
        line.append(word)
        if word.kinds == ("_NL",):
            yield from _own_line(line, readings)
            line = []
    yield from line


def _own_line(line: list[Lexeme], readings: Callable[[str], tuple[str, ...]]) -> list[Lexeme]:
    kinds = [word.kinds for word in line]
    is_said, is_secret = (_AT_SAME_TIME,) in kinds, (_SECRETLY_CHOOSE,) in kinds
    if not is_said and not is_secret:
        return line
    line = [replace(word, kinds=readings("your")) if word.text == "their" else word for word in line]
    at = next((at for at, word in enumerate(line) if word.text == "each"), None)
    if not is_said and at is not None:
        line.insert(at, replace(line[at], kinds=(_AT_SAME_TIME,), end=line[at].column))
    return line


def _with_last_costs(words: list[Lexeme]) -> Iterator[Lexeme]:
    """Read `, and` before the last cost like the commas between the others."""
    is_cost = False
    for at, word in enumerate(words):
        if word.kinds in (("_NL",), ("_COLON",)):
            is_cost = False
        is_cost = is_cost or word.text in ("pay", "gain")
        is_last = is_cost and word.kinds == (_ALSO,) and _begins_cost(words[at + 1 :])
        yield replace(word, kinds=("_COMMA",), text=",") if is_last else word


def _with_costs(words: list[Lexeme], separate: frozenset[tuple[str, ...]]) -> Iterator[Lexeme]:
    """Join the words before costs to one token; elsewhere, they are names, or words of the game's own wordings."""
    at, tests = 0, False
    while at < len(words):
        word = words[at]
        if word.kinds in (("_NL",), ("_COLON",)):
            tests = False
        begins = at == 0 or words[at - 1].kinds[0] in _BEFORE_STATEMENTS
        candidates: tuple[tuple[str, ...], ...] = (_COSTS_TESTED, _COSTS_NOT_TESTED) if "_K_CAN" in word.kinds else ()
        if begins and (word.text,) in COST_TOKENS:
            candidates = ((word.text,),)
        elif tests and word.text in ("and", ","):
            candidates = _FURTHER_COSTS
        found = next((each for each in candidates if _precedes_cost(words[at:], each) and each not in separate), ())
        if found in (_COSTS_TESTED, _COSTS_NOT_TESTED):
            tests = True
        elif word.text == "and" and not found:
            tests = False
        if found:
            yield replace(
                word, kinds=(COST_TOKENS.get(found, COST_TOKENS[_AND_COST]),), end=words[at + len(found) - 1].end
            )
        else:
            yield word
        at += len(found) or 1


def _precedes_cost(words: list[Lexeme], joined: tuple[str, ...]) -> bool:
    """Return whether these words stand there, before a number, or a value in parentheses, and a name."""
    for word, text in zip(words, joined, strict=False):
        if word.text != text and f"_K_{text.upper()}" not in word.kinds:
            return False
    return _begins_cost(words[len(joined) :])


def _begins_cost(words: list[Lexeme]) -> bool:
    """Return whether words begin with a number, or a value in parentheses, and a name."""
    depth = 0
    for at, word in enumerate(words):
        depth += (word.kinds == ("_LPAR",)) - (word.kinds == ("_RPAR",))
        if depth <= 0:
            is_amount = at > 0 or word.kinds == ("NUMBER",) or word.is_only_a_name
            return is_amount and at + 1 < len(words) and words[at + 1].is_only_a_name
    return False


def _names_candidate(words: list[Lexeme]) -> bool:
    """Return whether the words after `, as` are a name for each thing of a set, with what is said of the thing."""
    if len(words) < 3 or words[0].kinds[-1] != "NAME":
        return False
    _, after, next_word = words
    if after.kinds == ("_COMMA",):
        return next_word.kinds != ("_NL",) and next_word.text not in _AFTER_RESULT
    return after.text in _RESTRICTIONS and after.kinds != ("STRING",)


def _labelled(words: list[Lexeme], text: Text) -> Iterator[Lexeme]:
    """Join a label after a comma to one name: `, to look out` to `look_out`."""
    at = 0
    while at < len(words):
        yield words[at]
        at += 1
        if at < 2 or words[at - 2].kinds != ("_COMMA",) or words[at - 1].text != "to":
            continue
        end = at
        while end < len(words) and words[end].kinds[-1] == "NAME" and words[end].text not in _AFTER_COMMAS:
            end += 1
        if end - at > 1:
            first, last = words[at], words[end - 1]
            said = text.split("\n")[first.line - 1][words[at - 1].end - 1 : last.end - 1]
            yield Lexeme(("NAME",), slug(said), first.line, first.column, last.end)
            at = end


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
NO_DICE = "dice are rolled in a line of its own: `roll 2 dice, as roll`; `dice: [{id: die, count: 2}]` declares them"
DICE_NOTATION = re.compile(r"d\d+(?!\w)")
"""The text after the number of dice, as in `1d6`."""
SIGN_REPLACEMENTS = {
    "„": '"', "“": '"', "”": '"', "«": '"', "»": '"', "‹": '"', "›": '"',
    "’": '"', "‘": '"', "`": '"', "'": '"', "–": "-", "—": "-", "−": "-", "×": "*", "·": "*",
    "≥": ">=", "≤": "<=", "≠": "is not", "==": "is", "!=": "is not", "=": "is", "&": "and", "…": "",
}  # fmt: skip
"""Replacements of signs that the language does not have. An apostrophe within a name is no sign."""
DIVISIONS = {
    "/": ": `X divided by Y, rounded down` is a quotient",
    ";": ": each statement stands on a line of its own",
    "%": ": `remainder of X divided by Y` is a remainder, and `20 * X divided by 100, rounded down` a fifth",
}
"""Hints for signs by which other languages divide numbers, or one statement from the next."""
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
        depths: dict[int, int] = {}
        words = join_words(self._scan(text, depths), text, self.readings, self._own_clauses, self._separate)
        if answers:
            words = list(_with_answers(words))
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
    hint = f": type `{meant}`" if meant else DIVISIONS.get(sign, "")
    if sign == "=" and (named := _NAMED.match(row)) is not None:
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
