"""Words of a game for its players in a position: goals, questions, reasons and endings, with their holes filled."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.presentation.names import Names
from interpreter.rulebook.model import Sentence, Text
from interpreter.support.errors import CahierError

if TYPE_CHECKING:  # imported when a sentence has holes
    from interpreter.engine.history import PendingDecision
    from interpreter.engine.why import RuleGround
    from interpreter.language.ir.expressions import Expr
    from interpreter.language.ir.types import Type
    from interpreter.language.queries import NameValues, Queries
    from interpreter.language.sentence_holes import DecisionSite, PlayerSentences, SentencePart, SentenceScope


class Speaker(Protocol):
    """Names and sentences in a language."""

    @property
    def names(self) -> Names:
        """Display names of things."""

    def say(self, sentence: str, **parts: object) -> str:
        """Return a sentence of the language."""

    def thing(self, kind: str, value: int | None) -> str:
        """Return the name of a thing by kind and number."""

    def label(self, label: str) -> str:
        """Return the name of a word."""


class SentenceEvaluator:
    """The evaluator of a game's sentences. Holes are compiled when a sentence is first shown.

    A sentence with a mistake, or one that would show a card that its reader doesn't know, isn't shown: its place is
    taken by the words of the language.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._texts = rules.rulebook.player_texts
        self._parts: dict[tuple[int, Text], tuple[SentencePart, ...] | None] = {}
        self._keys: dict[int, str | None] = {}
        self._evaluators: dict[tuple[int, int], Callable[..., Any]] = {}

    @cached_property
    def _sentences(self) -> PlayerSentences:
        from interpreter.language.sentence_holes import PlayerSentences

        return PlayerSentences(self.rules.program.analysis)

    @cached_property
    def _queries(self) -> Queries:
        return self.rules.program.queries(logged=True)

    def goal(self, speaker: Speaker, seat: str, side: str | None = None) -> str:
        """Return the goal of a seat: its own, that of its side, or that of everybody; empty if there is none."""
        goals = self._texts.goals
        found = next((goals[key] for key in (seat, side, "") if key is not None and key in goals), None)
        return "" if found is None else speaker.names.safe(_plain(_in_language(found, speaker)))

    def question(self, speaker: Speaker, asked: PendingDecision) -> str | None:
        """Return the question of a decision in the game's own words, or None."""
        return self._asked(speaker, asked, "question")

    def way_out(self, speaker: Speaker, asked: PendingDecision) -> str | None:
        """Return the game's own words for the way out of a decision, or None."""
        return self._asked(speaker, asked, asked.info.way_out) if asked.info.way_out else None

    def _asked(self, speaker: Speaker, asked: PendingDecision, part: str) -> str | None:
        if not self._texts.questions:
            return None
        state, number = asked.state, asked.state.decision
        if number not in self._keys:
            site = self._site(number)
            self._keys[number] = None if site is None else site.key_in(self._texts.questions)
        key = self._keys[number]
        sentence = None if key is None else self._texts.questions[key].get(part)
        if sentence is None:
            return None
        text, site = _in_language(sentence, speaker), self._site(number)
        if site is None or "{" not in text:
            return speaker.names.safe(_plain(text))
        parts = self._read(text, number, site.scope)
        return self._fill(speaker, parts, state, self._queries.names_at(number), asked.seat, number)

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
        if sentence is None and isinstance(condition, TermCall):
            said = map(str, self.rules.rulebook.words[condition.word].says)
            sentence = next((self._texts.refusals[each] for each in said if each in self._texts.refusals), None)
            if sentence is not None:
                word = self.rules.program.analysis.terms.term(condition.word)
                names = self._queries.bind_arguments(word.all_parameters, condition.args, names)
                scope = self._sentences.scope_of_word(condition.word, you)
        if sentence is None:
            return None
        text = _in_language(sentence, speaker)
        return self._fill(speaker, self._read(text, None, scope), asked.state, names, asked.seat)

    def ending(self, speaker: Speaker, state: State) -> str | None:
        """Return the sentence for the end of a match in the game's own words, or None."""
        if state.result is None:
            return None
        from interpreter.language.ir.builders import constant
        from interpreter.language.queries import NameValues
        from interpreter.language.sentence_holes import WINNERS

        winners, reason, _ = state.result
        sentence = self._texts.endings.get(reason)
        if sentence is None:
            return None
        parts = self._read(_in_language(sentence, speaker), None, self._sentences.scope_of_ending())
        queries = self._queries
        names = queries.bind(WINNERS, constant(tuple(winners), WINNERS.type), NameValues())
        return self._fill(speaker, parts, state, names, None)

    def _read(self, text: Text, number: int | None, scope: SentenceScope) -> tuple[SentencePart, ...] | None:
        """Return the parts of a sentence, or None if it has a mistake; those of decisions are kept."""
        key = (-1 if number is None else number, text)
        if number is not None and key in self._parts:
            return self._parts[key]
        try:
            parts = self._sentences.read(text, scope)
        except CahierError:  # `check` reports it
            parts = None
        if number is not None:
            self._parts[key] = parts
        return parts

    def _fill(
        self,
        speaker: Speaker,
        parts: tuple[SentencePart, ...] | None,
        state: State,
        names: NameValues,
        seat: int | None,
        number: int | None = None,
    ) -> str | None:
        """Return a sentence for a seat, or for everybody; None if it has a mistake or would show an unknown card."""
        if parts is None:
            return None
        reader = _Reader(self, speaker, state, seat)
        try:
            return _plain("".join(self._part(each, reader, names, number) for each in parts))
        except (_UnknownCardError, CahierError, LookupError):
            return None

    def _part(self, part: SentencePart, reader: _Reader, names: NameValues, number: int | None) -> str:
        """Return plain text, or the value of a hole as text."""
        from interpreter.language.ir.builders import descendants_of
        from interpreter.language.ir.expressions import Ref

        if isinstance(part, str):
            return reader.plain(part)
        for each in descendants_of(part):
            if isinstance(each, Ref) and each.type.kind == "card" and each.local in names.bindings:
                reader.check_known(reader.value(self._evaluator(each, names, number)))
        return reader.show(part.type, reader.value(self._evaluator(part, names, number)))

    def _evaluator(self, expr: Expr, names: NameValues, number: int | None) -> Callable[..., Any]:
        """Return the function of an expression; that of a decision's sentence is kept, as its parts are."""
        if number is None:
            return self._queries.evaluator(expr, names)
        key = (number, id(expr))
        if key not in self._evaluators:
            self._evaluators[key] = self._queries.evaluator(expr, names)
        return self._evaluators[key]


