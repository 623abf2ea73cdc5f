"""Odds of options: what each can bring by chance before anybody decides again, in the words of the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count, islice

from interpreter.engine.chance_outcomes import outcomes_of_choice
from interpreter.engine.history import History, PendingDecision
from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.engine.view import is_die_known
from interpreter.knowledge.determinizer import Determinizer
from interpreter.language.chance import next_word
from interpreter.language.ir.builders import statements_in
from interpreter.language.ir.statements import MovePieces, Roll
from interpreter.language.routines import Routines
from interpreter.presentation.log_lines import log_lines
from interpreter.presentation.speech import Localizer
from interpreter.rulebook.log_entries import (
    DecisionForced,
    DecisionTaken,
    DiceRolled,
    DiceShown,
    Entry,
    MatchEnded,
    TurnStarted,
)
from interpreter.rulebook.model import SHOWN
from interpreter.support.errors import CahierError

MOST_OUTCOMES = 250
"""Maximum number of outcomes of all options together for which odds are worked out."""
MOST_DEALS, FEWEST_DEALS, MOST_TRIALS = 60, 8, 480
"""Maximum and minimum number of deals where something is hidden, and roughly the number of outcomes in all of them."""
DEALS_SEED = 1
"""The deals depend on the seat's knowledge alone."""
MOST_RESULTS = 3
"""Maximum number of different results that an option's odds name."""
MOST_LETTERS = 120
"""Maximum length of an option's odds."""
Outcome = tuple[Fraction, Sequence[Entry]]
"""An outcome of chance: its probability, and what the log tells of it."""
NOT_RESULTS = (TurnStarted, DecisionTaken, DecisionForced, DiceRolled, DiceShown)
"""Entries that say how something came about, not what came of it."""


class TooManyOutcomesError(Exception):
    """Error: there are too many outcomes to try them."""


def odds_of_options(history: History, asked: PendingDecision, speaker: Localizer) -> tuple[str, ...]:
    """Return the odds of each option as text, such as `58 %: 1 tower: Hill -> Box`.

    An option without chance, or with too many different results, has none. They reach as far as the next decision; if
    the match can end before it, they say only how.

    If a card or a die is hidden from the seat, they are worked out in deals that agree with its knowledge, never in the
    true position. Where the deals differ, the odds say `about`. No option has any if deals could tell more than the
    seat knows: from hidden variables, or from what the rules remember.
    """
    none = ("",) * len(asked.values)
    if asked.info.sealed is not None or has_hidden_variables(history.rules):
        return none
    try:
        if knows_things(history.rules, history.state, asked.seat):
            deals = [outcomes_of_options(history, len(asked.values), MOST_OUTCOMES)]
        elif not history.rules.remembers_secrets:
            deals = list(_outcomes_in_deals(history, asked))
        else:
            return none
    except (CahierError, TooManyOutcomesError):  # the rules fail in one of them
        return none
    return tuple(_text(found, speaker, asked.seat) for found in zip(*deals, strict=True)) or none


def outcomes_of_options(history: History, options: int, most: int) -> list[list[Outcome]]:
    """Return the outcomes of each option.

    Raises:
        TooManyOutcomesError: There are more than `most` of all options together.
    """
    found: list[list[Outcome]] = []
    since = len(history.entries())
    for index in range(options):
        outcomes = list(islice(outcomes_of_choice(history, index), most + 1))
        most -= len(outcomes)
        if most < 0:
            raise TooManyOutcomesError
        found.append([(share, after.entries(since)) for share, after in outcomes])
    return found


def _outcomes_in_deals(history: History, asked: PendingDecision) -> Iterator[list[list[Outcome]]]:
    """Yield the outcomes of each option in deals that agree with the seat's knowledge, in each deal the same number.

    Raises:
        TooManyOutcomesError: There are too many for the fewest deals.
    """
    determinizer = Determinizer(history.rules, history.state, history.opening, asked.seat)
    random, deals, most = DEALS_SEED, FEWEST_DEALS, MOST_TRIALS // FEWEST_DEALS
    for number in count():
        random, word = next_word(random)
        dealt = History(history.rules, 0, determinizer.draw_logged_state(word), history.opening, imagined=())
        found = outcomes_of_options(dealt, len(asked.values), most)
        if number == 0:
            deals = max(FEWEST_DEALS, min(MOST_DEALS, MOST_TRIALS // sum(map(len, found))))
        yield found
        if number + 1 == deals:
            return


def rolls_or_draws(routines: Routines) -> bool:
    """Return True if a text rolls dice, or draws pieces at random."""
    return any(
        isinstance(statement, Roll) or (isinstance(statement, MovePieces) and statement.at_random)
        for routine in routines.all
        for statement in statements_in(routine.body)
    )


def has_hidden_variables(rules: Rules) -> bool:
    """Return True if not everyone sees the value of each variable."""
    return any(variable.visible != "everyone" for variable in rules.rulebook.variables if variable.id != SHOWN)


def knows_things(rules: Rules, state: State, seat: int) -> bool:
    """Return True if a seat knows where each card is and what each die shows."""
    symbols, sees = rules.program.symbols, 1 << seat
    cards, dice = range(len(rules.rulebook.cards)), range(len(symbols.die_faces))
    return all(state.v[symbols.known_base + card] & sees for card in cards) and all(
        is_die_known(symbols, state.v, die, sees) for die in dice
    )


def _text(deals: Sequence[Sequence[Outcome]], speaker: Localizer, seat: int) -> str:
    """Return the results of an option with their odds, likeliest first; what comes with each result is left out.

    `deals`: its outcomes in each deal.
    """
    ends = any(isinstance(each, MatchEnded) for outcomes in deals for _, told in outcomes for each in told)
    shares_of_deals = [_shares(outcomes, MatchEnded if ends else object, speaker, seat) for outcomes in deals]
    is_exact = all(each == shares_of_deals[0] for each in shares_of_deals)
    shares = Counter[tuple[str, ...]]()
    for each in shares_of_deals:
        for lines, share in each.items():
            shares[lines] += Fraction(share, len(deals))  # type: ignore[assignment]
    certain = set.intersection(*map(set, shares))
    results = [
        (share, "; ".join(line for line in lines if line not in certain)) for lines, share in shares.most_common()
    ]
    named = [(share, result) for share, result in results if result]
    told = percentage if is_exact else lambda share: speaker.say("about", share=percentage(rounded(share)))
    text = ", ".join(f"{told(Fraction(share))}: {result}" for share, result in named)
    return text if len(results) > 1 and len(named) <= MOST_RESULTS and len(text) <= MOST_LETTERS else ""


def _shares(outcomes: Sequence[Outcome], is_result: type, speaker: Localizer, seat: int) -> Counter[tuple[str, ...]]:
    """Return the probability of each result, as lines of the log, over the outcomes of an option."""
    shares = Counter[tuple[str, ...]]()
    for share, told in outcomes:
        kept = [each for each in told if isinstance(each, is_result) and not isinstance(each, NOT_RESULTS)]
        shares[tuple(line.strip() for line in log_lines(speaker, kept, seat))] += share  # type: ignore[assignment]
    return shares


def rounded(share: Fraction) -> Fraction:
    """Return a probability that is estimated, rounded to a multiple of 5 % that is neither 0 nor 1."""
    return Fraction(min(max(round(20 * share), 1), 19), 20)


def percentage(share: Fraction) -> str:
    """Return a probability in whole percents; one that is neither impossible nor certain never looks so."""
    rounded = round(100 * share)
    if rounded == 0:
        return "< 1 %"
    return "> 99 %" if rounded == 100 and share < 1 else f"{rounded} %"
