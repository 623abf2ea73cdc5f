"""Suggestions for lines that can't be read: sentences of this game, each tried before it is shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from interpreter.language.reading.joining import Lexeme
from interpreter.language.reading.lexer import ARTICLES, Lexer
from interpreter.language.suggestions.everyday import EverydayTranslation, EverydayTranslator, is_core
from interpreter.language.suggestions.idioms import (
    advice_for,
    as_choice,
    as_loop,
    in_block,
    is_in_text,
    paraphrases,
    parenthesized,
    replace_idioms,
    split_alternatives,
    split_off,
    with_limit,
    with_suggestions,
    with_synonyms,
    without_comment,
)
from interpreter.language.suggestions.likely_lines import (
    LIKELY_COST,
    UNLIKELY_COST,
    LineCorrector,
    fill_holes,
    standalone_text,
)
from interpreter.language.suggestions.meaning import Agreement, MeaningCheck, is_specific
from interpreter.language.suggestions.misread import UnknownStatement, defined_names
from interpreter.language.suggestions.near_words import SYNONYMS
from interpreter.language.suggestions.pasted import TitleMatcher, clauses, normalize_signs, sentences, without_capitals
from interpreter.language.suggestions.repairs import ARTICLE, MISSING_NAME, ErrorRecovery, Stack, apply_changes
from interpreter.rulebook.model import Text
from interpreter.rulebook.overlays.lines import source_lines
from interpreter.support.errors import Problem, RulebookError

SUGGESTION_CODES = frozenset({"syntax", "unknown-name", "bad-sign", "whose"})
"""Codes of mistakes for which the nearest sentences are searched."""
CODES = SUGGESTION_CODES | {"wrong-type", "which", "parentheses", "nobody-acts"}
MOST_LINES = 100
MOST_WORK = 100_000
"""Maximum number of words given to the parser for all lines of a game; MOST_LINES is the maximum number of lines."""
MOST_WORK_ON_A_LINE = 60_000
"""Maximum number of words given to the parser for one line."""
MOST_TOLD = 3
CONTEXT_LINES = 12
"""Number of lines above and below one whose words are tried in it."""
MOST_TRIED = 12
DISTANCE_LIMITS = (0.6, 1.2, 2.0, 3.2, 4.5)
"""Maximum distances of the sentences, searched in this order."""
MAX_LINE_LENGTH = 400
COMPLETE_MESSAGES = (
    "an indented block",
    "this line is indented",
    "an amount",
    "this parenthesis",
    "a comma",
    "a colon",
)
ONE_WORD_DISTANCE = 0.95
"""Maximum distance of a sentence with one misplaced word."""
MAX_DISTANCE_GAP = 0.3
"""Maximum difference in distance between the nearest sentence and others that are shown with it."""
A = re.compile(r"(?<!\w)an? ")

Check = Callable[[Text], Problem | None]
"""A function that returns the first mistake in a text, if that is read in the place of another."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A possible correction of a line, and its distance from the line."""

    cost: float
    text: str
    shown_text: str
    """The version that is shown, with holes for names or numbers that the line lacks."""


