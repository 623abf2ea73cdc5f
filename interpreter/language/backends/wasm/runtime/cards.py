"""Functions that move, draw, shuffle and show cards.

See layout for the cells that hold the zone of each card and the seats that know it.
"""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.structs import areas, game, now, script, state
from interpreter.language.backends.wasm.runtime.values.lists import fresh_mark, new, put, shrunk
from interpreter.language.backends.wasm.runtime.values.numbers import least, or_zero
from interpreter.language.backends.wasm.runtime.work import count_steps
from interpreter.language.backends.wasm.sizes import MOST_DRAWS, SHORT_LIST, UNLIMITED, WORD
from interpreter.language.chance import INCREMENT, MULTIPLIER
from interpreter.language.execution.executable import NIL
from interpreter.language.execution.machine_memory import Words, copy, shifted, stop, wrapped


def move(card: int, target: int) -> None:
    """Move one card to the top of a zone.

    Seats that see neither zone no longer know which card was moved, nor which cards stayed.
    """
    source = game.where[card]
    if source != NIL:
        cards = state.zones[source]
        size = cards.length
        if size > SHORT_LIST:
            count_steps(size)
        hidden = game.hides[source][target]
        if hidden != 0 and size > 1:
            for at in range(size):
                game.known[cards[at]] &= ~hidden
        place = 0
        while cards[place] != card:
            place += 1
            if place >= size:
                stop()
        put(cards.address_of(place), cards.address_of(place + 1), size - place - 1)
        cards.length = size - 1
    put_on_top(card, target)


def put_on_top(card: int, target: int) -> None:
    """Put a card that is in no zone on top of one."""
    cards = state.zones[target]
    size = cards.length
    if size >= game.cards:
        stop()
    cards[size] = card
    cards.length = size + 1
    game.where[card] = target
    game.known[card] |= game.faces[target]
    note_holder(card, target)


def note_holder(card: int, target: int) -> None:
    """Record the first seat that gets the card whose event is left out."""
    if not game.omits:
        return
    omitted = state.cells[game.omission_cell]
    if omitted != 0 and game.omissions_of_cards[card] == omitted:
        owner = game.zone_owners[target]
        if owner != NIL and state.cells[game.holder_cell] == 0:
            state.cells[game.holder_cell] = owner + 1


def top_under(target: int) -> None:
    """Move the top card of a zone to its bottom."""
    cards = state.zones[target]
    size = cards.length
    if size > SHORT_LIST:
        count_steps(size)
    card = cards[size - 1]
    copy(cards.address_of(1), cards.address_of(0), WORD * (size - 1))
    cards[0] = card


def move_under(card: int, target: int) -> None:
    """Move one card to the bottom of a zone."""
    move(card, target)
    top_under(target)


def move_all(source: int, target: int, bottom: int) -> None:
    """Move all cards of a zone to another one, in the same order."""
    cards = state.zones[source]
    size = cards.length
    if source == target or size == 0:
        return
    others = state.zones[target]
    there = others.length
    if size + there > game.cards:
        stop()
    if bottom:
        copy(others.address_of(size), others.address_of(0), WORD * there)
        copy(others.address_of(0), cards.address_of(0), WORD * size)
    else:
        copy(others.address_of(there), cards.address_of(0), WORD * size)
    others.length = size + there
    cards.length = 0
    face = game.faces[target]
    for at in range(size):
        card = cards[at]
        game.where[card] = target
        game.known[card] |= face
        note_holder(card, target)


def draw(source: int, target: int) -> None:
    """Move the top card of a zone to another one."""
    cards = state.zones[source]
    size = cards.length
    if size == 0:
        stop()
    card = cards[size - 1]
    cards.length = size - 1
    put_on_top(card, target)


def draw_under(source: int, target: int) -> None:
    """Move the top card of a zone to the bottom of another one."""
    draw(source, target)
    top_under(target)


def next_random(random: int) -> int:
    """Return the next state of a linear congruential generator."""
    return wrapped(random * MULTIPLIER + INCREMENT)


def drawn(random: int, count: int) -> int:
    """Return a number from 0 up to `count`, exclusive, from the high bits of a generator's state."""
    return shifted(shifted(random, 33) * count, 31)


