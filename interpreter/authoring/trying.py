"""Positions for trying the event of a card: from a random match, a laid-out position or a running match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from interpreter.engine.driver import begin
from interpreter.engine.history import History
from interpreter.engine.staging import stage
from interpreter.engine.state import EFFECT_WORK_LIMIT, CardLayout, State
from interpreter.engine.view import view_of
from interpreter.engine.why import OptionExplainer, RuleGround
from interpreter.matches.match import Game, Match
from interpreter.presentation.board.contents import build_board
from interpreter.presentation.board.document import Board
from interpreter.presentation.names import Names
from interpreter.rulebook.scenarios.given import GivenPosition
from interpreter.support.errors import CahierError

MAX_MATCHES = 100
"""Maximum number of random matches that are searched."""
MIN_MATCHES = 10
"""Number of random matches after which the best position found so far is taken."""
MAX_DECISIONS = 2_000
"""Maximum number of decisions of a random match."""
OPENING_DIVISOR = 4
"""The first of this many equal parts of a match is skipped as the opening."""
MAX_EXAMINED = 40
"""Maximum number of positions whose reason for an unplayable event is determined."""


@dataclass(frozen=True, slots=True)
class TrialPosition:
    """A position in which a seat can play a card's event.

    Attributes:
        card: Index of the card.
        seat: Index of the seat.
        state: State just before the event.
        hand: Id of the zone into which the card was moved; None if it wasn't moved.
        seed: Seed of the match.
        decisions: Number of decisions taken in the match.
    """

    game: Game
    card: int
    seat: int
    state: State
    hand: str | None
    seed: int
    decisions: int

    def begin(self) -> Match:
        """Return a match that consists of the event. Raise BudgetError or PlayError if it can't be carried out."""
        code = self.game.program.code(True)
        event = code.events[self.card]
        assert event is not None
        state = self.state.copy()
        state.result, state.work = None, EFFECT_WORK_LIMIT
        begin(state, code, event, self.seat)
        known = self.game.constants.known
        masks = state.v[known : known + len(self.game.card_ids)]
        opening = CardLayout(tuple(tuple(cards) for cards in state.z), tuple(masks))
        return Match(self.game, History(self.game, self.seed, state, opening))

    def board(self, seat: str, names: Names) -> Board:
        """Return the board before the event as a seat sees it."""
        view = view_of(self.game, self.state, self.game.seats.index(seat))
        return build_board(self.game.look(names), view)


@dataclass(frozen=True, slots=True)
class NoTrialPosition:
    """Result of a search without a position in which the event is playable.

    Attributes:
        positions: Number of positions tried.
        matches: Number of random matches searched.
        reason: The most frequent reason.
        share: Share of the examined positions with this reason, from 0 to 1.
    """

    positions: int
    matches: int
    reason: RuleGround | None
    share: float


