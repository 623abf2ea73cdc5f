"""Screens over the match: a cover between two persons, and the help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual import events
from textual.screen import Screen
from textual.widgets import Static

from cli.screen.actions import list_help
from cli.screen.colours import BOLD, FAINT
from cli.screen.panes import TextPane

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from cli.text.words import TerminalMessages


class CoverScreen(Screen[bool]):
    """A screen that hides the match until the next person is there; its result is False if nobody comes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._message = text

    def compose(self) -> ComposeResult:
        """Show the message."""
        yield Static(Text(self._message, BOLD), id="cover", markup=False)

    def on_key(self, event: events.Key) -> None:
        """Go on with Enter, leave with Ctrl+Q; other keys do nothing, so that nobody goes on by accident."""
        event.stop()
        event.prevent_default()
        if event.key == "enter":
            self.dismiss(True)
        elif event.key in ("ctrl+q", "ctrl+c"):
            self.dismiss(False)

    def on_click(self) -> None:
        """Go on with a click."""
        self.dismiss(True)


class HelpScreen(Screen[None]):
    """The table of all actions."""

    def __init__(self, messages: TerminalMessages) -> None:
        super().__init__()
        self._messages = messages

    def compose(self) -> ComposeResult:
        """Put the pane in."""
        yield TextPane("help")

    def on_mount(self) -> None:
        """Show the table."""
        rows = list_help(self._messages)
        keys, words = (max(len(row[at]) for row in rows) for at in (0, 1))
        text = Text()
        for key, word, about in rows:
            text.append(f"{key:<{keys}}  ", BOLD).append(f"{word:<{words}}  ", FAINT).append(f"{about}\n")
        self.query_one(TextPane).show_text(self._messages.format("screen_help"), text)

    def on_key(self, event: events.Key) -> None:
        """Scroll, or close the help with any other key."""
        event.stop()
        event.prevent_default()
        pane = self.query_one(TextPane)
        if event.key in ("down", "pagedown"):
            pane.scroll_page_down(animate=False)
        elif event.key in ("up", "pageup"):
            pane.scroll_page_up(animate=False)
        else:
            self.dismiss(None)
