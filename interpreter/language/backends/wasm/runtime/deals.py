"""Deals of hidden cards, drawn anew for each playout of a dealing.

The draws are the same as in knowledge/dealing.py. `dealing.deals` is the model (machine/positions.py).
"""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.cards import drawn, next_random, shuffled
from interpreter.language.backends.wasm.runtime.flow import begin, decide, run
from interpreter.language.backends.wasm.runtime.games import mixed_word, set_up
from interpreter.language.backends.wasm.runtime.positions import restore_position
from interpreter.language.backends.wasm.runtime.structs import (
    CardOptionsRecord,
    ClusterRecord,
    ComponentRecord,
    LegOptionsRecord,
    PathRecord,
    SetUpRow,
    SetUpsRecord,
    ShuffleRecord,
    areas,
    dealing,
    game,
    now,
    position,
    state,
)
from interpreter.language.backends.wasm.runtime.values.lists import contains, new, place_in
from interpreter.language.backends.wasm.runtime.work import allow_work, work_done
from interpreter.language.backends.wasm.sizes import UNIT, WORD
from interpreter.language.chance import MIX_STEP
from interpreter.language.execution.deals import (
    ACCEPTANCE_BITS,
    MOST_ATTEMPTS,
    MOST_TRIES,
    SET_UP_BITS,
    WEIGHT_TOLERANCE,
)
from interpreter.language.execution.executable import GAME_OVER, NIL, decision_of
from interpreter.language.execution.machine_memory import (
    List,
    Words,
    certain,
    copy,
    shifted,
    stop,
    words,
    wrapped,
)
from interpreter.language.execution.search_tables import LOG_2, log_of

IMPOSSIBLE = -1.0
"""Weight of a draw that failed; other weights are not negative."""
SET_UP_SHIFT, LUCK_SHIFT = 64 - SET_UP_BITS, 64 - ACCEPTANCE_BITS
LOG_OF_LUCK = ACCEPTANCE_BITS * LOG_2


def has(mask: Words, card: int) -> bool:
    """Return True if a card is in a set of cards."""
    return shifted(mask[card >> 6], card & 63) & 1 != 0


def random_below(count: int) -> int:
    """Return a random number below `count`."""
    random = next_random(dealing.deal_random)
    dealing.deal_random = random
    return drawn(random, count)


def mix(cards: Words) -> None:
    """Shuffle a list with the generator of deals."""
    dealing.deal_random = shuffled(cards, dealing.deal_random)


def add(items: Words, thing: int) -> None:
    """Append a member to a list that has room for it."""
    size = items.length
    items[size] = thing
    items.length = size + 1


def take_out(items: Words, at: int) -> None:
    """Remove a member from a list; the order of the others stays."""
    size = items.length
    copy(items.address_of(at), items.address_of(at + 1), WORD * (size - at - 1))
    items.length = size - 1


def free_legs(legs: Words, free: Words) -> None:
    """Store those of some legs that have no card in the list `free`."""
    free.length = 0
    for at in range(legs.length):
        if areas.leg_cards[legs[at]] == NIL:
            add(free, legs[at])


def fitting(cards: Words, mask: Words, fit: Words) -> None:
    """Store those of some cards that are in a set in the list `fit`."""
    fit.length = 0
    for at in range(cards.length):
        if has(mask, cards[at]):
            add(fit, cards[at])


def by_ways(ways: List[CardOptionsRecord], cards: Words, some: Words) -> float:
    """Assign a leg to each card that can take only some of them; return the weight, or IMPOSSIBLE."""
    weight = 0.0
    for at in range(ways.length):
        card = ways[at].card
        place = place_in(cards, card)
        if place >= 0:
            free_legs(ways[at].legs, some)
            if some.length == 0:
                return IMPOSSIBLE
            areas.leg_cards[some[random_below(some.length)]] = card
            take_out(cards, place)
            weight += log_of(some.length)
    return weight


def by_fit(narrow: List[LegOptionsRecord], cards: Words, some: Words, weight: float) -> float:
    """Assign a card to each leg that can take only some of them; return the new weight, or IMPOSSIBLE if none fits."""
    for at in range(narrow.length):
        leg = narrow[at].leg
        if areas.leg_cards[leg] == NIL:
            fitting(cards, narrow[at].fitting, some)
            if some.length == 0:
                return IMPOSSIBLE
            card = some[random_below(some.length)]
            areas.leg_cards[leg] = card
            take_out(cards, place_in(cards, card))
            weight += log_of(some.length)
    return weight


