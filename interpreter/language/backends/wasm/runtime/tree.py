"""The search tree in the memory, and the policy of rollouts.

`execution/tree_search.py` has the rules of the search. Here nodes are in an array, and found by their keys in an open
hash table (`areas.hashed`). Its entries hold the generation of the tree in the high bits, and the address of the node
in the low ones; an entry of an earlier generation counts as empty. A row of `areas.history_means` for each seat and
decision holds the value of each option.
"""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.cards import drawn, next_random
from interpreter.language.backends.wasm.runtime.flow import decide, decider, run
from interpreter.language.backends.wasm.runtime.structs import (
    KEY_BITS,
    LOW_BITS,
    NODE_SIZE,
    STRUCTS,
    UNKNOWN,
    SearchState,
    areas,
    game,
    now,
    payoffs,
    position,
    state,
)
from interpreter.language.backends.wasm.runtime.tables import kept_by_tables
from interpreter.language.backends.wasm.runtime.values.lists import contains, place_in
from interpreter.language.backends.wasm.runtime.values.subsets import first_of_subset
from interpreter.language.backends.wasm.runtime.work import allow_work
from interpreter.language.backends.wasm.sizes import HASHES, MOST_CHOICES, NODES, UNIT
from interpreter.language.chance import MIX_FIRST
from interpreter.language.execution.executable import GAME_OVER, NIL, decision_of
from interpreter.language.execution.machine_memory import quotient, remainder, score, shifted, stop, wrapped
from interpreter.language.execution.search_nodes import OpenedHistory, SearchNode, clear_node
from interpreter.language.execution.search_terms import HALF_RANGE
from interpreter.language.execution.seat_views import HOLDING_MASK, MOST_HELD, card_mark
from interpreter.language.execution.tree_search import updated_mean


