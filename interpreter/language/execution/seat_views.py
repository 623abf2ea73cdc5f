"""A tree for each seat, of what it has seen (multiple-observer search: Cowling, Powley and Whitehouse 2012).

A seat decides by the statistics of its own tree. After a choice every seat moves on in its tree: to the option if it
saw which one was taken, otherwise to "something unseen". It sees a card if it saw the place where the card lay, or sees
the one where it lies by the next decision; what several choose at the same time, when all have chosen; anything else at
once. A choice that a seat sees later, such as a card that is turned up, moves it on then.

Seats that have seen the same are at the same node: where nothing is hidden, there is one tree.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Annotated

from interpreter.language.execution.executable import NIL
from interpreter.language.execution.machine_memory import Row, Struct, Table
from interpreter.language.execution.search_nodes import SearchNode, UnseenChoice

MOST_UNSEEN = 64
"""Most choices on the way down that some seat hasn't seen; with more, the playout leaves the tree."""


MOST_HELD = 3
"""Most cards of a seat by which its decisions are told apart; with more, hardly any comes up twice."""
HOLDING_MASK = (1 << 30) - 1
"""Bits of the number that stands for some cards."""
WORD_MASK = (1 << 32) - 1


def card_mark(kind: int, zone: int) -> int:
    """Return a number that stands for a card in a zone; the sum of several stands for all of them."""
    mark = ((kind << 16) + zone + 1) * 0x9E3779B1 & WORD_MASK
    mark = (mark ^ mark >> 15) * 0x85EBCA6B & WORD_MASK
    return mark ^ mark >> 13


