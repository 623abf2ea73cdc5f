"""Probes that observe games while they are played, in any process or on any machine.

The course of games: each seat's score from beginning to end, and the positions of pieces.

Observations of cards in games: drawn, held at the end, played, and their share of wins; and the course of games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, is_dataclass
from importlib import import_module
from math import lcm
from typing import Any, ClassVar, Protocol

from interpreter.engine.playout import GameResult, Picker
from interpreter.engine.state import State
from interpreter.engine.view import owners_of
from interpreter.language.chance import draw_index
from interpreter.matches.match import Game
from interpreter.rulebook.omissions import first_cards_of_events
from interpreter.support.errors import CahierError

PROBE_PACKAGE = "interpreter."
"""Prefix of the modules that may define probes: they are part of this program."""


class RunObserver(Protocol):
    """An observer that plays the games of a run, one after the other."""

    def play(self, index: int) -> tuple[GameResult, Any]:
        """Play game `index`, and return it with the observations, as JSON data.

        Raises CahierError if the game can't be played to its end.
        """


class Probe(Protocol):
    """A probe: a dataclass of plain values that starts observers, and can be sent to other processes and machines."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def begin(self, game: Game, seated: Mapping[str, str], seed: int, step: Callable[[], None] | None) -> RunObserver:
        """Start to observe a run. `step` is called after each decision of slow players."""

    def is_found(self, found: Any, game: Game) -> bool:
        """Return True if data from a file or another machine is a valid observation of a game."""


def encode_probe(probe: Probe) -> tuple[str, str, dict[str, Any]]:
    """Return the module, the class name and the fields of a probe, to recreate it in a new process."""
    return type(probe).__module__, type(probe).__name__, asdict(probe)


def decode_probe(module: str, name: str, fields: Mapping[str, Any]) -> Probe:
    """Return the probe described by `encode_probe`. Raises ValueError if this program has no such probe."""
    found: Any = getattr(import_module(module), name, None) if module.startswith(PROBE_PACKAGE) else None
    is_ours = isinstance(found, type) and is_dataclass(found) and hasattr(found, "is_found")
    if not is_ours:
        raise ValueError(f"there is no probe of games called {module}.{name}")
    looker: Probe = found(**fields)
    return looker


POINTS = 20
"""Number of parts into which a game is divided, with the same number of decisions each."""
MAX_SAMPLES = 2 * POINTS
GAME_WEIGHT = lcm(*range(1, MAX_SAMPLES + 2))
"""Weight of each game in the positions of pieces.

It is divisible by every possible number of samples, so that all samples of a game weigh the same whole number, and sums
are exact in any order.
"""
PieceCounts = Counter[tuple[str, str | None, str]]
"""Number of pieces by kind, by owner (None: no owner), and by space."""


@dataclass(slots=True)
class CourseStatistics:
    """Sums over games.

    Attributes:
        games: Number of games.
        scores: Sum of scores by seat and point, from 0 (the first decision) to POINTS (the end).
        scored_games: Number of games whose scores are known, by point.
        final_pieces: Pieces at the ends of games.
        pieces: Pieces in the course of games: the mean over a game's samples, times WHOLE.
    """

    games: int = 0
    scores: Counter[tuple[str, int]] = field(default_factory=Counter)
    scored_games: Counter[int] = field(default_factory=Counter)
    final_pieces: PieceCounts = field(default_factory=Counter)
    pieces: PieceCounts = field(default_factory=Counter)

    def merge(self, other: CourseStatistics) -> None:
        """Add the sums over other games."""
        self.games += other.games
        self.scores.update(other.scores)
        self.scored_games.update(other.scored_games)
        self.final_pieces.update(other.final_pieces)
        self.pieces.update(other.pieces)

    def mean_score(self, seat: str, point: int) -> float | None:
        """Return a seat's mean score at a point, or None if it is not known."""
        games = self.scored_games[point]
        return self.scores[seat, point] / games if games else None

    def mean_pieces(self, kind: str, owner: str | None, space: str) -> float:
        """Return the mean number of pieces in a space, in which each game weighs the same."""
        return self.pieces[kind, owner, space] / (GAME_WEIGHT * self.games)


