"""Things in a list behind `with`, `without` and `has`: `towns with pawns and no flags`, `if Alder has pawns and flags`.

The first becomes `towns with pawns and without flags`, the second `if Alder has pawns and Alder has flags`. A list ends
where a condition could not: `and` before a noun that the end of a line, a comma or the like follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.language.reading.lexeme import NOUN, Lexeme
from interpreter.language.reading.relative_clauses import RELATIVE_PRONOUNS

_HAS, _WITHOUT, _AND_WITH, _AND_WITHOUT = "_K_HAS", "_K_WITHOUT", "_AND_WITH", "_AND_WITHOUT"
_OPENINGS = frozenset({_HAS, "_K_WITH", _WITHOUT, _AND_WITH, _AND_WITHOUT})
_BEFORE_NOUNS = frozenset({"ADJ", "NUMBER", "_AT_LEAST", "_AT_MOST"})
_SMALL_WORDS = frozenset({"your", "enemy", "other", "no", "exactly"})
_ENDS = frozenset({"_NL", "_COLON", "_COMMA", "_RPAR", "_CALLED", *_OPENINGS - {_HAS}})
_END_WORDS = frozenset({"and", "where", "to"})
"""Words that can follow a list; no condition ends before them in a noun."""
_BEFORE_SUBJECTS = frozenset({"if", "while", "until", "where", "and", "or", "not", "("})
"""Words before the subject of a condition."""


def with_listed_things(words: list[Lexeme]) -> Iterator[Lexeme]:
    """Yield the words of a text with each `and` in such a list as the parser can read it."""
    skipped = -1
    for at, word in enumerate(words):
        if at == skipped:
            continue
        opening = _opening(words, at) if word.text == "and" else None
        kinds = () if opening is None else words[opening].kinds
        if opening is None:
            yield word
        elif _HAS in kinds:
            yield word
            subject = _subject_of(words, opening)
            yield from (replace(each, column=word.end, end=word.end, line=word.line) for each in subject)
        else:
            skipped = at + 1 if words[at + 1].text == "no" else -1
            lacks = skipped > 0 or not {_WITHOUT, _AND_WITHOUT}.isdisjoint(kinds)
            end = words[skipped].end if skipped > 0 else word.end
            yield replace(word, kinds=(_AND_WITHOUT if lacks else _AND_WITH,), end=end)


def _opening(words: list[Lexeme], at: int) -> int | None:
    """Return the index of the `with`, `without` or `has` whose list goes on behind an `and`; None if none does.

    Behind `no stones and` the list goes on with `no` only: another thing could be one that is there.
    """
    behind = at + 1
    while behind < len(words) and _precedes_noun(words, behind):
        behind += 1
    if behind + 1 >= len(words) or not _is_noun(words[behind]) or not _ends_list(words[behind + 1]):
        return None
    before = at - 1
    if not _is_noun(words[before]):
        return None
    before -= 1
    while before > 0 and _precedes_noun(words, before):
        before -= 1
    if before > 0 and words[before].text == "and":
        is_clear = words[before + 1].text != "no" or words[at + 1].text == "no"
        return _opening(words, before) if is_clear else None
    if before < 0 or _OPENINGS.isdisjoint(words[before].kinds):
        return None
    return before if _HAS not in words[before].kinds or _subject_of(words, before) else None


def _subject_of(words: list[Lexeme], verb: int) -> list[Lexeme]:
    """Return the subject of `has`, if it is one word, and the verb; behind `that`, only the verb."""
    subject = words[verb - 1] if verb else words[verb]
    if subject.text in RELATIVE_PRONOUNS:
        return [words[verb]]
    is_short = subject.is_only_a_name or _is_noun(subject) or subject.text in ("it", "you", "opponent")
    begins = verb > 1 and words[verb - 2].text in _BEFORE_SUBJECTS
    return words[verb - 1 : verb + 1] if is_short and begins else []


def _is_noun(word: Lexeme) -> bool:
    return any(map(NOUN.match, word.kinds))


def _precedes_noun(words: list[Lexeme], at: int) -> bool:
    """Return whether a word can stand before a noun: how many, whose, or an adjective."""
    if words[at].text == "of":
        return at + 1 < len(words) and words[at + 1].text in ("your", "enemy")
    return words[at].text in _SMALL_WORDS or not _BEFORE_NOUNS.isdisjoint(words[at].kinds)


def _ends_list(word: Lexeme) -> bool:
    return word.text in _END_WORDS or not _ENDS.isdisjoint(word.kinds)
