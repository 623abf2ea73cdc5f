"""Going through a record or a save on the full screen: steps, turns, the slider, seats, and what stays hidden."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("textual")

from cli.screen.replay_app import ReplayApp
from interpreter import load, play
from interpreter.matches import Match
from tests.parts.full_screen import Running, on_replay

pytestmark = pytest.mark.parts

Replaying = Running[ReplayApp]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


@pytest.fixture(scope="module")
def ended() -> Match:
    """A match that is over."""
    return play(load("red_flag_over_paris"), {}, 4)


def test_steps_turns_decisions_slider_and_numbers(ended: Match) -> None:
    last = ended.decisions
    turns = [*(state.turns for state in ended.past), ended.state.turns]
    seats = [ended.game.seats[state.seat] for state in ended.past]

    async def script(shown: Replaying) -> None:
        async def at(made: int, *keys: str) -> None:
            await shown.press(*keys)
            assert f"choice {made} of {last}, turn {turns[made]};" in shown.text(), keys

        await at(0)
        await at(2, "right", "right")
        await at(1, "left")
        await at(turns.index(turns[1] + 1), "pagedown")
        await at(turns.index(turns[1]), "pageup")
        await at(last, "end")
        assert "wins" in shown.text()
        await at(0, "home")
        await at(12, *"12", "enter")
        await at(13, "enter")
        await at(18, *"next", "space", *"5", "enter")
        await at(17, *"previous", "enter")
        await at(turns.index(3), *"turn", "space", *"3", "enter")
        await shown.press(*"999", "enter")
        assert f"they go from 0 to {last}" in shown.text()
        row = next(row for row, line in enumerate(shown.lines()) if "●" in line)
        await shown.click(23, row)
        await at(last)
        await shown.click(0, row)
        await at(0)
        await shown.press("tab", "tab")
        assert "as Versailles sees it" in shown.text()
        await at(next(made for made in range(1, last) if seats[made] == "versailles"), "down")
        await shown.press("f1")
        assert "to the next or the last choice of the seat" in shown.text()
        await shown.press("escape", "escape")

    assert on_replay(ended, script, viewers=[None, *ended.game.seats]) is not None


def test_each_seat_sees_its_own_cards_and_the_log_stands_beside_a_wide_board(ended: Match) -> None:
    async def script(shown: Replaying) -> None:
        await shown.press(*"40", "enter")
        assert "as all can see it" in shown.text()
        assert not re.search(r"^ *(\[\d\] )?Hand:", shown.text(), re.MULTILINE)
        for seat, command in (("Commune", "tab"), ("Versailles", "tab")):
            await shown.press(command)
            assert f"as {seat} sees it" in shown.text()
            assert "Hand:" in shown.text()
        await shown.press(*"seat", "space", *"commune", "enter")
        assert "as Commune sees it" in shown.text()
        await shown.press(*"seat", "space", *"moon", "enter")
        assert "Which seat?" in shown.text()
        assert re.search(r"│.*chooses to", shown.text())

    on_replay(ended, script, (120, 40), [None, *ended.game.seats])


def test_a_match_that_is_not_over_hides_what_its_player_does_not_know() -> None:
    match = load("red_flag_over_paris").start(3)
    while match.decisions < 12:
        match.choose(0)
    game = match.game
    known = {card for zone in match.view("commune")["zones"].values() for card in zone if card is not None}
    theirs = {card for zone in match.view("versailles")["zones"].values() for card in zone if card is not None}
    hidden = {game.names().title_of(card) for card in theirs - known}
    assert hidden

    async def script(shown: Replaying) -> None:
        for _ in range(match.decisions + 1):
            for _ in range(2):
                assert not [title for title in hidden if title in shown.text()]
                await shown.press("tab")
                assert "as Versailles sees it" not in shown.text()
            await shown.press("ctrl+l")
            assert not [title for title in hidden if title in shown.text()]
            await shown.press("escape", "right")

    on_replay(match, script, viewers=["commune", None], secret_from=["commune"])
