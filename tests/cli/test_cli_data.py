"""`check`, `show`, `test`: what they print, to the letter. `CAHIER_GOLDEN=write` writes the expected texts anew."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cli import caches
from cli.check.game_list import list_games
from interpreter.rulebook import build
from interpreter.rulebook.source import files
from tests.cli.command import Cahier

pytestmark = pytest.mark.usefixtures("cold_cache")

GOLDEN = Path(__file__).parent / "golden"

COUNTIES = Path(__file__).parent / "counties"

BROKEN = {
    "map.yaml": ("[fruit, fish]", "[fruit, fsh]"),
    "tracks.yaml": ("start: 1", "start: 9"),
}
UNTRUE = """
- name: the token goes elsewhere
  rule: Selling
  given: {turn: p1, begin: trade at north stalls}
  when:
    - p1: fish
  then:
    - tokens of p1 in fish is 2
    - tokens of p1 in cheese is more than tokens of p1 in purse of p1
    - over: {winner: p1, reason: fruit}
    - view of p1 has: [sun]
- name: what is not on offer
  given: {turn: p1, begin: trade at north stalls}
  when:
    - p1: cheese
  then: [decides: p1]
- name: somebody else
  given: {turn: p1, begin: trade at north stalls}
  when:
    - p2: fish
  then: [decides: p1]
- name: other options
  given: {turn: p1, begin: trade at north stalls}
  then:
    - options has: [fish, cheese]
    - options lacks: [stop]
    - decides: p2
    - over: {reason: done}
"""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("check", "check market"),
        ("show", "show market"),
        ("show_russian", "show market map --lang ru"),
        ("show_cards", "show market cards"),
        ("show_card", "show market cards Sun"),
        ("show_map", "show market map"),
        ("show_map_drawn", f"show {COUNTIES} map"),
        ("show_tracks", "show market tracks"),
        ("show_sources", "show market sources"),
        ("check_broken", "check broken"),
        ("check_broken_json", "check broken --json"),
        ("test_failed", "test market market/scenarios/untrue.yaml"),
    ],
)
def test_what_is_printed(cahier: Cahier, folder: Path, name: str, words: str) -> None:
    if "untrue" in words:
        (folder / "market" / "scenarios" / "untrue.yaml").write_text(UNTRUE)
    if "broken" in words:
        (folder / "market").rename("broken")
        for file, (old, new) in BROKEN.items():
            path = folder / "broken" / file
            path.write_text(path.read_text().replace(old, new, 1))
    done = cahier(*words.split())
    printed = f"{done.stdout}-- messages, status {done.returncode}\n{done.stderr}"
    if os.environ.get("CAHIER_GOLDEN") == "write":
        (GOLDEN / f"{name}.txt").write_text(printed, encoding="utf-8")
    assert printed == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_check_for_tools(cahier: Cahier, folder: Path) -> None:
    assert json.loads(cahier("check", "market", "--json").stdout) == []
    (folder / "market" / "map.yaml").write_text("noun: [")
    done = cahier("check", "market", "--json")
    assert done.returncode == 2 and done.stderr == ""
    for problem in json.loads(done.stdout):
        assert set(problem) == {"file", "line", "column", "severity", "code", "message", "suggestion"}


def test_check_for_tools_has_the_wordings_of_a_line_that_is_no_sentence(cahier: Cahier, folder: Path) -> None:
    cards = folder / "market" / "cards" / "luck.yaml"
    cards.write_text(cards.read_text().replace("trade at stalls,", "draw a card,"))
    (problem,) = json.loads(cahier("check", "market", "--json").stdout)
    assert problem["wordings"] and problem["suggestion"] == f"`{problem['wordings'][0]}`" and "follows" not in problem


def test_check_looks_into_scenarios(cahier: Cahier, folder: Path) -> None:
    scenarios = folder / "market" / "scenarios" / "selling.yaml"
    scenarios.write_text(scenarios.read_text().replace("tokens of p1 in fish is 1", "tokens of p1 in fihs is 1"))
    done = cahier("check", "market")
    assert done.returncode == 2 and "market/scenarios/selling.yaml:9:" in done.stderr
    assert "\n        - tokens of p1 in fihs is 1\n" in done.stderr and "did you mean `fish`?" in done.stderr
    assert cahier("test", "market").returncode == 2


def test_a_failed_scenario_is_a_no(cahier: Cahier, folder: Path) -> None:
    scenarios = folder / "market" / "scenarios" / "selling.yaml"
    scenarios.write_text(scenarios.read_text().replace("fish is 1", "fish is 3"))
    done = cahier("test", "market")
    assert done.returncode == 1 and done.stdout.endswith("\n1 passed, 1 failed\n")
    assert "expected: tokens of p1 in fish is 3\n        but: it is 1" in done.stdout


# -- verdicts cached by `check`


@pytest.fixture
def checked(cahier: Cahier, folder: Path) -> Path:
    """The file with the verdict, after `market` was found fine."""
    assert cahier("check", "market").returncode == 0
    (file,) = (folder / "cache" / "cahier").glob("*.checked")
    return file


def forge(verdicts: Path) -> None:
    """Make what is remembered recognisable."""
    caches._save_to_cache(verdicts, ("from memory", ()))


def test_what_is_fine_is_remembered_by_its_content(cahier: Cahier, folder: Path, checked: Path) -> None:
    forge(checked)
    assert cahier("check", "market").stdout == "from memory: fine\n"
    assert json.loads(cahier("check", "market", "--json").stdout) == []
    assert cahier("check", "market", "--players", "3").stdout.startswith("market: ")
    card = folder / "market" / "cards" / "luck.yaml"
    card.write_text(card.read_text().replace("value: 2", "value: two"))
    assert cahier("check", "market").returncode == 2
    card.write_text(card.read_text().replace("value: two", "value: 4"))
    assert cahier("check", "market").stdout.startswith("market: ")


@pytest.fixture
def installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`market` as the only game that comes with the project."""
    (folder / "rules").mkdir()
    monkeypatch.setattr(files, "INSTALLED", folder)
    return (folder / "market").rename(folder / "rules" / "market")


