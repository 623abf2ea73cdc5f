"""Decisions by the tables of bots."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.matches.match import Match
from interpreter.players.table_player import TablePlayer
from interpreter.support.errors import RulebookError

FILES = {
    "game.yaml": "id: t\ntitle: T\nseats: [{id: red, title: Red}, {id: blue, title: Blue}]\n",
    "map.yaml": "spaces: [{id: x, title: X}, {id: y, title: Y}, {id: z, title: Z}]\n",
    "vocabulary.yaml": "variables: [{id: worth, is: number, for: space}, {id: mood, is: number, for: seat}]\n",
}


def asked(folder: Path, text: str, tables: str, **bots: str) -> tuple[Match, TablePlayer]:
    """A match of one decision of Red's, and a player who has these tables."""
    start = "start: |\n  set worth of y to 1\n  set worth of z to 2\n  as red:\n"
    files = FILES | {
        "sequence.yaml": start + "".join(f"    {line}\n" for line in text.splitlines()),
        "bots/one.yaml": f"id: one\nseat: any\ntitle: One\ntables:\n{tables}",
    }
    files |= {f"bots/{name}.yaml": said for name, said in bots.items()}
    for name, said in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(said)
    match = load(folder).start()
    return match, TablePlayer(match.game, "red")


def kept(folder: Path, text: str, tables: str, **bots: str) -> list[str]:
    match, player = asked(folder, text, tables, **bots)
    assert match.decision is not None
    return [match.decision.options[index].key for index in player.remaining_options(match.state)]


@pytest.mark.parametrize(
    ("rows", "left"),
    [
        ("{only: worth of it > 0}", ["y", "z"]),
        ("{only: worth of it > 5}", ["stop"]),
        ("{only: worth of it > 5}, {highest: worth of it}", ["stop"]),
        ("{highest: worth of it}, {only: worth of it < 2}", ["stop"]),
        ("{highest: worth of it}, {only: worth of it is 2}", ["z"]),
        ("{that: worth of it > 5}, {highest: worth of it}", ["z"]),
    ],
)
def test_a_row_that_may_lead_out(rows: str, left: list[str], tmp_path: Path) -> None:
    assert kept(tmp_path, "choose a space, or stop, to go", f"  - {{answers: [go], keep: [{rows}]}}\n") == left


def test_without_a_way_out_the_row_is_skipped(tmp_path: Path) -> None:
    assert kept(tmp_path, "choose a space, to go", "  - {answers: [go], keep: [{only: worth of it > 5}]}\n") == [*"xyz"]


def test_what_a_table_says_of_it(tmp_path: Path) -> None:
    rows = "  - {answers: [go], keep: [{only: worth of it > 5}]}\n"
    match, player = asked(tmp_path, "choose a space, or none, to go", rows)
    assert player.explain(match.state) == ["Go: X, Y, Z", "  only worth of it > 5: none"]


def test_numbers(tmp_path: Path) -> None:
    rows = "  - {answers: [bid], keep: [{that: it < 4}, {highest: it * (6 - it)}]}\n"
    assert kept(tmp_path, "choose a number from 1 to 5, to bid", rows) == ["3"]


@pytest.mark.parametrize(("mood", "answer"), [(0, "no"), (1, "yes")])
def test_what_may_be_done(mood: int, answer: str, tmp_path: Path) -> None:
    rows = '  - {answers: [look up], first: [{when: mood of you is 1, choose: yes}, {choose: "no"}]}\n'
    text = f'set mood of red to {mood}\nmay "look up": raise mood of you'
    assert kept(tmp_path, text, rows) == [answer]


def test_bots_that_take_turns(tmp_path: Path) -> None:
    def bot(name: str, when: str, row: str) -> str:
        tables = f"tables: [{{answers: [go], keep: [{row}]}}]\n"
        return f"id: {name}\nseat: red\ntitle: {name}\n{when}{tables}"

    def by(mood: int) -> list[str]:
        return kept(
            tmp_path,
            f"set mood of red to {mood}\nchoose a space, to go",
            "  - {answers: [go], keep: [{lowest: worth of it}]}\n",
            bold=bot("bold", "when: mood of you > 1\n", "{highest: worth of it}"),
            calm=bot("calm", "when: mood of you > 0\n", "{that: worth of it is 1}"),
        )

    assert [by(mood) for mood in (2, 1, 0)] == [["z"], ["y"], ["x"]]


def test_nobody_plays_now(tmp_path: Path) -> None:
    match, player = asked(
        tmp_path, "choose a space, to go", "  - {answers: [go], keep: [{lowest: worth of it}]}\nwhen: you is blue\n"
    )
    assert player.remaining_options(match.state) == [0, 1, 2]
    assert player.explain(match.state) == []


MISTAKES = {
    "  - {answers: [look upp], first: [{choose: yes}]}\n": (
        "unknown-decision",
        "nothing is offered as `look upp`",
        "`look up`",
    ),
    "  - {answers: [look up], first: [{choose: yess}]}\n": (
        "unknown-value",
        'one of the answers to `may "look up"`: yes, no',
        "yes",
    ),
    "  - {answers: [look up], first: [{when: it is red, choose: yes}]}\n": (
        "no-it",
        "there is no candidate here that `it` could stand for",
        None,
    ),
    "  - {answers: [look up, look on], first: [{choose: look on}]}\n": (
        "unknown-decision",
        "no decision has exactly the options `look up, look on`",
        None,
    ),
    "  - {answers: [gone], keep: [{that: it is x}]}\n": ("unknown-decision", "no decision is called `gone`", "`go`"),
    "  - {answers: [where to], keep: [{that: it is x}]}\n": (
        "unknown-decision",
        "no decision is called `where to`; there are `go`",
        None,
    ),
}


