"""Tree reuse and pondering for one seat's search throughout a match.

The tree is kept as long as the seat knows how the match went on, and it can grow while others decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from interpreter.language.execution.search_terms import DEFAULT_PARAMETERS, SearchParameters
from interpreter.matches.match import Match
from interpreter.players.search.native_tree import make_tree, search_machine_for
from interpreter.players.search.search_tree import DecisionKey, SearchTree
from interpreter.players.seat import SeatMatch
from interpreter.support.errors import PlayError


class MatchSearch:
    """The search of one seat throughout a match whose choices are never taken back."""

    def __init__(self, match: Match, seat: str, seed: int, terms: SearchParameters = DEFAULT_PARAMETERS) -> None:
        """Start without a tree. `seed` determines everything that the search draws."""
        self._match = match
        self._seat = seat
        self._random = Random(seed)
        self._terms = terms
        self._machine = search_machine_for(match.game, can_compile=False)
        self._tree: SearchTree | None = None
        self._last_decision = self._seat_match()
        self._root_depth = 0
        """Number of decisions since the seat's own one that the tree's root has passed."""
        self._pondered_at = -1
        self._is_pondering = False

    def _seat_match(self) -> SeatMatch:
        return SeatMatch(self._match, self._seat, self._random)

    def tree_to_decide(self) -> SearchTree:
        """Return the tree for the current decision, which is the seat's own.

        The existing tree is reused if the seat knows all decisions since its last one. Its action history is dropped,
        because it would favour options that were good earlier.

        Raises PlayError if no state agrees with the seat's knowledge.
        """
        now = self._seat_match()
        known = [None] if self._tree is None else now.choices_since(self._last_decision)
        path = [choice for choice in known if choice is not None]
        tree, self._tree = self._tree, None  # drop it first: it is unusable if moving its root fails
        if tree is None or len(path) < len(known):
            outlook = None if tree is None else tree.score_model().as_prior(self._terms)
            tree = make_tree(now, self._random.getrandbits(64), self._machine, self._terms, outlook, reproducible=False)
        else:
            tree.advance(now, path[self._root_depth :])
            tree.clear_history()
        self._tree, self._last_decision, self._root_depth, self._pondered_at = tree, now, 0, self._match.decisions
        return tree

    def tree_to_ponder(self) -> SearchTree | None:
        """Return the tree for pondering while another seat decides.

        None if the seat has not decided yet, or knows too little of the decisions since.
        """
        if self._pondered_at != self._match.decisions:
            self._pondered_at, self._is_pondering = self._match.decisions, self._can_ponder()
        return self._tree if self._is_pondering else None

    def _can_ponder(self) -> bool:
        if self._tree is None:
            return False
        path = []
        for choice in self._seat_match().choices_since(self._last_decision):
            if choice is None:
                break
            path.append(choice)
        for length in range(len(path), max(0, self._root_depth - 1), -1):
            if length == self._root_depth or self._move_root(path[:length]):
                return True
        return False

    def _move_root(self, path: Sequence[DecisionKey]) -> bool:
        """Move the tree's root to the end of the path; return False if the path is impossible or too rare."""
        try:
            start = self._last_decision.start_after(path)
        except PlayError:
            return False
        if self._tree is None or not start.is_common():
            return False
        self._tree.advance(start, path[self._root_depth :])
        self._root_depth = len(path)
        return True
