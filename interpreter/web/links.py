"""Links of seats: the address of a server, and tokens that can't be guessed, of which only hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import socket
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass

SPECTATORS = "spectators"
"""Name of the link of spectators, beside the seats' ids."""
SHARED = "all seats"
"""Name of the link of a page on which all people play in turn. No seat has such an id."""
TOKEN_BYTES = 24
MAX_TOKEN_LENGTH = 200


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Address of the server: `host` to listen at, `port`, and the URL of its pages."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """URL of the page."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{name}:{self.port}/"

    @property
    def family(self) -> socket.AddressFamily:
        """Family of the address."""
        return socket.AF_INET6 if ":" in self.host else socket.AF_INET

    @property
    def hosts(self) -> Set[str]:
        """Values of the header `Host` that are accepted; empty if the server listens at all addresses."""
        if self.host in ("0.0.0.0", "::"):
            return frozenset()
        names = {self.host, "localhost", "127.0.0.1", "[::1]"}
        return frozenset(f"{name}:{self.port}" for name in names)


class SeatLinks:
    """The valid tokens of one match. A token opens a seat, or the view of spectators."""

    def __init__(self, hashes: Mapping[str, str] | None = None) -> None:
        """Accept tokens by their hashes, which are joined by blanks for each name."""
        self._hashes = {name: set(text.split()) for name, text in (hashes or {}).items()}

    @property
    def hashes(self) -> dict[str, str]:
        """The hashes of the valid tokens, joined by blanks, by seat or SPECTATORS."""
        return {name: " ".join(sorted(known)) for name, known in self._hashes.items() if known}

    def create(self, name: str) -> str:
        """Create a token for a seat or SPECTATORS, and return it."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._hashes.setdefault(name, set()).add(_hash(token))
        return token

    def create_all(self, names: Iterable[str]) -> dict[str, str]:
        """Create a token for each name."""
        return {name: self.create(name) for name in names}

    def find(self, token: object) -> str | None:
        """Return the name that a token opens, or None. The time taken doesn't depend on how much of it is right."""
        if not isinstance(token, str) or len(token) > MAX_TOKEN_LENGTH:
            return None
        said, found = _hash(token), None
        for name, known in self._hashes.items():
            for each in known:
                if hmac.compare_digest(each, said):
                    found = name
        return found


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
