"""A seat's board: its schema, the question, the news, the end, and nothing that is hidden from the seat."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from interpreter.matches.match import Match
from interpreter.presentation.board.document import Board, BoardOption, Question, Refusal
from tests.loaded import REPO, game_of
from tests.presentation.test_boards import GAMES
from tests.view_schema import PATH, check_view, text


def positions(name: str, every: int, seed: int = 7) -> Iterator[Match]:
    """Yield positions of a random match, every so many decisions, and its end."""
    match, random = game_of(name).start(seed), Random(seed)
    while match.decision is not None:
        if match.decisions % every == 0:
            yield match
        match.choose(random.randrange(len(match.decision.options)))
    yield match


def offered_and_refused(question: Question) -> list[BoardOption | Refusal]:
    return [*question.options, *question.refusals]


def data_of(board: Board) -> Any:
    return json.loads(json.dumps(board.to_json()))


def test_the_published_schema_is_that_of_the_types() -> None:
    assert PATH.read_text("utf-8") == text(), "python tests/view_schema.py writes it anew"


@pytest.mark.parametrize("name", GAMES)
def test_every_board_fits_the_schema(name: str) -> None:
    for match in positions(name, 400 if name == "liberte" else 160):
        for seat in (None, match.game.seats[-1] if match.decision is None else match.decision.seat):
            check_view(data_of(match.board(seat)))


@pytest.mark.parametrize("name", GAMES)
def test_nothing_hidden_is_on_a_board(name: str) -> None:
    """Dealing anew what a seat doesn't know must not change a byte of its board."""
    random = Random(3)
    for match in positions(name, 250 if name == "liberte" else 90):
        if match.decision is None:
            break
        seat = match.decision.seat
        board, seen = data_of(match.board(seat)), data_of(match.board(None))
        for _ in range(2):
            other = match.determinize(seat, random)
            assert data_of(other.board(seat)) == board
            assert data_of(other.board(None)) == seen


@pytest.mark.parametrize("name", GAMES)
def test_a_spectator_knows_no_more_than_any_seat(name: str) -> None:
    for match in positions(name, 60):
        cards = set(match.board(None).cards)
        for seat in match.game.seats:
            assert cards <= set(match.board(seat).cards)


@pytest.mark.parametrize("name", GAMES)
def test_spaces_stay_where_they_are(name: str) -> None:
    first, last = (positions(name, 1000)), game_of(name).start(1)
    for match in first:
        places = {space.id: (space.at, space.label) for space in match.board(None).spaces.values()}
        assert places == {space.id: (space.at, space.label) for space in last.board(None).spaces.values()}
        assert all(at is not None and 0 <= at[0] <= 1 and 0 <= at[1] <= 1 for at, _ in places.values())


@pytest.mark.parametrize("name", GAMES)
def test_the_question_has_all_options_each_with_a_label_of_its_own(name: str) -> None:
    for match in positions(name, 37):
        if match.decision is None:
            break
        seat = match.decision.seat
        question = match.board(seat).question
        assert question is not None
        assert [option.key for option in question.options] == [option.key for option in match.decision.options]
        labels = [each.label for each in offered_and_refused(question)]
        assert len(set(labels)) == len(labels) and all(labels)
        assert not {each.key for each in question.refusals} & {each.key for each in question.options}
        assert all(each.reason for each in question.refusals)
        for other in {*match.game.seats} - {seat}:
            waiting = match.board(other).question
            assert waiting is not None and not waiting.options and not waiting.refusals and waiting.seat.id == seat


def test_an_answer_that_recurs_has_one_label() -> None:
    labels: dict[str, set[str]] = {}
    for match in positions("red_flag_over_paris", 1):
        if match.decision is not None and match.decision.kind == "either":
            question = match.board(match.decision.seat).question
            assert question is not None
            for each in offered_and_refused(question):
                labels.setdefault(each.key, set()).add(each.label)
    assert labels["operations"] == {"o"} and labels["event"] == {"e"} and labels["momentum"] == {"m"}


def test_an_unavailable_answer_has_its_reason() -> None:
    for match in positions("red_flag_over_paris", 1):
        if match.decision is not None and match.decision.kind == "either":
            question = match.board(match.decision.seat).question
            assert question is not None
            keys = {each.key for each in offered_and_refused(question)}
            if "operations" in keys:
                assert keys >= {"event", "operations", "momentum", "final_crisis_card", "discarded_event"}
                return
    raise AssertionError("no card was played")


@pytest.mark.parametrize("name", GAMES)
def test_the_news_are_what_happened_since_the_seat_last_decided(name: str) -> None:
    for match in positions(name, 110):
        for number, seat in enumerate(match.game.seats):
            events = match.board(seat).events
            told = [line.strip() for each in events for line in (each.text, *(part.text for part in each.consequences))]
            own = [state for state in match.past if state.seat == number]
            since = len(own[-1].log or ()) if own else 0
            lines = [line.strip() for line in match.log(seat, since=since)]
            assert sorted(told) == sorted(lines)


