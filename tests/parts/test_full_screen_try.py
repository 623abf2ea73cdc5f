"""Trying the event of a card on the full screen: its decisions, the changes it made, taking back, beginning again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("textual")

from cli.screen.trial_app import TrialApp
from tests.parts.full_screen import Running, on_trial

pytestmark = pytest.mark.parts

Trying = Running[TrialApp]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def test_an_event_is_played_and_its_changes_are_shown() -> None:
    async def script(shown: Trying) -> None:
        assert "From which space do you move a cube?" in shown.text()
        await shown.press("ctrl+u")
        assert "There is no choice to take back" in shown.text()
        await shown.press("ctrl+r")
        assert "That is for the end of the game" in shown.text()
        await shown.press("j", "enter")
        assert shown.app.trial.match.choices == ["butte_montmartre"]
        await shown.press("ctrl+u")
        assert not shown.app.trial.match.choices and "Taken back" in shown.text()
        while shown.app.trial.decision is not None:
            await shown.press("enter")
        assert "The event is over" in shown.text()
        assert re.search(r"- Butte Montmartre: C 3 cubes", shown.text())
        await shown.press("escape")
        assert re.search(r"\*[a-z] ", shown.text())
        await shown.press("enter")
        assert "nothing to choose" in shown.text()
        await shown.press("ctrl+r")
        assert "- Butte Montmartre" in shown.text()
        await shown.type_line("again")
        assert "From which space do you move a cube?" in shown.text() and not shown.app.trial.match.choices
        await shown.press("escape")
        assert "nothing is kept" in shown.text()
        await shown.press("ctrl+q")

    result = on_trial("red_flag_over_paris", "paul_cluseret", script)
    assert result is not None and result.status == 0


def test_the_card_is_beside_a_wide_board() -> None:
    async def script(shown: Trying) -> None:
        assert re.search(r"│ +Paul Cluseret", shown.text())

    on_trial("red_flag_over_paris", "paul_cluseret", script, (120, 40))
