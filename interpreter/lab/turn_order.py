"""Turn order: how often the seats in each place of it win, and whether a player chooses who has the first turn.

Seats that the choice of a player puts first may win for other reasons than going first, such as a better position.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from interpreter.engine.driver import advance, answer
from interpreter.engine.playout import game_seed
from interpreter.engine.state import State
from interpreter.lab.result_documents import ShareEstimate
from interpreter.lab.stats.intervals import joint_shares
from interpreter.language.chance import draw_index, seed_state
from interpreter.matches.match import Game
from interpreter.playtest.run.figures import Tally
from interpreter.support.errors import CahierError

PROBED_GAMES, MAX_DECISIONS, MAX_OPTIONS = 2, 24, 4
"""Number of games in which choices before the first turn are tried, and of decisions and options of each."""
PROBES = 12
"""Number of times that each option is tried, each time with other chances."""


@dataclass(frozen=True, slots=True)
class TurnOrder:
    """Wins by place in turn order.

    Attributes:
        chosen: True if a player's choice alone decides who has the first turn.
        first: Number of games in which each seat had the first turn.
        places: Share of games won by the seat with the first turn, alone or with others, then by those after it in the
            order of the seats; empty if sides win.
    """

    chosen: bool
    first: dict[str, int]
    places: list[ShareEstimate]


def turn_order(game: Game, tally: Tally) -> TurnOrder | None:
    """Return the wins by place in turn order; None if the first turn is unknown, or there is one seat only."""
    seats, first = game.seats, Counter[str]()
    won = [0] * len(seats)
    for (opener, outcome), games in tally.counts["first_player"].items():
        first[opener] += games
        for winner in outcome.split("+"):
            if winner in seats:
                won[(seats.index(winner) - seats.index(opener)) % len(seats)] += games
    if not first or len(seats) < 2:
        return None
    places = [] if game.rulebook.sides else joint_shares(won, first.total())
    ordered = {seat: first[seat] for seat in seats if first[seat]}
    return TurnOrder(len(first) > 1 and is_first_turn_chosen(game), ordered, places)


def is_first_turn_chosen(game: Game) -> bool:
    """Return whether some player's choice alone decides who has the first turn.

    Options of decisions before the first turn are tried: a choice decides if one option always puts a seat first, and
    another option always another seat, whatever follows.
    """
    for index in range(PROBED_GAMES):
        own = game_seed(0, index)
        state = game.new_state(own, logged=False)
        try:
            advance(state, game.program.code(False))
            for number in range(MAX_DECISIONS):
                if not state.is_waiting or state.opener >= 0:
                    break
                openers = {_sole_opener(game, state, option) for option in state.options[:MAX_OPTIONS]} - {None}
                if len(openers) > 1:
                    return True
                _choose_random(game, state, game_seed(own, number))
        except CahierError:  # the games of the run report it
            return False
    return False


def _sole_opener(game: Game, state: State, option: object) -> int | None:
    """Return the seat that has the first turn after an option whatever follows; None if there is no such seat."""
    found: int | None = None
    for probe in range(PROBES):
        begun = state.copy()
        begun.random = seed_state(probe)
        answer(begun, game.program.code(False), option)
        for number in range(MAX_DECISIONS):
            if not begun.is_waiting or begun.opener >= 0:
                break
            _choose_random(game, begun, game_seed(probe, number))
        if begun.opener < 0 or found not in (None, begun.opener):
            return None
        found = begun.opener
    return found


def _choose_random(game: Game, state: State, seed: int) -> None:
    answer(state, game.program.code(False), state.options[draw_index(seed_state(seed), len(state.options))])
