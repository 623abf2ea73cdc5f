"""Entries of the log of a match: one declaration for each, from which everything about it is derived.

An entry is a named tuple. It refers to seats, cards, zones, places (spaces, then boxes) and decisions by number, as the
state does. The types of its fields say how they are called in events and in sentences, which values a scenario may
expect there, and what a seat learns from them about the cards.
"""

# without `from __future__ import annotations`, because classes are declared by their annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

FieldType = Literal[
    "seat",
    "seats",
    "whom",
    "side",
    "card",
    "cards",
    "hidden cards",
    "mask",
    "zone",
    "place",
    "count",
    "piece",
    "piece with states",
    "state",
    "track",
    "step",
    "variable",
    "owner",
    "value",
    "flag",
    "thing",
    "dice",
    "faces",
    "truth",
    "label",
    "reason",
    "decision",
    "answer",
    "sentence",
    "values",
    "kinds",
]
"""Types of fields.

- `seats`, `cards`: several; each makes an event of its own
- `whom`, `mask`: a mask of the seats that see the entry's cards, or a tuple with a mask for each card; `whom` is also
  part of the event
- `hidden cards`: cards that lie among others, of which the entry shows none
- `owner`, `value`: the thing that a variable is kept for, and its value
- `thing`: a thing with a flag, which can be a card
- `dice`, `faces`: several dice, and the number that each shows; each die makes an event of its own
- `sentence`, `values`, `kinds`: a sentence for players, values in its holes, and the kinds of these
- `decision`, `answer`: a decision and one of its options, which can be a card
"""
CARD_TYPES = frozenset({"card", "cards", "hidden cards", "thing", "answer"})
"""Types of fields that refer to cards, or can do so."""
SEVERAL = frozenset({"seats", "cards", "dice"})
"""Types of fields of which an event has one value."""
OUTSIDE_EVENTS = frozenset({"side", "hidden cards", "mask", "values", "kinds"})
"""Types of fields that are not part of events."""
EVENT_NAMES = {"from": "source", "to": "target"}
"""Names in events of fields that have another name in scenarios."""


class EntryField(NamedTuple):
    """A field of an entry.

    Attributes:
        type: Type of the value.
        event: Its name in events; the name in the entry by default.
    """

    type: FieldType
    event: str = ""


class EntryKind(NamedTuple):
    """Declaration of a class of entries.

    Attributes:
        name: Kind of the events that are made of it.
        sentence: Key of its sentence in the files of languages. Its holes are the fields.
        fields: The fields by name, in order.
        event_fields: Names of the fields that events have, with their names and types there.
        card_fields: Names of the fields that refer to cards, or can do so; with True if the entry shows the cards.
        mask: Name of the field that says who sees these cards; empty if nobody sees any.
    """

    name: str
    sentence: str
    fields: dict[str, EntryField]
    event_fields: tuple[tuple[str, str, FieldType], ...]
    card_fields: tuple[tuple[str, bool], ...]
    mask: str


EntryT = TypeVar("EntryT")
_KINDS: dict[type, EntryKind] = {}


def log_entry(kind: str, sentence: str = "") -> Callable[[type[EntryT]], type[EntryT]]:
    """Declare a class of entries, whose fields are annotated with an `EntryField`.

    Args:
        kind: Kind of the events that are made of it.
        sentence: Key of its sentence; `kind` by default.

    Raises:
        TypeError: No field says who sees the cards.
    """

    def declared(entry_class: type[EntryT]) -> type[EntryT]:
        hints: dict[str, Any] = entry_class.__annotations__
        fields: dict[str, EntryField] = {name: hint.__metadata__[0] for name, hint in hints.items()}
        of_events = tuple(
            (name, each.event or name, each.type) for name, each in fields.items() if each.type not in OUTSIDE_EVENTS
        )
        cards = tuple((name, each.type != "hidden cards") for name, each in fields.items() if each.type in CARD_TYPES)
        mask = next((name for name, each in fields.items() if each.type in ("mask", "whom")), "")
        if not mask and any(shown for _, shown in cards):
            raise TypeError(f"{entry_class.__name__} does not say who sees its cards")
        _KINDS[entry_class] = EntryKind(kind, sentence or kind, fields, of_events, cards, mask)
        return entry_class

    return declared


