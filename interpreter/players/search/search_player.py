"""A player that searches: it plays many playouts from the current decision (see players.search.python_tree).

It may grow several trees in parallel and add up their results (root parallelization: Chaslot, Winands and van den Herik
2008): by machine code in threads, by Python in processes.
"""

from __future__ import annotations

from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from random import Random
from threading import RLock
from time import perf_counter
from typing import Any
from weakref import WeakSet, finalize

from interpreter.language.execution.executable import SearchMachine
from interpreter.language.execution.search_nodes import Proof
from interpreter.language.execution.search_terms import DEFAULT_PARAMETERS, ScoreModel, SearchParameters
from interpreter.language.execution.tree_search import priority_of
from interpreter.matches.match import Game
from interpreter.players.base import SeatMatch
from interpreter.players.search.game_clock import MIN_SECONDS, GameClock, expected_decisions
from interpreter.players.search.growth import Budget, ProgressShare, grow_in_threads, run_new_search, run_search
from interpreter.players.search.idle_machines import keep_machines
from interpreter.players.search.native_tree import (
    count_playouts,
    is_worth_compiling,
    make_tree,
    prepare_search,
    search_machine_for,
)
from interpreter.players.search.search_tree import ActionStats, Reply, SearchTree
from interpreter.support.background import BackgroundTask, can_run_in_parallel, has_several_processors
from interpreter.support.errors import CahierError

_SEARCHING = RLock()
"""Lock of a search: machines share the place at which Python reads and writes their memory."""


