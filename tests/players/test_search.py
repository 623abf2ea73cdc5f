"""The player that searches: what it finds in games whose best play is known, and that it decides by what it knows."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal, localcontext
from itertools import islice
from math import exp, log
from pathlib import Path
from random import Random

import pytest

from interpreter import load, play
from interpreter.engine import driver
from interpreter.engine.driver import Chooser
from interpreter.engine.state import State
from interpreter.language.execution.executable import Executable
from interpreter.language.execution.machine_memory import row
from interpreter.language.execution.search_tables import (
    LOG_2,
    LOG_COUNT,
    MAX_LEAD,
    STEPS,
    chance_of_lead,
    chance_table,
    log_of,
    log_table,
)
from interpreter.language.execution.search_terms import DEFAULT_PARAMETERS
from interpreter.matches.match import Game, Match
from interpreter.players.base import SeatMatch
from interpreter.players.lineup import make_player
from interpreter.players.playing import SeatedPlayer
from interpreter.players.search.growth import Budget
from interpreter.players.search.python_tree import ActionHistory, PythonTree, update_histories
from interpreter.players.search.search_player import (
    SearchPlayer,
    combine_trees,
    draw_option,
    mixed_options,
    rank_options,
)
from interpreter.players.search.search_tree import ActionStats, SearchTree
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from tests.loaded import game_of, marks_of

ROOT = Path(__file__).parents[2]
GAMES = sorted(str(path.parent) for home in ("rules", "tests/games") for path in (ROOT / home).glob("*/game.yaml"))
every_game = pytest.mark.parametrize(
    "name", [pytest.param(each, marks=marks_of(each), id=Path(each).name) for each in GAMES]
)


def think(match: Match, playouts: int, seed: int = 1) -> dict[str, ActionStats]:
    """Return the search's estimate of each option by key."""
    assert match.decision is not None
    seat = SeatMatch(match, match.decision.seat, Random(seed))
    thoughts = SearchPlayer(Budget(playouts)).think(seat)
    return {seat.options[thought.index].key: thought for thought in thoughts}


def test_whoever_has_the_highest_card_calls() -> None:
    """Younger holds the king and elder has bet: to call wins 2 for sure, to fold loses."""
    game = game_of("tests/games/kuhn")
    for seed in range(20):
        match = game.start(seed)
        match.choose("bet")
        if match.view("younger")["zones"]["hand of younger"] == ["king"]:
            best = SearchPlayer(Budget(60)).choose(SeatMatch(match, "younger", Random(seed)))
            assert match.decision is not None
            assert match.decision.options[best].key == "call"


def test_shares_are_those_of_the_hidden_deals() -> None:
    """With the queen, calling a bet wins against the jack and loses to the king: one deal each."""
    game = game_of("tests/games/kuhn")
    seed = next(s for s in range(50) if game.start(s).view("younger")["zones"]["hand of younger"] == ["queen"])
    match = game.start(seed)
    match.choose("bet")
    thoughts = think(match, 2000)
    assert thoughts["fold"].win_share == 0
    assert 0.46 < thoughts["call"].win_share < 0.54


def begun(name: str) -> Match:
    """The match of the first seed from 3 on in which chance doesn't end the game at once."""
    return next(match for seed in range(3, 100) if (match := game_of(name).start(seed)).decision is not None)


@every_game
def test_the_same_seed_and_playouts_give_the_same_thoughts(name: str) -> None:
    match = begun(name)
    assert think(match, 12, seed=5) == think(match, 12, seed=5)


def test_several_trees_give_the_same_on_any_number_of_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for processors in (2, 1):
        monkeypatch.setattr("interpreter.support.background.cpu_count", lambda processors=processors: processors)
        match = game_of("red_flag_over_paris").start(3)
        assert match.decision is not None
        seat = SeatMatch(match, match.decision.seat, Random(1))
        player = SearchPlayer(Budget(20, trees=3))
        player.choose(seat)
        found.append((player.action_stats, seat.random.getstate()))
    assert found[0] == found[1]
    assert sum(thought.playouts for thought in found[0][0]) == 60


