"""Games written with nothing but rules/AUTHORING.md, against numbers that are known or worked out by hand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from pathlib import Path

import pytest

from interpreter import load, play
from interpreter.engine.playout import play_random
from interpreter.matches.match import Game, Match
from tests import loaded

HERE = Path(__file__).parent
MOST_LINES = 79
"""Lines of a game that hold more than a comment, without its scenarios."""
LONGER = {"chess": 96}
DEALS = 6
"""Ways to deal a card each to two players out of three."""


def game_of(name: str, players: int | None = None) -> Game:
    return loaded.game_of(HERE / name, players=players)


def lines_of_play(match: Match) -> Iterator[Match]:
    """Every position from here on, this one included."""
    yield match
    if match.decision is not None:
        for option in match.decision.options:
            after = match.copy()
            after.choose(option)
            yield from lines_of_play(after)


def by_depth(positions: list[Match]) -> list[int]:
    counted = Counter(len(position.choices) for position in positions)
    return [counted[depth] for depth in range(max(counted) + 1)]


def ends(positions: list[Match]) -> list[Match]:
    return [position for position in positions if position.is_over()]


@pytest.mark.parametrize("folder", sorted(file.parent for file in HERE.glob("*/game.yaml")), ids=lambda path: path.name)
def test_a_game_is_short(folder: Path) -> None:
    files = [file for pattern in ("*.yaml", "cards/*.yaml") for file in folder.glob(pattern)]
    lines = [line.strip() for file in files for line in file.read_text("utf-8").splitlines()]
    assert sum(bool(line) and not line.startswith("#") for line in lines) <= LONGER.get(folder.name, MOST_LINES)


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("kuhn", 2),
        ("sealed_bid", 2),
        ("sealed_bid", 3),
        ("line_of_four", 2),
        ("tic_tac_toe", 2),
        ("hex", 2),
        ("breakthrough", 2),
        ("reversi", 2),
    ],
)
def test_random_games_end(name: str, players: int) -> None:
    game = game_of(name, players)
    for index in range(100):
        played = play_random(game, 1, index, record=True)
        assert played.reason is not None
        assert played.choices is not None and len(played.choices) == played.decisions


# -- Kuhn poker


@cache
def deals() -> dict[tuple[str, str], Match]:
    """A match of every deal, by the cards of elder and younger."""
    found: dict[tuple[str, str], Match] = {}
    for seed in range(1000):
        match = game_of("kuhn").start(seed)
        elder, younger = (match.view(seat)["zones"][f"hand of {seat}"][0] for seat in ("elder", "younger"))
        found.setdefault((elder, younger), match)
        if len(found) == DEALS:
            break
    return found


def test_every_deal_comes_up() -> None:
    assert set(deals()) == set(permutations(["jack", "queen", "king"], 2))


def test_five_lines_of_play_a_deal() -> None:
    for match in deals().values():
        positions = list(lines_of_play(match))
        assert by_depth(positions) == [1, 2, 4, 2]
        assert {" ".join(end.choices) for end in ends(positions)} == {
            "check check", "check bet fold", "check bet call", "bet fold", "bet call",
        }  # fmt: skip


def test_the_stakes() -> None:
    """Check check is worth 1 to the better hand, a called bet 2; whoever folds loses 1."""
    rank = {"jack": 1, "queen": 2, "king": 3}
    for (elder, younger), match in deals().items():
        better = 1 if rank[elder] > rank[younger] else -1
        gains = {
            "check check": better,
            "bet call": 2 * better,
            "check bet call": 2 * better,
            "bet fold": 1,
            "check bet fold": -1,
        }
        for end in ends(list(lines_of_play(match))):
            outcome = end.outcome()
            assert outcome is not None
            gain = gains[" ".join(end.choices)]
            assert outcome.scores == {"elder": gain, "younger": -gain}
            assert outcome.winners == ["elder" if gain > 0 else "younger"]
            assert outcome.reason == ("fold" if end.choices[-1] == "fold" else "showdown")


def test_twelve_things_to_know() -> None:
    """Each player may hold three cards and be asked at two points; whoever is asked sees nothing else."""
    seen = Counter(
        json.dumps(position.view(position.decision.seat), sort_keys=True)
        for match in deals().values()
        for position in lines_of_play(match)
        if position.decision is not None
    )
    assert len(seen) == 12
    assert set(seen.values()) == {2}  # the two cards that the other may hold


def test_no_card_is_seen_before_the_showdown() -> None:
    for (elder, younger), match in deals().items():
        for position in lines_of_play(match):
            outcome = position.outcome()
            shown = outcome is not None and outcome.reason == "showdown"
            for seat, card in (("elder", younger), ("younger", elder)):
                assert (card in json.dumps(position.view(seat))) is shown
                assert (card.title() in "\n".join(position.log(seat))) is shown


def test_folds_at_random() -> None:
    """Bet and fold a quarter of all games, check, bet and fold an eighth."""
    games = 4000
    folds = sum(play_random(game_of("kuhn"), 1, index).reason == "fold" for index in range(games))
    assert abs(folds / games - 3 / 8) < 0.03


# -- sealed bid


@pytest.mark.parametrize(
    ("players", "positions"),
    [
        (2, [1, 3, 9, 18, 36]),  # three cards each, then two; the last card is no choice
        (3, [1, 3, 9, 27, 54, 108, 216]),
    ],
)
def test_bids_in_every_order(players: int, positions: list[int]) -> None:
    found = list(lines_of_play(game_of("sealed_bid", players).start()))
    assert by_depth(found) == positions
    assert len(ends(found)) == positions[-1]


@pytest.mark.parametrize("players", [2, 3])
def test_prizes_go_to_the_only_highest_bid(players: int) -> None:
    """The scores of all ends are those of the rules, written down once more."""
    expected: Counter[tuple[int, ...]] = Counter()
    for orders in product(permutations((1, 2, 3)), repeat=players):
        points = [0] * players
        for prize, bids in enumerate(zip(*orders, strict=True), start=1):
            if bids.count(max(bids)) == 1:
                points[bids.index(max(bids))] += prize
        expected[tuple(points)] += 1
    outcomes = [end.outcome() for end in ends(list(lines_of_play(game_of("sealed_bid", players).start())))]
    assert Counter(tuple(outcome.scores.values()) for outcome in outcomes if outcome) == expected
    for outcome in outcomes:
        assert outcome is not None
        best = max(outcome.scores.values())
        assert outcome.winners == [seat for seat, points in outcome.scores.items() if points == best]


def test_who_wins_between_two() -> None:
    """Of 36 pairs of orders 6 are equal; two swapped bids never draw; of 12 turned round, 4 do, where 1 + 2 meets 3."""
    winners = Counter(
        "+".join(outcome.winners)
        for end in ends(list(lines_of_play(game_of("sealed_bid").start())))
        if (outcome := end.outcome()) is not None
    )
    assert winners == {"p1": 13, "p2": 13, "p1+p2": 10}


def test_a_bid_is_secret_until_all_have_bid() -> None:
    """Whatever the first bids, the others see the same until the bids are shown."""
    for players in (2, 3):
        start = game_of("sealed_bid", players).start()
        seen: dict[str, set[str]] = {"p2": set(), "p3": set()}
        for option in range(3):
            match = start.copy()
            match.choose(option)
            for other in match.game.seats[1:]:
                seen[other].add(json.dumps([match.view(other), match.log(other)]))
        assert all(len(views) <= 1 for views in seen.values())
        for _ in match.game.seats[1:]:
            match.choose(0)
        laid = match.view("p1")["zones"]
        assert [laid[f"bid of {seat}"][0][:2] for seat in match.game.seats] == list(match.game.seats)


# -- a line of four

DISTINCT = [1, 7, 49, 238, 1120, 4263]
"""Positions at each depth (OEIS A212693); each disc has seven columns until one is full."""
DRAW = "faadcefgegbdccgcdffcdfaebadagdceeefbbbgba"
"""Columns of a game without a line; the last disc has no choice."""


@pytest.mark.parts
def test_positions_at_each_depth() -> None:
    layer: dict[tuple[int, ...], tuple[Match, int]] = {(0,): (game_of("line_of_four").start(), 1)}
    for depth, positions in enumerate(DISTINCT):
        assert len(layer) == positions
        assert sum(ways for _, ways in layer.values()) == 7**depth
        if depth < len(DISTINCT) - 1:
            layer = next_layer(layer)


def next_layer(layer: dict[tuple[int, ...], tuple[Match, int]]) -> dict[tuple[int, ...], tuple[Match, int]]:
    """The positions a disc later, and in how many orders of play they come up."""
    found: dict[tuple[int, ...], tuple[Match, int]] = {}
    for match, ways in layer.values():
        assert match.decision is not None
        for option in range(len(match.decision.options)):
            after = match.copy()
            after.choose(option)
            same, before = found.get(tuple(after.state.v), (after, 0))
            found[tuple(after.state.v)] = same, before + ways
    return found


def has_line(cells: set[tuple[int, int]]) -> bool:
    return any(
        all((column + step * right, row + step * down) in cells for step in range(4))
        for column, row in cells
        for right, down in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def test_the_first_line_wins() -> None:
    for index in range(200):
        played = play_random(game_of("line_of_four"), 1, index, record=True)
        assert played.choices is not None
        discs: dict[str, set[tuple[int, int]]] = {"yellow": set(), "red": set()}
        for turn, cell in enumerate(played.choices):
            assert not any(has_line(cells) for cells in discs.values())
            discs[("yellow", "red")[turn % 2]].add((ord(cell[0]), int(cell[1])))
        lines = tuple(seat for seat, cells in discs.items() if has_line(cells))
        assert played.winners == lines or len(played.choices) < played.turns  # the last disc may have had no choice
        assert played.reason == ("line" if played.winners else "full")


def test_a_full_board_is_a_draw() -> None:
    match = game_of("line_of_four").start()
    for column in DRAW:
        assert match.decision is not None
        match.choose(next(option for option in match.decision.options if option.key[0] == column))
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ([], "full")


def test_pairs_of_squares_give_the_known_numbers_of_positions() -> None:
    """Breakthrough: 22 first moves, 484 positions after two, 11132 after three."""
    level = [game_of("breakthrough").start(1)]
    for expected in (22, 484):
        after = []
        for match in level:
            assert match.decision is not None
            for option in match.decision.options:
                after.append(match.copy())
                after[-1].choose(option)
        level = after
        assert len(level) == expected
    assert sum(len(match.decision.options) for match in level if match.decision is not None) == 11132


def test_a_table_judges_pairs_by_the_names_of_their_things(tmp_path: Path) -> None:
    text = (HERE / "breakthrough" / "game.yaml").read_text("utf-8")
    bot = """bots:
  - id: runner
    seat: white
    title: Runner
    tables:
      - answers: [move]
        title: Run
        keep: [{highest: row of goal}, {that: column of start is column of goal}, {lowest: column of start}]
"""
    (tmp_path / "game.yaml").write_text(text + bot, "utf-8")
    game = load(tmp_path)
    played = play(game, {"white": "table", "black": "random"}, seed=1)
    assert played.choices[:4:2] == ["a2-a3", "a3-a4"]


# -- Reversi


@pytest.mark.parametrize(("depth", "lines"), [(1, 4), (2, 12), (3, 56), (4, 244), (5, 1396)])
def test_lines_of_play_in_reversi(depth: int, lines: int) -> None:
    """The numbers of lines of play that other programs count (perft)."""
    assert lines_at(game_of("reversi").start(), depth) == lines


def lines_at(match: Match, depth: int) -> int:
    """The number of ways to make so many more decisions."""
    if match.decision is None:
        return 0
    if depth == 1:
        return len(match.decision.options)
    found = 0
    for option in match.decision.options:
        after = match.copy()
        after.choose(option)
        found += lines_at(after, depth - 1)
    return found
