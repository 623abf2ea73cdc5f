"""A seat's board: everything a screen shows of a position to one seat, as one typed document.

All things have their id and their name in a language, and are in the order of the rules. Sizes, colours of a theme and
omissions where space is short are left to the screen. Nothing in the document is hidden from its seat. Its JSON
(`Board.to_json`) is described by `schemas/view.schema.json`, which is made from these types.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal

from interpreter.language.execution.executable import PAIR_SIGN

BOARD_FORMAT = 1
"""Version of the document."""


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A thing with its id and its name. A seat also has a `mark`: a short abbreviation, different for each seat."""

    id: str
    title: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class ValuesByKey:
    """Values of a variable by key."""

    values: tuple[tuple[NamedThing, ShownValue], ...]


ShownValue = bool | int | NamedThing | tuple["ShownValue", ...] | ValuesByKey
"""Value of a variable: a thing, a number, a flag, a list of these, or one for each of several keys."""


@dataclass(frozen=True, slots=True)
class ShownVariable:
    """A variable with a value worth showing. If the value is True, the title says everything."""

    id: str
    title: str
    value: ShownValue


@dataclass(frozen=True, slots=True)
class ShownFlag:
    """A flag, and the things that have it."""

    id: str
    title: str
    things: tuple[NamedThing, ...]


@dataclass(frozen=True, slots=True)
class PieceGroup:
    """Pieces of one kind.

    Attributes:
        kind: Id of the kind.
        state: State of the pieces; empty if it isn't shown.
        amount: Number of pieces.
        noun: Singular noun of the kind.
        text: Number, state and noun as one text.
    """

    kind: str
    state: str
    amount: int
    noun: str
    text: str


@dataclass(frozen=True, slots=True)
class Share:
    """A seat's pieces and variables in a place. `seat` is None for pieces that belong to nobody."""

    seat: NamedThing | None
    pieces: tuple[PieceGroup, ...]
    variables: tuple[ShownVariable, ...] = ()

    @property
    def amount(self) -> int:
        """Number of pieces."""
        return sum(pieces.amount for pieces in self.pieces)


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards of a zone from the top, None for an unknown face. `seat` is the owner, if each seat has such a zone."""

    zone: str
    title: str
    seat: NamedThing | None
    cards: tuple[NamedThing | None, ...]


@dataclass(frozen=True, slots=True)
class Badge:
    """An attribute that is shown as a mark: its name, and its value as text. A flag that is set has no text."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A space with everything in it, or a box with its pieces.

    Attributes:
        id: Id of the place.
        title: Name of the place.
        label: What is typed for a space: a letter, or the name of a grid's cell.
        shares: Pieces of each owner.
        seat: Owner of the box, if each seat has one.
        variables: Variables of the space.
        flags: Flags of the space.
        piles: Zones of the space.
        at: Coordinates of the space, as fractions of the board's width and height from the top left. They never change.
        badges: Attributes that are marked on the space.
        attributes: Attributes of the space, as one text.
        is_closed: True if no piece can be placed in the space.
        colour: Colour of the space, or of the first of its values that has one; else empty.
    """

    id: str
    title: str
    shares: tuple[Share, ...]
    label: str = ""
    seat: NamedThing | None = None
    variables: tuple[ShownVariable, ...] = ()
    flags: tuple[NamedThing, ...] = ()
    piles: tuple[Pile, ...] = ()
    at: tuple[float, float] | None = None
    badges: tuple[Badge, ...] = ()
    attributes: str = ""
    is_closed: bool = False
    colour: str = ""

    @property
    def leaders(self) -> tuple[NamedThing, ...]:
        """Seats with the most pieces; empty if no seat has any."""
        most = max((share.amount for share in self.shares if share.seat is not None), default=0)
        return tuple(share.seat for share in self.shares if share.seat is not None and share.amount == most > 0)


@dataclass(frozen=True, slots=True)
class TrackPosition:
    """Current step of a track.

    Attributes:
        seat: Seat whose step this is, if each has one.
        title: The seat's own name of the track, if it has one.
        step: Number of the step.
        gives: Values that the step gives, by name.
    """

    seat: NamedThing | None
    title: str
    step: int
    gives: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class BoardTrack:
    """A track with its ends and current steps."""

    id: str
    title: str
    low: int
    high: int
    steps: tuple[TrackPosition, ...]


@dataclass(frozen=True, slots=True)
class Connection:
    """A connection from one space to another. `is_two_way` is True if it works in both directions."""

    start: str
    end: str
    is_two_way: bool


@dataclass(frozen=True, slots=True)
class Joint:
    """A box that lies on the map between two spaces, such as a road or a wall."""

    id: str
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class ShapeHeading:
    """The name of a grid's column or row.

    Attributes:
        text: The name.
        is_row: True for a row.
        at: Column and line of the lattice; they may lie outside of it.
        beside: Those of the cell next to it.
        point: The nearest point of that cell's outline, from the top left of the board.
        direction: The direction from there, as a distance of 1.
    """

    text: str
    is_row: bool
    at: tuple[int, int]
    beside: tuple[int, int]
    point: tuple[float, float]
    direction: tuple[float, float]


@dataclass(frozen=True, slots=True)
class ShapeCaption:
    """The title of one of several grids, which stands above the names of its columns.

    Attributes:
        text: The title.
        column: Column of the lattice at which the grid begins.
        columns: Columns of the lattice up to the next grid; None for the last one.
        left: The left edge of the grid, measured in cells.
        room: The width up to the next grid; None for the last one.
    """

    text: str
    column: int
    columns: int | None
    left: float
    room: float | None


@dataclass(frozen=True, slots=True)
class GridShape:
    """Shape of a grid and of its cells. Sizes are measured in cells.

    Attributes:
        lattice: Columns and lines of a text picture.
        span: Columns and lines of it that a cell takes.
        size: Width and height of the board.
        cell: Width and height of a cell.
        text: Width and height of the room for text around a cell's centre.
        outline: Corners of a cell, as seen from its centre.
        turned: Ids of the cells that are upside down.
        headings: Names of columns and rows.
        captions: Titles of the grids, if there are several.
        titled: Ids of the cells with a title of their own, which doesn't only tell the grid, the column and the row.
    """

    lattice: tuple[int, int]
    span: tuple[int, int]
    size: tuple[float, float]
    cell: tuple[float, float]
    text: tuple[float, float]
    outline: tuple[tuple[float, float], ...]
    turned: tuple[str, ...]
    headings: tuple[ShapeHeading, ...]
    captions: tuple[ShapeCaption, ...]
    titled: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Shape of the board.

    Attributes:
        kind: `grid`; `map` with coordinates from the rules; or `drawn` with computed ones.
        columns: Columns of a grid, else 0.
        rows: Rows of a grid, else 0.
        connections: Connections between spaces; of grids, only those between several of them.
        image: Background picture in the game's folder, if there is one. Spaces are at their places on it.
        image_ratio: Its width by its height; 0 if there is none.
        joints: Boxes that lie between two spaces. Their pieces are among those of boxes.
        shape: Shape of the cells of a grid. The `at` of a space leads from the first cell's centre to the last one's.
    """

    kind: Literal["grid", "map", "drawn"]
    columns: int
    rows: int
    connections: tuple[Connection, ...]
    image: str | None
    image_ratio: float = 0.0
    shape: GridShape | None = None
    joints: tuple[Joint, ...] = ()

    @property
    def joint_ids(self) -> frozenset[str]:
        """Ids of the boxes that lie between two spaces."""
        return frozenset(joint.id for joint in self.joints)


