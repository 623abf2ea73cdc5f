"""Keys of information sets, options and positions, in which cards that are alike in print are one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from interpreter.language.execution.shuffled_piles import undrawn_cards
from interpreter.matches.match import Game, Match
from interpreter.presentation.questions import Option

InformationKey = tuple[tuple[str, ...], Any]
"""Key of an information set: the seat's log, and its view as nested tuples."""


class InformationKeys:
    """The keys of one game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._code = game.program.code(True)
        book, kinds = game.rulebook, game.constants.alike
        self._twins = {card: game.card_ids[kinds[number]] for number, card in enumerate(game.card_ids)}
        self._has_twins = len(set(kinds)) < len(kinds)
        self._can_hold_cards = bool(book.flags) or any(
            "card" in variable.kind or "card" in variable.per for variable in book.variables
        )

    def information(self, log: Iterable[str], view: dict[str, Any]) -> InformationKey:
        """Return the key of what a seat knows: its log and its view."""
        return tuple(log), self._plain({**view, "decision": None})

    def options(self, options: Sequence[Option]) -> dict[str, int]:
        """Return the index of each option by its key, sorted by key; options that are alike have one key."""
        found = {self._twins.get(option.key, option.key): option.index for option in reversed(options)}
        return dict(sorted(found.items()))

    def position(self, match: Match) -> Hashable | None:
        """Return a key that positions share only if the match goes on alike for both seats.

        None if the game has no two cards that are alike, or if anything but zones refers to cards.
        """
        state = match.state
        is_plain = self._has_twins and not self._can_hold_cards
        if not is_plain or any(self._code.card_slots(frame[0]) for frame in state.stack):
            return None
        constants, v = self._game.constants, state.v
        cards, known = len(self._twins), constants.known
        first, second = sorted((constants.where, known))
        cells = (*v[:first], *v[first + cards : second], *v[second + cards :])
        zones = tuple(tuple((constants.alike[card], v[known + card]) for card in zone) for zone in state.z)
        logs = tuple(tuple(match.log(seat)) for seat in self._game.seats)
        return state.pc, cells, zones, undrawn_cards(state.z), self._plain(state.stack), self._plain(state.result), logs

    def _plain(self, value: Any) -> Any:
        """Return a value as tuples, with one id for all cards that are alike."""
        if isinstance(value, dict):
            return tuple((name, self._plain(each)) for name, each in value.items())
        if isinstance(value, list | tuple):
            return tuple(map(self._plain, value))
        return self._twins.get(value, value) if isinstance(value, str) else value
