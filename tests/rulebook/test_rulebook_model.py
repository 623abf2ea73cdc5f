"""Model of a valid rulebook."""

from __future__ import annotations

import copy
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.rulebook.build import load_rulebook, read_rulebook
from interpreter.rulebook.model import PiecePlacement, Text
from interpreter.rulebook.scenarios.expectations import (
    ExpectedCondition,
    ExpectedDecider,
    ExpectedEnd,
    ExpectedOptions,
    ExpectedView,
)
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from interpreter.rulebook.source.files import installed_games
from interpreter.rulebook.source.nodes import Problems, SourceFile, YamlMapping, YamlScalar
from interpreter.rulebook.source.yaml_reader import read_yaml
from interpreter.support.errors import CahierError


def texts(text: str) -> dict[str, Text]:
    """The texts of a mapping in YAML."""
    problems = Problems()
    node = read_yaml(SourceFile("x.yaml", "x.yaml", tuple(text.split("\n"))), text, problems)
    assert isinstance(node, YamlMapping), problems.errors()
    return {key: value.text for key, value in node.values.items() if isinstance(value, YamlScalar)}


def check_places(yaml: str, text: Text) -> None:
    """Every word of the text stands where it says it stands."""
    lines = yaml.split("\n")
    for number, line in enumerate(text.split("\n"), 1):
        for column, letter in enumerate(line, 1):
            where = text.place_at(number, column)
            if letter != " ":
                assert lines[where.line - 1][where.column - 1] == letter, (number, column, where)
                assert text.excerpt(where) == lines[where.line - 1]


@pytest.mark.parametrize(
    "value",
    [
        "move 1 piece",
        '"move 1 piece: now"',
        "'move 1 piece'",
        "|\n  if a:\n    move\n\n  otherwise:\n    stop\n",
        "|-\n      deep\n        er\n",
        "|2\n    indented\n  out\n",
        "|+\n  kept\n\n\n",
        ">\n  folded text\n  goes on\n\n  and a new line\n    more indented\n  end\n",
        "plain text\n  goes on here\n  and here",
        '"quoted text\n  goes on here\n\n  and here"',
        "'single\n   quoted'",
        "|  # a comment\n  text # no comment\n",
    ],
)
def test_text_knows_its_place(value: str) -> None:
    yaml = f"# first\nbefore: x\nkey: {value}\nafter: y\n"
    check_places(yaml, texts(yaml)["key"])


def test_text_with_escapes_stays_in_its_line() -> None:
    text = texts('key: "either \\"a\\": b"')["key"]
    assert text == 'either "a": b'
    assert text.place_at(1, 1) == text.where
    assert text.place_at(1, 1).column == 7
    assert text.place_at(9, 9) == text.where


def test_text_can_be_copied() -> None:
    text = texts("key: |\n  a\n  b\n")["key"]
    for other in (copy.deepcopy(text), pickle.loads(pickle.dumps(text))):
        assert other == text
        assert other.place_at(2, 1) == text.place_at(2, 1)


def test_the_sample(folder: Path) -> None:
    game = load_rulebook(folder)
    assert game.id == "sample"
    assert game.title == {"en": "Sample", "ru": "Пример"}
    assert [seat.id for seat in game.seats] == ["white", "black"]
    assert game.players == (2, 2)
    gate, market, tower = game.map.spaces
    assert gate.attributes == {"region": "north", "home": "white", "key": False}
    assert gate.at == (0.1, 0.5)
    assert market.attributes["home"] is None
    assert market.source == {"title": "rulebook", "region": "ours"}
    assert tower.closed
    assert sorted(game.map.graph.edges) == [("gate", "market"), ("market", "gate"), ("market", "tower")]
    guard, stone = game.pieces
    assert guard.is_owned
    assert guard.start[:2] == (PiecePlacement("white", "gate", 2), PiecePlacement("white", "reserve", 4))
    assert stone.start == (PiecePlacement(None, "market", 1), PiecePlacement(None, "out", 2))
    assert (guard.room_each, guard.room_all) == (4, None)
    assert [box.per_seat for box in game.boxes] == [True, True, False]
    assert game.boxes[1].attributes == {"bonus": "reserve"}
    drive = game.tracks[2]
    assert drive.names["white"] == ("courage", {"en": "Courage"})
    assert drive.gives == {"slots": (0, 2, 3, 4)}
    assert [(each.direction, each.steps, each.seat) for each in drive.triggers] == [
        ("raised", (2, 3), None),
        ("lowered", (1,), "white"),
    ]
    assert game.zones[1].starts_with == ("main",)
    assert game.zones[1].when_empty == "shuffle discard"
    assert [(card.id, card.attributes) for card in game.cards] == [
        ("watch", {"strength": 1, "side": "white"}),
        ("dawn", {"strength": 2, "side": None}),
        ("dusk", {"strength": 0, "side": None}),
    ]
    assert game.cards[2].event is None
    assert [(each.id, each.kind, each.per, each.start, each.visible) for each in game.variables] == [
        ("front", "seat", (), "white", "everyone"),
        ("counts", "number", ("seat", "space"), 0, "nobody"),
        ("held", "list of space", (), None, "everyone"),
    ]
    assert [(flag.id, flag.of) for flag in game.flags] == [("burnt", "space"), ("breached", "camp")]
    assert [(word.says, word.kind, word.turn) for word in game.words] == [
        (("{seat} is present in {space}", "{seat} is present"), "when", False),
        (("play",), "do", False),
        (("take a turn",), "do", True),
    ]
    assert game.start == "play"
    assert game.score == "lead of seat"
    assert read_rulebook(folder).is_complete


