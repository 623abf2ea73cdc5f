"""What a seat knows of the cards, worked out from the log of a match.

A card's way through a match falls into *legs*. On a leg the seat can follow the card, seen or face down; a leg ends
where the card is mixed with others and the seat can't tell which is which afterwards: a shuffle, or somebody's choice
among cards of which the seat sees neither the place they leave nor the place they go to. Legs and mixings are all that
the seat can observe; which card went on which leg it knows only of the legs on which it has seen the face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter.engine.match import Game

Entry = tuple[Any, ...]
"""An entry of a match's log."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How the cards lay when a match began, if not as the rules say: by zone, and who knew which."""

    zones: tuple[tuple[int, ...], ...]
    known: tuple[int, ...]


@dataclass(slots=True)
class Mixing:
    """The legs that end in a mixing, and those that begin there, as many. Both are in an order that all can see."""

    before: list[int]
    after: list[int]


class Knowledge:
    """One seat's knowledge at the end of a log.

    By leg: `known`, the card if the seat has seen it there, else None; `born`, the mixing in which it began, -1 at the
    start. `leg_of` is each card's leg now: more than the seat knows. `folded` are mixings that told nothing new: their
    legs lie within another mixing, as if it had led straight to where they went. `told` are the legs of the cards that
    an entry of the log speaks of, by the number of the entry; `flagged` the flags given to cards: (leg, flag, value).
    """

    def __init__(self, game: Game, opening: Opening | None, log: Sequence[Entry], seat: int) -> None:
        symbols = game.program.symbols
        self.seat = seat
        self._faces = symbols.faces
        self._decisions = game.program.code(True).decisions
        self._flags = {flag.id for flag in game.rulebook.flags if symbols.kind_of_noun(flag.of) == "card"}
        cards = len(game.rulebook.cards)
        self.known: list[int | None] = list(range(cards))
        self.born = [-1] * cards
        self.leg_of = list(range(cards))
        self.mixings: list[Mixing] = []
        self.folded: list[Mixing] = []
        self.told: dict[int, tuple[int, ...]] = {}
        self.flagged: list[tuple[int, str, bool]] = []
        self._picked: int | None = None
        self._hidden_picks: dict[int, int] = {}
        if opening is not None:
            self._begin(game, opening)
        for number, entry in enumerate(log):
            self._read(number, entry)

    def _begin(self, game: Game, opening: Opening) -> None:
        """A position that somebody laid out: what the seat doesn't see may be any card of the same deck."""
        backs: dict[str, list[int]] = {}
        for cards in opening.zones:
            for card in cards:
                if not opening.known[card] >> self.seat & 1:
                    backs.setdefault(game.rulebook.cards[card].deck, []).append(card)
        for hidden in backs.values():
            self._mix(hidden)

    # -- what happened

    def _read(self, number: int, entry: Entry) -> None:
        read = getattr(self, f"_{entry[0]}", None)
        if read is not None:
            read(number, *entry[1:])

    def _sees(self, mask: int) -> bool:
        return bool(mask >> self.seat & 1)

    def _see(self, card: int) -> None:
        self.known[self.leg_of[card]] = card

    def _tell(self, number: int, cards: Sequence[int]) -> None:
        self.told[number] = tuple(self.leg_of[card] for card in cards)

    def _card(self, number: int, card: int, source: int | None, target: int, mask: int, left: tuple[int, ...]) -> None:
        if left and source is not None and not self._sees(self._faces[source] | self._faces[target]):
            if card != self._picked:
                self._mix((card, *left))
            pick = self._hidden_picks.pop(card, None)
            if pick is not None:
                self._tell(pick, (card,))
        self._picked = None
        if self._sees(mask):
            self._see(card)
        self._tell(number, (card, *left))

    def _cards(self, number: int, cards: tuple[int, ...], source: int, target: int, masks: tuple[int, ...]) -> None:
        for card, mask in zip(cards, masks, strict=True):
            if self._sees(mask):
                self._see(card)
        self._tell(number, cards)

    def _shuffle(self, number: int, zone: int, cards: tuple[int, ...]) -> None:
        self._picked = None
        if not self._sees(self._faces[zone]):
            self._mix(cards)
        self._tell(number, cards)

    def _reveal(self, number: int, cards: tuple[int, ...], mask: int) -> None:
        if self._sees(mask):
            for card in cards:
                self._see(card)
        self._tell(number, cards)

    def _flag(self, number: int, flag: str, thing: int, value: bool, mask: int) -> None:
        if flag not in self._flags:
            return
        if self._sees(mask):
            self._see(thing)
        self.flagged.append((self.leg_of[thing], flag, value))
        self._tell(number, (thing,))

    def _note(self, number: int, card: int, label: str, seat: int, mask: int) -> None:
        if self._sees(mask):
            self._see(card)
        self._tell(number, (card,))

    def _chosen(self, number: int, asked: int, value: Any, seat: int, mask: int) -> None:
        if value is None or self._decisions[asked].type.kind != "card":
            return
        if seat == self.seat:
            self._see(value)
            self._picked = value
        elif self._sees(mask):
            self._see(value)
        else:
            self._hidden_picks[value] = number
        self._tell(number, (value,))

    _forced = _chosen

    # -- mixing

    def _mix(self, cards: Sequence[int]) -> None:
        if len(cards) < 2:
            return
        before = sorted(self.leg_of[card] for card in cards)
        after = list(range(len(self.born), len(self.born) + len(cards)))
        homes = {self.born[leg] if self.known[leg] is None else -1 for leg in before}
        home = homes.pop()
        if homes or home < 0:
            home = len(self.mixings)
            self.mixings.append(Mixing(before, after))
        else:  # mixed once more before the seat saw any of them: as if it had been done the first time
            whole = self.mixings[home]
            gone = set(before)
            whole.after = [leg for leg in whole.after if leg not in gone] + after
            self.folded.append(Mixing(before, after))
        self.born += [home] * len(after)
        self.known += [None] * len(after)
        for card, leg in zip(cards, after, strict=True):
            self.leg_of[card] = leg
