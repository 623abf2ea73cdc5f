"""Screens over the match: a cover between two persons, the help, and the palette with its actions."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from rich.text import Text
from textual import events
from textual.command import DiscoveryHit, Hit, Provider
from textual.content import Content
from textual.markup import escape
from textual.screen import Screen
from textual.widgets import Static

from cli.screen.actions import ACTIONS, list_help
from cli.screen.colours import BOLD, FAINT
from cli.screen.panes import TextPane

if TYPE_CHECKING:
    from typing import Protocol

    from textual.app import ComposeResult

    from cli.screen.actions import Action
    from cli.text.words import TerminalMessages

    class ActionHandler(Protocol):
        """The application as the palette knows it."""

        messages: TerminalMessages

        def why_not(self, action: Action) -> str | None:
            """Return the message that says why an action is impossible now, or None."""

        def act(self, action: Action, rest: str) -> None:
            """Carry out an action; `rest` was typed after its word."""


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


NOT_LISTED = ("choose", "pane", "leave", "scroll", "palette")
"""Actions that need their keys."""


class ActionProvider(Provider):
    """The actions that are possible now, for the palette."""

    async def discover(self) -> AsyncIterator[DiscoveryHit]:
        """Yield all actions."""
        app: ActionHandler = self.app
        for action in ACTIONS:
            if action.name not in NOT_LISTED and app.why_not(action) is None:
                title, about = action.title(app.messages), escape(action.description(app.messages))
                yield DiscoveryHit(Content(title), lambda action=action: app.act(action, ""), title, about)

    async def search(self, query: str) -> AsyncIterator[Hit]:
        """Yield the actions whose title or description fits."""
        app: ActionHandler = self.app
        matcher = self.matcher(query)
        for action in ACTIONS:
            title, about = action.title(app.messages), action.description(app.messages)
            score = max(matcher.match(title), matcher.match(about) / 2)
            if score > 0 and action.name not in NOT_LISTED and app.why_not(action) is None:
                run = lambda action=action: app.act(action, "")  # noqa: E731
                yield Hit(score, Content(title), run, title, escape(about))
