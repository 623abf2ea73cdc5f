"""`cahier replay` of a saved match: decision by decision, and nothing that its players may not know yet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter.matches.match import Match
from tests.cli.command import Cahier
from tests.loaded import game_of

MARKET = Path(__file__).parent / "market"


def save(*choices: str, **notes: str) -> Match:
    """Save a match in which these choices were made, as one of the rules in `market`."""
    match = game_of(MARKET).start(3)
    for choice in choices:
        match.choose(choice)
    match.save("mine.json", notes)
    path = Path("mine.json")
    path.write_text(path.read_text().replace(str(MARKET), str(Path("market").resolve())))
    return match


def secrets(match: Match, *seats: str) -> set[str]:
    """The titles of the cards in the hands of these seats, in which each of them has a card."""
    titles = {card.id: card.title["en"] for card in match.game.rulebook.cards}
    held = {titles[card] for seat in seats for card in match.view(seat)["zones"][f"hand of {seat}"]}
    assert len(held) == len(seats)
    return held


def test_a_match_that_is_not_over(cahier: Cahier, folder: Path) -> None:
    match = save("fish", p1="human", p2="random")
    done = cahier("replay", "mine.json", "--rules", "market")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[:2] == [
        "market, a saved match: 1 decision",
        "the match is not over: events that Player 1 may not see are left out",
    ]
    assert "   1. Player 1 chooses to sell: Fish" in lines and lines[-1] == "as saved"
    (card,) = secrets(match, "p2")
    assert "Sun: Deck -> Hand (Player 1)" in done.stdout and card not in done.stdout


def test_a_match_of_two_people(cahier: Cahier, folder: Path) -> None:
    save("fish", p1="human", p2="human")
    done = cahier("replay", "mine.json", "--rules", "market")
    assert "Player 1 or Player 2 may not see" in done.stdout and "1. Player 1 chooses" in done.stdout
    assert "Hand (Player" not in done.stdout.replace("Sun: Hand (Player 1) -> Discard", "")


def test_a_match_that_is_over(cahier: Cahier, folder: Path) -> None:
    match = save("fish", "fruit", p1="human", p2="random")
    while match.decision is not None:
        match.choose(0)
    save(*match.choices, p1="human", p2="random")
    done = cahier("replay", "mine.json", "--rules", "market")
    assert done.returncode == 0 and done.stdout.startswith("market, a saved match, seed 3: ")
    assert "a card" not in done.stdout and done.stdout.endswith("as saved\n")


def test_by_other_rules(cahier: Cahier, folder: Path) -> None:
    save("fish", "cheese", p1="human", p2="random")
    rules = folder / "market" / "sequence.yaml"
    before = rules.read_text()
    rules.write_text(before.replace("choose a stall, or stop, to sell\n", "choose a covered stall, to sell\n"))
    done = cahier("replay", "mine.json", "--rules", "market")
    assert done.returncode == 1 and "note: the rules have changed since this match was saved" in done.stderr
    assert "mine.json: the replay differs: Choice 2, Player 2 `cheese`, is not on offer now: " in done.stderr
    data = json.loads(Path("mine.json").read_text())
    Path("mine.json").write_text(json.dumps(data | {"choices": ["fish"]}, indent=1))
    rules.write_text(before)
    done = cahier("replay", "mine.json", "--rules", "market")
    assert done.returncode == 1 and "its choices lead to a different position" in done.stderr


@pytest.mark.parametrize("words", [("--game", "1"), ("--shrink", "out.jsonl"), ("--git", "HEAD")])
def test_options_of_records(cahier: Cahier, folder: Path, words: tuple[str, str]) -> None:
    save("fish")
    done = cahier("replay", "mine.json", "--rules", "market", *words)
    assert done.returncode == 2 and f"this is a saved match; {words[0]} is for records" in done.stderr


def test_what_is_no_whole_save(cahier: Cahier, folder: Path) -> None:
    save("fish")
    done = cahier("replay", "mine.json")
    assert done.returncode == 2 and "`market` is not among the games here; name the folder" in done.stderr
    assert "did you mean cahier replay mine.json --rules FOLDER?" in done.stderr
    data = json.loads(Path("mine.json").read_text())
    Path("beside.json").write_text(json.dumps(data | {"folder": "market"}))
    done = cahier("replay", "beside.json")
    assert done.returncode == 2 and "paths in a file are never opened automatically" in done.stderr
    assert "did you mean cahier replay beside.json --rules market?" in done.stderr
    Path("mine.json").write_bytes(Path("mine.json").read_bytes()[:80])
    done = cahier("replay", "mine.json")
    assert done.returncode == 2 and "mine.json: error: this is not a whole saved match: it is cut short" in done.stderr
