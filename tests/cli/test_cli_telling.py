"""Answers of commands: titles instead of ids, confidence, lines that fit; and the options that ask for them."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest
from rich.cells import cell_len

from cli.lab.playtest_command import report_ending
from cli.libraries import find_best_matches, find_matches
from cli.play.thinking import format_evaluations
from cli.prompt import ParsedLine, TypableOption, parse_line
from cli.revision import GameVersion
from cli.text.screen import format_table, wrap_text
from cli.text.words import TerminalMessages
from interpreter import load
from interpreter.language.execution.search_nodes import Proof
from interpreter.players.search.search_tree import ActionStats
from interpreter.playtest.run.runner import PlaytestPlan, run_playtest
from tests.cli.command import Cahier

WORDS = TerminalMessages("en")


def thoughts(*counts: tuple[int, int]) -> list[str]:
    found = [ActionStats(at, of, won / of, 0.0) for at, (won, of) in enumerate(counts)]
    return [line.strip() for line in format_evaluations(found, lambda index: "abc"[index], WORDS)]


def test_shares_of_wins_are_not_told() -> None:
    """They are no chances to win, see STRENGTH.md of the benchmarks."""
    told = thoughts((70, 90), (1, 10))
    assert told == ["a: tried in 90 of 100 playouts", "b: tried in 10 of 100 playouts"]


def test_what_chance_may_have_made_is_too_close_to_tell() -> None:
    close, clear = thoughts((60, 100), (30, 60)), thoughts((80, 100), (20, 100))
    assert close == ["a: tried in 100 of 160 playouts", "b: tried in 60 of 160 playouts (too close to tell)"]
    assert clear == ["a: tried in 100 of 200 playouts", "b: tried in 100 of 200 playouts"]


def test_an_option_that_was_not_tried_is_told() -> None:
    found = [ActionStats(0, 4, 0.5, 0.5), ActionStats(1, 0, 0.0, 0.5)]
    assert (
        format_evaluations(found, "ab".__getitem__, WORDS)[1].strip()
        == "b: tried in 0 of 4 playouts (too close to tell)"
    )


def test_what_is_proved_is_told() -> None:
    """However few playouts it took."""
    proofs = (Proof.WON, Proof.WON, Proof.DRAWN, Proof.LOST)
    found = [ActionStats(at, 2, 0.5, 0.5, proof) for at, proof in enumerate(proofs)]
    assert [line.strip() for line in format_evaluations(found, "abcd".__getitem__, WORDS)] == [
        "a: wins for certain",
        "b: wins for certain",
        "c: leads to a draw if nobody makes a mistake",
        "d: loses unless the other makes a mistake",
    ]


NAMES = {"momentum": ["Player Momentum"], "ile": ["Île-de-France"], "a": ["Aa"], "ab": ["Aab"]}


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("mom", ["momentum"]), ("ile", ["ile"]), ("FRANCE", ["ile"]), ("aa", ["a"]), ("", []), ("x", [])],
)
def test_a_part_of_a_name_is_enough(wanted: str, found: list[str]) -> None:
    assert find_matches(wanted, NAMES) == found
    assert find_best_matches(wanted, NAMES) == found[:1]


def test_letters_of_the_map_are_answers() -> None:
    choices = [
        TypableOption("b", "fort", "Fort"),
        TypableOption("k", "butte", "Butte"),
        TypableOption("u", "use", "Use Momentum"),
    ]
    assert parse_line("B", choices, WORDS) == ParsedLine(choice=0)
    assert parse_line("bu", choices, WORDS) == ParsedLine(choice=1)
    assert parse_line("mom", choices, WORDS) == ParsedLine(choice=2)


def test_a_number_counts_the_options_unless_it_is_a_label() -> None:
    cards = [TypableOption("3", "c", "Sun"), TypableOption("1", "a", "Rain"), TypableOption("0", "none", "stop")]
    assert parse_line("3", cards, WORDS) == ParsedLine(choice=0)
    assert parse_line("1", cards, WORDS) == ParsedLine(choice=1)
    assert parse_line("0", cards, WORDS) == ParsedLine(choice=2)
    assert parse_line("2", cards, WORDS) == ParsedLine(choice=1)
    assert isinstance(parse_line("2", cards, WORDS, refused_labels=["2"]), str)
    assert isinstance(parse_line("4", cards, WORDS), str)
    numbers = [TypableOption("5", "5", "5"), TypableOption("6", "6", "6")]
    assert isinstance(parse_line("1", numbers, WORDS), str)


def test_a_card_is_shown_by_a_part_of_its_name(cahier: Cahier) -> None:
    assert "Sun (sun)" in cahier("show", "market", "cards", "su").stdout
    assert "Sun (sun)" in cahier("show", "market", "cards", "SUN").stdout
    done = cahier("show", "red_flag_over_paris", "cards", "Victor")
    assert done.returncode == 0 and "Victor" in done.stdout
    done = cahier("show", "vive_la_revolution", "cards", "joker")
    assert done.returncode == 2 or done.stdout.count("Joker") == 1


def test_tables_fold_where_the_terminal_is_narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    rows = [("", "a long heading", "another one"), ("something", "12", "3"), ("a thing with a long name", "4", "5")]
    lines = format_table(rows).split("\n")
    assert max(map(cell_len, lines)) < 40 and "something" in lines[-3] + lines[-2] + lines[-4]
    for word in ("heading", "another", "something", "thing", "name"):
        assert any(re.search(rf"\b{word}\b", line) for line in lines)


def test_columns_that_find_no_room_are_spread_over_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    uses = [f"operation{at}" for at in range(20)]
    rows = [("", *uses), *((f"card {card}", *(f"{card}{at:02}" for at in range(20))) for card in range(1, 4))]
    tables = format_table(rows).split("\n\n")
    assert len(tables) > 1 and all(cell_len(line) < 80 for table in tables for line in table.split("\n"))
    headed = [table.split("\n") for table in tables]
    assert [use for lines in headed for use in lines[0].split()] == uses
    for number in range(1, 4):
        assert all(lines[number].startswith(f"  card {number} ") for lines in headed)
        assert [int(cell) for lines in headed for cell in lines[number].split()[2:]] == [
            number * 100 + at for at in range(20)
        ]


@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.parametrize("word", ["x" * 80, "霧" * 45, "x" * 500, "x" * 79])
def test_a_word_longer_than_a_line_is_broken_and_no_other(monkeypatch: pytest.MonkeyPatch, at: int, word: str) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    rows = [["", "a-heading", "another-one"], ["something", "12", "3"], ["others", "4", "5"]]
    rows[2][at] = word
    lines = format_table([tuple(row) for row in rows]).split("\n")
    assert max(map(cell_len, lines)) < 80 and ("" not in lines or at)
    assert "".join(re.findall(f"{word[0]}+", "".join(lines))).count(word[0]) == len(word)
    assert {"a-heading", "another-one", "something", "12"} <= set(" ".join(lines).split())


def test_words_are_not_broken_at_line_ends() -> None:
    assert wrap_text("to Butte-aux-Cailles", 18) == ["to", "Butte-aux-Cailles"]


@pytest.mark.parametrize("command", ["tables", "cards", "map", "tracks", "sources"])
def test_what_is_shown_fits_eighty_columns(cahier: Cahier, command: str) -> None:
    done = cahier("show", "red_flag_over_paris", command, "--variant", "solo_versailles", COLUMNS="80")
    assert done.returncode == 0 and max(map(cell_len, done.stdout.split("\n"))) < 80


def prose(told: str) -> list[str]:
    """The lines of a summary, without commands to paste, which are never folded."""
    return [line for line in told.split("\n") if not line.startswith("  cahier ")]


@pytest.mark.parts
def test_summaries_say_titles(cahier: Cahier) -> None:
    done = cahier("playtest", "liberte", "--games", "3", "--jobs", "1", "--all", COLUMNS="80")
    told_lines = "\n".join(prose(done.stdout.split("to see game I")[0]))
    assert "Player 1" in told_lines and not re.search(r"\bp1\b|_", told_lines.split("cards by use")[0]), told_lines
    assert "Robespierre" in told_lines and "robespierre" not in told_lines
    assert max(map(cell_len, told_lines.split("\n"))) < 80


@pytest.mark.parts
def test_a_slow_playtest_that_is_stopped_says_what_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    def stop(games: int, made: int) -> None:
        assert games == 0
        if made == 3:
            os.kill(os.getpid(), signal.SIGINT)

    plan = PlaytestPlan(load("revolution"), 1, 2, seated={"royalist": "search:2"})
    result = run_playtest(plan, None, stop)
    assert result.signal == signal.SIGINT and result.tally.games == 0 and result.unfinished_decisions == 3
    assert result.seconds > 0 and report_ending(result, GameVersion("revolution", "revolution")) == 130
    assert "3 decisions were made in games that were stopped before their end" in capsys.readouterr().err


def test_a_language_of_which_only_some_names_are_known(cahier: Cahier, folder: Path) -> None:
    (folder / "market" / "text").mkdir(exist_ok=True)
    (folder / "market" / "text" / "nl.yaml").write_text("names: {fruit: Fruit, p1: Eerste, fish: Vis}\n")
    done = cahier("play", "market", "--seed", "3", "--lang", "nl")
    assert "choose a stall to sell" in done.stdout or "choose a card to play" in done.stdout
    assert "Vis" in done.stdout and "Eerste> " in done.stdout


def test_variables_without_a_title_are_not_shown(cahier: Cahier, folder: Path) -> None:
    path = folder / "market" / "vocabulary.yaml"
    path.write_text(
        "variables:\n"
        "  - {id: inner_count, is: number, start: 7}\n"
        "  - {id: outer, title: Weather of the day, is: number, start: 8}\n"
    )
    said = cahier("play", "market", "--seed", "3").stdout
    assert "Weather of the day: 8" in said and "inner" not in said


def test_an_before_a_vowel() -> None:
    game = load(Path(__file__).parent / "market")
    from interpreter.presentation.questions import SPOKEN_VOWEL

    assert game.start(3).decision is not None
    said = {word: bool(SPOKEN_VOWEL.match(word)) for word in ("island", "card", "hour", "union", "one", "oil", "use")}
    assert said == {
        "island": True, "card": False, "hour": True, "union": False, "one": False, "oil": True, "use": False
    }  # fmt: skip


def test_a_card_that_can_not_be_chosen_has_no_number_but_a_reason(cahier: Cahier, folder: Path) -> None:
    path = folder / "market" / "sequence.yaml"
    wanted = "choose a card in cards in your hand where value of it > 1, or stop, to play"
    rules = path.read_text().replace("choose a card in your hand, to play", wanted)
    path.write_text(rules.replace("draw 1 card from deck to hand", "draw 3 cards from deck to hand"))
    said = cahier("play", "market", "--seed", "3").stdout
    options = said[said.index("choose a card to play") :]
    numbered = re.findall(r"^ +(\d+)  (\w+)  \(value", options, re.MULTILINE)
    bare = re.search(r"not on offer: \d (\w+).* \(.*value of it > 1.*\)", options)
    assert numbered and bare, options
    hand = said[said.index("Hand (Player 1)") : said.index("choose a card to play")]
    for number, name in numbered:
        assert re.search(rf"^ +{number} {name}:", hand, re.MULTILINE), hand
    assert re.search(rf"^ {{4}}{bare[1]}: .*\(.*\)", hand, re.MULTILINE), hand


@pytest.mark.parametrize(
    "words",
    [("playtest", "--coverage", "--all"), ("impact", "--within", "9"), ("compare", "--variant", "tracks/day/start=2")],
)
def test_titles_without_a_blank_fit_eighty_columns(cahier: Cahier, folder: Path, words: tuple[str, ...]) -> None:
    for path in (folder / "market").rglob("*.yaml"):
        text = re.sub(
            r"title: (Rain|Sun|Day|Player|Wind)\b", lambda found: f"title: {found[1] * 20}", path.read_text("utf-8")
        )
        path.write_text(text, "utf-8")
    command, *options = words
    done = cahier(command, "market", *options, "--games", "60", COLUMNS="80")
    assert done.returncode in (0, 1), done.stderr
    assert "RainRain" in done.stdout or "PlayerPlayer" in done.stdout
    assert [line for line in prose(done.stdout) if cell_len(line) >= 80] == []
