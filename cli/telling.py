"""Options, log and result of a match as text, in the chosen language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.finding import candidates
from cli.prompt import Choice
from cli.thoughts import told
from cli.ways import Ways
from interpreter.errors import shown
from interpreter.presentation.questions import option_text

if TYPE_CHECKING:
    from cli.loading import Tongue
    from interpreter.matches.match import Match
    from interpreter.players.tree import Reply, Thought
    from interpreter.presentation.names import Titled
    from interpreter.presentation.questions import Decision, Option
    from interpreter.presentation.reasons import Reason
    from interpreter.presentation.reasons import Told as Part


class Telling:
    """Texts of a match in one language."""

    def __init__(self, match: Match, tongue: Tongue, part: Part | None = None) -> None:
        """Prepare texts; `part` renders parts of events in the language, None stands for English."""
        self._match = match
        self._part = part
        self.names, self.speech, self._words = tongue.names, tongue.speech, tongue.words
        book = match.game.rulebook
        self._letters = Ways(book).letters
        self._cards = {card.id: card for card in book.cards}
        things: tuple[Titled, ...] = (*book.seats, *book.map.spaces, *book.boxes, *book.cards)
        self._own = {thing.id for thing in things}

    def question(self) -> str:
        """Return the current question; a choice between ways to go on is just `ask`, since they are listed below it."""
        asked = self._asked()
        return self._words.say("ask") if asked.kind == "either" else shown(asked.prompt)

    def choices(self) -> list[Choice]:
        """List the options as they can be typed; options that are numbers are typed as they are."""
        options = self._asked().options
        numeric = any(option.key.isdecimal() for option in options)
        return [
            Choice(
                option.key if numeric else str(option.index + 1),
                option.key,
                self._called(option),
                self._letters.get(option.key, ""),
            )
            for option in options
        ]

    def _called(self, option: Option) -> str:
        """Return the text of an option, or the title of the track, the zone or the pieces that it stands for."""
        return shown(option.text) if option.key in self._own else self.names.thing(option.key, option.text)

    def _asked(self) -> Decision:
        decision = self._match.question(self.speech)
        assert decision is not None
        return decision

    def why_not(self, id: str, seat: str) -> Reason | None:
        """Return the reason why a thing can't be chosen, as far as the seat may know it; None if it can."""
        return self._match.why_not(id, seat, self.speech, self._part)

    def cards_named(self, wanted: str) -> list[str]:
        """Return the card with an id or a title, or else those with a word that begins so."""
        return candidates(wanted, {id: {id, *card.title.values()} for id, card in self._cards.items()})

    def log(self, seat: str, since: int = 0, until: int | None = None) -> list[str]:
        """Return the log as far as the seat may know it; `since` and `until` as in `Match.log`."""
        return [shown(line) for line in self._match.log(seat, self.speech, since, until)]

    def thoughts(self, thoughts: Sequence[Thought], replies: Sequence[Reply | None] = ()) -> list[str]:
        """List the best options of a search: shares of wins, precision, and `replies` by option index."""
        options = self._asked().options
        after = {at: self._reply(reply) for at, reply in enumerate(replies) if reply is not None}
        return told(thoughts, lambda index: self._called(options[index]), self._words, after)

    def _reply(self, reply: Reply) -> str:
        game = self._match.game
        seat = game.seats[reply.seat]
        info = game.program.linked_code.decisions[reply.asked]
        return self._words.say(
            "reply_own" if seat == self._asked().seat else "reply",
            seat=self.names.of(seat),
            what=shown(option_text(game.speaker(self.speech), info, reply.value)),
            share=round(100 * reply.playouts / reply.of),
        )

    def why_later(self, rest: bool) -> str:
        """Return the note that all of an explanation, or the `rest` of it, is held back."""
        return f"    ({self._words.say('rest_later' if rest else 'why_later')})"

    def result(self) -> str:
        """Return the winners, the reason and the scores."""
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
