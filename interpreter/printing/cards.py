"""Cards for print: their faces and backs, and their positions on sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import starmap

from interpreter.presentation.names import Names
from interpreter.printing.appearance import CARD_TINT_KINDS, Tint, Tints, source_marks
from interpreter.printing.layouts import PieceGrid
from interpreter.printing.print_job import PrintJob, TextOverflow
from interpreter.rulebook.model import Attribute, Card, Deck
from interpreter.rulebook.print_style import BORDER_KINDS, PrintStyle
from interpreter.rulebook.text import NUMBER_WORDS
from interpreter.support.errors import Location, Problem, printable

LEAST_LISTED = 2
"""Number of listed values that tell a card without a text."""
MIN_WORD_WITH_ICON = 2
"""Length of a word in texts before which an icon stands."""


@dataclass(frozen=True, slots=True)
class CardNumber:
    """A number on a card and its label, which may be in the singular; `column` is the label for any number."""

    label: str
    value: int
    column: str


@dataclass(frozen=True, slots=True)
class CardTrait:
    """An attribute in words, and its icon: a sign or the name of a picture, or neither.

    `index` is the short form in the corners of a card that is only told by listed values; empty on other cards.
    """

    text: str
    sign: str = ""
    picture: str = ""
    index: str = ""


@dataclass(frozen=True, slots=True)
class TextIcon:
    """An icon that stands before a word of the texts: a sign or the name of a picture. `pattern` finds the word."""

    pattern: str
    sign: str
    picture: str


@dataclass(frozen=True, slots=True)
class EventLine:
    """A line of an event and its indentation in steps."""

    depth: int
    text: str


@dataclass(frozen=True, slots=True)
class CardFace:
    """The face of a card.

    Attributes:
        corner: The card's unique number; empty if it has none.
        numbers: Other numbers on the card.
        traits: Other attributes.
        lines: The event text.
        back: Index of its back.
        marks: Source marks.
        tints: Colours, likeliest first.
        border: Colours of the border; none if it has no colour of its own.
        picture: Name of its picture; empty if it has none.
        art: Path of the picture in the game's folder.
        where: Position of the text in the rules.
    """

    id: str
    title: str
    deck: str
    corner: str
    numbers: tuple[CardNumber, ...]
    traits: tuple[CardTrait, ...]
    lines: tuple[EventLine, ...]
    back: int
    marks: tuple[str, ...]
    tints: tuple[Tint, ...]
    border: tuple[Tint, ...]
    picture: str
    art: str
    where: Location


@dataclass(frozen=True, slots=True)
class CardBack:
    """The back of all cards of a deck. Its id is the deck's."""

    id: str
    title: str
    tint: Tint
    where: Location


FRONT_AND_BACK = ("front", "back")


