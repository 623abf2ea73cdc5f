"""A match as a learner sees it: numbered actions, vectors of what a seat sees, and rewards at the end.

Actions are numbered by the rules alone. First come yes, no, stop and none, then the labels of options in the order of
the rules. Seats, sides, spaces, boxes, zones and cards follow in the order of the files, then numbers from the smallest
to the largest possible one. Only answers to some decision have a number. An action means the same at every decision and
in every match of a game with its variants and players. Other rules, identified by their digest, may have another
numbering.

A sole win is worth 1. A shared win is divided among its winners, and a draw among all seats; the gains are at the
others' cost. Therefore the rewards of all seats add up to 0, and a draw is worth 0. A side's win is not divided: it is
worth 1 to each seat of the side and -1 to each other seat. If the sides differ in size, these rewards do not add up to
0. A seat that plays alone gets -1 for anything but a win.

An observation holds exactly the information of a seat's view. `ObservationEncoder.names` describes each element. The
first elements are numbers: pieces in places, tracks, variables, flags and turns. The others are 0 or 1: the decision
and the deciding seat, the seat's recent choices, the zone of each card, and the things that variables hold. A card
that the seat can't see appears only in the number of cards of its zone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from itertools import product
from math import inf
from typing import Any

import numpy as np

from interpreter.engine.driver import DECISION_WORK, GAME_WORK_LIMIT, advance, answer, refill_work
from interpreter.engine.history import log_choice
from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.engine.view import owners_of
from interpreter.language.checking.ranges import ValueRanges
from interpreter.language.execution.executable import DecisionInfo
from interpreter.language.ir.expressions import Range
from interpreter.language.ir.statements import Choose
from interpreter.rulebook.model import Variable
from interpreter.support.errors import BudgetError, Location, PlayError, Problem, closest_match

DEFAULT_RANGE = 100
"""Length assumed for a range of numbers without a known bound, measured from its other bound or from 0."""
MOST_NUMBERS = 10_000
"""Maximum length of a range of numbers."""
PLAIN_ANSWERS = ("yes", "no", "stop", "none")
PLACES = ("space", "box")
KINDS = ("seat", "side", "space", "box", "zone", "card")


class ActionSpace:
    """The actions of a game.

    Attributes:
        names: Meaning of each action: `yes`, `label OPTION`, `card ID`.
        digest: Digest of the rules.
    """

    def __init__(self, rules: Rules) -> None:
        self._id = rules.id
        self._infos = rules.program.code(False).decisions
        self.digest = rules.rulebook.digest
        numbers = list(_numbers(rules)) if any(info.type.kind == "number" for info in self._infos) else []
        answers = [dict(_answers(rules, info, numbers)) for info in self._infos]
        offered = dict.fromkeys(name for values in answers for name in values.values())
        labels = (name for name in offered if name.startswith("label "))
        things = (name for kind in KINDS for name in _things(rules, kind).values())
        known = (*PLAIN_ANSWERS, *labels, *things, *(f"number {number}" for number in numbers))
        self.names = tuple(name for name in known if name in offered)
        at = {name: action for action, name in enumerate(self.names)}
        self._of = [{value: at[name] for value, name in values.items()} for values in answers]

    def __len__(self) -> int:
        return len(self.names)

    def legal_actions(self, asked: int, values: Iterable[Any]) -> dict[int, Any]:
        """Return the legal actions of a decision with the value that each stands for.

        Args:
            asked: Number of the decision.
            values: Values of its options.

        Raises:
            PlayError: A number has no action.
        """
        actions = self._of[asked]
        try:
            return {actions[value]: value for value in values}
        except KeyError as error:
            info = self._infos[asked]
            purpose = f" to {info.label.replace('_', ' ')}" if info.label else ""
            message = f"no action represents {error.args[0]}, which is on offer in the choice of a {info.noun}{purpose}"
            raise PlayError(Problem(Location(self._id), "no-action", message)) from None


def _answers(rules: Rules, info: DecisionInfo, numbers: list[int]) -> Iterator[tuple[Any, str]]:
    """Yield the possible answers to a decision, each with the name of its action."""
    match info.kind:
        case "may":
            yield from ((1, "yes"), (0, "no"))
        case "either":
            yield from ((at, f"label {rules.option_key(info, at)}") for at in range(len(info.labels)))
        case "choose":
            if info.way_out:
                yield None, info.way_out
            if info.type.kind == "number":
                yield from ((number, f"number {number}") for number in numbers)
            for kind in PLACES if info.type.kind == "place" else (info.type.kind,):
                yield from _things(rules, kind).items()


def _things(rules: Rules, kind: str) -> dict[int, str]:
    """Return the names of the actions for the things of a kind, by number of the thing."""
    symbols = rules.program.symbols
    if kind not in KINDS:
        return {}
    names = symbols.labels[kind]
    first, end = {"space": (0, symbols.space_count), "box": (symbols.space_count, symbols.place_count)}.get(
        kind, (0, len(names))
    )
    return {at: f"{kind} {names[at]}" for at in range(first, end)}


def _numbers(rules: Rules) -> Iterator[int]:
    """Yield the numbers that can be chosen at some decision."""
    program = rules.program
    ranges = ValueRanges(program.symbols, program.analysis.terms.all.__getitem__)
    found: set[int] = set()
    for decision in program.lowered(False).decisions:
        if isinstance(decision.asking, Choose) and isinstance(options := decision.asking.options, Range):
            low, high = ranges.number(options.low, {}).low, ranges.number(options.high, {}).high
            if low == -inf:
                low = min(0, high - DEFAULT_RANGE)
            if high == inf:
                high = max(0, low) + DEFAULT_RANGE
            found |= set(range(int(low), int(min(high, low + MOST_NUMBERS)) + 1))
    yield from sorted(found)


MOST_DECISIONS = GAME_WORK_LIMIT // DECISION_WORK
"""Number of decisions that a match can't exceed before it is stopped."""


