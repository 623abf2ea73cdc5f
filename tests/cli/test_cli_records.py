"""A game's own records: `cahier test` plays them again and says where they part; failing games are made short."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from cli.check.scenarios import RecordTests
from interpreter.playtest.records.game_records import MAX_LINE_LENGTH
from interpreter.playtest.scenarios.scenario_runner import GameCache
from tests.cli.command import Cahier
from tests.loaded import game_of

FILE = Path("market", "records", "plain.jsonl")
RULES = Path("market", "sequence.yaml")
SCENARIOS = 2


@pytest.fixture
def records(cahier: Cahier) -> Path:
    """Five games in the game's folder, with what happened in them."""
    FILE.parent.mkdir()
    assert cahier("playtest", "market", "--games", "5", "--seed", "1", "--record", str(FILE)).returncode == 0
    assert cahier("test", "market", "--accept").returncode == 0
    return FILE


def edit(old: str, new: str) -> None:
    text = RULES.read_text()
    assert old in text
    RULES.write_text(text.replace(old, new))


def changed(records: Path, **changes: Any) -> None:
    """Give the file's second record other fields."""
    lines = records.read_text().splitlines()
    lines[1] = json.dumps(json.loads(lines[1]) | changes)
    records.write_text("\n".join(lines) + "\n")


def run_tests(cahier: Cahier, *words: str) -> tuple[int, str, str]:
    done = cahier("test", "market", *words)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parts
def test_records_are_played_beside_the_scenarios(cahier: Cahier, records: Path) -> None:
    assert run_tests(cahier) == (0, f"{SCENARIOS + 5} passed, 0 failed\n", "")
    assert run_tests(cahier, str(records)) == (0, "5 passed, 0 failed\n", "")
    assert run_tests(cahier, "market/scenarios/selling.yaml")[1].endswith("passed, 0 failed\n")
    (records.parent / ".hidden.jsonl").write_text("nonsense\n")
    (records.parent / "notes.txt").write_text("nonsense\n")
    assert run_tests(cahier)[1] == f"{SCENARIOS + 5} passed, 0 failed\n"


def test_how_many_records_there_can_be_is_known_without_reading_them(tmp_path: Path) -> None:
    """A line each, though they are none; what is no regular file is not opened."""
    file, pipe = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    file.write_text("nonsense\n" * 1000)
    os.mkfifo(pipe)
    records = RecordTests(
        GameCache(game_of("tests/cli/market")), [str(file), str(pipe), str(tmp_path / "c.jsonl")], None
    )
    assert records.max_count == 1000
    assert [played.record for played in records.play()] == [None] * 3


def test_an_option_that_is_gone(cahier: Cahier, records: Path) -> None:
    edit("choose a stall, or stop, to sell\n", "choose a stall in south stalls, or stop, to sell\n")
    status, out, _ = run_tests(cahier)
    assert status == 1 and out.endswith("\n4 passed, 3 failed\n")
    assert (
        out.splitlines()[:4]
        == """\
market/records/plain.jsonl:1:1: failed: game 0 of seed 1
    decision 2: `fish` is not on offer to p1 now
        it is none of `south stalls` (market/sequence.yaml:15:25)
        choose a stall to sell: cheese, stop""".splitlines()
    )


def test_something_else_happens(cahier: Cahier, records: Path) -> None:
    """The first decision after which it does is named, with what was recorded; without a log only the end is known."""
    edit("raise day\n", "raise day by 2\n")
    status, out, _ = run_tests(cahier, str(records))
    assert status == 1 and out.endswith("\n0 passed, 5 failed\n")
    assert (
        out.splitlines()[:4]
        == """\
market/records/plain.jsonl:1:1: failed: game 0 of seed 1
    decision 4, where p2 chose `fish`: something else happens then
        recorded: track track=day source=1 target=2
        now: track track=day source=1 target=3""".splitlines()
    )


def test_another_end(cahier: Cahier, records: Path) -> None:
    plain = [{name: field for name, field in json.loads(line).items() if name != "log"} for line in records.open()]
    records.write_text("".join(json.dumps(line) + "\n" for line in plain))
    edit('because "fruit"', 'because "fish"')
    status, out, _ = run_tests(cahier, str(records))
    assert status == 1 and out.endswith("\n0 passed, 5 failed\n")
    assert "    reason: fruit in the record, fish now\n        it isn't known at which decision that begins" in out


