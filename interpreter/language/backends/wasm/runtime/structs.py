"""Layout of a game's memory: structs, areas, registers, and numbers that are known when a game is compiled.

Every value is a word of 64 bits: a number, the number of a thing, NIL for None, 0 or 1, a floating-point number, or the
address of a list. Lists are in the constants, in zones, or in one of two arenas. Between segments nothing but frames
and cells refers to the current arena; lists still in use are then copied to the other arena (flow.collect).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from interpreter.language.backends.wasm.sizes import (
    CONSTANTS_SIZE,
    DEALS_SIZE,
    FRAMES_SIZE,
    HASHES,
    LOOSE_SIZE,
    MOST_CHOICES,
    MOST_DRAWS,
    MOST_LEGS,
    MOST_SEEDS,
    MOST_USES,
    NODES,
    SET_UPS_SIZE,
    TRIALS_SIZE,
    WORD,
)
from interpreter.language.execution.machine_memory import (
    INLINE,
    Layouts,
    List,
    ListStruct,
    Numbers,
    Registers,
    Row,
    Struct,
    Table,
    Words,
    host,
)
from interpreter.language.execution.search_nodes import SearchNode
from interpreter.language.execution.search_payoffs import PayoffState
from interpreter.language.execution.search_tables import LOG_COUNT, MAX_LEAD, STEPS
from interpreter.language.execution.search_terms import LOCAL_SIZE
from interpreter.language.execution.tree_search import TreeSearch

RESUME_SLOT, YOU_SLOT = 0, 1
"""Slots of a frame for the segment at which its routine resumes, and for the acting seat."""


class Frame(Struct):
    """A routine's frame.

    Attributes:
        under: The frame below it; at address 0 for the bottom frame, which belongs to no routine.
        end: Address of its end.
        slots: The values of its names, see `RESUME_SLOT` and `executable.FIRST_SLOT`.
    """

    under: Frame
    routine: int
    end: int
    slots: Annotated[Row[int], 0]


UNDER, ROUTINE, END, SLOTS = (field.offset for field in Layouts({}).fields(Frame).values())


def slot(number: int) -> int:
    """Return the offset of a slot of a frame, in bytes."""
    return SLOTS + WORD * number


RESUME = slot(RESUME_SLOT)


class TrialRecord(Struct):
    """The record of a decision during a trial.

    Attributes:
        under: The record of the previous decision.
        left: Number of options that are still to be tried.
        end: End of the frames.
        top: Start of the free space of the arena.
        state: The state, followed by the frames.
    """

    under: TrialRecord
    options: Words
    left: int
    decision: int
    frame: Frame
    depth: int
    end: int
    top: int
    state: Annotated[Row[int], 0]


class MatchState(Struct):
    """The state of a match. `ends` counts attempts to pass the ends of tracks."""

    random: int
    turns: int
    opener: int
    winners: Words
    reason: int
    side: int
    muted: int
    uses: int
    ends: Annotated[Row[int], "END_COUNT"]
    cells: Annotated[Row[int], "CELL_COUNT"]
    zones: Annotated[Table[Annotated[Words, "CARDS"]], "ZONE_COUNT"]


class StoredPosition(Struct):
    """A state with the stop code, the seat that decides, and the contents of registers.

    The lists of frames and cells, and the options, lie from `lists` to `lists_top`.
    """

    pc: int
    asked_seat: int
    options: Words
    work_left: int
    frame: Frame
    frames_top: int
    depth: int
    lists: int
    lists_top: int
    state: Annotated[MatchState, INLINE]


class Progress(Struct):
    """Progress of a batch of games or playouts.

    Attributes:
        left: Work left for the game.
        decisions: Number of decisions taken in the game.
        played: Number of games that are over.
        phase: Phase of a game after a pause.
        pace: Steps between two pauses.
        actor: The seat whose turn began last.
        told: Number of words for sentences that were told, in `areas.choices`.
    """

    left: int
    decisions: int
    played: int
    phase: int
    pace: int
    actor: int
    told: int


class DrawResult(Struct):
    """One result of a draw.

    Attributes:
        number: Its number among the possible results, from 0.
        possible: Number of results.
        share: Its probability, times `shares`.
    """

    number: int
    possible: int
    share: int
    shares: int


class DrawScript(Struct):
    """The results that chance is to have, for a program that tries all of them, see `chance.ScriptedDraws`.

    Attributes:
        is_scripted: True while draws follow the script.
        draws_made: Number of draws so far.
        order_drawn: True if cards were shuffled, which doesn't follow the script.
        draw_results: The script, which the draws complete.
    """

    is_scripted: bool
    draws_made: int
    order_drawn: bool
    draw_results: Annotated[Table[DrawResult], MOST_DRAWS]


class Choice(Struct):
    """A choice: the decision (in searches, its row of action statistics) and the option."""

    row: int
    option: int


class ResultRow(Struct):
    """The results of a game, with the columns of `executable.RowColumns`."""

    decisions: int
    turns: int
    first: int
    reason: int
    side: int
    holder: int
    work: int
    won: int
    winners: Annotated[Row[int], "SEATS"]
    scores: Annotated[Row[int], "SEATS"]
    ends: Annotated[Row[int], "END_COUNT"]
    shared_tracks: Annotated[Row[int], "SHARED_TRACK_COUNT"]


class RowRecord(ListStruct):
    """A row of a priority table. `record` is a function that records that the row decides, or NIL."""

    kind: int
    condition: int
    option: int
    record: int


class TableRecord(ListStruct):
    """A priority table."""

    takes_first: int
    rows: List[RowRecord]


class BotRecord(ListStruct):
    """A bot: its condition, and its table for each decision or NIL."""

    condition: int
    tables: List[TableRecord]


class HiddenRecord(ListStruct):
    """A leg whose card is hidden, and the card that is there in the position that is kept."""

    leg: int
    card: int


class FlagChangeRecord(ListStruct):
    """A flag that the card on a leg got or lost; `base` is the address of that flag for the first card."""

    leg: int
    base: int
    value: int


class SubsumedRecord(ListStruct):
    """A subsumed shuffle event: the legs that came out and those that went in."""

    legs: Words
    others: Words


class DieRecord(ListStruct):
    """A cell that holds what a hidden die shows, and the numbers on the sides of the die."""

    cell: int
    faces: Words


class PathRecord(ListStruct):
    """A decision that was taken on the path from the position to the start of playouts."""

    decision: int
    option: int


class CardOptionsRecord(ListStruct):
    """A card that can take only some legs."""

    card: int
    legs: Words


class LegOptionsRecord(ListStruct):
    """A leg that only some cards can take, as a set of cards."""

    leg: int
    fitting: Words


class SetUpRow(Struct):
    """The cards of a set-up after a marker word, which is negative if the set-up can't be used."""

    marker: int
    cards: Annotated[Row[int], 0]


