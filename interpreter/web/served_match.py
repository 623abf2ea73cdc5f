"""A match that is served: what each viewer may see of it, and what they may do. It knows nothing of a network.

Each position has a number, which only grows. Whoever acts gives the number of the position that they saw; an act on
another position changes nothing, and its answer is the current view.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from interpreter.matches.human_play import HumanPlay
from interpreter.matches.match import Match
from interpreter.matches.takeback import has_secrets, takeback_steps
from interpreter.players.playing import SeatedPlayer, seat_for_decision
from interpreter.players.search.game_clock import GameClock
from interpreter.players.search.growth import ProgressShare
from interpreter.players.search.search_player import SearchPlayer
from interpreter.presentation.speech import ENGLISH, MessageCatalog
from interpreter.rulebook.board_picture import load_picture
from interpreter.rulebook.player_names import HUMAN
from interpreter.support.errors import CahierError, PlayError
from interpreter.support.halt import Halt
from interpreter.web.told_log import ToldLog, to_json_text


class RuleEdits(Protocol):
    """Edits of the rules while a match is served."""

    def wait(self) -> Callable[[ServedMatch], ServedMatch] | None:
        """Wait a moment for an edit, in a thread of its own; return the function that takes it into the match.

        The function returns the match that is served from then on: another one, or the same if the edit has mistakes.
        """


class Adviser(Protocol):
    """Adviser of the people in a match; texts are in the language of the pages."""

    def hint(self, match: Match, progress: ProgressShare) -> list[str]:
        """Return a search's advice for the decision of a match, which is a copy; `progress` may stop it."""

    def record(self, seated: SeatedPlayer) -> None:
        """Record the explanation of a program's decision, before its choice is made."""

    def drop_undone(self) -> None:
        """Drop the explanations of choices that have been undone."""

    def explain(self, seat: str) -> list[str]:
        """Return the events since a seat's last decision, with explanations; nothing if nothing can be explained."""


