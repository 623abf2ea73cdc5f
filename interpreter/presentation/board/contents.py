"""The contents of a position as a seat's board: spaces, boxes, tracks, piles, variables, cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.engine.view import NOBODY, PieceCount, View
from interpreter.presentation.board.document import (
    Badge,
    Board,
    BoardCard,
    BoardEvent,
    BoardPlace,
    BoardTrack,
    GridShape,
    Joint,
    Layout,
    MatchEnding,
    NamedThing,
    PieceGroup,
    Pile,
    Question,
    SeatStanding,
    ShapeCaption,
    ShapeHeading,
    Share,
    ShownFlag,
    ShownValue,
    ShownVariable,
    TrackPosition,
    ValuesByKey,
)
from interpreter.presentation.board.map_layout import find_connections, has_coordinates, label_spaces, layout_spaces
from interpreter.presentation.board.suits import colours_of_suits
from interpreter.presentation.board.track_yields import READ_FOR_ALL, TrackYields
from interpreter.presentation.names import Names
from interpreter.presentation.printed_cards import EventTranslator, render_card
from interpreter.rulebook.boards.grid import Grid
from interpreter.rulebook.model import Attribute, AttributeDatum, Box, Card, PieceKind, Rulebook, Space, Zone
from interpreter.rulebook.model import Track as TrackRules

DEFAULT_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#f0e442", "#999999")
"""Colours of seats to which the rules give none: those of Okabe and Ito, which colour-blind people can tell apart."""


def seats_of(book: Rulebook, names: Names) -> tuple[NamedThing, ...]:
    """Return the seats with their marks: first letters if these differ, else initials, else ids."""
    titles = [names.localize(seat.title) for seat in book.seats]
    initials = ["".join(part if part.isdigit() else part[:1] for part in re.findall(r"\w+", title)) for title in titles]
    for marks in ([title[:1] for title in titles], initials):
        if len(set(marks)) == len(marks) and all(marks):
            break
    else:
        marks = [names.safe(seat.id) for seat in book.seats]
    return tuple(NamedThing(seat.id, title, mark) for seat, title, mark in zip(book.seats, titles, marks, strict=True))


def split_keys(zone: Zone, keys: tuple[str, ...]) -> tuple[str | None, tuple[str, ...]]:
    """Return the seat that a zone belongs to, and the other things that it is kept for, but for a space."""
    seat = keys[zone.per.index("seat")] if "seat" in zone.per else None
    return seat, tuple(key for per, key in zip(zone.per, keys, strict=True) if per not in ("seat", "space"))


def title_of_pile(names: Names, zone: Zone, kept_for: tuple[str, ...]) -> str:
    """Return the title of a pile; `kept_for` are the values of columns or the sides that each have one."""
    title = names.localize(zone.title)
    return f"{title} ({', '.join(map(names.title_of, kept_for))})" if kept_for else title


def _with_piles(book: Rulebook, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Return ids of a list, with those of all piles of a zone of which there are several."""
    piles = {
        zone.id: [zone.label(split_keys(zone, keys)[1]) for keys in book.keys_of_zone(zone)] for zone in book.zones
    }
    return tuple(dict.fromkeys(each for thing in ids for each in piles.get(thing, [thing])))


