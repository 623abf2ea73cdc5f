"""Coverage: things that never happened in some games, of every kind, the same in both backends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter import load
from interpreter.engine.native_games import NativeGames
from interpreter.engine.playout import take_reached
from interpreter.lab.playtest_document import make_playtest_document
from interpreter.lab.result_documents import to_json
from interpreter.language.execution.executable import Backend
from interpreter.language.lowered.game import Function
from interpreter.language.lowered.instructions import ConditionalChain, Instruction, RecordPoint, instructions_in
from interpreter.language.lowered.operations import Operation
from interpreter.language.lowered.values import Apply, Constant, subvalues
from interpreter.matches.match import Game
from interpreter.players.base import SeatMatch
from interpreter.players.playing import play
from interpreter.playtest.cluster.parcels import decode_arm, encode_arm
from interpreter.playtest.run.arms import Arm, ArmRecipe, GameSpan
from interpreter.playtest.run.chunks import ChunkOutputs
from interpreter.playtest.run.coverage import CoverageCount
from interpreter.playtest.run.runner import PlaytestPlan, PlaytestResult, run_playtest
from interpreter.playtest.store.chunk_data import DecodeError, decode_chunk, encode_chunk
from interpreter.playtest.store.run_identity import terms_of
from interpreter.rulebook.source.files import find_folder, installed_games
from tests.loaded import game_of

FILES = {
    "game.yaml": "id: w\ntitle: W\nseats: [{id: red, title: Red}, {id: blue, title: Blue}]\n",
    "map.yaml": "noun: {one: town, many: towns}\nspaces: [{id: north, title: N}, {id: south, title: S}]\n",
    "pieces.yaml": "pieces: [{id: crow, supply: 4, start: {nest: 4}}]\nboxes: [{id: nest, title: Nest}]\n",
    "tracks.yaml": """
tracks:
  - {id: heat, title: Heat, between: [0, 99]}
  - {id: fear, title: Fear, between: [0, 9], when: [{raised to: 2, do: raise heat}, {raised to: 9, do: lower heat}]}
""",
    "zones.yaml": """
zones:
  - {id: deck, title: Deck, face: nobody, starts with: [main], when empty: raise heat}
  - {id: pile, title: Pile, face: everyone}
""",
    "cards/main.yaml": """
deck: main
title: Main
cards:
  - {id: ant, title: Ant, event: raise fear}
  - id: bee
    title: Bee
    event: |
      only if heat < 2
      raise fear
  - {id: cat, title: Cat, event: raise heat}
