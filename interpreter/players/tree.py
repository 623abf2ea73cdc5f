"""The tree of one search: information set Monte Carlo tree search, from the seat that decides.

Each playout begins in a state that agrees with what the seat knows (single-observer information set search: Cowling,
Powley and Whitehouse 2012), goes down the tree of decisions, then on, mostly by the tables of a seat that has some,
else by what did well in other playouts. Where the rules name a score it is cut short once somebody leads. Each seat,
friend or foe, looks after itself. Chance needs no nodes: states differ in it. Where all lies open this is plain Monte
Carlo tree search.

Machine code grows the same tree (runtime/tree.py, by players/machine.py); this is the reference, in which it is easier
to read, and what plays where there is none.
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
"""A decision, and what is chosen."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What came of an option, by its index: how many playouts began with it, the seat's share of wins in them, and
    what it seems worth, with the score and its habits. `proof`: what is proved of it, for this seat.
    """

    index: int
    playouts: int
    share: float
    worth: float
    proof: Proof = Proof.NOTHING


@dataclass(frozen=True, slots=True)
class Reply:
    """What may be decided next after an option: by which seat, in which decision, for what, each by number, and in how
    many of so many playouts it was."""

    seat: int
    asked: int
    value: Any
    playouts: int
    of: int


class Grows(Protocol):
    """The tree for one decision of a seat, whatever grows it."""

    def grow(self, most: int) -> int:
        """Play some playouts, at least one and so many at the most, and remember what came of them: how many. Raises
        CahierError if the rules can't be carried out."""

    def thoughts(self) -> list[Thought]:
        """What has come of each option so far, in their order."""

    def replies(self) -> list[list[Reply]]:
        """What was decided after each option, in their order, the most common first."""

    def outlook(self) -> Outlook:
        """What was learned of scores."""

    def go_on(self, start: Start, path: Sequence[Key]) -> None:
        """Playouts begin elsewhere from now on: after these decisions, all of which the seat knows. What was learned
        after them still holds."""

    def forget(self) -> None:
        """Nothing is kept of what options did wherever they were taken. Only for a tree that is not to come out the
        same again."""


