"""The games of an inquiry: which are played, and what is found of a thing by those with and without it."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from interpreter.engine.playout import play_random
from interpreter.lab.examples import partings
from interpreter.lab.impact import Findings, Inquiry, impact
from interpreter.language.executable import Backend
from interpreter.matches.match import Game
from interpreter.playtest.chunks import Ending
from interpreter.rulebook.omissions import Omission
from tests.loaded import game_of

PARIS = "red_flag_over_paris"
GAMES = 300


@pytest.fixture(scope="module")
def game() -> Game:
    return game_of(PARIS).omitting()


def things(game: Game, *ids: str) -> tuple[Omission, ...]:
    omissions = game.program.symbols.omissions
    assert omissions is not None
    return tuple(each for each in omissions.all if each.id in ids)


def found(game: Game, jobs: int = 1, backend: Backend = "python", within: float = 50.0) -> Findings:
    asked = things(game, "le_figaro", "cube_commune_press", "press")
    assert [each.kind for each in asked] == ["event", "piece", "space"]
    seated = dict.fromkeys(game.seats, "random")
    return impact(Inquiry(game, asked, seated, within, games=GAMES, seed=3, jobs=jobs, backend=backend))


def test_games_with_and_without_a_thing_side_by_side(game: Game) -> None:
    findings = found(game)
    for row in findings.rows:
        ended = [
            [Ending.of(play_random(rules, 3, index)) for index in range(GAMES)]
            for rules in (game.without(row.thing.number), game)
        ]
        assert row.pairs == Counter(zip(*ended, strict=True)) and row.games == GAMES
    assert findings.baseline.games == GAMES == findings.baseline.finished


def test_a_game_that_shows_what_a_thing_does(game: Game) -> None:
    """Up to one decision all is the same, and others win."""
    for row in found(game).rows:
        without = game.without(row.thing.number)
        won = [[play_random(rules, 3, index).winners for rules in (game, without)] for index in range(GAMES)]
        assert row.parted == next((index for index, (whole, lacking) in enumerate(won) if whole != lacking), None)
    seated = dict.fromkeys(game.seats, "random")
    findings = impact(Inquiry(game, things(game, "cube_commune_press"), seated, within=0.001, games=2000, seed=3))
    (row,) = findings.rows
    assert row.parted is not None
    decision = partings(findings)[row.thing.number]
    assert decision is not None
    rules = game, game.without(row.thing.number)
    whole, lacking = (play_random(each, 3, row.parted, True).choices or [] for each in rules)
    assert whole[: decision - 1] == lacking[: decision - 1] and whole[decision - 1] != lacking[decision - 1]


@pytest.mark.parametrize("jobs", [1, 2])
def test_findings_are_the_same_by_any_backend_and_number_of_processes(game: Game, jobs: int) -> None:
    one, other = found(game), found(game, jobs, "native")
    assert other.native and [row.pairs for row in one.rows] == [row.pairs for row in other.rows]
    assert one.seen == other.seen and one.baseline.counts == other.baseline.counts


def test_copies_of_a_card_are_watched_together() -> None:
    """A game has six of one."""
    game = game_of("liberte").omitting()
    inquiry = Inquiry(game, things(game, "terror"), dict.fromkeys(game.seats, "random"), within=50.0, games=20)
    seen = impact(inquiry).seen
    titles = {card.id: card.title for card in game.rulebook.cards}
    copies = {card for card, title in titles.items() if title == titles["terror"]}
    uses = Counter[str]()
    for index in range(20):
        for (card, label), times in play_random(game, 0, index).uses.items():
            uses[label] += times if card in copies else 0
    found = {label: times for (card, label), times in seen.uses.items() if card == "terror"}
    assert len(copies) == 6 and found and found == +uses
    assert not set(seen.drawn) & (copies - {"terror"}) and seen.played["terror"] <= uses.total()


def test_it_stops_as_soon_as_intervals_reach_no_further_than_wanted(game: Game) -> None:
    seated = dict.fromkeys(game.seats, "random")
    asked = things(game, "le_figaro", "cube_commune_press")
    findings = impact(Inquiry(game, asked, seated, within=2.0, games=50_000, jobs=len(os.sched_getaffinity(0))))
    event, piece = findings.rows
    assert 1000 <= event.games < piece.games < 50_000  # games without the event are more like those with it
    for row in findings.rows:
        assert max(each.reach for each in findings.worths.points(row).values()) <= 0.02


def test_what_becomes_of_cards(game: Game) -> None:
    seen = found(game).seen
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
