"""The checked, immutable model of a rulebook: what the YAML files say, with the place where each thing is said. Nothing
above this module reads YAML."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from interpreter.errors import Problem, Where
from interpreter.rulebook.phrasebooks import Phrasebook
from interpreter.rulebook.text import Text as Text

if TYPE_CHECKING:
    import networkx as nx

Value = int | bool | str | None
"""An attribute's value: a number, a flag, the id of a thing or of an enumerated value, or nothing."""
Title = dict[str, str]
"""Language code to name; `en` is always there."""

Source = str | dict[str, str] | None
"""`rulebook | inferred | reconstructed | ours`, for the whole thing or field by field."""


@dataclass(frozen=True, slots=True)
class Noun:
    """What things of a kind are called in card text: `space`, `spaces`."""

    one: str
    many: str


@dataclass(frozen=True, slots=True)
class Attribute:
    """A column that things of a kind carry. `kind` is one of number, flag, text, seat, side, space, card, box, values.

    With `kind == "values"`, `values` lists what it can be; each value can be used as an adjective.
    `none` is the adjective for a thing without a value (`neutral`: a card of no seat), or None if each thing needs one.
    What the author declares to be printed: numbers from `low` to `high`, no value twice if it is `unique`. `titles`:
    what values are called in print, those that have a title."""

    id: str
    kind: str
    values: tuple[str, ...]
    none: str | None
    optional: bool
    where: Where
    unique: bool = False
    low: int | None = None
    high: int | None = None
    titles: dict[str, str] = field(default_factory=dict)

    def printed(self, value: str) -> str:
        """What a value is called."""
        return self.titles.get(value, value.replace("_", " "))


@dataclass(frozen=True, slots=True)
class Seat:
    id: str
    title: Title
    source: Source
    where: Where