@pytest.mark.parametrize("tables", MISTAKES)
def test_mistakes(tables: str, tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as raised:
        asked(tmp_path, 'may "look up": raise mood of you\nchoose a space, to go', tables)
    (problem,) = raised.value.problems
    code, message, suggestion = MISTAKES[tables]
    assert (problem.code, problem.suggestion) == (code, suggestion)
    assert message in problem.message
    assert problem.excerpt is not None and problem.excerpt.startswith("  - {answers")


def test_two_decisions_in_one_answer(tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as raised:
        text = "choose a space, to go\nchoose a space, to look"
        asked(tmp_path, text, "  - {answers: [to go or look], keep: [{that: it is x}]}\n")
    (problem,) = raised.value.problems
    assert problem.message == "each decision is an answer of its own: `answers: [go, look]`"


def test_a_condition_of_a_bot_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(RulebookError) as raised:
        asked(tmp_path, "choose a space, to go", "  - {answers: [go], keep: [{that: it is x}]}\nwhen: mood of you\n")
    (problem,) = raised.value.problems
    assert problem.where.line == 6
    assert problem.message == "a condition is needed here, and this is a number"


@pytest.mark.parametrize(
    ("row", "suggestion"),
    [
        ("that: wet", "`it is wet`"),
        ("that: in neighbours of x", "`it is in neighbours of x`"),
        ("highest: neighbours of it", "`number of (neighbours of it)`"),
        ("lowest: wet spaces", "`number of (wet spaces)`"),
        ("highest: wet", None),
    ],
)
def test_what_a_row_needs(row: str, suggestion: str | None, tmp_path: Path) -> None:
    board = """\
attributes: {wet: flag, low: flag}
spaces: [{id: x, title: X, wet: true, low: true}, {id: y, title: Y}, {id: z, title: Z}]
connections: {two_way: [[x, y], [y, z]]}
"""
    tables = f"  - {{answers: [go], keep: [{{{row}}}]}}\n"
    with pytest.raises(RulebookError) as raised:
        asked(tmp_path, "choose a space, to go", tables, **{"../map": board})
    (problem,) = raised.value.problems
    assert problem.suggestion == suggestion
    if suggestion is not None:
        kind = row.partition(":")[0]
        mended = f"  - {{answers: [go], keep: [{{{kind}: {suggestion.strip('`')}}}]}}\n"
        assert asked(tmp_path, "choose a space, to go", mended, **{"../map": board})


def test_a_row_that_cannot_be_read_and_needs_a_number(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match=r"; `highest` needs a number, as `number of [(]spaces …[)]`"):
        asked(tmp_path, "choose a space, to go", "  - {answers: [go], keep: [{highest: spaces round it}]}\n")


HANDS = """
zones:
  - {id: deck, title: Deck, face: nobody, starts with: [main]}
  - {id: hand, title: Hand, for: seat, face: owner}
  - {id: open, title: Open, for: seat, face: everyone}
"""
DECK = "deck: main\ntitle: Deck\nattributes: {rank: number}\ncards: [{id: ace, title: Ace, rank: 1}]\n"
RANKS = "(highest rank of it over cards in hand of {0})"


@pytest.mark.parametrize(
    "value",
    [
        RANKS.format("you"),
        "(highest rank of it over cards in open of the opponent)",
        "number of cards in hand of the opponent",
        "number of cards in deck",
        "(1 if hand of the opponent has cards, otherwise 2)",
    ],
)
def test_a_table_sees_its_seats_cards_what_lies_open_and_how_many_cards_there_are(value: str, tmp_path: Path) -> None:
    tables = f"  - {{answers: [go], keep: [{{highest: '{value}'}}]}}\n"
    assert asked(tmp_path, "choose a space, to go", tables, **{"../zones": HANDS, "../cards/main": DECK})


@pytest.mark.parametrize(
    "value",
    [
        RANKS.format("the opponent"),
        RANKS.format("red"),
        "number of (cards in hand of the opponent where rank of it is 1)",
        "rank of (top card of deck)",
        "(1 if some card in deck is ace, otherwise 2)",
    ],
)
def test_a_table_does_not_see_what_is_hidden_from_its_seat(value: str, tmp_path: Path) -> None:
    tables = f"  - {{answers: [go], keep: [{{highest: '{value}'}}]}}\n"
    files = {"../zones": HANDS, "../cards/main": DECK}
    with pytest.raises(RulebookError) as raised:
        asked(tmp_path, "choose a space, to go", tables, **files)
    (problem,) = raised.value.problems
    assert (problem.code, problem.suggestion) == ("hidden-cards", "`sees: [ZONE]` if it may")
    assert problem.message == "a table sees what lies open and the cards of its own seat; this looks at others"
    assert asked(tmp_path, "choose a space, to go", f"{tables}sees: [hand, deck]\n", **files)


def test_a_table_does_not_see_a_card_that_nobody_sees(tmp_path: Path) -> None:
    tables = "  - {answers: [go], keep: [{that: omen is ace}]}\n"
    omen = "variables: [{id: omen, is: card}, {id: worth, is: number, for: space, visible: nobody}]\n"
    files = {"../zones": HANDS, "../cards/main": DECK, "../vocabulary": omen}
    assert asked(tmp_path, "choose a space, to go", tables, **files)
    files["../vocabulary"] = omen.replace("is: card", "is: card, visible: nobody")
    with pytest.raises(RulebookError) as raised:
        asked(tmp_path, "choose a space, to go", tables, **files)
    (problem,) = raised.value.problems
    assert (problem.code, problem.suggestion) == ("hidden-cards", None)
    assert problem.message == "a table does not see the card in `omen`, which nobody sees"
