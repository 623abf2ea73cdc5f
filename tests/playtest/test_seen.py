"""Observed uses of cards."""

from __future__ import annotations

from collections import Counter

import pytest

from interpreter.engine.playout import Picker, play_random
from interpreter.engine.state import State
from interpreter.language.chance import draw_index
from interpreter.playtest.run.observers import CardObserver
from interpreter.rulebook.omissions import first_cards_of_events
from interpreter.rulebook.source.files import installed_games
from tests.loaded import game_of


@pytest.mark.parametrize("name", installed_games())
def test_cards_are_held_at_the_last_decision(name: str) -> None:
    """Not after the end, which may take all cards out of hands."""
    game = game_of(name)
    faces = [(zone, face) for zone, face in enumerate(game.program.symbols.faces)]
    hands = [(zone, seat) for zone, face in faces for seat in range(len(game.seats)) if face == 1 << seat]
    cards = first_cards_of_events(game.rulebook)
    watch, expected, last = CardObserver(game, [None] * len(game.seats)), Counter[str](), set[tuple[str, int]]()

    def pick(state: State, random: int) -> int:
        last.clear()
        last.update((cards[card], seat) for zone, seat in hands for card in state.z[zone])
        return draw_index(random, len(state.options))

    pickers: list[Picker] = [pick] * len(game.seats)
    for number in range(5):
        play_random(game, 3, number, False, pickers)
        expected.update(card for card, _ in last)
        watch.begin()
        watch.finish(play_random(game, 3, number, False, watch.pickers))
    assert watch.observations.held == expected
