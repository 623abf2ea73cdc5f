"""The tree of one search: information set Monte Carlo tree search, from the seat that decides.

Each playout begins in another state that agrees with what the seat knows (single-observer information set search:
Cowling, Powley and Whitehouse 2012), goes down the tree of decisions, then on, mostly by the tables of a seat that has
some, else by what did well in other playouts. Where the rules name a score it is cut short once somebody leads. Each
seat, friend or foe, looks after itself. Chance needs no nodes: states differ in it. Where all lies open this is plain
Monte Carlo tree search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from typing import Any

from interpreter.engine.driver import Chooser, answer, play
from interpreter.engine.faults import located
from interpreter.engine.state import WORK, State
from interpreter.errors import BudgetError, CahierError
from interpreter.language.chance import FACTOR, MASK, STEP
from interpreter.language.executable import NotNative
from interpreter.matches.match import Game
from interpreter.players.habits import Habit, Taken, learn
from interpreter.players.machine import MachinePlayouts
from interpreter.players.seat import SeatMatch
from interpreter.players.table import TablePlayer
from interpreter.players.worth import Worths, leads

EXPLORING = 1.4
"""Weight of what was little tried against what did well, in standard deviations of what playouts are worth."""
HABIT = 1.0
"""Playouts that a habit's word on an option counts for."""
LIKING = 1.0
"""What a table's word for an option weighs, against one playout; it counts less with each."""
GUIDED = 0.9
"""Share of decisions in playouts that are left to the tables, where there are some."""
GUIDED_BELOW = int(GUIDED * MASK)
CUT, FURTHER = 100, 20
"""Decisions beyond the tree after which a playout is cut if somebody leads, and how many more until that is seen to."""
LONGEST = 5_000
"""Decisions of a playout; one that is not over by then is nobody's."""
MOST_NODES = 500_000
"""Nodes of a tree, some 250 bytes each; a tree that has so many gets no deeper."""
NOISE = 1e-4
"""Settles which of two equal options is tried first."""

Key = tuple[int, Any]
"""A decision, and what is chosen."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What came of an option, by its index: how many playouts began with it, the seat's share of wins in them, and
    what it seems worth, with the score and its habits.
    """

    index: int
    playouts: int
    share: float
    worth: float


class Node:
    """What is known of taking one option: how often it could be taken, was taken, what its seat won by it, and what
    that was worth. `liked`: a table of the seat would take it.
    """

    __slots__ = ("after", "liked", "offered", "taken", "won", "worth")

    def __init__(self) -> None:
        self.offered = 0
        self.taken = 0
        self.won = 0.0
        self.worth = 0.0
        self.liked = False
        self.after: dict[Key, Node] = {}

    def size(self) -> int:
        """The number of nodes below."""
        count, nodes = 0, [self]
        while nodes:
            after = nodes.pop().after
            count += len(after)
            nodes += after.values()
        return count

    def expected(self, habit: float) -> float:
        """What the option seems worth: the mean of its playouts, among them what its habit says."""
        return (self.worth + HABIT * habit) / (self.taken + HABIT)


def guide(game: Game, seat: str) -> TablePlayer | None:
    """The tables of a seat, if it has some."""
    if not any(bot.seat in (seat, None) for bot in game.bots):
        return None
    return TablePlayer(game, seat)


