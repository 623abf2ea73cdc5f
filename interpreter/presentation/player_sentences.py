"""Words of a game for its players in a position: goals, questions, reasons and endings, with their holes filled."""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.language.execution.executable import DecisionInfo
from interpreter.presentation.names import Names
from interpreter.rulebook.model import Rulebook, Text
from interpreter.rulebook.player_words import Sentence
from interpreter.rulebook.text import HOLE, slug
from interpreter.support.errors import CahierError

if TYPE_CHECKING:  # imported when a sentence has holes
    from interpreter.engine.history import PendingDecision
    from interpreter.engine.queried_position import QueriedPosition
    from interpreter.engine.why import RuleGround
    from interpreter.language.ir.expressions import Expr
    from interpreter.language.ir.types import Local, Type
    from interpreter.language.queries import NameValues, Queries
    from interpreter.language.sentence_holes import DecisionSite, PlayerSentences, SentencePart, SentenceScope


MOST_KEPT = 5_000
"""Largest number of sentences whose parts are kept."""


class Speaker(Protocol):
    """Names and sentences in a language."""

    @property
    def names(self) -> Names:
        """Display names of things."""

    def say(self, sentence: str, **parts: object) -> str:
        """Return a sentence of the language."""

    def thing(self, kind: str, value: int | None) -> str:
        """Return the name of a thing by kind and number."""


