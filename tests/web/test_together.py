"""Served matches in which several seats choose at the same time, each on its page."""

from __future__ import annotations

import json
from itertools import permutations
from random import Random

import pytest

from interpreter.matches.human_play import HumanChoice, HumanPlay
from interpreter.web.served_match import ServedMatch
from tests.loaded import game_of

SEATS = ("p1", "p2", "p3")


def served(**players: str) -> ServedMatch:
    match = game_of("tests/language/secrets", players=3).start(1)
    return ServedMatch(match, dict.fromkeys(SEATS, "human") | players)


def question(table: ServedMatch, seat: str | None) -> dict[str, object]:
    found: dict[str, object] = table.page(seat)["view"]["question"]
    return found


@pytest.mark.parametrize("order", [*permutations(SEATS)])
def test_all_are_asked_at_once_and_answer_in_any_order(order: tuple[str, ...]) -> None:
    table = served()
    number = table.number
    assert all(question(table, seat)["options"] for seat in SEATS) and not question(table, None)["options"]
    for seat in order:
        assert question(table, seat)["options"]
        assert table.answer(seat, str(SEATS.index(seat)), number).has_changed  # their pages are of the beginning
    assert table.match.choices[:3] == ["0", "1", "2"]
    assert not table.answer("p1", "0", number).has_changed


def test_who_has_chosen_waits_for_the_others() -> None:
    table = served()
    assert question(table, None)["text"] == "Player 1 and Player 2 and Player 3 are deciding."
    table.answer("p2", "3", table.number)
    assert question(table, "p2")["text"] == "Player 1 and Player 3 are deciding."
    assert table.answer("p2", "1", table.number).notice and table.page("p2")["can_undo"]
    table.answer("p1", "3", table.number)
    assert question(table, "p2")["text"] == question(table, "p1")["text"] == "Player 3 is deciding."


@pytest.mark.parametrize("seat", SEATS[:2])
def test_a_choice_is_taken_back_on_the_page(seat: str) -> None:
    table = served()
    for each in SEATS[:2]:
        table.answer(each, "3", table.number)
    assert table.page(seat)["can_undo"] and not table.page("p3")["can_undo"]
    assert table.undo(seat, table.number).has_changed
    assert question(table, seat)["options"] and table.answer(seat, "0", table.number).has_changed
    table.answer("p3", "1", table.number)
    assert table.match.choices[:3] == (["0", "3", "1"] if seat == "p1" else ["3", "0", "1"])


def test_no_page_shows_what_others_have_chosen() -> None:
    for watching in (*SEATS, None):
        others = [seat for seat in SEATS if seat != watching][:2]
        pages = set()
        for random in map(Random, range(5)):
            table = served()
            for seat in others:
                table.answer(seat, random.choice("0123"), table.number)
            pages.add(json.dumps(table.page(watching) | {"number": 0}))
        assert len(pages) == 1


def test_a_shared_page_asks_one_after_the_other_behind_covers() -> None:
    table = served(p2="random")
    assert table.decider == "p1" and table.needs_cover()
    table.answer("p1", "1", table.number)
    assert table.decider == "p3" and table.waits_for_program()
    table.answer("p3", "1", table.number)
    found = table.think_for_program()
    assert isinstance(found, int)
    table.choose_for_program(found)
    assert table.match.decisions == 3


def test_hints_are_for_the_seat_that_asks() -> None:
    table = served()
    table.answer("p1", "3", table.number)
    first = table.match.asked_first("p2")
    assert first.decision is not None and first.decision.seat == "p2" and first.choices == []


def test_the_time_of_all_runs_until_all_have_chosen() -> None:
    clock = [0.0]
    match = game_of("tests/language/secrets", players=3).start(1)
    play = HumanPlay(match, SEATS, clock=lambda: clock[0])
    play.ask()
    for seat, at in (("p3", 4.0), ("p1", 9.0), ("p2", 11.0)):
        clock[0] = at
        play.choose("1", seat)
    times = [(act.seat, act.seconds) for act in play.acts if isinstance(act, HumanChoice)]
    assert times == [("p3", 4.0), ("p1", 9.0), ("p2", 11.0)]
