"""Cards as a seat reads them: its own, one as it would be printed, what is good to know of one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from cli.contents import View
from cli.folding import tied
from cli.offer import shortened
from cli.screen import Screen
from interpreter.errors import shown

if TYPE_CHECKING:
    from cli.words import Words
    from interpreter.presentation.names import Names
    from interpreter.rulebook.model import Card, Rulebook, Zone


class Hand:
    """Shows the cards of one game in one language."""

    def __init__(self, book: Rulebook, names: Names, words: Words) -> None:
        self._book = book
        self._names = names
        self._words = words
        self._cards = {card.id: card for card in book.cards}
        self._decks = {deck.id: deck for deck in book.decks}
        self._seats = [seat.id for seat in book.seats]

    def zones(self, view: View) -> Iterator[tuple[Zone, str | None, list[str | None]]]:
        """The zones beside the map, each with its seat, if it has one, and its cards."""
        for zone in self._book.zones:
            if zone.per_seat:
                for seat in self._seats:
                    yield zone, seat, view["zones"][f"{zone.id} of {seat}"]
            elif zone.per is None:
                yield zone, None, view["zones"][zone.id]

    def zone_name(self, zone: Zone, seat: str | None) -> str:
        """What a zone is called, and whose it is."""
        title = self._names.say(zone.title)
        return f"{title} ({self._names.of(seat)})" if seat else title

    def own(self, view: View) -> list[tuple[Zone, list[str], int]]:
        """The seat's own zones that are not empty: the cards that it knows, and how many others there are."""
        found = []
        for zone, seat, cards in self.zones(view):
            if seat == view["seat"] and cards:
                known = [id for id in cards if id is not None]
                found.append((zone, known, len(cards) - len(known)))
        return found

    def listed(
        self, view: View, screen: Screen, numbers: Mapping[str, int], why: Mapping[str, str], read: Collection[str] = ()
    ) -> list[str]:
        """The seat's own cards, those on offer by their `numbers`, those that are not with the reason, if there is one;
        those that were `read` in short.
        """
        lines: list[str] = []
        for zone, known, hidden in self.own(view):
            lines.append(screen.fit(f"{self.zone_name(zone, view['seat'])}:"))
            for id in sorted(known, key=lambda id: numbers.get(id, len(numbers) + 1)):
                lines += self.card(id, screen, numbers.get(id), why.get(id, ""), in_short=id in read)
            if hidden:
                lines.append("    " + screen.fit(self._words.say("cards_hidden", count=hidden)))
        return lines

    def in_short(self, view: View, screen: Screen, but: Collection[str]) -> list[str]:
        """The seat's own cards by name, without some."""
        lines = []
        for zone, known, hidden in self.own(view):
            said = [tied(self._names.of(id)) for id in known if id not in but]
            said += [self._words.say("cards_hidden", count=hidden)] if hidden else []
            if said:
                text = f"{self._names.say(zone.title)}: {', '.join(said)}"
                lines += screen.fold(screen.fit(text))
        return lines

    def card(
        self, id: str, screen: Screen, number: int | None = None, why: str = "", in_short: bool = False
    ) -> list[str]:
        """One card as it would be printed; `why` it can't be chosen, if so."""
        start = f"{number:>3} " if number is not None else "    "
        lines = screen.fold(
            screen.fit(f"{start}{self._headline(id)}{f'  ({shortened(why)})' if why else ''}"), "      "
        )
        return lines if in_short else lines + self.text(id, screen)

    def text(self, id: str, screen: Screen) -> list[str]:
        """What is on a card, further in than its name."""
        event = self._cards[id].event
        lines = event.rstrip("\n").split("\n") if event else []
        return [part for line in lines for part in screen.fold(screen.fit(" " * 8 + shown(line)))]

    def _headline(self, id: str) -> str:
        attributes = self.attributes(id)
        return self._names.of(id) + (f": {attributes}" if attributes else "")

    def attributes(self, id: str) -> str:
        """What a card carries; nothing of what is no card."""
        card: Card | None = self._cards.get(id)
        return self._names.attributes(card.attributes, self._decks[card.deck].attributes) if card else ""
