"""The server: pages, and one connection of each viewer over which views and answers go.

A page's first message is the token of its link. Then the server sends the whole view with its number whenever the
position changes; a message of the page carries that number. Everything else is refused: foreign origins and hosts,
long messages, floods, unknown tokens.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import socket
from collections.abc import Callable, Mapping, Set
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

from interpreter.web.links import SHARED, SPECTATORS, SeatLinks, ServerAddress
from interpreter.web.served_match import ActResult, RuleEdits, ServedMatch
from interpreter.web.single_file import PAGES
from interpreter.web.told_log import to_json_text
from interpreter.web.viewers import HintRequest, Viewer

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
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
"""Security policy of a picture that is opened by itself, in addition."""
MAX_MESSAGE_BYTES = 4096
MAX_CONNECTIONS = 200
SHOWN_SECONDS = 0.15
"""Least time between two views while the program plays."""
ANSWER_SECONDS = 0.005
"""Time in which the program may answer before a person's decision is shown without its answer."""
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
    gc.freeze()  # the rules stay: collections needn't look at them again
    uvicorn.Server(settings).run(sockets=[listening])


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
        self._viewers: set[Viewer] = set()
        self._connections = 0
        self._playing: asyncio.Task[None] | None = None
        self._hint: HintRequest | None = None

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
            Route("/board-picture", self._picture),
            WebSocketRoute("/match", self._connect),
        ]
        return Starlette(routes=routes, lifespan=lifespan, middleware=[Middleware(_Guard, hosts=self._hosts)])

    async def _page(self, request: Request) -> Response:
        name = request.path_params.get("name", "index.html")
        path = PAGES / name
        if path.suffix not in MEDIA_TYPES or name not in {each.name for each in PAGES.iterdir()}:
            return PlainTextResponse("There is no such page.", 404)
        return FileResponse(path, media_type=MEDIA_TYPES[path.suffix])

    async def _picture(self, _: Request) -> Response:
        found = self._match.picture
        if found is None:
            return PlainTextResponse("The board has no picture.", 404)
        data, kind = found
        return Response(data, media_type=kind, headers={"Content-Security-Policy": PICTURE_POLICY})

    # -- connections

    async def _connect(self, connection: WebSocket) -> None:
        if not _is_same_origin(connection) or self._connections >= MAX_CONNECTIONS:
            await connection.close(REFUSED)
            return
        self._connections += 1
        try:
            await connection.accept()
            await connection.send_text(to_json_text(self._match.words()))
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
        viewer = Viewer(connection, None if name in (SHARED, SPECTATORS) else name, is_shared=name == SHARED)
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

    def _handle(self, viewer: Viewer, message: Mapping[str, Any]) -> None:
        number = message.get("number")
        if isinstance(past := message.get("past"), int) and 0 <= past <= self._match.match.decisions:
            viewer.queue("past", to_json_text(self._match.past_page(viewer.visible_seat, past)))
            return
        if message.get("explain") is True:
            viewer.queue("advice", to_json_text({"kind": "advice", "lines": self._match.explain(viewer.visible_seat)}))
            return
        if isinstance(number, int) and message.get("hint") is True:
            self._find_hint(viewer, number)
            return
        if isinstance(key := message.get("answer"), str) and isinstance(number, int):
            reply = self._match.answer(viewer.seat, key, number)
        elif message.get("undo") is True and isinstance(number, int):
            reply = self._match.undo(viewer.seat, number)
        elif message.get("here") is True and viewer.is_covered and number == self._match.number:
            self._hand_over(viewer, self._match.decider)
            reply = ActResult(False)
        else:
            reply = self._match.refuse("nonsense")
        if not reply.has_changed:
            self._show(viewer, reply.notice)
        elif not self._go_on():
            self._show_everybody()

    # -- hints

    def _find_hint(self, viewer: Viewer, number: int) -> None:
        """Find a hint for a viewer. One hint is found at a time; a later request stops an earlier one."""
        hint = HintRequest(viewer)
        find = self._match.prepare_hint(viewer.visible_seat, number, lambda: hint.is_stopped)
        if isinstance(find, ActResult):
            self._show(viewer, find.notice)
            return
        if self._hint is not None:
            self._hint.stop()
        hint.task = asyncio.create_task(self._deliver_hint(hint, self._hint, find))
        self._hint = hint

    async def _deliver_hint(
        self, hint: HintRequest, earlier: HintRequest | None, find: Callable[[], list[str]]
    ) -> None:
        if earlier is not None and earlier.task is not None:
            await earlier.task
        lines = [] if hint.is_stopped else await asyncio.to_thread(find)
        if not hint.is_stopped:
            hint.viewer.queue("advice", to_json_text({"kind": "advice", "lines": lines}))

    # -- the program's decisions

    def _go_on(self) -> bool:
        """Let the program play, if it decides next and doesn't play already. Return True if it begins to."""
        if not self._match.waits_for_program() or not (self._playing is None or self._playing.done()):
            return False
        self._playing = asyncio.create_task(self._play_for_program())
        return True

    async def _play_for_program(self) -> None:
        """Let the program play until a person decides.

        If it answers within ANSWER_SECONDS, its decisions are shown together with the person's before them; the views
        in between are sent at most every SHOWN_SECONDS.
        """
        due, is_shown = monotonic() + ANSWER_SECONDS, False
        while self._match.waits_for_program():
            match = self._match
            thinking = asyncio.ensure_future(asyncio.to_thread(match.think_for_program))
            if not is_shown:
                await asyncio.wait([thinking], timeout=max(0.0, due - monotonic()))
                if not thinking.done():
                    self._show_everybody()
                    due, is_shown = monotonic() + SHOWN_SECONDS, True
            found = await thinking
            if match is not self._match:  # the rules have changed meanwhile
                continue
            reply = match.choose_for_program(found) if isinstance(found, int) else found
            is_shown = not (reply.has_changed and self._match.waits_for_program()) or monotonic() > due
            if is_shown:
                self._show_everybody(reply.notice)
                due = monotonic() + SHOWN_SECONDS
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

    def _hand_over(self, viewer: Viewer, seat: str | None) -> None:
        """Let a page show another seat."""
        self._match.disconnect(viewer.seat)
        viewer.seat = seat
        self._match.connect(seat)

    def _show(self, viewer: Viewer, notice: str = "") -> None:
        """Send a viewer its view."""
        self._follow_decider(viewer)
        viewer.queue("view", self._match.page_text(viewer.seat, viewer.is_covered, notice))

    def _show_everybody(self, notice: str = "") -> None:
        """Send everybody their view. Pages that show the same get the same text."""
        if self._hint is not None:
            self._hint.stop()
        texts: dict[tuple[str | None, bool], str] = {}
        for viewer in self._viewers:
            self._follow_decider(viewer)
            shown = viewer.seat, viewer.is_covered
            if shown not in texts:
                texts[shown] = self._match.page_text(viewer.seat, viewer.is_covered, notice)
            viewer.queue("view", texts[shown])

    def _follow_decider(self, viewer: Viewer) -> None:
        """Let a shared page show the seat that decides, or a cover until its person is there."""
        decider = self._match.decider
        is_other = viewer.is_shared and decider not in (None, viewer.seat)
        viewer.is_covered = is_other and self._match.needs_cover()
        if is_other and not viewer.is_covered:
            self._hand_over(viewer, decider)


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
