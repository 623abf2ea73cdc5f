"""The application that goes through a recorded or saved match on the full screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.screen.review_screen import ReviewScreen
from cli.screen.screen_app import ScreenApp
from cli.screen.settings import ScreenResult

if TYPE_CHECKING:
    from cli.screen.positions import MatchPositions


class ReplayApp(ScreenApp):
    """A match to go through, which can't be played on."""

    def __init__(self, positions: MatchPositions, has_colour: bool = True) -> None:
        super().__init__(has_colour)
        self._positions = positions

    def on_mount(self) -> None:
        """Show the beginning of the match."""
        self.watch_terminal()
        screen = ReviewScreen(self._positions, 0, can_play_on=False)
        self.push_screen(screen, lambda _: self.leave(ScreenResult()))
