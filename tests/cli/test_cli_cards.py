"""`cahier cards`: a table of the cards, and what was changed in it taken back."""

from __future__ import annotations

from pathlib import Path

from tests.cli.command import Cahier


def test_there_and_back(cahier: Cahier) -> None:
    cards = Path("market/cards/luck.yaml")
    before = cards.read_bytes()
    done = cahier("cards", "market", "--export", "cards.csv")
    assert (done.returncode, done.stdout) == (0, "4 cards in cards.csv\n")
    assert cahier("cards", "market", "--import", "cards.csv").stdout == "nothing is changed\n"
    assert cards.read_bytes() == before
    Path("cards.csv").write_text(Path("cards.csv").read_text().replace(",Fog,", ",Thick Fog,"))
    done = cahier("cards", "market", "--import", "cards.csv")
    assert (done.returncode, done.stdout) == (0, "market/cards/luck.yaml:9: title of fog\n1 change in 1 file\n")
    assert cards.read_bytes() == before.replace(b"title: Fog", b"title: Thick Fog")


def test_nothing_is_overwritten_unasked(cahier: Cahier) -> None:
    Path("cards.csv").write_text("mine")
    done = cahier("cards", "market", "--export", "cards.csv")
    assert done.returncode == 2 and "cards.csv: error: already exists" in done.stderr
    assert Path("cards.csv").read_text() == "mine"
    assert cahier("cards", "market", "--export", "cards.csv", "--force").returncode == 0
    assert Path("cards.csv").read_text().startswith("id,title,deck,copies,value,event,source\nsun,Sun,luck,1,2,")


def test_to_standard_output(cahier: Cahier) -> None:
    done = cahier("cards", "red_flag_over_paris", "--export", "-", "--variant", "censor")
    assert done.stdout.splitlines()[0] == "id,title,title_ru,deck,copies,number,side,points,goal,event,source"


def test_a_mistake_is_told_in_its_place(cahier: Cahier) -> None:
    Path("cards.csv").write_text("id,event\nsun,trade at stals\n")
    done = cahier("cards", "market", "--import", "cards.csv")
    assert done.returncode == 2
    assert done.stderr == (
        "cards.csv:2:14: error: event of `sun`: `stals` is not a name in this game\n"
        "    sun,trade at stals\n                 ^^^^^\n"
        "    did you mean `trade at stalls`?\n"
    )


def test_what_is_asked_for_has_to_be_clear(cahier: Cahier) -> None:
    done = cahier("cards", "market")
    assert done.returncode == 2 and "add `--export FILE.csv`" in done.stderr
    done = cahier("cards", "market", "--import", "cards.csv")
    assert done.returncode == 2 and done.stderr == "cards.csv: error: there is no such file\n"
    done = cahier("cards", "red_flag_over_paris", "--import", "cards.csv", "--variant", "censor")
    assert done.returncode == 2 and "leave out --variant" in done.stderr
