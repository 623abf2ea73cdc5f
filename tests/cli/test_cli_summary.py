"""The summary that `playtest` prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.cli.command import Cahier

GOLDEN = Path(__file__).parent / "golden" / "playtest.txt"
SHARE = re.compile(r" (\d+)  (\d+\.\d) % +(\d+\.\d)\.\.(\d+\.\d)")


def test_the_summary(cahier: Cahier) -> None:
    done = cahier("playtest", "market", "--games", "40", "--seed", "3", "--players", "3", COLUMNS="80")
    told = re.sub(r"finished in .*?\n\n", "finished\n\n", done.stdout, count=1, flags=re.DOTALL)
    assert told == GOLDEN.read_text("utf-8")


@pytest.mark.parts
def test_behind_every_share_stands_between_what_it_lies(cahier: Cahier) -> None:
    told = cahier("playtest", "red_flag_over_paris", "--games", "50", "--jobs", "1", COLUMNS="80").stdout
    lines = [line for line in told.splitlines() if " % " in line and "#" in line]
    found = [SHARE.search(line) for line in lines]
    assert len(found) >= 5 and all(found)
    for each in found:
        assert each and float(each[3]) <= float(each[2]) <= float(each[4])
    first = told.partition("won by place in turn order\n")[2].partition("\n\n")[0]
    assert first.count("%") == first.count("..") == 2 and "a player chooses who" in first


def cards(told: str) -> str:
    return told.partition("cards by use\n")[2].partition("\n\n")[0]


@pytest.mark.parts
def test_the_cards_that_are_used_most_come_first_and_no_card_is_left_out(cahier: Cahier) -> None:
    words = ("playtest", "vive_la_revolution", "--games", "10", "--jobs", "1")
    some, all_ = (cards(cahier(*words, *more, COLUMNS="80").stdout) for more in ((), ("--all",)))
    assert max(map(cell_len, some.splitlines())) < 80
    uses = [int(line.split()[-1]) for line in some.splitlines() if re.search(r" \d+$", line)]
    assert len(uses) == 20 and uses == sorted(uses, reverse=True)
    more = re.search(r"(\d+) others were used less; --all lists all", some)
    rows = [line for line in all_.splitlines() if re.search(r" \d+$", line)]
    assert more and len(rows) == 20 + int(more[1]) and "--all" not in all_
    assert "never used: " not in all_  # characters are no cards to play


@pytest.mark.parts
def test_copies_of_a_card_count_together(cahier: Cahier) -> None:
    told = cards(cahier("playtest", "vive_la_revolution", "--games", "10", "--jobs", "1", "--all").stdout)
    assert [line.split("  ")[1] for line in told.splitlines() if "Joker" in line] == ["Joker (2 copies)"]


def test_unused_cards_are_named_if_their_deck_is_played(cahier: Cahier) -> None:
    told = cards(cahier("playtest", "red_flag_over_paris", "--games", "1", "--jobs", "1", COLUMNS="80").stdout)
    assert "never used: " in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("playtest", "market"), "market: 1 game of 1 finished"),
        (("compare", "market", "--variant", "tracks/day/start=2"), "after 1 game a side"),
        (("impact", "market", "--within", "9"), " of 1 game with nothing left out"),
        (("sweep", "market", "--vary", "tracks/day/start=1..2"), "\n1 game with each value, 2 games in "),
        (("measure", "market", "--playouts", "2"), "\n1 game, and some of them once more, in "),
    ],
)
def test_a_single_game_is_no_games(cahier: Cahier, words: tuple[str, ...], said: str) -> None:
    done = cahier(*words, "--games", "1", "--jobs", "1")
    assert done.returncode in (0, 1) and said in done.stdout, done.stdout
    assert not re.search(r"\b1 games\b", done.stdout + done.stderr)


def test_what_is_left_out_of_a_list_is_told_and_how_to_see_it(cahier: Cahier) -> None:
    words = ("playtest", "red_flag_over_paris", "--games", "1", "--jobs", "1")
    told, whole = cahier(*words).stdout, cahier(*words, "--all").stdout
    assert re.search(r" and \d+ others \(--all\)", " ".join(told.split())) and not re.search(r"\d others", whole)


@pytest.mark.parts
def test_uses_of_cards_that_are_left_out_are_told(cahier: Cahier, tmp_path: Path) -> None:
    words = ("liberte", "--variant", "first_edition", "--games", "600", "--csv", str(tmp_path / "t"))
    told = cahier("compare", *words).stdout.split("cards in 100 games")[1].split("\n\n")[0]
    (rest,) = re.findall(r"(\d+) uses? more moved: --csv, --json", told)
    rows = (tmp_path / "t" / "cards.csv").read_text("utf-8").count("\n") - 1
    assert rows == 8 + int(rest) > 8


@pytest.mark.parametrize(
    "words",
    [("playtest",), ("compare", "--variant", "tracks/day/start=2"), ("impact", "--within", "9")],
)
def test_seats_that_share_a_title_are_told_apart(cahier: Cahier, folder: Path, words: tuple[str, ...]) -> None:
    seats = "seats: [{id: p1, title: Trader}, {id: p2, title: Trader}]"
    for name, pattern, text in (("game", "seats: .*", seats), ("pieces", ", p3: {purse: 5}", "")):
        path = folder / "market" / f"{name}.yaml"
        path.write_text(re.sub(pattern, text, path.read_text("utf-8")), "utf-8")
    command, *options = words
    done = cahier(command, "market", *options, "--games", "60", COLUMNS="160")
    assert done.returncode in (0, 1), done.stderr
    assert "Trader (p1)" in done.stdout and "Trader (p2)" in done.stdout
    alone = [line for line in done.stdout.split("\n") if re.search(r"Trader(?! \(p)(?!$)", line)]
    assert alone == []
