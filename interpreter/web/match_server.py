"""The server: pages, and one connection of each viewer over which views and answers go.

A page's first message is the token of its link. Then the server sends the whole view with its number whenever the
position changes; a message of the page carries that number. Everything else is refused: foreign origins and hosts,
long messages, floods, unknown tokens.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from interpreter.web.links import SPECTATORS, SeatLinks, ServerAddress
from interpreter.web.served_match import ActResult, RuleEdits, ServedMatch
from interpreter.web.single_file import PAGES

MEDIA_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Headers of every answer."""
MAX_MESSAGE_BYTES = 4096
MAX_CONNECTIONS = 200
MESSAGES_PER_SECOND, MESSAGE_BURST = 10.0, 40.0
"""Rate at which a page may send messages, and the number that it may send at once."""
SHOWN_SECONDS = 0.15
"""Least time between two views while the program plays."""
TOKEN_SECONDS = 10
"""Time in which a page must send its token."""
REFUSED, FLOODED = 4003, 4008
"""Codes with which a connection is closed: after a bad token, and after too many messages."""


def run_server(
    match: ServedMatch, links: SeatLinks, address: ServerAddress, ready: Callable[[], None], edits: RuleEdits | None
) -> None:
    """Serve a match until the process is stopped, as `serve_match` describes it."""
    app = MatchServer(match, links, address, edits).app(ready)
    listening = socket.create_server((address.host, address.port), family=address.family, reuse_port=False)
    settings = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        ws_max_size=MAX_MESSAGE_BYTES,
        server_header=False,
        limit_concurrency=2 * MAX_CONNECTIONS,
    )
    uvicorn.Server(settings).run(sockets=[listening])


@dataclass(eq=False, slots=True)
class _Viewer:
    """A connected page.

    Attributes:
        connection: Its connection.
        seat: Its seat; None for a spectator.
        allowance: Number of messages that it may send at once.
        asked: Time of its last message.
        outgoing: The latest text of each kind that it hasn't got yet. A page that reads slowly misses earlier ones, and
            nobody waits for it.
        has_outgoing: Set if there is any.
    """

    connection: WebSocket
    seat: str | None
    allowance: float = MESSAGE_BURST
    asked: float = 0.0
    outgoing: dict[str, str] = field(default_factory=dict)
    has_outgoing: asyncio.Event = field(default_factory=asyncio.Event)

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
class _Hint:
    """A hint that is being found for a viewer."""

    viewer: _Viewer
    task: asyncio.Task[None] | None = None
    is_stopped: bool = False

    def stop(self) -> None:
        """Stop the search; nothing is sent."""
        self.is_stopped = True


