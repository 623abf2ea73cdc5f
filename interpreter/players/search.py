"""A player that searches: Monte Carlo tree search over states that agree with what its seat knows.

Each playout begins in another such state (single-observer information set search: Cowling, Powley and Whitehouse 2012),
goes down the tree of decisions, then on to the end, at random or mostly by the tables of a seat that has some.
An option is worth the share of the win that its seat got when it was taken, so that each seat, friend or foe, looks
after itself. Chance needs no nodes: states differ in it. Where all lies open this is plain Monte Carlo tree search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Any

from interpreter.engine.faults import located
from interpreter.engine.match import Game
from interpreter.engine.state import WORK_A_DECISION, State
from interpreter.errors import BudgetError, CahierError
from interpreter.language.compile import Code
from interpreter.language.parts import OVER
from interpreter.players.seat import SeatMatch
from interpreter.players.table import TablePlayer

EXPLORING = 0.7
"""Weight of what was little tried against what did well."""
SCORING = 0.2
"""Weight of a lead in score against the win."""
LIKING = 1.0
"""What a table's word for an option weighs, against one playout; it counts less with each."""
GUIDED = 0.9
"""Share of decisions in playouts that are left to the tables, where there are some; the others are left to chance."""
LONGEST = 5_000
"""Decisions of a playout; one that is not over by then is nobody's."""

Key = tuple[int, Any]
"""A decision, and what is chosen."""
Progress = Callable[[float], None]
"""Called now and then with the share of the thinking that is done."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: so many playouts, or so many seconds."""

    playouts: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """What came of an option, by its index: how many playouts began with it, and their share of wins for the seat."""

    index: int
    playouts: int
    share: float


class Node:
    """What is known of taking one option: how often it could be taken, was taken, what its seat won by it, and what
    that was worth, the score counted in. `liked`: a table of the seat would take it.
    """

    __slots__ = ("after", "liked", "offered", "taken", "won", "worth")

    def __init__(self, liked: bool = False) -> None:
        self.offered = 0
        self.taken = 0
        self.won = 0.0
        self.worth = 0.0
        self.liked = liked
        self.after: dict[Key, Node] = {}


class SearchPlayer:
    """Decides by search. The same seed and number of playouts give the same answer."""

    def __init__(self, budget: Budget, progress: Progress | None = None) -> None:
        self.budget = budget
        self.progress = progress
        self.thoughts: list[Thought] = []

    def choose(self, match: SeatMatch) -> int:
        """The index of the option that was tried most. What it thought of each is kept in `thoughts`, best first."""
        self.thoughts = ranked(self.think(match))
        return self.thoughts[0].index

    def think(self, match: SeatMatch) -> list[Thought]:
        """What came of each option, in their order. Raises CahierError if the rules can't be carried out."""
        search = Search(match)
        began = perf_counter()
        limit, seconds = self.budget.playouts, self.budget.seconds
        done = 0
        while True:
            if limit is not None and done >= limit:
                break
            share = done / limit if limit else 0.0
            if seconds is not None:
                share = max(share, (perf_counter() - began) / seconds)
                if share >= 1 and done:
                    break
            if self.progress is not None:
                self.progress(min(share, 1.0))
            search.playout()
            done += 1
        if self.progress is not None:
            self.progress(1.0)
        return search.thoughts()


def ranked(thoughts: list[Thought]) -> list[Thought]:
    """What was tried most first; among equals what did best, then in the order of the options."""
    return sorted(thoughts, key=lambda thought: (-thought.playouts, -thought.share, thought.index))


def guide(game: Game, seat: str, random: Random) -> TablePlayer | None:
    """The tables of a seat, if it has some."""
    if not any(bot.seat in (seat, None) for bot in game.bots):
        return None
    return TablePlayer(game, seat, random.getrandbits(32))


