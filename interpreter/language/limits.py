"""How large what a game works with may grow: counted with before play, kept to by every backend."""

from __future__ import annotations

LARGEST = 10**15
"""Numbers of a game stay below this, so that none can grow until the machine gives up."""
LONGEST = 2_000
"""Things that a list may have."""
