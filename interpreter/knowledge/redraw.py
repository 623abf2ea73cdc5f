"""Determinization: a full state of a match, drawn at random from those that agree with all that one seat knows.

What the seat has seen stays as it is: its view and its log are the same. The cards that it can't place are dealt anew
(see `dealing`), as the rulebook allows: what a zone `holds`, what is `certain`. What is still to come is left to a new
generator. Nothing of the true state that the seat could not know gets into what is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from interpreter.engine.history import Opening
from interpreter.engine.rules import Rules
from interpreter.engine.state import WORK, State
from interpreter.errors import PlayError, Problem, Where
from interpreter.knowledge.dealing import DeadEnd, Part, parts_of
from interpreter.knowledge.tracing import Knowledge
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

MOST_DEALS = 20_000
"""Deals of cards that may break what is `certain`, one after the other."""
TRIAL_SEED = 1

Condition = Callable[[list[Any], list[list[int]]], bool]


class Redraw:
    """Draws states for one seat in one position, as often as asked."""

    def __init__(self, rules: Rules, state: State, opening: Opening | None, seat: int) -> None:
        """Raises PlayError if nothing agrees with what the seat knows and what the rules say is certain."""
        self._rules = rules
        self.seat = seat
        self._log: Sequence[Entry] = state.log.part(0) if state.log is not None else ()
        self._knowledge = knowledge = Knowledge(rules, opening, self._log, seat)
        self._base = state.copy()
        self._base.log = None
        self._base.uses = []
        self._where, self._known = rules.constants.where, rules.constants.known
        self._hidden = {leg: card for card, leg in enumerate(knowledge.leg_of) if knowledge.known[leg] is None}
        at = {card: (zone, place) for zone, cards in enumerate(state.z) for place, card in enumerate(cards)}
        self._places = {leg: (*at[card], state.v[self._known + card]) for leg, card in self._hidden.items()}
        try:
            parts = parts_of(knowledge, self._fitting(state))
            random = Random(TRIAL_SEED)
            for part in parts:
                part.prepare(random)
        except DeadEnd:
            raise self._impossible() from None
        self.hides = any(part.legs for part in parts)
        """Whether there is a card that the seat can't place."""
        self._clusters = self._clustered(parts)
        self._references = self._hidden_references()
        hidden = set(self._hidden.values())
        code = rules.program.code(False)
        self.zones: frozenset[int] | None = None
        """Where the cards lie in which draws differ, if in nothing but these and in cells without lists."""
        if not self._references and not (state.asks and self._asks_for_cards() and speaks_of(state.options, hidden)):
            self.zones = frozenset(zone for zone, _, _ in self._places.values())
        self._quick = all(code.has_segment(frame[0]) for frame in state.stack[1:])

    # -- what the rulebook tells

    def _fitting(self, state: State) -> dict[int, frozenset[int]]:
        """Where a card lies face down in a zone that `holds` only some: which of the unknown cards it can be."""
        program = self._rules.program
        found: dict[int, frozenset[int]] = {}
        for leg, (zone, _, _) in self._places.items():
            if zone in program.holds:
                owner, holds = program.holds[zone]
                cards = (card for card in self._hidden.values() if holds(state.v, state.z, owner, card))
                found[leg] = frozenset(cards)
        return found

    def _clustered(self, parts: list[Part]) -> list[tuple[list[Part], list[Condition]]]:
        """The parts with what is certain of them. Parts of which one condition speaks stand together."""
        clusters: list[tuple[list[Part], list[Condition], set[int]]] = [
            ([part], [], {self._places[leg][0] for leg in part.legs if leg in self._places}) for part in parts
        ]
        for condition, reads in self._rules.program.certain:
            touched = [cluster for cluster in clusters if reads is None or cluster[2] & reads]
            if touched:
                clusters = [cluster for cluster in clusters if cluster not in touched]
                together = [part for cluster in touched for part in cluster[0]]
                conditions = [known for cluster in touched for known in cluster[1]]
                zones = set().union(*(cluster[2] for cluster in touched))
                clusters.append((together, [*conditions, condition], zones))
        return [(together, conditions) for together, conditions, _ in clusters]

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

    def state(self, random: Random) -> State:
        """A state without a log, or with an empty one if there is no quick code that goes on with it.

        Raises PlayError if no deal was found that meets what is certain.
        """
        state = self._dealt(random)[0]
        if not self._quick:
            state.log = Log()
        return state

    def logged(self, random: Random) -> State:
        """A state with a log in which the hidden cards are the drawn ones."""
        state, cards = self._dealt(random)
        cards |= {leg: card for leg, card in enumerate(self._knowledge.known) if card is not None}
        self._fill_folded(cards, random)
        told = self._knowledge.told
        state.log = Log(
            [
                retold(entry, [cards[leg] for leg in told[number]]) if number in told else entry
                for number, entry in enumerate(self._log)
            ]
        )
        return state

    def _dealt(self, random: Random) -> tuple[State, dict[int, int]]:
        """A state, and the cards on the legs that the seat did not see."""
        state = self._base.copy()
        state.work = WORK
        state.options = list(state.options)
        state.random = random.getrandbits(64)
        drawn: dict[int, int] = {}
        for parts, conditions in self._clusters:
            for _ in range(MOST_DEALS):
                try:
                    deals = [part.draw(random) for part in parts]
                except DeadEnd:
                    raise self._impossible() from None
                for deal in deals:
                    self._lay(state, deal)
                if all(condition(state.v, state.z) for condition in conditions):
                    break
            else:
                raise self._impossible()
            for deal in deals:
                drawn |= deal
        if self._references or (self._knowledge.flagged and self._hidden):
            self._exchange(state, drawn, random)
        return state, drawn

    def _lay(self, state: State, deal: dict[int, int]) -> None:
        """Put drawn cards where they lie now; who else knows them is a matter of the place."""
        v, z, where, known, places = state.v, state.z, self._where, self._known, self._places
        for leg, card in deal.items():
            if leg in places:
                zone, at, mask = places[leg]
                z[zone][at] = card
                v[where + card] = zone
                v[known + card] = mask

    def _exchange(self, state: State, drawn: dict[int, int], random: Random) -> None:
        """Whatever points to a hidden card, or marks one, goes with what lies there now."""
        now = {card: drawn[leg] for leg, card in self._hidden.items()}
        for number, slot in self._references:
            holder = state.v if number is None else state.stack[number]
            holder[slot] = exchanged(holder[slot], now)
        if state.asks and self._asks_for_cards():
            state.options = [now.get(option, option) for option in state.options]
        if self._knowledge.flagged:
            base = self._rules.program.symbols.flag_base
            cards = drawn | {leg: card for leg, card in enumerate(self._knowledge.known) if card is not None}
            self._fill_folded(cards, random)
            for flag in {flag for _, flag, _ in self._knowledge.flagged}:
                for card in now:
                    state.v[base[flag] + card] = False
            for leg, flag, value in self._knowledge.flagged:
                state.v[base[flag] + cards[leg]] = value

    def _fill_folded(self, cards: dict[int, int], random: Random) -> None:
        """Say which cards were on the legs that lie within other mixings."""
        for mixing in reversed(self._knowledge.folded):
            some = [cards[leg] for leg in mixing.after]
            random.shuffle(some)
            cards.update(zip(mixing.before, some, strict=True))

    # -- what points to cards

    def _hidden_references(self) -> list[tuple[int | None, int]]:
        """Where a card that the seat can't place is kept: the number of a frame, None for `v`, and the slot."""
        state, program = self._base, self._rules.program
        hidden = set(self._hidden.values())
        code = program.code(True)
        found: list[tuple[int | None, int]] = []
        for number, frame in enumerate(state.stack):
            slots = code.card_slots(frame[0])
            found += [(number, slot) for slot in slots if speaks_of(frame[slot], hidden)]
        for start, end in program.symbols.secret_cards:
            found += [(None, at) for at in range(start, end) if speaks_of(state.v[at], hidden)]
        return found

    def _asks_for_cards(self) -> bool:
        return self._rules.program.code(True).decisions[self._base.asked].type.kind == "card"


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
