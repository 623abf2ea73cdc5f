"""A routine's frame: bytes from its address to each of its words."""

from __future__ import annotations

from interpreter.language.backends.wasm.sizes import WORD
from interpreter.language.executable import FIRST_SLOT

UNDER = 0
"""The frame under it."""
ROUTINE = UNDER + WORD
END = ROUTINE + WORD
"""Where it ends."""
SLOTS = END + WORD


def slot(number: int) -> int:
    return SLOTS + WORD * number


RESUME = slot(0)
"""The segment at which its routine goes on."""
YOU = slot(1)
"""The acting seat."""
NAMES = slot(FIRST_SLOT)
KNOWN = {
    "FRAME_UNDER": UNDER,
    "FRAME_ROUTINE": ROUTINE,
    "FRAME_END": END,
    "FRAME_SLOTS": SLOTS,
    "FRAME_RESUME": RESUME,
    "FRAME_YOU": YOU,
    "FRAME_NAMES": NAMES,
}
"""What the run-time part knows of it, by name."""
