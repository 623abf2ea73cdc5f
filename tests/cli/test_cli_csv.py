"""`--csv DIR`: the tables behind an answer."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.command import Cahier

COMMANDS = {
    "playtest": (("playtest", "market", "--games", "60"), {"outcomes", "reasons", "turns", "cards", "games"}),
    "impact": (("impact", "market", "--games", "60", "--within", "9"), {"baseline", "impact", "cards"}),
    "compare": (
        ("compare", "red_flag_over_paris", "--variant", "censor", "--games", "40"),
        {"wins", "reasons", "lengths"},
    ),
}


def tables(folder: Path) -> dict[str, list[dict[str, str]]]:
    found = {}
    for path in folder.iterdir():
        with path.open(encoding="utf-8", newline="") as file:
            found[path.stem] = list(csv.DictReader(file))
    return found


@pytest.mark.parts
@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_a_table(cahier: Cahier, tmp_path: Path, command: str) -> None:
    words, expected = COMMANDS[command]
    folders = [tmp_path / name for name in ("one", "two")]
    for folder, jobs in zip(folders, "12", strict=True):
        done = cahier(*words, "--csv", str(folder), "--jobs", jobs)
        assert done.returncode in (0, 1)
    first, second = map(tables, folders)
    assert first == second
    assert expected <= first.keys() and all(first.values())


def test_shares_have_intervals_and_unused_cards_a_row(cahier: Cahier, tmp_path: Path) -> None:
    assert cahier("playtest", "red_flag_over_paris", "--games", "3", "--csv", str(tmp_path / "t")).returncode == 0
    found = tables(tmp_path / "t")
    wins = found["outcomes"]
    assert sum(int(row["games"]) for row in wins) == 3
    assert all(float(row["low"]) <= float(row["share"]) <= float(row["high"]) for row in wins)
    assert len(found["cards"]) == 53 and found["cards"][-1]["uses"] == "0"
    assert {row["title"] for row in wins} <= {"Commune", "Versailles", "nobody"}


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_overwritten(cahier: Cahier, tmp_path: Path, command: str) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    done = cahier(*COMMANDS[command][0], "--csv", str(folder))
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == (
        f"{folder}: error: there are files in it, and nothing is overwritten; name a folder that is empty, or not "
        "there yet\n"
    )
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]


def test_an_empty_folder_is_filled(cahier: Cahier, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert cahier("playtest", "market", "--games", "5", "--csv", str(empty)).returncode == 0
    assert "outcomes" in tables(empty)


def test_a_file_and_a_place_that_is_not_there_are_refused(cahier: Cahier, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "file").write_text("mine")
    for name, why in (("file", "is a file"), ("no/where", "cannot be written: No such file or directory")):
        done = cahier("playtest", "market", "--games", "5", "--csv", str(folder / name))
        assert done.returncode == 2 and why in done.stderr and done.stdout == ""
    assert [path.name for path in folder.iterdir()] == ["file"]


@pytest.mark.parametrize("name", ["market", pytest.param("vive_la_revolution", marks=pytest.mark.parts)])
def test_a_line_a_game_by_any_backend_and_jobs(cahier: Cahier, tmp_path: Path, name: str) -> None:
    found = []
    for how in (("--backend", "python", "--jobs", "1"), ("--backend", "native", "--jobs", "2")):
        folder = tmp_path / how[1]
        done = cahier("playtest", name, "--games", "30", "--from", "7", "--csv", str(folder), *how)
        assert done.returncode == 0, done.stderr
        found.append((folder / "games.csv").read_text("utf-8"))
    assert found[0] == found[1]
    games, wins = (tables(tmp_path / "python")[name] for name in ("games", "outcomes"))
    assert [row["game"] for row in games] == [str(game) for game in range(7, 37)]
    key = "side" if "side" in games[0] else "winners"
    assert {row["winner"]: int(row["games"]) for row in wins} == Counter(row[key] or "draw" for row in games)
    scored = name == "market"
    assert ("score p1" in games[0]) == scored
    columns = ["game", "reason", "winners", *([] if scored else ["side"]), "decisions", "turns", "first"]
    assert list(games[0])[: len(columns)] == columns


def test_the_cards_of_each_seat_are_columns(cahier: Cahier, tmp_path: Path) -> None:
    for name, options in (("plain", ()), ("cards", ("--cards", "--jobs", "2"))):
        done = cahier("playtest", "market", "--games", "30", "--csv", str(tmp_path / name), *options)
        assert done.returncode == 0, done.stderr
    plain, games = (tables(tmp_path / name)["games"] for name in ("plain", "cards"))
    seats = ("p1", "p2")
    added = [f"{what} {seat}" for seat in seats for what in ("drawn", "played")]
    assert list(games[0]) == [*plain[0], *added]
    assert [{key: row[key] for key in plain[0]} for row in games] == plain
    played = Counter(card for row in games for seat in seats for card in row[f"played {seat}"].split())
    uses = {row["card"]: int(row["uses"]) for row in tables(tmp_path / "cards")["cards"]}
    assert set(played) == {card for card, times in uses.items() if times}
    assert all(times <= uses[card] for card, times in played.items())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--cards",), "give --csv DIR"),
        (("--cards", "--csv", "t", "--store", "s.db"), "neither --store nor --dask"),
        (("--cards", "--csv", "t", "--backend", "native"), "leave out --backend native"),
        (("--cards", "--csv", "t", "--seat", "p1=search:5"), "leave out --seat"),
    ],
)
def test_cards_that_cant_be_listed_are_refused(cahier: Cahier, options: tuple[str, ...], message: str) -> None:
    done = cahier("playtest", "market", "--games", "2", *options)
    assert done.returncode == 2 and message in done.stderr and not Path("t").exists()


@pytest.mark.parts
def test_a_game_that_is_stopped_has_its_line(cahier: Cahier, tmp_path: Path) -> None:
    sequence = Path("market/sequence.yaml")
    text = sequence.read_text("utf-8")
    sequence.write_text(
        text.replace("      shuffle deck\n", "      repeat 2000000 times:\n        raise day\n", 1), "utf-8"
    )
    done = cahier("playtest", "market", "--games", "3", "--csv", str(tmp_path / "t"), "--jobs", "1")
    assert done.returncode == 2
    games = tables(tmp_path / "t")["games"]
    assert [(row["game"], row["reason"], row["decisions"]) for row in games] == [
        (str(at), "stopped", "") for at in range(3)
    ]


@pytest.mark.parts
def test_no_path_of_this_machine_is_told(cahier: Cahier, folder: Path, tmp_path: Path) -> None:
    sequence = folder / "market" / "sequence.yaml"
    sequence.write_text(
        sequence.read_text("utf-8").replace("shuffle deck", "repeat 2000000 times: raise day", 1), "utf-8"
    )
    (folder / "below").mkdir()
    for number, name in enumerate((str(folder / "market"), "below/../market")):
        out = tmp_path / f"{number}"
        done = cahier("playtest", name, "--games", "1", "--jobs", "1", "--csv", str(out), "--json", f"{number}.json")
        assert done.returncode == 2, done.stderr
        told = [Path(f"{number}.json").read_text("utf-8"), *(path.read_text("utf-8") for path in out.iterdir())]
        assert not any(str(folder) in text or "below" in text for text in told)
        found = json.loads(told[0])
        assert found["folder"] == "market" and found["stopped"][0]["file"] == "market/sequence.yaml"
        assert tables(out)["stopped"][0]["file"] == "market/sequence.yaml"


def test_a_store_has_no_lines_and_says_so(cahier: Cahier, tmp_path: Path) -> None:
    done = cahier("playtest", "market", "--games", "5", "--store", "s.db", "--csv", str(tmp_path / "t"))
    assert done.returncode == 0 and "note: games.csv isn't written" in done.stderr
    assert "games" not in tables(tmp_path / "t")


@pytest.mark.parametrize("command", ["playtest", "impact"])
@pytest.mark.parametrize(
    "label", ["uses", "title", *(pytest.param(each, marks=pytest.mark.parts) for each in ("for played", "=1+1", "a,b"))]
)
def test_a_label_of_the_rules_takes_no_column_s_place(cahier: Cahier, tmp_path: Path, command: str, label: str) -> None:
    rules = Path("market/sequence.yaml")
    text = rules.read_text("utf-8")
    rules.write_text(
        text.replace('note card as "played"', f'note card as "{label}"\n      note card as "played"'), "utf-8"
    )
    words = COMMANDS[command][0]
    done = cahier(*words, "--csv", str(tmp_path / "t"))
    assert done.returncode == 0, done.stderr
    with (tmp_path / "t" / "cards.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert len(head) == len(set(head)) and {f"for {label}", "for played", "title"} <= set(head)
    assert all(len(row) == len(head) for row in rows)
    titles = {row[head.index("title")] for row in rows}
    assert titles == {"Sun", "Rain", "Wind", "Fog"}
    assert all(row[head.index(f"for {label}")] == row[head.index("for played")] for row in rows)
    assert any(int(row[head.index("for played")]) for row in rows)