def test_several_trees_take_no_longer_than_one_on_one_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Test that one tree gets all the seconds if trees can't grow in parallel."""
    monkeypatch.setattr("interpreter.support.background.cpu_count", lambda: 1)
    grown: list[SearchTree] = []

    def noted(tree: SearchTree, *_: object, **__: object) -> int:
        grown.append(tree)
        return 1

    for module in ("search_player", "growth"):
        monkeypatch.setattr(f"interpreter.players.search.{module}.run_search", noted)
    match = load("tests/games/kuhn", backend="python").start(3)
    SearchPlayer(Budget(seconds=5.0, trees=3)).think(SeatMatch(match, "elder", Random(1)))
    assert len(grown) == 1
    SearchPlayer(Budget(playouts=5, trees=3)).think(SeatMatch(match, "elder", Random(1)))
    assert len(grown) == 4


def test_trees_count_by_their_playouts() -> None:
    one, other = (
        [ActionStats(0, 1, 1.0, 0.8), ActionStats(1, 0, 0.0, 0.5)],
        [ActionStats(0, 3, 0.0, 0.4), ActionStats(1, 0, 0.0, 0.3)],
    )
    assert combine_trees([one, other]) == [ActionStats(0, 4, 0.25, 0.5), ActionStats(1, 0, 0.0, 0.4)]


def test_what_was_learned_is_kept_while_nobody_else_decides() -> None:
    """The playouts that began with the option that was taken count at the next decision, if that is the seat's own."""
    match = game_of("red_flag_over_paris").start(3)
    seated = {seat: SeatedPlayer(match.game, seat, SearchPlayer(Budget(40)), 1) for seat in match.game.seats}
    followed = 0
    before: tuple[str | None, int] = None, 0
    for _ in range(24):
        assert match.decision is not None
        seat = match.decision.seat
        player = seated[seat].player
        assert isinstance(player, SearchPlayer)
        match.choose(seated[seat].answer(match))
        playouts = sum(thought.playouts for thought in player.action_stats)
        assert playouts >= 40 if seat == before[0] else playouts == 40
        followed += playouts > 40
        before = seat, player.action_stats[0].playouts
    assert followed > 3


@pytest.mark.parts
def test_after_taking_back_nobody_elses_choice_is_told() -> None:
    """Others are made until the number of decisions fits again; but the last one was another seat's."""
    match, random = game_of("red_flag_over_paris").start(1), Random(1)
    found = 0
    for _ in range(200):
        while match.decision is not None and match.decisions < 12:
            match.choose(random.randrange(len(match.decision.options)))
        assert match.decision is not None
        earlier = SeatMatch(match, match.decision.seat, Random(1))
        while match.decisions:
            match.undo()
        seats = []
        while match.decisions < 13:
            seats.append(match.decision.seat)
            match.choose(random.randrange(len(match.decision.options)))
        later = SeatMatch(match, earlier.seat, Random(1))
        if match.decision.seat == earlier.seat != seats[-1]:
            found += 1
            assert later.choice_after(earlier) is None
        while match.decisions:
            match.undo()
    assert found


def test_after_taking_back_an_earlier_choice_the_last_one_follows_nothing() -> None:
    """Though the seat has decided as often, and has just chosen: it was asked in another course of the match."""
    match = game_of("tests/games/line_of_four").start(1)
    seen = []
    for first in (0, 1):
        match.choose(first)
        match.choose(0)
        assert match.decision is not None
        seen.append(SeatMatch(match, match.decision.seat, Random(1)))
        match.choose(0)
        later = SeatMatch(match, seen[-1].seat, Random(1))
        assert [later.choice_after(each) is not None for each in seen] == [False] * first + [True]
        while match.decisions:
            match.undo()


def test_of_another_match_nothing_is_kept() -> None:
    """A player can play several, also of other games."""
    again = SearchPlayer(Budget(40))
    for players in (2, 2, 3):
        game = game_of("tests/games/sealed_bid", players=players)
        found = []
        for player in (again, SearchPlayer(Budget(40))):
            play(game, {"p1": player}, seed=5)
            found.append(player.action_stats)
        assert found[0] == found[1]


def test_of_a_large_tree_nothing_is_kept_but_its_habits() -> None:
    match = game_of("tests/games/line_of_four").start(1)
    assert match.decision is not None
    for most, kept in ((10_000, True), (60, False)):
        tree = PythonTree(
            SeatMatch(match, match.decision.seat, Random(1)), 1, replace(DEFAULT_PARAMETERS, max_nodes=most)
        )
        for _ in range(50):
            tree.playout()
        habits = [dict(habit.means) for row in tree._histories for habit in row]
        state = match.state
        tree.advance(SeatMatch(match, match.decision.seat, Random(1)), [(state.decision, state.options[0])])
        assert (tree.node_count > 1) == kept == bool(tree._root.visits)
        assert habits == [habit.means for row in tree._histories for habit in row]


