"""One course of a match: what was chosen, in which states, and where it stands now. It has no words for any of it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, NamedTuple

from interpreter.engine.driver import GAME_WORK, UNLIMITED, advance, answer, refill
from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.errors import PlayError, Problem, Where
from interpreter.language.executable import DecisionInfo
from interpreter.language.log import Chosen, Entry


@dataclass(frozen=True, slots=True)
class Opening:
    """How the cards lay when a match began, if not as the rules say: by zone, and who knew which."""

    zones: tuple[tuple[int, ...], ...]
    known: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `winners` is empty if nobody won; `side` is the side that they won with, if one did; `scores`
    by seat."""

    winners: list[str]
    reason: str
    scores: dict[str, int]
    side: str | None = None


class Asked(NamedTuple):
    """What a seat is asked: `info` is the same every time, `values` are what it can answer now, as the state has them:
    numbers of things or labels, None for the way out."""

    info: DecisionInfo
    seat: int
    values: Sequence[Any]


class History:
    """A course of a match, up to a decision or the end; it goes on by answers and back as far as one likes."""

    def __init__(
        self,
        rules: Rules,
        seed: int,
        state: State,
        opening: Opening | None = None,
        limited: bool = False,
        imagined: Sequence[str] | None = None,
    ) -> None:
        """`opening`: how the cards lie, if not as the rules say. `limited`: not only each effect, but the whole match
        is stopped if it goes on without end. `imagined`: the choices that were made up to come here.
        """
        self.rules = rules
        self.seed = seed
        self.state = state
        self.opening = opening
        self.imagined = imagined is not None
        self.choices: list[str] = list(imagined or ())
        self.past: list[State] = []
        self._code = rules.program.code(True)
        self._left = GAME_WORK if limited else UNLIMITED
        advance(state, self._code)

    @property
    def asked(self) -> Asked | None:
        """What is asked now, or None when the match is over."""
        state = self.state
        if not state.asks:
            return None
        return Asked(self._code.decisions[state.asked], state.seat, state.options)

    @property
    def keys(self) -> list[str]:
        """The keys of the options of what is asked; none when the match is over."""
        asked = self.asked
        return [] if asked is None else [self.rules.key(asked.info, value) for value in asked.values]

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        result, rules = self.state.result, self.rules
        if result is None:
            return None
        winners, reason, side = result
        named = None if side is None else rules.rulebook.sides[side].id
        return Outcome([rules.seats[at] for at in winners], reason, rules.scores(self.state), named)

    def choose(self, index: int) -> None:
        """Answer what is asked by the option with this index, which there must be. Should the rules come to a point
        where they can't go on, nothing has changed."""
        state, asked = self.state, self.asked
        assert asked is not None
        info, value = asked.info, asked.values[index]
        before = state.copy()
        note_choice(state, info, value)
        self._left = refill(state, self._left)
        try:
            answer(state, self._code, value)
        except Exception:
            self.state = before
            raise
        self.past.append(before)
        self.choices.append(self.rules.key(info, value))

    def undo(self) -> None:
        """Take back the last choice. Raises PlayError at the start."""
        if not self.past:
            raise PlayError(Problem(Where(self.rules.id), "nothing-to-undo", "there is no choice to take back"))
        self.state = self.past.pop().copy()  # copies have the same past
        self.choices.pop()

    def copy(self) -> History:
        """An independent course that came to the same position, with its own past."""
        other = copy(self)
        other.choices, other.past, other.state = self.choices[:], self.past[:], self.state.copy()
        return other

    def entries(self, since: int = 0, until: int | None = None) -> list[Entry]:
        """What has happened, from one number of an entry to another."""
        return self.state.log.part(since, until) if self.state.log is not None else []

    def snapshot(self) -> dict[str, Any]:
        """The whole state as plain data, secrets included: equal snapshots play on equally."""
        state = self.state
        return {
            "v": _plain(state.v),
            "z": _plain(state.z),
            "stack": _plain(state.stack),
            "pc": state.pc,
            "options": _plain(state.options) if state.asks else [],
            "random": state.random,
            "turns": state.turns,
            "opener": state.opener,
            "result": _plain(state.result),
        }


def note_choice(state: State, info: DecisionInfo, value: Any) -> None:
    """Put the answer that a state's decision is about to get into its log, if it has one."""
    if state.log is not None:
        card = info.type.kind == "card" and value is not None
        place = state.v[state.constants.where + value] if card else None
        seen_by = 0 if place is None else state.constants.faces[place]  # to know all cards of a hand is not enough
        state.log.append(Chosen(state.asked, value, state.seat, seen_by))


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, (list, tuple)) else value
