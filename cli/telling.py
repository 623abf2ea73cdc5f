"""Options, the log and the result of a match in words, in the language that was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.finding import only_one
from cli.prompt import Choice
from cli.thoughts import told
from cli.ways import Ways
from cli.words import messages
from interpreter.errors import shown
from interpreter.presentation.speech import ENGLISH, Speech

if TYPE_CHECKING:
    from cli.words import Words
    from interpreter.matches.match import Match
    from interpreter.players.tree import Thought
    from interpreter.presentation.names import Names, Titled
    from interpreter.presentation.questions import Decision, Option

SENTENCE = "log_"
"""What the names of the log's sentences begin with among the messages."""
EITHER = "choose: "
"""What a question begins with that goes on with all its options, which are listed below it anyway."""
WAYS_OUT = ("yes", "no", "stop", "none")


class Telling:
    """Says what a match says."""

    def __init__(self, match: Match, names: Names, words: Words) -> None:
        self._match = match
        self.names = names
        self._words = words
        book = match.game.rulebook
        self._letters = Ways(book).letters
        self._cards = {card.id: card for card in book.cards}
        things: tuple[Titled, ...] = (*book.seats, *book.map.spaces, *book.boxes, *book.cards)
        self._titles = {thing.id: thing.title["en"] for thing in things}
        own = {
            name.removeprefix(SENTENCE): text
            for name, text in messages(words.lang).items()
            if name.startswith(SENTENCE)
        }
        self.speech = Speech(words.lang, dict(ENGLISH.sentences) | own)

    def question(self, decision: Decision) -> str:
        """What is asked. The rules ask in English; where the terminal speaks another language the purpose is said."""
        if decision.prompt.startswith(EITHER):
            return self._words.say("ask")
        if self._words.lang == ENGLISH.lang or not messages(self._words.lang):
            return shown(decision.prompt)
        purpose = self.names.label(decision.label, decision.label.replace("_", " "))
        return self._words.say("ask_to", purpose=purpose) if purpose else self._words.say("ask")

    def choices(self, decision: Decision) -> list[Choice]:
        """The options as they can be typed. Options that are numbers are typed as what they are."""
        numeric = any(option.key.isdecimal() for option in decision.options)
        return [
            Choice(
                option.key if numeric else str(option.index + 1),
                option.key,
                self._option(option),
                self._letters.get(option.key, ""),
            )
            for option in decision.options
        ]

    def _option(self, option: Option) -> str:
        if option.key in WAYS_OUT and option.text == option.key:
            return self._words.say(option.key)
        if option.key in self._titles and option.text != self._titles[option.key]:  # a label that looks like an id
            return self.names.label(option.key, option.text)
        return self.names.thing(option.key, option.text)

    def card_named(self, wanted: str) -> str | None:
        """The card with an id or title, or the only one that a part of these fits."""
        return only_one(wanted, {id: {id, *card.title.values()} for id, card in self._cards.items()})

    def log(self, seat: str, since: int = 0, until: int | None = None) -> list[str]:
        """What has happened, as far as the seat may know it; `since` and `until` as in `Match.log`."""
        return [shown(line) for line in self._match.log(seat, self.speech, since, until)]

    def thoughts(self, decision: Decision, thoughts: Sequence[Thought]) -> list[str]:
        """The first of a search's thoughts: an option, in how many playouts it won, and whether that says anything."""
        return told(thoughts, lambda index: self._option(decision.options[index]), self._words)

    def why_later(self) -> str:
        return f"    ({self._words.say('why_later')})"

    def result(self) -> str:
        """Who has won and why, and the scores."""
        outcome = self._match.outcome()
        assert outcome is not None
        names = ", ".join(self.names.of(seat) for seat in outcome.winners)
        reason = self.names.label(outcome.reason, outcome.reason.replace("_", " "))
        message = {0: "nobody_wins", 1: "winners"}.get(len(outcome.winners), "winners_many")
        side = ""
        if outcome.side is not None:
            message, side = "side_wins", self.names.of(outcome.side)
            names = names or self._words.say("nobody")
        lines = [self._words.say("over", result=self._words.say(message, names=names, reason=reason, side=side))]
        if any(outcome.scores.values()):
            scores = ", ".join(f"{self.names.of(seat)} {score}" for seat, score in outcome.scores.items())
            lines.append(self._words.say("scores", scores=scores))
        return "\n".join(lines)
