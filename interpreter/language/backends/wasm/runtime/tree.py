"""Tree search: the tree, and playouts that descend it and go on.

`players/search/search_tree.py` does the same in Python and gives the reasons.

Nodes are found by their keys in an open hash table (`areas.hashed`). Its entries hold the generation of the tree in the
high bits, and the address of the node in the low ones; an entry of an earlier generation counts as empty.
"""

from __future__ import annotations

from math import inf

from interpreter.language.backends.wasm.runtime.cards import drawn, stepped
from interpreter.language.backends.wasm.runtime.deals import begin_playout
from interpreter.language.backends.wasm.runtime.flow import decide, decider, run
from interpreter.language.backends.wasm.runtime.games import mixed, play_on
from interpreter.language.backends.wasm.runtime.lists import contains
from interpreter.language.backends.wasm.runtime.structs import (
    KEY_BITS,
    LOW_BITS,
    areas,
    game,
    now,
    payoffs,
    position,
    progress,
    search,
    state,
)
from interpreter.language.backends.wasm.runtime.tables import LEAST_WORD, called, kept_by_tables, note_choice, worth
from interpreter.language.backends.wasm.runtime.work import allow, done, rested
from interpreter.language.backends.wasm.sizes import HASHES, NO_END, NODES, UNIT
from interpreter.language.chance import MIX_FIRST, MIX_STEP
from interpreter.language.execution.executable import GAME_OVER, NIL, decision_of
from interpreter.language.execution.machine_memory import quotient, score, shifted, stop, wrapped
from interpreter.language.execution.search_nodes import (
    Proof,
    SearchNode,
    add_visit,
    for_seat,
    priority_of,
    record_proof,
    updated_mean,
    upper_bound,
)
from interpreter.language.execution.search_payoffs import evaluate, is_led, spread

BETWEEN, DESCENT, ROLLOUT = 0, 1, 2
"""Phases of a playout: not begun, in the tree, and beyond it."""


def draw_word() -> int:
    """Return the next word of the search's own generator (see `language/chance.py`)."""
    word = search.search_random
    search.search_random = word + MIX_STEP
    return mixed(word)


def create_node(key: int, seat: int) -> SearchNode:
    """Create a node for an option of a seat, without statistics."""
    count = search.node_count
    if count >= NODES:
        stop()
    search.node_count = count + 1
    node = areas.tree[count]
    node.key = key
    node.availability = 0
    node.visits = 0
    node.wins = 0.0
    node.value_sum = 0.0
    node.seat = seat
    node.is_preferred = False
    node.proof = Proof.NOTHING
    node.best = Proof.NOTHING
    node.unproved = 0
    return node


def is_current(entry: int) -> bool:
    """Return True if an entry of the hash table belongs to this tree."""
    return shifted(entry, KEY_BITS) == search.generation


def node_of(entry: int) -> SearchNode:
    """Return the node of an entry of the hash table."""
    return SearchNode(entry & LOW_BITS)


def slot_of(key: int) -> int:
    """Return the index in the hash table where a node with this key is, or would be."""
    at = shifted(wrapped(key * MIX_FIRST), 40)
    while True:
        at = at & (HASHES - 1)
        entry = areas.hashed[at]
        if not is_current(entry) or node_of(entry).key == key:
            return at
        at += 1


def key_of(node: SearchNode, decision: int, option: int) -> int:
    """Return the key of an option's node."""
    return node.address << KEY_BITS | decision * game.habit_values + option


def child_at(node: SearchNode, decision: int, option: int) -> SearchNode:
    """Return an option's node, or one at the address NIL."""
    entry = areas.hashed[slot_of(key_of(node, decision, option))]
    return node_of(entry) if is_current(entry) else SearchNode(NIL)


def plant() -> None:
    """Start a new tree with one node."""
    search.generation += 1
    search.node_count = 0
    search.root_node = create_node(NIL, 0)


def stand_after(decision: int, option: int) -> None:
    """Make an option of the root the new root. A large tree is dropped except for the action statistics."""
    node = child_at(search.root_node, decision, option)
    if node.address == NIL or search.node_count > quotient(search.most_nodes, 2):
        plant()
    else:
        search.root_node = node


