"""The search tree: information set Monte Carlo tree search for the seat that decides.

Each playout begins in a state that agrees with the seat's knowledge (single-observer information set search: Cowling,
Powley and Whitehouse 2012). It descends the tree of decisions. Beyond the tree, options are taken mostly by the tables
of a seat that has some, otherwise by the action history. If the rules name a score, a playout is truncated once a seat
leads. Each seat maximizes its own result. There are no chance nodes: states differ in what chance brought. With
perfect information this is plain Monte Carlo tree search.

Machine code grows the same tree (runtime/tree.py, called by players/search/native_tree.py). This module is the
readable reference, and the fallback where there is no machine code.

Action history: the mean result of each option over all playouts of a search, wherever it was taken.

This is the move-average sampling technique (MAST, Finnsson and Björnsson 2008): an option that did well elsewhere is
likely to do well here. Playouts prefer such options (the better of two random ones), and the tree tries them first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from interpreter.engine.driver import Chooser, answer, play
from interpreter.engine.faults import locate_error
from interpreter.engine.state import EFFECT_WORK_LIMIT, State
from interpreter.language.chance import INCREMENT, MASK, MULTIPLIER, next_word, seed_state, threshold_word
from interpreter.language.execution.deals import PlayoutOrigin
from interpreter.language.execution.machine_memory import Row, table
from interpreter.language.execution.search_nodes import (
    UNDECIDED,
    PathStep,
    Proof,
    SearchNode,
    add_visit,
    estimated_value,
    for_seat,
    priority_of,
    record_proof,
    updated_mean,
    upper_bound,
)
from interpreter.language.execution.search_payoffs import is_led, spread
from interpreter.language.execution.search_terms import DEFAULT_PARAMETERS, ScoreModel, SearchParameters
from interpreter.matches.match import Game
from interpreter.players.search.pondering import PlayoutStart
from interpreter.players.search.score_model import RewardEvaluator
from interpreter.players.table_player import TablePlayer
from interpreter.support.errors import BudgetError, CahierError


class ActionHistory:
    """Statistics of each option of one kind of decision, for one seat.

    Options are named by their values, the decision by its number.

    Attributes:
        seat: The seat, by number.
        asked: The decision, by number.
        means: The mean value of playouts with the option, for the seat.
        counts: The number of playouts with the option, plus one.
    """

    __slots__ = ("asked", "counts", "means", "seat")

    def __init__(self, seat: int, asked: int) -> None:
        self.seat = seat
        self.asked = asked
        self.means: dict[Any, float] = {}
        self.counts: dict[Any, int] = {}


TracedAction = tuple[ActionHistory, Any, int]
"""An option taken in a playout: its action history, its value, and the seat that took it."""


def update_histories(trace: Iterable[TracedAction], values: Row[float], means: Row[float]) -> None:
    """Update the action histories after a playout.

    Args:
        trace: The options taken in the playout.
        values: The value of the playout for each seat.
        means: The mean value of playouts for each seat. It counts as the first result of a new option, so that a single
            playout doesn't decide.
    """
    for habit, value, seat in trace:
        count = habit.counts[value] = habit.counts.get(value, 1) + 1
        habit.means[value] = updated_mean(habit.means.get(value, means[seat]), values[seat], count)


DecisionKey = tuple[int, Any]
"""A decision, by number, and the option chosen."""


@dataclass(frozen=True, slots=True)
class ActionStats:
    """Statistics of an option.

    Attributes:
        index: The option, by index.
        playouts: Number of playouts that began with it.
        win_share: The seat's mean share of the win in them.
        value: The estimated value, which includes the score and the action history.
        proof: The proven result, for this seat.
    """

    index: int
    playouts: int
    win_share: float
    value: float
    proof: Proof = Proof.NOTHING


@dataclass(frozen=True, slots=True)
class Reply:
    """A decision that may follow an option.

    Attributes:
        seat: The seat that decides, by number.
        asked: The decision, by number.
        value: The option taken.
        playouts: Number of playouts in which it was taken.
        total: Number of playouts that began with the option replied to.
    """

    seat: int
    asked: int
    value: Any
    playouts: int
    total: int


class SearchTree(Protocol):
    """A search tree for one decision of a seat, grown by Python or by machine code."""

    def grow(self, limit: int) -> int:
        """Play at least one and at most `limit` playouts, and return their number.

        Raises CahierError if the rules can't be carried out.
        """

    def action_stats(self) -> list[ActionStats]:
        """Return the statistics of each option of the root, in their order."""

    def replies(self) -> list[list[Reply]]:
        """Return the replies to each option of the root, in their order, the most common first."""

    def score_model(self) -> ScoreModel:
        """Return the score model learned so far."""

    def advance(self, start: PlayoutStart, path: Sequence[DecisionKey]) -> None:
        """Move the root: playouts begin at `start` from now on.

        `path` holds the decisions from the old root to the new one, all of which the seat knows. The subtree is kept.
        """

    def clear_history(self) -> None:
        """Clear the action history. Use it only for trees that need not be reproducible."""


class ActionNode(SearchNode):
    """A node of the tree, with its child nodes by decision and option."""

    __slots__ = (*SearchNode.__annotations__, "children")

    def __init__(self, seat: int = 0) -> None:
        self.seat = seat
        self.availability = 0
        self.visits = 0
        self.wins = 0.0
        self.value_sum = 0.0
        self.is_preferred = False
        self.proof: int = Proof.NOTHING
        self.best: int = Proof.NOTHING
        self.unproved = 0
        self.children: dict[DecisionKey, ActionNode] = {}


class VisitedNode(PathStep):
    """A node on the way down the tree, and the seat that chose it."""

    __slots__ = (*PathStep.__annotations__,)

    def __init__(self, node: SearchNode, seat: int) -> None:
        self.node = node
        self.seat = seat


def table_guide(game: Game, seat: str) -> TablePlayer | None:
    """Return a player that follows the tables of a seat, or None if it has none."""
    if not any(bot.seat in (seat, None) for bot in game.bots):
        return None
    return TablePlayer(game, seat)


def option_key_function(game: Game) -> Callable[[int, Any], Any]:
    """Return a function from a decision and an option to the option's key in a tree.

    Cards that are alike in print share one key.
    """
    alike = game.constants.alike
    of_cards = [info.type.kind == "card" for info in game.program.linked_code.decisions]
    return lambda asked, value: alike[value] if value is not None and of_cards[asked] else value


def is_provable(game: Game, origin: PlayoutOrigin, terms: SearchParameters) -> bool:
    """Return True if results can be proved from this origin.

    This requires that one seat's win is the other seat's loss, and that everything is known of the states in which
    playouts begin and of those that follow. No zone may take a card face down. No event may be tried, because a trial
    uses chances that have not come yet.
    """
    versus = len(game.seats) == 2 and not game.rulebook.sides
    symbols = game.program.symbols
    is_open = not origin.deals.hidden and all(face == symbols.everyone_mask for face in symbols.faces)
    return terms.is_proving and versus and is_open and not origin.path and not game.program.linked_code.tries


def table_shares(game: Game, searching: int, terms: SearchParameters) -> tuple[list[float], list[float]]:
    """Return the share of each seat's decisions that its tables take, in playouts and in the tree.

    Tables that belong to a single seat are rules of the game. A search for another seat may therefore trust them.
    """
    ruled = {bot.seat for bot in game.bots} - {None, game.seats[searching]}
    trusted = [terms.trusted_table_share if seat in ruled else 0.0 for seat in game.seats]
    return [max(terms.table_share, share) for share in trusted], trusted


class PythonTree:
    """A search tree grown by Python."""

    def __init__(
        self,
        start: PlayoutStart,
        seed: int,
        terms: SearchParameters = DEFAULT_PARAMETERS,
        score_model: ScoreModel | None = None,
    ) -> None:
        """Make a tree with a root only.

        `seed` determines everything that is drawn. `score_model`: the score model to start with; None for an untrained
        one.
        """
        self._random = seed_state(seed)
        self._terms = terms
        self._noise = terms.noise / (1 << 31)
        self._game = game = start.game
        self._alike = game.constants.alike
        self._option_key = option_key_function(game)
        self._code = game.program.linked_code
        decisions = self._code.decisions
        self._is_card_decision = [info.type.kind == "card" for info in decisions]
        self._guides = [table_guide(game, seat) for seat in game.seats]
        self.clear_history()
        self._evaluator = RewardEvaluator(
            game, self._code.score, terms, score_model or terms.initial_score_model(len(game.seats))
        )
        self._clear_nodes()
        self._set_root(start, self._root)
        shares = table_shares(game, self._seat, terms)
        self._guided, self._trusted = ([threshold_word(share) for share in each] for each in shares)

    def _clear_nodes(self) -> None:
        """Start a new tree."""
        self._root = ActionNode()
        self._nodes = 1

    def _set_root(self, start: PlayoutStart, root: ActionNode) -> None:
        """Let playouts begin at `start` from now on."""
        self._sampler = start.sampler()
        self._is_provable = is_provable(self._game, self._sampler.origin, self._terms)
        self._root = root
        state = self._sampler.base
        self._code = self._game.program.code(state.log is not None)
        self._asked, self._seat, self._options = state.decision, state.seat, list(state.options)

    def advance(self, start: PlayoutStart, path: Sequence[DecisionKey]) -> None:
        """Move the root, see `SearchTree.advance`. A large tree is dropped, except for its action history."""
        root: ActionNode | None = self._root
        for asked, value in path:
            root = None if root is None else root.children.get((asked, self._option_key(asked, value)))
        if root is None or (path and self._nodes > self._terms.max_nodes // 2):
            self._clear_nodes()
            root = self._root
        self._set_root(start, root)

    def score_model(self) -> ScoreModel:
        """Return the score model learned so far."""
        return self._evaluator.score_model()

    def clear_history(self) -> None:
        """Clear the action history, see `SearchTree.clear_history`."""
        decisions = range(len(self._code.decisions))
        self._histories = [[ActionHistory(seat, asked) for asked in decisions] for seat in range(len(self._game.seats))]

    def action_stats(self) -> list[ActionStats]:
        """Return the statistics of each option of the root, in their order."""
        found = []
        habit, mean = self._histories[self._seat][self._asked].means, self._evaluator.means[self._seat]
        for index, option in enumerate(self._options):
            value = self._option_key(self._asked, option)
            node = self._root.children.get((self._asked, value)) or ActionNode()
            share = node.wins / node.visits if node.visits else 0.0
            worth = estimated_value(node, habit.get(value, mean), self._terms.history_weight)
            found.append(ActionStats(index, node.visits, share, worth, Proof(for_seat(node.proof, self._seat))))
        return found

    def replies(self) -> list[list[Reply]]:
        """Return the replies to each option of the root, in their order, the most common first."""
        found = []
        for option in self._options:
            node = self._root.children.get((self._asked, self._option_key(self._asked, option))) or ActionNode()
            taken = [(key, after) for key, after in node.children.items() if after.visits]
            taken.sort(key=lambda each: -each[1].visits)
            found.append([Reply(after.seat, *key, after.visits, node.visits) for key, after in taken])
        return found

    def grow(self, limit: int) -> int:
        """Play a single playout, see `SearchTree.grow`."""
        self.playout()
        return 1

    def playout(self) -> None:
        """Play one playout and update the statistics. Raises CahierError if the rules can't be carried out."""
        self._random, word = next_word(self._random)
        state = self._sampler.draw_state(word)
        self._random, self._stream = next_word(self._random)
        self._is_provable_so_far = self._is_provable
        path: list[VisitedNode] = []
        trace: list[TracedAction] = []
        try:
            self._descend(state, path, trace)
            self._roll_out(state, trace)
        except BudgetError:
            state.result = None
        except CahierError:
            raise
        except Exception as error:
            raise locate_error(error, self._game.program) from error
        payoffs = self._evaluator
        payoffs.evaluate(state)
        if self._is_provable_so_far and state.result is not None and len(path) == len(trace):
            record_proof(self._root, table(path), len(path), payoffs.shares[0])
        for step in path:
            add_visit(step.node, payoffs.shares[step.seat], payoffs.worths[step.seat])
        update_histories(trace, payoffs.worths, payoffs.means)

    def _descend(self, state: State, path: list[VisitedNode], trace: list[TracedAction]) -> None:
        """Follow the best options down the tree to the first new one."""
        node, new = self._root, False
        while state.is_waiting and not new:
            asked, seat = state.decision, state.seat
            if self._nodes >= self._terms.max_nodes and not self._is_fully_expanded(node, asked, state):
                return
            guide = self._trusted_table(seat)
            self._is_provable_so_far &= guide is None
            if guide is None:
                node, value = self._select(node, asked, seat, state)
            else:
                node, value = self._take_by_table(guide, node, asked, seat, state)
            new = not node.visits
            path.append(VisitedNode(node, seat))
            trace.append((self._histories[seat][asked], self._option_key(asked, value), seat))
            state.work = EFFECT_WORK_LIMIT
            random = state.random
            answer(state, self._code, value)
            self._is_provable_so_far &= state.random == random

    def _is_fully_expanded(self, node: ActionNode, asked: int, state: State) -> bool:
        """Return True if all options have nodes."""
        return all((asked, self._option_key(asked, value)) in node.children for value in state.options)

    def _trusted_table(self, seat: int) -> TablePlayer | None:
        """Return the tables of a seat if they take this decision, else None."""
        guide, trusted = self._guides[seat], self._trusted[seat]
        if guide is None or not trusted:
            return None
        self._stream = (self._stream * MULTIPLIER + INCREMENT) & MASK
        return guide if self._stream < trusted else None

    def _take_by_table(
        self, guide: TablePlayer, node: ActionNode, asked: int, seat: int, state: State
    ) -> tuple[ActionNode, Any]:
        """Return the node and the value of an option that these tables take."""
        self._stream = (self._stream * MULTIPLIER + INCREMENT) & MASK
        value = state.options[guide.pick(state, self._stream)]
        child = self._child(node, asked, seat, self._option_key(asked, value))
        child.availability += 1
        return child, value

    def _select(self, node: ActionNode, asked: int, seat: int, state: State) -> tuple[ActionNode, Any]:
        """Return the node and the value of the option to try next.

        It is the option with the highest upper confidence bound (UCB1), relative to how often it was available. A new
        option is valued by the action history. Options that a table of the seat prefers get a bonus.
        """
        means, mean = self._histories[seat][asked].means, self._evaluator.means[seat]
        children = []
        new_children = []
        for index, value in enumerate(state.options):
            called = self._option_key(asked, value)
            known = self._nodes
            child = self._child(node, asked, seat, called)
            if self._nodes > known:
                new_children.append((index, child))
            child.availability += 1
            children.append((child, value, means.get(called, mean)))
        if self._is_provable_so_far and not node.unproved:
            if len({id(child) for child, _, _ in children}) == len(children):
                node.unproved = len(children) + 1
            else:  # cards that are alike share a node but lie in different zones, so their proofs may differ
                self._is_provable_so_far = False
        if new_children:
            self._mark_preferred(seat, state, new_children)
        weight, preference = self._terms.history_weight, self._terms.table_weight
        is_wide = self._is_provable_so_far or not self._evaluator.is_scored
        exploring = self._terms.exploration * spread(self._evaluator, seat, is_wide)
        best_bound, best_priority = float("-inf"), -1
        random = self._stream
        for child, value, prior in children:
            random = (random * MULTIPLIER + INCREMENT) & MASK
            bound = upper_bound(child, prior, weight, exploring, self._noise * (random >> 33), preference)
            priority = priority_of(for_seat(child.proof, seat)) if child.proof else UNDECIDED
            if priority > best_priority or (priority == best_priority and bound > best_bound):
                best_bound, best_priority, best, chosen = bound, priority, child, value
        self._stream = random
        return best, chosen

    def _child(self, node: ActionNode, asked: int, seat: int, called: Any) -> ActionNode:
        """Return the node of an option, which is created if needed."""
        child = node.children.get((asked, called))
        if child is None:
            child = node.children[asked, called] = ActionNode(seat)
            self._nodes += 1
        return child

    def _mark_preferred(self, seat: int, state: State, news: list[tuple[int, ActionNode]]) -> None:
        """Mark the new options that a table of the seat would take."""
        guide = self._guides[seat]
        if guide is not None:
            kept = guide.remaining_options(state)
            for index, child in news:
                child.is_preferred = index in kept and len(kept) < len(state.options)

    def _roll_out(self, state: State, trace: list[TracedAction]) -> None:
        """Play on beyond the tree, to the end or until a seat leads."""
        choose, terms, payoffs = self._rollout_policy(trace), self._terms, self._evaluator
        played, steps = 0, terms.cutoff if payoffs.is_scored else terms.max_decisions
        while played < terms.max_decisions:
            play(state, self._code, choose, max_decisions=steps)
            if not state.is_waiting:
                return
            if payoffs.is_scored:
                payoffs.set_scores(state)
                if is_led(payoffs, payoffs.seats):
                    return
            played += steps
            steps = terms.cutoff_step

    def _rollout_policy(self, trace: list[TracedAction]) -> Chooser:
        """Return a function that takes decisions beyond the tree and appends them to the trace.

        It follows the tables mostly. Elsewhere it takes the better of two random options by the action history.
        """
        of_cards, alike, habits, means = self._is_card_decision, self._alike, self._histories, self._evaluator.means
        guides, guided, note, random = self._guides, self._guided, trace.append, self._stream

        def choose(state: State, asked: int, seat: int) -> Any:
            nonlocal random
            options = state.options
            habit = habits[seat][asked]
            guide = guides[seat]
            if guide is not None:
                random = (random * MULTIPLIER + INCREMENT) & MASK
                if random >= guided[seat]:
                    guide = None
            random = (random * MULTIPLIER + INCREMENT) & MASK
            if guide is not None:
                value = options[guide.pick(state, random)]
                called = alike[value] if of_cards[asked] and value is not None else value
            else:
                option_count = len(options)
                first, second = divmod(((random >> 33) * option_count * option_count) >> 31, option_count)
                value, other = options[first], options[second]
                worth, mean = habit.means, means[seat]
                if of_cards[asked]:
                    called = value if value is None else alike[value]
                    rival = other if other is None else alike[other]
                else:
                    called, rival = value, other
                if rival != called and worth.get(rival, mean) > worth.get(called, mean):
                    value, called = other, rival
            note((habit, called, seat))
            return value

        return choose