def test_places_are_those_of_the_files(folder: Path) -> None:
    game = load_rulebook(folder)
    event = game.cards[1].event
    assert event is not None
    lines = (folder / "cards" / "main.yaml").read_text(encoding="utf-8").split("\n")
    where = event.place_at(2, 3)
    assert where.file == str(folder / "cards" / "main.yaml")
    assert lines[where.line - 1][where.column - 1 :] == "raise lead"


def test_a_range_of_seats(folder: Path) -> None:
    (folder / "game.yaml").write_text(
        "id: sample\ntitle: Sample\nseats: {from: 2, to: 4, id: p, title: {en: Player, ru: Игрок}}\n", encoding="utf-8"
    )
    for file in ("pieces", "tracks", "vocabulary"):
        (folder / f"{file}.yaml").unlink()
    text = (folder / "map.yaml").read_text(encoding="utf-8").replace("home: white", "home: p4")
    (folder / "map.yaml").write_text(text, encoding="utf-8")
    text = (folder / "cards" / "main.yaml").read_text(encoding="utf-8").replace("side: white", "side: p1")
    (folder / "cards" / "main.yaml").write_text(text, encoding="utf-8")
    assert [seat.id for seat in load_rulebook(folder).seats] == ["p1", "p2"]
    game = load_rulebook(folder, players=3)
    assert [seat.title for seat in game.seats][2] == {"en": "Player 3", "ru": "Игрок 3"}
    assert game.players == (2, 4)
    assert game.map.spaces[0].attributes["home"] is None
    assert load_rulebook(folder, players=4).map.spaces[0].attributes["home"] == "p4"
    for wrong in (1, 5, -1, 10**9):
        with pytest.raises(CahierError):
            load_rulebook(folder, players=wrong)


def test_a_deck_in_two_files(folder: Path) -> None:
    (folder / "cards" / "more.yaml").write_text(
        "deck: main\ncards:\n  - {id: noon, title: Noon, strength: 3}\n", encoding="utf-8"
    )
    game = load_rulebook(folder)
    assert [deck.id for deck in game.decks] == ["main"]
    assert [card.id for card in game.cards] == ["watch", "dawn", "dusk", "noon"]


def test_the_digest_tells_what_was_read(folder: Path) -> None:
    first = load_rulebook(folder).digest
    (folder / "scenarios" / "a.yaml").write_text("[]\n", encoding="utf-8")
    (folder / "NOTES.md").write_text("x", encoding="utf-8")
    assert load_rulebook(folder).digest == first
    with (folder / "zones.yaml").open("a", encoding="utf-8") as file:
        file.write("# a comment\n")
    assert load_rulebook(folder).digest != first


def test_a_game_by_path_and_by_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_rulebook(folder / "game.yaml").id == "sample"
    monkeypatch.chdir(folder.parent)
    assert load_rulebook("sample").folder == "sample"
    monkeypatch.chdir(folder)
    assert load_rulebook(".").words[0].where.file == os.path.join(".", "vocabulary.yaml")
    with pytest.raises(CahierError) as caught:
        load_rulebook("sampel")
    assert caught.value.problems[0].code == "game-not-found"


