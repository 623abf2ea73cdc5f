"""The checked, immutable model of a rulebook.

It holds what the YAML files say, with the place of every statement. Nothing above this module reads YAML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from interpreter.rulebook.boards.grid import Grid
from interpreter.rulebook.boards.joined import BOARD
from interpreter.rulebook.player_words import Phrasebook, Phrases, PlayerTexts
from interpreter.rulebook.text import Text as Text
from interpreter.rulebook.text import slug
from interpreter.support.errors import Location, Problem

if TYPE_CHECKING:
    import networkx as nx


AttributeDatum = int | bool | str | None
"""An attribute's value: a number, a flag, the id of a thing or of an enumerated value, or nothing."""
Title = dict[str, str]
"""Names by language code; `en` is always there."""

FactSource = str | dict[str, str] | None
"""`rulebook | inferred | reconstructed | ours`, for the whole thing or field by field."""


@dataclass(frozen=True, slots=True)
class TitledThing:
    """A thing with an id and a name."""

    id: str
    title: Title
    where: Location


@dataclass(frozen=True, slots=True)
class SourcedThing(TitledThing):
    """A thing with the source of its facts."""

    source: FactSource


@dataclass(frozen=True, slots=True)
class NounPair:
    """The singular and plural by which card texts call things of a kind: `space`, `spaces`."""

    one: str
    many: str


@dataclass(frozen=True, slots=True)
class Attribute:
    """A column of values that things of a kind have.

    Attributes:
        kind: One of number, flag, text, seat, side, space, card, box, values.
        values: The possible values if the kind is `values`. Each can be used as an adjective.
        none: The adjective for a thing without a value (`neutral`: a card of no seat), if the author gives one.
        optional: True if a thing can be without a value.
        unique: True if the author declares that no value is printed twice.
        low: The smallest number that is printed, if the author declares it.
        high: The largest number that is printed, if the author declares it.
        titles: Printed names by value, for those values that have one.
        path: The path by which a variant names its declaration, where that is known.
    """

    id: str
    kind: str
    values: tuple[str, ...]
    none: str | None
    optional: bool
    where: Location
    unique: bool = False
    low: int | None = None
    high: int | None = None
    titles: dict[str, str] = field(default_factory=dict)
    path: str = ""

    def printed_value(self, value: str) -> str:
        """Return the name of a value in print."""
        return self.titles.get(value, value.replace("_", " "))


@dataclass(frozen=True, slots=True)
class Seat(SourcedThing):
    """A place at the table: one player's role.

    Attributes:
        forward: The direction of the board that is forward for this seat, if the seats of the game have one.
    """

    forward: str | None = None


@dataclass(frozen=True, slots=True)
class Side(SourcedThing):
    """A side that several seats can be on."""


@dataclass(frozen=True, slots=True)
class Space(SourcedThing):
    """A space of the map.

    Attributes:
        closed: True if no piece can be placed in it.
        at: Its place on the board, as fractions of the width and height from the top left.
    """

    attributes: dict[str, AttributeDatum]
    closed: bool
    at: tuple[float, float] | None


