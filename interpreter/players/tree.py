"""The search tree: information set Monte Carlo tree search for the seat that decides.

Each playout begins in a state that agrees with the seat's knowledge (single-observer information set search: Cowling,
Powley and Whitehouse 2012). It descends the tree of decisions. Beyond the tree, options are taken mostly by the tables
of a seat that has some, otherwise by the action history. If the rules name a score, a playout is truncated once a seat
leads. Each seat maximizes its own result. There are no chance nodes: states differ in what chance brought. With perfect
information this is plain Monte Carlo tree search.

Machine code grows the same tree (runtime/tree.py, called by players/machine.py). This module is the readable reference,
and the fallback where there is no machine code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Protocol

from interpreter.engine.driver import Chooser, answer, play
from interpreter.engine.faults import located
from interpreter.engine.state import WORK, State
from interpreter.errors import BudgetError, CahierError
from interpreter.language.chance import FACTOR, MASK, STEP, below, drawn, seeded
from interpreter.language.deals import Origin
from interpreter.language.search_terms import TERMS, Outlook, SearchTerms
from interpreter.matches.match import Game
from interpreter.players.habits import Habit, Taken, learn
from interpreter.players.proof import HOPES, Proof, note_proof, proof_of
from interpreter.players.starts import Start
from interpreter.players.table import TablePlayer
from interpreter.players.worth import Worths, leads

Key = tuple[int, Any]
"""A decision, by number, and the option chosen."""


@dataclass(frozen=True, slots=True)
class Thought:
    """Statistics of an option.

    Attributes:
        index: The option, by index.
        playouts: Number of playouts that began with it.
        share: The seat's mean share of the win in them.
        worth: The estimated value, which includes the score and the action history.
        proof: The proven result, for this seat.
    """

    index: int
    playouts: int
    share: float
    worth: float
    proof: Proof = Proof.NOTHING


@dataclass(frozen=True, slots=True)
class Reply:
    """A decision that may follow an option.

    Attributes:
        seat: The seat that decides, by number.
        asked: The decision, by number.
        value: The option taken.
        playouts: Number of playouts in which it was taken.
        of: Number of playouts that began with the option replied to.
    """

    seat: int
    asked: int
    value: Any
    playouts: int
    of: int


class Grows(Protocol):
    """A search tree for one decision of a seat, grown by Python or by machine code."""

    def grow(self, most: int) -> int:
        """Play at least one and at most `most` playouts, and return their number.

        Raises CahierError if the rules can't be carried out.
        """

    def thoughts(self) -> list[Thought]:
        """Return the statistics of each option of the root, in their order."""

    def replies(self) -> list[list[Reply]]:
        """Return the replies to each option of the root, in their order, the most common first."""

    def outlook(self) -> Outlook:
        """Return the score model learned so far."""

    def go_on(self, start: Start, path: Sequence[Key]) -> None:
        """Move the root: playouts begin at `start` from now on.

        `path` holds the decisions from the old root to the new one, all of which the seat knows. The subtree is kept.
        """

    def forget(self) -> None:
        """Clear the action history. Use it only for trees that need not be reproducible."""


class Node:
    """A node of the tree: the statistics of taking one option.

    Attributes:
        seat: The seat that takes the option, by number.
        offered: Number of visits to the parent at which the option was available.
        taken: Number of visits.
        won: Sum of the seat's shares of the win.
        worth: Sum of the playouts' values for the seat.
        liked: True if a table of the seat would take the option.
        proof: The proven result, for the first seat.
        best: The best proven result among the options after it.
        unproved: Number of options after it without a proof; None if they were not counted.
        after: The child nodes, by decision and option.
    """

    __slots__ = ("after", "best", "liked", "offered", "proof", "seat", "taken", "unproved", "won", "worth")

    def __init__(self, seat: int = 0) -> None:
        self.seat = seat
        self.offered = 0
        self.taken = 0
        self.won = 0.0
        self.worth = 0.0
        self.liked = False
        self.proof = Proof.NOTHING
        self.best = Proof.NOTHING
        self.unproved: int | None = None
        self.after: dict[Key, Node] = {}

    def expected(self, habit: float, weight: float) -> float:
        """Return the estimated value: the mean over playouts, with the action history as a prior of this weight."""
        return (self.worth + weight * habit) / (self.taken + weight)


def guide(game: Game, seat: str) -> TablePlayer | None:
    """Return a player that follows the tables of a seat, or None if it has none."""
    if not any(bot.seat in (seat, None) for bot in game.bots):
        return None
    return TablePlayer(game, seat)


def calling(game: Game) -> Callable[[int, Any], Any]:
    """Return a function from a decision and an option to the option's key in a tree.

    Cards that are alike in print share one key.
    """
    alike = game.constants.alike
    of_cards = [info.type.kind == "card" for info in game.program.linked_code.decisions]
    return lambda asked, value: alike[value] if value is not None and of_cards[asked] else value


def is_provable(game: Game, origin: Origin, terms: SearchTerms) -> bool:
    """Return True if results can be proved from this origin.

    This requires that one seat's win is the other seat's loss, and that everything is known of the states in which
    playouts begin and of those that follow. No zone may take a card face down. No event may be tried, because a trial
    uses chances that have not come yet.
    """
    versus = len(game.seats) == 2 and not game.rulebook.sides
    symbols = game.program.symbols
    is_open = not origin.deals.hidden and all(face == symbols.everyone for face in symbols.faces)
    return terms.proving and versus and is_open and not origin.path and not game.program.linked_code.tries


def left_to_tables(game: Game, searching: int, terms: SearchTerms) -> tuple[list[float], list[float]]:
    """Return the share of each seat's decisions that its tables take, in playouts and in the tree.

    Tables that belong to a single seat are rules of the game. A search for another seat may therefore trust them.
    """
    ruled = {bot.seat for bot in game.bots} - {None, game.seats[searching]}
    trusted = [terms.trusting if seat in ruled else 0.0 for seat in game.seats]
    return [max(terms.guided, share) for share in trusted], trusted


class Tree:
    """A search tree grown by Python."""

    def __init__(self, start: Start, seed: int, terms: SearchTerms = TERMS, outlook: Outlook | None = None) -> None:
        """Make a tree with a root only.

        `seed` determines everything that is drawn. `outlook`: the score model to start with; None for an untrained one.
        """
        self._chances = seeded(seed)
        self._terms = terms
        self._noise = terms.noise / (1 << 31)
        self._game = game = start.game
        self._alike = game.constants.alike
        self._called = calling(game)
        self._code = game.program.linked_code
        decisions = self._code.decisions
        self._of_cards = [info.type.kind == "card" for info in decisions]
        self._guides = [guide(game, seat) for seat in game.seats]
        self.forget()
        self._worths = Worths(game, self._code.score, terms, outlook or terms.outlook(len(game.seats)))
        self._plant()
        self._stand(start, self._root)
        shares = left_to_tables(game, self._seat, terms)
        self._guided, self._trusted = ([below(share) for share in each] for each in shares)

    def _plant(self) -> None:
        """Start a new tree."""
        self._root = Node()
        self._nodes = 1

    def _stand(self, start: Start, root: Node) -> None:
        """Let playouts begin at `start` from now on."""
        self._draws = start.draws()
        self._provable = is_provable(self._game, self._draws.origin, self._terms)
        self._root = root
        state = self._draws.base
        self._code = self._game.program.code(state.log is not None)
        self._asked, self._seat, self._options = state.asked, state.seat, list(state.options)

    def go_on(self, start: Start, path: Sequence[Key]) -> None:
        """Move the root, see `Grows.go_on`. A large tree is dropped, except for its action history."""
        root: Node | None = self._root
        for asked, value in path:
            root = None if root is None else root.after.get((asked, self._called(asked, value)))
        if root is None or (path and self._nodes > self._terms.most_nodes // 2):
            self._plant()
            root = self._root
        self._stand(start, root)

    def outlook(self) -> Outlook:
        """Return the score model learned so far."""
        return self._worths.outlook()

    def forget(self) -> None:
        """Clear the action history, see `Grows.forget`."""
        decisions = range(len(self._code.decisions))
        self._habits = [[Habit(seat, asked) for asked in decisions] for seat in range(len(self._game.seats))]

    def thoughts(self) -> list[Thought]:
        """Return the statistics of each option of the root, in their order."""
        found = []
        habit, mean = self._habits[self._seat][self._asked].worth, self._worths.means[self._seat]
        for index, option in enumerate(self._options):
            value = self._called(self._asked, option)
            node = self._root.after.get((self._asked, value)) or Node()
            share = node.won / node.taken if node.taken else 0.0
            worth = node.expected(habit.get(value, mean), self._terms.habit)
            found.append(Thought(index, node.taken, share, worth, node.proof.of(self._seat)))
        return found

    def replies(self) -> list[list[Reply]]:
        """Return the replies to each option of the root, in their order, the most common first."""
        found = []
        for option in self._options:
            node = self._root.after.get((self._asked, self._called(self._asked, option))) or Node()
            taken = [(key, after) for key, after in node.after.items() if after.taken]
            taken.sort(key=lambda each: -each[1].taken)
            found.append([Reply(after.seat, *key, after.taken, node.taken) for key, after in taken])
        return found

    def grow(self, most: int) -> int:
        """Play a single playout, see `Grows.grow`."""
        self.playout()
        return 1

    def playout(self) -> None:
        """Play one playout and update the statistics. Raises CahierError if the rules can't be carried out."""
        self._chances, word = drawn(self._chances)
        state = self._draws.state(word)
        self._chances, self._stream = drawn(self._chances)
        self._certain = self._provable
        path: list[tuple[Node, int]] = []
        trace: list[Taken] = []
        try:
            self._descend(state, path, trace)
            self._play_on(state, trace)
        except BudgetError:
            state.result = None
        except CahierError:
            raise
        except Exception as error:
            raise located(error, self._game.program) from error
        shares, worths = self._worths.of(state)
        if self._certain and state.result is not None and len(path) == len(trace):
            note_proof(self._root, path, proof_of(shares[0]))
        for node, seat in path:
            node.taken += 1
            node.won += shares[seat]
            node.worth += worths[seat]
        learn(trace, worths, self._worths.means)

    def _descend(self, state: State, path: list[tuple[Node, int]], trace: list[Taken]) -> None:
        """Follow the best options down the tree to the first new one."""
        node, new = self._root, False
        while state.asks and not new:
            asked, seat = state.asked, state.seat
            if self._nodes >= self._terms.most_nodes and not self._has_all(node, asked, state):
                return
            guide = self._trusted_table(seat)
            self._certain &= guide is None
            if guide is None:
                node, value = self._next(node, asked, seat, state)
            else:
                node, value = self._by_table(guide, node, asked, seat, state)
            new = not node.taken
            path.append((node, seat))
            trace.append((self._habits[seat][asked], self._called(asked, value), seat))
            state.work = WORK
            random = state.random
            answer(state, self._code, value)
            self._certain &= state.random == random

    def _has_all(self, node: Node, asked: int, state: State) -> bool:
        """Return True if all options have nodes."""
        return all((asked, self._called(asked, value)) in node.after for value in state.options)

    def _trusted_table(self, seat: int) -> TablePlayer | None:
        """Return the tables of a seat if they take this decision, else None."""
        guide, trusted = self._guides[seat], self._trusted[seat]
        if guide is None or not trusted:
            return None
        self._stream = (self._stream * FACTOR + STEP) & MASK
        return guide if self._stream < trusted else None

    def _by_table(self, guide: TablePlayer, node: Node, asked: int, seat: int, state: State) -> tuple[Node, Any]:
        """Return the node and the value of an option that these tables take."""
        self._stream = (self._stream * FACTOR + STEP) & MASK
        value = state.options[guide.pick(state, self._stream)]
        child = self._child(node, asked, seat, self._called(asked, value))
        child.offered += 1
        return child, value

    def _next(self, node: Node, asked: int, seat: int, state: State) -> tuple[Node, Any]:
        """Return the node and the value of the option to try next.

        It is the option with the highest upper confidence bound (UCB1), relative to how often it was available. A new
        option is valued by the action history. Options that a table of the seat prefers get a bonus.
        """
        habit, mean = self._habits[seat][asked].worth, self._worths.means[seat]
        children = []
        news = []
        for index, value in enumerate(state.options):
            called = self._called(asked, value)
            known = self._nodes
            child = self._child(node, asked, seat, called)
            if self._nodes > known:
                news.append((index, child))
            child.offered += 1
            children.append((child, value, habit.get(called, mean)))
        if self._certain and node.unproved is None:
            if len({id(child) for child, _, _ in children}) == len(children):
                node.unproved = len(children)
            else:  # cards that are alike share a node but lie in different zones, so their proofs may differ
                self._certain = False
        if news:
            self._like(seat, state, news)
        terms, weight = self._terms, self._terms.habit
        exploring = terms.exploring * self._worths.spread(seat, self._certain)
        highest, surest = float("-inf"), -1
        random = self._stream
        for child, value, worth in children:
            tries = child.taken + weight
            random = (random * FACTOR + STEP) & MASK
            bound = child.expected(worth, weight) + exploring * sqrt(terms.log(child.offered + 1) / tries)
            bound += self._noise * (random >> 33)
            if child.liked:
                bound += terms.liking / tries
            sure = HOPES[child.proof.of(seat)]
            if sure > surest or (sure == surest and bound > highest):
                highest, surest, best, chosen = bound, sure, child, value
        self._stream = random
        return best, chosen

    def _child(self, node: Node, asked: int, seat: int, called: Any) -> Node:
        """Return the node of an option, which is created if needed."""
        child = node.after.get((asked, called))
        if child is None:
            child = node.after[asked, called] = Node(seat)
            self._nodes += 1
        return child

    def _like(self, seat: int, state: State, news: list[tuple[int, Node]]) -> None:
        """Mark the new options that a table of the seat would take."""
        guide = self._guides[seat]
        if guide is not None:
            kept = guide.kept(state)
            for index, child in news:
                child.liked = index in kept and len(kept) < len(state.options)

    def _play_on(self, state: State, trace: list[Taken]) -> None:
        """Play on beyond the tree, to the end or until a seat leads."""
        choose, terms, scored = self._chooser(trace), self._terms, self._worths.scored
        played, steps = 0, terms.cut if scored else terms.longest
        while played < terms.longest:
            play(state, self._code, choose, most=steps)
            if not state.asks or (scored and any(leads(self._worths.scores(state)))):
                return
            played += steps
            steps = terms.further

    def _chooser(self, trace: list[Taken]) -> Chooser:
        """Return a function that takes decisions beyond the tree and appends them to the trace.

        It follows the tables mostly. Elsewhere it takes the better of two random options by the action history.
        """
        of_cards, alike, habits, means = self._of_cards, self._alike, self._habits, self._worths.means
        guides, guided, note, random = self._guides, self._guided, trace.append, self._stream

        def choose(state: State, asked: int, seat: int) -> Any:
            nonlocal random
            options = state.options
            habit = habits[seat][asked]
            guide = guides[seat]
            if guide is not None:
                random = (random * FACTOR + STEP) & MASK
                if random >= guided[seat]:
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