class SetUpsRecord(ListStruct):
    """Set-ups made by the rules: the address of their table, the zones by group, and the set of cards."""

    table: int
    groups: List[Words]
    cards: Words


class ShuffleRecord(ListStruct):
    """A shuffle event, see `execution.deals.ShuffleEvent`."""

    cards: Words
    legs: Words
    seen: Words
    open: Words
    ways: List[CardOptionsRecord]
    narrow: List[LegOptionsRecord]
    set_ups: SetUpsRecord


class LegEndRecord(ListStruct):
    """The end of a leg: the address of the card there, its zone, and the seats that know it."""

    leg: int
    card: int
    zone: int
    known: int


class ComponentRecord(ListStruct):
    """Shuffle events that share cards, see `execution.deals.DealComponent`."""

    steps: List[ShuffleRecord]
    places: List[LegEndRecord]
    heaviest: float


class ClusterRecord(ListStruct):
    """Parts that are drawn together until all conditions hold."""

    parts: List[ComponentRecord]
    conditions: Words


class DealRecord(ListStruct):
    """A model of hidden cards, see `execution.deals.DealModel`; cells are given by address."""

    clusters: List[ClusterRecord]
    hidden: List[HiddenRecord]
    slots: Words
    lists: Words
    in_options: int
    cleared: Words
    marks: List[FlagChangeRecord]
    folded: List[SubsumedRecord]
    path: List[PathRecord]
    dice: List[DieRecord]


