"""The games of an inquiry: which are played, and what is found of a thing by those with and without it."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter.engine.playout import play_random
from interpreter.engine.state import State
from interpreter.lab.compare.examples import first_differences
from interpreter.lab.impact.impact import ImpactResult, ImpactSpec, run_impact_study
from interpreter.lab.impact.impact_document import impact_document
from interpreter.lab.impact.item_values import HOLDER, ImpactRow, Worth
from interpreter.lab.result_documents import to_json
from interpreter.lab.stats.ranking import RankRange
from interpreter.language.chance import draw_index
from interpreter.language.execution.executable import Backend
from interpreter.matches.loading import load
from interpreter.matches.match import Game
from interpreter.playtest.run.chunks import Ending
from interpreter.playtest.run.observers import CardObserver
from interpreter.rulebook.omissions import Omission, first_cards_of_events, owner_of_card
from tests.loaded import game_of

PARIS = "red_flag_over_paris"
GAMES = 30


@pytest.fixture(scope="module")
def game() -> Game:
    return game_of(PARIS).with_omissions()


def things(game: Game, *ids: str) -> tuple[Omission, ...]:
    omissions = game.program.symbols.omissions
    assert omissions is not None
    return tuple(each for each in omissions.items if each.id in ids)


def found(game: Game, jobs: int = 1, backend: Backend = "python", within: float = 50.0) -> ImpactResult:
    asked = things(game, "le_figaro", "cube_commune_press", "press")
    assert [each.kind for each in asked] == ["event", "piece", "space"]
    seated = dict.fromkeys(game.seats, "random")
    return run_impact_study(ImpactSpec(game, asked, seated, within, games=GAMES, seed=3, jobs=jobs, backend=backend))


@pytest.fixture(scope="module")
def findings(game: Game) -> ImpactResult:
    """The findings of one process in Python."""
    return found(game)


@pytest.mark.parts
def test_games_with_and_without_a_thing_side_by_side(game: Game, findings: ImpactResult) -> None:
    for row in findings.rows:
        ended = [
            [Ending.from_game(play_random(rules, 3, index)) for index in range(GAMES)]
            for rules in (game.without(row.thing.number), game)
        ]
        assert row.pairs == Counter(zip(*ended, strict=True)) and row.games == GAMES
    assert findings.baseline.games == GAMES == findings.baseline.finished


@pytest.mark.parts
def test_an_interruption_before_a_thing_has_games(findings: ImpactResult) -> None:
    row = ImpactRow(findings.rows[0].thing)
    assert findings.mean_change(row, "turns") is None
    assert findings.mean_change(findings.rows[0], "turns") is not None


def test_a_game_that_shows_what_a_thing_does(game: Game, findings: ImpactResult) -> None:
    """Up to one decision all is the same, and others win."""
    for row in findings.rows:
        without = game.without(row.thing.number)
        for number in range(GAMES if row.first_changed_game is None else row.first_changed_game + 1):
            won, won_without = (play_random(rules, 3, number).winners for rules in (game, without))
            assert (won != won_without) == (number == row.first_changed_game)
    seated = dict.fromkeys(game.seats, "random")
    worth = run_impact_study(
        ImpactSpec(game, things(game, "fort_d_issy"), seated, margin_points=0.001, games=150, seed=3)
    )
    (row,) = worth.rows
    assert row.first_changed_game is not None
    decision = first_differences(worth)[row.thing.number]
    assert decision is not None
    rules = game, game.without(row.thing.number)
    whole, lacking = (play_random(each, 3, row.first_changed_game, True).choices or [] for each in rules)
    assert whole[: decision - 1] == lacking[: decision - 1] and whole[decision - 1] != lacking[decision - 1]


@pytest.mark.parts
@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.parts), 2])
def test_findings_are_the_same_by_any_backend_and_number_of_processes(
    game: Game, findings: ImpactResult, jobs: int
) -> None:
    other = found(game, jobs, "native")
    assert other.native and [row.pairs for row in findings.rows] == [row.pairs for row in other.rows]
    assert findings.card_observations == other.card_observations and findings.baseline.counts == other.baseline.counts


@pytest.mark.parts
def test_it_stops_as_soon_as_intervals_reach_no_further_than_wanted(game: Game) -> None:
    seated = dict.fromkeys(game.seats, "random")
    asked = things(game, "le_figaro", "cube_commune_press")
    findings = run_impact_study(
        ImpactSpec(game, asked, seated, margin_points=4.0, games=50_000, jobs=len(os.sched_getaffinity(0)))
    )
    event, piece = findings.rows
    assert 500 <= event.games < piece.games < 50_000  # games without the event are more like those with it
    for row in findings.rows:
        for each in findings.effects.differences(row).values():
            assert each.half_width <= max(0.04 - abs(each.estimate), 0.03, abs(each.estimate) / 2)


def test_what_becomes_of_cards(game: Game, findings: ImpactResult) -> None:
    seen = findings.card_observations
    cards = {card.id for card in game.rulebook.cards}
    assert seen.games == GAMES and set(seen.drawn) <= cards
    plays = [play_random(game, 3, index) for index in range(GAMES)]
    uses = Counter[tuple[str, str]]()
    for played in plays:
        uses.update(played.uses)
    assert seen.uses == uses
    assert all(seen.played[card] <= seen.drawn[card] for card in cards if card in seen.drawn)
    assert all(seen.drawn_won[card] <= seen.drawn[card] for card in cards)
    assert sum(seen.held.values()) > 0
    for often, games in ((seen.drawn, seen.drawn_games), (seen.played, seen.played_games)):
        assert all(0 < games[card] <= min(often[card], GAMES) for card in often)


def test_a_card_belongs_to_the_seat_that_one_attribute_names(game: Game) -> None:
    told = {each.id: each.side for each in things(game, "le_figaro", "victor_hugo", "press")}
    assert told == {"le_figaro": "versailles", "victor_hugo": None, "press": None}
    (piece,) = things(game, "cube_commune_press")
    assert piece.side == "commune"
    card = next(card for card in game.rulebook.cards if card.id == "le_figaro")
    deck = next(deck for deck in game.rulebook.decks if deck.id == card.deck)
    other = replace(deck.attributes["side"], id="printed_by")
    two = replace(deck, attributes=deck.attributes | {other.id: other})
    assert owner_of_card(replace(game.rulebook, decks=(two,)), card) is None


DEAL = """\
start: |
  shuffle deck
  for each seat, as you: draw HELD cards from deck to your hand
  repeat 3 times:
    for each seat, as you:
      draw 1 card from deck to your hand
      choose a card in your hand, to play
      note card as "played"
      carry out event of card
      move card to gone
  end the game, winners are seats with the highest fame of it, because "fame"
