"""Tree search: the tree, and playouts that descend it and go on.

`players/search/search_tree.py` does the same in Python and gives the reasons.

A node is some words of TREE, by number. The first is its key, made of the number of the parent node and the option.
Then follow how often it was offered and taken, the seat's total wins and total payoff, the seat together with a bit for
an option that a table prefers, and the proven result (proof.py). HASHED is an open hash table of nodes; a slot used by
an earlier tree counts as empty.
"""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.cards import drawn, stepped
from interpreter.language.backends.wasm.runtime.deals import begin_playout
from interpreter.language.backends.wasm.runtime.flow import decide, run
from interpreter.language.backends.wasm.runtime.games import mixed, play_on
from interpreter.language.backends.wasm.runtime.habits import called, note_choice, worth
from interpreter.language.backends.wasm.runtime.lists import contains
from interpreter.language.backends.wasm.runtime.numbers import log_of
from interpreter.language.backends.wasm.runtime.proof import count_unproved, hope, note_proof
from interpreter.language.backends.wasm.runtime.tables import kept_by_tables
from interpreter.language.backends.wasm.runtime.work import allow, done, rested
from interpreter.language.backends.wasm.runtime.worth import is_led, note_scores, spread, value
from interpreter.language.backends.wasm.toolchain.words import (
    BOTS,
    CHILDREN,
    CHOICES,
    DECIDERS,
    DECISION_COUNT,
    DECISIONS,
    EXPLORING,
    FRAME_SLOTS,
    FURTHER,
    GENERATION,
    GOES_ON,
    HABIT_TIMES,
    HABIT_VALUES,
    HABIT_WEIGHT,
    HABITS,
    HASHED,
    HASHES,
    IS_CERTAIN,
    IS_GUIDED,
    IS_NEW,
    IS_OPEN,
    LEAST_BOUND,
    LEAST_WORD,
    LEFT,
    LIKING,
    LONGEST_PLAYOUT,
    MEANS,
    MIX_FIRST,
    MIX_STEP,
    MOST_NODES,
    NIL,
    NO_END,
    NODE,
    NODE_COUNT,
    NODE_SIZE,
    NODES,
    NOISE,
    OVER,
    PATH,
    PATHED,
    PC,
    PICKS,
    PLAYED,
    PLAYOUT_CUT,
    POSITION_SIZE,
    RANDOM,
    ROOT_NODE,
    SCORED,
    SEARCH_RANDOM,
    SHARES,
    TRACED,
    TREE,
    TRUSTED,
    UNIT,
    WORK,
    WORTHS,
    fraction,
    is_more,
    item,
    length,
    minus,
    now,
    over,
    plus,
    product,
    quotient,
    root,
    shifted,
    stop,
    words,
)


def drawn_word() -> int:
    """Return the next word of the search's own generator (chance.drawn)."""
    state = words[SEARCH_RANDOM]
    words[SEARCH_RANDOM] = state + MIX_STEP
    return mixed(state)


def planted(key: int, seat: int) -> int:
    """Create a node for an option of a seat, without statistics; return its number."""
    node = words[NODE_COUNT]
    if node >= NODES:
        stop()
    address = TREE + NODE_SIZE * node
    words[address] = key
    words[address + 8] = 0
    words[address + 16] = 0
    words[address + 24] = 0
    words[address + 32] = 0
    words[address + 40] = 2 * seat
    words[address + 48] = 0
    words[NODE_COUNT] = node + 1
    return node


def place_of(key: int) -> int:
    """Return the address in HASHED where a node with this key is, or would be."""
    at = shifted(key * MIX_FIRST, 40)
    while True:
        at = at & (HASHES - 1)
        entry = words[HASHED + 8 * at]
        if shifted(entry, 32) != words[GENERATION]:
            return HASHED + 8 * at
        if words[TREE + NODE_SIZE * (entry & 0xFFFFFFFF)] == key:
            return HASHED + 8 * at
        at += 1


def key_of(node: int, decision: int, option: int) -> int:
    """Return the key of an option's node."""
    return (node << 32) | (decision * HABIT_VALUES + option)


def child_at(node: int, decision: int, option: int) -> int:
    """Return the number of an option's node, or NIL."""
    entry = words[place_of(key_of(node, decision, option))]
    return entry & 0xFFFFFFFF if shifted(entry, 32) == words[GENERATION] else NIL


def plant() -> None:
    """Start a new tree with one node."""
    words[GENERATION] += 1
    words[NODE_COUNT] = 0
    words[ROOT_NODE] = planted(NIL, 0)


