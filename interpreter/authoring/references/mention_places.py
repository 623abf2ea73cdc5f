"""Places of a game that can mention things: texts, and values in data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from interpreter.authoring.lookup import Thing
from interpreter.language.resolving.resolver import SIDE_OF
from interpreter.rulebook.model import Bot, Rulebook, Text
from interpreter.support.errors import Location

SiteKind = Literal[
    "card", "phrase", "condition", "value", "bend", "track", "zone", "sequence", "row", "printed", "variant", "scenario"
]
"""Kinds of places; `printed` is data without text."""
REFERENCE_KINDS = {
    "seat": "seat",
    "side": "side",
    "space": "space",
    "card": "card",
    "box": "box",
    "values": "adjective",
}
"""The kind of thing that each kind of column refers to."""


@dataclass(frozen=True, slots=True)
class MentionSite:
    """A place that can mention things.

    `word` is the first wording of the vocabulary entry whose body is at this place; None for other places.
    """

    kind: SiteKind
    label: str
    where: Location
    word: str | None = None


def rule_texts(book: Rulebook) -> Iterator[tuple[MentionSite, Text]]:
    """Yield all texts of a game with their places; copies of a card share one."""
    seen: set[Location] = set()
    for card in book.cards:
        if card.event is not None and card.event.where not in seen:
            seen.add(card.event.where)
            yield MentionSite("card", card.title["en"], card.where), card.event
    groups: dict[str, SiteKind] = {"do": "phrase", "when": "condition", "means": "value"}
    for word in book.words:
        yield MentionSite(groups[word.kind], word.title, word.where, word.title), word.body
    for track in book.tracks:
        for trigger in track.triggers:
            steps = ", ".join(map(str, trigger.steps))
            way = "raised to" if trigger.direction == "raised" else "lowered from"
            yield MentionSite("track", f"{track.title['en']}, {way} {steps}", trigger.where), trigger.do
    for zone in book.zones:
        for what, text in (("when empty", zone.when_empty), ("holds", zone.holds)):
            if text is not None:
                yield MentionSite("zone", f"{zone.title['en']}, {what}", zone.where), text
    yield from _of_the_sequence(book)
    for bend in book.bends:
        place = MentionSite("bend", f"{bend.kind} {bend.phrase}", bend.where, str(bend.phrase))
        yield from ((place, text) for text in (bend.when, bend.do) if text is not None)
    for bot in book.bots:
        yield from _of_a_bot(bot)


def _of_the_sequence(book: Rulebook) -> Iterator[tuple[MentionSite, Text]]:
    single = (("start", book.start, None), ("score", book.score, None), ("side", book.side, SIDE_OF))
    for label, text, word in single:
        if text is not None:
            yield MentionSite("sequence", label, text.where, word), text
    for text in book.certain:
        yield MentionSite("sequence", "certain", text.where), text
    for number, watch in enumerate(book.watches, start=1):
        place = MentionSite("sequence", f"watch {number}", watch.where)
        yield from ((place, text) for text in (watch.when, watch.do))


def _of_a_bot(bot: Bot) -> Iterator[tuple[MentionSite, Text]]:
    if bot.when is not None:
        yield MentionSite("row", f"{bot.title['en']}, when", bot.when.where), bot.when
    for table in bot.tables:
        for number, row in enumerate(table.rows, start=1):
            if row.text is not None:
                label = f"{bot.title['en']}: {table.title['en']}, row {number}"
                yield MentionSite("row", label, row.where), row.text


def data_mentions(book: Rulebook) -> Iterator[tuple[MentionSite, Thing]]:
    """Yield the things mentioned outside of texts, with their places."""
    columns = {deck.id: deck.attributes for deck in book.decks}
    groups = {group.id: group.attributes for group in book.groups}
    printed = [(card.title, card.where, columns[card.deck], card.attributes) for card in book.cards]
    printed += [(space.title, space.where, book.map.all_attributes, space.attributes) for space in book.map.spaces]
    printed += [(box.title, box.where, groups.get(box.group or "", {}), box.attributes) for box in book.boxes]
    for title, where, known, values in printed:
        for name, value in values.items():
            if known[name].kind in REFERENCE_KINDS and isinstance(value, str):
                yield (
                    MentionSite("printed", f"{title['en']}, {name}", where),
                    (REFERENCE_KINDS[known[name].kind], value),
                )
            elif value is True:
                yield MentionSite("printed", title["en"], where), ("column", name)
    spaces = {space.id for space in book.map.spaces}
    for kind in book.pieces:
        place = MentionSite("printed", f"{kind.title['en']}, start", kind.where)
        yield from ((place, ("space" if each.place in spaces else "box", each.place)) for each in kind.start)
    for track in book.tracks:
        place = MentionSite("printed", track.title["en"], track.where)
        yield from ((place, ("seat", each.seat)) for each in track.triggers if each.seat is not None)
    for zone in book.zones:
        place = MentionSite("printed", f"{zone.title['en']}, starts with", zone.where)
        yield from ((place, ("deck", deck)) for deck in zone.starts_with)
    for bot in book.bots:
        place = MentionSite("printed", bot.title["en"], bot.where)
        yield from ((place, ("zone", zone)) for zone in bot.sees)
        yield from [(place, ("seat", bot.seat))] if bot.seat is not None else []
    for variable in book.variables:
        if isinstance(variable.start, str) and variable.kind in REFERENCE_KINDS:
            yield MentionSite("printed", f"{variable.id}, start", variable.where), (variable.kind, variable.start)
