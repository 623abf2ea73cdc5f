"""Contents of printed cards and player aids: faces, tracks with their yields and rules, priority tables, notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.presentation.names import Names
from interpreter.presentation.printed_cards import CardNote, EventTranslator, collect_notes, render_card
from interpreter.presentation.saying.card_texts import make_card_translator
from interpreter.presentation.speech import MessageCatalog
from interpreter.printing.appearance import CARD_TINT_KINDS, CardGrid, Tint, Tints, source_marks
from interpreter.rulebook.model import Attribute, Bot, BotRow, BotTable, Card, Deck, Rulebook, Track, Trigger
from interpreter.support.errors import Location


@dataclass(frozen=True, slots=True)
class AidRow:
    """A row in the words of the rules: condition, choice and source mark."""

    text: str
    taken: str
    mark: str


@dataclass(frozen=True, slots=True)
class AidTable:
    """A priority table with a reading instruction and the decisions that it answers."""

    title: str
    how: str
    answers: str
    rows: tuple[AidRow, ...]


@dataclass(frozen=True, slots=True)
class Aid:
    """The priority tables of one bot."""

    title: str
    condition: str
    tables: tuple[AidTable, ...]


@dataclass(frozen=True, slots=True)
class NoteBox:
    """The notes on the special words of the cards."""

    title: str
    notes: tuple[CardNote, ...]


def note_box(book: Rulebook, names: Names, speech: MessageCatalog) -> NoteBox | None:
    """Return the notes on special words; None if the cards have none."""
    notes = collect_notes(book.cards, book.glossary, names)
    return NoteBox(speech.say("printed_notes"), notes) if notes else None


def aids(book: Rulebook, names: Names, speech: MessageCatalog) -> tuple[Aid, ...]:
    """Return the tables of all bots of the game with its variants."""
    return tuple(_aid(bot, names, speech) for bot in book.bots)


def _aid(bot: Bot, names: Names, speech: MessageCatalog) -> Aid:
    seat = speech.say("printed_any_seat") if bot.seat is None else names.title_of(bot.seat)
    condition = "" if bot.when is None else f"if {_flat(bot.when, names)}"
    title = speech.say("printed_aid", title=names.localize(bot.title), seat=seat)
    return Aid(title, condition, tuple(_table(table, names, speech) for table in bot.tables))


def _table(table: BotTable, names: Names, speech: MessageCatalog) -> AidTable:
    answers = ", ".join(names.label(answer, answer.replace("_", " ")) for answer in table.answers)
    how = speech.say(f"printed_{table.kind}")
    return AidTable(names.localize(table.title), how, answers, tuple(_row(row, names, speech) for row in table.rows))


def _row(row: BotRow, names: Names, speech: MessageCatalog) -> AidRow:
    text = "" if row.text is None else _flat(row.text, names)
    taken = "" if row.choose is None else names.label(row.choose, row.choose.replace("_", " "))
    said = {"that": text, "only": f"only {text}, or leave it", "highest": f"highest {text}", "lowest": f"lowest {text}"}
    whenever = f"if {text}:" if text else "otherwise:"
    return AidRow(said.get(row.kind, whenever), taken, ", ".join(source_marks(row.source, names, speech)))


def _flat(text: str, names: Names) -> str:
    return names.safe(" ".join(text.split()))


def dice_needed(book: Rulebook, names: Names) -> tuple[str, ...]:
    """Return the dice that the players must have, kind by kind: `5 dice`, `2 coins (heads, tails)`."""
    found = []
    for kind in book.dice:
        count = kind.count * (len(book.seats) if kind.per_seat else 1)
        noun = names.as_words(kind.noun.one if count == 1 else kind.noun.many)
        faces = [names.label(kind.words[face], kind.words[face]) if kind.words else str(face) for face in kind.faces]
        usual = kind.faces == tuple(range(1, USUAL_SIDES + 1))
        plain = kind.faces == tuple(range(1, len(faces) + 1)) and not kind.words
        sides = "" if usual else f" (1 to {len(faces)})" if plain else f" ({', '.join(faces)})"
        found.append(f"{count} {noun}{sides}")
    return tuple(found)


USUAL_SIDES = 6
"""Number of sides of a die of which nothing else is said."""
MAX_DRAWN_STEPS = 200
"""Maximum length of a track that is drawn; longer ones are described by their numbers."""


@dataclass(frozen=True, slots=True)
class TrackYield:
    """The yields of a track, one number per step."""

    title: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrackRule:
    """A rule that applies when a counter enters or leaves a step."""

    when: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintedTrack:
    """A track for one counter, or for a counter of each seat.

    Attributes:
        note: Seats that share the track; the range, if it has no steps.
        steps: Numbers of the steps; empty if there are too many.
        start: Starting step.
        ends: Seats that lead at the low and high end, if two seats read the track with opposite signs.
        tint: Index of a palette colour.
    """

    title: str
    note: str
    steps: tuple[int, ...]
    start: int
    ends: tuple[str, str] | None
    gives: tuple[TrackYield, ...]
    rules: tuple[TrackRule, ...]
    marks: tuple[str, ...]
    tint: int | None


def printed_tracks(book: Rulebook, names: Names, speech: MessageCatalog) -> tuple[PrintedTrack, ...]:
    """Return the tracks for print; a track with names of its own for some seats is printed once for each of them."""
    return tuple(each for track in book.tracks for each in _printed(track, book, names, speech))


def _printed(track: Track, book: Rulebook, names: Names, speech: MessageCatalog) -> Iterator[PrintedTrack]:
    own = [(at, seat.id) for at, seat in enumerate(book.seats) if seat.id in track.names]
    if own:
        for at, seat in own:
            yield _print_track(
                track, names.localize(track.names[seat][1]), names.title_of(seat), None, seat, at, names, speech
            )
        return
    seats = [names.localize(seat.title) for seat in book.seats] if track.per_seat else []
    if track.mirrored:
        ends = seats[1], seats[0]
        yield _print_track(track, names.localize(track.title), "", ends, None, None, names, speech)
        return
    note = speech.say("printed_each", seats=", ".join(seats)) if seats else ""
    yield _print_track(track, names.localize(track.title), note, None, None, None, names, speech)


def _print_track(
    track: Track,
    title: str,
    note: str,
    ends: tuple[str, str] | None,
    seat: str | None,
    tint: int | None,
    names: Names,
    speech: MessageCatalog,
) -> PrintedTrack:
    steps = tuple(range(track.low, track.high + 1)) if track.high - track.low < MAX_DRAWN_STEPS else ()
    if not steps:
        note = " · ".join(part for part in (f"{track.low} … {track.start} … {track.high}", note) if part)
    gives = (
        TrackYield(names.label(name, name.replace("_", " ")), values) for name, values in track.gives.items() if steps
    )
    rules = (_rule(each, seat, names, speech) for each in track.triggers if seat in (None, each.seat) or not each.seat)
    return PrintedTrack(
        title,
        note,
        steps,
        track.start,
        ends,
        tuple(gives),
        tuple(rules),
        tuple(source_marks(track.source, names, speech)),
        tint,
    )


def _rule(trigger: Trigger, seat: str | None, names: Names, speech: MessageCatalog) -> TrackRule:
    steps = ", ".join(map(str, trigger.steps))
    when = speech.say(f"printed_{trigger.direction}", steps=steps)
    if trigger.seat and seat is None:
        when = f"{names.title_of(trigger.seat)}: {when}"
    return TrackRule(when, tuple(map(names.safe, trigger.do.rstrip("\n").split("\n"))))


STEP = 2
"""Number of blanks per indentation step of an event."""


@dataclass(frozen=True, slots=True)
class CardNumber:
    """A number on a card and its label."""

    label: str
    value: int


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
        traits: Other attributes in words.
        lines: The event text.
        marks: Source marks.
        tints: Colours, likeliest first.
        where: Position of the text in the rules.
    """

    id: str
    title: str
    deck: str
    corner: str
    numbers: tuple[CardNumber, ...]
    traits: tuple[str, ...]
    lines: tuple[EventLine, ...]
    marks: tuple[str, ...]
    tints: tuple[Tint, ...]
    where: Location


