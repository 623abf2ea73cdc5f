"""Work sent to another machine: text from which the same games are played."""

from __future__ import annotations

import base64
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from interpreter import load
from interpreter.matches.match import Game
from interpreter.playtest.cluster.parcels import (
    decode_arm,
    describe_machine,
    encode_arm,
    encode_outputs,
    play,
    program_digest,
)
from interpreter.playtest.records.game_records import with_local_rules
from interpreter.playtest.run.arms import Arm
from interpreter.playtest.run.chunks import ChunkOutputs
from interpreter.playtest.store.chunk_data import encode_chunk
from interpreter.playtest.store.run_identity import terms_of
from interpreter.rulebook.source.files import installed_games
from interpreter.support.errors import CahierError
from tests.loaded import REPO, game_of

MARKET = REPO / "tests" / "cli" / "market"
PLAIN = encode_outputs(ChunkOutputs())


def played(arm: Arm, wanted: ChunkOutputs) -> dict[str, Any]:
    chunk = arm.chunk_player().play(3, 4, wanted)
    chunk.record_lines = [with_local_rules(arm.game, line) for line in chunk.record_lines]
    found: dict[str, Any] = json.loads(encode_chunk(chunk, terms_of(arm.game, arm.seated, arm.seed).places))
    return found


@pytest.mark.parametrize(
    "name",
    [
        *(
            pytest.param(game, marks=[] if game == "red_flag_over_paris" else pytest.mark.parts)
            for game in installed_games()
        ),
        "tests/cli/market",
    ],
)
def test_the_same_games_come_from_what_was_sent(name: str) -> None:
    game = game_of(name)
    arm = Arm(game, 5, {game.seats[0]: "search:2"} if name == "tests/cli/market" else {})
    text = encode_arm(arm)
    there = decode_arm(text, strict=False)
    assert there.game is not game and there.game.rulebook.digest == game.rulebook.digest
    for wanted in (ChunkOutputs(), ChunkOutputs(endings=True), ChunkOutputs(records=True)):
        assert played(there, wanted)["tally"] == played(arm, wanted)["tally"]
    assert played(there, ChunkOutputs(endings=True)) == played(arm, ChunkOutputs(endings=True))
    assert str(REPO) not in text and not Path(there.game.rulebook.folder).exists()


@pytest.fixture
def overlay(tmp_path: Path) -> Game:
    """A game in a folder, with a variant in another."""
    shutil.copytree(MARKET, tmp_path / "somewhere" / "market")
    file = tmp_path / "elsewhere" / "rain.yaml"
    file.parent.mkdir()
    file.write_text("id: rain\ntitle: Rain\nfor: market\n")
    return load(tmp_path / "somewhere" / "market", variants=[str(file)])


def test_a_variant_by_its_path(overlay: Game) -> None:
    arm = Arm(overlay, 5)
    text = encode_arm(arm)
    assert "somewhere" not in text and "elsewhere" not in text
    answer = json.loads(play(text, (3, 4, 0), encode_outputs(ChunkOutputs(records=True)), strict=False))
    lines = [with_local_rules(overlay, line) for line in json.loads(answer["chunk"])["lines"]]
    assert lines == arm.chunk_player().play(3, 4, ChunkOutputs(records=True)).record_lines


def test_rules_that_have_changed_meanwhile(overlay: Game) -> None:
    rules = Path(overlay.rulebook.folder) / "sequence.yaml"
    rules.write_text(rules.read_text() + "\n")
    answer = json.loads(play(encode_arm(Arm(overlay, 5)), (0, 1, 0), PLAIN, strict=False))
    (problem,) = answer["problems"]
    assert problem[1] == "other-results" and "the content of the rules is" in problem[2]
    shutil.rmtree(overlay.rulebook.folder)
    with pytest.raises(CahierError, match="the files have just changed"):
        encode_arm(Arm(overlay, 5))


@pytest.mark.parametrize(
    ("change", "said"),
    [({"program": "0" * 64}, "another version of cahier"), ({"python": "2.7"}, "where games were asked for it is 2.7")],
)
def test_a_worker_of_another_version_that_came_later(change: dict[str, str], said: str) -> None:
    data = json.loads(encode_arm(Arm(game_of(MARKET), 5)))
    data["version"] |= change
    (problem,) = json.loads(play(json.dumps(data), (0, 1, 0), PLAIN, strict=False))["problems"]
    assert problem[1] == "other-version" and said in problem[2]


@pytest.mark.parametrize("name", ["../out.yaml", "/tmp/out.yaml", "cards/../../out.yaml"])
def test_a_file_that_would_lie_elsewhere(name: str) -> None:
    data = json.loads(encode_arm(Arm(game_of(MARKET), 5)))
    data["files"][name] = base64.b64encode(b"x").decode()
    answer = json.loads(play(json.dumps(data), (0, 1, 0), PLAIN, strict=False))
    assert [problem[1] for problem in answer["problems"]] == ["outside-folder"]


def test_a_mistake_of_ours_comes_back_as_text() -> None:
    answer = json.loads(play("{}", (0, 1, 0), PLAIN, strict=False))
    assert answer["broken"]["text"].startswith("KeyError: ") and "Traceback" in answer["broken"]["trace"]


def test_what_is_here() -> None:
    found = json.loads(describe_machine())
    assert set(found) == {"program", "python", "wasmtime"} and found["program"] == program_digest()
    assert len(program_digest()) == 64
