"""Saved matches: taken back whole, or refused as a whole with a reason."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import load, load_match
from interpreter.matches.match import Game, Match
from interpreter.support.errors import CahierError, PlayError, SaveError


def played(game: Game, decisions: int, seed: int = 3) -> Match:
    match, pick = game.start(seed), Random(seed)
    while match.decision is not None and len(match.choices) < decisions:
        match.choose(pick.randrange(len(match.decision.options)))
    return match


@pytest.fixture
def saved(game: Game, tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    played(game, 6).save(path)
    return path


def refused(path: Path, game: Game | None = None) -> str:
    with pytest.raises(SaveError) as caught:
        load_match(path, game)
    assert caught.value.file == str(path)
    return caught.value.problems[0].code


@pytest.mark.parametrize("decisions", [0, 1, 6, 1000])
def test_a_match_comes_back(decisions: int, game: Game, tmp_path: Path) -> None:
    match = played(game, decisions)
    match.save(tmp_path / "match.json")
    back = load_match(tmp_path / "match.json", game)
    assert (back.snapshot(), back.choices, back.seed, back.log()) == (
        match.snapshot(),
        match.choices,
        match.seed,
        match.log(),
    )
    assert back.outcome() == match.outcome()


def test_a_save_is_small_and_holds_no_pickle(saved: Path) -> None:
    assert isinstance(json.loads(saved.read_text(encoding="utf-8")), dict)
    assert saved.stat().st_size < 4000
    assert [path.name for path in saved.parent.iterdir()] == ["match.json"]


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.99])
def test_a_truncated_file_is_refused(share: float, saved: Path) -> None:
    whole = saved.read_bytes()
    saved.write_bytes(whole[: int(len(whole) * share)])
    assert refused(saved) == "not-a-save"


FORGERIES: list[tuple[str, Any, str]] = [
    ("format", "0.9", "other-format"),
    ("format", 1, "other-format"),
    ("format", ["0.3"], "other-format"),
    ("language", "0.9", "other-language"),
    ("language", None, "other-language"),
    ("cahier", 1, "not-a-save"),
    ("seed", 4, "other-position"),
    ("seed", -1, "not-a-save"),
    ("seed", "3", "not-a-save"),
    ("seed", True, "not-a-save"),
    ("seed", 1.5, "not-a-save"),
    ("choices", [], "other-position"),
    ("choices", ["no such choice"], "not-playable"),
    ("choices", [1], "not-a-save"),
    ("choices", "stop", "not-a-save"),
    ("choices", None, "not-a-save"),
    ("rules", "0" * 64, "other-rules"),
    ("rules", 0, "not-a-save"),
    ("position", "0" * 64, "other-position"),
    ("variants", [7], "not-a-save"),
    ("folder", 7, "not-a-save"),
    ("game", "red_flag_over_paris", "other-rules"),
    ("game", "../sample", "not-a-save"),
    ("game", None, "not-a-save"),
]


@pytest.mark.parametrize(
    ("field", "value", "code"), FORGERIES, ids=[f"{field} {value}" for field, value, _ in FORGERIES]
)
def test_a_forged_file_is_refused(field: str, value: Any, code: str, saved: Path, game: Game) -> None:
    data = json.loads(saved.read_text(encoding="utf-8"))
    data[field] = value
    saved.write_text(json.dumps(data), encoding="utf-8")
    assert refused(saved, game) == code


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", 3),
        ("players", 10**30),
        ("variants", ["no_such_variant"]),
        ("folder", "/no/such/folder"),
        ("folder", "\x00"),
        ("game", "nowhere"),
    ],
)
def test_a_game_that_can_not_be_loaded(field: str, value: Any, folder: Path) -> None:
    path = folder.parent / "match.json"
    played(load(folder), 2).save(path)
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["folder"] == folder.name
    path.write_text(json.dumps(data | {field: value}), encoding="utf-8")
    assert refused(path) == ("other-rules" if field == "game" else "no-such-game")


def test_a_game_that_lies_elsewhere_is_not_named(saved: Path, game: Game) -> None:
    assert "folder" not in json.loads(saved.read_text(encoding="utf-8"))
    with pytest.raises(SaveError, match="`sample` is not among the games here"):
        load_match(saved)
    assert len(load_match(saved, game).choices) == 6


@pytest.mark.parametrize("place", [".", "..", "../saves", "saves"])
def test_a_game_beside_the_save_is_found(place: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = folder / place
    home.mkdir(exist_ok=True)
    match = played(load(folder), 2)
    match.save(home / "match.json")
    monkeypatch.chdir("/")
    assert str(folder.parent) not in (home / "match.json").read_text(encoding="utf-8")
    assert load_match(home / "match.json").snapshot() == match.snapshot()


@pytest.mark.parametrize("field", ["format", "language", "game", "seed", "choices", "rules", "position", "players"])
def test_a_missing_field_is_refused(field: str, saved: Path) -> None:
    data = json.loads(saved.read_text(encoding="utf-8"))
    del data[field]
    saved.write_text(json.dumps(data), encoding="utf-8")
    assert refused(saved) == "not-a-save"


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "{}", "7", '"x"', "{" * 100_000, "\x00", '{"cahier": 1}', "9" * 6000]
)
def test_another_file_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text(text, encoding="utf-8")
    assert refused(path) in ("not-a-save", "other-format")


def test_bytes_and_places_that_are_no_save(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_bytes(b"\xff\xfe\x00garbage")
    assert refused(path) == "not-a-save"
    assert refused(tmp_path) == "no-file"
    assert refused(tmp_path / "none.json") == "no-file"


def test_a_match_of_other_rules_is_refused(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    played(load(folder), 6).save(path)
    load_match(path)
    rules = folder / "vocabulary.yaml"
    rules.write_text(
        rules.read_text(encoding="utf-8").replace("do: raise count by n", "do: raise count by n + 1"), encoding="utf-8"
    )
    assert refused(path) == "other-rules"


def test_a_place_that_can_not_be_written(game: Game, tmp_path: Path) -> None:
    with pytest.raises(SaveError):
        game.start().save(tmp_path / "none" / "match.json")


@pytest.mark.parametrize("seed", [-1, 1.5, "1", None])
def test_bad_seeds(seed: Any, game: Game) -> None:
    with pytest.raises(PlayError):
        game.start(seed)


def test_a_choice_that_is_not_on_offer_changes_nothing(game: Game) -> None:
    match = played(game, 3)
    before = match.snapshot()
    for choice in ("no such key", "", 99, -1, True):
        with pytest.raises(CahierError):
            match.choose(choice)
        assert match.snapshot() == before and len(match.choices) == 3
