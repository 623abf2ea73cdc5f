"""Offers of cards at decisions: how often a card, or a use of it, is offered, and how often it is taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.engine.state import State
from interpreter.language.execution.executable import DecisionInfo
from interpreter.matches.match import Game
from interpreter.presentation.questions import decision_title
from interpreter.rulebook.model import Rulebook

Offer = tuple[str, str, str]
"""The title of a decision, a card, and the use of it: the label of an option, or "" for the choice of the card."""


def first_copies(book: Rulebook) -> dict[str, str]:
    """Return the first copy of each card, by card: copies have the same title in the same deck."""
    first: dict[tuple[str, str], str] = {}
    return {card.id: first.setdefault((card.deck, card.title["en"]), card.id) for card in book.cards}


def merge_copies(uses: Mapping[tuple[str, str], int], book: Rulebook) -> Counter[tuple[str, str]]:
    """Add up the uses of the copies of each card, by first copy and label. `uses`: the counts of `cards`."""
    copies, merged = first_copies(book), Counter[tuple[str, str]]()
    for (card, label), times in uses.items():
        merged[copies.get(card, card), label] += times
    return merged


@dataclass(slots=True)
class OfferCounts:
    """Counts of offers over games. Copies of a card count as their first one, once for each decision.

    Attributes:
        games: Number of games whose offers were counted.
        offered: Number of decisions that offered something.
        taken: Number of these at which it was taken.
    """

    games: int = 0
    offered: Counter[Offer] = field(default_factory=Counter)
    taken: Counter[Offer] = field(default_factory=Counter)

    def merge(self, other: OfferCounts) -> None:
        """Add the counts of other games."""
        self.games += other.games
        self.offered.update(other.offered)
        self.taken.update(other.taken)


class OfferCounter:
    """Counter of offers in games, one after the other: those of a game count once it is finished.

    A decision offers cards if a card is chosen at it, and uses of a card if its options act on a single one (see
    `DecisionInfo.card_slot`).
    """

    def __init__(self, game: Game) -> None:
        self.counts = OfferCounts()
        self._cards = tuple(first_copies(game.rulebook).values())
        self._code = game.program.code(False)
        self._book = game.rulebook
        self._titles: dict[int, str] = {}
        self.begin()

    def begin(self) -> None:
        """Begin a game."""
        self._offered = Counter[Offer]()
        self._taken = Counter[Offer]()

    def count(self, state: State, index: int) -> None:
        """Count the offers of a waiting decision; the option with this index is taken."""
        info = self._code.decisions[state.decision]
        if info.type.kind != "card" and info.card_slot < 0:
            return
        title = self._title(state, info)
        keys = [self._offer(title, info, state, value) for value in state.options]
        self._offered.update({key for key in keys if key is not None})
        taken = keys[index]
        if taken is not None:
            self._taken[taken] += 1

    def _title(self, state: State, info: DecisionInfo) -> str:
        """Return the title of a waiting decision."""
        if state.decision not in self._titles:
            phrase = self._code.routine_title(state.stack[-1][0])
            self._titles[state.decision] = decision_title(self._book, info, phrase)
        return self._titles[state.decision]

    def _offer(self, title: str, info: DecisionInfo, state: State, value: int | None) -> Offer | None:
        """Return what an option offers, or None: it is a way out, or there is no card."""
        if info.type.kind == "card":
            return None if value is None else (title, self._cards[value], "")
        card = state.stack[-1][info.card_slot]
        if card is None or value is None:
            return None
        if info.kind == "may":
            return (title, self._cards[card], info.labels[0]) if value else None
        return title, self._cards[card], info.labels[value]

    def finish(self) -> None:
        """Add the offers of the finished game."""
        self.counts.games += 1
        self.counts.offered.update(self._offered)
        self.counts.taken.update(self._taken)
