"""Counters: pieces, cards in the form of counters and markers, with both sides and their places on sheets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from interpreter.presentation.names import Names
from interpreter.printing.components import COUNTERS, DEFAULT_FORM, colour_of_seat, form_of, piece_sets
from interpreter.printing.layouts import CutMark, Paper, SheetLayout, load_layout
from interpreter.printing.print_job import PrintJob, TextOverflow
from interpreter.rulebook.model import Card, ComponentForm, Deck, PieceKind, Rulebook, Track, Variable
from interpreter.support.errors import Location, Problem

LAYOUT = "counters"
"""Name of the layout of counters on sheets."""
MARKED_KINDS = ("seat", "side", "space", "box")
"""Kinds of things on which a marker can lie."""
GAP = 2.0
"""Distance between the cut marks of two blocks in millimetres."""


@dataclass(frozen=True, slots=True)
class CounterSide:
    """A side of a counter.

    Attributes:
        id: Id of the thing, for messages.
        value: The number that stands large; empty if there is none.
        owner: Name of its seat, or the word for its state.
        traits: Further badges.
        colour: A colour's name or `#rrggbb`; empty if the rules give none.
        is_full: True for a ground of the full colour, False for a pale one.
    """

    id: str
    title: str
    value: str
    owner: str
    traits: tuple[str, ...]
    colour: str
    is_full: bool


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter with both sides; `count` is the number of those that are alike."""

    form: ComponentForm
    front: CounterSide
    back: CounterSide
    count: int
    where: Location

    @property
    def title(self) -> str:
        """Its name and that of its seat or state."""
        return ", ".join(filter(None, (self.front.title, self.front.owner)))


@dataclass(frozen=True, slots=True)
class CounterSpot:
    """A counter on a sheet: the left upper corners of both sides, in millimetres."""

    x: float
    y: float
    back_x: float
    width: float
    height: float
    front: CounterSide
    back: CounterSide


@dataclass(frozen=True, slots=True)
class CounterPage:
    """A sheet with counters, and its cut marks on the front and on the back."""

    spots: tuple[CounterSpot, ...]
    marks: tuple[CutMark, ...]
    back_marks: tuple[CutMark, ...]


@dataclass(frozen=True, slots=True)
class CounterSheets:
    """All counters of a game on sheets."""

    bleed: float
    pages: tuple[CounterPage, ...]
    places: dict[str, Location]

    def explain(self, overflow: TextOverflow) -> Problem:
        """Return the problem of a counter whose text doesn't fit."""
        message = f"the text of the counter `{overflow.id}` is {overflow}"
        message += "; shorten it, or give it a larger size under `print` in game.yaml"
        return Problem(self.places[overflow.id], "too-long", message)


def counter_sheets(job: PrintJob) -> CounterSheets | None:
    """Return the counters of a game on sheets; None if it has none."""
    counters = all_counters(job)
    if not counters:
        return None
    layout = load_layout(LAYOUT)
    places = {side.id: each.where for each in counters for side in (each.front, each.back)}
    return CounterSheets(layout.bleed, tuple(_pages(counters, layout, job.paper)), places)


def all_counters(job: PrintJob) -> list[Counter]:
    """Return the counters of a game, kind by kind."""
    return [*_pieces(job), *_cards(job), *_markers(job)]


def counters_for_wood(job: PrintJob) -> list[Counter]:
    """Return counters in place of the pieces that aren't printed, for tables on which there are no others."""
    kinds = [kind for kind in job.book.pieces if form_of(job.book, kind.id).name != COUNTERS]
    return [counter for kind in kinds for counter in _counters_of(kind, DEFAULT_FORM, job)]


def _pieces(job: PrintJob) -> Iterator[Counter]:
    """Yield the counters of the kinds of pieces that are printed."""
    for kind in job.book.pieces:
        form = form_of(job.book, kind.id)
        if form.name == COUNTERS:
            yield from _counters_of(kind, form, job)


def _counters_of(kind: PieceKind, form: ComponentForm, job: PrintJob) -> Iterator[Counter]:
    """Yield the counters of a kind of piece; one with states for each two of them."""
    if not kind.supply:
        return
    value, traits = _badges(kind.attributes, job.book.player_texts.badges["pieces"], job.names)
    for each in piece_sets(job.book, kind, job.names):
        side = CounterSide(
            kind.id, job.names.localize(kind.title), value, each.owner, traits, each.colour, is_full=True
        )
        for front, back in _states(kind, side, job.names):
            yield Counter(form, front, back, each.count, kind.where)