""",
}
SEQUENCE, CARDS = "sequence.yaml", "main.yaml"


def written(folder: Path, text: str, others: str = "", **files: str) -> Game:
    """A game in which red does what the text says. `others`: what else stands in its file."""
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    sequence = f'start: |\n  as red:\n{lines}  end the game, winner is red, because "seen"\n'
    given = FILES | {SEQUENCE: sequence + others} | {f"{name}.yaml": content for name, content in files.items()}
    for name, content in given.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    return load(folder)


def played(
    game: Game, backend: Backend, seated: dict[str, str] | None = None, jobs: int = 1, games: int = 40
) -> PlaytestResult:
    covering = game if game.rulebook.covers else game.with_coverage()
    return run_playtest(PlaytestPlan(covering, 1, games, jobs=jobs, seated=seated or {}, backend=backend))


def told(result: PlaytestResult, file: str = SEQUENCE) -> list[str]:
    """Return the uncovered parts of a file."""
    missing = [(item, step) for item, step in result.coverage.uncovered if item.where.file.endswith(file)]
    return [f"{item.kind} never {step}: {item.text}" for item, step in missing]


def never(game: Game, file: str = SEQUENCE, **seated: str) -> list[str]:
    """Return the uncovered parts of a file, which must be the same in both backends."""
    game = game.with_coverage()
    python, native = (played(game, backend, seated) for backend in ("python", "native"))
    assert native.native and not python.native
    assert to_json(make_playtest_document(python))["coverage"] == to_json(make_playtest_document(native))["coverage"]
    return told(python, file)


LAST = 'statement never done: end the game, winner is red, because "seen"'


@pytest.mark.parts
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if heat > 50:\n  raise fear", ["branch never true: if heat > 50:", "statement never done: raise fear"]),
        ("if heat is 0:\n  raise heat", ["branch never false: if heat is 0:"]),
        (
            "if heat is 5:\n  raise fear\notherwise if heat is 0:\n  raise heat\notherwise:\n  lower heat",
            [
                "branch never true: if heat is 5:",
                "statement never done: raise fear",
                "branch never false: otherwise if heat is 0:",
                "statement never done: lower heat",
            ],
        ),
        ("repeat 2 times:\n  if heat is 0: raise heat", []),
        ("for each town, as t:\n  only if t is north\n  raise heat", []),
        ("for each town:\n  only if heat < 50\n  raise heat", ["branch never false: only if heat < 50"]),
        ("while heat > 50:\n  raise fear", ["statement never done: raise fear"]),
        (
            'either "up":\n  raise heat\nor "down":\n  only if heat > 50\n  lower heat\nor "away":\n  raise fear',
            [
                "option never offered: down",
                "statement never done: only if heat > 50",
                "branch never true: only if heat > 50",
                "statement never done: lower heat",
            ],
        ),
        ('may "burn":\n  raise heat', []),
        ('may "burn":\n  only if heat is 0\n  raise heat', ["branch never false: only if heat is 0"]),
        ('repeat 2 times:\n  may "burn":\n    only if heat is 0\n    raise heat', []),
        ("repeat 9 times:\n  choose a town where it has crows\n  raise heat", ["statement never done: raise heat"]),
        (
            "let lost be first of cards in pile\nmove lost to deck",
            ["statement never done: move lost to deck"],
        ),
        ("must lower heat by 1", [LAST]),
        ("raise heat\nstop", [LAST]),
    ],
)
def test_statements_branches_and_options(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert never(written(tmp_path, text)) == expected


WORDS = """
words:
  - say: stoke
    do: |
      only if heat < 1
      raise heat
  - say: kindle
    do: |
      only if heat < 50
      raise heat
"""


@pytest.mark.parts
def test_what_is_only_asked_beforehand(tmp_path: Path) -> None:
    """A condition that keeps a phrase, or an event, from being offered was false, though nobody was there."""
    text = 'repeat 2 times:\n  either "more":\n    {}\n  or "less":\n    raise fear'
    assert not [line for line in never(written(tmp_path / "a", text.format("stoke"), WORDS)) if "heat < 1" in line]
    found = never(written(tmp_path / "b", text.format("kindle"), WORDS))
    assert [line for line in found if "heat < 50" in line] == ["branch never false: only if heat < 50"]
    tried = "for each card in deck:\n  if event of card can be played:\n    raise heat"
    false = "branch never false: only if heat < 2"
    assert false in never(written(tmp_path / "c", tried), CARDS)
    assert false not in never(written(tmp_path / "d", f"raise heat by 2\n{tried}"), CARDS)
    counted = "if number of (cards in deck where event of it can be played) > 0:\n  raise heat"
    assert false not in never(written(tmp_path / "e", f"raise heat by 2\n{counted}"), CARDS)


TRIGGERS = ["trigger never fired: raised to 2", "trigger never fired: raised to 9", "trigger never fired: when empty"]


@pytest.mark.parts
def test_triggers(tmp_path: Path) -> None:
    def triggers(game: Game) -> list[str]:
        return [line for line in never(game, ".yaml") if line.startswith("trigger")]

    assert triggers(written(tmp_path / "none", "raise heat")) == TRIGGERS
    assert triggers(written(tmp_path / "some", "raise fear by 3\ndraw 4 cards from deck to pile")) == TRIGGERS[1:2]
    watches = "watch:\n  - {when: heat > 5, do: lower heat by 5}\n  - {when: heat is 7, do: raise fear}\n"
    assert never(written(tmp_path / "watched", "raise heat by 6", watches)) == [
        "trigger never fired: when heat is 7",
        "statement never done: - {when: heat is 7, do: raise fear}",
    ]


def test_bends(tmp_path: Path) -> None:
    bends = """bends:
  - {after: kindle, do: raise fear}
  - {instead of: kindle, when: heat > 50, do: raise fear by 2}
  - {after: stoke, offer: again, when: heat > 50, do: raise fear by 3}
