"""Saves and records of earlier versions, as these wrote them: taken, or refused with what has become of the rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.check.replay import replay_game
from interpreter import load, load_match, replay
from interpreter.engine.playout import play_random
from interpreter.engine.saves import position_digest
from interpreter.matches.match import Game
from interpreter.playtest.records.game_records import find_record, format_played
from interpreter.support.errors import Location, SaveError
from interpreter.support.formats import (
    FORMAT_VERSIONS,
    LANGUAGE_VERSION,
    LANGUAGE_VERSIONS,
    MIGRATIONS,
    migrate_document,
    readable_formats,
)
from tests.loaded import game_of

BY_0_1 = Path(__file__).parent / "played_by_0_1"
BY_0_2 = Path(__file__).parent / "played_by_0_2"
GAMES = sorted(path.stem for path in BY_0_1.glob("*.jsonl"))
PLAYED_BY_0_2 = sorted(path.stem for path in BY_0_2.glob("*.jsonl"))
"""A game, its variants, the number of players."""
SOME = [name if name == "revolution" else pytest.param(name, marks=pytest.mark.parts) for name in GAMES]
LOADED = {"red_flag_over_paris_censor_russian_edition", "revolution"}
"""Those whose game is loaded by its record in every run; the saves of all of them are read with games that are loaded
once for all tests."""
CHANGED: set[str] = set()
"""The games whose record is one that the rules of today do not allow."""


def test_there_is_a_match_of_each_game() -> None:
    assert len(GAMES) == 4 and {path.stem for path in BY_0_1.glob("*.json")} == set(GAMES)


@pytest.mark.parametrize("name", SOME)
def test_a_record_of_0_1(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = BY_0_1 / f"{name}.jsonl"
    assert find_record(str(path)).language == "0.1"
    status = replay_game(str(path), None, None)
    done = capsys.readouterr()
    if name in CHANGED:
        assert status == 1 and f"{path}:1:1: played by 0.1, whose rule" in done.err and " differ" in done.err
    else:
        assert (status, done.out.splitlines()[-1]) == (0, "as recorded"), done.err


@pytest.mark.parts
@pytest.mark.parametrize("name", GAMES)
def test_a_save_of_0_1(name: str, tmp_path: Path) -> None:
    path = BY_0_1 / f"{name}.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    if name in CHANGED:
        with pytest.raises(SaveError, match=r"played by 0\.1, whose rule"):
            load_match(path)
        return
    match = load_match(path)
    assert (match.game.id, match.seed, match.choices) == (name, data["seed"], data["choices"])
    match.save(tmp_path / "again.json")
    again = json.loads((tmp_path / "again.json").read_text(encoding="utf-8"))
    assert (again["format"], again["language"]) == (FORMAT_VERSIONS["save"], LANGUAGE_VERSION) and "cahier" not in again
    assert load_match(tmp_path / "again.json", match.game).snapshot() == match.snapshot()


def test_0_2_has_played_each_game() -> None:
    records = [find_record(str(BY_0_2 / f"{name}.jsonl")) for name in PLAYED_BY_0_2]
    assert {record.game for record in records} == set(GAMES) and {record.language for record in records} == {"0.2"}
    assert len(PLAYED_BY_0_2) == len(list(BY_0_2.glob("*.json"))) == 11


@pytest.mark.parametrize(
    "name", [name if name in LOADED else pytest.param(name, marks=pytest.mark.parts) for name in PLAYED_BY_0_2]
)
def test_a_record_of_0_2(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Random and table players drew otherwise then; what they chose is still a game, with the same chance."""
    status = replay_game(str(BY_0_2 / f"{name}.jsonl"), None, None)
    done = capsys.readouterr()
    assert (status, done.out.splitlines()[-1]) == (0, "as recorded"), done.err


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=pytest.mark.parts if "solo" in each else ()) for each in PLAYED_BY_0_2]
)
def test_a_save_of_0_2(name: str, tmp_path: Path) -> None:
    """Test that all choices can be taken, with the same chance.

    All games were reworded since, so the place of the match within their texts differs.
    """
    data = json.loads((BY_0_2 / f"{name}.json").read_text(encoding="utf-8"))
    game = game_of(data["game"], *data["variants"], players=data["players"])
    data["position"] = position_digest(replay(game, data["seed"], data["choices"]).snapshot())
    path = tmp_path / "save.json"
    path.write_text(json.dumps(data | {"rules": game.rulebook.digest}), encoding="utf-8")
    match = load_match(path, game)
    assert (match.seed, match.choices) == (data["seed"], data["choices"])


@pytest.fixture
def line(game: Game) -> dict[str, Any]:
    """A record of the sample game."""
    data: dict[str, Any] = json.loads(format_played(game, 7, 0, play_random(game, 7, 0, record=True)))
    assert (data["format"], data["language"]) == (FORMAT_VERSIONS["record"], LANGUAGE_VERSION)
    return data


def older(data: dict[str, Any]) -> dict[str, Any]:
    """As 0.1 would have written it."""
    return {name: value for name, value in data.items() if name not in ("format", "language")}


def replayed(data: dict[str, Any], folder: Path, rules: Path) -> int:
    path = folder / "changed.jsonl"
    path.write_text(json.dumps(data) + "\n", encoding="utf-8")
    return replay_game(str(path), None, str(rules))