def stand_after(decision: int, option: int) -> None:
    """Make an option of the root the new root. A large tree is dropped except for the action statistics."""
    node = child_at(words[ROOT_NODE], decision, option)
    if node == NIL or words[NODE_COUNT] > quotient(words[MOST_NODES], 2):
        plant()
    else:
        words[ROOT_NODE] = node


def has_all(node: int, decision: int) -> int:
    """Return 1 if every option has a node, else 0."""
    for at in range(length(now.options)):
        if child_at(node, decision, called(item(now.options, at), decision)) == NIL:
            return 0
    return 1


def child_of(node: int, seat: int, decision: int, value: int) -> int:
    """Return the node of an option that is offered, created if it is new."""
    key = key_of(node, decision, called(value, decision))
    place = place_of(key)
    entry = words[place]
    if shifted(entry, 32) == words[GENERATION]:
        child = entry & 0xFFFFFFFF
    else:
        child = planted(key, seat)
        words[place] = (words[GENERATION] << 32) | child
    words[TREE + NODE_SIZE * child + 8] += 1
    return child


def find_children(node: int, seat: int, decision: int) -> None:
    """Store the nodes of all options in CHILDREN, creating those that are new."""
    first = words[NODE_COUNT]
    many = length(now.options)
    for at in range(many):
        words[CHILDREN + 8 * at] = child_of(node, seat, decision, item(now.options, at))
    if words[NODE_COUNT] > first:
        like(seat, decision, first)


def like(seat: int, decision: int, first: int) -> None:
    """Mark the new options that a table of the seat prefers. New nodes have numbers from `first`."""
    guide = item(BOTS, seat)
    if guide == NIL:
        return
    top = now.top
    kept = kept_by_tables(guide, seat, decision)
    if length(kept) < length(now.options):
        for at in range(length(now.options)):
            child = words[CHILDREN + 8 * at]
            if child >= first and contains(kept, item(now.options, at)):
                words[TREE + NODE_SIZE * child + 40] = 2 * seat + 1
    now.top = top


def is_trusted(seat: int) -> int:
    """Return 1 if a seat's tables decide this time, else 0."""
    if item(BOTS, seat) == NIL or words[TRUSTED + 8 * seat] == LEAST_WORD:
        return 0
    random = stepped(words[PICKS])
    words[PICKS] = random
    return (random ^ LEAST_WORD) < words[TRUSTED + 8 * seat]


def tried_by_table(seat: int, decision: int) -> int:
    """Return an option that the seat's tables take, and make its node the current one (NODE)."""
    random = stepped(words[PICKS])
    words[PICKS] = random
    things = kept_by_tables(item(BOTS, seat), seat, decision)
    answer = item(things, drawn(random, length(things)))
    words[NODE] = child_of(words[NODE], seat, decision, answer)
    return answer


def option_tried(seat: int, decision: int) -> int:
    """Return the option with the highest upper confidence bound, and make its node the current one (NODE)."""
    find_children(words[NODE], seat, decision)
    many = length(now.options)
    if words[IS_CERTAIN]:
        count_unproved(words[NODE], many)
    row = seat * DECISION_COUNT + decision
    exploring = product(words[EXPLORING], spread(seat))
    weight = words[HABIT_WEIGHT]
    highest = LEAST_BOUND
    surest = -1
    best = 0
    random = words[PICKS]
    for at in range(many):
        address = TREE + NODE_SIZE * words[CHILDREN + 8 * at]
        tries = plus(fraction(words[address + 16]), weight)
        random = stepped(random)
        habit = worth(row, called(item(now.options, at), decision), seat)
        bound = over(plus(words[address + 32], product(weight, habit)), tries)
        unsure = root(over(log_of(words[address + 8] + 1), tries))
        bound = plus(bound, product(exploring, unsure))
        bound = plus(bound, product(words[NOISE], fraction(shifted(random, 33))))
        if words[address + 40] & 1:
            bound = plus(bound, over(words[LIKING], tries))
        sure = hope(words[CHILDREN + 8 * at], seat)
        if sure > surest or (sure == surest and is_more(bound, highest)):
            highest = bound
            surest = sure
            best = at
    words[PICKS] = random
    now.steps -= 20 * many
    words[NODE] = words[CHILDREN + 8 * best]
    return item(now.options, best)