@dataclass(frozen=True)
class Map:
    """The map: spaces and the connections between them.

    Attributes:
        attributes: The attributes that the author declared.
        spaces: The spaces in the order of the file. Those of a grid are its cells in reading order.
        edges: Directed edges between space ids: (a, b) means that b is a neighbour of a.
        grid: The pattern of the cells, if the map is a grid.
        built_in: The attributes of every cell of that grid: its column, its row, the cells beside it.
        board_titles: The titles of its boards by id, if it has several.
    """

    noun: NounPair
    attributes: dict[str, Attribute]
    spaces: tuple[Space, ...]
    edges: tuple[tuple[str, str], ...]
    grid: Grid | None = None
    built_in: dict[str, Attribute] = field(default_factory=dict)
    board_titles: dict[str, Title] = field(default_factory=dict)

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in self.__dict__.items() if name != "graph"}

    @cached_property
    def graph(self) -> nx.DiGraph[str]:
        """The spaces' ids as a directed graph.

        It is built on first access, because networkx is slow to import.
        """
        import networkx as nx

        graph: nx.DiGraph[str] = nx.DiGraph()
        graph.add_nodes_from(space.id for space in self.spaces)
        graph.add_edges_from(self.edges)
        return graph

    @property
    def crossings(self) -> frozenset[tuple[str, str]]:
        """The edges between cells of different boards, if the grid has several."""
        if BOARD not in self.built_in:
            return frozenset()
        boards = {space.id: space.attributes[BOARD] for space in self.spaces}
        return frozenset((start, end) for start, end in self.edges if boards[start] != boards[end])

    def is_plain_cell(self, space: Space) -> bool:
        """Return True if the title of a grid's cell is only its id, or the title of its board and its id there."""
        board, _, cell = space.id.rpartition("_")
        named = f"{self.board_titles[board]['en']} {cell}" if board in self.board_titles else space.id
        return slug(space.title["en"]) == slug(named)

    @property
    def all_attributes(self) -> dict[str, Attribute]:
        """All attributes of a space: declared and built-in ones."""
        return self.attributes | self.built_in


class PiecePlacement(NamedTuple):
    """A number of pieces (of an owner, in a state) in a place.

    A box that each seat has means the owner's own.
    """

    owner: str | None
    place: str
    number: int
    state: str | None = None


@dataclass(frozen=True, slots=True)
class PieceKind(SourcedThing):
    """A kind of piece.

    Attributes:
        owner: `seat` if each seat has a set of its own. `taker` if there is one set, and a piece on the map belongs
            to the seat that took it from a box. None if nobody owns the pieces.
        supply: Number of pieces in a set.
        room_each: Limit on one owner's pieces in a space.
        room_all: Limit on the pieces of all owners together in a space.
        states: The states that a piece can be in. In a box every piece is in the first one.
        start: The places of the pieces when the game begins.
    """

    noun: NounPair
    owner: str | None
    supply: int
    room_each: int | None
    room_all: int | None
    states: tuple[str, ...]
    start: tuple[PiecePlacement, ...]
    attributes: dict[str, AttributeDatum]

    @property
    def is_owned(self) -> bool:
        """True if a piece can belong to a seat."""
        return self.owner is not None


@dataclass(frozen=True, slots=True)
class KindGroup:
    """A noun for several kinds of pieces, by their ids."""

    id: str
    noun: NounPair
    kinds: tuple[str, ...]
    where: Location


@dataclass(frozen=True, slots=True)
class CaptureBox:
    """The box to which captured pieces go.

    Attributes:
        box: Its id.
        of_captor: If each seat has such a box: True for that of the seat that captures, False for the owner's.
    """

    box: str
    of_captor: bool


@dataclass(frozen=True, slots=True)
class Box(SourcedThing):
    """A place for pieces off the map, one for everybody or one for each seat.

    Attributes:
        group: The id of its BoxGroup, if it belongs to one.
        joins: The two spaces between which it lies, if it is on the map: a road, a wall.
    """

    per_seat: bool
    group: str | None
    attributes: dict[str, AttributeDatum]
    joins: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class BoxGroup:
    """Boxes that share a noun (`zone`, `zones`), in the order of the list in the file."""

    id: str
    noun: NounPair
    attributes: dict[str, Attribute]
    where: Location


@dataclass(frozen=True, slots=True)
class Die(TitledThing):
    """A die: one on the table, or one that each seat has."""

    per_seat: bool


