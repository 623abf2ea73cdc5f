"""Kinds of hands of cards, such as flush and full house, and the numbers by which hands are compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.rulebook.building.ids import IdTable
from interpreter.rulebook.model import MOST_IN_HAND, Attribute, Card, Deck, HandKind, HandTable, Text, VocabularyWord
from interpreter.rulebook.source.nodes import YamlMapping
from interpreter.support.errors import Location

MOST_RANKS = 60
NO_COLUMN = Attribute("", "values", (), None, True, Location(""))
"""A stand-in for a column that isn't there."""


def read_hands(
    node: YamlMapping,
    attributes: dict[str, Attribute],
    cards: Sequence[tuple[str, Card]],
    others: Sequence[Deck],
    names: IdTable,
) -> HandTable | None:
    """Return the kinds of hands that a deck declares, as no other one does; None if it declares none.

    A table with mistakes is returned, too, because texts may name its kinds.

    Args:
        node: The mapping that has the field `hands`.
        attributes: The columns of the deck.
        cards: The cards of the deck, each with the id of its entry, which copies share.
        others: The decks before this one.
        names: The game's ids.
    """
    if "hands" not in node.values:
        return None
    section = node.section("hands")
    for deck in others:
        if deck.hands is not None:
            names.problems.add(
                node.keys["hands"], "hands-twice", f"the deck `{deck.id}` already says what hands there are"
            )
    for name in ("rank", "suit"):
        column = attributes.get(section.get_plain(name, ""))
        if name in section.values and (column is None or column.kind != "values"):
            names.problems.add(section.values[name], "wrong-type", f"the {name} is a column with a list of values")
            attributes = {**attributes, section.data[name]: NO_COLUMN}
    rank, suit = section.get_plain("rank", ""), section.get_plain("suit")
    ranks = attributes.get(rank, NO_COLUMN).values
    if len(ranks) > MOST_RANKS:
        names.problems.add(section.values["rank"], "too-many", f"hands have at most {MOST_RANKS} ranks")
    low = section.get_plain("also lowest")
    if low is not None and ranks and low != ranks[-1]:
        message = "only the highest rank can begin a run, too"
        names.problems.add(section.values["also lowest"], "wrong-type", message, ranks[-1])
    kinds = tuple(_kinds(section, len(ranks), suit is not None, names))
    values = [*ranks, *attributes.get(suit or "", NO_COLUMN).values]
    wild = frozenset(_wild_cards(section, (rank, suit), values, cards, names))
    return HandTable(rank, suit, len(ranks), low is not None, kinds, wild)


def _wild_cards(
    section: YamlMapping,
    columns: tuple[str, str | None],
    values: Sequence[str],
    cards: Sequence[tuple[str, Card]],
    names: IdTable,
) -> Iterator[str]:
    """Yield the ids of the wild cards, which are declared by their id, or by their rank or suit."""
    for item in section.list_items("wild"):
        word = item.data
        found = [
            card.id
            for entry_id, card in cards
            if word in (entry_id, card.id, *(card.attributes.get(column or "") for column in columns))
        ]
        if not found and word not in values:
            known = "card or rank" if columns[1] is None else "card, rank or suit"
            message = f"there is no {known} with the id `{word}` in this deck"
            names.problems.add(item, "unknown-card", message, word, [*values, *(each for each, _ in cards)])
        yield from found


def _kinds(section: YamlMapping, rank_count: int, has_suit: bool, names: IdTable) -> Iterator[HandKind]:
    known: set[str] = set()
    for item in section.mappings("kinds"):
        kind_id = item.data["id"]
        alike = tuple(sorted(item.get_plain("alike", ()), reverse=True))
        kind = HandKind(kind_id, item.get_plain("run", 0), item.get_plain("one suit", False), alike, item.where)
        if names.is_declared(kind_id) or kind_id in known:
            names.problems.add(item.values["id"], "id-twice", f"`{kind_id}` is the id of something else in this game")
            continue
        if kind.one_suit and not has_suit:
            names.problems.add(item.keys["one suit"], "missing-field", "name the column of the suits: `suit: COLUMN`")
        if kind.run and alike:
            message = "a kind of hand is a run, or has cards that are alike"
            names.problems.add(item.keys["alike"], "wrong-type", message)
        if kind.run > rank_count > 0:
            message = f"there are only {rank_count} ranks"
            names.problems.add(item.values["run"], "out-of-range", message)
        if sum(alike) > MOST_IN_HAND:
            names.problems.add(item.values["alike"], "too-many", f"a hand has at most {MOST_IN_HAND} cards")
        known.add(kind_id)
        yield kind


def hand_words(decks: Sequence[Deck]) -> Iterator[VocabularyWord]:
    """Yield a value for each kind of hand: the number of the lowest hand of that kind."""
    for table in (deck.hands for deck in decks if deck.hands is not None):
        for at, kind in enumerate(table.kinds):
            means = Text(str(table.lowest(at)), kind.where)
            yield VocabularyWord((Text(kind.id, kind.where),), "means", means, False, kind.where)
