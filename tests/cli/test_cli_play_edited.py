"""`cahier play --watch` at a real terminal, with files that are really saved."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Cahier, environment, save
from tests.cli.terminal import Terminal
from tests.forks import Forks

P1, COVER = "Player 1> ", "hits Enter. "
SALE, COVERED = "choose a stall, or stop, to sell", "choose a covered stall, or stop, to sell"

Start = Callable[..., Terminal]


@pytest.fixture
def play(folder: Path, forks: Forks) -> Iterator[Start]:
    started: list[Terminal] = []

    def start(*words: str) -> Terminal:
        started.append(Terminal(forks, "play", "market", "--seed", "3", "--watch", *words))
        return started[-1]

    yield start
    for one in started:
        one.close()


def kept(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the saves in a folder by file name."""
    return {path.name: json.loads(path.read_text()) for path in (folder / "state" / "cahier").glob("*.json")}


@pytest.mark.parts
def test_the_match_goes_on_by_the_new_rules(play: Start, folder: Path) -> None:
    at = play()
    at.wait_for(P1)
    at.ask("fruit", P1)
    (before,) = kept(folder).values()
    save(folder / "market" / "cards" / "luck.yaml", "title: Sun", "title: Son")
    said = at.wait_for(P1)
    assert "Saved: cards/luck.yaml.\nThe match was played again by the new rules: 1 of 1 choice.\n" in said
    assert "Discard: Son" in said and "Fruit  (P1 1 token)" in said
    saves = kept(folder)
    assert len(saves) == 2 and before in saves.values()
    (now,) = (each for each in saves.values() if each != before)
    assert now["choices"] == before["choices"] == ["fruit"] and now["rules"] != before["rules"]
    assert "Player 1 chooses to sell: Fish" in at.ask("fish", P1, "is over")
    assert before in kept(folder).values()


@pytest.mark.parts
def test_up_to_the_first_choice_that_is_not_on_offer(play: Start, folder: Path) -> None:
    at = play("--seat", "p1=human", "--seat", "p2=human")
    at.wait_for(COVER)
    at.ask("", P1)
    at.ask("fruit", P1)
    at.ask("fish", COVER)
    save(folder / "market" / "sequence.yaml", SALE, COVERED)
    at.wait_for(COVER)
    said = at.ask("", P1)
    assert "1 of 2 choices.\nChoice 2, Player 1 `fish`, is not on offer now: " in said
    assert "a  Fruit  (P1 1 token)\n  0  stop\n" in said
    assert sorted(each["choices"] for each in kept(folder).values()) == [["fruit"], ["fruit", "fish"]]


@pytest.mark.parts
def test_rules_with_mistakes_leave_the_match_as_it_is(play: Start, folder: Path) -> None:
    at = play()
    at.wait_for(P1)
    cards = folder / "market" / "cards" / "luck.yaml"
    save(cards, "trade at south", "trade at sauth")
    said = at.wait_for(P1)
    assert "market/cards/luck.yaml:8:55: error: `sauth` is not an adjective in this game" in said
    assert "did you mean `south`?\nThe match goes on by the rules as they were." in said
    at.ask("fruit", P1)
    save(cards, "trade at sauth", "trade at south")
    assert "The rules are the same as before." in at.wait_for(P1)
    shutil.move(folder / "market", folder / "away")
    assert "The match goes on by the rules as they were." in at.wait_for(P1)
    at.type("quit\n")
    assert at.finish() == 0
    (match,) = kept(folder).values()
    assert match["choices"] == ["fruit"]


@pytest.mark.parts
def test_an_edit_is_told_on_a_small_screen_until_the_next_choice(folder: Path, forks: Forks) -> None:
    game = Path(shutil.copytree(Path(__file__).parents[2] / "rules" / "red_flag_over_paris", folder / "copy"))
    at = Terminal(forks, "play", "copy", "--seed", "3", "--seat", "commune=human", "--watch", columns=80, rows=24)
    try:
        at.wait_for("Commune> ")
        save(game / "sequence.yaml", "draw", "drwa")
        at.wait_for("error: ")
        for _ in range(2):
            screen = at.said[: at.said.rindex("Commune> ")] if "Commune> " in at.wait_for("Commune> ") else ""
            assert "copy/sequence.yaml:" in "\n".join(screen.split("\n")[-24:])
            at.type("\n")
    finally:
        at.close()


