"""`cahier check --watch` as a process, with files that are really saved."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from tests.cli.command import COMMAND, PATIENCE, environment, heed_signals, save

pytestmark = pytest.mark.parts

RICH = """
id: rich
title: Rich
source: ours
for: market
change:
  - {at: cards/sun/value, from: 2, to: 9}
"""
MARKET = Path(__file__).parents[1] / "cli" / "market"


class Watching:
    """The command, and all it writes."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "check", "--watch", *words],
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            preexec_fn=heed_signals,
        )
        self._patience = Timer(PATIENCE, self.process.kill)
        self._patience.start()

    def until(self, text: str) -> str:
        """Return the output up to the line that contains this text."""
        assert self.process.stdout is not None
        lines: list[str] = []
        while not lines or text not in lines[-1]:
            lines.append(self.process.stdout.readline())
            assert lines[-1], lines
        return "".join(lines)

    def stop(self) -> None:
        """Leave no process and no thread behind."""
        self._patience.cancel()
        self.process.kill()
        self.process.wait()

    def end(self, number: int = signal.SIGINT) -> int:
        self.process.send_signal(number)
        rest, _ = self.process.communicate(timeout=PATIENCE)
        assert "Traceback" not in rest, rest
        return self.process.returncode


Watch = Callable[..., Watching]