@dataclass(frozen=True, slots=True)
class DiceKind(TitledThing):
    """Dice that are alike.

    Attributes:
        noun: The noun for one and for several of them.
        faces: The number on each side; several sides may show the same.
        count: Number of dice; with `per_seat`, of each seat.
        words: The words on the sides by their numbers in `faces`; empty for sides with numbers.
        visible: The seats that see what a roll shows: `everyone`, `owner`, or `nobody` until the dice are revealed.
    """

    noun: NounPair
    faces: tuple[int, ...]
    count: int
    per_seat: bool
    words: dict[int, str]
    visible: str

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice of the kind, in order. A single one has the id of its kind."""
        if self.count == 1:
            return (Die(self.id, self.title, self.where, self.per_seat),)
        return tuple(
            Die(
                f"{self.id}_{number}",
                {lang: f"{text} {number}" for lang, text in self.title.items()},
                self.where,
                self.per_seat,
            )
            for number in range(1, self.count + 1)
        )


SHOWN = "shows"
"""The variable that holds what each die shows, in games with dice; 0 for a die that hasn't been rolled."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """An effect that is carried out when a track is `raised` to or `lowered` from one of `steps`.

    With `seat`, only that seat's track sets it off.
    """

    direction: str
    steps: tuple[int, ...]
    seat: str | None
    do: Text
    where: Location


@dataclass(frozen=True, slots=True)
class Track(SourcedThing):
    """A number within a range.

    Attributes:
        mirrored: True if two seats share the track with opposite signs.
        names: Id and title of a seat's own track, by seat, where the track has a name of its own for each seat.
        gives: Numbers by name, one for each step from `low` to `high`.
        stops: True if the track stops at its ends. False if going beyond them is an error.
    """

    low: int
    high: int
    start: int
    per_seat: bool
    mirrored: bool
    names: dict[str, tuple[str, Title]]
    gives: dict[str, tuple[int, ...]]
    triggers: tuple[Trigger, ...]
    stops: bool = True


@dataclass(frozen=True, slots=True)
class Zone(TitledThing):
    """An ordered place for cards: one for everybody, or one for each seat, space, side or value of a column.

    Everybody sees the number of cards in a zone.

    Attributes:
        per: Kinds of things, or the column, that each have a zone of their own; two for each pair, none for everybody.
        face: Seats that see the cards' faces: `everyone`, `owner`, `others` (all but the owner) or `nobody`.
        starts_with: Ids of the decks whose cards begin here.
        when_empty: An effect that is carried out when a card is needed and the zone is empty.
        holds: A condition that every card in the zone meets. Everybody knows it, even of cards that lie face down.
    """

    per: tuple[str, ...]
    face: str
    starts_with: tuple[str, ...]
    when_empty: Text | None
    holds: Text | None = None

    @property
    def per_seat(self) -> bool:
        """True if each seat has one zone of its own."""
        return self.per == ("seat",)

    def label(self, keys: tuple[str, ...]) -> str:
        """Return the name of one of these zones, such as `hand of red` or `piles of red in clubs`."""
        return " of ".join((self.id, " in ".join(keys))) if keys else self.id


MOST_IN_HAND = 7
"""Largest number of cards of a hand that is compared."""


@dataclass(frozen=True, slots=True)
class HandKind:
    """A kind of hand, such as a full house.

    Attributes:
        run: Number of cards with ranks that follow each other; 0 if it is no run.
        one_suit: True if all cards are of one suit.
        alike: Numbers of cards of one rank, the largest first.
    """

    id: str
    run: int
    one_suit: bool
    alike: tuple[int, ...]
    where: Location


@dataclass(frozen=True, slots=True)
class HandTable:
    """The kinds of hands of a deck's cards.

    A hand is a number: the higher, the better. Its last digits are the ranks that decide between hands of its kind.

    Attributes:
        rank: The column of the ranks, in ascending order.
        suit: The column of the suits, if there is one.
        rank_count: Number of ranks.
        wraps: True if the highest rank also counts below the lowest one, in runs.
        kinds: The kinds, the best first.
        wild: Ids of the wild cards, each of which stands for the card that makes the best hand.
    """

    rank: str
    suit: str | None
    rank_count: int
    wraps: bool
    kinds: tuple[HandKind, ...]
    wild: frozenset[str]

    def lowest(self, at: int) -> int:
        """Return the number below all hands of the kind at an index, and above those of the next one."""
        return (len(self.kinds) - at) * int((self.rank_count + 1) ** MOST_IN_HAND)


@dataclass(frozen=True, slots=True)
class Deck(TitledThing):
    """A kind of card with its columns.

    The deck's id is an adjective in texts (`main cards`).
    """

    attributes: dict[str, Attribute]
    hands: HandTable | None = None


@dataclass(frozen=True, slots=True)
class Card(SourcedThing):
    """A card.

    Copies of a card share its title and its event.
    """

    deck: str
    attributes: dict[str, AttributeDatum]
    event: Text | None


@dataclass(frozen=True, slots=True)
class Variable:
    """A value that the game remembers.

    Attributes:
        title: The name that players see. None if the variable is internal to the rules and hidden from players.
        kind: number, flag, seat, side, space, card, box, direction, kind, value, or `list of …`.
        per: Kinds of things (seat, space, card) that each have a value of their own: none, one or two kinds.
        start: The value when the game begins; a tuple of ids for a list that isn't empty.
        told: True if the log reports its changes.
        column: Column whose values it holds if the kind is `value` or `list of value`.
    """

    id: str
    title: Title | None
    kind: str
    per: tuple[str, ...]
    start: AttributeDatum | tuple[str, ...]
    visible: str
    told: bool
    where: Location
    column: str = ""


@dataclass(frozen=True, slots=True)
class Flag:
    """An adjective that is true or false of things of a kind.

    `of` is the noun: space, seat, card, or that of a box group.
    """

    id: str
    of: str
    where: Location


@dataclass(frozen=True, slots=True)
class LookupTable:
    """A printed table of constants.

    Attributes:
        rows: Its cells as they are printed, with the rows' and columns' numbers.
        words: Those of its results that are words.
    """

    rows: tuple[tuple[str, ...], ...]
    words: tuple[str, ...]

    def lines(self) -> list[str]:
        """Return its rows as text, with the cells of each column below each other."""
        widths = [max(map(len, column)) for column in zip_longest(*self.rows, fillvalue="")]
        padded = ((cell.ljust(width) for cell, width in zip(row, widths, strict=False)) for row in self.rows)
        return ["  ".join(row).rstrip() for row in padded]


@dataclass(frozen=True, slots=True)
class VocabularyWord:
    """A word of the game's vocabulary: a condition (`when`), a value (`means`) or a phrase (`do`).

    Attributes:
        says: The wordings, with parameters in braces.
        turn: True if a turn is counted each time the phrase is carried out.
        table: The table in which the value is looked up, if there is one; then `body` does that.
    """

    says: tuple[Text, ...]
    kind: str
    body: Text
    turn: bool
    where: Location
    table: LookupTable | None = None

    @property
    def title(self) -> str:
        """The first wording."""
        return str(self.says[0])


@dataclass(frozen=True, slots=True)
class Bend:
    """A change to a phrase: an effect carried out before, after or instead of it.

    Attributes:
        kind: `before`, `after` or `instead of`.
        phrase: A wording of the phrase, exactly as declared. Its parameters can be used in `when` and `do`.
        when: The condition under which the bend applies; None: always.
        offer: The label under which the acting seat may decline the effect; None: it can't.
    """

    kind: str
    phrase: Text
    when: Text | None
    do: Text
    offer: Text | None
    where: Location


@dataclass(frozen=True, slots=True)
class WatchRule:
    """An effect that is carried out as soon as a condition holds.

    The condition is tested after each statement that changes something it reads.
    """

    when: Text
    do: Text
    where: Location


@dataclass(frozen=True, slots=True)
class BotRow:
    """One line of a table.

    Attributes:
        kind: `that` and `only` keep the candidates that meet a condition. If none does, `that` keeps all of them, and
            after `only` the bot takes `stop` or `none`, if on offer. `highest` and `lowest` keep the candidates with
            most or least of a value. `when` takes the option `choose` if the condition holds.
        text: The condition or value. None after `when`: always.
    """

    kind: str
    text: Text | None
    choose: str | None
    source: FactSource
    where: Location


@dataclass(frozen=True, slots=True)
class BotTable:
    """A table by which a bot decides.

    A `keep` table narrows the candidates of decisions labelled with one of `answers`. A `first` table takes the
    option of the first row that holds; `answers` are the options, or the label of a single `may`.

    Attributes:
        where: Place of `answers`.
        excerpt: Line of the file there.
    """

    answers: tuple[str, ...]
    title: Title
    kind: str
    rows: tuple[BotRow, ...]
    where: Location
    excerpt: str | None


@dataclass(frozen=True, slots=True)
class Bot(TitledThing):
    """An automatic player that decides by tables.

    Attributes:
        seat: The seat that it can play; None: any.
        when: The condition under which it plays.
        sees: Ids of zones that it sees although they are hidden from its seat.
        variants: The variants with any of which it plays; empty: it always plays.
    """

    seat: str | None
    when: Text | None
    tables: tuple[BotTable, ...]
    sees: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GlossaryNote:
    """A note that explains a special word of card texts."""

    word: str
    about: Title

    def is_in(self, text: str) -> bool:
        """True if a text contains the word, possibly in the plural."""
        return re.search(rf"\b{re.escape(self.word)}(?:s|es)?\b", text, re.IGNORECASE) is not None


@dataclass(frozen=True, slots=True)
class Imprint:
    """The imprint of a game or variant; a field that its file doesn't have is empty."""

    author: str = ""
    version: str = ""
    licence: str = ""
    language: str = ""
    homepage: str = ""


