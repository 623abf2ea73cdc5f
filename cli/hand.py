"""Cards as a seat reads them: its own, one as it would be printed, useful facts about one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from cli.folding import tied
from cli.offer import shortened
from cli.screen import Screen
from interpreter.presentation.printed_cards import Printed, Told, printed

if TYPE_CHECKING:
    from cli.words import Words
    from interpreter.presentation.boards import Board, Pile
    from interpreter.presentation.names import Names
    from interpreter.rulebook.model import Rulebook


class Hand:
    """Renderer of the cards of one game in one language."""

    def __init__(self, book: Rulebook, names: Names, words: Words, told: Told | None) -> None:
        """Create a renderer; `told` renders events in the language, None stands for English."""
        self._names = names
        self._told = told
        self._words = words
        self._glossary = book.glossary
        self._cards = {card.id: card for card in book.cards}
        self._decks = {deck.id: deck for deck in book.decks}

    def own(self, board: Board) -> list[tuple[Pile, list[str], int]]:
        """Return the seat's own piles that are not empty, with the known cards and the number of others."""
        found = []
        for pile in board.piles:
            if pile.seat == board.seat and pile.cards:
                known = [card.id for card in pile.cards if card is not None]
                found.append((pile, known, len(pile.cards) - len(known)))
        return found

    def listed(
        self,
        board: Board,
        screen: Screen,
        numbers: Mapping[str, int],
        why: Mapping[str, str],
        read: Collection[str] = (),
    ) -> list[str]:
        """List the seat's own cards, those on offer with their `numbers`, others with the reason, if there is one.

        Cards that were `read` before are shown in short.
        """
        lines: list[str] = []
        for pile, known, hidden in self.own(board):
            lines.append(screen.fit(f"{called(pile)}:"))
            for id in sorted(known, key=lambda id: numbers.get(id, len(numbers) + 1)):
                lines += self.card(id, screen, numbers.get(id), why.get(id, ""), id in read, notes=False)
            if hidden:
                lines.append("    " + screen.fit(self._words.say("cards_hidden", count=hidden)))
        return lines

    def in_short(self, board: Board, screen: Screen, but: Collection[str]) -> list[str]:
        """List the seat's own cards by name, except those in `but`."""
        lines = []
        for pile, known, hidden in self.own(board):
            said = [tied(self._names.of(id)) for id in known if id not in but]
            said += [self._words.say("cards_hidden", count=hidden)] if hidden else []
            if said:
                text = f"{pile.title}: {', '.join(said)}"
                lines += screen.fold(screen.fit(text))
        return lines

    def card(
        self,
        id: str,
        screen: Screen,
        number: int | None = None,
        why: str = "",
        in_short: bool = False,
        notes: bool = True,
    ) -> list[str]:
        """Show one card as it would be printed.

        `why`: the reason why it can't be chosen. `in_short`: its headline only. `notes`: with explanatory notes.
        """
        start = f"{number:>3} " if number is not None else "    "
        lines = screen.fold(
            screen.fit(f"{start}{self._face(id).headline}{f'  ({shortened(why)})' if why else ''}"), "      "
        )
        return lines if in_short else lines + self.text(id, screen, notes)

    def text(self, id: str, screen: Screen, notes: bool = False) -> list[str]:
        """Show the text of a card, indented below its name. `notes`: with explanatory notes."""
        face = self._face(id)
        lines = [*face.lines, *(f"~ {note}" for note in face.notes if notes)]
        return [part for line in lines for part in screen.fold(screen.fit(" " * 8 + line))]

    def attributes(self, id: str) -> str:
        """Return the attributes of a card; empty for other things."""
        return self._face(id).attributes if id in self._cards else ""

    def _face(self, id: str) -> Printed:
        card = self._cards[id]
        return printed(card, self._decks[card.deck], self._names, self._told, self._glossary)


def called(pile: Pile) -> str:
    """Return the title of a pile, with its owner."""
    return pile.title if pile.seat is None else f"{pile.title} ({pile.seat.title})"
