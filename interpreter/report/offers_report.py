"""Use of cards when they are offered, for texts and pages: shares by decision, and the cards that stand out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from interpreter.lab.card_offers import CardOffers, OfferedCard, OfferedUse, OfferFigures
from interpreter.lab.compare.question import POINTS
from interpreter.presentation.names import Names
from interpreter.presentation.phrases import format_count
from interpreter.report.drawing.plots import Bar, bar_chart
from interpreter.report.shared_parts import MAX_ROWS, DataTable, ReportFigure, TableRow, interval_cells, truncation_note
from interpreter.rulebook.text import slug

RANDOM_OFFERS_NOTE = "Random players take each option equally often: their shares only say how many options there were."
"""Note on shares between random players."""
STANDING_OUT_NOTE = "Named are cards whose share{} differs from that of all cards by more than chance explains."
"""Note on the cards that are named, with a place for the column of the share."""
OFFER_COLUMNS = ("decision", "use", "card", "title", "offered", "taken", "share", "low", "high", "differs")
"""Columns of a table of offers; rows for all cards have no card."""
MOST_NAMED = 2
"""Maximum number of cards that are named for standing out in one direction."""


@dataclass(frozen=True, slots=True)
class OfferRow:
    """A use of cards in words.

    Attributes:
        decision: Title of the decision.
        use: Title of the use; None for the choice of a card.
        share: Percentage of offers in which it was taken.
        more: Cards that are taken more often for sure, with their percentages.
        less: Cards that are taken less often for sure.
    """

    decision: str
    use: str | None
    share: str
    more: str
    less: str


class OfferTitles:
    """Titles of cards and of their uses."""

    def __init__(self, offers: Sequence[CardOffers], names: Names) -> None:
        cards = {card.card for each in offers for use in each.uses for card in use.cards}
        self._cards = names.distinct_titles(sorted(cards))
        self._names = names

    def card(self, card: str) -> str:
        """Return the title of a card; of equal ones with the id."""
        return self._cards[card]

    def use(self, use: str | None) -> str | None:
        """Return the title of a use."""
        return None if use is None else self._names.label(slug(use), use.replace("_", " "))

    def row(self, use: OfferedUse) -> OfferRow:
        """Return a use in words."""
        mean = use.figures.share.estimate
        differing = [card for card in use.cards if card.differs]
        more = [card for card in differing if card.figures.share.estimate > mean]
        less = [card for card in reversed(differing) if card.figures.share.estimate < mean]
        share = f"{POINTS * mean:.0f}"
        return OfferRow(self.decision(use), self.use(use.use), share, self._named(more), self._named(less))

    def decision(self, use: OfferedUse) -> str:
        """Return the title of a decision."""
        return self._names.safe(use.decision)

    def _named(self, cards: Sequence[OfferedCard]) -> str:
        told = [f"{self.card(card.card)} {POINTS * card.figures.share.estimate:.0f}" for card in cards[:MOST_NAMED]]
        rest = len(cards) - len(told)
        return ", ".join(told) + (f" and {format_count(rest, 'other')}" if rest else "")


def offer_table_rows(offers: CardOffers, titles: OfferTitles) -> Iterator[TableRow]:
    """Yield the rows of `OFFER_COLUMNS`: each use of all cards together, then by card."""
    for use in offers.uses:
        yield _cells(use, None, None, use.figures, None)
        for card in use.cards:
            yield _cells(use, card.card, titles.card(card.card), card.figures, card.differs)


def _cells(use: OfferedUse, card: str | None, title: str | None, found: OfferFigures, differs: bool | None) -> TableRow:
    differing = None if differs is None else "yes" if differs else "no"
    shares = interval_cells(found.share)
    return use.decision, use.use, card, title, found.offered, found.taken, *shares, differing


def offers_figure(offers: CardOffers, names: Names, is_random: bool) -> ReportFigure:
    """Return the figure of cards taken when offered. `is_random`: all players are random ones."""
    titles = OfferTitles([offers], names)
    table = DataTable("offers", "Cards taken when offered", OFFER_COLUMNS, [*offer_table_rows(offers, titles)])
    bars, told = [], []
    for use in offers.uses:
        row, share = titles.row(use), use.figures.share.scaled(POINTS)
        title = row.decision if row.use is None else f"{row.decision} {row.use}"
        value = f"{share.estimate:.0f} % of {format_count(use.figures.offered, 'offer')}"
        bars.append(Bar(title, share.estimate, share.low, share.high, value))
        for cards, how in ((row.more, "more often"), (row.less, "less often")):
            told += [f"{title} {how}: {cards}."] if cards else []
    text = f"Share of the offers that were taken, by decision, in {format_count(offers.games, 'game')}."
    text += f" {RANDOM_OFFERS_NOTE}" if is_random else ""
    text += f" {STANDING_OUT_NOTE.format('')} {' '.join(told)}" if told else ""
    chart = partial(bar_chart, table.id, bars[:MAX_ROWS], text, truncation_note(len(bars)), "% of offers")
    return ReportFigure(table, "Cards", [chart], text, is_on_page=bool(bars))