def find_in_random_match(game: Game, card: int, seed: int) -> TrialPosition | NoTrialPosition:
    """Return a position from a random match in which the event is playable.

    Matches are played with seeds from `seed` on, and their openings are skipped. The first position that meets all
    three criteria is returned, otherwise the best one by these in order: the seat is choosing a card from its hand, the
    event asks for a decision, the event changes something. The card is exchanged for one from the hand.
    """
    random = Random(seed)
    unplayable: list[tuple[State, int]] = []
    found: dict[tuple[bool, bool, bool], TrialPosition] = {}
    for number in range(seed, seed + MAX_MATCHES):
        if found and number >= seed + MIN_MATCHES:
            break
        for position, at_hand in _midgame_positions(game, card, number, random):
            if not _is_playable(position):
                unplayable.append((position.state, position.seat))
                continue
            criteria_met = (at_hand, *_asks_and_changes(position))
            if all(criteria_met):
                return position
            found.setdefault(criteria_met, position)
    if found:
        return found[max(found)]
    step = max(1, len(unplayable) // MAX_EXAMINED)
    ground, share = _most_frequent_reason(game, card, unplayable[::step])
    return NoTrialPosition(len(unplayable), MAX_MATCHES, ground, share)


def find_in_setup(game: Game, card: int, given: GivenPosition, seed: int) -> TrialPosition | NoTrialPosition:
    """Return the position that `given` lays out, with the event in place of its `begin`.

    Raises:
        RulebookError: The position can't be laid out.
    """
    if given.begin is None:
        return find_in_match(game.stage(given, seed), card, given.turn)
    _, laid_out, _ = stage(game, replace(given, begin=None), seed)
    return _find_in_state(game, card, laid_out, seed, 0, given.turn)


def find_in_match(match: Match, card: int, turn: str | None = None) -> TrialPosition | NoTrialPosition:
    """Return the current position of a match. `turn`: the seat that plays the event, if it can."""
    return _find_in_state(match.game, card, match.state, match.seed, match.decisions, turn)


def _find_in_state(
    game: Game, card: int, state: State, seed: int, decisions: int, turn: str | None
) -> TrialPosition | NoTrialPosition:
    first = [game.seats.index(turn)] if turn is not None else [state.seat] if state.is_waiting else []
    own = _seats_of_card(game, card)
    seats = list(dict.fromkeys([*(seat for seat in first if turn or seat in own), *own]))
    positions = [
        TrialPosition(game, card, seat, *_put_card_in_hand(game, state, card, seat), seed, decisions) for seat in seats
    ]
    for position in positions:
        if _is_playable(position):
            return position
    return NoTrialPosition(1, 0, *_most_frequent_reason(game, card, [(positions[0].state, positions[0].seat)]))


def _seats_of_card(game: Game, card: int) -> list[int]:
    """Return the seats named in the card's attributes, or all seats if it names none."""
    printed = game.rulebook.cards[card].attributes.values()
    return [at for at, seat in enumerate(game.seats) if seat in printed] or list(range(len(game.seats)))


def _midgame_positions(game: Game, card: int, seed: int, random: Random) -> Iterator[tuple[TrialPosition, bool]]:
    """Yield positions after the opening of a random match, and whether the seat is choosing a card from its hand.

    Only positions whose seat may play the card are included, in random order, those with a choice from the hand first.
    """
    past = _random_match(game, seed, random)
    later = list(enumerate(past))[len(past) // OPENING_DIVISOR :]
    random.shuffle(later)
    known = [(decisions, state, _is_hand_choice(game, state)) for decisions, state in later]
    for decisions, state, at_hand in sorted(known, key=lambda each: not each[2]):
        if state.seat in _seats_of_card(game, card):
            held, hand = _put_card_in_hand(game, state, card, state.seat)
            yield TrialPosition(game, card, state.seat, held, hand, seed, decisions), at_hand


def _random_match(game: Game, seed: int, random: Random) -> list[State]:
    """Return the states at the decisions of a random match, up to an error in the rules if there is one."""
    with suppress(CahierError):
        history = History(game, seed, game.new_state(seed, logged=True), is_limited=True)
        with suppress(CahierError):
            while (asked := history.pending) is not None and len(history.past) < MAX_DECISIONS:
                history.choose(random.randrange(len(asked.values)))
        return history.past
    return []


def _hands(game: Game, seat: int) -> Iterator[tuple[str, int]]:
    """Yield id and number of the zones of a seat that only it sees."""
    for zone in game.rulebook.zones:
        if zone.per_seat and zone.face == "owner":
            yield zone.id, game.program.symbols.zone_index[zone.id] + seat


def _is_hand_choice(game: Game, state: State) -> bool:
    """Return True if the seat that decides is choosing a card from its hand."""
    info = game.program.code(True).decisions[state.decision]
    if info.kind != "choose" or info.type.kind != "card":
        return False
    hands = {number for _, number in _hands(game, state.seat)}
    return all(value is None or state.v[game.constants.where + value] in hands for value in state.options)


def _put_card_in_hand(game: Game, state: State, card: int, seat: int) -> tuple[State, str | None]:
    """Return the state with the card in a hand of the seat, and the id of the hand.

    The card is exchanged for a card of the same deck in the hand, if there is one. The state is unchanged if the seat
    has no hand, or if the card is in one already.
    """
    cards_of_game = game.rulebook.cards
    hands = [
        (zone_id, number, [each for each in state.z[number] if cards_of_game[each].deck == cards_of_game[card].deck])
        for zone_id, number in _hands(game, seat)
    ]
    where = state.v[game.constants.where + card]
    if not hands or where in [number for _, number, _ in hands]:
        return state, None
    zone_id, number, cards = next((hand for hand in hands if hand[2]), hands[0])
    state = state.copy()
    if where is not None:
        at = state.z[where].index(card)
        state.z[where].pop(at)
        if cards:
            state.z[number].remove(cards[-1])
            state.z[where].insert(at, cards[-1])
            _set_zone(game, state, cards[-1], where)
    state.z[number].append(card)
    _set_zone(game, state, card, number)
    return state, zone_id


def _set_zone(game: Game, state: State, card: int, zone: int) -> None:
    state.v[game.constants.where + card] = zone
    state.v[game.constants.known + card] = game.constants.faces[zone]


def _is_playable(position: TrialPosition) -> bool:
    state = position.state
    with state.own_work():
        return bool(position.game.program.code(True).playable[position.card](state, state.v, state.z, position.seat))


def _asks_and_changes(position: TrialPosition) -> tuple[bool, bool]:
    """Return whether the event asks for a decision, and whether it asks for one or changes the state."""
    with suppress(CahierError):
        match, before = position.begin(), position.state
        asks = not match.is_over()
        return asks, asks or (match.state.v, match.state.z) != (before.v, before.z)
    return False, False


def _most_frequent_reason(
    game: Game, card: int, unplayable: list[tuple[State, int]]
) -> tuple[RuleGround | None, float]:
    """Return the most frequent reason for an unplayable event, and its share of the positions."""
    queries = game.sentences.queries
    found = Counter(
        OptionExplainer(game, state, None, queries).why_unplayable(card, seat)[-1] for state, seat in unplayable
    )
    if not found:
        return None, 0.0
    ((ground, count),) = found.most_common(1)
    return ground, count / len(unplayable)
