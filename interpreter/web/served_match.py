"""A match that is served: what each viewer may see of it, and what they may do. It knows nothing of a network.

Each position has a number, which only grows. Whoever acts gives the number of the position that they saw; an act on
another position changes nothing, and its answer is the current view.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.matches.human_play import HumanPlay
from interpreter.matches.match import Match
from interpreter.matches.takeback import takeback_steps
from interpreter.players.lineup import HUMAN
from interpreter.players.playing import seat_for_decision
from interpreter.presentation.speech import ENGLISH, MessageCatalog
from interpreter.support.errors import CahierError


@dataclass(frozen=True, slots=True)
class ActResult:
    """Result of an act.

    Attributes:
        has_changed: True if the position changed, so that everybody needs the new view.
        notice: The reason why nothing changed, as a sentence; empty if something did.
    """

    has_changed: bool
    notice: str = ""


class ServedMatch:
    """One match with its viewers: seats, and spectators as None."""

    def __init__(
        self,
        match: Match,
        players: Mapping[str, str],
        speech: MessageCatalog = ENGLISH,
        save: Callable[[], None] = lambda: None,
        human_play: HumanPlay | None = None,
    ) -> None:
        """Serve a match.

        Args:
            match: The match.
            players: Name of each seat's player; HUMAN for people.
            speech: Language of the pages.
            save: Called after each change.
            human_play: Log of how people play the match; None for a new one.
        """
        self.match = match
        self.players = dict(players)
        self.people = [seat for seat, player in players.items() if player == HUMAN]
        self._speech = speech
        self._save = save
        self._human_play = human_play or HumanPlay(match, self.people)
        self._pages = Counter[str | None]()
        self._number = time.time_ns() // 1_000_000
        self._thinking = False

    @property
    def number(self) -> int:
        """Number of the position."""
        return self._number

    def connect(self, seat: str | None) -> None:
        """Count a page of a viewer. The time of a decision runs while a page of its seat is open."""
        self._pages[seat] += 1
        self._run_clock()

    def disconnect(self, seat: str | None) -> None:
        """Count a page of a viewer no more."""
        self._pages[seat] -= 1
        self._run_clock()

    def _run_clock(self) -> None:
        decision = self.match.decision
        if decision is not None and self._pages[decision.seat] > 0:
            self._human_play.ask()
        else:
            self._human_play.pause()

    def page(self, seat: str | None) -> dict[str, Any]:
        """Return everything that a viewer's page shows, as plain data."""
        match = self.match
        return {
            "kind": "view",
            "number": self._number,
            "view": match.board(seat, self._speech).to_json(),
            "log": [event.to_json() for event in match.told(seat, self._speech)],
            "can_undo": seat in self.people and self._find_takeback(seat)[0] > 0,
            "players": self.players,
        }

    def past_page(self, seat: str | None, decisions: int) -> dict[str, Any]:
        """Return an earlier position as a viewer saw it, after so many decisions."""
        board = self.match.at(decisions).board(seat, self._speech)
        return {"kind": "past", "decisions": decisions, "view": board.to_json()}

    def answer(self, seat: str | None, key: str, number: int) -> ActResult:
        """Make a seat's decision."""
        decision = self.match.decision
        if decision is None:
            return ActResult(False, "The match is over.")
        if number != self._number:
            return ActResult(False, "The position has changed since: this is the current one.")
        if seat != decision.seat or seat not in self.people:
            return ActResult(False, "It isn't your decision.")
        if key not in [option.key for option in decision.options]:
            return ActResult(False, "This can't be chosen now.")
        return self._choose(key)

    def undo(self, seat: str | None, number: int) -> ActResult:
        """Take back a seat's last decision, if nothing was revealed or decided by another person since."""
        if number != self._number:
            return ActResult(False, "The position has changed since: this is the current one.")
        if seat not in self.people or self._thinking:
            return ActResult(False, "Nothing can be taken back now.")
        steps, why = self._find_takeback(seat)
        if not steps:
            return ActResult(False, f"You can't take this back: {why}.")
        assert seat is not None
        self._human_play.take_back(seat, steps)
        self._changed()
        return ActResult(True)

    def waits_for_program(self) -> bool:
        """Return True if the program decides next."""
        decision = self.match.decision
        return decision is not None and decision.seat not in self.people

    def think_for_program(self) -> int | str:
        """Return the index of the option that the program takes, or the reason why its player fails.

        It may take long, and changes nothing; meanwhile nobody can take anything back.
        """
        decision = self.match.decision
        assert decision is not None
        self._thinking = True
        try:
            return seat_for_decision(self.match, self.players[decision.seat]).answer(self.match)
        except CahierError as error:
            return f"The player of this seat failed: {error.message}"
        finally:
            self._thinking = False

    def choose_for_program(self, index: int) -> ActResult:
        """Make the program's decision."""
        return self._choose(index)

    def _choose(self, choice: str | int) -> ActResult:
        try:
            self._human_play.choose(choice)
        except CahierError as error:  # the rules fail there, and nothing has changed
            return ActResult(False, f"The rules fail there: {error.message}")
        self._changed()
        return ActResult(True)

    def _changed(self) -> None:
        self._number += 1
        self._run_clock()
        self._save()

    def _find_takeback(self, seat: str | None) -> tuple[int, str]:
        """Return the number of choices that a seat may take back, or 0 and the reason."""
        try:
            return takeback_steps(self.match, str(seat), self.people), ""
        except CahierError as error:
            return 0, error.message
