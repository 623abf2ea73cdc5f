"""Connected pages, and hints that are being found for them."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from time import monotonic

from starlette.websockets import WebSocket, WebSocketDisconnect

MESSAGES_PER_SECOND, MESSAGE_BURST = 10.0, 40.0
"""Rate at which a page may send messages, and the number that it may send at once."""


@dataclass(eq=False, slots=True)
class Viewer:
    """A connected page.

    Attributes:
        connection: Its connection.
        seat: Its seat; None for a spectator. On a shared page, the seat whose person was there last.
        is_shared: True if all seats of people are played on this page.
        is_covered: True if a shared page shows nothing of any seat until the person who decides is there.
        allowance: Number of messages that it may send at once.
        asked: Time of its last message.
        outgoing: The latest text of each kind that it hasn't got yet. A page that reads slowly misses earlier ones, and
            nobody waits for it.
        has_outgoing: Set if there is any.
    """

    connection: WebSocket
    seat: str | None
    is_shared: bool = False
    is_covered: bool = False
    allowance: float = MESSAGE_BURST
    asked: float = 0.0
    outgoing: dict[str, str] = field(default_factory=dict)
    has_outgoing: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def visible_seat(self) -> str | None:
        """The seat that the page shows now; None if it shows what spectators see."""
        return None if self.is_covered else self.seat

    def queue(self, kind: str, text: str) -> None:
        """Send a text as soon as the page reads."""
        self.outgoing[kind] = text
        self.has_outgoing.set()

    async def deliver(self) -> None:
        """Send what is queued until the page is gone."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self.has_outgoing.wait()
                self.has_outgoing.clear()
                while self.outgoing:
                    kind = next(iter(self.outgoing))
                    await self.connection.send_text(self.outgoing.pop(kind))

    def may_ask(self) -> bool:
        """Count a message; return False if the page sends too many."""
        now = monotonic()
        self.allowance = min(MESSAGE_BURST, self.allowance + (now - self.asked) * MESSAGES_PER_SECOND)
        self.asked = now
        self.allowance -= 1
        return self.allowance >= 0


@dataclass(eq=False, slots=True)
class HintRequest:
    """A hint that is being found for a viewer."""

    viewer: Viewer
    task: asyncio.Task[None] | None = None
    is_stopped: bool = False

    def stop(self) -> None:
        """Stop the search; nothing is sent."""
        self.is_stopped = True
