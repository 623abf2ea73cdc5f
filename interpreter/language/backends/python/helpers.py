"""Small functions that the generated source may call.

Functions that move, draw, shuffle and show cards, created once for each game so that no lookups happen during play.

Each card has its zone and a mask of the seats that know it there; see layout for their cells in `v`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import isfunction
from typing import Any

from interpreter.language.backends.python import hands, map_searches
from interpreter.language.chance import INCREMENT, MASK, MULTIPLIER
from interpreter.language.execution import subset_numbers
from interpreter.language.execution.shuffled_piles import ShuffledPile, shuffled_pile
from interpreter.language.layout import MAX_LIST_LENGTH, MAX_NUMBER
from interpreter.language.position_hashes import (
    COUNT_CELL,
    FACTOR,
    FIRST_CELL,
    FIRST_SHIFT,
    HASH_MASK,
    NOTHING_MIXED,
    SCRAMBLER,
    SECOND_SHIFT,
)
from interpreter.language.symbols import Symbols
from interpreter.rulebook.log_entries import CardMoved, CardsMoved, CardsShown, ZoneShuffled
from interpreter.support.errors import BudgetError, Location, PlayError, Problem


def one(thing: Any) -> tuple[Any, ...]:
    """Return a tuple with a thing; an empty one for None."""
    return () if thing is None else (thing,)


def first(things: Sequence[Any]) -> Any:
    """Return the first member, or None."""
    return things[0] if things else None


def only(things: Sequence[Any]) -> Any:
    """Return the single member; None if there is no member or several."""
    return things[0] if len(things) == 1 else None


def union(left: Iterable[Any], right: Iterable[Any]) -> tuple[Any, ...]:
    """Return the members of both lists without duplicates."""
    return tuple(dict.fromkeys((*left, *right)))


def same(left: Iterable[int], right: Iterable[int]) -> bool:
    """Return True if both lists have the same members, in any order."""
    return sorted(left) == sorted(right)


def argbest(things: Sequence[Any], values: Sequence[int], pick: Callable[..., int]) -> list[Any]:
    """Return all things whose value is the best one."""
    if not values:
        return []
    best = pick(values)
    return [thing for thing, value in zip(things, values, strict=False) if value == best]


def in_order(seats: Sequence[int], start: int | None, count: int) -> list[int]:
    """Sort seats in player order from `start`, or from the first seat if that is None."""
    return sorted(seats, key=lambda seat: (seat - (start or 0)) % count)


def span(low: int, high: int) -> list[int]:
    """Return the numbers of an inclusive range.

    Raises:
        BudgetError: The range is too wide.
    """
    if high - low > MAX_LIST_LENGTH:
        raise BudgetError(Problem(Location("rules"), "budget", f"a choice among {high - low + 1} numbers is too wide"))
    return list(range(low, high + 1))


def longest_line(cells: Sequence[int], cell: int, steps: Sequence[int], count: int) -> int:
    """Return the length of the longest straight unbroken line of cells through one of them.

    The result is 0 if the cell is not among them.

    Args:
        cells: The cells of lines.
        cell: The cell to look at.
        steps: The next of `count` cells, or -1, for each direction; a direction and its opposite follow each other.
        count: Number of cells of the board.
    """
    if cell not in cells:
        return 0
    there = frozenset(cells)
    longest = 0
    for axis in range(0, len(steps), 2 * count):
        length = 1
        for way in (axis, axis + count):
            at = steps[way + cell]
            while at in there and at != cell:
                length += 1
                at = steps[way + at]
            if at == cell:  # the line goes round the board
                break
        longest = max(longest, length)
    return longest


def with_item(things: Sequence[Any], item: Any) -> tuple[Any, ...]:
    """Return the list with one more member.

    Raises:
        BudgetError: The list is too long.
    """
    if len(things) >= MAX_LIST_LENGTH:
        raise BudgetError(Problem(Location("rules"), "budget", f"a list has more than {MAX_LIST_LENGTH} things"))
    return (*things, item)


def without_item(things: Sequence[Any], item: Any) -> tuple[Any, ...]:
    """Return the list without the first occurrence of an item."""
    rest = list(things)
    if item in rest:
        rest.remove(item)
    return tuple(rest)


def up_to(things: Sequence[Any], last: Any) -> Sequence[Any]:
    """Return the first things, up to and including the last one; all of them for None."""
    return things if last is None else things[: things.index(last) + 1]


def before(things: Sequence[Any], end: Any) -> Sequence[Any]:
    """Return the things before one; all of them for None."""
    return things if end is None else things[: things.index(end)]


def first_few(things: Iterable[Any], amount: int) -> list[Any]:
    """Return the first things, as many as there should be."""
    return list(things)[: max(amount, 0)]


def last_few(things: Iterable[Any], amount: int) -> list[Any]:
    """Return the last things, as many as there should be, the last one first."""
    if isinstance(things, ShuffledPile):
        return things.top_few(amount)
    return list(things)[::-1][: max(amount, 0)]


def beginnings(things: Sequence[Any], lengths: Sequence[int], ends: Sequence[Any], included: int) -> list[Any]:
    """Return the beginnings of several lists, which are one behind the other, up to the first member that is an end."""
    found: list[Any] = []
    start = 0
    for length in lengths:
        end = next((at for at in range(start, start + length) if ends[at]), start + length)
        found += things[start : min(end + included, start + length)]
        start += length
    return found


def bounded(number: int) -> int:
    """Return the number itself.

    Raises:
        BudgetError: It exceeds the limit for numbers.
    """
    if -MAX_NUMBER < number < MAX_NUMBER:
        return number
    raise BudgetError(Problem(Location("rules"), "budget", "a number grew beyond all bounds"))


def fail(file: str, line: int, column: int, code: str, message: str) -> None:
    """Stop the match at a place of the rules.

    Raises:
        PlayError: Always.
    """
    raise PlayError(Problem(Location(file, line, column), code, message))


def times(left: int, right: int) -> int:
    """Return the product of two numbers.

    Raises:
        BudgetError: It exceeds the limit for numbers.
    """
    return bounded(left * right)


def quotient(dividend: int, divisor: int) -> int:
    """Return the quotient of two numbers, rounded down.

    Raises:
        BudgetError: The divisor is not positive.
    """
    return dividend // _checked_divisor(divisor)


def remainder(dividend: int, divisor: int) -> int:
    """Return the remainder of the division of two numbers, rounded down.

    Raises:
        BudgetError: The divisor is not positive.
    """
    return dividend % _checked_divisor(divisor)


def _checked_divisor(divisor: int) -> int:
    if divisor > 0:
        return divisor
    raise PlayError(Problem(Location("rules"), "bad-divisor", f"a number is divided by {divisor}, not by 1 or more"))


def piece_on(v: list[Any], bases: Iterable[int], space: int) -> int | None:
    """Return the offset of the first cell with pieces on a space, given the base addresses of rows of places."""
    return next((base + space for base in bases if v[base + space]), None)


def mixed(number: int, value: int | None) -> int:
    """Return a hash into which a value is mixed; see `position_hashes`."""
    number = number + (NOTHING_MIXED if value is None else value) * FACTOR & HASH_MASK
    number = (number ^ number >> FIRST_SHIFT) * SCRAMBLER & HASH_MASK
    return number ^ number >> SECOND_SHIFT


def times_seen(v: list[Any], number: int, base: int, most: int) -> int:
    """Return the number of remembered positions with a hash; `most` are remembered, in the cells from `base` on."""
    first = base + FIRST_CELL
    return v[first : first + min(v[base + COUNT_CELL], most)].count(number)


def bit_set(things: Iterable[Any]) -> int:
    """Return things below 64 as a signed 64-bit word with a bit for each."""
    bits: int = sum({1 << thing for thing in things if thing is not None and 0 <= thing < 64})
    return bits - (bits >> 63 << 64)


def has_bit(bits: int, thing: int | None) -> bool:
    """Return True if a bit set contains a thing."""
    return thing is not None and 0 <= thing < 64 and bits >> thing & 1 == 1


def bit_count(bits: int) -> int:
    """Return the number of members of a bit set."""
    return (bits & (1 << 64) - 1).bit_count()


def total_of_counted(counts: int, most: int, first: int, step: int, width: int) -> int:
    """Return the sum of the first `most` numbers of an arithmetic sequence; each occurs as often as counted."""
    fields = range(0, 64, width)
    numbers = [first + at * step for at, low in enumerate(fields) for _ in range(counts >> low & (1 << width) - 1)]
    return sum(numbers[: max(0, most)])


NAMES: dict[str, Any] = {
    name: value
    for name, value in (
        *vars().items(),
        *vars(map_searches).items(),
        *vars(hands).items(),
        *vars(subset_numbers).items(),
    )
    if isfunction(value)
}
"""The functions above and the searches of the map, by name."""


def card_functions(symbols: Symbols) -> dict[str, Callable[..., None]]:
    """Return the functions of `RuntimeCall` instructions, by name.

    Their parameters `m`, `v` and `z` are the match's state and its lists.
    """
    functions = {function.__name__: function for function in (*_move_functions(symbols), *_draw_functions(symbols))}
    return functions if symbols.omissions is None else functions | _noting_holders(functions, symbols)


def _noting_holders(functions: Mapping[str, Callable[..., None]], symbols: Symbols) -> dict[str, Callable[..., None]]:
    """Return the functions that move cards, so that they also record the first seat with the card left out."""
    assert symbols.omissions is not None and symbols.omission_cell is not None and symbols.holder_cell is not None
    thing, holder = symbols.omission_cell, symbols.holder_cell
    numbers, owners = symbols.omissions.of_cards, symbols.zone_owners

    def note(v: list[Any], cards: Iterable[int], target: int) -> None:
        owner = owners[target]
        if owner is not None and v[thing] and not v[holder] and any(numbers[card] == v[thing] for card in cards):
            v[holder] = owner + 1

    def moving(function: Callable[..., None]) -> Callable[..., None]:
        def moved(m: Any, v: list[Any], z: list[list[int]], card: int, target: int) -> None:
            note(v, (card,), target)
            function(m, v, z, card, target)

        return moved

    def drawing(function: Callable[..., None]) -> Callable[..., None]:
        def drawn(m: Any, v: list[Any], z: list[list[int]], source: int, target: int) -> None:
            note(v, z[source][-1:], target)
            function(m, v, z, source, target)

        return drawn

    def move_all(m: Any, v: list[Any], z: list[list[int]], source: int, target: int, bottom: bool) -> None:
        note(v, z[source], target)
        functions["move_all"](m, v, z, source, target, bottom)

    found = {name: moving(functions[name]) for name in ("move", "move_under")}
    return found | {name: drawing(functions[name]) for name in ("draw", "draw_under")} | {"move_all": move_all}


def _move_functions(symbols: Symbols) -> tuple[Callable[..., None], ...]:
    """Return the functions that move cards between zones."""
    where, known = symbols.card_zone_base, symbols.known_base
    faces, everyone = symbols.faces, symbols.everyone_mask
    rows = {source: tuple(everyone & ~(source | target) for target in faces) for source in dict.fromkeys(faces)}
    hides = tuple(rows[source] for source in faces)

    def move(m: Any, v: list[Any], z: list[list[int]], card: int, target: int) -> None:
        """Move one card to the top of a zone.

        Seats that see neither zone no longer know which card was moved, nor which cards stayed; these are written to
        the log.
        """
        source = v[where + card]
        left: list[int] = []
        if source is not None:
            cards = z[source]
            hidden = hides[source][target]
            if hidden and len(cards) > 1:
                left = cards
                for other in cards:
                    v[known + other] &= ~hidden
            cards.remove(card)
        if m.log is not None:
            m.log.append(CardMoved(card, source, target, v[known + card] | faces[target], tuple(left)))
        z[target].append(card)
        v[where + card] = target
        v[known + card] |= faces[target]

    def move_under(m: Any, v: list[Any], z: list[list[int]], card: int, target: int) -> None:
        """Move one card to the bottom of a zone, as `move` does."""
        move(m, v, z, card, target)
        z[target].insert(0, z[target].pop())

    def move_all(m: Any, v: list[Any], z: list[list[int]], source: int, target: int, bottom: bool) -> None:
        """Move all cards of a zone to another one, in the same order."""
        cards = z[source]
        if source == target or not cards:
            return
        z[source] = []
        z[target] = cards + z[target] if bottom else z[target] + cards
        for card in cards:
            v[where + card] = target
            v[known + card] |= faces[target]
        if m.log is not None:
            m.log.append(CardsMoved(tuple(cards), source, target, tuple(v[known + card] for card in cards)))

    return move, move_under, move_all


def _shuffle_function(symbols: Symbols) -> Callable[..., None]:
    """Return the function that shuffles cards."""
    known, faces = symbols.known_base, symbols.faces

    def shuffle(m: Any, v: list[Any], z: list[list[int]], zone: int) -> None:
        """Shuffle a zone by Fisher and Yates's algorithm, driven by the match's generator."""
        cards, random = z[zone], m.random
        m.work -= len(cards)
        if not faces[zone] and (pile := shuffled_pile(cards, random)) is not None:
            z[zone] = pile
            for card in list.__iter__(pile):
                v[known + card] = 0
            if m.log is not None:
                m.log.append(ZoneShuffled(zone, tuple(list.__iter__(pile))))
            return
        for at in range(len(cards) - 1, 0, -1):
            random = (random * MULTIPLIER + INCREMENT) & MASK
            other = ((random >> 33) * (at + 1)) >> 31
            cards[at], cards[other] = cards[other], cards[at]
        m.random = random
        face = faces[zone]
        for card in cards:
            v[known + card] = face
        if m.log is not None:
            m.log.append(ZoneShuffled(zone, tuple(cards)))

    return shuffle


def _draw_functions(symbols: Symbols) -> tuple[Callable[..., None], ...]:
    """Return the functions that draw, shuffle and show cards."""
    where, known = symbols.card_zone_base, symbols.known_base
    faces, everyone = symbols.faces, symbols.everyone_mask

    def draw(m: Any, v: list[Any], z: list[list[int]], source: int, target: int) -> None:
        """Move the top card of a zone to another one."""
        card = z[source].pop()
        z[target].append(card)
        v[where + card] = target
        v[known + card] |= faces[target]
        if m.log is not None:
            m.log.append(CardMoved(card, source, target, v[known + card], ()))

    def draw_under(m: Any, v: list[Any], z: list[list[int]], source: int, target: int) -> None:
        """Move the top card of a zone to the bottom of another one, as `draw` does."""
        draw(m, v, z, source, target)
        z[target].insert(0, z[target].pop())

    def reveal(m: Any, v: list[Any], _: list[list[int]], cards: tuple[int, ...], seat: int | None) -> None:
        """Show some cards to a seat, or to everyone."""
        mask = everyone if seat is None else 1 << seat
        for card in cards:
            v[known + card] |= mask
        if m.log is not None and cards:
            m.log.append(CardsShown(tuple(cards), mask))

    return draw, draw_under, _shuffle_function(symbols), reveal
