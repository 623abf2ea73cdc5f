"""Counters: pieces, and cards in the form of counters, with both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from interpreter.presentation.names import Names
from interpreter.printing.pieces.components import COUNTERS, DEFAULT_FORM, colour_of_seat, form_of, piece_sets
from interpreter.printing.print_job import PrintJob
from interpreter.rulebook.model import Card, Deck, PieceKind, Rulebook
from interpreter.rulebook.player_words import ComponentForm
from interpreter.support.errors import Location


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
    """A counter with both sides.

    Attributes:
        count: Number of counters that are alike.
        variable: Title of the variable whose values the sides show; empty on others.
    """

    form: ComponentForm
    front: CounterSide
    back: CounterSide
    count: int
    where: Location
    variable: str = ""

    @property
    def title(self) -> str:
        """Its name, or what it tells by its sides, and the name of its seat or state."""
        return ", ".join(filter(None, (self.variable or self.front.title, self.front.owner)))


def counters_for_wood(job: PrintJob) -> list[Counter]:
    """Return counters in place of the pieces that aren't printed, for tables on which there are no others."""
    kinds = [kind for kind in job.book.pieces if form_of(job.book, kind.id).name != COUNTERS]
    return [counter for kind in kinds for counter in _counters_of(kind, DEFAULT_FORM, job)]


def piece_counters(job: PrintJob) -> Iterator[Counter]:
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
    shown = [
        replace(side, traits=(word, *side.traits), is_full=at % 2 == 1 or len(words) == 1)
        for at, word in enumerate(words)
    ]
    yield from in_pairs(shown)


def in_pairs(sides: Sequence[CounterSide]) -> Iterator[tuple[CounterSide, CounterSide]]:
    """Yield fronts and backs of the fewest counters that show all sides; an odd one is on both sides of the last."""
    for start in range(0, len(sides), 2):
        yield sides[start], sides[min(start + 1, len(sides) - 1)]


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


def card_counters(job: PrintJob) -> Iterator[Counter]:
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