def _states(kind: PieceKind, side: CounterSide, names: Names) -> Iterator[tuple[CounterSide, CounterSide]]:
    """Yield the two sides of the counters of a piece: its states, the first ones pale, or twice the same."""
    if not kind.states:
        yield side, side
    words = [names.label(state, names.as_words(state)) for state in kind.states]
    for start in range(0, len(words), 2):
        pair = words[start : start + 2]
        shown = [replace(side, traits=(word, *side.traits), is_full=bool(at)) for at, word in enumerate(pair)]
        yield shown[0], shown[-1]


def _badges(
    values: dict[str, int | bool | str | None], badges: tuple[str, ...], names: Names
) -> tuple[str, tuple[str, ...]]:
    """Return the first number among the badges, and the others in words."""
    value, traits = "", []
    for name in badges:
        said = values.get(name)
        if said is True:
            traits.append(names.label(name, names.as_words(name)))
        elif isinstance(said, int) and said is not False:
            value, traits = (value, [*traits, str(said)]) if value else (str(said), traits)
        elif isinstance(said, str):
            traits.append(names.title_or(said, names.as_words(said)))
    return value, tuple(traits)


def _cards(job: PrintJob) -> Iterator[Counter]:
    """Yield the counters that are cards in the rules.

    Their backs are alike if cards lie hidden anywhere in the game; else both sides show the same.
    """
    has_secrets = any(zone.face != "everyone" for zone in job.book.zones)
    decks = {deck.id: deck for deck in job.book.decks if deck.id in job.book.player_texts.forms}
    for card in job.book.cards:
        if card.deck in decks:
            deck = decks[card.deck]
            front = _card_side(card, deck, job.book, job.names)
            title, colour = job.names.localize(deck.title), job.book.player_texts.colours.get(deck.id, "")
            back = CounterSide(card.id, title, "", "", (), colour, is_full=True) if has_secrets else front
            yield Counter(form_of(job.book, deck.id), front, back, 1, card.where)


def _card_side(card: Card, deck: Deck, book: Rulebook, names: Names) -> CounterSide:
    seats = {seat.id: names.localize(seat.title) for seat in book.seats}
    owner = next((str(card.attributes[name]) for name in deck.attributes if card.attributes.get(name) in seats), None)
    shown = tuple(name for name in book.player_texts.badges["cards"] if card.attributes.get(name) not in seats)
    value, traits = _badges(card.attributes, shown, names)
    words = (card.id, *(each for each in card.attributes.values() if isinstance(each, str)), card.deck)
    colours = book.player_texts.colours
    colour = next((colours[word] for word in words if word in colours), "")
    if owner is not None and not colour:
        colour = colour_of_seat(book, owner)
    said = "" if owner is None else seats[owner]
    return CounterSide(card.id, names.localize(card.title), value, said, traits, colour, is_full=True)


def _markers(job: PrintJob) -> Iterator[Counter]:
    """Yield the markers of tracks and of public variables."""
    for track in job.book.tracks:
        for title, owner, colour in _track_markers(track, job.book, job.names):
            side = CounterSide(track.id, title, "", owner, (), colour, is_full=True)
            yield Counter(DEFAULT_FORM, side, side, 1, track.where)
    for variable in job.book.variables:
        if variable.title is not None and variable.visible == "everyone":
            title = job.names.localize(variable.title)
            side = CounterSide(variable.id, title, "", "", (), "", is_full=True)
            for front, back in _variable_markers(variable, side, job):
                yield Counter(DEFAULT_FORM, front, back, 1, variable.where)


