"""Tree reuse and pondering: limited to the knowledge of the search's own seat."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interpreter.matches.match import Match
from interpreter.players.base import SeatMatch
from interpreter.players.search.growth import Budget, run_search
from interpreter.players.search.pondering import MatchSearch
from interpreter.players.search.search_player import rank_options
from interpreter.players.search.search_tree import ActionStats, SearchTree
from interpreter.support.errors import PlayError
from tests.loaded import game_of
from tests.players.test_search import every_game


def decider(match: Match) -> str:
    assert match.decision is not None
    return match.decision.seat


def grown(tree: SearchTree, playouts: int = 30) -> list[ActionStats]:
    run_search(tree, Budget(playouts))
    return tree.action_stats()


def playouts(tree: SearchTree) -> int:
    return sum(thought.playouts for thought in tree.action_stats())


def test_what_was_learned_is_kept_when_others_have_decided() -> None:
    """All lies open: of the tree is left what began with what both have chosen."""
    match = game_of("tests/games/line_of_four").start(1)
    me = decider(match)
    search = MatchSearch(match, me, 5)
    tree = search.tree_to_decide()
    best = rank_options(grown(tree, 300))[0].index
    reply = tree.replies()[best][0]
    match.choose(best)
    match.choose(match.state.options.index(reply.value))
    assert search.tree_to_decide() is tree
    assert playouts(tree) == reply.playouts - 1  # without the one that made the node
    before = playouts(tree)
    grown(tree)
    assert playouts(tree) == before + 30


def test_there_is_more_of_it_after_thinking_ahead() -> None:
    match = game_of("tests/games/line_of_four").start(1)
    me = decider(match)
    kept = []
    for ahead in (0, 1000):
        course = match.copy()
        search = MatchSearch(course, me, 5)
        assert search.tree_to_ponder() is None
        best = rank_options(grown(search.tree_to_decide(), 100))[0].index
        course.choose(best)
        tree = search.tree_to_ponder()
        assert tree is not None and search.tree_to_ponder() is tree
        if ahead:
            grown(tree, ahead)
        course.choose(0)
        kept.append(playouts(search.tree_to_decide()))
    assert kept[1] > 3 * kept[0] + 30


BY_CHANCE = {"vive_la_revolution", "higher", "yahtzee", "backgammon", "berries"}
"""Games in which chance comes between one seat's decisions and another's."""


@pytest.mark.parts
@every_game
def test_it_does_not_depend_on_what_is_hidden(name: str) -> None:
    """Somebody else is asked, in two matches which its seat can't tell apart: it thinks the same in both."""
    game = game_of(name)
    found = 0
    for seed in range(8):
        match, random = game.start(seed), Random(seed)
        for _ in range(random.randrange(seed + 1)):
            if match.decision is not None:
                match.choose(random.randrange(len(match.decision.options)))
        if match.decision is None:
            continue
        me = decider(match)
        courses = match, match.determinize(me, random)
        searches = [MatchSearch(course, me, 5) for course in courses]
        while all(course.decision is not None and decider(course) == me for course in courses):
            if courses[0].view(me) != courses[1].view(me):
                break
            for course, search in zip(courses, searches, strict=True):
                grown(search.tree_to_decide(), 4)
                course.choose(0)
        over = any(course.decision is None for course in courses)
        if over or me in map(decider, courses) or courses[0].log(me) != courses[1].log(me):
            continue
        trees = [search.tree_to_ponder() for search in searches]
        assert (trees[0] is None) == (trees[1] is None)
        if trees[0] is not None and trees[1] is not None:
            assert grown(trees[0], 8) == grown(trees[1], 8)
            found += 1
    assert found or game.id in BY_CHANCE


def test_a_choice_that_is_hidden_is_not_followed() -> None:
    """Bids are laid aside unseen, and known when they are shown."""
    match = game_of("tests/players/laid_aside", players=3).start(1)
    first = decider(match)
    earlier = SeatMatch(match, first, Random(1))
    search = MatchSearch(match, first, 5)
    tree = search.tree_to_decide()
    grown(tree, 400)
    seen: list[list[tuple[int, Any] | None]] = []
    while not seen or decider(match) != first:
        assert match.decision is not None
        match.choose(match.decision.options[-1])
        seen.append(SeatMatch(match, first, Random(1)).choices_since(earlier))
        if decider(match) != first:
            ahead = search.tree_to_ponder()
            assert ahead is tree
            grown(ahead, 100)
    assert [[choice is not None for choice in choices] for choices in seen] == [
        [True],
        [True, False],
        [True, True, True],
    ]
    assert search.tree_to_decide() is tree and playouts(tree)


def test_where_too_little_is_known_a_search_begins_anew() -> None:
    match = game_of("red_flag_over_paris").start(3)
    renewed = 0
    searches = {seat: MatchSearch(match, seat, 5) for seat in match.game.seats}
    earlier: dict[str, SeatMatch] = {}
    trees: dict[str, SearchTree] = {}
    for number in range(30):
        seat = decider(match)
        now = SeatMatch(match, seat, Random(1))
        tree = searches[seat].tree_to_decide()
        if seat in earlier:
            hidden = None in now.choices_since(earlier[seat])
            assert (tree is not trees[seat]) == hidden
            renewed += hidden
        trees[seat], earlier[seat] = tree, now
        grown(tree, 3)
        match.choose(number % 2)
    assert renewed


def test_playouts_ahead_begin_where_all_that_is_known_was_decided() -> None:
    match = game_of("red_flag_over_paris").start(3)
    me = decider(match)
    seat = SeatMatch(match, me, Random(1))
    taken = match.state.decision, match.state.options[0]
    states = [seat.start_after([taken]).draw_state(number) for number in range(5)]
    match.choose(0)
    assert {(state.decision, state.seat) for state in states} == {(match.state.decision, match.state.seat)}
    with pytest.raises(PlayError, match="none of the deals"):
        seat.start_after([taken, taken])