class SearchPlayer:
    """A player that decides by search, in one match after the other.

    The same seed and number of playouts give the same answer on any number of processors.

    Attributes:
        budget: The budget of each decision.
        terms: The parameters of the search.
        progress: A callback for progress reports.
        action_stats: The statistics of each option of the last decision, best first.
        drawn_from: The options from which the last choice was drawn, best first; empty if the best was taken.
        playouts: Number of playouts made so far.
        clock: The time of a match, if the budget has one.
    """

    def __init__(
        self, budget: Budget, progress: ProgressShare | None = None, terms: SearchParameters = DEFAULT_PARAMETERS
    ) -> None:
        self.budget = budget
        self.terms = terms
        self.progress = progress
        self.action_stats: list[ActionStats] = []
        self.drawn_from: list[ActionStats] = []
        self.playouts = 0
        self._last_match: SeatMatch | None = None
        self._last: tuple[SearchTree, SeatMatch] | None = None
        self._machines: list[SearchMachine] = []
        self._score_model: ScoreModel | None = None
        self.clock: GameClock | None = None
        finalize(self, keep_machines, self._machines).atexit = False

    def choose(self, match: SeatMatch) -> int:
        """Return the index of the best option (see `rank_options`), and keep the statistics in `action_stats`.

        Where opponents choose at the same time, the option is drawn from those in `drawn_from`.
        """
        by_score = self.terms.tie_break > 0 and match.game.rulebook.breaks_ties_by_score
        self.action_stats = rank_options(self.think(match), by_score)
        is_mixed = self.terms.mixed_share > 0 and match.decision.is_secret and not match.game.rulebook.sides
        self.drawn_from = mixed_options(self.action_stats, self.terms.mixed_share) if is_mixed else []
        if self.drawn_from:
            return draw_option(self.drawn_from, match.random).index
        return self.action_stats[0].index

    def prepare(self, game: Game) -> None:
        """Prepare everything whose cost a time budget must not include."""
        if self.budget.is_timed:
            prepare_search(game)
            warm_up(game, self.budget.trees)
            if self.budget.game_seconds is not None:
                expected_decisions(game, game.seats[0])

    def replies(self) -> list[Reply | None]:
        """Return the most common reply to each option of the last decision, in their order.

        Empty if the decision was searched with several trees.
        """
        with _SEARCHING:
            return [] if self._last is None else most_common_replies([self._last[0].replies()])

    def think(self, match: SeatMatch) -> list[ActionStats]:
        """Return the statistics of each option, in their order.

        Raises CahierError if the rules can't be carried out.
        """
        with _SEARCHING:
            return self._think(match)

    def _think(self, match: SeatMatch) -> list[ActionStats]:
        began = perf_counter()
        self._drop_other_match(match)
        if self.budget.game_seconds is None:
            return self.search_options(match, self.budget, began)
        if self.clock is None:
            self.clock = GameClock(self.budget.game_seconds, expected_decisions(match.game, match.seat))
        is_free = len(match.options) == 1
        seconds = MIN_SECONDS if is_free else self.clock.allot()
        found = self.search_options(match, replace(self.budget, seconds=seconds), began)
        self.clock.spend(perf_counter() - began, is_free)
        return found

    def search_options(self, match: SeatMatch, budget: Budget, began: float) -> list[ActionStats]:
        """Search within a budget that began at a time by `perf_counter`; see `think`."""
        trees, is_timed = budget.trees or 1, budget.is_timed
        if is_timed and not has_several_processors():
            trees = 1
        machines = self._machines_for(match.game, trees)
        if trees == 1 or (is_timed and not machines and not can_run_in_parallel()):
            tree = self._tree_for(match, machines)
            is_settled = None if budget.game_seconds is None else partial(is_choice_settled, tree)
            self._finish(match, tree, run_search(tree, budget, self.progress, began, is_settled=is_settled))
            return tree.action_stats()
        seeds = [match.random.getrandbits(64) for _ in range(trees)]
        grow = self._grow_in_threads if machines else self._grow_in_processes
        return combine_trees(grow(match, seeds, budget, began))

    def _grow_in_threads(
        self, match: SeatMatch, seeds: list[int], budget: Budget, began: float
    ) -> list[list[ActionStats]]:
        """Grow a tree in each machine, and return its statistics of each option."""
        same, machines = not budget.is_timed, self._machines
        trees = [
            make_tree(match, seed, machine, self.terms, self._score_model, same)
            for seed, machine in zip(seeds, machines, strict=False)
        ]
        self._finish(match, trees[0], grow_in_threads(trees, budget, self.progress, began))
        return [tree.action_stats() for tree in trees]

    def _grow_in_processes(
        self, match: SeatMatch, seeds: list[int], budget: Budget, began: float
    ) -> list[list[ActionStats]]:
        """Grow a tree by Python in each process, and return its statistics of each option."""
        first, *others = seeds
        with ExitStack() as stack:
            background_trees = [
                stack.enter_context(
                    BackgroundTask(partial(run_new_search, match, other, budget, self.terms, self._score_model))
                )
                for other in others
            ]
            own_tree = make_tree(match, first, None, self.terms, self._score_model)
            played = run_search(own_tree, budget, self.progress, began)
            found = [own_tree.action_stats(), *(other.result() for other in background_trees)]
        self._finish(match, own_tree, played + sum(option.playouts for stats in found[1:] for option in stats))
        return found

    def _finish(self, match: SeatMatch, tree: SearchTree, played: int) -> None:
        """Count the playouts of a decision, and keep what its first tree has learned of scores."""
        count_playouts(match.game, played)
        self.playouts += played
        self._score_model = tree.score_model().as_prior(self.terms)

    def _drop_other_match(self, match: SeatMatch) -> None:
        """Drop everything that was kept for another match."""
        if self._last_match is not None and not match.is_same_match(self._last_match):
            self._last = self._score_model = self.clock = None
            if match.game is not self._last_match.game:
                keep_machines(self._machines)
        self._last_match = match

    def _tree_for(self, match: SeatMatch, machines: list[SearchMachine]) -> SearchTree:
        """Return the tree of the last decision if it can be reused, or a new one."""
        if self._last is not None:
            tree, earlier = self._last
            if match.choice_after(earlier) is not None:
                tree.advance(match, [choice for choice in match.choices_since(earlier) if choice])
                self._last = tree, match
                return tree
        same, machine = not self.budget.is_timed, machines[0] if machines else None
        tree = make_tree(match, match.random.getrandbits(64), machine, self.terms, self._score_model, same)
        self._last = tree, match
        return tree

    def _machines_for(self, game: Game, count: int) -> list[SearchMachine]:
        """Return `count` machines that belong to this player while it exists, or none to search in Python."""
        while len(self._machines) < count:
            machine = search_machine_for(game, not self.budget.is_timed and is_worth_compiling(game))
            if machine is None:
                return []
            self._machines.append(machine)
        return self._machines[:count]


