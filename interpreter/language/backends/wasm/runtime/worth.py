"""Payoff of a playout's end for each seat, computed in the same order as in `players/search/score_model.py`."""

from __future__ import annotations

from math import sqrt

from interpreter.language.backends.wasm.runtime.lists import contains
from interpreter.language.backends.wasm.runtime.structs import areas, game, position, search, state
from interpreter.language.backends.wasm.toolchain.memory import score
from interpreter.language.execution.executable import GAME_OVER, NIL
from interpreter.language.execution.search_tables import MAX_LEAD, STEPS


def larger(one: float, other: float) -> float:
    """Return the greater of two floating-point numbers."""
    return other if other > one else one


def spread(seat: int) -> float:
    """Return the standard deviation of a seat's payoffs."""
    least = search.least_of_wins if search.is_certain or game.scored == 0 else search.least_variance
    mean = search.means[seat]
    return sqrt(larger(least, search.squares[seat] - mean * mean))


def note_scores() -> None:
    """Store the score of each seat in `search.scores`."""
    for seat in range(game.seats):
        search.scores[seat] = score(seat)


def lead(seat: int) -> int:
    """Return a seat's lead: its score minus the best score of the others."""
    best = NIL
    for other in range(game.seats):
        if other != seat and search.scores[other] > best:
            best = search.scores[other]
    return search.scores[seat] - (0 if best == NIL else best)


def is_led() -> bool:
    """Return True if a seat is ahead."""
    for seat in range(game.seats):
        if lead(seat) != 0:
            return True
    return False


def remembered(count: int) -> int:
    """Return the number of recent playouts that means are taken over."""
    return count if count < search.memory else search.memory


def note_shares() -> None:
    """Store each seat's share of the win in `search.shares`."""
    many = 0
    if position.pc == GAME_OVER:
        many = state.winners.length
    for seat in range(game.seats):
        if many == 0:
            share = 1.0 / float(game.seats)
        elif contains(state.winners, seat):
            share = 1.0
            if state.side == NIL:
                share /= float(many)
        else:
            share = 0.0
        search.shares[seat] = share


def chance_of(units: float) -> float:
    """Return the probability of a win for a lead, given in units of the usual lead."""
    most = float(MAX_LEAD)
    if units > most:
        units = most
    if units < -most:
        units = -most
    return areas.chances[int((units + most) * float(STEPS) + 0.5)]


def note_chances() -> None:
    """Store the probabilities of a win given the leads in `search.worths`, and update the score model.

    The probabilities add up to 1.
    """
    search.scores_seen += 1
    seen = float(remembered(search.scores_seen))
    usual = 0
    for seat in range(game.seats):
        ahead = lead(seat)
        usual += ahead if ahead > 0 else -ahead
    common = search.common_lead
    more = float(usual) / float(game.seats) - common
    common = common + more / seen
    search.common_lead = common
    unit = larger(common, search.least_lead)
    height = 0
    for seat in range(game.seats):
        height += search.scores[seat]
    high = float(height) / float(game.seats)
    level = search.level
    level += (high - level) / seen
    search.level = level
    search.signs[0] = 1.0
    search.signs[2] = (high - level) / unit
    total = 0.0
    for seat in range(game.seats):
        search.signs[1] = float(lead(seat)) / unit
        said = 0.0
        for at in range(3):
            said += search.sign_weights[3 * seat + at] * search.signs[at]
        chance = chance_of(said)
        search.worths[seat] = chance
        total += chance
        if position.pc == GAME_OVER and search.doubt > 0.0:
            slope = chance * (1.0 - chance)
            gap = search.shares[seat] - chance
            for at in range(3):
                sign = search.signs[at]
                search.sign_sure[3 * seat + at] += slope * sign * sign
                search.sign_weights[3 * seat + at] += gap * sign / search.sign_sure[3 * seat + at]
    for seat in range(game.seats):
        search.worths[seat] /= total


def value() -> None:
    """Compute the payoffs of the end of a playout: `search.shares` and `search.worths`."""
    note_shares()
    if game.scored > 0:
        note_scores()
        note_chances()
        for seat in range(game.seats):
            share = search.shares[seat]
            chance = search.worths[seat]
            if position.pc == GAME_OVER:
                search.worths[seat] = share + search.scoring * (chance - share)
            else:
                search.shares[seat] = chance
    else:
        for seat in range(game.seats):
            search.worths[seat] = search.shares[seat]
    search.ends_seen += 1
    rate = 1.0 / float(remembered(search.ends_seen + 1))
    for seat in range(game.seats):
        found = search.worths[seat]
        mean = search.means[seat]
        search.means[seat] = mean + rate * (found - mean)
        square = search.squares[seat]
        search.squares[seat] = square + rate * (found * found - square)