@pytest.mark.parametrize("place", [0, 3, -1])
def test_a_choice_that_is_not_on_offer_now(
    place: int, line: dict[str, Any], folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line["choices"][place] = "gone"
    number = range(len(line["choices"]))[place] + 1
    assert replayed(line, tmp_path, folder) == 1
    assert f"changed.jsonl:1:1: the replay differs: decision {number}: `gone`" in capsys.readouterr().err
    assert replayed(older(line), tmp_path, folder) == 1
    told = capsys.readouterr().err
    assert "played by 0.1, whose rule for `" in told and f"differs: at decision {number} " in told
    assert "chose `gone`, which is not on offer now" in told and "the replay differs" not in told


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data["choices"].append("more"), "the match is over before decision "),
        (lambda data: data["choices"].pop(), "decisions the game is not over"),
        (lambda data: data["outcome"].update(reason="rain"), "reason: rain in the record, "),
    ],
)
def test_another_end(
    change: Any, said: str, line: dict[str, Any], folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(line)
    assert replayed(older(line), tmp_path, folder) == 1
    told = capsys.readouterr().err
    assert "played by 0.1, whose rules differ: " in told and said in told


def test_a_save_is_judged_by_its_choices(game: Game, tmp_path: Path) -> None:
    match = game.start(3)
    for _ in range(4):
        match.choose(0)
    path = tmp_path / "match.json"
    match.save(path)
    data = json.loads(path.read_text(encoding="utf-8"))
    before = {"cahier": 1, **older(data), "rules": "0" * 64, "position": "0" * 64}
    path.write_text(json.dumps(before), encoding="utf-8")
    assert load_match(path, game).choices == match.choices
    before["choices"][2] = "gone"
    path.write_text(json.dumps(before), encoding="utf-8")
    with pytest.raises(SaveError) as caught:
        load_match(path, game)
    assert caught.value.problems[0].code == "played-by-older" and "at decision 3 " in caught.value.message


@pytest.mark.parametrize(("field", "value"), [("format", "0.9"), ("language", "0.9"), ("format", 2), ("language", [])])
def test_a_record_of_a_later_version_is_refused(field: str, value: Any, line: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "later.jsonl"
    path.write_text(json.dumps(line | {field: value}) + "\n", encoding="utf-8")
    with pytest.raises(SaveError) as caught:
        find_record(str(path))
    assert caught.value.problems[0].code == f"other-{field}" and "this version reads 0.1, 0.2" in caught.value.message


def test_versions_stand_in_order() -> None:
    for known in (*map(readable_formats, MIGRATIONS), LANGUAGE_VERSIONS):
        assert list(known) == sorted(known) and len(set(known)) == len(known)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("kind", "ending"), [("save", "json"), ("record", "jsonl")])
def test_what_0_1_wrote_becomes_a_document_of_today(name: str, kind: str, ending: str) -> None:
    path = BY_0_1 / f"{name}.{ending}"
    data = json.loads(path.read_text(encoding="utf-8"))
    document = migrate_document(data, kind, Location(str(path)))
    assert document is not None and "format" not in data
    assert (document.pop("format"), document.pop("language")) == (FORMAT_VERSIONS[kind], "0.1")
    assert document == {field: value for field, value in data.items() if field != "cahier"}
    assert migrate_document({"any": "thing"}, "save", Location("x")) is None


def test_steps_follow_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A format to come, of which choices have another name, takes what 0.1 wrote."""

    def of_0_2(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "format": "0.3", "choices": data.pop("chosen")}

    def of_0_1(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "format": "0.2", "language": "0.1", "chosen": data.pop("choices")}

    monkeypatch.setitem(FORMAT_VERSIONS, "record", "0.3")
    monkeypatch.setitem(MIGRATIONS, "record", {"0.1": of_0_1, "0.2": of_0_2})
    path = BY_0_1 / "revolution.jsonl"
    record = find_record(str(path))
    assert record.language == "0.1" and list(record.choices) == json.loads(path.read_text())["choices"]


def test_a_save_of_0_3_names_its_folder_whole(folder: Path, tmp_path: Path) -> None:
    """The folder of another place, and a variant there, as 0.3 named them."""
    variant = tmp_path / "far" / "away" / "mine.yaml"
    variant.parent.mkdir(parents=True)
    variant.write_text("id: mine\nfor: sample\ntitle: Mine\nchange:\n- {at: game/title, to: Mine}\n", encoding="utf-8")
    match = load(folder, [str(variant)]).start(3)
    match.choose(0)
    path = tmp_path / "far" / "off" / "match.json"
    path.parent.mkdir()
    match.save(path)
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["variants"] == ["mine.yaml"] and "folder" not in data
    earlier = data | {"format": "0.3", "variants": [str(variant)], "folder": str(folder)}
    path.write_text(json.dumps(earlier), encoding="utf-8")
    assert load_match(path).snapshot() == match.snapshot()


def test_the_rule_that_keeps_it_out_is_named(folder: Path, tmp_path: Path) -> None:
    match = load(folder).start(3)
    path = tmp_path / "match.json"
    match.choose(0)
    match.save(path)
    data = json.loads(path.read_text(encoding="utf-8"))
    asked = load(folder).start(3)
    assert asked.decision is not None
    offered = {option.key for option in asked.decision.options}
    other = next(card.id for card in match.game.rulebook.cards if card.id not in offered)
    path.write_text(json.dumps({"cahier": 1, **older(data), "choices": [other]}), encoding="utf-8")
    with pytest.raises(SaveError) as caught:
        load_match(path)
    reason = asked.why_not(other, asked.decision.seat)
    assert reason is not None and caught.value.message.endswith(f"now: {reason.text} ({reason.where})")
