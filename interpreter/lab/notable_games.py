"""Games worth watching: the closest one, and the one with the greatest comeback, by score."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.engine.playout import GameResult, Picker, play_random
from interpreter.engine.state import State
from interpreter.language.chance import draw_index
from interpreter.matches.match import Game
from interpreter.playtest.records.game_records import Record
from interpreter.playtest.records.record_replay import Replay
from interpreter.playtest.run.arms import Arm, GameSpan
from interpreter.playtest.run.chunks import ChunkOutputs
from interpreter.playtest.run.run_session import RunOutcome, open_session
from interpreter.playtest.run.stopping import Stopper
from interpreter.support.errors import CahierError


@dataclass(frozen=True, slots=True)
class NotableGame:
    """A game worth watching.

    Attributes:
        game: Index of the game.
        points: Lead of the winner over the next seat at the end, or the most that the winner was behind.
    """

    game: int
    points: int


@dataclass(slots=True)
class NotableGames(RunOutcome):
    """The games worth watching; None where scores don't tell.

    Attributes:
        games: Number of games that were looked at.
        closest: The game that was won by the fewest points.
        comeback: The game whose winner was behind by the most points.
    """

    games: int = 0
    closest: NotableGame | None = None
    comeback: NotableGame | None = None

    def add(self, index: int, margin: int | None, behind: int | None) -> None:
        """Take a game into account. `margin`: points at the end; `behind`: the most the winner was behind."""
        self.games += 1
        if margin is not None and (self.closest is None or (margin, index) < (self.closest.points, self.closest.game)):
            self.closest = NotableGame(index, margin)
        if behind and (self.comeback is None or (-behind, index) < (-self.comeback.points, self.comeback.game)):
            self.comeback = NotableGame(index, behind)


@dataclass(frozen=True, slots=True)
class ScoreWatch:
    """Probe that follows scores in games between random players."""

    def begin(self, game: Game, seated: Mapping[str, str], seed: int, step: Callable[[], None] | None) -> ScoreObserver:
        """Start observing the games of a run; see `Probe`."""
        return ScoreObserver(game, seed)

    def is_found(self, found: Any, game: Game) -> bool:
        """Return True if the data may be observations of a game; see `Probe`."""
        return isinstance(found, list) and len(found) == 2 and all(type(each) in (int, type(None)) for each in found)


class ScoreObserver:
    """Observer of scores; it returns the winner's lead at the end and the most that the winner was behind."""

    def __init__(self, game: Game, seed: int) -> None:
        self._game, self._seed = game, seed
        self._pickers: list[Picker] = [self._pick] * len(game.seats)
        self._scores = _ScoreTrack(game)

    def _pick(self, state: State, random: int) -> int:
        self._scores.note(state)
        return draw_index(random, len(state.options))

    def play(self, index: int) -> tuple[GameResult, list[int | None]]:
        """Play a game; see `RunObserver`."""
        self._scores = _ScoreTrack(self._game)
        played = play_random(self._game, self._seed, index, False, self._pickers)
        return played, self._scores.compare(played.scores, played.winners)


class _ScoreTrack:
    """Record of how far each seat was behind during a game, in points."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._behind: dict[str, int] = {}

    def note(self, state: State) -> None:
        """Take a position into account."""
        try:
            scores = self._game.scores(state)
        except CahierError:  # a final score may depend on values that are not there before the end
            scores = {}
        if scores:
            best = max(scores.values())
            for seat, score in scores.items():
                self._behind[seat] = max(self._behind.get(seat, 0), best - score)

    def compare(self, scores: Mapping[str, int], winners: Collection[str]) -> list[int | None]:
        """Return the winner's lead at the end and the most that the winner was behind; None where scores don't tell."""
        won = [score for seat, score in scores.items() if seat in winners]
        lost = [score for seat, score in scores.items() if seat not in winners]
        if not won or not lost or max(lost) > min(won):
            return [None, None]
        return [min(won) - max(lost), min(self._behind.get(seat, 0) for seat in winners)]


def find_notable_games(
    game: Game, seed: int, games: int, jobs: int, progress: Callable[[int, int], None] | None = None
) -> NotableGames:
    """Return the closest game and the greatest comeback among the first games of a seed, between random players.

    SIGINT, SIGTERM and SIGHUP end it early. Nothing is found if the rules define no score.
    """
    found = NotableGames()
    if game.rulebook.score is None:
        return found
    with Stopper() as stopper, open_session(found, [Arm(game, seed, {})], jobs, stopper, progress) as players:
        for chunk in players.play([GameSpan(0, 0, games)], ChunkOutputs(probe=ScoreWatch())):
            for at, seen in enumerate(chunk.findings):
                if seen is not None:
                    found.add(chunk.first + at, *seen)
    return found


def find_notable_records(game: Game, records: Iterable[Record]) -> NotableGames:
    """Return the closest game and the greatest comeback among recorded games, whoever played them.

    Nothing is found if the rules define no score. A game that can't be played again to its end doesn't count.
    """
    found = NotableGames()
    for record in records if game.rulebook.score is not None else ():
        scores, latest = _ScoreTrack(game), None
        for match in Replay(game, record).steps():
            scores.note(match.state)
            latest = match
        outcome = None if latest is None else latest.outcome()
        if outcome is not None:
            found.add(record.index, *scores.compare(outcome.scores, outcome.winners))
    return found
