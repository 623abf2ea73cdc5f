"""Properties of every match of every game in `rules/` and `tests/games/`, however it is played."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import load_match, replay
from interpreter.engine.playout import game_seed, play_random
from interpreter.matches.match import Game, Match
from interpreter.rulebook.overlays.overlays import combinations_of, variants_of
from tests.loaded import game_of, marks_of, players_of

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(str(path.parent) for home in ("rules", "tests/games") for path in (ROOT / home).glob("*/game.yaml"))


class Table(NamedTuple):
    """A game and how many play it."""

    folder: str
    players: int

    def __str__(self) -> str:
        return f"{Path(self.folder).name}-{self.players}"


def tables() -> Iterator[object]:
    """Every game at its fewest players; most games, and all at their most players, as parts."""
    for folder in FOLDERS:
        low, high = players_of(folder)
        fewest = Table(folder, low)
        yield pytest.param(fewest, marks=marks_of(folder))
        if high > low:
            yield pytest.param(Table(folder, high), marks=pytest.mark.parts)


every_game = pytest.mark.parametrize("name", list(tables()), ids=str)
some = settings(max_examples=3, deadline=None)
few = settings(max_examples=2, deadline=None)
seeds = st.integers(0, 2**70)
lengths = st.integers(0, 200)
GAMES_OF_EACH = 2


def loaded(name: Table) -> Game:
    return game_of(name.folder, players=name.players)


def play_on(match: Match, pick: Random, decisions: int = sys.maxsize) -> None:
    """Choose at random, at most so many times."""
    while match.decision is not None and decisions > 0:
        match.choose(pick.randrange(len(match.decision.options)))
        decisions -= 1


def begun(name: Table, seed: int, decisions: int) -> Match:
    """A match after so many random choices, or at its end."""
    match = loaded(name).start(seed)
    play_on(match, Random(seed), decisions)
    return match


def sketch(match: Match) -> object:
    """All that can be known of a match, but for its log in words, which is made of what is here."""
    decision = match.decision
    return (
        decision and (decision.seat, decision.prompt, [(option.key, option.text) for option in decision.options]),
        list(match.choices),
        match.events(),
        [match.view(seat) for seat in match.game.seats],
        match.outcome(),
        match.snapshot(),
    )


def picture(match: Match) -> object:
    """All that can be known of a match."""
    return sketch(match), match.log(), [match.log(seat) for seat in match.game.seats]


@pytest.mark.parts
@every_game
@few
@given(seed=seeds)
def test_every_decision_is_a_choice(name: Table, seed: int) -> None:
    match = loaded(name).start(seed)
    pick = Random(seed)
    while match.decision is not None:
        keys = [option.key for option in match.decision.options]
        assert len(keys) == len(set(keys)) >= 2
        play_on(match, pick, 1)
    assert match.is_over()


@every_game
@few
@given(seed=seeds)
def test_pieces_and_cards_are_kept_and_limits_hold(name: Table, seed: int) -> None:
    match = loaded(name).start(seed)
    pick = Random(seed)
    cards = sorted(card for zone in match.state.z for card in zone)
    while match.decision is not None:
        check_limits(match)
        assert sorted(card for zone in match.state.z for card in zone) == cards
        play_on(match, pick, 1)
    check_limits(match)


def check_limits(match: Match) -> None:
    symbols, v = match.game.program.symbols, match.state.v
    for kind in match.game.rulebook.pieces:
        bases = [symbols.owner_bases(sort) for sort in symbols.sorts[kind.id]]
        by_state = [[v[base:][: symbols.place_count] for base in owners] for owners in bases]
        rows = [[sum(held) for held in zip(*states, strict=True)] for states in zip(*by_state, strict=True)]
        on_map = [row[: symbols.space_count] for row in rows]
        sets = [sum(row) for row in rows] if kind.owner == "seat" else [sum(map(sum, rows))]
        assert all(number == kind.supply for number in sets)
        assert all(min(row) >= 0 for states in by_state for row in states)
        assert not any(any(row[symbols.space_count :]) for states in by_state[1:] for row in states)
        assert kind.room_each is None or all(count <= kind.room_each for row in on_map for count in row)
        assert kind.room_all is None or all(sum(counts) <= kind.room_all for counts in zip(*on_map, strict=True))
    for track in match.game.rulebook.tracks:
        base = symbols.track_base[track.id]
        steps = v[base : base + (len(match.game.seats) if track.per_seat and not track.mirrored else 1)]
        assert all(track.low <= step <= track.high for step in steps)


@pytest.mark.parts
@every_game
@some
@given(seed=seeds, before=lengths, after=lengths)
def test_a_copy_plays_on_alike_and_alone(name: Table, seed: int, before: int, after: int) -> None:
    match = begun(name, seed, before)
    then = picture(match)
    copy, other = match.copy(), match.copy()
    play_on(copy, Random(after), after)
    assert picture(match) == then
    play_on(match, Random(after), after)
    assert picture(copy) == picture(match)
    assert picture(other) == then


@every_game
@some
@given(seed=seeds, before=lengths, back=st.integers(1, 10))
def test_undo_restores(name: Table, seed: int, before: int, back: int) -> None:
    match = begun(name, seed, before)
    pick = Random(seed)
    whole, seen = picture(match), [sketch(match)]
    while match.decision is not None and len(seen) <= back:
        play_on(match, pick, 1)
        seen.append(sketch(match))
    for expected in seen[-2::-1]:
        match.undo()
        assert sketch(match) == expected
    assert picture(match) == whole


@every_game
@some
@given(seed=seeds, before=lengths)
def test_seed_and_choices_replay_the_match(name: Table, seed: int, before: int) -> None:
    match = begun(name, seed, before)
    assert picture(replay(loaded(name), match.seed, match.choices)) == picture(match)


@every_game
@few
@given(seed=seeds, before=lengths, after=lengths)
def test_a_saved_match_goes_on_where_it_stopped(
    name: Table, seed: int, before: int, after: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("saved") / "match.json"
    match = begun(name, seed, before)
    match.save(path)
    resumed = load_match(path, loaded(name))
    assert picture(resumed) == picture(match)
    for each in (match, resumed):
        play_on(each, Random(after), after)
    assert picture(resumed) == picture(match)


@pytest.mark.parts
@every_game
def test_a_saved_match_finds_its_rules(name: Table, tmp_path: Path) -> None:
    match = begun(name, 7, 20)
    match.save(tmp_path / "match.json", is_private=True)
    assert picture(load_match(tmp_path / "match.json")) == picture(match)


@every_game
@some
@given(seed=seeds, before=lengths, which=st.randoms(use_true_random=False))
def test_a_view_does_not_depend_on_what_is_hidden(name: Table, seed: int, before: int, which: Random) -> None:
    """Two cards of a deck that a seat sees the backs of change places: it sees the same.

    Each seat has a match of its own, as another seat knows one of the two cards.
    """
    symbols, cards = loaded(name).program.symbols, loaded(name).rulebook.cards
    for number, seat in enumerate(loaded(name).seats):
        match = begun(name, seed, before)
        v, z = match.state.v, match.state.z
        hidden = [
            card
            for card in range(len(cards))
            if v[symbols.card_zone_base + card] is not None and not v[symbols.known_base + card] >> number & 1
        ]
        if len(hidden) < 2:
            continue
        one = which.choice(hidden)
        other = which.choice([card for card in hidden if cards[card].deck == cards[one].deck])
        before_swap = match.view(seat)
        one_at, other_at = v[symbols.card_zone_base + one], v[symbols.card_zone_base + other]
        one_place, other_place = z[one_at].index(one), z[other_at].index(other)
        z[one_at][one_place], z[other_at][other_place] = other, one
        v[symbols.card_zone_base + one], v[symbols.card_zone_base + other] = other_at, one_at
        assert match.view(seat) == before_swap


@every_game
@some
@given(seed=seeds, decisions=lengths)
def test_a_log_names_no_card_that_its_reader_never_saw(name: Table, seed: int, decisions: int) -> None:
    match = loaded(name).start(seed)
    known, cards = match.game.program.symbols.known_base, match.game.rulebook.cards
    seen = [0] * len(cards)
    pick = Random(seed)
    for _ in range(decisions):
        seen = [before | now for before, now in zip(seen, match.state.v[known:], strict=False)]
        play_on(match, pick, 1)
    seen = [before | now for before, now in zip(seen, match.state.v[known:], strict=False)]
    for number, seat in enumerate(match.game.seats):
        log = "\n".join(match.log(seat))
        names: dict[bool, set[str]] = {False: set(), True: set()}
        for card, seers in zip(cards, seen, strict=True):
            names[bool(seers >> number & 1)] |= {card.id, card.title["en"]}
        unseen = [name for name in names[False] - names[True] if name in log]
        assert not [name for name in unseen if re.search(rf"\b{re.escape(name)}\b", log)]


@pytest.mark.parts
@every_game
@some
@given(seed=seeds, before=lengths)
def test_a_view_is_plain_data_and_shows_options_to_the_asked_seat_only(name: Table, seed: int, before: int) -> None:
    match = begun(name, seed, before)
    for seat in match.game.seats:
        view = match.view(seat)
        assert json.loads(json.dumps(view)) == view
        asked = view["decision"]
        assert asked is None or asked["seat"] == seat or set(asked) == {"seat"}


@every_game
@some
@given(seed=seeds, index=st.integers(0, 2**20))
def test_the_fast_playout_plays_the_same_game(name: Table, seed: int, index: int) -> None:
    """Batch play keeps no log and no decisions; its choices lead a match with both to the same end."""
    played = play_random(loaded(name), seed, index, record=True)
    assert played.choices is not None
    match = replay(loaded(name), game_seed(seed, index), played.choices)
    assert match.is_over()
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores) == (list(played.winners), played.reason, played.scores)
    assert len(match.choices) == played.decisions


def every_way() -> Iterator[object]:
    """Yield every game with every combination of its variants, at every number of players.

    Those with several variants, or with more than the fewest players, are marked `parts`.
    """
    for folder in FOLDERS:
        low, high = players_of(folder)
        for variants in ((), *combinations_of(variants_of(folder)[0])):
            for players in range(low, high + 1):
                name = "+".join((f"{Path(folder).name}-{players}", *variants))
                quick = players == low and len(variants) < 2
                yield pytest.param(folder, variants, players, id=name, marks=() if quick else pytest.mark.parts)


@pytest.mark.parts
@pytest.mark.parametrize(("folder", "variants", "players"), list(every_way()))
def test_every_variant_at_every_number_of_players_comes_to_an_end(
    folder: str, variants: tuple[str, ...], players: int
) -> None:
    game = game_of(folder, *variants, players=players)
    for index in range(GAMES_OF_EACH):
        played = play_random(game, 11, index)
        assert played.reason is not None
        assert set(played.winners) <= set(game.seats) == set(played.scores)
        assert played.side is None or played.side in {side.id for side in game.rulebook.sides}


DIGEST = """
import hashlib, sys
from random import Random
from interpreter import load
for folder, players in zip(sys.argv[1::2], sys.argv[2::2]):
    pick, match = Random(5), load(folder, players=int(players)).start(5)
    while match.decision:
        match.choose(pick.randrange(len(match.decision.options)))
    print(hashlib.sha256("\\n".join([*match.choices, *match.log()]).encode()).hexdigest())
"""


@pytest.mark.parts
def test_another_process_plays_the_same_games() -> None:
    """Whose hashes are others than here, where they are by chance."""
    expected = []
    most = [Table(folder, players_of(folder)[1]) for folder in FOLDERS[::4]]
    for table in most:
        match = loaded(table).start(5)
        play_on(match, Random(5))
        expected.append(hashlib.sha256("\n".join([*match.choices, *match.log()]).encode()).hexdigest())
    command = [sys.executable, "-c", DIGEST, *(str(part) for table in most for part in table)]
    env = {**os.environ, "PYTHONHASHSEED": "4242"}
    other = subprocess.run(command, capture_output=True, text=True, env=env, check=True)
    assert other.stdout.split() == expected