class CourseSampler:
    """A sampler that follows games, one after the other, and adds each finished game to a course.

    It samples every decision at first, then every second one, and so on. The samples of a game are therefore few and
    evenly spaced.
    """

    def __init__(self, game: Game) -> None:
        self.course = CourseStatistics()
        self._game = game
        self._has_scores = game.rulebook.score is not None
        symbols = game.program.symbols
        self._spaces = [space.id for space in game.rulebook.map.spaces]
        self._bases = [
            (kind.id, whose, symbols.owner_bases(sort)[owner])
            for kind in game.rulebook.pieces
            for owner, whose in enumerate(owners_of(game, kind))
            for sort in symbols.sorts[kind.id]
        ]
        self.begin()

    def begin(self) -> None:
        """Begin a game."""
        self._samples: list[tuple[list[int], dict[str, int]]] = []
        self._stride = 1
        self._decisions = 0

    def sample(self, state: State) -> None:
        """Take a sample before a decision, if one is due."""
        if self._decisions % self._stride == 0:
            if len(self._samples) == MAX_SAMPLES:
                del self._samples[1::2]
                self._stride *= 2
            if self._decisions % self._stride == 0:
                self._samples.append(self._take_sample(state))
        self._decisions += 1

    def finish(self, state: State) -> None:
        """Add the finished game to the course."""
        course, samples = self.course, [*self._samples, self._take_sample(state)]
        course.games += 1
        for point in range(POINTS + 1):
            _, scores = samples[(point * (len(samples) - 1) + POINTS // 2) // POINTS]
            course.scored_games[point] += bool(scores)
            for seat, score in scores.items():
                course.scores[seat, point] += score
        for cells, _ in samples:
            self._add_pieces(cells, course.pieces, GAME_WEIGHT // len(samples))
        self._add_pieces(samples[-1][0], course.final_pieces)

    def _take_sample(self, state: State) -> tuple[list[int], dict[str, int]]:
        try:
            scores = self._game.scores(state) if self._has_scores else {}
        except CahierError:  # a final score may depend on values that are not there before the end
            scores = {}
        return state.v[:], scores

    def _add_pieces(self, cells: list[int], pieces: PieceCounts, times: int = 1) -> None:
        for kind, whose, base in self._bases:
            for space, number in zip(self._spaces, cells[base : base + len(self._spaces)], strict=True):
                if number:
                    pieces[kind, whose, space] += number * times


CardCounts = Counter[str]
"""Count by card."""


@dataclass(slots=True)
class CardObservations:
    """Counts of observations over games.

    Copies of a card are counted together, once for each seat of a game.

    Attributes:
        games: Number of games.
        drawn: Count of cards that lay in a zone visible to the seat only.
        held: Count of cards that still did at the last decision.
        played: Count of cards that the seat used, for any purpose.
        drawn_games: Number of games in which a seat drew the card.
        played_games: Number of games in which a seat used it.
        drawn_won: Part of `drawn` in which the seat won.
        played_won: Part of `played` in which the seat won.
        uses: Number of uses, by card and label.
        course: The course of the games.
    """

    games: int = 0
    drawn: CardCounts = field(default_factory=Counter)
    held: CardCounts = field(default_factory=Counter)
    played: CardCounts = field(default_factory=Counter)
    drawn_games: CardCounts = field(default_factory=Counter)
    played_games: CardCounts = field(default_factory=Counter)
    drawn_won: CardCounts = field(default_factory=Counter)
    played_won: CardCounts = field(default_factory=Counter)
    uses: Counter[tuple[str, str]] = field(default_factory=Counter)
    course: CourseStatistics = field(default_factory=CourseStatistics)

    def merge(self, other: CardObservations) -> None:
        """Add the counts of other games."""
        self.games += other.games
        self.uses.update(other.uses)
        self.course.merge(other.course)
        for mine, theirs in zip(self._counters, other._counters, strict=True):
            mine.update(theirs)

    @property
    def _counters(self) -> tuple[CardCounts, ...]:
        games = self.drawn_games, self.played_games
        return self.drawn, self.held, self.played, self.drawn_won, self.played_won, *games


class CardObserver:
    """An observer of games between players that need only a state.

    The seat that decided last is assumed to use a card. Of games without a decision only the uses are known.
    """

    def __init__(self, game: Game, pickers: Sequence[Picker | None]) -> None:
        self._course_sampler = CourseSampler(game)
        self.observations = CardObservations(course=self._course_sampler.course)
        self.pickers: list[Picker] = [self._observed_picker(seat, picker) for seat, picker in enumerate(pickers)]
        self._seats = game.seats
        self._cards = first_cards_of_events(game.rulebook)
        self._ids = dict(zip(game.card_ids, self._cards, strict=True))
        symbols = game.program.symbols
        self._hands = [
            (zone, seat)
            for zone, (face, owner) in enumerate(zip(symbols.faces, symbols.zone_owners, strict=True))
            for seat in range(len(game.seats))
            if face == 1 << seat and owner in (None, seat)
        ]
        self.begin()

    def begin(self) -> None:
        """Begin a game."""
        self._course_sampler.begin()
        self._drawn: set[tuple[str, int]] = set()
        self._played: set[tuple[str, int]] = set()
        self._held: set[tuple[str, int]] = set()
        self._state: State | None = None
        self._seat = 0
        self._use_count = 0

    def _observed_picker(self, seat: int, picker: Picker | None) -> Picker:
        def pick(state: State, random: int) -> int:
            self._held = self._observe(state)
            self._course_sampler.sample(state)
            self._seat = seat
            return draw_index(random, len(state.options)) if picker is None else picker(state, random)

        return pick

    def _observe(self, state: State) -> set[tuple[str, int]]:
        """Record new cards and uses, and return the cards in hand, each with its seat."""
        self._state = state
        hands = {(self._cards[card], seat) for zone, seat in self._hands for card in state.z[zone]}
        self._drawn |= hands
        self._played.update((self._cards[card], self._seat) for card, _ in list(state.uses)[self._use_count :])
        self._use_count = len(state.uses)
        return hands

    def card_cells(self) -> list[str]:
        """Return the cards that each seat drew and played in this game, for `card_columns`: ids joined by spaces."""
        return [
            " ".join(sorted(card for card, owner in pairs if owner == seat))
            for seat in range(len(self._seats))
            for pairs in (self._drawn, self._played)
        ]

    def finish(self, played: GameResult) -> None:
        """Count the finished game."""
        seen, state = self.observations, self._state
        seen.games += 1
        for (card, label), times in played.uses.items():
            seen.uses[self._ids[card], label] += times
        if state is not None:
            self._observe(state)
            self._course_sampler.finish(state)
            seen.held.update(card for card, _ in self._held)
            for pairs, counts, games, won in (
                (self._drawn, seen.drawn, seen.drawn_games, seen.drawn_won),
                (self._played, seen.played, seen.played_games, seen.played_won),
            ):
                counts.update(card for card, _ in pairs)
                games.update({card for card, _ in pairs})
                won.update(card for card, seat in pairs if self._seats[seat] in played.winners)