GAME_NUMBER = "game_number"
"""The variable that holds the number of the game in its campaign, from 1, in games with a campaign."""
MOST_GAMES = 10_000
"""Maximum number of games of a campaign."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """Several games, each of which begins with what the earlier one keeps.

    Attributes:
        keeps: Ids of the variables, flags, tracks, zones, kinds of pieces and of dice that are kept.
        games: Number of games; None if there is always a next one.
    """

    keeps: tuple[str, ...]
    games: int | None
    where: Location


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of a game.

    Attributes:
        name: The argument by which `load` finds it: its id, or an absolute path if it isn't one of the game's own.
        bases: Ids of the variants that it is based on.
        partners: Ids of the variants together with which it makes further changes.
        alone: The reason why it can't be asked for by itself, if it is only a basis for other variants.
    """

    id: str
    name: str
    title: Title
    about: Title
    bases: tuple[str, ...]
    partners: tuple[str, ...]
    alone: str | None
    where: Location
    imprint: Imprint = Imprint()


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A complete game, with the variants that were asked for.

    Attributes:
        aims_for_score: True if search players maximize the score instead of their share of wins.
        digest: Hash of all that was read, except `text/`, words for players, imprints, and remarks in variants.
        variants: Ids of the variants, in order.
        overlays: The variants with their names and places.
        players_of: Default players by seat (`table`, `random`, …).
        texts: Translated names, by language and id.
        labels: Translated labels, by language and label.
        counted_labels: Those labels that have plural forms, by language, label and plural category.
        phrases: Translated phrases, by language.
        phrasebooks: Grammatical forms and templates for texts, by language.
        sides: The sides that seats can be on.
        side: The expression that gives a seat's side.
        certain: Conditions that hold at every decision.
        player_texts: Words and display settings for players.
        omits: True if single things can be left out of play; see omissions.py.
        covers: True if execution records which parts of the rules were reached.
    """

    id: str
    folder: str
    title: Title
    about: Title
    seats: tuple[Seat, ...]
    map: Map
    pieces: tuple[PieceKind, ...]
    kind_attributes: dict[str, Attribute]
    kind_groups: tuple[KindGroup, ...]
    boxes: tuple[Box, ...]
    captured_to: CaptureBox | None
    remembered_positions: int
    groups: tuple[BoxGroup, ...]
    tracks: tuple[Track, ...]
    zones: tuple[Zone, ...]
    decks: tuple[Deck, ...]
    cards: tuple[Card, ...]
    variables: tuple[Variable, ...]
    flags: tuple[Flag, ...]
    words: tuple[VocabularyWord, ...]
    start: Text
    score: Text | None
    aims_for_score: bool
    digest: str
    players: tuple[int, int] = (0, 0)
    imprint: Imprint = Imprint()
    variants: tuple[str, ...] = ()
    overlays: tuple[Variant, ...] = ()
    bends: tuple[Bend, ...] = ()
    bots: tuple[Bot, ...] = ()
    players_of: dict[str, str] = field(default_factory=dict)
    texts: dict[str, dict[str, str]] = field(default_factory=dict)
    labels: dict[str, dict[str, str]] = field(default_factory=dict)
    counted_labels: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    phrases: dict[str, Phrases] = field(default_factory=dict)
    phrasebooks: dict[str, Phrasebook] = field(default_factory=dict)
    sides: tuple[Side, ...] = ()
    side: Text | None = None
    glossary: tuple[GlossaryNote, ...] = ()
    certain: tuple[Text, ...] = ()
    watches: tuple[WatchRule, ...] = ()
    player_texts: PlayerTexts = field(default_factory=PlayerTexts)
    dice: tuple[DiceKind, ...] = ()
    campaign: Campaign | None = None
    warnings: tuple[Problem, ...] = ()
    omits: bool = False
    covers: bool = False

    @property
    def declared_variables(self) -> tuple[Variable, ...]:
        """The variables that the author declares; what dice show and the number of the game are none of them."""
        return tuple(variable for variable in self.variables if variable.id not in (SHOWN, GAME_NUMBER))

    @property
    def columns(self) -> Iterator[tuple[str, dict[str, Attribute]]]:
        """The columns of spaces, of boxes by group, of cards by deck and of kinds, with the kind of thing each has."""
        yield "space", self.map.all_attributes
        yield from (("box", group.attributes) for group in self.groups)
        yield from (("card", deck.attributes) for deck in self.decks)
        yield "kind", self.kind_attributes

    def keys_of_zone(self, zone: Zone) -> list[tuple[str, ...]]:
        """Return the ids of the things, or the values of a column, that each zone of a name belongs to, in order."""
        things: dict[str, Sequence[TitledThing]] = {
            "seat": self.seats,
            "side": self.sides,
            "space": self.map.spaces,
        }
        every = ([each.id for each in things[per]] if per in things else self.values_of(per) for per in zone.per)
        return list(product(*every))

    def values_of(self, column: str) -> tuple[str, ...]:
        """Values of the columns with a name, each once, in the order in which they are listed."""
        found = (columns[column].values for _, columns in self.columns if column in columns)
        return tuple(dict.fromkeys(value for values in found for value in values))

    @property
    def counts_scores(self) -> bool:
        """True if players that think look at scores: seats play for themselves, or all aim for the score together."""
        return self.score is not None and (not self.sides or self.aims_for_score)

    @property
    def breaks_ties_by_score(self) -> bool:
        """True if players that think look at scores only where options win alike, because sides win."""
        return self.score is not None and not self.counts_scores

    @property
    def is_cooperative(self) -> bool:
        """True if nobody has an opponent, because there is one side or one seat."""
        return len(self.sides) == 1 or len(self.seats) == 1

    @property
    def table_results(self) -> tuple[str, ...]:
        """The words that are results of tables."""
        return tuple(word for each in self.words if each.table is not None for word in each.table.words)

    @property
    def titled_things(self) -> dict[str, tuple[TitledThing, ...]]:
        """The things that have a name, by kind."""
        return {
            "seat": self.seats,
            "side": self.sides,
            "space": self.map.spaces,
            "piece": self.pieces,
            "box": self.boxes,
            "track": self.tracks,
            "zone": self.zones,
            "deck": self.decks,
            "card": self.cards,
        }

    @property
    def requested_variants(self) -> tuple[str, ...]:
        """The variants as `load` takes them: ids of the game's own, paths of others."""
        return tuple(variant.name for variant in self.overlays)
