"""Suggestions for lines that can't be read: sentences of this game, each tried before it is shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from interpreter.language.reading.diagnosis import UnknownStatement
from interpreter.language.suggestions.condition_reader import of_any_seat
from interpreter.language.suggestions.corrections import LIKELY_COST, SHORT_WORD, UNLIKELY_COST, LineCorrector
from interpreter.language.suggestions.hints import Hint, HintSearch, Texts
from interpreter.language.suggestions.lines.beside_fields import block_note, is_beside_field, value_beside_field
from interpreter.language.suggestions.lines.candidate_lines import (
    choice_and_deed,
    chosen_beside,
    repetition,
    with_missing,
    with_own_names,
    with_thing_meant,
    without_marks,
)
from interpreter.language.suggestions.lines.fallbacks import SUGGESTION_CODES, FailedLine, FallbackMessages
from interpreter.language.suggestions.lines.line_style import LineStyle
from interpreter.language.suggestions.lines.meant_texts import MeantTexts
from interpreter.language.suggestions.lines.tried_lines import (
    Check,
    TriedLine,
    is_in_text,
    range_of_line,
    were_lines,
    without_comment,
    without_stray_articles,
)
from interpreter.language.suggestions.own_phrases import FAR, PhraseSearch
from interpreter.language.suggestions.pasted import (
    SuggestionWords,
    TitleMatcher,
    clauses,
    normalize_signs,
    sentences,
)
from interpreter.language.suggestions.slots import with_article
from interpreter.language.suggestions.statement_forms import StatementForms
from interpreter.language.suggestions.translations import Translator
from interpreter.language.suggestions.unknown_words import UnknownWords
from interpreter.rulebook.model import Text
from interpreter.support.errors import NO_RANGE, Problem, RulebookError
from interpreter.support.similar_words import is_opposite

_ONE_STATEMENT = "a line has one statement: each further one begins a line of its own"
_STRUCTURE = frozenset({"either", "or", "may", "must", "if", "while", "until", "otherwise", "for", "repeat", "as"})
_CLAUSE = re.compile(r"\b(?:where|with|that|who|which|you)\b")
_OPTIONS = ("either", "or", "may")
_EACH = re.compile(r"\b(?:each|every|all)\b")
_EACH_SEAT = re.compile(r"for each (?:player|seat)(?=:)")
CODES = SUGGESTION_CODES | {"wrong-type", "no-set", "which", "parentheses", "nobody-acts", "each", "no-it"}
MOST_LINES = 100
"""Maximum number of lines of one game for which there is a search."""
MOST_TRIES_IN_GAME = 12_000
MOST_TOLD = 3
CONTEXT_LINES = 12
"""Number of lines above and below one whose words are tried in it."""
MAX_LINE_LENGTH = 400
MOST_RESPELT = 4
"""Maximum number of times that words of a line are corrected before it is looked up."""
CORE_VERBS = frozenset(["choose", "move", "draw", "shuffle", "reveal", "set", "raise", "lower", "add", "for"])
_WORD_BEFORE = re.compile(r"(?=(\w+) (\w+)(?: (\w+)|\b))")
"""Matches three words in succession, of which the last one may be missing."""
_BEFORE_SINGULARS = frozenset({"a", "an", "one", "1", "each", "every", "another", "this", "that"})
_ARTICLE_AT_END = re.compile(r"(?<!\w)an? $")
_THIS_CARD = re.compile(r"\bthis card\b|\bitself\b")
_HAS_MOST = re.compile(r"you ha(?:ve|s) (?:the )?most (\w+)")
_LAST_WORD = re.compile(r"\w+(?=,|:| and | or |$)")
"""Matches the words with which a condition can end."""
_NAMED = re.compile(r"\b(?:as|let) (\w+)")


class SuggestionSearch:
    """The search for suggestions in one game."""

    def __init__(self, words: SuggestionWords) -> None:
        self.words, self.titles = words, TitleMatcher(words)
        self.hints = HintSearch(words)
        self.corrector = LineCorrector(words, self.hints.table)
        self.phrases = PhraseSearch(words, self.hints.table)
        self.translator = Translator(words, self.hints, self.phrases)
        self.style = LineStyle(self.titles, self.translator.things, self.hints, words.dictionary)
        known = self.hints.table.known_words | self.translator.known_words
        unknown = UnknownWords(self.translator.things, known, self.corrector.is_word)
        forms = StatementForms(words.statements, words.conditions, self.hints.table, self.translator.things)
        self.fallbacks = FallbackMessages(unknown, forms, self.corrector)
        self.tries = 0
        self._left = MOST_LINES
        self._told: dict[tuple[str, str, str], Problem | None] = {}

    def improve(self, error: RulebookError, text: Text, start: str, check: Check) -> RulebookError:
        """Return the error with the nearest sentences of the game, unless its message is already complete."""
        problem = error.problems[0]
        wanted = problem.code in CODES and is_in_text(problem, text)
        if len(error.problems) > 1 or not wanted or len(text) > 20_000:
            return error
        if start == "program" and text.first_joined_line is not None and were_lines(problem, text, check):
            message = "this is read as the end of the line above: a text of several lines needs `|`"
            length = len((text.excerpt(text.first_joined_line) or "").strip())
            return RulebookError(Problem(text.first_joined_line, "needs-block", message, length=length))
        search = _LineSearch(self, text, start, check)
        if not search.is_reproduced(problem):
            return error
        key = (start, str(text), str(text.where) if _THIS_CARD.search(text) else "")
        if key not in self._told:
            if not self._left or self.tries > MOST_TRIES_IN_GAME:
                return error
            self._left -= 1
            self._told[key] = search.result()
            self.tries += search.tries
        told = self._told[key]
        if told is not None:
            problem = search.with_suggestions(problem, told, text)
        if isinstance(problem, UnknownStatement) and problem.message == error.problems[0].message:
            problem = problem.with_advice()
        return RulebookError(problem)


class _LineSearch:
    """The search for the intended wording of one line of a text."""

    def __init__(self, search: SuggestionSearch, text: Text, start: str, check: Check) -> None:
        self._of = search
        self._start = start
        self._cards = [card for card in search.words.symbols.rulebook.cards if card.event is text]
        self._line = TriedLine(text, start, check)
        self._first = self._line.first
        self._fits = self._line.fits
        self._meant = MeantTexts(
            self._line, start == "value", search.phrases, search.hints, search.translator, search.style
        )

    @property
    def tries(self) -> int:
        """Number of texts that were tried in the place of the line, or as much work in other searches."""
        return self._line.tries + self._meant.tries

    def is_reproduced(self, problem: Problem) -> bool:
        """True if the mistake was found again, in a line that can be examined by itself."""
        return self._first is not None and self._first.code == problem.code and self._line.is_there

    def result(self) -> Problem | None:
        """Return a better message for the line, or None if there is none."""
        first, body = self._first, self._line.body
        if first is None or not body or len(body) > MAX_LINE_LENGTH:
            return None
        found = self._found(first, body)
        return self._of.fallbacks.with_own_forms(self._failed(found or first, body)) or found

    def _failed(self, problem: Problem, body: str) -> FailedLine:
        """Return the line as one for which no suggestion is found."""
        is_statement, style = self._start == "program", self._of.style.message(body)
        return FailedLine(problem, body, len(self._line.indent), self._own_names(), is_statement, style, self._fits)

    def _found(self, first: Problem, body: str) -> Problem | None:
        """Return the message of the first search that finds what may be meant; None if the first message is as good."""
        before = first.where.column - 1 - len(self._line.indent)
        if self._start == "value" and first.code == "syntax" and _is_deed(body):
            message = "this is a statement, and a value is needed here; what is done stands under `do`"
            return replace(first, message=message, suggestion=None, wordings=())
        if (told := self._with_column(first, body, before) or self._with_own_card(first, body)) is not None:
            return told
        if first.code not in SUGGESTION_CODES and first.detail != "place":
            return self._with_another_meaning(first, body, before)
        if (mended := self._one_word_mended(first, f"{self._line.indent}{body}")) is not None:
            return self._with_mended(first, body, mended.strip(), before)
        if first.code == "whose":
            yours = [f"{_ARTICLE_AT_END.sub('', body[:before])}your {body[before:]}"]
            if in_turn := _EACH_SEAT.match(body):  # only if the loop acts for each is `your` what is each one's
                yours = [f"{in_turn[0]}, as you{text[in_turn.end() :]}" for text in yours]
            end = before + first.length
            seat = self._of.words.symbols.nouns["seat"].one
            loop_seat = seat if self._start == "value" else self._line.loop_seat(before)
            of_loop = [f"{_ARTICLE_AT_END.sub('', body[:before])}{body[before:end]} of {loop_seat}{body[end:]}"]
            shared = self._of.translator.things.with_shared_owner(body, before)
            return (
                self._with_fit(first, ((text, None) for text in of_loop if loop_seat is not None))
                or self._with_fit(first, ((text, None) for text in shared))
                or self._rewritten(first, body)
                or self._with_fit(first, ((text, None) for text in yours))
                or self._translated(first, body)
            )
        if body.endswith((" as", " let")):
            return None
        if first.detail == "remedy":
            advised = self._advised(first, self._of.hints.sure_advice(self._of.style.cleaned(body)))
            punctuated = self._with_missing(first, body, before)
            is_doubtful = body[before : before + first.length] == "to"
            found = advised or (None if is_doubtful else punctuated)
            found = found or self._hint(first, body, body) or self._rewritten(first, body)
            return found or punctuated or self._translated(first, body)
        names = self._own_names()
        for step in self._steps(first, body, before):
            found = step()
            if found is None or body in found.wordings:
                continue
            if (kept := self._of.fallbacks.with_kept_wordings(found, body, names)) is not None:
                return kept
        return self._of.fallbacks.message(self._failed(first, body))

    def _with_another_meaning(self, first: Problem, body: str, before: int) -> Problem | None:
        """Return the message about a line that can be read, but not in the sense that is needed."""
        if first.code == "no-set" and body[:before].endswith("number of "):
            message = "`number of` counts a set, and this is a number already: leave it out"
            line = f"{body[:before].removesuffix('number of ')}{body[before:]}"
            return self._with_fit(first, [(line, message)]) or replace(first, message=message)
        if (found := self._with_missing(first, body, before)) is not None:
            return found
        found = self._hint(first, body, body)
        if found is None or "\n" in found.wordings[0]:
            found = self._rewritten(first, body) or found
        if found is not None:
            return found
        if first.code == "which":
            return self._with_what_is_meant(first, body, before)
        return self._translated(first, body)

    def _with_what_is_meant(self, first: Problem, body: str, before: int) -> Problem | None:
        """Return the message about a thing or a place that isn't named, with a line that names it."""
        advised = self._advised(first, self._of.hints.sure_advice(self._of.style.cleaned(body)))
        found = advised or self._with_place(first, body, before)
        if found is not None or first.suggestion:
            return found
        noun = re.match(r"which (\w+)\?", first.message)
        if noun is None:
            return None
        beside = chosen_beside(self._line.rows[: self._line.at])
        nouns = self._of.words.symbols.nouns.values()
        dice = [each.many for each in nouns if each.one == noun[1] and each.kind == "die"]
        lines = with_thing_meant(body, before, noun[1], [*dice, *beside])
        return self._with_fit(first, ((line, None) for line in lines)) or self._with_choice(first, body, noun[1])

    def _with_place(self, first: Problem, body: str, before: int) -> Problem | None:
        """Return the message about what a seat has on the map, with the line that says where; None if it isn't that."""
        spaces = self._of.words.symbols.nouns["space"].many
        if not (first.suggestion or "").startswith("`SEAT has "):
            return None
        places = ("it", spaces) if " where " in body[:before] else (spaces,)
        said = body[before:]
        if (most := _HAS_MOST.match(said)) is not None:
            return self._with_fit(
                first,
                [(f"{body[:before]}no other seat has more {most[1]} than you in {spaces}{said[most.end() :]}", None)],
            )
        ends = [before + word.end() for word in _LAST_WORD.finditer(said)]
        lines = (f"{body[:end]} in {place}{body[end:]}" for place in places for end in ends)
        return self._with_fit(first, ((line, None) for line in lines))

    def _with_column(self, first: Problem, body: str, before: int) -> Problem | None:
        """Return the message about a value of another column than the one that is asked for."""
        if first.code not in ("wrong-type", "unknown-name"):
            return None
        is_lacking, _, _ = first.message.partition("; ")
        columns = [*self._of.translator.things.with_column_of_value(body, before)]
        told = [(text, f"{is_lacking}; {says}") for text, says in columns]
        return self._with_fit(first, told) or next((replace(first, message=says) for _, says in told), None)

    def _with_own_card(self, first: Problem, body: str) -> Problem | None:
        """Return the message about `this card` in the event of a card, with the title in its place; None elsewhere."""
        if not self._cards or _THIS_CARD.search(body) is None:
            return None
        if len(self._cards) > 1:
            message = "copies share an event, and none of them is `this card`: the rule that plays a card moves it"
            return replace(first, message=message, suggestion=None)
        card = self._cards[0]
        texts = self._meant.of(self._of.style.cleaned(_THIS_CARD.sub(card.id, body)), [])
        title = card.title.get("en", "")
        named = re.compile(rf"\b{card.id}\b")
        wordings = tuple(named.sub(title, told) if self._fits(named.sub(title, text)) else told for text, told in texts)
        message = f"an event calls its own card by its title, `{title or card.id}`"
        return replace(first, message=message, suggestion=None, wordings=wordings) if wordings else None

    def _own_names(self) -> frozenset[str]:
        """Return the names that the text gives."""
        return frozenset(name for row in self._line.rows for name in _NAMED.findall(row))

    def _steps(self, first: Problem, body: str, before: int) -> Iterator[Callable[[], Problem | None]]:
        """Yield the searches for a line, the surest first."""
        cleaned = self._of.style.cleaned(body)
        yield lambda: self._with_fit(first, without_marks(body))
        titles = self._of.titles.with_similar_titles(body, before)
        yield lambda: self._with_fit(first, ((text, None) for text in titles))
        if first.code == "wrong-type":
            yield lambda: self._with_noun(first, body, before + first.length)
            return
        yield lambda: self._with_fit(first, ((text, None) for text in self._with_nouns(body)))
        yield lambda: self._with_fit(
            first, ((text, self._of.style.message(body)) for text in (cleaned,) if text != body)
        )
        yield lambda: self._chosen_first(first, body)
        yield lambda: self._with_own_names(first, body, before)
        phrases, fits = self._of.phrases, self._fits
        is_own = self._start == "program" and cleaned.split(" ")[0] not in CORE_VERBS and phrases.has_verb(cleaned)
        if not is_own:
            if self._start == "program" and phrases.has_verb(cleaned):  # a verb of the language and of the game
                yield lambda: self._told(first, body, phrases.own(cleaned, fits))
            yield lambda: self._hint(first, body, cleaned)
            yield lambda: self._rewritten(first, body)
            if isinstance(first, UnknownStatement):
                if len(clauses(body)) > 1:
                    yield lambda: self._split(first, body)
                yield lambda: self._translated(first, body)
                yield lambda: self._advice(first, cleaned)
        yield lambda: self._advised(first, self._of.hints.sure_advice(cleaned))
        if self._start == "value":
            forms = self._of.translator.normal_forms(body)
            yield lambda: self._with_fit(first, ((text, None) for text in forms))
        yield lambda: self._corrected(first, body, before + first.length, LIKELY_COST)
        if self._start == "program":
            yield lambda: self._own(first, body, phrases.own(cleaned, fits))
        if is_own:
            yield lambda: self._rewritten(first, body)
            yield lambda: self._own(first, body, phrases.own(cleaned, fits, FAR))
            yield lambda: self._for_each(first, body)
            yield lambda: self._repeated(first, body)
            yield lambda: self._hint(first, body, cleaned)
        yield lambda: self._split(first, body)
        yield lambda: self._translated(first, body)
        if first.code == "syntax":
            yield lambda: self._corrected(first, body, before + first.length, UNLIKELY_COST)
        yield lambda: self._respelt(first, body)
        yield lambda: self._advice(first, cleaned)
        if self._start == "program":
            yield lambda: self._of.fallbacks.of_another_language(first, body)

    def _respelt(self, first: Problem, body: str) -> Problem | None:
        """Return the message with what is meant by the line once its misspelt words are corrected."""
        line, problem = body, first
        for _ in range(MOST_RESPELT):
            corrected = self._with_spelling(problem, line)
            if corrected == line:
                break
            line = corrected
            if self._fits(line):
                return self._told(first, body, ((line, line),))
            further = self._line.problem_with(line)
            if further is None or further.where == problem.where:  # the word was not meant
                return None
            problem = further
        found = None if line == body else self._found(problem, line)
        told = () if found is None else found.wordings
        may_ask = _CLAUSE.search(line) is not None
        told = tuple(each for each in told if may_ask or _CLAUSE.search(each) is None)  # spelling adds no condition
        kept = tuple(each for each in told if self._of.translator.is_kept(line, each))
        return replace(first, suggestion=None, wordings=kept) if kept else None

    def _keeps_content(self, line: str, meant: str) -> bool:
        """Return whether a text has the small words of a line, and names nothing else."""
        translator = self._of.translator
        return translator.has_its_small_words(line, meant) and not translator.adds_names(line, meant)

    def _with_spelling(self, problem: Problem, line: str) -> str:
        """Return the line with the name that a mistake suggests, or else with its unknown words corrected."""
        start = problem.where.column - 1 - len(self._line.indent)
        written, rest = line[start : start + problem.length], line[start + problem.length :]
        name = re.fullmatch(r"`([^`]*)`", problem.suggestion or "")
        named = name if problem.code == "unknown-name" else None
        if named is not None and self._of.corrector.are_alike(written, named[1]):
            return f"{line[:start]}{named[1]}{rest}"
        corrected = line
        for unknown in reversed(self._of.fallbacks.unknown.in_line(line, self._own_names())):
            meant = self._of.corrector.respelt(unknown.word)
            if meant is not None:
                corrected = f"{line[: unknown.start]}{meant}{corrected[unknown.start + len(unknown.word) :]}"
        return corrected if corrected != line else self._of.titles.correct(line)

    def _told(self, first: Problem, body: str, found: Texts) -> Problem | None:
        """Return the message with texts that may be meant."""
        if not found:
            return None
        wordings = tuple(dict.fromkeys(shown for _, shown in found))
        message = self._of.style.message(body) or first.message
        if any(wording.replace(" up to ", " ", 1) == body != wording for wording in wordings):
            message = "this game says it only with `up to`; without it, it would be a wording of its own under `words:`"
        return replace(first, message=message, suggestion=None, wordings=wordings)

    def _own(self, first: Problem, body: str, found: Texts) -> Problem | None:
        """Return the message with a phrase of the game; a line about all or each may mean more than one to fill in."""
        is_filled = all(text == shown for text, shown in found)
        of_all = None if is_filled or _EACH.search(body) is None else self._translated(first, body)
        return of_all or self._told(first, body, found)

    def _split(self, first: Problem, body: str) -> Problem | None:
        """Return the message about a line of several statements, or about one of another style."""
        told = self._told(first, body, self._meant.of_sentences)
        parts = sentences(normalize_signs(body))
        is_split = told is not None and "\n" in told.wordings[0] and first.detail == "place"
        is_split = is_split and (len(parts) > 1 or len(clauses(parts[0])) > 1)
        if told is None or not is_split or self._of.style.message(body) is not None:
            return told
        said = f"{first.message}; {_ONE_STATEMENT}" if isinstance(first, UnknownStatement) else _ONE_STATEMENT
        return replace(told, message=said)

    def _with_own_names(self, first: Problem, body: str, before: int) -> Problem | None:
        """Return the message about a line without a place or thing to which the text has given a name."""
        lines = with_own_names(body, before, self._own_names()) if first.code == "syntax" else ()
        fitting = tuple(filter(self._fits, lines))
        return replace(first, suggestion=None, wordings=fitting[:MOST_TOLD]) if fitting else None

    def _repeated(self, first: Problem, body: str) -> Problem | None:
        """Return the message about several of what the game does one at a time."""
        repeated = repetition(body, self._of.words.singular)
        if repeated is None or self._start == "value":
            return None
        head, deed = repeated
        own = self._of.phrases.own(deed, lambda text: self._fits(head + text))
        found = ((deed, deed),) if self._fits(head + deed) else own
        return self._told(first, body, tuple((head + text, head + shown) for text, shown in found))

    def _chosen_first(self, first: Problem, body: str) -> Problem | None:
        """Return the message about a choice and what is done with its outcome, written in one line."""
        both = choice_and_deed(body, self._of.words.singular)
        if both is None or self._start == "value" or not self._fits(both.choice):
            return None
        found = self._meant.of(both.deed, [both.choice])
        texts = tuple((f"{both.choice}\n{text}", f"{both.choice}\n{shown}") for text, shown in found)
        return self._told(replace(first, message=_ONE_STATEMENT), body, texts)

    def _for_each(self, first: Problem, body: str) -> Problem | None:
        """Return the message with a loop in one line around a phrase of the game, if that is meant."""
        told = self._told(first, body, self._meant.of_sentences) if _EACH.search(body) else None
        is_loop = told is not None and told.wordings[0].startswith("for each ") and "\n" not in told.wordings[0]
        return told if is_loop else None

    def _with_fit(self, first: Problem, lines: Iterable[tuple[str, str | None]]) -> Problem | None:
        """Return the message with the first of some lines that is right, and what is said of it."""
        for line, says in lines:
            if self._fits(line):
                return replace(first, message=says or first.message, suggestion=None, wordings=(line,))
        return None

    def _with_missing(self, first: Problem, body: str, before: int) -> Problem | None:
        """Return the message with the line in which nothing is missing around the part that it marks."""
        if first.missing is None:
            return None
        return self._with_fit(first, [(with_missing(body, before, before + first.length, first.missing), None)])

    def _rewritten(self, first: Problem, body: str) -> Problem | None:
        return self._with_fit(first, self._of.hints.rewritten(body))

    def _corrected(self, first: Problem, body: str, reach: int, most: float) -> Problem | None:
        lines = (
            line
            for line in self._corrections(body, reach, most)
            if self._keeps_content(body, line)
            if self._keeps_noun(body[:reach], line) and self._keeps_names(body, line) and self._keeps_verb(body, line)
        )
        return self._told(first, body, tuple((line, line) for line in lines))

    def _keeps_names(self, body: str, line: str) -> bool:
        """Return whether a line with fewer words than another one has all its names."""
        return len(line.split()) >= len(body.split()) or not self._of.translator.adds_names(line, body)

    def _keeps_verb(self, body: str, line: str) -> bool:
        """Return whether a statement has the first word of another one, or one that is like it or means the same."""
        if self._start == "value":
            return True
        verb, meant = body.split()[0].casefold(), line.split()
        if meant[0] in body.split() or {verb, meant[0]} <= _STRUCTURE:
            return True
        same = (verb, *self._of.hints.table.synonyms.get(verb, ()))
        is_alike = self._of.corrector.are_alike(verb, meant[0].casefold())
        return is_alike or any(word.casefold() in same for word in meant)

    def _keeps_noun(self, body: str, line: str) -> bool:
        """Return whether a line has a noun for pieces, if the part of another line ends with one."""
        nouns = self._of.words.symbols.nouns.values()
        pieces = {word for noun in nouns if noun.kind == "pieces" for word in (noun.one, noun.many)}
        last = re.search(r"\w+$", body)
        return last is None or last[0] not in pieces or any(word in pieces for word in re.findall(r"\w+", line))

    def _corrections(self, body: str, reach: int, most: float = LIKELY_COST) -> tuple[str, ...]:
        """Return corrections of one word in the line, as the game would write it; arguments as of LineCorrector."""
        around, place = self._line.around(CONTEXT_LINES), self._line.place(body, self._of.words)
        return self._of.corrector.corrections(body, reach, around, place, self._fits, most)

    def _hint(self, first: Problem, body: str, cleaned: str) -> Problem | None:
        """Return the message of the first hint for the line."""
        cleaned = body if body.startswith(_OPTIONS) else cleaned
        found = None if self._start == "value" else self._of.hints.answer(cleaned, self._fits, self._meant.of_parts(0))
        if found is None:
            return None
        hint, texts = found
        says = hint.says_of(cleaned)
        message = says or self._of.style.message(body) or first.message
        verb = cleaned.split()[0]
        if (
            says
            and first.where.column == 1 + len(self._line.indent)
            and verb not in {*self._of.hints.table.statement_forms, *_OPTIONS}
        ):
            message = f"no statement begins with `{verb}`: {message}"
        wordings = tuple(told for _, told in texts)
        return replace(first, message=message, suggestion=None, wordings=wordings)

    def _advice(self, first: Problem, body: str) -> Problem | None:
        hint = self._of.hints.advice(body)
        unknown = self._of.fallbacks.unknown.in_line(body, self._own_names())
        is_in_hole = any(each.word[0].isupper() for each in unknown)
        is_in_hole = is_in_hole or (first.code == "unknown-name" and self._of.fallbacks.forms.uses_one(body))
        return None if is_in_hole and hint in self._of.hints.table.lines else self._advised(first, hint)

    def _advised(self, first: Problem, hint: Hint | None) -> Problem | None:
        if hint is None:
            return None
        return replace(first, message=hint.says or first.message, suggestion=self._of.hints.shown_form(hint))

    def _translated(self, first: Problem, body: str) -> Problem | None:
        """Return the message with the translation of the line, if it keeps what the line says."""
        translator = self._of.translator
        for line in dict.fromkeys((body, self._of.style.cleaned(body))):
            if self._start == "value":
                conditions = [text for text in translator.conditions(line) if text != body]
                if not self._fits("there is a seat where it is you"):  # nobody acts here
                    conditions += map(of_any_seat, (line, *conditions))
                found = next((text for text in conditions if self._fits(text)), None)
                texts: Texts = () if found is None else ((found, found),)
            else:
                texts = self._meant.of(line, [], kept=line)
            if texts and all(translator.is_kept(line, text) for text, _ in texts):
                return self._told(first, body, texts)
        return None

    def _one_word_mended(self, first: Problem, row: str) -> str | None:
        """Return the line with the suggested word, if that corrects it."""
        meant = re.fullmatch(r"`([^`]*)`", first.suggestion or "")
        if meant is None:
            return None
        start = first.where.column - 1
        written = row[start : start + first.length]
        if written.lower() in self._of.hints.table.words or is_opposite(written, meant[1]):
            return None
        is_unknown = bool(self._of.fallbacks.unknown.in_line(written))
        is_guess = (is_unknown or len(written) <= SHORT_WORD) and first.detail == "place"
        if is_guess and not self._of.corrector.are_alike(written, meant[1]):
            return None
        mended = row[:start] + meant.group(1) + row[start + first.length :]
        return mended if self._fits(mended.strip()) else None

    def _with_mended(self, first: Problem, body: str, mended: str, before: int) -> Problem | None:
        """Return the message for a line that is right once one word is corrected."""
        written = body[before : before + first.length]
        likely = self._corrections(body, before + first.length) if self._of.corrector.is_word(written) else ()
        if likely:
            both = dict.fromkeys((*likely[: MOST_TOLD - 1], mended))
            return replace(first, suggestion=None, wordings=tuple(both))
        return replace(first, suggestion=None, wordings=(mended,)) if not before and " " in body else None

    def _with_noun(self, first: Problem, body: str, end: int) -> Problem | None:
        """Return the message for an adjective without a noun."""
        nouns = [word for word, one in self._of.words.singular.items() if word != one]
        told = [line for noun in nouns if self._fits(line := f"{body[:end]} {noun}{body[end:]}")]
        return replace(first, wordings=tuple(told[:MOST_TOLD])) if told else None

    def _with_nouns(self, body: str) -> Iterator[str]:
        """Yield the line with a noun behind an adjective that has none."""
        singular = self._of.words.singular
        adjectives = {*self._of.words.adjectives, *self._of.words.symbols.adjective_titles}
        for word in _WORD_BEFORE.finditer(body):
            if (word[2] in adjectives or word[2].lower() in adjectives) and word[3] not in singular:
                for noun, one in singular.items():
                    if (noun == one) == (word[1].lower() in _BEFORE_SINGULARS):
                        yield f"{body[: word.end(2)]} {noun}{body[word.end(2) :]}"

    def _with_choice(self, first: Problem, body: str, noun: str) -> Problem | None:
        """Return the message about a thing that is not chosen yet, with the line that chooses it before this one."""
        one = self._of.words.singular.get(noun)
        nouns = self._of.words.symbols.nouns.values()
        if one is None or not any(each.one == one and each.kind in ("seat", "card", "space") for each in nouns):
            return None
        thing = f"another {noun}" if one == "seat" else with_article(one)
        told = body.replace(f"{{{noun}}}", "{you}")  # whoever acts is meant in a sentence that players read
        if one == "seat" and told != body and self._fits(told):
            return replace(first, suggestion=None, wordings=(told,))
        named = re.sub(rf"\b(?:the )?{noun}\b", one, body)
        return self._with_fit(first, [(f"choose {thing}\n{named}", None)])

    def with_suggestions(self, problem: Problem, told: Problem, text: Text) -> Problem:
        """Return a mistake with the suggestions for its line.

        If the likeliest wording fits there unchanged, it can replace the line.
        """
        wordings = tuple(without_stray_articles(without_comment(wording).rstrip()) for wording in told.wordings)
        if is_beside_field(text):
            wordings = tuple(map(self._on_one_line, wordings))
        if wordings and wordings == problem.wordings:  # already reported for the text that contains it
            return problem
        replaced = problem.replaced if told.suggestion == problem.suggestion else NO_RANGE
        if wordings:
            fits = self._fits(wordings[0])
            replaced = range_of_line(text, self._line.at, problem.where) if fits else NO_RANGE
            wordings = tuple(value_beside_field(wording, text) for wording in wordings)
        if self._first is not None and told.where != self._first.where:  # the word to blame is another one of the line
            where = text.place_at(told.where.line, told.where.column)
            problem = replace(problem, where=where, length=told.length)
        message, suggestion = f"{told.message}{block_note(wordings, text)}", told.suggestion
        return replace(problem, message=message, suggestion=suggestion, wordings=wordings, replaced=replaced)

    def _on_one_line(self, wording: str) -> str:
        """Return a block of one simple statement behind its first line, if that can be read; else leave it as it is."""
        joined = re.sub(r":\n +", ": ", wording)
        return joined if wording.count("\n") == 1 and self._fits(joined) else wording


def _is_deed(body: str) -> bool:
    """True if a line begins with a word of statements, and no value does."""
    return body.partition(" ")[0] in CORE_VERBS