class MatchServer:
    """The application that serves one match."""

    def __init__(
        self, match: ServedMatch, links: SeatLinks, address: ServerAddress, edits: RuleEdits | None = None
    ) -> None:
        """Serve a match to those who have a link, by rules that may be edited meanwhile."""
        self._match = match
        self._edits = edits
        self._links = links
        self._hosts = address.hosts
        self._viewers: set[_Viewer] = set()
        self._connections = 0
        self._playing: asyncio.Task[None] | None = None
        self._hint: _Hint | None = None

    def app(self, ready: Callable[[], None] = lambda: None) -> Starlette:
        """Return the application; `ready` is called when it starts."""

        @contextlib.asynccontextmanager
        async def lifespan(_: Starlette) -> Any:
            self._go_on()
            following = asyncio.create_task(self._follow_edits())
            ready()
            yield
            following.cancel()

        routes = [
            Route("/", self._page),
            Route("/pages/{name}", self._page),
            WebSocketRoute("/match", self._connect),
        ]
        return Starlette(routes=routes, lifespan=lifespan, middleware=[Middleware(_Guard, hosts=self._hosts)])

    async def _page(self, request: Request) -> Response:
        name = request.path_params.get("name", "index.html")
        path = PAGES / name
        if path.suffix not in MEDIA_TYPES or name not in {each.name for each in PAGES.iterdir()}:
            return PlainTextResponse("There is no such page.", 404)
        return FileResponse(path, media_type=MEDIA_TYPES[path.suffix])

    # -- connections

    async def _connect(self, connection: WebSocket) -> None:
        if not _is_same_origin(connection) or self._connections >= MAX_CONNECTIONS:
            await connection.close(REFUSED)
            return
        self._connections += 1
        try:
            await connection.accept()
            await self._serve(connection)
        except (WebSocketDisconnect, RuntimeError):  # the page is gone
            pass
        finally:
            self._connections -= 1

    async def _serve(self, connection: WebSocket) -> None:
        try:
            first = await asyncio.wait_for(_receive(connection), TOKEN_SECONDS)
        except TimeoutError:
            first = None
        name = self._links.find(first.get("token")) if first is not None else None
        if name is None:
            await connection.close(REFUSED)
            return
        viewer = _Viewer(connection, None if name == SPECTATORS else name)
        self._viewers.add(viewer)
        self._match.connect(viewer.seat)
        delivery = asyncio.create_task(viewer.deliver())
        try:
            self._show(viewer)
            while True:
                message = await _receive(connection)
                if not viewer.may_ask():
                    await connection.close(FLOODED)
                    return
                self._handle(viewer, message or {})
        finally:
            self._viewers.discard(viewer)
            self._match.disconnect(viewer.seat)
            if self._hint is not None and self._hint.viewer is viewer:
                self._hint.stop()
            delivery.cancel()

    def _handle(self, viewer: _Viewer, message: Mapping[str, Any]) -> None:
        number = message.get("number")
        if isinstance(past := message.get("past"), int) and 0 <= past <= self._match.match.decisions:
            viewer.queue("past", _as_text(self._match.past_page(viewer.seat, past)))
            return
        if message.get("explain") is True:
            viewer.queue("advice", _as_text({"kind": "advice", "lines": self._match.explain(viewer.seat)}))
            return
        if isinstance(number, int) and message.get("hint") is True:
            self._find_hint(viewer, number)
            return
        if isinstance(key := message.get("answer"), str) and isinstance(number, int):
            reply = self._match.answer(viewer.seat, key, number)
        elif message.get("undo") is True and isinstance(number, int):
            reply = self._match.undo(viewer.seat, number)
        else:
            reply = self._match.refuse("nonsense")
        if reply.has_changed:
            self._show_everybody()
            self._go_on()
        else:
            self._show(viewer, reply.notice)

    # -- hints

    def _find_hint(self, viewer: _Viewer, number: int) -> None:
        """Find a hint for a viewer. One hint is found at a time; a later request stops an earlier one."""
        if self._hint is not None:
            self._hint.stop()
        hint = _Hint(viewer)
        find = self._match.prepare_hint(viewer.seat, number, lambda: hint.is_stopped)
        if isinstance(find, ActResult):
            self._show(viewer, find.notice)
            return
        hint.task = asyncio.create_task(self._deliver_hint(hint, self._hint, find))
        self._hint = hint

    async def _deliver_hint(self, hint: _Hint, earlier: _Hint | None, find: Callable[[], list[str]]) -> None:
        if earlier is not None and earlier.task is not None:
            await earlier.task
        lines = [] if hint.is_stopped else await asyncio.to_thread(find)
        if not hint.is_stopped:
            hint.viewer.queue("advice", _as_text({"kind": "advice", "lines": lines}))

    # -- the program's decisions

    def _go_on(self) -> None:
        """Let the program play, if it decides next and doesn't play already."""
        if self._match.waits_for_program() and (self._playing is None or self._playing.done()):
            self._playing = asyncio.create_task(self._play_for_program())

    async def _play_for_program(self) -> None:
        """Let the program play until a person decides; the views in between are sent at most every SHOWN_SECONDS."""
        shown = monotonic()
        while self._match.waits_for_program():
            match = self._match
            found = await asyncio.to_thread(match.think_for_program)
            if match is not self._match:  # the rules have changed meanwhile
                continue
            reply = match.choose_for_program(found) if isinstance(found, int) else found
            if not (reply.has_changed and self._match.waits_for_program()) or monotonic() - shown > SHOWN_SECONDS:
                self._show_everybody(reply.notice)
                shown = monotonic()
            if not reply.has_changed:
                return

    async def _follow_edits(self) -> None:
        """Take edits of the rules into the match, and send everybody the result."""
        while self._edits is not None:
            take = await asyncio.to_thread(self._edits.wait)
            if take is not None:
                self._match = take(self._match)
                self._show_everybody()
                self._go_on()

    # -- sending

    def _show(self, viewer: _Viewer, notice: str = "") -> None:
        """Send a viewer its view."""
        viewer.queue("view", self._page_text(viewer.seat, notice))

    def _show_everybody(self, notice: str = "") -> None:
        """Send everybody their view. Viewers with the same seat get the same text."""
        if self._hint is not None:
            self._hint.stop()
        texts: dict[str | None, str] = {}
        for viewer in self._viewers:
            if viewer.seat not in texts:
                texts[viewer.seat] = self._page_text(viewer.seat, notice)
            viewer.queue("view", texts[viewer.seat])

    def _page_text(self, seat: str | None, notice: str) -> str:
        page = self._match.page(seat)
        return _as_text(page | {"notice": notice} if notice else page)


def _as_text(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False)


async def _receive(connection: WebSocket) -> dict[str, Any] | None:
    """Return the next message, or None if it is no mapping in JSON. Raises WebSocketDisconnect if the page is gone."""
    message = await connection.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1006))
    try:
        found = json.loads(message.get("text") or "")
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _is_same_origin(connection: WebSocket) -> bool:
    """Return True if the page that connects was served from here."""
    origin, host = connection.headers.get("origin", ""), connection.headers.get("host")
    return bool(urlsplit(origin).netloc == host)


class _Guard:
    """Middleware that refuses foreign hosts, and adds the headers to every answer."""

    def __init__(self, app: ASGIApp, hosts: Set[str]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        if self._hosts and host not in self._hosts:
            if scope["type"] == "http":
                await PlainTextResponse("This server doesn't answer to this name.", 421)(scope, receive, send)
            else:
                await WebSocket(scope, receive, send).close(REFUSED)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
                message = {**message, "headers": [*message.get("headers", ()), *added]}
            await send(message)

        await self._app(scope, receive, send_with_headers)
