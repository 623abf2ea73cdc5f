"""Playouts by machine code, with the operations that a search needs: answer, save and restore positions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from interpreter.engine.native import Batches, prepare
from interpreter.engine.playouts import LONGEST, Playout
from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.language.executable import NIL, NotNative
from interpreter.language.rows import Rows

START = 0
"""Memory slot of the position from which playouts begin."""


class NativePlayouts:
    """A machine with its own memory that plays on from positions of a game. It stands at one position at a time."""

    def __init__(self, rules: Rules, tables: Collection[str] = ()) -> None:
        """Set up playouts. Seats in `tables` are played by their tables, the others at random.

        Raises:
            NotNative: Machine code can't play this game.
        """
        prepare(rules)
        self._rules = rules
        self._machine = rules.program.playouts()
        self._free = list(range(self._machine.places - 1, START, -1))
        self._kept: set[int] = set()
        self._truths = [at for at, value in enumerate(rules.beginning[0]) if isinstance(value, bool)]
        for number, seat in enumerate(rules.seats):
            self._machine.seat(number, seat in tables)

    # -- the current position

    def put(self, state: State) -> None:
        """Load a position that waits for a decision. `state` isn't changed; its card uses and log are ignored.

        Raises:
            NotNative: The state is of another game, or machine code can't represent it.
        """
        if state.constants.program.rulebook is not self._rules.rulebook:
            raise NotNative("the position is one of another game")
        self._machine.put(state)

    def state(self) -> State:
        """Return the current position as a state without a log."""
        self._must_stand()
        state = self._rules.laid_out(0, logged=False)
        self._machine.read(state)
        for at in self._truths:
            state.v[at] = bool(state.v[at])
        return state

    @property
    def asked(self) -> int | None:
        """Number of the current decision; None if the game is over."""
        self._must_stand()
        return self._machine.asked

    @property
    def seat(self) -> int:
        """Number of the seat that must decide."""
        self._must_stand()
        return self._machine.decider

    @property
    def options(self) -> tuple[Any, ...]:
        """Options of the current decision."""
        self._must_stand()
        return tuple(self._machine.options)

    def answer(self, option: int) -> None:
        """Choose an option by its index and run to the next decision.

        Raises:
            IndexError: There is no such option.
            NotNative: Machine code can't continue. The machine then stands at no position.
        """
        if not 0 <= option < len(self.options):
            raise IndexError(f"there is no option {option}")
        if not self._machine.answer(option):
            raise NotNative("machine code has stopped")

    def _must_stand(self) -> None:
        if not self._machine.stands:
            raise NotNative("play stands at no position")

    # -- saved positions

    def keep(self) -> int:
        """Save the current position and return the number by which `restore` finds it.

        Raises:
            NotNative: There is no room.
        """
        self._must_stand()
        if not self._free:
            raise NotNative(f"{len(self._kept)} positions are kept, and there is no room for more")
        if not self._machine.keep(self._free[-1]):
            raise NotNative("the position is too large to be kept")
        kept = self._free.pop()
        self._kept.add(kept)
        return kept

    def restore(self, kept: int) -> None:
        """Return to a saved position, which stays saved. Raises LookupError if there is none under this number."""
        self._check(kept)
        self._machine.restore(kept)

    def forget(self, kept: int) -> None:
        """Free a saved position. Raises LookupError if there is none under this number."""
        self._check(kept)
        self._kept.remove(kept)
        self._free.append(kept)

    def _check(self, kept: int) -> None:
        if kept not in self._kept:
            raise LookupError(f"no position is kept under {kept}")

    # -- playouts

    def play_out(self, seed: int, first: int, count: int, most: int = LONGEST) -> list[Playout | int]:
        """Run playouts `first` to `first + count - 1` (see playouts.play_out) from the current position.

        Each is cut after `most` decisions. Afterwards the machine stands at that position again.

        Returns:
            The playouts; the bare index for each one that machine code stopped.
        """
        self._must_stand()
        if not self._machine.seed(seed):
            raise NotNative("the seed is too long")
        if not self._machine.keep(START):
            raise NotNative("the position is too large to be kept")
        machine = self._machine
        batches = Batches(lambda first, wanted: machine.play_out(START, first, wanted, most), machine.most)
        played: list[Playout | int] = []
        try:
            for found in batches.play(first, count):
                if isinstance(found, int):
                    played.append(found)
                else:
                    played += self._told(found[1])
        finally:
            machine.restore(START)
        return played

    def _told(self, rows: Rows) -> Iterator[Playout]:
        columns, reasons = self._machine.columns, self._machine.reasons
        width = columns.width
        decisions, turns, reason, side, work, won = (
            columns[name].start for name in ("decisions", "turns", "reason", "side", "work", "won")
        )
        winners, scores = columns["winners"], columns["scores"]
        for at in range(0, len(rows.words), width):
            row = rows.words[at : at + width]
            over = row[reason] != NIL
            yield Playout(
                tuple(row[winners.start : winners.start + row[won]]),
                reasons[row[reason]] if over else None,
                None if row[side] == NIL else row[side],
                tuple(row[scores.start : scores.stop]),
                row[decisions],
                row[turns],
                row[work],
            )
