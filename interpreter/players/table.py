"""A player that follows priority tables.

A table is read from the top. Each row keeps the candidates that meet its condition, or those with the highest or lowest
value. A row that would leave none is skipped, or leads to the way out. Candidates left at the end are drawn at random,
and so are decisions without a table.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from interpreter.engine.state import State
from interpreter.errors import PlayError, Problem, Where
from interpreter.language.chance import index
from interpreter.language.ready_tables import CardLooks, ReadyBot, ReadyRow, ReadyTable
from interpreter.matches.match import Game
from interpreter.players.base import QuickPlayer
from interpreter.presentation.questions import option_text
from interpreter.presentation.speech import ENGLISH, Speech

Step = tuple[ReadyRow, list[int]]
"""A row that narrows the choice, and the options, by index, that it leaves."""


@dataclass(frozen=True, slots=True)
class Explained:
    """Explanation of a table's answer. `whole`: True if nothing is withheld."""

    lines: list[str]
    whole: bool


class TablePlayer(QuickPlayer):
    """A player that follows the tables of the game's bot for its seat."""

    def __init__(self, game: Game, seat: str) -> None:
        """Find the seat's bots. Raises PlayError if the game has no tables for the seat."""
        self._bots = [bot for bot in game.bots if bot.seat in (seat, None)]
        if not self._bots:
            message = f"there are no tables for seat {seat}: `table` can't play it"
            raise PlayError(Problem(Where(game.id), "no-tables", message))
        self.game = game
        self._seat = game.seats.index(seat)

    def pick(self, state: State, random: int) -> int:
        """Return the index of an option drawn from those that the table leaves."""
        candidates = self.kept(state)
        return candidates[index(random, len(candidates))]

    def kept(self, state: State, steps: list[Step] | None = None) -> list[int]:
        """Return the options, by index, that are left at the end of the table.

        `steps` receives the rows that narrow the choice, with the candidates that each leaves.
        """
        candidates = candidates_of(state.options)
        bot = self._bot(state)
        table = None if bot is None else bot.tables.get(state.asked)
        if table is None:
            return candidates
        return (_first if table.table.kind == "first" else _keep)(table, candidates, state, self._seat, steps)

    def explain(self, state: State, speech: Speech = ENGLISH) -> list[str]:
        """Return the candidates that each row keeps, one line for each row; empty for a decision without a table."""
        bot = self._bot(state)
        table = None if bot is None else bot.tables.get(state.asked)
        if bot is None or table is None:
            return []
        steps: list[Step] = []
        self.kept(state, steps)
        return self._lines(bot, table, steps, state, speech)

    def explain_to(self, seats: Collection[int], state: State, speech: Speech = ENGLISH) -> Explained:
        """Return the explanation as far as it depends on no card that one of these seats does not know."""

        def is_hidden(looks: CardLooks) -> bool:
            return not all(_knows(seat, looks, state, self._seat) for seat in seats)

        for at, bot in enumerate(self._bots):
            if is_hidden(bot.looks):
                return Explained([], not any(state.asked in other.tables for other in self._bots[at:]))
            if bot.when is None or bot.when.call(state.v, state.z, self._seat, None):
                break
        else:
            return Explained([], True)
        table = bot.tables.get(state.asked)
        if table is None:
            return Explained([], True)
        info = self.game.program.linked_code.decisions[state.asked]
        offered = [card for card in state.options if card is not None] if info.type.kind == "card" else []
        if is_hidden(table.looks) or not all(_knows_cards(seat, offered, state) for seat in seats):
            return Explained([], False)
        read = _first if table.table.kind == "first" else _keep
        candidates = candidates_of(state.options)
        for at, row in enumerate(table.rows):
            if is_hidden(row.looks):
                steps: list[Step] = []
                left = read(replace(table, rows=table.rows[:at]), candidates, state, self._seat, steps)
                if _is_asked(row, left, steps, state):
                    return Explained(self._lines(bot, table, steps, state, speech), False)
        return Explained(self.explain(state, speech), True)

    def _lines(self, bot: ReadyBot, table: ReadyTable, steps: list[Step], state: State, speech: Speech) -> list[str]:
        info = self.game.program.linked_code.decisions[state.asked]
        speaker = self.game.speaker(speech)

        def names(candidates: list[int]) -> str:
            return ", ".join(option_text(speaker, info, state.options[index]) for index in candidates)

        title = table.table.title.get(speech.lang) or table.table.title.get("en", bot.id)
        lines = [f"{title}: {names(candidates_of(state.options))}"]
        return lines + [f"  {_row_text(row)}: {names(kept)}" for row, kept in steps]

    def _bot(self, state: State) -> ReadyBot | None:
        """Return the first of the seat's bots whose condition is met, or None."""
        for bot in self._bots:
            if bot.when is None or bot.when.call(state.v, state.z, self._seat, None):
                return bot
        return None


def _knows(seat: int, looks: CardLooks, state: State, you: int) -> bool:
    """Return True if a seat knows all cards on which a question of the seat `you` depends."""
    zones = range(len(state.z)) if looks.anywhere else [*looks.zones, *(first + you for first in looks.own)]
    cards = [card for zone in zones for card in state.z[zone]]
    for slot in looks.slots:
        kept = state.stack[-1][slot]
        cards += kept if isinstance(kept, list | tuple) else () if kept is None else (kept,)
    return not looks.secret and _knows_cards(seat, cards, state)


def _knows_cards(seat: int, cards: Sequence[int], state: State) -> bool:
    known, sees = state.constants.known, 1 << seat
    return all(state.v[known + card] & sees for card in cards)


def _is_asked(row: ReadyRow, left: list[int], steps: list[Step], state: State) -> bool:
    """Return True if a row is still evaluated after the rows before it have left these candidates."""
    if row.row.kind in ("that", "only", "highest", "lowest"):
        return len(left) > 1 or row.row.kind == "only"
    return not steps and row.choose in state.options


def candidates_of(options: Sequence[Any]) -> list[int]:
    """Return the options by index; stopping is a candidate only if it is the only option."""
    if None not in options or len(options) == 1:
        return list(range(len(options)))
    return [index for index, value in enumerate(options) if value is not None]


def _first(table: ReadyTable, candidates: list[int], state: State, seat: int, steps: list[Step] | None) -> list[int]:
    """Return the option of the first row whose condition is met, or all candidates if there is no such row."""
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
    """Return the candidates left after all rows."""
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
    """Mark a coverage point as reached, if the row has one."""
    if point is not None:
        state.constants.program.code(state.log is not None).reached[point] = 1


def _row_text(row: ReadyRow) -> str:
    text = "otherwise" if row.row.text is None else str(row.row.text).strip()
    return f"{row.row.kind} {text}" if row.row.kind in ("highest", "lowest", "only") else text
