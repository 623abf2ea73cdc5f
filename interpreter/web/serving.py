"""Start of the server. Its libraries are those of the extra `web`, and imported when it starts."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.support.errors import require_extra
from interpreter.web.links import SeatLinks, ServerAddress
from interpreter.web.served_match import RuleEdits, ServedMatch


def serve_match(
    match: ServedMatch,
    links: SeatLinks,
    address: ServerAddress,
    ready: Callable[[], None],
    edits: RuleEdits | None = None,
) -> None:
    """Serve a match until the process is stopped.

    Args:
        match: The match.
        links: Valid tokens.
        address: Where to listen.
        ready: Called once pages can be opened.
        edits: Edits of the rules to take into the match.

    Raises:
        OSError: Nothing can listen at the address.
        MissingExtraError: The extra `web` isn't installed.
    """
    require_extra("web", "starlette", "uvicorn", "websockets")
    from interpreter.web.match_server import run_server

    run_server(match, links, address, ready, edits)
