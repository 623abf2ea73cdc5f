"""Use of cards when they are offered, as text: shares by question, and the cards that stand out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cli.text.screen import current_screen, format_table
from interpreter.lab import POINTS
from interpreter.report import RANDOM_OFFERS_NOTE, STANDING_OUT_NOTE, OfferTitles

if TYPE_CHECKING:
    from interpreter.lab import CardOffers
    from interpreter.presentation import Names

Row = tuple[str, ...]


def format_offers(
    heading: str, offers: Mapping[str, CardOffers], names: Names, has_random: bool, show_all: bool = False
) -> list[str]:
    """Return lines on how often cards, and uses of them, are taken when they are offered.

    Args:
        heading: Words after the heading: in which games.
        offers: Offers by the heading of their column; cards stand out in the last one.
        names: Names of the cards.
        has_random: The first column is of random players.
        show_all: List all cards, instead of those that stand out.
    """
    last = [*offers.values()][-1]
    if not last.uses:
        return []
    titles, wrap = OfferTitles([*offers.values()], names), current_screen().wrap
    shares = {
        header: {(use.decision, use.use): f"{POINTS * use.figures.share.estimate:.0f}" for use in found.uses}
        for header, found in offers.items()
    }
    told = [titles.row(use) for use in last.uses]
    is_named = not show_all and any(row.more or row.less for row in told)
    rows: list[Row] = [("", *offers, *(["more often", "less often"] if is_named else []))]
    asked = None
    for row, use in zip(told, last.uses, strict=True):
        cells = [found.get((use.decision, use.use), "") for found in shares.values()]
        cells += [row.more, row.less] if is_named else []
        if row.use is not None and row.decision != asked:
            rows.append((row.decision, *[""] * len(cells)))
        rows.append((row.decision if row.use is None else f"  {row.use}", *cells))
        asked = row.decision
        if show_all:
            empty = [""] * (len(offers) - 1)
            rows += [
                (f"    {titles.card(card.card)}", *empty, f"{POINTS * card.figures.share.estimate:.0f}")
                for card in use.cards
            ]
    notes = [RANDOM_OFFERS_NOTE] * has_random
    if is_named:
        notes.append(STANDING_OUT_NOTE.format(f" in column {[*offers][-1]}" if len(offers) > 1 else ""))
    lines = ["", *wrap(f"cards taken when offered, of 100 offers{heading}", ""), format_table(rows)]
    return [*lines, *(line for note in notes for line in wrap(f"  {note}"))]
