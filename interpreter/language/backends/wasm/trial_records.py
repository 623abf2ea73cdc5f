"""Layout of the record of a decision during a trial: offsets of its words in bytes."""

from __future__ import annotations

from interpreter.language.backends.wasm.sizes import WORD

UNDER = 0
"""Address of the record of the previous decision."""
OPTIONS = UNDER + WORD
LEFT = OPTIONS + WORD
"""Number of options that are still to be tried."""
DECISION = LEFT + WORD
FRAME = DECISION + WORD
DEPTH = FRAME + WORD
END = DEPTH + WORD
"""End of the frames."""
TOP = END + WORD
"""Start of the free space of the arena."""
STATE = TOP + WORD
"""The state, followed by the frames."""
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
"""Offsets that the runtime refers to, by name."""