@dataclass(frozen=True, slots=True)
class SeatStanding:
    """A seat's standing: its goal, its side if everybody knows it, and its score unless that is hidden or nothing."""

    seat: NamedThing
    goal: str
    score: int | None


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A card that the seat sees.

    Attributes:
        id: Id of the card.
        title: Name of the card.
        deck: Id of its deck.
        badges: Attributes that are marked on it.
        attributes: All attributes, as one text.
        lines: Its text.
        notes: Notes about words in its text.
        colour: Colour of the card, or of the first of its values that has one, or of its deck; else empty.
    """

    id: str
    title: str
    deck: str
    badges: tuple[Badge, ...]
    attributes: str
    lines: tuple[str, ...]
    notes: tuple[str, ...]
    colour: str = ""


OptionKind = Literal["space", "card", "seat", "box", "number", "pair", "subset", "answer", "other"]
"""Kind of thing that an option stands for; an `answer` is a word: yes, stop, one of several ways."""


@dataclass(frozen=True, slots=True)
class BoardOption:
    """An option of the question.

    Attributes:
        key: Key of the option; for a space, card or seat its id.
        index: Index among the options.
        text: Text for people.
        label: What is typed for it. An answer that recurs has the same label each time.
        kind: Kind of thing that it stands for.
        parts: Ids of the two things of a pair, or of the members of a subset; empty for other kinds.
        odds: Results that chance can give it with their probabilities, as text; empty if there are none to tell.
    """

    key: str
    index: int
    text: str
    label: str
    kind: OptionKind
    parts: tuple[str, ...] = ()
    odds: str = ""

    @property
    def begun_label(self) -> str:
        """The beginning of the label that stands for the first thing of a pair; empty for other options."""
        first, sign, _ = self.label.partition(PAIR_SIGN)
        return first + sign if self.kind == "pair" and sign else ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A thing that can't be chosen, though it is of the kind that is asked for, and the reason as a sentence."""

    key: str
    text: str
    label: str
    kind: OptionKind
    reason: str