class SentenceEvaluator:
    """The evaluator of a game's sentences. Holes are compiled when a sentence is first shown.

    A sentence with a mistake, or one that would show a card that its reader doesn't know, isn't shown: its place is
    taken by the words of the language.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._texts = rules.rulebook.player_texts
        self._parts: dict[tuple[Text, Hashable], tuple[SentencePart, ...] | None] = {}
        self._keys: dict[int, str | None] = {}

    @cached_property
    def _sentences(self) -> PlayerSentences:
        from interpreter.language.sentence_holes import PlayerSentences

        return PlayerSentences(self.rules.program.analysis)

    @cached_property
    def queries(self) -> Queries:
        """The queries about matches of the game, which keep what they compiled."""
        return self.rules.program.queries(logged=True)

    def goals(self, speaker: Speaker, state: State, reader: int | None) -> dict[str, str]:
        """Return the goals by seat: of each its own, that of its side, that of everybody, or those of all sides.

        That of its side is told only if the reader knows the side: a seat, or every seat for None.
        """
        seats = enumerate(self.rules.seats)
        return {seat: self._goal(speaker, seat, self._known_side(state, at, reader)) for at, seat in seats}

    def goals_by_side(self, speaker: Speaker) -> dict[str, dict[str, str]]:
        """Return the goals by seat, then by the side that a reader knows the seat to be on; empty: by none."""
        sides = {"": None} | {side.id: side.id for side in self.rules.rulebook.sides}
        return {
            seat: {side: self._goal(speaker, seat, known) for side, known in sides.items()} for seat in self.rules.seats
        }

    def side_with_goal(self) -> tuple[Local, Expr] | None:
        """Return the expression for a seat's side with the name of the seat, if sides have goals of their own."""
        book = self.rules.rulebook
        if book.side is None or self._texts.goals.keys().isdisjoint(each.id for each in book.sides):
            return None
        return self.rules.program.analysis.terms.side()

    def _goal(self, speaker: Speaker, seat: str, side: str | None) -> str:
        goals = self._texts.goals
        found = next((goals[key] for key in (seat, side, "") if key is not None and key in goals), None)
        if found is not None:
            return _goal_text(found, speaker)
        sides = [each for each in self.rules.rulebook.sides if each.id in goals]
        return " ".join(
            f"{speaker.names.localize(each.title)}: {_goal_text(goals[each.id], speaker)}" for each in sides
        )

    def _known_side(self, state: State, seat: int, reader: int | None) -> str | None:
        """Return the side of a seat if it has a goal of its own, and the reader knows who is on it."""
        own = self.side_with_goal()
        if own is None:
            return None
        from interpreter.language.queries import NameValues

        name, expr = own
        position, names = self._position(state, reader), self.queries.bind_value(name, seat, NameValues())
        if position.is_hidden(expr, names):
            return None
        side = position.value(expr, names)
        return None if side is None else self.rules.rulebook.sides[side].id

    def _position(self, state: State, reader: int | None) -> QueriedPosition:
        """Return a position for queries of a seat, or of everybody."""
        from interpreter.engine.queried_position import QueriedPosition

        readers = self.rules.constants.everyone if reader is None else 1 << reader
        return QueriedPosition(self.rules, state, self.queries, readers)

    def question(self, speaker: Speaker, asked: PendingDecision) -> str | None:
        """Return the question of a decision in the game's own words, or None."""
        return self._asked(speaker, asked, "question")

    def way_out(self, speaker: Speaker, asked: PendingDecision) -> str | None:
        """Return the game's own words for the way out of a decision, or None."""
        return self._asked(speaker, asked, asked.info.way_out) if asked.info.way_out else None

    def declined(self, speaker: Speaker, number: int, way_out: str) -> str | None:
        """Return the game's own words for the way out of a past decision, or None; those with holes were for then."""
        sentence = self._sentence_of(number, way_out)
        text = None if sentence is None else _in_language(sentence, speaker)
        return None if text is None or "{" in text else speaker.names.safe(_plain(text))

    def _sentence_of(self, number: int, part: str) -> Sentence | None:
        """Return the sentence for a part of a decision, or None."""
        if not self._texts.questions:
            return None
        if number not in self._keys:
            site = self._site(number)
            self._keys[number] = None if site is None else site.key_in(self._texts.questions)
        key = self._keys[number]
        return None if key is None else self._texts.questions[key].get(part)

    def parts_of_question(self, speaker: Speaker, number: int, part: str) -> tuple[SentencePart, ...] | None:
        """Return the game's own words for a part of a decision: `question`, or a way out. None if it has none."""
        sentence = self._sentence_of(number, part)
        if sentence is None:
            return None
        text, site = _in_language(sentence, speaker), self._site(number)
        return (text,) if site is None or "{" not in text else self._read(text, number, site.scope)

    def parts_of_ending(self, speaker: Speaker, reason: str) -> tuple[SentencePart, ...] | None:
        """Return the game's own words for an ending, or None. The winners have the name `WINNERS` in them."""
        sentence = self._texts.endings.get(reason)
        if sentence is None:
            return None
        return self._read(_in_language(sentence, speaker), None, self._sentences.scope_of_ending())

    def _asked(self, speaker: Speaker, asked: PendingDecision, part: str) -> str | None:
        state, number = asked.state, asked.state.decision
        match self.parts_of_question(speaker, number, part):
            case None:
                return None
            case (str(text),):
                return speaker.names.safe(_plain(text))
            case parts:
                return self._fill(speaker, parts, state, self.queries.names_at(number), asked.seat)

    def _site(self, number: int) -> DecisionSite | None:
        """Return the place of a decision in the rules; None for one in a text from elsewhere."""
        return self._sentences.decisions.get(id(self.rules.program.lowered(True).decisions[number].asking))

    def refusal(self, speaker: Speaker, ground: RuleGround, asked: PendingDecision) -> str | None:
        """Return the reason for a ground in the game's own words, or None."""
        from interpreter.language.ir.expressions import Const, TermCall
        from interpreter.language.ir.types import SEAT
        from interpreter.language.sentence_holes import SentenceScope

        condition, names = ground.condition, ground.names
        if not self._texts.refusals or condition is None or names is None:
            return None
        you = Const(asked.seat, type=SEAT)
        sentence = self._texts.refusals.get(ground.words)
        scope = SentenceScope({name.name: name for name in names.bindings}, you)
        key: Hashable = names.scope
        if sentence is None and isinstance(condition, TermCall):
            said = map(str, self.rules.rulebook.words[condition.word].says)
            sentence = next((self._texts.refusals[each] for each in said if each in self._texts.refusals), None)
            if sentence is not None:
                word = self.rules.program.analysis.terms.term(condition.word)
                names = self.queries.bind_arguments(word.all_parameters, condition.args, names)
                scope, key = self._sentences.scope_of_word(condition.word, you), condition.word
        if sentence is None:
            return None
        parts = self._read(_in_language(sentence, speaker), (asked.seat, key), scope)
        return self._fill(speaker, parts, asked.state, names, asked.seat)

    def ending(self, speaker: Speaker, state: State) -> str | None:
        """Return the sentence for the end of a match in the game's own words, or None."""
        if state.result is None:
            return None
        from interpreter.language.queries import NameValues
        from interpreter.language.sentence_holes import WINNERS

        winners, reason, _ = state.result
        parts = self.parts_of_ending(speaker, reason)
        if parts is None:
            return None
        return self._fill(speaker, parts, state, self.queries.bind_value(WINNERS, winners, NameValues()), None)

    def _read(self, text: Text, key: Hashable, scope: SentenceScope) -> tuple[SentencePart, ...] | None:
        """Return the parts of a sentence, or None if it has a mistake; they are kept under the key of its scope."""
        if (text, key) not in self._parts:
            parts: tuple[SentencePart, ...] | None
            try:
                parts = self._sentences.read(text, scope)
            except CahierError:  # `check` reports it
                parts = None
            if len(self._parts) >= MOST_KEPT:
                self._parts.clear()
            self._parts[text, key] = parts
        return self._parts[text, key]

    def _fill(
        self,
        speaker: Speaker,
        parts: tuple[SentencePart, ...] | None,
        state: State,
        names: NameValues,
        seat: int | None,
    ) -> str | None:
        """Return a sentence for a seat, or for everybody; None if it has a mistake or would show an unknown card."""
        if parts is None:
            return None
        reader = _Reader(speaker, self._position(state, seat), names)
        try:
            return _plain("".join(map(reader.part, parts)))
        except (_UnknownCardError, CahierError, LookupError):
            return None


