"""Random moves and changes of state: pieces are neither lost nor made, and each is where and whose it may be."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.matches.match import Game, Match
from interpreter.rulebook.model import Text
from interpreter.rulebook.scenarios.given import GivenPosition
from interpreter.support.errors import Location, RulebookError
from tests.language.cases import HERE
from tests.loaded import game_of

SEATS = ("p2", "leader", "you", "(the seat after leader)")
SPACES = ("alder", "birch", "cedar", "elm", "spot", "(first of seen)")
BOXES = ("nest", "cave", "store", "your den", "(den of leader)", "den of p2")
WHOSE = ("{pieces}", "your {pieces}", "{pieces} of leader", "{pieces} of p2")
PIECES = ("crabs", "awake crabs", "asleep crabs", "foxes", "wild foxes", "calm foxes", "shells", "pieces")
AMOUNTS = ("1", "2", "count", "(count + 1)")
FEWEST_PLAYED = 0.5


def of(*texts: str) -> st.SearchStrategy[str]:
    return st.sampled_from(texts)


def made(form: str, *parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(form.format, *parts)


places = of(*SPACES, *BOXES)
pieces = st.builds(lambda whose, kind: whose.format(pieces=kind), of(*WHOSE), of(*PIECES))
statements = st.one_of(
    made("move {} {} from {} to {}", of(*AMOUNTS), pieces, places, places),
    made("move all {} from {} to {}", pieces, places, places),
    made("must move {} {} from {} to {}", of(*AMOUNTS), pieces, places, places),
    made("make {} {} in {} {}", of(*AMOUNTS), pieces, places, of("awake", "wild", "calm", "asleep")),
    made("make all {} in {} {}", pieces, places, of("awake", "wild", "calm", "asleep")),
    made("set count to {} in {}", pieces, places),
    made("set spot to {}", of(*SPACES)),
    made("set store to {}", of(*BOXES)),
    made("set leader to {}", of(*SEATS)),
    made("choose a square with {}, or none, as x", pieces),
    made("move {} to laid of {}", of("one", "(top card of deck)", "(top card of laid of spot)"), of(*SPACES)),
    made("move cards in laid of {} to laid of {}", of(*SPACES), of(*SPACES)),
    made("if {} has room for 2 of {}: raise count", of(*SPACES), pieces),
)


@cache
def things() -> Game:
    return game_of(HERE / "things", players=3)


@pytest.mark.parts
def test_pieces_stay_what_they_are() -> None:
    """One line in three is refused; of the others enough are played to say something."""
    played: list[bool] = []

    @settings(max_examples=30, deadline=None)
    @given(st.lists(statements, min_size=1, max_size=6))
    def play(lines: list[str]) -> None:
        texts = [line for line in lines if match_of([line]) is not None]
        match = match_of(texts) if texts else None
        played.append(match is not None)
        if match is not None:
            play_on(match, len(texts))

    play()
    assert sum(played) / len(played) >= FEWEST_PLAYED


def play_on(match: Match, seed: int) -> None:
    pick = Random(seed)
    while match.decision is not None:
        match.choose(pick.randrange(len(match.decision.options)))
    check(match)
    match.log("p2")
    match.view("p2")


def match_of(lines: list[str]) -> Match | None:
    """A match that does this; None if it can't be read."""
    text = "\n".join(lines)
    places = tuple((number, 1) for number in range(1, len(lines) + 1))
    try:
        return things().stage(GivenPosition(turn="p1", begin=Text(text, Location("a test"), places)))
    except RulebookError:
        return None


def check(match: Match) -> None:
    symbols, v = match.game.program.symbols, match.state.v
    for kind in match.game.rulebook.pieces:
        rows = {
            (sort, owner): v[base : base + symbols.place_count]
            for sort in symbols.sorts[kind.id]
            for owner, base in enumerate(symbols.owner_bases(sort))
        }
        assert all(count >= 0 for row in rows.values() for count in row)
        held = [sum(map(sum, (row for (_, of), row in rows.items() if of == owner))) for owner in range(4)]
        assert held[:3] == [kind.supply] * 3 if kind.owner == "seat" else sum(held) == kind.supply
        for (sort, owner), row in rows.items():
            assert sort == symbols.sorts[kind.id][0] or not any(row[symbols.space_count :])
            for place in range(symbols.place_count):
                if kind.owner == "taker" and row[place]:
                    assert owner < 3 if place < symbols.space_count else owner == symbols.place_owners[place]
        for space in range(symbols.space_count):
            there = [sum(row[space] for (_, of), row in rows.items() if of == owner) for owner in range(4)]
            assert kind.room_each is None or max(there) <= kind.room_each
            assert kind.room_all is None or sum(there) <= kind.room_all
    if symbols.total_base is not None:
        before = list(v)
        symbols.update_totals(v)
        assert v == before