@pytest.mark.parametrize("name", installed_games())
def test_the_games_of_the_project(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = load_rulebook(name)
    assert game.id == name
    load_scenarios(game)


def test_scenarios(folder: Path) -> None:
    game = load_rulebook(folder)
    (one,) = load_scenarios(game)
    assert (one.name, one.rule, one.players, one.variants) == ("x", "Y", None, ())
    given = one.given
    assert [(each.kind, each.owner, each.place, each.count) for each in given.pieces] == [
        ("guard", "white", "gate", 1),
        ("guard", "white", "reserve", 5),
        ("stone", None, "market", 3),
    ]
    assert [(each.track, each.seat, each.step) for each in given.tracks] == [
        ("lead", "white", 2),
        ("turn_no", None, 2),
        ("drive", "white", 1),
    ]
    assert [(each.variable, each.keys, each.value) for each in given.variables] == [
        ("front", (), "black"),
        ("counts", ("white", "gate"), 2),
        ("held", (), ("gate",)),
    ]
    assert [(each.flag, each.thing, each.seat) for each in given.flags] == [
        ("burnt", "gate", None),
        ("breached", "spare", "white"),
    ]
    assert [(each.zone, each.keys, each.cards) for each in given.zones] == [
        ("hand", ("white",), ("dawn",)),
        ("deck", (), ("dusk",)),
    ]
    assert (given.turn, given.begin) == ("white", "play")
    assert [(answer.seat, answer.key) for answer in one.answers] == [
        ("white", "gate"),
        ("black", "stop"),
        ("white", "3"),
    ]
    holds, options, view, over, decides = one.expected
    assert isinstance(holds, ExpectedCondition)
    assert holds.condition == "guards of white in Gate is 2"
    assert isinstance(options, ExpectedOptions)
    assert (options.relation, options.keys) == ("has", ("gate",))
    assert isinstance(view, ExpectedView)
    assert (view.seat, view.has, view.ids) == ("white", False, ("dawn",))
    assert isinstance(over, ExpectedEnd)
    assert (over.winners, over.reason) == (("white",), "x")
    assert isinstance(decides, ExpectedDecider)
    assert decides.seat == "black"


def test_a_scenario_file_from_elsewhere(folder: Path, tmp_path: Path) -> None:
    game = load_rulebook(folder)
    file = tmp_path / "mine.yaml"
    file.write_text("name: alone\nthen: [a is b]\n", encoding="utf-8")
    assert [scenario.name for scenario in load_scenarios(game, [str(file)])] == ["alone"]
    with pytest.raises(CahierError):
        load_scenarios(game, [str(tmp_path / "none.yaml")])


def test_copies_of_a_card(spoil: Callable[[str, str, str], Path]) -> None:
    book = load_rulebook(spoil("cards/main.yaml", "strength: 2\n", "strength: 2\n    copies: 3\n"))
    assert [card.id for card in book.cards] == ["watch", "dawn", "dawn_2", "dawn_3", "dusk"]
    dawn, *others = book.cards[1:4]
    assert all(
        (card.title, card.attributes, card.event) == (dawn.title, dawn.attributes, dawn.event) for card in others
    )


@pytest.mark.parametrize(
    ("copies", "message"),
    [
        ("0", "cards/main.yaml:10:13: error: 0 is too small: at least 1 (`copies`)"),
        ("1000000000", "cards/main.yaml:10:13: error: 1000000000 is too large: at most 2,000 (`copies`)"),
        ("1999", "cards/main.yaml:1:7: error: the deck `main` has 2,001 cards; at most 2,000 are allowed"),
    ],
)
def test_how_many_copies(copies: str, message: str, spoil: Callable[[str, str, str], Path]) -> None:
    folder = spoil("cards/main.yaml", "strength: 2\n", f"copies: {copies}\n    strength: 2\n")
    with pytest.raises(CahierError) as caught:
        load_rulebook(folder)
    assert message in str(caught.value).replace(f"{folder}/", "")


def test_a_copy_has_an_id_of_its_own(spoil: Callable[[str, str, str], Path]) -> None:
    spoil("cards/main.yaml", "strength: 2\n", "copies: 2\n    strength: 2\n")
    with pytest.raises(CahierError) as caught:
        load_rulebook(spoil("cards/main.yaml", "id: dusk", "id: dawn_2"))
    assert "the id `dawn_2` is used twice" in str(caught.value)
