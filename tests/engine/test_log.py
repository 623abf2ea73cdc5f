"""The log: added to only, shared by all positions of a match, and told from where one was told last."""

from __future__ import annotations

import dataclasses
import json
import shutil
import tracemalloc
from itertools import chain, pairwise
from pathlib import Path
from random import Random

import pytest

from cli.check.replay import replay_game
from interpreter import load
from interpreter.engine.events import Event
from interpreter.engine.playout import play_random
from interpreter.matches.match import Game, Match
from interpreter.playtest.records.game_records import format_played
from interpreter.presentation.log_lines import LogRenderer
from interpreter.rulebook.log_entries import ENTRY_KINDS, EVENT_FIELDS, Entry
from tests.counted import calls_of
from tests.loaded import REPO

MATES = Path(__file__).parent / "games" / "mates"
ROUNDS, TOLD = 400, 50


def test_each_kind_of_event_can_be_expected_in_a_scenario() -> None:
    schema = json.loads((REPO / "schemas" / "scenarios.schema.json").read_text("utf-8"))
    fields = schema["$defs"]["entry"]["properties"]
    assert set(fields["what"]["enum"]) == EVENT_FIELDS.keys()
    assert fields.keys() - {"what"} == set().union(*EVENT_FIELDS.values())
    named = {event for kind in ENTRY_KINDS.values() for _, event, _ in kind.event_fields}
    assert named | {"what"} == {each.name for each in dataclasses.fields(Event)}


@pytest.fixture(scope="module")
def talkative(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A long game of which the log has much to tell between two decisions."""
    folder = Path(shutil.copytree(MATES, tmp_path_factory.mktemp("games") / "mates"))
    (folder / "vocabulary.yaml").write_text("variables:\n  - {id: rounds, is: number, told: true}\n")
    (folder / "sequence.yaml").write_text(
        f"""start: |
  as p1:
    repeat {ROUNDS} times:
      choose one of other seats, to look, as whom
      repeat {TOLD} times: raise rounds by 1
  end the game, nobody wins, because "done"
"""
    )
    return folder


def play_on(match: Match, decisions: int, seed: int) -> None:
    pick = Random(seed)
    for _ in range(decisions):
        if match.decision is not None:
            match.choose(pick.randrange(len(match.decision.options)))


def test_what_the_log_takes_grows_with_the_log(talkative: Path) -> None:
    match = load(talkative).start(1)
    tracemalloc.start()
    play_on(match, ROUNDS, 1)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert match.is_over() and match.log_length > ROUNDS * TOLD
    assert most < 16 << 20  # with a copy of it at each decision: 400 x 10,000 references on average, 32 MB


@pytest.mark.parts
def test_a_replay_tells_each_entry_once(talkative: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = load(talkative)
    (tmp_path / "game.jsonl").write_text(format_played(game, 1, 0, play_random(game, 1, 0, record=True)))
    lines = calls_of(LogRenderer.line.__code__, lambda: replay_game(str(tmp_path / "game.jsonl"), None, str(talkative)))
    assert capsys.readouterr().out.endswith("as recorded\n")
    assert ROUNDS * TOLD < lines < ROUNDS * TOLD * 1.1


@pytest.mark.parametrize("seed", range(6))
def test_no_copy_writes_into_the_log_of_another(seed: int, game: Game) -> None:
    match, random = game.start(seed), Random(seed)
    family = [match]
    for _ in range(60):
        one = random.choice(family)
        way = random.randrange(4)
        if way == 0:
            family.append(one.copy())
        elif way == 1 and one.choices:
            one.undo()
        else:
            play_on(one, 1, random.randrange(1000))
    for one in family:
        alone = game.start(seed)
        for choice in one.choices:
            alone.choose(choice)
        assert (one.log(), list(one.state.uses)) == (alone.log(), list(alone.state.uses))
        for seat in game.seats:
            assert one.log(seat) == alone.log(seat)


def test_the_parts_of_a_log_are_the_log(game: Game) -> None:
    match = game.start(3)
    marks = [0]
    while not match.is_over():
        marks.append(match.log_length)
        play_on(match, 1, 3)
    for seat in (None, *game.seats):
        parts = [match.log(seat, since=start, until=end) for start, end in pairwise(marks)]
        parts.append(match.log(seat, since=marks[-1]))
        assert list(chain.from_iterable(parts)) == match.log(seat)


def test_all_that_is_written_down_has_names_for_its_parts(game: Game) -> None:
    match = game.start(5)
    play_on(match, 400, 5)
    entries = list(match.state.log or ())
    assert len({type(entry) for entry in entries}) > 3
    assert not [entry for entry in entries if not isinstance(entry, Entry)]