@pytest.fixture
def market(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Path(shutil.copytree(MARKET, tmp_path / "market"))


@pytest.fixture
def watch(market: Path) -> Iterator[Watch]:
    started: list[Watching] = []

    def start(*words: str) -> Watching:
        started.append(Watching(*words))
        return started[-1]

    yield start
    for each in started:
        each.stop()


def test_each_save_is_answered(watch: Watch, market: Path) -> None:
    watching = watch("market")
    first = watching.until("missing: fine")
    assert "watching market until Ctrl-C" in first and first.count("fine") == 2
    cards = market / "cards" / "luck.yaml"
    save(cards, "trade at covered stalls", "trade at coverd stalls")
    told = watching.until("1 mistake")
    assert " cards/luck.yaml\n" in told and "market/cards/luck.yaml:7:" in told and "covered" in told
    save(cards, "trade at coverd stalls", "trade at covered stalls")
    assert "error" not in watching.until("missing: fine")
    save(market / "scenarios" / "selling.yaml", "p1: fish", "p1: fihs")
    told = watching.until("1 mistake")
    assert told.index("the game itself: fine") < told.index("selling.yaml:7:") < told.index("did you mean")
    assert watching.end() == 130


def test_files_that_are_half_written_or_gone(watch: Watch, market: Path) -> None:
    watching = watch("market")
    watching.until("missing: fine")
    game, cards = market / "game.yaml", market / "cards" / "luck.yaml"
    whole, text = game.read_text("utf-8"), cards.read_text("utf-8")
    game.unlink()
    assert "error" in watching.until("mistake")
    game.write_text(whole, "utf-8")
    watching.until("missing: fine")
    cards.write_text(text[: len(text) // 2], "utf-8")
    watching.until("cards/luck.yaml")
    with cards.open("a", encoding="utf-8") as file:
        file.write(text[len(text) // 2 :])
    watching.until("missing: fine")
    (market / "cards" / "notes.txt").write_text("no rule", "utf-8")
    save(cards, "title: Luck", "title: Fortune")
    assert "notes.txt" not in watching.until("missing: fine")
    assert watching.end(signal.SIGTERM) == 143


def test_what_is_gone_is_said_first_and_errors_before_warnings(watch: Watch, market: Path) -> None:
    cards = market / "cards" / "luck.yaml"
    (market / "vocabulary.yaml").write_text("glossary: {no such word: hardly meant}\nsource: ours\n", "utf-8")
    save(cards, "title: Rain", "title: Sun")
    watching = watch("market")
    assert "no such word" in watching.until("missing: 2 warnings")
    save(cards, "trade at south", "trade at suoth")
    watching.until("1 mistake, 1 warning")
    save(market / "sequence.yaml", "raise day", "raise dya")
    told = watching.until("2 mistakes, 1 warning")
    assert "no such word" not in told and told.index("dya`") < told.index("suoth") < told.index("warning: ")
    save(cards, "trade at suoth", "trade at suht")
    told = watching.until("2 mistakes, 1 warning")
    assert told.index("suht") < told.index("dya") < told.index("warning: ")
    cards.unlink()
    told = watching.until(" mistakes")
    assert told.split("\n")[0].endswith(" cards/luck.yaml")
    assert told.split("\n")[1] == "market/cards/luck.yaml is gone"


def test_the_next_save_cuts_short_what_is_done_behind(watch: Watch, market: Path) -> None:
    watching = watch("market")
    watching.until("missing: fine")
    cards = market / "cards" / "luck.yaml"
    for number in range(10):
        save(cards, "title: Sun" if number == 0 else f"title: Sun {number - 1}", f"title: Sun {number}")
    save(cards, "title: Sun 9", "titel: Sun")
    assert "titel" in watching.until("mistake")
    assert watching.end() == 130


def test_a_variant_elsewhere_is_watched_too(watch: Watch, market: Path) -> None:
    """However often another file is put in its place."""
    overlay = market.parent / "rich.yaml"
    overlay.write_text(RICH, "utf-8")
    watching = watch("market", "--variant", "./rich.yaml")
    watching.until("missing: fine")
    for _ in range(2):
        save(overlay, "cards/sun/value", "cards/sunn/value")
        assert "../rich.yaml" in watching.until("mistake")
        save(overlay, "cards/sunn/value", "cards/sun/value")
        watching.until("missing: fine")
    assert watching.end() == 130


def test_a_variant_of_a_library_is_watched_too(watch: Watch, market: Path) -> None:
    library = market.parent / "mine"
    library.mkdir()
    (library / "rich.yaml").write_text(RICH, "utf-8")
    watching = watch("market", "--variant", "rich", "--library", "mine")
    watching.until("missing: fine")
    save(library / "rich.yaml", "cards/sun/value", "cards/sunn/value")
    assert "rich.yaml" in watching.until("mistake")
    assert watching.end() == 130


def test_a_folder_that_is_moved_away_and_comes_again(watch: Watch, market: Path) -> None:
    watching = watch("market")
    watching.until("missing: fine")
    away = market.rename(market.parent / "away")
    assert "market: error: there is no folder and no game of this name" in watching.until("mistake")
    shutil.copytree(away, market)
    watching.until("missing: fine")
    save(market / "cards" / "luck.yaml", "title: Luck", "titel: Luck")
    assert "titel" in watching.until("mistake")
    shutil.move(market / "cards", market.parent / "cards")
    watching.until("mistake")
    assert watching.end() == 130


def told(watching: Watching) -> dict[str, Any]:
    """The line that is written next."""
    line: dict[str, Any] = json.loads(watching.until("\n"))
    return line


def checked(*words: str) -> list[dict[str, Any]]:
    """Return the output of `check --json`."""
    done = subprocess.run([*COMMAND, "check", "--json", *words], env=environment(), capture_output=True, text=True)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def test_lines_for_an_editor(watch: Watch, market: Path) -> None:
    """Each is what `check --json --strict` prints, with its exit status, and what was saved."""
    watching = watch("market", "--json", "--strict")
    words_missing = told(watching)
    assert words_missing == {"saved": [], "status": 1, "found": checked("market", "--strict")}
    assert {each["code"] for each in words_missing["found"]} == {"missing-words"}
    cards = market / "cards" / "luck.yaml"
    save(cards, "trade at covered stalls", "trade at coverd stalls")
    wrong = told(watching)
    assert (wrong["saved"], wrong["status"]) == (["market/cards/luck.yaml"], 2)
    assert wrong["found"] == checked("market", "--strict") == checked("market") != []
    save(cards, "trade at coverd stalls", "trade at covered stalls")
    assert told(watching)["found"] == words_missing["found"]
    save(market / "game.yaml", "the command.", "the command #1.")
    warned = told(watching)
    assert warned["status"] == 1
    assert warned["found"][0]["code"] == "cut-by-comment" and warned["found"][1:] == words_missing["found"]
    assert watching.end() == 130


def test_words_for_players_are_missed_by_strict_alone(watch: Watch) -> None:
    watching = watch("market", "--json")
    assert told(watching) == {"saved": [], "status": 0, "found": []}
    assert watching.end() == 130


def untranslated(line: dict[str, Any]) -> str:
    return "".join(each["message"] for each in line["found"] if each["code"] != "missing-words")


def test_what_is_not_translated_is_told_after_each_save(watch: Watch, market: Path) -> None:
    mine = market.parent / "mine.yaml"
    mine.write_text("language: ru\nfor: market\nnames: {fish: Рыба}\n", "utf-8")
    watching = watch("market", "--json", "--strict", "--lang", "./mine.yaml")
    first = told(watching)
    assert first["status"] == 1 and "fruit" in untranslated(first) and "fish" not in untranslated(first)
    save(mine, "fish: Рыба", "fruit: Фрукты")
    second = told(watching)
    assert second["saved"] == ["./mine.yaml"]
    assert "fruit" not in untranslated(second) and "fish" in untranslated(second)
    save(mine, "language: ru", "langage: ru")
    assert told(watching)["status"] == 2
    assert watching.end() == 130


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nowhere",), "nowhere: error: there is no folder and no game of this name"),
    ],
)
def test_what_can_not_be_watched(watch: Watch, words: tuple[str, ...], message: str) -> None:
    watching = watch(*words)
    said, _ = watching.process.communicate(timeout=PATIENCE)
    assert watching.process.returncode == 2 and message in said
