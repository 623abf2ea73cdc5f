"""Meaning of values, sets and conditions, tried at the start of the sample game."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.matches.match import Game
from tests.language.cases import found, loaded, sample_with, start

NUMBERS = {
    "2 + 3 * 4": 14,
    "(2 + 3) * 4": 20,
    "10 - 3 - 2": 5,
    "-(2 - 5)": 3,
    "2 - -3": 5,
    "2 if 1 is 1, otherwise 3": 2,
    "1 if 1 is 2, otherwise 2 if 1 is 2, otherwise 3": 3,
    "(2 if 1 is 2, otherwise 3) * 2": 6,
    "1 if 1 is 1, otherwise 0": 1,
    "(1 if alder is coast, otherwise 0) + (1 if cedar is coast, otherwise 0)": 2,
    # things in print
    "worth of cedar": 3,
    "worth of Old Cedar": 3,
    "strength of Busy Bee": 2,
    "depth of your near": 1,
    "depth of far of blue": 2,
    "depth of your stash": 0,
    "slots of red": 0,
    "hidden_number": 3,
    "day": 1,
    "courage": 0,
    # pieces
    "your pawns in alder": 2,
    "enemy pawns in birch": 2,
    "pawns in birch": 2,
    "pawns of red in birch": 0,
    "pawns in towns": 4,
    "pawns of blue in towns": 2,
    "your pawns in your reserve": 5,
    "pawns of blue in reserve of blue": 6,
    "pawns in your camps": 1,
    "stones in quarry": 3,
    "pieces in cedar": 1,
    "enemy pieces in dogwood": 1,
    "your pieces in cedar": 0,
    "pawns in (alder or birch)": 4,
    "pawns of red in (birch if day is 2, otherwise alder)": 2,
    "drive of (red if day is 2, otherwise blue) + pawns of (blue if day is 2, otherwise red) in alder": 2,
    # sets
    "number of towns": 5,
    "number of north towns": 2,
    "number of coast south towns": 1,
    "number of free towns": 3,
    "number of closed towns": 1,
    "number of coast towns in north towns": 1,
    "number of (alder or birch or alder)": 2,
    "number of towns where worth of it >= 2": 3,
    "number of (towns where worth of it > 1 and it is coast)": 1,
    "number of (towns where some neighbour of it is alder)": 2,
    "number of (coast towns where number of (neighbours of it where it is coast) is 0)": 2,
    "number of neighbours of dogwood": 2,
    "number of neighbours of elm": 1,
    "number of entrances of elm": 0,
    "number of entrances of dogwood": 2,
    "number of neighbours of dogwood in north towns": 1,
    "number of towns with pawns": 2,
    "number of towns with your pawns": 1,
    "number of towns without pawns": 3,
    "number of towns with no pieces": 1,
    "number of towns with at least 2 enemy pawns": 1,
    "number of towns with at least 3 enemy pawns": 0,
    "number of towns with exactly 2 pawns": 2,
    "number of towns with at most 1 pawn": 3,
    "number of towns with pawns and without your pawns": 1,
    "number of towns with forts of blue": 1,
    "number of seats": 2,
    "number of other seats": 1,
    "number of camps": 4,
    "number of your camps": 2,
    "number of camps of blue with pawns": 0,
    "number of your camps with pawns": 1,
    "number of (towns, preferably it is coast)": 2,
    "number of (north towns, preferably it is closed)": 2,
    "number of (towns with the highest worth of it)": 1,
    "number of (towns with the lowest (number of neighbours of it), ties to the highest worth of it)": 1,
    "number of towns where its worth >= 2": 3,
    "number of towns whose worth is 2": 1,
    "number of towns that are coast": 2,
    "number of towns that have pawns": 2,
    "number of players who are not you": 1,
    "number of other players": 1,
    "number of (towns that you hold)": 1,
    "number of (towns that you do not hold)": 4,
    "number of (towns that your opponent holds)": 1,
    "number of (alder and/or birch and/or alder)": 2,
    "blue's drive - your opponent's drive": 0,
    "how many of (1 is 1, 1 is 2, alder is coast) are true": 2,
    "number of (towns with the lowest (number of neighbours of it))": 2,
    "number of cards in deck": 7,
    "number of neutral cards in deck": 4,
    "number of main cards in shelf": 0,
    "number of cards in your hand": 0,
    "number of (cards in deck where strength of it > 4)": 3,
    "number of holdings of red": 1,
    "number of holdings of the opponent": 1,
    # numbers out of sets
    "sum of worth of it over towns": 11,
    "sum of 2 over towns": 10,
    "sum of 2 highest worth of it over towns": 8,
    "sum of 2 lowest worth of it over towns": 1,
    "sum of 9 highest worth of it over towns": 11,
    "sum of strength of it over cards in deck": 27,
    "sum of depth of it over your camps": 3,
    "highest worth of it over north towns": 2,
    "lowest worth of it over coast towns": 1,
    "highest worth of it over (towns where it is elm and it is coast)": 0,
    "worth of (first of towns)": 1,
    "worth of (only one of closed towns)": 5,
    "strength of (top card of deck)": 1,
    # the vocabulary
    "weight of cedar": 4,
    "weight of cedar * 2": 8,
    "sum of weight of it over towns": 16,
}

CONDITIONS = {
    "1 < 2": True,
    "2 <= 1": False,
    "2 >= 2": True,
    "3 > 3": False,
    "2 is at least 2": True,
    "2 is at most 1": False,
    "2 is more than 1": True,
    "2 is less than 2": False,
    "2 is fewer than 3": True,
    "1 is 1 and 2 is 2": True,
    "1 is 1 and 2 is 3": False,
    "1 is 2 or 2 is 2": True,
    "there are exactly 2 north towns": True,
    "there is exactly 1 north town": False,
    "there are at least 2 north towns": True,
    "there are at least 3 north towns": False,
    "there is at most 1 closed town": True,
    "there is at most 1 north town": False,
    "not (1 is 2 or 2 is 2)": False,
    "1 is not 2": True,
    "alder is alder": True,
    "alder is birch": False,
    "alder is not birch": True,
    "Old Cedar is cedar": True,
    "you are red": True,
    "the opponent is blue": True,
    "the opponent of blue is you": True,
    "alder is coast": True,
    "birch is not coast": True,
    "alder is north": True,
    "cedar is free": True,
    "alder is free": False,
    "elm is closed": True,
    "realm of alder is north": True,
    "realm of alder is south": False,
    "home of cedar is free": True,
    "home of alder is free": False,
    "home of alder is not free": True,
    "home of spot is free": True,
    "home of alder is you": True,
    "home of cedar is nothing": True,
    "harbour of alder is birch": True,
    "harbour of birch is nothing": True,
    "harbour of (harbour of alder) is nothing": True,
    "ant is main": True,
    "ant is aim": False,
    "ant is neutral": False,
    "cat is neutral": True,
    "side of bee is the opponent": True,
    "goal of coastal is coast": True,
    "alder is in north towns": True,
    "alder is not in north towns": False,
    "alder is in (alder or birch)": True,
    "ant is in deck": True,
    "ant is in cards in deck": True,
    "ant is in your hand": False,
    "alder has pawns": True,
    "alder has your pawns": True,
    "alder has enemy pawns": False,
    "alder does not have enemy pawns": True,
    "alder has no enemy pawns": True,
    "alder has at least 2 pawns": True,
    "alder has at least 3 pawns": False,
    "alder has exactly 2 pawns of red": True,
    "alder has 2 pawns": True,
    "deck has cards": True,
    "your hand has cards": False,
    "your hand has no cards": True,
    "deck has at least 4 neutral cards": True,
    "deck has neutral cards": True,
    "alder has room for your pawns": True,
    "alder has room for 1 pawn of red": True,
    "alder has room for 2 pawns of red": False,
    "alder does not have room for 2 pawns of red": True,
    "alder has room for 3 pawns of blue": True,
    "dogwood has room for your forts": False,
    "cedar has room for your forts": True,
    "elm has room for your pawns": False,
    "elm has room for stones": False,
    "cedar has room for 9 stones": True,
    "your reserve has room for 9 pawns of red": True,
    "every town is in towns": True,
    "every town is coast": False,
    "every north town is not south": True,
    "every town has pawns": False,
    "every town where it is elm and it is coast has pawns": True,
    "some town is coast": True,
    "no town is coast": False,
    "no north town is closed or cedar": True,
    "all coast towns are alder or cedar": True,
    "some town has at least 2 enemy pawns": True,
    "some closed town has pawns": False,
    "some entrance of alder is in south towns": True,
    "some neighbour of alder is in south towns": False,
    "every neighbour of alder is not in south towns": True,
    "some town is not in north towns": True,
    "nothing is nothing": True,
    "leader is nothing": True,
    "leader is red": False,
    "spot is alder": False,
    "spot is in towns": False,
    "spot is coast": False,
    "spot is burnt": False,
    "spot has pawns": False,
    "shown is neutral": False,
    "ruler of alder is nothing": True,
    "first of (towns where it is elm and it is coast) is nothing": True,
    "only one of towns with pawns is nothing": True,
    "top card of discard is nothing": True,
    "top card of deck is ant": True,
    "event of ant can be played": True,
    "event of bee can be played": False,
    "event of bee can not be played": True,
    "event of cat can be played": True,
    "event of dog can be played": False,
    "event of elk can be played": False,
    "event of gnu_1 can be played": True,
    "event of bee may be played": False,
    "event of bee may not be played": True,
    "event of dog may be played": False,
    "event of elk may be played": False,
    "event of gnu_1 may be played": True,
    "red holds alder": True,
    "you hold alder": True,
    "you do not hold alder": False,
    "blue does not hold alder": True,
    "you are strong in alder": True,
    "you are not strong in birch": True,
    "blue is strong in birch": True,
    "every town with pawns is in towns where red is strong or blue is strong": True,
    "some town is in towns where you are strong": True,
    "red likes alder": True,
    "red likes ant": True,
    "red likes bee": False,
    "red does not like birch": True,
}

SETS = {
    "towns": "alder birch cedar dogwood elm",
    "neighbours of birch": "alder cedar",
    "entrances of alder": "birch dogwood",
    "birch or alder": "birch alder",
    "(towns with pawns) or elm": "alder birch elm",
    "towns with the highest (number of neighbours of it)": "birch cedar dogwood",
    "towns where it is not burnt with the highest worth of it": "elm",
    "towns where it is coast and it is not burnt, as here, with the highest worth of here": "cedar",
    "towns where worth of it < 3 with the lowest worth of it": "dogwood",
    "towns where it is not burnt without pawns": "cedar dogwood elm",
    "towns with the highest (number of neighbours of it), ties to the lowest worth of it": "dogwood",
    "towns with the highest (number of neighbours of it), ties to the highest worth of it": "cedar",
    "towns, preferably it is burnt": "alder birch cedar dogwood elm",
    "coast towns where harbour of it is birch": "alder",
    "harbour of alder": "birch",
    "harbour of birch": "",
    "nothing": "",
    "holdings of blue": "birch",
    "north towns if 1 is 1, otherwise elm": "alder birch",
    "north towns if 1 is 2, otherwise elm": "elm",
}

TEXTS = [
    *(f"set count to {text}" for text in NUMBERS),
    *(f"if {text}: raise count" for text in CONDITIONS),
    *(f"set visited to {text}" for text in SETS),
]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return loaded(tmp_path_factory.mktemp("values"), TEXTS)


def played(game: Game, text: str, name: str) -> object:
    match = start(game, TEXTS.index(text))
    assert match.is_over()
    return found(match, name)


@pytest.mark.parametrize(("text", "value"), NUMBERS.items(), ids=NUMBERS)
def test_number(text: str, value: int, game: Game) -> None:
    assert played(game, f"set count to {text}", "count") == value


@pytest.mark.parametrize(("text", "holds"), CONDITIONS.items(), ids=CONDITIONS)
def test_condition(text: str, holds: bool, game: Game) -> None:
    assert played(game, f"if {text}: raise count", "count") == holds


@pytest.mark.parametrize(("text", "members"), SETS.items(), ids=SETS)
def test_set(text: str, members: str, game: Game) -> None:
    assert played(game, f"set visited to {text}", "visited") == members.split()


def test_an_attribute_that_cards_of_another_deck_lack(tmp_path: Path) -> None:
    needed = [
        ("cards/aims.yaml", "{is: space, optional: true}", "space"),
        ("cards/aims.yaml", "Idle}", "Idle, goal: elm}"),
    ]
    text = (
        "move top card of deck to discard\nset shown to top card of discard\n"
        "set spot to goal of shown\nset count to number of neighbours of goal of shown"
    )
    match = start(load(sample_with(tmp_path, [text], needed)), 0)
    assert (found(match, "shown"), found(match, "spot"), found(match, "count")) == ("ant", None, 0)


def test_where_the_noun_stands_in_what_another_does_with_it(tmp_path: Path) -> None:
    words = [
        '  - say: "{seat} lead(s) on {town}"\n    when: pawns of seat in town > 0',
        '  - say: "{seat} reach(es) {town} from {start: town}"\n    when: town is in neighbours of start',
        '  - say: "{seat} can reach {town}"\n    when: worth of town > 2',
    ]
    edit = ("vocabulary.yaml", "words:\n", "\n".join(["words:", *words, ""]))
    texts = {
        "towns that you lead on": "alder",
        "towns that you do not lead on": "birch cedar dogwood elm",
        "towns that you reach from birch": "alder cedar",
        "towns that your opponent leads on": "birch",
        "towns that your opponent can reach": "cedar elm",
    }
    game = load(sample_with(tmp_path, [f"set visited to {text}" for text in texts], [edit]))
    for at, members in enumerate(texts.values()):
        assert found(start(game, at), "visited") == members.split()


@pytest.mark.parts
def test_two_columns_with_the_same_words(tmp_path: Path) -> None:
    text = (
        "if realm of cedar is view of birch: raise count by 1\n"
        "raise count by 10 * number of towns where view of it is south and realm of it is north"
    )
    column = ("map.yaml", "  worth: number\n", "  worth: number\n  view: {is: [west, south], optional: true}\n")
    views = {"birch": "south", "cedar": "west"}
    seen = [("map.yaml", f"id: {town},", f"id: {town}, view: {view},") for town, view in views.items()]
    unclear = ("sequence.yaml", "to north towns", "to towns where realm of it is north")
    game = load(sample_with(tmp_path, [text], [column, *seen, unclear]))
    assert found(start(game, 0), "count") == 11


def test_a_list_may_begin_with_things(tmp_path: Path) -> None:
    edit = (
        "vocabulary.yaml",
        "{id: turn_order, is: {list: seat}}",
        "{id: turn_order, is: {list: seat}, start: [blue, red]}",
    )
    folder = sample_with(tmp_path, ["if first of turn_order is blue: set count to number of turn_order"], [edit])
    assert found(start(load(folder), 0), "count") == 2
