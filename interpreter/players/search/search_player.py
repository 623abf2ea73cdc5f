"""A player that searches: it plays many playouts from the current decision (see players.search.python_tree).

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

from interpreter.language.execution.executable import SearchMachine
from interpreter.language.execution.search_terms import DEFAULT_PARAMETERS, ScoreModel, SearchParameters
from interpreter.language.execution.tree_search import priority_of
from interpreter.matches.match import Game
from interpreter.players.base import SeatMatch
from interpreter.players.search.native_tree import (
    count_playouts,
    is_worth_compiling,
    make_tree,
    prepare_search,
    search_machine_for,
)
from interpreter.players.search.search_tree import ActionStats, Reply, SearchTree
from interpreter.support.background import BackgroundTask, can_run_in_parallel

BATCH_SECONDS = 0.02
"""Seconds of playouts between two checks of the clock."""
ProgressShare = Callable[[float], None]
"""Callback that reports the share of the search that is done."""


@dataclass(frozen=True, slots=True)
class Budget:
    """A budget of playouts or of time for each tree.

    Attributes:
        playouts: Number of playouts; None for a time budget.
        seconds: Time in seconds; None for a number of playouts.
        trees: Number of trees; None for the caller's default, or one.
        min_playouts: Smallest number of playouts, even when the time is up.
    """

    playouts: int | None = None
    seconds: float | None = None
    trees: int | None = None
    min_playouts: int = 1


class SearchPlayer:
    """A player that decides by search, in one match after the other.

    The same seed and number of playouts give the same answer on any number of processors.

    Attributes:
        budget: The budget of each decision.
        terms: The parameters of the search.
        progress: A callback for progress reports.
        action_stats: The statistics of each option of the last decision, best first.
        playouts: Number of playouts made so far.
    """

    def __init__(
        self, budget: Budget, progress: ProgressShare | None = None, terms: SearchParameters = DEFAULT_PARAMETERS
    ) -> None:
        self.budget = budget
        self.terms = terms
        self.progress = progress
        self.action_stats: list[ActionStats] = []
        self.playouts = 0
        self._last_match: SeatMatch | None = None
        self._last: tuple[SearchTree, SeatMatch] | None = None
        self._machine: SearchMachine | None = None
        self._score_model: ScoreModel | None = None

    def choose(self, match: SeatMatch) -> int:
        """Return the index of the best option (see `rank_options`), and keep the statistics in `action_stats`."""
        self.action_stats = rank_options(self.think(match))
        return self.action_stats[0].index

    def prepare(self, game: Game) -> None:
        """Prepare everything whose cost a time budget must not include."""
        if self.budget.seconds is not None:
            prepare_search(game)

    def replies(self) -> list[Reply | None]:
        """Return the most common reply to each option of the last decision, in their order.

        Empty if the decision was searched with several trees.
        """
        return [] if self._last is None else most_common_replies([self._last[0].replies()])

    def think(self, match: SeatMatch) -> list[ActionStats]:
        """Return the statistics of each option, in their order.

        Raises CahierError if the rules can't be carried out.
        """
        began = perf_counter()
        self._drop_other_match(match)
        trees, is_timed = self.budget.trees or 1, self.budget.seconds is not None
        if trees == 1 or (is_timed and not can_run_in_parallel()):
            tree = self._tree_for(match)
            played = run_search(tree, self.budget, self.progress, began)
            count_playouts(match.game, played)
            self.playouts += played
            self._score_model = tree.score_model().as_prior(self.terms)
            return tree.action_stats()
        first, *others = (match.random.getrandbits(64) for _ in range(trees))
        machine = self._machine_for(match.game)  # made once, before forking
        with ExitStack() as stack:
            background_trees = [
                stack.enter_context(
                    BackgroundTask(partial(run_new_search, match, other, self.budget, self.terms, self._score_model))
                )
                for other in others
            ]
            own_tree = make_tree(match, first, machine, self.terms, self._score_model, not is_timed)
            count_playouts(match.game, run_search(own_tree, self.budget, self.progress, began))
            self._score_model = own_tree.score_model().as_prior(self.terms)
            found = combine_trees([own_tree.action_stats(), *(other.result() for other in background_trees)])
            self.playouts += sum(option.playouts for option in found)
            return found

    def _drop_other_match(self, match: SeatMatch) -> None:
        """Drop everything that was kept for another match."""
        if self._last_match is not None and not match.is_same_match(self._last_match):
            self._last = self._score_model = None
            if match.game is not self._last_match.game:
                self._machine = None
        self._last_match = match

    def _tree_for(self, match: SeatMatch) -> SearchTree:
        """Return the tree of the last decision if it can be reused, or a new one."""
        if self._last is not None:
            tree, earlier = self._last
            if match.choice_after(earlier) is not None:
                tree.advance(match, [choice for choice in match.choices_since(earlier) if choice])
                self._last = tree, match
                return tree
        same, machine = self.budget.seconds is None, self._machine_for(match.game)
        tree = make_tree(match, match.random.getrandbits(64), machine, self.terms, self._score_model, same)
        self._last = tree, match
        return tree

    def _machine_for(self, game: Game) -> SearchMachine | None:
        if self._machine is None:
            self._machine = search_machine_for(game, self.budget.seconds is None and is_worth_compiling(game))
        return self._machine


def run_new_search(
    match: SeatMatch, seed: int, budget: Budget, terms: SearchParameters, score_model: ScoreModel | None
) -> list[ActionStats]:
    """Grow a new tree until its budget is used up, and return the statistics of each option in their order."""
    began = perf_counter()
    tree = make_tree(match, seed, search_machine_for(match.game, False), terms, score_model, budget.seconds is None)
    run_search(tree, budget, None, began)
    return tree.action_stats()


def run_search(
    tree: SearchTree, budget: Budget, progress: ProgressShare | None = None, start_time: float | None = None
) -> int:
    """Grow a tree until the budget is used up, and return the number of playouts.

    Args:
        tree: The tree.
        budget: The budget of this tree.
        progress: A callback for progress reports.
        start_time: The time at which the budget starts, by `perf_counter`; None for now. It may lie in the past, to
            include the making of the tree and of the seat's knowledge.
    """
    start_time = perf_counter() if start_time is None else start_time
    done, batch_size = 0, 1
    while True:
        share = done / budget.playouts if budget.playouts else 0.0
        if budget.seconds is not None:
            share = (perf_counter() - start_time) / budget.seconds
        if share >= 1 and done >= budget.min_playouts:
            break
        if progress is not None:
            progress(share)
        before = perf_counter()
        done += tree.run_playouts(batch_size if budget.playouts is None else min(batch_size, budget.playouts - done))
        duration = perf_counter() - before
        batch_size = max(
            1,
            batch_size // 2
            if duration > BATCH_SECONDS
            else batch_size * 2
            if duration < BATCH_SECONDS / 4
            else batch_size,
        )
    if progress is not None:
        progress(1.0)
    return done


def combine_trees(trees: list[list[ActionStats]]) -> list[ActionStats]:
    """Return the statistics of each option over several trees, weighted by playouts."""
    return [_combine_stats(stats) for stats in zip(*trees, strict=True)]


def _combine_stats(stats: tuple[ActionStats, ...]) -> ActionStats:
    """Return the statistics of one option over several trees."""
    playouts = sum(option.playouts for option in stats)
    weights = [option.playouts / playouts if playouts else 1 / len(stats) for option in stats]
    share = sum(weight * option.win_share for weight, option in zip(weights, stats, strict=True))
    value = sum(weight * option.value for weight, option in zip(weights, stats, strict=True))
    proof = max(option.proof for option in stats)
    return ActionStats(stats[0].index, playouts, share, value, proof)


def most_common_replies(trees: list[list[list[Reply]]]) -> list[Reply | None]:
    """Return the most common reply to each option over several trees; None where there is none."""
    return [
        _most_common_reply([reply for replies in each for reply in replies], each) for each in zip(*trees, strict=True)
    ]


def _most_common_reply(replies: list[Reply], each: tuple[list[Reply], ...]) -> Reply | None:
    playouts: dict[tuple[int, int, Any], int] = {}
    for reply in replies:
        key = reply.seat, reply.decision, reply.value
        playouts[key] = playouts.get(key, 0) + reply.playouts
    if not playouts:
        return None
    most = max(playouts, key=lambda key: playouts[key])
    return Reply(*most, playouts[most], sum(found[0].total for found in each if found))


def rank_options(stats: list[ActionStats]) -> list[ActionStats]:
    """Return statistics of options, best first.

    Proven wins come first and proven losses last. Among others the order is: most playouts, then highest value, then
    the order of the options.
    """
    return sorted(stats, key=lambda option: (-priority_of(option.proof), -option.playouts, -option.value, option.index))