"""
    found = never(written(tmp_path, "kindle\nstoke", WORDS + bends))
    assert [line for line in found if not line.startswith(("statement", "branch"))] == [
        "bend never applied: instead of: kindle",
        "bend never applied: after: stoke",
        "option never offered: again",
    ]
    assert not [line for line in found if line.startswith("statement") and "after: kindle" in line]


def test_a_bend_that_is_declined(tmp_path: Path) -> None:
    bend = "bends:\n  - {after: stoke, offer: again, do: raise fear}\n"
    table = "{answers: [again], title: Again, first: [{choose: no}]}"
    bot = f"id: fox\nseat: red\ntitle: Fox\ntables:\n  - {table}\n"
    game = written(tmp_path, "stoke", WORDS + bend, **{"bots/fox": bot})
    assert never(game, red="table")[-3:] == [
        "bend never applied: after: stoke",
        "option never taken: again",
        "statement never done: - {after: stoke, offer: again, do: raise fear}",
    ]


FOX = """
id: fox
seat: red
title: Fox
tables:
  - answers: [up, away]
    title: Which way
    first:
      - {when: heat > 50, choose: away}
      - {when: heat < 50, choose: up}
      - {choose: away}
  - answers: [aim]
    title: Where
    keep:
      - {that: it is north}
      - {highest: heat}
"""


@pytest.mark.parts
def test_rows_of_tables(tmp_path: Path) -> None:
    """They are asked only where tables play; what a table never takes was offered."""
    text = 'either "up":\n  raise heat\nor "away":\n  raise fear\nchoose a town, to aim'
    game = written(tmp_path, text, **{"bots/fox": FOX})
    assert not never(game) and not never(game, "fox.yaml") and not never(game, "fox.yaml", blue="random")
    assert never(game, red="table") == ["option never taken: away", "statement never done: raise fear"]
    assert never(game, "fox.yaml", red="table") == [
        "row never decided: when heat > 50: choose away",
        "row never asked: choose away",
        "row never asked: highest heat",
    ]
    assert played(game, "python", {"red": "table", "blue": "search:1"}, games=2).coverage.counts[
        "row"
    ] == CoverageCount(2, 5)


def test_a_condition_that_held_though_its_option_was_never_taken(tmp_path: Path) -> None:
    text = 'either "up":\n  raise heat\nor "away":\n  only if heat < 50\n  raise fear\nchoose a town, to aim'
    game = written(tmp_path, text, **{"bots/fox": FOX})
    assert never(game, red="table") == [
        "option never taken: away",
        "statement never done: only if heat < 50",
        "branch never false: only if heat < 50",
        "statement never done: raise fear",
    ]


@pytest.mark.parts
def test_what_is_tried_has_not_happened(tmp_path: Path) -> None:
    text = "for each card in deck:\n  if event of card would change something:\n    raise heat"
    game = written(tmp_path, text)
    assert [line for line in never(game, CARDS) if "raise fear" in line] == [
        "statement never done: - {id: ant, title: Ant, event: raise fear}",
        "statement never done: raise fear",
    ]
    assert not [line for line in never(game) if "raise heat" in line]


def test_what_a_search_thinks_of_has_not_happened(tmp_path: Path) -> None:
    win, lose = (f'end the game, winner is {who}, because "{who}"' for who in ("red", "blue"))
    game = written(tmp_path, f'either "win":\n  {win}\nor "lose":\n  {lose}')
    assert told(played(game, "python")) == [LAST]
    found = played(game, "python", {"red": "search:30"}, games=3)
    assert told(found) == ["option never taken: lose", f"statement never done: {lose}", LAST]
    assert found.coverage.counts["option"] == CoverageCount(1, 2)


class Thoughtful:
    """Tries all options to the end, and takes the first one."""

    def choose(self, match: SeatMatch) -> str:
        for option in match.options:
            imagined = match.determinize()
            imagined.choose(option.key)
            assert imagined.is_over()
        return match.options[0].key


def test_what_players_try_has_not_happened(tmp_path: Path) -> None:
    game = written(tmp_path, 'either "up":\n  raise heat\nor "down":\n  raise fear').with_coverage()
    play(game, {"red": Thoughtful()})
    result = PlaytestResult(PlaytestPlan(game, 1, 1), reached=take_reached(game, logged=True))
    assert told(result) == ["option never taken: down", "statement never done: raise fear"]


@pytest.mark.parts
def test_what_stops_a_game_is_told_up_to_there(tmp_path: Path) -> None:
    """A game that machine code can't finish is played again: what it came to beyond that is not counted."""
    text = "raise heat\nrepeat 9 times:\n  for each town:\n    repeat 900000 times: raise fear\nlower heat"
    game = written(tmp_path, text)
    python, native = (played(game, backend, games=2) for backend in ("python", "native"))
    assert not python.tally.finished and not native.tally.finished
    assert python.coverage.figures() == native.coverage.figures()
    assert told(native) == ["statement never done: lower heat", LAST]
    games = NativeGames(native.plan.game, 1)
    assert list(games.play(0, 3)) == [0, 1, 2] and not any(games.take_reached())