@dataclass(frozen=True, slots=True)
class CardSheets:
    """All cards including copies, and their arrangement on a sheet."""

    grid: CardGrid
    faces: tuple[CardFace, ...]


def card_sheets(book: Rulebook, names: Names, speech: MessageCatalog, grid: CardGrid) -> CardSheets:
    """Return the cards in the order of the rules. Raise RulebookError if the game's phrasebook has mistakes."""
    decks = {deck.id: deck for deck in book.decks}
    tints = Tints(book)
    texts = make_card_translator(book, names)
    told = None if texts is None else texts.translate
    return CardSheets(grid, tuple(_face(card, decks[card.deck], names, speech, tints, told) for card in book.cards))


def _face(
    card: Card, deck: Deck, names: Names, speech: MessageCatalog, tints: Tints, told: EventTranslator | None
) -> CardFace:
    numbers = {name: each for name, each in deck.attributes.items() if isinstance(card.attributes.get(name), int)}
    found_by = next((name for name, attribute in numbers.items() if attribute.unique), None)
    return CardFace(
        id=names.safe(card.id),
        title=names.localize(card.title),
        deck=names.localize(deck.title),
        corner="" if found_by is None else speech.say("printed_number", number=card.attributes[found_by]),
        numbers=tuple(
            CardNumber(_called(name, names), int(card.attributes[name] or 0))
            for name, attribute in numbers.items()
            if attribute.kind == "number" and name != found_by
        ),
        traits=tuple(
            trait for name, attribute in deck.attributes.items() if (trait := _trait(card, name, attribute, names))
        ),
        lines=tuple(map(_line, render_card(card, deck, names, told).lines)),
        marks=tuple(source_marks(card.source, names, speech)),
        tints=tints.of(CARD_TINT_KINDS, deck.attributes, card.attributes),
        where=card.where if card.event is None else card.event.where,
    )


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


def _line(line: str) -> EventLine:
    text = line.lstrip(" ")
    return EventLine((len(line) - len(text)) // STEP, text)