def has_all(node: SearchNode, decision: int) -> bool:
    """Return True if every option has a node."""
    for at in range(now.options.length):
        if child_at(node, decision, called(now.options[at], decision)).address == NIL:
            return False
    return True


def child_of(node: SearchNode, seat: int, decision: int, value: int) -> SearchNode:
    """Return the node of an option that is offered, created if it is new."""
    key = key_of(node, decision, called(value, decision))
    place = slot_of(key)
    entry = areas.hashed[place]
    if is_current(entry):
        child = node_of(entry)
    else:
        child = create_node(key, seat)
        areas.hashed[place] = search.generation << KEY_BITS | child.address
    child.availability += 1
    return child


def find_children(node: SearchNode, seat: int, decision: int) -> None:
    """Store the nodes of all options in `areas.children`, creating those that are new."""
    first = search.node_count
    many = now.options.length
    for at in range(many):
        areas.children[at] = child_of(node, seat, decision, now.options[at])
    if search.node_count > first:
        mark_preferred(seat, decision, areas.tree[first].address)


def mark_preferred(seat: int, decision: int, first: int) -> None:
    """Mark the new options that a table of the seat prefers. New nodes have addresses from `first`."""
    guide = game.bots[seat]
    if guide.address == NIL:
        return
    top = now.top
    kept = kept_by_tables(guide, seat, decision)
    if kept.length < now.options.length:
        for at in range(now.options.length):
            child = areas.children[at]
            if child.address >= first and contains(kept, now.options[at]):
                child.is_preferred = True
    now.top = top


def is_trusted(seat: int) -> bool:
    """Return True if a seat's tables decide this time."""
    if game.bots[seat].address == NIL or search.trusted[seat] == LEAST_WORD:
        return False
    random = stepped(search.picks)
    search.picks = random
    return random ^ LEAST_WORD < search.trusted[seat]


def choose_by_table(seat: int, decision: int) -> int:
    """Return an option that the seat's tables take, and make its node the current one (`search.node`)."""
    random = stepped(search.picks)
    search.picks = random
    things = kept_by_tables(game.bots[seat], seat, decision)
    answer = things[drawn(random, things.length)]
    search.node = child_of(search.node, seat, decision, answer)
    return answer


def choose_by_bound(seat: int, decision: int) -> int:
    """Return the option with the highest upper confidence bound, and make its node the current one (`search.node`)."""
    find_children(search.node, seat, decision)
    many = now.options.length
    if search.is_certain:
        count_unproved(search.node, many)
    row = seat * game.decision_count + decision
    exploring = search.exploring * spread(payoffs, seat, search.is_certain or game.scored == 0)
    highest = -inf
    surest = -1
    best = 0
    random = search.picks
    for at in range(many):
        child = areas.children[at]
        random = stepped(random)
        prior = worth(row, called(now.options[at], decision), seat)
        noise = search.noise * shifted(random, 33)
        bound = upper_bound(child, prior, search.habit_weight, exploring, noise, search.liking)
        sure = priority_of(for_seat(child.proof, seat))
        if sure > surest or (sure == surest and bound > highest):
            highest = bound
            surest = sure
            best = at
    search.picks = random
    now.steps -= 20 * many
    search.node = areas.children[best]
    return now.options[best]


def count_unproved(node: SearchNode, many: int) -> None:
    """Set the number of options after a node, whose nodes are in `areas.children`.

    If some of the options share a node, nothing is certain from here on.
    """
    if node.unproved > 0:
        return
    for one in range(many):
        for other in range(one):
            if areas.children[other].address == areas.children[one].address:
                search.is_certain = False
                return
    node.unproved = many + 1


