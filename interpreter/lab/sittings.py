"""Replays of games of a run, with a callback for each state at which a player decides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from time import perf_counter

from interpreter.engine.playout import GameResult, Picker, game_seed, play_random
from interpreter.engine.state import State
from interpreter.language.chance import draw_index as index_of
from interpreter.matches.match import Game
from interpreter.players.making import STATE_ONLY
from interpreter.players.playing import play, summarize_match
from interpreter.playtest.chunks import quick_pickers

StateCallback = Callable[[State], None]
"""Callback with a state at a decision, which it must not change."""


class GameReplayer:
    """Plays and replays games of the run with a seed.

    `step` is called after each decision of slow players.
    """

    def __init__(self, game: Game, seated: Mapping[str, str], seed: int, step: Callable[[], None] | None) -> None:
        self._game = game
        self._seated = dict(seated)
        self._seed = seed
        self._step = step
        self._quick = set(seated.values()) <= set(STATE_ONLY)
        self._pickers = quick_pickers(game, seated) or [None] * len(game.seats)
        self._kept: tuple[int, list[State]] | None = None

    def play(self, index: int, look: StateCallback) -> GameResult:
        """Play a game of the run. Raises CahierError if it can't be played to its end."""
        if self._quick:
            return play_random(self._game, self._seed, index, False, self._looked(look))
        began = perf_counter()
        match = play(self._game, self._seated, game_seed(self._seed, index), self._step)
        self._kept = index, list(match.past)
        for state in match.past:
            look(state)
        return summarize_match(match, perf_counter() - began)

    def states(self, index: int, numbers: Collection[int]) -> list[State]:
        """Return copies of the states at some decisions of the game played last.

        Decisions are counted from 0, and the states are in the order of the decisions.
        """
        if self._kept is not None and self._kept[0] == index:
            return [self._kept[1][number].copy() for number in sorted(numbers)]
        found: list[State] = []
        wanted = sorted(numbers)
        made = 0

        def look(state: State) -> None:
            nonlocal made
            while len(found) < len(wanted) and wanted[len(found)] == made:
                found.append(state.copy())
            made += 1

        play_random(self._game, self._seed, index, False, self._looked(look))
        return found

    def replay(self, seed: int, index: int, picks: int) -> GameResult:
        """Replay a game of the run with this seed, drawing the players' picks from another seed.

        Raises CahierError if it can't be played to its end.
        """
        if self._quick:
            return play_random(self._game, seed, index, pickers=self._pickers, stream_seed=picks)
        began = perf_counter()
        match = play(self._game, self._seated, game_seed(seed, index), self._step, picks)
        return summarize_match(match, perf_counter() - began)

    def _looked(self, look: StateCallback) -> list[Picker | None]:
        return [self._picker(look, picker) for picker in self._pickers]

    def _picker(self, look: StateCallback, picker: Picker | None) -> Picker:
        def pick(state: State, random: int) -> int:
            look(state)
            return index_of(random, len(state.options)) if picker is None else picker(state, random)

        return pick
