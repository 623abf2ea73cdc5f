"""A match that is advanced by numbered actions until it ends or is stopped, and the rewards of its end.

Actions are numbered by the rules alone. First come yes, no, stop and none, then the labels of options in the order of
the rules. Seats, sides, spaces, boxes, zones and cards follow in the order of the files, then numbers from the smallest
to the largest possible one. Only answers to some decision have a number. An action means the same at every decision and
in every match of a game with its variants and players. Other rules, identified by their digest, may have another
numbering.

A sole win is worth 1. A shared win is divided among its winners, and a draw among all seats; the gains are at the
others' cost. Therefore the rewards of all seats add up to 0, and a draw is worth 0. A side's win is not divided: it is
worth 1 to each seat of the side and -1 to each other seat. If the sides differ in size, these rewards do not add up to
0. A seat that plays alone gets -1 for anything but a win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from math import inf
from typing import Any

from interpreter.engine.driver import DECISION_WORK, GAME_WORK_LIMIT, advance, answer, refill_work
from interpreter.engine.history import log_choice, reopened, seats_to_choose
from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.language.checking.ranges import ValueRanges
from interpreter.language.execution.executable import DecisionInfo
from interpreter.language.ir.expressions import Range
from interpreter.language.ir.statements import Choose
from interpreter.support.errors import BudgetError, Location, PlayError, Problem
from interpreter.support.similar_words import closest_match

DEFAULT_RANGE = 100
"""Length assumed for a range of numbers without a known bound, measured from its other bound or from 0."""
MOST_NUMBERS = 10_000
"""Maximum length of a range of numbers."""
PLAIN_ANSWERS = ("yes", "no", "stop", "none")
PLACES = ("space", "box")
KINDS = ("seat", "side", "space", "box", "die", "zone", "card", "direction", "kind", "column", "row", "value")


class ActionSpace:
    """The actions of a game.

    Attributes:
        names: Meaning of each action: `yes`, `label OPTION`, `card ID`, `pair ID-ID`, `set ID-ID-ID`.
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
        pairs = (name for name in offered if name.startswith("pair "))
        subsets = (name for name in offered if name.startswith("set "))
        known = (*PLAIN_ANSWERS, *labels, *things, *(f"number {number}" for number in numbers), *pairs, *subsets)
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
            if info.parts:
                yield from _pairs(rules, info)
            if info.subset is not None:
                subsets = range(1, info.subset.numbering.total)
                yield from ((subset, f"set {rules.option_key(info, subset)}") for subset in subsets)
            for kind in PLACES if info.type.kind == "place" else (info.type.kind,):
                yield from _things(rules, kind).items()


def _pairs(rules: Rules, info: DecisionInfo) -> Iterator[tuple[int, str]]:
    """Yield the pairs that can be chosen, each with the name of its action."""
    firsts, seconds = (_things(rules, kind) for kind in info.parts)
    for pair in (first * info.width + second for first in firsts for second in seconds):
        yield pair, f"pair {rules.option_key(info, pair)}"


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

    def choices(self) -> dict[int, list[int]]:
        """Return the legal actions of each seat that chooses now: of one, or of all that choose at the same time."""
        found: dict[int, list[int]] = {}
        for seat in seats_to_choose(self.state, self._code) if self.legal_actions else ():
            asked = self.before_choice_of(seat)
            if asked.seat == seat:
                found[seat] = [*asked.legal_actions]
        return found

    def before_choice_of(self, seat: int) -> Episode:
        """Return the match as it is when a seat, one of those that choose at the same time, is asked before the others.

        It is the match itself if the seat is not one of them.
        """
        if not self.legal_actions or seat not in seats_to_choose(self.state, self._code):
            return self
        state = reopened(self.state, self._code, seat)
        if state is self.state:
            return self
        other = copy(self)
        other.set_state(state)
        return other

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