def descend() -> bool:
    """Descend the tree to the first new option or the end of the game; return False if a pause is due."""
    pc = position.pc
    if pc >= 0:  # after a pause; random events count here as well
        random = state.random
        pc = run(pc)
        if state.random != random:
            search.is_certain = False
    while pc < GAME_OVER and not search.is_new and now.steps >= 0:
        if now.work < 0:
            stop()
        now.steps -= UNIT * (game.work - now.work)
        allow(game.work)
        decision = decision_of(pc)
        seat = decider(decision)
        if search.node_count >= search.most_nodes and not has_all(search.node, decision):
            search.is_new = True
        else:
            if is_trusted(seat):
                search.is_certain = False
                answer = choose_by_table(seat, decision)
            else:
                answer = choose_by_bound(seat, decision)
            node = search.node
            note_choice(seat * game.decision_count + decision, called(answer, decision))
            step = areas.path[search.pathed]
            step.node = node
            step.seat = seat
            search.pathed += 1
            search.is_new = node.visits == 0
            random = state.random
            pc = run(decide(decision, answer))
            if state.random != random:
                search.is_certain = False
    position.pc = pc
    return pc == GAME_OVER or (pc < GAME_OVER and search.is_new)


def play_to_end() -> bool:
    """Play on from the tree to the end, or until a seat leads; return False if a pause is due."""
    search.is_guided = True
    most = search.playout_cut if game.scored > 0 else search.longest_playout
    while most < progress.decisions:
        most += search.further
    is_done = False
    while not is_done:
        if not play_on(False, most):
            break
        is_done = True
        if position.pc != GAME_OVER and most < search.longest_playout:
            set_scores()
            if not is_led(payoffs, game.seats):
                most += search.further
                is_done = False
    search.is_guided = False
    return is_done


def set_scores() -> None:
    """Set the score of each seat in `payoffs.scores`."""
    for seat in range(game.seats):
        payoffs.scores[seat] = score(seat)


def set_shares() -> None:
    """Set each seat's share of the win in `payoffs.shares`."""
    many = 0
    if position.pc == GAME_OVER:
        many = state.winners.length
    for seat in range(game.seats):
        share = 0.0
        if many == 0:
            share = 1 / game.seats
        elif contains(state.winners, seat):
            share = 1 / many if state.side == NIL else 1.0
        payoffs.shares[seat] = share


def backpropagate() -> None:
    """Update the statistics of everything that was chosen in a playout (backpropagation)."""
    done()
    set_shares()
    if game.scored > 0:
        set_scores()
    evaluate(payoffs, game.seats, game.scored > 0, position.pc == GAME_OVER)
    if search.is_certain and position.pc == GAME_OVER and search.pathed == search.traced:
        record_proof(search.root_node, areas.path, search.pathed, payoffs.shares[0])
    for at in range(search.pathed):
        step = areas.path[at]
        add_visit(step.node, payoffs.shares[step.seat], payoffs.worths[step.seat])
    for at in range(search.traced):
        choice = areas.choices[at]
        seat = quotient(choice.row, game.decision_count)
        place = choice.row * game.habit_values + choice.option
        known = worth(choice.row, choice.option, seat)
        areas.habit_times[place] += 1
        areas.habits[place] = updated_mean(known, payoffs.worths[seat], areas.habit_times[place] + 1)
    now.steps -= 10 * search.traced


def grow(count: int, again: bool) -> int:
    """Run some playouts; return the number that are over. `again` is as in `play_games`."""
    if not again:
        progress.played = 0
        progress.phase = BETWEEN
    rested()
    while progress.played < count and now.steps >= 0:
        if progress.phase == BETWEEN:
            now.steps -= UNIT * (game.work - now.work) + game.position_size
            begin_playout(draw_word())
            now.steps += UNIT * (game.work - now.work)
            search.picks = draw_word()
            progress.left = NO_END
            progress.decisions = 0
            search.traced = 0
            search.pathed = 0
            search.node = search.root_node
            search.is_new = False
            search.is_certain = search.is_open
            progress.phase = DESCENT
        if progress.phase == DESCENT:
            if not descend():
                break
            progress.phase = ROLLOUT
        if position.pc != GAME_OVER and not play_to_end():
            break
        backpropagate()
        progress.phase = BETWEEN
        progress.played += 1
    return progress.played
