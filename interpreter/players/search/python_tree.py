"""The search tree of the seat that decides, grown by Python; the fallback where there is no machine code.

Selection, expansion and backup are in language/execution/tree_search.py, from which machine code grows the same tree
(players/search/native_tree.py).

Each playout begins in a state that agrees with the seat's knowledge (information set search with a tree for each seat:
Cowling, Powley and Whitehouse 2012; language/execution/seat_views.py). It descends the tree of decisions. Beyond the
tree, options are taken mostly by the tables of a seat that has some, otherwise by the action history. If the rules name
a score, a playout is truncated once a seat leads. Each seat maximizes its own result. There are no chance nodes: states
differ in what chance brought. With perfect information this is plain Monte Carlo tree search.

Action history: the mean result of each option over all playouts of a search, wherever it was taken.

This is the move-average sampling technique (MAST, Finnsson and Björnsson 2008): an option that did well elsewhere is
likely to do well here. Playouts prefer such options (the better of two random ones), and the tree tries them first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from interpreter.engine.driver import Chooser, answer, play
from interpreter.engine.faults import locate_error
from interpreter.engine.state import EFFECT_WORK_LIMIT, State
from interpreter.language.chance import INCREMENT, MASK, MULTIPLIER, next_word, seed_state
from interpreter.language.execution.executable import NIL
from interpreter.language.execution.machine_memory import Row, row, table
from interpreter.language.execution.search_nodes import OpenedHistory, PathStep, SearchNode, UnseenChoice, clear_node
from interpreter.language.execution.search_payoffs import PayoffState
from interpreter.language.execution.search_setup import (
    GameFeatures,
    has_unseen_choices,
    history_size,
    learned_score_model,
    moves_pieces,
    option_cards,
    private_zones,
    set_table_shares,
    set_up_search,
)
from interpreter.language.execution.search_terms import (
    DEFAULT_PARAMETERS,
    HALF_RANGE,
    NEVER,
    ScoreModel,
    SearchParameters,
)
from interpreter.language.execution.seat_views import HOLDING_MASK, MOST_HELD, MOST_UNSEEN, SeatViews, card_mark
from interpreter.language.execution.tree_search import MOST_OPENED, TreeSearch, estimated_value, updated_mean
from interpreter.matches.match import Game
from interpreter.players.search.search_tree import (
    ActionStats,
    DecisionKey,
    PlayoutStart,
    Reply,
    card_of_option,
    is_provable,
    option_key_function,
    option_stats,
    table_shares,
)
from interpreter.players.table_player import TablePlayer
from interpreter.support.errors import BudgetError, CahierError


class ActionHistory:
    """Statistics of each option of one kind of decision, for one seat.

    Attributes:
        means: The mean value of playouts with the option, for the seat.
        counts: The number of playouts with the option, plus one.
        place: A number that stands for the seat and the kind of decision.
    """

    __slots__ = ("counts", "means", "place")

    def __init__(self, place: int) -> None:
        self.place = place
        self.means: dict[Any, float] = {}
        self.counts: dict[Any, int] = {}


class LocalTotal:
    """Statistics of an option in a local action history: the number of playouts with it, and their total payoff."""

    __slots__ = ("count", "total")

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0


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
    for history, value, seat in trace:
        count = history.counts[value] = history.counts.get(value, 1) + 1
        history.means[value] = updated_mean(history.means.get(value, means[seat]), values[seat], count)


class ActionNode(SearchNode):
    """A node of the tree, with its child nodes by decision and option."""

    __slots__ = (*SearchNode.__annotations__, "children")

    def __init__(self, seat: int) -> None:
        clear_node(self, seat)
        self.children: dict[DecisionKey, ActionNode] = {}


class VisitedNode(PathStep):
    """A node on the way down the tree, and the seat that chose it."""

    __slots__ = (*PathStep.__annotations__,)

    def __init__(self, node: SearchNode, seat: int) -> None:
        self.node = node
        self.seat = seat


class PositionHistory(OpenedHistory):
    """A local action history on the way down the tree."""

    __slots__ = (*OpenedHistory.__annotations__,)

    def __init__(self) -> None:
        self.number = self.start = 0


class HiddenChoice(UnseenChoice):
    """A choice that some seats haven't seen yet."""

    __slots__ = (*UnseenChoice.__annotations__,)

    def __init__(self) -> None:
        self.waiting = self.waiting_at_root = 0


class PythonPayoffs(PayoffState):
    """Payoffs of a playout, with lists of Python as rows."""

    __slots__ = (*PayoffState.__annotations__,)

    def __init__(self, seats: int) -> None:
        self.means, self.squares, self.shares, self.values = (row([0.0] * seats) for _ in range(4))
        self.scores = row([0] * seats)
        self.features, self.feature_weights, self.feature_precisions = (
            row([0.0] * 3),
            row([0.0] * 3 * seats),
            row([0.0] * 3 * seats),
        )