class SuggestionSearch:
    """The search for suggestions in one game.

    Args:
        dictionary: Its lexer.
        repairs: Its error recovery.
        titles: Its names as printed on cards.
        nouns: Singular of each noun.
        examples: Names of each kind of thing, as they are written, each with its placeholder.
        lines: Returns all lines that it has written.
        phrases: Its own wordings.
    """

    def __init__(
        self,
        dictionary: Lexer,
        repairs: ErrorRecovery,
        titles: TitleMatcher,
        nouns: dict[str, str],
        examples: Mapping[str, str],
        lines: Callable[[], Iterable[str]],
        phrases: Sequence[str],
    ) -> None:
        self.dictionary = dictionary
        self.repairs = repairs
        self.titles = titles
        self.examples = examples
        self.nouns = nouns
        self.meaning = MeaningCheck(nouns, self._is_known, self._are_alike)
        self.agreement = Agreement(nouns)
        self._left = MOST_LINES
        self._told: dict[tuple[str, str], Problem | None] = {}
        self.likely = LineCorrector(dictionary, repairs, nouns, lines, phrases)
        adjectives = [word for word, kinds in dictionary.keywords.items() if "ADJ" in kinds]
        self.everyday = EverydayTranslator(nouns, examples, adjectives)
        self._verbs = frozenset(phrase.split()[0] for phrase in phrases)

    def _is_known(self, word: str) -> bool:
        return word in self.dictionary.keywords or word in self.nouns or self.repairs.is_name(word)

    def _are_alike(self, word: str, other: str) -> bool:
        return any(text.lower() == other for _, text, _ in self.repairs.similar_words.matches(word))

    def is_noun(self, word: str) -> bool:
        """True if an article can precede a word."""
        return word in self.nouns or "ADJ" in self.dictionary.keywords.get(word, ())

    def is_unlike_phrases(self, line: str) -> bool:
        """True if no phrase of the game begins with the line's verb or a synonym, or if none can be meant."""
        verb = next((word for word in line.split() if word not in ARTICLES), "")
        return verb == "take" or " for each " in line or self._verbs.isdisjoint((verb, *SYNONYMS.get(verb, ())))

    def improve(self, error: RulebookError, text: Text, start: str, check: Check) -> RulebookError:
        """Return the error with the nearest sentences of the game, unless its message is already complete."""
        problem = error.problems[0]
        wanted = problem.code in CODES and is_in_text(problem, text)
        if len(error.problems) > 1 or not wanted or len(text) > 20_000:
            return error
        if start == "program" and text.first_joined_line is not None and _were_lines(problem, text, check):
            message = "this is read as the end of the line above: a text of several lines needs `|`"
            length = len((text.excerpt(text.first_joined_line) or "").strip())
            return RulebookError(Problem(text.first_joined_line, "needs-block", message, length=length))
        search = _LineSearch(self, text, start, check)
        if not search.is_reproduced(problem):
            return error
        key = (start, str(text))
        if key not in self._told:
            if not self._left or self.repairs.total_fed_words > MOST_WORK:
                return error
            self._left -= 1
            self._told[key] = search.result()
        told = self._told[key]
        if told is not None:
            problem = search.answered(problem, told, text)
        if isinstance(problem, UnknownStatement) and problem.message == error.problems[0].message:
            problem = problem.with_advice()
        return RulebookError(problem)


