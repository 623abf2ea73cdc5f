"""Random words of the language: as a text they are refused with a RulebookError, or can be played."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.matches.match import Game
from interpreter.rulebook.model import Text
from interpreter.rulebook.scenarios.given import GivenPosition
from interpreter.support.errors import BudgetError, Location, PlayError, RulebookError
from tests.language.cases import SAMPLE
from tests.loaded import game_of

FEWEST_PLAYED = 0.5
WORK = 20_000
"""Work after which an effect is stopped."""
pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")  # long strategies


def one_of(*texts: str) -> st.SearchStrategy[str]:
    return st.sampled_from(texts)


def made(form: str, *parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(form.format, *parts)


seats = one_of("red", "leader", "you", "the opponent", "the opponent of leader", "ruler of spot", "home of dogwood")
spaces = one_of(
    "alder", "spot", "elm", "harbour of spot", "(harbour of (harbour of spot))", "(first of visited)", "goal of idle"
)
cards = one_of("ant", "shown", "(top card of deck)", "(top card of (hand of leader))", "idle", "(first of picked)")
zones = one_of("deck", "discard", "your hand", "(hand of leader)", "(vault of (the opponent))")
boxes = one_of(
    "your reserve", "(near of leader)", "store", "quarry", "(bonus of store)", "(first of (camps of leader))"
)
areas = one_of(
    "towns",
    "coast towns",
    "visited",
    "(neighbours of spot)",
    "(holdings of leader)",
    "(entrances of elm)",
    "burnt towns",
)
hands = one_of("cards in deck", "picked", "cards in (hand of leader)", "the pile", "(neutral cards in discard)")
places = st.one_of(spaces, boxes)
basic_numbers = st.one_of(
    one_of("1", "3", "count", "your drive", "lead of leader", "hidden_number", "slots of leader"),
    made("pawns in {}", places),
    made("pawns of {} in {}", seats, places),
    made("worth of {}", spaces),
    made("stock of {} in {}", seats, spaces),
    made("strength of {}", cards),
    made("number of {}", st.one_of(areas, hands)),
    made("weight of {}", spaces),
)
conditions = st.one_of(
    made("{} > {}", basic_numbers, basic_numbers),
    made("{} is {}", spaces, spaces),
    made("{} is {}", seats, seats),
    made("{} is {}", spaces, one_of("coast", "burnt", "north", "nothing", "free", "closed")),
    made("home of {} is free", spaces),
    made("{} is {}", cards, one_of("neutral", "main", "done", "nothing")),
    made("{} is in {}", spaces, areas),
    made("{} is in {}", cards, st.one_of(zones, hands)),
    made("{} has {}", places, one_of("pawns", "your pawns", "no enemy pieces", "at least count pawns of leader")),
    made("{} has room for {} pawns of {}", places, one_of("1", "count"), seats),
    made("{} holds {}", seats, spaces),
    made("{} does not like {}", seats, st.one_of(spaces, cards)),
    made("{} is strong in {}", seats, spaces),
    made("event of {} can be played", cards),
    made("some town in {} is in {}", areas, areas),
    made("every town in {} has pawns of {}", areas, seats),
)
numbers = st.one_of(
    basic_numbers,
    made("number of ({} where {})", areas, conditions),
    made("number of ({} where it is coast or {})", areas, conditions),
    made("sum of (worth of it * {}) over ({})", basic_numbers, areas),
    made("highest (uses of it + {}) over ({} where it has pawns)", basic_numbers, areas),
    made("({} if {}, otherwise {})", basic_numbers, conditions, basic_numbers),
    made("{} - ({}) * 2", basic_numbers, basic_numbers),
)
simple = st.one_of(
    made("set {} to {}", one_of("count", "fuel", "drive of leader", "lead of leader", "uses of spot"), numbers),
    made("raise {} by {}", one_of("count", "fuel", "drive of leader", "uses of spot"), numbers),
    made("lower {} by {}", one_of("count", "your drive", "lead of leader"), numbers),
    made("must lower {} by {}", one_of("your drive", "lead of leader", "fuel"), numbers),
    made("set leader to {}", seats),
    made("set spot to {}", spaces),
    made("set shown to {}", cards),
    made("set store to {}", boxes),
    made("set visited to {}", areas),
    made("set picked to {}", hands),
    made("set ruler of {} to {}", spaces, seats),
    made("move ({}) of your pawns from {} to {}", numbers, places, places),
    made("move all pawns of {} from {} to {}", seats, places, places),
    made("move {} to {}", st.one_of(cards, hands), zones),
    made("move {} to bottom of {}", st.one_of(cards, hands), zones),
    made("draw 2 cards from deck to {}", zones),
    made("draw 3 cards from pit to {}, as c", zones),
    made("shuffle {}", zones),
    made("reveal {} to {}", st.one_of(cards, hands), seats),
    made("add {} to visited", spaces),
    made("take {} out of visited", spaces),
    made("add {} to picked", cards),
    made("make {} burnt", st.one_of(spaces, areas)),
    made("make {} breached", boxes),
    made("carry out the event of {}", cards),
    made('note {} as "used"', cards),
    made("choose one of {}, or none, as x", st.one_of(areas, hands)),
    made("choose a town in {} where {}, or stop", areas, conditions),
    made("choose a number from {} to {}, as n", basic_numbers, basic_numbers),
    made("let x be {}", st.one_of(spaces, seats, cards, areas, hands, numbers)),
    made("score ({}) points", numbers),
    made("send up to {} pawns to {}", one_of("1", "count"), areas),
    made("only if {}", conditions),
    made("end the game, winner is {}", seats),
)
FILES = [path.read_text(encoding="utf-8") for path in sorted(SAMPLE.rglob("*.yaml"))]
WORDS = sorted({word for text in FILES for word in re.findall(r"[a-zA-Z_]+|[():,+*<]", text)})


def block(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    bodies = st.lists(inner, min_size=1, max_size=3).map(lambda lines: "\n".join(lines).replace("\n", "\n  "))
    heads = st.one_of(
        made("if {}", conditions),
        made("while {}", conditions),
        made("repeat {} times", numbers),
        made("as {}", seats),
        made("for each town in {}, as t", areas),
        made("for each seat, in player order from {}, as s", seats),
        st.just('may "jump"'),
    )
    return made("{}:\n  {}", heads, bodies)


statements = st.lists(st.recursive(simple, block, max_leaves=6), min_size=1, max_size=4).map("\n".join)
salads = st.lists(st.sampled_from([*WORDS, "\n", "\n  "]), max_size=15).map(" ".join)


@cache
def sample() -> Game:
    return game_of(SAMPLE)


@pytest.fixture(autouse=True)
def small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Endless loops, which are common in random texts, end early."""
    monkeypatch.setattr("interpreter.engine.state.EFFECT_WORK_LIMIT", WORK)
    monkeypatch.setattr("interpreter.engine.driver.EFFECT_WORK_LIMIT", WORK)