class Tree:
    """The tree for one decision of a seat."""

    def __init__(self, match: SeatMatch, random: Random, machine: MachinePlayouts | None = None) -> None:
        """`random` settles what is drawn and tried. `machine` plays playouts on beyond the tree, as Python would."""
        self._random = random
        self._machine = machine
        if machine is not None:
            machine.begin()
        game, state = match.game, match.imagine(random)
        self._game = game
        self._alike = game.constants.alike
        self._chance = random.random
        self._code = game.program.code(state.log is not None)
        decisions = self._code.decisions
        self._of_cards = [info.type.kind == "card" for info in decisions]
        self._guides = [guide(game, seat) for seat in game.seats]
        self._habits = [[Habit(seat, asked) for asked in range(len(decisions))] for seat in range(len(game.seats))]
        self._worths = Worths(game, self._code.score)
        self._nodes = 0
        self._stand(match, state, Node())

    def _stand(self, match: SeatMatch, state: State, root: Node) -> None:
        """Playouts begin here from now on. `state` is one of those that the match may be in."""
        self._match = match
        self._root = root
        self._asked, self._seat, self._options = state.asked, state.seat, list(state.options)

    def go_on(self, match: SeatMatch, chosen: int) -> None:
        """The seat took this option and is asked again before anybody else: what was learned after it still holds."""
        value = self._called(self._asked, self._options[chosen])
        root = self._root.after.get((self._asked, value)) or Node()
        self._nodes = root.size()
        self._stand(match, match.imagine(self._random), root)

    def thoughts(self) -> list[Thought]:
        """What has come of each option so far, in their order."""
        found = []
        habit, mean = self._habits[self._seat][self._asked].worth, self._worths.means[self._seat]
        for index, option in enumerate(self._options):
            value = self._called(self._asked, option)
            node = self._root.after.get((self._asked, value)) or Node()
            share = node.won / node.taken if node.taken else 0.0
            found.append(Thought(index, node.taken, share, node.expected(habit.get(value, mean))))
        return found

    def playout(self) -> None:
        """Play once, and remember what came of it. Raises CahierError if the rules can't be carried out."""
        state = self._match.imagine(self._random)
        path: list[tuple[Node, int]] = []
        trace: list[Taken] = []
        scores = None
        try:
            self._descend(state, path, trace)
            scores = self._play_on(state, trace)
        except BudgetError:
            state.result = None
        except CahierError:
            raise
        except Exception as error:
            raise located(error, self._game.program) from error
        shares, worths = self._worths.of(state, scores)
        for node, seat in path:
            node.taken += 1
            node.won += shares[seat]
            node.worth += worths[seat]
        learn(trace, worths, self._worths.means)
        if self._machine is not None:
            self._machine.learn(trace)

    def _called(self, asked: int, value: Any) -> Any:
        """What an option is called in the tree; cards alike in print are one option."""
        return self._alike[value] if value is not None and self._of_cards[asked] else value

    def _descend(self, state: State, path: list[tuple[Node, int]], trace: list[Taken]) -> None:
        """Down the tree by what was best so far, to the first option that is new."""
        node, new = self._root, False
        while state.asks and not new:
            asked, seat = state.asked, state.seat
            node, value = self._next(node, asked, seat, state)
            new = not node.taken or (self._nodes >= MOST_NODES and not node.after)
            path.append((node, seat))
            trace.append((self._habits[seat][asked], self._called(asked, value), seat))
            state.work = WORK
            answer(state, self._code, value)

    def _next(self, node: Node, asked: int, seat: int, state: State) -> tuple[Node, Any]:
        """The option to try next, with its node: the highest upper bound of what it may be worth (UCB1), as far as it
        could be taken at all. A new one counts by its habit; what a table of the seat likes is given more.
        """
        habit, mean = self._habits[seat][asked].worth, self._worths.means[seat]
        children = []
        news = []
        for index, value in enumerate(state.options):
            called = self._called(asked, value)
            child = node.after.get((asked, called))
            if child is None:
                child = node.after[asked, called] = Node()
                self._nodes += 1
                news.append((index, child))
            child.offered += 1
            children.append((child, value, habit.get(called, mean)))
        if news:
            self._like(seat, state, news)
        exploring = EXPLORING * self._worths.spread(seat)
        highest = float("-inf")
        for child, value, worth in children:
            tries = child.taken + HABIT
            bound = child.expected(worth) + exploring * sqrt(log(child.offered + 1) / tries) + NOISE * self._chance()
            if child.liked:
                bound += LIKING / tries
            if bound > highest:
                highest, best, chosen = bound, child, value
        return best, chosen

    def _like(self, seat: int, state: State, news: list[tuple[int, Node]]) -> None:
        """Mark those of the new options that a table of the seat would take."""
        guide = self._guides[seat]
        if guide is not None:
            kept = guide.kept(state)
            for index, child in news:
                child.liked = index in kept and len(kept) < len(state.options)

    def _play_on(self, state: State, trace: list[Taken]) -> list[int] | None:
        """To the end, or until somebody leads; the scores there, if they are known already. What one playout draws
        comes from a stream of its own (see language.chance)."""
        stream = self._random.getrandbits(64)
        if self._machine is not None and state.asks:
            try:
                self._machine.put(state, stream, GUIDED_BELOW, self._worths.means)
                self._go_on(self._machine.play, self._machine.scores)
            except NotNative:  # then Python does the same, or says why it can't
                pass
            else:
                state.result = self._machine.result(self._habits, trace)
                return self._machine.scores()
        choose = self._chooser(stream, trace)

        def play_some(most: int) -> bool:
            play(state, self._code, choose, most=most)
            return state.asks

        self._go_on(play_some, lambda: self._worths.scores(state))
        return None

    def _go_on(self, play_some: Callable[[int], bool], scores: Callable[[], list[int]]) -> None:
        """`play_some` takes so many decisions, and gives whether there are more."""
        played = 0
        steps = CUT if self._worths.scored else LONGEST
        while played < LONGEST:
            if not play_some(steps) or (self._worths.scored and any(leads(scores()))):
                return
            played += steps
            steps = FURTHER

    def _chooser(self, random: int, trace: list[Taken]) -> Chooser:
        """Answers mostly by the tables, else by whichever of two random options did better, and writes it down."""
        of_cards, alike, habits, means = self._of_cards, self._alike, self._habits, self._worths.means
        guides, guided, note = self._guides, GUIDED_BELOW, trace.append

        def choose(state: State, asked: int, seat: int) -> Any:
            nonlocal random
            options = state.options
            habit = habits[seat][asked]
            guide = guides[seat]
            if guide is not None:
                random = (random * FACTOR + STEP) & MASK
                if random >= guided:
                    guide = None
            random = (random * FACTOR + STEP) & MASK
            if guide is not None:
                value = options[guide.pick(state, random)]
                called = alike[value] if of_cards[asked] and value is not None else value
            else:
                many = len(options)
                first, second = divmod(((random >> 33) * many * many) >> 31, many)
                value, other = options[first], options[second]
                worth, mean = habit.worth, means[seat]
                if of_cards[asked]:
                    called = value if value is None else alike[value]
                    rival = other if other is None else alike[other]
                else:
                    called, rival = value, other
                if rival != called and worth.get(rival, mean) > worth.get(called, mean):
                    value, called = other, rival
            note((habit, called, seat))
            return value

        return choose