def _variable_markers(
    variable: Variable, side: CounterSide, job: PrintJob
) -> Iterator[tuple[CounterSide, CounterSide]]:
    """Yield the markers of a variable.

    One that is a single place or seat has a marker to put there. Of two sides, each seat has a counter to turn over.
    """
    book, names = job.book, job.names
    if not variable.per and variable.kind in MARKED_KINDS:
        yield side, side
    if variable.per == ("seat",) and variable.kind == "side" and len(book.sides) == 2:
        for seat in book.seats:
            owner = names.localize(seat.title)
            front, back = (
                replace(
                    side,
                    title=names.localize(each.title),
                    owner=owner,
                    traits=(side.title,),
                    colour=book.player_texts.colours.get(each.id, ""),
                )
                for each in book.sides
            )
            yield front, back
    if variable.kind == "number" and variable.id in book.player_texts.needed and variable.per in ((), ("seat",)):
        owners = [(names.localize(seat.title), colour_of_seat(book, seat.id)) for seat in book.seats]
        for owner, colour in owners if variable.per else [("", "")]:
            marker = replace(side, owner=owner, colour=colour)
            yield marker, marker


def _track_markers(track: Track, book: Rulebook, names: Names) -> Iterator[tuple[str, str, str]]:
    """Yield the title, owner and colour of each marker of a track; seats that mirror each other share one."""
    if not track.per_seat or track.mirrored:
        yield names.localize(track.title), "", book.player_texts.colours.get(track.id, "")
        return
    for seat in book.seats:
        title = track.names[seat.id][1] if seat.id in track.names else track.title
        yield names.localize(title), names.localize(seat.title), colour_of_seat(book, seat.id)


@dataclass(frozen=True, slots=True)
class _Row:
    """Counters of one size beside each other; `columns` is the number that the sheet has room for."""

    counters: tuple[Counter, ...]
    form: ComponentForm
    columns: int


def _pages(counters: list[Counter], layout: SheetLayout, paper: Paper) -> Iterator[CounterPage]:
    """Lay the counters in rows on sheets, the largest first; each block of one size has cut marks around it."""
    marks = layout.mark_distance + layout.mark_length
    top, bottom = layout.margin + marks, paper.height - layout.margin - marks
    y, blocks = top, list[tuple[float, list[_Row]]]()
    for rows in _blocks(counters, layout, paper, top):
        pitch = rows[0].form.height + 2 * layout.bleed + layout.gap
        while rows:
            room = int((bottom - y + 1e-9) // pitch)
            if room < 1:
                yield _page(blocks, layout, paper)
                y, blocks = top, []
                continue
            blocks.append((y, rows[:room]))
            y += len(rows[:room]) * pitch + 2 * marks + GAP
            rows = rows[room:]
    yield _page(blocks, layout, paper)


def _blocks(counters: list[Counter], layout: SheetLayout, paper: Paper, margin: float) -> Iterator[list[_Row]]:
    """Yield the rows of counters of each size."""

    def size(counter: Counter) -> tuple[int, int]:
        return -counter.form.height, -counter.form.width

    for _, alike in groupby(sorted(counters, key=size), key=size):
        all_of_size = [each for counter in alike for each in [counter] * counter.count]
        form = all_of_size[0].form
        pitch = form.width + 2 * layout.bleed + layout.gap
        columns = max(1, int((paper.width - 2 * margin + layout.gap + 1e-9) // pitch))
        starts = range(0, len(all_of_size), columns)
        yield [_Row(tuple(all_of_size[start : start + columns]), form, columns) for start in starts]


def _page(blocks: list[tuple[float, list[_Row]]], layout: SheetLayout, paper: Paper) -> CounterPage:
    spots: list[CounterSpot] = []
    marks: list[CutMark] = []
    for top, rows in blocks:
        form, columns = rows[0].form, min(rows[0].columns, len(rows[0].counters))
        across, down = (each + 2 * layout.bleed + layout.gap for each in (form.width, form.height))
        left = (paper.width - rows[0].columns * across + layout.gap) / 2 + layout.bleed
        corners = [
            (left + column * across, top + layout.bleed + row * down)
            for row in range(len(rows))
            for column in range(columns)
        ]
        marks += layout.cut_marks(corners, (form.width, form.height))
        for row, line in enumerate(rows):
            for column, counter in enumerate(line.counters):
                x, y = corners[row * columns + column]
                back = paper.width - x - form.width
                spots.append(CounterSpot(x, y, back, form.width, form.height, counter.front, counter.back))
    mirrored = (_mirror(mark, paper.width) for mark in marks)
    return CounterPage(tuple(spots), tuple(marks), tuple(mirrored))


def _mirror(mark: CutMark, width: float) -> CutMark:
    return replace(mark, start=(width - mark.start[0], mark.start[1]), end=(width - mark.end[0], mark.end[1]))
