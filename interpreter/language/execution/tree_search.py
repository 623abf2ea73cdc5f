"""Tree search: the one source for machine code and for Python (information set Monte Carlo tree search).

`TreeSearch` has the rules of a playout: selection, expansion, backup, and when a rollout is cut short. A subclass for
each backend says where nodes are kept and how the game goes on. Machine code is translated from the same methods
(wasm/subset.py).

Proven results come from ends of the game in the tree (MCTS-Solver: Winands, Björnsson and Saito 2008). They are valid
for two opposed seats in games without hidden information, and if no chance occurred on the way from the root. A winning
option settles the decision in which it is taken. Otherwise the best option settles it, as soon as all are proved.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import inf, sqrt
from typing import Annotated

from interpreter.language.chance import INCREMENT, MASK, MULTIPLIER
from interpreter.language.execution.executable import NIL
from interpreter.language.execution.machine_memory import INLINE, Row, Table
from interpreter.language.execution.search_nodes import OpenedHistory, PathStep, Proof, SearchNode
from interpreter.language.execution.search_payoffs import PayoffState, evaluate, is_led, spread
from interpreter.language.execution.search_tables import log_of
from interpreter.language.execution.search_terms import HALF_RANGE, NEVER
from interpreter.language.execution.seat_views import SeatViews

LUCK_MASK = (1 << 31) - 1
"""Bits of a random number by which ties are broken."""
UNDECIDED = 1
"""Priority of an option that is neither a proven win nor a proven loss."""
WINNING = 2
"""Priority of an option that is a proven win."""
MOST_OPENED = 32
"""Most local action histories on the way down the tree."""
OPPOSITE = 4
"""Sum of a result for one seat and for the other one."""


def estimated_value(node: SearchNode, prior: float, weight: float) -> float:
    """Return the mean payoff over playouts, with the action history as a prior of this weight."""
    return (node.value_sum + weight * prior) / (node.visits + weight)


def upper_bound(
    node: SearchNode, prior: float, weight: float, exploring: float, noise: float, preference: float
) -> float:
    """Return the upper confidence bound (UCB1) of an option, relative to how often it was available."""
    tries = node.visits + weight
    bound = (node.value_sum + weight * prior) / tries + exploring * sqrt(log_of(node.availability + 1) / tries) + noise
    if node.is_preferred:
        bound += preference / tries
    return bound


def add_visit(node: SearchNode, share: float, value: float) -> None:
    """Add a playout to the statistics of a node, with the seat's share of the win and its payoff."""
    node.visits += 1
    node.wins += share
    node.value_sum += value


def updated_mean(mean: float, value: float, count: int) -> float:
    """Return the mean of `count` values, given that of all but the last one."""
    return mean + (value - mean) / count


def diminished(count: int, most: float) -> float:
    """Return a weight that grows with a count, at first as fast as it, and approaches `most`."""
    return count * most / (count + most)


def proof_of(share: float) -> int:
    """Return the result at an end of the game, by the first seat's share of the win."""
    return Proof.LOST if share < 0.5 else Proof.WON if share > 0.5 else Proof.DRAWN


def for_seat(proof: int, seat: int) -> int:
    """Convert a proven result between the views of the first seat and another one; the function is its own inverse."""
    return proof if seat == 0 or proof == Proof.NOTHING else OPPOSITE - proof


def priority_of(proof: int) -> int:
    """Return the priority of an option, by its proven result for the seat that decides; a higher one is taken first."""
    return WINNING if proof == Proof.WON else 0 if proof == Proof.LOST else UNDECIDED


def record_proof(root: SearchNode, path: Table[PathStep], length: int, share: float) -> None:
    """Record the result at the end of a path from the root, and propagate it towards the root.

    `share`: the first seat's share of the win.
    """
    proof = proof_of(share)
    depth = 1
    while length > 0:
        length -= 1
        step = path[length]
        if step.node.proof != Proof.NOTHING:
            return
        step.node.proof = proof
        step.node.proof_depth = depth
        above = path[length - 1].node if length > 0 else root
        above.unproved -= 1
        found = for_seat(proof, step.seat)
        if found > above.best:
            above.best = found
        if found == Proof.WON or depth > above.proof_depth:
            above.proof_depth = depth
        if above.best != Proof.WON and above.unproved > 1:
            return
        proof = for_seat(above.best, step.seat)
        depth = above.proof_depth + 1


