"""The steps of common tasks in the README are complete: a copy of the program with these changes works."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import cache_from_source
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from tests.cli.command import environment
from tests.sources import ROOT

HERE = Path(__file__).parent
DOCUMENTS = {"statement": ROOT / "interpreter" / "language" / "README.md"}
"""Documents of tasks whose tables are not in the interpreter's README."""
LEFT_OUT = shutil.ignore_patterns("__pycache__", "pictures", "games", "golden", "parts")
MARKET = ROOT / "tests" / "cli" / "market"

Run = Callable[..., str]


@pytest.fixture
def changed(tmp_path: Path, request: pytest.FixtureRequest) -> Run:
    """A command of a copy of the program, which has the changes of a task and is beside the game `market`.

    The parameter is the task, or `TASK without PLACE`.
    """
    task, _, left_out = request.param.partition(" without ")
    copy = tmp_path / "copy"
    for package in ("interpreter", "cli", "rules", "schemas", "tests"):
        shutil.copytree(ROOT / package, copy / package, copy_function=link, ignore=LEFT_OUT)
    shutil.copytree(MARKET, tmp_path / "market")
    link_bytecode(copy, tmp_path / "own")
    for change in changes_of(task):
        if change["file"] == left_out:
            continue
        file = copy / change["file"]
        if "made by" in change:
            file.unlink()
            python(tmp_path, str(copy / change["made by"]))
        else:
            apply_change(file, change)
    return partial(python, tmp_path, "-m", "cli")


def python(folder: Path, *words: str, typed: str = "") -> str:
    """Run Python beside a copy of the program and return its output."""
    own = ("PYTHONPYCACHEPREFIX", "XDG_CACHE_HOME", "XDG_STATE_HOME")
    variables = environment(PYTHONPATH=str(folder / "copy"), **dict.fromkeys(own, str(folder / "own")))
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=folder, env=variables, input=typed, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def link(source: str, target: str) -> None:
    """Link a file, or copy it where links are impossible. Changes replace files and never write into them."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def link_bytecode(copy: Path, prefix: Path) -> None:
    """Link the bytecode of the program, in a folder for all bytecode: what isn't changed isn't compiled again."""
    for file in copy.rglob("*.py"):
        made = Path(cache_from_source(str(ROOT / file.relative_to(copy))))
        if made.exists():
            place = prefix / file.parent.relative_to("/") / made.name
            place.parent.mkdir(parents=True, exist_ok=True)
            link(str(made), str(place))


def apply_change(file: Path, change: dict[str, str]) -> None:
    """Write a text into a new file, or before a text that the file has once."""
    text = change["text"]
    if "before" in change:
        old = file.read_text("utf-8")
        anchor = change["before"].rstrip("\n")
        assert old.count(anchor) == 1, change
        text = old.replace(anchor, text + anchor)
        file.unlink()
    assert not file.exists()
    file.write_text(text, "utf-8")


def changes_of(task: str) -> list[dict[str, str]]:
    changes: list[dict[str, str]] = yaml.safe_load((HERE / f"{task}.yaml").read_text("utf-8"))
    return changes


def places_of(task: str) -> set[str]:
    """The files and folders in the first column of a task's table, as paths of the repository."""
    document = DOCUMENTS.get(task, ROOT / "interpreter" / "README.md")
    heading = rf"^##+ Add a {task.replace('_', ' ')}\b.*$"
    _, section = re.split(heading, document.read_text("utf-8"), maxsplit=1, flags=re.MULTILINE)
    rows = re.findall(r"^\| (.+?) \|", section.partition("\n#")[0], re.MULTILINE)
    written = [place for row in rows for place in re.findall(r"`([\w.]+/[\w./]*)`", row)]
    roots = (ROOT, ROOT / "interpreter", document.parent)
    return {
        next(f"{(root / place).relative_to(ROOT)}" for root in roots if (root / place).exists()) for place in written
    }


@pytest.mark.parametrize("task", sorted(path.stem for path in HERE.glob("*.yaml")))
def test_the_table_names_the_places_that_change(task: str) -> None:
    places = places_of(task)
    touched = [{change["file"], change["file"].rpartition("/")[0]} & places for change in changes_of(task)]
    assert all(touched) and set().union(*touched) == places, touched


@pytest.mark.parts
@pytest.mark.parametrize("changed", ["language"], indirect=True)
def test_a_language_is_used(changed: Run, tmp_path: Path) -> None:
    names = {
        "names": {"fruit": "Fruktoj", "rain": "Pluvo"},
        "labels": {"a_stall": "budo", "sell": "vendi"},
        "nouns": {"stall": {"one": {"nom": "budo"}, "many": {"nom": "budoj"}}},
        "adjectives": {"covered": {"like": "a", "stem": "kovrit"}},
        "words": {"trade at {area}": "vendi ĉe {area}"},
    }
    (tmp_path / "market" / "text").mkdir()
    (tmp_path / "market" / "text" / "eo.yaml").write_text(yaml.safe_dump(names, allow_unicode=True), "utf-8")
    said = changed("play", "market", "--seed", "3", "--lang", "eo", typed="fini\n")
    assert "Market day. Semo 3." in said and "1 kaŝita\n" in said and "2 kaŝitaj\n" in said
    assert "Elektu: budo (vendi)\n  a  Fruktoj\n" in said and "0  sufiĉas\n" in said
    assert "Vendi ĉe kovritaj budoj." in changed("show", "market", "cards", "--lang", "eo")


