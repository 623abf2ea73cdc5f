"""A player that searches: it plays many playouts from the current decision (see players.tree).

It may grow several trees in parallel, each in its own process, and add up their results (root parallelization: Chaslot,
Winands and van den Herik 2008).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

from interpreter.background import Background, at_once
from interpreter.language.executable import SearchMachine
from interpreter.language.search_terms import TERMS, Outlook, SearchTerms
from interpreter.matches.match import Game
from interpreter.players.machine import machine_for, make_ready, note_playouts, pays, tree_for
from interpreter.players.proof import HOPES
from interpreter.players.seat import SeatMatch
from interpreter.players.tree import Grows, Reply, Thought

AT_ONCE = 0.02
"""Seconds of playouts between two checks of the clock."""
Progress = Callable[[float], None]
"""Callback that reports the share of the search that is done."""


@dataclass(frozen=True, slots=True)
class Budget:
    """A budget of playouts or of time for each tree.

    Attributes:
        playouts: Number of playouts; None for a time budget.
        seconds: Time in seconds; None for a number of playouts.
        trees: Number of trees; None for the caller's default, or one.
        at_least: Smallest number of playouts, even when the time is up.
    """

    playouts: int | None = None
    seconds: float | None = None
    trees: int | None = None
    at_least: int = 1


class SearchPlayer:
    """A player that decides by search, in one match after the other.

    The same seed and number of playouts give the same answer on any number of processors.

    Attributes:
        budget: The budget of each decision.
        terms: The parameters of the search.
        progress: A callback for progress reports.
        thoughts: The statistics of each option of the last decision, best first.
        playouts: Number of playouts made so far.
    """

    def __init__(self, budget: Budget, progress: Progress | None = None, terms: SearchTerms = TERMS) -> None:
        self.budget = budget
        self.terms = terms
        self.progress = progress
        self.thoughts: list[Thought] = []
        self.playouts = 0
        self._seen: SeatMatch | None = None
        self._last: tuple[Grows, SeatMatch] | None = None
        self._machine: SearchMachine | None = None
        self._outlook: Outlook | None = None

    def choose(self, match: SeatMatch) -> int:
        """Return the index of the best option (see `ranked`), and keep the statistics in `thoughts`."""
        self.thoughts = ranked(self.think(match))
        return self.thoughts[0].index

    def make_ready(self, game: Game) -> None:
        """Prepare everything whose cost a time budget must not include."""
        if self.budget.seconds is not None:
            make_ready(game)

    def replies(self) -> list[Reply | None]:
        """Return the most common reply to each option of the last decision, in their order.

        Empty if the decision was searched with several trees.
        """
        return [] if self._last is None else mostly([self._last[0].replies()])

    def think(self, match: SeatMatch) -> list[Thought]:
        """Return the statistics of each option, in their order.

        Raises CahierError if the rules can't be carried out.
        """
        began = perf_counter()
        self._begin(match)
        trees, timed = self.budget.trees or 1, self.budget.seconds is not None
        if trees == 1 or (timed and not at_once()):
            tree = self._tree(match)
            played = grow(tree, self.budget, self.progress, began)
            note_playouts(match.game, played)
            self.playouts += played
            self._outlook = tree.outlook().later(self.terms)
            return tree.thoughts()
        first, *others = (match.random.getrandbits(64) for _ in range(trees))
        machine = self._machine_for(match.game)  # made once, before forking
        with ExitStack() as stack:
            beside = [
                stack.enter_context(Background(partial(grown, match, other, self.budget, self.terms, self._outlook)))
                for other in others
            ]
            own = tree_for(match, first, machine, self.terms, self._outlook, not timed)
            note_playouts(match.game, grow(own, self.budget, self.progress, began))
            self._outlook = own.outlook().later(self.terms)
            found = added_up([own.thoughts(), *(other.result() for other in beside)])
            self.playouts += sum(thought.playouts for thought in found)
            return found

    def _begin(self, match: SeatMatch) -> None:
        """Drop everything that was kept for another match."""
        if self._seen is not None and not match.goes_on_from(self._seen):
            self._last = self._outlook = None
            if match.game is not self._seen.game:
                self._machine = None
        self._seen = match

    def _tree(self, match: SeatMatch) -> Grows:
        """Return the tree of the last decision if it can be reused, or a new one."""
        if self._last is not None:
            tree, earlier = self._last
            if match.choice_after(earlier) is not None:
                tree.go_on(match, [choice for choice in match.known_since(earlier) if choice])
                self._last = tree, match
                return tree
        same, machine = self.budget.seconds is None, self._machine_for(match.game)
        tree = tree_for(match, match.random.getrandbits(64), machine, self.terms, self._outlook, same)
        self._last = tree, match
        return tree

    def _machine_for(self, game: Game) -> SearchMachine | None:
        if self._machine is None:
            self._machine = machine_for(game, self.budget.seconds is None and pays(game))
        return self._machine


def grown(match: SeatMatch, seed: int, budget: Budget, terms: SearchTerms, outlook: Outlook | None) -> list[Thought]:
    """Grow a new tree until its budget is used up, and return the statistics of each option in their order."""
    began = perf_counter()
    tree = tree_for(match, seed, machine_for(match.game, False), terms, outlook, budget.seconds is None)
    grow(tree, budget, None, began)
    return tree.thoughts()


def grow(tree: Grows, budget: Budget, progress: Progress | None = None, began: float | None = None) -> int:
    """Grow a tree until the budget is used up, and return the number of playouts.

    Args:
        tree: The tree.
        budget: The budget of this tree.
        progress: A callback for progress reports.
        began: The time at which the budget starts, by `perf_counter`; None for now. It may lie in the past, to include
            the making of the tree and of the seat's knowledge.
    """
    began = perf_counter() if began is None else began
    done, some = 0, 1
    while True:
        share = done / budget.playouts if budget.playouts else 0.0
        if budget.seconds is not None:
            share = (perf_counter() - began) / budget.seconds
        if share >= 1 and done >= budget.at_least:
            break
        if progress is not None:
            progress(share)
        before = perf_counter()
        done += tree.grow(some if budget.playouts is None else min(some, budget.playouts - done))
        took = perf_counter() - before
        some = max(1, some // 2 if took > AT_ONCE else some * 2 if took < AT_ONCE / 4 else some)
    if progress is not None:
        progress(1.0)
    return done


def added_up(trees: list[list[Thought]]) -> list[Thought]:
    """Return the statistics of each option over several trees, weighted by playouts."""
    return [_together(thoughts) for thoughts in zip(*trees, strict=True)]


def _together(thoughts: tuple[Thought, ...]) -> Thought:
    """Return the statistics of one option over several trees."""
    playouts = sum(thought.playouts for thought in thoughts)
    weights = [thought.playouts / playouts if playouts else 1 / len(thoughts) for thought in thoughts]
    share = sum(weight * thought.share for weight, thought in zip(weights, thoughts, strict=True))
    worth = sum(weight * thought.worth for weight, thought in zip(weights, thoughts, strict=True))
    proof = max(thought.proof for thought in thoughts)
    return Thought(thoughts[0].index, playouts, share, worth, proof)


def mostly(trees: list[list[list[Reply]]]) -> list[Reply | None]:
    """Return the most common reply to each option over several trees; None where there is none."""
    return [_mostly([reply for replies in each for reply in replies], each) for each in zip(*trees, strict=True)]


def _mostly(replies: list[Reply], each: tuple[list[Reply], ...]) -> Reply | None:
    playouts: dict[tuple[int, int, Any], int] = {}
    for reply in replies:
        key = reply.seat, reply.asked, reply.value
        playouts[key] = playouts.get(key, 0) + reply.playouts
    if not playouts:
        return None
    most = max(playouts, key=lambda key: playouts[key])
    return Reply(*most, playouts[most], sum(found[0].of for found in each if found))


def ranked(thoughts: list[Thought]) -> list[Thought]:
    """Return statistics of options, best first.

    Proven wins come first and proven losses last. Among others the order is: most playouts, then highest value, then
    the order of the options.
    """
    return sorted(
        thoughts, key=lambda thought: (-HOPES[thought.proof], -thought.playouts, -thought.worth, thought.index)
    )