KEY_BITS = 32
"""Number of the low bits of the key of a node, which identify the option; the high bits hold the parent node."""
LOW_BITS = (1 << KEY_BITS) - 1
UNKNOWN = -1e30
"""A value of an action that is not known; it is less than any score."""
NODE_SIZE = Layouts({}).size(SearchNode)
"""Bytes of a node."""


class SearchState(TreeSearch):
    """A search tree in the memory, and what its playouts use.

    Attributes:
        is_guided: True while decisions are taken by the policy of rollouts.
        trace_length: Number of options in `areas.choices`.
        search_random: State of the generator of the search.
        generation: Number of the tree, among those for which the memory was used.
        next_node: The node stored after the one that was found last. The nodes of a decision's options are usually
            stored in their order, so the next option is looked for there first.
        kept: The options that a table has left.
    """

    is_guided: bool
    trace_length: int
    search_random: int
    generation: int
    next_node: SearchNode
    kept: Words


class DealState(Struct):
    """The model from which hidden cards are drawn, and the progress of a draw."""

    deals: DealRecord
    deal_random: int
    tries_left: int
    set_ups_made: int


class Areas(Struct):
    """The whole memory, area by area.

    Attributes:
        reached: Coverage bytes, one for each point; those before the current game, and those of trials, follow.
        marks: A word for each small number (lists.fresh_mark).
        arena: Two arenas.
        history_means: The mean payoff of each option by seat and decision; UNKNOWN if it is not known.
        local_sums, local_counts: The total payoff of each option in the local action histories, and its playouts.
        kept_position: The position that playouts start from, followed by its frames and lists.
        leg_cards: The card on each leg of a deal.
        replacements: By card of the position that is kept, the card that is there in a deal.
        hashed: Open hash table of nodes by key; a slot used by an earlier tree counts as empty.
    """

    position: Annotated[StoredPosition, INLINE]
    seed: Annotated[Words, MOST_SEEDS]
    players: Annotated[Row[List[BotRecord]], "SEATS"]
    streams: Annotated[Row[int], "SEATS"]
    progress: Annotated[Progress, INLINE]
    use: Annotated[Row[int], MOST_USES]
    use_counts: Annotated[Row[int], "USES_SIZE"]
    choices: Annotated[Table[Choice], MOST_CHOICES]
    reached: Annotated[Row[int], "POINT_WORDS"]
    reached_before: Annotated[Row[int], "POINT_WORDS"]
    reached_aside: Annotated[Row[int], "POINT_WORDS"]
    constants: Annotated[Row[int], CONSTANTS_SIZE // WORD]
    frames: Annotated[Row[int], FRAMES_SIZE // WORD]
    trials: Annotated[Row[int], TRIALS_SIZE // WORD]
    rows: Annotated[Table[ResultRow], "ROW_COUNT"]
    last_mark: int
    marks: Annotated[Row[int], "MARK_COUNT"]
    arena: Annotated[Row[int], "ARENA_WORDS"]
    script: Annotated[DrawScript, INLINE]
    search: Annotated[SearchState, INLINE]
    dealing: Annotated[DealState, INLINE]
    logs: Annotated[Row[float], LOG_COUNT]
    chances: Annotated[Row[float], 2 * MAX_LEAD * STEPS + 1]
    history_means: Annotated[Row[float], "HISTORY_SIZE"]
    history_counts: Annotated[Row[int], "HISTORY_SIZE"]
    local_sums: Annotated[Row[float], LOCAL_SIZE]
    local_counts: Annotated[Row[int], LOCAL_SIZE]
    kept_position: Annotated[StoredPosition, INLINE]
    kept_content: Annotated[Row[int], LOOSE_SIZE // WORD]
    leg_cards: Annotated[Row[int], MOST_LEGS]
    replacements: Annotated[Row[int], "CARDS"]
    deals_content: Annotated[Row[int], DEALS_SIZE // WORD]
    set_ups: Annotated[Row[int], SET_UPS_SIZE // WORD]
    tree: Annotated[Table[SearchNode], NODES]
    hashed: Annotated[Row[int], HASHES]


class GameNumbers(Numbers):
    """Numbers and constants of a game; lists are by thing, by number."""

    plays_scripts: bool
    work: int
    game_work: int
    decision_work: int
    trial_price: int
    deepest: int
    seats: int
    spaces: int
    cards: int
    everyone: int
    end_count: int
    zone_count: int
    decision_count: int
    history_width: int
    history_size: int
    first_variable: int
    first_flag: int
    last_flag: int
    mark_count: int
    done: int
    points: int
    arena_size: int
    arena_full: int
    stretch: int
    slice: int
    scored: int
    root: int
    state_size: int
    position_size: int
    frames_end: int
    trials_end: int
    omits: int
    omission_cell: int
    holder_cell: int
    where: Row[int]
    known: Row[int]
    start: MatchState
    empty: Words
    faces: Words
    hides: List[Words]
    private_zones: List[Words]
    alike: Words
    twins: Words
    omissions_of_cards: Words
    zone_owners: Words
    closed: Words
    room_each: Words
    room_all: Words
    piece_bases: List[List[Words]]
    slots: Words
    entries: Words
    list_slots: List[Words]
    list_cells: Words
    shared_track_cells: Words
    events: Words
    event_slots: Words
    answers: Words
    deciders: Words
    of_cards: Words
    card_divisors: Words
    card_subsets: List[Words]
    simultaneous: Words
    track_places: Words
    track_signs: Words
    bots: List[List[BotRecord]]


class RuntimeRegisters(Registers):
    """Global registers.

    Attributes:
        top: Start of the free space of the current arena.
        limit: End of the current arena.
        full: Address beyond which the arena is garbage-collected.
        frame: The top frame.
        depth: Number of frames.
        work: Remaining work.
        mark: Remaining work at the end of the current stretch.
        steps: Steps until the next pause.
        options: Options of the current decision.
        trials: Start of the free space for trials.
        reached: Address of the coverage bytes, one for each point.
        calls: Calls of a word that uses itself, within the outermost one.
    """

    top: int
    limit: int
    full: int
    frame: Frame
    depth: int
    work: int
    mark: int
    steps: int
    options: Words
    trials: int
    reached: int
    calls: int


game = GameNumbers()
now = RuntimeRegisters()
areas = Areas(0)
position = StoredPosition(0)
state = MatchState(0)
progress = Progress(0)
script = DrawScript(0)
dealing = DealState(0)
payoffs = PayoffState(0)
STRUCTS: dict[str, Struct] = {
    "areas": areas,
    "position": position,
    "state": state,
    "progress": progress,
    "script": script,
    "dealing": dealing,
    "payoffs": payoffs,
}
"""Structs at addresses that are known for a game, by the name of the address."""


def bind(memory: Any, layouts: Layouts, rules: Mapping[str, Callable[..., int]]) -> None:
    """Let the structs refer to a memory, see `Host`; to run the runtime in Python, the registers are to be set, too."""
    host.bind(memory, layouts, rules)
    for name, struct in STRUCTS.items():
        struct.address = layouts.known[name.upper()]
