"""Languages that a game brings, in its own files or in somebody else's, and those that the terminal does not know."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import REPO, Cahier, environment
from tests.forks import Forks

GERMAN = """language: de
for: market
names: {fruit: Obst, p1: Erste, p2: ""}
labels: {sell: verkaufen, a_stall: ein Stand}
sentences:
  ask_thing_to: "Wähle {noun}: {purpose}"
  chooses_to: "{seat} will {purpose}: {what}"
messages:
  going_on: {one: "Nach {count} Zug.", other: "Nach {count} Zügen."}
  start_seed: "{title} auf Deutsch, {seed}."
  command_quit: ende
"""


@pytest.fixture
def german(folder: Path) -> Path:
    """A file for the market beside it, in a folder that can be a library."""
    (folder / "mine").mkdir()
    file = folder / "mine" / "market.de.yaml"
    file.write_text(GERMAN)
    return file


Typed = Callable[..., str]


@pytest.fixture
def typed(folder: Path, forks: Forks) -> Typed:
    """Returns the output of a command when some lines are typed."""

    def call(*words: str, lines: str) -> str:
        done = forks.run(words, environment(), lines=lines)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return call


@pytest.mark.parametrize("words", [["--lang", "mine/market.de.yaml"], ["--lang", "de", "--library", "mine"]])
def test_a_language_beside_the_game(cahier: Cahier, german: Path, words: list[str]) -> None:
    done = cahier("play", "market", "--seed", "3", *words)
    assert done.returncode == 0
    assert "Market day auf Deutsch, 3." in done.stdout and "Wähle ein Stand: verkaufen\n  a  Obst" in done.stdout
    assert "Player 2" in done.stdout and "Erste> " in done.stdout
    assert "note: the terminal has messages" not in done.stderr
    assert "Obst (fruit)" in cahier("show", "market", "map", *words).stdout
    assert "Wähle ein Stand: verkaufen" in cahier("try", "market", "rain", "--seed", "1", *words).stdout


def test_a_library_is_asked_only_if_it_is_named(cahier: Cahier, german: Path) -> None:
    done = cahier("show", "market", "--lang", "de")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--lang de: error: the game has no names in this language, only in: en, ru" in done.stderr


def test_it_is_laid_over_the_names_of_the_game(cahier: Cahier, german: Path, folder: Path) -> None:
    (folder / "market" / "text").mkdir()
    (folder / "market" / "text" / "de.yaml").write_text("names: {fruit: Frucht, fish: Fisch}\n")
    own = cahier("show", "market", "map", "--lang", "de").stdout
    assert "Frucht (fruit)" in own and "Fisch (fish)" in own
    laid = cahier("show", "market", "map", "--lang", "de", "--library", "mine").stdout
    assert "Obst (fruit)" in laid and "Fisch (fish)" in laid


def test_of_two_libraries_the_first_counts(cahier: Cahier, german: Path, folder: Path) -> None:
    (folder / "other").mkdir()
    (folder / "other" / "market.de.yaml").write_text(
        "language: de\nfor: market\nnames: {fruit: Früchte, fish: Fisch}\n"
    )
    said = cahier("show", "market", "map", "--lang", "de", "--library", "mine", "--library", "other").stdout
    assert "Obst (fruit)" in said and "Fisch (fish)" in said


def test_a_game_brings_what_the_terminal_says(cahier: Cahier, german: Path, folder: Path, typed: Typed) -> None:
    (folder / "market" / "text").mkdir()
    german.rename(folder / "market" / "text" / "de.yaml")
    assert cahier("check", "market").returncode == 0
    first = typed("play", "market", "--seed", "3", "--lang", "de", lines="1\nende\n")
    assert "Erste will verkaufen: Obst" in first
    assert "Nach 1 Zug." in typed("play", "--resume", lines="ende\n")


@pytest.mark.parts
def test_a_language_that_the_terminal_does_not_know(cahier: Cahier, folder: Path) -> None:
    (folder / "market" / "text").mkdir()
    (folder / "market" / "text" / "fr.yaml").write_text("names: {fruit: Fruits}\n")
    done = cahier("play", "market", "--seed", "3", "--lang", "fr")
    assert "choose a stall to sell\n  a  Fruits" in done.stdout
    assert "note: the terminal has messages in de, en, ru; texts missing in `fr` are shown in English" in done.stderr
    assert "note: " not in cahier("play", "market", "--seed", "3", "--lang", "ru").stderr


def test_what_is_not_translated_is_listed(cahier: Cahier, german: Path) -> None:
    done = cahier("check", "market", "--lang", "mine/market.de.yaml")
    assert done.returncode == 0
    assert "mine/market.de.yaml: warning: no name in `de` for `p2` (Player 2)\n" in done.stderr
    assert "no label in `de` for `play` (to play)" in done.stderr
    assert "no phrase" not in done.stderr  # the program's own words are not the game's to translate
    assert "`fruit`" not in done.stderr and "for `sell`" not in done.stderr
    assert cahier("check", "market", "--lang", "de", "--library", "mine", "--strict").returncode == 1
    found = json.loads(cahier("check", "market", "--json", "--lang", "ru").stdout)
    assert {each["code"] for each in found} == {"no-name", "no-label", "no-sentence"}
    assert {each["severity"] for each in found} == {"warning"}


def test_a_phrase_with_a_form_too_few_is_not_said_yet(cahier: Cahier, german: Path, typed: Typed) -> None:
    german.write_text(GERMAN.replace(', other: "Nach {count} Zügen."', ', other: ""'))
    typed("play", "market", "--seed", "3", "--lang", "mine/market.de.yaml", lines="1\nende\n")
    assert "Weiter nach 1 Entscheidung." in typed("play", "--resume", lines="ende\n")


def test_a_label_names_the_option_and_not_the_variable_with_its_id(folder: Path, typed: Typed) -> None:
    shutil.copytree(REPO / "tests" / "games" / "auction", folder / "auction")
    shutil.rmtree(folder / "auction" / "scenarios")
    game = folder / "auction" / "game.yaml"
    game.write_text(re.sub(r"\bprice\b", "bid", game.read_text()))
    (folder / "auction" / "text").mkdir()
    (folder / "auction" / "text" / "de.yaml").write_text(
        "names: {bid: Gebot}\nlabels: {bid: bieten, a_number: eine Zahl, pass: passen}\n"
    )
    words = ("play", "auction", "--players", "2", "--seed", "1", "--lang", "de", "--seat", "p1=human")
    said = typed(*words, lines="bieten\n3\nende\n")
    assert "  b  bieten\n  p  passen\n" in said and "  b  Gebot" not in said
    assert "Player 1 wählt: bieten\n" in said and "Wähle (bieten): eine Zahl\n" in said


FRENCH = """sentences: {ask_thing_to: "Choisissez {noun} : {purpose}"}
messages:
  going_on: {one: "Après {count} choix.", other: "Après {count} choix."}
  start_seed: "{title}. Graine {seed}."
  command_quit: fin