@log_entry("turn")
class TurnStarted(NamedTuple):
    """A turn begins, of a seat or of nobody."""

    seat: Annotated[int | None, EntryField("seat")]


@log_entry("choice", sentence="chooses")
class DecisionTaken(NamedTuple):
    """A seat answered a decision with `value`; if that is a card, other seats see it only if they are in `seen_by`."""

    seat: Annotated[int, EntryField("seat")]
    value: Annotated[Any, EntryField("answer", "key")]
    decision: Annotated[int, EntryField("decision", "label")]
    seen_by: Annotated[int, EntryField("mask")]


@log_entry("choice", sentence="chooses")
class DecisionForced(NamedTuple):
    """A decision with only one possible answer was answered without asking. Fields as in `DecisionTaken`."""

    seat: Annotated[int, EntryField("seat")]
    value: Annotated[Any, EntryField("answer", "key")]
    decision: Annotated[int, EntryField("decision", "label")]
    seen_by: Annotated[int, EntryField("mask")]


@log_entry("revealed")
class ChoiceShown(NamedTuple):
    """A seat's choice becomes known to all, after several seats have chosen at the same time."""

    seat: Annotated[int, EntryField("seat")]
    value: Annotated[Any, EntryField("answer", "key")]
    decision: Annotated[int, EntryField("decision", "label")]
    seen_by: Annotated[int, EntryField("mask")]


@log_entry("pieces")
class PiecesMoved(NamedTuple):
    """Pieces of a kind, in one state if they have states, moved from one place to another.

    `seat` is the owner: a number beyond the seats' for pieces of nobody, and None for pieces without owners.
    """

    amount: Annotated[int, EntryField("count", "count")]
    piece: Annotated[str, EntryField("piece")]
    state: Annotated[str | None, EntryField("state")]
    seat: Annotated[int | None, EntryField("seat")]
    source: Annotated[int, EntryField("place")]
    target: Annotated[int, EntryField("place")]


@log_entry("pieces", sentence="captured")
class PieceCaptured(NamedTuple):
    """A piece was captured, or several of a kind. Fields as in `PiecesMoved`."""

    amount: Annotated[int, EntryField("count", "count")]
    piece: Annotated[str, EntryField("piece")]
    state: Annotated[str | None, EntryField("state")]
    seat: Annotated[int | None, EntryField("seat")]
    source: Annotated[int, EntryField("place")]
    target: Annotated[int, EntryField("place")]


@log_entry("state")
class StateChanged(NamedTuple):
    """Pieces of a kind changed their state. `seat` is the owner, as in `PiecesMoved`."""

    amount: Annotated[int, EntryField("count", "count")]
    piece: Annotated[str, EntryField("piece with states")]
    seat: Annotated[int | None, EntryField("seat")]
    place: Annotated[int, EntryField("place")]
    old: Annotated[str, EntryField("state", "source")]
    new: Annotated[str, EntryField("state", "target")]


@log_entry("card", sentence="card_comes")
class CardMoved(NamedTuple):
    """A card moved to a zone, from another one if it was in any.

    `left` are the cards that stayed in the old zone, if some seat can no longer tell which of them moved.
    """

    card: Annotated[int, EntryField("card")]
    source: Annotated[int | None, EntryField("zone")]
    target: Annotated[int, EntryField("zone")]
    seen_by: Annotated[int, EntryField("mask")]
    left: Annotated[tuple[int, ...], EntryField("hidden cards")]


@log_entry("card", sentence="cards")
class CardsMoved(NamedTuple):
    """Cards moved from one zone to another in their order; `seen_by` has a mask for each."""

    cards: Annotated[tuple[int, ...], EntryField("cards", "card")]
    source: Annotated[int, EntryField("zone")]
    target: Annotated[int, EntryField("zone")]
    seen_by: Annotated[tuple[int, ...], EntryField("mask")]


@log_entry("track")
class TrackMoved(NamedTuple):
    """A track's marker moved; `seat` is given if each seat has one."""

    track: Annotated[str, EntryField("track")]
    seat: Annotated[int | None, EntryField("seat")]
    old: Annotated[int, EntryField("step", "source")]
    new: Annotated[int, EntryField("step", "target")]