@pytest.mark.parts
def test_events_that_concern_the_seat_come_first_and_name_things() -> None:
    seen = False
    for match in positions("red_flag_over_paris", 1):
        for seat in match.game.seats:
            events = match.board(seat).events
            concerns = [each.concerns_you or any(part.concerns_you for part in each.consequences) for each in events]
            assert concerns == sorted(concerns, reverse=True)
            for event in events:
                for each in (event, *event.consequences):
                    assert "".join(part.text for part in each.parts) == each.text
                    seen = seen or (each.concerns_you and any(part.id == "press" for part in each.parts))
    assert seen


@pytest.mark.parametrize("name", GAMES)
def test_the_end_says_who_won(name: str) -> None:
    *_, match = positions(name, 1000)
    ending, outcome = match.board(None).ending, match.outcome()
    assert ending is not None and outcome is not None
    assert [seat.id for seat in ending.winners] == outcome.winners and ending.reason == outcome.reason
    assert match.board(match.game.seats[0]).question is None


def test_a_score_that_depends_on_hidden_things_is_not_shown_before_the_end() -> None:
    *_, match = positions("red_flag_over_paris", 1000)
    scores = {each.seat.id: each.score for each in match.board("commune").standing}
    outcome = match.outcome()
    assert outcome is not None and scores == outcome.scores


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_has_a_goal_and_a_colour_of_its_own(name: str) -> None:
    board = game_of(name).start(1).board(None)
    assert all(each.goal.strip() for each in board.standing)
    colours = [board.colours[seat.id] for seat in board.seats]
    assert len(set(colours)) == len(colours)


def test_plain_cards_have_the_colours_of_their_suits() -> None:
    match = game_of(REPO / "tests" / "games" / "hearts").start(1)
    assert match.decision is not None
    cards = match.board(match.decision.seat).cards
    suits = {card.id: card.attributes["suit"] for card in match.game.rulebook.cards}
    colours = {suit: {face.colour for card, face in cards.items() if suits[card] == suit} for suit in suits.values()}
    assert len(colours) == 4
    assert len(set.union(*colours.values()) - {""}) == 4


@pytest.mark.parts
def test_a_goal_is_that_of_the_side_for_those_who_know_it() -> None:
    """A loyalty card is known to its owner: what the others may be after is both goals."""
    game = game_of("vive_la_revolution")
    match = game.start(4)
    rebels, royalists = (game.rulebook.player_texts.goals[side]["en"].strip() for side in ("rebels", "royalists"))
    seen = set()
    for seat in game.seats:
        goals = {each.seat.id: each.goal for each in match.board(seat).standing}
        seen.add(goals.pop(seat))
        assert set(goals.values()) == {f"Rebels: {rebels} Royalists: {royalists}"}
    assert seen == {rebels, royalists}
    assert {each.goal for each in match.board(None).standing} == set(goals.values())


@pytest.mark.parts
def test_a_side_that_is_revealed_has_its_goal() -> None:
    pledges = {"p1": "loyal_1_rebel", "p2": "traitor_rebel", "p3": "loyal_1_royalist", "p4": "traitor_royalist"}
    sides = {seat: "royalists" if "royalist" in pledge else "rebels" for seat, pledge in pledges.items()}
    given = {
        "zones": {"loyalty": {seat: [pledge] for seat, pledge in pledges.items()}},
        "variables": {"announced": sides, "banner": sides},
        "turn": "p1",
        "begin": "unmask p2",
    }
    match = game_of("vive_la_revolution").stage(given)
    goals = {each.seat.id: each.goal for each in match.board("p3").standing}
    assert goals["p2"] == goals["p3"] and goals["p2"].startswith("Hold out") and goals["p4"].startswith("Rebels:")


def texts_for_people(board: Board) -> Iterator[str]:
    """Yield the question, answers, reasons, events and the ending of a board."""
    if board.ending is not None:
        yield board.ending.text
    if board.question is not None:
        yield board.question.text
        yield from (option.text for option in board.question.options)
        yield from (part for each in board.question.refusals for part in (each.text, each.reason))
    yield from (line.text for event in board.events for line in (event, *event.consequences))


def check_words(name: str, every: int, seed: int) -> int:
    """Check that boards of a random match have no code and no ids of titled things; return how many were checked."""
    book, checked = game_of(name).rulebook, 0
    titles = {thing.id: thing.title["en"].casefold() for things in book.titled_things.values() for thing in things}
    ids = {each for each, title in titles.items() if each not in title and each.replace("_", " ") not in title}
    ids -= {word for label in book.labels.get("en", {}).values() for word in label.split()}  # written for people
    is_code = re.compile(r"[_`{}]|\b(?:" + "|".join(sorted(ids)) + r")\b")
    for match in positions(name, every, seed):
        board = match.board(None if match.decision is None else match.decision.seat)
        assert [text for text in texts_for_people(board) if is_code.search(text)] == []
        checked += 1
    return checked


@pytest.mark.parametrize("name", GAMES)
def test_no_text_for_people_is_an_identifier(name: str) -> None:
    assert check_words(name, {"liberte": 90, "revolution": 5}.get(name, 25), seed=11) >= 7


def test_a_way_out_is_told_in_the_words_of_the_game() -> None:
    match = game_of("revolution").start(1)
    while match.decision is not None:
        match.choose(-1 % len(match.decision.options))
    told = match.log("royalist")
    assert any(line.endswith("chooses: mark no more") for line in told) and not any("stop" in line for line in told)
