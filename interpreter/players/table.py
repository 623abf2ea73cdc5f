"""A player that follows priority tables.

A table is read from the top. Each row keeps the candidates that meet its condition, or those with the highest or lowest
value; a row that would leave none is skipped, or leads to the way out; what is left at the end is settled at random.
Decisions without a table are answered at random.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from interpreter.engine import narrate
from interpreter.engine.match import Game
from interpreter.engine.state import State
from interpreter.errors import PlayError, Problem, Where
from interpreter.language.tables import ReadyBot, ReadyRow, ReadyTable
from interpreter.players.base import QuickPlayer


class TablePlayer(QuickPlayer):
    """Plays a seat by the tables of the game's bot for it."""

    def __init__(self, game: Game, seat: str, seed: int) -> None:
        """Raises PlayError if the game has no tables for the seat."""
        self._bots = [bot for bot in game.bots if bot.seat in (seat, None)]
        if not self._bots:
            message = f"there are no tables for seat {seat}: `table` can't play it"
            raise PlayError(Problem(Where(game.id), "no-tables", message))
        self.game = game
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
        bot = self._bot(state, state.seat)
        table = None if bot is None else bot.tables.get(state.asked)
        if bot is None or table is None:
            return []
        info = self.game.program.code(False).decisions[state.asked]
        symbols = self.game.program.symbols

        def names(candidates: list[int]) -> str:
            return ", ".join(narrate.option_text(symbols, info, state.options[index], speech) for index in candidates)

        title = table.table.title.get(speech.lang) or table.table.title.get("en", bot.id)
        lines = [f"{title}: {names(self._candidates(state))}"]
        for row, kept in self._steps(state):
            lines.append(f"  {_row_text(row)}: {names(kept)}")
        return lines

    def _bot(self, state: State, seat: int) -> ReadyBot | None:
        """The first of the seat's bots that plays now."""
        for bot in self._bots:
            if bot.when is None or bot.when(state.v, state.z, seat, None):
                return bot
        return None

    def _candidates(self, state: State) -> list[int]:
        """The options by index; to stop is none of them while there is something to do."""
        found = [index for index, value in enumerate(state.options) if value is not None]
        return found or list(range(len(state.options)))

    def _steps(self, state: State) -> Iterator[tuple[ReadyRow, list[int]]]:
        """The rows that decide something, with the candidates that each leaves."""
        seat = state.seat
        bot = self._bot(state, seat)
        table = None if bot is None else bot.tables.get(state.asked)
        if table is None:
            return
        yield from (self._first if table.table.kind == "first" else self._keep)(table, state, seat)

    def _first(self, table: ReadyTable, state: State, seat: int) -> Iterator[tuple[ReadyRow, list[int]]]:
        """The first row that holds and whose option is on offer."""
        for row in table.rows:
            if row.choose in state.options and (row.judge is None or row.judge(state.v, state.z, seat, None)):
                yield row, [list(state.options).index(row.choose)]
                return

    def _keep(self, table: ReadyTable, state: State, seat: int) -> Iterator[tuple[ReadyRow, list[int]]]:
        v, z, options = state.v, state.z, state.options
        candidates = self._candidates(state)
        for row in table.rows:
            if len(candidates) < 2 and row.row.kind != "only":
                continue
            judge = row.judge
            assert judge is not None
            worth: list[Any] = [judge(v, z, seat, options[index]) for index in candidates]
            best: Any = True
            if row.row.kind in ("highest", "lowest"):
                best = (max if row.row.kind == "highest" else min)(worth)
            else:
                worth = [bool(value) for value in worth]
            kept = [index for index, value in zip(candidates, worth, strict=True) if value == best]
            if not kept and row.row.kind == "only" and None in options:
                yield row, [options.index(None)]
                return
            if kept and len(kept) < len(candidates):
                candidates = kept
                yield row, kept


def _row_text(row: ReadyRow) -> str:
    text = "otherwise" if row.row.text is None else str(row.row.text).strip()
    return f"{row.row.kind} {text}" if row.row.kind in ("highest", "lowest", "only") else text