class _UnknownCardError(Exception):
    """Error: a sentence depends on a card that its reader doesn't know."""


class _Reader:
    """Parts of sentences in a position as a seat, or everybody, may know them."""

    def __init__(self, speaker: Speaker, position: QueriedPosition, names: NameValues) -> None:
        self._speaker = speaker
        self._position = position
        self._names = names

    def part(self, part: SentencePart) -> str:
        """Return plain text, escaped as names are, or the value of a hole as text."""
        from interpreter.language.ir.builders import descendants_of
        from interpreter.language.ir.expressions import Ref

        if isinstance(part, str):
            return self._speaker.names.safe(part)
        for each in descendants_of(part):
            if isinstance(each, Ref) and each.type.kind == "card" and each.local in self._names.bindings:
                self.check_known(self._position.value(each, self._names))
        return self.show(part.type, self._position.value(part, self._names))

    def show(self, value_type: Type, value: Any) -> str:
        """Return a value as text."""
        if value_type.kind == "card":
            self.check_known(value)
        return value_text(self._speaker, value_type.kind, value)

    def check_known(self, value: Any) -> None:
        """Raise _UnknownCardError if the reader doesn't know a card, or one of several."""
        cards = value if isinstance(value, (list, tuple)) else [] if value is None else [value]
        if not all(map(self._position.knows_card, cards)):
            raise _UnknownCardError


def value_text(speaker: Speaker, kind: str, value: Any) -> str:
    """Return a thing, a number or a word of a kind, or several, as text."""
    if isinstance(value, (list, tuple)):
        said = [value_text(speaker, kind, each) for each in dict.fromkeys(value)]
        if len(said) < 2:
            return said[0] if said else speaker.say("nobody" if kind == "seat" else "nothing")
        return speaker.say("and").join((", ".join(said[:-1]), said[-1]))
    if kind == "number" and value is not None:
        return str(value)
    return speaker.thing(kind, value)


def _in_language(sentence: Sentence, speaker: Speaker) -> Text:
    """Return the sentence in a language, else in English."""
    return sentence.get(speaker.names.lang) or sentence["en"]


def _goal_text(goal: Sentence, speaker: Speaker) -> str:
    return speaker.names.safe(_plain(_in_language(goal, speaker)))


def title_of_question(rulebook: Rulebook, info: DecisionInfo, phrase: str) -> str | None:
    """Return the English question of a decision without a position: holes that are a single word are said by it.

    `phrase`: wording of the phrase that asks. Its meaning is not needed, so that nothing is compiled for it.
    """
    questions = rulebook.player_texts.questions
    label = slug(info.label if info.kind == "choose" else info.labels[0] if info.kind == "may" else "")
    keys = {slug(key): key for key in questions if "{" not in key}
    sentence = questions.get(keys.get(label, phrase) if label else phrase, {}).get("question")
    return None if sentence is None else _plain(HOLE.sub(_title_hole, sentence["en"]))


def _title_hole(hole: re.Match[str]) -> str:
    """Return the words for a hole of a question where nothing is known that fills it."""
    word = (hole.group(1) or "").strip().replace("_", " ")
    return f"the {word}" if word and all(map(str.isalpha, word.split())) else "…"


def _plain(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())
