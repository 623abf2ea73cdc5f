"""`cahier play` at a real terminal."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.forks import Forks

GAME = "red_flag_over_paris"
CLEARED = "\x1b[H\x1b[2J\x1b[3J"
P1, P2 = "Player 1> ", "Player 2> "

Start = Callable[..., Terminal]


@pytest.fixture
def terminal(folder: Path, forks: Forks) -> Iterator[Start]:
    started: list[Terminal] = []

    def start(*words: str, **more: object) -> Terminal:
        started.append(Terminal(forks, "play", *words, **more))  # type: ignore[arg-type]
        return started[-1]

    yield start
    for one in started:
        one.close()


def the_save(folder: Path) -> dict[str, object]:
    (path,) = (folder / "state" / "cahier").glob("*.json")
    data: dict[str, object] = json.loads(path.read_text())
    return data


def test_some_turns(terminal: Start, folder: Path) -> None:
    play = terminal("market", "--seed", "3")
    first = play.wait_for(P1)
    assert "Market day. Seed 3." in first and "a  Fruit" in first and "Player 1 uses Sun" in first
    assert "don't understand `fly`" in play.ask("fly", P1)
    assert "Did you mean `Fruit`?" in play.ask("fruti", P1)
    assert "no option 77" in play.ask("77", P1)
    assert "undo" in play.ask("help", P1) and "value 2" in play.ask("card sun", P1)
    assert "Player 1 chooses to sell: Fruit" in play.ask("fru", P1)
    assert "P1 1 token" in play.ask("space fruit", P1)
    play.type("quit\n")
    assert play.finish() == 0
    assert "cahier play --resume" in play.said and str(folder / "state" / "cahier") in play.said
    assert (folder / "state" / "cahier").stat().st_mode & 0o777 == 0o700


def rewritten(folder: Path, *pairs: tuple[str, str]) -> None:
    """Other rules for the small game."""
    path = folder / "market" / "sequence.yaml"
    rules = path.read_text()
    for old, new in pairs:
        assert old in rules
        rules = rules.replace(old, new)
    path.write_text(rules)


SALE = "      move 1 of your tokens from your purse to stall\n"
TRADE = "      move 1 of your tokens from your purse to target\n"
DEAL = "draw 1 card from deck to hand of each seat"


def test_a_draw_is_not_taken_back(terminal: Start, folder: Path) -> None:
    rewritten(folder, (SALE, SALE + "      draw 1 card from deck to your hand\n"))
    play = terminal("market", "--seed", "3")
    play.wait_for(P1)
    assert "no choice of yours before" in play.ask("undo", P1)
    play.ask("1", P1)
    assert "\nTaken back: Player 1 chooses to sell: Fruit\n" in play.ask("undo", P1)
    play.ask("redo", P1)
    play.ask("1", P1)
    assert re.search(r"you have seen cards since that you did not know \((Rain|Wind|Fog)", play.ask("undo", P1))
    assert len(the_save(folder)["choices"]) >= 2  # type: ignore[arg-type]


def test_a_shuffle_is_not_taken_back(terminal: Start, folder: Path) -> None:
    rewritten(folder, (TRADE, TRADE + "      shuffle deck\n"))
    play = terminal("market", "--seed", "3")
    play.wait_for(P1)
    play.ask("1", P1)
    assert "chance has been drawn" in play.ask("undo", P1)


def test_the_same_way_forward_brings_the_same(terminal: Start, folder: Path) -> None:
    turn = (
        "            if number of cards in your hand > 0:\n              take a turn\n",
        "            trade at stalls\n",
    )
    rewritten(folder, turn, ("repeat 2 times", "repeat 5 times"))
    play = terminal("market", "--seed", "3")
    play.wait_for(P1)
    play.ask("1", P1)
    first = answers(play.ask("2", P1))
    assert "Player 2 chooses to sell" in first[1]
    undone = play.ask("undo", P1)
    assert "\nTaken back, with what others chose after it: Player 1 chooses to sell: Fish\n" in undone
    assert "b  Fish" in undone and "Taken back" not in play.ask("card sun", P1)
    assert answers(play.ask("2", P1)) == first
    before = play.ask("log all", P1)
    assert "The choice is made again." in play.ask("undo\nredo", "The choice is made again.")
    assert answers(play.ask("log all", P1)) in ([], answers(before))


def answers(text: str) -> list[str]:
    return [line for line in text.splitlines() if "chooses" in line]


@pytest.mark.parts
def test_the_picture_fits_the_terminal(terminal: Start) -> None:
    play = terminal(GAME, "--seed", "3", columns=150)
    play.wait_for("Commune> ")
    wide = play.ask("map", "Commune> ")
    play.resize(50, 90)
    narrow = play.ask("board", "\nWhich objective")
    assert "┌ a Royalists [V] ┐" in wide and "┌" not in narrow
    assert "a Royalists [V]: V 1 cube  (↔ d e" in narrow

    def widest(text: str) -> int:
        return max(len(line) for line in text[text.index("C = Commune") :].splitlines())

    assert 100 < widest(wide) < 150 and widest(narrow) < 50


def test_control_c_loses_nothing(terminal: Start, folder: Path) -> None:
    play = terminal("market", "--seed", "3")
    play.wait_for(P1)
    play.ask("2", P1)
    assert play.interrupt() == 130
    assert "The game is kept" in play.said
    assert the_save(folder)["choices"] == ["fish"]
    again = terminal("--resume")
    assert "Going on after 1 choice." in again.wait_for(P1)
    over = "back, again or quit> "
    assert "The game is over" in again.ask("1", over)
    assert "Player 1 chooses to sell: Fish" in again.ask("log", over)
    assert "Purse" in again.ask("board", over) and "`fish` does nothing now" in again.ask("fish", over)
    assert "The game is kept in" in again.ask("again", P1)
    again.type("quit\n")
    assert again.finish() == 0
    choices = [json.loads(path.read_text())["choices"] for path in (folder / "state" / "cahier").glob("*.json")]
    assert [] in choices and max(choices)[:2] == ["fish", "fruit"]


def test_closing_the_terminal_loses_nothing(terminal: Start, folder: Path) -> None:
    play = terminal("market", "--seed", "3", "--seat", "p2=human", "--seat", "p1=random")
    play.wait_for(P2)
    play.ask("1", P2)
    before = the_save(folder)
    assert play.hang_up() == 129
    assert the_save(folder) == before
    assert not list((folder / "state" / "cahier").glob(".*"))
    again = terminal("market", "--resume")
    again.wait_for(P2)


def test_the_end_of_input_at_a_terminal(terminal: Start, folder: Path) -> None:
    play = terminal("market")
    play.wait_for(P1)
    play.type("\x04")
    assert play.finish() == 0
    assert the_save(folder)["choices"] == []


def test_a_cover_between_two_people(terminal: Start, folder: Path) -> None:
    rewritten(folder, (DEAL, DEAL.replace("1 card", "2 cards")))
    play = terminal("market", "--seed", "3", "--seat", "p1=human", "--seat", "p2=human")
    cover = play.wait_for("Enter. ")
    assert "Pass the keyboard to Player 1" in cover and cover.count(CLEARED) == 1 and "Hand" not in cover
    hands = [play.ask("", P1)]
    cover = play.ask("1", P1, "Enter. ")
    while "Pass the keyboard" not in cover:
        cover = play.ask("1", P1, "Enter. ")
    after = cover[cover.index(CLEARED) :]
    assert "Player 2" in after and "Hand" not in after and "chooses" not in after
    hands.append(play.ask("", P2))
    cards = [{card for card in ("Sun", "Rain", "Wind", "Fog") if f"  {card}  (value" in hand} for hand in hands]
    assert [len(held) for held in cards] == [2, 2]
    assert not [card for card in cards[1] if card in hands[0] + cover]
    assert "another player has decided" in play.ask("undo", P2)


@pytest.mark.parts
def test_no_cover_where_nothing_is_hidden(terminal: Start) -> None:
    play = terminal("revolution", "--seed", "3", "--seat", "royalist=human", "--seat", "jacobin=human")
    play.wait_for("Royalist> ")
    for answer in ("1", "1"):
        play.ask(answer, "Royalist> ", "Jacobin> ")
    assert "Jacobin> " in play.said and CLEARED not in play.said and "Pass the keyboard" not in play.said


def test_no_colours(terminal: Start) -> None:
    play = terminal("market", NO_COLOR="1")
    play.wait_for(P1)
    play.type("quit\n")
    play.finish()
    assert "\x1b[" not in play.said


@pytest.mark.parts
def test_a_terminal_without_unicode(terminal: Start) -> None:
    play = terminal(GAME, "--seed", "3", LANG="C", LC_ALL="C", PYTHONIOENCODING="ascii")
    play.wait_for("Commune> ")
    assert "+ a Royalists [V] +" in play.ask("map", "Commune> ")
    play.type("quit\n")
    assert play.finish() == 0
    assert play.said.isascii()


@pytest.mark.parts
def test_a_hangup_alone(terminal: Start, folder: Path) -> None:
    play = terminal("market")
    play.wait_for(P1)
    assert play.interrupt(signal.SIGHUP) == 129
    assert the_save(folder)["choices"] == []


@pytest.mark.parts
def test_it_shows_that_it_thinks(terminal: Start) -> None:
    play = terminal("market", "--seed", "3", "--seat", "p2=search:0.5s")
    play.wait_for(P1)
    play.ask("1", P1)
    play.ask("1", "Player 2 thinks … 0 %")
    assert "\n" not in play.wait_for(*(f"Player 2 thinks … {tens}" for tens in range(50, 100)))
    play.wait_for("again or quit> ")
    play.type("quit\n")
    assert play.finish() == 0
