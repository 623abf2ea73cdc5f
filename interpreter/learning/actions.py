"""Action space of a game: a number for every possible answer to a decision.

The numbering depends on the rules alone. First come yes, no, stop and none, then the labels of options in the order of
the rules. Seats, sides, spaces, boxes, zones and cards follow in the order of the files, then numbers from the smallest
to the largest possible one. Only answers to some decision have a number. An action means the same at every decision and
in every match of a game with its variants and players. Other rules, identified by their digest, may have another
numbering.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import Any

from interpreter.engine.rules import Rules
from interpreter.language.checking.ranges import ValueRanges
from interpreter.language.execution.executable import DecisionInfo
from interpreter.language.ir.expressions import Range
from interpreter.language.ir.statements import Choose
from interpreter.support.errors import Location, PlayError, Problem

DEFAULT_RANGE = 100
"""Length of a range of numbers that the rules do not bound before play, from its other end or from 0."""
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
            message = f"no action stands for {error.args[0]}, which is on offer in the choice of a {info.noun}{purpose}"
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
    names = symbols.labels["place" if kind in PLACES else kind]
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