def is_played(text: str) -> bool:
    """True if the text can be parsed and was played; an error that is not one of the project's fails the test."""
    lines = tuple((number, 1) for number in range(1, text.count("\n") + 2))
    try:
        match = sample().stage(GivenPosition(turn="red", begin=Text(text, Location("a test"), lines)))
        pick = Random(len(text))
        while match.decision is not None and len(match.choices) < 30:
            match.choose(pick.randrange(len(match.decision.options)))
        match.log("blue")
        match.view("blue")
    except RulebookError:
        return False
    except BudgetError:
        return True
    except PlayError as error:
        raise AssertionError(f"{error}\n{text}") from error
    return True


def share_played(texts: st.SearchStrategy[str], examples: int) -> float:
    """Of so many texts, how many can be read."""
    played: list[bool] = []

    @settings(max_examples=examples, deadline=None)
    @given(texts)
    def play(text: str) -> None:
        played.append(is_played(text))

    play()
    return sum(played) / len(played)


def test_word_salad() -> None:
    share_played(salads, 25)


@pytest.mark.parametrize(("examples", "fewest"), [(15, 0.2), pytest.param(60, FEWEST_PLAYED, marks=pytest.mark.parts)])
def test_likely_statements(examples: int, fewest: float) -> None:
    """Enough of them are played to say something of what is made of them."""
    assert share_played(statements, examples) >= fewest
