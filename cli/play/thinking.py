"""Searches in a match at the terminal: with time limits, on several cores, and while a person thinks.

Their progress on the terminal, and their evaluations of options as text.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from time import perf_counter
from types import TracebackType
from typing import Self

from cli.text.output import ERASE_LINE
from cli.text.words import TerminalMessages
from interpreter.matches import Match
from interpreter.players import (
    ActionStats,
    Budget,
    GameClock,
    Player,
    PonderPool,
    ProgressShare,
    SearchPlayer,
    expected_decisions,
    make_player,
)
from interpreter.rulebook import HUMAN
from interpreter.support import printable

HINT_BUDGET = Budget(seconds=1.0, min_playouts=200)
"""Time for a hint, and its minimum number of playouts."""
PONDER_FACTOR, MAX_PONDER_SECONDS = 10, 60.0
"""Limits on searching while a person thinks: a multiple of the time for an own decision, and a maximum in seconds."""


class TimedSearches:
    """The searches of a match that have time budgets.

    Searches with a number of playouts are left to their players, so that they are reproducible with the same seed.
    """

    def __init__(self, match: Match, players: dict[str, str], has_hints: bool, can_ponder: bool) -> None:
        """Prepare the searches. `has_hints`: hints will be requested; `can_ponder`: search while a person thinks."""
        self._budgets: dict[str, Budget] = {}
        for seat, name in players.items():
            player = None if name == HUMAN else make_player(name, match.game, seat)
            if isinstance(player, SearchPlayer) and player.budget.is_timed:
                self._budgets[seat] = player.budget
        self._clocks: dict[str, GameClock] = {}
        self._match = match
        longest = max((budget.decision_seconds for budget in self._budgets.values()), default=0.0)
        self._ponder_seconds = min(MAX_PONDER_SECONDS, PONDER_FACTOR * longest) if can_ponder else 0.0
        self._minds = PonderPool(match)
        self._has_hints = has_hints

    def make_ready(self) -> None:
        """Prepare the searches that will be needed, before the first decision."""
        if self._has_hints or self._budgets:
            self._minds.prepare()

    def player(self, seat: str, name: str) -> Player | str:
        """Return the player for a seat that decides now."""
        if seat not in self._budgets:
            return name
        budget = self._budgets[seat]
        player = self._minds.player(budget)
        if budget.game_seconds is not None:
            if seat not in self._clocks:
                self._clocks[seat] = GameClock(budget.game_seconds, expected_decisions(self._match.game, seat))
            player.clock = self._clocks[seat]
        return player

    def prepare_hint_search(self, progress: ProgressShare) -> SearchPlayer:
        """Return the search that gives a hint to the person who decides now."""
        self._minds.prepare()
        return self._minds.player(HINT_BUDGET, progress, replies=True)

    def compute_ponder_deadline(self) -> float:
        """Return the time until which others may search during the decision that begins now."""
        return perf_counter() + self._ponder_seconds

    def ponder(self, until: float) -> None:
        """Search for the other seats until that time or the next decision."""
        if perf_counter() < until:
            self._minds.ponder(self._budgets, until)

    def close(self) -> None:
        """Stop all searches."""
        self._minds.close()


MAX_OPTIONS = 5
MIN_PLAYOUTS = 30
"""Minimum number of playouts of an option for which a reply to it is shown."""
Z_95 = 1.96
"""Standard errors of a 95 % confidence interval."""


def format_evaluations(
    thoughts: Sequence[ActionStats],
    named: Callable[[int], str],
    messages: TerminalMessages,
    after: Mapping[int, str] | None = None,
) -> list[str]:
    """List the best options, each with the number of playouts that tried it, or with a proven result.

    Shares of wins are not shown, because they are no chances to win: playouts are played worse than matches.
    Options that don't differ significantly from the first are marked. `after`: replies, by the index of the option.
    """
    lines = []
    total = sum(thought.playouts for thought in thoughts)
    for thought in thoughts[:MAX_OPTIONS]:
        text = _format_evaluation(thought, total, named(thought.index), messages)
        if thought is not thoughts[0] and not is_different(thoughts[0], thought):
            text += f" ({messages.format('too_close')})"
        lines.append(f"    {text}")
        if after and thought.index in after and thought.playouts >= MIN_PLAYOUTS:
            lines.append(f"        {after[thought.index]}")
    return lines


def _format_evaluation(thought: ActionStats, total: int, what: str, words: TerminalMessages) -> str:
    if thought.proof:
        return words.format(f"thought_{thought.proof.name.lower()}", what=what)
    return words.format("thought", what=what, playouts=thought.playouts, total=total)


def is_different(one: ActionStats, other: ActionStats) -> bool:
    """Return True if two options differ significantly at 95 % (Agresti and Caffo 2000), or one result is proven."""
    if one.proof or other.proof:
        return True
    counts = [(thought.win_share * thought.playouts + 1, thought.playouts + 2) for thought in (one, other)]
    shares = [won / of for won, of in counts]
    error = sqrt(sum(share * (1 - share) / of for share, (_, of) in zip(shares, counts, strict=True)))
    return abs(shares[0] - shares[1]) > Z_95 * error


class SearchProgress:
    """A progress line for a player's search on a terminal; elsewhere nothing is shown.

    Use it in a `with` block; the line is removed at its end.
    """

    def __init__(self, messages: TerminalMessages, name: str) -> None:
        self._messages = messages
        self._name = printable(name)
        self._percent: int | None = None
        self._is_terminal = sys.stdout is not None and sys.stdout.isatty()

    def __enter__(self) -> Self:
        return self

    def __call__(self, share: float) -> None:
        """Show the share of the search that is done, from 0 to 1."""
        percent = int(share * 100)
        if self._is_terminal and percent != self._percent:
            self._percent = percent
            self._draw(self._messages.format("thinking", seat=self._name, percent=percent))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._percent is not None:
            self._draw("")

    def _draw(self, text: str) -> None:
        sys.stdout.write(ERASE_LINE + text)
        sys.stdout.flush()
