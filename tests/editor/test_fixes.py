"""Quick fixes: the suggested text replaces the old one in any style that YAML allows."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter import load
from interpreter.editor.fixes import Fix, FixFinder
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.scenarios.scenario_files import load_scenarios
from interpreter.support.errors import NO_RANGE, CahierError, Location, Problem
from tests.language.cases import sample_with
from tests.loaded import REPO
from tests.rulebook.test_rulebook_messages import cases


def with_fix(text: str, fix: Fix) -> str:
    lines = text.split("\n")
    start, end = fix.start, fix.end
    changed = lines[start.line - 1][: start.column - 1] + fix.new + lines[end.line - 1][end.column - 1 :]
    return "\n".join([*lines[: start.line - 1], changed, *lines[end.line :]])


def meant(text: str, letters: str, *wordings: str) -> Problem:
    """A problem of the letters in a file, in place of which one of the wordings may be meant."""
    before, _, _ = text.partition(letters)
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    excerpt = text.split("\n")[line - 1]
    replaced = (column, len(letters))
    return Problem(
        Location("x.yaml", line, column), "odd", "this is odd", None, excerpt, 1, "error", wordings, None, replaced
    )


@pytest.mark.parametrize(
    ("text", "letters", "wording", "fixed"),
    [
        ("do: rais day\n", "rais", "raise", "do: raise day\n"),
        ("do: rais day  # up\n", "rais day", "raise day", "do: raise day  # up\n"),
        (
            "do: |\n  stop\n  rais day  # up\n  stop\n",
            "rais day",
            "raise day",
            "do: |\n  stop\n  raise day  # up\n  stop\n",
        ),
        ("do: rais day\n", "rais day", "if x: stop", 'do: "if x: stop"\n'),
        ("do: rais day\n", "rais day", "if x:\n  stop", "do: |\n  if x:\n    stop\n"),
        ("do: 'rais day'\n", "rais day", 'say "it\'s"', "do: 'say \"it''s\"'\n"),
        ('do: "rais day"\n', "rais day", 'say "it"', 'do: "say \\"it\\""\n'),
        ("{do: rais day, at: 1}\n", "rais day", "move, or stop", '{do: "move, or stop", at: 1}\n'),
        ("{do: rais day, at: 1}\n", "rais day", "if x:\n  stop", '{do: "if x:\\n  stop", at: 1}\n'),
        ("do: |\n  if x:\n    rais day\n", "rais day", "if y:\n  stop", "do: |\n  if x:\n    if y:\n      stop\n"),
        ("do:\n  stop\n  rais day\n", "rais day", "raise day", "do:\n  stop\n  raise day\n"),
        ("seat: 'whit'\n", "'whit'", "white", "seat: 'white'\n"),
        ("port: yes\n", "yes", "true", "port: true\n"),
        ("title: 7\n", "7", "'7'", "title: '7'\n"),
        ("evnt: stop\n", "evnt", "event", "event: stop\n"),
        ("of: Gate\n", "Gate", "[Gate]", "of: [Gate]\n"),
        ("cards:\n  id: x\n", "id: x", "- id: x", "cards:\n  - id: x\n"),
        ("a: {b: 1}\nc 2\n", "c 2", "c: 2", "a: {b: 1}\nc: 2\n"),
    ],
)
def test_it_is_written_as_yaml_has_it(text: str, letters: str, wording: str, fixed: str) -> None:
    found = FixFinder(text.split("\n")).fixes(meant(text, letters, wording))
    assert [with_fix(text, fix) for fix in found] == [fixed]


def test_the_likeliest_first() -> None:
    text = "{do: rais day}\n"
    found = FixFinder(text.split("\n")).fixes(meant(text, "rais day", "raise day", "stop"))
    assert [with_fix(text, fix) for fix in found] == ["{do: raise day}\n", "{do: stop}\n"]


def test_a_place_that_says_something_else_now() -> None:
    text = "do: rais day\n"
    problem = meant(text, "rais", "raise")
    for shown in ("", "do: raiz day\n", "do:  rais day\n", "\ndo: rais day\n", "do: [rais day\n", "do: 'rais day\n"):
        assert FixFinder(shown.split("\n")).fixes(problem) == []
    for where in (Location("x.yaml"), Location("x.yaml", 1), Location("x.yaml", -3, 5), Location("x.yaml", 9, 9)):
        assert FixFinder(text.split("\n")).fixes(replace(problem, where=where, replaced=None)) == []


def test_what_is_only_advice() -> None:
    problem = meant("do: rais day\n", "rais", "raise TRACK")
    assert FixFinder(["do: rais day"]).fixes(replace(problem, replaced=NO_RANGE)) == []
    assert FixFinder(["do: rais day"]).fixes(replace(problem, replaced=None)) == []


def problems_of(folder: Path) -> list[Problem]:
    try:
        load_scenarios(load_rulebook(folder))
    except CahierError as error:
        return list(error.problems)
    return []


def told(problems: Iterable[Problem]) -> set[tuple[str, str]]:
    return {(problem.code, problem.message) for problem in problems}


@pytest.mark.parts
def test_what_is_written_puts_every_mistake_right(tmp_path: Path) -> None:
    unwritten, number = [], 0
    for at, (mistake, message) in enumerate(cases()):
        if "did you mean" not in message:
            continue
        file, old, new = (part.replace("⏎", "\n") for part in mistake.split(" | "))
        folder = Path(shutil.copytree(REPO / "tests" / "rulebook" / "sample", tmp_path / str(at)))
        (folder / file).write_text((folder / file).read_text("utf-8").replace(old, new, 1), "utf-8")
        for problem in problems_of(folder):
            path = Path(problem.where.file)
            if not problem.suggestion_lines():
                continue
            before = path.read_text("utf-8")
            found = FixFinder(before.split("\n")).fixes(problem)
            if not found:
                unwritten.append(problem.code)
                continue
            path.write_text(with_fix(before, found[0]), "utf-8")
            assert told([problem]).isdisjoint(told(problems_of(folder))), mistake
            path.write_text(before, "utf-8")
            number += 1
    assert sorted(unwritten) == [
        "bad-range",
        "needs-block",
        "needs-block",
        "needs-quotes",
        "no-dash",
        "unknown-field",
        "unknown-field",
        "unknown-field",
        "unknown-field",
        "unknown-field",
        "unknown-field",
        "unknown-field",
        "unknown-field",
        "unknown-field",
        "unknown-field",
        "unknown-field",
        "unknown-kind",
        "unknown-piece",
        "unknown-seat",
        "unknown-track",
        "unknown-zone",
        "wrong-form",
        "wrong-length",
        "wrong-length",
        "wrong-length",
        "wrong-type",
        "wrong-type",
        "wrong-type",
        "wrong-type",
        "wrong-type",
        "wrong-type",
        "wrong-type",
        "wrong-type",
        "wrong-type",
        "wrong-type",
        "wrong-type",
        "wrong-type",
        "wrong-type",
        "wrong-type",
    ]
    assert number > 50


@pytest.mark.parametrize(
    ("text", "wordings"),
    [
        ("raize count", ["raise count"]),
        ("choose a twon", ["town"]),
        ("if 1 is 1:\n  raize count  # up", ["raise count"]),
        ("raise", ["raise day"]),
        ('either "raise":\n  raise count\n"lower":\n  lower count', ['or "lower":']),
        ("score points", []),
        ("set count to 1 is 1", []),
        ("set count to 1 if 2 is 2", ["if 2 is 2: set count to 1"]),
    ],
)
def test_lines_of_texts(text: str, wordings: list[str], tmp_path: Path) -> None:
    folder = sample_with(tmp_path, [text])
    with pytest.raises(CahierError) as caught:
        load(folder)
    (problem,) = caught.value.problems
    before = Path(problem.where.file).read_text("utf-8")
    found = FixFinder(before.split("\n")).fixes(problem)
    assert [fix.intended for fix in found] == wordings
    for fix in found:
        Path(problem.where.file).write_text(with_fix(before, fix), "utf-8")
        load(folder)


def test_a_place_that_is_only_where_a_word_begins() -> None:
    """Test that a suggestion replaces only a whole word; a span of one letter just marks where a word begins."""
    text = "do: take the long way\n"
    problem = replace(meant(text, "take"), suggestion="`make`", replaced=None)
    for length, fixed in ((1, []), (3, []), (4, ["make"]), (6, [])):
        assert [fix.new for fix in FixFinder(text.split("\n")).fixes(replace(problem, length=length))] == fixed
