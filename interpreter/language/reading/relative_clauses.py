"""Relative clauses: `who`, `that`, `which`, `whose` behind a set, and words that go without them, become `where …`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from interpreter.language.reading.lexeme import NOUN, Lexeme

RELATIVE_PRONOUNS = frozenset({"who", "that", "which", "whose"})
ANY_WORD = ""
"""In the place of the word behind a relative pronoun: any word."""
NEXT_PLAYER = "_NEXT_PLAYER"
"""The token of `next player`."""
_PREPOSITIONS = frozenset({"at", "by", "for", "from", "in", "of", "on", "over", "to", "with"})
_VERBS = frozenset({"_K_IS", "_K_HAS", "_K_DO", "_K_CAN", "_CAN_PAY", "_CAN_NOT_PAY"})
"""Tokens of verbs of the language that can follow `who`, and `and` in a relative clause."""
_STATES = frozenset({("_CONNECTED_TO",), ("_IN_LINE_WITH",)})
"""Tokens of states of the core."""
_CONNECTIVES = ("and", "or")
_BEHIND_CLAUSES = frozenset({*_CONNECTIVES, "where", "with", "without"})
_ENDS = frozenset({("_NL",), ("_COLON",)})
_AFTER_CLAUSE = frozenset({"_NL", "_COLON", "_COMMA", "_RPAR", "_CALLED"})

Readings = Callable[[str], tuple[str, ...]]
"""Returns the possible tokens of a word."""


@dataclass(frozen=True, slots=True)
class OwnClauses:
    """Words of a game's wordings that stand in relative clauses, or look as if they did.

    Attributes:
        pronouns: Pronouns that begin no relative clause, each in a pair with the word before or behind it.
        states: What stands after `is` in conditions such as `{seat} is still in play`, of two words or more; of
            `{town} is in sight of {seat}`, the words before the hole.
        verbs: Verbs of conditions such as `{seat} hold(s) {town}`.
        flags: Attributes that are verbs, such as `floats`, by the forms in which they are said.
    """

    pronouns: frozenset[tuple[str, str]] = frozenset()
    states: frozenset[tuple[str, ...]] = frozenset()
    verbs: frozenset[str] = frozenset()
    flags: tuple[tuple[str, str], ...] = ()


NO_OWN_CLAUSES = OwnClauses()


def with_clauses(words: list[Lexeme], readings: Readings, own: OwnClauses) -> Iterator[Lexeme]:
    """Yield the words of a text with its relative clauses as conditions.

    After a noun or a place, `who` and `that` become `where it`, `that you VERB` becomes `where you VERB it`, and
    `whose NAME` becomes `where NAME of it`; `and you VERB` at the end of such a clause becomes `and you VERB it`. A
    state behind a noun, of the game's own or of the core, becomes `where it is still in play`, `where it is connected
    to`, `not lit` there `where it is not lit`, and a flag that is a verb, such as `floats`, becomes `is floats`.
    """
    if own.flags:
        words = list(_with_flags(words, readings, dict(own.flags)))
    return _with_subjects(list(_expanded(words, readings, own)), readings, own.verbs)


def _with_flags(words: list[Lexeme], readings: Readings, flags: Mapping[str, str]) -> Iterator[Lexeme]:
    """Put `is` before flags that are verbs, behind their subject: `kinds that float`, `it does not float`."""
    done = 0
    for at, word in enumerate(words):
        if at < done:
            continue
        behind = [each.text for each in words[at : at + 3]]
        negated = len(behind) == 3 and "_K_DO" in word.kinds and behind[1] == "not" and behind[2] in flags
        if negated:
            yield from _as(word, ("is",), readings)
            yield words[at + 1]
        elif word.text in flags and at and _ends_subject(words[at - 1]):
            yield from _as(replace(word, end=word.column), ("is",), readings)
        said = words[at + 2] if negated else word
        yield said if said.text not in flags else replace(said, text=flags[said.text], kinds=readings(flags[said.text]))
        done = at + 3 if negated else at + 1


def _ends_subject(word: Lexeme) -> bool:
    """Return whether a word can be the last one of what a verb is said of."""
    is_noun = any(map(NOUN.match, word.kinds)) or word.is_only_a_name or word.kinds == ("_RPAR",)
    return is_noun or word.text in RELATIVE_PRONOUNS or "_K_IT" in word.kinds


def _expanded(words: list[Lexeme], readings: Readings, own: OwnClauses) -> Iterator[Lexeme]:
    behind: dict[int, tuple[str, ...]] = {}
    in_clause = False
    for at, word in enumerate(words):
        in_clause = in_clause and word.kinds not in _ENDS
        if in_clause and word.text in _CONNECTIVES and (said := _objectless_length(words[at + 1 :])):
            behind[at + said] = ("it",)
        if at and word.text in RELATIVE_PRONOUNS and _ends_set(words[:at]) and not _is_own(words, at, own.pronouns):
            in_clause = True
            said = _relative_clause_length(words[at + 1 :]) if word.text in ("that", "which") else 0
            if word.text == "whose":
                behind[at + 1] = ("of", "it")
            elif said:
                behind[at + said] = ("it",)
            yield from _as(word, ("where",) if at + 1 in behind or said else ("where", "it"), readings)
        else:
            if at and _begins_description(words, at, own.states):
                yield from _as(replace(word, end=word.column), ("where", "it", "is"), readings)
            yield word
        if at in behind:
            yield from _as(replace(word, column=word.end), behind[at], readings)


def _begins_description(words: list[Lexeme], at: int, states: frozenset[tuple[str, ...]]) -> bool:
    """Return whether a state, or `not` and an adjective or a state, describes a noun here: `players not out`.

    An adjective behind `make players not` describes nothing: it is taken away.
    """
    if not _ends_noun(words[:at]):
        return False
    if words[at].text != "not" or at + 1 == len(words):
        return _begins_state(words, at, states)
    start = next((place for place in range(at - 1, -1, -1) if words[place].kinds in _ENDS), -1)
    is_lost = "ADJ" in words[at + 1].kinds and "_K_MAKE" not in words[start + 1].kinds
    return is_lost or _begins_state(words, at + 1, states)


def _begins_state(words: list[Lexeme], at: int, states: frozenset[tuple[str, ...]]) -> bool:
    """Return whether a state of the core or of the game's own stands here."""
    begun = [state for state in states if state[0] == words[at].text]
    is_own = any(state == tuple(word.text for word in words[at : at + len(state)]) for state in begun)
    return is_own or words[at].kinds in _STATES


def _with_subjects(words: list[Lexeme], readings: Readings, verbs: frozenset[str]) -> Iterator[Lexeme]:
    """Put `it` before a verb behind `and` or `or`, in a clause whose subject is `it`: `who is not out and is rich`."""
    clauses = [False]
    for at, word in enumerate(words):
        yield word
        following = words[at + 1] if at + 1 < len(words) else word
        goes_on = clauses[-1] and not (_VERBS.isdisjoint(following.kinds) and following.text not in verbs)
        if word.kinds in _ENDS:
            clauses = [False]
        elif word.kinds == ("_LPAR",):
            goes_on = goes_on and words[at - 1].text in _CONNECTIVES
            clauses.append(goes_on or "_K_IT" in following.kinds)
        elif word.kinds == ("_RPAR",):
            clauses = clauses[:-1] or [False]
        elif "_K_WHERE" in word.kinds:
            clauses[-1] = "_K_IT" in following.kinds or word.text in ("that", "which")
        elif word.text in _CONNECTIVES and following.kinds != ("_LPAR",):
            clauses[-1] = clauses[-1] and (goes_on or "_K_IT" in following.kinds)
        if goes_on and (word.text in _CONNECTIVES or word.kinds == ("_LPAR",)):
            yield from _as(replace(following, end=following.column), ("it",), readings)


def _is_own(words: list[Lexeme], at: int, pronouns: frozenset[tuple[str, str]]) -> bool:
    """Return whether a relative pronoun is a word of one of the game's wordings.

    A hole of a wording doesn't begin with a verb of the language.
    """
    following = words[at + 1].text if at + 1 < len(words) else ANY_WORD
    pronoun, known = words[at].text, {(words[at - 1].text, words[at].text), (words[at].text, following)}
    if at + 1 == len(words) or _VERBS.isdisjoint(words[at + 1].kinds):
        known.add((pronoun, ANY_WORD))
    return not pronouns.isdisjoint(known)


def _ends_set(words: list[Lexeme]) -> bool:
    """Return whether the last word is a noun, a name behind one, or the end of a place (`your hand`, `mat of it`)."""
    return _ends_noun(words) or words[-1].text in ("it", "you", ")") or words[-1].kinds == ("NAME",)


def _ends_noun(words: list[Lexeme]) -> bool:
    """Return whether the last word is a noun, or a name behind one."""
    if any(map(NOUN.match, words[-1].kinds)) or words[-1].kinds == (NEXT_PLAYER,):
        return True
    return len(words) > 1 and words[-2].kinds == ("_CALLED",)


def _objectless_length(words: list[Lexeme]) -> int:
    """Return the number of words of `you control` at the end of a clause; 0 if something is said behind it."""
    said = _relative_clause_length(words)
    ends = said and said < len(words) and words[said].kinds[0] in _AFTER_CLAUSE
    return said if ends else 0


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
    if said[at : at + 1] and said[at] in _PREPOSITIONS and (at + 1 == len(words) or not _is_object(words[at + 1])):
        at += 1
    return at


def _is_object(word: Lexeme) -> bool:
    """Return whether a word behind a preposition can be what it governs."""
    return "NAME" in word.kinds and word.text not in _BEHIND_CLAUSES


def _as(word: Lexeme, parts: tuple[str, ...], readings: Readings) -> Iterator[Lexeme]:
    """Yield other words in the place of one."""
    return (replace(word, kinds=readings(part)) for part in parts)