class BoardLook:
    """Everything on the boards of a game, in one language, that is the same at each position."""

    def __init__(
        self,
        book: Rulebook,
        names: Names,
        translator: EventTranslator | None = None,
        yields: TrackYields = READ_FOR_ALL,
    ) -> None:
        """Prepare it.

        Args:
            book: The game.
            names: Names in the language.
            translator: Translates events of cards; None leaves them in English.
            yields: The seats for which the rules ask what tracks give.
        """
        self.book = book
        self.names = names
        self.seats = {seat.id: seat for seat in seats_of(book, names)}
        self.labels = label_spaces(book.map)
        self.coordinates = layout_spaces(book.map, has_picture=book.player_texts.image is not None)
        self.layout = self._layout()
        self.variants = tuple(NamedThing(each.id, names.localize(each.title)) for each in book.overlays)
        texts = book.player_texts
        self.colours: dict[str, str] = dict(zip(self.seats, DEFAULT_COLOURS, strict=False)) | texts.colours
        self._suits = colours_of_suits(book)
        self.needed, self.secondary = _with_piles(book, texts.needed), _with_piles(book, texts.secondary)
        self.yields = yields
        self._translator = translator
        self._cards = {card.id: card for card in book.cards}
        self._decks = {deck.id: deck for deck in book.decks}
        self._faces: dict[str, BoardCard] = {}

    def face(self, card_id: str) -> BoardCard:
        """Return the face of a card."""
        if card_id not in self._faces:
            card = self._cards[card_id]
            deck = self._decks[card.deck]
            text = render_card(card, deck, self.names, self._translator, self.book.glossary)
            badges = self.badges(card.attributes, deck.attributes, "cards")
            self._faces[card_id] = BoardCard(
                card_id, text.title, card.deck, badges, text.attributes, text.lines, text.notes, self._colour_of(card)
            )
        return self._faces[card_id]

    def badges(
        self, values: Mapping[str, AttributeDatum], declared: Mapping[str, Attribute], kind: str
    ) -> tuple[Badge, ...]:
        """Return the badges of a thing: its shown attributes that have a value. `kind` is `spaces` or `cards`."""
        found = []
        for name in self.book.player_texts.badges.get(kind, ()):
            value, attribute = values.get(name), declared.get(name)
            if attribute is None or value is None or value is False:
                continue
            title = self.names.label(name, name.replace("_", " "))
            said = ""
            if isinstance(value, str):
                said = self.names.title_or(value, attribute.printed_value(value))
            elif value is not True:
                said = str(value)
            found.append(Badge(name, title, said))
        return tuple(found)

    def colour_of(self, space: Space) -> str:
        """Return the colour of a space, or of the first of its values that has one; else an empty text."""
        ids = (space.id, *(value for value in space.attributes.values() if isinstance(value, str)))
        return next((self.colours[each] for each in ids if each in self.colours and each not in self.seats), "")

    def _colour_of(self, card: Card) -> str:
        """Return the colour of a card, or of the first of its values that has one, badges first, or of its deck.

        A card without any has that of its suit.
        """
        badges = self.book.player_texts.badges.get("cards", ())
        values = (*(card.attributes.get(name) for name in badges), *card.attributes.values())
        ids = (card.id, *(value for value in values if isinstance(value, str)), card.deck)
        own = next((self.colours[each] for each in ids if each in self.colours), "")
        return own or next((self._suits[each] for each in ids if each in self._suits), "")

    def _layout(self) -> Layout:
        picture, grid = self.book.player_texts.image, self.book.map.grid
        image, ratio = (None, 0.0) if picture is None else (picture.path, round(picture.width / picture.height, 4))
        if grid is not None:
            crossings = self.book.map.crossings
            links = tuple(link for link in find_connections(self.book) if (link.start, link.end) in crossings)
            return Layout("grid", grid.columns, grid.rows, links, image, ratio, self._shape(grid), self._joints())
        kind: Any = "map" if has_coordinates(self.book.map) else "drawn"
        return Layout(kind, 0, 0, tuple(find_connections(self.book)), image, ratio, joints=self._joints())

    def _joints(self) -> tuple[Joint, ...]:
        return tuple(Joint(box.id, *box.joins) for box in self.book.boxes if box.joins is not None)

    def _shape(self, grid: Grid) -> GridShape:
        headings = (
            ShapeHeading(each.text, each.is_row, each.at, each.beside, *map(_rounded, grid.drawn_heading(each)))
            for each in grid.headings
        )
        size, cell, text = map(_rounded, (grid.size, grid.cell_size, grid.text_size))
        outline = tuple(map(_rounded, grid.outline))
        turned = tuple(cell_id for number, cell_id in enumerate(grid.ids) if grid.is_turned(number))
        captions = (
            ShapeCaption(title, each.column, each.columns, *grid.drawn_caption(each))
            for each, title in zip(grid.captions, self.names.board_titles, strict=True)
        )
        game_map = self.book.map
        titled = tuple(space.id for space in game_map.spaces if not game_map.is_plain_cell(space))
        return GridShape(
            grid.lattice_size, grid.span, size, cell, text, outline, turned, tuple(headings), tuple(captions), titled
        )


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 4), round(point[1], 4)


