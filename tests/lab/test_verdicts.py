"""Verdicts about differences, the schedule of looks, and pairing of games."""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.text.lab.comparison_text import describe_effect_by_players
from interpreter.lab.compare.comparison import (
    ComparisonResult,
    Verdict,
    factor_to_verdict,
    is_precise_enough,
    run_comparison,
    verdict,
)
from interpreter.lab.compare.pairing import BlockAssembler, Evidence, look_schedule
from interpreter.lab.compare.question import ComparedVersion, ComparisonSpec
from interpreter.lab.stats.estimators import AnytimeDifferences, FixedSampleDifferences
from interpreter.lab.stats.intervals import Interval
from interpreter.matches.match import Game
from interpreter.playtest.run.arms import GameSpan
from interpreter.playtest.run.chunks import Chunk, Ending, Endings
from tests.loaded import game_of

TRAPS = Path(__file__).parent / "traps"
MARKET = Path(__file__).parents[1] / "cli" / "market"


def around(*bounds: tuple[float, float]) -> list[Interval]:
    return [Interval((low + high) / 2, low, high) for low, high in bounds]


@pytest.mark.parametrize(
    ("bounds", "said"),
    [
        ([(-0.9, 0.9)], "within"),
        ([(0.1, 0.9)], "within"),
        ([(0.1, 1.1)], "different"),
        ([(-3.0, -1.1)], "different"),
        ([(-0.1, 1.1)], "undecided"),
        ([(-0.9, 0.9), (-1.1, 0.9)], "undecided"),
        ([(-1.1, 0.9), (0.2, 1.1)], "different"),
        ([(0.1, 0.9), (-1.1, 0.9)], "undecided"),
    ],
)
def test_three_honest_answers(bounds: Sequence[tuple[float, float]], said: Verdict) -> None:
    """One that is there for sure, but inside the margin, makes no difference."""
    assert verdict(around(*bounds), 1.0) == said


def test_what_was_found_is_known_to_its_half_or_to_the_margin() -> None:
    assert is_precise_enough(around((0.1, 2.0)), 1.0) and is_precise_enough(around((5.0, 15.0)), 1.0)
    assert not is_precise_enough(around((0.1, 8.0)), 1.0) and not is_precise_enough(around((-0.5, 1.2)), 1.0)


def test_looks_come_after_fixed_numbers_of_games() -> None:
    found = list(look_schedule(5000))
    assert found[:4] == [25, 31, 38, 47] and found[-1] == 5000 and found == sorted(set(found))
    assert list(look_schedule(10)) == [10] and list(look_schedule(25)) == [25]
    assert set(found[:-1]) <= set(look_schedule(200_000)) and len(list(look_schedule(200_000))) < 100


def test_what_would_settle_it() -> None:
    """With so many games there is a verdict, with fewer there is none."""
    method = AnytimeDifferences(0.01, 0.05)

    def found(times: float) -> list[Interval]:
        games = round(10_000 * times)
        return [method.share(round(2600 * times), round(down * times), games) for down in (2500, 2560)]

    times = factor_to_verdict(found, 0.01)
    assert times is not None
    assert verdict(found(times), 0.01) == "different" and verdict(found(times / 1.2), 0.01) == "undecided"


def test_what_very_many_games_would_not_settle() -> None:
    assert factor_to_verdict(lambda times: [Interval(0.01, -1, 1)], 0.01) is None


def test_one_look_is_narrower() -> None:
    assert (
        FixedSampleDifferences(0.05).share(300, 250, 1000).half_width * 1.5
        < AnytimeDifferences(0.01, 0.05).share(300, 250, 1000).half_width
    )


def test_blocks_come_together_in_any_order() -> None:
    """Chunks of both arms, cut and mixed as they come, give what all games in their order give."""
    draw = random.Random(3)
    kinds = [Ending((who,), None, "so") for who in ("a", "b")]
    games = [[draw.choice(kinds) for _ in range(40)] for _ in range(2)]
    blocks = BlockAssembler([25, 40])
    spans = list(blocks.spans())
    assert spans == [GameSpan(0, 0, 25), GameSpan(1, 0, 25), GameSpan(0, 25, 15), GameSpan(1, 25, 15)]
    chunks = []
    for span in spans:
        cut = span.first + draw.randrange(1, span.count)
        for first, end in ((span.first, cut), (cut, span.first + span.count)):
            endings = Endings()
            for game in range(first, end):
                endings.add(games[span.arm][game])
            chunk = Chunk(first, end - first, arm=span.arm, endings=endings)
            chunk.tally.games = end - first
            chunks.append(chunk)
    draw.shuffle(chunks)
    looked: list[int] = []
    known = Evidence()
    for chunk in chunks:
        blocks.add(chunk)
        while (found := blocks.take_look()) is not None:
            known = found
            looked.append(known.games)
    assert looked == [25, 40] and [tally.games for tally in known.tallies] == [40, 40]
    wanted = list(zip(*games, strict=True))
    assert dict(known.pairs) == {pair: wanted.count(pair) for pair in set(wanted)}
    assert known.first == {pair: wanted.index(pair) for pair in set(wanted)}
    up, down = known.discordant_counts(lambda ending: ending.winners == ("b",))
    assert (up, down) == (wanted.count((kinds[0], kinds[1])), wanted.count((kinds[1], kinds[0])))


