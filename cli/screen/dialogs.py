"""Screens over the match: a cover between two persons, the help, and the palette with its actions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rich.text import Text
from textual import events
from textual.command import DiscoveryHit, Hit, Provider
from textual.content import Content
from textual.markup import escape
from textual.screen import Screen
from textual.widgets import Static

from cli.screen.actions import list_help
from cli.screen.drawing.colours import BOLD, FAINT
from cli.screen.panes import TextPane
from cli.text.screen import wrap_text

if TYPE_CHECKING:
    from typing import Protocol

    from textual.app import ComposeResult

    from cli.screen.actions import Action
    from cli.screen.match_view import MatchView
    from cli.text.words import TerminalMessages

    class ActionHandler(Protocol):
        """The screen under the palette, as the palette knows it."""

        actions: Sequence[Action]
        view: MatchView | None

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

    def __init__(self, actions: Sequence[Action], messages: TerminalMessages) -> None:
        super().__init__()
        self._actions = actions
        self._messages = messages

    def compose(self) -> ComposeResult:
        """Put the pane in."""
        yield TextPane("help")

    def on_resize(self) -> None:
        """Show the table, with descriptions that are wrapped beside their keys."""
        rows = list_help(self._actions, self._messages)
        keys, words = (max(len(row[at]) for row in rows) for at in (0, 1))
        text, room = Text(), self.size.width - keys - words - 4 - TextPane.FRAME
        for key, word, about in rows:
            first, *others = wrap_text(about, room)
            text.append(f"{key:<{keys}}  ", BOLD).append(f"{word:<{words}}  ", FAINT).append(f"{first}\n")
            for line in others:
                text.append(f"{'':<{keys + words + 4}}{line}\n")
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


class ActionProvider(Provider):
    """The actions that are possible now, for the palette."""

    def _list_actions(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        """Yield the title and the description of each possible action, and the function that carries it out."""
        handler: ActionHandler = self.screen
        if handler.view is None:
            return
        for action in handler.actions:
            if not action.needs_key and handler.why_not(action) is None:
                messages = handler.view.messages
                yield action.title(messages), action.description(messages), partial(handler.act, action, "")

    async def discover(self) -> AsyncIterator[DiscoveryHit]:
        """Yield all actions."""
        for title, about, run in self._list_actions():
            yield DiscoveryHit(Content(title), run, title, escape(about))

    async def search(self, query: str) -> AsyncIterator[Hit]:
        """Yield the actions whose title or description fits."""
        matcher = self.matcher(query)
        for title, about, run in self._list_actions():
            score = max(matcher.match(title), matcher.match(about) / 2)
            if score > 0:
                yield Hit(score, Content(title), run, title, escape(about))