@pytest.mark.parametrize(
    "name",
    [
        "revolution",
        *(pytest.param(name, marks=pytest.mark.parts) for name in installed_games() if name != "revolution"),
    ],
)
def test_both_backends_agree_and_play_the_same_games(name: str) -> None:
    game = game_of(name)
    covering = game.with_coverage()
    tables = {seat: "table" for seat in game.seats if any(bot.seat in (seat, None) for bot in game.rulebook.bots)}
    for seated in ({}, tables):
        python, native = (played(covering, backend, seated, games=8) for backend in ("python", "native"))
        plain = run_playtest(PlaytestPlan(game, 1, 8, seated=seated, backend="python"))
        assert native.native
        assert python.reached == native.reached != 0
        assert python.tally == native.tally == plain.tally


@pytest.mark.parts
def test_it_does_not_matter_who_plays_what() -> None:
    game = game_of("tests/cli/market")
    alone, together = (played(game, "python", jobs=jobs, games=20) for jobs in (1, 2))
    assert alone.coverage.figures() == together.coverage.figures()
    again = ArmRecipe(find_folder("revolution"), (), 2, game_of("revolution").rulebook.digest, 1, {}, None, covers=True)
    assert again.load_arm().game.rulebook.covers


def test_another_machine_notes_the_same() -> None:
    arm = Arm(game_of("tests/cli/market").with_coverage(), 5)
    there = decode_arm(encode_arm(arm), strict=True).chunk_player().play(0, 30, ChunkOutputs())
    assert there.reached == arm.chunk_player().play(0, 30, ChunkOutputs()).reached != 0
    terms = terms_of(arm.game, {}, 5)
    kept = decode_chunk(encode_chunk(there, terms.places), GameSpan(0, 0, 30), 0.0, terms.places, terms.participants)
    assert kept.reached == there.reached
    for wrong in ('"-1"', '"x"', '""', "7", "null", '"' + "f" * 100_001 + '"'):
        text = encode_chunk(there, terms.places).replace(f'"{there.reached:x}"', wrong)
        with pytest.raises(DecodeError, match="what happened is malformed"):
            decode_chunk(text, GameSpan(0, 0, 30), 0.0, terms.places, terms.participants)


@pytest.mark.parts
@pytest.mark.parametrize("name", ["red_flag_over_paris", "liberte", "tests/games/kuhn", "tests/language/sample"])
def test_whatever_can_happen_is_noted_somewhere(name: str) -> None:
    lowered = game_of(name).with_coverage().program.lowered(False)
    functions = [each for each in (*lowered.routines, *lowered.playable) if isinstance(each, Function)]
    bodies = [*(segment.body for segment in lowered.segments if segment), *(each.body for each in functions)]
    noted = {at for body in bodies for each in instructions_in(body) for at in points_of(each)}
    items = [item for item in lowered.items if item.kind != "row"]
    assert items and all(noted.intersection(points) for item in items for _, points in item.steps)


def points_of(instruction: Instruction) -> Iterator[int]:
    if isinstance(instruction, RecordPoint):
        yield instruction.point
    values = [*instruction.parts]
    if isinstance(instruction, ConditionalChain):
        values += [branch.condition for branch in instruction.branches]
    for part in (part for value in values for part in subvalues(value)):
        match part:
            case Apply(Operation.RECORDED, (_, Constant(int() as held), Constant(int() as failed))):
                yield from (held, failed)


def test_a_game_that_nobody_asks_of_notes_nothing() -> None:
    game = game_of("red_flag_over_paris")
    assert not game.program.code(False).reached and not game.program.code(False).items
    assert "coverage" not in to_json(make_playtest_document(run_playtest(PlaytestPlan(game, 1, 2))))
