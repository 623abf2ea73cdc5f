"""Reasons why an option is not offered: the rule that excludes it, with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.matches.loading import load
from interpreter.matches.match import Game, Match
from interpreter.rulebook.model import Text
from interpreter.rulebook.scenarios.given import GivenPosition, GivenZone
from interpreter.support.errors import Location, PlayError

HERE = Location("somewhere")
HAND = GivenZone("hand", ("red",), ("bee", "cat", "dog", "elk", "gnu_1"), HERE)


def begun_by(text: str) -> Text:
    lines = tuple((number, 1) for number in range(1, text.count("\n") + 2))
    return Text(text, Location("begin", 1, 1), lines, (), tuple(text.splitlines()))


def begun(game: Game, text: str) -> Match:
    return game.stage(GivenPosition(zones=(HAND,), turn="red", begin=begun_by(text)))


def grounds(match: Match, key: str, seat: str | None = None) -> list[str]:
    reason = match.why_not(key, seat)
    return [] if reason is None else [ground.text for ground in reason.grounds]


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ("choose a town where it is coast, or stop", "alder", []),
        ("choose a town where it is coast, or stop", "birch", ["it is none of `town where it is coast`"]),
        ("choose a town with your pawns, or stop", "birch", ["`with your pawns` is not so"]),
        ("choose a town where it is not burnt and it has no pawns, or stop", "birch", ["`it has no pawns` is not so"]),
        (
            "choose a town where you hold it, or stop",
            "birch",
            ["`you hold it` is not so", "`pawns of seat in town > pawns of the opponent of seat in town`"],
        ),
        ("choose a neighbour of Birch, or stop", "dogwood", ["it is none of `neighbour of Birch`"]),
        (
            "choose a town in holdings of you, or stop",
            "dogwood",
            ["it is none of `holdings of you`", "`seat holds it`", "`pawns of seat in town > pawns of"],
        ),
        (
            "choose one of towns with the highest worth of it, or stop",
            "birch",
            ["it is none of `towns with the highest worth of it`"],
        ),
        (
            "choose a town where it has your pawns and it is not burnt, or any town if there is none, or stop",
            "birch",
            ["`it has your pawns` is not so"],
        ),
        ("choose up to 2 towns where it is coast", "birch", ["it is none of `towns where it is coast`"]),
        ("choose any of (towns with your pawns)", "birch", ["`with your pawns` is not so"]),
        ("choose up to 2 neighbours of Birch, to visit, as goals", "dogwood", ["it is none of `neighbours of Birch`"]),
        ("choose a town, or stop", "none", ["this has to be answered"]),
        ("choose a town, or stop", "bee", ["the question is another one: choose a town"]),
        ("choose a card in your hand where event of it can be played, or stop", "ant", ["`card in your hand`"]),
        (
            "choose a card in your hand where event of it can be played, or stop",
            "bee",
            ["`event of it can be played` is not so", "`count > 0` is not so"],
        ),
        (
            "choose a card in your hand where event of it can be played, or stop",
            "elk",
            ["`event of it can be played` is not so", "`must lower your drive by 1` can't be done"],
        ),
        (
            "choose a card in your hand where event of it can be played, or stop",
            "dog",
            ["`event of it can be played` is not so", "it has no event"],
        ),
        ('either "a": raise count\nor "b": raise count\nor "c": visit Alder', "d", ["no option is called `d` here"]),
        (
            'make Alder burnt\neither "a": raise count\nor "b": raise count\nor "go there": visit Alder',
            "go_there",
            ["`town is not burnt` is not so"],
        ),
        (
            'either "a": raise count\nor "b": raise count\nor "c":\n  choose a town with stones and with pawns',
            "c",
            ["there is no `town with stones and with pawns`"],
        ),
    ],
)
def test_reasons(game: Game, text: str, key: str, expected: list[str]) -> None:
    found = grounds(begun(game, text), key)
    assert len(found) == len(expected)
    for said, wanted in zip(found, expected, strict=True):
        assert wanted in said


def test_what_is_chosen_already_is_the_reason(game: Game) -> None:
    match = begun(game, "choose up to 3 towns where it is coast")
    match.choose("alder")
    assert grounds(match, "alder") == ["it is already chosen"]
    match = begun(game, "choose up to 3 cards in your hand")
    match.choose("bee")
    assert grounds(match, "bee", "red") == ["it is already chosen"]
    assert grounds(match, "bee", "blue") == ["it is none of `cards in your hand`"]


def test_a_reason_has_its_place(game: Game) -> None:
    match = begun(game, "choose a card in your hand where event of it can be played, or stop")
    reason = match.why_not("bee")
    assert reason is not None and reason.where is not None
    assert reason.where.file.endswith("cards/main.yaml")
    last = reason.grounds[-1]
    assert last.line is not None and last.line[reason.where.column - 1 :] == "count > 0"
    assert reason.grounds[0].where == Location("begin", 1, 34)


def test_to_ask_changes_nothing(game: Game) -> None:
    match = begun(game, "choose one of (random one of towns) or Birch, or stop")
    before = match.snapshot()
    for key in ("alder", "birch", "cedar", "dogwood"):
        match.why_not(key)
    assert match.snapshot() == before


def test_a_reason_gives_no_card_away(game: Game) -> None:
    test = "count is 0 and (strength of (top card of deck) > 6 or 1 is 2)"
    match = begun(game, f'either "a": raise count\nor "b": raise count\nor "c":\n  only if {test}\n  raise count')
    assert grounds(match, "c") == ["`strength of (top card of deck) > 6 or 1 is 2` is not so"]
    assert grounds(match, "c", "red") == [f"`{test}` is not so"]


def test_a_reason_gives_no_hidden_variable_away(game: Game) -> None:
    test = "count is 0 and (hidden_number > 6 or 1 is 2)"
    match = begun(game, f'either "a": raise count\nor "b": raise count\nor "c":\n  only if {test}\n  raise count')
    assert grounds(match, "c") == ["`hidden number > 6 or 1 is 2` is not so"]
    assert grounds(match, "c", "red") == ["`count is 0 and (hidden number > 6 or 1 is 2)` is not so"]
    either = "choose a town where it is coast and (uses of it > hidden_number or 1 is 2) or it is Alder, or stop"
    found = [grounds(begun(game, either), "birch", seat) for seat in (None, "red")]
    assert found[0] != found[1] and len(found[1]) == 1 and "it is coast and" in found[1][0]


def test_a_reason_tells_nobody_what_others_hold(game: Game) -> None:
    text = "choose a card in hand of blue where strength of it > 2, or stop"
    held = GivenZone("hand", ("blue",), ("ant", "dog"), HERE)
    match = game.stage(GivenPosition(zones=(held,), turn="red", begin=begun_by(text)))
    assert match.decision is not None and [option.key for option in match.decision.options] == ["dog", "stop"]
    for card in ("ant", "cat"):
        assert grounds(match, card, "red") == ["it is none of `card in hand of blue where strength of it > 2`"]
    assert grounds(match, "ant", "blue") != grounds(match, "cat", "blue")


def test_open_zones_of_places_hide_nothing(folder: Path) -> None:
    with (folder / "zones.yaml").open("a") as zones:
        zones.write("  - {id: stall, title: Stall, for: space, face: everyone}\n")
    text = "choose up to 2 towns where stall of it has no cards and it has your pawns"
    assert grounds(begun(load(folder), text), "birch", "red") == ["`it has your pawns` is not so"]


def test_an_ended_match_has_no_reasons(game: Game) -> None:
    match = begun(game, "raise count")
    with pytest.raises(PlayError, match="over"):
        match.why_not("alder")
