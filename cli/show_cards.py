"""`cahier show GAME cards`: the cards as they would be printed, with remarks on parts that are not as published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.finding import by_title, candidates, listed
from cli.loading import events_in
from cli.show_sources import sources
from interpreter.errors import Problem, RulebookError, Where, nearest, shown
from interpreter.presentation.counts import number_of
from interpreter.presentation.printed_cards import Told, notes_on, printed

if TYPE_CHECKING:
    from interpreter.presentation.names import Names
    from interpreter.rulebook.model import Card, Deck, Gloss, Rulebook


def cards(book: Rulebook, names: Names, id: str | None) -> str:
    """Return all cards, or the one with this id or title. Raises RulebookError if there is none."""
    decks = {deck.id: deck for deck in book.decks}
    if id is not None:
        card = card_meant(book, id, f"show cards {id}")
        return _card(card, decks[card.deck], names, events_in(book, names), book.glossary)
    told = events_in(book, names)
    lines = []
    for deck in book.decks:
        held = [card for card in book.cards if card.deck == deck.id]
        lines.append(f"{names.say(deck.title)} ({shown(deck.id)}): {number_of(len(held), 'card')}\n")
        lines += [_card(card, deck, names, told) + "\n" for card in held]
    lines += [f"~ {note.line}" for note in notes_on(book.cards, book.glossary, names)]
    return "\n".join(lines).rstrip("\n") if lines else "no cards"


def card_meant(book: Rulebook, wanted: str, command: str) -> Card:
    """Return the card with this id or title, or the only one that a part of these fits.

    Raises RulebookError, located at `command`, if there is none or there are several.
    """
    names = {card.id: {card.id, *card.title.values()} for card in book.cards}
    cards = {card.id: card for card in book.cards}
    found = by_title(candidates(wanted, names), lambda id: cards[id].title["en"])
    if len(found) == 1:
        return cards[next(iter(found.values()))]
    where = Where(command)
    if found:
        message = f"this can mean: {shown(listed(found))}"
        raise RulebookError(Problem(where, "ambiguous-card", message))
    message = "there is no card with this id or title"
    known = [name for each in names.values() for name in each]
    raise RulebookError(Problem(where, "unknown-card", message, nearest(wanted, known)))


def _card(card: Card, deck: Deck, names: Names, told: Told | None, glossary: tuple[Gloss, ...] = ()) -> str:
    face = printed(card, deck, names, told, glossary)
    lines = [f"{face.title} ({shown(card.id)})" + (f": {face.attributes}" if face.attributes else "")]
    lines += ["    " + line for line in face.lines]
    lines += ["    ~ " + note for note in face.notes]
    lines += [f"    [{remark}]" for field, source in sources(card.source) if (remark := _remark(field, source))]
    return "\n".join(lines)


def _remark(field: str, source: str) -> str:
    what = shown(field) or "card"
    return {
        "reconstructed": f"{what} reconstructed: not the published one",
        "ours": f"{what} made up for this project",
        "inferred": f"{what} inferred from what is published",
    }.get(source, "")
