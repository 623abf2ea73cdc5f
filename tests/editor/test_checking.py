"""Problems that the language server finds, without the protocol."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.check.check import check_all, check_with_cache, problems_as_data
from interpreter.editor import background_checks
from interpreter.editor.background_checks import (
    CheckScheduler,
    CheckStep,
    Finding,
    check_steps,
    findings_by_file,
    single_file_problems,
)
from interpreter.editor.buffers import Buffer, Buffers, GameWorkspace, workspace_of
from interpreter.language.checking.warnings.finder import find_warnings
from interpreter.language.suggestions.lines.line_search import SuggestionSearch
from interpreter.support.errors import Problem, RulebookError
from tests.authoring.test_uses import MORE, put_islands
from tests.counted import calls_of
from tests.editor.conftest import Opened
from tests.loaded import REPO

GAME = REPO / "rules" / "red_flag_over_paris"


RUSSIAN = """
names: {alder: Ольха}
nouns:
  alder: {is: f, nom: Ольха, gen: Ольхи, dat: Ольхе, acc: Ольху, ins: Ольхой, loc: Ольхе}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A small game with a bot, a variant, scenarios and a translation."""
    put_islands(tmp_path / "islands", MORE | {"text/ru.yaml": RUSSIAN})
    return tmp_path / "islands"


def no_failure(home: GameWorkspace, error: Exception) -> None:
    raise error


def found(folder: Path, edited: str = "", buffers: Buffers | None = None) -> set[Problem]:
    with (buffers or Buffers()).using_unsaved():
        parts = {step.part: step.problems for step in check_steps(GameWorkspace(str(folder)), edited)}
    return {problem for problems in parts.values() for problem in problems}


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("cards/voyage.yaml", "from Alder to Birch", "from Aldre to Birch"),
        ("map.yaml", "id: birch", "id: brch"),
        ("vocabulary.yaml", "lead(s) on {island}", "lead(s) on {island"),
        ("variants/windy.yaml", "for: islands", "for: islands\nuntitled: true"),
        ("variants/windy.yaml", "from: null, to: 1", "from: null, to: one"),
        ("vocabulary.yaml", "id: lit", "id: lid"),
        ("scenarios/some.yaml", "make Birch lit", "make Birch lid"),
        ("scenarios/some.yaml", "turn: reed", "turn: reid"),
        ("scenarios/some.yaml", "{name: out", "{nam: out"),
        ("game.yaml", "id:", "id"),
        ("text/ru.yaml", "gen: Ольхи", "gne: Ольхи"),
        ("text/ru.yaml", "is: f", "is: q"),
        ("game.yaml", "seats:", "why: {nobody sails: no wind}\nseats:"),
    ],
)
def test_it_finds_what_check_finds_in_what_is_not_saved(game: Path, name: str, old: str, new: str) -> None:
    path = game / name
    saved = path.read_text("utf-8")
    edited = saved.replace(old, new, 1)
    assert edited != saved
    buffers = Buffers()
    buffers.put(Buffer(path.as_uri(), str(path), edited))
    unsaved = found(game, str(path), buffers)
    try:
        path.write_text(edited, "utf-8")
        try:
            expected = check_all(str(game), (), None)[1]
        except RulebookError as error:
            expected = (*error.problems, *error.warnings)
    finally:
        path.write_text(saved, "utf-8")
    assert unsaved == set(expected) and expected
    assert found(game) == set(check_all(str(game), (), None)[1])


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("cards/more.yaml", "cards:", "crads:"),
        ("map.yaml", "id: birch", "id: brch, id: birch"),
        ("variants/windy.yaml", "for: islands", "for: islands\nuntitled: true"),
        ("scenarios/some.yaml", "- {name:", "- [name:"),
        ("scenarios/some.yaml", "then:", "thne:"),
        ("game.yaml", "id:", "id"),
        ("text/ru.yaml", "nouns:", "nuons:"),
    ],
)
def test_the_open_file_is_answered_for_before_its_game_is_read(game: Path, name: str, old: str, new: str) -> None:
    path = str(game / name)
    buffers = Buffers()
    saved = (game / name).read_text("utf-8")
    assert old in saved
    buffers.put(Buffer(f"file://{path}", path, saved.replace(old, new, 1)))
    other = str(game / ("map.yaml" if name == "game.yaml" else "game.yaml"))
    buffers.put(Buffer(f"file://{other}", other, "a: ["))  # then no game can be read
    told: list[tuple[str, set[str]]] = []

    async def opened() -> None:
        def publish(file: str, found: list[Finding]) -> None:
            told.append((file, {each.code for each in found}))

        CheckScheduler(buffers, publish, no_failure).start(GameWorkspace(str(game)), path)

    asyncio.run(opened())
    ((file, codes),) = told
    with buffers.using_unsaved():
        every = {problem.code for step in check_steps(GameWorkspace(str(game)), path) for problem in step.problems}
    assert file == path and codes and (codes <= every or name.startswith(("variants", "scenarios")))


def test_an_error_of_the_program_is_reported(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(home: GameWorkspace, edited: str) -> Iterator[CheckStep]:
        yield CheckStep(("game",), ())
        raise KeyError("out of step")

    monkeypatch.setattr(background_checks, "check_steps", broken)
    failures: list[tuple[GameWorkspace, str]] = []
    home = GameWorkspace(str(game))

    async def check() -> None:
        checks = CheckScheduler(Buffers(), lambda *_: None, lambda home, error: failures.append((home, repr(error))))
        checks.start(home, home.main_file)
        await asyncio.sleep(0.2)

    asyncio.run(check())
    assert failures == [(home, "KeyError('out of step')")]


def test_closed_games_are_forgotten(game: Path) -> None:
    path, home = str(game / "map.yaml"), GameWorkspace(str(game))
    buffers, published = Buffers(), dict[str, int]()
    buffers.put(Buffer(f"file://{path}", path, "a: ["))

    async def check() -> None:
        checks = CheckScheduler(buffers, lambda file, found: published.update({file: len(found)}), no_failure)
        checks.start(home, path)
        assert published.pop(path) > 0 and checks.published_findings(path)
        checks.forget_closed(buffers.games())
        assert not published and checks.published_findings(path)
        buffers.close(path)
        checks.forget_closed(buffers.games())
        assert published == {path: 0} and not checks.published_findings(path)
        checks.restart_all()
        await asyncio.sleep(0.2)
        assert published == {path: 0}

    asyncio.run(check())


def test_nothing_is_said_of_a_file_that_the_rest_of_its_game_makes_right(game: Path) -> None:
    for path in game.rglob("*.yaml"):
        assert single_file_problems(GameWorkspace(str(game)), str(path)) == ()


def test_every_finding_stands_in_a_file_of_the_game(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("id: lonely\ntitle: Lonely\nseats: [{id: one, title: One}]\nsource: ours\n")
    home = GameWorkspace(str(tmp_path))
    problems = [problem for step in check_steps(home, "") for problem in step.problems]
    files = findings_by_file(problems, home, Buffers())
    assert list(files) == [home.main_file]
    (finding,) = files[home.main_file]
    assert finding.message == f"{tmp_path}/sequence.yaml: the game has no sequence.yaml, nor `start` in its game.yaml"
    assert (finding.where.line, finding.where.column, finding.length) == (1, 1, 0)


def test_a_file_that_was_never_saved_is_part_of_the_game(market: Opened) -> None:
    text = "deck: more\ncards: [{id: gale, title: Gale, event: raise dya, source: ours}]\n"
    home = market.show("cards/more.yaml", text)
    with market.buffers.using_unsaved():
        problems = [problem for step in check_steps(home, "") for problem in step.problems]
    path = str(market.folder / "cards" / "more.yaml")
    files = findings_by_file(problems, home, market.buffers)
    assert "`dya` is not a name in this game\ndid you mean `day`?" in {finding.message for finding in files[path]}
    assert not (market.folder / "cards" / "more.yaml").exists()


def test_which_game_a_file_is_part_of(tmp_path: Path) -> None:
    folder = str(GAME)
    assert workspace_of(f"{folder}/map.yaml", "") == GameWorkspace(folder)
    assert workspace_of(f"{folder}/cards/new.yaml", "") == GameWorkspace(folder)
    for other in ("NOTES.md", "shopping.yaml", "cards/more/new.yaml", "records/new.yaml"):
        assert workspace_of(f"{folder}/{other}", "") is None
    mine = str(tmp_path / "mine.yaml")
    variant = "id: mine\nfor: red_flag_over_paris  # somebody else's\n"
    home = workspace_of(mine, variant)
    assert home is not None and home.variant == mine and os.path.samefile(home.folder, GAME)
    assert workspace_of(mine, variant.replace("red_flag", "green_flag")) is None
    assert workspace_of(mine, "for: red_flag_over_paris\n") is None


def test_a_mistake_in_another_file_is_told_at_once_and_then_what_was_meant(game: Path) -> None:
    words = game / "vocabulary.yaml"
    buffers = Buffers()
    buffers.put(Buffer(words.as_uri(), str(words), words.read_text("utf-8").replace("sail out", "sail outt", 1)))
    loads: list[int] = []
    with buffers.using_unsaved():
        steps = check_steps(GameWorkspace(str(game)), str(words))
        searched = calls_of(SuggestionSearch.improve.__code__, lambda: loads.append(len(next(steps).problems)))
        assert (searched, loads[0]) == (0, 1)
        (last,) = steps
    assert "outt" in " ".join(last.problems[0].suggestion_lines())


def test_mended_errors_go_before_warnings_are_searched(game: Path) -> None:
    words = game / "vocabulary.yaml"
    saved = words.read_text("utf-8")
    words.write_text(saved + "  - {say: '{island} is remote', when: island is lit}\n", "utf-8")
    first: list[CheckStep] = []
    steps = check_steps(GameWorkspace(str(game)), str(words))
    assert calls_of(find_warnings.__code__, lambda: first.append(next(steps))) == 0
    warned = next(steps)
    assert first == [CheckStep(("game",), ())] and warned.part == ("warnings",) and warned.problems
    words.write_text(words.read_text("utf-8").replace("is lit}", "is lid}"), "utf-8")
    assert {step.part for step in check_steps(GameWorkspace(str(game)), "")} <= {("game",), ("warnings",)}


def test_a_variant_of_somebody_elses_game(tmp_path: Path) -> None:
    path = str(tmp_path / "mine.yaml")
    text = "id: mine\nfor: red_flag_over_paris\ntitle: Mine\nchange:\n  - {at: tracks/day/start, to: 2}\n"
    buffers = Buffers()
    buffers.put(Buffer("file:///mine", path, text))
    Path(path).touch()
    home = workspace_of(path, text)
    assert home is not None
    with buffers.using_unsaved():
        (step,) = check_steps(home, path)
    assert [(problem.where.file, problem.where.line) for problem in step.problems] == [(path, 5)]
    assert list(findings_by_file(step.problems, home, buffers)) == [path]


def test_it_finds_what_check_finds_in_the_look_and_with_most_players(tmp_path: Path) -> None:
    folder = tmp_path / "crowd"
    folder.mkdir()
    (folder / "game.yaml").write_text(
        "id: crowd\ntitle: Crowd\nseats: {from: 2, to: 4, id: p, title: Player}\n"
        "variables: [{id: coins, is: number, for: seat}]\n"
        "start: |\n  as p1: raise coins of the opponent\n  end the game, nobody wins\n",
        "utf-8",
    )
    (folder / "style.yaml").write_text("border: rank\n", "utf-8")
    steps = {step.part: step.problems for step in check_steps(GameWorkspace(str(folder)), "")}
    expected = check_with_cache(str(folder), (), None, False, None)[1]
    assert {problem for problems in steps.values() for problem in problems} == set(expected)
    assert [problem.message for problem in steps["style",]] == ["`rank` is no field of a card"]
    assert [problem.message[:15] for problem in steps["players",]] == ["with 4 players:"]


EDITS = [
    ("vocabulary.yaml", "lead(s) on {island}", "lead(s) at {island}"),
    ("vocabulary.yaml", "lead(s) on {island}", "lead(s) on {island}"),
    ("vocabulary.yaml", "lead(s) on {island}", "sail(s) on {island}"),
    ("map.yaml", "title: Birch", "title: Beech"),
    ("cards/voyage.yaml", "from Alder to Birch", "from Birch to Alder"),
    ("map.yaml", "title: Birch", "title: Alder Bay"),
    ("text/ru.yaml", "alder: Ольха", "adler: Ольха"),
    ("text/ru.yaml", "gen: Ольхи", "gne: Ольхи"),
    ("text/ru.yaml", "gen: Ольхи", "gen: Ольхи"),
    ("variants/windy.yaml", "from: null, to: 1", "from: null, to: 2"),
]
"""Changes made one after the other, each to the saved file."""


@pytest.mark.parts
def test_what_is_kept_in_memory_answers_for_no_changed_file(game: Path, tmp_path: Path) -> None:
    buffers = Buffers()
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    for name, old, new in EDITS:
        path = game / name
        saved = path.read_text("utf-8")
        assert old in saved
        edited = saved.replace(old, new, 1)
        buffers.put(Buffer(path.as_uri(), str(path), edited))
        warm = found(game, str(path), buffers)
        buffers.close(str(path))
        path.write_text(edited, "utf-8")
        try:
            command = [sys.executable, "-m", "cli", "check", "--json", str(game)]
            answer = subprocess.run(command, capture_output=True, text=True, cwd=REPO, env=environment, check=False)
        finally:
            path.write_text(saved, "utf-8")
        fresh = {json.dumps(each) for each in json.loads(answer.stdout)}
        mine = {json.dumps(each) for each in problems_as_data(tuple(warm))}
        assert mine == fresh, (name, new)
