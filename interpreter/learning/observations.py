"""Observations of a seat as vectors of fixed length, which hold exactly the information of its view.

`ObservationEncoder.names` describes each element. The first elements are numbers: pieces in places, tracks, variables,
flags and turns. The others are 0 or 1: the decision and the deciding seat, the seat's recent choices, the zone of each
card, and the things that variables hold. A card that the seat can't see appears only in the number of cards of its
zone, and a die that it can't see shows 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

import numpy as np

from interpreter.engine.rules import Rules
from interpreter.engine.view import is_die_known, owners_of
from interpreter.learning.episode import ActionSpace, Episode
from interpreter.rulebook.model import SHOWN, Variable

RECENT_CHOICES = 4
"""Number of a seat's own recent choices in its observation, since the meaning of a decision may depend on them."""


class ObservationEncoder:
    """Encoder of the observations of one game; `names` describes each element of a vector."""

    def __init__(self, rules: Rules, actions: ActionSpace) -> None:
        self._rules = rules
        self._symbols = symbols = rules.program.symbols
        seats, cards, zones = rules.seats, rules.card_ids, symbols.labels["zone"]
        self.names: list[str] = []
        self._runs: list[tuple[int, int, int]] = []
        for name, cell in self._numbers():
            if not self._runs or self._runs[-1][2] != cell:
                self._runs.append((len(self.names), cell, cell))
            place, first, _ = self._runs[-1]
            self._runs[-1] = place, first, cell + 1
            self.names.append(name)
        self._turns = self._take(["turns"])
        self._you = self._take(f"you are {seat}" for seat in seats)
        self._asked = self._take(f"asked is {seat}" for seat in seats)
        infos = rules.program.code(False).decisions
        self._decision = self._take(
            f"decision {number}: {info.kind} {info.label or ' / '.join(info.labels) or info.noun}"
            for number, info in enumerate(infos)
        )
        self._actions = len(actions)
        self._chosen = self._take(
            f"chosen {ago} before: {name}" for ago in range(1, RECENT_CHOICES + 1) for name in actions.names
        )
        self._sizes = self._take(f"cards in {zone}" for zone in zones)
        self._lies = self._take(f"{card} is in {zone}" for zone in zones for card in cards)
        self._above = self._take(f"cards above {card}" for card in cards)
        self._flags = [
            (symbols.flag_base[flag.id], self._take(f"{card} is {flag.id}" for card in cards))
            for flag in rules.rulebook.flags
            if flag.of == "card"
        ]
        dice = symbols.labels["die"] if symbols.has_secret_dice else []
        self._dice = [(die, self._take([f"{name} shows"])) for die, name in enumerate(dice)]
        self._things: list[tuple[int, int]] = []
        self._lists: list[tuple[int, int, int]] = []
        for variable in rules.rulebook.variables:
            if variable.visible == "everyone" and variable.kind not in ("number", "flag"):
                self._take_things(variable)

    def __len__(self) -> int:
        return len(self.names)

    def encode(self, course: Episode, seat: int) -> np.ndarray:
        """Return a seat's observation of a match as a float32 vector."""
        state = course.state
        v, known, sees = state.v, self._symbols.known_base, 1 << seat
        row: np.ndarray = np.zeros(len(self.names), np.float32)
        for place, first, end in self._runs:
            row[place : place + end - first] = v[first:end]
        row[self._turns] = state.turns
        ones = [self._you + seat]
        if state.is_waiting:
            ones.append(self._asked + state.seat)
            if state.seat == seat:
                ones.append(self._decision + state.decision)
        ones += [
            self._chosen + ago * self._actions + action
            for ago, action in enumerate(course.history[seat][-RECENT_CHOICES:][::-1])
        ]
        cards = len(self._rules.card_ids)
        for zone, lying in enumerate(state.z):
            row[self._sizes + zone] = len(lying)
            for above, card in enumerate(reversed(lying)):
                if v[known + card] & sees:
                    ones.append(self._lies + zone * cards + card)
                    row[self._above + card] = above
        for base, place in self._flags:
            ones += [place + card for card in range(cards) if v[base + card] and v[known + card] & sees]
        for die, place in self._dice:
            if is_die_known(self._symbols, v, die, sees):
                row[place] = v[self._symbols.variable_base[SHOWN] + die]
        ones += [place + v[cell] for cell, place in self._things if v[cell] is not None]
        row[ones] = 1
        for cell, place, size in self._lists:
            for number, thing in enumerate(v[cell]):
                row[place + thing] += 1
                row[place + size + thing] = row[place + size + thing] or number + 1
        return row

    def _take(self, names: Iterable[str]) -> int:
        """Append elements and return the index of the first one."""
        first = len(self.names)
        self.names += names
        return first

    def _numbers(self) -> Iterator[tuple[str, int]]:
        """Yield the elements that copy cells of the state, with their cells."""
        rules, symbols = self._rules, self._symbols
        places = symbols.labels["place"]
        for kind in rules.rulebook.pieces:
            for sort, (owner, whose) in product(symbols.sorts[kind.id], enumerate(owners_of(rules, kind))):
                base = symbols.owner_bases(sort)[owner]
                of = f" of {whose}" if whose else ""
                yield from ((f"{sort}{of} in {place}", base + at) for at, place in enumerate(places))
        for track in rules.rulebook.tracks:
            base = symbols.track_base[track.id]
            if symbols.slots_of_track(track) == 1:
                yield track.id, base
            else:
                yield from ((f"{track.id} of {seat}", base + at) for at, seat in enumerate(rules.seats))
        for variable in rules.rulebook.variables:
            if variable.visible == "everyone" and variable.kind in ("number", "flag"):
                yield from self._spots(variable)
        for flag in rules.rulebook.flags:
            if flag.of != "card":
                base = symbols.flag_base[flag.id]
                things = self._names_of(flag.of, symbols.slots_of_flag(flag))
                yield from ((f"{thing} is {flag.id}", base + at) for at, thing in enumerate(things))

    def _spots(self, variable: Variable) -> Iterator[tuple[str, int]]:
        """Yield a variable for each combination of the things that it is kept for, with its cell."""
        symbols = self._symbols
        whose = product(*(self._names_of(per, symbols.size_of(per)) for per in variable.per))
        for at, things in enumerate(whose):
            yield " of ".join((variable.id, *things)), symbols.variable_base[variable.id] + at

    def _take_things(self, variable: Variable) -> None:
        """Append the elements of a variable that holds things: one for each thing that it may hold.

        A list has two elements for each thing: the number of its occurrences, and its first position, counted from 1.
        """
        kind = self._symbols.kind_of_noun(variable.kind.split()[-1])
        spaces = self._symbols.space_count if kind == "box" else 0
        things = self._names_of(kind, self._symbols.size_of(kind))[spaces:]
        for name, cell in self._spots(variable):
            if variable.kind == kind:
                self._things.append((cell, self._take(f"{name} is {thing}" for thing in things) - spaces))
            else:
                first = self._take(f"times {thing} is in {name}" for thing in things)
                self._take(f"place of {thing} in {name}" for thing in things)
                self._lists.append((cell, first - spaces, len(things)))

    def _names_of(self, noun: str, size: int) -> list[str]:
        return self._symbols.labels[self._symbols.kind_of_noun(noun)][:size]
