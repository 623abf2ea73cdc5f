"""Properties of determinization in every game of `rules/`, `tests/games/` and `tests/engine/games/`."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.engine.state import State
from interpreter.matches.match import Game, Match
from tests.loaded import game_of, marks_of, players_of

ROOT = Path(__file__).parents[2]
HOMES = ("rules", "tests/games", "tests/engine/games")
MATCHES, MOMENTS = 2, 3
LATEST = 200


def games() -> list[object]:
    """Each game with the fewest players; most games, and the most and a middle number of players, as parts."""
    found: list[object] = []
    for folder in sorted(str(path.parent) for home in HOMES for path in (ROOT / home).glob("*/game.yaml")):
        low, high = players_of(folder)
        found.append(pytest.param(folder, low, marks=marks_of(folder)))
        more = sorted({(low + high) // 2, high} - {low})
        found += [pytest.param(folder, players, marks=pytest.mark.parts) for players in more]
    return found


every_game = pytest.mark.parametrize(("name", "players"), games(), ids=lambda value: Path(str(value)).name)


def moments(name: str, players: int) -> list[tuple[Match, Random]]:
    """Copies of random matches at random decisions."""
    found = []
    for seed in range(MATCHES):
        match, random = game_of(name, players=players).start(seed), Random(seed)
        chosen = {0, *random.sample(range(LATEST), MOMENTS), *random.sample(range(25), MOMENTS)}
        while match.decision is not None and match.decisions <= max(chosen):
            if match.decisions in chosen:
                found.append((match.copy(), random))
            match.choose(random.randrange(len(match.decision.options)))
    return found


def certain(game: Game, state: State) -> bool:
    """True if a state meets all conditions that the rulebook declares certain."""
    return all(condition(state, state.v, state.z) for condition, _ in game.program.certain_conditions) and all(
        holds(state, state.v, state.z, owner, card)
        for zone, (owner, holds) in game.program.zone_facts.items()
        for card in state.z[zone]
    )


def seen(match: Match, seat: str) -> dict[str, Any]:
    """A seat's view, without who still has to choose at the same time: in a redrawn match nobody else has chosen."""
    view = match.view(seat)
    view["decision"].pop("together", None)
    return view


def told(match: Match, seat: str) -> list[str]:
    """A seat's log, without others' choices at the same time."""
    return [line for line in match.log(seat) if not line.endswith("has chosen in secret")]


@every_game
def test_a_redrawn_match_is_the_same_to_its_seat(name: str, players: int) -> None:
    """For every seat, whether it is asked or not: its view and its log."""
    for match, random in moments(name, players):
        for seat in match.game.seats:
            other = match.determinize(seat, random)
            assert seen(other, seat) == seen(match, seat)
            assert told(other, seat) == told(match, seat)


@every_game
def test_states_true_and_drawn_are_as_the_rules_say(name: str, players: int) -> None:
    for match, random in moments(name, players):
        game, state = match.game, match.state
        assert certain(game, state)
        assert match.decision is not None
        drawn = match.determinizer(match.decision.seat).draw_state(random.getrandbits(64))
        assert certain(game, drawn)
        assert [len(cards) for cards in drawn.z] == [len(cards) for cards in state.z]
        assert sorted(card for cards in drawn.z for card in cards) == sorted(
            card for cards in state.z for card in cards
        )
        for zone, cards in enumerate(drawn.z):
            assert all(drawn.v[game.constants.where + card] == zone for card in cards)


@every_game
def test_what_is_drawn_does_not_depend_on_what_is_hidden(name: str, players: int) -> None:
    """Two states that are the same to a seat give the same draws: nothing of the true one shows through."""
    for match, random in moments(name, players):
        assert match.decision is not None
        seat = match.decision.seat
        other = match.determinize(seat, random)
        one, two = (each.determinizer(seat).draw_state(3) for each in (match, other))
        assert (one.v, one.z, one.stack, one.pc, one.options, one.random) == (
            two.v, two.z, two.stack, two.pc, two.options, two.random
        )  # fmt: skip


@pytest.mark.parts
@every_game
def test_a_redrawn_match_can_be_played_to_its_end(name: str, players: int) -> None:
    """By the code with a log and by the quick one, to the same end; and its own seats know something of it, too."""
    for match, random in moments(name, players)[::7]:
        assert match.decision is not None
        other = match.determinize(match.decision.seat, random)
        while other.decision is not None:
            if other.decisions % 40 == 0:
                other.determinizer(other.decision.seat).draw_state(random.getrandbits(64))
            other.choose(random.randrange(len(other.decision.options)))
        assert other.is_over()