@dataclass(frozen=True, slots=True)
class CardSheets:
    """All cards including copies, their backs, and their arrangement on a sheet.

    Attributes:
        icons: Icons for words of the texts.
        sides: The sides of a sheet in the order of their pages; on sheets with a fold both, the front first.
        shared: Arrangement of the last cards on a sheet that counters share; None if they share none.
    """

    grid: PieceGrid
    faces: tuple[CardFace, ...]
    backs: tuple[CardBack, ...]
    icons: tuple[TextIcon, ...] = ()
    sides: tuple[str, ...] = FRONT_AND_BACK
    shared: PieceGrid | None = None

    @property
    def last_rows(self) -> PieceGrid | None:
        """The arrangement of the cards on a last sheet that isn't full; None if other pieces can't share it."""
        rest = len(self.faces) % self.grid.capacity
        rows = -(-rest // self.grid.columns)
        is_split = self.grid.bleed == 0 and len({face.border for face in self.faces}) > 1
        if rows in (0, self.grid.rows) or self.grid.flipped or self.grid.fold is not None or is_split:
            return None
        return self.grid.first_rows(rows)

    def explain(self, overflow: TextOverflow) -> Problem:
        """Return the problem of a card whose text doesn't fit."""
        places = {back.id: back.where for back in self.backs} | {face.id: face.where for face in self.faces}
        where = places[overflow.id]
        message = (
            f"the text of `{overflow.id}` is {overflow}, for a card of {self.grid.width:g} x {self.grid.height:g} mm"
        )
        return Problem(where, "too-long", f"{message}; shorten it, or take a larger --size")


def card_sheets(job: PrintJob) -> CardSheets | None:
    """Return the cards in the order of the rules; None if there are none.

    Raises:
        RulebookError: The game's phrasebook has mistakes.
    """
    book, names = job.book, job.names
    cards = [card for card in book.cards if card.deck not in book.player_texts.forms]
    if not cards:
        return None
    used = {card.deck for card in cards}
    decks = {deck.id: deck for deck in book.decks if deck.id in used}
    colours = book.player_texts.colours
    backs = tuple(
        CardBack(
            names.safe(deck.id),
            names.localize(deck.title),
            Tint(colours.get(deck.id, ""), at + 1),
            Location(f"deck {deck.id}"),
        )
        for at, deck in enumerate(decks.values())
    )
    order = {deck_id: at for at, deck_id in enumerate(decks)}
    tints = Tints(book)
    faces = tuple(_face(job, card, decks[card.deck], order[card.deck], tints) for card in cards)
    return CardSheets(job.cards, faces, backs, tuple(_text_icons(job.style, names)))


def _text_icons(style: PrintStyle, names: Names) -> Iterator[TextIcon]:
    """Yield the icons by the words that name their fields and values, longest words first."""
    words = {names.title_or(key, names.label(key, names.as_words(key))): key for key in style.icons}
    for word in sorted(words, key=len, reverse=True):
        if len(word) >= MIN_WORD_WITH_ICON:
            yield TextIcon(rf"(?i)\b{re.escape(word)}\b", *_icon(style, words[word]))


def _face(job: PrintJob, card: Card, deck: Deck, back: int, tints: Tints) -> CardFace:
    names, speech, style = job.names, job.speech, job.style
    picture = style.images.get(card.id, style.images.get(deck.id))
    numbers = {name: each for name, each in deck.attributes.items() if isinstance(card.attributes.get(name), int)}
    found_by = next((name for name, attribute in numbers.items() if attribute.unique), None)
    return CardFace(
        id=names.safe(card.id),
        title=names.localize(card.title),
        deck=names.localize(deck.title),
        corner="" if found_by is None else speech.say("printed_number", number=card.attributes[found_by]),
        numbers=tuple(
            CardNumber(names.counted_label(name, name.replace("_", " "), number), number, _called(name, names))
            for name, attribute in numbers.items()
            if attribute.kind == "number" and name != found_by
            for number in (int(card.attributes[name] or 0),)
        ),
        traits=_traits(job, card, deck),
        lines=tuple(starmap(EventLine, () if card.event is None else job.texts.event(card.event))),
        back=back,
        marks=tuple(source_marks(card.source, names, speech)),
        tints=tints.of(CARD_TINT_KINDS, deck.attributes, card.attributes),
        border=tints.of(
            BORDER_KINDS,
            {name: each for name, each in deck.attributes.items() if name == style.border},
            card.attributes,
        ),
        picture=picture.name if picture else "",
        art=picture.path if picture else "",
        where=card.where if card.event is None else card.event.where,
    )


def _traits(job: PrintJob, card: Card, deck: Deck) -> tuple[CardTrait, ...]:
    """Return the attributes of a card in words; with an index if they are all that its title says.

    A card with an event has no badge for a listed value that its title says, unless `show` names it.
    """
    listed = [name for name, each in deck.attributes.items() if each.values and card.attributes.get(name) is not None]
    listed.sort(key=lambda name: -len(deck.attributes[name].values))  # what tells most stands first
    found = {
        name: CardTrait(trait, *_icon(job.style, str(card.attributes.get(name)), name))
        for name, attribute in deck.attributes.items()
        if (trait := _trait(card, name, attribute, job.names))
    }
    title = _letters(card.title["en"])
    said = {
        name for name in listed if _letters(deck.attributes[name].printed_value(str(card.attributes[name]))) in title
    }
    if card.event is not None:
        badges = job.book.player_texts.badges["cards"]
        return tuple(trait for name, trait in found.items() if name not in said or name in badges or not badges)
    if len(listed) < LEAST_LISTED or not found.keys() <= said:
        return tuple(found.values())
    return tuple(replace(found[name], index=_index(card, deck.attributes[name], job.names)) for name in listed)


def _letters(words: str) -> str:
    """Return words in small letters, with a blank in place of other signs."""
    return " ".join(re.split(r"\W+", words.casefold()))


def _index(card: Card, attribute: Attribute, names: Names) -> str:
    """Return the shortest beginning of a value that no other value of its column has; a number word as a number."""
    value = str(card.attributes[attribute.id])
    if value in NUMBER_WORDS:
        return str(NUMBER_WORDS.index(value))
    said, *others = (
        names.title_or(each, attribute.printed_value(each)).casefold()
        for each in (value, *(other for other in attribute.values if other != value and other not in NUMBER_WORDS))
    )
    size = next((at for at in range(1, len(said)) if not any(each[:at] == said[:at] for each in others)), len(said))
    return said[:size].capitalize()


def _icon(style: PrintStyle, *words: str) -> tuple[str, str]:
    """Return the sign and the picture of the first of the words that has an icon."""
    icon = next((style.icons[word] for word in words if word in style.icons), "")
    return (printable(icon), "") if isinstance(icon, str) else ("", icon.name)


def _called(name: str, names: Names) -> str:
    return names.label(name, name.replace("_", " "))


def _trait(card: Card, name: str, attribute: Attribute, names: Names) -> str:
    """Return an attribute of a card in words. Values that need an explanation follow the column's name."""
    value = card.attributes.get(name)
    if attribute.kind == "flag":
        return _called(name, names) if value else ""
    if attribute.kind == "number":
        return ""
    if value is None:
        return "" if attribute.none is None else names.label(attribute.none, attribute.none)
    said = names.title_or(str(value), attribute.printed_value(str(value)))
    return said if attribute.kind in ("seat", "side", "box", "values") else f"{_called(name, names)}: {said}"
