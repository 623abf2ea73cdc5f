"""Conservation of pieces in staged positions: they come from, and return to, the places where their kind starts."""

from __future__ import annotations

from typing import Any

from interpreter.engine.rules import Rules
from interpreter.rulebook.given import NOBODY, REST, GivenPieces, GivenPosition
from interpreter.rulebook.model import PieceKind
from interpreter.rulebook.nodes import Problems
from interpreter.rulebook.piece_kinds import EACH

MAX_PLACES = 12
"""Largest number of places listed in a message."""


def place_pieces(rules: Rules, v: list[Any], given: GivenPosition, problems: Problems) -> None:
    """Put pieces where the position says, and the rest of each supply where it must then be.

    At most one mistake is reported for each kind.
    """
    needless = given.supply_open
    for kind in rules.rulebook.pieces:
        entries = [entry for entry in given.pieces if entry.kind == kind.id]
        if kind.owner == "seat":
            sets = [(seat, [entry for entry in entries if entry.owner in (seat, EACH)]) for seat in rules.seats]
        else:
            sets = [("", entries)]
        before = len(problems)
        for seat, some in sets:
            if some and len(problems) == before:
                supply = _Supply(rules, v, kind, seat, some)
                supply.place_pieces(given.supply_open, problems)
                needless = needless and supply.is_balanced
        if entries and len(problems) == before:
            _check_room(rules, v, kind, entries, problems)
    if needless and given.pieces and not problems:
        message = "the pieces add up: `supply: open because …` is not needed"
        problems.add(given.pieces[0].spot, "supply-not-open", message)
    rules.program.symbols.update_totals(v)


def _check_room(rules: Rules, v: list[Any], kind: PieceKind, entries: list[GivenPieces], problems: Problems) -> None:
    """Report the first space with more pieces of a kind than it has room for."""
    symbols = rules.program.symbols
    owners = list(zip(*(symbols.owner_bases(sort) for sort in symbols.sorts[kind.id]), strict=True))
    for number, space in enumerate(rules.rulebook.map.spaces):
        counts = [sum(v[base + number] for base in bases) for bases in owners]
        spots = [entry for entry in entries if entry.place == space.id] or entries
        for owner, count in enumerate(counts):
            if kind.room_each is not None and count > kind.room_each:
                whose = (*rules.seats, NOBODY)[owner]
                spot = next((entry for entry in spots if entry.owner in (whose, EACH)), spots[0]).spot
                room = f"room for {kind.room_each} of each owner"
                message = f"{count} {kind.noun.many} of {whose} in `{space.id}`, but there is {room}"
                problems.add(spot, "over-room", message)
                return
        if kind.room_all is not None and sum(counts) > kind.room_all:
            message = f"{sum(counts)} {kind.noun.many} in `{space.id}`, but there is room for {kind.room_all}"
            problems.add(spots[-1].spot, "over-room", message)
            return


class _Supply:
    """All pieces of a kind, or those of one `seat` if each seat has a supply of its own.

    `_entries_by_slot` maps cells of `v` to the entries of the position. `_starts` maps cells to the boxes in which the
    pieces start, or to spaces if none of these is a box.
    """

    def __init__(self, rules: Rules, v: list[Any], kind: PieceKind, seat: str, entries: list[GivenPieces]) -> None:
        symbols = rules.program.symbols
        self._v, self._kind, self._seat = v, kind, seat
        self._entries_by_slot: dict[int, GivenPieces] = {}
        for entry in entries:
            for owner in (seat,) if seat else rules.seats if entry.owner == EACH else (entry.owner,):
                self._entries_by_slot[symbols.slot_of(kind, owner, entry.state, entry.place)] = entry
        starts = [placed for placed in kind.start if placed.owner == (seat or None)]
        boxes = [placed for placed in starts if placed.place in symbols.box_index]
        self._starts = {
            symbols.slot_of(kind, placed.owner, placed.state, placed.place): placed.place for placed in boxes or starts
        }
        self._rules = rules
        seats = range(len(symbols.owner_bases(symbols.sorts[kind.id][0])))
        mine = [rules.seats.index(seat)] if seat else seats
        places = range(symbols.place_count)
        self._slots = [
            symbols.owner_bases(sort)[own] + at for sort in symbols.sorts[kind.id] for own in mine for at in places
        ]

    def _names(self) -> dict[int, str]:
        """Return the name of each cell's place, with state and owner where these are needed to tell pieces apart."""
        symbols, kind = self._rules.program.symbols, self._kind
        found: dict[int, str] = {}
        for state, sort in zip(kind.states or ("",), symbols.sorts[kind.id], strict=True):
            for owner, base in enumerate(symbols.owner_bases(sort)):
                whose = self._rules.seats[owner] if kind.is_owned and owner < len(self._rules.seats) else ""
                if self._seat and whose != self._seat:
                    continue
                for number, place in enumerate(symbols.labels["place"]):
                    words = (
                        state,
                        place.removesuffix(f" of {whose}"),
                        f"({whose})" if whose and not self._seat else "",
                    )
                    found[base + number] = " ".join(filter(None, words))
        return found

    def place_pieces(self, supply_open: bool, problems: Problems) -> None:
        """Put the pieces into their places, and report a wrong total unless the supply is open."""
        for slot, entry in self._entries_by_slot.items():
            self._v[slot] = entry.count or 0
        rests = [slot for slot, entry in self._entries_by_slot.items() if entry.count is None]
        if len(rests) > 1:
            problems.add(self._entries_by_slot[rests[1]].spot, "rest-twice", f"`{REST}` can stand for one place only")
            return
        if supply_open and not rests:
            return
        free = rests or [slot for slot in self._starts if len(self._starts) == 1 and slot not in self._entries_by_slot]
        for slot in free:
            self._v[slot] = max(0, self._v[slot] + self._shortfall())
        missing = self._shortfall()
        if missing:
            spot = self._entries_by_slot[(rests or list(self._entries_by_slot))[0]].spot
            code = "too-few-pieces" if missing > 0 else "too-many-pieces"
            problems.add(spot, code, self._message(missing, free))

    @property
    def is_balanced(self) -> bool:
        """True if the pieces on the table are as many as the supply has."""
        return self._shortfall() == 0

    def _shortfall(self) -> int:
        """Return how many pieces are missing; negative if there are too many."""
        there: int = sum(self._v[slot] for slot in self._slots)
        return self._kind.supply - there

    def _message(self, missing: int, free: list[int]) -> str:
        """Return a message with the actual and the expected number, the places, and a hint."""
        there, noun = self._kind.supply - missing, self._kind.noun
        whose = f" of {self._seat}" if self._seat else ""
        wrong = f"{missing} {'is' if missing == 1 else 'are'} missing" if missing > 0 else f"{-missing} too many"
        held = [
            f"{name} {self._v[slot]}"
            for slot, name in self._names().items()
            if self._v[slot] or slot in self._entries_by_slot
        ]
        more = f", {len(held) - MAX_PLACES} places more" if len(held) > MAX_PLACES else ""
        return (
            f"{there} {noun.one if there == 1 else noun.many}{whose}, but there are {self._kind.supply}: {wrong} "
            f"({', '.join(held[:MAX_PLACES])}{more}){'' if free else self._hint(missing)}"
        )

    def _hint(self, missing: int) -> str:
        if len(self._starts) > 1:
            which = "say where the others are" if missing > 0 else "say from where they come"
            return f"; they start in several places: {which}, as in `PLACE: {REST}`"
        return "".join(f"; `{place}: {REST}` makes them add up" for place in self._starts.values())
