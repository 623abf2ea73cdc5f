"""What is found by looking at games while they are played: who leads when, how many options there are, what they are
worth; and how a game goes once more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from interpreter.engine.playout import Played, game_seed
from interpreter.engine.state import State
from interpreter.lab.fates import Fate, Fates
from interpreter.lab.sittings import Sitting
from interpreter.lab.valuing import Tried, Valuing
from interpreter.language.chance import index as index_of
from interpreter.language.chance import seeded
from interpreter.matches.match import Game

PARTS = 10
"""A game is looked at so often: before its first decision, after a tenth of them, and so on."""
OTHER_CHANCE, OTHER_PICKS, VALUES, OPTIONS = range(1, 5)
"""Streams of chance beside those of the games, by what they are for."""


def apart(seed: int, index: int, purpose: int) -> int:
    """A seed for something about a game that has nothing to do with how it goes."""
    return game_seed(game_seed(seed, index), purpose)


@dataclass(frozen=True, slots=True)
class Seen:
    """A game that was looked at. `fate`: of each who can win. `options` of all `decisions` together; at each part of
    the game the number of the turn, and the seat that led by the score, or None. `changes` of such a lead; `margin`: by
    how much the best score of all is ahead of the next at the end. `values` at each part, by each half of the playouts;
    `tried` at one decision."""

    fate: Fate
    decisions: int
    options: int
    turns: tuple[int, ...] = ()
    leads: tuple[int | None, ...] = ()
    changes: int | None = None
    margin: int | None = None
    values: tuple[tuple[Fate, Fate], ...] = ()
    tried: Tried | None = None


def is_scored(game: Game) -> bool:
    """Whether the rules' `score` can say who leads: seats that play for themselves, against others."""
    return game.rulebook.score is not None and not game.rulebook.sides and len(game.seats) > 1


@dataclass(frozen=True, slots=True)
class Look:
    """Looks at games: the first so many are `valued`, and of the first so many a decision is `tried`; `native`: machine
    code plays them on for that."""

    valued: int = 0
    tried: int = 0
    native: bool = False

    def begin(self, game: Game, seated: Mapping[str, str], seed: int, step: Callable[[], None] | None) -> Looking:
        """See Looker."""
        return Looking(self, game, seated, seed, step)


class Looking:
    """Looks at the games of a run."""

    def __init__(
        self, look: Look, game: Game, seated: Mapping[str, str], seed: int, step: Callable[[], None] | None
    ) -> None:
        self._look = look
        self._game = game
        self._seed = seed
        self._sitting = Sitting(game, seated, seed, step)
        self._fates = Fates(game)
        self._scored = is_scored(game)
        self._valuing = Valuing(game, seated, look.native)

    def play(self, index: int) -> tuple[Played, Seen]:
        """See Looking in playtest.chunks."""
        options: list[int] = []
        turns: list[int] = []
        leads: list[int | None] = []

        def look(state: State) -> None:
            options.append(len(state.options))
            turns.append(state.turns)
            if self._scored:
                leads.append(_leader(list(self._game.scores(state).values())))

        played = self._sitting.play(index, look)
        made = len(options)
        parts = [made * part // PARTS for part in range(PARTS)] if made else []
        values: tuple[tuple[Fate, Fate], ...] = ()
        if index < self._look.valued and made:
            seed = apart(self._seed, index, VALUES)
            states = self._sitting.states(index, parts)
            values = tuple(self._valuing.value(state, game_seed(seed, at)) for at, state in enumerate(states))
        tried = None
        if index < self._look.tried and made:
            seed = apart(self._seed, index, OPTIONS)
            (state,) = self._sitting.states(index, [index_of(seeded(seed), made)])
            tried = self._valuing.tried(state, seed)
        known = [lead for lead in leads if lead is not None]
        return played, Seen(
            self._fates.of(played),
            made,
            sum(options),
            tuple(turns[part] for part in parts),
            tuple(leads[part] for part in parts) if self._scored else (),
            sum(one != other for one, other in pairwise(known)) if self._scored else None,
            _margin(played) if self._scored else None,
            values,
            tried,
        )


def _leader(scores: list[int]) -> int | None:
    """The seat with the highest score, if it is alone."""
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def _margin(played: Played) -> int | None:
    """By how much the best score is ahead; None if the game was not won by it."""
    best, second = sorted(played.scores.values(), reverse=True)[:2]
    won = bool(played.winners) and all(played.scores[seat] == best for seat in played.winners)
    return best - second if won else None


@dataclass(frozen=True, slots=True)
class Again:
    """Plays each game twice more: with the same chance and other picks of the players, and the other way round. Gives
    the fates of both."""

    def begin(self, game: Game, seated: Mapping[str, str], seed: int, step: Callable[[], None] | None) -> PlayingAgain:
        """See Looker."""
        return PlayingAgain(game, seated, seed, step)


class PlayingAgain:
    """Plays the games of a run once more."""

    def __init__(self, game: Game, seated: Mapping[str, str], seed: int, step: Callable[[], None] | None) -> None:
        self._seed = seed
        self._sitting = Sitting(game, seated, seed, step)
        self._fates = Fates(game)

    def play(self, index: int) -> tuple[Played, tuple[Fate, Fate]]:
        """See Looking in playtest.chunks."""
        same_chance = self._sitting.again(self._seed, index, apart(self._seed, index, OTHER_PICKS))
        other = apart(self._seed, index, OTHER_CHANCE)
        same_picks = self._sitting.again(other, index, game_seed(self._seed, index))
        return same_chance, (self._fates.of(same_chance), self._fates.of(same_picks))
