"""Determinization: full states of a match, drawn at random from those that agree with everything that one seat knows.

The seat's observations stay the same: its view and its log. The cards that it can't place are dealt anew (see
dealing.py), as the rulebook allows: by the condition that a zone `zone_facts`, and by conditions that are
`certain_conditions`. The future is left to a new generator. Nothing that the seat could not know passes from the true
state to a drawn one.

Shuffle events that share no cards are drawn independently.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from interpreter.engine.history import reopened
from interpreter.engine.rules import Rules
from interpreter.engine.state import EFFECT_WORK_LIMIT, CardLayout, MatchLog, State
from interpreter.knowledge.dealing import Dealer, NoDealError
from interpreter.knowledge.secret_dice import hidden_dice, with_rolls_anew
from interpreter.knowledge.tracing import Knowledge, replace_entry_cards
from interpreter.language.chance import next_word
from interpreter.language.execution.deals import (
    CardReference,
    DealCluster,
    DealComponent,
    DealModel,
    FlagChange,
    LegEnd,
    PlayoutOrigin,
    ShuffleEvent,
)
from interpreter.rulebook.log_entries import DecisionForced, DecisionTaken, Entry
from interpreter.support.errors import Location, PlayError, Problem


def components_of(
    knowledge: Knowledge, fitting: Mapping[int, frozenset[int]], places: Collection[LegEnd] = ()
) -> list[DealComponent]:
    """Return the parts of a seat's knowledge.

    Args:
        knowledge: The knowledge.
        fitting: The cards that are possible on an open leg, where not all are, by leg.
        places: The places that open legs have reached.
    """
    known = {leg: card for leg, card in enumerate(knowledge.known) if card is not None}
    shuffles, born = knowledge.shuffles, knowledge.begun_in
    ways = _ways(knowledge, known)
    narrow = _narrow(knowledge, known, fitting)
    steps = []
    for shuffle, wanted, some in zip(shuffles, ways, narrow, strict=True):
        seen = {known[leg] for leg in shuffle.after if leg in known}
        legs = tuple(leg for leg in shuffle.before if leg not in known)
        steps.append(
            ShuffleEvent(
                tuple(known[leg] for leg in shuffle.before if leg in known and known[leg] not in seen),
                legs,
                frozenset(seen) if legs else frozenset(),
                tuple(leg for leg in shuffle.after if leg not in known),
                tuple(sorted(wanted.items(), key=lambda way: (len(way[1]), way[0]))),
                tuple(sorted(some.items(), key=lambda row: (len(row[1]), row[0]))),
                shuffle.set_ups,
            )
        )
    group = list(range(len(steps)))
    for number, shuffle in enumerate(shuffles):
        for home in {group[born[leg]] for leg in shuffle.before if born[leg] >= 0}:
            own = group[number]
            group = [own if other == home else other for other in group]
    return [
        _part([step for number, step in enumerate(steps) if group[number] == one], places)
        for one in dict.fromkeys(group)
    ]


def _part(steps: list[ShuffleEvent], places: Collection[LegEnd]) -> DealComponent:
    legs = {leg for step in steps for leg in step.open_legs}
    return DealComponent(tuple(steps), tuple(place for place in places if place.leg in legs))


def _ways(knowledge: Knowledge, known: Mapping[int, int]) -> list[dict[int, tuple[int, ...]]]:
    """Return, by shuffle event, the legs that each card seen later can take from there.

    These are legs that begin in the shuffle event and lead to the card's next sighting. The search goes back from each
    sighting to the one before it.
    """
    shuffles = knowledge.shuffles
    died = {leg: number for number, shuffle in enumerate(shuffles) for leg in shuffle.before}
    found: list[dict[int, list[int]]] = [{} for _ in shuffles]
    legs_of: dict[int, list[int]] = {}
    for leg in sorted(known, key=lambda leg: knowledge.begun_in[leg]):
        legs_of.setdefault(known[leg], []).append(leg)
    for card, legs in legs_of.items():
        for earlier, leg in pairwise(legs):
            start = died[earlier]
            waiting, reached = [leg], {leg}
            while waiting:
                number = knowledge.begun_in[waiting.pop()]
                for before in shuffles[number].before:
                    if before in reached or before in known or knowledge.begun_in[before] < start:
                        continue
                    reached.add(before)
                    waiting.append(before)
                    found[knowledge.begun_in[before]].setdefault(card, []).append(before)
    return [{card: tuple(sorted(legs)) for card, legs in ways.items()} for ways in found]


def _narrow(
    knowledge: Knowledge, known: Mapping[int, int], fitting: Mapping[int, frozenset[int]]
) -> list[dict[int, frozenset[int]]]:
    """Return, by shuffle event, the cards that can be on unknown legs that begin there, where not all cards can."""
    shuffles = knowledge.shuffles
    died = {leg: number for number, shuffle in enumerate(shuffles) for leg in shuffle.before}
    fits = dict(fitting)
    found: list[dict[int, frozenset[int]]] = [{} for _ in shuffles]
    for number in range(len(shuffles) - 1, -1, -1):
        legs = [leg for leg in shuffles[number].after if leg not in known]
        for leg in legs:
            if leg in died and (fit := _fitting_later(known, fits, shuffles[died[leg]].after)) is not None:
                fits[leg] = fit
        found[number] = {leg: fits[leg] for leg in legs if leg in fits}
    return found


def _fitting_later(
    known: Mapping[int, int], fits: Mapping[int, frozenset[int]], after: list[int]
) -> frozenset[int] | None:
    """Return the cards that can reach one of these legs; None: any."""
    found: set[int] = set()
    for leg in after:
        if leg not in known and leg not in fits:
            return None
        found |= {known[leg]} if leg in known else fits[leg]
    return frozenset(found)


TRIAL_SEED = 1

CompiledCondition = Callable[[State, list[Any], list[list[int]]], bool]


class Determinizer:
    """A determinizer: it draws any number of states for one seat in one position.

    Attributes:
        seat: The seat's number.
        base: One of the possible states.
        deals: The instructions to make other states from `base`.
    """

    def __init__(self, rules: Rules, state: State, opening: CardLayout | None, seat: int) -> None:
        """Analyse the seat's knowledge and draw a first state.

        Raises:
            PlayError: No state agrees with the seat's knowledge and the conditions that the rules declare certain.
        """
        self._rules = rules
        self._decisions = rules.program.code(True).decisions
        self.seat = seat
        if state.is_waiting:  # others that choose at the same time have not done so yet, as far as the seat knows
            state = reopened(state, rules.program.code(state.log is not None), state.seat, seat)
        self._log: Sequence[Entry] = state.log.entries(0) if state.log is not None else ()
        self._knowledge = knowledge = Knowledge(rules, opening, self._log, seat)
        self._where, self._known = rules.constants.where, rules.constants.known
        self._certain: list[CompiledCondition] = [condition for condition, _ in rules.program.certain_conditions]
        hidden = [(leg, card) for card, leg in enumerate(knowledge.leg_of) if knowledge.known[leg] is None]
        places = self._places(state, hidden)
        self._dealer = Dealer(knowledge.known)
        self._dealer.begin(TRIAL_SEED)
        try:
            fitting = self._fitting(state, places, hidden)
            parts = [self._dealer.with_max_weight(part) for part in components_of(knowledge, fitting, places)]
        except NoDealError:
            raise self._impossible() from None
        base = self._laid_open(state)
        self.deals = self._made(base, sorted(hidden), self._clustered(parts))
        self.base = self._dealt(base, TRIAL_SEED)
        self.deals = replace(self.deals, hidden=tuple((leg, self._dealer.card_on[leg]) for leg, _ in self.deals.hidden))

    @property
    def origin(self) -> PlayoutOrigin:
        """The origin of the states, for playouts that begin in them."""
        return PlayoutOrigin(self.base, self.deals)

    def _places(self, state: State, hidden: Sequence[tuple[int, int]]) -> list[LegEnd]:
        """Return the places of the cards that the seat can't place, by leg."""
        at = {card: (zone, place) for zone, cards in enumerate(state.z) for place, card in enumerate(cards)}
        return sorted(LegEnd(leg, *at[card], state.v[self._known + card]) for leg, card in hidden)

    def _laid_open(self, state: State) -> State:
        """Return a copy of a state without a log, or with an empty log if no log-free code can resume it."""
        base = state.copy()
        code = self._rules.program.code(False)
        base.log = None if all(code.has_segment(frame[0]) for frame in state.stack[1:]) else MatchLog()
        base.uses = []
        base.work = EFFECT_WORK_LIMIT
        return base

    # -- conditions of the rulebook

    def _fitting(
        self, state: State, places: Sequence[LegEnd], hidden: Sequence[tuple[int, int]]
    ) -> dict[int, frozenset[int]]:
        """Return, by leg, the unknown cards that can lie face down in a zone with a `zone_facts` condition."""
        program, v, z = self._rules.program, state.v, state.z
        found: dict[int, frozenset[int]] = {}
        for place in places:
            if place.zone in program.zone_facts:
                owner, holds = program.zone_facts[place.zone]
                with state.own_work():
                    found[place.leg] = frozenset(card for _, card in hidden if holds(state, v, z, owner, card))
        return found

    def _clustered(self, parts: list[DealComponent]) -> tuple[DealCluster, ...]:
        """Return the parts with the certain conditions on them; parts to which one condition applies form a cluster."""
        clusters = [(DealCluster((part,), ()), {place.zone for place in part.places}) for part in parts]
        for number, (_, reads) in enumerate(self._rules.program.certain_conditions):
            touched = [each for each in clusters if reads is None or each[1] & reads]
            if touched:
                clusters = [each for each in clusters if each not in touched]
                together = tuple(part for cluster, _ in touched for part in cluster.parts)
                conditions = (*(known for cluster, _ in touched for known in cluster.conditions), number)
                clusters.append((DealCluster(together, conditions), set().union(*(zones for _, zones in touched))))
        return tuple(cluster for cluster, _ in clusters)

    def _impossible(self) -> PlayError:
        message = f"no deal agrees with what {self._rules.seats[self.seat]} has seen and what the rules say is certain"
        return PlayError(Problem(Location(self._rules.id), "no-deal", message))

    # -- known choices

    def known_choices(self, since: int) -> list[DecisionTaken | None]:
        """Return the match's choices after the first `since` ones, in order.

        None stands for a choice that the seat doesn't know.
        """
        choices = [(number, entry) for number, entry in enumerate(self._log) if isinstance(entry, DecisionTaken)]
        return [entry if self._knows(number, entry) else None for number, entry in choices[since:]]

    def _knows(self, number: int, entry: DecisionTaken) -> bool:
        """True if the seat knows the choice in a log entry by now: any, except a card that it hasn't seen.

        A choice that several seats made at the same time counts as unknown.
        """
        if self._is_secret(entry):
            return False
        told = self._knowledge.entry_legs.get(number)
        return told is None or self._knowledge.known[told[0]] is not None

    def _is_secret(self, entry: DecisionTaken | DecisionForced) -> bool:
        """True if another seat chose in secret, or a pair or subset with a card that the seat didn't see then."""
        if self._decisions[entry.decision].sealed is not None and entry.seat != self.seat:
            return True
        info = self._decisions[entry.decision]
        has_card = info.has_cards and info.type.kind != "card"
        return has_card and entry.seat != self.seat and not entry.seen_by >> self.seat & 1

    def _without_secret(self, entry: Entry) -> Entry:
        if isinstance(entry, DecisionTaken | DecisionForced) and self._is_secret(entry):
            return entry._replace(value=None)
        return entry

    # -- drawing

    def draw_state(self, word: int) -> State:
        """Draw a state without a log, or with an empty log if no log-free code can resume it.

        Args:
            word: 64 random bits that determine the deal and the generator for the future.

        Raises:
            PlayError: No deal was found that meets the certain conditions.
        """
        return self._dealt(self.base, word)

    def draw_logged_state(self, word: int) -> State:
        """Draw a state like `draw_state`, with a log in which the hidden cards are replaced by the drawn ones.

        A secret choice without hidden cards becomes a choice of nothing.
        """
        state, on, told = self.draw_state(word), self._dealer.card_on, self._knowledge.entry_legs
        if not self.deals.subsumed:
            self._dealer.draw_subsumed(self._subsumed())
        entries = [
            replace_entry_cards(entry, [on[leg] for leg in told[number]])
            if number in told
            else self._without_secret(entry)
            for number, entry in enumerate(self._log)
        ]
        symbols = self._rules.program.symbols
        if symbols.has_secret_dice:
            entries = with_rolls_anew(entries, symbols, state.v, self.seat, self._dealer.draw_one)
        state.log = MatchLog(entries)
        return state

    def _dealt(self, base: State, word: int) -> State:
        """Draw a state from a base; afterwards the dealer knows the card on each leg."""
        state = base.copy()
        state.options = list(base.options)
        random, state.random = next_word(word)
        self._dealer.begin(random)
        try:
            for cluster in self.deals.clusters:
                self._deal(state, cluster)
        except NoDealError:
            raise self._impossible() from None
        for cell, faces in self.deals.dice:
            state.v[cell] = self._dealer.draw_one(faces)
        self._exchange(state)
        return state

    def _deal(self, state: State, cluster: DealCluster) -> None:
        """Put drawn cards into their places; the place determines the seats that know a card.

        Raises:
            NoDealError: No deal meets the conditions.
        """
        v, z, where, known, on = state.v, state.z, self._where, self._known, self._dealer.card_on
        while True:
            for part in cluster.parts:
                self._dealer.draw(part)
                for leg, zone, at, mask in part.places:
                    card = on[leg]
                    z[zone][at] = card
                    v[where + card] = zone
                    v[known + card] = mask
            if all(self._certain[number](state, v, z) for number in cluster.conditions):
                return

    def _exchange(self, state: State) -> None:
        """Replace references to hidden cards, and marks on them, by those of the drawn cards in the same places."""
        deals, on = self.deals, self._dealer.card_on
        if deals.references or deals.has_card_options:
            now = {card: on[leg] for leg, card in deals.hidden}
            for frame, slot in deals.references:
                holder = state.v if frame is None else state.stack[frame]
                holder[slot] = replace_cards(holder[slot], now)
            if deals.has_card_options:
                state.options = [now.get(option, option) for option in state.options]
        self._dealer.draw_subsumed(deals.subsumed)
        self._mark(state, deals)

    def _mark(self, state: State, deals: DealModel) -> None:
        """Set the flags of the cards on marked legs."""
        for cell in deals.cleared:
            state.v[cell] = False
        for leg, first, value in deals.marks:
            state.v[first + self._dealer.card_on[leg]] = value

    # -- references and marks

    def _made(self, base: State, hidden: Sequence[tuple[int, int]], clusters: tuple[DealCluster, ...]) -> DealModel:
        """Return the instructions for drawing states.

        If the cards that have flags are all known, the flags are set in the base once and for all.
        """
        knowledge = self._knowledge
        unknown = {card for _, card in hidden}
        asks = base.is_waiting and self._rules.program.code(True).decisions[base.decision].type.kind == "card"
        deals = DealModel(
            len(knowledge.known),
            clusters,
            tuple(hidden),
            tuple(self._hidden_references(base, unknown)),
            asks and mentions_card(base.options, unknown),
            dice=hidden_dice(self._rules.program.symbols, base.v, self.seat),
            start_cells=self._rules.changed_cells,
        )
        if not knowledge.flag_marks or not hidden:
            return deals
        bases = self._rules.program.symbols.flag_base
        marks = tuple(FlagChange(leg, bases[flag], value) for leg, flag, value in knowledge.flag_marks)
        cleared = tuple(first + card for first in {mark.base: None for mark in marks} for card in sorted(unknown))
        deals = replace(deals, cleared=cleared, marks=marks)
        if all(knowledge.known[mark.leg] is not None for mark in marks):
            self._mark(base, deals)
            return replace(deals, cleared=(), marks=())
        folded = self._subsumed()
        needed = {mark.leg for mark in marks}.union(*(after for _, after in folded))
        known = tuple((leg, card) for leg in sorted(needed) if (card := knowledge.known[leg]) is not None)
        return replace(deals, known=known, subsumed=tuple(folded))

    def _subsumed(self) -> list[tuple[Sequence[int], Sequence[int]]]:
        """Return the shuffle events that are part of other shuffle events, the last one first."""
        return [(shuffle.before, shuffle.after) for shuffle in reversed(self._knowledge.subsumed)]

    def _hidden_references(self, base: State, hidden: set[int]) -> list[CardReference]:
        """Return the slots that refer to cards that the seat can't place."""
        program = self._rules.program
        code = program.code(True)
        found = []
        for number, frame in enumerate(base.stack):
            slots = code.card_slots(frame[0])
            found += [CardReference(number, slot) for slot in slots if mentions_card(frame[slot], hidden)]
        for start, end in program.symbols.secret_cards:
            found += [CardReference(None, at) for at in range(start, end) if mentions_card(base.v[at], hidden)]
        return found


def mentions_card(value: Any, cards: set[int]) -> bool:
    """True if a value is one of these cards, or a list that contains one."""
    return any(part in cards for part in value) if isinstance(value, (list, tuple)) else value in cards


def replace_cards(value: Any, now: dict[int, int]) -> Any:
    """Return a value with some of the cards in it replaced."""
    if isinstance(value, (list, tuple)):
        return type(value)(now.get(part, part) for part in value)
    return now.get(value, value)
