"""A player that follows priority tables.

A table is read from the top. Each row keeps the candidates that meet its condition, or those with the highest or lowest
value; a row that would leave none is skipped; what is left at the end is settled at random. Decisions without a table
are answered at random.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from interpreter.engine import narrate
from interpreter.engine.match import Game
from interpreter.engine.state import State
from interpreter.errors import PlayError, Problem, Where
from interpreter.language.tables import ReadyRow, ReadyTable


class TablePlayer:
    """Plays a seat by the tables of the game's bot for it."""

    def __init__(self, game: Game, seat: str, seed: int) -> None:
        """Raises PlayError if the game has no tables for the seat."""
        bot = next((bot for bot in game.bots if bot.seat in (seat, None)), None)
        if bot is None:
            message = f"there are no tables for seat {seat}: `table` can't play it"
            raise PlayError(Problem(Where(game.id), "no-tables", message))
        self.game = game
        self.bot = bot
        self._random = Random(seed)

    def pick(self, state: State) -> int:
        candidates = self.kept(state)
        return candidates[int(self._random.random() * len(candidates))]

    def kept(self, state: State) -> list[int]:
        """The options, by index, that are left when the table has been read to its end."""
        candidates = self._candidates(state)
        for _, kept in self._steps(state):
            candidates = kept
        return candidates

    def explain(self, state: State, speech: narrate.Speech = narrate.ENGLISH) -> list[str]:
        """Which row keeps which candidates, a line each; empty for a decision without a table."""
        table = self.bot.tables.get(state.asked)
        if table is None:
            return []
        info = self.game.program.code(False).decisions[state.asked]
        symbols = self.game.program.symbols

        def names(candidates: list[int]) -> str:
            return ", ".join(narrate.option_text(symbols, info, state.options[index], speech) for index in candidates)

        title = table.table.title.get(speech.lang) or table.table.title.get("en", self.bot.id)
        lines = [f"{title}: {names(self._candidates(state))}"]
        for row, kept in self._steps(state):
            lines.append(f"  {_row_text(row)}: {names(kept)}")
        return lines

    def _candidates(self, state: State) -> list[int]:
        """The options by index; to stop is none of them while there is something to do."""
        found = [index for index, value in enumerate(state.options) if value is not None]
        return found or list(range(len(state.options)))

    def _steps(self, state: State) -> Iterator[tuple[ReadyRow, list[int]]]:
        """The rows that decide something, with the candidates that each leaves."""
        table = self.bot.tables.get(state.asked)
        if table is None:
            return
        candidates = self._candidates(state)
        narrow = self._first if table.table.kind == "first" else self._keep
        yield from narrow(table, state, candidates)

    def _first(self, table: ReadyTable, state: State, candidates: list[int]) -> Iterator[tuple[ReadyRow, list[int]]]:
        """The first row that holds and whose option is on offer."""
        for row in table.rows:
            if row.choose in state.options and self._judged(row, state, None) is not False:
                yield row, [list(state.options).index(row.choose)]
                return

    def _keep(self, table: ReadyTable, state: State, candidates: list[int]) -> Iterator[tuple[ReadyRow, list[int]]]:
        for row in table.rows:
            if len(candidates) < 2:
                return
            worth = [self._judged(row, state, state.options[index]) for index in candidates]
            best = {"that": True, "highest": max(worth), "lowest": min(worth)}[row.row.kind]
            kept = [index for index, value in zip(candidates, worth, strict=True) if value == best]
            if kept and len(kept) < len(candidates):
                candidates = kept
                yield row, kept

    def _judged(self, row: ReadyRow, state: State, value: Any) -> Any:
        if row.judge is None:
            return True
        judged = row.judge(state.v, state.z, state.seat, value)
        return bool(judged) if row.row.kind in ("that", "when") else judged


def _row_text(row: ReadyRow) -> str:
    text = "otherwise" if row.row.text is None else str(row.row.text).strip()
    return f"{row.row.kind} {text}" if row.row.kind in ("highest", "lowest") else text
