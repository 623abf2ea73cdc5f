"""Options, log and result of a match as text, in the chosen language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.libraries import find_best_matches
from cli.play.thinking import format_evaluations
from cli.prompt import TypableOption
from cli.show.show_content import format_goals, format_rules_summary
from interpreter.presentation import option_text
from interpreter.support import RulebookError, printable

if TYPE_CHECKING:
    from cli.game_loading import DisplayLanguage
    from interpreter.matches import Match
    from interpreter.players import ActionStats, GameClock, Reply
    from interpreter.presentation import Board, BoardOption, Decision, HasTitle, Option, Question
    from interpreter.presentation import PartTranslator as Part


class MatchText:
    """Texts of a match in one language."""

    def __init__(self, match: Match, language: DisplayLanguage, part_renderer: Part | None = None) -> None:
        """Prepare texts; `part_renderer` renders parts of events in the language, None stands for English."""
        self._match = match
        self._part_renderer = part_renderer
        self.names, self.speech, self._messages = language.names, language.speech, language.messages
        book = match.game.rulebook
        self._cards = {card.id: card for card in book.cards}
        things: tuple[HasTitle, ...] = (*book.seats, *book.map.spaces, *book.boxes, *book.cards)
        self._titled_ids = {*(thing.id for thing in things), *match.game.program.symbols.labels["die"]}

    def question(self) -> str:
        """Return the current question; one between ways to go on is just `ask`, unless the game has words for it."""
        asked = self._decision()
        if asked.kind == "either" and not asked.is_worded:
            return self._messages.format("ask")
        return printable(asked.prompt)

    def goals(self, board: Board) -> list[str]:
        """List the goal of a board's seat, as far as it knows its side, then those of the others."""
        told = format_goals(self._match.game.rulebook, self.names).split("\n")
        own = next((each for each in board.standing if each.seat == board.seat and each.goal), None)
        if own is None:
            return told
        goal = printable(own.goal)
        others = [line for line in told if line.partition(": ")[2] not in goal]
        return [f"{printable(own.seat.title)}: {goal}", *others]

    def rules_summary(self) -> str:
        """Return the summary of the rules, or why it can't be read."""
        try:
            return format_rules_summary(self._match.game.rulebook, self.names)
        except RulebookError as error:
            return str(error)

    def board(self, seat: str | None) -> Board:
        """Return the board as a seat sees it, or as all can see it for None."""
        return self._match.board(seat, self.speech, self.names, self._part_renderer)

    def list_options(self, question: Question) -> list[TypableOption]:
        """List the options of a board's question as they can be typed."""
        return [TypableOption(option.label, option.key, self._option_title(option)) for option in question.options]

    def _option_title(self, option: Option | BoardOption) -> str:
        """Return the text of an option, or the title of the track, the zone or the pieces that it stands for.

        An option that is a label stands for no thing, even if one has its id.
        """
        asked = self._match.question(self.speech)
        is_label = asked is not None and asked.kind != "choose"
        if is_label or option.key in self._titled_ids:
            return printable(option.text)
        return self.names.title_or(option.key, option.text)

    def _decision(self) -> Decision:
        decision = self._match.question(self.speech)
        assert decision is not None
        return decision

    def find_cards(self, wanted: str) -> list[str]:
        """Return the card with an id or a title, or else those with a word that begins so."""
        return find_best_matches(
            wanted, {card_id: {card_id, *card.title.values()} for card_id, card in self._cards.items()}
        )

    def log(self, seat: str, since: int = 0, until: int | None = None) -> list[str]:
        """Return the log as far as the seat may know it; `since` and `until` as in `Match.log`."""
        return [printable(line) for line in self._match.log(seat, self.speech, since, until)]

    def list_evaluations(
        self, thoughts: Sequence[ActionStats], replies: Sequence[Reply | None] = (), drawn_from: int = 0
    ) -> list[str]:
        """List the best options of a search, with `replies` by option index, and whether its choice was drawn.

        Args:
            thoughts: The statistics of all options, best first.
            replies: The most common reply to each option.
            drawn_from: Number of options from which the choice was drawn; 0 if the best was taken.
        """
        options = self._decision().options
        after = {at: self._format_reply(reply) for at, reply in enumerate(replies) if reply is not None}
        lines = format_evaluations(thoughts, lambda index: self._option_title(options[index]), self._messages, after)
        return [*lines, f"    {self._messages.format('drawn_choice', count=drawn_from)}"] if drawn_from > 1 else lines

    def format_clock(self, clock: GameClock) -> str:
        """Return the line with the time that a player has left for the match."""
        return f"    {self._messages.format('time_left', left=f'{clock.left:.1f}', seconds=f'{clock.seconds:g}')}"

    def _format_reply(self, reply: Reply) -> str:
        game = self._match.game
        seat = game.seats[reply.seat]
        info = game.program.linked_code.decisions[reply.decision]
        return self._messages.format(
            "reply_own" if seat == self._decision().seat else "reply",
            seat=self.names.title_of(seat),
            what=printable(option_text(game.speaker(self.speech), info, reply.value)),
            share=round(100 * reply.playouts / reply.total),
        )

    def note_held_back(self, rest: bool) -> str:
        """Return the note that all of an explanation, or the `rest` of it, is held back."""
        return f"    ({self._messages.format('rest_later' if rest else 'why_later')})"

    def result(self) -> str:
        """Return how the match ended, in the game's own words if it has any, and the scores."""
        outcome = self._match.outcome()
        assert outcome is not None
        names = ", ".join(self.names.title_of(seat) for seat in outcome.winners)
        reason = self.names.label(outcome.reason, outcome.reason.replace("_", " "))
        message = {0: "nobody_wins", 1: "winners"}.get(len(outcome.winners), "winners_many")
        side = ""
        if outcome.side is not None:
            message, side = "side_wins", self.names.title_of(outcome.side)
            names = names or self._messages.format("nobody")
        own = self._match.ending(self.speech)
        told = f"{printable(own)}." if own else self._messages.format(message, names=names, reason=reason, side=side)
        lines = [self._messages.format("over", result=told)]
        if any(outcome.scores.values()):
            scores = ", ".join(f"{self.names.title_of(seat)} {score}" for seat, score in outcome.scores.items())
            lines.append(self._messages.format("scores", scores=scores))
        return "\n".join(lines)