def test_each_playout_has_a_deal_of_its_own() -> None:
    """Test that all deals differ, and that they can be drawn again when the match has gone on."""
    match = game_of("red_flag_over_paris").start(1)
    assert match.decision is not None
    draws = SeatMatch(match, match.decision.seat, Random(1)).sampler()
    shown = [str(draws.draw_state(word).z) for word in range(50)]
    assert len(set(shown)) == 50
    match.choose(0)
    assert [str(draws.draw_state(word).z) for word in range(50)] == shown


@every_game
def test_a_search_does_not_depend_on_what_is_hidden(name: str) -> None:
    """The hidden parts are exchanged, all that the seat knows stays: it thinks the same, option by option."""
    for seed in range(3):
        match, random = game_of(name).start(seed), Random(seed)
        for _ in range(random.randrange(40)):
            if match.decision is not None:
                match.choose(random.randrange(len(match.decision.options)))
        if match.decision is not None:
            other = match.determinize(match.decision.seat, random)
            assert think(match, 8) == think(other, 8)


@every_game
def test_to_search_changes_nothing(name: str) -> None:
    match = begun(name)
    before = match.snapshot(), match.log(), list(match.choices)
    think(match, 5)
    assert (match.snapshot(), match.log(), list(match.choices)) == before


def new_tree(game: Game) -> PythonTree:
    match = game.start(1)
    assert match.decision is not None
    return PythonTree(SeatMatch(match, match.decision.seat, Random(1)), 1)


def evaluate(tree: PythonTree, state: State) -> None:
    """Evaluate a state as if a playout had led there at once."""
    tree._state = state
    tree.begin_descent()
    tree.back_up(state.result is not None)


def test_a_side_wins_for_all_of_it() -> None:
    game = game_of("tests/games/sealed_bid", players=3)
    state = game.start(1).state.copy()
    for result, shares in (
        (((0, 2), "points", None), [0.5, 0, 0.5]),
        (((0, 2), "points", 1), [1, 0, 1]),
        (((), "done", None), [1 / 3, 1 / 3, 1 / 3]),
        (None, [1 / 3, 1 / 3, 1 / 3]),
    ):
        state.result = result
        tree = new_tree(game)
        tree._state = state
        tree.set_shares()
        assert [tree.payoffs.shares[seat] for seat in range(3)] == shares


@pytest.mark.parts
def test_a_long_playout_is_cut_once_somebody_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    """While nobody leads it goes on; what it was worth is guessed from the lead. Without a score it is never cut."""
    steps: list[int] = []

    def counted(state: State, code: Executable, choose: Chooser, max_decisions: int) -> tuple[int, int]:
        steps.append(max_decisions)
        return driver.play(state, code, choose, max_decisions=max_decisions)

    monkeypatch.setattr("interpreter.players.search.python_tree.play", counted)
    for name, cuts in (("liberte", True), ("vive_la_revolution", False)):
        match = game_of(name).start(1)
        assert match.decision is not None
        steps.clear()
        tree = PythonTree(SeatMatch(match, match.decision.seat, Random(1)), 1)
        tree.playout()
        assert (steps[0] == DEFAULT_PARAMETERS.cutoff) == cuts
        if cuts:
            assert steps[1:] == [DEFAULT_PARAMETERS.cutoff_step] * (len(steps) - 1) and sum(steps) < 600
            assert sum(thought.win_share for thought in tree.action_stats()) not in (0, 1)


def test_a_tree_does_not_grow_without_end() -> None:
    """A full tree gets no deeper; its playouts still count."""
    match = game_of("tests/games/line_of_four").start(1)
    assert match.decision is not None
    tree = PythonTree(SeatMatch(match, match.decision.seat, Random(1)), 1, replace(DEFAULT_PARAMETERS, max_nodes=30))
    for _ in range(300):
        tree.playout()
    assert sum(thought.playouts for thought in tree.action_stats()) == 300
    assert tree.node_count <= 30 + len(match.decision.options)


def test_logarithms_are_correctly_rounded() -> None:
    """Compare the table with logarithms of many digits; the C library's could differ between platforms."""
    with localcontext(prec=50):
        assert log_table() == (0.0, *(float(Decimal(number).ln()) for number in range(1, LOG_COUNT)))
        assert float(Decimal(2).ln()) == LOG_2


