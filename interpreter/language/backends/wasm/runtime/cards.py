"""Functions that move, draw, shuffle and show cards.

See layout for the cells that hold the zone of each card and the seats that know it.
"""

from __future__ import annotations

from interpreter.language.backends.wasm.runtime.lists import new, put, shrunk
from interpreter.language.backends.wasm.runtime.marks import fresh_mark
from interpreter.language.backends.wasm.runtime.numbers import least, or_zero
from interpreter.language.backends.wasm.runtime.work import took
from interpreter.language.backends.wasm.toolchain.words import (
    ALIKE,
    CARDS,
    CELLS,
    CLOSED,
    EVERYONE,
    FACES,
    FACTOR,
    HIDES,
    KNOWN,
    MARKS,
    NIL,
    PIECE_BASES,
    RANDOM,
    ROOM_ALL,
    ROOM_EACH,
    SHORT,
    SPACES,
    STEP,
    TWINS,
    UNLIMITED,
    WHERE,
    ZONE_COUNT,
    ZONE_SIZE,
    ZONES,
    copy,
    item,
    length,
    now,
    set_item,
    set_length,
    shifted,
    stop,
    words,
)


def move(card: int, target: int) -> None:
    """Move one card to the top of a zone.

    Seats that see neither zone no longer know which card was moved, nor which cards stayed.
    """
    source = words[WHERE + 8 * card]
    if source != NIL:
        cards = ZONES + ZONE_SIZE * source
        size = length(cards)
        if size > SHORT:
            took(size)
        hidden = item(item(HIDES, source), target)
        if hidden != 0 and size > 1:
            for at in range(size):
                words[KNOWN + 8 * item(cards, at)] &= ~hidden
        place = 0
        while item(cards, place) != card:
            place += 1
            if place >= size:
                stop()
        put(cards + 8 + 8 * place, cards + 16 + 8 * place, size - place - 1)
        set_length(cards, size - 1)
    put_on_top(card, target)


def put_on_top(card: int, target: int) -> None:
    """Put a card that is in no zone on top of one."""
    cards = ZONES + ZONE_SIZE * target
    size = length(cards)
    if size >= CARDS:
        stop()
    set_item(cards, size, card)
    set_length(cards, size + 1)
    words[WHERE + 8 * card] = target
    words[KNOWN + 8 * card] |= item(FACES, target)


def top_under(target: int) -> None:
    """Move the top card of a zone to its bottom."""
    cards = ZONES + ZONE_SIZE * target
    size = length(cards)
    if size > SHORT:
        took(size)
    card = item(cards, size - 1)
    copy(cards + 16, cards + 8, 8 * (size - 1))
    set_item(cards, 0, card)


def move_under(card: int, target: int) -> None:
    """Move one card to the bottom of a zone."""
    move(card, target)
    top_under(target)


def move_all(source: int, target: int, bottom: int) -> None:
    """Move all cards of a zone to another one, in the same order."""
    cards = ZONES + ZONE_SIZE * source
    size = length(cards)
    if source == target or size == 0:
        return
    others = ZONES + ZONE_SIZE * target
    there = length(others)
    if size + there > CARDS:
        stop()
    if bottom:
        copy(others + 8 + 8 * size, others + 8, 8 * there)
        copy(others + 8, cards + 8, 8 * size)
    else:
        copy(others + 8 + 8 * there, cards + 8, 8 * size)
    set_length(others, size + there)
    set_length(cards, 0)
    face = item(FACES, target)
    for at in range(size):
        card = item(cards, at)
        words[WHERE + 8 * card] = target
        words[KNOWN + 8 * card] |= face


def draw(source: int, target: int) -> None:
    """Move the top card of a zone to another one."""
    cards = ZONES + ZONE_SIZE * source
    size = length(cards)
    if size == 0:
        stop()
    card = item(cards, size - 1)
    set_length(cards, size - 1)
    put_on_top(card, target)


def draw_under(source: int, target: int) -> None:
    """Move the top card of a zone to the bottom of another one."""
    draw(source, target)
    top_under(target)


def stepped(random: int) -> int:
    """Return the next state of a linear congruential generator."""
    return random * FACTOR + STEP


def drawn(random: int, count: int) -> int:
    """Return a number from 0 up to `count`, exclusive, from the high bits of a generator's state."""
    return shifted(shifted(random, 33) * count, 31)


def shuffled(cards: int, random: int) -> int:
    """Shuffle a list by Fisher and Yates's algorithm; return the new state of the generator."""
    at = length(cards) - 1
    while at > 0:
        random = stepped(random)
        other = drawn(random, at + 1)
        card = item(cards, at)
        set_item(cards, at, item(cards, other))
        set_item(cards, other, card)
        at -= 1
    return random


def shuffle(zone: int) -> None:
    """Shuffle a zone with the match's generator."""
    cards = ZONES + ZONE_SIZE * zone
    size = length(cards)
    now.work -= size
    words[RANDOM] = shuffled(cards, words[RANDOM])
    face = item(FACES, zone)
    for place in range(size):
        words[KNOWN + 8 * item(cards, place)] = face


def reveal(cards: int, seat: int) -> None:
    """Show some cards to a seat, or to everyone."""
    mask = EVERYONE if seat == NIL else 1 << seat
    for at in range(length(cards)):
        words[KNOWN + 8 * item(cards, at)] |= mask


def chance(items: int) -> int:
    """Return a random member of a list, NIL if it is empty."""
    if length(items) == 0:
        return NIL
    words[RANDOM] = stepped(words[RANDOM])
    return item(items, drawn(words[RANDOM], length(items)))


def distinct(cards: int) -> int:
    """Return the cards without duplicates: one of each group with the same print in the same zone."""
    size = length(cards)
    result = new(size)
    mark = fresh_mark()
    count = 0
    for at in range(size):
        card = item(cards, at)
        seen = 0
        if item(TWINS, card):
            zone = words[WHERE + 8 * card]
            kind = (ZONE_COUNT + 1) * item(ALIKE, card) + (ZONE_COUNT if zone == NIL else zone)
            seen = words[MARKS + 8 * kind] == mark
            words[MARKS + 8 * kind] = mark
        if not seen:
            set_item(result, count, card)
            count += 1
    return shrunk(result, count)


def pieces_of(bases: int, place: int) -> int:
    """Return the number of pieces in a place, given the base addresses of their sorts."""
    count = 0
    for at in range(length(bases)):
        count += words[CELLS + 8 * (item(bases, at) + place)]
    return count


def fit(kind: int, place: int, owner: int) -> int:
    """Return the number of further pieces of a kind that a place has room for."""
    if place >= SPACES:
        return UNLIMITED
    if item(CLOSED, place):
        return 0
    room = UNLIMITED
    owners = item(PIECE_BASES, kind)
    if item(ROOM_EACH, kind) != NIL:
        room = item(ROOM_EACH, kind) - pieces_of(item(owners, or_zero(owner)), place)
    if item(ROOM_ALL, kind) != NIL:
        together = item(ROOM_ALL, kind)
        for at in range(length(owners)):
            together -= pieces_of(item(owners, at), place)
        room = least(room, together)
    return room if room > 0 else 0
