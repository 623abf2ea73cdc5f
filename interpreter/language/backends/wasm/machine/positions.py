"""Transfer of positions to and from the memory of machine code, and of models of hidden cards to it."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from interpreter.language.backends.wasm.machine.machine import WasmMachine
from interpreter.language.backends.wasm.memory import Data
from interpreter.language.backends.wasm.runtime.structs import END, ROUTINE, UNDER, slot
from interpreter.language.backends.wasm.sizes import ARENA_FULL, DEALS_SIZE, FRAMES_SIZE, MOST_LEGS, SET_UPS_SIZE, WORD
from interpreter.language.chance import MASK
from interpreter.language.execution.deals import (
    SET_UP_BITS,
    DealCluster,
    DealComponent,
    PlayoutOrigin,
    Position,
    SetUpSource,
    ShuffleEvent,
)
from interpreter.language.execution.executable import (
    GAME_OVER,
    NIL,
    NativeUnavailableError,
    NotCompilableError,
    decision_of,
)

BOTTOM = 2
"""Slots of the bottom frame, which belongs to no routine."""


class PositionTransfer:
    """The current position in a machine's memory."""

    def __init__(self, machine: WasmMachine) -> None:
        self._get, self._set = machine.word, machine.set_word
        self._words, known = machine.words, machine.known
        self._known = known
        self._reasons = machine.reasons
        self._cells = slice(known["CELLS"] // WORD, known["ZONES"] // WORD)
        cards = slice((known["WHERE"] - known["CELLS"]) // WORD, (known["KNOWN"] - known["CELLS"]) // WORD)
        self._optional = (slice(known["FIRST_VARIABLE"], known["FIRST_FLAG"]), cards)
        """The cells that may hold nothing: variables, and where cards are."""
        self._ends = slice(known["ENDS"] // WORD, known["CELLS"] // WORD)
        self._zones = [known["ZONES"] + zone * known["ZONE_SIZE"] for zone in range(known["ZONE_COUNT"])]
        self._slots = self._list(known["SLOTS"])
        self._routines = self._list(known["ROUTINES"])
        self._decisions = len(self._list(known["ANSWERS"]))
        self._list_cells = self._list(known["LIST_CELLS"])
        self._list_slots = [frozenset(self._list(slots)) for slots in self._list(known["LIST_SLOTS"])]

    def _list(self, address: int) -> list[int]:
        at = address // WORD + 1
        return self._words[at : at + self._words[at - 1]].tolist()

    # -- handing over

    def put(self, position: Position) -> None:
        """Write a position with an open decision to the memory.

        Raises:
            NativeUnavailableError: Machine code can't take the position.
        """
        if not 0 <= decision_of(position.pc) < self._decisions:
            raise NativeUnavailableError("nobody decides anything of this game in the position")
        try:
            self._put(position)
        except (TypeError, OverflowError):  # not a 64-bit number
            raise NativeUnavailableError("the position has something that machine code can't have") from None

    def _put(self, position: Position) -> None:
        lists: list[int] = []
        cells = self._cell_words(position.v, lists)
        frames, depth, top = self._frame_words(position.stack, lists)
        options = self._append_list(position.options, lists)
        if WORD * len(lists) > ARENA_FULL or WORD * len(frames) > FRAMES_SIZE:
            raise NativeUnavailableError("the position has too much in lists")
        self._put_words(self._known["ARENA"], lists)
        self._put_words(self._known["FRAMES"], frames)
        self._put_words(self._known["CELLS"], cells)
        self._put_words(self._known["ENDS"], position.ends)
        self._put_zones(position.z)
        single = {
            "PC": position.pc,
            "OPTIONS": options,
            "WORK_LEFT": position.work,
            "FRAME": top,
            "FRAMES_TOP": self._known["FRAMES"] + WORD * len(frames),
            "DEPTH": depth,
            "LISTS": self._known["ARENA"],
            "LISTS_TOP": self._known["ARENA"] + WORD * len(lists),
            "RANDOM": position.random - (position.random >> 63 << 64),
            "TURNS": position.turns,
            "OPENER": position.opener,
            "WINNERS": 0,
            "REASON": NIL,
            "SIDE": NIL,
            "MUTED": position.muted,
            "USES": 0,
        }
        for name, word in single.items():
            self._set(name, word)

    def frames(self, position: Position) -> list[int]:
        """Return the addresses of the first slots of a position's frames."""
        sizes = [slot(len(frame)) for frame in position.stack]
        first = self._known["FRAMES"] + slot(0)
        return [first + sum(sizes[:number]) for number in range(len(sizes))]

    def _put_words(self, address: int, words: Iterable[int]) -> None:
        content = array("q", words)
        at = address // WORD
        self._words[at : at + len(content)] = content

    def _cell_words(self, cells: list[Any], lists: list[int]) -> list[Any]:
        if len(cells) != self._cells.stop - self._cells.start:
            raise NativeUnavailableError("the position is one of another game")
        cells = cells[:]
        for at in self._list_cells:
            cells[at] = self._append_list(cells[at], lists)
        for part in self._optional:
            cells[part] = [NIL if value is None else value for value in cells[part]]
        return cells

    def _put_zones(self, zones: list[list[int]]) -> None:
        words = self._words
        if len(zones) != len(self._zones) or max(map(len, zones), default=0) > self._known["CARDS"]:
            raise NativeUnavailableError("the position is one of another game")
        for cards, address in zip(zones, self._zones, strict=True):
            at = address // WORD
            size = words[at] = len(cards)
            if size:
                words[at + 1 : at + 1 + size] = array("q", cards)

    def _frame_words(self, stack: list[list[Any]], lists: list[int]) -> tuple[list[int], int, int]:
        """Return the words of all frames, their number, and the address of the top one."""
        words: list[int] = []
        first = self._known["FRAMES"]
        under = address = 0
        for number, frame in enumerate(stack):
            routine, slots = 0, BOTTOM
            if number:
                known = 0 < frame[0] < len(self._routines)
                routine = self._routines[frame[0]] if known else NIL
                slots = self._slots[routine] if routine >= 0 else 0
            if len(frame) != slots:
                raise NativeUnavailableError("the position goes on in a text that machine code does not have")
            under, address = address, first + WORD * len(words)
            words += (under, routine, address + slot(slots))
            words += [self._word(value, lists) for value in frame]
        return words, len(stack), address

    def _word(self, value: Any, lists: list[int]) -> int:
        if value is None:
            return NIL
        return value if isinstance(value, int) else self._append_list(value, lists)

    def _append_list(self, things: Iterable[Any], lists: list[int]) -> int:
        """Append a list to the others and return its address."""
        members = [self._word(thing, lists) for thing in things]
        address = self._known["ARENA"] + WORD * len(lists)
        lists += (len(members), *members)
        return address

    # -- reading

    def read(self, position: Position) -> None:
        """Copy the current position into `position`. Lists become tuples there, and truth values become numbers."""
        words, get = self._words, self._get
        position.v[:] = words[self._cells].tolist()
        for part in self._optional:
            position.v[part] = [None if word == NIL else word for word in position.v[part]]
        for at in self._list_cells:
            position.v[at] = self._things(position.v[at])
        position.z[:] = [self._list(address) for address in self._zones]
        position.stack[:] = self._read_stack()
        position.pc = get("PC")
        position.options = list(self.options)
        position.random = get("RANDOM") & MASK
        position.work = get("WORK_LEFT")
        position.ends[:] = words[self._ends].tolist()
        position.muted, position.turns, position.opener = get("MUTED"), get("TURNS"), get("OPENER")
        position.result = None
        if position.pc == GAME_OVER:
            side = get("SIDE")
            winners = tuple(self._list(get("WINNERS")))
            position.result = winners, self._reasons[get("REASON")], None if side == NIL else side

    @property
    def options(self) -> tuple[Any, ...]:
        """Options of the current decision; empty if there is none."""
        return self._things(self._get("OPTIONS")) if self._get("PC") < GAME_OVER else ()

    def _things(self, address: int) -> tuple[int | None, ...]:
        return tuple(map(_value, self._list(address)))

    def _read_stack(self) -> list[list[Any]]:
        words = self._words
        found = []
        frame = self._get("FRAME")
        while frame:
            under, routine, end = (words[(frame + offset) // WORD] for offset in (UNDER, ROUTINE, END))
            slots = words[(frame + slot(0)) // WORD : end // WORD].tolist()
            found.append(self._read_frame(slots, routine) if under else [0, None])
            frame = under
        return found[::-1]

    def _read_frame(self, slots: list[int], routine: int) -> list[Any]:
        lists = self._list_slots[routine]
        return [
            self._things(word) if slot in lists and word != NIL else _value(word) for slot, word in enumerate(slots)
        ]


def _value(word: int) -> int | None:
    return None if word == NIL else word


CARDS_PER_WORD = 64
"""Number of cards in one word of a set of cards."""


class SerializedDeals:
    """A model of hidden cards, serialised.

    Attributes:
        content: Bytes for the memory area of deals.
        address: Address of the outermost list.
        set_ups: All set-ups, each of which has a table.
    """

    def __init__(self, known: Mapping[str, int], origin: PlayoutOrigin, frames: Sequence[int]) -> None:
        """Serialise the model. `frames` are the addresses of the first slots of the position's frames.

        Raises:
            NativeUnavailableError: The model is too large.
        """
        position, deals, path = origin
        if deals.leg_count > MOST_LEGS:
            raise NativeUnavailableError("the cards went too many ways to be dealt")
        self._known = known
        self._tables: dict[int, int] = {}
        self._table = known["SET_UPS"]
        self.set_ups: list[SetUpSource] = []
        slots: list[int] = []
        lists: list[int] = []
        for frame, at in deals.references:
            first, holder = (known["CELLS"], position.v) if frame is None else (frames[frame], position.stack[frame])
            kept = lists if isinstance(holder[at], (list, tuple)) else slots
            kept.append(first + WORD * at)
        whole = (  # a DealRecord
            [self._cluster(cluster) for cluster in deals.clusters],
            deals.hidden if deals.references or deals.has_card_options else (),
            slots,
            lists,
            deals.has_card_options,
            [self._cell(cell) for cell in deals.cleared],
            [(leg, self._cell(base), value) for leg, base, value in deals.marks],
            deals.subsumed,
            path,
            [(self._cell(cell), faces) for cell, faces in deals.dice],
        )
        data = Data(known["DEALS_CONTENT"], DEALS_SIZE)
        try:
            self.address = data.list(whole)
        except NotCompilableError:
            raise NativeUnavailableError("there is too much to be dealt") from None
        self.content = data.content

    def _cell(self, number: int) -> int:
        return self._known["CELLS"] + WORD * number

    def _cluster(self, cluster: DealCluster) -> tuple[Any, ...]:
        return [self._part(part) for part in cluster.parts], cluster.conditions

    def _part(self, part: DealComponent) -> tuple[Any, ...]:
        zones, size = self._known["ZONES"], self._known["ZONE_SIZE"]
        places = [(leg, zones + zone * size + WORD * (1 + at), zone, known) for leg, zone, at, known in part.places]
        return [self._step(step) for step in part.steps], places, part.max_weight

    def _step(self, step: ShuffleEvent) -> tuple[Any, ...]:
        return (
            step.cards,
            step.legs,
            self._mask(step.seen),
            step.open_legs,
            step.card_options,
            [(leg, self._mask(fitting)) for leg, fitting in step.leg_options],
            None if step.set_ups is None else self._set_ups(step.set_ups),
        )

    def _mask(self, cards: Collection[int]) -> list[int]:
        """Return a set of cards as a bit mask over all cards of the game."""
        bits = sum(1 << card for card in cards)
        words = [
            bits >> first & ((1 << CARDS_PER_WORD) - 1) for first in range(0, self._known["CARDS"], CARDS_PER_WORD)
        ]
        return [word - (word >> 63 << 64) for word in words]

    def _set_ups(self, set_ups: SetUpSource) -> tuple[Any, ...]:
        """Return some set-ups as the address of a table with a row for each number, the groups and the cards."""
        table = self._table
        self._table += WORD * (1 + len(set_ups.cards)) << SET_UP_BITS
        if self._table > self._known["SET_UPS"] + SET_UPS_SIZE:
            raise NativeUnavailableError("there are too many cards in set-ups")
        self.set_ups.append(set_ups)
        return table, set_ups.groups, self._mask(set_ups.cards)