def test_the_logarithm_of_a_large_number_is_rough() -> None:
    assert all(abs(log_of(number) - log(number)) < 1e-3 for number in (4096, 5001, 123_456, 10**9))


def test_a_lead_is_a_chance() -> None:
    with localcontext(prec=50):
        powers = [float((Decimal(-at) / STEPS).exp()) for at in range(-MAX_LEAD * STEPS, MAX_LEAD * STEPS + 1)]
    assert chance_table() == tuple(1 / (1 + power) for power in powers)
    assert chance_of_lead(0) == 0.5 and chance_of_lead(-99) == chance_of_lead(-30) < 1e-12
    assert all(abs(chance_of_lead(lead) - 1 / (1 + exp(-lead))) < 0.002 for lead in (-3.33, -0.1, 0.012, 1.5, 7.77))


def test_what_did_well_is_remembered() -> None:
    habit = ActionHistory(0)
    update_histories([(habit, "a", 1)], values=row([0.0, 1.0]), means=row([0.6, 0.4]))
    assert habit.means == {"a": 0.7}  # as if the first playout had been worth the mean
    update_histories([(habit, "a", 0), (habit, "b", 1)], values=row([0.1, 0.2]), means=row([0.9, 0.2]))
    assert habit.means == pytest.approx({"a": 0.5, "b": 0.2})


def test_what_was_tried_most_comes_first() -> None:
    few, many, better = ActionStats(0, 10, 0.9, 0.9), ActionStats(1, 30, 0.2, 0.2), ActionStats(2, 30, 0.2, 0.4)
    assert rank_options([few, many, better]) == [better, many, few]


def test_options_that_were_tried_often_are_drawn_by_their_playouts() -> None:
    many, half, few = ActionStats(0, 40, 0.5, 0.5), ActionStats(1, 20, 0.5, 0.5), ActionStats(2, 19, 0.9, 0.9)
    random = Random(1)
    drawn = [draw_option(mixed_options([many, half, few], 0.5), random).index for _ in range(600)]
    assert 360 < drawn.count(0) < 440 and 160 < drawn.count(1) < 240 and 2 not in drawn


def test_the_score_decides_between_options_that_win_alike() -> None:
    for share in (0.0, 1.0):
        few, many, high = (ActionStats(at, of, share, at / 100) for at, of in ((5, 10), (1, 50), (2, 40)))
        assert rank_options([few, many, high], by_score=True) == [high, many, few]
        assert rank_options([few, many, high]) == [many, high, few]
    close = ActionStats(3, 41, 0.9, 0.0)
    assert rank_options([many, high, close], by_score=True) == [many, close, high]


def test_it_thinks_as_long_as_it_may_and_tells_so() -> None:
    match = game_of("red_flag_over_paris").start(1)
    told: list[float] = []
    player = SearchPlayer(Budget(seconds=0.2), told.append)
    assert match.decision is not None
    player.prepare(match.game)
    player.choose(SeatMatch(match, match.decision.seat, Random(1)))
    assert told == sorted(told) and told[0] < 0.2 and told[-1] == 1
    assert sum(thought.playouts for thought in player.action_stats) >= 3


def test_it_beats_chance() -> None:
    """Three bids each: a search with few playouts takes well over its half."""
    game = game_of("tests/games/sealed_bid", players=2)
    won = sum("p1" in play(game, {"p1": "search:40"}, seed).outcome().winners for seed in range(40))  # type: ignore[union-attr]
    assert won > 26


@pytest.mark.parts
def test_a_position_that_was_laid_out_can_be_searched() -> None:
    game = game_of("red_flag_over_paris")
    scenarios = (scenario for scenario in load_scenarios(game.rulebook) if not scenario.variants)
    matches = (game.stage(scenario.given) for scenario in scenarios)
    for match in islice((match for match in matches if match.decision is not None), 2):
        assert match.decision is not None
        match.choose(SeatedPlayer(game, match.decision.seat, "search:3", 1).answer(match))