@log_entry("variable")
class VariableSet(NamedTuple):
    """A logged variable changed its value; `owner` is the index of that value among the variable's values."""

    variable: Annotated[str, EntryField("variable")]
    owner: Annotated[int, EntryField("owner", "thing")]
    old: Annotated[Any, EntryField("value", "source")]
    new: Annotated[Any, EntryField("value", "target")]


@log_entry("flag")
class FlagSet(NamedTuple):
    """A thing got or lost a flag; for a card, `seen_by` says which seats see it."""

    flag: Annotated[str, EntryField("flag")]
    thing: Annotated[int, EntryField("thing")]
    value: Annotated[bool, EntryField("truth", "target")]
    seen_by: Annotated[int, EntryField("mask")]


@log_entry("use", sentence="note")
class CardUsed(NamedTuple):
    """A seat used a card, in the way that the label names."""

    card: Annotated[int, EntryField("card")]
    label: Annotated[str, EntryField("label")]
    seat: Annotated[int, EntryField("seat")]
    seen_by: Annotated[int, EntryField("mask")]


@log_entry("tell")
class PlayersTold(NamedTuple):
    """A sentence with values in its holes is told to the seats that know all that these depend on."""

    sentence: Annotated[str, EntryField("sentence", "says")]
    kinds: Annotated[tuple[str, ...], EntryField("kinds")]
    values: Annotated[tuple[Any, ...], EntryField("values")]
    seen_by: Annotated[int, EntryField("mask")]


@log_entry("shuffle")
class ZoneShuffled(NamedTuple):
    """A zone was shuffled; `cards` are in their new order."""

    zone: Annotated[int, EntryField("zone")]
    cards: Annotated[tuple[int, ...], EntryField("hidden cards")]


@log_entry("roll")
class DiceRolled(NamedTuple):
    """Dice were rolled, by a seat if one acts; `shown` has the number on each, `seen_by` the seats that see it."""

    seat: Annotated[int | None, EntryField("seat")]
    dice: Annotated[tuple[int, ...], EntryField("dice", "thing")]
    shown: Annotated[tuple[int, ...], EntryField("faces", "target")]
    seen_by: Annotated[tuple[int, ...], EntryField("mask")]


@log_entry("dice", sentence="shown_dice")
class DiceShown(NamedTuple):
    """The faces of dice were revealed to the seats of a mask: to all, or to one."""

    dice: Annotated[tuple[int, ...], EntryField("dice", "thing")]
    shown: Annotated[tuple[int, ...], EntryField("faces", "target")]
    seen_by: Annotated[int, EntryField("whom", "seat")]


@log_entry("shown")
class CardsShown(NamedTuple):
    """Cards were shown to the seats of a mask: to all, or to one."""

    cards: Annotated[tuple[int, ...], EntryField("cards", "card")]
    seen_by: Annotated[int, EntryField("whom", "seat")]


@log_entry("end")
class MatchEnded(NamedTuple):
    """The match is over; `side` is the side that won, if one did."""

    winners: Annotated[tuple[int, ...], EntryField("seats", "seat")]
    reason: Annotated[str, EntryField("reason", "label")]
    side: Annotated[int | None, EntryField("side")]


Entry = (
    TurnStarted
    | DecisionTaken
    | DecisionForced
    | ChoiceShown
    | PiecesMoved
    | PieceCaptured
    | StateChanged
    | CardMoved
    | CardsMoved
    | TrackMoved
    | VariableSet
    | FlagSet
    | CardUsed
    | PlayersTold
    | ZoneShuffled
    | DiceRolled
    | CardsShown
    | DiceShown
    | MatchEnded
)
"""One logged event."""
ENTRY_CLASSES: dict[str, type[Entry]] = {entry_class.__name__: entry_class for entry_class in Entry.__args__}
"""Classes of entries by name, as lowered code refers to them."""
ENTRY_KINDS: dict[type[Entry], EntryKind] = {entry_class: _KINDS[entry_class] for entry_class in Entry.__args__}
"""Declarations by class."""
EVENT_FIELDS: dict[str, dict[str, FieldType]] = {
    kind.name: {
        next((said for said, named in EVENT_NAMES.items() if named == event), event): field_type
        for _, event, field_type in kind.event_fields
    }
    for kind in ENTRY_KINDS.values()
}
"""Fields of each kind of event, as scenarios call them, with the types of their values."""
