"""Games whose seats are alike: the question who wins has no answer, and isn't asked."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from cli.text.lab.comparison_text import format_verdicts
from interpreter.lab.compare.comparison import run_comparison
from interpreter.lab.compare.comparison_document import LineupResult, comparison_document
from interpreter.lab.compare.question import ComparedVersion, ComparisonSpec
from interpreter.lab.impact.impact import ImpactResult, ImpactSpec, run_impact_study
from interpreter.lab.impact.impact_document import impact_document
from interpreter.lab.result_documents import to_json
from interpreter.lab.stats.symmetry import has_alike_seats, win_alike
from interpreter.matches.loading import load
from interpreter.matches.match import Game
from interpreter.rulebook.text import Text
from tests.loaded import game_of

MARKET = Path(__file__).parents[1] / "cli" / "market"


@pytest.fixture(scope="module")
def market() -> Game:
    return load(MARKET, players=2)


@pytest.mark.parts
def test_seats_are_alike_if_nothing_belongs_to_one(market: Game) -> None:
    assert has_alike_seats(market, {}) and has_alike_seats(game_of("liberte"), {})
    assert not any(has_alike_seats(game_of(name), {}) for name in ("red_flag_over_paris", "revolution"))
    assert not has_alike_seats(game_of("vive_la_revolution"), {})  # sides


def test_seats_with_other_players_are_not_alike(market: Game) -> None:
    assert not has_alike_seats(market, {"p1": "search:20"})
    assert has_alike_seats(market, {"p1": "search:20", "p2": "search:20"})


def test_a_rule_for_one_seat_makes_a_difference(market: Game) -> None:
    start = market.rulebook.start
    other = Text(f"as p1:\n  {start}", start.where)
    assert not has_alike_seats(Game(replace(market.rulebook, start=other)), {})


def test_seats_that_win_unequally_are_not_alike() -> None:
    assert win_alike([248, 252, 255, 245], 1000) and win_alike([0, 0], 0)
    assert win_alike([270, 264, 230, 250], 1000) and win_alike([289, 239, 235, 253], 1000)  # chance
    assert not win_alike([580, 420], 1000)
    assert not win_alike([740, 735], 1000)  # shared wins: all may win more often


RACE = """\
score: fame of seat
start: |
  shuffle deck
  shuffle sky
  for each seat, as you: draw 1 card from deck to your hand
  as random one of seats: carry out event of (top card of sky)
  for each seat, as you: carry out event of (top card of your hand)
  end the game, winner is a random one of (seats with the highest fame of it), because "fame"
"""
FILES = {
    "game.yaml": "id: race\ntitle: Race\nseats: {from: 2, to: 4, id: p, title: Player}\n",
    "tracks.yaml": "tracks: [{id: fame, title: Fame, between: [0, 50], for: seat}]\n",
    "zones.yaml": "zones:\n  - {id: deck, title: Deck, face: nobody, starts with: [main]}\n"
    "  - {id: sky, title: Sky, face: nobody, starts with: [weather]}\n"
    "  - {id: hand, title: Hand, for: seat, face: owner}\n",
    "cards/main.yaml": "deck: main\ncards:\n  - {id: gold, title: Gold, event: raise your fame by 5}\n"
    "  - {id: mud, title: Mud, copies: 7, event: raise your fame by 1}\n",
    "cards/weather.yaml": "deck: weather\ncards:\n"
    '  - {id: sun, title: Sun, event: "for each seat, as you: raise your fame by 2"}\n',
    "sequence.yaml": RACE,
}


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """Four alike seats; a card that helps whoever draws it, and one that helps all."""
    folder = tmp_path_factory.mktemp("rules") / "race"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return load(folder, players=4)


@pytest.fixture(scope="module")
def found(race: Game) -> ImpactResult:
    game = race.with_omissions()
    assert game.program.symbols.omissions is not None
    things = tuple(game.program.symbols.omissions.items)
    seated = dict.fromkeys(game.seats, "random")
    return run_impact_study(ImpactSpec(game, things, seated, 2.0, 3000, backend="python"))


def test_a_card_counts_for_whoever_has_it_and_what_all_have_is_not_asked(found: ImpactResult) -> None:
    told = {each.row.thing.id: each for each in found.effects.ranked()}
    assert told["gold"].verdict == "real" and told["gold"].counted == "holder" and told["gold"].shrunken > 0.3
    assert told["sun"].verdict == "alike" and told["sun"].counted is None
    finer = found.effects_within(0.01)
    assert finer.games_needed(told["sun"].row) == told["sun"].row.games == 1000 < finer.games_needed(told["mud"].row)


def test_scores_and_lengths_are_told_of_what_can_not_move_who_wins(found: ImpactResult) -> None:
    rows = {row.thing.id: row for row in found.rows}
    score = found.mean_change(rows["sun"], "mean_winning_score")
    assert score is not None and score.low > 1 and score.contains(2)
    assert found.mean_change(rows["sun"], "turns") is None  # the rules count none
    told = to_json(impact_document(found, {}))
    assert told["verdicts"]["alike"] == 1 and told["cards"][-1]["id"] == "sun"
    assert told["cards"][-1]["winning_score"]["low"] > 1 and told["cards"][-1]["turns"]["value"] is None


def test_compare_has_no_answer_by_seat(race: Game, tmp_path: Path) -> None:
    """Fame for all that have nothing to do with who wins: neither within nor undecided is an answer."""
    shutil.copytree(race.rulebook.folder, tmp_path / "race")
    cards = tmp_path / "race" / "cards" / "main.yaml"
    cards.write_text(cards.read_text().replace("raise your fame by 5", "raise your fame by 4"))
    versions = [
        ComparedVersion(game, dict.fromkeys(game.seats, "random"))
        for game in (race, load(tmp_path / "race", players=4))
    ]
    answer = run_comparison(ComparisonSpec(versions[0], versions[1], games=400, is_single_look=True, backend="python"))
    document = comparison_document([LineupResult(answer)])
    assert document.players[0].alike_seats
    (said,) = format_verdicts(document, versions)
    assert said.startswith("No answer by seat: nothing tells the seats apart")
