"""The playouts of a search by machine code: the same ones as players.tree plays in Python, pick by pick."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary, WeakSet

from interpreter.engine.native import prepare
from interpreter.engine.state import State
from interpreter.language.executable import NotNative
from interpreter.matches.match import Game
from interpreter.players.habits import Habit, Taken

MACHINE_FROM = 2_000
"""So many playouts of a game are worth making machine code for."""
Result = tuple[tuple[int, ...], str, int | None]
"""As of State."""


class MachinePlayouts:
    """A memory in which playouts are played on. What the search learns is written there, too."""

    def __init__(self, game: Game) -> None:
        """Raises NotNative."""
        prepare(game)
        self._machine = game.program.guided()
        self._decisions = len(game.program.code(False).decisions)
        self._values = self._machine.values
        self._played = 0

    def begin(self) -> None:
        """Another search begins."""
        self._machine.forget_habits()

    def put(self, state: State, stream: int, guided: int, means: Sequence[float]) -> None:
        """A playout stands at a decision now. `guided`: where what the stream gives is below that, tables decide.

        Raises NotNative if machine code can't go on from there."""
        self._machine.put(state)
        self._machine.begin_guided(stream, guided, means)
        self._played = 0

    def play(self, most: int) -> bool:
        """Take so many decisions more; whether there are others. Raises NotNative."""
        self._played += most
        self._machine.play_guided(self._played)
        return self._machine.asked is not None

    def scores(self) -> list[int]:
        """Those of the seats."""
        return self._machine.scores

    def result(self, habits: Sequence[Sequence[Habit]], trace: list[Taken]) -> Result | None:
        """Who has won, if the game is over; why is not told. The trace gets what was picked since `put`."""
        machine, decisions = self._machine, self._decisions
        for row, option in zip(*machine.trace, strict=True):
            seat, asked = divmod(row, decisions)
            trace.append((habits[seat][asked], option - 1 if option else None, seat))
        return (machine.winners, "", machine.side) if machine.asked is None else None

    def learn(self, trace: Sequence[Taken]) -> None:
        """What these options are worth has changed."""
        values, decisions, known = self._values, self._decisions, self._machine.habits
        for habit, value, _ in trace:
            if value is None or 0 <= value < values - 1:
                option = 0 if value is None else value + 1
                known[(habit.seat * decisions + habit.asked) * values + option] = habit.worth[value]


_played: WeakKeyDictionary[Game, int] = WeakKeyDictionary()
_without: WeakSet[Game] = WeakSet()


def note_playouts(game: Game, number: int) -> None:
    """So many more were played."""
    _played[game] = _played.get(game, 0) + number


def machine_for(game: Game) -> MachinePlayouts | None:
    """What plays playouts on by machine code, if that is there, or worth making. What comes of them is the same."""
    wanted = game.program.native is not None or _played.get(game, 0) >= MACHINE_FROM
    if game.backend == "python" or not wanted or game in _without:
        return None
    try:
        return MachinePlayouts(game)
    except NotNative:
        _without.add(game)
        return None
