"""Error recovery: the sentences of a game nearest to a line that can't be read.

The tables of the LALR parser tell what is possible at each word. The line is read again, and at each word also with a
deletion, a replacement, or an insertion, each at a cost. The cheapest readings are kept (beam search). The work is
bounded for any input.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Any

from interpreter.language.reading.joining import Lexeme
from interpreter.language.reading.lark_parser import END, Parser
from interpreter.language.suggestions.near_words import ENDING_TOKENS, FILLERS, LINK_TOKENS, SimilarWords

Stack = tuple[int, Any]
"""States of the parser as a linked list, last one first: `(state, rest)`."""

BEAM_WIDTH = 30
"""Beam width: readings kept at each word."""
MOST_ALIKE = 4
MOST_FEEDS = 25_000
"""Maximum number of words given to the parser in one search."""
LONGEST_LINE = 60
FEW_TOKENS = 6
"""Maximum number of possible words in a state at which several are inserted in a row."""
MISSING_NAME = "…"
"""Placeholder for a missing name."""

UNKNOWN_NAME = 1.0
NOUN_AS_NAME = 0.5
LEFT_OUT = 0.9
UNKNOWN_LEFT_OUT = 0.6
NUMBER_LEFT_OUT = 1.6
FIRST_LEFT_OUT = 2.0
FIRST_LOST = 1.2
"""Minimum loss for dropping the first word of a line or inserting one before it, because it mostly is the verb."""
AN_ARTICLE = 0.3
PUT_IN = 0.9
FILLER = 0.3
OTHER_WORD = 1.15
NEW_NAME = 1.3


ARTICLE = re.compile(r"(?:\b(?:an?|the)\s+)+$")


@dataclass(frozen=True, slots=True)
class WordChange:
    """One change of a line: `text` replaces words `first` to before `last`; if these are equal, it is inserted."""

    first: int
    last: int
    text: str


@dataclass(frozen=True, slots=True)
class Repair:
    """A sentence near a line: the changes that lead to it, and its distance."""

    cost: float
    changes: tuple[WordChange, ...]


@dataclass(slots=True)
class _PartialParse:
    """A partial sentence: its cost, and the part of that for words that were dropped."""

    cost: float
    lost_cost: float
    stack: Stack
    trail: tuple[WordChange, Any] | None

    def extend(self, cost: float, stack: Stack, change: WordChange | None = None, lost: float = 0.0) -> _PartialParse:
        trail = self.trail if change is None else (change, self.trail)
        return _PartialParse(self.cost + cost, self.lost_cost + lost, stack, trail)


class ErrorRecovery:
    """Error recovery for one grammar.

    Args:
        parser: Its parser.
        keywords: Tokens of each word.
        readable: Spelling of each token.
        names: Names of things.
        nouns: The two tokens of each noun.
    """

    def __init__(
        self,
        parser: Parser,
        keywords: Mapping[str, Sequence[str]],
        readable: Mapping[str, str],
        names: frozenset[str],
        nouns: Mapping[str, tuple[str, str]],
    ) -> None:
        self._table = parser.actions
        self._starts, self._ends = parser.starts, parser.ends
        self._readable = readable
        self.names = names
        self._small: frozenset[str] = frozenset()
        self._nouns = nouns
        self._noun_tokens = frozenset(token for pair in nouns.values() for token in pair)
        self.similar_words = SimilarWords(keywords, readable, names, nouns)
        self._put_in: dict[int, list[tuple[str, str, float]]] = {}
        self._instead: dict[int, list[tuple[str, str]]] = {}
        self.fed_words = 0
        self.total_fed_words = 0

    @property
    def is_exhausted(self) -> bool:
        """True if the last search exceeded its limit of work."""
        return self.fed_words > MOST_FEEDS

    def is_name(self, word: str) -> bool:
        """True if something has this name, ignoring capitals; `word` is in lower case."""
        if not self._small:
            self._small = frozenset(name.casefold() for name in self.names)
        return word in self._small

    def begin(self, start: str, words: Sequence[Lexeme]) -> Stack | None:
        """Return the parser's stack after these words, or None if it can't read them."""
        stack: Stack | None = (self._starts[start], None)
        for word in words:
            if stack is None:
                return None
            here = self._table[stack[0]]
            stack = self._feed(stack, next((kind for kind in word.kinds if kind in here), word.kinds[0]))
        return stack

    def can_follow(self, stack: Stack, words: Sequence[Lexeme]) -> bool:
        """True if these words can follow, each in any of its readings."""
        stacks = [stack]
        for word in words:
            fed = (self._feed(each, kind) for each in stacks for kind in word.kinds if kind in self._table[each[0]])
            stacks = [each for each in fed if each is not None][:MOST_ALIKE]
        return bool(stacks)

    def nearest(
        self, stack: Stack, line: Sequence[Lexeme], known: frozenset[str], articles: frozenset[int], most: float
    ) -> list[Repair]:
        """Return the nearest sentences, best first.

        Args:
            stack: The parser's stack before the line.
            line: Words of the line, with its end.
            known: Names that the text defines.
            articles: Numbers of the words that follow an article.
            most: Maximum distance.
        """
        length = sum(bool(word.text) for word in line)
        if length > LONGEST_LINE:
            return []
        self.fed_words = 0
        losable = 0.15 + 0.45 * length
        readings = [_PartialParse(0.0, 0.0, stack, None)]
        for at, word in enumerate(line):
            wanted = self._matching_tokens(word, known)
            found = [
                longer
                for reading, whole in self._with_insertions(readings, at, word, wanted, at in articles, most)
                for longer in self._extend(reading, at, word, known, whole)
                if longer.cost <= most and longer.lost_cost <= losable
            ]
            readings = _best(found, MOST_ALIKE if word.text else BEAM_WIDTH)
            if self.is_exhausted:
                break
        self.total_fed_words += self.fed_words
        if self.is_exhausted:
            return []
        return [Repair(reading.cost, _changes(reading)) for reading in readings]

    def _feed(self, stack: Stack, token: str) -> Stack | None:
        table = self._table
        self.fed_words += 1
        while True:
            if token == END and stack[0] in self._ends:
                return stack
            action = table[stack[0]].get(token)
            if action is None:
                return None
            if type(action) is int:
                return action, stack
            size, rule = action
            for _ in range(size):
                stack = stack[1]
            stack = table[stack[0]][rule], stack

    def _extend(
        self, reading: _PartialParse, at: int, word: Lexeme, known: frozenset[str], whole: bool
    ) -> Iterator[_PartialParse]:
        """Extend a reading by one word: the word itself or a similar one; if it is `whole`, also any other, or none."""
        here = self._table[reading.stack[0]]
        token = next((kind for kind in word.kinds if kind in here), None)
        if token is not None and (stack := self._feed(reading.stack, token)) is not None:
            unknown = token == "NAME" and not self._is_known(word, known)
            noun = token == "NAME" and word.text in self._nouns
            cost = UNKNOWN_NAME if unknown else NOUN_AS_NAME if noun else 0.0
            yield reading.extend(cost, stack, lost=cost if unknown else 0.0)
        if not word.text:
            return
        for meant, text, cost in self.similar_words.matches(word.text):
            if meant in here and (meant != token or meant in ("NAME", "ADJ")):
                stack = self._feed(reading.stack, meant)
                if stack is not None:
                    yield reading.extend(cost, stack, WordChange(at, at + 1, text))
        if not whole:
            return
        begins = at == 0 and token not in (None, "NAME")
        least = FIRST_LOST if at == 0 and word.text not in FILLERS else 0.0
        for other, text in self._replacements(reading.stack[0], at == 0):
            if other != token and (stack := self._feed(reading.stack, other)) is not None:
                cost = FIRST_LEFT_OUT if begins else OTHER_WORD
                yield reading.extend(cost, stack, WordChange(at, at + 1, text), max(cost, least))
        if begins:
            cost = FIRST_LEFT_OUT
        elif word.text in FILLERS:
            cost = FILLER
        elif word.kinds == ("NUMBER",):
            cost = NUMBER_LEFT_OUT
        else:
            cost = LEFT_OUT if word.kinds != ("NAME",) or self._is_known(word, known) else UNKNOWN_LEFT_OUT
        yield reading.extend(cost, reading.stack, WordChange(at, at + 1, ""), max(cost, least))

    def _insertable(self, state: int) -> list[tuple[str, str, float]]:
        """Words that can be inserted at a state of the parser: token, spelling, cost."""
        if state not in self._put_in:
            found = []
            here = [token for token in self._table[state] if token.isupper() and not token.startswith("_NEVER")]
            share = 0.5 if len(here) == 1 else 1.0
            for token in here:
                if token == "NAME":
                    found.append((token, MISSING_NAME, NEW_NAME * share))
                elif token == "NUMBER":
                    found.append((token, "1", PUT_IN * share))
                elif self._is_word(token) or token in self._noun_tokens:
                    found.append((token, self._readable[token], PUT_IN * share))
            self._put_in[state] = sorted(found, key=lambda each: (each[2], each[1]))
        return self._put_in[state]

    def _replacements(self, state: int, first: bool) -> list[tuple[str, str]]:
        """Words that can replace one unlike them at a state of the parser; as the `first` word of a line, any."""
        if state not in self._instead:
            here = self._table[state]
            any_word, no_name = first or len(here) <= FEW_TOKENS, "NAME" not in here
            self._instead[state] = [
                (token, text)
                for token, text, _ in self._insertable(state)
                if ((any_word or token in LINK_TOKENS) and self._is_word(token))
                or (no_name and token in self._noun_tokens)
            ]
        return self._instead[state]

    def _with_insertions(
        self, readings: list[_PartialParse], at: int, word: Lexeme, wanted: frozenset[str], article: bool, most: float
    ) -> Iterator[tuple[_PartialParse, bool]]:
        """Yield the readings, marked whole, and each with a few insertions after which the next word must follow."""
        yield from ((reading, True) for reading in readings)
        ending = not word.text
        level = [(reading, ending) for reading in readings]
        for _ in range(6 if ending else 3):
            longer: list[tuple[_PartialParse, bool]] = []
            for reading, only_names in level:
                here = self._table[reading.stack[0]]
                for token, text, price in self._insertable(reading.stack[0]):
                    if only_names and "NAME" in here and token not in ("NAME", "_COMMA", "_COLON"):
                        continue
                    last = ending and len(here) > FEW_TOKENS and token not in ENDING_TOKENS
                    if last and reading.trail is not None and reading.trail[0].first == at:
                        continue
                    cost = price / 2 if ending else price
                    if token == "NUMBER" and article:
                        cost = AN_ARTICLE
                    if reading.cost + cost > most or self.fed_words > MOST_FEEDS:
                        continue
                    to = here[token]
                    stack = (to, reading.stack) if type(to) is int else self._feed(reading.stack, token)
                    if stack is None:
                        continue
                    then = self._table[stack[0]]
                    goes_on = not wanted.isdisjoint(then)
                    value = token in ("NAME", "NUMBER")
                    leads_on = not last and (len(then) <= FEW_TOKENS or "NAME" in then or value or ending)
                    if goes_on or leads_on:
                        begun = at == 0 and reading.trail is None
                        put = reading.extend(cost, stack, WordChange(at, at, text), FIRST_LOST if begun else 0.0)
                        if goes_on:
                            yield put, False
                        if leads_on:
                            longer.append((put, ending or (not value and len(then) > FEW_TOKENS)))
            level = nsmallest(BEAM_WIDTH, longer, key=lambda each: each[0].cost)

    def _matching_tokens(self, word: Lexeme, known: frozenset[str]) -> frozenset[str]:
        """Tokens of the word, and those similar to it."""
        own = (kind for kind in word.kinds if kind != "NAME" or self._is_known(word, known))
        return frozenset((*own, *(meant for meant, _, _ in self.similar_words.matches(word.text))))

    def _is_word(self, token: str) -> bool:
        return token.startswith(("_K_", "_W")) or token in LINK_TOKENS

    def _is_known(self, word: Lexeme, known: frozenset[str]) -> bool:
        return word.text in known or word.text in self.names


def _best(readings: list[_PartialParse], most_alike: int) -> list[_PartialParse]:
    """Return the cheapest readings, with at most `most_alike` of those that continue in the same way."""
    best: list[_PartialParse] = []
    alike: Counter[tuple[int, ...]] = Counter()
    for reading in sorted(readings, key=lambda each: each.cost):
        key = _top(reading.stack)
        alike[key] += 1
        if alike[key] <= most_alike:
            best.append(reading)
        if len(best) == BEAM_WIDTH:
            break
    return best


def _top(stack: Stack) -> tuple[int, ...]:
    states: list[int] = []
    at: Any = stack
    while at is not None and len(states) < 10:
        states.append(at[0])
        at = at[1]
    return tuple(states)


def _changes(reading: _PartialParse) -> tuple[WordChange, ...]:
    changes = []
    trail: Any = reading.trail
    while trail is not None:
        change, trail = trail
        changes.append(change)
    return tuple(reversed(changes))


def apply_changes(
    body: str, columns: Sequence[tuple[int, int]], changes: Sequence[WordChange], is_noun: Callable[[str], bool]
) -> str:
    """Apply changes to a line; an article goes with its word."""
    for change in reversed(changes):
        start, end = columns[change.first] if change.first < len(columns) else (len(body), len(body))
        if change.last == change.first:
            end = start
        before, after, text = body[:start], body[end:], change.text
        article = ARTICLE.search(before)
        next_word = re.match(r"\s*(\w+)", after)
        if article is not None and text == "your":
            before = before[: article.start()]
        elif article is not None and change.last > change.first and not text:
            before = before[: article.start()]
            if next_word is not None and is_noun(next_word.group(1)):
                before += "an " if next_word.group(1)[0] in "aeiou" else "a "
        elif article is not None and change.first == change.last and re.match(r"\s*\w", after):
            if not text.isdigit() and text != "your":
                after = before[article.start() :] + after
            before = before[: article.start()]
        if text in (":", ","):
            body = before.rstrip() + text + " " + after.lstrip()
        else:
            body = f"{before.rstrip()} {text} {after.lstrip()}" if text else f"{before.rstrip()} {after.lstrip()}"
    return re.sub(r"\s+([,:)])", r"\1", re.sub(r"(\()\s+", r"\1", " ".join(body.split()))).strip()
