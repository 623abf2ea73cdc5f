"""The tools beside the tests still run: benchmarks and mutants, on as little as they take."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.language.execution.search_nodes import Proof
from interpreter.players.base import RandomPlayer, SeatMatch
from interpreter.players.search.search_tree import ActionStats
from tests.benchmarks.costs import middle_game
from tests.benchmarks.pairs import deal_played
from tests.benchmarks.regret import judged_by, name_in_store, position, regret_row, with_table
from tests.benchmarks.reliability import sums
from tests.benchmarks.sequential import Played, Store, Trial
from tests.benchmarks.strength import OPEN, Pairing, Row, played, tables, with_tables
from tests.loaded import game_of
from tests.mutants import mutants_of

TESTS = Path(__file__).parent


def run(tool: str, *arguments: str) -> str:
    command = [sys.executable, str(TESTS / tool), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parts
def test_playouts() -> None:
    table = run("benchmarks/playouts.py", "--seconds", "0.05", "--runs", "1", "red_flag_over_paris", "by_hand")
    assert "red_flag_over_paris / by_hand: " in table


@pytest.mark.parts
def test_playouts_from_positions() -> None:
    lines = run("benchmarks/from_positions.py", "--seconds", "0.01", "revolution").splitlines()
    assert [line.split()[:2] for line in lines[2:4]] == [["revolution", "random"], ["revolution", "tables"]]


def test_a_match_whose_costs_are_measured() -> None:
    assert 0 < middle_game(str(TESTS / "cli" / "market")).decisions < 9


@pytest.mark.parts
def test_costs() -> None:
    market = str(TESTS / "cli" / "market")
    lines = run("benchmarks/costs.py", market, "--runs", "1", "--games", "1000").splitlines()
    assert [line.split("  ")[0] for line in lines if not line.startswith("saved match")] == [
        "copy()",
        "cahier --help",
        "cahier check, cold",
        "cahier check, after an edit",
        "cahier check, warm",
        "500 games, python, cold",
        "500 games, python, warm",
        "500 games, native, cold",
        "500 games, native, warm",
        "memory of 500 games",
        "memory of 1,000 games",
    ]


@pytest.mark.parts
def test_cores() -> None:
    _, line = run(
        "benchmarks/cores.py", str(TESTS / "cli" / "market"), "--seconds", "0.05", "--rounds", "1"
    ).splitlines()
    assert len(line.split()[1:]) == 5


@pytest.mark.parts
def test_terms_in_a_store_that_was_cut_off(tmp_path: Path) -> None:
    store = tmp_path / "terms.jsonl"
    terms = ("--a", "exploration=0.7", "--b", "history_weight=2", "cutoff=50")
    arguments = (str(TESTS / "cli" / "market"), "--playouts", "5", *terms, "--games", "12", "--store", str(store))
    told = run("benchmarks/terms.py", *arguments).splitlines()[-1]
    assert " in 12 games: " in told
    kept = store.read_text()
    store.write_text(kept[: kept.rindex("{") + 30])
    run("benchmarks/terms.py", *arguments)
    lines = [json.loads(line) for line in store.read_text().splitlines() if line.endswith("}")]
    again = [(each["index"], each["share"], each["playouts"]) for each in lines]
    assert again == [(each["index"], each["share"], each["playouts"]) for each in map(json.loads, kept.splitlines())]
    assert run("benchmarks/terms.py", *arguments).count("\n") == 2 and len(store.read_text().splitlines()) == 7


@pytest.mark.parts
def test_equal_terms_win_half_of_each_deal() -> None:
    game = str(TESTS / "cli" / "market")
    words = (game, "--playouts", "5", "--a", "history_weight=5.0", "--games", "10")
    told = run("benchmarks/terms.py", *words).splitlines()[-1]
    assert told.startswith("A 0.500 (") and "in 10 games: not told apart" in told


def test_a_row_of_strength_goes_on(tmp_path: Path) -> None:
    pairing = Pairing("tables", str(TESTS / "cli" / "market"), "search:2", "random")
    for wanted in range(3):
        store = Store(tmp_path / "strength.jsonl")
        row = Row(pairing, store)
        assert next(row.wanted(9.0)) == wanted
        store.add(played(pairing, wanted))
        assert row.cell() == f"{2 * wanted + 2} games" and row.verdict() == OPEN
        assert not list(row.wanted(0.0))
    text = tables([row], "")
    assert "### Against tables and solo opponents" in text and "| market | 6 games |" in text
    document = with_tables("# Strong\n", text)
    assert with_tables(f"{document}More.\n", tables([], "")) == f"{with_tables(document, tables([], ''))}More.\n"


def test_a_row_of_strength_ends_when_it_is_told_apart() -> None:
    pairing = Pairing("400", "hex", "search:400", "search:100")
    store = Store(None)
    row = Row(pairing, store)
    for index in range(15):
        assert next(row.wanted(1.0)) == index and row.verdict() == OPEN
        store.add(Played(pairing.name, index, 1.0, (4, 1), (0.0, 0.0), 0.01))
    assert row.verdict() == "yes" and not list(row.wanted(1.0))


def test_players_who_win_together_are_compared_by_score() -> None:
    game = game_of("tests/games/hanabi")

    def first_option(seat: str) -> Any:
        return First()

    class First:
        def choose(self, match: SeatMatch) -> int:
            return 0

    sides = {deal_played("", game, (first_option, lambda seat: RandomPlayer()), deal).share for deal in range(12)}
    assert len(sides) > 1 and sides <= {0.0, 0.5, 1.0}


@pytest.mark.parts
def test_strength_goes_on_and_keeps_what_was_written(tmp_path: Path) -> None:
    store, out = tmp_path / "strength.jsonl", tmp_path / "STRENGTH.md"
    arguments = ("benchmarks/strength.py", "--store", str(store), "--out", str(out), "--only", "400 kuhn")
    run(*arguments, "--seconds", "0.01", "--jobs", "2")
    first, kept = out.read_text(), store.read_text()
    assert "### Four times the playouts" in first and "| kuhn | " in first
    written = first + "It is strong.\n"
    out.write_text(written)
    run(*arguments, "--seconds", "0")
    assert out.read_text() == written and store.read_text() == kept


def test_strength_keeps_rows_without_games_in_the_store() -> None:
    store = Store(None)
    rows = [Row(Pairing("400", game, "search:400", "search:100"), store) for game in ("go", "hex")]
    store.add(Played(rows[1].pairing.name, 0, 1.0, (), (), 0.0))
    old = "### Four times the playouts\n\n| game | 400 v 100 |\n|---|---:|\n| go | .2 |\n| hex | .2 |\n| gone | .2 |\n"
    table = tables(rows, with_tables("", old))
    assert "| go | .2 |  |  |\n| hex | 2 games |  |  |" in table and "gone" not in table


def test_shares_told_apart_from_a_half_are_bold() -> None:
    store = Store(None)
    row = Row(Pairing("400", "hex", "search:400", "search:100"), store)
    for index in range(5):
        store.add(Played(row.pairing.name, index, 1.0, (), (), 0.0))
    assert row.cell().startswith("1.00 (") and row.cell().endswith(" to 1.00) of 10")
    for index in range(5, 40):
        store.add(Played(row.pairing.name, index, 1.0, (), (), 0.0))
    assert row.cell().startswith("**1.00** (.")


def test_a_pairing_has_as_many_deals_as_asked() -> None:
    pairing, store = Pairing("400", "hex", "search:400", "search:100"), Store(None)
    for index in range(20):
        store.add(Played(pairing.name, index, 1.0, (), (), 0.0))
    assert not list(Row(pairing, store).wanted(1.0)) and next(Row(pairing, store, 100).wanted(1.0)) == 20


def test_shares_of_both_seats_are_added_up() -> None:
    claimed = [("p1", 0.5, 1.0), ("p1", 0.75, 1.0), ("p2", 0.5, 0.0), ("p1", 0.25, 1.0)]
    assert list(sums(claimed)) == [1.25, 0.75]


def test_regret_measures_each_position_once(tmp_path: Path) -> None:
    game, store = game_of(str(TESTS / "games" / "tic_tac_toe")), Store(None)
    assert position(game, 3).choices == position(game, 3).choices != position(game, 4).choices
    searches = [[ActionStats(0, 90, 0.5, 0.5), ActionStats(1, 10, 0.25, 0.25)] for _ in range(2)]
    searches[1] = [ActionStats(0, 20, 0.125, 0.125), ActionStats(1, 80, 0.75, 0.75)]
    judged = judged_by(searches)
    assert judged.values == [0.5, 0.75] and [judged.regret(choice) for choice in range(2)] == [0.25, 0.0]
    searches[0][0] = ActionStats(0, 3, 0.5, 0.5, Proof.WON)
    assert judged_by(searches).best == 0
    for index, regret in enumerate((0.2, 0.0)):
        store.add(Played(name_in_store("hex", 400), index, regret, (2000,), (0.1,), 0.1))
    line = regret_row("hex", 400, store, 100)
    assert line.startswith("| hex | 400 | 2 | 0.1000 | ") and line.endswith(" | 1 |")
    other = "| kuhn | 400 | 2 | 0.1000 | 0 to 1 | 1 |"
    document = with_table(with_table("Text.\n", [other]) + "More.\n", [line])
    assert document.startswith("Text.\n") and document.endswith("More.\n") and document.count("| game |") == 1
    assert document.index(other) < document.index(line)
    assert with_table(document, [line]) == document


@pytest.mark.parts
def test_regret_goes_on(tmp_path: Path) -> None:
    store, out = tmp_path / "regret.jsonl", tmp_path / "STRENGTH.md"
    arguments = ("benchmarks/regret.py", "tic_tac_toe", "--store", str(store), "--out", str(out), "--show", "0")
    shown = run(*arguments, "--positions", "1").splitlines()
    assert sum(line.startswith("  seed ") for line in shown) == 11 and len(store.read_text().splitlines()) == 3
    first = run(*arguments, "--positions", "2")
    assert run(*arguments, "--positions", "2") == "\n".join(first.splitlines()[-5:]) + "\n"
    assert len(store.read_text().splitlines()) == 6 and "| tic tac toe | 400 | 2 |" in out.read_text()


def test_a_trial_ends_early_and_is_seldom_wrong() -> None:
    trial, random = Trial(0.5, 200), Random(1)
    assert not trial.is_reached([1.0] * 7) and trial.is_reached([1.0] * 12)
    assert not trial.is_missed([0.0] * 7) and trial.is_missed([0.0] * 12)
    most_won = [1.0] * 100 + [0.0] * 10
    assert Trial(0.95, 200).is_missed(most_won) and not Trial(0.95, 200).is_missed(most_won[:101])
    reached = 0
    for _ in range(20):
        shares = [float(random.random() < 0.5) for _ in range(200)]
        reached += any(trial.is_reached(shares[:looked]) for looked in range(10, 201, 10))
    assert reached <= 1


@pytest.mark.parts
def test_mutants() -> None:
    lines = run("mutants.py", "revolution", "--only", "pieces.yaml", "--jobs", "1").splitlines()
    *survivors, _, head, row, total = lines
    assert head.split() == ["noticed", "survived", "share", "no", "rulebook"]
    assert row.split()[0] == "pieces.yaml"
    assert int(total.split()[2]) == len(survivors)


def test_mutants_of_what_has_titles_in_several_languages() -> None:
    file = TESTS / "cli" / "market" / "sequence.yaml"
    shown = [each.shown(file.read_text()) for each in mutants_of(file.parent) if each.file == file.name]
    assert any("in Cheese" in each and "in Fruit" in each.rpartition("->")[2] for each in shown)


def test_comparisons_are_mutated_and_games_of_one_file_too() -> None:
    file = TESTS / "games" / "go" / "game.yaml"
    shown = [each.shown(file.read_text()) for each in mutants_of(file.parent)]
    assert any("comparison: if turns > 300: settle  ->  if turns >= 300: settle" in each for each in shown)


@pytest.mark.parts
def test_mutants_of_the_shelf() -> None:
    *survivors, row = run("game_mutants.py", "odd_or_even", "--sample", "2", "--jobs", "1").splitlines()
    name, _, _, noticed, survived, *_ = row.split()
    assert name == "odd_or_even" and int(survived) == len(survivors) and int(noticed) + int(survived) <= 2


@pytest.mark.parts
def test_shelf() -> None:
    heading, row = run("benchmarks/shelf.py", "--lines", "tic_tac_toe").splitlines()
    assert heading.split()[0] == "here" and row.split()[0] == "tic_tac_toe" and 10 < int(row.split()[1]) < 40
    lines = run("benchmarks/shelf.py", "odd_or_even", "--rounds", "1", "--seconds", "0.01").splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [["odd_or_even", "machine"], ["odd_or_even", "Python"]]


@pytest.mark.parts
def test_report(tmp_path: Path) -> None:
    out = tmp_path / "REPORT.md"
    game = str(TESTS / "cli" / "market")
    arguments = ("benchmarks/report.py", game, "--games", "10", "--players", "random", "table", "--out", str(out))
    run(*arguments)
    first = out.read_text()
    heading = "# Market day: playtests\n\nGames with random players on both sides; random players on all seats.\n"
    assert first.startswith(heading) and "\nRandom players don't show whether a game is balanced.\n" in first
    assert "| won by p1 | 60.0 % (31.3–83.2) |" in first and "| games | 10 | 10 |" in first
    assert "## What never happens: random\n\nIn 10 games with 2 players" in first
    written = first.replace("<!-- by hand: after -->\n", "<!-- by hand: after -->\nIt is small.\n")
    out.write_text(written)
    run(*arguments, "--jobs", "1")
    assert out.read_text() == written


@pytest.mark.parts
def test_other_reports(tmp_path: Path) -> None:
    out = tmp_path / "REPORT.md"
    game = str(TESTS / "cli" / "market")
    arguments = ("benchmarks/report.py", game, "--games", "10", "--players", "random", "table", "--out", str(out))
    run(*arguments)
    out.write_text(out.read_text().replace("<!-- by hand: after -->\n", "<!-- by hand: after -->\nIt is small.\n"))
    run(*arguments, "--counts", "3", "--ask", "impact --games 50")
    assert "\n    cahier impact --games 50 " in out.read_text() and "nothing left out\n" in out.read_text()
    assert "It is small.\n<!-- end -->" in out.read_text() and "| games | 10 |\n" in out.read_text()
    run(*arguments[:4], "--players", "random", "search:1@2@2", "--out", str(out))
    assert "## Players: search:1\n\n|  | 2 players |\n" in out.read_text()
    assert "## Cards" in out.read_text() and "| card | random | search:1 |" in out.read_text()
