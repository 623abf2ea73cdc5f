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
    from cli.telling import Telling
    from interpreter.engine.match import Match
    from interpreter.players.base import Player


def picked(match: Match, name: str) -> tuple[int, Player]:
    """The index of the option that a player of this name takes now, and the player. Raises PlayError."""
    decision = match.decision
    assert decision is not None
    seed = hashlib.sha256(f"{match.seed} {decision.seat} {match.decisions}".encode()).digest()
    player = make_player(name, match.game, decision.seat, int.from_bytes(seed[:8]))
    return player.pick(match.state), player


def explanation(match: Match, player: Player, people: Collection[str], telling: Telling) -> list[str]:
    """Which row of its tables keeps which candidates, if the player has tables.

    Cards that one of the people does not know stay hidden.
    """
    from interpreter.players.table import TablePlayer

    if not isinstance(player, TablePlayer):
        return []
    decision = match.decision
    assert decision is not None
    cards = {option.key for option in decision.options} & set(match.game.card_ids)
    for seat in people:
        known = {card for zone in match.view(seat)["zones"].values() for card in zone}
        if not cards <= known:
            return [telling.hidden_cards()]
    return [shown(f"    {line}") for line in player.explain(match.state, telling.speech)]
