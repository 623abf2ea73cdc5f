"""Whatever is changed in a chunk that was kept, it is refused, or is one that could have been played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cli.text.lab.comparison_text import format_comparison
from interpreter import load
from interpreter.lab.compare.comparison import ComparisonResult, can_stop
from interpreter.lab.compare.comparison_document import LineupResult, comparison_document
from interpreter.lab.compare.pairing import BlockAssembler
from interpreter.lab.compare.question import ComparedVersion, ComparisonSpec
from interpreter.lab.result_documents import to_json
from interpreter.matches.match import Game
from interpreter.playtest.run.arms import Arm, GameSpan
from interpreter.playtest.run.chunks import Chunk, ChunkOutputs
from interpreter.playtest.run.figures import figures
from interpreter.playtest.store.chunk_data import DecodeError, decode_chunk, encode_chunk
from interpreter.playtest.store.run_identity import RunTerms, terms_of
from interpreter.support.errors import CahierError
from tests.loaded import REPO, game_of

GAMES = 4
VALUES: tuple[Any, ...] = (None, True, 0, 1, -1, 2**62, "", "\x1b[2J", [], {}, [["x", 1]])


def played(game: Game) -> Chunk:
    return Arm(game, 5).chunk_player().play(0, GAMES, ChunkOutputs(endings=True))


def chunk_from(data: object, terms: RunTerms) -> Chunk:
    return decode_chunk(json.dumps(data), GameSpan(0, 0, GAMES), 0.5, terms.places, terms.participants)


def paths(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield (*at, key)
        yield from paths(value, (*at, key))


def mutants(data: Any) -> Iterator[Any]:
    """The same with one thing in it left out, twice there, or something else."""
    for *way, last in paths(data):
        for change in ("out", "twice", *VALUES):
            mutant = deepcopy(data)
            place = mutant
            for key in way:
                place = place[key]
            match change:
                case "out":
                    del place[last]
                case "twice" if isinstance(place, list):
                    place.append(place[last])
                case _:
                    place[last] = change
            yield mutant


def all_is_told(game: Game, chunk: Chunk, other: Chunk) -> None:
    """Compute all reports from chunks that were accepted; a stopped game is rejected."""
    json.dumps(figures(chunk.tally))
    for problem, _, _ in chunk.tally.stop_reasons():
        problem.render()
    side = ComparedVersion(game, dict.fromkeys(game.seats, "random"))
    for once in (False, True):
        blocks = BlockAssembler([GAMES])
        list(blocks.spans())
        for arm, each in enumerate((chunk, other)):
            each.arm = arm
            blocks.add(each)
        if blocks.first_stopped():
            continue
        assert blocks.take_look() is not None
        answer = ComparisonResult(
            ComparisonSpec(side, side, games=GAMES, is_single_look=once, seeds=(0, 1)), blocks.evidence, seconds=1.0
        )
        can_stop(answer)
        document = comparison_document([LineupResult(answer)])
        format_comparison(document, (side, side), ["cahier", "compare"])
        json.dumps(to_json(document))


@cache
def endless(folder: Path) -> Game:
    """A game that a mistake stops on its first day."""
    for file in (REPO / "tests/cli/market").rglob("*.yaml"):
        copy = folder / file.relative_to(REPO / "tests/cli/market")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(file.read_text())
    tracks, rules = folder / "tracks.yaml", folder / "sequence.yaml"
    tracks.write_text(tracks.read_text().replace("title: Day,", "title: Day, past its ends: error,"))
    rules.write_text(rules.read_text().replace("        raise day", "        raise day by 2"))
    return load(folder)


@pytest.mark.parts
@pytest.mark.parametrize(
    "name", ["tests/cli/market", "stopped", pytest.param("red_flag_over_paris", marks=pytest.mark.parts)]
)
def test_no_change_breaks_anything(name: str, tmp_path: Path) -> None:
    game = endless(tmp_path) if name == "stopped" else game_of(name)
    terms, chunk = terms_of(game, {}, 5), played(game)
    assert bool(chunk.tally.stopped) == (name == "stopped")
    data = json.loads(encode_chunk(chunk, terms.places))
    if name == "red_flag_over_paris":
        del data["tally"]["counts"]["cards"][3:]
    chunk_from(data, terms)
    refused = taken = 0
    for mutant in mutants(data):
        try:
            found = chunk_from(mutant, terms)
        except DecodeError:
            refused += 1
            continue
        taken += 1
        if found.endings.games:
            try:
                all_is_told(game, found, played_again(game))
            except CahierError:
                assert found.tally.stopped
    assert refused > 2 * taken > 0


@cache
def text_of(game: Game) -> str:
    return encode_chunk(played(game), terms_of(game, {}, 5).places)


def played_again(game: Game) -> Chunk:
    return chunk_from(json.loads(text_of(game)), terms_of(game, {}, 5))


@pytest.mark.parametrize("key", ["outcomes", "reasons", "turns", "decisions_per_game"])
def test_each_finished_game_counts_once(key: str) -> None:
    game = game_of("tests/cli/market")
    data = json.loads(text_of(game))
    data["tally"]["counts"][key][0][1] += 1
    with pytest.raises(DecodeError, match="add up"):
        chunk_from(data, terms_of(game, {}, 5))
    del data["tally"]["counts"][key]
    with pytest.raises(DecodeError, match="add up"):
        chunk_from(data, terms_of(game, {}, 5))


@pytest.mark.parametrize(("kind", "said"), [(None, "add up"), ([["nobody"], None, "fruit"], "does not play")])
def test_endings_are_those_of_the_game(kind: object, said: str) -> None:
    game = game_of("tests/cli/market")
    data = json.loads(text_of(game))
    data["endings"]["kinds"][0] = kind
    with pytest.raises(DecodeError, match=said):
        chunk_from(data, terms_of(game, {}, 5))