"""


@pytest.mark.parts
def test_a_library_brings_what_the_program_says_once_for_all_games(cahier: Cahier, folder: Path) -> None:
    (folder / "lib" / "languages").mkdir(parents=True)
    file = folder / "lib" / "languages" / "fr.yaml"
    file.write_text(FRENCH)
    said = cahier("play", "market", "--seed", "3", "--lang", "fr", "--library", "lib").stdout
    assert "Market day. Graine 3." in said and "Choisissez a stall : sell" in said
    assert "Graine" not in cahier("play", "market", "--lang", "fr").stdout
    for old, new, message in (
        ("{seed}", "{sead}", "lib/languages/fr.yaml:4:16: error: nothing can stand in {sead} here"),
        ("one:", "few:", "no number has the form `few` in `fr`"),
        ("messages:", "message:", "lib/languages/fr.yaml:2:1: error: unknown field `message`"),
        ("fin", "fin undo", "`undo` already belongs to the command `undo`"),
    ):
        file.write_text(FRENCH.replace(old, new))
        done = cahier("play", "market", "--lang", "fr", "--library", "lib")
        assert done.returncode == 2 and message in done.stderr, done.stderr


def test_what_the_game_does_not_have_is_told(cahier: Cahier, german: Path) -> None:
    german.write_text(GERMAN.replace("fruit: Obst", "fruits: Obst").replace("sell:", "buy:"))
    for words in (("play", "market"), ("show", "market"), ("check", "market")):
        done = cahier(*words, "--lang", "mine/market.de.yaml")
        assert done.returncode == 0
        assert "market.de.yaml:3:9: warning: there is no thing with the id `fruits`" in done.stderr
        assert "did you mean fruit?" in done.stderr and "no text has a label `buy`" in done.stderr


WRONG = {
    ("language: de\n", ""): "mine/market.de.yaml:1:1: error: a file of names outside a game needs `language: …` (fr)",
    ("for: market\n", ""): "1:1: error: a file of names outside a game needs `for: …` (the id of its game)",
    (
        "language: de",
        "language: Deutsch",
    ): "a file of names is named after its language, such as fr.yaml; `Deutsch` isn't one",
    ("language: de", "language: en"): ":1:11: error: the rules and their titles are in English",
    ("for: market", "for: revolution"): ":2:6: error: these are names for the game `revolution`, not for `market`",
    ("{seat} will", "{saet} will"): "nothing can stand in {saet} here; the holes are: {purpose}, {seat}, {what}",
    ("{seat} will", "{seat.rules} will"): "a brace that is no hole",
    ("{seat} will", "{seat will"): "a brace that is no hole",
    ("ask_thing_to", "ask_thing_too"): "there is no phrase `ask_thing_too`\n",
    ("one:", "few:"): "no number has the form `few` in `de`; its forms are: one, other",
    ("one:", "ones:"): "`ones` isn't one of zero, one, two, few, many, other",
    ("{seat} will {purpose}", "will {purpose}"): "`chooses_to` does not say {seat}, as it does in English",
    ("command_quit: ende", "command_quit: ende undo"): "`undo` already belongs to the command `undo`",
    ("command_quit: ende", "command_quit: ende\n  command_log: ende"): "`ende` already belongs to the command `log`",
    ("command_quit: ende", "command_quit: {one: ende}"): "`command_quit` counts nothing: it is one text",
    ("command_quit: ende", "command_quit: [ende]"): "expected text or a mapping",
    ("ein Stand}", "ein Stand"): "mine/market.de.yaml:",
}


@pytest.mark.parts
@pytest.mark.parametrize("change", WRONG)
def test_mistakes_are_told(cahier: Cahier, german: Path, change: tuple[str, str]) -> None:
    old, new = change
    assert old in GERMAN
    german.write_text(GERMAN.replace(old, new))
    for command in ("play", "check"):
        done = cahier(command, "market", "--lang", "mine/market.de.yaml")
        assert done.returncode == 2, done.stdout
        assert WRONG[change] in done.stderr, done.stderr


def test_what_is_called_as_a_language_and_is_another(cahier: Cahier, german: Path) -> None:
    german.rename(german.with_name("market.nl.yaml"))
    done = cahier("play", "market", "--lang", "nl", "--library", "mine")
    assert done.returncode == 2
    assert "these are names in `de`, not in `nl`, as the name of the file says" in done.stderr
    done = cahier("play", "market", "--lang", "mine/market.de.yaml")
    assert (done.returncode, done.stderr) == (2, "mine/market.de.yaml: error: there is no such file\n")


def test_nothing_in_a_file_reaches_the_terminal_as_a_command(cahier: Cahier, german: Path) -> None:
    german.write_text(GERMAN.replace("{title} auf", "\\e[31m{title} auf"), encoding="utf-8")
    done = cahier("play", "market", "--seed", "3", "--lang", "mine/market.de.yaml")
    assert "\x1b" not in done.stdout and "\\x1b[31mMarket day" in done.stdout
