"""Games in which seats win as sides: what playtests, records and the terminal say of them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.command import REPO, Cahier

CREWS = str(REPO / "tests" / "cli" / "crews")
SIDES = ("larboard", "starboard", "draw")


def test_outcomes_count_sides(cahier: Cahier) -> None:
    done = cahier("playtest", CREWS, "--players", "5", "--games", "60", "--jobs", "1", "--json", "-")
    data = json.loads(done.stdout)
    outcomes, wins = data["outcomes"], data["seat_wins"]
    assert set(outcomes) == set(SIDES) and sum(outcomes.values()) == data["finished"] == 60
    assert all(wins[seat] == outcomes["larboard"] for seat in ("p1", "p3", "p5"))
    assert wins["p2"] == wins["p4"] == outcomes["starboard"]


def test_ten_seats_are_told_one_by_one(cahier: Cahier) -> None:
    said = cahier("playtest", CREWS, "--players", "10", "--games", "60", "--jobs", "1").stdout
    players = [f"Player {number}" for number in range(1, 11)]
    wins, _, rest = said.partition("seat by seat\n")[2].partition("because of")
    assert re.findall(r"^  (Player \d+) ", wins, re.MULTILINE) == players
    scores = rest.partition("mean score at the end, final scoring included\n")[2]
    assert re.findall(r"^  (Player \d+) ", scores, re.MULTILINE)[:10] == players


def test_a_record_knows_the_side_that_won(cahier: Cahier, folder: Path) -> None:
    cahier("playtest", CREWS, "--games", "20", "--jobs", "1", "--record", "games.jsonl")
    lines = Path("games.jsonl").read_text().splitlines()
    assert {json.loads(line)["outcome"]["side"] for line in lines} == {"larboard", "starboard", None}
    won = next(line for line in lines if '"side":"larboard"' in line)
    Path("one.jsonl").write_text(won + "\n")
    assert cahier("replay", "one.jsonl", "--rules", CREWS).returncode == 0
    Path("one.jsonl").write_text(won.replace('"side":"larboard"', '"side":"starboard"') + "\n")
    differs = cahier("replay", "one.jsonl", "--rules", CREWS)
    assert (differs.returncode, "side: starboard in the record, larboard now" in differs.stderr) == (1, True)


@pytest.mark.parametrize(
    ("lang", "result"),
    [
        ("en", "The game is over: Starboard win (pull): Player 2, Player 4."),
        ("ru", "Игра окончена: победа: Правый борт (pull): Player 2, Player 4."),
    ],
)
def test_the_side_that_won_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str, result: str
) -> None:
    won_by_starboard(monkeypatch, lang)
    assert result in capsys.readouterr().out


def won_by_starboard(monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    import io

    from cli.play.play import PlaySettings, play_game

    everybody = tuple(f"p{number}=human" for number in range(1, 5))
    monkeypatch.setattr("sys.stdin", io.StringIO("0\nno\n2\nno\n0\nno\n0\nno\n"))
    assert play_game(CREWS, PlaySettings((), 4, everybody, 3, None, False, lang, False)) == 0
