"""Deals of hidden cards, drawn anew for each playout of a search.

The draws are the same as in knowledge/dealing.py and redraw.py. DEALS holds the model (backends/wasm/deals.py). ON
holds, by leg, the card that is on it; NOW, by card, the card that is where it was in the position that is kept.
"""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.cards import drawn, shuffled, stepped
from interpreter.language.backends.wasm.runtime.flow import begin, decide, run
from interpreter.language.backends.wasm.runtime.games import mixed, set_up
from interpreter.language.backends.wasm.runtime.lists import contains, new
from interpreter.language.backends.wasm.runtime.numbers import log_of
from interpreter.language.backends.wasm.runtime.positions import restore
from interpreter.language.backends.wasm.runtime.work import allow, done
from interpreter.language.backends.wasm.toolchain.words import (
    CARDS,
    CLUSTER_CONDITIONS,
    CLUSTER_PARTS,
    DEAL_RANDOM,
    DEALS,
    DEALS_CLEARED,
    DEALS_CLUSTERS,
    DEALS_FOLDED,
    DEALS_HIDDEN,
    DEALS_IN_OPTIONS,
    DEALS_LISTS,
    DEALS_MARKS,
    DEALS_PATH,
    DEALS_SLOTS,
    FRAMES,
    KNOWN,
    LOG_OF_LUCK,
    LUCK_SHIFT,
    MIX_STEP,
    MOST_ATTEMPTS,
    MOST_TRIES,
    NIL,
    NOW,
    ON,
    OVER,
    PART_HEAVIEST,
    PART_PLACES,
    PART_STEPS,
    PC,
    PLACE_CARD,
    PLACE_KNOWN,
    PLACE_LEG,
    PLACE_ZONE,
    RANDOM,
    ROOT,
    SAME,
    SET_UP_SHIFT,
    SET_UPS_CARDS,
    SET_UPS_GROUPS,
    SET_UPS_MADE,
    SET_UPS_TABLE,
    STEP_CARDS,
    STEP_LEGS,
    STEP_NARROW,
    STEP_OPEN,
    STEP_SEEN,
    STEP_SET_UPS,
    STEP_WAYS,
    TRIES_LEFT,
    UNIT,
    WHERE,
    WORK,
    ZONE_SIZE,
    ZONES,
    certain,
    copy,
    fraction,
    is_more,
    item,
    length,
    minus,
    now,
    plus,
    set_item,
    set_length,
    shifted,
    stop,
    words,
)


def has(mask: int, card: int) -> int:
    """Return 1 if a card is in a set of cards, else 0."""
    return shifted(item(mask, card >> 6), card & 63) & 1


def one_of(count: int) -> int:
    """Return a random number below `count`."""
    random = stepped(words[DEAL_RANDOM])
    words[DEAL_RANDOM] = random
    return drawn(random, count)


def mix(cards: int) -> None:
    """Shuffle a list with the generator of deals."""
    words[DEAL_RANDOM] = shuffled(cards, words[DEAL_RANDOM])


def add(items: int, thing: int) -> None:
    """Append a member to a list that has room for it."""
    size = length(items)
    set_item(items, size, thing)
    set_length(items, size + 1)


def take_out(items: int, at: int) -> None:
    """Remove a member from a list; the order of the others stays."""
    size = length(items)
    copy(items + 8 + 8 * at, items + 16 + 8 * at, 8 * (size - at - 1))
    set_length(items, size - 1)


def place_in(items: int, thing: int) -> int:
    """Return the index of a thing in a list, or -1."""
    for at in range(length(items)):
        if item(items, at) == thing:
            return at
    return -1


def free_legs(legs: int, free: int) -> None:
    """Store those of some legs that have no card in the list `free`."""
    set_length(free, 0)
    for at in range(length(legs)):
        if words[ON + 8 * item(legs, at)] == NIL:
            add(free, item(legs, at))