def descend() -> int:
    """Descend the tree to the first new option or the end of the game; return 1 if done, 0 if a pause is due."""
    pc = words[PC]
    if pc >= 0:  # after a pause; random events count here as well
        random = words[RANDOM]
        pc = run(pc)
        if words[RANDOM] != random:
            words[IS_CERTAIN] = 0
    while pc < OVER and (words[IS_NEW] == 0 and now.steps >= 0):
        if now.work < 0:
            stop()
        now.steps -= UNIT * (WORK - now.work)
        allow(WORK)
        decision = -2 - pc
        seat = words[now.frame + FRAME_SLOTS + 8 * item(DECIDERS, decision)]
        if words[NODE_COUNT] >= words[MOST_NODES] and not has_all(words[NODE], decision):
            words[IS_NEW] = 1
        else:
            if is_trusted(seat):
                words[IS_CERTAIN] = 0
                answer = tried_by_table(seat, decision)
            else:
                answer = option_tried(seat, decision)
            node = words[NODE]
            note_choice(seat * DECISION_COUNT + decision, called(answer, decision))
            words[PATH + 16 * words[PATHED]] = node
            words[PATH + 16 * words[PATHED] + 8] = seat
            words[PATHED] += 1
            words[IS_NEW] = words[TREE + NODE_SIZE * node + 16] == 0
            random = words[RANDOM]
            pc = run(decide(pc, answer))
            if words[RANDOM] != random:
                words[IS_CERTAIN] = 0
    words[PC] = pc
    return pc == OVER or (pc < OVER and words[IS_NEW] != 0)


def play_to_end() -> int:
    """Play on from the tree to the end, or until a seat leads; return 1 if done, 0 if a pause is due."""
    words[IS_GUIDED] = 1
    most = words[PLAYOUT_CUT] if SCORED > 0 else words[LONGEST_PLAYOUT]
    while most < words[DECISIONS]:
        most += words[FURTHER]
    is_done = 0
    while is_done == 0:
        if not play_on(0, most):
            break
        is_done = 1
        if words[PC] != OVER and most < words[LONGEST_PLAYOUT]:
            note_scores()
            if not is_led():
                most += words[FURTHER]
                is_done = 0
    words[IS_GUIDED] = 0
    return is_done


def learn() -> None:
    """Update the statistics of everything that was chosen in a playout (backpropagation)."""
    done()
    value()
    if words[IS_CERTAIN] and (words[PC] == OVER and words[PATHED] == words[TRACED]):
        note_proof()
    for at in range(words[PATHED]):
        node = TREE + NODE_SIZE * words[PATH + 16 * at]
        seat = words[PATH + 16 * at + 8]
        words[node + 16] += 1
        words[node + 24] = plus(words[node + 24], words[SHARES + 8 * seat])
        words[node + 32] = plus(words[node + 32], words[WORTHS + 8 * seat])
    for at in range(words[TRACED]):
        row = words[CHOICES + 16 * at]
        seat = quotient(row, DECISION_COUNT)
        place = 8 * (row * HABIT_VALUES + words[CHOICES + 16 * at + 8])
        count = words[HABIT_TIMES + place] + 1
        words[HABIT_TIMES + place] = count
        known = words[HABITS + place]
        if known < 0:
            known = words[MEANS + 8 * seat]
        more = minus(words[WORTHS + 8 * seat], known)
        words[HABITS + place] = plus(known, over(more, fraction(count + 1)))
    now.steps -= 10 * words[TRACED]


def search(count: int, again: int) -> int:
    """Run some playouts; return the number that are over. `again` is as in `play_games`."""
    if not again:
        words[PLAYED] = 0
        words[GOES_ON] = 0
    rested()
    while words[PLAYED] < count and now.steps >= 0:
        if words[GOES_ON] == 0:
            now.steps -= UNIT * (WORK - now.work) + POSITION_SIZE
            begin_playout(drawn_word())
            now.steps += UNIT * (WORK - now.work)
            words[PICKS] = drawn_word()
            words[LEFT] = NO_END
            words[DECISIONS] = 0
            words[TRACED] = 0
            words[PATHED] = 0
            words[NODE] = words[ROOT_NODE]
            words[IS_NEW] = 0
            words[IS_CERTAIN] = words[IS_OPEN]
            words[GOES_ON] = 1
        if words[GOES_ON] == 1:
            if not descend():
                break
            words[GOES_ON] = 2
        if words[PC] != OVER and not play_to_end():
            break
        learn()
        words[GOES_ON] = 0
        words[PLAYED] += 1
    return words[PLAYED]
