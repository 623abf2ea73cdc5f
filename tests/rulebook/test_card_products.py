"""Entries of a deck that stand for one card for each combination of values, and the order of those values."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.support.errors import RulebookError

GAME = """\
id: pack
title: Pack
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
decks:
  - deck: main
    attributes:
      suit: {is: [clubs, stars], none: wild, titles: {stars: Bright Stars}}
      rank: {is: [two, ten, ace], none: plain}
      points: number
      level: {is: number, from: 1, to: 2, optional: true}
    cards:
      - each: [suit, rank]
        title: "{rank} of {suit}"
        points: 1
        by value:
          ten: {points: 10, copies: 2}
          ace_of_stars: {points: 50}
      - {id: joker, title: Joker, points: 0}
zones:
  - {id: stock, title: Stock, face: everyone, starts with: [main]}
variables: [{id: found, is: number}]
start: |
  STATEMENTS
  end the game, nobody wins, because "done"
"""


def written(tmp_path: Path, old: str = "", new: str = "", statements: str = "set found to 1") -> Path:
    folder = tmp_path / "pack"
    folder.mkdir()
    text = GAME.replace("STATEMENTS", statements.replace("\n", "\n  "))
    assert old in text
    (folder / "game.yaml").write_text(text.replace(old, new), encoding="utf-8")
    return folder


@pytest.mark.parts
def test_a_card_for_each_combination(tmp_path: Path) -> None:
    cards = load(written(tmp_path)).rulebook.cards
    assert [(card.id, card.title["en"], card.attributes["points"]) for card in cards] == [
        ("two_of_clubs", "Two of Clubs", 1),
        ("ten_of_clubs", "Ten of Clubs", 10),
        ("ten_of_clubs_2", "Ten of Clubs", 10),
        ("ace_of_clubs", "Ace of Clubs", 1),
        ("two_of_stars", "Two of Bright Stars", 1),
        ("ten_of_stars", "Ten of Bright Stars", 10),
        ("ten_of_stars_2", "Ten of Bright Stars", 10),
        ("ace_of_stars", "Ace of Bright Stars", 50),
        ("joker", "Joker", 0),
    ]


def test_numbers_have_a_range(tmp_path: Path) -> None:
    folder = written(tmp_path, '{rank} of {suit}"', '{rank} of {suit} {level}"')
    text = (folder / "game.yaml").read_text("utf-8").replace("[suit, rank]", "[level, suit, rank]")
    (folder / "game.yaml").write_text(text.replace("ace_of_stars", "ace_of_stars_2"), encoding="utf-8")
    cards = load(folder).rulebook.cards
    assert [card.attributes["level"] for card in cards] == [1] * 8 + [2] * 8 + [None]


def test_some_values_and_a_remark_that_the_ids_leave_out(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        'each: [suit, rank]\n        title: "{rank} of {suit}',
        'each: {rank: [ten, ace], suit: [stars]}\n        title: "{rank} of {suit} (Bonus)',
    )
    cards = load(folder).rulebook.cards
    assert [(card.id, card.title["en"]) for card in cards] == [
        ("ten_of_stars", "Ten of Bright Stars (Bonus)"),
        ("ten_of_stars_2", "Ten of Bright Stars (Bonus)"),
        ("ace_of_stars", "Ace of Bright Stars (Bonus)"),
        ("joker", "Joker"),
    ]


def test_sources_are_those_of_the_cards(tmp_path: Path) -> None:
    """A default reaches the columns and the details of an entry, and a card only has those of its own fields."""
    folder = written(
        tmp_path,
        "          ace_of_stars: {points: 50}\n",
        "          ace_of_stars: {points: 50, level: 2}\n        source: {suit: inferred, otherwise: ours}\n",
    )
    sources = {card.id: card.source for card in load(folder).rulebook.cards}
    assert sources["two_of_clubs"] == {"title": "ours", "points": "ours", "suit": "inferred", "rank": "ours"}
    assert sources["ace_of_stars"] == {
        "title": "ours",
        "points": "ours",
        "suit": "inferred",
        "rank": "ours",
        "level": "ours",
    }


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("each: [suit,", "each: [points,", "12:16", "the numbers of `points` need ends: `points: {is: number, from: 1"),
        ("each: [suit,", "each: [colour,", "12:16", "`colour` is no column with a list of values, or with numbers"),
        (
            "each: [suit, rank]",
            "each: {suit: [clubs], rank: [teen]}",
            "12:38",
            "the column `rank` has no value `teen`; it has ",
        ),
        (
            "each: [suit, rank]",
            "each: {suit: [clubs, clubs], rank: [ten]}",
            "12:30",
            "the value `clubs` is named twice",
        ),
        ("each: [suit, rank]", "each: {suit: [], rank: [ten]}", "12:22", "0 entries, at least 1 needed"),
        ("each: [suit, rank]", "each: [suit, suit]", "12:22", "the column `suit` is named twice"),
        ("{rank} of", "all of", "13:16", "the title has to name the value of each column: `{rank}`"),
        ("ten: {po", "tin: {po", "16:11", "no card here has the value `tin` in one of its columns, nor this id"),
        ("- each", "- id: one\n        each", "13:9", "only one of `id`, `each` is allowed here"),
        ("from: 1, to: 2, optional", "from: 1, to: 1000000000, optional", "", ""),
    ],
)
def test_mistakes(old: str, new: str, place: str, message: str, tmp_path: Path) -> None:
    folder = written(tmp_path, old, new)
    if not message:
        text = (folder / "game.yaml").read_text("utf-8").replace("[suit, rank]", "[level, suit, rank]")
        (folder / "game.yaml").write_text(text.replace("{rank} of", "{rank} {level} of"), encoding="utf-8")
        place, message = "12:15", "these are 6,000,000,000 cards; at most 2,000 are allowed"
    with pytest.raises(RulebookError) as caught:
        load(folder)
    first = caught.value.problems[0]
    assert f"{first.where.line}:{first.where.column}" == place
    assert first.message.startswith(message)


def test_a_card_for_each_seat_is_written_out(tmp_path: Path) -> None:
    folder = written(tmp_path, "points: number", "points: number\n      dealer: {is: seat, optional: true}")
    text = (folder / "game.yaml").read_text("utf-8").replace("each: [suit, rank]", "each: [dealer]")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(RulebookError, match="`dealer` names a seat, and `each` takes listed values: write a card for"):
        load(folder)


def test_a_single_value_in_place_of_a_list_is_one_mistake(tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as caught:
        load(written(tmp_path, "each: [suit, rank]", "each: {suit: clubs, rank: [ten]}"))
    assert [problem.wordings for problem in caught.value.problems] == [("[clubs]",)]


def test_a_word_for_all_values_is_answered_with_them(tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as caught:
        load(written(tmp_path, "each: [suit, rank]", "each: {suit: all, rank: [ten]}"))
    assert [problem.wordings for problem in caught.value.problems] == [("[clubs, stars]",)]


@pytest.mark.parametrize("wrong", ["1-8", "two to ace", "[2, 10, 14]", "two, ten, ace"])
def test_what_follows_from_a_column_is_left_out(wrong: str, tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as caught:
        load(written(tmp_path, "{is: [two, ten, ace], none: plain}", wrong))
    assert [problem.where.line for problem in caught.value.problems] == [8]


@pytest.mark.parametrize(
    ("by_value", "warnings"),
    [
        (
            "two: {event: stop}\n          ten: {event: stop}",
            [("15:9", "`two` and `ten` a field `event`, and `ace` none")],
        ),
        ("two: {level: 1}\n          ace: {level: 2}", [("15:9", "`two` and `ace` a field `level`, and `ten` none")]),
        ("two: {event: stop}\n          ten: {event: stop}\n          ace: {}", []),
        (
            "two: {event: stop}\n          ten: {event: stop}\n          ace_of_stars: {event: stop}",
            [],
        ),
        (
            "two: {event: stop}\n          ten: {event: stop}\n          clubs: {event: stop}\n"
            "          stars: {event: stop}",
            [],
        ),
        ("two: {event: stop}", []),
        ("clubs: {event: stop}", [("15:9", "`clubs` a field `event`, and `stars` none")]),
        ("two: {points: 3}\n          ten: {points: 4}", []),
    ],
)
def test_a_value_that_is_left_out(by_value: str, warnings: list[tuple[str, str]], tmp_path: Path) -> None:
    old = "ten: {points: 10, copies: 2}\n          ace_of_stars: {points: 50}"
    found = load(written(tmp_path, old, by_value)).warnings
    told = [each for each in found if each.code == "value-left-out"]
    assert [(f"{each.where.line}:{each.where.column}", each.message) for each in told] == [
        (place, f"`by value` gives {message}; if that is meant, write `{message.split('`')[-2]}: {{}}`")
        for place, message in warnings
    ]


def test_a_misspelt_column_is_suggested(tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as caught:
        load(written(tmp_path, "each: [suit,", "each: [suits,"))
    assert caught.value.problems[0].suggestion == "suit"


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("rank of ace_of_clubs is higher than rank of ten_of_stars", True),
        ("rank of two_of_clubs is higher than rank of joker", True),
        ("rank of two_of_clubs is lower than ten", True),
        ("ace <= rank of ten_of_clubs", False),
        ("rank of (top card of stock) is at least ten", False),
        ("4 is higher than 3", True),
        ("number of (cards in stock with the lowest rank of it) is 2", False),
        ("joker is in (cards in stock with the lowest rank of it)", True),
        ("number of (cards in stock with the highest rank of it, ties to the highest suit of it) is 1", True),
    ],
)
def test_listed_values_have_an_order(condition: str, holds: bool, tmp_path: Path) -> None:
    match = load(written(tmp_path, statements=f'if {condition}: end the game, winner is red, because "yes"')).start(1)
    outcome = match.outcome()
    assert outcome is not None and (outcome.reason == "yes") is holds


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        (
            "rank of joker > suit of joker",
            r"`rank` .* and `suit` .* have lists of their own",
        ),
        ("rank of joker is higher than clubs", "one of two, ten, ace is needed here"),
        ("rank of joker > 3", "one of two, ten, ace is needed here"),
    ],
)
def test_values_without_an_order(condition: str, message: str, tmp_path: Path) -> None:
    folder = written(tmp_path, statements=f"if {condition}: set found to 2")
    with pytest.raises(RulebookError, match=message):
        load(folder)