def fitting(cards: int, mask: int, fit: int) -> None:
    """Store those of some cards that are in a set in the list `fit`."""
    set_length(fit, 0)
    for at in range(length(cards)):
        if has(mask, item(cards, at)):
            add(fit, item(cards, at))


def by_ways(ways: int, cards: int, some: int) -> int:
    """Assign a leg to each card that can take only some of them; return the weight, or NIL if one can't be assigned."""
    weight = fraction(0)
    for at in range(length(ways)):
        card = item(item(ways, at), 0)
        place = place_in(cards, card)
        if place >= 0:
            free_legs(item(item(ways, at), 1), some)
            if length(some) == 0:
                return NIL
            words[ON + 8 * item(some, one_of(length(some)))] = card
            take_out(cards, place)
            weight = plus(weight, log_of(length(some)))
    return weight


def by_fit(narrow: int, cards: int, some: int, weight: int) -> int:
    """Assign a card to each leg that can take only some of them; return the new weight, or NIL if none fits."""
    for at in range(length(narrow)):
        leg = item(item(narrow, at), 0)
        if words[ON + 8 * leg] == NIL:
            fitting(cards, item(item(narrow, at), 1), some)
            if length(some) == 0:
                return NIL
            card = item(some, one_of(length(some)))
            words[ON + 8 * leg] = card
            take_out(cards, place_in(cards, card))
            weight = plus(weight, log_of(length(some)))
    return weight


def log_orders(count: int) -> int:
    """Return the logarithm of the number of permutations of `count` cards."""
    found = fraction(0)
    for at in range(1, count + 1):
        found = plus(found, log_of(at))
    return found


def cards_mixed(step: int, cards: int) -> None:
    """Store the cards that go into a shuffle event, and are not known to go elsewhere, in the list `cards`."""
    fixed = item(step, STEP_CARDS)
    copy(cards, fixed, 8 + 8 * length(fixed))
    legs = item(step, STEP_LEGS)
    for at in range(length(legs)):
        card = words[ON + 8 * item(legs, at)]
        if not has(item(step, STEP_SEEN), card):
            add(cards, card)


def mix_on(step: int, cards: int, some: int) -> int:
    """Assign the cards of a shuffle event to legs that they can take; return the weight, or NIL if that fails.

    Both lists have room for all cards.
    """
    cards_mixed(step, cards)
    free = item(step, STEP_OPEN)
    weight = fraction(0)
    if length(item(step, STEP_WAYS)) + length(item(step, STEP_NARROW)) > 0:
        for at in range(length(free)):
            words[ON + 8 * item(free, at)] = NIL
        weight = by_ways(item(step, STEP_WAYS), cards, some)
        if weight == NIL:
            return NIL
        weight = by_fit(item(step, STEP_NARROW), cards, some, weight)
        if weight == NIL:
            return NIL
        free_legs(free, some)
        free = some
    size = length(cards)
    if size != length(free):
        return NIL
    mix(cards)
    for at in range(size):
        words[ON + 8 * item(free, at)] = item(cards, at)
    return plus(weight, log_orders(size))


def run_on(pc: int) -> int:
    """Run from one decision to the next without a pause."""
    allow(WORK)
    while pc >= 0:
        pc = run(pc)
    now.steps -= UNIT * done()
    allow(WORK)
    return pc


