"""Odds of options: what each can bring by chance before anybody decides again, in the words of the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import islice

from interpreter.engine.chance_outcomes import outcomes_of_choice
from interpreter.engine.history import History, PendingDecision
from interpreter.engine.rules import Rules
from interpreter.engine.state import State
from interpreter.engine.view import is_die_known
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
MOST_RESULTS = 3
"""Maximum number of different results that an option's odds name."""
MOST_LETTERS = 120
"""Maximum length of an option's odds."""
NOT_RESULTS = (TurnStarted, DecisionTaken, DecisionForced, DiceRolled, DiceShown)
"""Entries that say how something came about, not what came of it."""


def odds_of_options(history: History, asked: PendingDecision, speaker: Localizer) -> tuple[str, ...]:
    """Return the odds of each option as text, such as `58 %: 1 tower: Hill -> Box`.

    An option without chance, or with too many different results, has none. No option has any unless the seat knows each
    card and each die, because odds could tell what it doesn't know. They reach as far as the next decision; if the
    match can end before it, they say only how.
    """
    none = ("",) * len(asked.values)
    if asked.info.sealed is not None or not knows_everything(history.rules, history.state, asked.seat):
        return none
    odds, left, since = [], MOST_OUTCOMES, len(history.entries())
    try:
        for index in range(len(asked.values)):
            outcomes = list(islice(outcomes_of_choice(history, index), left + 1))
            left -= len(outcomes)
            if left < 0:
                return none
            odds.append(_text([(share, found.entries(since)) for share, found in outcomes], speaker, asked.seat))
    except CahierError:  # the rules fail in one of them
        return none
    return tuple(odds)


def rolls_or_draws(routines: Routines) -> bool:
    """Return True if a text rolls dice, or draws pieces at random."""
    return any(
        isinstance(statement, Roll) or (isinstance(statement, MovePieces) and statement.at_random)
        for routine in routines.all
        for statement in statements_in(routine.body)
    )


def knows_everything(rules: Rules, state: State, seat: int) -> bool:
    """Return True if a seat knows where each card is, what each die shows, and the value of each variable."""
    if any(variable.visible != "everyone" for variable in rules.rulebook.variables if variable.id != SHOWN):
        return False
    symbols, sees = rules.program.symbols, 1 << seat
    cards, dice = range(len(rules.rulebook.cards)), range(len(symbols.die_faces))
    return all(state.v[symbols.known_base + card] & sees for card in cards) and all(
        is_die_known(symbols, state.v, die, sees) for die in dice
    )


def _text(outcomes: Sequence[tuple[Fraction, Sequence[Entry]]], speaker: Localizer, seat: int) -> str:
    """Return the results of an option with their odds, likeliest first; what comes with each result is left out."""
    is_result = MatchEnded if any(isinstance(each, MatchEnded) for _, told in outcomes for each in told) else object
    shares = Counter[tuple[str, ...]]()
    for share, told in outcomes:
        kept = [each for each in told if isinstance(each, is_result) and not isinstance(each, NOT_RESULTS)]
        shares[tuple(line.strip() for line in log_lines(speaker, kept, seat))] += share  # type: ignore[assignment]
    certain = set.intersection(*map(set, shares))
    results = [
        (share, "; ".join(line for line in lines if line not in certain)) for lines, share in shares.most_common()
    ]
    named = [(share, result) for share, result in results if result]
    text = ", ".join(f"{percentage(Fraction(share))}: {result}" for share, result in named)
    return text if len(results) > 1 and len(named) <= MOST_RESULTS and len(text) <= MOST_LETTERS else ""


def percentage(share: Fraction) -> str:
    """Return a probability in whole percents; one that is neither impossible nor certain never looks so."""
    rounded = round(100 * share)
    if rounded == 0:
        return "< 1 %"
    return "> 99 %" if rounded == 100 and share < 1 else f"{rounded} %"