def test_where_all_is_won_or_lost_the_score_makes_the_difference() -> None:
    """Test that more points are worth more with the same winner, and a win is worth more than any points.

    While there is no winner, the seat in the lead has the better chances.
    """
    game = game_of("tests/games/sealed_bid", players=2)
    points = game.program.symbols.track_base["points"]
    for winners, ends in (
        (True, ((0, 6, 3), (0, 5, 3), (1, 5, 3), (1, 1, 3))),
        (False, ((0, 9, 3), (0, 4, 3), (1, 3, 3), (1, 2, 3))),
    ):
        worths, tree = [], new_tree(game)
        for winner, mine, other in ends:
            state = game.start(1).state.copy()
            state.result = ((winner,), "points", None) if winners else None
            state.v[points : points + 2] = [mine, other]
            evaluate(tree, state)
            shares, worth = ([found[seat] for seat in range(2)] for found in (tree.payoffs.shares, tree.payoffs.values))
            worths.append(worth[0])
            assert sum(worth) == pytest.approx(1)
            assert shares == ([1 - winner, winner] if winners else worth)
        assert worths == sorted(worths, reverse=True) and len(set(worths)) == 4
        assert worths[1] > 0.5 >= worths[2]


STEADY_MOVES = {
    "red_flag_over_paris": "pius_ix 384, raid_on_chateau_de_vincennes 317, commune 255, walery_wroblewski 321",
    "revolution": "bastille 226, b5 37, notre_dame 292, a4 96",
    "tests/games/line_of_four": "e6 150, d6 180, d5 147, b6 102",
}


@pytest.mark.parametrize("name", STEADY_MOVES)
def test_the_steady_player_stays_as_it_is(name: str) -> None:
    """Test its first moves.

    If the search has become better, restore the behaviour of `steady` by its terms; if the game has changed, update the
    moves here.
    """
    match = game_of(name).start(3)
    moves = []
    for _ in range(4):
        assert match.decision is not None
        seat = SeatMatch(match, match.decision.seat, Random(7))
        player = make_player("steady", match.game, seat.seat)
        assert isinstance(player, SearchPlayer)
        match.choose(player.choose(seat))
        moves.append(f"{match.choices[-1]} {player.action_stats[0].playouts}")
    assert ", ".join(moves) == STEADY_MOVES[name]


@pytest.mark.parts
def test_a_beginner_beats_chance_and_loses_to_a_search() -> None:
    game = game_of("tests/games/line_of_four")
    for other, least, most in (("random", 13, 20), ("search:60", 0, 8)):
        won = 0
        for at in range(20):
            seat = game.seats[at % 2]
            outcome = play(game, {each: "beginner" if each == seat else other for each in game.seats}, at).outcome()
            assert outcome is not None
            won += seat in outcome.winners
        assert least <= won <= most


def test_what_comes_next_is_told() -> None:
    """Whoever holds the king calls a bet; with the jack one folds."""
    game = game_of("tests/games/kuhn")
    seed = next(s for s in range(50) if game.start(s).view("elder")["zones"]["hand of elder"] == ["queen"])
    match = game.start(seed)
    seat = SeatMatch(match, "elder", Random(1))
    player = SearchPlayer(Budget(600))
    player.choose(seat)
    replies = player.replies()
    assert [option.key for option in seat.options] == ["bet", "check"] and len(replies) == 2
    for thought, reply in zip(sorted(player.action_stats, key=lambda each: each.index), replies, strict=True):
        assert reply is not None
        assert game.seats[reply.seat] == "younger" and 0 < reply.playouts <= reply.total == thought.playouts


def test_a_hint_is_never_from_few_playouts() -> None:
    match = game_of("red_flag_over_paris").start(1)
    assert match.decision is not None
    player = SearchPlayer(Budget(seconds=0.001, min_playouts=200))
    player.choose(SeatMatch(match, match.decision.seat, Random(1)))
    assert sum(thought.playouts for thought in player.action_stats) >= 200


def test_what_scores_say_is_learned_from_who_wins() -> None:
    """Here nobody wins by a lead, but by many points of all: that is learned, and later it is less sure."""
    game = game_of("tests/games/sealed_bid", players=2)
    points = game.program.symbols.track_base["points"]
    tree, random = new_tree(game), Random(1)
    state = game.start(1).state.copy()
    for _ in range(400):
        mine, other = random.randrange(10), random.randrange(10)
        state.v[points : points + 2] = [mine, other]
        state.result = ((0 if mine + other > 9 else 1,), "points", None)
        evaluate(tree, state)
    outlook = tree.score_model()
    bias, lead, level = outlook.weights[:3]
    assert level > 1 and abs(lead) < level / 2 and abs(bias) < level / 2
    later = outlook.as_prior(DEFAULT_PARAMETERS)
    assert later.weights == outlook.weights and later.precisions < outlook.precisions
    assert (
        outlook.as_prior(replace(DEFAULT_PARAMETERS, prior_precision=0.0)).weights
        == DEFAULT_PARAMETERS.initial_score_model(2).weights
    )
