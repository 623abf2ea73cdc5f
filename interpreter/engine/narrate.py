"""Decisions, options and the log in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.language.parts import DecisionInfo
from interpreter.language.symbols import Symbols

if TYPE_CHECKING:
    from interpreter.engine.match import Game
    from interpreter.engine.state import State


def thing_id(symbols: Symbols, kind: str, value: int) -> str:
    """The id of a thing by its number; for a seat's own box or zone `BOX of SEAT`."""
    if kind in ("space", "box"):
        return symbols.shown["place"][value]
    if kind in symbols.shown:
        return symbols.shown[kind][value]
    return str(value)


def thing_name(symbols: Symbols, kind: str, value: int | None) -> str:
    """What a thing is called in print."""
    book = symbols.rulebook
    if value is None:
        return "nothing"
    if kind == "seat":
        return book.seats[value].title["en"]
    if kind == "card":
        return book.cards[value].title["en"]
    if kind in ("space", "box"):
        if value < symbols.spaces:
            return book.map.spaces[value].title["en"]
        return _owned(
            symbols, [(symbols.box_index[box.id], box.title["en"], box.per_seat) for box in book.boxes], value
        )
    if kind == "zone":
        return _owned(
            symbols, [(symbols.zone_index[zone.id], zone.title["en"], zone.per_seat) for zone in book.zones], value
        )
    return str(value)


def _owned(symbols: Symbols, rows: list[tuple[int, str, bool]], value: int) -> str:
    base, title, per_seat = max(row for row in rows if row[0] <= value)
    return f"{title} ({symbols.rulebook.seats[value - base].title['en']})" if per_seat else title


def option_text(symbols: Symbols, info: DecisionInfo, value: int | None) -> str:
    if info.kind == "may":
        return info.labels[0] if value else "no"
    if value is None:
        return "stop" if info.way_out == "stop" else "none"
    if info.kind == "either":
        return info.labels[value]
    return thing_name(symbols, info.type.kind, value)


def prompt(info: DecisionInfo) -> str:
    """The question as people read it."""
    if info.kind == "may":
        return f"{info.labels[0]}?"
    if info.kind == "either":
        return "choose: " + " or ".join(info.labels)
    purpose = f" to {info.label.replace('_', ' ')}" if info.label else ""
    return f"choose a {info.noun}{purpose}"


def log_lines(game: Game, decisions: list[DecisionInfo], state: State, seat: int | None) -> list[str]:
    """The log as lines, for one seat or, None, for somebody who may know everything."""
    teller = _Teller(game, decisions, seat)
    lines = (teller.line(entry) for entry in state.log or ())
    return [line for line in lines if line]


class _Teller:
    def __init__(self, game: Game, decisions: list[DecisionInfo], seat: int | None) -> None:
        self.game = game
        self.symbols = game.program.symbols
        self.decisions = decisions
        self.seat = seat

    def line(self, entry: tuple[Any, ...]) -> str:
        text: str = getattr(self, f"_{entry[0]}")(*entry[1:])
        return text

    def _name(self, kind: str, value: Any) -> str:
        return thing_name(self.symbols, kind, value)

    def _sees(self, mask: int) -> bool:
        return self.seat is None or bool(mask >> self.seat & 1)

    def _turn(self, seat: int | None) -> str:
        return "" if seat is None else f"-- {self._name('seat', seat)}"

    def _chosen(self, asked: int, value: Any, seat: int, forced: bool = False) -> str:
        info = self.decisions[asked]
        what = option_text(self.symbols, info, value)
        if info.type.kind == "card" and value is not None and self.seat not in (None, seat):
            what = "a card"
        purpose = f" to {info.label.replace('_', ' ')}" if info.label else ""
        return f"{self._name('seat', seat)} chooses{purpose}: {what}{' (no other choice)' if forced else ''}"

    def _forced(self, asked: int, value: Any, seat: int) -> str:
        return self._chosen(asked, value, seat, forced=True)

    def _pieces(self, count: int, kind: str, owner: int | None, source: int, target: int) -> str:
        noun = self.symbols.pieces[kind].noun
        whose = f" of {self._name('seat', owner)}" if owner is not None else ""
        what = f"{count} {noun.one if count == 1 else noun.many}{whose}"
        return f"  {what}: {self._name('space', source)} -> {self._name('space', target)}"

    def _card(self, card: int, source: int | None, target: int, mask: int) -> str:
        what = self._name("card", card) if self._sees(mask) else "a card"
        start = f"{self._name('zone', source)} -> " if source is not None else ""
        return f"  {what}: {start}{self._name('zone', target)}"

    def _cards(self, cards: tuple[int, ...], source: int, target: int, masks: tuple[int, ...]) -> str:
        what = ", ".join(
            self._name("card", card) if self._sees(mask) else "a card" for card, mask in zip(cards, masks, strict=False)
        )
        return f"  {what}: {self._name('zone', source)} -> {self._name('zone', target)}"

    def _track(self, track: str, seat: int | None, old: int, new: int) -> str:
        found = self.symbols.track(track)
        id = self.symbols.seats[seat] if seat is not None else ""
        title = found.names[id][1]["en"] if id in found.names else found.title["en"]
        whose = f" of {self._name('seat', seat)}" if seat is not None and id not in found.names else ""
        mirror = f" ({self._name('seat', 0)})" if found.mirrored else ""
        return f"  {title}{whose}{mirror}: {old} -> {new}"

    def _flag(self, flag: str, thing: int, value: bool) -> str:
        kind = self.symbols.kind_of_noun(self.symbols.flags[flag].of)
        return f"  {self._name(kind, thing)} is {'' if value else 'no longer '}{flag.replace('_', ' ')}"

    def _note(self, card: int, label: str, seat: int) -> str:
        return f"{self._name('seat', seat)} uses {self._name('card', card)}: {label}"

    def _shuffle(self, zone: int) -> str:
        return f"  {self._name('zone', zone)} is shuffled"

    def _reveal(self, cards: tuple[int, ...], mask: int) -> str:
        whom = "everyone" if mask == self.game.frame.everyone else self._name("seat", mask.bit_length() - 1)
        if not self._sees(mask):
            return f"  {whom} looks at cards"
        return f"  shown to {whom}: " + ", ".join(self._name("card", card) for card in cards)

    def _end(self, winners: tuple[int, ...], reason: str) -> str:
        who = " and ".join(self._name("seat", winner) for winner in winners) or "nobody"
        return f"The game is over: {who} wins ({reason.replace('_', ' ')})"