class SeatViews(Struct, ABC):
    """Places of all seats in their trees.

    Attributes:
        root_node: The node of the seat that decides at the root.
        node: The node of the seat that decides.
        node_count: Number of nodes.
        max_nodes: See `SearchParameters`.
        is_new: True once the playout has left the tree.
        is_private: True if seats have trees of their own; otherwise `root_node` and `node` belong to all.
        seat_count: Number of seats.
        decision_kinds: Number of decisions of the game.
        unseen_count: Number of choices that some seats haven't seen.
        unseen_at_root: The same at the root; they come first.
        roots: The node of each seat from which playouts descend.
        places: The node of each seat that the playout has reached.
        unseen: The choices that some seats haven't seen.
    """

    root_node: SearchNode
    node: SearchNode
    node_count: int
    max_nodes: int
    is_new: bool
    is_private: bool
    seat_count: int
    decision_kinds: int
    unseen_count: int
    unseen_at_root: int
    roots: Annotated[Row[SearchNode], "SEATS"]
    places: Annotated[Row[SearchNode], "SEATS"]
    unseen: Annotated[Table[UnseenChoice], MOST_UNSEEN]

    @abstractmethod
    def action_of(self, decision: int, option: int) -> int:
        """Return an option of the current decision as the backend identifies it."""

    @abstractmethod
    def card_of(self, decision: int, option: int) -> int:
        """Return the card of an option of the current decision; NIL if it has none."""

    @abstractmethod
    def viewers(self, card: int) -> int:
        """Return a mask of the seats that see the zone where a card lies."""

    @abstractmethod
    def is_simultaneous(self, decision: int) -> bool:
        """Return True if several seats choose at the same time."""

    @abstractmethod
    def has_node(self, node: SearchNode, decision: int, action: int) -> bool:
        """Return True if an action has a node after another one."""

    @abstractmethod
    def node_after(self, node: SearchNode, seat: int, decision: int, action: int) -> SearchNode:
        """Return the node of a seat's action after another one; it is added if there is none."""

    # -- a playout

    def begin_views(self) -> None:
        """Return all seats to their roots."""
        self.unseen_count = self.unseen_at_root
        for at in range(self.unseen_count):
            choice = self.unseen[at]
            choice.waiting = choice.waiting_at_root
            choice.is_sealed = self.is_simultaneous(choice.decision)
        for seat in range(self.seat_count):
            self.places[seat] = self.roots[seat]

    def move_on(self, seat: int, decision: int, option: int) -> None:
        """Move a seat to the current node, and note that it is about to take this option."""
        self.places[seat] = self.node
        count = self.unseen_count
        if count >= MOST_UNSEEN:
            self.is_new = True
        else:
            choice = self.unseen[count]
            choice.seat = seat
            choice.decision = decision
            choice.action = self.action_of(decision, option)
            choice.card = self.card_of(decision, option)
            choice.is_sealed = self.is_simultaneous(decision)
            choice.watched = 0 if choice.is_sealed or choice.card == NIL else self.viewers(choice.card)
            choice.waiting = ~(1 << seat)
            choice.is_new = True
            self.unseen_count = count + 1

    def look(self, seat: int, decision: int) -> None:
        """Show all seats what they can see by now, when a seat must decide."""
        open_decision = decision if self.is_still_sealed(seat, decision) else NIL
        for at in range(self.unseen_count):
            choice = self.unseen[at]
            if choice.decision != open_decision:
                choice.is_sealed = False
            if choice.waiting != 0:
                self.show(choice)
        while self.unseen_count > self.unseen_at_root and self.unseen[self.unseen_count - 1].waiting == 0:
            self.unseen_count -= 1

    def is_still_sealed(self, seat: int, decision: int) -> bool:
        """Return True if a seat must choose at the same time as those that have chosen; False if it begins anew."""
        is_sealed = self.is_simultaneous(decision)
        for at in range(self.unseen_count):
            if self.unseen[at].is_sealed and self.unseen[at].seat == seat:
                is_sealed = False
        return is_sealed

    def show(self, choice: UnseenChoice) -> None:
        """Move on the seats that see a choice by now. If it is new, move the others to "something unseen"."""
        seen = 0
        if not choice.is_sealed:
            seen = -1 if choice.card == NIL else choice.watched | self.viewers(choice.card)
        for seat in range(self.seat_count):
            if choice.waiting >> seat & 1 != 0:
                if seen >> seat & 1 != 0:
                    at = choice.decision if choice.is_new else self.later(choice)
                    self.follow(seat, choice.seat, at, choice.action)
                elif choice.is_new:
                    self.follow(seat, choice.seat, self.unknown(choice.decision), 0)
        choice.waiting = 0 if seen == -1 else choice.waiting & ~seen & ((1 << self.seat_count) - 1)
        choice.is_new = False

    def unknown(self, decision: int) -> int:
        """Return the number that stands for a decision in the tree of a seat that doesn't see what was taken."""
        return self.decision_kinds + decision

    def later(self, choice: UnseenChoice) -> int:
        """Return the number that stands for a decision in the tree of a seat that sees later what was taken."""
        return (2 + choice.seat) * self.decision_kinds + choice.decision

    def follow(self, seat: int, chooser: int, decision: int, action: int) -> None:
        """Move a seat on to another seat's action; leave the tree if it is full."""
        node = self.places[seat]
        if self.node_count >= self.max_nodes and not self.has_node(node, decision, action):
            self.is_new = True
        else:
            self.places[seat] = self.node_after(node, chooser, decision, action)

    # -- moving the roots

    def clear_roots(self) -> None:
        """Let all seats begin at the root."""
        self.unseen_at_root = 0
        for seat in range(self.seat_count):
            self.roots[seat] = self.root_node

    def move_roots(self, decision: int, action: int, card: int) -> bool:
        """Move all roots past an action that was taken; return False if it has no node.

        `card`: the card that was chosen, or NIL.
        """
        if not self.is_private:
            is_known = self.has_node(self.root_node, decision, action)
            if is_known:
                self.root_node = self.node_after(self.root_node, 0, decision, action)
            return is_known
        chooser = self.chooser_of(decision, action)
        if chooser == NIL or self.unseen_at_root >= MOST_UNSEEN:
            return False
        can_hide = card != NIL or self.is_simultaneous(decision)
        hidden = 0
        for seat in range(self.seat_count):
            if can_hide and seat != chooser and self.has_node(self.roots[seat], self.unknown(decision), 0):
                hidden = hidden | 1 << seat
                self.roots[seat] = self.node_after(self.roots[seat], chooser, self.unknown(decision), 0)
            else:
                self.roots[seat] = self.node_after(self.roots[seat], chooser, decision, action)
        if hidden != 0:
            choice = self.unseen[self.unseen_at_root]
            choice.seat = chooser
            choice.decision = decision
            choice.action = action
            choice.card = card
            choice.watched = 0
            choice.waiting_at_root = hidden
            choice.is_new = False
            self.unseen_at_root += 1
        self.uncover()
        return True

    def chooser_of(self, decision: int, action: int) -> int:
        """Return the seat that has taken an action at its root; NIL if none has."""
        for seat in range(self.seat_count):
            if self.has_node(self.roots[seat], decision, action):
                node = self.node_after(self.roots[seat], seat, decision, action)
                if node.seat == seat and node.visits > 0:
                    return seat
        return NIL

    def uncover(self) -> None:
        """Move roots past what the seats have seen by then in earlier playouts."""
        for at in range(self.unseen_at_root):
            choice = self.unseen[at]
            for seat in range(self.seat_count):
                is_waiting = choice.waiting_at_root >> seat & 1 != 0
                if is_waiting and self.has_node(self.roots[seat], self.later(choice), choice.action):
                    self.roots[seat] = self.node_after(self.roots[seat], choice.seat, self.later(choice), choice.action)
                    choice.waiting_at_root = choice.waiting_at_root & ~(1 << seat)