def shuffled(cards: Words, random: int) -> int:
    """Shuffle a list by Fisher and Yates's algorithm; return the new state of the generator."""
    at = cards.length - 1
    while at > 0:
        random = next_random(random)
        other = drawn(random, at + 1)
        card = cards[at]
        cards[at] = cards[other]
        cards[other] = card
        at -= 1
    return random


def shuffle(zone: int) -> None:
    """Shuffle a zone with the match's generator."""
    cards = state.zones[zone]
    size = cards.length
    now.work -= size
    if game.plays_scripts:
        script.order_drawn = True
    state.random = shuffled(cards, state.random)
    face = game.faces[zone]
    for place in range(size):
        game.known[cards[place]] = face


def reveal(cards: Words, seat: int) -> None:
    """Show some cards to a seat, or to everyone."""
    mask = game.everyone if seat == NIL else 1 << seat
    for at in range(cards.length):
        game.known[cards[at]] |= mask


def chance(items: Words) -> int:
    """Return a random member of a list, NIL if it is empty."""
    if items.length == 0:
        return NIL
    if game.plays_scripts and script.is_scripted:
        return items[scripted_number(items.length, 1, items.length)]
    state.random = next_random(state.random)
    return items[drawn(state.random, items.length)]


def chance_by_weight(weights: Words) -> int:
    """Return a random index into a list of weights, NIL if all are 0; each is as likely as its weight says."""
    total = 0
    for at in range(weights.length):
        total += weights[at]
    if total == 0:
        return NIL
    if game.plays_scripts and script.is_scripted:
        return scripted_index(weights, total)
    state.random = next_random(state.random)
    left = drawn(state.random, total)
    at = 0
    while left >= weights[at]:
        left -= weights[at]
        at += 1
    return at


def scripted_number(possible: int, share: int, shares: int) -> int:
    """Return the number of the script's next result, and enter its probability; stop if there are too many draws."""
    if script.draws_made >= MOST_DRAWS:
        stop()
    result = script.draw_results[script.draws_made]
    script.draws_made += 1
    result.possible = possible
    result.share = share
    result.shares = shares
    return result.number


def scripted_index(weights: Words, total: int) -> int:
    """Return an index into a list of weights by the script; each weight that isn't 0 is a result."""
    possible = 0
    for at in range(weights.length):
        if weights[at] > 0:
            possible += 1
    left = scripted_number(possible, 0, total)
    at = 0
    while left > 0 or weights[at] == 0:
        if weights[at] > 0:
            left -= 1
        at += 1
    script.draw_results[script.draws_made - 1].share = weights[at]
    return at


def distinct(cards: Words) -> Words:
    """Return the cards without duplicates: one of each group with the same print in the same zone."""
    size = cards.length
    result = new(size)
    mark = fresh_mark()
    count = 0
    for at in range(size):
        card = cards[at]
        seen = False
        if game.twins[card]:
            zone = game.where[card]
            kind = (game.zone_count + 1) * game.alike[card] + (game.zone_count if zone == NIL else zone)
            seen = areas.marks[kind] == mark
            areas.marks[kind] = mark
        if not seen:
            result[count] = card
            count += 1
    return shrunk(result, count)


def pieces_of(bases: Words, place: int) -> int:
    """Return the number of pieces in a place, given the base addresses of their sorts."""
    count = 0
    for at in range(bases.length):
        count += state.cells[bases[at] + place]
    return count


def piece_on(bases: Words, space: int) -> int:
    """Return the offset of the first cell with pieces on a space, given the base addresses of rows; NIL for none."""
    for at in range(bases.length):
        if state.cells[bases[at] + space] > 0:
            return bases[at] + space
    return NIL


def fit(kind: int, place: int, owner: int) -> int:
    """Return the number of further pieces of a kind that a place has room for."""
    if place >= game.spaces:
        return UNLIMITED
    if game.closed[place]:
        return 0
    room = UNLIMITED
    owners = game.piece_bases[kind]
    if game.room_each[kind] != NIL:
        room = game.room_each[kind] - pieces_of(owners[or_zero(owner)], place)
    if game.room_all[kind] != NIL:
        together = game.room_all[kind]
        for at in range(owners.length):
            together -= pieces_of(owners[at], place)
        room = least(room, together)
    return room if room > 0 else 0