def make_set_up(set_ups: int, number: int, row: int, size: int) -> None:
    """Make a set-up by the rules, and write its cards to a row after a marker word.

    The marker is negative if other cards ended up there, or some of these elsewhere. The position is then restored.
    """
    set_up(mixed(number) ^ 1)
    run_on(begin(FRAMES, ROOT, NIL))
    left = new(length(item(set_ups, SET_UPS_CARDS)))
    copy(left, item(set_ups, SET_UPS_CARDS), 8 + 8 * length(left))
    count = 0
    wrong = 0
    groups = item(set_ups, SET_UPS_GROUPS)
    for group in range(length(groups)):
        zones = item(groups, group)
        for zone in range(length(zones)):
            cards = ZONES + ZONE_SIZE * item(zones, zone)
            for at in range(length(cards)):
                card = item(cards, at)
                if count < size and has(left, card):
                    set_item(left, card >> 6, item(left, card >> 6) & ~(1 << (card & 63)))
                    words[row + 8 + 8 * count] = card
                    count += 1
                else:
                    wrong = 1
    words[row] = words[SET_UPS_MADE] if count == size and wrong == 0 else -words[SET_UPS_MADE]
    restore(0)


def lay_by_rules(step: int) -> int:
    """Lay the cards of a shuffle event as in one of the set-ups; return 1 if that agrees with what is known, else 0."""
    set_ups = item(step, STEP_SET_UPS)
    legs = item(step, STEP_OPEN)
    size = length(legs)
    words[DEAL_RANDOM] = stepped(words[DEAL_RANDOM])
    number = shifted(words[DEAL_RANDOM], SET_UP_SHIFT)
    row = item(set_ups, SET_UPS_TABLE) + (8 + 8 * size) * number
    if words[row] != words[SET_UPS_MADE] and words[row] != -words[SET_UPS_MADE]:
        make_set_up(set_ups, number, row, size)
    if words[row] < 0:
        return 0
    for at in range(size):
        words[ON + 8 * item(legs, at)] = words[row + 8 + 8 * at]
    narrow = item(step, STEP_NARROW)
    for at in range(length(narrow)):
        if not has(item(item(narrow, at), 1), words[ON + 8 * item(item(narrow, at), 0)]):
            return 0
    return 1


def attempted(part: int) -> int:
    """Draw a part once; return its weight, or NIL if an assignment failed."""
    words[TRIES_LEFT] -= 1
    if words[TRIES_LEFT] < 0:
        stop()
    weight = fraction(0)
    steps = item(part, PART_STEPS)
    for at in range(length(steps)):
        step = item(steps, at)
        now.steps -= 20 * length(item(step, STEP_OPEN))
        if item(step, STEP_SET_UPS) == NIL:
            top = now.top
            more = mix_on(step, new(CARDS), new(CARDS))
            now.top = top
            if more == NIL:
                return NIL
            weight = plus(weight, more)
        elif lay_by_rules(step) == 0:
            return NIL
    return weight


def draw_part(part: int) -> None:
    """Draw the cards on the legs of a part by rejection sampling."""
    heaviest = item(part, PART_HEAVIEST)
    while True:
        weight = attempted(part)
        if weight != NIL:
            if is_more(weight, minus(heaviest, SAME)):
                return
            words[DEAL_RANDOM] = stepped(words[DEAL_RANDOM])
            luck = minus(log_of(shifted(words[DEAL_RANDOM], LUCK_SHIFT)), LOG_OF_LUCK)
            if is_more(minus(weight, heaviest), luck):
                return


def lay(cluster: int) -> None:
    """Put the drawn cards where they are now."""
    parts = item(cluster, CLUSTER_PARTS)
    for number in range(length(parts)):
        places = item(item(parts, number), PART_PLACES)
        for at in range(length(places)):
            place = item(places, at)
            card = words[ON + 8 * item(place, PLACE_LEG)]
            words[item(place, PLACE_CARD)] = card
            words[WHERE + 8 * card] = item(place, PLACE_ZONE)
            words[KNOWN + 8 * card] = item(place, PLACE_KNOWN)


def all_hold(conditions: int) -> int:
    """Return 1 if all conditions that are certain hold, else 0."""
    top = now.top
    holds = 1
    at = 0
    while at < length(conditions) and holds:
        answer = certain(item(conditions, at))
        now.top = top
        holds = answer != 0 and answer != NIL
        at += 1
    now.steps -= UNIT * done()
    allow(WORK)
    return holds