def test_more_than_two_kinds_of_endings_fit() -> None:
    endings = Endings()
    endings.extend([Ending((f"p{at}",), None, "") for at in range(300)], range(300))
    assert endings.games == array("H", range(300)) and len(endings.kinds) == 300


def a_question(game: Game, after: Game | None = None, **more: object) -> ComparisonSpec:
    seated = dict.fromkeys(game.seats, "random")
    return ComparisonSpec(ComparedVersion(game, seated), ComparedVersion(after or game, seated), **more)  # type: ignore[arg-type]


def test_two_that_mirror_each_other_are_one_interval() -> None:
    """If the rules show that exactly one of them wins each game, whatever was seen so far."""
    widths = []
    for game in (game_of(TRAPS), game_of(MARKET)):
        answer = ComparisonResult(a_question(game, seeds=(0, 1)))
        one, other = (Ending((who,), None, "so") for who in game.seats)
        answer.evidence.games = 1000
        answer.evidence.pairs.update({(one, other): 300, (other, one): 300, (one, one): 400})
        first, second = answer.differences().values()
        assert first.high == pytest.approx(-second.low, abs=1e-6)
        widths.append(first.half_width)
    assert widths[0] < widths[1]


def test_what_pairs_are_worth() -> None:
    """Half of the games won on each side, and one pair in ten with another winner: five times as many."""
    answer = ComparisonResult(a_question(game_of(MARKET), seeds=(0, 0)))
    one, other = Ending(("p1",), None, "so"), Ending(("p2",), None, "so")
    answer.evidence.games = 100
    answer.evidence.pairs.update({(one, one): 45, (other, other): 45, (one, other): 5, (other, one): 5})
    assert answer.pairing_gain() == pytest.approx(0.5 / 0.1)
    answer.evidence.pairs.update({(one, other): -5, (other, one): -5, (one, one): 10})
    assert answer.pairing_gain() == 1


def test_win_points_are_comparable() -> None:
    """An even share is 1: what several win they share, and what nobody wins is everybody's."""
    answer = ComparisonResult(a_question(game_of(MARKET, players=3), seeds=(0, 1)))
    one, both, nobody = (Ending(who, None, "so") for who in (("p1",), ("p1", "p2"), ()))
    answer.evidence.games = 4
    answer.evidence.pairs.update({(one, nobody): 1, (both, one): 2, (nobody, one): 1})
    assert answer.win_points(0) == {"p1": (3 + 2 * 1.5 + 1) / 4, "p2": (2 * 1.5 + 1) / 4, "p3": 1 / 4}
    assert answer.win_points(1) == {"p1": (1 + 9) / 4, "p2": 1 / 4, "p3": 1 / 4}
    assert answer.wins(0) == {"p1": 3, "p2": 2, "p3": 0}


def test_several_questions_share_what_may_be_wrong() -> None:
    alone, shared = (ComparisonResult(a_question(game_of(MARKET), seeds=(0, 1), family_size=rows)) for rows in (1, 3))
    one, other = Ending(("p1",), None, "so"), Ending(("p2",), None, "so")
    for answer in (alone, shared):
        answer.evidence.games = 1000
        answer.evidence.pairs.update({(one, other): 500, (other, one): 500})
    assert shared.differences()["p1"].half_width > alone.differences()["p1"].half_width


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        (("different", "within", "within"), "Results change only for random players."),
        (("different", "different", "within"), "Results change only for random and table players."),
        (("different", "different", "different"), "Results change for all players: random, table and search:9."),
        (
            ("within", "within", "within"),
            "Results change by at most 1 point for all players: random, table and search:9.",
        ),
        (
            ("different", "undecided", "within"),
            "Results change for random players; not for search:9 players; undecided for table players.",
        ),
    ],
)
def test_which_kinds_of_players_are_moved(verdicts: Sequence[Verdict], said: str) -> None:
    assert describe_effect_by_players(dict(zip(("random", "table", "search:9"), verdicts, strict=True)), 1.0) == said


def test_independent_seeds_give_other_games_with_the_same_shares() -> None:
    """Both sides can be given a seed of their own: a game differs from itself by chance alone."""
    answer = run_comparison(a_question(game_of(MARKET), seeds=(5, 6), games=300, is_single_look=True, backend="python"))
    assert answer.games == 300 and answer.winner_changes() and answer.verdict != "within"


@pytest.mark.parts
def test_a_game_is_hardly_ever_told_from_itself() -> None:
    """On independent seeds. Plain intervals that are looked at as often call it different in one run of four."""
    game = game_of(MARKET)
    seeds = [(2 * at, 2 * at + 1) for at in range(10)]
    said = [run_comparison(a_question(game, seeds=pair, margin_points=6, backend="native")).verdict for pair in seeds]
    assert said.count("different") <= 1 and said.count("within") >= 8
