"""`cahier show GAME cards`: the cards as they would be printed, with remarks on parts that are not as published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.finding import find_best_matches, join_titles, pick_first_by_title
from cli.loading import load_event_renderer
from cli.show_sources import iter_field_sources
from interpreter.errors import Location, Problem, RulebookError, closest_match, printable
from interpreter.presentation.counts import format_count
from interpreter.presentation.printed_cards import EventTranslator, collect_notes, render_card

if TYPE_CHECKING:
    from interpreter.presentation.names import Names
    from interpreter.rulebook.model import Card, Deck, GlossaryNote, Rulebook


def format_cards(book: Rulebook, names: Names, card_id: str | None) -> str:
    """Return all cards, or the one with this id or title. Raises RulebookError if there is none."""
    decks = {deck.id: deck for deck in book.decks}
    if card_id is not None:
        card = find_card(book, card_id, f"show cards {card_id}")
        return _format_card(card, decks[card.deck], names, load_event_renderer(book, names), book.glossary)
    told = load_event_renderer(book, names)
    lines = []
    for deck in book.decks:
        held = [card for card in book.cards if card.deck == deck.id]
        lines.append(f"{names.localize(deck.title)} ({printable(deck.id)}): {format_count(len(held), 'card')}\n")
        lines += [_format_card(card, deck, names, told) + "\n" for card in held]
    lines += [f"~ {note.line}" for note in collect_notes(book.cards, book.glossary, names)]
    return "\n".join(lines).rstrip("\n") if lines else "no cards"


def find_card(book: Rulebook, wanted: str, command: str) -> Card:
    """Return the card with this id or title, or the only one that a part of these fits.

    Raises RulebookError, located at `command`, if there is none or there are several.
    """
    names = {card.id: {card.id, *card.title.values()} for card in book.cards}
    cards = {card.id: card for card in book.cards}
    found = pick_first_by_title(find_best_matches(wanted, names), lambda card_id: cards[card_id].title["en"])
    if len(found) == 1:
        return cards[next(iter(found.values()))]
    where = Location(command)
    if found:
        message = f"this can mean: {printable(join_titles(found))}"
        raise RulebookError(Problem(where, "ambiguous-card", message))
    message = "there is no card with this id or title"
    known = [name for each in names.values() for name in each]
    raise RulebookError(Problem(where, "unknown-card", message, closest_match(wanted, known)))


def _format_card(
    card: Card, deck: Deck, names: Names, told: EventTranslator | None, glossary: tuple[GlossaryNote, ...] = ()
) -> str:
    face = render_card(card, deck, names, told, glossary)
    lines = [f"{face.title} ({printable(card.id)})" + (f": {face.attributes}" if face.attributes else "")]
    lines += ["    " + line for line in face.lines]
    lines += ["    ~ " + note for note in face.notes]
    lines += [
        f"    [{remark}]" for field, source in iter_field_sources(card.source) if (remark := _remark(field, source))
    ]
    return "\n".join(lines)


def _remark(field: str, source: str) -> str:
    what = printable(field) or "card"
    return {
        "reconstructed": f"{what} reconstructed: not the published one",
        "ours": f"{what} made up for this project",
        "inferred": f"{what} inferred from what is published",
    }.get(source, "")