@pytest.mark.parts
@pytest.mark.parametrize("changed", ["command"], indirect=True)
def test_a_command_answers_and_each_is_described(changed: Run, tmp_path: Path) -> None:
    assert changed("seats", "market") == "Player 1\nPlayer 2\n"
    commands = re.findall(r"^  ([a-z-]+)  ", changed("--help").partition("\nCommands:\n")[2], re.MULTILINE)
    described = re.findall(r"^\| `cahier ([a-z-]+)", (tmp_path / "copy/cli/README.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(described) == sorted(commands) and "seats" in commands


@pytest.mark.parts
@pytest.mark.parametrize("changed", ["figure"], indirect=True)
def test_a_figure_is_in_the_summary_the_document_and_the_tables(changed: Run, tmp_path: Path) -> None:
    run = ("playtest", "market", "--games", "20", "--seed", "1", "--jobs", "1")
    summary = changed(*run, "--json", "figures.json", "--csv", "tables")
    document = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    mean = document["mean_lowest_score"]
    assert 0 < mean < document["mean_winning_score"]
    assert re.search(rf"^  mean lowest score +{mean:.3f}$", summary, re.MULTILINE)
    assert (tmp_path / "tables" / "mean_lowest_score.csv").read_text("utf-8") == f"mean\n{mean}\n"
    schema = json.loads((tmp_path / "copy/schemas/results/playtest.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(document)
    assert "mean_lowest_score" in schema["required"]


@pytest.mark.parts
@pytest.mark.parametrize("changed", ["statement"], indirect=True)
def test_a_statement_is_played(changed: Run, tmp_path: Path) -> None:
    sequence = tmp_path / "market" / "sequence.yaml"
    old = "            if number of cards in your hand > 0:\n"
    text = sequence.read_text("utf-8")
    sequence.write_text(text.replace(old, f"            gather discard into deck\n{old}"), "utf-8")
    said = changed("play", "market", "--seed", "3", typed="1\n1\n")
    assert "Sun: Discard -> Deck\n  Deck is shuffled\n" in said
    assert "gather ZONE into ZONE" in changed("language", "gather")


LISTING = """
from random import Random
from interpreter import load
from interpreter.presentation import load_catalog
game = load("market")
match = game.start(3)
print(*match.log("p2"), *match.log("p1", load_catalog("ru")), sep="\\n")
print([(each.seat, each.card, each.zone) for each in match.events() if each.what == "hide"])
print(*match.determinize("p2", Random(1)).log(), sep="\\n")
"""
SCENARIO = "{name: p1 has hidden a card, then: [{log has: {what: hide, seat: p1, zone: deck}}]}\n"
LOG_ENTRY = "statement_with_a_log_entry"
PLACES = sorted({change["file"] for change in changes_of(LOG_ENTRY)})
DEMANDING_TESTS = (
    "engine/test_log.py::test_each_kind_of_event_can_be_expected_in_a_scenario",
    "language/test_reference.py",
    "language/test_statements.py",
    "language/test_topics.py::test_each_rule_is_tried",
    "presentation/test_saying.py::test_the_languages_own_files_are_right",
    "presentation/test_speech.py",
)


@pytest.mark.parts
@pytest.mark.parametrize("changed", [LOG_ENTRY], indirect=True)
def test_a_statement_with_a_log_entry_is_played_and_told(changed: Run, tmp_path: Path) -> None:
    assert len(PLACES) <= 11  # three of them are languages
    sequence = tmp_path / "market" / "sequence.yaml"
    text = sequence.read_text("utf-8")
    old = "      repeat 2 times:\n"
    new = "      as first of seats:\n        hide first of cards in your hand in deck\n"
    sequence.write_text(text.replace(old, f"{new}{old}"), "utf-8")
    (tmp_path / "market" / "scenarios" / "hidden.yaml").write_text(SCENARIO, "utf-8")
    said = python(tmp_path, "-c", LISTING).splitlines()
    assert "Player 1 hides a card in Deck" in said  # as the other seat is told
    assert "Player 1 прячет: Sun (Deck)" in said
    assert "[('p1', 'sun', 'deck')]" in said
    assert "Player 1 hides Wind in Deck" in said  # in a state that agrees with what the other seat knows
    assert changed("test", "market") == "3 passed, 0 failed\n"
    run = ("playtest", "market", "--games", "50", "--seed", "1", "--jobs", "1", "--json")
    played = []
    for backend in ("python", "native"):
        changed(*run, f"{backend}.json", "--backend", backend)
        document = json.loads((tmp_path / f"{backend}.json").read_text("utf-8"))
        assert document.pop("backend") == backend and "played_in_python" not in document
        played.append({key: value for key, value in document.items() if "second" not in key})
    assert played[0] == played[1]


def run_demanding_tests(folder: Path) -> None:
    """Run the tests that demand the places of a statement with a log entry. Raises AssertionError if one fails."""
    python(folder, "-m", "pytest", "-x", "-p", "no:cacheprovider", *(f"copy/tests/{each}" for each in DEMANDING_TESTS))


@pytest.mark.parts
@pytest.mark.parametrize("changed", [LOG_ENTRY], indirect=True)
def test_the_tests_of_a_log_entry_pass(changed: Run, tmp_path: Path) -> None:
    run_demanding_tests(tmp_path)


@pytest.mark.parts
@pytest.mark.exhaustive
@pytest.mark.parametrize("changed", [f"{LOG_ENTRY} without {place}" for place in PLACES], indirect=True)
def test_a_place_of_a_log_entry_that_is_forgotten_is_reported(changed: Run, tmp_path: Path) -> None:
    with pytest.raises(AssertionError) as raised:
        run_demanding_tests(tmp_path)
    assert "hide" in str(raised.value).lower()