def test_accepting_what_goes_otherwise(cahier: Cahier, records: Path) -> None:
    before = records.read_text().splitlines()
    edit("choose a stall, or stop, to sell\n", "choose a stall in south stalls, or stop, to sell\n")
    _, out, _ = run_tests(cahier, "--accept")
    assert "market/records/plain.jsonl:1:1: rewritten, with 1 of its 4 choices\n" in out
    assert out.endswith("\n7 passed, 0 failed\n")
    after = records.read_text().splitlines()
    assert [old == new for old, new in zip(before, after, strict=True)] == [False, True, False, True, False]
    first = json.loads(after[0])
    assert first["choices"][:1] == json.loads(before[0])["choices"][:1]
    assert len(first["log"]) == len(first["choices"]) + 1
    assert run_tests(cahier, "--accept")[1] == "7 passed, 0 failed\n"


@pytest.mark.parts
def test_rules_that_stop(cahier: Cahier, records: Path) -> None:
    edit("        raise day\n", "        while day < 9: raise day\n")
    records.write_text(records.read_text().partition("\n")[0] + "\n")
    status, out, err = run_tests(cahier, str(records), "--accept")
    assert (status, err) == (1, "") and out.endswith("\n0 passed, 1 failed\n")
    assert "decision 4: the rules can't go on: in `play the market`: this goes on without end" in out
    assert "\n        in market/sequence.yaml:" in out


@pytest.mark.parts
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"variants": ["/etc/x.yaml"]},
            "the variant `/etc/x.yaml` is a path; paths in a record are never opened automatically",
        ),
        ({"variants": ["nigth"]}, "nigth"),
        ({"game": "other"}, "this is a game of other, not of market"),
        ({"players": 99}, "99"),
        ({"choices": [1]}, "this line is not a recorded game: `choices` is missing or not a list of texts"),
        ({"log": ["fish"]}, "this line is not a recorded game: `log` is not a list of lists of texts"),
        ({"failed": 1}, "this line is not a recorded game: `failed` is not a text"),
        ({"format": "9"}, "its format is 9; this version reads 0.1, 0.2"),
    ],
)
def test_records_that_cannot_be_played(cahier: Cahier, records: Path, changes: dict[str, Any], said: str) -> None:
    changed(records, **changes)
    status, out, err = run_tests(cahier, str(records))
    assert status == 2 and said in err
    assert err.startswith("market/records/plain.jsonl:2:1: error: ") or changes.keys() & {"players", "variants"}
    assert out.splitlines()[-1].endswith(" passed, 1 failed")


def test_a_folder_in_a_record_is_not_opened(cahier: Cahier, records: Path) -> None:
    changed(records, folder="/nowhere")
    assert run_tests(cahier, str(records))[:2] == (0, "5 passed, 0 failed\n")


@pytest.mark.parametrize("content", [b"{\n", b"\xff\n", b"[" * 100_000 + b"\n", b"0" * (MAX_LINE_LENGTH + 9)])
def test_files_that_hold_no_records(cahier: Cahier, records: Path, content: bytes) -> None:
    records.write_bytes(records.read_bytes() + content)
    status, out, err = run_tests(cahier, str(records))
    assert (status, out) == (2, "5 passed, 1 failed\n")
    assert err.startswith("market/records/plain.jsonl:6:1: error: this line is not a recorded game: ")
    assert len(err) < 300


def test_links_and_pipes(cahier: Cahier, records: Path) -> None:
    os.mkfifo(records.parent / "pipe.jsonl")
    assert "pipe.jsonl: error: this isn't a regular file" in run_tests(cahier)[2]
    (records.parent / "pipe.jsonl").unlink()
    Path("elsewhere.jsonl").write_bytes(records.read_bytes())
    (records.parent / "link.jsonl").symlink_to(Path("elsewhere.jsonl").resolve())
    status, _, err = run_tests(cahier)
    assert status == 2 and "link.jsonl: error: this is a link to a file outside the game's folder" in err


# -- the shortest game that fails

STUCK = """\
      move 1 of your tokens from your purse to stall
      if tokens of you in Fruit > 1: get stuck
  - say: get stuck
    do: |
      while day < 9:
        if tokens of you in Fruit > 9: raise day
"""
SELLS = "      choose a stall, or stop, to sell\n      move 1 of your tokens from your purse to stall\n"


