"""Diagnosis of texts that can't be read: the mistake is at the first word that can't follow, or before it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import pairwise

from interpreter.language.reading.captured_words import CapturedWords
from interpreter.language.reading.joined_words import COST_TOKENS, IF_YOU_CANNOT, JOINED_WORDS
from interpreter.language.reading.lexeme import DIRECTION, Lexeme
from interpreter.language.reading.patterns import HOLE
from interpreter.rulebook.model import Text
from interpreter.support.errors import Detail, Missing, Problem
from interpreter.support.similar_words import closest_match

AFTER_A_COMMA = ("as", "to", "because", "otherwise", "again")
"""Words that begin a part of a statement after a comma."""
BLOCKS = frozenset({"if", "either", "may", "for", "repeat", "while", "as"})
"""Words with which statements begin that have a block."""
ARTICLE_AS_NAME = re.compile(r"\bas (an?|the)\s*$")
"""Matches the end of a line before a word, if an article stands where a name is given."""
MOST_EXPECTED = 8
"""Maximum number of expected words that a message lists."""


@dataclass(frozen=True, slots=True)
class UnknownStatement(Problem):
    """A mistake: no statement begins with this word or a similar one."""

    word: str = field(default="", compare=False, kw_only=True)

    def with_advice(self) -> Problem:
        """Return the mistake; if there is no suggestion, add how a game defines a statement of its own."""
        if self.suggestion is not None or self.wordings:
            return self
        if self.word == "give":
            return replace(
                self,
                message=f"{self.message}: it ends a value of several lines, which stands under `means`;"
                " what seats get is said by `raise NUMBER of SEAT by N`, or by a move",
            )
        if (self.word,) in COST_TOKENS:
            return self
        return replace(self, message=f"{self.message}; to define it, add it under `words:` with `say` and `do`")


@dataclass(frozen=True, slots=True)
class SyntaxDiagnosis:
    """The diagnosis for one game's texts.

    Attributes:
        keywords: Tokens of each word.
        readable: Spelling of each token.
        nouns: Words of the nouns.
        names: All names.
        phrases: Wordings of the game's own phrases.
        noun_forms: Singular and plural of a noun, by words that resemble its id and are no words of the game.
        captured: Words of the core that the game's own wordings take from all other texts.
    """

    keywords: Mapping[str, Sequence[str]]
    readable: Mapping[str, str]
    nouns: Collection[str]
    names: set[str]
    phrases: list[str]
    noun_forms: Mapping[str, tuple[str, str]]
    captured: Sequence[CapturedWords]

    def problem(
        self,
        text: Text,
        words: list[Lexeme],
        read: list[str],
        offered: Sequence[Collection[str]],
        accepted: Collection[str],
    ) -> Problem:
        """Return the mistake in a text.

        Args:
            text: The text.
            words: Its words.
            read: Tokens of the words that were read.
            offered: Tokens that were possible at each of these words and the next one.
            accepted: Tokens that are possible after the words that were read.
        """
        accepted = set(accepted)
        at = min(len(read), len(words) - 1)
        word = words[at]
        before = words[at - 1] if at else None
        taken_for_a_name = before is not None and read[at - 1] == "NAME"
        opened = _open_parenthesis(words[:at])
        if opened is not None and (word.line > opened.line or word.kinds == ("_NL",)):
            return self._at(text, opened, "syntax", "this parenthesis is not closed", detail="remedy")
        named = (each for each, kind in zip(words[: at + 1], [*read[:at], "NAME"], strict=True) if kind == "NAME")
        if (misnamed := next((each for each in named if each.text in self.noun_forms), None)) is not None:
            one, many = self.noun_forms[misnamed.text]
            message = f"`{misnamed.text}` is an id: in texts these are called `{one}`, `{many}`"
            return self._at(text, misnamed, "syntax", message, many if misnamed.text.endswith("s") else one)
        if before is not None and taken_for_a_name and accepted.intersection(before.kinds[:-1]):
            return self._at(text, before, "syntax", f"something is missing before `{before.text}`")
        if (missing := _without_comma(words, at, accepted)) is not None:
            start, said = missing
            told = self._at(text, words[start], "syntax", f"a comma goes before `{said}`", detail="remedy")
            return replace(told, missing=Missing(before=", "))
        negative = at > 1 and words[at - 2].text == "-" and read[at - 1] == "NUMBER"
        if negative and (word.text == "of" or word.text in self.nouns):
            return self._at(text, words[at - 2], "syntax", "an amount can't be negative", detail="remedy")
        if before is not None and taken_for_a_name and before.text not in self.names | defined_names(words):
            blamed = self._unknown_name(text, before, word, offered[at - 1])
            if blamed is not None:
                return blamed
        if word.text == "from" and before is not None and before.text in self.nouns and words[at - 2].text == "move":
            return self._at(text, before, "syntax", f"how many? a number or `all` goes before `{before.text}`")
        if (misread := self._misread_beginning(text, words[:at], word, accepted)) is not None:
            return self._at(text, word, "syntax", misread)
        begins = not word.is_only_a_name and any(kind in offered[0] for kind in word.kinds)
        if begins and "_COLON" in accepted:
            told = self._at(text, word, "syntax", f"a colon goes before `{word.text}`", detail="remedy")
            return replace(told, missing=Missing(before=": "))
        phrase = self._phrase_meant(words, word)
        is_first = before is None or before.kinds[-1] in ("_NL", "_INDENT", "_DEDENT", "_COLON")
        if phrase is None and is_first and word.is_only_a_name and self._is_far_from(word.text, offered[at]):
            return _unknown_statement(text, word)
        return self._unexpected_word(text, word, accepted, len(read) >= len(words), phrase)

    def _misread_beginning(self, text: Text, read: list[Lexeme], word: Lexeme, accepted: Collection[str]) -> str | None:
        """Explain a word that continues nothing, or follows an article, a `:`, or words that a wording takes."""
        article = ARTICLE_AS_NAME.search(text.split("\n")[word.line - 1][: word.column - 1])
        if article is not None and "NAME" in accepted:
            return f"articles such as `{article[1]}` are ignored, so `{article[1]}` can't be a name: choose another"
        if word.kinds == (IF_YOU_CANNOT,):
            return (
                "`if you can't:` stands right under a line that may be impossible: choose, raise, lower, move, a phrase"
            )
        if word.text == "otherwise" and (not read or read[-1].kinds in (("_NL",), ("_DEDENT",))):
            message = "`otherwise` stands under the block of an `if`; under a line that may be impossible stands"
            return f"{message} `if you can't:`"
        if read and read[-1].text == ":" and word.text in BLOCKS:
            return (
                f"only a simple statement can follow `:` on the same line; put `{word.text}` and its block below it, "
                "indented"
            )
        on_line = [each for each in read if each.line == word.line]
        if (
            word.kinds == ("_COLON",)
            and any(each.kinds == word.kinds for each in on_line)
            and on_line[0].text in BLOCKS
        ):
            begun = text.split("\n")[word.line - 1][: word.column - 1].rpartition(":")[2].strip()
            return f"a line has one `:` at most; put `{begun}:` and what follows it below, indented"
        before = [each.text for each in read]
        taken = next((each for each in self.captured if each.precede(before)), None)
        return None if taken is None else f"`{word.text}` can't stand here: {taken.explain()}"

    def _is_far_from(self, word: str, offered: Collection[str]) -> bool:
        """True if statements begin here, but none with a word similar to this one."""
        begins = [plain for plain, kinds in self.keywords.items() if any(kind in offered for kind in kinds)]
        return "choose" in begins and closest_match(word, begins) is None

    def _phrase_meant(self, words: list[Lexeme], word: Lexeme) -> str | None:
        """Return the wording of the game's own phrase that a line most resembles, among those with its first word."""
        line = [each.text for each in words if each.line == word.line and each.text]
        alike = [phrase for phrase in self.phrases if line and phrase.split()[0] == line[0]]
        meant = max(alike, key=lambda phrase: SequenceMatcher(None, phrase, " ".join(line)).ratio(), default=None)
        return None if meant is None else HOLE.sub(lambda hole: (hole[2] or hole[1]).upper(), meant)

    def _unexpected_word(
        self, text: Text, word: Lexeme, accepted: set[str], at_end: bool, phrase: str | None
    ) -> Problem:
        """Report the word that can't follow. `phrase` is the wording that the line may have been meant to be."""
        expected = sorted({self.readable[kind] for kind in accepted if kind in self.readable})
        meant = None
        if word.kinds[-1] == "NAME" and not at_end:
            candidates = [plain for plain, kinds in self.keywords.items() if accepted.intersection(kinds)]
            if "NAME" in accepted:
                candidates += list(self.names)
            meant = closest_match(word.text, candidates)
        message, detail = _unexpected(word, _as_written(text, word), accepted, at_end, expected)
        if word.text.lower() in self.nouns and word.text not in self.nouns and not at_end:
            message, meant = f"`{word.text}` is a noun here, and nouns are written small", word.text.lower()
        meant = meant if meant != word.text else None
        meant = meant or (None if "_INDENT" in accepted else phrase)
        return self._at(text, word, "syntax", message, meant, detail)

    def _unknown_name(self, text: Text, word: Lexeme, after: Lexeme, offered: Collection[str]) -> Problem | None:
        """Report a word that was read as a name although nothing has that name."""
        if word.text in self.nouns:
            return self._at(text, word, "syntax", f"a number is missing before `{word.text}`")
        if word.text in self.keywords:
            return None
        joined = f"{word.text} {after.text}"
        if after.text in self.nouns and "ADJ" in offered:
            adjectives = [plain for plain, kinds in self.keywords.items() if "ADJ" in kinds]
            message = f"`{word.text}` is not an adjective in this game{foreign_letter_note(word.text)}"
            alike = closest_match(word.text, adjectives)
            return self._at(text, word, "unknown-name", message, alike, _detail(word.text))
        singles = [*self.names, *(plain for plain, kinds in self.keywords.items() if set(kinds) & set(offered))]
        titles = [name for name in self.names if " " in name]
        as_title = closest_match(joined, titles)
        capital = word.text[:1].isupper()
        meant = as_title if capital else None
        meant = meant or closest_match(word.text, singles, cutoff=0.8) or as_title or closest_match(word.text, singles)
        if meant is None:
            return None
        if " " in meant:
            word = Lexeme(word.kinds, joined, word.line, word.column, after.end)
        if word.text in ("their", "his", "her"):
            whose = f"whose is meant by `{word.text}`? say `… of SEAT`, or `your …`"
            return self._at(text, word, "unknown-name", whose)
        return self._at(text, word, "unknown-name", f"`{word.text}` is not a name in this game", meant, "place")

    def _at(
        self, text: Text, word: Lexeme, code: str, message: str, meant: str | None = None, detail: Detail = "cause"
    ) -> Problem:
        where, length = text.place_at(word.line, word.column), max(1, word.end - word.column)
        return Problem(where, code, message, f"`{meant}`" if meant else None, None, length, detail=detail)


