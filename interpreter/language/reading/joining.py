"""Words between the lexer and the parser: their data, joining and expansion.

Joining and expansion of words between the lexer and the parser.

Some sequences of words are one token for the grammar, and some words stand for several.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from interpreter.rulebook.model import Text
from interpreter.rulebook.text import slug

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


@dataclass(frozen=True, slots=True)
class Lexeme:
    """One token. `kinds` are its possible readings, in the order in which the parser should try them."""

    kinds: tuple[str, ...]
    text: str
    line: int
    column: int
    end: int


JOINED_TOKENS: dict[tuple[str, ...], str] = {
    ("at", "least"): "_AT_LEAST",
    ("at", "most"): "_AT_MOST",
    ("more", "than"): "_MORE_THAN",
    ("less", "than"): "_LESS_THAN",
    ("and", "with"): "_AND_WITH",
    ("and", "without"): "_AND_WITHOUT",
    (",", "preferably"): "_PREFERABLY",
    (",", "ties", "to"): "_TIES_TO",
    ("to", "play", "this", "event", ",", "first"): "_TO_PLAY",
    ("play", "this", "event", "only", "if"): "_PLAY_ONLY_IF",
    ("if", "you", "can", ","): "_IF_YOU_CAN",
    ("how", "many", "of"): "_HOW_MANY_OF",
}
RELATIVE_PRONOUNS = frozenset({"who", "that", "whose"})
_PREPOSITIONS = frozenset({"at", "by", "for", "from", "in", "of", "on", "over", "to", "with"})
_AFTER_COMMAS = ("as", "or")
"""Words after a comma that are never part of a label."""
_NOUN = re.compile(r"N\d+_")
_BY_FIRST: dict[str, list[tuple[str, ...]]] = defaultdict(list)
for _words in sorted(JOINED_TOKENS, key=len, reverse=True):
    _BY_FIRST[_words[0]].append(_words)


def join_words(
    words: list[Lexeme], text: Text, readings: Callable[[str], tuple[str, ...]], relative: frozenset[str]
) -> list[Lexeme]:
    """Return the words of a text as the parser needs them. `readings` returns the possible tokens of a word.

    Sequences that are one token are joined, and so is the label of a choice after `, to`. After a noun, the words in
    `relative` are expanded: `who` and `that` to `where it`, `that you VERB` to `where you VERB it`, and `whose NAME` to
    `where NAME of it`.
    """
    return list(_related(list(_labelled(list(_together(words)), text)), readings, relative))


def join_with_blanks(words: tuple[str, ...]) -> str:
    """Join words with blanks, without one before a comma."""
    return " ".join(words).replace(" ,", ",")


def _together(words: list[Lexeme]) -> Iterator[Lexeme]:
    at = 0
    while at < len(words):
        word = words[at]
        found: tuple[str, ...] = ()
        for candidate in _BY_FIRST.get(WORD_VARIANTS.get(word.text, word.text), ()):
            there = words[at : at + len(candidate)]
            if all(each.kinds != ("STRING",) for each in there) and candidate == tuple(
                WORD_VARIANTS.get(each.text, each.text) for each in there
            ):
                found = candidate
                break
        if found:
            last = words[at + len(found) - 1]
            said = " ".join(each.text for each in words[at : at + len(found)])
            yield replace(word, kinds=(JOINED_TOKENS[found],), text=said, end=last.end)
        else:
            yield word
        at += len(found) or 1


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


def _related(
    words: list[Lexeme], readings: Callable[[str], tuple[str, ...]], relative: frozenset[str]
) -> Iterator[Lexeme]:
    behind: dict[int, tuple[str, ...]] = {}
    for at, word in enumerate(words):
        if at and word.text in relative and any(map(_NOUN.match, words[at - 1].kinds)):
            said = _relative_clause_length(words[at + 1 :]) if word.text == "that" else 0
            if word.text == "whose":
                behind[at + 1] = ("of", "it")
            elif said:
                behind[at + said] = ("it",)
            yield from _as(word, ("where",) if at + 1 in behind or said else ("where", "it"), readings)
        else:
            yield word
        if at in behind:
            yield from _as(replace(word, column=word.end), behind[at], readings)


def _relative_clause_length(words: list[Lexeme]) -> int:
    """Return the number of words in a relative clause with its own subject: `you control`, `your opponent can reach`.

    0 if there is none.
    """
    said = [word.text for word in words[:8]]
    at = 2 if said[:2] == ["your", "opponent"] else 1 if said[:1] in (["you"], ["opponent"]) else 0
    if not at or at >= len(said):
        return 0
    while said[at : at + 1] and said[at] in ("can", "do", "does", "not"):
        at += 1
    at += 1
    if said[at : at + 1] and said[at] in _PREPOSITIONS and (at + 1 == len(words) or "NAME" not in words[at + 1].kinds):
        at += 1
    return at


def _as(word: Lexeme, parts: tuple[str, ...], readings: Callable[[str], tuple[str, ...]]) -> Iterator[Lexeme]:
    """Yield other words in the place of one."""
    return (replace(word, kinds=readings(part)) for part in parts)
