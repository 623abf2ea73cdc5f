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
from interpreter.language.chance import draw_index
from interpreter.language.execution.ready_tables import CardDependencies, CompiledBot, CompiledRow, CompiledTable
from interpreter.matches.match import Game
from interpreter.players.base import QuickPlayer
from interpreter.presentation.questions import option_text
from interpreter.presentation.speech import ENGLISH, MessageCatalog
from interpreter.support.errors import Location, PlayError, Problem

DecidingRow = tuple[CompiledRow, list[int]]
"""A row that narrows the choice, and the options, by index, that it leaves."""


@dataclass(frozen=True, slots=True)
class TableExplanation:
    """Explanation of a table's answer. `is_complete`: True if nothing is withheld."""

    lines: list[str]
    is_complete: bool


class TablePlayer(QuickPlayer):
    """A player that follows the tables of the game's bot for its seat."""

    def __init__(self, game: Game, seat: str) -> None:
        """Find the seat's bots. Raises PlayError if the game has no tables for the seat."""
        self._bots = [bot for bot in game.bots if bot.seat in (seat, None)]
        if not self._bots:
            message = f"there are no tables for seat {seat}: `table` can't play it"
            raise PlayError(Problem(Location(game.id), "no-tables", message))
        self.game = game
        self._seat = game.seats.index(seat)

    def pick(self, state: State, random: int) -> int:
        """Return the index of an option drawn from those that the table leaves."""
        candidates = self.remaining_options(state)
        return candidates[draw_index(random, len(candidates))]

    def remaining_options(self, state: State, steps: list[DecidingRow] | None = None) -> list[int]:
        """Return the options, by index, that are left at the end of the table.

        `steps` receives the rows that narrow the choice, with the candidates that each leaves.
        """
        candidates = candidate_indices(state.options)
        bot = self._active_bot(state)
        table = None if bot is None else bot.tables.get(state.decision)
        if table is None:
            return candidates
        return (_first_matching if table.table.kind == "first" else _filter_candidates)(
            table, candidates, state, self._seat, steps
        )

    def explain(self, state: State, speech: MessageCatalog = ENGLISH) -> list[str]:
        """Return the candidates that each row keeps, one line for each row; empty for a decision without a table."""
        bot = self._active_bot(state)
        table = None if bot is None else bot.tables.get(state.decision)
        if bot is None or table is None:
            return []
        steps: list[DecidingRow] = []
        self.remaining_options(state, steps)
        return self._explanation_lines(table, steps, state, speech)

    def explain_for(self, seats: Collection[int], state: State, speech: MessageCatalog = ENGLISH) -> TableExplanation:
        """Return the explanation as far as it depends on no card that one of these seats does not know."""

        def is_hidden(looks: CardDependencies) -> bool:
            return not all(_knows_dependencies(seat, looks, state, self._seat) for seat in seats)

        for at, bot in enumerate(self._bots):
            if is_hidden(bot.dependencies):
                return TableExplanation([], not any(state.decision in other.tables for other in self._bots[at:]))
            if bot.condition is None or bot.condition.call(state, state.v, state.z, self._seat, None):
                break
        else:
            return TableExplanation([], True)
        table = bot.tables.get(state.decision)
        if table is None:
            return TableExplanation([], True)
        info = self.game.program.linked_code.decisions[state.decision]
        offered = [card for card in state.options if card is not None] if info.type.kind == "card" else []
        if is_hidden(table.dependencies) or not all(_knows_cards(seat, offered, state) for seat in seats):
            return TableExplanation([], False)
        read = _first_matching if table.table.kind == "first" else _filter_candidates
        candidates = candidate_indices(state.options)
        for at, row in enumerate(table.rows):
            if is_hidden(row.dependencies):
                steps: list[DecidingRow] = []
                left = read(replace(table, rows=table.rows[:at]), candidates, state, self._seat, steps)
                if _is_evaluated(row, left, steps, state):
                    return TableExplanation(self._explanation_lines(table, steps, state, speech), False)
        return TableExplanation(self.explain(state, speech), True)

    def _explanation_lines(
        self, table: CompiledTable, steps: list[DecidingRow], state: State, speech: MessageCatalog
    ) -> list[str]:
        info = self.game.program.linked_code.decisions[state.decision]
        speaker = self.game.speaker(speech)

        def names(candidates: list[int]) -> str:
            return ", ".join(option_text(speaker, info, state.options[index]) for index in candidates)

        title = speaker.names.title_of_table(table.table.title)
        lines = [f"{title}: {names(candidate_indices(state.options))}"]
        return lines + [f"  {_describe_row(row)}: {names(kept)}" for row, kept in steps]

    def _active_bot(self, state: State) -> CompiledBot | None:
        """Return the first of the seat's bots whose condition is met, or None."""
        for bot in self._bots:
            if bot.condition is None or bot.condition.call(state, state.v, state.z, self._seat, None):
                return bot
        return None


