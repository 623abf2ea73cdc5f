"""What a player is, how players are made from their names, and how they are asked.

A player's name is a word, and for some of them what stands behind a colon: `random`, `table`, `search:500`. Packages
add players of their own in the entry-point group `cahier.players`: a name, and a callable that is given the text behind
the colon ("" if there is none) and makes a Player.
"""

from __future__ import annotations

import re
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Protocol

from interpreter.engine.match import Game, Match, Option
from interpreter.engine.state import State
from interpreter.errors import CahierError, PlayError, Problem, Where, nearest
from interpreter.halt import Halt
from interpreter.players.seat import SeatMatch

if TYPE_CHECKING:
    from interpreter.players.search import Budget

NAMES = ("random", "table", "search")
QUICK = ("random", "table")
"""Those who need no more than a state without a log."""
GROUP = "cahier.players"
DEFAULT_SECONDS = 1.5
"""How long `search` thinks if nothing else is said."""
LONGEST_SAID = 200
"""Characters of what an exception says."""
MOST_PLAYOUTS, MOST_SECONDS, MOST_TREES = 10_000_000, 3600.0, 64


class Player(Protocol):
    """Decides for a seat. It may be made anew for each decision."""

    def choose(self, match: SeatMatch) -> Option | str | int:
        """The answer to `match.decision`: an option, its key or its index."""
        ...


class QuickPlayer(ABC):
    """A player of our own that needs no more than a state. It is trusted not to look at what its seat can't know."""

    @abstractmethod
    def pick(self, state: State) -> int:
        """The index of the option to take; `state` stands at a decision of the player's seat."""


class RandomPlayer(QuickPlayer):
    """Takes any option, each as likely as the others."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def pick(self, state: State) -> int:
        return int(self._random.random() * len(state.options))


def make_player(name: str, game: Game, seat: str, seed: int, besides: tuple[str, ...] = ()) -> Player | QuickPlayer:
    """A player by name for a seat. `besides`: what else could have been meant, where others can be named, too.

    Raises PlayError for a name that is none, or a player that can't play the seat.
    """
    word, colon, argument = name.partition(":")
    if word in QUICK and colon:
        raise refusal(game, seat, name, "bad-budget", f"`{word}` takes nothing behind a colon")
    if word == "random":
        return RandomPlayer(seed)
    if word == "table":
        from interpreter.players.table import TablePlayer

        return TablePlayer(game, seat, seed)
    if word == "search":
        from interpreter.players.search import SearchPlayer

        return SearchPlayer(_budget(game, seat, name, argument if colon else None))
    return _made_elsewhere(name, game, seat, besides)


def refusal(game: Game, seat: str, name: str, code: str, message: str, meant: str | None = None) -> PlayError:
    """What to raise about a seat and the player that was named for it."""
    text = f"seat {seat} can't be played by `{name}`: {message}"
    return PlayError(Problem(Where(game.id), code, text, meant))


def _budget(game: Game, seat: str, name: str, text: str | None) -> Budget:
    """`500`: so many playouts; `1.5s`: so many seconds; `500x2`: two trees of 500, at the same time."""
    from interpreter.players.search import Budget

    if text is None:
        return Budget(seconds=DEFAULT_SECONDS)
    found = re.fullmatch(r"(?:([0-9]{1,9})|([0-9]{1,4}(?:\.[0-9]{1,3})?)s)(?:x([0-9]{1,2}))?", text)
    if found is not None:
        playouts = int(found[1]) if found[1] else None
        seconds = float(found[2]) if found[2] else None
        trees = int(found[3] or 1)
        enough = 0 < playouts <= MOST_PLAYOUTS if playouts is not None else 0 < (seconds or 0) <= MOST_SECONDS
        if enough and 0 < trees <= MOST_TREES:
            return Budget(playouts, seconds, trees)
    message = (
        f"behind the colon stands a number of playouts, 1 to {MOST_PLAYOUTS}, or of seconds, such as `1.5s`; "
        f"behind that `x2` for two processors"
    )
    raise refusal(game, seat, name, "bad-budget", message)


def _made_elsewhere(name: str, game: Game, seat: str, besides: tuple[str, ...]) -> Player:
    """A player that a package has brought along."""
    from importlib.metadata import entry_points

    word, _, argument = name.partition(":")
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    if word not in found:
        names = [*besides, *NAMES, *sorted(found)]
        message = f"there is no player of this name; the players are: {', '.join(names)}"
        raise refusal(game, seat, name, "unknown-player", message, nearest(word, names))
    try:
        make: Callable[[str], Player] = found[word].load()
        player = make(argument)
    except BaseException as error:
        if _from_outside(error):
            raise
        raise refusal(game, seat, name, "player-failed", f"it can't be made: {told(error)}") from error
    if isinstance(player, QuickPlayer):
        raise refusal(game, seat, name, "player-failed", "a QuickPlayer sees all; one from a package has `choose`")
    if not callable(getattr(player, "choose", None)):
        raise refusal(game, seat, name, "player-failed", "it has no `choose`")
    return player


def told(error: BaseException) -> str:
    """An exception of somebody else's code in a few words."""
    try:
        text = str(error)[:LONGEST_SAID]
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _from_outside(error: BaseException) -> bool:
    """Whether it is a signal that ends the play, and no failure of a player. A KeyboardInterrupt is one only where it
    is what Python makes of Ctrl-C.
    """
    if isinstance(error, KeyboardInterrupt):
        return signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return isinstance(error, Halt)


class Seated:
    """A player at a seat of a game. `player` is a name, or a player itself."""

    def __init__(self, game: Game, seat: str, player: str | Player | QuickPlayer, seed: int) -> None:
        """Raises PlayError if there is no such player, or it can't play the seat."""
        self.seat = seat
        self.name = player if isinstance(player, str) else type(player).__name__
        self.player = make_player(player, game, seat, seed) if isinstance(player, str) else player
        self._random = Random(int.from_bytes(sha256(str(seed).encode()).digest()))

    def answer(self, match: Match) -> int:
        """The index of the option that the player takes; nothing is changed. Raises PlayError if the player fails, or
        answers with something that is not on offer.
        """
        if isinstance(self.player, QuickPlayer):
            return self.player.pick(match.state)
        try:
            choice = self.player.choose(self.sees(match))
            return match.index_of(choice)
        except CahierError as error:
            problem = error.problems[0]
            message = f"seat {self.seat}, played by `{self.name}`: {problem.message}"
            raise PlayError(
                Problem(problem.where, problem.code, message, problem.suggestion, problem.excerpt)
            ) from error
        except BaseException as error:
            if _from_outside(error):
                raise
            message = f"seat {self.seat}: the player `{self.name}` failed: {told(error)}"
            raise PlayError(Problem(Where(match.game.id), "player-failed", message)) from error

    def sees(self, match: Match) -> SeatMatch:
        """The match as the player gets it."""
        return SeatMatch(match, self.seat, self._random)
