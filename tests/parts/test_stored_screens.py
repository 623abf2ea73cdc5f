"""Stored pictures of the full screen at 80 x 24 and 120 x 40: each game, looking back, a replay, a try, the end.

Everything else about the screen is tested by plain conditions.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

pytest.importorskip("textual")

from cli.screen.replay_app import ReplayApp
from cli.screen.trial_app import TrialApp
from interpreter import load, play
from tests.parts.full_screen import GAMES, RANDOM, Running, Shown, on_replay, on_screen, on_trial
from tests.sources import ROOT

pytestmark = pytest.mark.parts

SCREENS = Path(__file__).parent / "screens"
SMALL, LARGE = (80, 24), (120, 40)
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def compare(name: str, text: str) -> None:
    """Compare a screen with the stored one. A screen that isn't stored yet is stored, and the test fails once."""
    path = SCREENS / f"{name}.txt"
    if not path.exists():
        path.write_text(text + "\n", "utf-8")
        pytest.fail(f"{path.name} was not there; look at it")
    assert text + "\n" == path.read_text("utf-8"), f"if it should look so, delete {path.relative_to(ROOT)}"


def name_of(thing: str, size: tuple[int, int]) -> str:
    return f"{thing}_{size[0]}x{size[1]}"


async def choose_at_random(shown: Shown, count: int, seed: int) -> None:
    """Make so many choices at random, or all up to the end."""
    chance = random.Random(seed)
    for _ in range(count):
        if shown.table.is_over:
            return
        await shown.type_line(chance.choice(list(shown.view.legal.values())))


@SIZES
@pytest.mark.parametrize("game", GAMES)
def test_the_screen_of_each_game(game: str, size: tuple[int, int]) -> None:
    async def script(shown: Shown) -> None:
        await choose_at_random(shown, 8, 1)
        compare(name_of(game, size), shown.text())

    on_screen(game, script, size, RANDOM[game])


@SIZES
def test_the_end_and_the_look_back(size: tuple[int, int]) -> None:
    """The end with its reason on the screen; then the look back at an earlier position, with the slider."""

    async def script(shown: Shown) -> None:
        await choose_at_random(shown, 500, 4)
        assert "The game is over" in shown.text()
        compare(name_of("end", size), shown.text())
        await shown.press("ctrl+r")
        await shown.press("pageup", "left")
        assert "●" in shown.text() and "play on from here" in shown.text()
        compare(name_of("review", size), shown.text())

    on_screen("revolution", script, size, RANDOM["revolution"])


@SIZES
def test_a_replay(size: tuple[int, int]) -> None:
    """A recorded game, as one seat saw it, with its hand."""
    match = play(load("red_flag_over_paris"), {}, 4)

    async def script(shown: Running[ReplayApp]) -> None:
        await shown.press("tab", "4", "0", "enter")
        assert "as Commune sees it" in shown.text()
        compare(name_of("replay", size), shown.text())

    on_replay(match, script, size, [None, *match.game.seats])


@SIZES
def test_a_try(size: tuple[int, int]) -> None:
    """The first decision of an event on a small screen, and on a large one its end with what has changed."""

    async def script(shown: Running[TrialApp]) -> None:
        if size == LARGE:
            while shown.app.trial.decision is not None:
                await shown.press("enter")
            assert "The event is over" in shown.text()
        compare(name_of("try", size), shown.text())

    on_trial("red_flag_over_paris", "paul_cluseret", script, size)


def test_the_help_and_the_log() -> None:
    """All actions with their keys; then the log over the board."""

    async def script(shown: Shown) -> None:
        await choose_at_random(shown, 6, 1)
        await shown.press("f1")
        assert "take back your last choice" in shown.text()
        compare(name_of("help", SMALL), shown.text())
        await shown.press("escape", "ctrl+l")
        assert "─ log ─" in shown.text()
        compare(name_of("log", SMALL), shown.text())

    on_screen("liberte", script, SMALL, RANDOM["liberte"])


def test_a_hint() -> None:
    """The pane of a hint over the board. What the search found depends on the time, and is left out."""

    async def script(shown: Shown) -> None:
        await shown.press("ctrl+t")
        lines = shown.lines()
        start = next(number for number, line in enumerate(lines) if "─ hint ─" in line)
        end = next(number for number, line in enumerate(lines) if line.startswith("╰"))
        assert re.search(r"playouts", "\n".join(lines[start:end]))
        compare(name_of("hint", SMALL), "\n".join([*lines[: start + 2], "…", *lines[end:]]))

    on_screen("vive_la_revolution", script, SMALL, RANDOM["vive_la_revolution"])
