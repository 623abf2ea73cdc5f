"""Playouts by machine code, from any position that waits for a decision."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from interpreter.engine.native_games import BatchScheduler, prepare_native
from interpreter.engine.playout import MAX_DECISIONS, Playout
from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.language.execution.executable import NIL, NativeUnavailableError, ResultRows


class NativePlayouts:
    """A machine with its own memory that plays on from positions of a game. It stands at one position at a time."""

    def __init__(self, rules: Rules, tables: Collection[str] = ()) -> None:
        """Set up playouts. Seats in `tables` are played by their tables, the others at random.

        Raises:
            NativeUnavailableError: Machine code can't play this game.
        """
        prepare_native(rules)
        self._rules = rules
        self._machine = rules.program.playout_machine()
        self._bool_cells = [at for at, value in enumerate(rules.beginning[0]) if isinstance(value, bool)]
        for number, seat in enumerate(rules.seats):
            self._machine.set_seat_player(number, seat in tables)

    # -- the current position

    def load_state(self, state: State) -> None:
        """Load a position that waits for a decision. `state` isn't changed; its card uses and log are ignored.

        Raises:
            NativeUnavailableError: The state is of another game, or machine code can't represent it.
        """
        if state.constants.program.rulebook is not self._rules.rulebook:
            raise NativeUnavailableError("the position is one of another game")
        self._machine.set_position(state)

    def current_state(self) -> State:
        """Return the current position as a state without a log."""
        self._require_position()
        state = self._rules.initial_state(0, logged=False)
        self._machine.copy_position(state)
        for at in self._bool_cells:
            state.v[at] = bool(state.v[at])
        return state

    @property
    def decision(self) -> int | None:
        """Number of the current decision; None if the game is over."""
        self._require_position()
        return self._machine.decision_number

    @property
    def seat(self) -> int:
        """Number of the seat that must decide."""
        self._require_position()
        return self._machine.decider

    @property
    def options(self) -> tuple[Any, ...]:
        """Options of the current decision."""
        self._require_position()
        return tuple(self._machine.options)

    def answer(self, option: int) -> None:
        """Choose an option by its index and run to the next decision.

        Raises:
            IndexError: There is no such option.
            NativeUnavailableError: Machine code can't continue. The machine then stands at no position.
        """
        if not 0 <= option < len(self.options):
            raise IndexError(f"there is no option {option}")
        if not self._machine.answer(option):
            raise NativeUnavailableError("machine code has stopped")

    def _require_position(self) -> None:
        if not self._machine.has_position:
            raise NativeUnavailableError("play stands at no position")

    # -- playouts

    def play_out(self, seed: int, first: int, count: int, max_decisions: int = MAX_DECISIONS) -> list[Playout | int]:
        """Run playouts `first` to `first + count - 1` (see `engine.playout.play_out`) from the current position.

        Each is cut after `max_decisions` decisions. Afterwards the machine stands at that position again.

        Returns:
            The playouts; the bare index for each one that machine code stopped.
        """
        self._require_position()
        if not self._machine.set_seed(seed):
            raise NativeUnavailableError("the seed is too long")
        if not self._machine.keep_position():
            raise NativeUnavailableError("the position is too large to be kept")
        machine = self._machine
        batches = BatchScheduler(lambda first, wanted: machine.play_out(first, wanted, max_decisions), machine.most)
        played: list[Playout | int] = []
        try:
            for found in batches.play(first, count):
                if isinstance(found, int):
                    played.append(found)
                else:
                    played += self._read_playouts(found[1])
        finally:
            machine.restore_position()
        return played

    def _read_playouts(self, rows: ResultRows) -> Iterator[Playout]:
        columns, reasons = self._machine.columns, self._machine.reasons
        width = columns.width
        decisions, turns, reason, side, work, won = (
            columns[name].start for name in ("decisions", "turns", "reason", "side", "work", "won")
        )
        winners, scores = columns["winners"], columns["scores"]
        for at in range(0, len(rows.words), width):
            row = rows.words[at : at + width]
            is_over = row[reason] != NIL
            yield Playout(
                tuple(row[winners.start : winners.start + row[won]]),
                reasons[row[reason]] if is_over else None,
                None if row[side] == NIL else row[side],
                tuple(row[scores.start : scores.stop]),
                row[decisions],
                row[turns],
                row[work],
            )
