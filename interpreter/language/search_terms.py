"""By what numbers a search goes, and the tables of logarithms and chances that all backends share: so they do the same
sums, to the last bit. Only additions, multiplications, divisions and roots are left, which are exact everywhere (IEEE
754)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import exp, log

LOGS = 1 << 12
"""Whole numbers whose logarithms stand in the table; of larger ones that of a half is taken, and so on."""
LOG_2 = log(2)
MOST_SURE = 20.0
"""How sure an outlook is in another position, at the most, besides the doubt that it began with."""
STEPS, MOST_LEAD = 64, 30
"""Entries of the table of chances for a lead of one, and the largest lead, either way, that is told apart."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a search has learned of what scores say of who will win. `seen`: from how many playouts; `common_lead`: how
    large leads are; `level`: what scores are in the mean. `weights`: of each seat three, of what speaks for it whatever
    its score, of its lead, and of how high all scores are; `sure`: how sure each of them is."""

    seen: int
    common_lead: float
    level: float
    weights: tuple[float, ...]
    sure: tuple[float, ...]

    def later(self, terms: SearchTerms) -> Outlook:
        """What is left of it for another position: it is less sure there."""
        if terms.doubt == 0:
            return terms.outlook(len(self.weights) // 3)
        return replace(self, sure=tuple(min(sure, terms.doubt + MOST_SURE) for sure in self.sure))


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """`exploring`: weight of what was little tried against what did well, in standard deviations of what playouts are
    worth. `habit`: playouts that a habit's word on an option counts for. `liking`: what a table's word for an option
    weighs, against one playout; it counts less with each. `guided`: share of decisions in playouts that are left to the
    tables, where there are some. `trusting`: the same of a seat whose tables are rules of the game, in
    the tree and in playouts. `cut`, `further`: decisions beyond the tree after which a playout is cut if somebody
    leads, and how many more until that is seen to. `longest`: decisions of a playout; one that is not over by then is
    nobody's. `most_nodes`: a tree that has so many gets no deeper. `noise` settles which of two equal options is tried
    first. `scoring`: weight of what scores say against the win. `doubt`: how slowly it is learned what they say; 0: it
    is not. `memory`: playouts that means and spreads go back to, roughly. `proving`: it is noted what is certain
    (players.proof). `least_lead`: the smallest common lead, in points. `least_variance`: of what playouts are worth,
    where there is a score; `least_of_wins`: where there is none, and where proofs are noted.
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
        """That of a search which has seen nothing."""
        return Outlook(0, 1.0, 0.0, (0.0, 1.0, 0.0) * seats, (self.doubt,) * (3 * seats))

    def log(self, number: int) -> float:
        """The logarithm of a whole number from 1 on, roughly that of a large one."""
        halved = 0.0
        while number >= LOGS:
            number >>= 1
            halved += LOG_2
        return self.logs[number] + halved

    def chance(self, lead: float) -> float:
        """From 0 to 1, what a lead in units of the common one says of who will win: the logistic function."""
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
"""Those of the player `steady`, which stay as they are when others become better."""
BEGINNER = replace(STEADY, liking=0.0, guided=0.0, most_nodes=1)
"""Those of the player `beginner`: one decision is looked at, none after it, and no table is known."""
