"""Seats that no person plays: what they pick, and why.

Each decision gets a player made from the match's seed and the number of the decision, so that after an undo, or a save,
the same way forward brings the same answers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import TYPE_CHECKING

from interpreter.errors import shown
from interpreter.players.base import make_player

if TYPE_CHECKING:
    from cli.words import Words
    from interpreter.engine.match import Match
    from interpreter.players.base import Player


def picked(match: Match, name: str) -> tuple[int, Player]:
    """The index of the option that a player of this name takes now, and the player. Raises PlayError."""
    decision = match.decision
    assert decision is not None
    seed = hashlib.sha256(f"{match.seed} {decision.seat} {match.decisions}".encode()).digest()
    player = make_player(name, match.game, decision.seat, int.from_bytes(seed[:8]))
    return player.pick(match.state), player


def explanation(match: Match, player: Player, viewer: str, people: Collection[str], words: Words) -> list[str]:
    """Which row of its tables keeps which candidates, if the player has tables; cards that are hidden stay so."""
    from interpreter.players.table import TablePlayer

    if not isinstance(player, TablePlayer):
        return []
    decision = match.decision
    assert decision is not None
    if people:
        cards = {option.key for option in decision.options} & set(match.game.card_ids)
        known = {card for cards in match.view(viewer)["zones"].values() for card in cards}
        if not cards <= known:
            return [f"  {words.say('cards_unseen')}"]
    return [shown(f"  {line}") for line in player.explain(match.state)]
