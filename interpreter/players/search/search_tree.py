"""Search trees: their interface, the statistics of options, and the starts of their playouts.

While others decide, playouts start after the seat's own decision (pondering). States are drawn as of that decision and
then played on by the rules, so that the search knows nothing that its seat doesn't know. The decision that the match
stands at by now is never read, because its options may reveal other seats' cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from interpreter.engine.driver import answer
from interpreter.engine.state import EFFECT_WORK_LIMIT, State
from interpreter.language.chance import next_word
from interpreter.language.execution.deals import MOST_TRIES, PlayoutOrigin
from interpreter.language.execution.search_nodes import Proof
from interpreter.language.execution.search_setup import option_cards
from interpreter.language.execution.search_terms import ScoreModel, SearchParameters
from interpreter.language.execution.tree_search import for_seat
from interpreter.matches.match import Game
from interpreter.support.errors import CahierError, Location, PlayError, Problem


class StateSampler(Protocol):
    """A sampler of states that agree with a seat's knowledge."""

    @property
    def base(self) -> State:
        """One of the states."""

    @property
    def origin(self) -> PlayoutOrigin:
        """The data from which the states are drawn."""

    def draw_state(self, word: int) -> State:
        """Return the state that a 64-bit word determines.

        Raises PlayError if no deal agrees with the seat's knowledge.
        """


class PlayoutStart(Protocol):
    """A position in which playouts begin."""

    @property
    def game(self) -> Game:
        """The game that is played."""

    def sampler(self) -> StateSampler:
        """Return a sampler of the states in which playouts begin."""


SAMPLED_DEALS = 20
"""Number of deals drawn to estimate in how many of them the path is possible."""


class PonderStart:
    """A start of playouts, and a sampler of states, after a decision of the seat and others that it knows."""

    def __init__(self, game: Game, sampler: StateSampler, path: Sequence[tuple[int, Any]]) -> None:
        """Draw a first state after `path`.

        Args:
            game: The game.
            sampler: A sampler of states at the seat's decision.
            path: The decisions since then: each decision's number and its answer.

        Raises:
            PlayError: No deal was found in which the path is possible.
        """
        self.game = game
        self.origin = sampler.origin._replace(path=path)
        self._sampler = sampler
        self.base = self.draw_state(0)

    def is_common(self) -> bool:
        """Return True if the path is possible in at least half of the deals.

        Otherwise too many states have to be drawn for each playout.
        """
        words = range(1, SAMPLED_DEALS + 1)
        return 2 * sum(self._play_path(self._sampler.draw_state(next_word(word)[1])) for word in words) >= SAMPLED_DEALS

    def sampler(self) -> StateSampler:
        """Return this object, which samples its own states."""
        return self

    def draw_state(self, word: int) -> State:
        """Return the state that a 64-bit word determines, after the path.

        Raises PlayError if the path is possible in none of the deals tried.
        """
        for _ in range(MOST_TRIES):
            word, deal = next_word(word)
            state = self._sampler.draw_state(deal)
            if self._play_path(state):
                return state
        message = "none of the deals that were tried allows the decisions that were made"
        raise PlayError(Problem(Location(self.game.id), "no-deal", message))

    def _play_path(self, state: State) -> bool:
        """Play the path in a state; return False if it is impossible or ends the game."""
        code = self.game.program.code(state.log is not None)
        for asked, value in self.origin.path:
            if not state.is_waiting or state.decision != asked or value not in state.options:
                return False
            state.work = EFFECT_WORK_LIMIT
            try:
                answer(state, code, value)
            except CahierError:
                return False
        return state.is_waiting


DecisionKey = tuple[int, Any]
"""A decision, by number, and the option chosen."""