def _unknown_statement(text: Text, word: Lexeme) -> UnknownStatement:
    """Report a word with which no statement begins, or that needs an amount to begin one."""
    written = _as_written(text, word)
    message = f"no statement begins with `{written}`{foreign_letter_note(written)}"
    if (word.text,) in COST_TOKENS:
        message = f"an amount and the name of a number follow `{word.text}`, as in `{word.text} 2 NUMBER`"
    where, detail = text.place_at(word.line, word.column), _detail(word.text)
    return UnknownStatement(where, "syntax", message, length=len(written), detail=detail, word=word.text)


def _as_written(text: Text, word: Lexeme) -> str:
    """Return a word as its line has it: a title, not the id that it stands for."""
    if not word.is_only_a_name:
        return word.text
    return text.split("\n")[word.line - 1][word.column - 1 : word.end - 1] or word.text


def _unexpected(
    word: Lexeme, written: str, accepted: set[str], at_end: bool, expected: Sequence[str]
) -> tuple[str, Detail]:
    """Return the message about a word that can't follow, and how much it says. `expected`: what could stand there."""
    if "_INDENT" in accepted:
        return "an indented block is missing under `:`", "remedy"
    is_listed = 0 < len(expected) <= MOST_EXPECTED
    listed = (f"`{one}`" if " " not in one or one in JOINED_WORDS else one for one in expected)
    choices = f"; expected {', '.join(listed)}" if is_listed else ""
    if at_end:
        return f"the text ends too early here{choices}", "cause"
    if word.kinds == ("_INDENT",):
        opens = "but the line above opens no block (a block is opened by `:`)"
        return f"this line is indented, {opens}{choices}", "remedy"
    if word.kinds in (("_NL",), ("_DEDENT",)):
        return f"the line ends too early{choices}", "cause" if len(expected) == 1 else "place"
    if word.text == "-" and "NUMBER" in accepted:
        if "_K_IT" in accepted:  # any value can stand here
            return "a negative number stands in parentheses here, such as `(-1)`", "cause"
        return "an amount can't be negative", "remedy"
    note = foreign_letter_note(word.text)
    says_more = note or (is_listed and (expected[0] == "or" or list(expected) == [":"]))
    return f"`{written}` can't stand here{note}{choices}", "cause" if says_more else "place"