class HintStoppedError(Halt):
    """A hint isn't wanted any more."""


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
        adviser: Adviser | None = None,
    ) -> None:
        """Serve a match.

        Args:
            match: The match.
            players: Name of each seat's player; HUMAN for people.
            speech: Language of the pages.
            save: Called after each change.
            human_play: Log of how people play the match; None for a new one.
            adviser: Adviser of people; None if they get no hints and explanations.
        """
        self.match = match
        self.players = dict(players)
        self.people = [seat for seat, player in players.items() if player == HUMAN]
        self._speech = speech
        self._save = save
        self._human_play = human_play or HumanPlay(match, self.people)
        self._adviser = adviser
        self._log = ToldLog(match, speech)
        self._pages = Counter[str | None]()
        self._number = self._asked_since = time.time_ns() // 1_000_000
        self._thinking = False
        self._search_clocks: dict[str, GameClock] = {}
        self._made: dict[tuple[str | None, bool], tuple[dict[str, Any], str]] = {}
        self._made_for = 0
        self._rules_mistake = self._rules_change = ""

    def report_mistake(self, place: str, message: str) -> None:
        """Tell all viewers of a mistake in the edited rules, until it is mended."""
        self._rules_mistake = self._speech.say("served_rules_wrong", place=place, message=message)

    def clear_mistake(self) -> None:
        """Tell of no mistake in the edited rules any more."""
        self._rules_mistake = ""

    def continue_from(self, earlier: ServedMatch) -> None:
        """Take over the viewers of a match that was replayed by edited rules, and tell them how far that was possible.

        Nobody may answer positions of the earlier match any more.
        """
        self._number = self._asked_since = earlier.number + 1
        self._pages = earlier._pages
        made, count = self.match.decisions, earlier.match.decisions
        self._rules_change = self._speech.say("served_rules_changed", made=made, count=count)
        self._run_clock()

    @cached_property
    def picture(self) -> tuple[bytes, str] | None:
        """Picture of the board and its type, if there is one. It is read and checked once."""
        return load_picture(self.match.game.rulebook)

    @property
    def number(self) -> int:
        """Number of the position."""
        return self._number

    def words(self) -> dict[str, Any]:
        """Return the pages' own words in the language of the match, as plain data."""
        return {"kind": "words", "words": self._speech.words_of_pages()}

    def connect(self, seat: str | None) -> None:
        """Count a page of a viewer. The time of a decision runs while a page of its seat is open."""
        self._pages[seat] += 1
        self._run_clock()

    def disconnect(self, seat: str | None) -> None:
        """Count a page of a viewer no more."""
        self._pages[seat] -= 1
        self._run_clock()

    def _run_clock(self) -> None:
        if any(self._pages[seat] > 0 for seat in self.match.deciders):
            self._human_play.ask()
        else:
            self._human_play.pause()

    def page(self, seat: str | None) -> dict[str, Any]:
        """Return everything that a viewer's page shows, as plain data.

        A seat that the edited rules no longer have sees what spectators see.
        """
        notice = {"notice": self._notice} if self._notice else {}
        return self._page_without_log(seat) | {"log": self._log.events(self._existing(seat))} | notice

    def page_text(self, seat: str | None, is_covered: bool, notice: str = "") -> str:
        """Return a viewer's page as JSON, with the reason why nothing has changed, if there is one.

        Everything but the reason is made once for a position, however often it is asked for. A covered page shows no
        seat, until the person who decides says to be there.
        """
        if self._made_for != self._number:
            self._made.clear()
            self._made_for = self._number
        if (seat, is_covered) not in self._made:
            page = self._page_without_log(None) | self._cover(seat) if is_covered else self._page_without_log(seat)
            self._made[seat, is_covered] = page, self._log.text(None if is_covered else self._existing(seat))
        page, log = self._made[seat, is_covered]
        said = notice or self._notice
        text = to_json_text(page | {"notice": said} if said else page)
        return f'{text.removesuffix("}")}, "log": {log}}}'

    @property
    def _notice(self) -> str:
        return self._rules_mistake or self._rules_change

    def _existing(self, seat: str | None) -> str | None:
        return seat if seat in self.match.game.seats else None

    def _page_without_log(self, seat: str | None) -> dict[str, Any]:
        match = self.match
        seat = self._existing(seat)
        return {
            "kind": "view",
            "number": self._number,
            "view": match.board(seat, self._speech).to_json(),
            "can_undo": seat in self.people and self._find_takeback(seat)[0] > 0,
            "players": self.players,
            "can_ask": self._adviser is not None and seat in self.people,
        }

    @property
    def decider(self) -> str | None:
        """The first seat that may decide now and is played by a person; None if there is none."""
        return next((seat for seat in self.match.deciders if seat in self.people), None)

    def needs_cover(self) -> bool:
        """Return True if one person may not see another one's page."""
        return has_secrets(self.match, self.people)

    def _cover(self, seat: str | None) -> dict[str, Any]:
        """Return the differences of a covered page; `seat` was there last, and may still take back its decision."""
        names = self.match.game.names(self._speech.lang)
        can_undo = seat in self.people and self._find_takeback(seat)[0] > 0
        cover = self._speech.say("served_cover", seat=names.title_of(str(self.decider)))
        return {"cover": cover, "can_undo": can_undo}

    def past_page(self, seat: str | None, decisions: int) -> dict[str, Any]:
        """Return an earlier position as a viewer saw it, after so many decisions."""
        board = self.match.at(decisions).board(self._existing(seat), self._speech)
        return {"kind": "past", "decisions": decisions, "view": board.to_json()}

    def refuse(self, reason: str, **parts: str) -> ActResult:
        """Return the result of an act that changes nothing; `reason` is the name of a sentence, without `served_`."""
        return ActResult(False, self._speech.say(f"served_{reason}", **parts))

    def answer(self, seat: str | None, key: str, number: int) -> ActResult:
        """Make a seat's decision.

        While several seats choose at the same time, a choice of another one does not make the page stale.
        """
        if self.match.is_over():
            return self.refuse("over")
        if not self._asked_since <= number <= self._number:
            return self.refuse("stale")
        decision = self.match.decision_of(str(seat)) if seat in self.people else None
        if decision is None:
            return self.refuse("not_yours")
        if key not in [option.key for option in decision.options]:
            return self.refuse("not_offered")
        return self._choose(key, seat)

    def undo(self, seat: str | None, number: int) -> ActResult:
        """Take back a seat's last decision, if nothing was revealed or decided by another person since."""
        if number != self._number:
            return self.refuse("stale")
        if seat not in self.people or self._thinking:
            return self.refuse("no_undo_now")
        steps, why = self._find_takeback(seat)
        if not steps:
            return self.refuse("no_undo", why=self._speech.say(why))
        assert seat is not None
        self._human_play.take_back(seat, steps)
        self._log.clear()
        if self._adviser is not None:
            self._adviser.drop_undone()
        self._changed()
        return ActResult(True)

    def prepare_hint(
        self, seat: str | None, number: int, is_stopped: Callable[[], bool]
    ) -> Callable[[], list[str]] | ActResult:
        """Return the function that finds a hint for a seat's decision, in a thread of its own; or why there is none.

        The function uses what the seat may know. It returns nothing if it is stopped.
        """
        adviser = self._adviser
        if number != self._number:
            return self.refuse("stale")
        if adviser is None or seat not in self.people or self.match.decision_of(str(seat)) is None:
            return self.refuse("no_hint")
        match = self.match.asked_first(str(seat))

        def stop_if_wanted(_: float) -> None:
            if is_stopped():
                raise HintStoppedError

        def find() -> list[str]:
            try:
                return adviser.hint(match, stop_if_wanted)
            except HintStoppedError:
                return []
            except CahierError as error:
                return [self._speech.say("served_hint_failed", why=error.message)]

        return find

    def explain(self, seat: str | None) -> list[str]:
        """Return the events since a seat's last decision, with explanations of the choices of programs."""
        if self._adviser is None or seat not in self.people or self._thinking:
            return [self._speech.say("served_no_explanation")]
        return self._adviser.explain(str(seat)) or [self._speech.say("served_no_explanation")]

    def waits_for_program(self) -> bool:
        """Return True if the program decides next."""
        decision = self.match.decision
        return decision is not None and decision.seat not in self.people

    def think_for_program(self) -> int | ActResult:
        """Return the index of the option that the program takes, or a result with the reason why its player fails.

        It may take long, and changes nothing; meanwhile nobody can take anything back.
        """
        decision = self.match.decision
        assert decision is not None
        self._thinking = True
        try:
            seated = seat_for_decision(self.match, self.players[decision.seat])
            if isinstance(seated.player, SearchPlayer):
                seated.player.clock = self._search_clocks.get(decision.seat)
            index = seated.answer(self.match)
            if isinstance(seated.player, SearchPlayer) and seated.player.clock is not None:
                self._search_clocks[decision.seat] = seated.player.clock
            if self._adviser is not None:
                self._adviser.record(seated)
            return index
        except CahierError as error:
            return self.refuse("player_failed", why=error.message)
        finally:
            self._thinking = False

    def choose_for_program(self, index: int) -> ActResult:
        """Make the program's decision."""
        return self._choose(index)

    def _choose(self, choice: str | int, seat: str | None = None) -> ActResult:
        try:
            self._human_play.choose(choice, seat)
        except CahierError as error:  # the rules fail there, and nothing has changed
            return self.refuse("rules_fail", why=error.message)
        self._changed()
        return ActResult(True)

    def _changed(self) -> None:
        self._number += 1
        if not any(map(self.match.has_sealed, self.match.game.seats)):
            self._asked_since = self._number
        self._rules_change = ""
        self._run_clock()
        self._save()

    def _find_takeback(self, seat: str | None) -> tuple[int, str]:
        """Return the number of choices that a seat may take back, or 0 and the code of the reason."""
        try:
            return takeback_steps(self.match, str(seat), self.people), ""
        except PlayError as error:
            return 0, error.problems[0].code
