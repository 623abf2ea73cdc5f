"""What `playtest` tells people."""

from __future__ import annotations

import re
from pathlib import Path

from rich.cells import cell_len

from tests.cli.command import Cahier

GOLDEN = Path(__file__).parent / "golden" / "playtest.txt"
SHARE = re.compile(r" (\d+)  (\d+\.\d) % +(\d+\.\d)\.\.(\d+\.\d)")


def test_the_summary(cahier: Cahier) -> None:
    done = cahier("playtest", "market", "--games", "40", "--seed", "3", "--players", "3", COLUMNS="80")
    told = re.sub(r"finished in .*?\n\n", "finished\n\n", done.stdout, count=1, flags=re.DOTALL)
    assert told == GOLDEN.read_text("utf-8")


def test_behind_every_share_stands_between_what_it_lies(cahier: Cahier) -> None:
    told = cahier("playtest", "red_flag_over_paris", "--games", "50", "--jobs", "1", COLUMNS="80").stdout
    lines = [line for line in told.splitlines() if " % " in line and "#" in line]
    found = [SHARE.search(line) for line in lines]
    assert len(found) >= 5 and all(found)
    for each in found:
        assert each and float(each[3]) <= float(each[2]) <= float(each[4])
    first = told.partition("who played first\n")[2].partition("\n\n")[0]
    assert first.count("%") == first.count("..") >= 4


def cards(told: str) -> str:
    return told.partition("cards by use\n")[2].partition("\n\n")[0]


def test_the_cards_that_are_used_most_come_first_and_no_card_is_left_out(cahier: Cahier) -> None:
    words = ("playtest", "vive_la_revolution", "--games", "10", "--jobs", "1")
    some, all_ = (cards(cahier(*words, *more, COLUMNS="80").stdout) for more in ((), ("--all",)))
    assert max(map(cell_len, some.splitlines())) < 80
    uses = [int(line.split()[-1]) for line in some.splitlines() if re.search(r" \d+$", line)]
    assert len(uses) == 20 and uses == sorted(uses, reverse=True)
    more = re.search(r"(\d+) others were used less; --all tells them, too", some)
    rows = [line for line in all_.splitlines() if re.search(r" \d+$", line)]
    assert more and len(rows) == 20 + int(more[1]) and "--all" not in all_
    assert "never used: " in some and "Enjolras" in re.sub(r"\n +", " ", all_)