WARM_UP_SECONDS = 0.02
"""Seconds of search before the first match of a game, outside of all budgets."""
_warm_games: WeakSet[Game] = WeakSet()


def warm_up(game: Game, trees: int | None = None) -> None:
    """Search the first decision of a game once, so that everything made on first use is made.

    Machines stay warm afterwards, see `idle_machines`.
    """
    if game in _warm_games:
        return
    _warm_games.add(game)
    with suppress(CahierError):  # the match itself reports it
        match = game.start(limited=True)
        if match.decision is not None:
            player = SearchPlayer(Budget(seconds=WARM_UP_SECONDS, trees=trees))
            player.choose(SeatMatch(match, match.decision.seat, Random(0)))


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
    depth = min(option.proof_depth for option in stats if option.proof == proof)
    return ActionStats(stats[0].index, playouts, share, value, proof, depth)


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


DEPTH_SIGNS = {Proof.NOTHING: 0, Proof.LOST: -1, Proof.DRAWN: 0, Proof.WON: 1}
"""The order of options with a proven result by depth: ascending, descending, or none."""


def rank_options(stats: list[ActionStats], by_score: bool = False) -> list[ActionStats]:
    """Return statistics of options, best first.

    Proven wins come first, the shortest before longer ones, and proven losses last, the longest before shorter ones.
    Among equal ones the order is: most playouts, then highest value, then the order of the options.

    Args:
        stats: The statistics of all options.
        by_score: If all options always win, or none ever does, their values differ by the score. Of those that have at
            least half the most playouts, the one with the highest value comes first.
    """
    most = max(option.playouts for option in stats)
    shares = {option.win_share for option in stats if option.playouts}
    is_decided = by_score and shares in ({0.0}, {1.0})
    return sorted(
        stats,
        key=lambda option: (
            -priority_of(option.proof),
            DEPTH_SIGNS[option.proof] * option.proof_depth,
            -most if is_decided and 2 * option.playouts >= most else -option.playouts,
            -option.value,
            option.index,
        ),
    )


def mixed_options(stats: list[ActionStats], least: float) -> list[ActionStats]:
    """Return the options of a mixed strategy: those with at least the share `least` of the most playouts.

    The others were tried mainly to explore them.
    """
    most = max(option.playouts for option in stats)
    return [option for option in stats if option.playouts >= least * most]


def draw_option(stats: list[ActionStats], random: Random) -> ActionStats:
    """Return an option, drawn in proportion to its playouts.

    Choices at the same time need a mixed strategy, because an opponent can prepare for a choice that is always the
    same. Shares of playouts approximate one (Shafiei, Sturtevant and Schaeffer 2009).
    """
    return random.choices(stats, [option.playouts + 1 for option in stats])[0]


def is_choice_settled(tree: SearchTree, playouts_left: float) -> bool:
    """Return True if `playouts_left` more playouts can't change which option of a tree is best."""
    best, *others = rank_options(tree.action_stats())
    if not others:
        return True
    if best.proof == Proof.WON:  # one that wins at once is proved by its first playout
        return best.proof_depth == 1 or all(other.playouts for other in others)
    return all(other.proof == Proof.LOST or best.playouts - other.playouts > playouts_left for other in others)