@dataclass(frozen=True, slots=True)
class Question:
    """The question that waits for an answer.

    Attributes:
        seat: The seat that decides.
        text: The question as a sentence; for another seat only that somebody else decides.
        options: The options; empty for another seat.
        refusals: Things that can't be chosen now; empty for another seat.
    """

    seat: NamedThing
    text: str
    options: tuple[BoardOption, ...]
    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class TextPart:
    """A part of a log line. `id` is set if it is the name of a thing."""

    text: str
    id: str = ""


EventKind = Literal["turn", "decision", "effect", "end"]


@dataclass(frozen=True, slots=True)
class BoardEvent:
    """An event of the log as the seat may know it, with its consequences.

    Attributes:
        number: Index of its entry in the log.
        kind: Kind of event. An effect is a consequence of the event before it, if there is one.
        seat: The seat whose turn or decision it is.
        text: The event as a line.
        parts: The same line in parts, with the ids of things.
        concerns_you: True if another seat caused it, and it mentions the seat or something that belongs to it.
        consequences: What followed from it, up to the next event of this kind.
    """

    number: int
    kind: EventKind
    seat: str | None
    text: str
    parts: tuple[TextPart, ...]
    concerns_you: bool
    consequences: tuple[BoardEvent, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the event as plain data."""
        found: dict[str, Any] = _to_plain(self)
        return found


@dataclass(frozen=True, slots=True)
class MatchEnding:
    """End of the match: the winners, the side they won with, the reason's id, and all of it as a sentence."""

    winners: tuple[NamedThing, ...]
    side: NamedThing | None
    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that a seat sees.

    Attributes:
        format: Version of the document.
        game: The game.
        variants: Variants in use.
        lang: Language of all texts.
        seat: The seat whose view this is; None for a spectator.
        seats: All seats.
        decisions: Number of decisions made so far.
        turns: Number of turns begun.
        layout: Shape of the board.
        spaces: Spaces of the map by id.
        boxes: Boxes beside the map.
        tracks: Tracks of the game.
        variables: Variables that belong to no space.
        flags: Flags of other things than spaces.
        piles: Zones that belong to no space.
        cards: Every card whose face the seat sees, by id.
        kinds: Kinds of pieces.
        colours: Colours by the id of a seat, side, kind of piece, box or value: a colour's name, or `#rrggbb`.
        needed: Ids of tracks, boxes, zones and variables that a player needs each turn, most important first.
        secondary: Ids of those that can be left out where space is short.
        standing: Each seat's standing.
        question: The question, or None when the match is over.
        events: Events since the seat last decided; those that concern it first, each group in order.
        ending: The end, or None while the match goes on.
        only_number: The variable kept for each seat in each space, if there is exactly one and it is a number.
        is_plain: True if there is one kind of pieces without states, and spaces contain nothing else.
    """

    game: NamedThing
    variants: tuple[NamedThing, ...]
    lang: str
    seat: NamedThing | None
    seats: tuple[NamedThing, ...]
    decisions: int
    turns: int
    layout: Layout
    spaces: Mapping[str, BoardPlace]
    boxes: tuple[BoardPlace, ...]
    tracks: tuple[BoardTrack, ...]
    variables: tuple[ShownVariable, ...]
    flags: tuple[ShownFlag, ...]
    piles: tuple[Pile, ...]
    cards: Mapping[str, BoardCard]
    kinds: tuple[NamedThing, ...]
    colours: Mapping[str, str]
    needed: tuple[str, ...]
    secondary: tuple[str, ...]
    standing: tuple[SeatStanding, ...]
    question: Question | None
    events: tuple[BoardEvent, ...]
    ending: MatchEnding | None
    only_number: NamedThing | None
    is_plain: bool
    format: int = BOARD_FORMAT

    def changed_since(self, before: Board) -> list[str]:
        """Return the ids of the spaces whose content differs from another board of the same seat."""
        return [space_id for space_id, space in self.spaces.items() if space != before.spaces[space_id]]

    def to_json(self) -> dict[str, Any]:
        """Return the document as plain data."""
        found: dict[str, Any] = _to_plain(self)
        return found


def _to_plain(value: Any) -> Any:
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, tuple):
        return [_to_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {key: _to_plain(part) for key, part in value.items()}
    names = _field_names(type(value))
    return {name: _to_plain(getattr(value, name)) for name in names} if names else value


_NAMES: dict[type, tuple[str, ...]] = {}


def _field_names(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass; none for another type."""
    if kind not in _NAMES:
        _NAMES[kind] = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
    return _NAMES[kind]
