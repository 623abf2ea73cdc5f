"""Hints for what people type: each entry of the table answers its example, and a game's own phrases come first."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from interpreter import load
from interpreter.language.analysis import Analysis
from interpreter.language.suggestions.hints import Hint, hint_data, hint_table
from interpreter.rulebook.build import load_rulebook
from interpreter.support.errors import Problem, RulebookError
from tests.language.cases import sample_with
from tests.language.test_pasted import read

TABLE = hint_table()
WORDS = """\
  - say: "stack up to {n} pawns in {area: towns} but only {m: n} per town"
    do: raise count by n + m
  - say: "swap hands with {who: seat}"
    do: raise count
  - say: "evict up to {n} enemy pawns from {area: towns}"
    do: raise count by n
  - say: parties on tour
    means: cards in deck
  - say: guests on tour
    means: cards in discard
"""
LANES = "groups:\n  lane: {one: lane, many: lanes, joins: neighbours}\n"
"""Boxes between neighbours, over which routes lead."""
GRID = Path(__file__).parent / "grid"
DICE = Path(__file__).parent / "dice"
OF_A_GRID = re.compile(r"\b(?:squares?|directions?|diagonal|[a-d][1-3])\b")
WHITE_DICE = re.compile(r"\bwhite_(?:die|dice)\b")
OPEN_NAME = re.compile(r"\b[A-Z]{2,}\b")
"""A name that the author has to fill in."""


@pytest.fixture(scope="module")
def analysis(tmp_path_factory: pytest.TempPathFactory) -> Analysis:
    folder = sample_with(tmp_path_factory.mktemp("hints"), (), [("pieces.yaml", "groups:\n", LANES)])
    with (folder / "vocabulary.yaml").open("a", encoding="utf-8") as vocabulary:
        vocabulary.write(WORDS)
    return Analysis(load_rulebook(folder))


@pytest.fixture(scope="module")
def grid() -> Analysis:
    return Analysis(load_rulebook(GRID))


@pytest.fixture(scope="module")
def dice() -> Analysis:
    return Analysis(load_rulebook(DICE))


@pytest.fixture
def its_game(hint: Hint, analysis: Analysis, grid: Analysis, dice: Analysis) -> Analysis:
    """The game of a hint's example: one with squares needs a grid, one with white dice those."""
    if WHITE_DICE.search(hint.example):
        return dice
    return grid if OF_A_GRID.search(hint.example) else analysis


def problem_of(analysis: Analysis, line: str) -> Problem:
    analysis.grammar.__dict__.pop("wordings", None)  # each game limits the number of these searches
    with pytest.raises(RulebookError) as caught:
        read(analysis, line)
    return caught.value.problems[0]


def wrong_row(hint: Hint, problem: Problem) -> str:
    """Return the line of an example that the message is about."""
    rows = hint.example.split("\n")
    return rows[min(problem.where.line, len(rows)) - 1]


def replaced_in(example: str, row: str, text: str) -> str:
    """Return an example with a text in the place of one of its lines."""
    return "\n".join(text if each == row else each for each in example.split("\n"))


def is_read(analysis: Analysis, text: str) -> bool:
    try:
        read(analysis, text)
    except RulebookError:
        return False
    return True


def scored(line: str, folder: Path) -> Problem:
    """The problem of a value in the place of the score."""
    old = "score: count + pawns of seat in towns"
    with pytest.raises(RulebookError) as caught:
        load(sample_with(folder, edits=[("sequence.yaml", old, line)]))
    return caught.value.problems[0]


@pytest.mark.parts
@pytest.mark.parametrize("hint", TABLE.lines, ids=[hint.example for hint in TABLE.lines])
def test_line(hint: Hint, its_game: Analysis) -> None:
    problem = problem_of(its_game, hint.example)
    if problem.wordings:
        search = its_game.grammar.wordings.hints
        entry = next(each for each in search.table.lines if each.example == hint.example)
        row, rest = wrong_row(hint, problem), partial(replaced_in, hint.example, wrong_row(hint, problem))
        found = search.texts(entry, row, lambda text: is_read(its_game, rest(text)), lambda text: ((text, text),))
        texts = {shown for _, shown in found}
        is_nested = any(kind in ("statement", "deed") for kind in hint.types.values())
        assert hint.means and (is_nested or texts.intersection(problem.wordings))
    else:
        assert hint.says is not None and problem.message.endswith(hint.says)