class MachineSearch(SearchState):
    """Search tree whose nodes are in `areas.tree`, for the position in `position` and `state`."""

    def next_decision(self) -> int:
        """See `TreeSearch`. A pause is due in the middle of an effect, or when the steps are used up."""
        if position.pc >= GAME_OVER or now.steps < 0:
            return NIL
        if now.work < 0:
            stop()
        now.steps -= UNIT * (game.work - now.work)
        allow_work(game.work)
        return decision_of(position.pc)

    def deciding_seat(self, decision: int) -> int:
        """See `TreeSearch`."""
        return decider(decision)

    def option_count(self) -> int:
        """See `TreeSearch`."""
        return now.options.length

    def answer(self, decision: int, option: int) -> None:
        """See `TreeSearch`."""
        now.steps -= 20 * now.options.length
        position.pc = run(decide(decision, now.options[option]))

    def match_random(self) -> int:
        """See `TreeSearch`."""
        return state.random

    def winner_count(self) -> int:
        """See `TreeSearch`."""
        return state.winners.length if position.pc == GAME_OVER else 0

    def has_won(self, seat: int) -> bool:
        """See `TreeSearch`."""
        return contains(state.winners, seat)

    def is_side_win(self) -> bool:
        """See `TreeSearch`."""
        return state.side != NIL

    def seat_score(self, seat: int) -> int:
        """See `TreeSearch`."""
        return score(seat)

    def has_child(self, decision: int, option: int) -> bool:
        """See `TreeSearch`."""
        return child_at(self.node, decision, action_number(now.options[option], decision)).address != NIL

    def child(self, node: SearchNode, seat: int, decision: int, option: int) -> SearchNode:
        """See `TreeSearch`."""
        key = key_of(node, decision, action_number(now.options[option], decision))
        found = self.next_node
        if found.key != key or found.address >= areas.tree[self.node_count].address:
            place = slot_of(key)
            entry = areas.hashed[place]
            found = node_of(entry) if is_current(entry) else insert_node(place, key, seat)
        self.next_node = SearchNode(found.address + NODE_SIZE)
        return found

    def has_node(self, node: SearchNode, decision: int, action: int) -> bool:
        """See `SeatViews`."""
        return child_at(node, decision, action).address != NIL

    def node_after(self, node: SearchNode, seat: int, decision: int, action: int) -> SearchNode:
        """See `SeatViews`."""
        key = key_of(node, decision, action)
        place = slot_of(key)
        entry = areas.hashed[place]
        return node_of(entry) if is_current(entry) else insert_node(place, key, seat)

    def action_of(self, decision: int, option: int) -> int:
        """See `SeatViews`."""
        return action_number(now.options[option], decision)

    def card_of(self, decision: int, option: int) -> int:
        """See `SeatViews`."""
        value = now.options[option]
        divisor = game.card_divisors[decision]
        if value != NIL and game.card_subsets[decision].length > 0:
            return first_of_subset(value, game.card_subsets[decision])
        if value == NIL or divisor == 0:
            return NIL
        return quotient(value, divisor) if divisor > 0 else remainder(value, -divisor)

    def viewers(self, card: int) -> int:
        """See `SeatViews`."""
        zone = game.where[card]
        return 0 if zone == NIL else game.faces[zone]

    def is_simultaneous(self, decision: int) -> bool:
        """See `SeatViews`."""
        return game.simultaneous[decision] != 0

    def holding_of(self, seat: int) -> int:
        """See `TreeSearch`."""
        zones = game.private_zones[seat]
        count = 0
        mark = 0
        for at in range(zones.length):
            cards = state.zones[zones[at]]
            count += cards.length
            if count > MOST_HELD:
                return NIL
            for place in range(cards.length):
                mark += card_mark(game.alike[cards[place]], zones[at])
        return mark & HOLDING_MASK if count > 0 else NIL

    def has_shared_children(self, count: int) -> bool:
        """See `TreeSearch`."""
        for one in range(count):
            for other in range(one):
                if self.children[other].address == self.children[one].address:
                    return True
        return False

    def prior(self, seat: int, decision: int, option: int) -> float:
        """See `TreeSearch`."""
        return action_value(seat, action_row(seat, decision), action_number(now.options[option], decision))

    def trace(self, seat: int, decision: int, option: int) -> None:
        """See `TreeSearch`."""
        trace_action(action_row(seat, decision), action_number(now.options[option], decision))

    def trace_count(self) -> int:
        """See `TreeSearch`."""
        return self.trace_length

    def clear_local(self, history: int) -> None:
        """See `TreeSearch`."""
        first = local_place(history, 0, 0)
        for place in range(first, first + game.history_size):
            areas.local_sums[place] = 0.0
            areas.local_counts[place] = 0

    def local_count(self, history: int, seat: int, decision: int, option: int) -> int:
        """See `TreeSearch`."""
        action = action_number(now.options[option], decision)
        return areas.local_counts[local_place(history, action_row(seat, decision), action)]

    def local_sum(self, history: int, seat: int, decision: int, option: int) -> float:
        """See `TreeSearch`."""
        action = action_number(now.options[option], decision)
        return areas.local_sums[local_place(history, action_row(seat, decision), action)]

    def update_local(self, opened: OpenedHistory) -> None:
        """See `TreeSearch`."""
        for at in range(opened.start, self.trace_length):
            choice = areas.choices[at]
            place = local_place(opened.number, choice.row, choice.option)
            areas.local_counts[place] += 1
            areas.local_sums[place] += payoffs.values[quotient(choice.row, game.decision_count)]

    def update_history(self) -> None:
        """See `TreeSearch`."""
        for at in range(self.trace_length):
            choice = areas.choices[at]
            seat = quotient(choice.row, game.decision_count)
            place = choice.row * game.history_width + choice.option
            known = action_value(seat, choice.row, choice.option)
            areas.history_counts[place] += 1
            areas.history_means[place] = updated_mean(known, payoffs.values[seat], areas.history_counts[place] + 1)

    def table_choice(self, seat: int, decision: int, random: int) -> int:
        """See `TreeSearch`."""
        kept = kept_by_tables(game.bots[seat], seat, decision)
        return place_in(now.options, kept[drawn(random, kept.length)])

    def keep_by_table(self, seat: int, decision: int) -> int:
        """See `TreeSearch`."""
        guide = game.bots[seat]
        if guide.address == NIL:
            return now.options.length
        self.kept = kept_by_tables(guide, seat, decision)
        return self.kept.length

    def is_kept(self, option: int) -> bool:
        """See `TreeSearch`."""
        return contains(self.kept, now.options[option])


search = MachineSearch(0)
STRUCTS["search"] = search


def create_node(key: int, seat: int) -> SearchNode:
    """Create a node for an option of a seat, without statistics."""
    count = search.node_count
    if count >= NODES:
        stop()
    search.node_count = count + 1
    node = areas.tree[count]
    node.key = key
    clear_node(node, seat)
    return node


