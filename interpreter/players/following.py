"""Tree reuse and pondering for one seat's search throughout a match.

The tree is kept as long as the seat knows how the match went on, and it can grow while others decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from interpreter.errors import PlayError
from interpreter.language.search_terms import TERMS, SearchTerms
from interpreter.matches.match import Match
from interpreter.players.machine import machine_for, tree_for
from interpreter.players.seat import SeatMatch
from interpreter.players.tree import Grows, Key


class Following:
    """The search of one seat throughout a match whose choices are never taken back."""

    def __init__(self, match: Match, seat: str, seed: int, terms: SearchTerms = TERMS) -> None:
        """Start without a tree. `seed` determines everything that the search draws."""
        self._match = match
        self._seat = seat
        self._random = Random(seed)
        self._terms = terms
        self._machine = machine_for(match.game, make=False)
        self._tree: Grows | None = None
        self._decided = self._sees()
        self._gone = 0
        """Number of decisions since the seat's own one that the tree's root has passed."""
        self._at = -1
        self._ahead = False

    def _sees(self) -> SeatMatch:
        return SeatMatch(self._match, self._seat, self._random)

    def deciding(self) -> Grows:
        """Return the tree for the current decision, which is the seat's own.

        The existing tree is reused if the seat knows all decisions since its last one. Its action history is dropped,
        because it would favour options that were good earlier.

        Raises PlayError if no state agrees with the seat's knowledge.
        """
        now = self._sees()
        known = [None] if self._tree is None else now.known_since(self._decided)
        path = [choice for choice in known if choice is not None]
        tree, self._tree = self._tree, None  # drop it first: it is unusable if moving its root fails
        if tree is None or len(path) < len(known):
            outlook = None if tree is None else tree.outlook().later(self._terms)
            tree = tree_for(now, self._random.getrandbits(64), self._machine, self._terms, outlook, same=False)
        else:
            tree.go_on(now, path[self._gone :])
            tree.forget()
        self._tree, self._decided, self._gone, self._at = tree, now, 0, self._match.decisions
        return tree

    def ahead(self) -> Grows | None:
        """Return the tree for pondering while another seat decides.

        None if the seat has not decided yet, or knows too little of the decisions since.
        """
        if self._at != self._match.decisions:
            self._at, self._ahead = self._match.decisions, self._goes_ahead()
        return self._tree if self._ahead else None

    def _goes_ahead(self) -> bool:
        if self._tree is None:
            return False
        path = []
        for choice in self._sees().known_since(self._decided):
            if choice is None:
                break
            path.append(choice)
        for length in range(len(path), max(0, self._gone - 1), -1):
            if length == self._gone or self._goes_to(path[:length]):
                return True
        return False

    def _goes_to(self, path: Sequence[Key]) -> bool:
        """Move the tree's root to the end of the path; return False if the path is impossible or too rare."""
        try:
            start = self._decided.after(path)
        except PlayError:
            return False
        if self._tree is None or not start.is_common():
            return False
        self._tree.go_on(start, path[self._gone :])
        self._gone = len(path)
        return True
