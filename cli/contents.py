"""What is in a place of a match, in short lines: pieces by owner, what is kept for the place, cards that lie there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.folding import TIE, tied
from interpreter.errors import shown

if TYPE_CHECKING:
    from cli.words import Words
    from interpreter.presentation.names import Names
    from interpreter.rulebook.model import PieceKind, Rulebook

View = dict[str, Any]

NOBODY = "nobody"
"""Whose pieces are that no seat has taken yet."""
MOST_CARDS = 12
"""Cards of a pile that are named."""


class Contents:
    """Says what views of one game hold, in one language; `marks` are the seats' short names."""

    def __init__(self, book: Rulebook, names: Names, words: Words, marks: dict[str, str]) -> None:
        self._book = book
        self._names = names
        self._words = words
        self._marks = marks
        titled = [variable for variable in book.variables if variable.title is not None]
        self.titles = {variable.id: names.say(variable.title) for variable in titled if variable.title is not None}
        """The names of the variables that players are shown."""
        self._of_space = {variable.id for variable in titled if variable.per == ("space",)}
        self._seat_first = {
            variable.id: variable.per[0] == "seat" for variable in titled if set(variable.per) == {"seat", "space"}
        }
        self._flags = {flag.id for flag in book.flags if flag.of == "space"}
        self.told = self._of_space | set(self._seat_first) | self._flags
        """The variables and flags that are told with the spaces."""
        self._spaces = {space.id for space in book.map.spaces}
        self._zones = [zone for zone in book.zones if zone.per == "space"]

    def is_space(self, id: str) -> bool:
        """Whether it is the id of a space."""
        return id in self._spaces

    @property
    def one_sign(self) -> bool:
        """Whether a sign is enough for all that can be in a space: there is one kind of pieces, and nothing else."""
        return len(self._book.pieces) == 1 and not self._book.pieces[0].states and not self.told and not self._zones

    def sign(self, view: View, id: str) -> str:
        """What is in a space in short: the owners' marks (the noun's letter for nobody's), each with how many if there
        are several."""
        said = []
        for seat, mark in (*self._marks.items(), (None, "")):
            for kind, _, count in self._held(view, seat, id):
                said.append((mark or shown(kind.noun.one)[:1].upper()) + (str(count) if count > 1 else ""))
        return ",".join(said)

    def pieces(self, view: View, place: str) -> list[str]:
        """The pieces in a place, a line for each owner: `V 2 ones, 1 other`."""
        return [TIE.join(part for part in line if part) for line in self._by_owner(view, place)]

    @property
    def only_number(self) -> str | None:
        """The variable that is kept for each seat in each space, if it is the only one, and a number."""
        numbers = [variable.id for variable in self._book.variables if variable.kind == "number"]
        return next((id for id in self._seat_first if len(self._seat_first) == 1 and id in numbers), None)

    def space(self, view: View, id: str, short: bool = False) -> list[str]:
        """All there is in a space: a line for each owner, then what is nobody's, then cards.

        `short`: the only number of each seat stands without its name, right after the seat's mark.
        """
        number = self.only_number if short else None
        pieces = dict(self._by_owner(view, id))
        lines = []
        for seat, mark in self._marks.items():
            parts = [self.value(self._kept(view, number, seat, id)) if number else "", pieces.get(mark, "")]
            parts += [
                self._named(name, self._kept(view, name, seat, id)) for name in self._seat_first if name != number
            ]
            if said := ", ".join(part for part in parts if part):
                lines.append(f"{mark}{TIE}{said}")
        lines += [pieces[""]] if "" in pieces else []
        kept = [self._named(name, value[id]) for name, value in view["variables"].items() if name in self._of_space]
        kept += [plain(flag) for flag, things in view["flags"].items() if flag in self._flags and id in things]
        if said := ", ".join(part for part in kept if part):
            lines.append(said)
        for zone in self._zones:
            if cards := view["zones"][f"{zone.id} of {id}"]:
                name = f"{self._names.say(zone.title)}: " if len(self._zones) > 1 else ""
                lines.append(f"{name}{self.pile(cards)}")
        return lines

    def more(self, view: View, place: str) -> str:
        """Who has more pieces in a space: a mark in brackets, `[=]` if nobody, nothing if there are none."""
        totals = {seat: sum(count for _, _, count in self._held(view, seat, place)) for seat in self._marks}
        most = max(totals.values(), default=0)
        if not most:
            return ""
        first = [seat for seat, total in totals.items() if total == most]
        return f"[{self._marks[first[0]] if len(first) == 1 else '='}]"

    def value(self, value: Any) -> str | None:
        """A variable in words; None for one that says nothing."""
        match value:
            case None | 0 | []:
                return None
            case True:
                return self._words.say("yes")
            case list():
                return self.things(list(map(str, value)))
            case dict():
                said = [(key, text) for key, each in value.items() if (text := self.value(each))]
                between = "; " if any(isinstance(each, dict) for each in value.values()) else ", "
                return between.join(_together(self._thing(key), text) for key, text in said) or None
        return self._thing(str(value))

    def pile(self, cards: list[str | None]) -> str:
        """Cards that lie together: those that are known by name, then how many more."""
        known = [tied(self._names.of(card)) for card in cards if card is not None][:MOST_CARDS]
        if not known:
            return tied(self._words.say("cards_hidden", count=len(cards)))
        more = len(cards) - len(known)
        return ", ".join(known) + (f" {self._words.say('cards_more', count=more)}" if more else "")

    def _by_owner(self, view: View, place: str) -> Iterator[tuple[str, str]]:
        """Each owner's mark (empty: nobody's) with its pieces, if there are any."""
        for seat, mark in (*self._marks.items(), (None, "")):
            if said := ", ".join(self._amount(*held) for held in self._held(view, seat, place)):
                yield mark, said

    def _held(self, view: View, seat: str | None, place: str) -> Iterator[tuple[PieceKind, str, int]]:
        """The seat's pieces there (None: nobody's) as kind, state, number. In boxes all are in one state, which goes
        without saying."""
        for kind in self._book.pieces:
            if seat is not None and not kind.owned:
                continue
            held = view["pieces"][kind.id]
            if kind.owned:
                held = held.get(seat or NOBODY, {})
            for state, places in held.items() if kind.states else [("", held)]:
                if count := places.get(place, 0):
                    yield kind, state if place in self._spaces else "", count

    def _amount(self, kind: PieceKind, state: str, count: int) -> str:
        if self._names.translated(kind.id):
            said = f" ({self._names.label(state, plain(state))})" if state else ""
            return tied(f"{self._names.of(kind.id)}{said} {count}")
        noun = shown(kind.noun.one if count == 1 else kind.noun.many)
        return tied(f"{count} {plain(state)} {noun}" if state else f"{count} {noun}")

    def _kept(self, view: View, name: str, seat: str, space: str) -> Any:
        """The value of a variable that is kept for each seat in each space; None if it is hidden."""
        values = view["variables"].get(name)
        first, second = (seat, space) if self._seat_first[name] else (space, seat)
        return values and values[first][second]

    def _named(self, name: str, value: Any) -> str:
        """A variable with its value; empty if it says nothing."""
        title = self.titles[name]
        if value is True:
            return title
        said = self.value(value)
        return "" if said is None else _together(title, said)

    def things(self, ids: list[str]) -> str:
        """Things by their names."""
        return ", ".join(map(self._thing, ids))

    def _thing(self, id: str) -> str:
        """A thing by its name; a seat by its mark if there are many, as its name would be said too often."""
        return self._marks[id] if id in self._marks and len(self._marks) > 2 else self._names.of(id)


def _together(name: str, said: str) -> str:
    """A name and what is said of it, on one line unless that is a list."""
    return f"{tied(name)} {said}" if "," in said else tied(f"{name} {said}")


def plain(id: str) -> str:
    """An id as words."""
    return shown(id.replace("_", " "))