class _UnknownCardError(Exception):
    """Error: a sentence depends on a card that its reader doesn't know."""


class _Reader:
    """Values in a position as a seat, or everybody, may know them."""

    def __init__(self, evaluator: SentenceEvaluator, speaker: Speaker, state: State, seat: int | None) -> None:
        self._speaker = speaker
        self._state = state
        constants = evaluator.rules.constants
        self._known, self._mask = constants.known, constants.everyone if seat is None else 1 << seat

    def plain(self, text: str) -> str:
        """Return text of a sentence, escaped as names are."""
        return self._speaker.names.safe(text)

    def value(self, evaluator: Callable[..., Any]) -> Any:
        """Return the value of an expression."""
        state = self._state
        return evaluator(state, state.v, state.z, state.stack[-1] if state.stack else [])

    def show(self, value_type: Type, value: Any) -> str:
        """Return a value as text."""
        kind = value_type.kind
        if kind == "card":
            self.check_known(value)
        if not value_type.many:
            return self._said(kind, value)
        said = [self._said(kind, each) for each in dict.fromkeys(value)]
        if len(said) < 2:
            return said[0] if said else self._speaker.say("nobody" if kind == "seat" else "nothing")
        return self._speaker.say("and").join((", ".join(said[:-1]), said[-1]))

    def check_known(self, value: Any) -> None:
        """Raise _UnknownCardError if the reader doesn't know a card, or one of several."""
        cards = value if isinstance(value, (list, tuple)) else [] if value is None else [value]
        if any(self._state.v[self._known + card] & self._mask != self._mask for card in cards):
            raise _UnknownCardError

    def _said(self, kind: str, value: Any) -> str:
        if isinstance(value, str):
            return self._speaker.label(value)
        if kind == "number" and value is not None:
            return str(value)
        return self._speaker.thing(kind, value)


def _in_language(sentence: Sentence, speaker: Speaker) -> Text:
    """Return the sentence in a language, else in English."""
    return sentence.get(speaker.names.lang) or sentence["en"]


def _plain(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())
