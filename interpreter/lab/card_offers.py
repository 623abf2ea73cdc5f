"""Figures of the use of cards when they are offered: which cards, and which uses of them, players take."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Annotated

from interpreter.lab.result_documents import INLINE, ShareEstimate
from interpreter.lab.stats.intervals import ALPHA, Interval, clopper_pearson, sidak, wilson
from interpreter.playtest.run.offers import OfferCounts


@dataclass(frozen=True, slots=True)
class OfferFigures:
    """Numbers of decisions that offered something, and at which it was taken.

    Attributes:
        offered: Number of decisions that offered it.
        taken: Number of these at which it was taken.
        share: Share of offers in which it was taken.
    """

    offered: int
    taken: int
    share: Annotated[ShareEstimate, INLINE]


@dataclass(frozen=True, slots=True)
class OfferedCard:
    """Offers of a card, all copies together.

    Attributes:
        card: Id of the card, of the first one of several copies.
        figures: The offers.
        differs: True if its share differs from that of all cards together for sure: with the same check of all cards
            beside it, nothing is called different by chance in 95 of 100 runs.
    """

    card: str
    figures: Annotated[OfferFigures, INLINE]
    differs: bool


@dataclass(frozen=True, slots=True)
class OfferedUse:
    """A use of cards at one kind of decision.

    Attributes:
        decision: Title of the decision.
        use: Label of the option; None if the decision is which card to choose.
        figures: The offers of all cards.
        cards: Offers by card, those with the largest share first.
    """

    decision: str
    use: str | None
    figures: Annotated[OfferFigures, INLINE]
    cards: list[OfferedCard]


@dataclass(frozen=True, slots=True)
class CardOffers:
    """Use of cards when they are offered.

    Attributes:
        games: Number of games in which offers were counted.
        uses: Uses of cards, decisions with the most offers first.
    """

    games: int
    uses: list[OfferedUse]


def card_offers(counts: OfferCounts) -> CardOffers:
    """Return the figures of counted offers. Intervals count the offers of a game as independent."""
    groups = defaultdict[tuple[str, str], list[str]](list)
    decisions = defaultdict[str, int](int)
    for (decision, card, use), offered in counts.offered.items():
        groups[decision, use].append(card)
        decisions[decision] += offered
    found = [_offered_use(counts, decision, use, cards) for (decision, use), cards in groups.items()]
    found.sort(key=lambda each: (-decisions[each.decision], each.decision, -each.figures.offered, each.use or ""))
    return CardOffers(counts.games, found)


def _offered_use(counts: OfferCounts, decision: str, use: str, cards: list[str]) -> OfferedUse:
    numbers = {card: (counts.taken[decision, card, use], counts.offered[decision, card, use]) for card in cards}
    taken, offered = (sum(column) for column in zip(*numbers.values(), strict=True))
    alpha = sidak(ALPHA, len(cards))
    rows = [
        OfferedCard(
            card, _figures(*pair), len(cards) > 1 and not _contains(clopper_pearson(*pair, alpha), taken / offered)
        )
        for card, pair in numbers.items()
    ]
    rows.sort(key=lambda row: (-row.figures.share.estimate, -row.figures.offered, row.card))
    return OfferedUse(decision, use or None, _figures(taken, offered), rows)


def _contains(interval: Interval, value: float) -> bool:
    return interval.low <= value <= interval.high


def _figures(taken: int, offered: int) -> OfferFigures:
    return OfferFigures(offered, taken, wilson(taken, offered))