@dataclass(frozen=True, slots=True)
class Course:
    """The part of a board that tells how the match goes: see the fields of `Board` with the same names."""

    decisions: int = 0
    goals: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, int] | None = None
    question: Question | None = None
    events: tuple[BoardEvent, ...] = ()
    ending: MatchEnding | None = None


def build_board(look: BoardLook, view: View, course: Course | None = None) -> Board:
    """Return the board of a view. Without a course it shows the position alone."""
    return _BoardBuilder(look, view).board(course or Course())


def describe_pieces(names: Names, kind: PieceKind, state: str, amount: int) -> PieceGroup:
    """Return pieces of a kind with their text; `state` is empty if it isn't shown."""
    if names.is_translated(kind.id):
        said = f" ({names.label(state, state.replace('_', ' '))})" if state else ""
        text = f"{names.title_of(kind.id)}{said} {amount}"
    else:
        noun = names.safe(kind.noun.one if amount == 1 else kind.noun.many)
        text = f"{amount} {names.as_words(state)} {noun}" if state else f"{amount} {noun}"
    return PieceGroup(kind.id, state, amount, names.safe(kind.noun.one), text)


class _BoardBuilder:
    """Converter of one view to a board."""

    def __init__(self, look: BoardLook, view: View) -> None:
        book, names = look.book, look.names
        self._look = look
        self._book = book
        self._view = view
        self._names = names
        self._seats = look.seats
        self._titles = {each.id: names.localize(each.title) for each in book.variables if each.title is not None}
        titled = [variable for variable in book.variables if variable.id in self._titles]
        self._space_variables = {variable.id for variable in titled if variable.per == ("space",)}
        self._share_variables = {variable.id: variable for variable in titled if set(variable.per) == {"seat", "space"}}
        self._flags = {flag.id for flag in book.flags if flag.of == "space"}
        self._kinds = {kind.id: kind for kind in book.pieces}
        self._held: dict[tuple[str, str | None], list[PieceCount]] = {}
        for held in view.pieces:
            owner = None if held.owner == NOBODY else held.owner
            self._held.setdefault((held.place, owner), []).append(held)

    def board(self, course: Course) -> Board:
        """Return the board."""
        book = self._book
        numbers = [variable for variable in self._share_variables.values() if variable.kind == "number"]
        only_number = numbers[0] if len(numbers) == len(self._share_variables) == 1 else None
        shown_in_spaces = {*self._space_variables, *self._share_variables, *self._flags}
        shown = {thing_id: value for thing_id, value in self._view.variables.items() if thing_id in self._titles}
        per_space = [zone for zone in book.zones if "space" in zone.per]
        seen = sorted({card for cards in self._view.zones.values() for card in cards if card is not None})
        scores = course.scores or {}
        return Board(
            game=NamedThing(book.id, self._names.localize(book.title)),
            variants=self._look.variants,
            lang=self._names.lang,
            seat=None if self._view.seat is None else self._seats[self._view.seat],
            seats=tuple(self._seats.values()),
            decisions=course.decisions,
            turns=self._view.turns,
            layout=self._look.layout,
            spaces={space.id: self._space(space, per_space) for space in book.map.spaces},
            boxes=tuple(place for box in book.boxes for place in self._boxes(box)),
            tracks=tuple(map(self._track, book.tracks)),
            variables=(
                *self._dice(),
                *self._shown_variables(
                    {variable_id: value for variable_id, value in shown.items() if variable_id not in shown_in_spaces}
                ),
            ),
            flags=tuple(
                ShownFlag(
                    flag_id,
                    self._names.label(flag_id, flag_id.replace("_", " ")),
                    tuple(map(self._named_thing, things)),
                )
                for flag_id, things in self._view.flags.items()
                if things and flag_id not in shown_in_spaces
            ),
            piles=tuple(pile for zone in book.zones for pile in self._piles(zone)),
            cards={card: self._look.face(card) for card in seen},
            kinds=tuple(NamedThing(kind.id, self._names.localize(kind.title)) for kind in book.pieces),
            colours=self._look.colours,
            needed=self._look.needed,
            secondary=self._look.secondary,
            standing=tuple(
                SeatStanding(seat, course.goals.get(seat_id, ""), scores.get(seat_id))
                for seat_id, seat in self._seats.items()
            ),
            question=course.question,
            events=course.events,
            ending=course.ending,
            only_number=None if only_number is None else NamedThing(only_number.id, self._titles[only_number.id]),
            is_plain=len(book.pieces) == 1 and not book.pieces[0].states and not shown_in_spaces and not per_space,
        )

    def _space(self, space: Space, zones: list[Zone]) -> BoardPlace:
        variables = self._view.variables
        own = {thing_id: value[space.id] for thing_id, value in variables.items() if thing_id in self._space_variables}
        flagged = (
            flag_id for flag_id, things in self._view.flags.items() if flag_id in self._flags and space.id in things
        )
        return BoardPlace(
            space.id,
            self._names.localize(space.title),
            tuple(self._shares(space.id, in_space=True)),
            label=self._look.labels[space.id],
            variables=tuple(self._shown_variables(own)),
            flags=tuple(
                NamedThing(flag_id, self._names.label(flag_id, flag_id.replace("_", " "))) for flag_id in flagged
            ),
            piles=tuple(self._piles_on(space, zones)),
            at=self._look.coordinates[space.id],
            badges=self._look.badges(space.attributes, self._book.map.attributes, "spaces"),
            attributes=self._names.attributes(space.attributes, self._book.map.attributes),
            is_closed=space.closed,
            colour=self._look.colour_of(space),
        )

    def _boxes(self, box: Box) -> Iterator[BoardPlace]:
        """Yield the box, or one box for each seat."""
        for seat in self._seats.values() if box.per_seat else (None,):
            box_id = box.id if seat is None else f"{box.id} of {seat.id}"
            yield BoardPlace(
                box_id, self._names.localize(box.title), tuple(self._shares(box_id, in_space=False)), seat=seat
            )

    def _shares(self, place: str, in_space: bool) -> Iterator[Share]:
        """Yield the share of each seat in a place, then that of nobody; empty shares are omitted."""
        for seat in (*self._seats.values(), None):
            held = self._held.get((place, None if seat is None else seat.id), [])
            pieces = tuple(self._pieces(each, in_space) for each in held)
            kept = (
                tuple(self._shown_variables(self._variables_of_seat(seat, place)))
                if seat is not None and in_space
                else ()
            )
            if pieces or kept:
                yield Share(seat, pieces, kept)

    def _variables_of_seat(self, seat: NamedThing, space: str) -> dict[str, Any]:
        """Return the visible variables of a seat in a space, by id."""
        found = {}
        for variable_id, variable in self._share_variables.items():
            first, second = (seat.id, space) if variable.per[0] == "seat" else (space, seat.id)
            if variable_id in self._view.variables:
                found[variable_id] = self._view.variables[variable_id][first][second]
        return found

    def _pieces(self, held: PieceCount, in_space: bool) -> PieceGroup:
        """Return pieces with their text. In boxes the state is omitted, because all pieces have the same."""
        state = (held.state or "") if in_space else ""
        return describe_pieces(self._names, self._kinds[held.kind], state, held.amount)

    def _dice(self) -> Iterator[ShownVariable]:
        """Yield what the dice of each kind show, those of each seat if it has its own."""
        for kind in self._book.dice:
            owners = tuple(self._seats.values()) if kind.per_seat else (None,)
            rolled = [
                (seat, tuple(self._face(f"{die.id} of {seat.id}" if seat else die.id) for die in kind.dice))
                for seat in owners
            ]
            if not any(shown for _, numbers in rolled for shown in numbers):
                continue
            by_seat = tuple((seat, numbers) for seat, numbers in rolled if seat is not None)
            title = self._names.localize(kind.title)
            if kind.count > 1 and not self._names.is_translated(kind.id):
                title = self._names.as_words(kind.noun.many).capitalize()
            yield ShownVariable(kind.id, title, ValuesByKey(by_seat) if by_seat else rolled[0][1])

    def _face(self, die: str) -> ShownValue:
        face = self._view.dice[die]
        if face is None:
            return NamedThing("unknown", "?")
        return face if isinstance(face, int) else NamedThing(face, self._names.label(face, face.replace("_", " ")))

    def _shown_variables(self, values: Mapping[str, Any]) -> Iterator[ShownVariable]:
        """Yield the variables with values worth showing."""
        for variable_id, value in values.items():
            if (said := self._shown_value(value)) is not None:
                yield ShownVariable(variable_id, self._titles[variable_id], said)

    def _shown_value(self, value: Any) -> ShownValue | None:
        """Return a value for display, or None if it isn't worth showing."""
        if isinstance(value, dict):
            said = ((self._named_thing(key), self._shown_value(each)) for key, each in value.items())
            values = tuple((thing, each) for thing, each in said if each is not None)
            return ValuesByKey(values) if values else None
        if isinstance(value, list):
            return tuple(each if isinstance(each, int) else self._named_thing(each) for each in value) or None
        return (value if isinstance(value, int) else self._named_thing(value)) if value else None

    def _named_thing(self, thing_id: str) -> NamedThing:
        return self._seats.get(thing_id) or NamedThing(thing_id, self._names.title_of(thing_id))

    def _piles(self, zone: Zone) -> Iterator[Pile]:
        """Yield the piles of a zone that belong to no space."""
        if "space" not in zone.per:
            yield from (self._pile(zone, keys) for keys in self._book.keys_of_zone(zone))

    def _piles_on(self, space: Space, zones: list[Zone]) -> Iterator[Pile]:
        for zone in zones:
            at = zone.per.index("space")
            yield from (self._pile(zone, keys) for keys in self._book.keys_of_zone(zone) if keys[at] == space.id)

    def _pile(self, zone: Zone, keys: tuple[str, ...]) -> Pile:
        cards = self._view.zones[zone.label(keys)]
        faces = tuple(None if card is None else NamedThing(card, self._names.title_of(card)) for card in cards)
        seat, kept_for = split_keys(zone, keys)
        title = title_of_pile(self._names, zone, kept_for)
        return Pile(zone.label(kept_for), title, None if seat is None else self._seats[seat], faces)

    def _track(self, track: TrackRules) -> BoardTrack:
        steps = []
        for stand in self._view.tracks:
            if stand.track == track.id:
                own = track.names.get(stand.seat or "")
                gives = tuple(
                    (self._names.label(name, name.replace("_", " ")), values[stand.step - track.low])
                    for name, values in track.gives.items()
                    if self._look.yields.is_read(stand.seat, track.id, name)
                )
                seat = None if stand.seat is None else self._seats[stand.seat]
                steps.append(TrackPosition(seat, self._names.localize(own[1]) if own else "", stand.step, gives))
        return BoardTrack(track.id, self._names.localize(track.title), track.low, track.high, tuple(steps))