class _LineSearch:
    """The search for the intended wording of one line of a text."""

    def __init__(self, wordings: SuggestionSearch, text: Text, start: str, check: Check) -> None:
        self._of = wordings
        self._start = start
        self._check = check
        self._rows = str(text).split("\n") if start == "program" else [str(text)]
        self._first = self._problem_of(self._rows)
        self._at = self._first.where.line - 1 if self._first is not None and start == "program" else 0
        self._enough = wordings.repairs.total_fed_words + MOST_WORK_ON_A_LINE

    def is_reproduced(self, problem: Problem) -> bool:
        """True if the mistake was found again, in a line that can be examined by itself."""
        return self._first is not None and self._first.code == problem.code and self._at < len(self._rows)

    def answered(self, problem: Problem, told: Problem, text: Text) -> Problem:
        return with_suggestions(problem, told, text, self._at, self._fits)

    def result(self) -> Problem | None:
        """Return a better message for the line, or None if there is none."""
        first = self._first
        assert first is not None
        row = self._rows[self._at]
        body = without_comment(row).strip()
        if not body or len(body) > MAX_LINE_LENGTH:
            return None
        if first.code not in SUGGESTION_CODES and not first.message.endswith("this is a word"):
            lines = replace_idioms(body) if first.code == "wrong-type" else paraphrases(body, self._of.nouns)
            return self._everyday_problem(first, body) or self._with_fit(first, lines)
        cleaned = self._one_cleaned(body)
        is_free = is_core(cleaned) or self._of.is_unlike_phrases(cleaned)
        is_sure = is_free and (not is_core(cleaned) or first.message.startswith("how many?"))
        if is_sure and (known := self._everyday_problem(first, cleaned)) is not None:
            return known
        reach = first.where.column - 1 - (len(row) - len(row.lstrip())) + first.length
        if (mended := self._one_word_mended(first, row)) is not None:
            return self._one_word_problem(first, row, mended.strip(), reach)
        if first.code == "whose":
            return self._owner_problem(first, body, reach)
        if first.message.startswith(COMPLETE_MESSAGES) or body.endswith((" as", " let")):
            return None
        if (known := self._known_turn(first, row, body)) is not None:
            return known
        if likely := self._likely(body, reach):
            return replace(first, message=self._style_message(body) or first.message, suggestion=None, wordings=likely)
        if is_free and (known := self._everyday_problem(first, cleaned)) is not None:
            return known
        found = self._sentences(body)
        wordings = tuple(dict.fromkeys(sentence.shown_text for sentence in found))
        if not found and first.code == "syntax":
            wordings = self._likely(body, reach, UNLIKELY_COST)
        if not wordings:
            return self._without_wordings(first, row, body)
        return replace(first, message=self._style_message(body) or first.message, suggestion=None, wordings=wordings)

    def _one_word_problem(self, first: Problem, row: str, mended: str, reach: int) -> Problem | None:
        """Return the message for a line that is right once one word is corrected."""
        body = without_comment(row).strip()
        written = row[first.where.column - 1 :][: first.length]
        if self._of.likely.is_word(written) and (likely := self._likely(body, reach)):
            both = dict.fromkeys((*likely[: MOST_TOLD - 1], mended))
            return replace(first, suggestion=None, wordings=tuple(both))
        begins = not row[: first.where.column - 1].strip() and " " in body
        return replace(first, suggestion=None, wordings=(mended,)) if begins else None

    def _owner_problem(self, first: Problem, body: str, reach: int) -> Problem | None:
        """Return the message for a thing whose owner is missing."""
        if (turn := self._with_fit(first, paraphrases(body, self._of.nouns))) is not None:
            return turn
        yours = self._first_fit([f"{body[: reach - first.length]}your {body[reach - first.length :]}"])
        return None if yours is None else replace(first, wordings=(yours,))

    def _likely(self, body: str, reach: int, most: float = LIKELY_COST) -> tuple[str, ...]:
        """Return corrections of one word in the line, as the game would write it. Arguments as in LikelyLines."""
        around = [*self._rows[max(0, self._at - CONTEXT_LINES) : self._at], *self._rows[self._at + 1 :][:CONTEXT_LINES]]
        line = self._line(body, [])
        place = None if line is None else (line[0], [word for word in line[1] if not word.text])
        return self._of.likely.corrections(body, reach, around, place, lambda mended: self._fits([mended]), most)

    def _known_turn(self, first: Problem, row: str, body: str) -> Problem | None:
        """Return the message for a line with a known kind of mistake."""
        before = first.where.column - 1 - (len(row) - len(row.lstrip()))
        if first.code == "syntax" and (closed := self._first_fit(parenthesized(body, before))):
            message = "after `of`, a value of several words stands in parentheses"
            return replace(first, message=message, suggestion=None, wordings=(closed,))
        if near := self._first_fit(self._of.titles.with_similar_titles(body, before)):
            return replace(first, suggestion=None, wordings=(near,))
        if first.code == "wrong-type":
            return self._with_noun(first, body, before + first.length)
        if turn := self._with_fit(first, paraphrases(body, self._of.nouns)):
            return turn
        if self._start == "program" and (two := self._as_choice(body)) is not None:
            return replace(first, suggestion=None, wordings=(two,))
        if self._start == "program" and (blocks := self._split_off(self._one_cleaned(body), [])):
            message = self._style_message(body) or first.message
            told = dict.fromkeys(block.shown_text for block in blocks)
            return replace(first, message=message, suggestion=None, wordings=tuple(told))
        if (said := advice_for(body)) is not None and not self._nearest(body, [], ONE_WORD_DISTANCE):
            message, form = said
            return replace(first, message=message, suggestion=self._of.everyday.suggestion(form))
        if re.fullmatch(r"choose (an? )?\w+", body) and first.code == "syntax":
            chosen = [f"choose a {noun}" for noun in dict.fromkeys(self._of.nouns.values())]
            chosen = [line for line in chosen if self._fits([line])][: MOST_TOLD - 1]
            message = f"`{body.split()[-1]}` is nothing that can be chosen"
            return replace(first, message=message, suggestion=None, wordings=("choose a number from 1 to 3", *chosen))
        return None

    def _with_fit(self, first: Problem, lines: Iterable[str]) -> Problem | None:
        """Return the mistake with the first of some lines that is right."""
        fit = self._first_fit(lines)
        return None if fit is None else replace(first, suggestion=None, wordings=(fit,))

    def _everyday_problem(self, first: Problem, body: str) -> Problem | None:
        """Return the message for a line in everyday words."""
        found = self._everyday(body, [])
        if found is None:
            return None
        message = found.message or self._style_message(without_comment(self._rows[self._at]).strip()) or first.message
        if found.message and found.texts and first.where.column == 1 + len(self._indent()):
            message = f"no statement begins with `{body.split()[0]}`: {message}"
        return replace(first, message=message, suggestion=None, wordings=tuple(told for _, told in found.texts))

    def _everyday(self, body: str, before: list[str]) -> EverydayTranslation | None:
        if self._start == "value":
            return None
        return self._of.everyday.translate(body, lambda text: self._fits([*before, *text.split("\n")]))

    def _as_choice(self, body: str) -> str | None:
        """Return two alternatives on one line as a choice between them."""
        farthest = DISTANCE_LIMITS[2] if body.lower().startswith("either ") else ONE_WORD_DISTANCE
        parts = [self._intended(part, [], farthest) for part in split_alternatives(self._one_cleaned(body)) or ()]
        if not parts or not all(parts):
            return None
        first, second = (found[0] for found in parts)
        return (
            as_choice(first.shown_text, second.shown_text)
            if self._fits(as_choice(first.text, second.text).split("\n"))
            else None
        )

    def _split_off(self, body: str, before: list[str]) -> list[Suggestion]:
        """Return a line that says when, for whom or at whose choice something is done, with the action in a block."""
        found = []
        for opening, rest in split_off(body):
            for done in self._intended(rest, before, DISTANCE_LIMITS[2]):
                text, told = (in_block(opening, line) for line in (done.text, done.shown_text))
                if self._fits([*before, *text.split("\n")]):
                    found.append(Suggestion(done.cost, text, told))
        return found[:1] if found and "\n" in found[0].text else found

    def _intended(self, body: str, before: list[str], farthest: float = DISTANCE_LIMITS[-1]) -> list[Suggestion]:
        """Return the intended wordings of a line, or of a part of one: a known paraphrase, or the nearest sentences."""
        if self._fits([*before, body]):
            return [Suggestion(0.0, body, body)]
        turns = list(dict.fromkeys((*as_loop(body, self._of.nouns), *replace_idioms(body), *with_synonyms(body))))
        for turn in turns:
            if self._fits([*before, turn]):
                return [Suggestion(0.0, turn, turn)]
        everyday = self._everyday(body, before) if self._of.is_unlike_phrases(body) else None
        if everyday is not None and everyday.texts:
            return [Suggestion(0.0, text, told) for text, told in everyday.texts]
        if self._start == "program" and (blocks := self._split_off(body, before)):
            return blocks
        for line, most in (
            (body, DISTANCE_LIMITS[1]),
            *((turn, DISTANCE_LIMITS[2]) for turn in turns),
            (body, farthest),
        ):
            if found := self._nearest(line, before, min(most, farthest)):
                return found
        return []

    def _one_cleaned(self, body: str) -> str:
        """Return a line of one sentence in lower case without its full stop; leave any other line as it is."""
        parts = sentences(normalize_signs(body))
        return self._cleaned(parts[0]) if len(parts) == 1 else body

    def _with_noun(self, first: Problem, body: str, end: int) -> Problem | None:
        """Return the message for an adjective without a noun."""
        nouns = [word for word, one in self._of.nouns.items() if word != one]
        told = [line for noun in nouns if self._fits([line := f"{body[:end]} {noun}{body[end:]}"])]
        return replace(first, wordings=tuple(told[:MOST_TOLD])) if told else None

    def _first_fit(self, lines: Iterable[str]) -> str | None:
        return next((line for line in lines if self._fits([line])), None)

    def _one_word_mended(self, first: Problem, row: str) -> str | None:
        """Return the line with the suggested word, if that corrects it."""
        meant = re.fullmatch(r"`([^`]*)`", first.suggestion or "")
        if meant is None:
            return None
        start = first.where.column - 1
        mended = row[:start] + meant.group(1) + row[start + first.length :]
        written = row[start : start + first.length]
        if (not row[:start].strip() or is_specific(written)) and not self._of.meaning.is_preserved(row, mended):
            return None
        return mended if self._fits([mended.strip()]) else None

    def _without_wordings(self, first: Problem, row: str, body: str) -> Problem | None:
        """Return the message for a line for which no sentence was found."""
        cleaned = self._one_cleaned(body)
        if self._of.is_unlike_phrases(cleaned) and (hint := self._of.everyday.hint(cleaned)) is not None:
            return replace(first, message=hint, suggestion=None)
        if first.code != "syntax":
            return None
        meant = self._misspelt(first, row)
        if meant is not None and meant.strip("`") == body.split()[0].lower():
            return replace(first, message=self._style_message(body) or first.message, suggestion=None)
        return replace(first, suggestion=meant)

    def _misspelt(self, first: Problem, row: str) -> str | None:
        """Return the suggested word, if the one in its place is similar and not a word of the game."""
        start = first.where.column - 1
        written = row[start : start + first.length]
        meant = (first.suggestion or "").strip("`")
        if written in self._of.dictionary.keywords:
            return None
        return (
            first.suggestion
            if any(text == meant for _, text, _ in self._of.repairs.similar_words.matches(written))
            else None
        )

    def _style_message(self, body: str) -> str | None:
        """Return the message for a line in the style of a printed card."""
        printed = normalize_signs(self._of.titles.correct(body))
        if printed[:1].isupper() and without_capitals(printed, self._of.dictionary) != printed:
            return "this is no statement: they are written small, without a full stop, one a line"
        if sentences(printed) != [printed]:
            return "this is no statement: they are written without a full stop, one a line"
        return None

    def _sentences(self, body: str) -> list[Suggestion]:
        """Return the intended wordings of the line; several statements become one sentence of several lines."""
        parts = [self._cleaned(part) for part in sentences(normalize_signs(body))]
        strict = self._first is not None and self._first.code == "unknown-name"
        if len(parts) == 1 and (
            found := self._intended(parts[0], [], ONE_WORD_DISTANCE if strict else DISTANCE_LIMITS[-1])
        ):
            return found
        if self._start == "value":
            return []
        found = []
        before: list[str] = []
        for part in parts:
            if found and (whole := self._limited(found[-1], part, before[:-1])) is not None:
                found[-1], before[-1:] = whole, whole.text.split("\n")
                continue
            pieces = [part]
            if len(parts) == 1 or not self._intended(part, before):
                pieces = clauses(part)
                if len(parts) == len(pieces) == 1:
                    return []
            for piece in pieces:
                best = self._intended(piece, before)
                if not best:
                    return []
                found.append(best[0])
                before += best[0].text.split("\n")
        cost = sum(sentence.cost for sentence in found)
        return [Suggestion(cost, "\n".join(before), "\n".join(sentence.shown_text for sentence in found))]

    def _limited(self, sentence: Suggestion, after: str, before: list[str]) -> Suggestion | None:
        """Join a sentence with the one after it that sets an upper limit."""
        whole = self._first_fit(with_limit(sentence.text, after))
        return (
            None
            if whole is None
            else Suggestion(sentence.cost, whole, whole.replace(sentence.text, sentence.shown_text))
        )

    def _cleaned(self, sentence: str) -> str:
        """Return a sentence with the game's spelling of names, and otherwise in lower case."""
        return without_capitals(self._of.titles.correct(sentence), self._of.dictionary)

    def _nearest(self, body: str, before: list[str], farthest: float = DISTANCE_LIMITS[-1]) -> list[Suggestion]:
        """Return the nearest sentences, best first; `before` are lines that precede the line in its place."""
        if self._fits([*before, body]):
            return [Suggestion(0.0, body, body)]
        line = self._line(body, before)
        if line is None or self._of.repairs.total_fed_words > self._enough:
            return []
        stack, words, known = line
        columns = self._columns(words)
        articles = frozenset(at for at, (start, _) in enumerate(columns) if ARTICLE.search(body[:start]))
        length = sum(bool(word.text) for word in words)
        tried: set[str] = set()
        for most in DISTANCE_LIMITS:
            told: list[Suggestion] = []
            most = min(most, 1.6 + 0.5 * length, farthest)
            for repair in self._of.repairs.nearest(stack, words, known, articles, most):
                if (
                    (told and repair.cost > told[0].cost + MAX_DISTANCE_GAP)
                    or len(told) == MOST_TOLD
                    or len(tried) > MOST_TRIED
                ):
                    break
                changed = apply_changes(body, columns, repair.changes, self._of.is_noun)
                written = self._of.agreement.with_agreement(changed, body)
                checked = written if A.search(body) else changed
                if self._of.agreement.comparison_key(written) in tried or not self._of.meaning.is_preserved(
                    body, checked
                ):
                    continue
                tried.add(self._of.agreement.comparison_key(written))
                if any(written.replace("your ", "") == sentence.text for sentence in told):
                    continue
                filled = (
                    self._filled(written, before)
                    if MISSING_NAME not in written or farthest > ONE_WORD_DISTANCE
                    else None
                )
                if filled is not None:
                    told.append(
                        Suggestion(repair.cost, filled[0], self._of.agreement.with_numbers_open(filled[1], body))
                    )
            if told or most >= min(1.6 + 0.5 * length, farthest) or self._of.repairs.is_exhausted:
                return told
        return []

    def _line(self, body: str, before: list[str]) -> tuple[Stack, list[Lexeme], frozenset[str]] | None:
        """Return the parser's stack before the line, the words of the line, and the names that the text defines."""
        text = standalone_text(self._rows_with([*before, body]))
        try:
            words = self._of.dictionary.tokenize(text, block=self._start == "program")
        except RulebookError:
            return None
        if self._start == "value":
            line, begin = [*words, Lexeme(("$END",), "", 1, len(body) + 1, len(body) + 1)], 0
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
        return None if stack is None else (stack, line, frozenset(defined_names(words) | labels))

    def _columns(self, words: list[Lexeme]) -> list[tuple[int, int]]:
        """Start and end of each word, counted from the first sign of the line."""
        indent = 0 if self._start == "value" else len(self._indent())
        return [(word.column - 1 - indent, word.end - 1 - indent) for word in words]

    def _filled(self, written: str, before: list[str]) -> tuple[str, str] | None:
        """Fill in missing names of this game; return the sentence, if it is one then, and its shown version."""
        if MISSING_NAME not in written:
            return (written, written) if self._fits([*before, written]) else None

        def wrong_at(line: str) -> int | None:
            problem = self._wrong_in([*before, line])
            return None if problem is None else problem.where.column - len(self._indent())

        return next(fill_holes(written, written, self._of.examples, wrong_at), None)

    def _fits(self, lines: list[str]) -> bool:
        """True if the line has no mistake with these lines in its place."""
        return self._wrong_in(lines) is None

    def _wrong_in(self, lines: list[str]) -> Problem | None:
        """Return the mistake in the line, with these lines in its place."""
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
        return self._check(standalone_text(rows))


def _were_lines(problem: Problem, text: Text, check: Check) -> bool:
    """True if the lines that YAML joined were lines of the language.

    Either they can be read as such, or the first one can, and the next one is wrong from its beginning.
    """
    rows = [line.content for line in source_lines(text)]
    return check(standalone_text(rows)) is None or (
        problem.where == text.first_joined_line and check(standalone_text(rows[:1])) is None
    )
