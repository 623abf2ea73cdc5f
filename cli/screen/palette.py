"""The palette: actions found by their names."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Provider
from textual.content import Content
from textual.markup import escape

from cli.screen.actions import ACTIONS

if TYPE_CHECKING:
    from cli.screen.match_app import MatchApp

NOT_LISTED = ("choose", "pane", "leave", "scroll", "palette")
"""Actions that need their keys."""


class ActionProvider(Provider):
    """The actions that are possible now, for the palette."""

    async def discover(self) -> AsyncIterator[DiscoveryHit]:
        """Yield all actions."""
        app: MatchApp = self.app
        for action in ACTIONS:
            if action.name not in NOT_LISTED and app.why_not(action) is None:
                title, about = action.title(app.messages), escape(action.description(app.messages))
                yield DiscoveryHit(Content(title), lambda action=action: app.act(action, ""), title, about)

    async def search(self, query: str) -> AsyncIterator[Hit]:
        """Yield the actions whose title or description fits."""
        app: MatchApp = self.app
        matcher = self.matcher(query)
        for action in ACTIONS:
            title, about = action.title(app.messages), action.description(app.messages)
            score = max(matcher.match(title), matcher.match(about) / 2)
            if score > 0 and action.name not in NOT_LISTED and app.why_not(action) is None:
                run = lambda action=action: app.act(action, "")  # noqa: E731
                yield Hit(score, Content(title), run, title, escape(about))