@dataclass(frozen=True, slots=True)
class Side:
    """A side that several seats can be on."""

    id: str
    title: Title
    source: Source
    where: Where


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the map. A closed one takes no pieces. `at` is its place on the board, fractions from the top left."""

    id: str
    title: Title
    attributes: dict[str, Value]
    closed: bool
    at: tuple[float, float] | None
    source: Source
    where: Where


@dataclass(frozen=True, slots=True)
class Grid:
    """So many columns and rows of cells. `diagonal`: a cell has up to eight neighbours. `upward`: a1 is at the bottom
    left, otherwise at the top left. `attributes` are those that every cell has without being told."""

    columns: int
    rows: int
    diagonal: bool
    upward: bool
    attributes: dict[str, Attribute]


@dataclass(frozen=True)
class Map:
    """The map. An edge (a, b) means that b is a neighbour of a. The spaces of a `grid` are its cells in the order in
    which one reads; `attributes` are those that the author declared."""

    noun: Noun
    attributes: dict[str, Attribute]
    spaces: tuple[Space, ...]
    edges: tuple[tuple[str, str], ...]
    grid: Grid | None = None

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if name != "graph"}

    @cached_property
    def graph(self) -> nx.DiGraph[str]:
        """The ids of the spaces as a directed graph; made when first asked for, as networkx is slow to import."""
        import networkx as nx

        graph: nx.DiGraph[str] = nx.DiGraph()
        graph.add_nodes_from(space.id for space in self.spaces)
        graph.add_edges_from(self.edges)
        return graph

    @property
    def columns(self) -> dict[str, Attribute]:
        """All that spaces have."""
        return self.attributes | (self.grid.attributes if self.grid else {})


class Placed(NamedTuple):
    """So many pieces (of an owner, in a state) in a place. A box that each seat has means the owner's own."""

    owner: str | None
    place: str
    number: int
    state: str | None = None


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece. `owner` is seat (each seat has a set of its own), taker (one set; a piece on the map is the
    seat's that took it from a box), or None. `supply` is how many there are in a set.

    `room_each` limits one owner's pieces in one space, `room_all` those of all owners together.
    `start` says where the pieces are when the game begins. Each is in one of `states`, if there are any: the first one
    in boxes."""

    id: str
    noun: Noun
    title: Title
    owner: str | None
    supply: int
    room_each: int | None
    room_all: int | None
    states: tuple[str, ...]
    start: tuple[Placed, ...]
    source: Source
    where: Where

    @property
    def owned(self) -> bool:
        """Whether a piece can be a seat's."""
        return self.owner is not None


@dataclass(frozen=True, slots=True)
class Box:
    """A place for pieces off the map, one for everybody or one for each seat. `group` names its BoxGroup, if any."""

    id: str
    title: Title
    per_seat: bool
    group: str | None
    attributes: dict[str, Value]
    source: Source
    where: Where


@dataclass(frozen=True, slots=True)
class BoxGroup:
    """Boxes that share a noun (`zone`, `zones`), in the order of the list in the file."""

    id: str
    noun: Noun
    attributes: dict[str, Attribute]
    where: Where


@dataclass(frozen=True, slots=True)
class Trigger:
    """What happens when a track is `raised` to or `lowered` from one of `steps`. `seat`: only on that seat's track."""

    direction: str
    steps: tuple[int, ...]
    seat: str | None
    do: Text
    where: Where


@dataclass(frozen=True, slots=True)
class Track:
    """A number within a range; it `stops` at the ends, or it is an error to go on there. `mirrored`: two seats share it
    with opposite sign.

    `names` gives a seat's own track a name of its own (id, title). `gives` maps a name to one number a step,
    from `low` to `high`."""

    id: str
    title: Title
    low: int
    high: int
    start: int
    per_seat: bool
    mirrored: bool
    names: dict[str, tuple[str, Title]]
    gives: dict[str, tuple[int, ...]]
    triggers: tuple[Trigger, ...]
    source: Source
    where: Where
    stops: bool = True


@dataclass(frozen=True, slots=True)
class Zone:
    """An ordered place for cards, one in all or one `per` seat or space. `face` says who sees them: everyone, owner or
    nobody. How many they are, all see.

    `starts_with` names the decks whose cards begin here. `when_empty` is done when a card is needed and none is there.
    `holds` is what everybody knows of each card in it, also of one whose face they don't see.
    """

    id: str
    title: Title
    per: str | None
    face: str
    starts_with: tuple[str, ...]
    when_empty: Text | None
    where: Where
    holds: Text | None = None

    @property
    def per_seat(self) -> bool:
        return self.per == "seat"


@dataclass(frozen=True, slots=True)
class Deck:
    """A kind of card: its columns. The deck's id is an adjective (`main cards`)."""

    id: str
    title: Title
    attributes: dict[str, Attribute]
    where: Where


@dataclass(frozen=True, slots=True)
class Card:
    """A card. Copies of one share its title and its event."""

    id: str
    deck: str
    title: Title
    attributes: dict[str, Value]
    event: Text | None
    source: Source
    where: Where


@dataclass(frozen=True, slots=True)
class Variable:
    """A value that the game remembers: of kind number, flag, seat, side, space, card, box, or `list of …`.

    `per` names what it is kept for (seat, space, card): empty, one or two of them. `told` if the log tells its changes.
    Without a `title` it is between the rules, and no player is shown it.
    """

    id: str
    title: Title | None
    kind: str
    per: tuple[str, ...]
    start: Value
    visible: str
    told: bool
    where: Where


@dataclass(frozen=True, slots=True)
class Flag:
    """An adjective that things of kind `of` (a noun: space, seat, card, or a box group's) can become or not be."""

    id: str
    of: str
    where: Where


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the game's vocabulary: a condition (`when`), a value (`means`) or a phrase (`do`).

    `says` are the wordings, with holes in braces. `turn`: each time the phrase is carried out, a turn is counted.
    """

    says: tuple[Text, ...]
    kind: str
    body: Text
    turn: bool
    where: Where

    @property
    def title(self) -> str:
        """Its first wording."""
        return str(self.says[0])


@dataclass(frozen=True, slots=True)
class Bend:
    """A change to a phrase: `do` is done `before`, `after` or `instead of` it, if `when` holds. `phrase` is a wording
    of it, to the letter; its holes can be named in `when` and `do`. With `offer`, the acting seat may decline."""

    kind: str
    phrase: Text
    when: Text | None
    do: Text
    offer: Text | None
    where: Where


@dataclass(frozen=True, slots=True)
class Watch:
    """What is done as soon as a condition holds: it is tested after each statement that changes what it looks at."""

    when: Text
    do: Text
    where: Where


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table. `that` and `only`: candidates that meet a condition stay; if none does, after an `only` the
    bot takes the way out. `highest`, `lowest`: those with most or least of a value stay. `when`: if the condition holds
    (without a text: always), the option `choose` is taken."""

    kind: str
    text: Text | None
    choose: str | None
    source: Source
    where: Where


@dataclass(frozen=True, slots=True)
class Table:
    """How a bot decides. A `keep` table narrows the candidates of decisions labelled with one of `answers`; a `first`
    table picks among the options `answers`, or of the one `may` with that label, by the first row that holds."""

    answers: tuple[str, ...]
    title: Title
    kind: str
    rows: tuple[Row, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Bot:
    """Somebody who decides by tables. `seat` is the seat it can play; None: any. `when`: while this holds. `sees` are
    zones into which it looks although they are hidden from its seat.
    """

    id: str
    seat: str | None
    title: Title
    when: Text | None
    tables: tuple[Table, ...]
    where: Where
    sees: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gloss:
    """What a reader has to know of a special word of card texts."""

    word: str
    about: Title

    def is_in(self, text: str) -> bool:
        """Whether a text has the word, also with an `s` behind it."""
        return re.search(rf"\b{re.escape(self.word)}(?:s|es)?\b", text, re.IGNORECASE) is not None


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of a game. `name` is what `load` takes for it: its id, or the whole path of one that is not the game's
    own. `bases` are the variants that it is based on, `partners` those with which it does something more. `alone` tells
    why it can't be asked for: it is there for others that are based on it.
    """

    id: str
    name: str
    title: Title
    about: Title
    bases: tuple[str, ...]
    partners: tuple[str, ...]
    alone: str | None
    where: Where


Phrase = str | dict[str, str]
"""A text with holes, or one for each form that words have by number: `one`, `few`, …, see plurals.py."""
Phrases = dict[str, dict[str, Phrase]]
"""What a language file says under `sentences` and under `messages`, by name. The texts of files know their places."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One game, whole, with the variants that were asked for. `digest` is a hash of everything that was read.

    `sides` are those that seats can be on, `side` the value that says on which one a seat is. `variants` are the ids of
    the variants, in order, `overlays` what they are called and where they come from. `players_of`: who plays a seat
    (`table`, `random`, …) unless somebody says otherwise. `texts` are the names of things by language and id, `labels`
    those of labels, as in `text/`, `phrases` what is said in a language besides, `phrasebooks` how texts read in it.
    `certain` are conditions that hold at every decision, `warnings` what may be amiss. `omits`: see omissions.py.
    `covers`: it is noted what happens.
    """

    id: str
    folder: str
    title: Title
    about: Title
    seats: tuple[Seat, ...]
    map: Map
    pieces: tuple[PieceKind, ...]
    boxes: tuple[Box, ...]
    groups: tuple[BoxGroup, ...]
    tracks: tuple[Track, ...]
    zones: tuple[Zone, ...]
    decks: tuple[Deck, ...]
    cards: tuple[Card, ...]
    variables: tuple[Variable, ...]
    flags: tuple[Flag, ...]
    words: tuple[Word, ...]
    start: Text
    score: Text | None
    digest: str
    players: tuple[int, int] = (0, 0)
    variants: tuple[str, ...] = ()
    overlays: tuple[Variant, ...] = ()
    bends: tuple[Bend, ...] = ()
    bots: tuple[Bot, ...] = ()
    players_of: dict[str, str] = field(default_factory=dict)
    texts: dict[str, dict[str, str]] = field(default_factory=dict)
    labels: dict[str, dict[str, str]] = field(default_factory=dict)
    phrases: dict[str, Phrases] = field(default_factory=dict)
    phrasebooks: dict[str, Phrasebook] = field(default_factory=dict)
    sides: tuple[Side, ...] = ()
    side: Text | None = None
    glossary: tuple[Gloss, ...] = ()
    certain: tuple[Text, ...] = ()
    watches: tuple[Watch, ...] = ()
    warnings: tuple[Problem, ...] = ()
    omits: bool = False
    covers: bool = False

    @property
    def asked(self) -> tuple[str, ...]:
        """The variants as `load` takes them: ids of the game's own, paths of others."""
        return tuple(variant.name for variant in self.overlays)
