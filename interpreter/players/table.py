"""A player that follows priority tables.

A table is read from the top. Each row keeps the candidates that meet its condition, or those with the highest or lowest
value; a row that would leave none is skipped, or leads to the way out; what is left at the end is settled at random.
Decisions without a table are answered at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.engine.state import State
from interpreter.errors import PlayError, Problem, Where
from interpreter.language.chance import index
from interpreter.language.ready_tables import ReadyBot, ReadyRow, ReadyTable
from interpreter.matches.match import Game
from interpreter.players.base import QuickPlayer
from interpreter.presentation.questions import option_text
from interpreter.presentation.speech import ENGLISH, Speech

Step = tuple[ReadyRow, list[int]]
"""A row that decides something, and the options, by index, that it leaves."""


class TablePlayer(QuickPlayer):
    """Plays a seat by the tables of the game's bot for it."""

    def __init__(self, game: Game, seat: str) -> None:
        """Raises PlayError if the game has no tables for the seat."""
        self._bots = [bot for bot in game.bots if bot.seat in (seat, None)]
        if not self._bots:
            message = f"there are no tables for seat {seat}: `table` can't play it"
            raise PlayError(Problem(Where(game.id), "no-tables", message))
        self.game = game
        self._seat = game.seats.index(seat)

    def pick(self, state: State, random: int) -> int:
        candidates = self.kept(state)
        return candidates[index(random, len(candidates))]

    def kept(self, state: State, steps: list[Step] | None = None) -> list[int]:
        """The options, by index, that are left when the table has been read to its end. `steps` gets the rows that
        decide something, with the candidates that each leaves.
        """
        candidates = candidates_of(state.options)
        bot = self._bot(state)
        table = None if bot is None else bot.tables.get(state.asked)
        if table is None:
            return candidates
        return (_first if table.table.kind == "first" else _keep)(table, candidates, state, self._seat, steps)

    def explain(self, state: State, speech: Speech = ENGLISH) -> list[str]:
        """Which row keeps which candidates, a line each; empty for a decision without a table."""
        bot = self._bot(state)
        table = None if bot is None else bot.tables.get(state.asked)
        if bot is None or table is None:
            return []
        info = self.game.program.linked_code.decisions[state.asked]
        speaker = self.game.speaker(speech)

        def names(candidates: list[int]) -> str:
            return ", ".join(option_text(speaker, info, state.options[index]) for index in candidates)

        title = table.table.title.get(speech.lang) or table.table.title.get("en", bot.id)
        lines = [f"{title}: {names(candidates_of(state.options))}"]
        steps: list[Step] = []
        self.kept(state, steps)
        for row, kept in steps:
            lines.append(f"  {_row_text(row)}: {names(kept)}")
        return lines

    def _bot(self, state: State) -> ReadyBot | None:
        """The first of the seat's bots that plays now."""
        for bot in self._bots:
            if bot.when is None or bot.when.call(state.v, state.z, self._seat, None):
                return bot
        return None


def candidates_of(options: Sequence[Any]) -> list[int]:
    """The options by index; to stop is none of them while there is something to do."""
    if None not in options or len(options) == 1:
        return list(range(len(options)))
    return [index for index, value in enumerate(options) if value is not None]


def _first(table: ReadyTable, candidates: list[int], state: State, seat: int, steps: list[Step] | None) -> list[int]:
    """What the first row that holds and whose option is on offer takes."""
    options = state.options
    for row in table.rows:
        if row.choose not in options:
            continue
        _note(state, row.asked)
        if row.judge is None or row.judge.call(state.v, state.z, seat, None):
            _note(state, row.decided)
            kept = [list(options).index(row.choose)]
            if steps is not None:
                steps.append((row, kept))
            return kept
    return candidates


def _keep(table: ReadyTable, candidates: list[int], state: State, seat: int, steps: list[Step] | None) -> list[int]:
    """What is left after each row has kept what it wants."""
    v, z, options = state.v, state.z, state.options
    for row in table.rows:
        kind = row.row.kind
        if len(candidates) < 2 and kind != "only":
            continue
        _note(state, row.asked)
        assert row.judge is not None
        judge = row.judge.call
        if kind in ("highest", "lowest"):
            worth = [judge(v, z, seat, options[index]) for index in candidates]
            best = max(worth) if kind == "highest" else min(worth)
            kept = [index for index, value in zip(candidates, worth, strict=True) if value == best]
        else:
            kept = [index for index in candidates if judge(v, z, seat, options[index])]
        way_out = not kept and kind == "only" and None in options
        if way_out:
            kept = [options.index(None)]
        if way_out or 0 < len(kept) < len(candidates):
            _note(state, row.decided)
            if steps is not None:
                steps.append((row, kept))
        if way_out:
            return kept
        candidates = kept or candidates
    return candidates


def _note(state: State, point: int | None) -> None:
    """Note that play has come to a point, if anybody wants to know."""
    if point is not None:
        state.constants.program.code(state.log is not None).reached[point] = 1


def _row_text(row: ReadyRow) -> str:
    text = "otherwise" if row.row.text is None else str(row.row.text).strip()
    return f"{row.row.kind} {text}" if row.row.kind in ("highest", "lowest", "only") else text