def _knows_dependencies(seat: int, looks: CardDependencies, state: State, deciding_seat: int) -> bool:
    """Return True if a seat knows all cards on which a question of the seat `deciding_seat` depends."""
    zones = (
        range(len(state.z)) if looks.any_zone else [*looks.zones, *(first + deciding_seat for first in looks.own_zones)]
    )
    cards = [card for zone in zones for card in state.z[zone]]
    for slot in looks.slots:
        kept = state.stack[-1][slot]
        cards += kept if isinstance(kept, list | tuple) else () if kept is None else (kept,)
    return not looks.reads_secret and _knows_cards(seat, cards, state)


def _knows_cards(seat: int, cards: Sequence[int], state: State) -> bool:
    known, sees = state.constants.known, 1 << seat
    return all(state.v[known + card] & sees for card in cards)


def _is_evaluated(row: CompiledRow, left: list[int], steps: list[DecidingRow], state: State) -> bool:
    """Return True if a row is still evaluated after the rows before it have left these candidates."""
    if row.row.kind in ("that", "only", "highest", "lowest"):
        return len(left) > 1 or row.row.kind == "only"
    return not steps and row.choose in state.options


def candidate_indices(options: Sequence[Any]) -> list[int]:
    """Return the options by index; stopping is a candidate only if it is the only option."""
    if None not in options or len(options) == 1:
        return list(range(len(options)))
    return [index for index, value in enumerate(options) if value is not None]


def _first_matching(
    table: CompiledTable, candidates: list[int], state: State, seat: int, steps: list[DecidingRow] | None
) -> list[int]:
    """Return the option of the first row whose condition is met, or all candidates if there is no such row."""
    options = state.options
    for row in table.rows:
        if row.choose not in options:
            continue
        _mark_reached(state, row.asked_point)
        if row.evaluator is None or row.evaluator.call(state, state.v, state.z, seat, None):
            _mark_reached(state, row.decided_point)
            kept = [list(options).index(row.choose)]
            if steps is not None:
                steps.append((row, kept))
            return kept
    return candidates


def _filter_candidates(
    table: CompiledTable, candidates: list[int], state: State, seat: int, steps: list[DecidingRow] | None
) -> list[int]:
    """Return the candidates left after all rows."""
    v, z, options = state.v, state.z, state.options
    for row in table.rows:
        kind = row.row.kind
        if len(candidates) < 2 and kind != "only":
            continue
        _mark_reached(state, row.asked_point)
        assert row.evaluator is not None
        judge = row.evaluator.call
        if kind in ("highest", "lowest"):
            worth = [judge(state, v, z, seat, options[index]) for index in candidates]
            best = max(worth) if kind == "highest" else min(worth)
            kept = [index for index, value in zip(candidates, worth, strict=True) if value == best]
        else:
            kept = [index for index in candidates if judge(state, v, z, seat, options[index])]
        way_out = not kept and kind == "only" and None in options
        if way_out:
            kept = [options.index(None)]
        if way_out or 0 < len(kept) < len(candidates):
            _mark_reached(state, row.decided_point)
            if steps is not None:
                steps.append((row, kept))
        if way_out:
            return kept
        candidates = kept or candidates
    return candidates


def _mark_reached(state: State, point: int | None) -> None:
    """Mark a coverage point as reached, if the row has one."""
    if point is not None:
        state.constants.program.code(state.log is not None).reached[point] = 1


def _describe_row(row: CompiledRow) -> str:
    text = "otherwise" if row.row.text is None else str(row.row.text).strip()
    return f"{row.row.kind} {text}" if row.row.kind in ("highest", "lowest", "only") else text
