"""What is kept of a decision on the way of a trial: bytes from its record to each of its words."""

from __future__ import annotations

from interpreter.language.backends.wasm.sizes import WORD

UNDER = 0
"""The record of the decision before it."""
OPTIONS = UNDER + WORD
LEFT = OPTIONS + WORD
"""How many options are still to be tried."""
DECISION = LEFT + WORD
FRAME = DECISION + WORD
DEPTH = FRAME + WORD
END = DEPTH + WORD
"""Where the frames end."""
TOP = END + WORD
"""Where the arena is free."""
STATE = TOP + WORD
"""The state, and after it the frames."""
KNOWN = {
    "RECORD_UNDER": UNDER,
    "RECORD_OPTIONS": OPTIONS,
    "RECORD_LEFT": LEFT,
    "RECORD_DECISION": DECISION,
    "RECORD_FRAME": FRAME,
    "RECORD_DEPTH": DEPTH,
    "RECORD_END": END,
    "RECORD_TOP": TOP,
    "RECORD_STATE": STATE,
}
"""What the run-time part knows of it, by name."""
