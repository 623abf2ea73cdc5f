"""The full screen without a terminal: an application under Textual's pilot, and what it shows as plain text."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from textual.pilot import Pilot

from cli.author.card_trial import CardTrial
from cli.game_loading import load_display_language
from cli.play.match_setup import set_up_match
from cli.screen.match_app import MatchApp
from cli.screen.match_view import MatchView
from cli.screen.play_screen import PlayScreen
from cli.screen.positions import MatchPositions
from cli.screen.replay_app import ReplayApp
from cli.screen.screen_app import ScreenApp
from cli.screen.settings import ScreenResult, ScreenSettings
from cli.screen.trial_app import TrialApp
from interpreter import load
from interpreter.authoring import TrialPosition, find_in_random_match
from interpreter.matches import Match

GAMES = ("red_flag_over_paris", "liberte", "vive_la_revolution", "revolution")
RANDOM = {
    "red_flag_over_paris": ("versailles=random",),
    "liberte": ("p2=random", "p3=random"),
    "vive_la_revolution": ("p2=random", "p3=random", "p4=random"),
    "revolution": ("jacobin=random",),
}
"""Programs against which one person plays each game."""

Script = Callable[["Shown"], Awaitable[None]]


App = TypeVar("App", bound=ScreenApp)
Run = TypeVar("Run", bound="Running[Any]")


class Running(Generic[App]):
    """A running application, with keys to press and text to read."""

    def __init__(self, app: App, pilot: Pilot[ScreenResult]) -> None:
        self.app = app
        self._pilot = pilot

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until everything is drawn."""
        for key in keys:
            await self._pilot.press(key)
            await self.settle()

    async def type(self, text: str) -> None:
        await self.press(*({" ": "space", "-": "minus"}.get(letter, letter) for letter in text))

    async def type_line(self, text: str) -> None:
        """Type a text, and Enter."""
        await self.type(text)
        await self.press("enter")

    async def click(self, column: int, row: int) -> None:
        await self._pilot.click(offset=(column, row))
        await self.settle()

    async def settle(self) -> None:
        """Wait until a person is asked, or the match is over."""
        for _ in range(2000):
            await self._pilot.pause()
            if self.app.is_waiting or not self.app.is_running:
                break
            await asyncio.sleep(0.005)
        await self._pilot.pause()
        await self._pilot.pause()

    async def resize(self, columns: int, rows: int) -> None:
        await self._pilot.resize_terminal(columns, rows)
        await self.settle()

    def lines(self) -> list[str]:
        """The screen cell by cell, without blanks at the ends of lines."""
        return [strip.text.rstrip() for strip in self.app.screen._compositor.render_strips()]

    def text(self) -> str:
        return "\n".join(self.lines())

    def styles(self) -> set[tuple[bool, bool]]:
        """For each piece of the screen, as it goes to the terminal: has it a colour, has it a background."""
        found = set()
        for strip in self.app.screen._compositor.render_strips():
            for segment in strip:
                style = segment.style
                if style is not None:
                    ground = style.bgcolor is not None and not style.bgcolor.is_default
                    found.add((style.color is not None and not style.color.is_default, ground))
        return found


class Shown(Running[MatchApp]):
    """A running match."""

    @property
    def table(self) -> PlayScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, PlayScreen))

    @property
    def view(self) -> MatchView:
        assert self.table.view is not None
        return self.table.view


def on_screen(
    game: str | Path,
    script: Script,
    size: tuple[int, int] = (80, 24),
    seats: tuple[str, ...] = (),
    seed: int = 3,
    variants: tuple[str, ...] = (),
    lang: str = "en",
    settings: ScreenSettings | None = None,
    has_colour: bool = True,
) -> ScreenResult | None:
    """Play a script on the full screen; return how the application ended."""
    match = load(game, variants=variants).start(seed)
    setup = set_up_match(match, seats, {}, lang, None)
    app = MatchApp(setup, settings or ScreenSettings(can_ponder=False), has_colour)
    try:
        return _run(Shown, app, script, size)
    finally:
        app.session.close()


def on_replay(
    match: Match,
    script: Callable[[Running[ReplayApp]], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    viewers: Sequence[str | None] = (None,),
    secret_from: Sequence[str] = (),
    lang: str = "en",
) -> ScreenResult | None:
    """Go through a match by a script; return how the application ended."""
    language = load_display_language(match.game.rulebook, lang)
    app = ReplayApp(MatchPositions(match, language, viewers, secret_from=secret_from))
    return _run(Running[ReplayApp], app, script, size)


def on_trial(
    game: str, card: str, script: Callable[[Running[TrialApp]], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> ScreenResult | None:
    """Try the event of a card by a script, in a position of a random match; return how the application ended."""
    loaded = load(game)
    position = find_in_random_match(loaded, loaded.card_ids.index(card), 3)
    assert isinstance(position, TrialPosition)
    app = TrialApp(CardTrial(position, load_display_language(loaded.rulebook, "en")))
    return _run(Running[TrialApp], app, script, size)


def _run(
    running: Callable[[App, Pilot[ScreenResult]], Run],
    app: App,
    script: Callable[[Run], Awaitable[None]],
    size: tuple[int, int],
) -> ScreenResult | None:
    async def run() -> ScreenResult | None:
        async with app.run_test(size=size) as pilot:
            shown = running(app, pilot)
            await shown.settle()
            await script(shown)
        result: ScreenResult | None = app.return_value
        return result

    return asyncio.run(run())