def table_guide(game: Game, seat: str) -> TablePlayer | None:
    """Return a player that follows the tables of a seat, or None if it has none."""
    if not any(bot.seat in (seat, None) for bot in game.bots):
        return None
    return TablePlayer(game, seat)


class PythonTree(TreeSearch):
    """A search tree grown by Python, with the values of options and their action statistics in dictionaries."""

    __slots__ = (*SeatViews.__annotations__, *TreeSearch.__annotations__)

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
        self._game = game = start.game
        self._alike = game.constants.alike
        self._option_key = option_key_function(game)
        self._code = game.program.linked_code
        self._score = self._code.score
        decisions, symbols = self._code.decisions, game.program.symbols
        self._is_card_decision = [info.type.kind == "card" for info in decisions]
        self._option_cards = [option_cards(info) for info in decisions]
        self._has_cards = [info.has_cards for info in decisions]
        self._is_simultaneous = [info.sealed is not None for info in decisions]
        self._faces, self._zone_base = symbols.faces, symbols.card_zone_base
        self._guides = [table_guide(game, seat) for seat in game.seats]
        self._trace: list[TracedAction] = []
        self.clear_history()
        self._steps: list[VisitedNode] = []
        self.path = table(self._steps)
        seats = len(game.seats)
        self._private_zones = private_zones(symbols.faces, seats, symbols.everyone_mask)
        self.payoffs = PythonPayoffs(seats)
        self.guided, self.trusted = row([NEVER] * seats), row([NEVER] * seats)
        self.opened = table([PositionHistory() for _ in range(MOST_OPENED)])
        features = GameFeatures(
            seats,
            len(decisions),
            history_size(symbols, decisions),
            game.rulebook.counts_scores,
            game.rulebook.aims_for_score,
            game.rulebook.is_cooperative,
            game.rulebook.breaks_ties_by_score,
            has_unseen_choices(decisions, symbols.faces, symbols.everyone_mask),
            any(self._private_zones),
            moves_pieces(decisions),
        )
        set_up_search(self, terms, score_model or terms.initial_score_model(seats), features)
        self.unseen = table([HiddenChoice() for _ in range(MOST_UNSEEN if self.is_private else 0)])
        self._clear_nodes()
        self._set_root(start)
        set_table_shares(self, *table_shares(game, self._seat, terms))

    def _clear_nodes(self) -> None:
        """Start a new tree."""
        root: SearchNode = ActionNode(0)
        self.root_node = root
        self.node_count = 1
        self.history_count = 0
        self._local_totals: dict[int, dict[tuple[int, Any], LocalTotal]] = {}
        self.roots, self.places = (row([root] * self.seat_count) for _ in range(2))
        self.clear_roots()

    def _set_root(self, start: PlayoutStart) -> None:
        """Let playouts begin at `start` from now on."""
        self._sampler = start.sampler()
        self.is_provable = is_provable(self._game, self._sampler.origin, self._terms)
        state = self._sampler.base
        self._code = self._game.program.code(state.log is not None)
        self._decision, self._seat, self._options = state.decision, state.seat, list(state.options)
        if self.is_private:
            self.root_node = self.roots[self._seat]

    def advance(self, start: PlayoutStart, path: Sequence[DecisionKey]) -> None:
        """Move the root, see `SearchTree.advance`. A large tree is dropped, except for its action history."""
        for decision, value in path:
            card, key = card_of_option(self._game, decision, value), self._option_key(decision, value)
            is_large = self.node_count > self.max_nodes // 2
            if is_large or not self.move_roots(decision, key, NIL if card is None else card):
                self._clear_nodes()
        self._set_root(start)

    def score_model(self) -> ScoreModel:
        """Return the score model learned so far."""
        return learned_score_model(self)

    def clear_history(self) -> None:
        """Clear the action history, see `SearchTree.clear_history`."""
        decisions, seats = len(self._code.decisions), len(self._game.seats)
        self._histories = [[ActionHistory(seat * decisions + at) for at in range(decisions)] for seat in range(seats)]

    @property
    def _root(self) -> ActionNode:
        """The root of the seat that decides there."""
        assert isinstance(self.root_node, ActionNode)
        return self.root_node

    def action_stats(self) -> list[ActionStats]:
        """Return the statistics of each option of the root, in their order."""
        found = []
        history, mean = self._histories[self._seat][self._decision].means, self.payoffs.means[self._seat]
        for index, option in enumerate(self._options):
            key = self._option_key(self._decision, option)
            node = self._root.children.get((self._decision, key)) or ActionNode(0)
            value = estimated_value(node, history.get(key, mean), self.history_weight)
            found.append(option_stats(index, node.visits, node.wins, value, node.proof, node.proof_depth, self._seat))
        return found

    def replies(self) -> list[list[Reply]]:
        """Return the replies to each option of the root, in their order, the most common first."""
        found = []
        for option in self._options:
            node = self._root.children.get((self._decision, self._option_key(self._decision, option))) or ActionNode(0)
            taken = [(key, after) for key, after in node.children.items() if after.visits]
            taken.sort(key=lambda each: -each[1].visits)
            found.append([Reply(after.seat, *key, after.visits, node.visits) for key, after in taken])
        return found

    def run_playouts(self, limit: int) -> int:
        """Play a single playout, see `SearchTree.run_playouts`."""
        self.playout()
        return 1

    def playout(self) -> None:
        """Play one playout and update the statistics. Raises CahierError if the rules can't be carried out."""
        self._random, word = next_word(self._random)
        self._state = state = self._sampler.draw_state(word)
        self._random, self.stream = next_word(self._random)
        self._trace.clear()
        self.begin_descent()
        try:
            self.descend()
            if state.is_waiting:
                self._roll_out(state)
        except BudgetError:
            state.result = None
        except CahierError:
            raise
        except Exception as error:
            raise locate_error(error, self._game.program) from error
        self.back_up(state.result is not None)

    # -- the game, for `TreeSearch`

    def next_decision(self) -> int:
        """Begin a decision and return its number; NIL if the game is over."""
        state = self._state
        if not state.is_waiting:
            return NIL
        decision, options = state.decision, state.options
        alike = self._alike
        self._keys = [v if v is None else alike[v] for v in options] if self._is_card_decision[decision] else options
        self.children, self.held = (row([self.node] * len(options)) for _ in range(2))
        while len(self._steps) <= self.path_length + 1:
            self._steps.append(VisitedNode(self.node, 0))
        return decision

    def deciding_seat(self, decision: int) -> int:
        """Return the seat that must decide, and look up its action history."""
        seat: int = self._state.stack[-1][self._code.decisions[decision].seat_slot]
        self._history = self._histories[seat][decision]
        self._known_means = self._history.means
        self._mean = self.payoffs.means[seat]
        return seat

    def option_count(self) -> int:
        """Return the number of options."""
        return len(self._keys)

    def answer(self, decision: int, option: int) -> None:
        """Take an option and play on to the next decision."""
        state = self._state
        state.work = EFFECT_WORK_LIMIT
        answer(state, self._code, state.options[option])

    def match_random(self) -> int:
        """Return the state of the match's own generator."""
        return self._state.random

    def winner_count(self) -> int:
        """Return the number of winners; 0 if the game is not over."""
        return 0 if self._state.result is None else len(self._state.result[0])

    def has_won(self, seat: int) -> bool:
        """Return True if a seat is one of the winners."""
        return self._state.result is not None and seat in self._state.result[0]

    def is_side_win(self) -> bool:
        """Return True if the winners are a side."""
        return self._state.result is not None and self._state.result[2] is not None

    def seat_score(self, seat: int) -> int:
        """Return a seat's score."""
        return self._score(self._state, self._state.v, self._state.z, seat)

    # -- nodes, action statistics and tables, for `TreeSearch`

    def has_child(self, decision: int, option: int) -> bool:
        """Return True if an option has a node."""
        return (decision, self._keys[option]) in self.node.children  # type: ignore[attr-defined]

    def child(self, node: Any, seat: int, decision: int, option: int) -> SearchNode:
        """Return the node of an option after another node; it is added if there is none."""
        key = decision, self._keys[option]
        return node.children.get(key) or self._add_node(node, key, seat)

    def has_node(self, node: Any, decision: int, action: Any) -> bool:
        """Return True if an action has a node after another one."""
        return (decision, action) in node.children

    def node_after(self, node: Any, seat: int, decision: int, action: Any) -> SearchNode:
        """Return the node of a seat's action after another one; it is added if there is none."""
        key = decision, action
        return node.children.get(key) or self._add_node(node, key, seat)

    def _add_node(self, node: Any, key: DecisionKey, seat: int) -> SearchNode:
        child = node.children[key] = ActionNode(seat)
        self.node_count += 1
        return child

    def action_of(self, decision: int, option: int) -> Any:
        """Return the key of an option."""
        return self._keys[option]

    def card_of(self, decision: int, option: int) -> int:
        """Return the card of an option; NIL if it has none."""
        value = self._state.options[option]
        if value is None or not self._has_cards[decision]:
            return NIL
        card = self._option_cards[decision].card_of(value)
        return NIL if card is None else card

    def viewers(self, card: int) -> int:
        """Return a mask of the seats that see the zone where a card lies."""
        zone = self._state.v[self._zone_base + card]
        return 0 if zone is None else self._faces[zone]

    def is_simultaneous(self, decision: int) -> bool:
        """Return True if several seats choose at the same time."""
        return self._is_simultaneous[decision]

    def holding_of(self, seat: int) -> int:
        """Return a number that stands for the cards that a seat sees and others don't; NIL if they are too many."""
        alike, zones, count, mark = self._alike, self._state.z, 0, 0
        for zone in self._private_zones[seat]:
            count += len(zones[zone])
            if count > MOST_HELD:
                return NIL
            for card in zones[zone]:
                mark += card_mark(alike[card], zone)
        return mark & HOLDING_MASK if count else NIL

    def has_shared_children(self, count: int) -> bool:
        """Return True if two of the first `count` nodes in `children` are one."""
        return len({id(self.children[at]) for at in range(count)}) < count

    def prior(self, seat: int, decision: int, option: int) -> float:
        """Return an option's value by the action history; the seat's mean payoff if it is new."""
        return self._known_means.get(self._keys[option], self._mean)

    def trace(self, seat: int, decision: int, option: int) -> None:
        """Record an option for the update of the action history."""
        self._trace.append((self._history, self._keys[option], seat))

    def trace_count(self) -> int:
        """Return the number of options that were traced in this playout."""
        return len(self._trace)

    def clear_local(self, history: int) -> None:
        """Clear a new local action history."""
        self._local_totals[history] = {}

    def local_count(self, history: int, seat: int, decision: int, option: int) -> int:
        """Return the number of playouts with an option in a local action history."""
        known = self._local_totals[history].get((self._history.place, self._keys[option]))
        return 0 if known is None else known.count

    def local_sum(self, history: int, seat: int, decision: int, option: int) -> float:
        """Return the total payoff of these playouts for the seat."""
        known = self._local_totals[history].get((self._history.place, self._keys[option]))
        return 0.0 if known is None else known.total

    def update_local(self, opened: OpenedHistory) -> None:
        """Update a local action history with the payoffs of all options that were traced since it was opened."""
        totals, values = self._local_totals[opened.number], self.payoffs.values
        for history, value, seat in self._trace[opened.start :]:
            known = totals.get((history.place, value))
            if known is None:
                known = totals[history.place, value] = LocalTotal()
            known.count += 1
            known.total += values[seat]

    def update_history(self) -> None:
        """Update the action history with the payoffs of all options that were traced."""
        update_histories(self._trace, self.payoffs.values, self.payoffs.means)

    def table_choice(self, seat: int, decision: int, random: int) -> int:
        """Return the option that a seat's tables take."""
        guide = self._guides[seat]
        assert guide is not None
        return guide.pick(self._state, random)

    def keep_by_table(self, seat: int, decision: int) -> int:
        """Return the number of options that a seat's tables leave; all if it has none."""
        guide = self._guides[seat]
        if guide is None:
            return len(self._keys)
        self._kept = guide.remaining_options(self._state)
        return len(self._kept)

    def is_kept(self, option: int) -> bool:
        """Return True if the last call of `keep_by_table` has left an option."""
        return option in self._kept

    # -- rollouts

    def _roll_out(self, state: State) -> None:
        """Play on beyond the tree, to the end or until the rollout is cut short."""
        choose, played = self._rollout_policy(), 0
        self.begin_rollout()
        while True:
            play(state, self._code, choose, max_decisions=self.rollout_limit - played)
            played = self.rollout_limit
            if not state.is_waiting or self.is_cut_short():
                return

    def _rollout_policy(self) -> Chooser:
        """Return a function that takes decisions beyond the tree and traces them.

        It follows the tables mostly. Elsewhere it takes the better of two random options by the action history.
        """
        of_cards, alike, histories, means = self._is_card_decision, self._alike, self._histories, self.payoffs.means
        guides, guided, note, random = self._guides, self.guided, self._trace.append, self.stream

        def choose(state: State, decision: int, seat: int) -> Any:
            nonlocal random
            options = state.options
            history = histories[seat][decision]
            guide = guides[seat]
            if guide is not None:
                random = (random * MULTIPLIER + INCREMENT) & MASK
                if random - HALF_RANGE >= guided[seat]:
                    guide = None
            random = (random * MULTIPLIER + INCREMENT) & MASK
            if guide is not None:
                value = options[guide.pick(state, random)]
                key = alike[value] if of_cards[decision] and value is not None else value
            else:
                option_count = len(options)
                first, second = divmod(((random >> 33) * option_count * option_count) >> 31, option_count)
                value, other = options[first], options[second]
                known, mean = history.means, means[seat]
                if of_cards[decision]:
                    key = value if value is None else alike[value]
                    rival = other if other is None else alike[other]
                else:
                    key, rival = value, other
                if rival != key and known.get(rival, mean) > known.get(key, mean):
                    value, key = other, rival
            note((history, key, seat))
            return value

        return choose
