"""Campaigns: what one game keeps for the next one, as a document, and the start of the next game with it.

A document names everything by ids, and holds secrets. Values are put in place before set-up. Rules may change between
two games: things that a document doesn't name begin as usual, and a name or a value that doesn't fit is refused.

Of cards in a kept zone, a seat knows what it knew at the end. Cards of the same decks that go back to where they start
are known to be there by the seats that knew where they were, but nobody knows their order.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from interpreter.engine.campaigns.kept_values import (
    SHORTENED,
    UnfitError,
    check_supplies,
    kept_cells,
    put_values,
    values_as_data,
)
from interpreter.engine.rules import Rules
from interpreter.engine.state import CardLayout, State
from interpreter.rulebook.model import GAME_NUMBER, MOST_GAMES
from interpreter.support.errors import Location, PlayError, Problem, SaveError
from interpreter.support.formats import migrate_document, version_fields

FIELDS = {
    "format": str,
    "language": str,
    "game": str,
    "variants": list,
    "players": int,
    "rules": str,
    "games": int,
    "values": dict,
    "zones": dict,
    "known": dict,
    "digest": str,
}
"""Fields of a document with their types.

`games` is the number of games played. `known` has the seats that know where a card was, or what a kept die shows.
"""
DIGEST = "digest"
NO_CAMPAIGN = (
    "the game has no campaign; `campaign: {keeps: [IDS]}` in its game.yaml says what the next game begins with"
)


def keep(rules: Rules, state: State) -> dict[str, Any]:
    """Return the document of what a finished game keeps.

    Raises:
        PlayError: The game isn't over, or it keeps nothing.
    """
    book, symbols, v = rules.rulebook, rules.program.symbols, state.v
    if book.campaign is None:
        raise PlayError(Problem(Location(rules.id), "no-campaign", NO_CAMPAIGN))
    if state.result is None:
        message = "the match isn't over: only its end settles what the next game begins with"
        raise PlayError(Problem(Location(rules.id), "not-over", message))
    cells = {thing: kept_cells(symbols, thing) for thing in book.campaign.keeps}
    zones = _kept_zones(rules)
    cards = _cards_of_same_decks(rules, [card for zone in zones.values() for card in state.z[zone]])
    known = {rules.card_ids[card]: v[symbols.known_base + card] for card in cards}
    if symbols.die_known_base is not None:
        dice = [die for kind in book.dice if kind.id in cells for die in symbols.dice_of(kind.id)]
        known |= {symbols.labels["die"][die]: v[symbols.die_known_base + die] for die in dice}
    content = {
        **version_fields("kept"),
        "game": book.id,
        "variants": [variant.id for variant in book.overlays],
        "players": len(rules.seats),
        "rules": book.digest,
        "games": v[symbols.variable_base[GAME_NUMBER]],
        "values": {thing: values_as_data(symbols, each, v) for thing, each in cells.items() if each},
        "zones": {name: [rules.card_ids[card] for card in reversed(state.z[zone])] for name, zone in zones.items()},
        "known": {
            name: [seat for at, seat in enumerate(rules.seats) if mask >> at & 1] for name, mask in known.items()
        },
    }
    return {**content, DIGEST: _digest(content)}


def _kept_zones(rules: Rules) -> dict[str, int]:
    """Return the numbers of the kept zones, by name."""
    campaign, symbols = rules.rulebook.campaign, rules.program.symbols
    assert campaign is not None
    return {
        symbols.labels["zone"][number]: number
        for zone in rules.rulebook.zones
        if zone.id in campaign.keeps
        for number in symbols.zones_from(symbols.zone_index[zone.id])
    }


def _cards_of_same_decks(rules: Rules, kept: Collection[int]) -> list[int]:
    """Return all cards of the decks to which some cards belong."""
    cards = rules.rulebook.cards
    decks = {cards[card].deck for card in kept}
    return [number for number, card in enumerate(cards) if card.deck in decks]


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


SomeRules = TypeVar("SomeRules", bound=Rules)


def after(rules: SomeRules, document: object, where: Location) -> SomeRules:
    """Return the same rules for matches that begin with what an earlier game kept.

    Args:
        rules: The rules, of the same game with as many players.
        document: The document of what was kept; None for the first game.
        where: Its place, for messages.

    Raises:
        SaveError: The document isn't whole, has been changed, or doesn't fit the rules.
    """
    if document is None:
        return rules if rules.kept is None else rules.with_kept(None, rules.usual_beginning, None)
    data = _check(rules, document, where)
    symbols = rules.program.symbols
    usual, campaign = rules.usual_beginning, rules.rulebook.campaign
    assert campaign is not None
    v, z = usual[0][:], [cards[:] for cards in usual[1]]
    v[symbols.variable_base[GAME_NUMBER]] = data["games"] + 1
    try:
        for thing, values in data["values"].items():
            if thing not in campaign.keeps:
                raise UnfitError(f"the game doesn't keep `{thing[:SHORTENED]}`", thing, campaign.keeps)
            put_values(symbols, thing, values, v)
        check_supplies(symbols, data["values"], usual[0], v)
        opening = _lay_cards(rules, data, v, z)
    except UnfitError as error:
        message = f"what was kept doesn't fit the game: {error}"
        raise SaveError(Problem(where, "kept-unfit", message, error.suggestion)) from None
    symbols.update_totals(v)
    has_numbers = all(isinstance(new, int) for old, new in zip(usual[0], v, strict=True) if new != old)
    if opening is None and not has_numbers:  # machine code can replace start values by numbers only
        opening = CardLayout(tuple(map(tuple, z)), (symbols.everyone_mask,) * len(rules.card_ids))
    return rules.with_kept(data, (v, z), opening)


def _check(rules: Rules, document: object, where: Location) -> dict[str, Any]:
    """Return a document in the current format, if it is whole and of this game."""

    def refusal(code: str, message: str) -> SaveError:
        return SaveError(Problem(where, code, message))

    if not isinstance(document, Mapping) or not all(isinstance(key, str) for key in document):
        raise refusal("not-kept", "this is not what a game kept for the next one")
    data = migrate_document(document, "kept", where) or {}
    wrong = next((name for name, kind in FIELDS.items() if type(data.get(name)) is not kind), None)
    if wrong is None and data["games"] < 1:
        wrong = "games"
    if wrong is not None or set(data) != set(FIELDS):
        which = "it has more fields" if wrong is None else f"`{wrong}` is missing or is not what it should be"
        raise refusal("not-kept", f"this is not what a game kept for the next one: {which}")
    try:
        is_unchanged = _digest({name: value for name, value in data.items() if name != DIGEST}) == data[DIGEST]
    except (TypeError, ValueError, RecursionError):
        is_unchanged = False
    if not is_unchanged:
        raise refusal("kept-changed", "what was kept has been changed or cut short: its digest doesn't agree with it")
    if data["game"] != rules.id:
        raise refusal("other-game", f"this was kept by the game {data['game'][:SHORTENED]}, not by {rules.id}")
    if rules.rulebook.campaign is None:
        raise refusal("no-campaign", NO_CAMPAIGN)
    if data["players"] != len(rules.seats):
        message = f"this was kept by a game of {data['players']} players, and the next one has {len(rules.seats)}"
        raise refusal("other-players", f"{message}: what a seat keeps stays with it")
    if data["games"] >= (most := rules.rulebook.campaign.games or MOST_GAMES):
        played = f"{data['games']} were played"
        raise refusal("last-game", f"the campaign has {most:,} games, and {played}: there is no next one")
    return data


def _lay_cards(rules: Rules, data: Mapping[str, Any], v: list[Any], z: list[list[int]]) -> CardLayout | None:
    """Put the kept cards on top of their zones, and say who knows what; return the layout, or None without cards."""
    symbols, constants = rules.program.symbols, rules.constants
    numbers = {name: number for number, name in enumerate(rules.card_ids)}
    masks = {name: _mask(rules, name, seats) for name, seats in data["known"].items()}
    kept: dict[int, int] = {}
    zones = _kept_zones(rules)
    for name, cards in data["zones"].items():
        if name not in zones or not isinstance(cards, list):
            raise UnfitError(f"the game doesn't keep the zone `{name[:SHORTENED]}`", name, zones)
        for card_id in cards:
            if not isinstance(card_id, str) or card_id not in numbers:
                raise UnfitError(
                    f"`{name}` has `{str(card_id)[:SHORTENED]}`, and there is no such card", card_id, numbers
                )
            if numbers[card_id] in kept:
                raise UnfitError(f"`{card_id}` is in two zones")
            kept[numbers[card_id]] = zones[name]
    known = [symbols.everyone_mask] * len(rules.card_ids)
    returned = frozenset(_cards_of_same_decks(rules, kept)) - kept.keys()
    for card in returned:
        known[card] = v[constants.known + card] | masks.get(rules.card_ids[card], 0)
    for card, zone in reversed(kept.items()):
        if (source := v[constants.where + card]) is not None:
            z[source].remove(card)
        z[zone].append(card)
        v[constants.where + card] = zone
        v[constants.known + card] = known[card] = constants.faces[zone] | masks.get(rules.card_ids[card], 0)
    if (first := symbols.die_known_base) is not None:
        for die, name in enumerate(symbols.labels["die"]):
            v[first + die] = masks.get(name, symbols.everyone_mask)
    return CardLayout(tuple(map(tuple, z)), tuple(known), returned) if kept else None


def _mask(rules: Rules, name: str, seats: object) -> int:
    """Return the mask of the seats that know a card or a die."""
    if name not in rules.card_ids and name not in rules.program.symbols.labels["die"]:
        raise UnfitError(f"there is no card or die `{name[:SHORTENED]}`", name, rules.card_ids)
    if not isinstance(seats, list) or any(seat not in rules.seats for seat in seats):
        raise UnfitError(f"`{name}` is known to someone who doesn't play")
    return sum(1 << at for at, seat in enumerate(rules.seats) if seat in seats)
