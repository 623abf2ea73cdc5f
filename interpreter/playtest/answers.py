"""Answers of a scenario, given to a match one after the other, with the forced steps between them."""

from __future__ import annotations

from interpreter.errors import PlayError, Problem, RulebookError
from interpreter.language.log import DecisionForced
from interpreter.matches.match import Match
from interpreter.players.table import TablePlayer
from interpreter.playtest.failures import Failure, describe_situation, explain_absence
from interpreter.rulebook.scenarios import BY_TABLE, ScenarioAnswer

TIE_BREAK_WORD = 0
"""Random word with which a table breaks ties in scenarios: it takes the first of the options left."""


class ScenarioAnswers:
    """A match to which a scenario's answers are given.

    An answer may repeat a forced step that was just taken. `repeats_first`: prefer that reading even if the answer is
    also an option.
    """

    def __init__(self, match: Match, repeats_first: bool) -> None:
        self.match = match
        self._repeats_first = repeats_first
        self._log_length = 0
        self._repeated_steps = 0

    @property
    def forced_steps(self) -> list[tuple[str, str]]:
        """Seat and key of each forced step since the last answer."""
        match = self.match
        decisions = match.game.program.code(True).decisions
        log = match.state.log.entries(self._log_length) if match.state.log is not None else []
        return [
            (match.game.seats[entry.seat], match.game.option_key(decisions[entry.decision], entry.value))
            for entry in log
            if isinstance(entry, DecisionForced)
        ]

    def give(self, answer: ScenarioAnswer) -> Failure | None:
        """Give an answer, and return a failure if that is impossible.

        An answer that only repeats a forced step is accepted, either first or last, depending on `repeats_first`.
        """
        ways = [self._try_repeat, self._try_choose] if self._repeats_first else [self._try_choose, self._try_repeat]
        if any(way(answer) for way in ways):
            return None
        match = self.match
        asked = match.decision is not None and match.decision.seat == answer.seat and answer.key != BY_TABLE
        notes = (explain_absence(match, answer.key),) if asked else ()
        return Failure(answer.where, f"{answer.seat} chooses {answer.key}", describe_situation(match), notes)

    def _try_choose(self, answer: ScenarioAnswer) -> bool:
        """Choose the answer if it is an option; return True if it is."""
        match = self.match
        if match.decision is None or match.decision.seat != answer.seat:
            return False
        choice = _table_option(match, answer) if answer.key == BY_TABLE else match.option_index(answer.key)
        if choice is None:
            return False
        self._log_length, self._repeated_steps = match.log_length, 0
        match.choose(choice)
        return True

    def _try_repeat(self, answer: ScenarioAnswer) -> bool:
        """Return True if the answer repeats one of the forced steps that earlier answers haven't repeated."""
        alike = self.match.game.are_alike
        for number, (seat, key) in enumerate(self.forced_steps[self._repeated_steps :], start=self._repeated_steps + 1):
            if seat == answer.seat and (key == answer.key or alike(key, answer.key)):
                self._repeated_steps = number
                return True
        return False


def _table_option(match: Match, answer: ScenarioAnswer) -> int:
    """Return the index of the option that the seat's table takes. Raises RulebookError if it has no tables."""
    try:
        player = TablePlayer(match.game, answer.seat)
    except PlayError as error:
        where, line = answer.key.where, answer.key.excerpt(answer.key.where)
        problem = Problem(
            where, "no-tables", f"there are no tables for seat {answer.seat}", None, line, len(answer.key)
        )
        raise RulebookError(problem) from error
    return player.pick(match.state, TIE_BREAK_WORD)
