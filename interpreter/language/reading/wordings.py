"""What a line was probably meant to be: sentences of this game, written out, each tried before it is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from interpreter.errors import Problem, RulebookError, Where
from interpreter.language.reading.idioms import alternatives, as_condition, in_parentheses, instead, turned
from interpreter.language.reading.misread import named_in
from interpreter.language.reading.pasted import Titles, clauses, plain_signs, sentences, without_capitals
from interpreter.language.reading.repairs import HOLE, Change, Repairs
from interpreter.language.reading.words import ARTICLES, Dictionary, Word
from interpreter.rulebook.model import Text

CODES = frozenset({"syntax", "unknown-name", "bad-sign"})
MOST_LINES = 100
MOST_WORK = 100_000
"""Lines of one game for which the nearest sentences are looked for, and words given to the parser for all of them: a
search takes a while."""
MOST_TOLD = 3
MOST_TRIED = 12
MOST_HOLES = 2
FARTHEST = (0.6, 1.2, 2.0, 3.2, 4.5)
"""How far from the line sentences may be that are looked for, first near ones."""
LONGEST = 400
SAID_ENOUGH = ("an indented block", "this line is indented", "an amount", "this parenthesis", "a comma", "a colon")
PLAIN = 0.95
"""How far a sentence may be at which one word is out of place."""
YOURS = {"is": "are", "has": "have", "does": "do"}
NEAR = 0.3
"""How much farther away than the nearest sentence another one may be that is told beside it."""
ARTICLE = re.compile(r"(?:\b(?:an?|the)\s+)+$")

Check = Callable[[Text], Problem | None]
"""The first mistake in a text, if it is read in the place of another."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A line that could be meant, and how far it is from what was written."""

    cost: float
    text: str


class Wordings:
    """Looks for them in one game. `nouns`: each noun and its singular; `examples`: a name of each kind of thing, as it
    is written."""

    def __init__(
        self,
        dictionary: Dictionary,
        repairs: Repairs,
        titles: Titles,
        nouns: dict[str, str],
        examples: Sequence[str],
    ) -> None:
        self.dictionary = dictionary
        self.repairs = repairs
        self.titles = titles
        self.examples = examples
        self.nouns = nouns
        self._many = {one: word for word, one in nouns.items() if word != one or word not in self.nouns}
        self._left = MOST_LINES
        self._told: dict[tuple[str, str], Problem | None] = {}

    def small(self, sentence: str) -> str:
        """A sentence without capitals but for titles, and for words that the game does not have."""
        return without_capitals(sentence, self.dictionary)

    def is_noun(self, word: str) -> bool:
        """Whether an article can stand before a word."""
        return word in self.nouns or "ADJ" in self.dictionary.keywords.get(word, ())

    def agreeing(self, sentence: str, written: str) -> str:
        """A sentence whose new words go with those before them, `2 boats`, `you are`."""
        old = set(written.split())
        words = sentence.split()
        for at, word in enumerate(words):
            before = words[max(0, at - 2) : at]
            counted = next((each for each in reversed(before) if each.isdigit()), None)
            if word not in old and word in self.nouns and counted is not None:
                words[at] = self.nouns[word] if counted == "1" else self._many[self.nouns[word]]
            elif word == "1" and word not in old and at + 1 < len(words):
                words[at] = "2" if self.nouns.get(words[at + 1], words[at + 1]) != words[at + 1] else "1"
            elif word in YOURS and word not in old and before[-1:] == ["you"]:
                words[at] = YOURS[word]
        return " ".join(words)

    def alike(self, sentence: str) -> str:
        """The same for sentences that are told apart by the number of their nouns at most, or by articles."""
        words = (word.casefold() for word in re.findall(r"\w+|[^\w\s]", sentence) if word not in ARTICLES)
        return " ".join(self.nouns.get(word, word) for word in words)

    def better(self, error: RulebookError, text: Text, start: str, check: Check) -> RulebookError:
        """The error with the nearest sentences of the game, where what it says is not yet the whole answer."""
        problem = error.problems[0]
        wanted = problem.code in CODES or (problem.code == "wrong-type" and problem.message.endswith("this is a word"))
        if len(error.problems) > 1 or not wanted or len(text) > 20_000:
            return error
        if start == "program" and text.joined is not None and _were_lines(problem, text, check):
            message = "this is read as the end of the line above: a text of several lines needs `|`"
            length = len((text.excerpt(text.joined) or "").strip())
            return RulebookError(Problem(text.joined, "needs-block", message, length=length))
        search = _Search(self, text, start, check)
        if not search.holds(problem):
            return error
        key = (start, str(text))
        if key not in self._told:
            if not self._left or self.repairs.work > MOST_WORK:
                return error
            self._left -= 1
            self._told[key] = search.result()
        told = self._told[key]
        if told is None:
            return error
        return RulebookError(replace(problem, message=told.message, suggestion=told.suggestion, wordings=told.wordings))


