"""Figures of how people played: of recorded matches, counted by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from interpreter.engine.playout import play_random
from interpreter.lab.measure.people_document import people_document
from interpreter.lab.result_documents import to_json
from interpreter.matches.human_play import HumanAct, HumanChoice, HumanPlay, Takeback
from interpreter.playtest.records.game_records import Record, format_match, format_played, read_records
from interpreter.playtest.records.record_replay import Replay, rewrite_record
from interpreter.report.people_report import make_people_figures
from interpreter.support.errors import SaveError
from tests.loaded import game_of
from tests.result_schemas import check_document

GAME = "revolution"
SEATED = {"royalist": "human", "jacobin": "human"}


def line_of(acts: list[HumanAct], seed: int = 3) -> str:
    """A match that is over, with what people did in it."""
    match = game_of(GAME).start(seed)
    while match.decision is not None:
        match.choose(0)
    return format_match(match, SEATED, acts)


def records_of(folder: Path, *lines: str) -> list[Record]:
    path = folder / "matches.jsonl"
    path.write_text("".join(lines))
    return list(read_records(str(path)))


def choice(at: int, key: str, seconds: float | None, seat: str = "royalist", topic: str = "card") -> HumanChoice:
    return HumanChoice(seat, at, topic, ("a", "b", "c"), key, seconds)


ACTS: list[HumanAct] = [
    choice(0, "a", 2.0),
    choice(1, "b", 4.0, "jacobin"),
    choice(2, "a", 6.0),
    Takeback("royalist", 2),
    choice(2, "c", 8.0),
    choice(3, "c", None, "jacobin", "space"),
]


def test_times_options_and_takebacks(tmp_path: Path) -> None:
    found = people_document(records_of(tmp_path, line_of(ACTS), line_of(ACTS[:1], seed=4)))
    assert (found.matches, found.rules, found.undos, found.game) == (2, 1, 1, GAME)
    assert (found.total.decisions, found.total.undone, found.total.options) == (6, 1, 3.0)
    assert found.total.seconds is not None and found.total.seconds.sum == 22.0 and found.total.seconds.median == 4.0
    assert found.match_seconds is not None and (found.match_seconds.max, found.match_seconds.sum) == (20.0, 22.0)
    royalist, jacobin = found.seats["royalist"], found.seats["jacobin"]
    assert (royalist.matches, royalist.figures.decisions, royalist.figures.undone) == (2, 4, 1)
    assert (jacobin.matches, jacobin.figures.decisions) == (1, 2)
    assert jacobin.figures.seconds is not None and jacobin.figures.seconds.sum == 4.0
    assert [(each.topic, each.figures.decisions) for each in found.topics] == [("card", 5), ("space", 1)]
    assert found.topics[1].figures.seconds is None
    taken = {(each.topic, each.option): (each.offered, each.taken, each.undone) for each in found.options}
    assert taken["card", "a"] == (5, 3, 1) and taken["card", "b"] == (5, 1, 0) and taken["space", "c"] == (1, 1, 0)
    assert sum(found.reasons.values()) == 2


def test_a_takeback_of_several_choices_marks_them_all(tmp_path: Path) -> None:
    acts: list[HumanAct] = [choice(0, "a", 1.0), choice(1, "b", 1.0), Takeback("royalist", 0), choice(0, "b", 1.0)]
    found = people_document(records_of(tmp_path, line_of(acts)))
    assert (found.total.undone, found.undos) == (2, 1)


def test_the_document_fits_its_schema_and_has_figures(tmp_path: Path) -> None:
    found = people_document(records_of(tmp_path, line_of(ACTS)))
    check_document("people", to_json(found))
    empty = people_document(records_of(tmp_path, line_of([])))
    check_document("people", to_json(empty))
    tables = {each.table.id: each.table for each in make_people_figures(found, str.title)}
    assert tables.keys() == {"topics", "seats", "options", "reasons"}
    assert all(len(row) == len(table.columns) for table in tables.values() for row in table.rows)
    assert ("card", "a", "A", 4, 2, 1) in [row[:6] for row in tables["options"].rows]


def test_a_record_of_people_is_replayed_from_its_own_seed(tmp_path: Path) -> None:
    match = game_of(GAME).start(11)
    play = HumanPlay(match, ("royalist",))
    while not match.is_over():
        play.choose(0)
    (record,) = records_of(tmp_path, format_match(match, SEATED, play.acts))
    assert list(record.acts) == play.acts and record.seated == SEATED
    replay = Replay(game_of(GAME), record)
    assert [*replay.steps()][-1].choices == match.choices and replay.difference is None
    again, kept = rewrite_record(game_of(GAME), record)
    (rewritten,) = records_of(tmp_path, again)
    assert (rewritten.acts, rewritten.seated, kept) == (record.acts, SEATED, match.decisions)


def test_records_of_programs_are_as_before_and_refused(tmp_path: Path) -> None:
    game = game_of(GAME)
    line = format_played(game, 3, 0, play_random(game, 3, 0, record=True))
    assert "seated" not in json.loads(line) and "acts" not in json.loads(line)
    with pytest.raises(SaveError, match="played by programs"):
        people_document(records_of(tmp_path, line))
    other = json.dumps(json.loads(line_of(ACTS)) | {"game": "other"}) + "\n"
    with pytest.raises(SaveError, match="measure them separately"):
        people_document(records_of(tmp_path, line_of(ACTS), other))


@pytest.mark.parametrize("part", [{"seated": []}, {"seated": {"p1": 1}}, {"seated": None}, {"acts": {}}, {"acts": [1]}])
def test_a_forged_record_is_refused(part: dict[str, Any], tmp_path: Path) -> None:
    line = json.dumps(json.loads(line_of(ACTS)) | part) + "\n"
    with pytest.raises(SaveError, match="is not a recorded game"):
        records_of(tmp_path, line)
