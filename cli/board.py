"""What a seat sees of a match, as text: the map with its pieces, tracks, places beside the map, cards.

Everything comes from `Match.view`; the rulebook only lends the names.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from cli.contents import Contents, View, plain
from cli.finding import only_one
from cli.folding import TIE, tied
from cli.grid import drawn_grid
from cli.picture import Box, drawn_map
from cli.screen import Screen
from cli.ways import Ways
from interpreter.errors import shown

if TYPE_CHECKING:
    from cli.names import Names
    from cli.words import Words
    from interpreter.rulebook.model import Card, Rulebook, Space, Track, Zone


class Board:
    """Draws the views of one game in one language."""

    def __init__(self, book: Rulebook, names: Names, words: Words) -> None:
        self._book = book
        self._names = names
        self._words = words
        self._marks = dict(zip((seat.id for seat in book.seats), self._seat_marks(), strict=True))
        self._contents = Contents(book, names, words, self._marks)
        self._ways = Ways(book.map)

    def draw(self, view: View, screen: Screen) -> str:
        """The whole of what is seen, but the cards of the seat's own."""
        lines = self._legend(screen)
        lines += ["", *self._map(view, screen)] if self._book.map.spaces else []
        for part in (self._tracks(view), screen.pack(self._boxes(view)), self._remembered(view), self._piles(view)):
            lines += ["", *(line for text in part for line in screen.fold(screen.fit(text)))] if part else []
        return "\n".join(lines)

    # -- whose is what

    def _seat_marks(self) -> list[str]:
        """A short mark for each seat: a letter if these differ, or initials, or the id."""
        titles = [self._names.say(seat.title) for seat in self._book.seats]
        initials = [
            "".join(part if part.isdigit() else part[:1] for part in re.findall(r"\w+", title)) for title in titles
        ]
        for marks in ([title[:1] for title in titles], initials):
            if len(set(marks)) == len(marks) and all(marks):
                return marks
        return [shown(seat.id) for seat in self._book.seats]

    def _legend(self, screen: Screen) -> list[str]:
        seats = ", ".join(tied(f"{mark} = {self._names.of(seat)}") for seat, mark in self._marks.items())
        text = self._words.say("legend_seats", seats=seats)
        board = self._book.map
        if board.spaces and board.grid is None and any(kind.owned for kind in self._book.pieces):
            text += " " + self._words.say("legend_more", mark=next(iter(self._marks.values())))
        elif board.grid is not None and (number := self._contents.only_number):
            mark, title = next(iter(self._marks.values())), self._contents.titles[number]
            text += " " + self._words.say("legend_number", mark=mark, number=title)
        return screen.fold(screen.fit(text))

    # -- the map

    def _map(self, view: View, screen: Screen) -> list[str]:
        if self._book.map.grid is not None:
            return self._grid(view, screen)
        on_sheet = [space for space in self._book.map.spaces if space.at is not None]
        boxes = [self._box(space, view, screen) for space in on_sheet]
        drawn = drawn_map(boxes, self._ways.links(), screen.width - 1, screen.signs)
        lines = drawn or []
        for space in self._book.map.spaces:
            if not drawn or space.at is None:
                lines += self._row(space, view, screen)
        return lines

    def _grid(self, view: View, screen: Screen) -> list[str]:
        spaces = self._book.map.spaces
        bare = self._contents.one_sign
        said = {
            space.id: [self._contents.sign(view, space.id)]
            if bare
            else self._contents.space(view, space.id, short=True)
            for space in spaces
        }
        drawn = drawn_grid(self._book.map, self._names, said, screen, bare)
        if drawn:
            return drawn
        return [line for space in spaces if any(said[space.id]) for line in self._row(space, view, screen)]

    def _box(self, space: Space, view: View, screen: Screen) -> Box:
        assert space.at is not None
        inside = tuple(screen.fit(line) for line in self._contents.space(view, space.id))
        more = self._contents.more(view, space.id)
        if not self._ways.lettered:
            return Box(space.id, space.at, screen.fit(self._names.say(space.title)), inside, screen.fit(more))
        ways = self._ways.of(space.id, screen.signs)
        return Box(space.id, space.at, screen.fit(self._head(space, view)), inside, ways)

    def _head(self, space: Space, view: View) -> str:
        more = self._contents.more(view, space.id)
        return self._ways.named(space.id, self._names.say(space.title)) + (f" {more}" if more else "")

    def space_named(self, wanted: str) -> str | None:
        """The space with a letter, an id or a title, or the only one that a part of these fits."""
        return only_one(
            wanted,
            {
                space.id: {self._ways.letters.get(space.id, space.id), space.id, *space.title.values()}
                for space in self._book.map.spaces
            },
        )

    def space(self, id: str, view: View, screen: Screen) -> list[str]:
        """One space: what it is, its pieces, where it leads."""
        space = next(space for space in self._book.map.spaces if space.id == id)
        attributes = self._names.attributes(space.attributes, self._book.map.attributes)
        lines = [self._head(space, view)]
        lines += [f"    {line}" for line in (attributes, *self._contents.space(view, id)) if line]
        for arrow, ends in self._ways.ends(id, screen.signs):
            lines.append(f"    {arrow} {', '.join(self._ways.named(end, self._names.of(end)) for end in ends)}")
        return [line for text in lines for line in screen.fold(screen.fit(text))]

    def _row(self, space: Space, view: View, screen: Screen) -> list[str]:
        """A space in a list."""
        there = "; ".join(self._contents.space(view, space.id))
        said = [self._head(space, view), f": {there}" if there else ""]
        said += [f"  ({ways})" if (ways := self._ways.of(space.id, screen.signs)) else ""]
        return screen.fold(screen.fit("".join(said)), "    ")

    # -- tracks, places, what is remembered

    def _tracks(self, view: View) -> list[str]:
        return [self._track(track, view["tracks"][track.id]) for track in self._book.tracks]

    def _track(self, track: Track, value: Any) -> str:
        title = self._words.say("track", title=self._names.say(track.title), low=track.low, high=track.high)
        if not isinstance(value, dict):
            return f"{title}  {value}{self._gives(track, value)}"
        said = []
        for seat, step in value.items():
            own = track.names.get(seat)
            name = f" {self._names.say(own[1])}" if own else ""
            said.append(f"{self._marks[seat]}{name} {step}{self._gives(track, step)}")
        return f"{title}  {', '.join(said)}"

    def _gives(self, track: Track, step: int) -> str:
        gifts = ", ".join(f"{plain(name)} {values[step - track.low]}" for name, values in track.gives.items())
        return f" ({gifts})" if gifts else ""

    def _boxes(self, view: View) -> list[str]:
        """The places beside the map that hold pieces."""
        said = []
        for box in self._book.boxes:
            places = (
                {f"{box.id} of {seat}": mark for seat, mark in self._marks.items()} if box.per_seat else {box.id: ""}
            )
            held = [
                text if not mark or text.startswith(f"{mark}{TIE}") else f"{mark}{TIE}{text}"
                for place, mark in places.items()
                for text in self._contents.pieces(view, place)
            ]
            if held:
                said.append(f"{self._names.say(box.title)}: {'; '.join(held)}")
        return said

    def _remembered(self, view: View) -> list[str]:
        """Titled variables, and flags, that say something now."""
        lines = [
            f"{self._contents.titles[id]}: {said}"
            for id, value in view["variables"].items()
            if id in self._contents.titles
            and id not in self._contents.told
            and (said := self._contents.value(value)) is not None
        ]
        lines += [
            f"{self._names.label(id, plain(id))}: {self._contents.things(things)}"
            for id, things in view["flags"].items()
            if things and id not in self._contents.told
        ]
        return lines

    # -- cards

    def _piles(self, view: View) -> list[str]:
        """The zones that are not the seat's own: how many cards, and those that it knows. Those of several other seats
        stand on one line."""
        others: dict[str, dict[str | None, str]] = {}
        for zone, seat, cards in self._zones(view):
            if cards and seat != view["seat"]:
                others.setdefault(zone.id, {})[seat] = self._contents.pile(cards)
        lines = []
        for zone in self._book.zones:
            piles = others.get(zone.id, {})
            if len(self._marks) > 2 and zone.per_seat and piles:
                said = "; ".join(f"{self._marks[seat]}{TIE}{pile}" for seat, pile in piles.items() if seat is not None)
                lines.append(f"{self._names.say(zone.title)}: {said}")
            else:
                lines += [f"{self._zone_name(zone, seat)}: {pile}" for seat, pile in piles.items()]
        return lines

    def _zones(self, view: View) -> Iterator[tuple[Zone, str | None, list[str | None]]]:
        """The zones beside the map, each with its seat, if it has one, and its cards."""
        for zone in self._book.zones:
            if zone.per_seat:
                for seat in self._marks:
                    yield zone, seat, view["zones"][f"{zone.id} of {seat}"]
            elif zone.per is None:
                yield zone, None, view["zones"][zone.id]

    def _zone_name(self, zone: Zone, seat: str | None) -> str:
        title = self._names.say(zone.title)
        return f"{title} ({self._names.of(seat)})" if seat else title

    def own_cards(self, view: View) -> list[str]:
        """The cards in the seat's own zones, in the order in which `cards` lists them."""
        return [
            card for _, seat, cards in self._zones(view) if seat == view["seat"] for card in cards if card is not None
        ]

    def cards(self, view: View, screen: Screen, numbers: dict[str, int], read: Collection[str] = ()) -> str:
        """The seat's own cards, by the `numbers` by which they can be asked for; those that were `read` in short."""
        lines: list[str] = []
        for zone, seat, cards in self._zones(view):
            if seat != view["seat"] or not cards:
                continue
            lines.append(screen.fit(f"{self._zone_name(zone, seat)}:"))
            known = [id for id in cards if id is not None]
            for id in sorted(known, key=lambda id: numbers.get(id, 0)):
                lines += self.card(id, screen, numbers.get(id), in_short=id in read)
            if hidden := len(cards) - len(known):
                lines.append("    " + screen.fit(self._words.say("cards_hidden", count=hidden)))
        return "\n".join(lines)

    def card(self, id: str, screen: Screen, number: int | None = None, in_short: bool = False) -> list[str]:
        """One card as it would be printed."""
        card = next(card for card in self._book.cards if card.id == id)
        start = f"{number:>3} " if number is not None else "    "
        lines = screen.fold(screen.fit(f"{start}{self._headline(card)}"), "      ")
        if card.event and not in_short:
            for line in card.event.rstrip("\n").split("\n"):
                lines += screen.fold(screen.fit(" " * 8 + shown(line)))
        return lines

    def _headline(self, card: Card) -> str:
        attributes = self._attributes(card)
        return self._names.say(card.title) + (f": {attributes}" if attributes else "")

    def _attributes(self, card: Card) -> str:
        deck = next(deck for deck in self._book.decks if deck.id == card.deck)
        return self._names.attributes(card.attributes, deck.attributes)

    def remark(self, id: str, view: View) -> str:
        """What is good to know of a card or a space that can be chosen; nothing of other things."""
        if self._contents.is_space(id):
            said = "; ".join(self._contents.space(view, id))
        else:
            said = next((self._attributes(card) for card in self._book.cards if card.id == id), "")
        return f"  ({said})" if said else ""
