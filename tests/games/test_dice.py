"""Games with dice and bags, solved exactly over the outcomes of chance and compared with values worked out by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random

import pytest

from interpreter.engine import chance_outcomes
from interpreter.matches.match import ChanceOutcome, Game, Match
from interpreter.support.errors import PlayError, SaveError
from tests import loaded

HERE = Path(__file__).parent
MOST_LINES = 80
FIVE_ALIKE_IN_THREE_ROLLS = Fraction(347_897, 7_558_272)
"""About 4.6 %, for a player who keeps the most frequent face."""


def game_of(name: str, players: int | None = None) -> Game:
    return loaded.game_of(HERE / name, players=players)


@pytest.mark.parametrize("name", ["backgammon", "berries", "higher", "liars_dice", "yahtzee"])
def test_a_game_is_short(name: str) -> None:
    assert len((HERE / name / "game.yaml").read_text("utf-8").splitlines()) < MOST_LINES


def winners(match: Match) -> list[str]:
    outcome = match.outcome()
    assert outcome is not None
    return list(outcome.winners)


# -- berries


BERRIES, WASPS = 6, 2


def value_of_berries(taken: int) -> Fraction:
    """The probability that red, who has taken so many berries, wins."""
    left = BERRIES + WASPS - taken
    stops = 1 - Fraction(comb(BERRIES - taken, min(taken, left)), comb(left, min(taken, left)))
    if taken == BERRIES:
        return stops
    goes_on = Fraction(BERRIES - taken, left) * value_of_berries(taken + 1)
    return max(stops, goes_on) if taken else goes_on


def test_draws_from_a_bag_are_as_likely_as_it_is_full() -> None:
    outcomes = list(game_of("berries").chance())
    assert [outcome.probability for outcome in outcomes] == [Fraction(6, 8), Fraction(2, 8)]
    assert [outcome.match.is_over() for outcome in outcomes] == [False, True]
    stopped = list(outcomes[0].match.chance("yes"))
    assert [outcome.probability for outcome in stopped] == [Fraction(5, 7), Fraction(2, 7)]
    assert [winners(outcome.match) for outcome in stopped] == [["blue"], ["red"]]
    again = next(iter(outcomes[0].match.chance("no")))
    assert [outcome.probability for outcome in again.match.chance("yes")] == [
        Fraction(4 * 3, 6 * 5), Fraction(4 * 2, 6 * 5), Fraction(2 * 4, 6 * 5), Fraction(2 * 1, 6 * 5)
    ]  # fmt: skip


def test_the_value_of_berries_berries() -> None:
    """Red stops with two or three berries, which is equally good."""
    assert expected(game_of("berries").chance()) == value_of_berries(0)


# -- higher


def value(match: Match) -> Fraction:
    """The probability that red wins, if red, the only one who decides, decides best."""
    if match.decision is None:
        return Fraction(winners(match) == ["red"])
    return max(expected(match.chance(option)) for option in match.decision.options)


def expected(outcomes: Iterable[ChanceOutcome]) -> Fraction:
    return sum((outcome.probability * value(outcome.match) for outcome in outcomes), Fraction(0))


def test_the_value_of_a_second_roll() -> None:
    """An x wins with (x - 1) / 6, a new roll with 15 / 36: red rolls 1, 2 and 3 again, and keeps 4, 5 and 6."""
    kept = [Fraction(x - 1, 6) for x in (4, 5, 6)]
    by_hand = Fraction(3, 6) * Fraction(15, 36) + sum(Fraction(1, 6) * each for each in kept)
    assert expected(game_of("higher").chance()) == by_hand == Fraction(13, 24)


def test_outcomes_of_a_roll_are_equally_likely() -> None:
    outcomes = list(game_of("higher").chance())
    assert [outcome.probability for outcome in outcomes] == [Fraction(1, 6)] * 6
    assert [outcome.match.view("red")["dice"] for outcome in outcomes] == [{"die": face} for face in range(1, 7)]


def test_outcomes_come_in_the_order_of_counting() -> None:
    """Of two rolls, the second changes first."""
    outcomes = game_of("higher").start(5).chance("yes")
    rolled = [tuple(line for line in outcome.match.log() if "rolls" in line)[1:] for outcome in outcomes]
    faces = range(1, 7)
    assert rolled == [(f"  Red rolls {one}", f"  Blue rolls {other}") for one in faces for other in faces]


def test_a_match_of_which_outcomes_are_asked_stays_as_it_is() -> None:
    match = game_of("higher").start(5)
    other = match.copy()
    assert len(list(match.chance("yes"))) == 36
    match.choose("yes")
    other.choose("yes")
    assert (match.log(), match.outcome()) == (other.log(), other.outcome())


def test_an_outcome_goes_on_but_is_not_saved(tmp_path: Path) -> None:
    """The seed does not lead there."""
    outcome = next(iter(game_of("higher").chance()))
    with pytest.raises(SaveError, match="imagined"):
        outcome.match.save(tmp_path / "match.json")
    outcome.match.choose("no")
    assert outcome.match.is_over()


def test_outcomes_go_on_by_chance_of_their_own() -> None:
    last = set()
    for outcome in game_of("higher").chance():
        outcome.match.choose("no")
        last.add(outcome.match.view("red")["dice"]["die"])
    assert len(last) > 1


def test_too_many_outcomes_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance_outcomes, "MOST_OUTCOMES", 5)
    with pytest.raises(PlayError, match="chance has more than 5 outcomes here"):
        list(game_of("higher").chance())


# -- five dice


def test_what_follows_an_outcome_without_chance_is_imagined_too(tmp_path: Path) -> None:
    match = next(iter(game_of("yahtzee", 1).chance())).match
    assert match.decision is not None
    (outcome,) = match.chance("none")
    with pytest.raises(SaveError, match="imagined"):
        outcome.match.save(tmp_path / "match.json")


def alike(match: Match) -> int:
    """The number of dice that show the most frequent face."""
    return max(Counter(match.view(match.game.seats[0])["dice"].values()).values())


@pytest.mark.parts
def test_five_alike_in_three_rolls() -> None:
    firsts: dict[int, tuple[Fraction, Match]] = {}
    for outcome in game_of("yahtzee", 1).chance():
        before, _ = firsts.get(alike(outcome.match), (Fraction(0), None))
        firsts[alike(outcome.match)] = before + outcome.probability, outcome.match
    assert firsts[5][0] == Fraction(6, 6**5)
    assert firsts[4][0] == Fraction(6 * 5 * comb(5, 4), 6**5)
    after: dict[int, Counter[int]] = {}
    for number, (_, match) in firsts.items():
        shown = match.view("p1")["dice"]
        most = Counter(shown.values()).most_common(1)[0][0]
        others = "-".join(die for die, face in shown.items() if face != most)
        after[number] = Counter(alike(outcome.match) for outcome in match.chance(others or "none"))
    in_two = {number: Fraction(counted[5], counted.total()) for number, counted in after.items()}  # with one more roll
    in_three = sum(
        (
            share * Fraction(times, after[number].total()) * in_two[then]
            for number, (share, _) in firsts.items()
            for then, times in after[number].items()
        ),
        Fraction(0),
    )
    assert in_three == FIVE_ALIKE_IN_THREE_ROLLS


UPPER_ROWS = ("ones", "twos", "threes", "fours", "fives", "sixes")
SETS_OF_DICE = 2**5


def row_points(row: str, faces: list[int]) -> int:
    """Return what a row earns, counted in another way than the game does."""
    if row in UPPER_ROWS:
        face = UPPER_ROWS.index(row) + 1
        return face * faces.count(face)
    counts = sorted(Counter(faces).values())
    longest = max(length for length in range(6) for low in range(1, 7) if {*range(low, low + length)} <= {*faces})
    return {
        "three_alike": sum(faces) * (counts[-1] >= 3),
        "four_alike": sum(faces) * (counts[-1] >= 4),
        "full_house": 25 * (counts == [2, 3]),
        "small_straight": 30 * (longest >= 4),
        "large_straight": 40 * (longest == 5),
        "five_alike": 50 * (counts == [5]),
        "any_dice": sum(faces),
    }[row]


@pytest.mark.parametrize("seed", range(3))
def test_rows_earn_what_another_count_says(seed: int) -> None:
    """The last row of a player has no decision, as there is no other."""
    match, random = game_of("yahtzee", 4).start(seed), Random(seed)
    while match.decision is not None:
        seat, option = match.decision.seat, random.choice(match.decision.options)
        before = match.view(seat)
        choices = len(match.decision.options)
        match.choose(option.index)
        if option.key not in before["variables"]["filled"][seat]:
            assert choices == SETS_OF_DICE
            continue
        assert choices == list(before["variables"]["filled"][seat].values()).count(False)
        earned, upper = row_points(option.key, [*before["dice"].values()]), before["variables"]["upper"][seat]
        bonus = 35 if option.key in UPPER_ROWS and upper < 63 <= upper + earned else 0
        assert match.view(seat)["variables"]["points"][seat] == before["variables"]["points"][seat] + earned + bonus
    filled = match.view("p1")["variables"]["filled"]
    assert tuple(filled) == match.game.seats and all(all(rows.values()) for rows in filled.values())
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.scores == match.view("p1")["variables"]["points"]
    assert outcome.winners == [
        seat for seat, points in outcome.scores.items() if points == max(outcome.scores.values())
    ]