def test_what_is_listed_is_remembered_by_its_content(
    installed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = list_games(), capsys.readouterr().out
    assert listed[0] == 0 and listed[1].startswith("market  Market day  2 to 3 players")
    with monkeypatch.context() as unread:
        unread.setattr(build, "load_rulebook", None)
        assert (list_games(), capsys.readouterr().out) == listed
    game = installed / "game.yaml"
    text = game.read_text()
    game.write_text(text.replace("id: ", "ids: ", 1))
    assert list_games() == 2 and "unknown field `ids`" in capsys.readouterr().err
    game.write_text(f"{text}\n# mended\n")
    assert (list_games(), capsys.readouterr().out) == listed


def test_a_broken_variant_is_told_each_time(installed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (installed / "variants").mkdir(exist_ok=True)
    (installed / "variants" / "odd.yaml").write_text("id: even\n")
    for _ in range(2):
        assert list_games() == 2
        said = capsys.readouterr()
        assert "variants/odd.yaml" in said.err and "market" in said.out


def test_a_new_scenario_is_looked_at(cahier: Cahier, folder: Path, checked: Path) -> None:
    forge(checked)
    (folder / "market" / "scenarios" / "more.yaml").write_text("- name: nothing\n")
    assert cahier("check", "market").returncode == 2


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o755])
def test_memory_that_others_can_reach_is_not_trusted(cahier: Cahier, checked: Path, mode: int) -> None:
    forge(checked)
    checked.parent.chmod(mode)
    assert cahier("check", "market").stdout.startswith("market: ")


def test_memory_behind_a_link_is_not_trusted(cahier: Cahier, checked: Path) -> None:
    forge(checked)
    checked.rename(checked.with_name("elsewhere"))
    checked.symlink_to("elsewhere")
    assert cahier("check", "market").stdout.startswith("market: ")


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"[" * 50000, b'{"a": 1}', b"\xff", b"x" * 1000000])
def test_spoilt_memory_is_no_memory(cahier: Cahier, checked: Path, content: bytes) -> None:
    checked.write_bytes(content)
    assert cahier("check", "market").stdout.startswith("market: ")


def test_memory_that_was_changed_or_is_no_file_is_not_trusted(cahier: Cahier, checked: Path) -> None:
    forge(checked)
    text = checked.read_text()
    checked.write_text(f"{text[:-4]}AAA=")
    assert cahier("check", "market").stdout.startswith("market: ")
    checked.unlink()
    os.mkfifo(checked)
    assert cahier("check", "market").stdout.startswith("market: ")


def test_nothing_is_written_among_the_rules(cahier: Cahier, folder: Path) -> None:
    before = sorted((folder / "market").rglob("*"))
    assert cahier("check", "market", XDG_CACHE_HOME=str(folder / "market")).returncode == 0
    assert cahier("playtest", "market", "--games", "3").returncode == 0
    assert sorted((folder / "market").rglob("*")) == before


@pytest.mark.parametrize("place", ["/proc/none", "/dev/null", "relative", ""])
def test_where_nothing_can_be_remembered_check_works(cahier: Cahier, folder: Path, place: str) -> None:
    assert cahier("check", "market", XDG_CACHE_HOME=place, HOME="/proc").returncode == 0
