"""One seat's search in a match that goes on: what it has learned still holds where the seat knows how the match went,
and it can go on while others decide."""

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
    """The search of a seat in one match, which goes on and is never taken back."""

    def __init__(self, match: Match, seat: str, seed: int, terms: SearchTerms = TERMS) -> None:
        """`seed` settles what is drawn and tried."""
        self._match = match
        self._seat = seat
        self._random = Random(seed)
        self._terms = terms
        self._machine = machine_for(match.game, make=False)
        self._tree: Grows | None = None
        self._decided = self._sees()
        self._gone = 0
        """Of what was decided since the seat's own decision, so much lies behind the tree."""
        self._at = -1
        self._ahead = False

    def _sees(self) -> SeatMatch:
        return SeatMatch(self._match, self._seat, self._random)

    def deciding(self) -> Grows:
        """The tree for the decision at which the match stands, which is the seat's own: the one there is, if the seat
        knows what was decided since, but without its habits, which would hold on to what was good earlier. Raises
        PlayError if nothing agrees with what it knows."""
        now = self._sees()
        known = [None] if self._tree is None else now.known_since(self._decided)
        path = [choice for choice in known if choice is not None]
        tree, self._tree = self._tree, None  # it is gone, should it fail
        if tree is None or len(path) < len(known):
            outlook = None if tree is None else tree.outlook().later(self._terms)
            tree = tree_for(now, self._random.getrandbits(64), self._machine, self._terms, outlook, same=False)
        else:
            tree.go_on(now, path[self._gone :])
            tree.forget()
        self._tree, self._decided, self._gone, self._at = tree, now, 0, self._match.decisions
        return tree

    def ahead(self) -> Grows | None:
        """The tree for what comes, while somebody else decides; None if the seat has not decided yet, or too little is
        known of what has happened since."""
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
        """Let playouts begin where this has been decided since, if that is not too rare."""
        try:
            start = self._decided.after(path)
        except PlayError:
            return False
        if self._tree is None or not start.is_common():
            return False
        self._tree.go_on(start, path[self._gone :])
        self._gone = len(path)
        return True