def log_orders(count: int) -> float:
    """Return the logarithm of the number of permutations of `count` cards."""
    found = 0.0
    for at in range(1, count + 1):
        found += log_of(at)
    return found


def cards_mixed(step: ShuffleRecord, cards: Words) -> None:
    """Store the cards that go into a shuffle event, and are not known to go elsewhere, in the list `cards`."""
    fixed = step.cards
    copy(cards.address, fixed.address, WORD + WORD * fixed.length)
    legs = step.legs
    for at in range(legs.length):
        card = areas.leg_cards[legs[at]]
        if not has(step.seen, card):
            add(cards, card)


def mix_on(step: ShuffleRecord, cards: Words, some: Words) -> float:
    """Assign the cards of a shuffle event to legs that they can take; return the weight, or IMPOSSIBLE if that fails.

    Both lists have room for all cards.
    """
    cards_mixed(step, cards)
    free = step.open
    weight = 0.0
    if step.ways.length + step.narrow.length > 0:
        for at in range(free.length):
            areas.leg_cards[free[at]] = NIL
        weight = by_ways(step.ways, cards, some)
        if weight < 0.0:
            return IMPOSSIBLE
        weight = by_fit(step.narrow, cards, some, weight)
        if weight < 0.0:
            return IMPOSSIBLE
        free_legs(free, some)
        free = some
    size = cards.length
    if size != free.length:
        return IMPOSSIBLE
    mix(cards)
    for at in range(size):
        areas.leg_cards[free[at]] = cards[at]
    return weight + log_orders(size)


def run_on(pc: int) -> int:
    """Run from one decision to the next without a pause."""
    allow_work(game.work)
    while pc >= 0:
        pc = run(pc)
    now.steps -= UNIT * work_done()
    allow_work(game.work)
    return pc


def make_set_up(set_ups: SetUpsRecord, number: int, row: SetUpRow, size: int) -> None:
    """Make a set-up by the rules, and write its cards to a row.

    The marker is negative if other cards ended up there, or some of these elsewhere. The position is then restored.
    """
    set_up(mixed_word(number) ^ 1)
    run_on(begin(areas.frames.address, game.root, NIL))
    left = new(set_ups.cards.length)
    copy(left.address, set_ups.cards.address, WORD + WORD * left.length)
    count = 0
    is_right = True
    groups = set_ups.groups
    for group in range(groups.length):
        zones = groups[group]
        for zone in range(zones.length):
            cards = state.zones[zones[zone]]
            for at in range(cards.length):
                card = cards[at]
                if count < size and has(left, card):
                    left[card >> 6] = left[card >> 6] & ~(1 << (card & 63))
                    row.cards[count] = card
                    count += 1
                else:
                    is_right = False
    row.marker = dealing.set_ups_made if count == size and is_right else -dealing.set_ups_made
    restore_position()


def lay_by_rules(step: ShuffleRecord) -> bool:
    """Lay the cards of a shuffle event as in one of the set-ups; return True if that agrees with what is known."""
    set_ups = step.set_ups
    legs = step.open
    size = legs.length
    dealing.deal_random = next_random(dealing.deal_random)
    number = shifted(dealing.deal_random, SET_UP_SHIFT)
    row = SetUpRow(set_ups.table + (WORD + WORD * size) * number)
    if row.marker != dealing.set_ups_made and row.marker != -dealing.set_ups_made:
        make_set_up(set_ups, number, row, size)
    if row.marker < 0:
        return False
    for at in range(size):
        areas.leg_cards[legs[at]] = row.cards[at]
    narrow = step.narrow
    for at in range(narrow.length):
        if not has(narrow[at].fitting, areas.leg_cards[narrow[at].leg]):
            return False
    return True


def attempted(part: ComponentRecord) -> float:
    """Draw a part once; return its weight, or IMPOSSIBLE if an assignment failed."""
    dealing.tries_left -= 1
    if dealing.tries_left < 0:
        stop()
    weight = 0.0
    steps = part.steps
    for at in range(steps.length):
        step = steps[at]
        now.steps -= 20 * step.open.length
        if step.set_ups.address == NIL:
            top = now.top
            more = mix_on(step, new(game.cards), new(game.cards))
            now.top = top
            if more < 0.0:
                return IMPOSSIBLE
            weight += more
        elif not lay_by_rules(step):
            return IMPOSSIBLE
    return weight