@dataclass(frozen=True, slots=True)
class ActionStats:
    """Statistics of an option.

    Attributes:
        index: The option, by index.
        playouts: Number of playouts that began with it.
        win_share: The seat's mean share of the win in them.
        value: The estimated value, which includes the score and the action history.
        proof: The proven result, for this seat.
        proof_depth: Number of choices to the end of the game in its proof; 0 if there is none.
    """

    index: int
    playouts: int
    win_share: float
    value: float
    proof: Proof = Proof.NOTHING
    proof_depth: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """A decision that may follow an option.

    Attributes:
        seat: The seat that decides, by number.
        decision: The decision, by number.
        value: The option taken.
        playouts: Number of playouts in which it was taken.
        total: Number of playouts that began with the option replied to.
    """

    seat: int
    decision: int
    value: Any
    playouts: int
    total: int


class SearchTree(Protocol):
    """A search tree for one decision of a seat, grown by Python or by machine code."""

    def run_playouts(self, limit: int) -> int:
        """Play at least one and at most `limit` playouts, and return their number.

        Raises CahierError if the rules can't be carried out.
        """

    def action_stats(self) -> list[ActionStats]:
        """Return the statistics of each option of the root, in their order."""

    def replies(self) -> list[list[Reply]]:
        """Return the replies to each option of the root, in their order, the most common first."""

    def score_model(self) -> ScoreModel:
        """Return the score model learned so far."""

    def advance(self, start: PlayoutStart, path: Sequence[DecisionKey]) -> None:
        """Move the root: playouts begin at `start` from now on.

        `path` holds the decisions from the old root to the new one, all of which the seat knows. The subtree is kept.
        """

    def clear_history(self) -> None:
        """Clear the action history. Use it only for trees that need not be reproducible."""


def option_stats(
    index: int, visits: int, wins: float, value: float, proof: int, proof_depth: int, seat: int
) -> ActionStats:
    """Return the statistics of an option from those of its node; `proof` is for the first seat."""
    share = wins / visits if visits else 0.0
    return ActionStats(index, visits, share, value, Proof(for_seat(proof, seat)), proof_depth if proof else 0)


def option_key_function(game: Game) -> Callable[[int, Any], Any]:
    """Return a function from a decision and an option to the option's key in a tree.

    Cards that are alike in print share one key.
    """
    alike = game.constants.alike
    of_cards = [info.type.kind == "card" for info in game.program.linked_code.decisions]
    return lambda decision, value: alike[value] if value is not None and of_cards[decision] else value


def card_of_option(game: Game, decision: int, value: Any) -> int | None:
    """Return the card of an option, None if it has none."""
    return None if value is None else option_cards(game.program.linked_code.decisions[decision]).card_of(value)


def is_provable(game: Game, origin: PlayoutOrigin, terms: SearchParameters) -> bool:
    """Return True if results can be proved from this origin.

    This requires that one seat's win is the other seat's loss, and that everything is known of the states in which
    playouts begin and of those that follow. No zone may take a card face down, no die be rolled in secret, and nothing
    be chosen at the same time. No event may be tried, because a trial uses chances that have not come yet.
    """
    versus = len(game.seats) == 2 and not game.rulebook.sides and not game.rulebook.aims_for_score
    symbols = game.program.symbols
    sights = (*symbols.faces, *symbols.die_sight)
    in_turn = all(info.sealed is None for info in game.program.linked_code.decisions)
    is_open = in_turn and not origin.deals.hidden and all(seats == symbols.everyone_mask for seats in sights)
    return terms.is_proving and versus and is_open and not origin.path and not game.program.linked_code.tries


def table_shares(game: Game, searching: int, terms: SearchParameters) -> tuple[list[float], list[float]]:
    """Return the share of each seat's decisions that its tables take, in rollouts and in the tree.

    Tables that belong to a single seat are rules of the game. A search for another seat may therefore trust them.
    """
    scripted = {bot.seat for bot in game.bots} - {None, game.seats[searching]}
    in_rollouts = [terms.scripted_table_share if seat in scripted else terms.table_share for seat in game.seats]
    in_tree = [terms.trusted_table_share if seat in scripted else 0.0 for seat in game.seats]
    return in_rollouts, in_tree
