"""State before the first statement, as the rulebook's files describe it.

Sampling of set-ups: rerun the rules up to the first decision to see how they may lay the cards.

Where the rules pick hidden cards (one by chance, then another that goes with it), layouts needn't be equally likely.
Only the rules know their probabilities; therefore they are run again with other seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from interpreter.engine.state import State
from interpreter.language.execution.executable import StartState
from interpreter.language.symbols import Symbols
from interpreter.rulebook.model import Variable


def start_state(symbols: Symbols) -> tuple[list[Any], list[list[int]]]:
    """Return `v` and `z` with pieces, tracks and variables at their start values, and cards in their first zones."""
    v: list[Any] = [0] * symbols.size
    book = symbols.rulebook
    for kind in book.pieces:
        for entry in kind.start:
            v[symbols.slot_of(kind, entry.owner, entry.state, entry.place)] += entry.number
    symbols.update_totals(v)
    for track in book.tracks:
        _fill(v, symbols.track_base[track.id], symbols.slots_of_track(track), track.start)
    for variable in book.variables:
        value = _value(symbols, variable)
        _fill(v, symbols.variable_base[variable.id], symbols.slots_of_variable(variable), value)
    for flag in book.flags:
        _fill(v, symbols.flag_base[flag.id], symbols.slots_of_flag(flag), False)
    _fill(v, symbols.watch_base, len(book.watches), False)
    return v, _deal_cards(symbols, v)


def start_state_without(symbols: Symbols, start: StartState, thing: int) -> StartState:
    """Return the same state for a match that omits a thing, by its number; 0 omits nothing.

    Omitted pieces that would start on the map are put into the box in which most of their owner's pieces start. If
    there is no such box, they are nowhere.
    """
    assert symbols.omissions is not None and symbols.omission_cell is not None
    v, z = start[0][:], start[1]
    v[symbols.omission_cell] = thing
    if thing in symbols.omissions.pieces:
        kind, placed = symbols.omissions.pieces[thing]
        spaces = {space.id for space in symbols.rulebook.map.spaces}
        boxes = [other for other in kind.start if other.owner == placed.owner and other.place not in spaces]
        v[symbols.slot_of(kind, placed.owner, placed.state, placed.place)] -= placed.number
        if boxes:
            box = max(boxes, key=lambda other: other.number)
            v[symbols.slot_of(kind, box.owner, box.state, box.place)] += placed.number
        symbols.update_totals(v)
    return v, z


def _fill(v: list[Any], first: int, count: int, value: Any) -> None:
    v[first : first + count] = [value] * count


def _value(symbols: Symbols, variable: Variable) -> Any:
    if variable.kind.startswith("list"):
        return ()
    if variable.kind == "number":
        return int(variable.start or 0)
    if variable.kind == "flag":
        return bool(variable.start)
    return None if variable.start is None else symbols.names[str(variable.start)].index


def _deal_cards(symbols: Symbols, v: list[Any]) -> list[list[int]]:
    """Return the cards of each zone, and record in `v` where they are and who knows them."""
    cards = symbols.rulebook.cards
    v[symbols.card_zone_base : symbols.card_zone_base + len(cards)] = [None] * len(cards)
    z: list[list[int]] = [[] for _ in range(symbols.zone_count)]
    for zone in symbols.rulebook.zones:
        index = symbols.zone_index[zone.id]
        for card in range(len(cards) - 1, -1, -1):
            if cards[card].deck in zone.starts_with:
                z[index].append(card)
                v[symbols.card_zone_base + card] = index
                v[symbols.known_base + card] = symbols.faces[index]
    return z


FIRST_SEED = 1 << 64
"""First seed of the samples. No match has such a large one."""


class SetupSampler:
    """Sampler of the layouts of some cards at the first decision.

    Attributes:
        groups: Groups of zones that the cards fill.
        cards: The cards, sorted.
    """

    def __init__(self, set_up: Callable[[int], State], groups: Sequence[Sequence[int]], cards: Sequence[int]) -> None:
        """Create a sampler. `set_up` returns the state at the first decision for a seed."""
        self._set_up = set_up
        self.groups = groups
        self.cards = sorted(cards)
        self._made: dict[int, list[int] | None] = {}

    def layout(self, number: int) -> list[int] | None:
        """Return the cards of sample `number`, group by group; None if the zones hold other cards than `cards`."""
        if number not in self._made:
            self._made[number] = self._sample(FIRST_SEED + number)
        return self._made[number]

    def _sample(self, seed: int) -> list[int] | None:
        state = self._set_up(seed)
        found = [card for zones in self.groups for zone in zones for card in state.z[zone]]
        return found if sorted(found) == self.cards else None
