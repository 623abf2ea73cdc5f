"""Proved values of options: a search reports them, and treats a value as proved only if it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

from interpreter import load
from interpreter.language.execution.search_nodes import Proof
from interpreter.language.execution.search_terms import DEFAULT_PARAMETERS, SearchParameters
from interpreter.matches.match import Match
from interpreter.players.base import SeatMatch
from interpreter.players.search.growth import Budget
from interpreter.players.search.python_tree import PythonTree
from interpreter.players.search.search_player import SearchPlayer, combine_trees, rank_options
from interpreter.players.search.search_tree import ActionStats, table_shares
from interpreter.rulebook.model import Text
from interpreter.rulebook.scenarios.given import GivenPosition
from interpreter.support.errors import Location
from tests.loaded import game_of
from tests.solving.boards import tic_tac_toe
from tests.solving.engine import Solver
from tests.solving.positions import REVOLUTION, TIC_TAC_TOE, after_chance, after_moves

WORTHS = {Proof.WON: 1, Proof.DRAWN: 0, Proof.LOST: -1}


def thoughts_of(match: Match, playouts: int, terms: SearchParameters = DEFAULT_PARAMETERS) -> dict[str, ActionStats]:
    assert match.decision is not None
    player = SearchPlayer(Budget(playouts), terms=terms)
    seat = SeatMatch(match, match.decision.seat, Random(1))
    player.choose(seat)
    return {seat.options[thought.index].key: thought for thought in player.action_stats}


@pytest.mark.parametrize("moves", ["a1 b2 b1 c1", "a1 b1 a2 b2", "a1 b3 b2 c3", "a1 c1 b1 b3 c2", "b1 a1 c2 b2"])
def test_what_is_proved_is_so(moves: str) -> None:
    match = after_moves(TIC_TAC_TOE, moves.split())
    worths, found = tic_tac_toe(match.choices), thoughts_of(match, 3_000)
    proved = {key: WORTHS[thought.proof] for key, thought in found.items() if thought.proof}
    assert proved
    assert proved.items() <= worths.items()
    assert worths[next(iter(found))] == max(worths.values())


def test_an_option_that_draws_is_not_held_on_to_while_another_one_may_win() -> None:
    """Test playouts that all enter one drawn line: their equal results say nothing about other lines."""
    match = after_moves(TIC_TAC_TOE, ["b1", "a1", "c2"])
    for seed in range(10):
        assert match.decision is not None
        seat = SeatMatch(match, match.decision.seat, Random(seed))
        assert seat.options[SearchPlayer(Budget(3_000)).choose(seat)].key == "a3"


def test_a_win_at_once_is_taken_though_a_longer_one_was_proved_before() -> None:
    game, random, asked = game_of(TIC_TAC_TOE), Random(5), 0
    for number in range(60):
        match = game.start(number)
        while match.decision is not None:
            seat = SeatMatch(match, match.decision.seat, Random(1))
            winning = {option.key for option in seat.options if wins_at_once(match, option.index)}
            if winning:
                asked += 1
                assert seat.options[SearchPlayer(Budget(50)).choose(seat)].key in winning
            match.choose(random.randrange(len(match.decision.options)))
    assert asked > 100


def wins_at_once(match: Match, option: int) -> bool:
    assert match.decision is not None
    after = match.copy()
    after.choose(option)
    outcome = after.outcome()
    return after.decision is None and outcome is not None and match.decision.seat in outcome.winners


def test_the_end_of_a_larger_game_is_proved() -> None:
    match = after_chance(REVOLUTION, 67, 8)
    worths, found = Solver().worths(match), thoughts_of(match, 2_000)
    assert {key: WORTHS[thought.proof] for key, thought in found.items() if thought.proof}.items() <= worths.items()
    assert any(thought.proof for thought in found.values())


@pytest.mark.parametrize(
    ("name", "players"), [("tests/games/kuhn", None), pytest.param("vive_la_revolution", 4, marks=pytest.mark.parts)]
)
def test_where_cards_are_hidden_nothing_is_proved(name: str, players: int | None) -> None:
    found = thoughts_of(game_of(name, players=players).start(1), 200)
    assert not any(thought.proof for thought in found.values())


def test_what_will_be_laid_aside_unseen_proves_nothing() -> None:
    """All cards are known at the first bid, but nobody will know the other one's bid."""
    found = thoughts_of(game_of("tests/games/sealed_bid", players=2).start(1), 300)
    assert not any(thought.proof for thought in found.values())


TWO_SEATS = """
    id: small
    title: Small
    about: One decides, or both.
    seats:
      - {id: cross, title: Cross}
      - {id: nought, title: Nought}
    """
TWINS = {
    "cards/twins.yaml": """
        deck: twins
        title: Twins
        cards:
          - {id: elder, title: Twin}
          - {id: younger, title: Twin}
        """,
    "zones.yaml": """
        zones:
          - {id: box_of_cards, title: Box, face: everyone, starts with: [twins]}
          - {id: display, title: Display, for: seat, face: everyone}
        """,
    "sequence.yaml": """
        start: |
          draw 1 card from box_of_cards to display of each seat
          as cross:
            choose a card in display of all seats, to take
            if card is in display of nought: end the game, winner is cross, because "theirs"
          end the game, winner is nought, because "own"
        """,
}
GAMBLE = {
    "cards/chances.yaml": """
        deck: chances
        title: Chances
        cards:
          - id: gamble
            title: Gamble
            event: |
              let lucky be random one of seats
              if lucky is cross: raise luck
        """,
    "tracks.yaml": "tracks: [{id: luck, title: Luck, between: [0, 6]}]",
    "zones.yaml": "zones: [{id: offer, title: Offer, face: everyone, starts with: [chances]}]",
    "sequence.yaml": """
        start: |
          as cross:
            choose number from 1 to 2, as bid, to say
            if bid is 1: end the game, winner is nought, because "coward"
          as nought:
            if event of Gamble would change something: end the game, winner is nought, because "luck"
          end the game, winner is cross, because "bold"
        """,
}
DARE = {
    **GAMBLE,
    "cards/chances.yaml": GAMBLE["cards/chances.yaml"]
    + """
          - id: dare
            title: Dare
            event: |
              if event of Gamble would change something: end the game, winner is nought, because "luck"
              end the game, winner is cross, because "bold"
        """,
    "sequence.yaml": """
        start: |
          as cross:
            choose number from 1 to 2, as bid, to say
            if bid is 1: end the game, winner is nought, because "coward"
            carry out event of Dare
        """,
}