class TreeSearch(SeatViews, ABC):
    """A search tree, and the current playout's way through it.

    The options of a decision are given by index. Random numbers are unsigned words in Python, signed ones in machine
    code; thresholds are shifted by `HALF_RANGE`, so that both compare alike.

    Attributes:
        stream: State of the generator of the current playout, see `language/chance.py`.
        path_length: Number of nodes on the way from the root.
        is_provable: True if results can be proved from the root.
        is_certain: True if the end of this playout would be a proof.
        is_scored: True if the rules name a score that is used.
        rollout_limit: Number of decisions beyond the tree after which the rollout is checked next.
        history_count: Number of local action histories of the tree.
        most_histories: Most of them.
        opened_count: Number of local action histories on the way from the root.
        nearest: The number of the last one of these; 0 if there is none.
        has_holding: True if what the seat holds is told apart in this decision.
        exploration, history_weight, local_weight, local_visits, table_weight, holding_weight, noise, cutoff,
            cutoff_step, max_decisions: See `SearchParameters`; `noise` is for each unit of a random number of 31 bits.
        guided: By seat, the threshold below which a random word leaves a decision of the rollout to the seat's tables.
        trusted: The same for decisions in the tree.
        payoffs: Payoffs of the playout, and what was learned from earlier ones.
        children: The nodes of all options of the current decision.
        held: The nodes of the same options after `holding`.
        opened: The local action histories on the way from the root.
        path: The nodes on the way from the root, with the seats that chose them.
    """

    stream: int
    path_length: int
    is_provable: bool
    is_certain: bool
    is_scored: bool
    rollout_limit: int
    exploration: float
    history_weight: float
    local_weight: float
    local_visits: int
    history_count: int
    most_histories: int
    opened_count: int
    nearest: int
    table_weight: float
    holding_weight: float
    has_holding: bool
    noise: float
    cutoff: int
    cutoff_step: int
    max_decisions: int
    guided: Annotated[Row[int], "SEATS"]
    trusted: Annotated[Row[int], "SEATS"]
    payoffs: Annotated[PayoffState, INLINE]
    children: Annotated[Row[SearchNode], "MOST_OPTIONS"]
    held: Annotated[Row[SearchNode], "MOST_OPTIONS"]
    opened: Annotated[Table[OpenedHistory], MOST_OPENED]
    path: Annotated[Table[PathStep], "MOST_STEPS"]

    # -- the backend: the game that is played on

    @abstractmethod
    def next_decision(self) -> int:
        """Begin a decision and return its number; NIL if the game is over or a pause is due."""

    @abstractmethod
    def deciding_seat(self, decision: int) -> int:
        """Return the seat that must decide."""

    @abstractmethod
    def option_count(self) -> int:
        """Return the number of options."""

    @abstractmethod
    def answer(self, decision: int, option: int) -> None:
        """Take an option and play on to the next decision."""

    @abstractmethod
    def match_random(self) -> int:
        """Return the state of the match's own generator; it changes with each event of chance."""

    @abstractmethod
    def winner_count(self) -> int:
        """Return the number of winners; 0 if the game is not over or nobody won."""

    @abstractmethod
    def has_won(self, seat: int) -> bool:
        """Return True if a seat is one of the winners."""

    @abstractmethod
    def is_side_win(self) -> bool:
        """Return True if the winners are a side."""

    @abstractmethod
    def seat_score(self, seat: int) -> int:
        """Return a seat's score."""

    # -- the backend: nodes, action statistics and tables

    @abstractmethod
    def has_child(self, decision: int, option: int) -> bool:
        """Return True if an option has a node."""

    @abstractmethod
    def child(self, node: SearchNode, seat: int, decision: int, option: int) -> SearchNode:
        """Return the node of an option after another node.

        It is added without statistics (`clear_node`) if there is none. Calls for one option after the other are fast.
        """

    @abstractmethod
    def holding_of(self, seat: int) -> int:
        """Return a number that stands for the cards that a seat sees and others don't; NIL if they are too many."""

    @abstractmethod
    def has_shared_children(self, count: int) -> bool:
        """Return True if two of the first `count` nodes in `children` are one."""

    @abstractmethod
    def prior(self, seat: int, decision: int, option: int) -> float:
        """Return an option's value by the action history; the seat's mean payoff if it is new."""

    @abstractmethod
    def trace(self, seat: int, decision: int, option: int) -> None:
        """Record an option for the update of the action history."""

    @abstractmethod
    def trace_count(self) -> int:
        """Return the number of options that were traced in this playout."""

    @abstractmethod
    def clear_local(self, history: int) -> None:
        """Clear a new local action history."""

    @abstractmethod
    def local_count(self, history: int, seat: int, decision: int, option: int) -> int:
        """Return the number of playouts with an option in a local action history."""

    @abstractmethod
    def local_sum(self, history: int, seat: int, decision: int, option: int) -> float:
        """Return the total payoff of these playouts for the seat."""

    @abstractmethod
    def update_local(self, opened: OpenedHistory) -> None:
        """Update a local action history with the payoffs of all options that were traced since it was opened."""

    @abstractmethod
    def update_history(self) -> None:
        """Update the action history with the payoffs of all options that were traced."""

    @abstractmethod
    def table_choice(self, seat: int, decision: int, random: int) -> int:
        """Return the option that a seat's tables take, drawn by a random number if they leave several."""

    @abstractmethod
    def keep_by_table(self, seat: int, decision: int) -> int:
        """Return the number of options that a seat's tables leave; all if it has none."""

    @abstractmethod
    def is_kept(self, option: int) -> bool:
        """Return True if the last call of `keep_by_table` has left an option."""

    # -- descent

    def begin_descent(self) -> None:
        """Return to the root for a new playout."""
        self.node = self.root_node
        self.path_length = 0
        self.is_new = False
        self.is_certain = self.is_provable
        self.opened_count = 0
        self.nearest = 0
        if self.is_private:
            self.begin_views()

    def descend(self) -> None:
        """Descend the tree to the first new option, the end of the game, or a pause."""
        while not self.is_new:
            decision = self.next_decision()
            if decision == NIL:
                return
            seat = self.deciding_seat(decision)
            if self.is_private:
                self.enter_view(seat, decision)
            if self.is_new or (self.node_count >= self.max_nodes and not self.is_fully_expanded(decision)):
                self.is_new = True
            else:
                if self.is_provable and self.local_weight > 0.0:
                    self.open_history()
                if self.is_left_to_table(seat):
                    option = self.choose_by_table(seat, decision)
                else:
                    option = self.select(seat, decision)
                    if self.has_holding:
                        self.add_step(self.held[option], seat)
                self.trace(seat, decision, option)
                self.add_step(self.node, seat)
                self.is_new = self.node.visits == 0
                if self.is_private:
                    self.move_on(seat, decision, option)
                random = self.match_random()
                self.answer(decision, option)
                if self.match_random() != random:
                    self.is_certain = False

    def add_step(self, node: SearchNode, seat: int) -> None:
        """Add a node to the way from the root."""
        step = self.path[self.path_length]
        step.node = node
        step.seat = seat
        self.path_length += 1

    def enter_view(self, seat: int, decision: int) -> None:
        """Go on in the tree of the seat that must decide."""
        self.look(seat, decision)
        self.node = self.places[seat]
        if self.path_length == 0:
            self.root_node = self.node

    def is_fully_expanded(self, decision: int) -> bool:
        """Return True if every option has a node."""
        for option in range(self.option_count()):
            if not self.has_child(decision, option):
                return False
        return True

    def is_left_to_table(self, seat: int) -> bool:
        """Return True if a seat's tables decide in the tree this time."""
        if self.trusted[seat] == NEVER:
            return False
        random = (self.stream * MULTIPLIER + INCREMENT) & MASK
        self.stream = random
        return random - HALF_RANGE < self.trusted[seat]

    def choose_by_table(self, seat: int, decision: int) -> int:
        """Return the option that a seat's tables take, and make its node the current one."""
        random = (self.stream * MULTIPLIER + INCREMENT) & MASK
        self.stream = random
        self.is_certain = False
        option = self.table_choice(seat, decision, random)
        self.node = self.child(self.node, seat, decision, option)
        self.node.availability += 1
        return option

    def select(self, seat: int, decision: int) -> int:
        """Return the option to try next, and make its node the current one.

        It is the option with the highest upper confidence bound; a proven win comes first and a proven loss last. At
        the root, all options are tried even if one is a proven win.
        """
        count = self.expand(seat, decision)
        self.begin_holding(seat, decision, count)
        exploring = self.exploration * spread(self.payoffs, seat, self.is_certain or not self.is_scored)
        weight = self.history_weight
        known = self.nearest
        preference = self.table_weight
        unit = self.noise
        children = self.children
        best = 0
        best_bound = -inf
        best_priority = -1
        random = self.stream
        for option in range(count):
            child = children[option]
            random = (random * MULTIPLIER + INCREMENT) & MASK
            prior = self.prior(seat, decision, option)
            if known != 0:
                times = self.local_count(known, seat, decision, option)
                total = self.local_sum(known, seat, decision, option)
                weight = self.history_weight
                prior = (total + weight * prior) / (times + weight)
                weight += diminished(times, self.local_weight)
            luck = unit * (random >> 33 & LUCK_MASK)
            if self.has_holding:
                prior = estimated_value(child, prior, weight)
                bound = upper_bound(self.held[option], prior, self.holding_weight, exploring, luck, preference)
            else:
                bound = upper_bound(child, prior, weight, exploring, luck, preference)
            priority = priority_of(for_seat(child.proof, seat)) if child.proof else UNDECIDED
            if priority > best_priority or (priority == best_priority and bound > best_bound):
                best = option
                best_bound = bound
                best_priority = priority
        self.stream = random
        if best_priority == WINNING and self.path_length == 0:
            best = self.untried(best, count)
        self.node = children[best]
        return best

    def open_history(self) -> None:
        """Let a position that was visited often have an action history of its own (GRAVE: Cazenave 2015).

        It has the playouts that went through the position, with all that was chosen after it. Options begin with their
        value in the nearest one, beside that of the whole search. Games of two seats with open zones have them, unless
        they have scores, or decisions among pairs: what a move of a piece is worth changes with the position.
        """
        node = self.node
        is_due = node.history == 0 and (self.path_length == 0 or node.visits >= self.local_visits)
        if is_due and self.history_count < self.most_histories:
            self.history_count += 1
            node.history = self.history_count
            self.clear_local(node.history)
        if node.history != 0 and self.opened_count < MOST_OPENED:
            opened = self.opened[self.opened_count]
            opened.number = node.history
            opened.start = self.trace_count()
            self.opened_count += 1
            self.nearest = node.history

    def untried(self, option: int, count: int) -> int:
        """Return the first option without a playout, which may win sooner than a proven win; otherwise `option`."""
        for other in range(count):
            if self.children[other].visits == 0:
                return other
        return option

    def expand(self, seat: int, decision: int) -> int:
        """Store the nodes of all options in `children`, adding those that are new; return their number."""
        known = self.node_count
        count = self.option_count()
        children = self.children
        for option in range(count):
            children[option] = self.child(self.node, seat, decision, option)
        if self.node_count > known:
            self.mark_preferred(seat, decision, count)
        for option in range(count):
            children[option].availability += 1
        if self.is_certain and self.node.unproved == 0:
            if self.has_shared_children(count):  # cards that are alike but lie in different zones have different proofs
                self.is_certain = False
            else:
                self.node.unproved = count + 1
        return count

    def begin_holding(self, seat: int, decision: int, count: int) -> None:
        """Find the nodes of all options for what the seat holds, unless it is the seat that decides at the root.

        That seat knows what it holds. An option's value there begins with its value whatever the seat holds.
        """
        self.has_holding = False
        if self.holding_weight > 0.0 and self.is_other(seat) and self.node_count < self.max_nodes:
            holding = self.holding_of(seat)
            if holding != NIL:
                self.has_holding = True
                node = self.node_after(self.node, seat, (2 + self.seat_count) * self.decision_kinds, holding)
                for option in range(count):
                    held = self.child(node, seat, decision, option)
                    held.availability += 1
                    held.is_preferred = self.children[option].is_preferred
                    self.held[option] = held

    def is_other(self, seat: int) -> bool:
        """Return True if another seat decides at the root."""
        return self.path_length > 0 and self.path[0].seat != seat

    def mark_preferred(self, seat: int, decision: int, count: int) -> None:
        """Mark the new options that a table of the seat prefers, unless it leaves all."""
        if self.keep_by_table(seat, decision) < count:
            for option in range(count):
                if self.children[option].availability == 0 and self.is_kept(option):
                    self.children[option].is_preferred = True

    # -- rollout and backup

    def begin_rollout(self) -> None:
        """Prepare to play on beyond the tree. The end is no proof then."""
        self.is_certain = False
        self.rollout_limit = self.cutoff if self.is_scored else self.max_decisions

    def is_cut_short(self) -> bool:
        """Return True if a rollout ends here, at its limit: a seat leads, or it is too long. Else move the limit."""
        if self.rollout_limit >= self.max_decisions:
            return True
        self.set_scores()
        if is_led(self.payoffs, self.seat_count):
            return True
        self.rollout_limit += self.cutoff_step
        return False

    def set_scores(self) -> None:
        """Store each seat's score in `payoffs`."""
        for seat in range(self.seat_count):
            self.payoffs.scores[seat] = self.seat_score(seat)

    def set_shares(self) -> None:
        """Store each seat's share of the win in `payoffs`.

        If a side wins, each of its seats gets 1. A shared win is divided evenly, and so is a game that nobody won.
        """
        count = self.winner_count()
        share = 1.0
        if count == 0:
            share = 1 / self.seat_count
        elif not self.is_side_win():
            share = 1 / count
        for seat in range(self.seat_count):
            self.payoffs.shares[seat] = share if count == 0 or self.has_won(seat) else 0.0

    def back_up(self, is_over: bool) -> None:
        """Update the statistics of everything that was chosen in the playout (backpropagation)."""
        payoffs = self.payoffs
        self.set_shares()
        if self.is_scored or payoffs.tie_break > 0.0:
            self.set_scores()
        evaluate(payoffs, self.seat_count, self.is_scored, is_over)
        if self.is_certain and is_over:
            record_proof(self.root_node, self.path, self.path_length, payoffs.shares[0])
        for at in range(self.path_length):
            step = self.path[at]
            add_visit(step.node, payoffs.shares[step.seat], payoffs.values[step.seat])
        self.update_history()
        for number in range(self.opened_count):
            self.update_local(self.opened[number])
