"""A seat's knowledge of the cards, derived from the log of a match.

A card's track through a match consists of *legs*. On a leg the seat can follow the card, face up or face down. A leg
ends in a *shuffle event*, after which the seat can't tell some cards apart: a shuffle, or a choice among cards of which
the seat sees neither the place that they leave nor the place where they go. Legs and shuffle events are everything that
the seat can observe. It knows which card is on a leg only if it has seen the card's face there.

Until the first decision, the rules choose, and some cards may be more likely to be chosen than others. Everything that
these choices did to some cards is one shuffle event, that of the set-up. After it, cards are mixed with those they were
shuffled with since, or else with those in the same zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice, repeat
from typing import Any

from interpreter.engine.rules import Rules, SetupSampler
from interpreter.engine.state import CardLayout
from interpreter.rulebook import log_entries as log


@dataclass(slots=True)
class ObservedShuffle:
    """A point where the seat loses track of cards.

    Attributes:
        before: Legs that end here, in an order that everybody can see.
        after: Legs that begin here, as many, in such an order.
        set_ups: The set-ups by the rules if the rules chose here; otherwise all orders are equally likely.
    """

    before: list[int]
    after: list[int]
    set_ups: SetupSampler | None = None


@dataclass(slots=True)
class SetUpEvents:
    """The events before the first decision.

    Attributes:
        picked: Numbers of the shuffle events in which the rules chose.
        zone_of: The zone of each mixed card.
        shuffled: Number of the log entry of the shuffle in which a leg began, by leg.
    """

    picked: set[int] = field(default_factory=set)
    zone_of: dict[int, int] = field(default_factory=dict)
    shuffled: dict[int, int] = field(default_factory=dict)


class Knowledge:
    """One seat's knowledge of the cards at the end of a log.

    Attributes:
        known: By leg, the card if the seat has seen it there, else None.
        begun_in: By leg, the shuffle event in which it began; -1 at the start.
        leg_of: By card, its leg now. The seat itself doesn't know that.
        subsumed: Shuffle events that add no information, because a larger one has all their legs. That one leads
            directly to the legs after them.
        entry_legs: Legs of the cards in a log entry, by the number of the entry.
        flag_marks: Flags given to cards: (leg, flag, value).
    """

    def __init__(self, rules: Rules, opening: CardLayout | None, entries: Iterable[log.Entry], seat: int) -> None:
        symbols = rules.program.symbols
        self.seat = seat
        self._faces = symbols.faces
        self._decisions = rules.program.code(True).decisions
        self._flags = {flag.id for flag in rules.rulebook.flags if symbols.kind_of_noun(flag.of) == "card"}
        cards = len(rules.rulebook.cards)
        self.known: list[int | None] = list(range(cards))
        self.begun_in = [-1] * cards
        self.leg_of = list(range(cards))
        self.shuffles: list[ObservedShuffle] = []
        self.subsumed: list[ObservedShuffle] = []
        self.entry_legs: dict[int, tuple[int, ...]] = {}
        self.flag_marks: list[tuple[int, str, bool]] = []
        self._picked: int | None = None
        self._hidden_picks: dict[int, int] = {}
        self._beginning = SetUpEvents() if opening is None else None
        if opening is not None:
            self._begin(rules, opening)
        for number, entry in enumerate(entries):
            if self._beginning is not None and isinstance(entry, log.DecisionTaken):
                self._end_set_up(rules, self._beginning)
            self._read(number, entry)
        if self._beginning is not None:
            self._end_set_up(rules, self._beginning)

    def _begin(self, rules: Rules, opening: CardLayout) -> None:
        """Start from a layout: a hidden card may be any hidden card of the same deck, and gathered cards are mixed."""
        backs: dict[str, list[int]] = {}
        for cards in opening.zones:
            for card in cards:
                if not opening.known[card] >> self.seat & 1:
                    backs.setdefault(rules.rulebook.cards[card].deck, []).append(card)
        for hidden in backs.values():
            self._mix(hidden)
        for zone, cards in enumerate(opening.zones if backs and opening.gathered else ()):
            if not self._sees(self._faces[zone]):
                self._mix([card for card in cards if card in opening.gathered])

    def _end_set_up(self, rules: Rules, beginning: SetUpEvents) -> None:
        """Split shuffle events of the set-up: first the rules' choices, then a shuffle event of each group of cards.

        A shuffle event stays whole if other cards were mixed in later.
        """
        self._beginning = None
        now, zone_of, shuffled = set(self.leg_of), beginning.zone_of, beginning.shuffled
        card_on = {leg: card for card, leg in enumerate(self.leg_of)}
        for number in sorted(beginning.picked):
            shuffle = self.shuffles[number]
            if not now.issuperset(shuffle.after) or any(self.begun_in[leg] >= 0 for leg in shuffle.before):
                continue
            groups: dict[tuple[bool, int], list[int]] = {}
            for leg in shuffle.after:
                group = (True, shuffled[leg]) if leg in shuffled else (False, zone_of[card_on[leg]])
                groups.setdefault(group, []).append(leg)
            if len(groups) == 1:  # shuffled together since: the choices have no effect any more
                continue
            zones = tuple(tuple(sorted({zone_of[card_on[leg]] for leg in legs})) for legs in groups.values())
            shuffle.set_ups = rules.setup_sampler(zones, tuple(shuffle.before))
            shuffle.after = []
            for legs in groups.values():
                before = self._new_legs(len(legs), number)
                shuffle.after += before
                for leg in legs:
                    self.begun_in[leg] = len(self.shuffles)
                self.shuffles.append(ObservedShuffle(before, legs))

    # -- log entries

    def _read(self, number: int, entry: log.Entry) -> None:
        kind = log.ENTRY_KINDS[type(entry)]
        if not kind.card_fields:
            return
        match entry:
            case log.CardMoved():
                self._move(entry)
            case log.CardsMoved() if self._beginning is not None:
                self._beginning.zone_of |= dict.fromkeys(entry.cards, entry.target)
            case log.ZoneShuffled():
                self._shuffle(number, entry)
            case log.DecisionTaken() | log.DecisionForced():
                if entry.value is None or self._decisions[entry.decision].type.kind != "card":
                    return
                self._choose(number, entry)
            case log.ChoiceShown():  # never of cards
                return
            case log.FlagSet():
                if entry.flag not in self._flags:
                    return
                self.flag_marks.append((self.leg_of[entry.thing], entry.flag, entry.value))
        self._learn(number, entry, kind)

    def _learn(self, number: int, entry: log.Entry, kind: log.EntryKind) -> None:
        """Note the cards of an entry, and those that the seat sees there."""
        told: list[int] = []
        for name, is_shown in kind.card_fields:
            value: int | tuple[int, ...] = getattr(entry, name)
            cards = (value,) if isinstance(value, int) else value
            if is_shown:
                mask: int | tuple[int, ...] = getattr(entry, kind.mask)
                for card, seen_by in zip(cards, repeat(mask) if isinstance(mask, int) else mask, strict=False):
                    if self._sees(seen_by):
                        self._see(card)
            told += cards
        self.entry_legs[number] = tuple([self.leg_of[card] for card in told])

    def _sees(self, mask: int) -> bool:
        return bool(mask >> self.seat & 1)

    def _see(self, card: int) -> None:
        self.known[self.leg_of[card]] = card

    def _move(self, entry: log.CardMoved) -> None:
        card, source, target, _, left = entry
        if left and source is not None and not self._sees(self._faces[source] | self._faces[target]):
            if card != self._picked:
                self._mix((card, *left))
                if self._beginning is not None:
                    self._beginning.picked.add(self.begun_in[self.leg_of[card]])
            pick = self._hidden_picks.pop(card, None)
            if pick is not None:
                self.entry_legs[pick] = (self.leg_of[card],)
        self._picked = None
        if self._beginning is not None and source is not None:
            self._beginning.zone_of |= dict.fromkeys(left, source) | {card: target}

    def _shuffle(self, number: int, entry: log.ZoneShuffled) -> None:
        self._picked = None
        if not self._sees(self._faces[entry.zone]):
            self._mix(entry.cards)
            if self._beginning is not None:
                self._beginning.zone_of |= dict.fromkeys(entry.cards, entry.zone)
                self._beginning.shuffled |= {self.leg_of[card]: number for card in entry.cards}

    def _choose(self, number: int, entry: log.DecisionTaken | log.DecisionForced) -> None:
        if entry.seat == self.seat:
            self._see(entry.value)
            self._picked = entry.value
        elif not self._sees(entry.seen_by):
            self._hidden_picks[entry.value] = number

    # -- shuffle events

    def _mix(self, cards: Sequence[int]) -> None:
        if len(cards) < 2:
            return
        before = sorted(self.leg_of[card] for card in cards)
        homes = {self.begun_in[leg] if self.known[leg] is None else -1 for leg in before}
        home = homes.pop()
        folds = not homes and home >= 0
        after = self._new_legs(len(cards), home if folds else len(self.shuffles))
        if not folds:
            self.shuffles.append(ObservedShuffle(before, after))
        else:  # mixed again before the seat saw any of them: part of the first shuffle event
            whole = self.shuffles[home]
            gone = set(before)
            whole.after = [leg for leg in whole.after if leg not in gone] + after
            self.subsumed.append(ObservedShuffle(before, after))
        for card, leg in zip(cards, after, strict=True):
            self.leg_of[card] = leg

    def _new_legs(self, count: int, born: int) -> list[int]:
        legs = list(range(len(self.begun_in), len(self.begun_in) + count))
        self.begun_in += [born] * count
        self.known += [None] * count
        return legs


def replace_entry_cards(entry: log.Entry, cards: Iterable[int]) -> log.Entry:
    """Return a log entry with other cards, in the order of its `entry_legs`."""
    others = iter(cards)
    changes: dict[str, Any] = {}
    for name, _ in log.ENTRY_KINDS[type(entry)].card_fields:
        value = getattr(entry, name)
        changes[name] = tuple(islice(others, len(value))) if isinstance(value, tuple) else next(others)
    return entry._replace(**changes)
