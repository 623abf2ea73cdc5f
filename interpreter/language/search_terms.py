"""Parameters of the tree search, and the tables of logarithms and probabilities that all backends share.

With these tables all backends compute the same results, to the last bit: only additions, multiplications, divisions and
roots remain, which are exact everywhere (IEEE 754).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import exp, log

LOGS = 1 << 12
"""Size of the table of logarithms of whole numbers; larger numbers are halved until they fit."""
LOG_2 = log(2)
MOST_SURE = 20.0
"""Maximum precision of a score model that is carried over to another position, in addition to its prior `doubt`."""
STEPS, MOST_LEAD = 64, 30
"""Entries of the table of probabilities per unit of lead, and the lead at which it is cut off, either way."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A score model: the relation between scores and the chance to win, as learned from playouts.

    Attributes:
        seen: Number of playouts it was learned from.
        common_lead: Typical size of a lead.
        level: Mean of the scores.
        weights: Three for each seat: the intercept, the weight of its lead, and that of the level of all scores.
        sure: The precision of each weight.
    """

    seen: int
    common_lead: float
    level: float
    weights: tuple[float, ...]
    sure: tuple[float, ...]

    def later(self, terms: SearchTerms) -> Outlook:
        """Return the model as the prior for another position, with less precision."""
        if terms.doubt == 0:
            return terms.outlook(len(self.weights) // 3)
        return replace(self, sure=tuple(min(sure, terms.doubt + MOST_SURE) for sure in self.sure))


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """Parameters of the tree search.

    Attributes:
        exploring: Weight of exploration against exploitation, in standard deviations of the payoffs of playouts.
        habit: Weight of the action history (MAST) of an option, in playouts.
        liking: Weight of a table's preference for an option, against one playout; it decreases with each playout.
        guided: Share of decisions in playouts that tables take, where a seat has some.
        trusting: The same in the tree and in playouts, for a seat whose tables are rules of the game.
        cut: Number of decisions beyond the tree after which a playout is cut if some seat leads.
        further: Number of decisions until that is checked again.
        longest: Maximum number of decisions of a playout; one that is not over by then has no winner.
        most_nodes: Maximum number of nodes; a tree of that size gets no deeper.
        noise: Size of the random tie-break between equal options.
        scoring: Weight of scores against the win.
        doubt: Prior precision of the score model, which slows down learning; 0 turns learning off.
        memory: Approximate number of playouts that means and spreads go back to.
        proving: True if proven results are recorded (players.proof).
        least_lead: Minimum of the typical lead, in points.
        least_variance: Minimum variance of payoffs in games with a score.
        least_of_wins: Minimum variance of payoffs in games without a score, and where proofs are recorded.
        logs: Logarithms of whole numbers.
        chances: Values of the logistic function.
    """

    exploring: float = 1.4
    habit: float = 5.0
    liking: float = 1.0
    guided: float = 0.9
    trusting: float = 1.0
    cut: int = 100
    further: int = 20
    longest: int = 5_000
    most_nodes: int = 400_000
    noise: float = 1e-4
    scoring: float = 0.5
    doubt: float = 10.0
    memory: int = 100
    proving: bool = True
    least_lead: float = 0.5
    least_variance: float = 1e-4
    least_of_wins: float = 0.25
    logs: Sequence[float] = field(default=tuple(log(max(1, number)) for number in range(LOGS)), repr=False)
    chances: Sequence[float] = field(
        default=tuple(1 / (1 + exp(-at / STEPS)) for at in range(-MOST_LEAD * STEPS, MOST_LEAD * STEPS + 1)), repr=False
    )

    def outlook(self, seats: int) -> Outlook:
        """Return the score model of a search that has seen no playouts."""
        return Outlook(0, 1.0, 0.0, (0.0, 1.0, 0.0) * seats, (self.doubt,) * (3 * seats))

    def log(self, number: int) -> float:
        """Return the logarithm of a whole number from 1 on; for large numbers approximately."""
        halved = 0.0
        while number >= LOGS:
            number >>= 1
            halved += LOG_2
        return self.logs[number] + halved

    def chance(self, lead: float) -> float:
        """Return the chance to win from 0 to 1 with a lead in units of the typical lead: the logistic function."""
        lead = max(-float(MOST_LEAD), min(float(MOST_LEAD), lead))
        return self.chances[int((lead + MOST_LEAD) * STEPS + 0.5)]


TERMS = SearchTerms()
STEADY = SearchTerms(
    exploring=1.4,
    habit=1.0,
    liking=1.0,
    guided=0.9,
    trusting=0.0,
    cut=100,
    further=20,
    longest=5_000,
    most_nodes=400_000,
    noise=1e-4,
    scoring=0.2,
    doubt=0.0,
    memory=100,
    proving=False,
    least_lead=0.5,
    least_variance=1e-4,
    least_of_wins=1e-4,
)
"""Parameters of the player `steady`, which never change while those of others improve."""
BEGINNER = replace(STEADY, liking=0.0, guided=0.0, most_nodes=1)
"""Parameters of the player `beginner`: it searches one decision deep and uses no tables."""
