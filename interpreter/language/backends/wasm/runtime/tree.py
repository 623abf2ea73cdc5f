"""A search: its tree, and playouts that go down it and on. `players/tree.py` does the same in Python, and says why.

A node is some words of TREE, by number: the key by which it is found, how often it was offered and taken, what its seat
won by it and what that was worth, which seat that is, with whether a table likes it, and what is proved (proof.py). Its
key is the number of the node above it, and its option. HASHED is an open hash table of nodes; a place of an earlier
tree is as good as empty."""

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
from interpreter.language.backends.wasm.words import (
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
    """The next word of the search's own generator (chance.drawn)."""
    state = words[SEARCH_RANDOM]
    words[SEARCH_RANDOM] = state + MIX_STEP
    return mixed(state)


def planted(key: int, seat: int) -> int:
    """A new node, of what a seat may take, of which nothing else is known; its number."""
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
    """The address in HASHED at which a node with this key stands, or would."""
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
    return (node << 32) | (decision * HABIT_VALUES + option)


def child_at(node: int, decision: int, option: int) -> int:
    """What is known of an option of a node: the number of its node, or NIL."""
    entry = words[place_of(key_of(node, decision, option))]
    return entry & 0xFFFFFFFF if shifted(entry, 32) == words[GENERATION] else NIL


def plant() -> None:
    """A new tree, of one node."""
    words[GENERATION] += 1
    words[NODE_COUNT] = 0
    words[ROOT_NODE] = planted(NIL, 0)


def stand_after(decision: int, option: int) -> None:
    """Playouts begin after an option of the root now. Of a large tree nothing is kept but its habits."""
    node = child_at(words[ROOT_NODE], decision, option)
    if node == NIL or words[NODE_COUNT] > quotient(words[MOST_NODES], 2):
        plant()
    else:
        words[ROOT_NODE] = node


def has_all(node: int, decision: int) -> int:
    """Whether no option is new."""
    for at in range(length(now.options)):
        if child_at(node, decision, called(item(now.options, at), decision)) == NIL:
            return 0
    return 1


def child_of(node: int, seat: int, decision: int, value: int) -> int:
    """The node of something that is on offer; if it is new, it is made."""
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
    """The nodes of all options stand in CHILDREN; those that are new are made."""
    first = words[NODE_COUNT]
    many = length(now.options)
    for at in range(many):
        words[CHILDREN + 8 * at] = child_of(node, seat, decision, item(now.options, at))
    if words[NODE_COUNT] > first:
        like(seat, decision, first)


def like(seat: int, decision: int, first: int) -> None:
    """Mark the options that are new, whose nodes have numbers from one on, and that a table of the seat would take."""
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
    """Whether a seat's tables decide, this time."""
    if item(BOTS, seat) == NIL or words[TRUSTED + 8 * seat] == LEAST_WORD:
        return 0
    random = stepped(words[PICKS])
    words[PICKS] = random
    return (random ^ LEAST_WORD) < words[TRUSTED + 8 * seat]


def tried_by_table(seat: int, decision: int) -> int:
    """An option that the seat's tables take; its node is NODE then."""
    random = stepped(words[PICKS])
    words[PICKS] = random
    things = kept_by_tables(item(BOTS, seat), seat, decision)
    answer = item(things, drawn(random, length(things)))
    words[NODE] = child_of(words[NODE], seat, decision, answer)
    return answer


def option_tried(seat: int, decision: int) -> int:
    """The option with the highest bound of what it may be worth; its node is NODE then."""
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
    """Down the tree to the first option that is new, or the end of the game: whether it is done, else it is time for a
    pause."""
    pc = words[PC]
    if pc >= 0:  # after a pause: what is left to chance now counts as well
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
    """On from the tree, to the end, or until somebody leads: whether it is done, else it is time for a pause."""
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
    """What came of a playout is written down for all that was chosen in it."""
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
    """Some playouts; how many are over. `again`, and what is given, as of `play_games`."""
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