def draw_cluster(cluster: int) -> None:
    """Draw the parts of a cluster until all conditions that are certain hold."""
    parts = item(cluster, CLUSTER_PARTS)
    conditions = item(cluster, CLUSTER_CONDITIONS)
    is_so = 0
    while is_so == 0:
        for at in range(length(parts)):
            draw_part(item(parts, at))
        is_so = 1
        if length(conditions) > 0:
            lay(cluster)
            is_so = all_hold(conditions)


def exchange_all(items: int) -> None:
    """Replace each card of a list by the one that is in its place now."""
    for at in range(length(items)):
        if item(items, at) != NIL:
            set_item(items, at, words[NOW + 8 * item(items, at)])


def exchange() -> None:
    """Replace every reference to a hidden card by the one that is in its place now."""
    deals = words[DEALS]
    hidden = item(deals, DEALS_HIDDEN)
    for at in range(length(hidden)):
        words[NOW + 8 * item(item(hidden, at), 1)] = words[ON + 8 * item(item(hidden, at), 0)]
    slots = item(deals, DEALS_SLOTS)
    for at in range(length(slots)):
        words[item(slots, at)] = words[NOW + 8 * words[item(slots, at)]]
    lists = item(deals, DEALS_LISTS)
    for at in range(length(lists)):
        exchange_all(words[item(lists, at)])
    if item(deals, DEALS_IN_OPTIONS):
        exchange_all(now.options)


def fold() -> None:
    """Draw the cards on the legs of subsumed shuffle events."""
    folded = item(words[DEALS], DEALS_FOLDED)
    top = now.top
    for number in range(length(folded)):
        legs = item(item(folded, number), 0)
        others = item(item(folded, number), 1)
        cards = new(length(legs))
        for at in range(length(legs)):
            set_item(cards, at, words[ON + 8 * item(others, at)])
        mix(cards)
        for at in range(length(legs)):
            words[ON + 8 * item(legs, at)] = item(cards, at)
        now.top = top


def mark() -> None:
    """Set the flags of hidden cards according to the deal."""
    cleared = item(words[DEALS], DEALS_CLEARED)
    for at in range(length(cleared)):
        words[item(cleared, at)] = 0
    marks = item(words[DEALS], DEALS_MARKS)
    for at in range(length(marks)):
        each = item(marks, at)
        words[item(each, 1) + 8 * words[ON + 8 * item(each, 0)]] = item(each, 2)


def deal(word: int) -> None:
    """Restore the position that is kept, with its hidden cards dealt anew.

    The word determines the deal and all later random events.
    """
    restore(0)
    words[DEAL_RANDOM] = word + MIX_STEP
    words[TRIES_LEFT] = MOST_ATTEMPTS
    clusters = item(words[DEALS], DEALS_CLUSTERS)
    for at in range(length(clusters)):
        draw_cluster(item(clusters, at))
    for at in range(length(clusters)):  # making a set-up restores the position
        lay(item(clusters, at))
    exchange()
    fold()
    mark()
    words[RANDOM] = mixed(word)


def gone_on(path: int) -> int:
    """Take the decisions of a path; return 1 if all were possible and the game is not over, else 0."""
    for at in range(length(path)):
        pc = words[PC]
        decision = item(item(path, at), 0)
        value = item(item(path, at), 1)
        if pc != -2 - decision or not contains(now.options, value):
            return 0
        words[PC] = run_on(decide(pc, value))
    return words[PC] < OVER


def begin_playout(word: int) -> None:
    """Set up the position where a playout begins, in the state that a word determines."""
    path = item(words[DEALS], DEALS_PATH)
    if length(path) == 0:
        deal(word)
    else:
        tries = MOST_TRIES
        is_there = 0
        while not is_there:
            if tries == 0:
                stop()
            tries -= 1
            deal(mixed(word))
            word += MIX_STEP
            is_there = gone_on(path)