def _without_comma(words: list[Lexeme], at: int, accepted: Collection[str]) -> tuple[int, str] | None:
    """Return the index where a comma is missing and the words after it, if that is the mistake."""
    word, before = words[at], words[at - 1].text if at else ""
    after = words[at + 1].text if at + 1 < len(words) else ""
    leads_somewhere = word.text == "to" and at + 1 < len(words) and DIRECTION in words[at + 1].kinds
    if word.kinds in (("STRING",), ("_NL",)) or leads_somewhere:
        return None
    if word.text in AFTER_A_COMMA and "_COMMA" in accepted and before != "equal":
        return at, word.text
    if word.text == "or" and after in ("stop", "none") and "_COMMA" in accepted:
        return at, f"or {after}"
    if before == "or" and word.text in ("stop", "none"):
        return at - 1, f"or {word.text}"
    if (before, word.text) == ("player", "order") and words[at - 2].text == "in":
        return at - 2, "in player order"
    return None


def defined_names(words: list[Lexeme]) -> set[str]:
    """Names that a text defines."""
    return {after.text for word, after in pairwise(words) if word.text in ("as", "let")}


def _open_parenthesis(words: list[Lexeme]) -> Lexeme | None:
    """Return the last open parenthesis, if there is one."""
    opened: list[Lexeme] = []
    for word in words:
        if word.kinds == ("_LPAR",):
            opened.append(word)
        elif word.kinds == ("_RPAR",) and opened:
            opened.pop()
    return opened[-1] if opened else None


def _detail(word: str) -> Detail:
    """Return how much a message about a word says: with a foreign letter in it, that is the mistake."""
    return "cause" if foreign_letter_note(word) else "place"


def foreign_letter_note(word: str) -> str:
    """Return an addition to a message about a word with a letter of another script, which may look like a Latin one."""
    for letter in word:
        name = unicodedata.name(letter, "")
        if letter.isalpha() and not name.startswith("LATIN"):
            return f" (here is {name})"
    return ""