def small_game(folder: Path, files: Mapping[str, str]) -> Match:
    (folder / "cards").mkdir()
    for name, text in {"game.yaml": TWO_SEATS, **files}.items():
        (folder / name).write_text(dedent(text))
    return load(folder).start(1)


def test_a_proof_of_a_card_is_none_of_its_twin_elsewhere(tmp_path: Path) -> None:
    """Of both a tree knows the same."""
    found = thoughts_of(small_game(tmp_path, TWINS), 50)
    assert len(found) == 2 and not any(thought.proof for thought in found.values())


def test_what_an_event_would_change_is_a_matter_of_chance(tmp_path: Path) -> None:
    """To try it takes the chances to come, and leaves them as they were."""
    assert not thoughts_of(small_game(tmp_path, GAMBLE), 50)["2"].proof


def test_no_proof_is_told_where_an_event_tries_another(tmp_path: Path) -> None:
    """The playability test of such an event has the same title, and tries nothing."""
    thought = thoughts_of(small_game(tmp_path, DARE), 50)["2"]
    assert not thought.proof


def test_no_proof_is_told_where_a_position_begins_with_a_trial(tmp_path: Path) -> None:
    """`begin` is code beside the game's own, which has no trial here."""
    quiet = {**GAMBLE, "sequence.yaml": "start: stop\n"}
    begin = dedent(GAMBLE["sequence.yaml"]).partition("|")[2]
    match = small_game(tmp_path, quiet).game.stage(GivenPosition(begin=Text(dedent(begin).strip(), Location("begin"))))
    assert not thoughts_of(match, 50)["2"].proof


def test_nothing_is_proved_where_that_is_not_asked_for() -> None:
    match = after_moves(TIC_TAC_TOE, ["a1", "b2", "b1", "c1"])
    assert not any(
        thought.proof for thought in thoughts_of(match, 500, replace(DEFAULT_PARAMETERS, is_proving=False)).values()
    )


def test_a_proof_counts_more_than_playouts() -> None:
    often = ActionStats(0, 90, 0.9, 0.9)
    won, lost = ActionStats(1, 5, 1.0, 1.0, Proof.WON), ActionStats(2, 100, 0.6, 0.6, Proof.LOST)
    assert [thought.index for thought in rank_options([often, won, lost])] == [1, 0, 2]
    assert combine_trees([[often], [replace(often, proof=Proof.LOST)]])[0].proof is Proof.LOST


@pytest.mark.parts
def test_the_tables_of_a_seat_that_has_its_own_are_trusted() -> None:
    """In the tree as well: there the seat takes nothing that its tables would not."""
    match = game_of("red_flag_over_paris", "solo_versailles").start(1)
    seat = SeatMatch(match, "commune", Random(1))
    widths = []
    for trusting in (1.0, 0.0):
        tree = PythonTree(seat, 1, replace(DEFAULT_PARAMETERS, trusted_table_share=trusting))
        for _ in range(200):
            tree.playout()
        nodes, found = [tree._root], 0
        while nodes:
            node = nodes.pop()
            nodes += node.children.values()
            found += sum(child.seat == 1 and child.availability > 0 for child in node.children.values())
        widths.append(found)
    assert widths[0] < widths[1] / 2


def test_a_solo_opponent_decides_at_random_in_rollouts() -> None:
    """With its tables it would win nearly all of them."""
    game = game_of("red_flag_over_paris", "solo_versailles")
    in_rollouts, in_tree = table_shares(game, game.seats.index("commune"), DEFAULT_PARAMETERS)
    versailles = game.seats.index("versailles")
    assert (in_rollouts[versailles], in_tree[versailles]) == (0.0, 1.0)


def test_a_proven_loss_is_put_off() -> None:
    """Only c3 doesn't lose at once."""
    match = after_moves(TIC_TAC_TOE, ["a1", "b1", "b2"])
    assert match.decision is not None
    for seed in range(40):
        seat = SeatMatch(match, match.decision.seat, Random(seed))
        player = SearchPlayer(Budget(400))
        assert seat.options[player.choose(seat)].key == "c3"
        assert all(stats.proof is Proof.LOST for stats in player.action_stats)
        assert player.action_stats[0].proof_depth >= 4


def test_of_proven_wins_the_shortest_is_taken() -> None:
    slow, fast = (ActionStats(at, 50 - 10 * at, 1.0, 1.0, Proof.WON, depth) for at, depth in enumerate((5, 1)))
    soon, late = (replace(each, proof=Proof.LOST, proof_depth=depth) for each, depth in ((slow, 2), (fast, 4)))
    assert rank_options([slow, fast]) == [fast, slow] and rank_options([soon, late]) == [late, soon]
    assert combine_trees([[slow], [replace(slow, proof=Proof.NOTHING, proof_depth=0)]])[0].proof_depth == 5
    assert combine_trees([[slow], [replace(slow, proof_depth=3)]])[0].proof_depth == 3