@pytest.mark.parts
def test_a_match_that_is_over_comes_again(play: Start, folder: Path) -> None:
    at = play("--seat", "p1=random", "--seat", "p2=random")
    end = "the match is played again."
    assert "The game is over" in at.wait_for(end)
    save(folder / "market" / "sequence.yaml", "repeat 2 times", "repeat 1 times")
    said = at.wait_for(end)
    assert "Saved: sequence.yaml." in said and "The game is over" in said
    at.type("\n")
    assert at.finish() == 0
    assert all(name.endswith(".over.json") for name in kept(folder)) and len(kept(folder)) == 2


@pytest.fixture
def left(play: Start, folder: Path) -> Path:
    """The save of a match that two persons left after two choices."""
    at = play("--seat", "p1=human", "--seat", "p2=human")
    at.wait_for(COVER)
    at.ask("", P1)
    at.ask("fruit", P1)
    at.ask("fish", COVER)
    at.type("quit\n")
    assert at.finish() == 0
    (name,) = kept(folder)
    return folder / "state" / "cahier" / name


@pytest.mark.parts
@pytest.mark.parametrize("words", [("--resume",), ("market", "--resume"), ("market", "--load", "SAVE")])
def test_a_saved_match_goes_on_by_other_rules(words: tuple[str, ...], left: Path, folder: Path, forks: Forks) -> None:
    before = kept(folder)[left.name]
    save(folder / "market" / "sequence.yaml", SALE, COVERED)
    at = Terminal(forks, "play", *(str(left) if word == "SAVE" else word for word in words), "--watch")
    try:
        at.wait_for(COVER)
        said = at.ask("", P1)
        assert "The match was played again by the new rules: 1 of 2 choices.\n" in said
        assert "Choice 2, Player 1 `fish`, is not on offer now: " in said
        saves = kept(folder)
        assert saves.pop(left.name) == before and f"{left.name}." in said.replace("\n  ", "")
        assert "a  Fruit  (P1 1 token)\n  0  stop\n" in said
        (now,) = (each for name, each in kept(folder).items() if name != left.name)
        assert now["choices"] == ["fruit"] and now["rules"] != before["rules"]
        save(folder / "market" / "sequence.yaml", COVERED, SALE)
        at.wait_for(COVER)
        assert "1 of 1 choice.\n" in at.ask("", P1)
    finally:
        at.close()


@pytest.mark.parts
def test_a_saved_match_that_is_over_sooner_now(left: Path, folder: Path, forks: Forks) -> None:
    save(folder / "market" / "sequence.yaml", "      shuffle deck\n", "      end the game, nobody wins\n")
    at = Terminal(forks, "play", "--resume", "--watch")
    try:
        said = at.wait_for("the match is played again.")
        assert "0 of 2 choices.\nChoice 1, `fruit`: the match is over before it now.\n" in said
        assert "The game is over" in said
    finally:
        at.close()
    assert left.name in kept(folder)


def test_without_watching_other_rules_are_refused(folder: Path, cahier: Cahier) -> None:
    done = cahier("play", "market", "--seed", "3")
    assert done.returncode == 0
    save(folder / "market" / "cards" / "luck.yaml", "title: Sun", "title: Son")
    done = cahier("play", "--resume")
    assert done.returncode == 2 and "it was saved with rules of `market` that differ" in done.stderr
    assert len(kept(folder)) == 1


WITHOUT = """
import sys
sys.modules["watchfiles"] = None
sys.argv = ["cahier", "play", "market", "--watch"]
from cli.entry import run
run()
"""


def test_the_extra_is_named(folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "watchfiles: error: not installed; this does it: pip install 'cahier[watch]'\n"
    assert not kept(folder)
