"""The documents are true: commands print what they show, programs run, links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.author.game_files import new_game
from cli.lab.compare_command import ComparisonSettings, compare_games
from cli.options import RunOptions
from interpreter import load
from interpreter.players.base import SeatMatch
from interpreter.rulebook.build import load_rulebook
from interpreter.rulebook.model import Card
from interpreter.support.errors import RulebookError
from tests.loaded import game_of
from tests.test_rooms import ROOMS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PARIS = ROOT / "rules" / "red_flag_over_paris"


def blocks(language: str) -> list[str]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [text for tag, text in fenced if tag == language]


@pytest.mark.parametrize("document", ["README.md", "players/README.md"])
def test_the_programs_of_the_interpreters_readmes_run(document: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "interpreter" / document).read_text(encoding="utf-8")
    programs = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    known: dict[str, Any] = {}
    for program in programs:
        exec(program, known)
    assert "winners=[" in capsys.readouterr().out


def test_the_players_readme_lists_the_attributes_of_a_match() -> None:
    text = (ROOT / "interpreter" / "players" / "README.md").read_text(encoding="utf-8")
    seat = SeatMatch(game_of("revolution").start(1), "royalist", Random(1))
    told = re.findall(r"^\| ((?:`\w+(?:\(\))?`(?:, )?)+) \|", text.partition("| on `match` |")[2], re.MULTILINE)
    names = {name for row in told for name in re.findall(r"\w+", row)}
    assert len(names) >= 8 and names <= set(dir(seat))
    assert all(f"`{key}`" in text for key in seat.view() if key not in ("game", "seat", "decision"))


@pytest.fixture
def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cards of the copy that the README makes and edits, `my_paris` in the current directory."""
    (edit,) = (block for block in blocks("yaml") if block.startswith("    event:"))
    monkeypatch.chdir(tmp_path)
    assert new_game("my_paris", None, str(PARIS)) == 0
    cards = tmp_path / "my_paris" / "cards" / "strategy.yaml"
    text = cards.read_text(encoding="utf-8")
    assert text.count("    event: place up to 2 cubes in Press\n") == 1
    cards.write_text(text.replace("    event: place up to 2 cubes in Press\n", edit), encoding="utf-8")
    return cards


def test_the_broken_edit_gives_the_message_shown(edited: Path) -> None:
    (message,) = (block for block in blocks("") if "error:" in block)
    text = edited.read_text(encoding="utf-8")
    edited.write_text(text.replace("2 cubes in Press\n", "2 cubes in Presse\n"), encoding="utf-8")
    with pytest.raises(RulebookError) as raised:
        load("my_paris")
    assert str(raised.value) == message.strip()


def test_the_notes_name_the_sourced_events() -> None:
    cards = load_rulebook("red_flag_over_paris").cards
    sourced = {
        f"{card.title['en']} ({card.attributes['number']})" for card in cards if source_of_event(card) == "rulebook"
    }
    notes = " ".join((PARIS / "NOTES.md").read_text(encoding="utf-8").split("reconstructed\n")[-1].split())
    assert {title for title in sourced if title in notes} == sourced
    assert len(re.findall(r"\w \(\d+\)", notes)) == len(sourced)
    assert f"{len(cards) - len(sourced)} of the {len(cards)} events" in notes


def source_of_event(card: Card) -> str | None:
    return card.source["event"] if isinstance(card.source, dict) else card.source


DOCUMENTS = (
    "README.md",
    ".github/CONTRIBUTING.md",
    "cli/README.md",
    "interpreter/CHANGELOG.md",
    "tests/benchmarks/FINDINGS.md",
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "interpreter").rglob("README.md"))),
)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    path = ROOT / document
    for target, heading in re.findall(r"\]\(([^)#:\s]*)#?([^):\s]*)\)", path.read_text(encoding="utf-8")):
        found = path.parent / target if target else path
        assert found.is_file(), target  # the docs site has no folders
        assert not heading or heading in anchors(found), (target, heading)


def test_the_findings_name_tests_that_there_are() -> None:
    text = (ROOT / "tests" / "benchmarks" / "FINDINGS.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \|.*$", text, re.MULTILINE)
    named = re.findall(r"`(tests/\S+\.py)::(\w+)`", text)
    assert rows == [str(number) for number in range(1, 25)] and len(named) >= 24
    for file, name in named:
        assert f"\ndef {name}(" in (ROOT / file).read_text(encoding="utf-8"), (file, name)
    assert all("::test_" in line for line in text.splitlines() if re.match(r"\| \d", line))


def test_the_interpreters_readme_lists_the_packages_from_below() -> None:
    text = (ROOT / "interpreter" / "README.md").read_text(encoding="utf-8")
    section = text.partition("\n## The packages\n")[2].partition("\n## ")[0]
    assert tuple(re.findall(r"^\| `(\w+)/` \|", section, re.MULTILINE)) == ROOMS


def anchors(path: Path) -> set[str]:
    """Return the anchors of the headings of a document, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_the_change_log_has_one_line_an_entry() -> None:
    text = (ROOT / "interpreter" / "CHANGELOG.md").read_text(encoding="utf-8")
    _, *versions = re.split(r"^## ", text, flags=re.MULTILINE)
    for version in versions:
        heading, *lines = version.splitlines()
        assert re.fullmatch(r"\[\d+\.\d+\.\d+\] - (Unreleased|\d{4}-\d\d-\d\d)", heading)
        sections = [line for line in lines if line.startswith("#")]
        assert len(sections) == len(set(sections))
        assert set(sections) <= {f"### {kind}" for kind in ("Added", "Changed", "Deprecated", "Fixed", "Removed")}
        assert [line for line in lines if line.startswith(" ") or len(line) > 160] == []


@pytest.mark.parts
def test_the_comparison_says_what_is_shown(edited: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (said,) = (block for block in blocks("") if block.startswith("Different:"))
    compare_games("red_flag_over_paris", RunOptions(jobs=1), ComparisonSettings("my_paris"))
    told, _, _ = capsys.readouterr().out.partition("before:")
    assert told.split() == said.split()
