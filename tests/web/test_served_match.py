"""A served match: who may do what, by which number, and nothing hidden on a page."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from interpreter.matches.human_play import HumanChoice, HumanPlay, Takeback
from interpreter.matches.match import Match
from interpreter.web.served_match import ServedMatch
from tests.loaded import game_of

GAME = "red_flag_over_paris"
PEOPLE = {"commune": "human", "versailles": "human"}


def served(players: dict[str, str] | None = None, seed: int = 3) -> ServedMatch:
    return ServedMatch(game_of(GAME).start(seed), players or PEOPLE)


def other_seat(match: Match) -> str:
    assert match.decision is not None
    (seat,) = {*match.game.seats} - {match.decision.seat}
    return seat


def test_an_answer_changes_the_position_and_its_number() -> None:
    saves: list[int] = []
    table = ServedMatch(game_of(GAME).start(3), PEOPLE, save=lambda: saves.append(1))
    decision, number = table.match.decision, table.number
    assert decision is not None
    reply = table.answer(decision.seat, decision.options[0].key, number)
    assert reply.has_changed and table.number > number and table.match.decisions == 1 and saves == [1]


@pytest.mark.parametrize("act", ["stale", "foreign", "spectator", "illegal"])
def test_what_may_not_be_done_changes_nothing_and_says_why(act: str) -> None:
    table = served()
    decision, number = table.match.decision, table.number
    assert decision is not None
    key = decision.options[0].key
    reply = {
        "stale": lambda: table.answer(decision.seat, key, number - 1),
        "foreign": lambda: table.answer(other_seat(table.match), key, number),
        "spectator": lambda: table.answer(None, key, number),
        "illegal": lambda: table.answer(decision.seat, "nowhere", number),
    }[act]()
    assert not reply.has_changed and reply.notice and table.match.decisions == 0 and table.number == number


def test_a_seat_of_the_program_takes_no_answer() -> None:
    match = game_of(GAME).start(3)
    assert match.decision is not None
    seat = match.decision.seat
    table = ServedMatch(match, {**PEOPLE, seat: "random"})
    assert not table.answer(seat, match.decision.options[0].key, table.number).has_changed
    assert table.waits_for_program()
    index = table.think_for_program()
    assert isinstance(index, int) and table.choose_for_program(index).has_changed
    again = ServedMatch(game_of(GAME).start(3), {**PEOPLE, seat: "random"})
    assert again.think_for_program() == index, "the same choices lead to the same answers"


def test_undo_takes_back_ones_own_decision_and_never_anothers() -> None:
    table = served()
    decision = table.match.decision
    assert decision is not None
    mine, theirs = decision.seat, other_seat(table.match)
    table.answer(mine, decision.options[0].key, table.number)
    assert not table.undo(theirs, table.number).has_changed
    assert not table.undo(mine, table.number - 1).has_changed
    assert table.page(mine)["can_undo"] is True and table.page(theirs)["can_undo"] is False
    before = table.number
    assert table.undo(mine, table.number).has_changed and table.match.decisions == 0 and table.number > before


def test_time_counts_while_a_page_of_the_seat_is_open() -> None:
    match, now = game_of(GAME).start(3), [0.0]
    play = HumanPlay(match, PEOPLE, clock=lambda: now[0])
    table = ServedMatch(match, PEOPLE, human_play=play)
    decision = match.decision
    assert decision is not None
    for step in (("none", 100.0), ("mine", 2.0), ("both", 3.0), ("theirs", 50.0), ("mine", 1.0)):
        seats = {"none": (), "mine": (decision.seat,), "theirs": (other_seat(match), None)}
        seats["both"] = (*seats["mine"], *seats["theirs"])
        for seat in seats[step[0]]:
            table.connect(seat)
        now[0] += step[1]
        for seat in seats[step[0]]:
            table.disconnect(seat)
    table.answer(decision.seat, decision.options[0].key, table.number)
    (act,) = play.acts
    assert isinstance(act, HumanChoice) and act.seconds == 6.0
    table.undo(decision.seat, table.number)
    assert play.acts[1:] == [Takeback(decision.seat, 0)]


def test_an_earlier_position_is_seen_as_its_viewer_saw_it() -> None:
    table, random, pages = served(), Random(1), []
    for _ in range(12):
        decision = table.match.decision
        assert decision is not None
        pages.append(table.page("commune")["view"])
        table.answer(decision.seat, decision.options[random.randrange(len(decision.options))].key, table.number)
    for number, page in enumerate(pages):
        assert table.past_page("commune", number)["view"] == page


@pytest.mark.parts
def test_the_text_of_a_page_is_that_page() -> None:
    table, random = served(), Random(2)
    for _ in range(40):
        decision = table.match.decision
        assert decision is not None
        for seat in ("commune", None):
            assert json.loads(table.page_text(seat, False)) == table.page(seat)
        said = json.loads(table.page_text(decision.seat, False, "too late"))
        assert said == table.page(decision.seat) | {"notice": "too late"}
        covered = json.loads(table.page_text(decision.seat, True))
        assert covered | {"cover": "", "can_undo": False} == table.page(None) | {"cover": "", "can_undo": False}
        table.answer(decision.seat, random.choice(decision.options).key, table.number)
    table.report_mistake("game.yaml:1:1", "wrong")
    assert "wrong" in json.loads(table.page_text(None, False))["notice"]


@pytest.mark.parametrize("seat", ["commune", "versailles", None])
def test_no_byte_of_a_page_depends_on_what_its_viewer_may_not_know(seat: str | None) -> None:
    random = Random(2)
    table = served(seed=5)
    for step in range(90):
        decision = table.match.decision
        assert decision is not None
        if step % 15 == 0 and seat in (None, decision.seat):
            dealt = table.match.determinize(decision.seat if seat is None else seat, random)
            other = ServedMatch(dealt, PEOPLE)
            pages = [json.loads(each.page_text(seat, False)) for each in (other, table)]
            assert comparable(pages[0]) == comparable(pages[1])
        table.answer(decision.seat, decision.options[random.randrange(len(decision.options))].key, table.number)


def comparable(page: dict[str, Any]) -> str:
    """A page without its number, and without `can_undo`: a dealt match has no past to take back."""
    return json.dumps({key: part for key, part in page.items() if key not in ("number", "can_undo")})


@pytest.mark.parts
@pytest.mark.parametrize("name", [GAME, "revolution"])
def test_the_log_of_a_page_is_that_of_the_match(name: str) -> None:
    game = game_of(name)
    table, random = ServedMatch(game.start(3), dict.fromkeys(game.seats, "human")), Random(5)
    for _ in range(60):
        if (decision := table.match.decision) is None:
            break
        for seat in (decision.seat, None):
            events = [event.to_json() for event in table.match.told(seat)]
            assert table.page(seat)["log"][-len(events) :] == events
        table.answer(decision.seat, random.choice(decision.options).key, table.number)
        if random.random() < 0.3:
            table.undo(decision.seat, table.number)


def test_a_search_keeps_its_clock_for_the_match() -> None:
    match = game_of("tests/games/line_of_four").start(1)
    first, other = match.game.seats
    table = ServedMatch(match, {first: "search:1s/game", other: "human"})
    clocks = []
    for _ in range(2):
        table.think_for_program()
        clocks.append(table._search_clocks[first])
    assert clocks[0] is clocks[1] and clocks[0].used > 0