class _Search:
    """The search for what one line of a text was meant to be."""

    def __init__(self, wordings: Wordings, text: Text, start: str, check: Check) -> None:
        self._of = wordings
        self._start = start
        self._check = check
        self._rows = str(text).split("\n") if start == "program" else [str(text)]
        self._first = self._problem_of(self._rows)
        self._at = self._first.where.line - 1 if self._first is not None and start == "program" else 0

    def holds(self, problem: Problem) -> bool:
        """Whether the mistake was found again, in a line that can be looked at by itself."""
        return self._first is not None and self._first.code == problem.code and self._at < len(self._rows)

    def result(self) -> Problem | None:
        """What is said instead, or None where nothing better is known."""
        first = self._first
        assert first is not None
        row = self._rows[self._at]
        body = _without_comment(row).strip()
        if not body or len(body) > LONGEST or self._is_one_word(first, row):
            return None
        if first.message.startswith(SAID_ENOUGH) or body.endswith((" as", " let")):
            return None
        known = self._known_turn(first, row, body)
        if known is not None:
            return known
        found = self._sentences(body)
        if not found:
            return replace(first, suggestion=self._misspelt(first, row)) if first.code == "syntax" else None
        wordings = tuple(dict.fromkeys(sentence.text for sentence in found))
        return replace(first, message=self._manner(body) or first.message, suggestion=None, wordings=wordings)

    def _known_turn(self, first: Problem, row: str, body: str) -> Problem | None:
        """What is said of a line with a mistake of a kind that is known."""
        before = first.where.column - 1 - (len(row) - len(row.lstrip()))
        if first.code == "syntax" and (closed := self._first_fit(in_parentheses(body, before))):
            message = "after `of`, a value of several words stands in parentheses"
            return replace(first, message=message, suggestion=None, wordings=(closed,))
        if near := self._first_fit(self._of.titles.near(body, before)):
            return replace(first, suggestion=None, wordings=(near,))
        if first.code == "wrong-type":
            return self._with_noun(first, body, before + first.length)
        if turn := self._first_fit(turned(body)) or self._first_fit(as_condition(body, self._of.nouns)):
            return replace(first, suggestion=None, wordings=(turn,))
        if self._start == "program" and first.code == "syntax" and (two := self._two(body)) is not None:
            return replace(first, suggestion=None, wordings=(two,))
        if (said := instead(body)) is not None and not self._nearest(body, [], PLAIN):
            message, form = said
            return replace(first, message=message, suggestion=f"`{form}`")
        if re.fullmatch(r"choose (an? )?\w+", body) and first.code == "syntax":
            chosen = [f"choose a {noun}" for noun in dict.fromkeys(self._of.nouns.values())]
            chosen = [line for line in chosen if self._fits([line])][: MOST_TOLD - 1]
            message = f"`{body.split()[-1]}` is nothing that can be chosen"
            return replace(first, message=message, suggestion=None, wordings=("choose a number from 1 to 3", *chosen))
        return None

    def _two(self, body: str) -> str | None:
        """Two things to do on one line, as two to choose from."""
        farthest = FARTHEST[2] if body.startswith("either ") else PLAIN
        parts = [self._nearest(part, [], farthest) for part in alternatives(body) or ()]
        if not parts or not all(parts):
            return None
        first, second = (found[0].text for found in parts)
        lines = ['either "one":', f"  {first}", 'or "other":', f"  {second}"]
        return "\n".join(lines) if self._fits(lines) else None

    def _with_noun(self, first: Problem, body: str, end: int) -> Problem | None:
        """What is said where an adjective stands alone."""
        nouns = [word for word, one in self._of.nouns.items() if word != one]
        told = [line for noun in nouns if self._fits([line := f"{body[:end]} {noun}{body[end:]}"])]
        return replace(first, wordings=tuple(told[:MOST_TOLD])) if told else None

    def _first_fit(self, lines: Iterable[str]) -> str | None:
        return next((line for line in lines if self._fits([line])), None)

    def _is_one_word(self, first: Problem, row: str) -> bool:
        """Whether the word that is suggested puts the line right."""
        meant = re.fullmatch(r"`([^`]*)`", first.suggestion or "")
        if meant is None:
            return False
        start = first.where.column - 1
        return self._fits([row[:start] + meant.group(1) + row[start + first.length :]])

    def _misspelt(self, first: Problem, row: str) -> str | None:
        """The word that is suggested, if the one in its place is none of the game's and much like it."""
        start = first.where.column - 1
        written = row[start : start + first.length]
        meant = (first.suggestion or "").strip("`")
        if written in self._of.dictionary.keywords:
            return None
        return first.suggestion if any(text == meant for _, text, _ in self._of.repairs.near.of(written)) else None

    def _manner(self, body: str) -> str | None:
        """What is said of a line that is written as on a printed card."""
        printed = plain_signs(self._of.titles.put_right(body))
        if printed[:1].isupper() and self._of.small(printed) != printed:
            return "this is no statement: they are written small, without a full stop, one a line"
        if sentences(printed) != [printed]:
            return "this is no statement: they are written without a full stop, one a line"
        return None

    def _sentences(self, body: str) -> list[Sentence]:
        """What the line was meant to be; several statements as one sentence of several lines."""
        parts = [self._cleaned(part) for part in sentences(plain_signs(body))]
        strict = self._first is not None and self._first.code == "unknown-name"
        if len(parts) == 1 and (found := self._nearest(parts[0], [], PLAIN if strict else FARTHEST[-1])):
            return found
        if self._start == "value":
            return []
        before: list[str] = []
        cost = 0.0
        for part in parts:
            pieces = [part]
            if len(parts) == 1 or not self._nearest(part, before):
                pieces = clauses(part)
            for piece in pieces:
                best = self._nearest(piece, before)
                if not best:
                    return []
                before.append(best[0].text)
                cost += best[0].cost
        return [Sentence(cost, "\n".join(before))] if len(before) > 1 else []

    def _cleaned(self, sentence: str) -> str:
        """A sentence with its names as the game has them, and otherwise in small letters."""
        return self._of.small(self._of.titles.put_right(sentence))

    def _nearest(self, body: str, before: list[str], farthest: float = FARTHEST[-1]) -> list[Sentence]:
        """The sentences nearest to one, best first; `before` are lines that come before it in its place."""
        if self._fits([*before, body]):
            return [Sentence(0.0, body)]
        line = self._line(body, before)
        if line is None:
            return []
        stack, words, known = line
        columns = self._columns(words)
        articles = frozenset(at for at, (start, _) in enumerate(columns) if ARTICLE.search(body[:start]))
        length = sum(bool(word.text) for word in words)
        tried: set[str] = {self._of.alike(body)}
        for most in FARTHEST:
            told: list[Sentence] = []
            most = min(most, 1.6 + 0.5 * length, farthest)
            for repair in self._of.repairs.nearest(stack, words, known, articles, most):
                if (told and repair.cost > told[0].cost + NEAR) or len(told) == MOST_TOLD or len(tried) > MOST_TRIED:
                    break
                written = self._of.agreeing(_changed(body, columns, repair.changes, self._of.is_noun), body)
                if self._of.alike(written) in tried:
                    continue
                tried.add(self._of.alike(written))
                filled = self._filled(written, before) if HOLE not in written or farthest > PLAIN else None
                if filled is not None:
                    told.append(Sentence(repair.cost, filled))
            if told or most >= min(1.6 + 0.5 * length, farthest) or self._of.repairs.gave_up:
                return told
        return []

    def _line(self, body: str, before: list[str]) -> tuple[tuple[int, object], list[Word], frozenset[str]] | None:
        """The parser before the line, the words of the line, and the names that the text gives itself."""
        text = _own(self._rows_with([*before, body]))
        try:
            words = self._of.dictionary.split(text, block=self._start == "program")
        except RulebookError:
            return None
        if self._start == "value":
            line, begin = [*words, Word(("$END",), "", 1, len(body) + 1, len(body) + 1)], 0
        else:
            number = self._at + len(before) + 1
            inside = [at for at, word in enumerate(words) if word.line == number and word.text]
            if not inside:
                return None
            begin = inside[0]
            end = next(at for at in range(inside[-1], len(words)) if words[at].kinds == ("_NL",)) + 1
            if words[end - 1].line != number or (begin and words[begin - 1].text):
                return None
            if end < len(words) and words[end].kinds == ("_INDENT",):
                end += 1
            line = words[begin:end]
        stack = self._of.repairs.begin(self._start, words[:begin])
        labels = {word.text for before, word in pairwise(line) if before.text in ("to", "as", "let")}
        return None if stack is None else (stack, line, frozenset(named_in(words) | labels))

    def _columns(self, words: list[Word]) -> list[tuple[int, int]]:
        """Where each word stands in the line, from the line's first sign."""
        indent = 0 if self._start == "value" else len(self._indent())
        return [(word.column - 1 - indent, word.end - 1 - indent) for word in words]

    def _filled(self, written: str, before: list[str]) -> str | None:
        """The line with names of this game where names are missing, if it is a sentence then."""
        if HOLE not in written:
            return written if self._fits([*before, written]) else None
        if written.count(HOLE) > MOST_HOLES:
            return None
        return next(self._fillings(written, before), None)

    def _fillings(self, written: str, before: list[str]) -> Iterator[str]:
        """The line with its first hole filled by each name that can stand there, and so on with the others."""
        first, _, rest = written.partition(HOLE)
        for name in self._of.examples:
            if f" {name} ".casefold() in f" {first}{rest} ".casefold():
                continue
            filled = f"{first}{name}{rest}"
            # while the others are open, a name that fits is one behind which the mistake stands
            trial = filled.replace(HOLE, self._of.examples[0])
            problem = self._wrong_in([*before, trial])
            reach = len(first) + len(name)
            if HOLE not in rest:
                if problem is None:
                    yield filled
            elif problem is None or problem.where.column - len(self._indent()) > reach:
                yield from self._fillings(filled, before)

    def _fits(self, lines: list[str]) -> bool:
        """Whether nothing is wrong any more in the line, with these in its place."""
        return self._wrong_in(lines) is None

    def _wrong_in(self, lines: list[str]) -> Problem | None:
        """What is wrong in the line, with these in its place."""
        problem = self._problem_of(self._rows_with([line.rstrip() for line in lines]))
        if problem is None or self._start == "value":
            return problem
        return problem if self._at < problem.where.line <= self._at + len(lines) else None

    def _rows_with(self, lines: list[str]) -> list[str]:
        if self._start == "value":
            return lines
        own = [self._indent() + line for line in lines]
        return [*self._rows[: self._at], *own, *self._rows[self._at + 1 :]]

    def _indent(self) -> str:
        row = self._rows[self._at]
        return row[: len(row) - len(row.lstrip())]

    def _problem_of(self, rows: list[str]) -> Problem | None:
        return self._check(_own(rows))


def _were_lines(problem: Problem, text: Text, check: Check) -> bool:
    """Whether the lines that YAML joined were lines of the language: they can be read so, or the first one can and what
    follows is wrong from its beginning."""
    rows = text.rows()
    return check(_own(rows)) is None or (problem.where == text.joined and check(_own(rows[:1])) is None)


def _own(rows: Sequence[str]) -> Text:
    """A text whose places are those in itself."""
    text = "\n".join(rows)
    places = tuple((line, 1) for line in range(1, text.count("\n") + 2))
    return Text(text, Where("text", 1, 1), places)


def _without_comment(row: str) -> str:
    return re.sub(r'^((?:[^"#]|"[^"]*")*)#.*', r"\1", row)


def _changed(
    body: str, columns: Sequence[tuple[int, int]], changes: Sequence[Change], is_noun: Callable[[str], bool]
) -> str:
    """The line with the changes made; an article goes with its word."""
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
