"""Choices at the same time: in any order, and unknown to all others until everybody has chosen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from interpreter import load, load_match, replay
from interpreter.matches.match import Game, Match
from interpreter.matches.takeback import takeback_steps
from interpreter.players.search.growth import Budget, run_search
from interpreter.players.search.pondering import MatchSearch
from interpreter.support.errors import PlayError, RulebookError
from tests.language.cases import sample_with
from tests.loaded import game_of

GAMES = ("tests/games/sealed_bid", "tests/language/secrets")


def groups(game: Game, seed: int) -> Iterator[Match]:
    """Positions of a random match in which all have yet to choose at the same time."""
    match, random = game.start(seed), Random(seed)
    while match.decision is not None:
        if match.decision.is_secret and not any(map(match.has_sealed, game.seats)):
            yield match.copy()
        match.choose(random.choice(match.decision.options))


def knowledge(match: Match, seat: str) -> str:
    """Everything that a seat may know, and what a search of it may imagine."""
    imagined = [match.determinize(seat, Random(number)) for number in range(3)]
    return json.dumps(
        [
            match.view(seat),
            match.log(seat),
            match.board(seat).to_json(),
            [each.snapshot() for each in imagined],
            [each.log() for each in imagined],
            [each.choices for each in imagined],
        ]
    )


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 3])
def test_no_seat_sees_what_another_has_chosen(name: str, players: int) -> None:
    """Whatever the others choose, and whoever chooses first, a seat knows the same."""
    tried = 0
    for position in groups(game_of(name, players=players), 1):
        for watching in position.game.seats:
            for order in permutations(seat for seat in position.deciders if seat != watching):
                for count in range(1, len(order) + 1):
                    seen = set()
                    for random in map(Random, range(4)):
                        match = position.copy()
                        for seat in order[:count]:
                            decision = match.decision_of(seat)
                            if decision is not None and match.topic == position.topic:
                                match.choose(random.choice(decision.options), seat)
                        if match.topic == position.topic and any(map(match.has_sealed, order)):  # not all have chosen
                            seen.add(knowledge(match, watching))
                            tried += 1
                    assert len(seen) < 2
    assert tried > 12


@pytest.mark.parametrize("name", GAMES)
def test_the_order_of_answers_does_not_matter(name: str) -> None:
    game = game_of(name, players=3)
    for position in groups(game, 2):
        keys = {seat: decision.options[-1].key for seat in game.seats if (decision := position.decision_of(seat))}
        ends = []
        for order in permutations(keys):
            match = position.copy()
            for seat in order:
                match.choose(keys[seat], seat)
            ends.append((match.choices, match.log(), match.snapshot()))
        assert all(end == ends[0] for end in ends)
        again = replay(game, position.seed, ends[0][0])
        assert again.snapshot() == ends[0][2]


def test_an_early_choice_is_kept_in_copies_and_saves(tmp_path: Path) -> None:
    game = game_of("tests/language/secrets", players=3)
    match = game.start(1)
    match.choose("2", "p3")
    match.choose("1", "p2")
    assert match.deciders == ("p1",) and match.choices == [] and match.log() == []
    match.save(tmp_path / "match.json")
    for other in (match.copy(), load_match(tmp_path / "match.json", game)):
        other.choose("0")
        assert other.choices == ["0", "1", "2"]


@pytest.mark.parametrize("order", [*permutations(("p1", "p2", "p3"))])
def test_a_choice_is_taken_back_until_all_have_chosen(order: tuple[str, ...]) -> None:
    """The choices of the others stay."""
    game = game_of("tests/language/secrets", players=3)
    for back in order[:2]:
        match = game.start(1)
        for seat in order[:2]:
            match.choose(str(game.seats.index(seat)), seat)
        assert takeback_steps(match, back, game.seats) == 1
        match.reopen(back)
        assert set(match.deciders) == {back, order[2]} and not match.has_sealed(back)
        match.choose("3", back)
        match.choose(str(game.seats.index(order[2])), order[2])
        expected = {seat: str(number) for number, seat in enumerate(game.seats)} | {back: "3"}
        assert match.choices[:3] == list(expected.values())
        with pytest.raises(PlayError):
            takeback_steps(match, order[2] if order[2] != "p3" else "p1", game.seats)


@pytest.mark.parametrize("seat", ["p1", "p2", "p3"])
def test_a_search_does_not_see_what_others_have_chosen(seat: str) -> None:
    game = game_of("tests/language/secrets", players=3)
    found = set()
    for key in "0123":
        match = game.start(1)
        for other in game.seats:
            if other != seat:
                match.choose(key, other)
        assert match.deciders == (seat,)
        tree = MatchSearch(match, seat, 5).tree_to_decide()

        run_search(tree, Budget(20))
        found.add(str(tree.action_stats()))
    assert len(found) == 1


def test_who_may_not_choose_is_told_so() -> None:
    match = game_of("tests/language/secrets", players=3).start(1)
    match.choose("2", "p3")
    with pytest.raises(PlayError, match="it is not for p3 to choose now, but for p1, p2"):
        match.choose("1", "p3")


def test_all_learn_what_was_chosen_when_all_have() -> None:
    match = game_of("tests/language/secrets", players=2).start(1)
    match.choose("3")
    assert match.log("p2") == ["Player 1 has chosen in secret"]
    match.choose("1")
    assert match.log("p2")[1:4] == [
        "Player 2 chooses to bid: 1",
        "Player 1 reveals the choice to bid: 3",
        "Player 2 reveals the choice to bid: 1",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "each seat secretly chooses a number from 1 to 3, as n\nset count to n",
            "did you mean `set count to your n`?",
        ),
        ("each seat secretly chooses a town, as t\nvisit t", "so `t` alone is not one thing: say whose"),
        ("each town secretly chooses a seat", "only players choose: `each player chooses …`"),
        ("at the same time, each seat chooses a town, or stop", "nobody stops alone where all choose at the same time"),
        ("each seat secretly chooses a town, as t\nvisit t of seats", "`seats` means all of them"),
    ],
)
def test_wrong_words_are_answered(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as found:
        load(sample_with(tmp_path, [text]))
    assert message in str(found.value)
