"""Cards as a seat reads them: its own, one as it would be printed, useful facts about one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from cli.folding import tie
from cli.offer import shorten
from cli.screen import Screen
from interpreter.presentation.printed_cards import CardText, EventTranslator, render_card

if TYPE_CHECKING:
    from cli.words import TerminalMessages
    from interpreter.presentation.boards import Board, Pile
    from interpreter.presentation.names import Names
    from interpreter.rulebook.model import Rulebook


class HandView:
    """Renderer of the cards of one game in one language."""

    def __init__(
        self, book: Rulebook, names: Names, messages: TerminalMessages, event_renderer: EventTranslator | None
    ) -> None:
        """Create a renderer; `event_renderer` renders events in the language, None stands for English."""
        self._names = names
        self._event_renderer = event_renderer
        self._messages = messages
        self._glossary = book.glossary
        self._cards = {card.id: card for card in book.cards}
        self._decks = {deck.id: deck for deck in book.decks}

    def find_own_piles(self, board: Board) -> list[tuple[Pile, list[str], int]]:
        """Return the seat's own piles that are not empty, with the known cards and the number of others."""
        found = []
        for pile in board.piles:
            if pile.seat == board.seat and pile.cards:
                known = [card.id for card in pile.cards if card is not None]
                found.append((pile, known, len(pile.cards) - len(known)))
        return found

    def list_own_cards(
        self,
        board: Board,
        screen: Screen,
        numbers: Mapping[str, int],
        reasons: Mapping[str, str],
        read_cards: Collection[str] = (),
    ) -> list[str]:
        """List the seat's own cards, those on offer with their `numbers`, others with the reason, if there is one.

        Cards that were `read_cards` before are shown in short.
        """
        lines: list[str] = []
        for pile, known, hidden in self.find_own_piles(board):
            lines.append(screen.escape(f"{pile_title(pile)}:"))
            for card_id in sorted(known, key=lambda id: numbers.get(id, len(numbers) + 1)):
                lines += self.draw_card(
                    card_id, screen, numbers.get(card_id), reasons.get(card_id, ""), card_id in read_cards, notes=False
                )
            if hidden:
                lines.append("    " + screen.escape(self._messages.format("cards_hidden", count=hidden)))
        return lines

    def list_card_names(self, board: Board, screen: Screen, excluded: Collection[str]) -> list[str]:
        """List the seat's own cards by name, except those in `excluded`."""
        lines = []
        for pile, known, hidden in self.find_own_piles(board):
            said = [tie(self._names.title_of(card_id)) for card_id in known if card_id not in excluded]
            said += [self._messages.format("cards_hidden", count=hidden)] if hidden else []
            if said:
                text = f"{pile.title}: {', '.join(said)}"
                lines += screen.wrap(screen.escape(text))
        return lines

    def draw_card(
        self,
        card_id: str,
        screen: Screen,
        number: int | None = None,
        reason: str = "",
        in_short: bool = False,
        notes: bool = True,
    ) -> list[str]:
        """Show one card as it would be printed.

        `reason`: the reason why it can't be chosen. `in_short`: its headline only. `notes`: with explanatory notes.
        """
        start = f"{number:>3} " if number is not None else "    "
        lines = screen.wrap(
            screen.escape(f"{start}{self._face(card_id).headline}{f'  ({shorten(reason)})' if reason else ''}"),
            "      ",
        )
        return lines if in_short else lines + self.draw_card_text(card_id, screen, notes)

    def draw_card_text(self, card_id: str, screen: Screen, notes: bool = False) -> list[str]:
        """Show the text of a card, indented below its name. `notes`: with explanatory notes."""
        face = self._face(card_id)
        lines = [*face.lines, *(f"~ {note}" for note in face.notes if notes)]
        return [part for line in lines for part in screen.wrap(screen.escape(" " * 8 + line))]

    def format_attributes(self, card_id: str) -> str:
        """Return the attributes of a card; empty for other things."""
        return self._face(card_id).attributes if card_id in self._cards else ""

    def _face(self, card_id: str) -> CardText:
        card = self._cards[card_id]
        return render_card(card, self._decks[card.deck], self._names, self._event_renderer, self._glossary)


def pile_title(pile: Pile) -> str:
    """Return the title of a pile, with its owner."""
    return pile.title if pile.seat is None else f"{pile.title} ({pile.seat.title})"