class Episode:
    """A match at a decision or at its end.

    Attributes:
        rules: The rules of the game.
        actions: Its actions.
        legal_actions: Legal actions with their values; empty at the end.
        history: Actions taken so far by each seat.
        stopped: Reason why the match was stopped, if it was: an effect, or the match itself, goes on without end.
        state: State of the match.
    """

    def __init__(self, rules: Rules, actions: ActionSpace, state: State) -> None:
        """Begin a match from a state that has not begun. Raises PlayError if the rules can't be carried out."""
        self.rules = rules
        self.actions = actions
        self.legal_actions: Mapping[int, Any] = {}
        self.history: list[list[int]] = [[] for _ in rules.seats]
        self.stopped: Problem | None = None
        self._left = GAME_WORK_LIMIT
        self._code = rules.program.code(state.log is not None)
        self.state = state
        self._continue(lambda: advance(state, self._code))

    @property
    def seat(self) -> int | None:
        """The seat that decides; None if the match has ended."""
        return self.state.seat if self.legal_actions else None

    def take(self, action: int) -> None:
        """Take an action. Raises PlayError if it is not legal, or if the rules can't be carried out."""
        if action not in self.legal_actions:
            raise self._not_on_offer(action)
        value = self.legal_actions[action]
        self.history[self.state.seat].append(action)
        log_choice(self.state, self._code.decisions[self.state.decision], value)
        self._left = refill_work(self.state, self._left)
        self._continue(lambda: answer(self.state, self._code, value))

    def copy(self) -> Episode:
        """Return an independent match in the same position."""
        other = copy(self)
        other.state = self.state.copy()
        other.history = [chosen[:] for chosen in self.history]
        return other

    def set_state(self, state: State) -> None:
        """Continue from another state, at a decision or at the end."""
        self.state = state
        self.legal_actions = self.actions.legal_actions(state.decision, state.options) if state.is_waiting else {}

    def _continue(self, on: Callable[[], None]) -> None:
        self.legal_actions = {}
        try:
            on()
        except BudgetError as error:
            self.stopped = error.problems[0]
            return
        self.set_state(self.state)

    def _not_on_offer(self, action: int) -> PlayError:
        names = [self.actions.names[other] for other in self.legal_actions]
        said = self.actions.names[action] if 0 <= action < len(self.actions) else f"action {action}"
        message = f"`{said}` is not on offer; on offer: {', '.join(names) or 'nothing, the match has ended'}"
        return PlayError(Problem(Location(self.rules.id), "not-on-offer", message, closest_match(said, names)))


def rewards(state: State, seats: int) -> list[float]:
    """Return the reward of each seat at the end of a match; 0 while it goes on."""
    if state.result is None:
        return [0.0] * seats
    winners, _, side = state.result
    if side is not None or seats == 1:
        return [1.0 if seat in winners else -1.0 for seat in range(seats)]
    won = winners or range(seats)
    return [(seats / len(won) * (seat in won) - 1) / (seats - 1) for seat in range(seats)]


def is_zero_sum(rules: Rules) -> bool:
    """Return whether the rewards of all seats add up to 0 for every result."""
    return len(rules.seats) > 1 and not rules.rulebook.sides


def min_reward(rules: Rules) -> float:
    """Return the lowest possible reward."""
    return -1.0 / (len(rules.seats) - 1) if is_zero_sum(rules) else -1.0


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