def draw_part(part: ComponentRecord) -> None:
    """Draw the cards on the legs of a part by rejection sampling."""
    heaviest = part.heaviest
    while True:
        weight = attempted(part)
        if weight >= 0.0:
            if weight > heaviest - WEIGHT_TOLERANCE:
                return
            dealing.deal_random = next_random(dealing.deal_random)
            luck = log_of(shifted(dealing.deal_random, LUCK_SHIFT)) - LOG_OF_LUCK
            if weight - heaviest > luck:
                return


def lay(cluster: ClusterRecord) -> None:
    """Put the drawn cards where they are now."""
    parts = cluster.parts
    for number in range(parts.length):
        places = parts[number].places
        for at in range(places.length):
            place = places[at]
            card = areas.leg_cards[place.leg]
            words[place.card] = card
            game.where[card] = place.zone
            game.known[card] = place.known


def all_hold(conditions: Words) -> bool:
    """Return True if all conditions that are certain hold."""
    top = now.top
    holds = True
    at = 0
    while at < conditions.length and holds:
        answer = certain(conditions[at])
        now.top = top
        holds = answer != 0 and answer != NIL
        at += 1
    now.steps -= UNIT * work_done()
    allow_work(game.work)
    return holds


def draw_cluster(cluster: ClusterRecord) -> None:
    """Draw the parts of a cluster until all conditions that are certain hold."""
    parts = cluster.parts
    conditions = cluster.conditions
    is_so = False
    while not is_so:
        for at in range(parts.length):
            draw_part(parts[at])
        is_so = True
        if conditions.length > 0:
            lay(cluster)
            is_so = all_hold(conditions)


def exchange_all(items: Words) -> None:
    """Replace each card of a list by the one that is in its place now."""
    for at in range(items.length):
        if items[at] != NIL:
            items[at] = areas.replacements[items[at]]


def exchange() -> None:
    """Replace every reference to a hidden card by the one that is in its place now."""
    deals = dealing.deals
    hidden = deals.hidden
    for at in range(hidden.length):
        areas.replacements[hidden[at].card] = areas.leg_cards[hidden[at].leg]
    slots = deals.slots
    for at in range(slots.length):
        words[slots[at]] = areas.replacements[words[slots[at]]]
    lists = deals.lists
    for at in range(lists.length):
        exchange_all(Words(words[lists[at]]))
    if deals.in_options:
        exchange_all(now.options)


def fold() -> None:
    """Draw the cards on the legs of subsumed shuffle events."""
    folded = dealing.deals.folded
    top = now.top
    for number in range(folded.length):
        legs = folded[number].legs
        others = folded[number].others
        cards = new(legs.length)
        for at in range(legs.length):
            cards[at] = areas.leg_cards[others[at]]
        mix(cards)
        for at in range(legs.length):
            areas.leg_cards[legs[at]] = cards[at]
        now.top = top


def mark() -> None:
    """Set the flags of hidden cards according to the deal."""
    cleared = dealing.deals.cleared
    for at in range(cleared.length):
        words[cleared[at]] = 0
    marks = dealing.deals.marks
    for at in range(marks.length):
        each = marks[at]
        words[each.base + WORD * areas.leg_cards[each.leg]] = each.value


def roll() -> None:
    """Roll the hidden dice."""
    dice = dealing.deals.dice
    for at in range(dice.length):
        die = dice[at]
        words[die.cell] = die.faces[random_below(die.faces.length)]


def deal(word: int) -> None:
    """Restore the position that is kept, with its hidden cards dealt anew.

    The word determines the deal and all later random events.
    """
    restore_position()
    dealing.deal_random = word + MIX_STEP
    dealing.tries_left = MOST_ATTEMPTS
    clusters = dealing.deals.clusters
    for at in range(clusters.length):
        draw_cluster(clusters[at])
    for at in range(clusters.length):  # making a set-up restores the position
        lay(clusters[at])
    roll()
    exchange()
    fold()
    mark()
    state.random = mixed_word(word)


def gone_on(path: List[PathRecord]) -> bool:
    """Take the decisions of a path; return True if all were possible and the game is not over."""
    for at in range(path.length):
        taken = path[at]
        if decision_of(position.pc) != taken.decision or not contains(now.options, taken.option):
            return False
        position.pc = run_on(decide(taken.decision, taken.option))
    return position.pc < GAME_OVER


def begin_playout(word: int) -> None:
    """Set up the position where a playout begins, in the state that a word determines."""
    path = dealing.deals.path
    if path.length == 0:
        deal(word)
    else:
        tries = MOST_TRIES
        is_there = False
        while not is_there:
            if tries == 0:
                stop()
            tries -= 1
            deal(mixed_word(word))
            word = wrapped(word + MIX_STEP)
            is_there = gone_on(path)