@pytest.mark.parts
@pytest.mark.parametrize("hint", TABLE.parts, ids=[hint.example for hint in TABLE.parts])
def test_part(hint: Hint, its_game: Analysis, tmp_path: Path) -> None:
    is_value = hint.example.startswith("score: ")
    problem = scored(hint.example, tmp_path) if is_value else problem_of(its_game, hint.example)
    rows = hint.example.removeprefix("score: ").split("\n")
    wrong = rows[problem.where.line - 1 if not is_value else 0]
    search = its_game.grammar.wordings.hints
    entry = next(each for each in search.table.parts if each.example == hint.example)
    assert set(search.replaced(entry, wrong)).intersection(problem.wordings)


@pytest.mark.parts
@pytest.mark.parametrize("hint", TABLE.advice, ids=[hint.example for hint in TABLE.advice])
def test_advice(hint: Hint, its_game: Analysis) -> None:
    problem = problem_of(its_game, hint.example)
    assert hint.says is not None and problem.message.endswith(hint.says)
    assert problem.suggestion == (hint.form and f"`{hint.form}`")


@pytest.mark.parts
@pytest.mark.parametrize("hint", [*TABLE.lines, *TABLE.parts], ids=lambda hint: hint.example)
def test_what_is_suggested_can_be_read(hint: Hint, its_game: Analysis) -> None:
    if not hint.example.startswith("score: "):
        problem = problem_of(its_game, hint.example)
        for text in problem.wordings:
            if not OPEN_NAME.search(text):
                read(its_game, replaced_in(hint.example, wrong_row(hint, problem), text))


@pytest.mark.parts
@pytest.mark.parametrize(
    "line", ["trade hands with blue", "exchange hands with blue", "swap hand with blue", "swap hands blue"]
)
def test_a_phrase_of_the_game_comes_before_a_general_hint(line: str, analysis: Analysis) -> None:
    problem = problem_of(analysis, line)
    assert problem.wordings[0] == "swap hands with blue" or problem.suggestion == "`hands`"
    assert "nothing is swapped" not in problem.message


@pytest.mark.parts
def test_a_part_that_is_missing_in_a_phrase_stays_open(analysis: Analysis) -> None:
    assert problem_of(analysis, "stack pawns in coast towns maximum 1 per town").wordings == (
        "stack up to N pawns in coast towns but only 1 per town",
    )


@pytest.mark.parts
def test_nothing_is_loaded_for_a_game_without_mistakes() -> None:
    code = (
        "import sys; from cli.entry import run\nsys.argv = ['cahier', 'check', 'revolution']\n"
        "try: run()\nexcept SystemExit: pass\n"
        "sys.exit(any('suggestions' in name for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60).returncode == 0


FORMS = [(verb, each["form"], each["example"]) for verb, listed in hint_data()["forms"].items() for each in listed]


@pytest.mark.parts
@pytest.mark.parametrize(("verb", "form", "example"), FORMS, ids=[form for _, form, _ in FORMS])
def test_form(verb: str, form: str, example: str, analysis: Analysis) -> None:
    """A form that messages show begins with its verb, and its example has its words and can be read."""
    assert form.split()[0] == verb
    pattern = re.sub(r"\\?\"?[A-Z]+\\?\"?", ".+", re.escape(form))
    assert re.match(pattern.replace("N ", ".+ "), example)
    read(analysis, f"choose a town, as spot\n{example}" if "spot" in example else example)


@pytest.mark.parts
@pytest.mark.parametrize("kind", TABLE.deeds)
def test_deeds_are_forms(kind: str) -> None:
    assert {form for forms in TABLE.statement_forms.values() for form in forms}.issuperset(TABLE.deeds[kind])