def insert_node(place: int, key: int, seat: int) -> SearchNode:
    """Create a node whose entry is at this place of the hash table."""
    node = create_node(key, seat)
    areas.hashed[place] = search.generation << KEY_BITS | node.address
    return node


def is_current(entry: int) -> bool:
    """Return True if an entry of the hash table belongs to this tree."""
    return shifted(entry, KEY_BITS) == search.generation


def node_of(entry: int) -> SearchNode:
    """Return the node of an entry of the hash table."""
    return SearchNode(entry & LOW_BITS)


def slot_of(key: int) -> int:
    """Return the index in the hash table where a node with this key is, or would be.

    Options of one decision have neighbouring slots, so that few cache lines are read.
    """
    at = shifted(wrapped(shifted(key, KEY_BITS) * MIX_FIRST), 40) + (key & LOW_BITS)
    while True:
        at = at & (HASHES - 1)
        entry = areas.hashed[at]
        if not is_current(entry) or node_of(entry).key == key:
            return at
        at += 1


def key_of(node: SearchNode, decision: int, action: int) -> int:
    """Return the key of the node of an action after another node."""
    return node.address << KEY_BITS | decision * game.history_width + action


def child_at(node: SearchNode, decision: int, action: int) -> SearchNode:
    """Return the node of an action after another node, or one at the address NIL."""
    entry = areas.hashed[slot_of(key_of(node, decision, action))]
    return node_of(entry) if is_current(entry) else SearchNode(NIL)


def start_tree() -> None:
    """Start a new tree with a root only."""
    search.generation += 1
    search.node_count = 0
    search.history_count = 0
    search.root_node = create_node(NIL, 0)
    search.next_node = search.root_node
    search.clear_roots()


def advance_root(decision: int, action: int, card: int) -> None:
    """Move the roots past an action. A large tree is dropped except for the action statistics."""
    if search.node_count > quotient(search.max_nodes, 2) or not search.move_roots(decision, action, card):
        start_tree()


def action_number(value: int, decision: int) -> int:
    """Return the number of an option in the action statistics, from 0. Cards with the same print are one action."""
    if value == NIL:
        return 0
    if game.of_cards[decision]:
        value = game.alike[value]
    if value < 0 or value >= game.history_width - 1:
        stop()
    return value + 1


def action_row(seat: int, decision: int) -> int:
    """Return the number of the row of action statistics for a seat's decision."""
    return seat * game.decision_count + decision


def local_place(history: int, row: int, action: int) -> int:
    """Return the place of an action in `areas.local_sums`, by the number of the history, from 1."""
    return (history - 1) * game.history_size + row * game.history_width + action


def action_value(seat: int, row: int, action: int) -> float:
    """Return the value of an action; the seat's mean if it is not known."""
    found = areas.history_means[row * game.history_width + action]
    return payoffs.means[seat] if found <= UNKNOWN else found


def trace_action(row: int, action: int) -> None:
    """Record an action in `areas.choices`."""
    count = search.trace_length
    if count >= MOST_CHOICES:
        stop()
    choice = areas.choices[count]
    choice.row = row
    choice.option = action
    search.trace_length = count + 1


def rollout_choice(seat: int, decision: int) -> int:
    """Return the option that a seat takes beyond the tree, by its tables or by the action statistics; trace it.

    `players/search/python_tree.py` does the same in Python.
    """
    random = search.stream
    guide = game.bots[seat]
    is_guided = guide.address != NIL
    if is_guided:
        random = next_random(random)
        is_guided = random - HALF_RANGE < search.guided[seat]
    random = next_random(random)
    search.stream = random
    row = action_row(seat, decision)
    if is_guided:
        things = kept_by_tables(guide, seat, decision)
        value = things[drawn(random, things.length)]
        action = action_number(value, decision)
    else:
        many = now.options.length
        pair = shifted(shifted(random, 33) * many * many, 31)
        value = now.options[quotient(pair, many)]
        other = now.options[remainder(pair, many)]
        action = action_number(value, decision)
        rival = action_number(other, decision)
        if rival != action and action_value(seat, row, rival) > action_value(seat, row, action):
            value = other
            action = rival
    trace_action(row, action)
    return value
