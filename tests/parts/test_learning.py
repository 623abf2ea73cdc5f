"""Games as environments to learn in: what a seat observes, and what PettingZoo and OpenSpiel themselves test."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from interpreter.engine.view import view_as_data, view_of
from interpreter.knowledge.determinizer import Determinizer
from interpreter.learning import openspiel_game, pettingzoo_env
from interpreter.learning.episode import ActionSpace, Episode
from interpreter.matches.match import Game
from interpreter.rulebook.source.files import installed_games
from interpreter.support.errors import PlayError
from tests.engine.test_shuffled_piles import deal
from tests.learning.courses import ENDLESS, courses, small_game
from tests.loaded import REPO, game_of, players_of

if TYPE_CHECKING:
    from interpreter.learning.observations import ObservationEncoder

pytestmark = pytest.mark.parts

GAMES = [(game, players) for game in installed_games() for players in sorted({*players_of(game)})]
CREWS = "tests/cli/crews"
SEEDING, OUTCOMES = 4, 256
"""Chance nodes before a match."""


def observations(game: Game, actions: ActionSpace) -> ObservationEncoder:
    from interpreter.learning.observations import ObservationEncoder

    return ObservationEncoder(game, actions)


def positions(game: Game, actions: ActionSpace, seed: int, every: int) -> Iterator[Episode]:
    """Some positions of a random match, with a log."""
    for number, course in enumerate(courses(game, actions, seed, logged=True)):
        if number % every == 0:
            yield course


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_what_a_seat_cannot_tell_apart_looks_alike(name: str, players: int) -> None:
    game = game_of(name, players=players)
    actions = ActionSpace(game)
    observed = observations(game, actions)
    others = 0
    for course in positions(game, actions, 1, 23):
        for seat in range(players):
            other = course.copy()
            other.set_state(Determinizer(game, course.state, None, seat).draw_logged_state(seat))
            others += other.state.z != course.state.z
            assert (observed.encode(course, seat) == observed.encode(other, seat)).all()
            if course.seat == seat:
                assert course.legal_actions == other.legal_actions
    assert others or name == "revolution"


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_what_a_seat_sees_is_observed(name: str, players: int) -> None:
    """Views that differ give observations that do."""
    game = game_of(name, players=players)
    actions = ActionSpace(game)
    observed = observations(game, actions)
    seen: dict[bytes, Any] = {}
    changes = 0
    for course in positions(game, actions, 2, 3):
        for seat in range(players):
            view = view_as_data(game, view_of(game, course.state, seat), None)
            row = observed.encode(course, seat).tobytes()
            changes += row not in seen
            assert seen.setdefault(row, view) == view
    assert changes > 10


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_nothing_is_told_of_a_hidden_card(name: str, players: int) -> None:
    game = game_of(name, players=players)
    actions = ActionSpace(game)
    observed = observations(game, actions)
    number = {place: at for at, place in enumerate(observed.names)}
    assert len(number) == len(observed)
    zones = game.program.symbols.labels["zone"]
    for course in positions(game, actions, 3, 17):
        for seat in range(players):
            row, view = observed.encode(course, seat), view_of(game, course.state, seat)
            for zone in zones:
                cards = view.zones[zone]
                assert row[number[f"cards in {zone}"]] == len(cards)
                told = [card for card in game.card_ids if row[number[f"{card} is in {zone}"]]]
                assert sorted(told) == sorted(card for card in cards if card is not None)
                assert all(row[number[f"cards above {card}"]] == cards.index(card) for card in told)


def test_an_observation_by_its_names() -> None:
    game = game_of(CREWS, players=4)
    actions = ActionSpace(game)
    observed = observations(game, actions)
    course = Episode(game, actions, game.new_state(1, logged=False))
    course.take(actions.names.index("number 2"))
    told = {name: value for name, value in zip(observed.names, observed.encode(course, 0), strict=True) if value}
    pulling = next(name for name in told if name.startswith("pull of "))
    assert told == {
        pulling: 2,
        "turns": 1,
        "you are p1": 1,
        "asked is p1": 1,
        "decision 1: may shout": 1,
        "chosen 1 before: number 2": 1,
    }
    assert not any(name.startswith(("crew", "last_crew")) for name in observed.names)  # nobody sees these
    assert "decision 1: may shout" not in [
        name for name, value in zip(observed.names, observed.encode(course, 1), strict=True) if value
    ]


@pytest.mark.parametrize(("name", "players"), [*GAMES, (CREWS, 4)])
def test_pettingzoo(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import api_test, seed_test

    game = game_of(name, players=players)
    with warnings.catch_warnings():
        warnings.filterwarnings("error")
        for usual in ("Observation space for each agent probably", "We recommend agents", "Observation is not a NumPy"):
            warnings.filterwarnings("ignore", usual)  # they are so in PettingZoo's own card games
        api_test(pettingzoo_env(game), num_cycles=300)
        seed_test(lambda: pettingzoo_env(game), num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out


def play(env: Any, seed: int) -> dict[str, float]:
    """A random match; what each agent got."""
    env.reset(seed=seed)
    random, rewards = Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        rewards[agent] += reward
        env.step(None if over or cut else random.choice(observation["action_mask"].nonzero()[0]))
    return rewards


SIMULTANEOUS = ["tests/games/sealed_bid", "tests/games/draft", "tests/games/odd_or_even"]


@pytest.mark.parametrize("name", [*SIMULTANEOUS, "revolution", "red_flag_over_paris"])
def test_pettingzoo_in_parallel(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import parallel_api_test

    with warnings.catch_warnings():
        warnings.filterwarnings("error")
        parallel_api_test(pettingzoo_env(game_of(name), parallel=True), num_cycles=300)
    assert "Passed Parallel API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", SIMULTANEOUS)
def test_choices_at_the_same_time_are_one_step(name: str) -> None:
    """Each seat has its choice in the same step, and the match goes on as if they had chosen one after the other."""
    game = game_of(name)
    env, course = (
        pettingzoo_env(game, parallel=True),
        Episode(game, actions := ActionSpace(game), game.new_state(3, False)),
    )
    observed, _ = env.reset(seed=3)
    random, shared, gained = Random(4), 0, dict.fromkeys(game.seats, 0.0)
    while env.agents:
        masks = {agent: observed[agent]["action_mask"] for agent in env.agents}
        choosing = [agent for agent in env.agents if not masks[agent][env.wait]]
        assert {game.seats[seat]: sorted(found) for seat, found in course.choices().items()} == {
            agent: list(masks[agent].nonzero()[0]) for agent in choosing
        }
        shared += len(choosing) == len(game.seats)
        chosen = {agent: int(random.choice(masks[agent].nonzero()[0])) for agent in env.agents}
        for agent in choosing:
            assert course.seat == game.seats.index(agent)
            course.take(chosen[agent])
        observed, gained, ended, _, _ = env.step(chosen)
        assert set(ended.values()) == {course.seat is None} and set(chosen.values()) <= {*range(len(actions) + 1)}
    assert shared and course.state.result is not None
    assert {seat for seat, reward in gained.items() if reward > 0} == (
        {game.seats[seat] for seat in course.state.result[0]} if any(gained.values()) else set()
    )


def test_who_waits_can_do_nothing_else() -> None:
    env = pettingzoo_env(game_of("revolution"), parallel=True)
    observed, _ = env.reset(seed=1)
    (waiting,) = [agent for agent in env.agents if observed[agent]["action_mask"][env.wait]]
    (choosing,) = set(env.agents) - {waiting}
    legal = int(observed[choosing]["action_mask"].nonzero()[0][0])
    with pytest.raises(PlayError, match=f"`{waiting}` has nothing to choose and must wait: action {env.wait}"):
        env.step({choosing: legal, waiting: legal})
    with pytest.raises(PlayError, match=f"`action {env.wait}` is not on offer; on offer: "):
        env.step({waiting: env.wait})
    env.step({choosing: legal, waiting: env.wait})


def test_other_players_choose_at_the_same_time_as_agents() -> None:
    env = pettingzoo_env(game_of("tests/games/sealed_bid"), {"p1": "random"}, parallel=True)
    observed, _ = env.reset(seed=2)
    while env.agents:
        assert env.agents == ["p2"] and not observed["p2"]["action_mask"][env.wait]
        observed, gained, *_ = env.step({"p2": int(observed["p2"]["action_mask"].nonzero()[0][0])})
    assert set(gained) == {"p2"}


def test_the_mask_is_what_is_on_offer() -> None:
    game = game_of("red_flag_over_paris")
    env = pettingzoo_env(game)
    env.reset(seed=5)
    match, random = game.start(5), Random(1)
    while match.decision is not None:
        (asked,) = [agent for agent in env.agents if env.observe(agent)["action_mask"].any()]
        assert env.agent_selection == asked == match.decision.seat
        offered = env.last()[0]["action_mask"].nonzero()[0]
        names = [env.unwrapped.actions.names[action].split()[-1] for action in offered]
        assert sorted(names) == sorted(option.key for option in match.decision.options)
        at = random.randrange(len(names))
        env.step(offered[at])
        match.choose(names[at])
    outcome = match.outcome()
    assert outcome is not None and all(env.terminations.values())
    assert {agent for agent, reward in env.rewards.items() if reward > 0} == set(outcome.winners)


def test_matches_differ_where_no_seed_is_given() -> None:
    env = pettingzoo_env(game_of("red_flag_over_paris"))
    seeds = []
    for seed in (3, None, None, 3, None):
        env.reset(seed=seed)
        seeds.append(env.unwrapped.match_seed)
    assert len(set(seeds)) == 3 and seeds[3:] == seeds[:2]


@pytest.mark.parametrize("seed", [-1, 1.5, "x"])
def test_a_bad_seed_is_refused(seed: Any) -> None:
    env = pettingzoo_env(game_of("revolution"))
    with pytest.raises(PlayError, match="a seed is a whole number"):
        env.reset(seed=seed)


def test_seats_can_be_played_by_tables() -> None:
    solo = pettingzoo_env(game_of("red_flag_over_paris", "solo_versailles"))
    assert solo.possible_agents == ["commune"]
    rewards = play(solo, 1)
    assert rewards == play(solo, 1) and abs(rewards["commune"]) in (0, 1)
    game = game_of("vive_la_revolution", players=4)
    assert pettingzoo_env(game, {"p2": "table", "p4": "random"}).possible_agents == ["p1", "p3"]


@pytest.mark.parametrize(
    ("seated", "said"),
    [
        ({"comune": "random"}, "there is no seat `comune`; seats are commune, versailles"),
        ({"commune": "search"}, "seat commune can't be played by `search` here; random and table can"),
        ({"commune": "random", "versailles": "random"}, "no seat is left to an agent"),
    ],
)
def test_who_cannot_be_seated(seated: dict[str, str], said: str) -> None:
    with pytest.raises(PlayError) as caught:
        pettingzoo_env(game_of("red_flag_over_paris"), seated)
    assert caught.value.message == said


def test_an_action_that_is_not_on_offer() -> None:
    env = pettingzoo_env(game_of("revolution"))
    env.reset(seed=1)
    names = env.unwrapped.actions.names
    with pytest.raises(PlayError, match="`stop` is not on offer; on offer: "):
        env.step(names.index("stop"))


def test_a_match_without_end_is_truncated(endless: Game) -> None:
    env = pettingzoo_env(endless)
    env.reset(seed=1)
    env.step(env.unwrapped.actions.names.index("yes"))
    assert env.truncations == {"one": True, "two": True} and not any(env.terminations.values())
    assert env.rewards == {"one": 0, "two": 0}
    assert "goes on without end" in env.infos["one"]["stopped"]
    state = openspiel_game(endless).new_initial_state()
    state.apply_action(state.string_to_action("yes"))
    assert state.is_terminal() and state.returns() == [0, 0]


@pytest.fixture
def endless(tmp_path: Path) -> Game:
    return small_game(tmp_path, ENDLESS)


@pytest.mark.parametrize(("name", "players"), [*GAMES, (CREWS, 4)])
def test_openspiel(name: str, players: int) -> None:
    import pyspiel

    pyspiel.random_sim_test(openspiel_game(game_of(name, players=players)), num_sims=1, serialize=True, verbose=False)


def spiel_states(game: Any, seed: int) -> Iterator[Any]:
    """The decisions of a random match, and its end."""
    state, random = game.new_initial_state(), Random(seed)
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state.clone()
        state.apply_action(random.choice(state.legal_actions()))
    yield state


def test_openspiel_tells_the_same_whenever_it_is_asked() -> None:
    """Chance comes before the first decision; until then nothing is told, and no match is seen."""
    game = openspiel_game(game_of("red_flag_over_paris", "solo_commune"))
    asked, unasked = (game.new_initial_state() for _ in range(2))
    assert not any(asked.observation_tensor(0))
    random = Random(3)
    for step in range(12):
        late = unasked.clone()
        for seat in range(2):
            told = asked.information_state_string(seat)
            assert told == late.information_state_string(seat)
            assert bool(told.strip()) == (step >= SEEDING)
        action = random.choice(unasked.legal_actions())
        unasked.apply_action(action)
        asked.apply_action(action)
    assert not unasked.is_terminal()


def test_openspiel_draws_what_a_seat_does_not_know() -> None:
    drawn = 0
    for state in list(spiel_states(openspiel_game(game_of("red_flag_over_paris")), 4))[:-1:9]:
        for seat in range(2):
            other = state.resample_from_infostate(seat, Random(seat).random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            drawn += other.information_state_string(1 - seat) != state.information_state_string(1 - seat)
    assert drawn


def test_openspiel_copies_do_not_know_what_chance_brings() -> None:
    game = openspiel_game(game_of("vive_la_revolution", players=4))
    needing = 0
    for state in list(spiel_states(game, 2))[:-1]:
        for child in map(state.child, state.legal_actions()):
            if child.is_chance_node():
                outcomes = child.legal_actions()
                later = [child.clone() for _ in outcomes[:3]]
                for outcome, each in zip(outcomes[:: max(1, len(outcomes) // 3)], later, strict=False):
                    each.apply_action(outcome)
                    while each.is_chance_node():
                        each.apply_action(each.legal_actions()[-1])
                assert len({str(each.play.course.state.z) for each in later}) == len(later)
                again = game.deserialize_state(later[0].serialize())  # by its history
                assert again.play.course.state.z == later[0].play.course.state.z
                needing += 1
    assert needing


def test_openspiel_names_the_rules() -> None:
    plain, censor = (openspiel_game(game_of("red_flag_over_paris", *variants)) for variants in ((), ("censor",)))
    names = [game.get_type().short_name for game in (plain, censor)]
    assert names[0] != names[1] and all(name.startswith("cahier_red_flag_over_paris_2_") for name in names)
    assert plain.utility_sum() == 0 and plain.min_utility() == -1


def test_the_readme_is_so(capsys: pytest.CaptureFixture[str]) -> None:
    text = (REPO / "interpreter" / "learning" / "README.md").read_text(encoding="utf-8")
    programs = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert programs
    for program in programs:
        exec(program, {})
    assert "commune" in capsys.readouterr().out


def test_the_benchmark_runs() -> None:
    command = [sys.executable, "tests/benchmarks/learning.py", "--seconds", "0.01", ": revolution"]
    lines = subprocess.run(command, cwd=REPO, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.split(":")[0] for line in lines] == ["PettingZoo", "OpenSpiel"]


def best_value(state: Any) -> float:
    """The most that the first seat can get, if it is the only one who decides."""
    if state.is_terminal():
        return float(state.returns()[0])
    if state.is_chance_node():
        return float(sum(share * best_value(state.child(number)) for number, share in state.chance_outcomes()))
    return max(best_value(state.child(action)) for action in state.legal_actions())


def test_openspiel_has_every_outcome_of_a_roll_with_its_probability() -> None:
    """Red wins with 13 / 24 (see tests/games/test_dice.py)."""
    state = openspiel_game(game_of("tests/games/higher")).new_initial_state()
    assert state.chance_outcomes() == [(face, 1 / 6) for face in range(6)]
    assert best_value(state) == pytest.approx(2 * 13 / 24 - 1)
    state.apply_action(0)
    state.apply_action(state.legal_actions()[0])
    assert len(state.chance_outcomes()) == 6


def test_openspiel_rolls_one_die_after_the_other() -> None:
    state = openspiel_game(game_of("tests/games/yahtzee", players=1)).new_initial_state()
    for _ in range(5):
        assert state.chance_outcomes() == [(face, 1 / 6) for face in range(6)]
        state.apply_action(2)
    assert state.current_player() == 0


def test_openspiel_deals_a_shuffled_deck_card_by_card(tmp_path: Path) -> None:
    state = openspiel_game(deal(tmp_path, 13)).new_initial_state()
    for left in (52, 51):
        assert state.chance_outcomes() == [(card, 1 / left) for card in range(left)]
        state.apply_action(0)
    draw, best = (state.child(state.string_to_action(f"label {name}")) for name in ("draw", "best"))
    assert len(draw.legal_actions()) == 50 and len(best.legal_actions()) == 50
    assert len(best.child(3).legal_actions()) == 49
    drawn = [draw.child(outcome) for outcome in draw.legal_actions()]
    assert len({each.observation_string(0) for each in drawn}) == 50
    assert {each.resample_from_infostate(1, Random(1).random).current_player() for each in drawn} == {1}


def test_openspiel_samples_what_needs_many_draws() -> None:
    state = openspiel_game(game_of("red_flag_over_paris")).new_initial_state()
    assert len(state.chance_outcomes()) == OUTCOMES


@pytest.mark.parametrize(("name", "players"), [("odd_or_even", 2), ("sealed_bid", 2), ("sealed_bid", 3)])
def test_openspiel_has_choices_at_the_same_time_as_one_node(name: str, players: int) -> None:
    import pyspiel

    game = openspiel_game(game_of(f"tests/games/{name}", players=players), simultaneous=True)
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    state = game.new_initial_state()
    assert state.is_simultaneous_node() and all(state.legal_actions(seat) for seat in range(players))
    state.apply_actions([state.legal_actions(seat)[-1] for seat in range(players)])
    assert state.is_terminal() == (name == "odd_or_even") and len(state.history()) == players


def test_each_pair_of_choices_at_the_same_time_has_its_return() -> None:
    """Odd wins if the fingers differ."""
    state = openspiel_game(game_of("tests/games/odd_or_even"), simultaneous=True).new_initial_state()
    for odd in state.legal_actions(0):
        for even in state.legal_actions(1):
            after = state.clone()
            after.apply_actions([odd, even])
            assert after.returns() == ([1, -1] if odd != even else [-1, 1])


@pytest.mark.parametrize("simultaneous", [True, False])
@pytest.mark.parametrize(("name", "rounds"), [("odd_or_even", 10), ("sealed_bid", 20)])
def test_the_value_of_choices_at_the_same_time(name: str, rounds: int, simultaneous: bool) -> None:
    """Both games are even: of the two fingers' matrix, and because both bid with the same cards."""
    import pyspiel
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    game = openspiel_game(game_of(f"tests/games/{name}", players=2), simultaneous)
    if simultaneous:
        game = pyspiel.convert_to_turn_based(game)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(game, policy) < 0.03
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert values == pytest.approx([0, 0], abs=0.02)