class Search:
    """The tree for one decision."""

    def __init__(self, match: SeatMatch) -> None:
        self._match = match
        game = match.game
        self._game = game
        self._alike = game.frame.alike
        self._chance = match.random.random
        self._root = Node()
        state = match.imagine()
        self._code: Code = game.program.code(state.log is not None)
        decisions = self._code.decisions
        self._slots = [info.slot for info in decisions]
        self._seat_slots = [info.seat_slot for info in decisions]
        self._of_cards = [info.type.kind == "card" for info in decisions]
        self._guides = [guide(game, seat, match.random) for seat in game.seats]
        self._score = self._code.namespace["score"] if game.rulebook.score is not None else None
        self._least, self._most = -1, 1
        self._even = 1 / len(game.seats)
        self._asked, self._options = state.asked, list(state.options)

    def thoughts(self) -> list[Thought]:
        """What has come of each option so far, in their order."""
        found = []
        for index, value in enumerate(self._options):
            node = self._root.after.get(self._key(self._asked, value)) or Node()
            found.append(Thought(index, node.taken, node.won / node.taken if node.taken else 0.0))
        return found

    def _key(self, asked: int, value: Any) -> Key:
        """What an option is called in the tree; cards alike in print are one option."""
        if value is not None and self._of_cards[asked]:
            return asked, self._alike[value]
        return asked, value

    def playout(self) -> None:
        """Play once to an end, and remember what came of it."""
        state = self._match.imagine()
        path: list[tuple[Node, int]] = []
        try:
            self._descend(state, path)
            self._play_on(state)
        except BudgetError:
            state.result = None
        except CahierError:
            raise
        except Exception as error:
            raise located(error, self._game.program) from error
        shares = self.shares(state)
        worths = self._worths(state, shares)
        for node, seat in path:
            node.taken += 1
            node.won += shares[seat]
            node.worth += worths[seat]

    def _worths(self, state: State, shares: list[float]) -> list[float]:
        """The shares with a small part of the lead in score: where all is won, or lost, it still makes a difference.

        A lead counts by where it lies between the least and the most that this search has seen.
        """
        if self._score is None or state.result is None:
            return shares
        scores = [self._score(state.v, state.z, seat) for seat in range(len(shares))]
        leads = [score - max(scores[:seat] + scores[seat + 1 :], default=0) for seat, score in enumerate(scores)]
        self._least, self._most = min(self._least, *leads), max(self._most, *leads)
        width = self._most - self._least
        return [
            share + SCORING * ((lead - self._least) / width - share) for share, lead in zip(shares, leads, strict=True)
        ]

    def shares(self, state: State) -> list[float]:
        """Each seat's share of the win at the end of a playout: of a side's win a whole one each, of a shared win an
        even part, the same for all if nobody won.
        """
        if state.result is None or not state.result[0]:
            return [self._even] * len(self._game.seats)
        winners, _, side = state.result
        share = 1.0 if side is not None else 1 / len(winners)
        return [share if seat in winners else 0.0 for seat in range(len(self._game.seats))]

    def _descend(self, state: State, path: list[tuple[Node, int]]) -> None:
        """Down the tree by what was best so far, to the first option that is new."""
        node, segments = self._root, self._code.segments
        v, z, stack = state.v, state.z, state.stack
        pc = state.pc
        new = False
        while pc < OVER and not new:
            asked = OVER - 1 - pc
            frame = stack[-1]
            seat = frame[self._seat_slots[asked]]
            state.pc = pc
            node, value, new = self._taken(node, asked, seat, state)
            path.append((node, seat))
            frame[self._slots[asked]] = value
            state.work += WORK_A_DECISION
            pc = frame[0]
            while pc >= 0:
                pc = segments[pc](state, v, z, stack[-1])
        state.pc = pc

    def _taken(self, node: Node, asked: int, seat: int, state: State) -> tuple[Node, Any, bool]:
        """The option to try next with its node, and whether it is new. What a table of the seat likes comes first."""
        after = node.after
        news = []
        tried = []
        for index, value in enumerate(state.options):
            key = self._key(asked, value)
            child = after.get(key)
            if child is None:
                news.append((index, key, value))
            else:
                child.offered += 1
                tried.append((child, value))
        if news:
            guide = self._guides[seat]
            kept = guide.kept(state) if guide is not None else ()
            liked = [new for new in news if new[0] in kept] if len(kept) < len(state.options) else []
            among = liked or news
            _, key, value = among[int(self._chance() * len(among))]
            child = after[key] = Node(bool(liked))
            child.offered = 1
            return child, value, True
        best_child, best_value = tried[0]
        highest = -1.0
        for child, value in tried:
            taken = child.taken
            worth = child.worth / taken + EXPLORING * sqrt(log(child.offered) / taken)
            if child.liked:
                worth += LIKING / taken
            if worth > highest:
                highest, best_child, best_value = worth, child, value
        return best_child, best_value, False

    def _play_on(self, state: State) -> None:
        """To the end, now and then by the tables, else at random."""
        segments, slots, chance = self._code.segments, self._slots, self._chance
        v, z, stack = state.v, state.z, state.stack
        pc = state.pc
        for _ in range(LONGEST):
            if pc == OVER:
                return
            options = state.options
            frame = stack[-1]
            asked = OVER - 1 - pc
            guide = self._guides[frame[self._seat_slots[asked]]]
            if guide is not None and chance() < GUIDED:
                state.pc = pc
                value = options[guide.pick(state)]
            else:
                value = options[int(chance() * len(options))]
            frame[slots[asked]] = value
            state.work += WORK_A_DECISION
            pc = frame[0]
            while pc >= 0:
                pc = segments[pc](state, v, z, stack[-1])
