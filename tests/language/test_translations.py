"""Translations of lines that people type: each rule rewrites its example, and no suggestion loses what a line says."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.language.analysis import Analysis
from interpreter.language.suggestions.rewrites import RewriteRule, rewrite_rules
from interpreter.language.suggestions.translations import Translator
from interpreter.rulebook.build import load_rulebook
from interpreter.support.errors import RulebookError
from tests.language.test_pasted import read

HERE = Path(__file__).parent
LINES = [case.split("\n=> ") for case in (HERE / "translations.txt").read_text(encoding="utf-8").split("\n\n")[1:]]


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return Analysis(load_rulebook(HERE / "sample"))


@pytest.fixture(scope="module")
def translator(analysis: Analysis) -> Translator:
    return analysis.grammar.wordings.translator


@pytest.mark.parts
@pytest.mark.parametrize("rule", rewrite_rules(), ids=lambda rule: rule.example)
def test_rule(rule: RewriteRule, translator: Translator) -> None:
    assert rule.becomes in translator.versions(rule.example)


@pytest.mark.parts
@pytest.mark.parametrize(("line", "meant"), LINES, ids=[line for line, _ in LINES])
def test_line(line: str, meant: str, analysis: Analysis) -> None:
    analysis.grammar.__dict__.pop("wordings", None)  # each game limits the number of these searches
    with pytest.raises(RulebookError) as caught:
        read(analysis, line)
    before = line.split("\n")[:-1]
    wordings = caught.value.problems[0].wordings
    assert meant.rstrip("\n") in (*wordings, "nothing" if not wordings else None)
    for wording in wordings:
        read(analysis, "\n".join([*before, wording]))


@pytest.mark.parts
@pytest.mark.parametrize(
    ("line", "meant", "is_kept"),
    [
        ("raise drive by three", "raise drive by 3", True),
        ("raise drive by three", "raise drive", False),
        ("raise drive by 2", "raise your drive by 3", False),
        ("if you don't hold Alder: stop", "if you hold Alder: stop", False),
        ("if you don't hold Alder: stop", "if not (you hold Alder): stop", True),
        ("you may draw a card", "draw 1 card from deck to your hand", False),
        ("remove a pawn from Alder", "move 1 enemy pawn from Alder to reserve of the opponent", True),
        ("remove a pawn from Alder", "move 1 enemy pawn from Birch to reserve of the opponent", False),
        ("raise count if day is 2", "raise count", False),
        ("raise drive of red", "raise drive of blue", False),
    ],
)
def test_content(line: str, meant: str, is_kept: bool, translator: Translator) -> None:
    assert translator.is_kept(line, meant) == is_kept


@pytest.mark.parts
@pytest.mark.parametrize(
    "line",
    [
        " and ".join(["you hold Alder"] * 30),
        "if " + " or ".join(["Alder"] * 60) + ": stop",
        "for every 3 " * 25 + "pawns raise count",
        "place " * 60 + "pawn",
        "raise(" * 40,
        "count = " * 40 + "2",
        "move pawns " + "from Alder to Birch " * 15,
    ],
)
def test_work_is_bounded(line: str, analysis: Analysis) -> None:
    analysis.grammar.__dict__.pop("wordings", None)
    with pytest.raises(RulebookError):
        read(analysis, line)
    assert analysis.grammar.wordings.tries < 3_000
