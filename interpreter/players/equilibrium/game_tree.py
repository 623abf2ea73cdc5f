"""The whole tree of a small game of two seats, with the information set of each decision.

An information set is everything that a seat knows at its decision: its log and its view. Cards that are alike in print
count as one. Subtrees that are equal are kept once, so that the tree becomes a graph without circles.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

from interpreter.matches.match import ChanceOutcome, Game, Match
from interpreter.players.equilibrium.information_keys import InformationKey, InformationKeys
from interpreter.support.errors import Location, PlayError, Problem

MAX_POSITIONS = 100_000
"""Largest number of positions of a game that is solved."""
MAX_DECISIONS = 200
"""Largest number of decisions in a match of a game that is solved."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the graph: the end of a match, an event of chance, or a decision.

    Attributes:
        children: Numbers of the nodes that follow, which are lower than the node's own.
        probabilities: Probabilities of the children; empty unless chance decides.
        information_set: Number of the information set; None unless a seat decides.
        payoff: The first seat's payoff; 0 before the end.
    """

    children: tuple[int, ...] = ()
    probabilities: tuple[float, ...] = ()
    information_set: int | None = None
    payoff: float = 0.0


@dataclass(slots=True)
class InformationSet:
    """A decision of a seat, by what it knows.

    Attributes:
        seat: Number of the seat.
        options: Keys of the options, sorted; of options that are alike only one is kept.
        last: The seat's last information set before this one and the number of the option taken there; None if there
            is none.
        depth: Number of the seat's decisions before this one.
        nodes: Numbers of its nodes.
    """

    seat: int
    options: tuple[str, ...]
    last: tuple[int, int] | None
    depth: int
    nodes: list[int] = field(default_factory=list)


def check_solvable(game: Game) -> None:
    """Raise PlayError if a game isn't one of two opposed seats."""
    if len(game.seats) != 2 or game.rulebook.sides:
        raise _refusal(game, "it solves only games of two seats that play against each other")


def _refusal(game: Game, message: str) -> PlayError:
    return PlayError(Problem(Location(game.id), "not-solvable", message))


class GameTree:
    """The tree of a game.

    Attributes:
        nodes: All nodes; the last one is the root.
        information_sets: All information sets.
        number_of: The number of an information set by its key, see `InformationKeys`.
        payoffs: The lowest and the highest payoff of the first seat.
    """

    def __init__(self, game: Game) -> None:
        """Visit every position of a game.

        Raises:
            PlayError: The game is not one of two opposed seats, or is too large.
        """
        check_solvable(game)
        self._game = game
        self._keys = InformationKeys(game)
        self._numbers: dict[Node, int] = {}
        self._positions = 0
        self.nodes: list[Node] = []
        self.information_sets: list[InformationSet] = []
        self.number_of: dict[InformationKey, int] = {}
        self._add_chance(game.chance(), (None, None))
        ends = [node.payoff for node in self.nodes if not node.children]
        self.payoffs = min(ends), max(ends)
        for number, node in enumerate(self.nodes):
            if node.information_set is not None:
                self.information_sets[node.information_set].nodes.append(number)
        del self._game, self._keys, self._numbers  # solutions are kept by game as long as it lives

    def _add(self, node: Node) -> int:
        """Return the number of a node, which is added unless there is an equal one."""
        number = self._numbers.setdefault(node, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
        return number

    def _add_chance(self, outcomes: Iterable[ChanceOutcome], last: tuple[tuple[int, int] | None, ...]) -> int:
        """Add what may follow, and return the number of its node.

        `last`: for each seat, its last information set and the option taken there.
        """
        first, *others = outcomes
        if not others:
            return self._add_position(first.match, last)
        shares: dict[int, float] = {}
        twins: dict[Hashable, int] = {}
        for outcome in (first, *others):
            key = self._keys.position(outcome.match)
            child = twins.get(key) if key is not None else None
            if child is None:
                child = twins[key] = self._add_position(outcome.match, last)
            shares[child] = shares.get(child, 0.0) + float(outcome.probability)
        if len(shares) == 1:
            return next(iter(shares))
        children = tuple(sorted(shares))
        return self._add(Node(children, tuple(shares[child] for child in children)))

    def _add_position(self, match: Match, last: tuple[tuple[int, int] | None, ...]) -> int:
        self._positions += 1
        if self._positions > MAX_POSITIONS or match.decisions > MAX_DECISIONS:
            raise _refusal(
                self._game,
                f"the game is too large to be solved: it has more than {MAX_POSITIONS:,} positions"
                if self._positions > MAX_POSITIONS
                else f"the game is too long to be solved: a match can have more than {MAX_DECISIONS} decisions",
            )
        if match.is_over():
            return self._add(Node(payoff=self._payoff(match)))
        seat = match.state.seat
        assert match.decision is not None
        indices = self._keys.options(match.decision.options)
        number = self._information_set(match, seat, tuple(indices), last[seat])
        children = []
        for at, index in enumerate(indices.values()):
            after = [*last]
            after[seat] = number, at
            children.append(self._add_chance(match.chance(index), tuple(after)))
        return self._add(Node(tuple(children), information_set=number))

    def _information_set(self, match: Match, seat: int, options: tuple[str, ...], last: tuple[int, int] | None) -> int:
        name = self._game.seats[seat]
        key = self._keys.information(match.log(name), match.view(name))
        number = self.number_of.setdefault(key, len(self.information_sets))
        if number == len(self.information_sets):
            depth = 0 if last is None else self.information_sets[last[0]].depth + 1
            self.information_sets.append(InformationSet(seat, options, last, depth))
        found = self.information_sets[number]
        if (found.options, found.last) != (options, last):
            raise _refusal(self._game, "a seat's options or its own choices don't follow from its view and log")
        return number

    def _payoff(self, match: Match) -> float:
        """Return the first seat's payoff, of which the second seat's is the negative."""
        outcome = match.outcome()
        assert outcome is not None
        first, second = self._game.seats
        if self._game.rulebook.aims_for_score:
            scores = self._game.scores(match.state)
            return (scores[first] - scores[second]) / 2
        return ((first in outcome.winners) - (second in outcome.winners)) / 2
