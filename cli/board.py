"""What a seat sees of a match, as text: the map with its pieces, tracks, places beside the map.

Everything comes from `Match.view`; the rulebook only lends the names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cli.contents import Contents, View, plain
from cli.folding import TIE, tied
from cli.hand import Hand
from cli.map_view import MapView
from cli.screen import Screen
from interpreter.errors import shown

if TYPE_CHECKING:
    from cli.words import Words
    from interpreter.presentation.names import Names
    from interpreter.rulebook.model import Rulebook, Track


class Board:
    """Draws the views of one game in one language."""

    def __init__(self, book: Rulebook, names: Names, words: Words) -> None:
        self._book = book
        self._names = names
        self._words = words
        self._marks = dict(zip((seat.id for seat in book.seats), self._seat_marks(), strict=True))
        self._contents = Contents(book, names, words, self._marks)
        self.map = MapView(book, names, words, self._contents)
        self.hand = Hand(book, names, words)

    def draw(self, view: View, screen: Screen) -> list[str]:
        """The whole of what is seen, but the cards of the seat's own."""
        lines = self.whole_map(view, screen)
        for part in (self._tracks(view), screen.pack(self._boxes(view)), self._remembered(view), self._piles(view)):
            lines += ["", *_folded(part, screen)] if part else []
        return lines

    def whole_map(self, view: View, screen: Screen) -> list[str]:
        """The map with what its signs mean."""
        return [*self._legend(screen), *(["", *self.map.drawn(view, screen)] if self._book.map.spaces else [])]

    def state(self, view: View, screen: Screen) -> list[str]:
        """The tracks and what is remembered, side by side."""
        return _folded(screen.pack([*self._tracks(view), *self._remembered(view)]), screen)

    def tracks(self, view: View, screen: Screen) -> list[str]:
        """The tracks side by side."""
        return _folded(screen.pack(self._tracks(view)), screen)

    def beside(self, view: View, screen: Screen) -> list[str]:
        """The places beside the map, with pieces and with cards."""
        return _folded([*screen.pack(self._boxes(view)), *self._piles(view)], screen)

    def changed(self, before: View, now: View) -> list[str]:
        """The spaces in which something is not what it was."""
        ids = (space.id for space in self._book.map.spaces)
        return [id for id in ids if self._contents.space(before, id) != self._contents.space(now, id)]

    def seats(self) -> str:
        """Each seat's mark, and which seat it is."""
        return ", ".join(tied(f"{mark} = {self._names.of(seat)}") for seat, mark in self._marks.items())

    def remark(self, id: str, view: View) -> str:
        """What is good to know of a card or a space that can be chosen; nothing of other things."""
        return "; ".join(self._contents.space(view, id)) if self._contents.is_space(id) else self.hand.attributes(id)

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
        text = self._words.say("legend_seats", seats=self.seats())
        board = self._book.map
        if board.spaces and board.grid is None and any(kind.owned for kind in self._book.pieces):
            text += " " + self._words.say("legend_more", mark=next(iter(self._marks.values())))
        elif board.grid is not None and (number := self._contents.only_number):
            mark, title = next(iter(self._marks.values())), self._contents.titles[number]
            text += " " + self._words.say("legend_number", mark=mark, number=title)
        return screen.fold(screen.fit(text))

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
        return tied(f" ({gifts})") if gifts else ""

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
        for zone, seat, cards in self.hand.zones(view):
            if cards and seat != view["seat"]:
                others.setdefault(zone.id, {})[seat] = self._contents.pile(cards)
        lines = []
        for zone in self._book.zones:
            piles = others.get(zone.id, {})
            if len(self._marks) > 2 and zone.per_seat and piles:
                said = "; ".join(f"{self._marks[seat]}{TIE}{pile}" for seat, pile in piles.items() if seat is not None)
                lines.append(f"{self._names.say(zone.title)}: {said}")
            else:
                lines += [f"{self.hand.zone_name(zone, seat)}: {pile}" for seat, pile in piles.items()]
        return lines


def _folded(parts: list[str], screen: Screen) -> list[str]:
    return [line for text in parts for line in screen.fold(screen.fit(text))]