def lines_of(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


@pytest.mark.parts
def test_a_game_that_fails_is_made_short(cahier: Cahier, folder: Path) -> None:
    edit(SELLS, SELLS.partition("\n")[0] + "\n" + STUCK)
    edit("repeat 2 times", "repeat 4 times")
    edit("draw 1 card from deck", "draw 2 cards from deck")
    done = cahier("playtest", "market", "--games", "6", "--seed", "3", "--shrink", "short.jsonl")
    assert done.returncode == 2 and "written to short.jsonl" in done.stderr, done.stderr
    (short,) = lines_of("short.jsonl")
    assert short["choices"][-1] == "fruit" and len(short["choices"]) <= 4
    assert short["failed"] == "in `get stuck`: this goes on without end and was stopped"
    again = cahier("replay", "short.jsonl", "--rules", "market")
    assert again.returncode == 0 and "as recorded: it can't go on\nmarket/sequence.yaml:" in again.stdout
    FILE.parent.mkdir()
    Path("short.jsonl").rename(FILE)
    status, out, _ = run_tests(cahier, str(FILE))
    assert status == 1 and "the rules can't go on: in `get stuck`" in out and out.endswith("0 passed, 1 failed\n")
    edit("      while day < 9:\n        if tokens of you in Fruit > 9: raise day\n", "      raise day\n")
    assert run_tests(cahier, str(FILE))[:2] == (0, "1 passed, 0 failed\n")
    FILE.write_text(json.dumps(short | {"log": [["something else"]]}) + "\n")
    assert run_tests(cahier, str(FILE))[:2] == (0, "1 passed, 0 failed\n")
    FILE.write_text(json.dumps(short) + "\n")
    assert "the game can go on now" in cahier("replay", str(FILE), "--rules", "market").stderr
    FILE.write_text(json.dumps(short | {"choices": ["nonsense", *short["choices"]]}) + "\n")
    status, out, _ = run_tests(cahier, str(FILE))
    assert status == 1 and "can no longer be played; decision 1: `nonsense` is not on offer" in out


@pytest.mark.parts
def test_a_record_that_fails_is_made_short(cahier: Cahier, records: Path) -> None:
    edit("        raise day\n", "        if day > 1: get stuck\n        raise day\n")
    edit(
        "  - say: play the market",
        "  - say: get stuck\n    do: |\n      while day < 9: set day to 2\n  - say: play the market",
    )
    done = cahier("replay", str(records), "--rules", "market", "--shrink", "short.jsonl")
    assert done.returncode == 1 and "the rules can't go on" in done.stderr, done.stderr
    (short,) = lines_of("short.jsonl")
    assert len(short["choices"]) < len(lines_of(str(records))[0]["choices"])


@pytest.mark.parts
def test_a_game_that_never_ends_is_made_short(cahier: Cahier, folder: Path) -> None:
    """Two choices lead to where it goes on for ever. It counts for much work, so that it is abandoned soon."""
    sums = "sum of (" * 11 + "day" + ") over stalls" * 11
    heavy = f"          if day > 9 and ({sums}) > 0: raise day\n" * 40
    rules = RULES.read_text().partition("      shuffle deck\n")[0]
    RULES.write_text(
        f"""{rules}\
      as first of seats: choose a stall, to sell
      as first of seats:
        choose a stall, to sell, as second
        while day < 3:
          choose a stall, to sell, as third
          if second is not fish: raise day
{heavy}\
      end the game, nobody wins, because "fruit"
"""
    )
    done = cahier("playtest", "market", "--games", "4", "--seed", "1", "--shrink", "short.jsonl", "--jobs", "1")
    assert done.returncode == 2, done.stderr
    (short,) = lines_of("short.jsonl")
    assert len(short["choices"]) == 2 and short["choices"][1] == "fish"
    again = cahier("replay", "short.jsonl", "--rules", "market")
    assert (again.returncode, again.stdout.splitlines()[-1]) == (0, "as recorded: from here it never ends")
    FILE.parent.mkdir()
    Path("short.jsonl").rename(FILE)
    assert "decision 2: from here on the match still goes on without end" in run_tests(cahier, str(FILE))[1]
    FILE.write_text(json.dumps(short | {"log": [["something else"]]}) + "\n")
    assert "decision 2: from here on the match still goes on without end" in run_tests(cahier, str(FILE))[1]


def test_where_nothing_fails_nothing_is_written(cahier: Cahier, records: Path) -> None:
    done = cahier("playtest", "market", "--games", "3", "--shrink", "short.jsonl")
    assert (done.returncode, done.stderr) == (0, "no game has failed: short.jsonl was not written\n")
    done = cahier("replay", str(records), "--rules", "market", "--shrink", "short.jsonl")
    assert done.returncode == 0 and "no game has failed" in done.stderr and not Path("short.jsonl").exists()