"""


MUD_AND_GOLD = """\
deck: main
cards:
  - {id: mud, title: Mud, copies: 5, event: raise your fame by 1}
  - {id: gold, title: Gold, copies: 3, event: raise your fame by 2}
"""


def dealt(
    folder: Path,
    held: int,
    cards: str = MUD_AND_GOLD,
    worth: Worth = "net",
    games: int = 100,
    backend: Backend = "python",
) -> ImpactResult:
    """Findings about the cards of a game for two with `held` cards in each hand before a turn."""
    folder.mkdir()
    for name, text in {
        "game.yaml": "id: deal\ntitle: Deal\nseats: [{id: red, title: Red}, {id: blue, title: Blue}]\n",
        "tracks.yaml": "tracks: [{id: fame, title: Fame, between: [0, 50], for: seat}]\n",
        "zones.yaml": "zones:\n  - {id: deck, title: Deck, face: nobody, starts with: [main]}\n"
        "  - {id: hand, title: Hand, for: seat, face: owner}\n  - {id: gone, title: Gone, face: everyone}\n",
        "main.yaml": cards,
        "sequence.yaml": DEAL.replace("HELD", str(held)),
    }.items():
        (folder / ("cards" if name == "main.yaml" else "")).mkdir(exist_ok=True)
        (folder / ("cards" if name == "main.yaml" else "") / name).write_text(text)
    game = load(folder).with_omissions()
    events = things(game, *(card.id for card in game.rulebook.cards))
    seated = dict.fromkeys(game.seats, "random")
    return run_impact_study(ImpactSpec(game, events, seated, 50.0, games, worth, backend=backend))


def test_copies_of_a_card_are_counted_together(tmp_path: Path) -> None:
    """All eight cards are drawn in each game, six of them played."""
    seen = dealt(tmp_path / "deal", held=1).card_observations
    assert sum(seen.uses.values()) == 600 and {card for card, _ in seen.uses} == {"mud", "gold"}
    assert 195 <= seen.drawn["mud"] <= 200 and seen.drawn_games["mud"] == 100 and 200 <= sum(seen.held.values()) <= 400


def test_cards_that_nobody_has_to_choose_were_played(tmp_path: Path) -> None:
    findings = dealt(tmp_path / "deal", held=0)
    assert findings.baseline.decisions == 0
    told = to_json(impact_document(findings, {}))
    assert [card["never"] for card in told["cards"]] == [False, False]
    assert sum(card["uses"]["played"] for card in told["cards"]) == 600


GOLD_AND_BADGE = """\
deck: main
attributes:
  side: {is: seat, none: neutral}
