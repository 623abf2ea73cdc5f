"""Determinization: a full state of a match, drawn at random from those that agree with all that one seat knows.

What the seat has seen stays as it is: its view and its log are the same. The cards that it can't place are dealt anew
(see `dealing`), as the rulebook allows: what a zone `holds`, what is `certain`. What is still to come is left to a new
generator. Nothing of the true state that the seat could not know gets into what is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from interpreter.engine.history import Opening
from interpreter.engine.rules import Rules
from interpreter.engine.state import WORK, State
from interpreter.errors import PlayError, Problem, Where
from interpreter.knowledge.dealing import DeadEnd, Dealer
from interpreter.knowledge.parts import parts_of
from interpreter.knowledge.tracing import Knowledge
from interpreter.language.chance import drawn
from interpreter.language.deals import Cluster, Deals, Mark, Origin, Part, Place, Reference
from interpreter.language.log import (
    CardMoved,
    CardsMoved,
    CardUsed,
    Chosen,
    Entry,
    FlagSet,
    Forced,
    Log,
    Shown,
    Shuffled,
)

TRIAL_SEED = 1

Condition = Callable[[list[Any], list[list[int]]], bool]


class Redraw:
    """Draws states for one seat in one position, as often as asked. `base` is one of them, and `deals` says how to make
    others of it."""

    def __init__(self, rules: Rules, state: State, opening: Opening | None, seat: int) -> None:
        """Raises PlayError if nothing agrees with what the seat knows and what the rules say is certain."""
        self._rules = rules
        self.seat = seat
        self._log: Sequence[Entry] = state.log.part(0) if state.log is not None else ()
        self._knowledge = knowledge = Knowledge(rules, opening, self._log, seat)
        self._where, self._known = rules.constants.where, rules.constants.known
        self._certain: list[Condition] = [condition for condition, _ in rules.program.certain]
        hidden = [(leg, card) for card, leg in enumerate(knowledge.leg_of) if knowledge.known[leg] is None]
        places = self._places(state, hidden)
        self._dealer = Dealer(knowledge.known)
        self._dealer.begin(TRIAL_SEED)
        try:
            fitting = self._fitting(state, places, hidden)
            parts = [self._dealer.prepared(part) for part in parts_of(knowledge, fitting, places)]
        except DeadEnd:
            raise self._impossible() from None
        base = self._laid_open(state)
        self.deals = self._made(base, sorted(hidden), self._clustered(parts))
        self.base = self._dealt(base, TRIAL_SEED)
        self.deals = replace(self.deals, hidden=tuple((leg, self._dealer.on[leg]) for leg, _ in self.deals.hidden))

    @property
    def origin(self) -> Origin:
        """How the states come about."""
        return Origin(self.base, self.deals)

    def _places(self, state: State, hidden: Sequence[tuple[int, int]]) -> list[Place]:
        """Where the cards lie that the seat can't place, by leg."""
        at = {card: (zone, place) for zone, cards in enumerate(state.z) for place, card in enumerate(cards)}
        return sorted(Place(leg, *at[card], state.v[self._known + card]) for leg, card in hidden)

    def _laid_open(self, state: State) -> State:
        """A state with all that is not drawn, without a log, or with an empty one if there is no quick code that goes
        on with it."""
        base = state.copy()
        code = self._rules.program.code(False)
        base.log = None if all(code.has_segment(frame[0]) for frame in state.stack[1:]) else Log()
        base.uses = []
        base.work = WORK
        return base

    # -- what the rulebook tells

    def _fitting(
        self, state: State, places: Sequence[Place], hidden: Sequence[tuple[int, int]]
    ) -> dict[int, frozenset[int]]:
        """Where a card lies face down in a zone that `holds` only some: which of the unknown cards it can be."""
        program = self._rules.program
        found: dict[int, frozenset[int]] = {}
        for place in places:
            if place.zone in program.holds:
                owner, holds = program.holds[place.zone]
                found[place.leg] = frozenset(card for _, card in hidden if holds(state.v, state.z, owner, card))
        return found

    def _clustered(self, parts: list[Part]) -> tuple[Cluster, ...]:
        """The parts with what is certain of them. Parts of which one condition speaks stand together."""
        clusters = [(Cluster((part,), ()), {place.zone for place in part.places}) for part in parts]
        for number, (_, reads) in enumerate(self._rules.program.certain):
            touched = [each for each in clusters if reads is None or each[1] & reads]
            if touched:
                clusters = [each for each in clusters if each not in touched]
                together = tuple(part for cluster, _ in touched for part in cluster.parts)
                conditions = (*(known for cluster, _ in touched for known in cluster.conditions), number)
                clusters.append((Cluster(together, conditions), set().union(*(zones for _, zones in touched))))
        return tuple(cluster for cluster, _ in clusters)

    def _impossible(self) -> PlayError:
        message = f"no deal agrees with what {self._rules.seats[self.seat]} has seen and what the rules say is certain"
        return PlayError(Problem(Where(self._rules.id), "no-deal", message))

    # -- what the seat knows of choices

    def chosen(self, since: int) -> list[Chosen | None]:
        """What was chosen after the first so many choices of the match, one after the other; None for what the seat
        does not know."""
        choices = [(number, entry) for number, entry in enumerate(self._log) if isinstance(entry, Chosen)]
        return [entry if self._knows(number, entry) else None for number, entry in choices[since:]]

    def _knows(self, number: int, entry: Chosen) -> bool:
        """Whether the seat knows by now what was chosen in an entry of the log: all but a card that it has not seen."""
        told = self._knowledge.told.get(number)
        return told is None or self._knowledge.known[told[0]] is not None

    # -- drawing

    def state(self, word: int) -> State:
        """A state without a log, or with an empty one if there is no quick code that goes on with it. The `word`, of 64
        bits, settles which, and what is still to come.

        Raises PlayError if no deal was found that meets what is certain.
        """
        return self._dealt(self.base, word)

    def logged(self, word: int) -> State:
        """As `state`, with a log in which the hidden cards are the drawn ones."""
        state, on, told = self.state(word), self._dealer.on, self._knowledge.told
        if not self.deals.folded:
            self._dealer.fold(self._folded())
        state.log = Log(
            [
                retold(entry, [on[leg] for leg in told[number]]) if number in told else entry
                for number, entry in enumerate(self._log)
            ]
        )
        return state

    def _dealt(self, base: State, word: int) -> State:
        """A state made of another one; then the dealer knows which cards are on the legs."""
        state = base.copy()
        state.options = list(base.options)
        random, state.random = drawn(word)
        self._dealer.begin(random)
        try:
            for cluster in self.deals.clusters:
                self._deal(state, cluster)
        except DeadEnd:
            raise self._impossible() from None
        self._exchange(state)
        return state

    def _deal(self, state: State, cluster: Cluster) -> None:
        """Put drawn cards where they lie now; who else knows them is a matter of the place. Raises DeadEnd."""
        v, z, where, known, on = state.v, state.z, self._where, self._known, self._dealer.on
        while True:
            for part in cluster.parts:
                self._dealer.draw(part)
                for leg, zone, at, mask in part.places:
                    card = on[leg]
                    z[zone][at] = card
                    v[where + card] = zone
                    v[known + card] = mask
            if all(self._certain[number](v, z) for number in cluster.conditions):
                return

    def _exchange(self, state: State) -> None:
        """Whatever points to a hidden card, or marks one, goes with what lies there now."""
        deals, on = self.deals, self._dealer.on
        if deals.references or deals.in_options:
            now = {card: on[leg] for leg, card in deals.hidden}
            for frame, slot in deals.references:
                holder = state.v if frame is None else state.stack[frame]
                holder[slot] = exchanged(holder[slot], now)
            if deals.in_options:
                state.options = [now.get(option, option) for option in state.options]
        self._dealer.fold(deals.folded)
        self._mark(state, deals)

    def _mark(self, state: State, deals: Deals) -> None:
        """Flags are given to the cards that are on legs."""
        for cell in deals.cleared:
            state.v[cell] = False
        for leg, first, value in deals.marks:
            state.v[first + self._dealer.on[leg]] = value

    # -- what goes with the cards

    def _made(self, base: State, hidden: Sequence[tuple[int, int]], clusters: tuple[Cluster, ...]) -> Deals:
        """What there is to draw. Flags are given to the cards of a state here, if it is known to which."""
        knowledge = self._knowledge
        unknown = {card for _, card in hidden}
        asks = base.asks and self._rules.program.code(True).decisions[base.asked].type.kind == "card"
        deals = Deals(
            len(knowledge.known),
            clusters,
            tuple(hidden),
            tuple(self._hidden_references(base, unknown)),
            asks and speaks_of(base.options, unknown),
            start=self._rules.changed,
        )
        if not knowledge.flagged or not hidden:
            return deals
        bases = self._rules.program.symbols.flag_base
        marks = tuple(Mark(leg, bases[flag], value) for leg, flag, value in knowledge.flagged)
        cleared = tuple(first + card for first in {mark.base: None for mark in marks} for card in sorted(unknown))
        deals = replace(deals, cleared=cleared, marks=marks)
        if all(knowledge.known[mark.leg] is not None for mark in marks):
            self._mark(base, deals)
            return replace(deals, cleared=(), marks=())
        folded = self._folded()
        needed = {mark.leg for mark in marks}.union(*(after for _, after in folded))
        known = tuple((leg, card) for leg in sorted(needed) if (card := knowledge.known[leg]) is not None)
        return replace(deals, known=known, folded=tuple(folded))

    def _folded(self) -> list[tuple[Sequence[int], Sequence[int]]]:
        """The mixings that lie within others, the last one first."""
        return [(mixing.before, mixing.after) for mixing in reversed(self._knowledge.folded)]

    def _hidden_references(self, base: State, hidden: set[int]) -> list[Reference]:
        """What speaks of cards that the seat can't place."""
        program = self._rules.program
        code = program.code(True)
        found = []
        for number, frame in enumerate(base.stack):
            slots = code.card_slots(frame[0])
            found += [Reference(number, slot) for slot in slots if speaks_of(frame[slot], hidden)]
        for start, end in program.symbols.secret_cards:
            found += [Reference(None, at) for at in range(start, end) if speaks_of(base.v[at], hidden)]
        return found


def speaks_of(value: Any, cards: set[int]) -> bool:
    """Whether a value is, or is a list with, one of these cards."""
    return any(part in cards for part in value) if isinstance(value, (list, tuple)) else value in cards


def exchanged(value: Any, now: dict[int, int]) -> Any:
    """A value that speaks of cards, with some of them exchanged."""
    if isinstance(value, (list, tuple)):
        return type(value)(now.get(part, part) for part in value)
    return now.get(value, value)


def retold(entry: Entry, cards: list[int]) -> Entry:
    """An entry of a log that speaks of these cards instead of its own."""
    match entry:
        case CardMoved():
            return entry._replace(card=cards[0], left=tuple(cards[1:]))
        case CardsMoved() | Shown() | Shuffled():
            return entry._replace(cards=tuple(cards))
        case CardUsed():
            return entry._replace(card=cards[0])
        case FlagSet():
            return entry._replace(thing=cards[0])
        case Chosen() | Forced():
            return entry._replace(value=cards[0])
        case _:
            raise AssertionError(f"{entry} speaks of no card")
