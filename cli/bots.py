"""Seats that no person plays: what they pick, and why.

Each decision gets a player made from the match's seed and the number of the decision, so that after an undo, or a save,
the same way forward brings the same answers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import TYPE_CHECKING

from interpreter.errors import shown
from interpreter.players.base import Seated

if TYPE_CHECKING:
    from cli.telling import Telling
    from interpreter.engine.match import Match
    from interpreter.players.base import Player
    from interpreter.players.search import Progress


HINT_SECONDS = 1.0


def seated_now(match: Match, player: str | Player) -> Seated:
    """A player, or one of this name, at the seat that is asked now. Raises PlayError."""
    decision = match.decision
    assert decision is not None
    seed = hashlib.sha256(f"{match.seed} {decision.seat} {match.decisions}".encode()).digest()
    return Seated(match.game, decision.seat, player, int.from_bytes(seed[:8]))


def explanation(match: Match, seated: Seated, people: Collection[str], telling: Telling) -> list[str]:
    """Which row of its tables keeps which candidates, if the player has tables; what it thinks of its options, if it
    searches.

    Cards that one of the people does not know stay hidden.
    """
    from interpreter.players.search import SearchPlayer
    from interpreter.players.table import TablePlayer

    if not isinstance(seated.player, (TablePlayer, SearchPlayer)):
        return []
    decision = match.decision
    assert decision is not None
    cards = {option.key for option in decision.options} & set(match.game.card_ids)
    for seat in people:
        known = {card for zone in match.view(seat)["zones"].values() for card in zone}
        if not cards <= known:
            return [telling.hidden_cards()]
    if isinstance(seated.player, SearchPlayer):
        return telling.thoughts(decision, seated.player.thoughts)
    return [shown(f"    {line}") for line in seated.player.explain(match.state, telling.speech)]


def hint(match: Match, telling: Telling, progress: Progress) -> list[str]:
    """What a search thinks of the options of the person who is asked, the best first."""
    from interpreter.players.search import Budget, SearchPlayer

    seated = seated_now(match, SearchPlayer(Budget(seconds=HINT_SECONDS), progress))
    seated.answer(match)
    decision = match.decision
    assert decision is not None and isinstance(seated.player, SearchPlayer)
    return telling.thoughts(decision, seated.player.thoughts)