cards:
  - {id: gold, title: Gold, side: neutral, event: raise your fame by 16}
  - {id: badge, title: Badge, side: red, event: raise fame of red by 1}
  - {id: mud, title: Mud, side: neutral, copies: 8, event: raise your fame by 1}
"""


@pytest.mark.parts
def test_a_card_for_whoever_has_it_ranks_above_a_small_one_of_a_side(tmp_path: Path) -> None:
    """16 points for either seat cancel out in the net of the seats, not for the seat that has the card."""
    net, holder, drawn = (
        {each.row.thing.id: each for each in dealt(tmp_path / worth, 0, GOLD_AND_BADGE, worth, 400).effects.ranked()}
        for worth in ("net", "holder", "drawn")
    )
    assert abs(net["badge"].differences["red"].estimate) > abs(net["gold"].differences["red"].estimate)
    assert (
        next(iter(holder)) == "gold"
        and holder["gold"].ranks == RankRange(1, 1)
        and holder["gold"].counted == HOLDER
        and holder["badge"].counted == "red"
    )
    assert holder["gold"].holder is not None and holder["gold"].holder.low > 0.2 and holder["gold"].is_significant
    assert holder["badge"].differences["red"].estimate > 0
    share = holder["gold"].held / 400
    assert 0.5 < share < 0.7  # 6 of 10 cards are drawn
    assert drawn["gold"].holder is not None
    assert drawn["gold"].holder.estimate == pytest.approx(holder["gold"].holder.estimate / share)
    assert drawn["badge"].differences["red"].estimate > holder["badge"].differences["red"].estimate


@pytest.mark.parts
def test_the_holder_is_the_same_by_any_backend(tmp_path: Path) -> None:
    """A seat gets a card in at least those games in which it is seen to hold it before a decision."""
    here, there = (
        dealt(tmp_path / backend, 1, GOLD_AND_BADGE, "holder", 300, backend) for backend in ("python", "auto")
    )
    assert [row.pairs for row in here.rows] == [row.pairs for row in there.rows]
    for row in here.rows:
        assert here.effects.held(row) >= here.card_observations.drawn_games[row.thing.id] > 0


@pytest.mark.parts
def test_what_is_held_is_so_at_the_last_decision() -> None:
    """Not what is in hand after the end, when hands were laid down and dealt again."""
    game = game_of("liberte")
    faces = game.program.symbols.faces
    hands = [(zone, seat) for zone, face in enumerate(faces) for seat in range(len(game.seats)) if face == 1 << seat]
    first = first_cards_of_events(game.rulebook)
    last: list[set[tuple[str, int]]] = [set()]

    def pick(state: State, random: int) -> int:
        last[0] = {(first[card], seat) for zone, seat in hands for card in state.z[zone]}
        return draw_index(random, len(state.options))

    held, watch = Counter[str](), CardObserver(game, [None] * len(game.seats))
    for number in range(8):
        play_random(game, 0, number, False, [pick] * len(game.seats))
        held.update(card for card, _ in last[0])
        watch.begin()
        watch.finish(play_random(game, 0, number, False, watch.pickers))
    assert held and watch.observations.held == held