class Node:
    """What is known of taking one option: how often it could be taken, was taken, what its seat won by it, and what
    that was worth. `seat`: the one that takes it, by number. `liked`: a table of the seat would take it.
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
        """What the option seems worth: the mean of its playouts, among them what its habit says, of this weight."""
        return (self.worth + weight * habit) / (self.taken + weight)


def guide(game: Game, seat: str) -> TablePlayer | None:
    """The tables of a seat, if it has some."""
    if not any(bot.seat in (seat, None) for bot in game.bots):
        return None
    return TablePlayer(game, seat)


def calling(game: Game) -> Callable[[int, Any], Any]:
    """What tells by what an option of a decision goes in a tree; cards alike in print are one option."""
    alike = game.constants.alike
    of_cards = [info.type.kind == "card" for info in game.program.linked_code.decisions]
    return lambda asked, value: alike[value] if value is not None and of_cards[asked] else value


def is_provable(game: Game, origin: Origin, terms: SearchTerms) -> bool:
    """Whether one seat's win is the other one's loss, and all is known of the state in which playouts begin, and of
    those after it: there is no zone in which a card could be laid unseen, and no event is tried, which takes chances
    that have not come yet."""
    versus = len(game.seats) == 2 and not game.rulebook.sides
    symbols = game.program.symbols
    is_open = not origin.deals.hidden and all(face == symbols.everyone for face in symbols.faces)
    return terms.proving and versus and is_open and not origin.path and not game.program.linked_code.tries


def left_to_tables(game: Game, searching: int, terms: SearchTerms) -> tuple[list[float], list[float]]:
    """The share of each seat's decisions that its tables take, if it has some: in playouts, and in the tree. Tables
    that are for one seat alone are rules of the game: whoever searches at another one may trust them."""
    ruled = {bot.seat for bot in game.bots} - {None, game.seats[searching]}
    trusted = [terms.trusting if seat in ruled else 0.0 for seat in game.seats]
    return [max(terms.guided, share) for share in trusted], trusted


class Tree:
    """A tree that Python grows."""

    def __init__(self, start: Start, seed: int, terms: SearchTerms = TERMS, outlook: Outlook | None = None) -> None:
        """`seed` settles what is drawn and tried. `outlook`: what is known before; None: nothing."""
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
        """A new tree."""
        self._root = Node()
        self._nodes = 1

    def _stand(self, start: Start, root: Node) -> None:
        """Playouts begin here from now on."""
        self._draws = start.draws()
        self._provable = is_provable(self._game, self._draws.origin, self._terms)
        self._root = root
        state = self._draws.base
        self._code = self._game.program.code(state.log is not None)
        self._asked, self._seat, self._options = state.asked, state.seat, list(state.options)

    def go_on(self, start: Start, path: Sequence[Key]) -> None:
        """As of Grows. Of a large tree nothing is kept but its habits."""
        root: Node | None = self._root
        for asked, value in path:
            root = None if root is None else root.after.get((asked, self._called(asked, value)))
        if root is None or (path and self._nodes > self._terms.most_nodes // 2):
            self._plant()
            root = self._root
        self._stand(start, root)

    def outlook(self) -> Outlook:
        """As of Grows."""
        return self._worths.outlook()

    def forget(self) -> None:
        """As of Grows."""
        decisions = range(len(self._code.decisions))
        self._habits = [[Habit(seat, asked) for asked in decisions] for seat in range(len(self._game.seats))]

    def thoughts(self) -> list[Thought]:
        """As of Grows."""
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
        """As of Grows."""
        found = []
        for option in self._options:
            node = self._root.after.get((self._asked, self._called(self._asked, option))) or Node()
            taken = [(key, after) for key, after in node.after.items() if after.taken]
            taken.sort(key=lambda each: -each[1].taken)
            found.append([Reply(after.seat, *key, after.taken, node.taken) for key, after in taken])
        return found

    def grow(self, most: int) -> int:
        """As of Grows: one at a time."""
        self.playout()
        return 1

    def playout(self) -> None:
        """Play once, and remember what came of it. Raises CahierError if the rules can't be carried out."""
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
        """Down the tree by what was best so far, to the first option that is new."""
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
        """Whether no option is new."""
        return all((asked, self._called(asked, value)) in node.after for value in state.options)

    def _trusted_table(self, seat: int) -> TablePlayer | None:
        """The tables of a seat, if they decide this time."""
        guide, trusted = self._guides[seat], self._trusted[seat]
        if guide is None or not trusted:
            return None
        self._stream = (self._stream * FACTOR + STEP) & MASK
        return guide if self._stream < trusted else None

    def _by_table(self, guide: TablePlayer, node: Node, asked: int, seat: int, state: State) -> tuple[Node, Any]:
        """An option that these tables take, with its node."""
        self._stream = (self._stream * FACTOR + STEP) & MASK
        value = state.options[guide.pick(state, self._stream)]
        child = self._child(node, asked, seat, self._called(asked, value))
        child.offered += 1
        return child, value

    def _next(self, node: Node, asked: int, seat: int, state: State) -> tuple[Node, Any]:
        """The option to try next, with its node: the highest upper bound of what it may be worth (UCB1), as far as it
        could be taken at all. A new one counts by its habit; what a table of the seat likes is given more.
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
            else:  # cards alike in print lie in different places: what is proved of one is not so of another
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
        """The node of an option, which may be new."""
        child = node.after.get((asked, called))
        if child is None:
            child = node.after[asked, called] = Node(seat)
            self._nodes += 1
        return child

    def _like(self, seat: int, state: State, news: list[tuple[int, Node]]) -> None:
        """Mark those of the new options that a table of the seat would take."""
        guide = self._guides[seat]
        if guide is not None:
            kept = guide.kept(state)
            for index, child in news:
                child.liked = index in kept and len(kept) < len(state.options)

    def _play_on(self, state: State, trace: list[Taken]) -> None:
        """To the end, or until somebody leads."""
        choose, terms, scored = self._chooser(trace), self._terms, self._worths.scored
        played, steps = 0, terms.cut if scored else terms.longest
        while played < terms.longest:
            play(state, self._code, choose, most=steps)
            if not state.asks or (scored and any(leads(self._worths.scores(state)))):
                return
            played += steps
            steps = terms.further

    def _chooser(self, trace: list[Taken]) -> Chooser:
        """Answers mostly by the tables, else by whichever of two random options did better, and writes it down."""
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
